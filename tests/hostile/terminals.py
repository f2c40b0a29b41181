"""Control bytes wherever a text of somebody else is shown: nothing but line ends and the program's own
colours may reach a terminal.

Every view of the program is drawn at a pseudo-terminal, with colours and without, of a world in which
ids, responses, names of folders, files, models and functions, questions, truths, recorded answers and a
server's words all hold `HOSTILE`; and every option of every subcommand is given it, as `--help` lists
them. What is exported is no formula for a spreadsheet and no markup.
"""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import dataset

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "serving"), str(ROOT / "tests" / "cli")]
from scripted_server import Response, ScriptedServer, chat, first_tool  # noqa: E402
from terminal import at_terminal, controls  # noqa: E402

SAMPLE = ROOT / "tools" / "sample"
WAITED = 300  # seconds of the clock
# Begins as a colour of the program itself does; ends in what moves the cursor, C1 controls, and what
# turns the direction of writing.
HOSTILE = "\x1b[31mX\x1b[2J\x1b]0;t\x07\x08\r\t\v\x7f\u009b31m\u0085\u202e\u2066"
# What a name of a file or an argument cannot hold is left out there.
NAME = HOSTILE.replace("/", "")
# Its colours, and how it wipes the rows of its progress.
OWN = re.compile(rb"\x1b\[(0|1|2|31|32|36|1;31)m|\r\x1b\[K|\x1b\[\d+F\x1b\[J")
ENVIRONMENTS = ({"NO_COLOR": "1", "TERM": "dumb"}, {"NO_COLOR": "", "TERM": "xterm"})
FORMULA = re.compile(r"^\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]")
FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", " =1", "\t=1", "\uff1d1")
MARKUP = ("[x](javascript:1)", "<img src=x>|y", "a_b*c*`d`", "![x](y)")
# The official ids of the small dataset, by the file that its results are in.
ENTRIES = {"simple_python": "simple_python_0", "parallel": "parallel_0",
           "simple_java": "simple_java_0", "simple_javascript": "simple_javascript_0",
           "irrelevance": "irrelevance_0", "live_relevance": "live_relevance_0-0-0",
           "multi_turn_base": "multi_turn_base_0", "web_search_base": "web_search_base_0",
           "memory_kv": "memory_kv_0-customer-0", "exec_simple": "exec_simple_0",
           "exec_parallel": "exec_parallel_0", "rest": "rest_0"}


class Views:
    """A world full of control bytes, and what the program shows of it."""

    def __init__(self, options, folder):
        self.program = options.program
        self.only = options.only
        self.full = options.full or bool(options.only)
        self.folder = folder
        self.count = self.flawed = 0
        self.make_world()

    def flaw(self, name, text):
        self.flawed += 1
        print(f"{name}: {text}", flush=True)

    def view(self, *arguments, typed=None, nothing=False):
        """Draws one view; `nothing`: it may show nothing at all."""
        arguments = [str(argument) for argument in arguments]
        name = " ".join(arguments).replace(HOSTILE, "HOSTILE").replace(NAME, "NAME")
        if self.only and not any(word in name for word in self.only):
            return
        self.count += 1
        for environment in ENVIRONMENTS if self.full else ENVIRONMENTS[self.count % 2:][:1]:
            shown, code = at_terminal([self.program, *arguments], self.folder, environment, typed)
            if b"\x1b[31mX" in shown:
                return self.flaw(name, "the colour of a name is taken for the program's own")
            if not environment["NO_COLOR"]:
                shown = OWN.sub(b"", shown)
            if found := controls(shown):
                at = shown.decode("utf-8", "surrogateescape").index(found[0])
                return self.flaw(name, f"{found} in {shown[max(0, at - 60):at + 40]!r}")
            if code not in (0, 1, 2, 3):
                return self.flaw(name, f"exit code {code}")
            if not shown and not nothing:
                return self.flaw(name, "nothing is shown")
        return None

    def make_world(self):
        files = dataset.files()
        text = json.dumps(HOSTILE)[1:-1]
        for name, entries in files.items():
            if not isinstance(entries, list):
                continue
            # Ids stay; every other text of a question or truth becomes hostile.
            files[name] = [spoilt(entry) for entry in entries]
        dataset.write(self.folder / "set", SAMPLE, files)
        model = {"handler": "OpenAICompletionsHandler", "display_name": HOSTILE, "org": HOSTILE,
                 "url": HOSTILE, "license": HOSTILE}
        (self.folder / "set" / "models.json").write_text(
            json.dumps({"models": {HOSTILE: model, "m": model, NAME: model}}))
        (self.folder / "set" / "manifest.json").write_text(
            json.dumps({"version": HOSTILE, "hash": HOSTILE, "files": {HOSTILE: HOSTILE}}))
        for parent in ("m", NAME, "other"):
            self.results(Path("results") / parent)
        self.results(Path("plain"))
        lines = [f'{{"id": "{text}", "calls": ["{text}"], "involved_classes": ["{text}"]}}',
                 f'{{"id": 1, "calls": ["echo(content=\'{text}\')"], "involved_classes": '
                 '["GorillaFileSystem"]}', "{" + HOSTILE]
        (self.folder / "calls").write_text("\n".join(lines))
        request = {"method": "GET", "url": "http://a.example/" + HOSTILE, "query": [], "headers": {}}
        (self.folder / "cassette").write_text(json.dumps(
            {"request": request, "response": {"status": 200, "body": HOSTILE},
             "source": HOSTILE}) + "\n")
        (self.folder / "broken").write_text(HOSTILE)
        for number, broken in enumerate(({HOSTILE: {}}, {"x": {HOSTILE: 1, "handler": HOSTILE}},
                                         {"x": {"handler": "OSSHandler", "is_fc_model": HOSTILE}})):
            (self.folder / f"registry{number}").write_text(json.dumps({"models": broken}))
        header = ("Rank,Overall Acc,Model,Model Link,Organization,License,Total Cost ($)\n")
        (self.folder / "table.csv").write_text(
            header + f'1,50%,"{HOSTILE}","{HOSTILE}","{HOSTILE}","{HOSTILE}",1\n', newline="")

    def results(self, folder):
        """Result files of every category, whose responses are hostile each in its own way."""
        place = self.folder / folder
        place.mkdir(parents=True)
        quoted = HOSTILE.replace("\r", "\\r").replace("\v", "\\v")
        for category, entry in ENTRIES.items():
            call = f"[{quoted}(x='{quoted}'), f(x='{quoted}', {quoted}=1)]"
            escaped = "[f(x='\\x1b[2J\\x9b\\u202e\\r'), echo(content='\\x1b[2J', file_name='\\x07')]"
            episode = category.startswith(("multi", "web", "memory"))
            made = [[[call, escaped, HOSTILE]], [[escaped]]] if episode else [call, escaped]
            lines = [{"id": entry, "result": made if episode else made[0]},
                     {"id": HOSTILE, "result": HOSTILE},
                     {"id": entry, "result": made if episode else escaped, "latency": HOSTILE,
                      "inference_log": [{"role": HOSTILE, "content": HOSTILE}],
                      HOSTILE: HOSTILE}]
            text = "\n".join(map(json.dumps, lines)) + "\n{" + HOSTILE + "\n" + HOSTILE + "\n"
            (place / f"BFCL_v4_{category}_result.json").write_text(text, newline="")
        (place / f"BFCL_v4_{NAME}_result.json").write_text(HOSTILE, newline="")
        (place / f"{NAME}.jsonl").write_text(HOSTILE, newline="")
        (place / "BFCL_v4_multiple_result.json").mkdir()
        (place / f"{NAME}_result.json").symlink_to(NAME)

    # ---- the views

    def of_results(self):
        data = ("--dataset", "set", "--cassette", "cassette")
        folders = ("results/m", f"results/{NAME}")
        for form in ("table", "json", "csv", "markdown"):
            for decoder in ("auto", "prompting", "openai_fc"):
                self.view("score", "results", *data, "--format", form, "--decoder", decoder)
        self.view("score", *folders, f"plain/{NAME}.jsonl", f"plain/BFCL_v4_{NAME}_result.json", *data)
        self.view("score", "results/m", *data, "--verdicts", "-")
        self.view("score", "results/m", *data, "--official-scoring", "--verdicts", "-")
        for form in ("table", "json"):
            self.view("doctor", *folders, *data, "--format", form)
        for form in ("table", "json", "markdown"):
            self.view("compare", *folders, "results/other", *data, "--format", form)
        self.view("compare", *folders, *data, "--fail-if-worse", "0")
        self.view("report", *folders, *data, "-o", "-")
        self.view("report", "results/m", *data, "-o", "-", "--title", HOSTILE)
        for entry in (*ENTRIES.values(), HOSTILE):
            for folder in folders:
                self.view("show", folder, entry, *data, "--decoder", "prompting")
            self.view("show", "results/m", entry, *data, "--decoder", "openai_fc")

    def of_lists(self):
        self.view("categories")
        self.view("decoders")
        self.view("models", "--dataset", "set")
        self.view("models", "--dataset", "set", "--search", "nothing")
        self.view("self-check", "--dataset", "set")
        self.view("info", "--baselines", "table.csv")
        self.view("info", "--baselines", "table.csv", "--own", "table.csv")
        self.view("info", "--baselines", "broken")
        for number in range(3):
            self.view("score", "plain", "--dataset", "set", "--models", f"registry{number}")
            self.view("models", "--dataset", "set", "--models", f"registry{number}")
        self.view("score", "plain", "--dataset", "set", "--cassette", "broken")
        for model in ("m", NAME):
            self.view("evaluate", "--dataset", "set", "--result-dir", "results", "--score-dir",
                      f"scores-{NAME}", "--partial-eval", "--model", model)
        self.view("evaluate", "--dataset", "set", "--result-dir", "results", "--score-dir", "scores")

    def of_play(self):
        calls = ["echo(content='\\x1b[31mX\\x1b[2J\\x9b\\x07')", f":{HOSTILE}", f":doc {HOSTILE}", HOSTILE,
                 "mkdir(dir_name='\\x1b[2J')", "ls()", ":state", ":diff", ":methods", ":help"]
        typed = "\n".join(call.replace("\n", "") for call in calls).encode() + b"\n"
        for more in (("--class", "GorillaFileSystem"), ("--entry", "multi_turn_base_0")):
            self.view("play", "--dataset", "set", *more, typed=typed)
        self.view("play", "--dataset", "set", "--jsonl", "calls")
        self.view("play", "--dataset", "set", "--class", "WebSearchAPI", "--cassette", "cassette",
                  typed=f"fetch_url_content(url='http://a.example/{HOSTILE!r}')\n".encode())

    def of_options(self):
        """Every option of every subcommand, as its help names them."""
        def names(*command):
            return re.findall(r"^  ([a-z][a-z-]*)  +\S", self.help(*command).split("\nExamples:")[0], re.M)
        commands = [words for name in names() for words in ([(name, inner) for inner in names(name)] or [(name,)])]
        self.view(HOSTILE)
        self.view("--" + NAME)
        positional = {"score": ["plain"], "show": ["plain"], "doctor": ["plain"],
                      "compare": ["plain", "plain"], "report": ["plain", "-o", "-"]}
        asking = ["--model", "m", "--base-url", "http://127.0.0.1:9", "--dry-run"]
        for command in commands:
            self.view(*command, "--" + NAME)
            self.view(*command, HOSTILE, HOSTILE)
            options = re.findall(r"^ +(?:-\w,)?(--[a-z][a-z-]*)", self.help(*command), re.M)
            for option in sorted(set(options) - {"--help", "--version"}):
                given = positional.get(command[0], asking if command[0] in ("generate", "run") else [])
                data = [] if option == "--dataset" or "--dataset" not in options else [
                    "--dataset", "set"]
                self.view(*command, *given, *data, option, HOSTILE, nothing=True)

    def help(self, *command):
        return subprocess.run([self.program, *command, "--help"], capture_output=True, text=True,
                              check=True).stdout

    def of_servers(self):
        scripts = {
            "an answer": lambda seen: chat(HOSTILE, finish_reason=HOSTILE),
            "calls": lambda seen: chat(HOSTILE, [(HOSTILE, {HOSTILE: HOSTILE})]),
            "an error": lambda seen: Response({"error": {"message": HOSTILE, "type": HOSTILE,
                                                      "code": HOSTILE}}, status=400),
            "a refusal": lambda seen: Response(HOSTILE, status=401, content_type="text/plain"),
            "a page": lambda seen: Response(f"<html>{HOSTILE}", content_type="text/html"),
            "no JSON": lambda seen: Response(HOSTILE),
            "reasons": lambda seen: Response(b"{", headers=[("X-Hostile", "a\x1b[2J")]),
            "tools": first_tool,
        }
        for number, (name, script) in enumerate(scripts.items()):
            for models in ((HOSTILE, "m"), ("m",)):
                # With one model the one command, with two the other, and the next script the other way round.
                short = ("generate", "run")[(number + len(models)) % 2]
                for command in ("generate", "run") if self.full else (short,):
                    if self.only and not any(word in f"{command} {name}" for word in self.only):
                        continue
                    self.asked(f"{number}{len(models)}{command}", command, script, models)
        with ScriptedServer(scripts["an answer"], models=(HOSTILE,)) as server:
            self.view("generate", "--model", "unknown", "--dataset", "set", "--base-url", server.url,
                      "--dry-run")

    def asked(self, folder, command, script, models):
        with ScriptedServer(script, models=models) as server:
            self.view(command, "--model", "m", "--dataset", "set", "--base-url", server.url,
                      "--result-dir", folder, "--test-category", "simple_python,multi_turn_base",
                      "--patience", "1", "--retries", "1", "--timeout", "20", "--api", "chat",
                      "--mode", "fc", "--allow-overwrite")

    def of_exports(self):
        """CSV without formulas, Markdown without markup of names."""
        for name in (*FORMULAS, *MARKUP):
            folder = self.folder / "names" / name.replace("/", "\u2215")
            folder.mkdir(parents=True)
            shutil.copy(self.folder / "plain" / "BFCL_v4_parallel_result.json", folder)
        self.count += 2
        run = [self.program, "score", "names", "--dataset", "set", "--format"]
        for row in csv.reader(io.StringIO(self.said([*run, "csv"]))):
            for cell in row:
                if FORMULA.match(cell) and not re.fullmatch(r"[+-]?[\d.]+", cell):
                    self.flaw("check --format csv", f"a formula: {cell!r}")
        table = self.said([*run, "markdown"])
        if found := re.search(r"(?<!\\)(\[x|<img|!\[|`d|\*c)", table):
            self.flaw("check --format markdown", f"markup: {found.group()!r}")

    def said(self, command):
        done = subprocess.run(command, capture_output=True, cwd=self.folder, timeout=WAITED)
        return done.stdout.decode("utf-8")


def spoilt(entry):
    """The entry with `HOSTILE` in what people read of it."""
    entry = json.loads(json.dumps(entry))
    for turn in entry.get("question", []):
        for message in turn:
            message["content"] += HOSTILE
    for function in entry.get("function", []):
        function["description"] += HOSTILE
        properties = function["parameters"]["properties"]
        properties["x"]["description"] += HOSTILE
        properties[HOSTILE] = {"type": "string", "description": HOSTILE, "enum": [HOSTILE]}
    truth = entry.get("ground_truth")
    if isinstance(truth, list) and truth and isinstance(truth[0], dict):
        for call in truth:
            for name in call:
                call[name][HOSTILE] = [HOSTILE, ""]
    return entry


def run(options):
    """Prints what is wrong; the number of flawed views."""
    with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as folder:
        views = Views(options, Path(folder))
        views.of_results()
        views.of_lists()
        views.of_play()
        views.of_options()
        views.of_servers()
        views.of_exports()
    print(f"terminals: {views.count} views, {views.flawed} flawed")
    return views.flawed

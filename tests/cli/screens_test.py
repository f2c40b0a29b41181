"""Whole screens, of 80 and of 160 columns: what a person sees of common commands, and of common mistakes, such as a name
that is mistyped or another file. tests/cli/screens/NAME.txt has each; after a change of a text

    BFCLX_REWRITE=1 python3 tests/cli/screens_test.py build/release/tools/bfclx

writes them anew, and whoever changed it reads the difference.
"""

import json
import os
import shutil
import subprocess

from cli_case import PROGRAM, ROOT, SAMPLE, Case, main

SCREENS = ROOT / "tests" / "cli" / "screens"
ON = ("--dataset", "sample")
MISTAKES = {
    "command": ("scor", "result"),
    "command-within": ("list", "modls"),
    "command-missing": ("dataset",),
    "option": ("score", "result", "--jsn"),
    "option-of-another-command": ("generate", "--category", "live"),
    "option-value": ("score", "result", "--format", "xml"),
    "option-number": ("score", "result", "--jobs", "0"),
    "options-together": ("score", "result", "-q", "-v"),
    "argument-missing": ("score",),
    "argument-of-none": ("scores", "baselines"),
    "category": ("score", "result", *ON, "--category", "simple"),
    "category-typo": ("score", "result", *ON, "--category", "live_simpel"),
    "model": ("score", "result/good-model", *ON, "--model", "good-modl"),
    "model-search": ("models", *ON, "--search", "good-modl"),
    "decoder": ("score", "result", *ON, "--decoder", "promting"),
    "id": ("show", "result/good-model", "simple_python_9000", *ON),
    "id-empty": ("show", "result/good-model", "", *ON),
    "id-of-no-entry": ("score", "text.txt", *ON, "--as-entry", "simple_python_1"),
    "id-in-place-of-results": ("show", "simple_python_90000", *ON),
    "id-past-the-last": ("show", "text.txt", "simple_python_4000", *ON),
    "call-in-place-of-results": ("show", "[f(x=1)]", "simple_python_90000", *ON),
    "call-truncated": ("show", "call.json", "simple_python_90000", *ON),
    "text": ("score", "notes.md", *ON),
    "dataset": ("score", "result", "--dataset", "nowhere"),
    "dataset-missing": ("score", "result"),
    "folder": ("score", "reslt", *ON),
    "folder-above": ("score", "good-model", *ON),
    "folder-empty": ("score", "empty", *ON),
    "csv": ("score", "table.csv", *ON),
    "parquet": ("score", "table.parquet", *ON),
    "image": ("score", "chart.png", *ON),
    "yaml": ("score", "config.yaml", *ON),
    "empty-file": ("score", "empty.json", *ON),
    "output-extension": ("score", "result", *ON, "-o", "report.txt"),
    "verdicts-extension": ("score", "result", *ON, "--verdicts", "verdicts.xml"),
    "output-missing": ("report", "result"),
    "leaderboard": ("score", "result", *ON, "--leaderboard", "v5"),
    "sample-size": ("run", "--model", "m", *ON, "--sample", "some"),
    "model-without-address": ("run", "--model", "good-modl", *ON, "--dry-run"),
    "shard": ("generate", "--model", "m", *ON, "--base-url", "http://localhost:1", "--shard", "9/8"),
    "shard-of-run": ("run", "--model", "m", *ON, "--base-url", "http://localhost:1", "--shard", "1/8"),
    "shard-and-overwrite": ("generate", "--model", "m", *ON, "--base-url", "http://localhost:1", "--shard", "1/8", "-o"),
    "shards-to-merge": ("merge", "result"),
    "address": ("run", "--model", "m", *ON, "--base-url", "htp://localhost", "--dry-run"),
    "cassette-to-replay": ("run", "--model", "good-model", *ON, "--replay", "cassette.jsonl"),
    "run-missing": ("compare", "result/good-model", "result/step-3000", *ON),
    "one-run-to-compare": ("compare", "result/good-model", *ON),
    "shell": ("completion", "csh"),
    "scorer-missing": ("conformance",),
    "scorer-function": ("conformance", "--python", "scorer"),
    "scorer-ended": ("conformance", "--command", "echo out of memory >&2; exit 3"),
    "scorer-garbage": ("conformance", "--command", "echo Loading the model; cat"),
    "scorer-differs": ("conformance", "--python", "scorer:score"),
    "benchmark-tools": ("dataset", "new", "other", "--tools", "unions.json"),
    "benchmark-there": ("dataset", "new", "bench", "--tools", "tools.json"),
    "benchmark-cases": ("dataset", "add", "bench", "cases.jsonl"),
    "benchmark-turns": ("dataset", "add", "bench", "turns.jsonl"),
    "benchmark-none": ("dataset", "add", "result", "cases.jsonl"),
    "benchmark-empty": ("dataset", "validate", "bench"),
}

# What people see most, without a mistake; their exit codes differ.
COMMANDS = {
    "score-runs": ("score", "sample", *ON),
    "score-run": ("score", "result/good-model", *ON),
    "show-run": ("show", "sample", *ON, "--category", "non_live"),
    "show-turns": ("show", "trips", "trip", "--dataset", "trip-bench", "--decoder", "prompting"),
    "show-entry": ("show", "result/good-model", "simple_python_90000", *ON),
    "compare-runs": ("compare", "sample", *ON),
    "doctor-run": ("doctor", "sample", *ON),
    "list-findings": ("list", "findings"),
}

# Knows relevance only, and the wrong way round.
SCORER = """def score(vector):
    if "live_relevance" in vector["category"]:
        return not vector["calls"]
"""


class Screens(Case):
    def setUp(self):
        super().setUp()
        shutil.copytree(SAMPLE / "results" / "good-model" / "non_live", self.folder / "result/good-model/non_live")
        (self.folder / "empty").mkdir()
        for name, data in (("table.csv", "id,result\nsimple_python_90000,f()\n"), ("table.parquet", b"PAR1\x15\x04\x15PAR1"),
                           ("chart.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), ("empty.json", b""),
                           ("config.yaml", "id: simple_python_90000\nresult: f()\n"), ("text.txt", "f(x=1)\n"),
                           ("call.json", '{"name": "f", "arguments": {"x": '),
                           ("notes.md", "# Notes\n\nCall `f(x=1)` like this:\n\n```sh\nf 1\n```\n"),
                           ("cassette.jsonl", (SAMPLE / "cassette.jsonl").read_text())):
            self.write(name, data)
        self.write("scorer.py", SCORER)
        self.benchmark()

    def benchmark(self):
        """One without cases, and cases that are faulty."""
        def tools(days):
            return json.dumps([{"type": "function", "function": {"name": "get_weather", "parameters": {
                "type": "object", "required": ["city"], "properties": {"city": {"type": "string"}, "days": days}}}}])
        def expecting(call):
            return json.dumps({"question": "How warm is it in Paris?", "expected": call}) + "\n"
        self.write("tools.json", tools({"type": "integer"}))
        self.write("unions.json", tools({"anyOf": [{"type": "integer"}, {"type": "null"}]}))
        self.write("cases.jsonl", '{"id": "n1", "question": "Sing.", "expected": "none"}\n' + "".join(map(expecting, (
            [{"name": "get_wether", "arguments": {"city": "Paris"}}], [{"name": "get_weather", "arguments": {"town": "Paris"}}],
            [{"name": "get_weather", "arguments": {"city": "Paris", "days": "two"}}], [{"get_weather": {"city": "Paris"}}],
            {"any_of": [[{"name": "get_weather", "arguments": {"city": "Paris"}}], "none"]}, []))) +
            '{"id": "n1", "question": "Dance.", "expected": "none"}\n{"question": "Sing."}\n{"question"\n')  # fmt: skip
        self.run_program("dataset", "new", "bench", "--tools", "tools.json")
        turn = {"question": "How warm is it in Paris?", "expected": "get_weather(city='Paris')", "results": [{"celsius": 20}]}
        other = {"question": "And in Rome?", "expected": "get_weather(city='Rome', days=2)"}
        end = {"question": "Thanks!", "expected": "none"}
        self.write("turns.jsonl", "".join(json.dumps({"turns": turns}) + "\n" for turns in (
            [], [turn, 5], [{"question": "A?"}], [turn, {**turn, "results": []}], [{**turn, "result": []}],
            [turn, {**turn, "expected": "get_weather(town='Paris')"}])))  # fmt: skip
        self.write("trip.jsonl", json.dumps({"id": "trip", "turns": [turn, other, end]}))
        self.run_program("dataset", "new", "trip-bench", "--tools", "tools.json", "--match", "schema")
        self.run_program("dataset", "add", "trip-bench", "trip.jsonl")
        self.write("trips/m/BFCL_v4_own_turns_result.json", json.dumps({"id": "own_turns_0", "result": [
            ["[get_weather(city='Paris')]"], ["[get_weather(city='Rome', days=3)]"], ["[get_weather(city='Rome')]"]]}))

    def screen(self, arguments, columns):
        """Both streams as they come, in a terminal of that width."""
        done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120, cwd=self.folder,
                              env={**os.environ, "BFCLX_DATASET": "", "NO_COLOR": "1", "COLUMNS": str(columns)})  # fmt: skip
        lines = ["$ bfclx " + " ".join(argument or "''" for argument in arguments), *done.stdout.splitlines()]
        return "\n".join(map(str.rstrip, lines)) + f"\n[exit code {done.returncode}]\n"

    def screens(self, arguments):
        """The screen of 80 columns, and that of 160 below it if it differs."""
        narrow, wide = (self.screen(arguments, columns) for columns in (80, 160))
        return narrow if narrow == wide else narrow + "\n[160 columns]\n" + wide

    def test_screens(self):
        if os.environ.get("BFCLX_REWRITE"):
            shutil.rmtree(SCREENS, ignore_errors=True)
            SCREENS.mkdir()
        for name, arguments in {**MISTAKES, **COMMANDS}.items():
            with self.subTest(name):
                text = self.screens(arguments)
                place = SCREENS / f"{name}.txt"
                if os.environ.get("BFCLX_REWRITE"):
                    place.write_text(text, encoding="utf-8")
                self.assertEqual(place.read_text(encoding="utf-8"), text)
                if name in MISTAKES:
                    self.assertNotIn("[exit code 0]", text)
                else:
                    narrow = text.split("[160 columns]")[0].splitlines()[1:]
                    # Messages on standard error are as long as they are.
                    self.assertLessEqual(max(len(line) for line in narrow if not line.startswith("bfclx: ")), 80)
        self.assertEqual({path.stem for path in SCREENS.iterdir()}, {*MISTAKES, *COMMANDS})


if __name__ == "__main__":
    main()

"""No control byte reaches a terminal, and no name becomes a formula or markup in what is exported."""

import csv
import io
import json
import re
import shutil
import subprocess

from cli_case import GOOD, PROGRAM, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main
from terminal import at_terminal, controls

# Begins as a colour of the program itself does; ends in what moves the cursor, and in C1 controls.
HOSTILE = "\x1b[31mX\x1b[2J\x1b]0;t\x07\x08\r\t\x7f\x9b31m\u202e"
NAME = "BFCL_v4_simple_python_result.json"
OWN = re.compile(rb"\x1b\[(0|1|2|31|32|36|1;31)m")


class Escapes(Case):
    def outputs(self, *arguments):
        """What the program says through pipes, at a terminal, and at one with colours."""
        command = [PROGRAM, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, timeout=60, stdin=subprocess.DEVNULL,
                              cwd=self.folder)
        self.assertIn(done.returncode, (0, 1, 2, 3), done.stderr)
        self.said = done.stdout + done.stderr
        yield self.said
        for environment in ({"NO_COLOR": "1", "TERM": "dumb"}, {"NO_COLOR": "", "TERM": "xterm"}):
            yield self.shown(command, environment)

    def shown(self, command, environment):
        out, _ = at_terminal(command, self.folder, environment)
        if environment["NO_COLOR"]:
            return out
        self.assertNotIn(b"\x1b[31mX", out)
        return OWN.sub(b"", out.replace(b"\r\x1b[K", b""))

    def harmless(self, *arguments):
        """At a terminal nothing comes through; programs read other bytes than ASCII's controls."""
        for_programs = {"json", "csv", "--jsonl", "-"} & {str(a) for a in arguments}
        with self.subTest(arguments=[str(a) for a in arguments]):
            for place, out in enumerate(self.outputs(*arguments)):
                found = controls(out)
                if place == 0 and for_programs:
                    found = [c for c in found if c < " "]
                self.assertEqual(found, [], out[-2000:])
            return self.said.decode()

    def named_model(self, name, parent="results"):
        folder = self.folder / parent / name / "non_live"
        folder.mkdir(parents=True)
        shutil.copy(SIMPLE, folder / NAME)
        return folder.parent

    def test_usage_errors(self):
        sample = ("--dataset", "sample")
        for arguments in (
                (HOSTILE,), ("--" + HOSTILE,), ("score",), ("score", "--" + HOSTILE),
                ("score", SIMPLE, *sample, "--decoder", HOSTILE),
                ("score", SIMPLE, *sample, "--format", HOSTILE),
                ("score", SIMPLE, *sample, "--jobs", HOSTILE),
                ("score", SIMPLE, *sample, "--today", HOSTILE),
                ("score", SIMPLE, *sample, "--category", HOSTILE),
                ("score", SIMPLE, *sample, "--model", HOSTILE),
                ("score", SIMPLE, *sample, "--models", HOSTILE),
                ("score", SIMPLE, *sample, "--verdicts", "nowhere/" + HOSTILE),
                ("score", SIMPLE, "--dataset", HOSTILE), ("score", HOSTILE, *sample),
                ("show", SIMPLE, HOSTILE, *sample),
                ("compare", HOSTILE, HOSTILE, *sample),
                ("compare", SIMPLE, SIMPLE, *sample, "--fail-if-worse", HOSTILE),
                ("report", SIMPLE, *sample, "-o", "nowhere/" + HOSTILE),
                ("doctor", SIMPLE, *sample, "--fail-on", HOSTILE),
                ("play", *sample, "--class", HOSTILE), ("play", *sample, "--entry", HOSTILE),
                ("play", "--jsonl", HOSTILE), ("models", *sample, "--search", HOSTILE),
                ("self-check", *sample, "--category", HOSTILE),
                ("evaluate", *sample, "--model", HOSTILE),
                ("evaluate", *sample, "--test-category", HOSTILE),
                ("evaluate", *sample, "--result-dir", HOSTILE),
                ("evaluate", *sample, "--leaderboard", HOSTILE)):
            said = self.harmless(*arguments)
            self.assertNotEqual(said, "")

    def test_names_of_folders_and_files(self):
        model = self.named_model(HOSTILE)
        other = self.named_model("other")
        strange = self.write(f"{HOSTILE}.jsonl", SIMPLE.read_bytes() + b"{\n")
        for form in ("table", "json", "csv", "markdown"):
            said = self.harmless("score", model, strange, "--dataset", SAMPLE, "--format", form,
                                 *["--details"] * (form == "table"))
            self.assertIn("simple", said)
        for form in ("table", "json", "markdown"):
            self.harmless("compare", other, model, "--dataset", SAMPLE, "--format", form)
        self.harmless("compare", other, model, "--dataset", SAMPLE, "--fail-if-worse", "0")
        for form in ("table", "json"):
            self.harmless("doctor", strange, "--dataset", SAMPLE, "--format", form)
        self.harmless("report", model, strange, "--dataset", SAMPLE, "-o", "-")
        self.harmless("show", model, "simple_python_90000", "--dataset", SAMPLE)
        self.harmless("score", model, "--dataset", SAMPLE, "--verdicts", "-")

    def test_ids_and_responses(self):
        response = json.dumps({"id": HOSTILE, "result": HOSTILE})
        path = self.write("m/" + NAME, "\n".join(
            [json.dumps({"id": "simple_python_90000", "result": HOSTILE}), response, response, "{" + HOSTILE]))
        for command in ("score", "doctor"):
            self.harmless(command, path, "--dataset", SAMPLE)
        for entry in ("simple_python_90000", HOSTILE):
            self.harmless("show", path, entry, "--dataset", SAMPLE)
        self.harmless("score", path, "--dataset", SAMPLE, "--verdicts", "-")
        self.harmless("play", "--jsonl", "--dataset", SAMPLE, path)

    def test_registries_and_datasets(self):
        place = self.folder / "set"
        shutil.copytree(SAMPLE / "data", place / "data")
        model = {"handler": "OpenAICompletionsHandler", "display_name": HOSTILE, "org": HOSTILE}
        (place / "models.json").write_text(json.dumps({"models": {HOSTILE: model, "m": model}}))
        (place / "manifest.json").write_text(json.dumps({"version": HOSTILE, "hash": HOSTILE}))
        self.named_model("m")
        self.harmless("models", "--dataset", place)
        self.harmless("models", "--dataset", place, "--search", "nothing")
        self.harmless("self-check", "--dataset", place)
        for form in ("table", "json", "csv", "markdown"):
            self.harmless("score", "results", "--dataset", place, "--format", form)
        self.harmless("compare", "results", "results", "--dataset", place)
        self.harmless("evaluate", "--result-dir", "results", "--dataset", place)
        for broken in ({HOSTILE: {}}, {"x": {HOSTILE: 1, "handler": HOSTILE, "is_fc_model": 7}}):
            models = self.write("broken.json", json.dumps({"models": broken}))
            self.harmless("score", SIMPLE, "--dataset", "sample", "--models", models)

    def test_what_nobody_sees(self):
        hidden = "\u202e\u2066\x85\u2028\x9b\u200b\ufeff\U000e0041"
        model = self.named_model(f"m{hidden}m")
        for form in ("table", "csv", "markdown", "junit"):
            said = self.check(model, "--format", form)
            for character in hidden:
                self.assertNotIn(character, said, form)
            self.assertIn("200b", said, form)

    def test_the_prompt(self):
        calls = "echo(content='%s')\n:%s\n:doc %s\n%s\n" % ((HOSTILE.replace("\r", ""),) * 4)
        done = subprocess.run([PROGRAM, "play", "--class", "GorillaFileSystem", "--dataset", SAMPLE],
                              input=calls.encode(), capture_output=True, timeout=60)
        self.assertEqual(controls(done.stdout + done.stderr), [])
        self.assertIn(b"\\x1b[31mX", done.stdout)


class Exports(Case):
    NAMES = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1",
             "plain", 'a,"b"', "[x](javascript:1)", "<img src=x>|y", "https:∕∕x", "a_b*c*`d`"]

    def setUp(self):
        super().setUp()
        for name in self.NAMES:
            folder = self.folder / "results" / name
            folder.mkdir(parents=True)
            shutil.copy(SIMPLE, folder / NAME)

    def test_spreadsheets(self):
        text = self.check("results", "--format", "csv")
        rows = list(csv.reader(io.StringIO(text)))
        names = {row[0] for row in rows[1:]}
        self.assertEqual(len(names), len(self.NAMES))
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        for row in rows:
            for cell in row:
                self.assertNotRegex(cell, r"^\s*[=+\-@＝＋－＠\t\r]")
        # Names that look alike have a number behind them.
        plain = {re.sub(r" \(\d+\)$", "", name) for name in names}
        self.assertLessEqual({"'=1+1", "'-2+3", "'@SUM(A1)", "' =1", "'＝1", "plain", 'a,"b"'}, plain)

    def test_markdown(self):
        for text in (self.check("results", "--format", "markdown"),
                     self.run_program("compare", *sorted((self.folder / "results").iterdir()),
                                      "--dataset", SAMPLE, "--format", "markdown")):
            self.assertNotRegex(text, r"(?<!\\)(\[x|\]\\?\(j|<img|\|y|\*c)")
            self.assertIn(r"\[x\]\(javascript:1\)", text)
            self.assertIn(r"\<img src=x\>\|y", text)

    def test_tables_of_evaluations(self):
        models = self.write("models.json", json.dumps({"models": {
            "plain": {"handler": "OpenAICompletionsHandler", "display_name": "=1+1",
                      "url": "@x", "org": "-2", "license": "+3"}}}))
        self.run_program("evaluate", "--result-dir", "results", "--dataset", SAMPLE, "--model",
                         "plain", "--models", models, "--partial-eval")
        for path in sorted((self.folder / "score").glob("data_*.csv")):
            for row in csv.reader(io.StringIO(path.read_text())):
                for cell in row:
                    self.assertNotRegex(cell, r"^\s*[=+\-@]", path.name)


if __name__ == "__main__":
    main()

"""tools/check-in-ci, which action.yml runs: report, summary, comparison with a commit, gate."""

import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

from cli_case import PROGRAM, ROOT, SAMPLE, Case, main


class Action(Case):
    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        (self.work / "result").mkdir(parents=True)
        self.git("init", "-q", "-b", "main")
        self.results("good-model")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "results")

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@example.org", *arguments],
                       cwd=self.work, check=True, capture_output=True)

    def results(self, source):
        place = self.work / "result" / "m"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(SAMPLE / "results" / source, place)

    def act(self, code=0, **inputs):
        self.summary, self.outputs = self.folder / "summary.md", self.folder / "outputs"
        for file in (self.summary, self.outputs):
            file.write_text("")
        environment = {"BFCLX": PROGRAM, "BFCLX_PATH": "result/m", "BFCLX_DATASET": "sample",
                       "BFCLX_OPTIONS": "--decoder prompting --underscore-to-dot no",
                       "RUNNER_TEMP": str(self.folder), "GITHUB_STEP_SUMMARY": str(self.summary),
                       "GITHUB_OUTPUT": str(self.outputs), **inputs}  # fmt: skip
        done = subprocess.run([ROOT / "tools" / "check-in-ci"], cwd=self.work, text=True,
                              env={**os.environ, **environment}, capture_output=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return self.summary.read_text()

    def test_reports_and_summary(self):
        text = self.act()
        self.assertIn("## m", text)
        self.assertIn("| simple_python |", text)
        self.assertNotIn("Compared with", text)
        files = dict(line.split("=", 1) for line in self.outputs.read_text().splitlines())
        self.assertEqual(sorted(files), ["junit", "report"])
        with open(files["report"]) as file:
            self.assertEqual(json.load(file)["models"][0]["model"], "m")
        self.assertTrue(ElementTree.parse(files["junit"]).getroot().findall(".//testcase"))

    def test_no_worse_passes_and_worse_fails(self):
        text = self.act(BFCLX_BASE="HEAD", BFCLX_FAIL_IF_WORSE="0")
        self.assertIn("Compared with HEAD", text)
        for file in (self.work / "result" / "m").rglob("*_result.json"):
            lines = [json.loads(line) for line in file.read_text().splitlines()]
            file.write_text("".join(json.dumps({**line, "result": "no"}) + "\n" for line in lines))
        text = self.act(code=3, BFCLX_BASE="HEAD", BFCLX_FAIL_IF_WORSE="1")
        self.assertRegex(text, r"-\d+\.\d")
        self.act(BFCLX_BASE="HEAD")  # no gate

    def test_of_several_models_each_is_compared_with_itself(self):
        weak = self.work / "result" / "weak"
        shutil.copytree(self.work / "result" / "m", weak)
        def spoil(folder):
            for file in folder.rglob("*_result.json"):
                lines = [json.loads(line) for line in file.read_text().splitlines()]
                file.write_text("".join(json.dumps({**line, "result": "no"}) + "\n" for line in lines))
        spoil(weak)
        self.git("add", ".")
        self.git("commit", "-q", "-m", "two models")
        gate = {"BFCLX_PATH": "result", "BFCLX_BASE": "HEAD", "BFCLX_FAIL_IF_WORSE": "0"}
        text = self.act(**gate)
        for name in ("m", "weak"):
            self.assertIn(f"## {name}: Compared with HEAD", text)
        spoil(self.work / "result" / "m")
        self.act(code=3, **gate)

    def test_a_base_without_results(self):
        self.git("checkout", "-q", "--orphan", "empty")
        self.git("rm", "-rq", "--cached", ".")
        self.git("commit", "-q", "--allow-empty", "-m", "nothing")
        self.assertIn("nothing to compare with", self.act(BFCLX_BASE="HEAD"))

    def test_wrong_usage_and_options_that_no_shell_reads(self):
        self.act(code=2, BFCLX_OPTIONS="--no-such-option")
        self.act(code=2, BFCLX_OPTIONS="$(touch injected) ; touch injected")
        self.assertFalse((self.work / "injected").exists())
        self.act(code=2, BFCLX_PATH="nowhere")

    def test_the_inputs_of_the_action_are_those_of_the_script(self):
        action = (ROOT / "action.yml").read_text()
        script = (ROOT / "tools" / "check-in-ci").read_text()
        given = set(re.findall(r"^        (BFCLX_\w+):", action, re.M))
        self.assertEqual(given, set(re.findall(r"^#   (BFCLX_\w+) ", script, re.M)))
        self.assertTrue(all(name in script.split("set -euo")[1] for name in given))


if __name__ == "__main__":
    main()

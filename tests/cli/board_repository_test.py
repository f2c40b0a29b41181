"""The workflows for a leaderboard's repository (tools/board-repository): their shell steps, run here on a sample board.

    python3 tests/cli/board_repository_test.py build/release/tools/bfclx [Suite]
"""

import json
import os
import re
import shutil
import subprocess
import unittest

try:
    import yaml
except ImportError:
    yaml = None

from cli_case import GOOD, PROGRAM, ROOT, SAMPLE, Case, main

TEMPLATE = ROOT / "tools/board-repository"
WORKFLOWS = TEMPLATE / ".github/workflows"
NAME = "submissions/2026-01-02-good"
SECOND = "submissions/2026-02-03-good"


def workflow(name):
    return yaml.safe_load((WORKFLOWS / name).read_text("utf-8"))


@unittest.skipIf(yaml is None, "PyYAML is missing")
class BoardRepository(Case):
    def setUp(self):
        super().setUp()
        self.board = self.folder / "board"
        shutil.copytree(TEMPLATE, self.board)
        # The pages of a built site, for what `report` copies.
        (self.board / "pages/assets").mkdir(parents=True)
        (self.board / "pages/published.html").write_text("<!doctype html><title>Leaderboard</title>")
        self.git("init", "-q", "-b", "main")
        self.commit("begin")

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@example.org", *arguments],
                       cwd=self.board, check=True, capture_output=True)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def submission(self, place=NAME, run=GOOD):
        self.run_program("submit", "prepare", run, "-o", self.board / place, "--dataset", SAMPLE, code=None)

    def merge(self):
        """What GitHub checks out of a pull request: its merge with the base."""
        self.git("checkout", "-q", "-b", "theirs")
        self.commit("theirs")
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "--no-ff", "-m", "merge", "theirs")

    def step(self, file, name, **environment):
        """(exit code, log, summary, outputs) of a step."""
        job = next(iter(workflow(file)["jobs"].values()))
        step = next(step for step in job["steps"] if step.get("name") == name)
        self.assertNotIn("${{", step["run"])
        self.assertEqual(set(step.get("env", {})) - set(environment), set())
        places = {kind: self.folder / kind for kind in ("summary", "output")}
        for place in places.values():
            place.write_text("")
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=self.folder / step["working-directory"],
                              capture_output=True, text=True, timeout=120,
                              env={**os.environ, "GITHUB_STEP_SUMMARY": str(places["summary"]), "GITHUB_OUTPUT": str(places["output"]),
                                   "RUNNER_TEMP": str(self.folder), "DATASET": str(SAMPLE), "TITLE": "Ours", **environment})  # fmt: skip
        return done.returncode, done.stdout + done.stderr, places["summary"].read_text("utf-8"), places["output"].read_text("utf-8")

    def validate(self):
        code, log, summary, output = self.step("validate.yml", "Changes")
        if code != 0:
            return code, log, summary
        submissions = re.fullmatch(r"submissions=(.*)\n", output)[1]
        return self.step("validate.yml", "Validate", BFCLX=str(PROGRAM), SUBMISSIONS=submissions)[:3]

    def publish(self):
        return self.step("publish.yml", "Leaderboard", BFCLX=str(PROGRAM), BOARD=str(self.folder / "published"))

    def read(self, path):
        return json.loads((self.folder / "published/data" / path).read_text("utf-8"))

    def test_permissions_and_pins(self):
        for name in ("validate.yml", "publish.yml"):
            text = (WORKFLOWS / name).read_text("utf-8")
            jobs = workflow(name)
            self.assertEqual(jobs["permissions"], {"contents": "read"})
            self.assertNotRegex(text, r"\{ *secrets|secrets: ")
            self.assertNotIn("pull_request_target", text)
            for job in jobs["jobs"].values():
                for step in job["steps"]:
                    if "uses" in step:
                        self.assertRegex(step["uses"], r"^[\w-]+/[\w-]+@[0-9a-f]{40}$")
                    if step.get("uses", "").startswith("actions/checkout@"):
                        self.assertIs(step["with"]["persist-credentials"], False)
                    # What others choose reaches a shell as a variable only.
                    self.assertNotIn("${{", step.get("run", ""))
        self.assertNotIn("permissions", workflow("validate.yml")["jobs"]["validate"])
        self.assertEqual(workflow("publish.yml")["jobs"]["deploy"]["permissions"], {"pages": "write", "id-token": "write"})

    def test_a_pull_request_is_validated_and_published(self):
        self.submission()
        self.merge()
        code, log, summary = self.validate()
        self.assertEqual(code, 0, log + summary)
        self.assertIn(f"### `{NAME}`", summary)
        self.assertIn("good-model: valid, with 2 warnings", summary)
        self.assertEqual(self.publish()[0], 0)
        index = self.read("index.json")
        self.assertEqual((index["title"], [(model["label"], model["status"]["name"]) for model in index["models"]]),
                         ("Ours", [("good-model", "validated")]))
        self.assertTrue((self.folder / "published/index.html").is_file())

    def test_submissions_of_one_model_are_its_history(self):
        run = self.folder / "earlier/good-model"
        shutil.copytree(GOOD, run)
        path = next(run.rglob("*simple_python_result.json"))
        lines = path.read_text("utf-8").splitlines()
        path.write_text("\n".join([json.dumps({**json.loads(lines[0]), "result": "[f(x=1)]"}), *lines[1:]]) + "\n")
        self.submission(NAME, run)
        self.submission(SECOND)
        self.assertEqual(self.publish()[0], 0)
        history = self.read("history.json")
        self.assertEqual([release["date"] for release in history["releases"]], ["2026-02-03", "2026-01-02"])
        self.assertEqual(self.read("models/good-model/history.json")["earlier"][0]["date"], "2026-01-02")
        # One that is not valid is left out.
        shutil.rmtree(self.folder / "published")
        next((self.board / SECOND).rglob("*_result.json")).write_text("")
        code, log, summary, _ = self.publish()
        self.assertEqual(code, 0, log)
        self.assertIn(f"`{SECOND}` is not valid and was left out", summary)
        self.assertEqual(len(self.read("history.json")["releases"]), 1)

    def test_what_is_not_valid_does_not_stop_the_others(self):
        self.submission("submissions/2026-99-99-good")
        self.submission("submissions/2026-02-30-good")
        self.submission("submissions/0000-01-01-good")
        self.submission(SECOND)
        (self.board / SECOND / "submission.json").write_text("{")
        code, log, summary, _ = self.publish()
        self.assertEqual(code, 1)
        self.assertIn("No submission can be published", log)
        self.assertIn("No submission can be published", summary)
        self.assertIn("expected a JSON object", log)
        self.assertIn(f"`{SECOND}` is not valid and was left out", summary)
        for name in ("0000-01-01-good", "2026-99-99-good", "2026-02-30-good"):
            self.assertIn(f"`submissions/{name}` has no valid date and was left out", summary)
        self.submission(NAME)
        code, log, _, _ = self.publish()
        self.assertEqual(code, 0, log)
        self.assertEqual([release["date"] for release in self.read("history.json")["releases"]], ["2026-01-02"])

    def test_a_date_is_one_of_the_calendar(self):
        self.submission("submissions/2026-02-30-good")
        self.merge()
        code, log, summary = self.validate()
        self.assertEqual(code, 1)
        self.assertIn("The date of a submission is not valid: submissions/2026-02-30-good/", log)
        self.assertIn("with a real date", summary)
        self.commit("merged before the check")
        shutil.rmtree(self.board / "submissions/2026-02-30-good")
        self.merge_again()
        self.assertEqual(self.validate()[0], 0)

    def test_a_submission_that_was_changed_fails(self):
        self.submission()
        next((self.board / NAME).rglob("*_result.json")).write_text("")
        self.merge()
        code, _, summary = self.validate()
        self.assertEqual(code, 1)
        self.assertIn("not valid: 1 check failed", summary)
        shutil.rmtree(self.board / NAME / "result")
        (self.board / NAME / "submission.json").write_text("{")
        self.merge_again()
        code, _, summary = self.validate()
        self.assertEqual(code, 1)
        self.assertIn("expected a JSON object", summary)

    def merge_again(self):
        self.git("branch", "-q", "-D", "theirs")
        self.merge()

    def test_other_changes_fail(self):
        def changed(path, text="x"):
            place = self.board / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        for path in ("README.md", ".github/workflows/validate.yml", "pages/index.html", "submissions/good/submission.json", "submissions/2026-01-02-good",
                     "submissions/2026-01-02-$(touch x)/a", "submissions/2026-01-02-a b/a", "submissions/2026-01-02-UPPER/a", "other\n::error::x"):  # fmt: skip
            with self.subTest(path):
                self.submission("submissions/2026-03-04-fine")
                changed(path)
                self.merge()
                code, log, summary = self.validate()
                self.assertEqual(code, 1)
                self.assertIn("is changed: ", log)
                self.assertNotIn("\n::error", log)
                self.assertIn("must change only folders", summary)
                self.git("reset", "-q", "--hard", "HEAD^1")
                self.git("branch", "-q", "-D", "theirs")
        self.merge()
        code, log, _ = self.validate()
        self.assertEqual((code, log), (1, "There is no submission.\n"))

    def test_links_are_not_followed(self):
        self.submission()
        (self.board / NAME / "link").symlink_to("/etc/passwd")
        self.merge()
        code, _, summary = self.validate()
        self.assertEqual(code, 1)
        self.assertIn("link is not listed", summary)

    def test_a_submission_that_is_removed_needs_no_check(self):
        self.submission()
        self.commit("add")
        shutil.rmtree(self.board / NAME)
        self.merge()
        code, _, summary = self.validate()
        self.assertEqual((code, summary), (0, f"Removed: `{NAME}`\n\n"))


if __name__ == "__main__":
    main()

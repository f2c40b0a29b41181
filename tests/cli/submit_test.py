"""`bfclx submit`: a submission has all that is claimed of a run, and whatever was changed since is found.

    python3 tests/cli/submit_test.py build/release/tools/bfclx [Suite]
"""

import hashlib
import json
import os
import shutil

from cli_case import GOOD, SAMPLE, Case, main

BAD = SAMPLE / "results" / "bad-model"


class Submit(Case):
    def prepare(self, *options, run=GOOD, output=("-o", "submission"), code=0):
        return self.run_program("submit", "prepare", run, *output, "--dataset", SAMPLE, *options, code=code)

    def checks(self, code=0, dataset=SAMPLE):
        """{check: (result, details)} of the submission; of several findings the last."""
        out = self.run_program("submit", "validate", "submission", "--dataset", dataset, "--format", "json", code=code)
        report = json.loads(out)
        self.assertEqual(report["valid"], code == 0)
        return {one["check"]: (one["result"], one["details"]) for one in report["checks"]}

    def claim(self, change):
        """submission.json with a change."""
        path = self.folder / "submission/submission.json"
        claim = json.loads(path.read_text("utf-8"))
        change(claim)
        path.write_text(json.dumps(claim), encoding="utf-8")

    def results(self):
        return sorted((self.folder / "submission/result").rglob("*_result.json"))

    def test_what_is_prepared_is_valid(self):
        out = self.prepare("--hardware", "8 x H100", "--contact", "me@lab.example")
        self.assertIn("overall v4  93.3 %", out)
        self.assertIn("bfclx submit validate submission --dataset ", out)
        claim = json.loads((self.folder / "submission/submission.json").read_text("utf-8"))
        self.assertEqual((claim["hardware"], claim["contact"]), ("8 x H100", "me@lab.example"))
        self.assertEqual(claim["categories"]["multiple"], {"entries": 4, "passed": 4})
        for path in self.results():
            self.assertEqual(path.read_bytes(), (GOOD / path.relative_to(self.folder / "submission/result/good-model")).read_bytes())
        checks = self.checks()
        self.assertEqual(checks["files"][0], "passed")
        self.assertEqual(checks["verdicts"], ("passed", "129 verdicts reproduced with bfclx 0.1.0, decoder prompting"))
        self.assertEqual(checks["coverage"], ("warning", "covers 37.5 % of the weight"))
        self.assertEqual(checks["generation"][0], "warning")
        out = self.run_program("submit", "validate", "submission", "--dataset", SAMPLE)
        self.assertIn("good-model: valid, with 2 warnings; claimed overall v4 93.3", out)
        self.assertLessEqual(max(map(len, out.splitlines()[1:])), 80)
        self.assertIn("| verdicts | passed |".replace(" passed", " **passed**"),
                      self.run_program("submit", "validate", "submission", "--dataset", SAMPLE, "--format", "markdown"))

    def test_relative_paths_and_links_above_the_run(self):
        shutil.copytree(GOOD, self.folder / "runs/good-model")
        os.symlink("runs", self.folder / "linked")
        for place in ("runs/good-model", "linked/good-model", "./runs/../runs/good-model"):
            self.prepare(run=place)
            self.assertEqual(self.checks()["verdicts"][0], "passed")
            shutil.rmtree(self.folder / "submission")

    def test_the_leaderboard_takes_it(self):
        self.prepare()
        self.run_program("report", "submission/result", "--dataset", SAMPLE, "-o", "board/", "--site", "none")
        self.assertTrue((self.folder / "board/data/index.json").is_file())

    def test_another_version_of_the_program(self):
        self.prepare()
        self.claim(lambda claim: claim["program"].update(version="9.8.7"))
        self.assertEqual(self.checks()["program"], ("warning", "prepared with bfclx 9.8.7; validated with bfclx 0.1.0"))

    def test_files(self):
        self.prepare()
        shutil.copytree(self.folder / "submission", self.folder / "whole")
        def changed(path):
            path.write_bytes(path.read_bytes() + b"\n")
        def replaced(path):  # as many bytes
            path.write_bytes(path.read_bytes().replace(b"id", b"iD", 1))
        def linked(path):
            shutil.move(path, self.folder / "elsewhere.json")
            os.symlink(self.folder / "elsewhere.json", path)
        for change, text in ((changed, "was changed"), (replaced, "was changed"), (linked, "is a link"), (os.remove, "is missing"),
                             (lambda path: (path.parent / "more.json").write_text("{}"), "more.json is not listed"),
                             (lambda path: os.symlink("/", path.parent / "root"), "root is not listed")):  # fmt: skip
            shutil.rmtree(self.folder / "submission")
            shutil.copytree(self.folder / "whole", self.folder / "submission")
            change(self.results()[0])
            checks = self.checks(code=3)
            self.assertEqual(set(checks), {"files"})
            self.assertIn(text, checks["files"][1])

    def listed(self, path, text):
        """Another file in the submission, as submission.json lists it."""
        place = self.folder / "submission" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        file = {"path": path, "bytes": len(text), "sha256": hashlib.sha256(text.encode()).hexdigest()}
        self.claim(lambda claim: claim["files"].append(file))

    def test_only_files_of_the_run(self):
        self.prepare()
        shutil.copytree(self.folder / "submission", self.folder / "whole")
        # A leaderboard would take score files as those of another model.
        for name in ("bad-model/non_live/BFCL_v4_simple_python_score.json", "notes.txt", "more.zip",
                     "bfclx_shards/x/BFCL_v4_multiple_result.json"):  # fmt: skip
            shutil.rmtree(self.folder / "submission")
            shutil.copytree(self.folder / "whole", self.folder / "submission")
            self.listed(f"result/good-model/{name}", '{"accuracy": 1.0, "correct_count": 5, "total_count": 5}\n')
            self.assertEqual(self.checks(code=3), {"files": ("failed", f"result/good-model/{name} is not a result file of the run")})
        shutil.rmtree(self.folder / "submission/result")
        self.claim(lambda claim: claim["files"].clear())
        self.listed("result/good-model/bfclx_manifest.json", "{}")
        self.assertEqual(self.checks(code=3), {"files": ("failed", "no result file is listed")})

    def test_one_run(self):
        self.prepare()
        path = self.results()[0]
        self.listed(f"result/good-model/other/{path.name}", path.read_text("utf-8"))
        self.run_program("submit", "validate", "submission", "--dataset", SAMPLE, code=3)
        self.assertIn("submission has 2 runs; a submission has one", self.err)

    def test_claims(self):
        self.prepare()
        def fewer(claim):
            claim["categories"]["multiple"]["passed"] = 3
        self.claim(fewer)
        self.assertEqual(self.checks(code=3)["verdicts"], ("failed", "multiple: claimed 3 of 4, scored 4 of 4"))
        def others(claim):
            claim["categories"]["multiple"]["passed"] = 4
            claim["verdicts"] = "sha256:" + "0" * 64
        self.claim(others)
        self.assertEqual(self.checks(code=3)["verdicts"], ("failed", "the numbers are equal, but other entries pass"))
        def better(claim):
            claim["overall"] = 0.99
        self.prepare("-o", "better", output=())
        shutil.rmtree(self.folder / "submission")
        shutil.move(self.folder / "better", self.folder / "submission")
        self.claim(better)
        self.assertEqual(self.checks(code=3)["verdicts"], ("failed", "overall: claimed 99.0, scored 93.3"))
        def named(claim):
            claim.update(overall=0.9333333333333336, model="x** | <img src=y>", basis="all categories")
        self.claim(named)
        details = self.checks(code=3)["verdicts"][1]
        self.assertIn("model: claimed x** | <img src=y>, scored good-model", details)
        self.assertIn("basis: claimed all categories, scored covers 37.5 % of the weight", details)
        shown = self.run_program("submit", "validate", "submission", "--dataset", SAMPLE, "--format", "markdown", code=3)
        self.assertNotRegex(shown, r"(?<!\\)<img")
        def more(claim):
            claim["categories"]["web_search_base"] = {"entries": 100, "passed": 100}
        self.claim(more)
        self.assertIn("web_search_base: claimed 100 of 100, scored 0 of 0", self.checks(code=3)["verdicts"][1])

    def test_the_leaderboard_of_the_score(self):
        self.prepare()
        self.claim(lambda claim: claim.update(leaderboard="own"))
        self.assertEqual(self.checks(code=3)["verdicts"], ("failed", "leaderboard: claimed own, scored v4"))

    def test_what_a_manifest_says(self):
        run = self.folder / "runs/good-model"
        shutil.copytree(GOOD, run)
        for manifest in ("{}", '{"schema": "x"}', "[]", "{"):
            (run / "bfclx_manifest.json").write_text(manifest)
            self.prepare(run=run, code=None)
            result, details = self.checks()["generation"]
            self.assertEqual(result, "warning", manifest)
            self.assertIn("bfclx_manifest.json", details)
            shutil.rmtree(self.folder / "submission")

    def test_another_dataset(self):
        self.prepare()
        data = self.folder / "sample"
        shutil.copytree(SAMPLE, data)
        path = data / "data/BFCL_v4_multiple.json"
        path.write_text(path.read_text("utf-8").replace("?", "!", 1), encoding="utf-8")
        checks = self.checks(code=3, dataset=data)
        self.assertEqual(checks["dataset"][0], "failed")
        self.assertIn("; pass its dataset as --dataset", checks["dataset"][1])
        self.assertNotIn("verdicts", checks)

    def test_findings_are_checks(self):
        self.prepare(run=BAD, code=1)
        out = self.run_program("submit", "validate", "submission", "--dataset", SAMPLE)
        self.assertIn("Truncated responses", out)
        self.assertIn("overall v4 26.8", out)

    def test_malformed_submissions(self):
        self.prepare()
        def without(name):
            return lambda claim: claim.pop(name)
        def to(name, value):
            return lambda claim: claim.update({name: value})
        place = self.folder / "submission/submission.json"
        whole = place.read_bytes()
        for change, text in ((without("files"), "`files` is missing"), (to("schema", "x" * 100), "`schema` is `xxx"),
                             (to("files", [{"path": "../x", "bytes": 1, "sha256": ""}]), "does not stay"),
                             (to("files", [{"path": "/etc/passwd", "bytes": 1, "sha256": ""}]), "does not stay"),
                             (to("files", [{"path": "a", "bytes": -1, "sha256": ""}]), "`bytes` is not"),
                             (to("files", [{"path": "result/good-model/a", "bytes": 1, "sha256": ""}] * 2), "is listed twice"),
                             (to("files", {}), "`files` is not a list"), (to("folder", ".."), "`folder` is not"),
                             (to("folder", "a/b"), "`folder` is not"),
                             (to("files", [{"path": "result/other/x", "bytes": 1, "sha256": ""}]), "does not stay in result/good-model/"),
                             (to("overall", "93"), "`overall` is not a number"), (to("categories", []), "`categories` is not an object"),
                             (to("decoder", "nonsense"), "nonsense"),
                             (to("hardwear", "8 x H100"), "unknown member `hardwear`. Did you mean hardware?"),
                             (to("files", [{"path": "result/good-model/a", "bytes": 1, "sha256": "", "md5": ""}]), "unknown member `md5` in `files`."),
                             (to("program", {"version": "<b>"}), "`program.version` is `<b>`, expected a version such as"),
                             (to("program", {"version": ""}), "`program.version` is ``"), (to("leaderboard", "v9"), "v9")):  # fmt: skip
            place.write_bytes(whole)
            self.claim(change)
            self.run_program("submit", "validate", "submission", "--dataset", SAMPLE, code=3)
            self.assertIn(text, self.err)
        for data, text in ((b"{", "expected a JSON object"), (b"[" * 100_000, "expected a JSON object"),
                           (b" " * (5 << 20), "over 4 MiB")):  # fmt: skip
            place.write_bytes(data)
            self.run_program("submit", "validate", "submission", code=3)
            self.assertIn(text, self.err)
        place.unlink()
        self.run_program("submit", "validate", "submission", code=2)
        self.assertIn("missing; `bfclx submit prepare`", self.err)
        os.mkfifo(place)
        self.run_program("submit", "validate", "submission", code=3)
        self.assertIn("expected a regular file", self.err)

    def test_what_is_no_run_to_submit(self):
        self.prepare(run=SAMPLE / "results", code=2)
        self.assertIn("has 2 runs", self.err)
        self.assertFalse((self.folder / "submission").exists())
        (self.folder / "submission").mkdir(exist_ok=True)
        self.write("submission/mine.txt", "x")
        self.prepare(code=2)
        self.assertIn("is not an empty folder", self.err)
        run = self.folder / "linked/my-model"
        run.mkdir(parents=True)
        shutil.copy(GOOD / "non_live/BFCL_v4_multiple_result.json", run)
        os.symlink("/etc/passwd", run / "bfclx_manifest.json")
        shutil.rmtree(self.folder / "submission")
        self.prepare(run=run, code=2)
        self.assertIn("bfclx_manifest.json is a link", self.err)
        self.assertFalse((self.folder / "submission").exists())
        shutil.copytree(GOOD, self.folder / "runs/good-model")
        self.prepare(run="runs/good-model", output=("-o", "runs/good-model/out"), code=2)
        self.assertIn("lies in the run's folder", self.err)
        self.assertFalse((self.folder / "runs/good-model/out").exists())


if __name__ == "__main__":
    main()

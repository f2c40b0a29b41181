"""score and open_runs: the numbers of the program, and of a Dataset."""

import datetime
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import bfclx
from sample_case import Sample


class Runs(Sample):
    def test_files(self):
        report = bfclx.score("sample", dataset="sample", leaderboard="v4")
        runs = bfclx.open_runs(["sample"], dataset=bfclx.Dataset.sample(), leaderboard="v4", today=datetime.date(2026, 1, 1))
        self.assertEqual(runs.report, report)
        self.assertEqual(list(runs), [one["model"] for one in report["models"]])
        self.assertEqual(len(runs), 2)
        for run in runs.values():
            totals = run.report["totals"]
            self.assertEqual(sum(run.passed.values()), totals["passed"])
            self.assertEqual(len(run.passed), totals["passed"] + totals["failed"])
            self.assertEqual(run.score, run.report["score"])
            self.assertIn(run.label, repr(runs))
        self.assertTrue(runs.problems)
        self.assertEqual(runs.dataset["version"], "sample")
        with self.assertRaises(KeyError):
            runs["no-such-model"]

    def test_rows_are_the_verdicts(self):
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / "my-model" / "BFCL_v4_simple_python_result.json"
            path.parent.mkdir()

            responses = {one: self.text if one == self.id else "größer" for one in self.dataset.ids("simple_python")}
            path.write_text("".join(json.dumps({"id": one, "result": text}) + "\n" for one, text in responses.items()))
            run = bfclx.open_runs(name, dataset="sample", decoder="prompting")["my-model"]
            verdicts = bfclx.score(responses, list(responses.values()), dataset="sample", decoder="prompting")
            self.assertEqual(run.passed, {one.id: one.valid for one in verdicts})
            self.assertEqual([row.get("error_type") for row in run.rows], [one.error_type for one in verdicts])
            only = bfclx.score(path, dataset="sample", decoder="prompting", category="simple_python")
            self.assertEqual(only["models"][0]["totals"]["passed"], sum(run.passed.values()))

    def test_responses_at_hand(self):
        verdict = bfclx.score(self.id, self.text, dataset="sample", decoder="prompting")
        self.assertEqual(verdict, self.dataset.score(self.id, self.text, decoder="prompting"))
        self.assertTrue(verdict)
        self.assertFalse(bfclx.score(self.id, None, dataset=self.dataset))
        verdicts = bfclx.score([self.id] * 2, [self.text, "no"], dataset="sample", decoder="prompting", jobs=1)
        self.assertEqual([one.valid for one in verdicts], [True, False])
        with unittest.mock.patch.dict(os.environ, {"BFCLX_DATASET": "sample"}):
            self.assertTrue(bfclx.score(self.id, self.text))

    def test_a_benchmark_of_ones_own(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            tool = {"name": "f", "description": "", "parameters": {"type": "object", "properties": {}}}
            (folder / "tools.json").write_text(json.dumps([tool]))
            (folder / "cases.jsonl").write_text("".join(json.dumps(
                {"question": f"Question {i}?", "tags": ["calls" if i < 3 else "none"],
                 "expected": [{"name": "f", "arguments": {}}] if i < 3 else "none"}) + "\n"
                for i in range(4)))
            for command in (["new", "own", "--tools", "tools.json"], ["add", "own", "cases.jsonl"]):
                subprocess.run([sys.executable, "-m", "bfclx", "dataset", *command], cwd=folder, check=True,
                               stdout=subprocess.DEVNULL)
            own = bfclx.Dataset.open(str(folder / "own"))
            calling, silent = ({one.id: one for one in bfclx.score(list(own), [text] * 4, dataset=own, decoder="prompting")}
                               for text in ("[f()]", "No."))
            for dataset in (own, folder / "own"):
                compared = bfclx.compare(calling, silent, dataset=dataset, draws=100)
                self.assertEqual([run["value"] for run in compared["runs"]], [0.75, 0.25])
                self.assertEqual((compared["overall"]["a"], compared["overall"]["b"]), (0.75, 0.25))
                self.assertEqual(compared["basis"]["leaderboard"], "own")
            self.assertEqual(bfclx.compare(calling, silent, draws=100)["basis"]["leaderboard"], "v4")
            path = folder / "own/dataset.json"
            path.write_text(json.dumps({**json.loads(path.read_text()), "weights": {"calls": 1, "none": 4}}))
            compared = bfclx.compare(calling, silent, dataset=bfclx.Dataset.open(str(folder / "own")), draws=100)
            self.assertEqual([run["value"] for run in compared["runs"]], [0.2, 0.8])
            self.assertAlmostEqual(compared["overall"]["difference"], 0.6, 12)
            self.assertEqual(compared["basis"]["text"], "both categories, with tag weights")

    def test_errors(self):
        with self.assertRaises(bfclx.ProgramError) as raised:
            bfclx.score("no/such/folder", dataset="sample")
        self.assertEqual(raised.exception.exit_code, 2)
        with self.assertRaises(bfclx.ProgramError):
            bfclx.open_runs("sample", dataset="sample", decoder="no_such")
        with self.assertRaises(TypeError):
            bfclx.score(self.id, self.text, dataset="sample", category="live")
        with self.assertRaises(TypeError):
            bfclx.score("sample", dataset="sample", today="2026-01-01")
        with self.assertRaises(bfclx.UnknownEntryError):
            bfclx.score("no_such", "x", dataset="sample")
        with self.assertRaises(ValueError):
            bfclx.open_runs("sample", dataset="sample").to_pandas("entries")

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "SKIPPED: pandas is not installed")
    def test_frames(self):
        runs = bfclx.open_runs("sample", dataset="sample")
        frame = runs.to_pandas()
        self.assertEqual(len(frame), sum(len(run.rows) for run in runs.values()))
        self.assertEqual(list(frame.columns), ["model", "id", "valid", "error_type", "rule", "reason"])
        failed = frame[frame["valid"] == False]  # noqa: E712
        self.assertFalse(failed["error_type"].isna().any())
        categories = runs.to_pandas(rows="categories")
        self.assertEqual(len(categories), sum(len(run.report["categories"]) for run in runs.values()))
        self.assertEqual(categories["right"].sum(), sum(run.report["totals"]["passed"] for run in runs.values()))


if __name__ == "__main__":
    unittest.main()

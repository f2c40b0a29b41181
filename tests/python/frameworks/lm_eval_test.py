"""`bfclx score --format lm-eval`, read by the readers of the real lm_eval; samples of its own writer, scored by `bfclx score`."""

import json
import math
import pathlib
import tempfile
import unittest

from datasets import load_dataset
from lm_eval.loggers import EvaluationTracker
from lm_eval.utils import get_file_datetime, get_file_task_name, get_latest_filename, get_results_filenames, make_table

from installed import program

DATE = "2026-11-28T04-00-00.000001"
CALL = "[harbour.tide_table(harbour='Whitby', date='2026-05-03')]"


class LmEval(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.results = self.folder / "mine.jsonl"
        rows = [{"id": "simple_python_90000", "result": CALL}, {"id": "simple_python_90001", "result": "none"},
                {"id": "irrelevance_90000", "result": "I do not know."}]
        self.results.write_text("".join(json.dumps(row) + "\n" for row in rows))
        self.told = (self.results, "--dataset", "sample", "--decoder", "prompting")

    def test_its_table_has_the_report_s_numbers(self):
        results = json.loads(program("score", *self.told, "--format", "lm-eval"))
        report = json.loads(program("score", *self.told, "--format", "json"))
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in make_table(results).splitlines()]
        found = {}
        task = ""
        for row in cells[2:]:
            task = row[0] or task
            if row[4] == "acc":
                found[task] = (row[5], float(row[6]))
        wanted = {row["category"]: ("↑", round(row["accuracy"], 4)) for row in report["models"][0]["categories"] if row["entries"]}
        self.assertEqual({task: found[task] for task in wanted}, wanted)

    def test_its_readers_find_and_load_the_file(self):
        """By its name, and with the call that lm_eval loads results for a model card with."""
        path = self.folder / "my-model" / f"results_{DATE}.json"
        path.parent.mkdir()
        path.write_text(program("score", *self.told, "--format", "lm-eval"))
        self.assertEqual(get_results_filenames([str(path), str(self.results)]), [str(path)])
        self.assertEqual(get_latest_filename([str(path)]), str(path))
        self.assertTrue(get_file_datetime(path.name).startswith(DATE))
        results = load_dataset("json", data_files=str(path), split="train", cache_dir=str(self.folder / "cache"))["results"][0]
        self.assertEqual(results, json.loads(path.read_text())["results"])
        self.assertEqual(results["bfcl_irrelevance"]["acc,none"], 1.0)
        self.assertTrue(all(math.isfinite(task["acc_stderr,none"]) for task in results.values()))

    def test_its_tracker_saves_our_results_again(self):
        results = json.loads(program("score", *self.told, "--format", "lm-eval"))
        tracker = EvaluationTracker(output_path=str(self.folder / "out"))
        tracker.save_results_aggregated(results=json.loads(json.dumps(results)), samples={})
        (path,) = (self.folder / "out").rglob("results_*.json")
        self.assertEqual(json.loads(path.read_text())["results"], results["results"])

    def test_samples_of_its_writer_are_scored(self):
        tracker = EvaluationTracker(output_path=str(self.folder / "out"))
        tracker.date_id = DATE
        samples = [{"doc_id": number, "doc": {"id": row["id"], "question": "?"}, "target": "", "arguments": [("?", {"until": []})],
                    "resps": [[row["result"]]], "filtered_resps": [row["result"][:5]], "filter": "none", "metrics": ["acc"],
                    "doc_hash": "a", "prompt_hash": "b", "target_hash": "c", "acc": 0.0}
                   for number, row in enumerate(map(json.loads, self.results.read_text().splitlines()))]
        tracker.save_results_samples("bfcl_simple", samples)
        (path,) = (self.folder / "out").rglob("samples_*.jsonl")
        self.assertEqual(get_file_task_name(path.name), "bfcl_simple")
        rest = ("--dataset", "sample", "--decoder", "prompting", "--verdicts", "-")
        verdicts = [{one["id"]: one["valid"] for one in map(json.loads, program("score", file, *rest).splitlines())}
                    for file in (self.results, path)]
        self.assertEqual(verdicts[0], verdicts[1])
        self.assertEqual(verdicts[0], {"simple_python_90000": True, "simple_python_90001": False, "irrelevance_90000": True})


if __name__ == "__main__":
    unittest.main()

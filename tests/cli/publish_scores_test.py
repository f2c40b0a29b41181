"""`bfclx report` of official score files, with and without the results that they are of.

    python3 tests/cli/publish_scores_test.py build/release/tools/bfclx [Suite]
"""

import json
import os
import shutil

from cli_case import GOOD, SAMPLE, main
from publish_case import BAD, PublishCase


class PublishScores(PublishCase):
    def test_scores_are_added_and_further_categories_too(self):
        scores = self.scores()
        self.publish(scores, code=None)
        whole = self.tree(self.folder / "board")
        for first, second in [("good-model", "bad-model"), ("bad-model", "good-model")]:
            with self.subTest(first):
                shutil.rmtree(self.folder / "board")
                self.publish(scores / first, code=None)
                self.publish(scores / second, "--add", code=None)
                self.assertNotEqual(self.status, 2, self.err)
                self.assertEqual(self.tree(self.folder / "board"), whole)
        # One category, then all, then one again; results, then scores.
        shutil.rmtree(self.folder / "board")
        self.publish(self.models("one"))
        self.publish(scores / "bad-model", "--add", code=None)
        self.publish(GOOD, "--add", code=None)
        self.publish(self.models("two") / "two", "--add")
        index = self.read("index.json")
        self.assertEqual([model["label"] for model in index["models"]], ["bad-model", "good-model", "one", "two"])
        self.assertGreater(len(index["categories"]), 3)
        # Another dataset is told by a file that both have loaded, whatever else was.
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        path = dataset / "data" / "BFCL_v4_simple_python.json"
        path.write_text(path.read_text(encoding="utf-8").replace("the", "The"), encoding="utf-8")
        for added in [scores / "good-model", self.folder / "result" / "two"]:
            self.publish(added, "--add", dataset=dataset, code=2)
            self.assertIn("data/BFCL_v4_simple_python.json has changed", self.err)

    def test_score_files_serve_where_the_results_are_gone(self):
        scores = self.scores()
        self.publish(GOOD, BAD, code=1)
        by_results = {model["label"]: model for model in self.read("index.json")["models"]}
        marks = {name: self.read(f"models/{name}/model.json") for name in by_results}
        slices = self.read("models/bad-model/simple_python-0.json")
        shutil.rmtree(self.folder / "board")
        self.publish(scores, code=None)
        index = self.read("index.json")
        self.assertEqual([model["source"] for model in index["models"]], ["scores", "scores"])
        known = 0
        for model in index["models"]:
            own = self.read(f"models/{model['label']}/model.json")
            for name, part in model["categories"].items():
                other = by_results[model["label"]]["categories"][name]
                self.assertEqual((part["right"], part["entries"]), (other["right"], other["entries"]), name)
                theirs = marks[model["label"]]["verdicts"][name]["marks"]
                mine = own["verdicts"][name]["marks"]
                if "-" in theirs:
                    # Which entries are absent, and which have passed, is not in the files.
                    self.assertTrue(part["unknown"])
                    self.assertEqual(mine, theirs.replace("1", "?").replace("-", "?"))
                else:
                    known += 1
                    self.assertEqual((mine, part["interval_95"]), (theirs, other["interval_95"]))
        self.assertGreater(known, 5)
        again = self.read("models/bad-model/simple_python-0.json")
        self.assertEqual(again["types"], slices["types"])
        for row, other in zip(again["answers"], slices["answers"]):
            self.assertEqual(row if row[0] == 0 else row[0], other if other[0] == 0 else other[0])

    def test_score_files_that_lie_are_told(self):
        entries = [json.loads(line)["id"] for line in (SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines()]
        name = "BFCL_v4_simple_python_score.json"
        wrong = {"id": entries[1], "valid": False, "error": ["Their own words."], "error_type": "theirs:own", "model_result_raw": "[f(x=1)]"}
        head = {"accuracy": (len(entries) - 1) / len(entries), "correct_count": len(entries) - 1, "total_count": len(entries)}
        self.write(f"score/honest/non_live/{name}", "\n".join(map(json.dumps, [head, wrong])))
        self.write(f"score/liar/non_live/{name}", "\n".join(map(json.dumps, [head, wrong, {**wrong, "id": entries[2]}, {**wrong, "id": "x_1"}])) + "\n[1")
        self.write(f"score/headless/non_live/{name}", json.dumps(wrong))
        self.publish(self.folder / "score", code=1)
        for text in ["lists 2 failures, but its first line counts 1", "unknown id `x_1` in simple_python", "not a line of a score file",
                     "has no line with accuracy"]:
            self.assertIn(text, self.err)
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["honest"])
        row = self.read("models/honest/simple_python-0.json")
        self.assertEqual(row["types"], ["theirs:own"])
        self.assertEqual(row["answers"][1][:4], [0, 0, "Their own words.", "f(x=1)"])
        self.assertEqual([mark for mark in self.read("models/honest/model.json")["verdicts"]["simple_python"]["marks"]],
                         ["1", "0"] + ["1"] * (len(entries) - 2))
        # Neither count is taken over, the better or the worse.
        head = {"accuracy": 1, "correct_count": len(entries), "total_count": len(entries)}
        self.write(f"score/liar/non_live/{name}", "\n".join(map(json.dumps, [head, wrong])))
        self.write(f"score/modest/non_live/{name}", json.dumps({**head, "accuracy": 0, "correct_count": 0}))
        self.publish(self.folder / "score", code=1)
        self.assertIn("lists 1 failure, but its first line counts 0; the file is skipped", self.err)
        self.assertIn(f"lists 0 failures, but its first line counts {len(entries)}; the file is skipped", self.err)
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["honest"])

    def test_a_second_file_of_a_category_is_told(self):
        entries = [json.loads(line)["id"] for line in (SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines()]
        head = json.dumps({"accuracy": 1, "correct_count": len(entries), "total_count": len(entries)})
        self.write("score/m/live/BFCL_v4_simple_python_score.json", head)
        self.publish(self.folder / "score")
        before = self.read("models/m/model.json")
        self.write("score/m/non_live/BFCL_v4_simple_python_score.json", head)
        self.publish(self.folder / "score", code=1)
        self.assertIn("non_live/BFCL_v4_simple_python_score.json: is a second file of simple_python", self.err)
        after = self.read("models/m/model.json")
        self.assertEqual((after["categories"], after["verdicts"]), (before["categories"], before["verdicts"]))

    def test_counts_that_contradict_each_other_do_not_count(self):
        name = "non_live/BFCL_v4_simple_python_score.json"
        for right, accuracy, code in ((2, 0.667, 0), (2, 0.1, 1), (2, float("nan"), 1), (500, 1, 1), (3, "1", 1)):
            with self.subTest(right=right, accuracy=accuracy):
                entries = [json.loads(line)["id"] for line in (SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines()]
                wrong = {"id": entries[0], "valid": False, "error": ["x"], "error_type": "t", "model_result_raw": "[f(x=1)]"}
                head = {"accuracy": accuracy, "correct_count": right, "total_count": 3}
                self.write(f"score/m/{name}", "\n".join(map(json.dumps, [head, *[wrong][: 3 - right]])))
                self.publish(self.folder / "score", code=code)
                self.assertEqual(f"has inconsistent counts: {right} of 3 entries" in self.err, code != 0, self.err)

    def test_more_entries_than_there_are_do_not_count(self):
        name = "non_live/BFCL_v4_simple_python_score.json"
        entries = len((SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines())
        for total, code in ((entries, 0), (entries + 1, 1), (2**63 - 1, 1)):
            with self.subTest(total):
                head = {"accuracy": 1, "correct_count": total, "total_count": total}
                self.write(f"score/m/{name}", json.dumps(head))
                self.publish(self.folder / "score", code=code)
                told = f"counts {total:,} entries, but the dataset has {entries}; the file is skipped"
                self.assertEqual(told in self.err, code != 0, self.err)

    def test_a_file_without_its_first_line_does_not_count(self):
        entries = [json.loads(line)["id"] for line in (SAMPLE / "data" / "BFCL_v4_simple_python.json").read_text().splitlines()]
        wrong = {"id": entries[1], "valid": False, "error": ["x"], "error_type": "t", "model_result_raw": "[f(x=1)]"}
        head = {"accuracy": 1, "correct_count": len(entries), "total_count": len(entries)}
        self.write("score/m/non_live/BFCL_v4_simple_python_score.json", json.dumps(head))
        other = json.loads((SAMPLE / "data" / "BFCL_v4_multiple.json").read_text().splitlines()[0])["id"]
        self.write("score/m/non_live/BFCL_v4_multiple_score.json", json.dumps({**wrong, "id": other}))
        self.publish(self.folder / "score", code=1)
        self.assertIn("BFCL_v4_multiple_score.json:1: has no line with accuracy", self.err)
        self.assertEqual(list(self.read("models/m/model.json")["verdicts"]), ["simple_python"])
        # It takes no other file's place.
        (self.folder / "score/m/live").mkdir()
        os.rename(self.folder / "score/m/non_live/BFCL_v4_simple_python_score.json",
                  self.folder / "score/m/non_live/BFCL_v4_parallel_score.json")
        self.write("score/m/live/BFCL_v4_simple_python_score.json", json.dumps(wrong))
        self.write("score/m/non_live/BFCL_v4_simple_python_score.json", json.dumps(head))
        self.publish(self.folder / "score", code=1)
        self.assertIn("live/BFCL_v4_simple_python_score.json:1: has no line with accuracy", self.err)
        self.assertNotIn("is a second file", self.err)
        marks = self.read("models/m/model.json")["verdicts"]["simple_python"]["marks"]
        self.assertEqual(marks, "1" * len(entries))

    def test_models_with_scores_alone_enter_beside_results(self):
        scores = self.scores()
        root = self.folder / "root"
        shutil.copytree(GOOD, root / "result" / "good-model")
        shutil.copytree(scores / "good-model", root / "score" / "good-model")
        shutil.copytree(scores / "bad-model", root / "score" / "bad-model")
        self.publish(root, code=None)
        self.assertEqual([(model["label"], model["source"]) for model in self.read("index.json")["models"]],
                         [("bad-model", "scores"), ("good-model", "results")])

    def test_results_count_where_scores_are_there_too(self):
        scores = self.scores()
        self.publish(scores, GOOD, code=None)
        self.assertEqual([(model["label"], model["source"]) for model in self.read("index.json")["models"]],
                         [("bad-model", "scores"), ("good-model", "results")])

    def test_a_score_has_one_interval(self):
        self.publish(GOOD, BAD, code=1)
        index = self.read("index.json")
        audit = self.read("audit.json")
        self.assertEqual(len(audit["scores"]), 2)
        self.assertRegex(audit["text"], r"^\d+ of \d+ entries (is|are) suspicious, based on \d+ runs")
        self.assertRegex(audit["few_runs"], r"^With fewer than \d+ runs, ")
        for model, score in zip(index["models"], audit["scores"]):
            self.assertEqual(score["name"], model["name"])
            self.assertEqual(score["all"], model["ranked"])


if __name__ == "__main__":
    main()

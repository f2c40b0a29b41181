"""A malformed entry of the dataset costs itself alone, in every command."""

import json
import shutil
from pathlib import Path

from cli_case import GOOD, SAMPLE, Case, main

CATEGORY = "parallel_multiple"
BAD = "parallel_multiple_90001"
ANSWERS = Path("data") / "possible_answer" / f"BFCL_v4_{CATEGORY}.json"


class Malformed(Case):
    def setUp(self):
        super().setUp()
        self.dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, self.dataset)
        path = self.dataset / ANSWERS
        lines = path.read_text().splitlines()
        entry = json.loads(lines[1])
        entry["ground_truth"].append({"deck": [[], ""]})
        path.write_text("\n".join([lines[0], json.dumps(entry), lines[2]]) + "\n")
        self.place = f"{self.dataset / ANSWERS}:2: {BAD}: "
        self.what = 'item 3 of "ground_truth" is {"deck": [[], ""]}'

    def on(self, *arguments, **keywords):
        return self.run_program(*arguments, "--dataset", self.dataset, **keywords)

    def test_two_runs_tell_it_once(self):
        for command in (["compare"], ["report", "-o", self.folder / "r.html"]):
            self.on(*command, GOOD, SAMPLE / "results" / "bad-model", code=None)
            self.assertEqual(self.err.count(self.what), 1, self.err)

    def test_check(self):
        before = json.loads(self.check(GOOD, "--format", "json"))
        report = json.loads(self.on("score", GOOD, "--format", "json", code=1))
        self.assertEqual(self.err.count(self.place + self.what), 1, self.err)
        (model,) = report["models"]
        for row in before["models"][0]["categories"]:
            own = [one for one in model["categories"] if one["category"] == row["category"]]
            if row["category"] == CATEGORY:
                self.assertEqual(own[0]["total"], row["total"] - 1)
                self.assertEqual(own[0]["missing"], row["missing"])
            else:
                self.assertEqual(own, [row])
        (unscored,) = model["not_scored"]
        self.assertEqual((unscored["category"], unscored["entries"]), (CATEGORY, 1))
        self.assertIn(f"{ANSWERS}:2: {BAD}: {self.what}", unscored["reason"])
        (problem,) = model["problems"]
        self.assertEqual((problem["line"], problem["id"]), (2, BAD))
        self.assertEqual(problem["file"], str(self.dataset / ANSWERS))

    def test_the_basis_tells_of_it(self):
        (model,) = json.loads(self.on("score", GOOD, "--format", "json", code=1))["models"]
        basis = model["score"]["basis"]
        self.assertEqual(basis["malformed_entries"], 1)
        self.assertIn("1 entry malformed in the dataset", basis["text"])
        self.assertIn("1 entry malformed in", " ".join(self.on("score", GOOD, code=1).split()))

    def spoil(self, path, line, change):
        """Changes the entry on a line of a file of the dataset."""
        path = self.dataset / path
        lines = path.read_text().splitlines()
        entry = json.loads(lines[line - 1])
        change(entry)
        lines[line - 1] = json.dumps(entry)
        path.write_text("\n".join(lines) + "\n")

    def test_function_docs_that_the_checker_cannot_take(self):
        questions = Path("data") / "BFCL_v4_simple_python.json"
        kept = (self.dataset / questions).read_text()

        def doc(entry):
            return entry["function"][0]["parameters"]

        for change, said in (
            (lambda e: doc(e)["properties"].update(mode=5), "parameter `mode` of function `"),
            (lambda e: doc(e)["properties"].update(mode={}), '"type" of parameter `mode` of function `'),
            (lambda e: doc(e).update(properties=None), '"properties" of function `'),
            (lambda e: doc(e).update(required=5), '"required" of function `'),
            (lambda e: e["function"][0].update(parameters=5), '"parameters" of function `'),
        ):
            self.spoil(questions, 1, change)
            self.on("score", GOOD, "--category", "simple_python", code=1)
            self.assertIn(f"{questions}:1: simple_python_90000: {said}", self.err)
            self.on("self-check", "--category", "simple_python", code=1)
            self.assertIn(f"{questions}:1: simple_python_90000: {said}", " ".join(self.out.split()))
            (self.dataset / questions).write_text(kept)

    def test_ground_truth_of_episodes_that_no_response_can_meet(self):
        answers = Path("data") / "possible_answer" / "BFCL_v4_multi_turn_base.json"
        kept = (self.dataset / answers).read_text()
        for truth, said in (
            ([["ls()"]], '"ground_truth" has 1 turn, the question has 2'),
            ([["x"], ["ls()"]], 'item 1 of "ground_truth" is ["x"], expected'),
            ([["ls()"], ["list the files (all)"]], 'item 2 of "ground_truth" is ["list the files (all)"], expected'),
        ):
            self.spoil(answers, 1, lambda entry, truth=truth: entry.update(ground_truth=truth))
            self.on("score", GOOD, "--category", "multi_turn_base", code=1)
            self.assertIn(f"{answers}:1: multi_turn_base_90000: {said}", self.err)
            (self.dataset / answers).write_text(kept)
        self.spoil(answers, 1, lambda entry: entry.update(ground_truth=[["ls(a=pwd())", ""], ["cd(folder='a"]]))
        self.on("score", GOOD, "--category", "multi_turn_base")

    def test_ground_truth_of_other_entries(self):
        path = self.dataset / ANSWERS
        lines = (SAMPLE / ANSWERS).read_text().splitlines()
        path.write_text("\n".join([lines[1], lines[0], lines[2]]) + "\n")
        self.check_unscored(["parallel_multiple_90000", BAD])
        self.assertIn(f"{path}:1: parallel_multiple_90000: the ground truth on this line has the id "
                      f"{BAD}; questions and ground truth are matched by line", self.err)
        other = json.loads(lines[0]) | {"id": "parallel_multiple_777"}
        path.write_text("\n".join([json.dumps(other), lines[1], lines[2]]) + "\n")
        self.check_unscored(["parallel_multiple_90000"])
        del other["id"]  # the place alone tells it
        path.write_text("\n".join([json.dumps(other), lines[1], lines[2]]) + "\n")
        self.on("score", GOOD)

    def check_unscored(self, ids):
        (model,) = json.loads(self.on("score", GOOD, "--format", "json", code=1))["models"]
        self.assertEqual([problem["id"] for problem in model["problems"]], ids)
        (row,) = [one for one in model["categories"] if one["category"] == CATEGORY]
        self.assertEqual(row["entries"], 3 - len(ids))

    def test_verdicts(self):
        def of(dataset, code):
            path = self.folder / "verdicts.jsonl"
            self.run_program("score", GOOD, "--verdicts", path, "--dataset", dataset, code=code)
            return [json.loads(line) for line in path.read_text().splitlines()]
        for before, after in zip(of(SAMPLE, 0), of(self.dataset, 1), strict=True):
            if before["id"] != BAD:
                self.assertEqual(before, after)
            else:
                self.assertIsNone(after["valid"])
                self.assertIn(self.what, after["not_scored"])

    def test_audit(self):
        report = json.loads(self.on("audit", GOOD, "--json", code=1))
        (malformed,) = report["malformed"]
        self.assertEqual(malformed["id"], BAD)
        self.assertEqual(malformed["file"], str(ANSWERS))
        self.assertEqual(malformed["line"], 2)
        ids = [entry["id"] for entry in report["entries"]]
        self.assertIn("parallel_multiple_90000", ids)
        self.assertNotIn(BAD, ids)
        page = self.folder / "audit.html"
        table = self.on("audit", GOOD, "--html", page, code=1)
        self.assertIn(f"{ANSWERS}:2: {BAD}", page.read_text())
        self.assertIn(BAD, table.split("\n")[1], table)

    def test_self_check(self):
        out = self.on("self-check", "--category", CATEGORY, code=1)
        self.assertIn("malformed, skipped\n  " + BAD, out)
        self.assertIn(f"{ANSWERS}:2:", out)

    def test_explain(self):
        self.assertIn("not scored: ", self.on("show", GOOD, BAD, code=None), self.err)

    def test_evaluate_has_no_official_score(self):
        folder = self.folder / "result"
        shutil.copytree(GOOD, folder / "good-model")
        shutil.copy(SAMPLE / "models.json", self.folder)
        self.on("evaluate", "--result-dir", folder, "--score-dir", self.folder / "score", code=1)
        self.assertIn(f"{CATEGORY} has no official score and is not evaluated", self.err)
        self.assertEqual(list(self.folder.glob(f"score/**/*{CATEGORY}_score.json")), [
            path for path in self.folder.glob(f"score/**/*live_{CATEGORY}_score.json")])

    def test_each_line_is_told_once(self):
        for name in ("one", "two"):
            shutil.copytree(GOOD, self.folder / "result" / name)
        self.on("audit", self.folder / "result", code=1)
        self.assertEqual(self.err.count(self.what), 1, self.err)


if __name__ == "__main__":
    main()

"""Results as other programs leave them: snapshots of the Hugging Face cache, folders of logs, of official scores and of
Parquet. Forms of single files are in forms_test.py."""

import json
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main


class Imports(Case):
    def responses(self):
        return {one["id"]: one["result"] for one in map(json.loads, SIMPLE.read_text().splitlines())}

    def right(self, *arguments, code=0):
        (model,) = self.check_json(*arguments, "--category", "simple_python", code=code)["models"]
        return self.category({"models": [model]}, "simple_python")["right"]

    def told(self, path):
        self.check(path, code=2)
        return " ".join(self.err.split())

    def test_a_snapshot_of_the_hub_s_cache(self):
        """Its files are links into `blobs`."""
        self.write("models--a--m/blobs/aa", SIMPLE.read_bytes())
        link = self.folder / "models--a--m/snapshots/abc/result/m/non_live/BFCL_v4_simple_python_result.json"
        link.parent.mkdir(parents=True)
        link.symlink_to("../../../../../blobs/aa")
        self.write("models--a--m/snapshots/abc/.eval_results/bfcl.yaml", "- dataset:\n    id: a/b\n")
        for path in ("models--a--m", "models--a--m/snapshots/abc", "models--a--m/snapshots/abc/result/m"):
            self.assertEqual(self.right(path), self.right(GOOD), path)

    def test_samples_of_lm_evaluation_harness(self):
        rows = [{"doc_id": number, "doc": {"id": entry}, "target": "", "arguments": {}, "resps": [[result]], "filtered_resps": [result[:3]],
                 "filter": "none", "metrics": ["acc"], "acc": 0.0} for number, (entry, result) in enumerate(self.responses().items())]
        path = self.write("samples_bfcl_simple_2026-11-28T04-00-00.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        wanted = self.right(GOOD)
        self.assertEqual(self.right(path), wanted)
        self.assertIn("samples of lm-evaluation-harness", self.err)

    def test_a_folder_of_official_scores(self):
        path = self.write("score/m/non_live/BFCL_v4_simple_python_score.json", '{"accuracy": 1.0, "correct_count": 1, "total_count": 1}\n')
        for folder in ("score", "score/m"):
            told = self.told(self.folder / folder)
            self.assertIn(f"has score files, which lack most responses (such as {path})", told)
            self.assertIn("pass the result folder they were made from", told)

    def test_score_files_as_the_official_program_writes_them(self):
        """`evaluate` writes its bytes. The folder and each file are refused by name, and `report` takes the folder."""
        shutil.copytree(GOOD, self.folder / "result" / "good-model")
        self.run_program("evaluate", "--dataset", SAMPLE, "--result-dir", "result", "--score-dir", "score",
                         "--model", "good-model", "--test-category", "simple_python", "--partial-eval", code=None)
        (path,) = (self.folder / "score").rglob("*_score.json")
        self.assertIn("has score files, which lack most responses", self.told(self.folder / "score"))
        self.check(path, code=1)
        self.assertIn("the header of a score file; pass the result file it was made from", self.err)
        self.run_program("report", "score", "--dataset", SAMPLE, "-o", "board/", "--site", "none", code=None)
        self.assertTrue((self.folder / "board/data/index.json").is_file(), self.err)

    def test_a_data_set_in_parquet(self):
        self.write("hub/data/train-00000-of-00001.parquet", b"PAR1xxxxPAR1")
        self.assertIn('export them as JSON lines with "id" and "result" and pass those', self.told(self.folder / "hub"))


if __name__ == "__main__":
    main()

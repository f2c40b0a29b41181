"""Runs in several languages: `compare --translation`, `--by-language`, and leaderboards by language.

    python3 tests/cli/translation_compare_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import GOOD, main
from translation_case import SIMPLE, TranslationCase


class TranslationCompare(TranslationCase):
    """One model on the sample and on two translations: in German it fails two entries, in Korean one."""

    def setUp(self):
        super().setUp()
        self.new()
        self.add(self.translated("simple_python", "multi_turn"))
        self.new(name="multi-ko", language="ko")
        self.add(self.translated("simple_python", name="multi-ko"), name="multi-ko")
        for folder, benchmark, failed in (("en", None, 0), ("de", "multi-de", 2), ("ko", "multi-ko", 1)):
            target = self.folder / "result" / folder / "good-model"
            shutil.copytree(GOOD, target)
            if benchmark is None:
                continue
            path = target / "non_live/BFCL_v4_simple_python_result.json"
            lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            for line in lines[:failed]:
                line["result"] = "No."
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
            version = f"{benchmark} 0.1.0 ({folder}, translation of sample)"
            self.write(f"result/{folder}/good-model/bfclx_manifest.json", json.dumps({"bfclx": "0.1.0", "dataset": {
                "version": version, "hash": "fnv1a:0 (1 file)", "benchmark": benchmark}}))

    def compare(self, *more, code=0, runs=("en", "de")):
        return self.flat("compare", *(f"result/{run}/good-model" for run in runs), "--dataset", "sample", "--draws", 200,
                         *more, code=code)

    def test_two_languages(self):
        told = self.compare("--translation", "multi-de", code=None)
        self.assertIn("en/good-model is in the source's language (sample), de/good-model is in de (multi-de 0.1.0, "
                      "translation of sample). Entries are paired by id.", told)
        self.assertIn("overall A 100.0 B 75.0 -25.0 points", told)
        # As `score` has it, as not all categories are translated.
        self.assertIn("accuracy 75.0", told)
        self.assertNotIn("overall v4", told)
        self.assertIn("passed only in A 2 simple_python_90000", told)
        self.assertNotIn("different dataset", told)
        self.assertIn("is in de", self.compare("--translation", "multi-de", "--format", "markdown", code=None))
        self.run_program("compare", "result/en/good-model", "result/de/good-model", "--dataset", "sample", "--draws", 200,
                         "--translation", "multi-de", "--format", "json", code=None)
        report = json.loads(self.out)
        self.assertEqual([run["dataset"]["language"] for run in report["runs"]], ["source", "de"])
        self.assertEqual(report["comparisons"][0]["entries"], 8)
        self.assertEqual([flip["id"] for flip in report["comparisons"][0]["lost"]], SIMPLE[:2])

    def test_by_language(self):
        told = self.compare("--translation", "multi-de", "--translation", "multi-ko", "--by-language", code=None,
                            runs=("en", "de", "ko"))
        self.assertIn("Accuracy by language model language source translation diff", told)
        self.assertRegex(told, r"good-model de 100\.0 75\.0 -25\.0 ")
        self.assertRegex(told, r"good-model ko 100\.0 80\.0 -20\.0 ")
        self.assertNotIn("not compared", told)
        self.run_program("compare", *(f"result/{run}/good-model" for run in ("en", "de", "ko")), "--dataset", "sample",
                         "--translation", "multi-de", "--translation", "multi-ko", "--by-language", "--format", "json",
                         "--draws", 200, code=None)
        rows = json.loads(self.out)["rows"]
        self.assertEqual([(row["language"], row["source"]) for row in rows], [("de", "en/good-model"), ("ko", "en/good-model")])
        self.assertEqual([len(row["comparison"]["lost"]) for row in rows], [2, 1])
        # Without a run in the source's language there is nothing to compare with.
        told = self.compare("--translation", "multi-de", "--translation", "multi-ko", "--by-language", code=None,
                            runs=("de", "ko"))
        self.assertRegex(told, r"good-model de 8 - 75\.0 - - -")
        self.assertIn("de/good-model, ko/good-model: not compared, because their models have no run in the other language. "
                      "Runs belong to one model if their folders have the same name.", told)
        shutil.copytree(self.folder / "result/de", self.folder / "result/again")
        self.compare("--translation", "multi-de", "--by-language", code=2, runs=("en", "de", "again"))
        self.assertIn("a table of languages has one run for each model and language, but de/good-model and again/good-model "
                      "have the same model and language", " ".join(self.err.split()))

    def board(self, *more, runs=("en", "de", "ko"), code=0):
        return self.flat("report", *(f"result/{run}/good-model" for run in runs), "--dataset", "sample", "-o", "board/",
                         "--site", "none", "--draws", 200, *more, code=code)

    def languages(self):
        index = json.loads((self.folder / "board/data/index.json").read_text("utf-8"))
        path = self.folder / "board/data/languages.json"
        self.assertEqual(index.get("languages", False), path.exists())
        return index, json.loads(path.read_text("utf-8"))["rows"] if path.exists() else []

    def test_a_leaderboard_by_language(self):
        both = ("--translation", "multi-de", "--translation", "multi-ko")
        self.board(*both, code=None)
        index, rows = self.languages()
        self.assertEqual([model["label"] for model in index["models"]], ["good-model"])
        shown = [(row["model"], row["language"], row["entries"], row["source"], row["translation"]) for row in rows]
        self.assertEqual(shown, [("good-model", "de", 8, 1.0, 0.75), ("good-model", "ko", 5, 1.0, 0.8)])
        self.assertEqual([row["texts"]["difference"] for row in rows], ["-25.0", "-20.0"])
        self.assertIn("- [Languages](data/languages.json)", (self.folder / "board/llms.txt").read_text("utf-8"))
        # The rows are those of `compare --by-language`.
        self.run_program("compare", *(f"result/{run}/good-model" for run in ("en", "de", "ko")), "--dataset", "sample",
                         *both, "--by-language", "--format", "json", "--draws", 200, code=None)
        compared = [row["comparison"]["overall"] for row in json.loads(self.out)["rows"]]
        self.assertEqual([(row["difference"], row["p"], row["p_holm"]) for row in rows],
                         [(one["difference"], one["p"], one["holm_p"]) for one in compared])
        # A row is replaced, the others stay, and the adjustment is over all of them.
        target = self.folder / "result/ko/good-model/non_live/BFCL_v4_simple_python_result.json"
        target.write_bytes((self.folder / "result/de/good-model/non_live/BFCL_v4_simple_python_result.json").read_bytes())
        self.board("--add", "--translation", "multi-ko", runs=("en", "ko"), code=None)
        again = self.languages()[1]
        self.assertEqual({**again[0], "p_holm": 0, "texts": 0}, {**rows[0], "p_holm": 0, "texts": 0})
        self.assertEqual((again[1]["language"], again[1]["texts"]["difference"]), ("ko", "-40.0"))
        # A row of a model that has other verdicts by now would compare with a run that is gone.
        path = self.folder / "result/en/good-model/non_live/BFCL_v4_simple_python_result.json"
        path.write_bytes(target.read_bytes())
        told = self.board("--add", runs=("en",), code=None)
        self.assertEqual(self.languages()[1], [])
        self.assertIn("good-model was replaced, so its comparisons by language are removed", told)
        # Repeats of a model are left out, and said.
        shutil.copytree(self.folder / "result/en", self.folder / "result/again")
        told = self.board("--translation", "multi-ko", runs=("en", "again", "ko"), code=None)
        self.assertIn("good-model: repeats are not compared by language", told)
        self.board("--translation", "multi-ko", runs=("en", "ko"), code=None)
        self.assertEqual(len(self.languages()[1]), 1)
        # Models that leave take their rows with them.
        self.board(runs=("en",), code=None)
        self.assertEqual(self.languages()[1], [])

    def test_a_leaderboard_by_language_refuses(self):
        self.board("--translation", "multi-de", runs=("de",), code=2)
        self.assertIn("--translation: pass the runs in the source's language too", self.err)
        (self.folder / "result/en/good-model").rename(self.folder / "result/en/other")
        self.run_program("report", "result/en/other", "result/de/good-model", "--dataset", "sample", "-o", "board/",
                         "--site", "none", "--translation", "multi-de", code=2)
        self.assertIn("has no run in the source's language. Runs belong to one model if their folders have the same name",
                      " ".join(self.err.split()))
        self.run_program("report", "result/en/other", "--dataset", "sample", "-o", "page.html", "--translation", "multi-de",
                         code=2)
        self.assertIn("--translation applies to a leaderboard only", self.err)
        self.assertFalse((self.folder / "board/data").exists())

    def test_a_dataset_that_cannot_be_found(self):
        self.compare("--translation", "multi-de", code=2, runs=("de", "ko"))
        self.assertIn("result/ko/good-model was generated with multi-ko: pass its folder with --translation", self.err)
        self.compare("--translation", "multi-de", "--translation", "multi-ko", code=2)
        self.assertIn("--translation multi-ko: no manifest of a run names it. To assign a run, pass --translation "
                      "RUN=multi-ko", self.err)
        # Runs of the benchmark that --dataset names need no folder of a translation.
        out = self.run_program("compare", "result/ko/good-model", "result/de/good-model", "--dataset", "multi-ko", "--translation",
                               "multi-de", code=None)
        self.assertNotIn("pass its folder with --translation", self.err)
        self.assertIn("ko/good-model is in ko (multi-ko", " ".join(out.split()))
        self.compare("--translation", "sample", code=2)
        self.assertIn("--translation sample: not a translation", self.err)
        self.compare("--translation", "result/de/good-mode=multi-de", code=2)
        self.assertIn("--translation result/de/good-mode=multi-de: there is no run `result/de/good-mode`. Did you mean "
                      "result/de/good-model", self.err)
        pair = ("--translation", "result/de/good-model=multi-de")
        self.compare(*pair, *pair, code=2)
        self.assertIn("the run result/de/good-model has a translation already", self.err)
        self.compare("--translation", "multi-de", "--translation", "multi-de", code=2)
        self.assertIn("--translation multi-de: duplicate", self.err)
        self.compare("--by-language", code=2)
        self.assertIn("--by-language requires --translation", self.err)
        # A run without a manifest is assigned.
        (self.folder / "result/de/good-model/bfclx_manifest.json").unlink()
        told = self.compare("--translation", "result/de/good-model=multi-de", code=None)
        self.assertIn("de/good-model is in de", told)

    def test_a_translation_of_another_source(self):
        path = self.folder / "multi-de/source/data/BFCL_v4_simple_python.json"
        path.write_text(path.read_text("utf-8").replace("Whitby", "Whithby"), "utf-8")
        self.compare("--translation", "multi-de", code=2)
        self.assertIn("multi-de and sample have different sources: data/BFCL_v4_simple_python.json differs", self.err)

    def test_a_board_takes_one_dataset(self):
        self.run_program("report", "result/en", "--dataset", "sample", "-o", "board/", "--site", "none", code=None)
        self.run_program("report", "result/de", "--dataset", "multi-de", "-o", "board/", "--site", "none", "--add", code=2)
        self.run_program("report", "result/de", "--dataset", "multi-de", "-o", "other/", "--site", "none", code=None)
        board = json.loads((self.folder / "other/data/index.json").read_text("utf-8"))
        self.assertEqual(board["score"]["name"], "own")
        self.assertIn("translation of sample", board["dataset"]["version"])


if __name__ == "__main__":
    main()

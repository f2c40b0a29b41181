"""Executable categories in the tables of leaderboards, and what `bfclx list categories` says of them.

Usage: executable_leaderboards_test.py PROGRAM [SUITE...]
"""

import csv
import io
import json
import shutil

from cli_case import SAMPLE, main
from executable_case import ASKING, CASSETTE, NO_KEYS, RESPONSES, ExecutableCase


class Leaderboards(ExecutableCase):
    def evaluate(self, *arguments, code=0, env=None):
        return self.run_program("evaluate", "--dataset", SAMPLE, "--result-dir", self.folder / "result",
                                "--score-dir", self.folder / "score", *arguments, code=code, env=env)

    def header(self, category):
        path = self.folder / "score" / "good-model" / "executable" / f"BFCL_v4_{category}_score.json"
        return [json.loads(line) for line in path.read_text().splitlines()]

    def table(self, version):
        text = (self.folder / "score" / f"data_overall_{version}.csv").read_text()
        return list(csv.DictReader(io.StringIO(text)))[0]

    def test_executable_categories_are_evaluated_where_a_leaderboard_has_them(self):
        self.results({"exec_simple_90001": "[math_factorial(n=5)]"})
        self.evaluate("--test-category", "executable", "--cassette", CASSETTE)
        header, failed = self.header("exec_simple")
        self.assertEqual(header, {"accuracy": 2 / 3, "correct_count": 2, "total_count": 3})
        self.assertEqual(list(failed), ["id", "model_name", "test_category", "valid", "error", "error_type",
                                        "prompt", "model_result_raw", "model_result_decoded",
                                        "model_executed_output"])
        self.evaluate("--leaderboard", "v1", "--cassette", CASSETTE)
        row = self.table("v1")
        self.assertEqual(row["Python Simple Function Exec"], "66.67%")
        self.assertEqual(row["REST Simple Function Exec"], "100.00%")
        # 2 of 3 and 3 of 3, weighted by what was evaluated; then the plain mean of four groups.
        self.assertEqual(row["Simple Function Exec"], "83.33%")
        self.assertEqual(row["Exec Summary"], "95.83%")
        self.assertEqual((row["Rank"], row["Overall Acc"]), ("N/A", "N/A"))
        self.assertIn("simple_python", self.out)

    def test_a_version_with_all_its_categories_has_a_score(self):
        self.results()
        for category in ("simple_python", "simple_java", "simple_javascript", "multiple", "parallel",
                         "parallel_multiple", "irrelevance"):
            name = f"non_live/BFCL_v4_{category}_result.json"
            source = SAMPLE / "results" / "good-model" / name
            self.write(f"result/good-model/{name}", source.read_bytes())
        out = self.evaluate("--leaderboard", "v1", "--cassette", CASSETTE)
        row = self.table("v1")
        self.assertEqual(row["Rank"], "1")
        scores = self.folder / "score" / "good-model"
        right = total = 0
        for path in scores.rglob("*_score.json"):
            header = json.loads(path.read_text().splitlines()[0])
            right, total = right + header["correct_count"], total + header["total_count"]
        # v1 weighs by entries: all right ones of all.
        self.assertEqual(row["Overall Acc"], f"{100 * right / total:.2f}%")
        self.assertIn(row["Overall Acc"], out)
        self.evaluate("--leaderboard", "v3_executable", "--cassette", CASSETTE)
        row = self.table("v3_executable")
        self.assertEqual((row["Overall Acc"], row["Non-Live Exec Acc"]), ("N/A", "100.00%"))
        self.assertNotEqual(row["Non-Live"], "N/A")
        checked = self.run_json("score", self.folder / "result", "--cassette", CASSETTE, "--leaderboard", "v2")
        scores = {one["name"]: one for one in checked["models"][0]["overall"]["scores"]}
        self.assertEqual(scores["Simple Exec"]["value"], 1)
        self.assertIsNone(scores["Overall"]["value"])
        self.assertIn("live_simple", scores["Overall"]["missing"])
        self.assertIn("Exec Summary", self.check(self.folder / "result", "--leaderboard", "v1",
                                                 "--cassette", CASSETTE))

    def test_what_is_skipped_is_in_no_count(self):
        self.results()
        out = self.evaluate("--leaderboard", "v1")
        header, *lines = self.header("rest")
        self.assertEqual(header, {"accuracy": None, "correct_count": 0, "total_count": 0,
                                  "skipped": {"skipped_no_network": 3}})
        self.assertEqual([line["valid"] for line in lines], [None] * 3)
        self.assertEqual(lines[0]["skipped"], "skipped_no_network")
        row = self.table("v1")
        self.assertEqual((row["REST Simple Function Exec"], row["Exec Summary"]), ("N/A", "N/A"))
        self.assertEqual(row["Skipped"], f"{ASKING} skipped_no_network")
        self.assertIn(f"{ASKING} skipped_no_network", out)
        self.evaluate("--leaderboard", "v1", "--official-scoring")
        self.assertEqual(self.header("rest")[0], {"accuracy": 0.0, "correct_count": 0, "total_count": 3})
        self.assertEqual(self.table("v1")["Skipped"], "")

    def test_wrong_use_is_told(self):
        self.results()
        self.evaluate("--leaderboard", "v5", code=2)
        self.evaluate("--network", "live", code=2)
        self.assertIn("--enable-network", self.err)
        self.evaluate("--test-category", "sql", code=2)


class Categories(ExecutableCase):
    def rows(self, *arguments, env=None):
        out = self.run_program("categories", "--format", "json", *arguments, env={**NO_KEYS, **(env or {})})
        report = json.loads(out)
        self.assertEqual(report["groups"]["executable"], list(RESPONSES))
        return {row["category"]: row for row in report["categories"]}

    def test_what_each_needs_and_whether_it_is_here(self):
        rows = self.rows("--dataset", SAMPLE)
        self.assertEqual((rows["simple_python"]["needs"], rows["simple_python"]["here"]), ("nothing", True))
        rest = rows["rest"]
        self.assertEqual((rest["needs"], rest["needed_for"], rest["missing"], rest["here"]),
                         ("network", "scoring", ["--cassette FILE"], False))
        self.assertEqual(rest["keys"]["RAPID_API_KEY"], False)
        self.assertEqual(rest["leaderboards"], ["v1", "v2", "v3_executable"])
        search = rows["web_search_base"]
        self.assertEqual((search["needs"], search["missing"], search["data"]),
                         ("key", ["SERPAPI_API_KEY", "--enable-network"], False))
        self.assertEqual(rows["memory_vector"]["missing"], ["--embeddings URL"])
        rows = self.rows("--dataset", "sample", "--cassette", CASSETTE, env={"RAPID_API_KEY": "secret-7"})
        self.assertEqual((rows["rest"]["here"], rows["rest"]["keys"]["RAPID_API_KEY"]), (True, True))
        self.assertNotIn("secret-7", self.out)

    def test_each_part_is_told_apart(self):
        def search(*arguments, key=""):
            return self.rows("--dataset", folder, *arguments, env={"SERPAPI_API_KEY": key})["web_search_base"]
        folder = self.folder / "data"
        shutil.copytree(SAMPLE, folder, ignore=shutil.ignore_patterns("results"))
        for path in ("BFCL_v4_web_search.json", "possible_answer/BFCL_v4_web_search.json"):
            (folder / "data" / path).write_text("")
        none = {"dataset": True, "recording": False, "--search": False, "--enable-network": False,
                "SERPAPI_API_KEY": False}
        self.assertEqual(search()["parts"], none)
        # A key alone asks nobody, nor does the flag.
        row = search(key="secret-7")
        self.assertEqual((row["parts"], row["missing"], row["here"]),
                         ({**none, "SERPAPI_API_KEY": True}, ["--enable-network"], False))
        row = search("--enable-network")
        self.assertEqual((row["missing"], row["here"]), (["SERPAPI_API_KEY"], False))
        self.assertTrue(search("--enable-network", key="secret-7")["here"])
        self.assertTrue(search("--search", "http://x")["here"])
        self.assertTrue(search("--cassette", CASSETTE)["here"])
        rest = self.rows("--dataset", "sample")["rest"]
        self.assertEqual((rest["here"], rest["parts"]["recording"], rest["parts"]["--enable-network"]),
                         (True, True, False))
        rest = self.rows("--dataset", SAMPLE, "--enable-network", env={"RAPID_API_KEY": "secret-7"})["rest"]
        self.assertEqual((rest["here"], rest["missing"]),
                         (False, ["EXCHANGERATE_API_KEY", "GEOCODE_API_KEY", "OMDB_API_KEY"]))
        self.assertEqual(self.rows("--dataset", SAMPLE)["simple_python"]["parts"], {"dataset": True})

    def test_the_table_says_the_same(self):
        out = self.run_program("categories", "--dataset", SAMPLE, env={**NO_KEYS, "COLUMNS": "400"})
        line = next(line for line in out.splitlines() if line.startswith("rest") and "scoring" in line)
        self.assertIn("network", line)
        self.assertIn("SERPAPI_API_KEY", out)
        joined = " ".join(out.split())
        self.assertIn("no: --cassette FILE (dataset yes, recording no, --enable-network no,", joined)
        self.assertIn("no data, nor SERPAPI_API_KEY, --enable-network (dataset no,", joined)
        self.run_program("categories", "--cassette", "nowhere", code=2)


if __name__ == "__main__":
    main()

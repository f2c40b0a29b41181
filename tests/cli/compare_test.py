"""`bfclx compare` on runs that are made from the sample.

    python3 tests/cli/compare_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main

BAD = SAMPLE / "results" / "bad-model"


class CompareCase(Case):
    def compare(self, *arguments, **keywords):
        return self.run_program("compare", *arguments, "--dataset", SAMPLE, **keywords)

    def compare_json(self, *arguments, **keywords):
        return json.loads(self.compare(*arguments, "--format", "json", **keywords))

    # A copy of the good model's simple_python in which the entries `wrong` are wrong.
    def worse(self, folder, *wrong):
        lines = []
        for number, line in enumerate(SIMPLE.read_text().splitlines()):
            entry = json.loads(line)
            if number in wrong:
                entry["result"] = "no call"
            lines.append(json.dumps(entry))
        return self.write(f"{folder}/BFCL_v4_simple_python_result.json",
                          "\n".join(lines)).parent


class Compare(CompareCase):
    def test_flips_both_ways(self):
        a = self.worse("a", 0)
        b = self.worse("b", 1, 2)
        report = self.compare_json(a, b)
        self.assertEqual([run["label"] for run in report["runs"]], ["a", "b"])
        comparison = report["comparisons"][0]
        (row,) = comparison["categories"]
        self.assertEqual((row["category"], row["entries"], row["gained"], row["lost"]),
                         ("simple_python", 5, 1, 2))
        self.assertEqual((row["a_right"], row["b_right"]), (4, 3))
        self.assertEqual([flip["id"] for flip in comparison["gained"]], ["simple_python_90000"])
        self.assertEqual([flip["id"] for flip in comparison["lost"]],
                         ["simple_python_90001", "simple_python_90002"])
        self.assertEqual(comparison["lost"][0]["error_type"], "ast_decoder:decoder_failed")
        self.assertEqual(row["mcnemar_p"], 1.0)
        overall = comparison["overall"]
        self.assertAlmostEqual(overall["difference"], -0.2)
        self.assertAlmostEqual(overall["weight"], 0.1 / 12)
        self.assertIn("multiple", overall["missing"])
        self.assertLessEqual(overall["interval_95"]["low"], -0.2)
        self.assertGreaterEqual(overall["interval_95"]["high"], -0.2)
        self.assertEqual(comparison["error_changes"], [])

    def test_runs_without_the_selected_categories(self):
        self.compare(self.worse("a", 0), self.worse("b", 1), "--category", "memory", code=1)
        self.assertIn("nothing to compare: no responses in the selected categories", self.err)

    def test_a_folder_of_models(self):
        report = self.compare_json(SAMPLE / "results", code=1)
        self.assertEqual([run["model"] for run in report["runs"]], ["bad-model", "good-model"])
        comparison = report["comparisons"][0]
        self.assertEqual((comparison["a"], comparison["b"]), ("bad-model", "good-model"))
        self.assertGreater(comparison["overall"]["interval_95"]["low"], 0)
        counted = [row for row in comparison["categories"] if row["in_overall_score"]]
        self.assertNotIn("live_relevance", [row["category"] for row in counted])
        self.assertEqual(comparison["a_right"] + sum(row["gained"] - row["lost"] for row in counted), comparison["b_right"])
        self.assertTrue(comparison["error_changes"])
        self.assertEqual([run["rank"] for run in report["ranking"]["runs"]], [2, 1])

    def test_three_runs_are_ranked(self):
        runs = [self.worse("a"), self.worse("b", 0), self.worse("c", 0, 1, 2, 3)]
        report = self.compare_json(*runs)
        self.assertEqual(len(report["comparisons"]), 2)
        self.assertEqual([run["rank"] for run in report["ranking"]["runs"]], [1, 2, 3])
        self.compare(*runs)
        self.assertIn("All runs", self.out)

    def test_one_model_twice_keeps_its_paths_apart(self):
        for name in ("old", "new"):
            shutil.copytree(GOOD, self.folder / name / "good-model")
        report = self.compare_json(self.folder / "old" / "good-model",
                                   self.folder / "new" / "good-model")
        labels = [run["label"] for run in report["runs"]]
        self.assertEqual(len(set(labels)), 2)
        self.assertEqual(labels, ["old/good-model", "new/good-model"])
        overall = report["comparisons"][0]["overall"]
        self.assertEqual((overall["difference"], overall["p"]), (0, 1))
        self.compare(self.folder / "old" / "good-model", self.folder / "new" / "good-model")
        self.assertIn("The runs have the same score.", self.out)

    def test_what_one_run_lacks_is_no_failure(self):
        a = self.worse("a")
        short = SIMPLE.read_text().splitlines()[:3]
        b = self.write("b/BFCL_v4_simple_python_result.json", "\n".join(short)).parent
        (row,) = self.compare_json(a, b)["comparisons"][0]["categories"]
        self.assertEqual((row["entries"], row["only_a"], row["only_b"], row["lost"]), (3, 2, 0, 0))

    def test_versions_of_the_leaderboard(self):
        a, b = self.worse("a"), self.worse("b", 0)
        weights = {}
        for version in ("v1", "v2", "v3", "v4"):
            report = self.compare_json(a, b, "--leaderboard", version)
            self.assertEqual(report["leaderboard"], version)
            weights[version] = report["comparisons"][0]["overall"]["weight"]
        self.assertAlmostEqual(weights["v4"], 0.1 / 12)
        self.assertEqual(len(set(weights.values())), 4)

    def test_seeds_repeat(self):
        arguments = [BAD, GOOD, "--draws", "200"]
        first = self.compare(*arguments, "--format", "json", "--seed", "7", code=1)
        self.assertEqual(first, self.compare(*arguments, "--format", "json", "--seed", "7", code=1))
        self.assertNotEqual(first,
                            self.compare(*arguments, "--format", "json", "--seed", "8", code=1))

    def test_an_interval_of_few_groups_is_said_to_be_too_narrow(self):
        text = " ".join(self.compare(self.worse("a"), self.worse("b", 0, 1, 2, 3)).split())
        self.assertRegex(text, r"-80\.0 points, 95 % CI -\d+\.\d to -\d+\.\d, p = 0\.1")
        self.assertIn("the difference is not significant. The 95 % CI excludes 0, but it is too narrow: "
                      "simple_python has only 5 groups of related entries.", text)

    # Of one entry the bootstrap draws the same difference again and again.
    def test_an_interval_of_one_entry_tells_nothing(self):
        a, b = self.worse("a"), self.worse("b", 0)
        for folder in (a, b):
            file = folder / "BFCL_v4_simple_python_result.json"
            file.write_text(file.read_text().splitlines()[0] + "\n")
        text = " ".join(self.compare(a, b).split())
        self.assertIn("-100.0 points, 95 % CI -100.0 to +100.0, p = 1.000", text)
        self.assertIn("the difference is not significant. They share too few entries to tell.", text)

    def test_table_and_markdown_say_the_same(self):
        a, b = self.worse("a"), self.worse("b", 0, 1)
        table = self.compare(a, b)
        markdown = self.compare(a, b, "--format", "markdown")
        for text in (table, markdown):
            for part in ("-40.0", "passed only in A", "p Holm", "the difference is not significant"):
                self.assertIn(part.lower(), text.lower())
            self.assertIn("4,000 draws", text)
        self.assertNotIn("too narrow", table)
        self.assertIn("| simple\\_python | 5 | 100.0 | 60.0 | -40.0 |", markdown)

    def test_hostile_names_stay_text(self):
        a = self.worse("a\x1b[31m|<b>")
        b = self.worse("b", 0)
        self.assertNotIn("\x1b", self.compare(a, b))
        markdown = self.compare(a, b, "--format", "markdown")
        self.assertNotIn("|<b>", markdown)
        json.loads(self.compare(a, b, "--format", "json"))


class CompareGate(CompareCase):
    def test_exit_code_three_when_worse(self):
        a, b = self.worse("a"), self.worse("b", 0)
        self.compare(a, b, "--fail-if-worse", "19.9", code=3)
        self.assertIn("b is 20.0 points worse than a", self.err)
        self.compare(a, b, "--fail-if-worse", "20")
        self.compare(b, a, "--fail-if-worse", "0")
        self.compare(a, self.worse("c"), "--fail-if-worse", "0")

    def test_by_interval_only_what_is_sure_fails(self):
        a, b = self.worse("a"), self.worse("b", 0)
        self.compare(a, b, "--fail-if-worse", "0", "--fail-by", "interval")
        self.compare(GOOD, BAD, "--fail-if-worse", "0", "--fail-by", "interval", code=3)

    def test_nothing_shared_is_no_pass(self):
        a = self.worse("a")
        b = self.write("b/BFCL_v4_multiple_result.json", (
            GOOD / "non_live" / "BFCL_v4_multiple_result.json").read_text()).parent
        for form in ("table", "markdown"):
            self.compare(a, b, "--format", form)
            self.assertIn("The runs have no entry in common, so nothing is compared.", self.out)
            self.assertNotIn("McNemar", self.out)
            self.assertNotIn("Only shared entries", self.out)
            self.assertIn("only in A", self.out)
        self.compare(a, b, "--fail-if-worse", "1", code=2)
        c = self.worse("c")
        for form in ("table", "markdown"):
            self.compare(a, b, c, "--format", form)
            ranking = self.out[self.out.index("All runs"):]
            self.assertIn("no entries in common", ranking)
            self.assertNotIn("0.0 to 0.0", ranking)
        self.compare(a, b, c, "--format", "json")
        self.assertEqual(json.loads(self.out)["ranking"]["runs"], [])

    def test_wrong_usage(self):
        a, b = self.worse("a"), self.worse("b", 0)
        for arguments in ([a], [a, b, "--fail-if-worse", "-1"], [a, b, "--fail-by", "interval"],
                          [a, b, "--format", "xml"], [a, b, "--draws", "5"], [a, "missing"],
                          [a, b, "--leaderboard", "v5"]):
            self.compare(*arguments, code=2)
            self.assertEqual(self.out, "")
            self.assertNotEqual(self.err, "")

    def test_help(self):
        self.assertIn("Exit codes", self.run_program("compare", "--help-all"))


if __name__ == "__main__":
    main()

"""`bfclx compare --by-model` and `--fail-if-missing` on folders that are made from the sample.

    python3 tests/cli/compare_models_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from cli_case import GOOD, SAMPLE, Case, main

BAD = SAMPLE / "results" / "bad-model"


class CompareModels(Case):
    def setUp(self):
        super().setUp()
        for place, source in (("old/a", GOOD), ("old/v1/a", GOOD), ("old/gone", GOOD),
                              ("new/a", GOOD), ("new/v1/a", BAD), ("new/fresh", GOOD)):
            shutil.copytree(source, self.folder / place)

    def compare(self, *arguments, **keywords):
        return self.run_program("compare", *arguments, "--dataset", SAMPLE, **keywords)

    def test_each_model_is_compared_with_the_one_in_the_same_folder(self):
        report = json.loads(self.compare("old/", "new", "--by-model", "--format", "json", code=1))
        self.assertEqual([one["model"] for one in report["models"]], ["a", "v1/a"])
        for one, lost in zip(report["models"], (False, True)):
            (comparison,) = one["comparisons"]
            self.assertEqual(bool(comparison["lost"]), lost)
            self.assertEqual([run["path"] for run in one["runs"]], ["old/", "new"])
        (missing,), (added,) = report["missing"], report["added"]
        self.assertEqual((missing["model"], added["model"]), ("gone", "fresh"))
        self.assertGreater(missing["entries"], 100)

    def test_nothing_to_compare_is_said(self):
        shutil.rmtree(self.folder / "new" / "a")
        shutil.rmtree(self.folder / "new" / "v1")
        self.compare("old", "new", "--by-model", "--fail-if-worse", 1)
        self.assertIn("no model is in both folders: nothing was compared", self.err)
        self.compare("old", "new", "--by-model", "--fail-if-missing", code=3)

    def test_what_is_linked_to_the_old_results_is_there(self):
        for path in (self.folder / "new" / "a").rglob("*.json"):
            path.unlink()
            path.symlink_to(self.folder / "old" / path.relative_to(self.folder / "new"))
        kept = self.folder / "new" / "v1" / "a" / "non_live" / "BFCL_v4_simple_python_result.json"
        kept.unlink()
        kept.symlink_to(self.folder / "old" / "v1" / "a" / "non_live" / kept.name)
        report = json.loads(self.compare("old", "new", "--by-model", "--format", "json", code=1))
        self.assertEqual([one["model"] for one in report["models"]], ["a", "v1/a"])
        self.compare("old/a", "new/v1/a", code=1)
        self.assertNotIn("given more than once", self.err)

    def test_each_form_names_the_models_that_only_one_folder_has(self):
        for form in ("table", "markdown"):
            text = self.compare("old", "new", "--by-model", "--format", form, code=1)
            self.assertRegex(text, r"gone: \d+ entries in old, no results in new")
            self.assertRegex(text, r"fresh: \d+ entries in new, no results in old")

    def test_one_model_of_other_names_is_one_pair(self):
        report = json.loads(self.compare("old/gone", "new/fresh", "--by-model", "--format", "json"))
        self.assertEqual([one["model"] for one in report["models"]], ["fresh"])
        self.assertEqual((report["missing"], report["added"]), ([], []))

    def test_gates(self):
        gate = ("--by-model", "--fail-if-worse", "0")
        self.compare("old", "new", *gate, code=3)
        shutil.rmtree(self.folder / "new" / "v1")
        shutil.copytree(GOOD, self.folder / "new" / "v1" / "a")
        self.compare("old", "new", *gate)
        self.compare("old", "new", *gate, "--fail-if-missing", code=3)
        self.assertIn("gone: no results in new", self.err)
        shutil.rmtree(self.folder / "old" / "gone")
        self.compare("old", "new", *gate, "--fail-if-missing")

    def test_entries_that_are_missing_fail_by_option(self):
        for file in (self.folder / "new" / "a").rglob("*simple_python_result.json"):
            file.write_text("".join(file.read_text().splitlines(keepends=True)[1:]))
        self.compare("old/a", "new/a")
        self.compare("old/a", "new/a", "--fail-if-missing", code=3)
        self.assertRegex(self.err, "1 entry of old/a is missing in new/a")
        self.compare("new/a", "old/a", "--fail-if-missing")

    def test_it_takes_two_paths(self):
        self.compare("old", "--by-model", code=2)
        self.compare("old", "new", "old", "--by-model", code=2)
        self.assertIn("--by-model takes two paths, but 3 were given", self.err)

    def test_errata_are_applied_once_all_models_are_compared(self):
        void = {"id": "simple_python_90000", "kind": "void", "reason": "own", "source": "https://example.org/1",
                "author": "a reader"}
        errata = self.write("errata.json", json.dumps(
            {"schema": "bfclx-errata-1", "name": "ours", "corrections": [void]}))
        form = ("--errata", errata, "--format", "json")
        report = json.loads(self.compare("old", "new", "--by-model", *form, code=1))
        for one, paths in zip(report["models"], (("old/a", "new/a"), ("old/v1/a", "new/v1/a"))):
            alone = json.loads(self.compare(*paths, *form, code=None))
            self.assertEqual(one["comparisons"][0]["categories"], alone["comparisons"][0]["categories"])
            self.assertEqual(one["errata"]["comparisons"][0]["categories"],
                             alone["errata"]["comparisons"][0]["categories"])
        self.compare("old", "new", "--by-model", "--errata", errata, code=1)
        self.assertEqual(self.out.count("not an official score"), 2)


if __name__ == "__main__":
    main()

"""Reports of many runs: the ranking first, the rest on request.

    python3 tests/cli/many_runs_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main

NAMES = [f"model-{number}" for number in range(7)]
LONG = "a-model-with-a-name-that-is-longer-than-any-table-has-room-for-instruct-fp8"


class ManyRuns(Case):
    def setUp(self):
        super().setUp()
        self.runs = self.folder / "result"
        for number, name in enumerate([*NAMES, LONG]):
            shutil.copytree(GOOD, self.runs / name)
            for path in (self.runs / name).rglob(SIMPLE.name):
                lines = [json.loads(line) for line in path.read_text().splitlines()]
                for entry in lines[:number % 5]:
                    entry["result"] = "[none_of_them()]"
                path.write_text("\n".join(map(json.dumps, lines)) + "\n")

    def on(self, *arguments, **keywords):
        return self.run_program(*arguments, "--dataset", SAMPLE, env={"COLUMNS": "80"}, **keywords)

    def check_width(self, text):
        for line in text.splitlines():
            if not line.startswith("  bfclx "):  # to be copied
                self.assertLessEqual(len(line), 80, line)

    def names_in(self, table):
        return [line.split()[0] for line in table.splitlines()
                if line.startswith(("  model-", "  a-model-"))]

    def test_check_begins_with_a_ranking(self):
        table = self.on("score", self.runs, "--decoder", "prompting")
        self.assertTrue(table.startswith("8 runs\n"), table)
        names = self.names_in(table)
        self.assertEqual(len(names), 8)
        self.assertIn(names[0], ("model-0", "model-5"))
        self.assertEqual(names[-1], "model-4")
        self.assertNotIn("commonest failures", table)
        self.assertIn("--details", table)
        self.assertNotIn("different bases", table)
        self.check_width(table)
        details = self.on("score", self.runs, "--decoder", "prompting", "--details")
        self.assertEqual(details.count("commonest failures"), 8)
        self.assertTrue(details.startswith("8 runs\n"), details)
        self.assertEqual(self.names_in(details[:details.index("commonest failures")])[:8], names)

    def test_two_runs_begin_with_a_ranking_too(self):
        table = self.on("score", self.runs / NAMES[0], self.runs / NAMES[1], "--decoder", "prompting")
        self.assertTrue(table.startswith("2 runs\n"), table)
        self.assertEqual(self.names_in(table), [NAMES[0], NAMES[1]])
        self.assertNotIn("commonest failures", table)
        details = self.on("score", self.runs / NAMES[0], self.runs / NAMES[1], "--decoder", "prompting", "--details")
        self.assertEqual(details.count("commonest failures"), 2)
        one = self.on("score", self.runs / NAMES[0], "--decoder", "prompting")
        self.assertIn("commonest failures", one)
        self.assertNotIn("1 run\n", one)

    def test_groups_with_one_heading_say_what_differs(self):
        # Two of three entries each: different ones, in one category and in another.
        for path in self.runs.rglob("*_result.json"):
            if "simple_" not in path.name or "live" in path.name or path.parents[1].name not in NAMES[:3]:
                path.unlink()
        for name, category, lines in ((NAMES[0], "java", slice(0, 2)), (NAMES[1], "java", slice(1, 3)),
                                      (NAMES[2], "javascript", slice(0, 2))):
            for path in (self.runs / name).rglob("*_result.json"):
                if f"simple_{category}_" not in path.name:
                    path.unlink()
                else:
                    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[lines]))
        for number, name in enumerate(NAMES[3:6]):
            shutil.copytree(self.runs / NAMES[number], self.runs / name, dirs_exist_ok=True)
        table = self.on("score", self.runs, "--decoder", "prompting")
        headings = [table.split("2 of 6 runs\n")[i].split("  run  ")[0] for i in (1, 2, 3)]
        headings = [" ".join(one.split()) for one in headings]
        self.assertIn("`bfclx compare PATH...` ranks all runs over the entries that they share", " ".join(table.split()))
        start = "overall v4, covers 0.8 % of the weight, 1 of 3 entries missing"
        self.assertEqual(sorted(headings), [
            start + "; with simple_java",
            start + "; with simple_java; on other entries than the group above",
            start + "; with simple_javascript"])

    def test_every_table_fits_the_terminal(self):
        bad = SAMPLE / "results" / "bad-model"
        for arguments in (["score", GOOD], ["compare", GOOD, bad], ["compare", bad, GOOD, self.runs / LONG, "--details"],
                          ["audit", bad, GOOD, self.runs], ["doctor", bad], ["self-check"]):
            with self.subTest(arguments[0]):
                self.check_width(self.on(*arguments, code=None))

    def test_compare_begins_with_the_ranking(self):
        table = self.on("compare", self.runs, "--decoder", "prompting")
        self.assertTrue(table.startswith("All runs"), table)
        self.assertIn("Against", table)
        self.assertNotIn("gained", table)
        self.assertIn("p Holm: adjusted for the number of runs compared; below 0.05", table)
        self.assertLess(len(table.splitlines()), 50)
        self.check_width(table)
        self.assertEqual(self.on("compare", self.runs, "--decoder", "prompting", "--details").count("p Holm:"), 7)
        pages = self.on("compare", self.runs, "--decoder", "prompting", "--format", "markdown")
        self.assertTrue(pages.startswith("## All runs"), pages)
        self.assertNotIn("<details>", pages)

    def test_three_runs_are_ranked_first(self):
        table = self.on("compare", *(self.runs / name for name in NAMES[:3]), "--decoder", "prompting")
        self.assertTrue(table.startswith("All runs"), table)
        self.assertEqual(table.count("p Holm:"), 2)

    def test_a_profile_is_of_the_best(self):
        page = self.on("report", self.runs, "--decoder", "prompting", "-o", "-")
        words = page[page.index("Radar chart. "):].split('"')[0]
        self.assertEqual(re.findall(r"model-\d", words), [f"model-{number}" for number in (0, 1, 2, 5, 6)])
        self.assertIn("The chart shows the 6 runs with the highest scores.", page)

    def test_a_report_of_many_begins_with_the_ranking(self):
        page = self.on("report", self.runs, "--decoder", "prompting", "-o", "-")
        self.assertNotIn("Scores and warnings of", page)
        self.assertEqual(page.count("<h3>"), 7 + 8 + 8)
        for number in range(2):
            shutil.copytree(self.runs / "model-4", self.runs / f"more-{number}")
        page = self.on("report", self.runs, "--decoder", "prompting", "-o", "-")
        table = page[page.index("<main>"):page.index("</table>")]
        names = re.findall(r'<td class="wide">([^<]+)<', table)
        self.assertEqual(len(names), 10)
        self.assertEqual(names[:2], ["model-0", "model-5"])
        self.assertEqual(set(names[-3:]), {"model-4", "more-0", "more-1"})
        for title in ("Scores and warnings", "Categories", "Error types"):
            self.assertIn(f"<summary>{title} of 10 runs</summary>", page)
        self.assertEqual(page.count("against <span"), 9)
        self.assertEqual(page.count("<h3>"), 10)  # of the failures

    def test_a_report_of_many_leaves_out_failures(self):
        for number in range(20):
            shutil.copytree(self.runs / "model-3", self.runs / f"more-{number}")
        page = self.folder / "page.html"
        self.on("report", self.runs, "--decoder", "prompting", "-o", page)
        self.assertIn("failed entries are left out with more than 20 runs; `--failures 10` shows", self.err)
        self.assertEqual(page.read_text().count("Failed entries are left out"), 1)
        self.assertNotIn('id="failures"', page.read_text())
        self.assertNotIn("more are not shown", page.read_text())
        small = page.stat().st_size
        self.on("report", self.runs, "--decoder", "prompting", "--failures", "10", "-o", page)
        self.assertNotIn("left out", self.err)
        self.assertGreater(page.stat().st_size, small)


if __name__ == "__main__":
    main()

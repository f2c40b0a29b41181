"""`bfclx scores`: one's own scores beside the published ones.

    python3 tests/cli/scores_test.py build/release/tools/bfclx [Suite]
"""

import json
import re
import shutil

from cli_case import GOOD, SAMPLE, Case, main


class Scores(Case):
    TABLE = ("Rank,Overall Acc,Model,Live Acc,Multi Turn Acc,Web Search Acc,Memory Acc,"
             "Non-Live AST Acc,Irrelevance Detection\n"
             "1,70.00%,Upper,80.00%,60.00%,70.00%,60.00%,90.00%,80.00%\n"
             "2,30.00%,\"Lower, with a comma\",40.00%,20.00%,30.00%,20.00%,60.00%,50.00%\n")

    def test_published_scores_beside_ones_own(self):
        table = self.write("published.csv", self.TABLE)
        own = self.write("own.csv", self.TABLE.split("\n")[0] +
                         "\n1,50.00%,Mine,60.00%,40.00%,50.00%,40.00%,70.00%,60.00%\n")
        out = self.run_program("scores", "--baselines", table, "--own", own)
        lines = [line for line in out.splitlines() if "%" not in line][-3:]
        self.assertIn("Upper", lines[0])
        self.assertIn("Mine   (yours)", lines[1])
        self.assertIn("Lower, with a comma", lines[2])

    def test_a_table_that_is_not_there_is_named_with_its_option(self):
        self.run_program("scores", "--baselines", "nofile", code=2)
        self.assertEqual(self.err, "bfclx: --baselines nofile: cannot be opened: No such file or directory; "
                                   "--baselines alone shows the table inside the program\n")
        self.run_program("scores", "--format", "tabel", code=2)
        self.assertIn("--format: expected table or json, got `tabel`", self.err)

    def test_missing_categories_are_said_to_count_as_0(self):
        own = self.write("own.csv", self.TABLE.split("\n")[0] +
                         "\n1,42.00%,Mine,60.00%,N/A,50.00%,40.00%,70.00%,60.00%\n"
                         "2,30.00%,Whole,60.00%,40.00%,50.00%,40.00%,70.00%,60.00%\n")
        told = self.run_program("scores", "--own", own)
        self.assertEqual(told.count("missing categories count as 0, covers 70.0 % of the weight"), 1)
        rows = json.loads(self.run_program("scores", "--own", own, "--format", "json"))["rows"]
        self.assertEqual([row["basis"] for row in rows], ["missing_as_0", "complete"])
        self.assertAlmostEqual(rows[0]["weight"], 0.7)
        # It is ranked with no other, and moves no rank.
        self.assertIsNone(rows[0]["rank"])
        alone = json.loads(self.run_program("scores", "--baselines", "--format", "json"))["rows"]
        beside = json.loads(self.run_program("scores", "--baselines", "--own", self.write(
            "own.csv", self.TABLE.split("\n")[0] + "\n1,42.00%,Mine,60.00%,N/A,50.00%,40.00%,70.00%,60.00%\n"), "--format", "json"))["rows"]
        self.assertEqual([row for row in beside if not row["own"]], alone)

    def test_a_row_without_numbers_covers_nothing(self):
        for path in sorted((SAMPLE.parent / "tables").glob("*.csv")):
            version = path.stem.rsplit("_", 1)[0]
            with self.subTest(version=version):
                header = path.read_text().splitlines()[0]
                cells = {"Model": "Mine", "Overall Acc": "0.00%", "Rank": "1"}
                own = self.write("own.csv", header + "\n" + ",".join(cells.get(name, "N/A") for name in header.split(",")) + "\n")
                (row,) = json.loads(self.run_program("scores", "--own", own, "--leaderboard", version, "--format", "json"))["rows"]
                self.assertEqual((row["basis"], row["weight"]), ("missing_as_0", 0))

    def test_coverage_is_that_of_evaluate(self):
        for categories in ("simple_python", "simple_python,multiple,irrelevance", "live_irrelevance,live_simple"):
            with self.subTest(categories=categories):
                for folder in ("result", "score"):
                    shutil.rmtree(self.folder / folder, ignore_errors=True)
                shutil.copytree(GOOD, self.folder / "result" / "good-model")
                out = self.run_program("evaluate", "--dataset", SAMPLE, "--test-category", categories)
                self.assertIn(re.search(r"covers [\d.]+ % of the", out).group(), self.run_program("scores"))

    def test_what_is_no_table_is_named(self):
        self.run_program("scores", "--baselines", self.write("x.csv", "a,b\n1,2\n"), code=2)
        self.assertIn("no table of overall scores", self.err)
        for rows, said in (("", ": no table of overall scores (no row has a score)"), ("\n1,2\n", ":3: 2 cells where the header has 9"),
                           ('1,70.00%,"a\nb",80.00%,60.00%,70.00%,60.00%,90.00%,80.00%\n', ":2: 3 cells where the header has 9")):
            self.run_program("scores", "--baselines", self.write("x.csv", self.TABLE.split("\n")[0] + "\n" + rows), code=2)
            self.assertIn("x.csv" + said, self.err)
        for share in ("nan%", "inf%", "500%", "-5%", "0x10%", "0.5", " 50.00 % ", "1,000%", ""):
            self.run_program("scores", "--baselines", self.write("x.csv", self.TABLE.replace("70.00%,Upper", f'"{share}",Upper')), code=2)
            self.assertIn("x.csv:2: Overall Acc is `", self.err)
        marked = self.write("x.csv", "\ufeff" + self.TABLE.removeprefix("Rank,").replace("\n1,", "\n").replace("\n2,", "\n"))
        self.assertIn("Upper", self.run_program("scores", "--baselines", marked))

    def test_every_version_has_a_published_table(self):
        for version in ("v1", "v2", "v3_executable", "v3", "v4"):
            with self.subTest(version=version):
                found = json.loads(self.run_program("scores", "--baselines", "--leaderboard", version, "--format", "json"))
                self.assertRegex(found["table"], rf"^leaderboard {version} of 20\d\d-\d\d-\d\d \(gorilla.cs.berkeley.edu\)$")
                self.assertGreater(len(found["rows"]), 40)
                self.assertEqual([row["model"] for row in found["rows"] if row["own"]], [])
        self.assertIn("Published: leaderboard v4 of", self.run_program("scores", "--baselines"))


if __name__ == "__main__":
    main()

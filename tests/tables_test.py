"""The public tables of the leaderboard in tools/tables, and the script that takes them.

    python3 tests/tables_test.py
"""

import ast
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLES = sorted((ROOT / "tools" / "tables").glob("*.csv"))


def take(place, folder, *options):
    return subprocess.run([sys.executable, ROOT / "tools" / "get-leaderboard", "--from", place, "--to", folder, *options],
                          capture_output=True, text=True, timeout=60)


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_each_version_has_one_whose_name_says_what_it_is(self):
        self.assertEqual([path.name.rsplit("_", 1)[0] for path in TABLES], ["v1", "v2", "v3", "v3_executable", "v4"])
        for path in TABLES:
            with self.subTest(table=path.name):
                done = take(path, self.folder, "--date", path.stem.rsplit("_", 1)[1])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual((self.folder / path.name).read_bytes(), path.read_bytes())
                rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
                self.assertGreater(len(rows), 40)
                for row in rows:
                    self.assertRegex(row["Overall Acc"], r"^(\d+\.\d\d%|N/A)$")
                    self.assertNotIn(row["Model"], ("", None))
                    self.assertRegex(row["Model Link"], r"^(https://\S+)?$")

    def test_a_newer_table_replaces_the_one_of_its_version(self):
        take(TABLES[0], self.folder, "--date", "2020-01-01")
        take(TABLES[1], self.folder, "--date", "2020-01-01")
        done = take(TABLES[0], self.folder, "--date", "2020-02-02")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["v1_2020-02-02.csv", "v2_2020-01-01.csv"])

    def test_what_is_no_table_changes_nothing(self):
        take(TABLES[0], self.folder, "--date", "2020-01-01")
        header, row, *_ = TABLES[0].read_text().splitlines()
        model = row.split(",")[2]
        for text in ("", "a,b\n1,2\n", "Model,Overall Acc\nx,1.00%\n", header + "\n", "\xff\xfe",
                     f"{header}\n{row},more\n", f"\xef\xbb\xbf{header}\n{row}\n",
                     f"{header}\n" + row.replace(model, '"a\nb"') + "\n", f"{header}\n" + row.replace(model, "") + "\n",
                     f"{header}\n" + row.replace("https:", "javascript:") + "\n", f"{header}\n" + row.replace("%", "", 1) + "\n"):
            with self.subTest(text=text[-80:]):
                path = self.folder / "given"
                path.write_bytes(text.encode("latin-1"))
                done = take(path, self.folder)
                self.assertEqual(done.returncode, 1)
                self.assertTrue(done.stderr.startswith(str(path)), done.stderr)
                self.assertNotIn("Traceback", done.stderr)
        self.assertEqual([path.name for path in self.folder.glob("*.csv")], ["v1_2020-01-01.csv"])

    def test_a_folder_that_cannot_be_written_keeps_its_table(self):
        done = take(TABLES[0], self.folder / "none")
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("Traceback", done.stderr)
        self.assertIn("none", done.stderr)

    def test_the_site_tells_the_versions_by_the_same_columns(self):
        site = (ROOT / "site" / "src" / "lib" / "leaderboard.ts").read_text()
        marks = site[site.index("const MARKS"):site.index("];\n", site.index("const MARKS"))]
        found = {name: tuple(re.findall(r"'([^']+)'", columns)) for name, columns in re.findall(r"\['(\w+)', \[(.*?)\]\]", marks, re.S)}
        script = (ROOT / "tools" / "get-leaderboard").read_text()
        block = script[script.index("COLUMNS = {"):script.index("}\n", script.index("COLUMNS = {")) + 1]
        self.assertEqual(list(found.items()), list(ast.literal_eval(block.removeprefix("COLUMNS = ")).items()))


if __name__ == "__main__":
    unittest.main()

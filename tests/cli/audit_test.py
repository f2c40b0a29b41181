"""`bfclx audit`: what many runs agree on against the ground truth comes first, in every form.

    python3 tests/cli/audit_test.py build/release/tools/bfclx [Suite]
"""

import csv
import io
import json
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main
from report_test import Page

ANSWER = "[harbour.tide_table(harbour='Whitby', date='2026-05-04')]"


class Audit(Case):
    def setUp(self):
        super().setUp()
        self.lines = [json.loads(line) for line in SIMPLE.read_text().splitlines()]
        self.wrong = self.lines[0]["id"]

    # Runs that are right but for the first entry, to which all give one refused answer.
    def runs(self, count, answer=ANSWER):
        for i in range(count):
            lines = [dict(line) for line in self.lines]
            lines[0]["result"] = answer
            text = "".join(json.dumps({"id": line["id"], "result": line["result"]}) + "\n"
                           for line in lines)
            self.write(f"runs/model{i}/{SIMPLE.name}", text)
        return self.folder / "runs"

    def audit(self, *arguments, **keywords):
        return self.run_program("audit", *arguments, "--dataset", SAMPLE, **keywords)

    def test_json_has_every_entry_the_most_suspicious_first(self):
        report = json.loads(self.audit(self.runs(12), "--json"))
        self.assertEqual(report["entries"][0]["id"], self.wrong)
        self.assertEqual({entry["id"] for entry in report["entries"]},
                         {line["id"] for line in self.lines})
        first = report["entries"][0]
        self.assertIn("nobody_passes", first["classes"])
        self.assertEqual(first["answers"][0]["count"], 12)
        self.assertEqual(len(first["answers"][0]["runs"]), 12)
        self.assertEqual(len(first["classes"]), len(first["reasons"]))
        self.assertEqual(report["suspicious"], sum(e["suspicious"] for e in report["entries"]))
        order = [entry["suspicion"] for entry in report["entries"]]
        self.assertEqual(order, sorted(order, reverse=True))
        self.assertEqual(len(report["runs"]), 12)

    def test_one_entry_wrong_in_the_totals_is_right_without_it(self):
        report = json.loads(self.audit(self.runs(12), "--json"))
        totals = report["totals"]
        self.assertLess(totals["entries_without_suspicious"], totals["entries"])
        for run in totals["runs"]:
            self.assertGreater(run["without_suspicious"]["score"], run["all"]["score"])

    def test_table(self):
        out = self.audit(self.runs(12))
        self.assertIn(self.wrong, out)
        self.assertIn("none of 12 runs passes", out)
        self.assertIn("over 12 runs", out)

    def test_csv_has_a_row_for_each_entry(self):
        rows = list(csv.DictReader(io.StringIO(self.audit(self.runs(12), "--format", "csv"))))
        self.assertEqual(len(rows), len(self.lines))
        self.assertEqual(rows[0]["id"], self.wrong)
        self.assertEqual(rows[0]["passes"], "0")
        rows = list(csv.DictReader(io.StringIO(
            self.audit(self.folder / "runs", "--format", "csv", "--top", "2"))))
        self.assertEqual(len(rows), 2)

    def test_html_is_whole_and_inert(self):
        hostile = "[harbour.tide_table(harbour='<script>alert(1)</script>', date='\\x1b[2J')]"
        path = self.folder / "audit.html"
        self.audit(self.runs(12, hostile), "--html", path)
        text = path.read_text(encoding="utf-8")
        page = Page(text)
        self.assertEqual(page.active, [])
        self.assertIn(self.wrong, page.text)
        self.assertNotIn("<script", text)
        self.assertIn("default-src 'none'", text)

    def test_runs_of_one_name_stay_apart(self):
        for where in ("a", "b"):
            shutil.copytree(GOOD, self.folder / where / "model")
        report = json.loads(self.audit(self.folder / "a", self.folder / "b", "--json"))
        labels = [run["label"] for run in report["runs"]]
        self.assertEqual(len(labels), 2)
        self.assertEqual(len(set(labels)), 2)

    def test_the_sample(self):
        report = json.loads(self.audit("sample", "--json", code=1))  # it has flaws on purpose
        self.assertGreater(report["audited"], 0)

    def test_wrong_usage(self):
        self.audit(self.folder / "nowhere", code=2)
        self.assertIn("nowhere", self.err)
        self.audit(GOOD, "--fdr", "2", code=2)
        self.audit(GOOD, "--format", "xml", code=2)
        self.audit(GOOD, "--html", SIMPLE, code=2)

    def test_what_cannot_be_read_is_told(self):
        runs = self.runs(3)
        self.write(f"runs/model1/{SIMPLE.name}", "{broken\n")
        self.audit(runs, "--json", code=1)
        self.assertIn(SIMPLE.name, self.err)


if __name__ == "__main__":
    main()

"""`bfclx dataset audit`: what many runs agree on against the ground truth comes first, in every form.

    python3 tests/cli/audit_test.py build/release/tools/bfclx [Suite]
"""

import csv
import gzip
import io
import json
import math
import random
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main
from report_test import Page

ANSWER = "[harbour.tide_table(harbour='Whitby', date='2026-05-04')]"


class AuditCase(Case):
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


class Audit(AuditCase):
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

    def test_lists_evidence_alternative_and_correction_in_every_form(self):
        runs = self.runs(12)
        page = self.folder / "page.html"
        table = " ".join(self.audit(runs, "--html", page).split())
        report = json.loads(self.audit(runs, "--json"))
        rows = list(csv.DictReader(io.StringIO(self.audit(runs, "--format", "csv"))))
        first = report["entries"][0]
        self.assertEqual(first["list"], "likely_wrong")
        self.assertEqual(report["lists"]["likely_wrong"], 1)
        self.assertEqual(report["suspicious"], report["lists"]["proof"] + report["lists"]["likely_wrong"])
        self.assertTrue(0 < first["probability"] < 1)
        weights = [one["weight"] for one in first["evidence"]]
        self.assertEqual(weights, sorted(weights, reverse=True))
        self.assertEqual((first["alternative"]["runs"], first["alternative"]["families"]), (12, 1))
        self.assertTrue(first["correction_text"])
        html = " ".join(Page(page.read_text(encoding="utf-8")).text.split())
        for text in (first["correction_text"], first["alternative"]["text"], "Likely wrong (1)"):
            self.assertIn(text, table)
            self.assertIn(text, html)
        self.assertEqual((rows[0]["list"], rows[0]["correction"]), ("likely_wrong", first["correction_text"]))
        self.assertEqual(rows[0]["evidence"].split(" | "), [one["text"] for one in first["evidence"]])

    def test_entries_by_category(self):
        page = self.folder / "page.html"
        table = self.audit(self.runs(12), "--html", page)
        report = json.loads(self.audit(self.runs(12), "--json"))
        entries = len(self.lines)
        counts = {"category": "simple_python", "entries": entries, "proof": 0, "likely_wrong": 1, "hard": 0}
        self.assertEqual(report["categories"], [counts])
        row = rf"simple_python +{entries} +0 +1 +0\n"
        self.assertRegex(table, r"\n  category +entries +proof +likely wrong +hard\n  " + row)
        self.assertIn(f"simple_python{entries}010", " ".join(Page(page.read_text(encoding="utf-8")).text.split()))
        # Nothing to show where no entry is suspicious.
        self.assertNotIn("likely wrong", self.audit(SIMPLE))

    def test_corrections_made_earlier(self):
        runs = self.runs(3)
        with_one = self.write("old.jsonl", json.dumps({"id": self.wrong}) + "\n")
        report = json.loads(self.audit(runs, "--json", "--corrected", with_one))
        self.assertEqual({entry["id"] for entry in report["entries"]}, {line["id"] for line in self.lines})
        for text in ("no json\n", "[1]\n"):
            self.audit(runs, "--corrected", self.write("bad.jsonl", text), code=2)
            self.assertIn("bad.jsonl: line 1: expected errata", self.err)
        self.audit(runs, "--corrected", self.folder / "nowhere", code=2)
        self.assertIn("nowhere", self.err)

    def test_one_entry_wrong_in_the_totals_is_right_without_it(self):
        report = json.loads(self.audit(self.runs(12), "--json"))
        totals = report["totals"]
        self.assertLess(totals["entries_without_suspicious"], totals["entries"])
        for run in totals["runs"]:
            self.assertGreater(run["without_suspicious"]["score"], run["all"]["score"])

    def test_without_suspicious_entries_nothing_is_left_out(self):
        page = self.folder / "page.html"
        found = self.audit(self.runs(12), "--html", page)
        for text in (found, page.read_text()):
            self.assertIn("without", text)
            self.assertIn("suspicious", text)
        for i in range(12):
            self.write(f"runs/model{i}/{SIMPLE.name}", SIMPLE.read_text())
        found = self.audit(self.folder / "runs", "--html", page)
        self.assertIn("Overall v4 over the 5 shared entries\n", found)
        self.assertNotIn("without", found[found.index("Overall v4"):])
        self.assertNotIn("<th>without", page.read_text())
        self.assertNotRegex(page.read_text(), r">without<|that are not suspicious")

    def test_table(self):
        out = self.audit(self.runs(12))
        self.assertIn(self.wrong, out)
        self.assertIn("none of 12 runs passes", out)
        self.assertIn("based on 12 runs", out)

    def test_top_has_one_meaning_in_every_form(self):
        runs = self.runs(12)
        report = json.loads(self.audit(runs, "--json", "--top", "0"))
        self.assertEqual(report, json.loads(self.audit(runs, "--json")))
        self.assertEqual(self.audit(runs, "--format", "csv", "--top", "0"),
                         self.audit(runs, "--format", "csv"))
        # Of more than the 40 that a table has when nothing is said.
        entries, category = 45, "simple_python"
        questions = SAMPLE / "data" / f"BFCL_v4_{category}.json"
        answers = SAMPLE / "data" / "possible_answer" / f"BFCL_v4_{category}.json"
        for path in (questions, answers):
            line = json.loads(path.read_text().splitlines()[0])
            self.write(f"many/data/{path.relative_to(SAMPLE / 'data')}", "".join(
                json.dumps({**line, "id": f"{category}_{i}"}) + "\n" for i in range(entries)))
        for i in range(12):
            self.write(f"all/model{i}/BFCL_v4_{category}_result.json", "".join(
                json.dumps({"id": f"{category}_{n}", "result": ANSWER}) + "\n" for n in range(entries)))
        for top, shown in (((), 40), (("--top", "0"), entries), (("--top", "1"), 1)):
            out = self.run_program("audit", self.folder / "all", "--dataset", self.folder / "many", *top)
            self.assertEqual(out.count("/12 pass"), shown, out)
            self.assertEqual("(--top)" in out, shown < entries)
        self.assertIn("; the first 1 is shown (--top)", out)

    def test_one_is_no_plural(self):
        path = self.write(SIMPLE.name, SIMPLE.read_text().splitlines()[0] + "\n")
        page = self.folder / "audit.html"
        out = self.audit(path, "--html", page)
        self.assertIn("0 of 1 entry is suspicious, based on 1 run.", out)
        self.assertIn("over the 1 shared entry", out)
        text = Page(page.read_text(encoding="utf-8")).text
        self.assertIn("0 of 1 entry is suspicious, based on 1 run.", text)
        self.assertIn("over the 1 shared entry", text)
        for plural in ("1 entries", "1 runs"):
            self.assertNotIn(plural, out + text)

    def test_a_single_model_has_no_ranks_and_no_shares_of_runs(self):
        page = self.folder / "audit.html"
        report = " ".join(self.audit(self.runs(1), "--html", page).split())
        html = " ".join(Page(page.read_text(encoding="utf-8")).text.split())
        for text in (report, html):
            self.assertNotRegex(text, r"[Rr]ank|\d/1 pass|of the runs,")
            self.assertIn("based on 1 run", text)
        self.assertIn("All rank ranges hold jointly", self.audit(self.runs(2)))

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
        for option, value in [("--fdr", "2"), ("--fdr", "nan"), ("--fdr", "x"), ("--top", "-1"), ("--top", "1.5"), ("--top", "9" * 30)]:
            self.audit(GOOD, option, value, code=2)
            self.assertIn(f"{option}: expected", self.err)
        self.assertEqual(len(self.audit(GOOD, "--format", "csv", "--top", "1").splitlines()), 2)
        self.audit(GOOD, "--format", "xml", code=2)
        self.audit(GOOD, "--html", SIMPLE, code=2)
        # Before anything is read.
        for option in ("--html", "--draft-errata"):
            notes = self.write("notes_result.json", "no result at all")
            self.audit(notes, option, self.folder / "no" / "such" / "folder", code=2)
            self.assertIn("such", self.err)
            self.assertNotIn("notes", self.err)

    def test_what_cannot_be_read_is_told(self):
        runs = self.runs(3)
        self.write(f"runs/model1/{SIMPLE.name}", "{broken\n")
        self.audit(runs, "--json", code=1)
        self.assertIn(SIMPLE.name, self.err)

    # With one, a run is read after the one before; with more, while that one is scored.
    def test_jobs_change_nothing(self):
        runs = self.runs(9)
        self.write(f"runs/model1/{SIMPLE.name}", "{broken\n")
        packed = runs / "model3" / SIMPLE.name
        self.write(f"runs/model3/{SIMPLE.name}.gz", gzip.compress(packed.read_bytes()))
        packed.unlink()
        self.write(f"runs/model5/{SIMPLE.name}", "")
        shutil.copytree(GOOD, runs / "model6", dirs_exist_ok=True)
        outputs = []
        for jobs in (1, 2, 7):
            for form in (["--json"], ["--format", "csv"], []):
                self.audit(runs, "--jobs", jobs, *form, code=1)
                outputs.append((self.out, self.err))
        self.assertEqual(outputs[:3], outputs[3:6])
        self.assertEqual(outputs[:3], outputs[6:])
        self.assertIn("model1", self.err)


class AuditStatistics(AuditCase):
    """The figures of each entry, reckoned once more from the verdicts alone."""

    RUNS = 14

    def setUp(self):
        super().setUp()
        draw = random.Random(7)
        for i in range(self.RUNS):
            lines = []
            for line in self.lines:
                wrong = draw.random() < 0.1 + 0.05 * i
                answer = draw.choice([ANSWER, "[no.such(x=1)]"]) if wrong else line["result"]
                lines.append(json.dumps({"id": line["id"], "result": answer}) + "\n")
            self.write(f"drawn/model{i:02}/{SIMPLE.name}", "".join(lines))
        report = json.loads(self.audit(self.folder / "drawn", "--json"))
        self.entries = report["entries"]
        self.labels = [run["label"] for run in report["runs"]]
        self.fails = {entry["id"]: {run for answer in entry["answers"] for run in answer["runs"]}
                      for entry in self.entries}

    def ability(self, run, entry):
        others = [one for one in self.fails if one != entry]
        right = sum(run not in self.fails[one] for one in others)
        share = (right + 0.5) / (len(others) + 1)
        return math.log(share / (1 - share))

    def test_discrimination(self):
        known = 0
        for entry in self.entries:
            x = [self.ability(run, entry["id"]) for run in self.labels]
            y = [float(run not in self.fails[entry["id"]]) for run in self.labels]
            n, mx, my = len(x), sum(x) / len(x), sum(y) / len(y)
            sx = math.sqrt(sum((a - mx) ** 2 for a in x))
            sy = math.sqrt(sum((b - my) ** 2 for b in y))
            if sx * sy < 1e-9:
                self.assertIsNone(entry["discrimination"])
                continue
            known += 1
            r = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sx / sy
            its = entry["discrimination"]
            self.assertAlmostEqual(its["value"], r, places=9)
            z, error = math.atanh(r), 1 / math.sqrt(n - 3)
            self.assertAlmostEqual(its["interval_95"]["low"], math.tanh(z - 1.959964 * error), places=5)
            self.assertAlmostEqual(its["p_negative"], 0.5 * math.erfc(-z / error / math.sqrt(2)), places=9)
        self.assertGreater(known, 3)

    def test_agreement_and_shares(self):
        for entry in self.entries:
            weights = {run: (1 / (1 + math.exp(-self.ability(run, entry["id"])))) ** 2
                       for run in self.labels}
            failing = sum(weights[run] for run in self.fails[entry["id"]]) / sum(weights.values())
            self.assertAlmostEqual(entry["failing_share"], failing, places=9)
            decoded = [answer for answer in entry["answers"] if answer["decoded"]]
            if not decoded:
                continue
            agreed = max(answer["count"] for answer in decoded)
            n = agreed + entry["passes"]
            tail = sum(math.comb(n, k) for k in range(agreed, n + 1)) / 2 ** n
            self.assertAlmostEqual(entry["p_agreed"], min(1, tail * len(decoded)), places=9)

    def test_false_discovery_rates(self):
        def rates(values):
            order, least, out = sorted(range(len(values)), key=values.__getitem__), 1, [1] * len(values)
            for rank in range(len(order), 0, -1):
                least = min(least, values[order[rank - 1]] * len(values) / rank)
                out[order[rank - 1]] = least
            return out

        agreed = rates([entry["p_agreed"] for entry in self.entries])
        negative = rates([entry["discrimination"]["p_negative"] if entry["discrimination"] else 1
                          for entry in self.entries])
        for entry, a, b in zip(self.entries, agreed, negative):
            self.assertAlmostEqual(entry["q"], min(1, 2 * min(a, b)), places=9)


if __name__ == "__main__":
    main()

"""`score -o FILE` and `--verdicts FILE`: what a file holds is told by the end of its name.

    python3 tests/cli/output_forms_test.py build/release/tools/bfclx [Suite]
"""

import csv
import json

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main

BAD = SAMPLE / "results" / "bad-model"
KNOWN = ".json, .jsonl, .csv, .md, .xml, .yaml, .html or .eval"


class OutputForms(Case):
    def test_the_bytes_are_those_of_the_option(self):
        for name, form in (("x.json", "json"), ("x.csv", "csv"), ("x.md", "markdown"), ("x.xml", "junit")):
            for runs in ([BAD], [GOOD, BAD]):
                with self.subTest(name, runs=len(runs)):
                    wanted = self.check(*runs, "--format", form, code=1)
                    place = self.folder / name
                    self.assertEqual(self.check(*runs, "-o", place, code=1), "")
                    self.assertTrue(self.err.endswith(f"bfclx: report written to {place}\n"), self.err)
                    self.assertEqual(place.read_text(), wanted)

    def test_verdicts(self):
        wanted = self.verdicts(BAD, code=1)
        place = self.folder / "x.jsonl"
        self.assertEqual(self.check(BAD, "--output", place, code=1), "")
        self.assertIn(f"verdicts written to {place}", self.err)
        self.assertEqual(place.read_text().splitlines(), wanted)
        self.check(BAD, "-o", place, "--verdicts", self.folder / "y.jsonl", code=2)
        self.assertIn("cannot be used with --verdicts", self.err)

    def test_a_report_and_verdicts_together(self):
        self.check(BAD, "-o", self.folder / "r.json", "--verdicts", self.folder / "v.jsonl", code=1)
        self.assertEqual((self.folder / "v.jsonl").read_text().splitlines(), self.verdicts(BAD, code=1))
        self.assertEqual(json.loads((self.folder / "r.json").read_text()), self.check_json(BAD, code=1))

    def test_report_and_verdicts_are_two_files(self):
        (self.folder / "link.csv").symlink_to("z.csv")
        for output, verdicts in (("x.csv", "x.csv"), ("y.csv", "./y.csv"), ("z.csv", "link.csv")):
            self.check(BAD, "-o", output, "--verdicts", verdicts, code=2)
            self.assertEqual(self.err, f"bfclx: --output {output} is the file of --verdicts; name another file\n")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["link.csv"])
        ids = self.write("ids.jsonl", "[]")
        self.check(SIMPLE, "--ids", ids, "-o", ids, code=2)
        self.assertIn(f"--output {ids} would overwrite an input", self.err)

    def test_a_page_is_that_of_report(self):
        page, other = self.folder / "x.html", self.folder / "y.html"
        self.check(SIMPLE, "-o", page)
        self.run_program("report", SIMPLE, "--dataset", SAMPLE, "-o", other)
        self.assertEqual(page.read_bytes(), other.read_bytes())
        for more in (("--ids", "mlperf"), ("--verdicts", "x.jsonl")):
            self.check(SIMPLE, "-o", page, *more, code=2)
            self.assertIn(f"cannot be used with {more[0]}", self.err)

    def test_what_to_use_for_standard_output_and_folders(self):
        self.check(SIMPLE, "-o", "-", code=2)
        self.assertIn("; for standard output, omit --output and choose a --format\n", self.err)
        for name in (".", "nowhere/"):
            self.check(SIMPLE, "-o", name, code=2)
            self.assertIn("; `bfclx report -o FOLDER/` writes a folder\n", self.err)

    def test_other_extensions_are_refused_in_one_sentence(self):
        for name in ("x.txt", "x", "x.json.gz", "x.HTML"):
            self.check(SIMPLE, "-o", name, code=2)
            self.assertEqual(self.err, f"bfclx: --output {name}: unknown extension; use {KNOWN}\n")
        for more in (("--format", "json"), ("--details",), ("--shard", "1/2", "--verdicts", "x.jsonl")):
            self.check(SIMPLE, "-o", "x.json", *more, code=2)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_no_input_is_overwritten(self):
        ids = self.write("ids.json", "[]")
        self.check(SIMPLE, "--ids", ids, "-o", ids, code=2)
        self.assertIn("would overwrite an input", self.err)
        self.assertEqual(ids.read_text(), "[]")


class VerdictsCsv(Case):
    def test_one_row_an_entry(self):
        for runs in ([BAD], [GOOD, BAD]):
            lines = [json.loads(line) for line in self.verdicts(*runs, code=1)]
            place = self.folder / "v.csv"
            self.check(*runs, "--verdicts", place, code=1)
            with open(place, newline="") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(list(rows[0]), ["model", "id", "valid", "error_type", "why", "skipped", "problem", "superseded",
                                             "category", "short_reason", "own_id", "tags"])
            self.assertEqual([row["id"] for row in rows], [line["id"] for line in lines])
            for row, line in zip(rows, lines):
                self.assertEqual(row["valid"], {True: "true", False: "false", None: ""}[line["valid"]])
                self.assertEqual(row["model"], line.get("model", "bad-model"))
                self.assertEqual(row["why"], line.get("why", {}).get("text", ""))
                self.assertEqual(row["problem"], line.get("problem", ""))
                self.assertEqual(bool(row["error_type"]), line["valid"] is False, row)

    def test_rows_that_are_not_superseded_give_the_figures(self):
        lines = SIMPLE.read_text().splitlines()
        twice = self.write("m/BFCL_v4_simple_python_result.json", "\n".join([lines[0], *lines]) + "\n")
        report = self.check_json(twice, "--verdicts", "v.csv")
        with open(self.folder / "v.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        row = self.category(report, "simple_python")
        self.assertEqual(row["duplicates"], 1)
        self.assertEqual([one["superseded"] for one in rows], ["true"] + ["false"] * len(lines))
        self.assertEqual(sum(one["valid"] == "true" for one in rows if one["superseded"] == "false"), row["right"])

    def test_merge_writes_it_too(self):
        self.check(GOOD, "--verdicts", self.folder / "whole.csv")
        for number in (1, 2):
            self.check(GOOD, "--shard", f"{number}/2", "--verdicts", self.folder / f"{number}.jsonl")
        self.run_program("merge", "1.jsonl", "2.jsonl", "--verdicts", "merged.csv")
        self.assertEqual((self.folder / "merged.csv").read_text(), (self.folder / "whole.csv").read_text())

    def test_json_lines_hold_infinities_and_nan_as_texts(self):
        """A strict reader takes every line, and shards merge to the same ones."""
        ids = [json.loads(line)["id"] for line in SIMPLE.read_text().splitlines()[:2]]
        path = self.write("m/BFCL_v4_simple_python_result.json", "".join(
            json.dumps({"id": entry, "result": f"[f(base=1e999, height={value})]"}) + "\n"
            for entry, value in zip(ids, ("-1e999", "1e999-1e999"))))

        def refuse(name):
            raise ValueError(name)

        lines = self.verdicts(path, code=None)
        for line in lines:
            json.loads(line, parse_constant=refuse)
        self.assertEqual(json.loads(lines[0])["decoded"], [{"f": {"base": "inf", "height": "-inf"}}])
        self.assertEqual(json.loads(lines[0])["decoded_repr"], "[{'f': {'base': inf, 'height': -inf}}]")
        for number in (1, 2):
            self.check(path, "--shard", f"{number}/2", "--verdicts", self.folder / f"{number}.jsonl", code=None)
        self.run_program("merge", "1.jsonl", "2.jsonl", "--verdicts", "merged.jsonl", code=None)
        self.assertEqual((self.folder / "merged.jsonl").read_text().splitlines(), lines)

    def test_every_other_name_is_json_lines(self):
        wanted = self.verdicts(SIMPLE)
        for name in ("v.ndjson", "v.txt", "v.jsonl.tmp", "v", "v.json"):
            self.check(SIMPLE, "--verdicts", name)
            self.assertEqual((self.folder / name).read_text().splitlines(), wanted)
            self.check(SIMPLE, "--shard", "1/1", "--verdicts", name)
            self.assertIn("bfclx_share", (self.folder / name).read_text())
        for name in ("v.md", "v.xml", "v.html", "v.parquet", "v.xlsx"):
            self.check(SIMPLE, "--verdicts", name, code=2)
            self.assertIn(f"--verdicts {name}: verdicts are JSON lines or CSV; use .jsonl or .csv", self.err)
            self.assertEqual(f"-o {name}" in self.err, name[2:] in KNOWN, self.err)
            self.assertFalse((self.folder / name).exists())
        self.check(SIMPLE, "--shard", "1/2", "--verdicts", "v.csv", code=2)
        self.assertEqual(self.err, "bfclx: --verdicts v.csv: a shard is JSON lines, not CSV; name a .jsonl file\n")


if __name__ == "__main__":
    main()

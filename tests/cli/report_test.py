"""`bfclx report`: the page is whole, holds what it should, and nothing hostile gets out of its text.

    python3 tests/cli/report_test.py build/release/tools/bfclx [Suite]
"""

import json
import subprocess
import unittest
from html.parser import HTMLParser
from pathlib import Path

from cli_case import GOOD, PROGRAM, SAMPLE, SIMPLE, Case, main

BAD = SAMPLE / "results" / "bad-model"
VOID = {"meta", "line", "circle", "rect", "br"}


class Page(HTMLParser):
    """Tags must nest; collects them, the text, and everything that could load or run something."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.tags = {}
        self.text = ""
        self.active = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag in ("script", "iframe", "object", "embed", "link", "img", "form", "base"):
            self.active.append(tag)
        for name, value in attributes:
            if name.startswith("on") or name in ("src", "style", "srcdoc", "action"):
                self.active.append(f"{tag} {name}")
            if name == "href" and not value.startswith("#"):
                self.active.append(f"{tag} href={value}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (self.open[-3:], tag)
        self.open.pop()

    def handle_data(self, data):
        self.text += data


class Report(Case):
    def report(self, *arguments, code=0):
        path = self.folder / "report.html"
        self.run_program("report", *arguments, "--dataset", SAMPLE, "-o", path, code=code)
        self.bytes = path.read_bytes()
        page = Page(self.bytes.decode("utf-8"))
        self.assertEqual(page.active, [])
        return page

    def test_one_run(self):
        page = self.report(GOOD)
        self.assertIn("good-model", page.text)
        self.assertIn("overall v4, 95 % CI", page.text)
        self.assertIn("No problems found", page.text)
        self.assertNotIn("Holm", page.text)
        self.assertIn(b"default-src 'none'", self.bytes)
        self.assertRegex(page.text, r"\d+ of \d+ passed; reported separately, not counted in the overall score: \d+ of \d+ passed; ")
        categories = json.loads(self.run_program("score", GOOD, "--dataset", SAMPLE, "--format",
                                                 "json"))["models"][0]["categories"]
        for row in categories:
            few = row["entries"] < 20
            self.assertIn(f"{row['right']}{' of ' if few else '/'}{row['entries']}", page.text)
        self.assertIn("76/78 passed", page.text)
        failed = sum(row["entries"] - row["right"] for row in categories)
        self.assertEqual(self.bytes.count(b'<details class="entry">'), failed)
        self.assertGreater(failed, 0)

    def test_an_episode_goes_turn_by_turn(self):
        page = self.report(BAD, code=1)
        for part in ("turn 1 \u2715", "turn 2, not reached", "(none)"):
            self.assertIn(f"<dt>{part}" if part[0] == "t" else part, self.bytes.decode())
        self.assertIn("cp(source='seeds.txt',destination='old')", page.text)

    def test_two_runs_are_compared(self):
        page = self.report(BAD, GOOD, code=1)
        for part in ("bad-model", "good-model", "p Holm", "rank 1 of 2", "Truncated responses",
                     "harbour_tide_table", "Not in this run", "entries", "1 missing"):
            self.assertIn(part, page.text)
        self.assertNotIn(b'<th class="n" scope="col">passed</th>', self.bytes)
        self.assertIn("Profile", page.text)
        self.assertEqual(self.bytes.count(b'<svg class="chart"'), 1)
        self.assertIn(b"Radar chart. bad-model: Simple ", self.bytes)
        self.assertGreater(page.tags["svg"], 40)
        self.assertGreater(page.tags["mark"], 5)

    def test_the_title_of_many_runs_is_their_number(self):
        folders = [self.write(f"run{number}/{SIMPLE.name}", SIMPLE.read_bytes()).parent for number in range(4)]
        self.report(*folders[:3])
        self.assertIn(b"<h1>run0, run1, run2</h1>", self.bytes)
        self.report(*folders)
        self.assertIn(b"<h1>4 runs</h1>", self.bytes)

    def test_input_without_any_result_leaves_an_earlier_page(self):
        page = self.write("page.html", "an earlier page")
        notes = self.write("notes.txt", "no result at all")
        self.run_program("report", notes, "--dataset", SAMPLE, "-o", page, code=1)
        self.assertIn("nothing to report", self.err)
        self.assertEqual(page.read_text(), "an earlier page")

    def test_what_was_written_is_told(self):
        page = self.folder / "page.html"
        self.run_program("report", GOOD, "--dataset", SAMPLE, "-o", page)
        self.assertEqual(self.err, f"bfclx: report of 1 run written to {page}\n")
        self.run_program("report", GOOD, "--dataset", SAMPLE, "-o", "-")
        self.assertEqual(self.err, "")

    def test_fewer_failures(self):
        page = self.report(BAD, "--failures", "1", code=1)
        self.assertIn("more are not shown", page.text)
        none = self.report(BAD, "--failures", "0", code=1)
        self.assertNotIn("official error", none.text)
        self.assertNotIn("more are not shown", none.text)
        self.assertLess(len(none.text), len(page.text))

    def test_a_run_repeats(self):
        self.report(GOOD)
        first = self.bytes
        self.report(GOOD)
        self.assertEqual(first, self.bytes)

    def test_hostile_text_stays_text(self):
        hostile = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>'\"&\x1b[31m\u202e\ud800"
        entries = [json.loads(line) for line in SIMPLE.read_text().splitlines()]
        for entry in entries:
            entry["result"] = hostile
        entries.append({"id": hostile, "result": hostile})
        path = self.write(f"<b onload='x'>/{SIMPLE.name}", "\n".join(map(json.dumps, entries)))
        page = self.report(path.parent, "--title", "</title><script>1</script>", code=1)
        self.assertIn("<script>alert(1)</script>", page.text)
        self.assertIn("<b onload='x'>", page.text)
        self.assertNotIn("\x1b", page.text)
        self.assertNotIn(b"<script", self.bytes)

    def test_standard_output(self):
        out = self.run_program("report", GOOD, "--dataset", SAMPLE, "-o", "-")
        self.assertTrue(out.startswith("<!DOCTYPE html>"))
        self.assertTrue(out.endswith("</html>\n"))

    def test_wrong_usage(self):
        run = self.write(SIMPLE.name, SIMPLE.read_bytes())
        for arguments in ([GOOD], [GOOD, "-o", self.folder / "no" / "such" / "folder"],
                          ["missing", "-o", "x.html"], [run, "-o", run]):
            self.run_program("report", *arguments, "--dataset", SAMPLE, code=2)
            self.assertNotEqual(self.err, "")
        self.assertEqual(run.read_bytes(), SIMPLE.read_bytes())
        self.assertIn("Examples:", self.run_program("report", "--help"))

    def test_a_page_has_the_extension_of_html(self):
        for name in ("x.pdf", "x.html.gz", "x.HTML", "x.json", "model-4.1"):
            self.run_program("report", GOOD, "--dataset", SAMPLE, "-o", name, code=2)
            self.assertIn(f"--output {name}: unknown extension; a page is HTML, use .html", self.err)
        self.assertEqual(list(self.folder.iterdir()), [])

    @unittest.skipUnless(Path("/dev/full").exists(), "needs /dev/full")
    def test_full_disk(self):
        done = subprocess.run([PROGRAM, "report", GOOD, "--dataset", SAMPLE, "-o", "/dev/full"],
                              stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"cannot be written", done.stderr)


if __name__ == "__main__":
    main()

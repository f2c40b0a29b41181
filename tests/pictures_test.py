#!/usr/bin/env python3
"""docs/pictures is what tools/pictures makes of today's program and figures, and README shows it in both color schemes.

  tests/pictures_test.py PROGRAM
"""
import json
import re
import runpy
import sys
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ""
MOST_BYTES = 150_000
sys.dont_write_bytecode = True
SCRIPT = runpy.run_path(str(ROOT / "tools/pictures"))
FOLDER = SCRIPT["FOLDER"]


class Pictures(unittest.TestCase):
    def test_they_are_what_the_script_makes(self):
        for name, text in SCRIPT["made"](PROGRAM).items():
            with self.subTest(name):
                self.assertEqual((FOLDER / name).read_text(encoding="utf-8"), text, "run tools/pictures")
                xml.fromstring(text)

    def test_nothing_of_a_machine_is_in_them(self):
        for place in FOLDER.glob("*.svg"):
            self.assertNotRegex(xml.tostring(xml.parse(place).getroot(), "unicode", "text"), r"(^|\s)/\w+/|localhost|127\.0\.0\.1", place.name)

    def test_screenshots_are_small(self):
        for name in ("entry-light.webp", "entry-dark.webp"):
            found = (FOLDER / name).read_bytes()
            self.assertEqual((found[:4], found[8:12]), (b"RIFF", b"WEBP"), name)
            self.assertTrue(10_000 < len(found) < MOST_BYTES, name)

    def test_readme_shows_them_with_an_alternative_text(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        both = (r'<source media="\(prefers-color-scheme: dark\)" srcset="docs/pictures/entry-dark\.webp">\s*'
                r'<img alt="[^"]{20,}" src="docs/pictures/entry-light\.webp"')
        for wanted in (both, *(rf"!\[[^\]]{{20,}}\]\(docs/pictures/{name}\.svg\)" for name in ("show", "speed"))):
            self.assertTrue(re.search(wanted, text), wanted)

    def test_each_is_shown_somewhere(self):
        pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), ROOT / "bench/README.md"]
        text = "".join(page.read_text(encoding="utf-8") for page in pages)
        self.assertFalse([place.name for place in FOLDER.iterdir() if f"pictures/{place.name}" not in text])

    def test_the_figures_are_those_of_the_benchmarks(self):
        figures = json.loads(SCRIPT["FIGURES"].read_text(encoding="utf-8"))
        text = (ROOT / "bench/README.md").read_text(encoding="utf-8")
        self.assertGreater(len(figures["groups"]), 1)
        for group in figures["groups"]:
            table = SCRIPT["table"](group)
            self.assertTrue(f"\n\n{table}\n\n" in text, f"bench/README.md needs this table:\n{table}")
            for row in group["rows"]:
                self.assertLess(row["passed"], row["entries"], f"{row['category']}: not the responses of a real run")

    def test_the_range_of_the_figures_is_that_of_the_benchmarks(self):
        figures = json.loads(SCRIPT["FIGURES"].read_text(encoding="utf-8"))
        ratios = [row["official_ns"] / row["bfclx_ns"] for group in figures["groups"] for row in group["rows"]]
        told = f"{min(ratios):.0f} to {max(ratios):.0f}"
        for page, words in (("README.md", f" {told} times as fast as"),
                            ("CHANGELOG.md", f" is {told} times as fast as")):
            self.assertTrue(words in (ROOT / page).read_text(encoding="utf-8"), f"{page} needs `{words}`")


class Pieces(unittest.TestCase):
    def test_runs_keep_their_columns_and_colors(self):
        runs, state = SCRIPT["runs_of"]("  \x1b[1ma b\x1b[0m  \x1b[1;31m c", [])
        self.assertEqual((runs, state), ([(2, "a b", "b"), (8, "c", "b r")], ["b", "r"]))
        self.assertEqual(SCRIPT["runs_of"]("d\x1b[0m ", state), ([(0, "d", "b r")], []))

    def test_text_is_escaped(self):
        self.assertIn(">&lt;b&gt;&amp;</tspan>", SCRIPT["terminal"]("x", ["<b>&"]))


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()

#!/usr/bin/env python3
"""core/QUIRKS.md against the code: every quirk has a place and a test that are there, and every name in a
comment (`quirk NAME`) is in the list.

  tests/quirks_test.py
"""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUIRK = re.compile(r"^- \*\*(\w+)\*\* — (.*?)\n  `([^`]+)` \((\w+)\); `([^`]+)`$", re.M | re.S)
COMMENT = re.compile(r"//.*\n(?:\s*//.*\n)*")
NAMED = re.compile(r"\bquirks? \(?(?:of \w+ )?(\w+_\w+)", re.I)
TESTS = re.compile(r"^(?:TEST|TEST_F|TEST_P|INSTANTIATE_TEST_SUITE_P)\((\w+), (\w+)", re.M)


def sources(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                yield path, path.read_text(encoding="utf-8")


class Quirks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        text = (ROOT / "core/QUIRKS.md").read_text(encoding="utf-8")
        cls.items = len(re.findall(r"^- \*\*", text, re.M))
        cls.quirks = QUIRK.findall(text)

    def test_all_are_read_and_no_name_comes_twice(self):
        names = [name for name, *_ in self.quirks]
        self.assertGreater(len(names), 100)
        self.assertEqual(len(names), self.items, "an entry has another form than the others")
        self.assertEqual(len(names), len(set(names)))

    def test_places_are_there(self):
        for name, _, file, function, _ in self.quirks:
            path = ROOT / (file if file.startswith("tools/") else f"core/{file}")
            self.assertTrue(path.is_file(), f"{name}: {file}")
            self.assertRegex(path.read_text(encoding="utf-8"), rf"\b{function}\b", name)

    def test_tests_are_there(self):
        tests = {f"{suite}.{case}" for _, text in sources("tests/unit") for suite, case in TESTS.findall(text)}
        for name, _, _, _, test in self.quirks:
            there = (ROOT / test).is_file() if test.startswith("tests/") else test in tests
            self.assertTrue(there, f"{name}: {test}")

    def test_names_in_comments_are_listed(self):
        names = {name for name, *_ in self.quirks}
        seen = set()
        for path, text in sources("core", "tools/bfclx", "tests/unit"):
            for comment in COMMENT.findall(text):
                words = re.sub(r"\s*//\s*", " ", comment)
                for name in NAMED.findall(words):
                    self.assertIn(name, names, path)
                    seen.add(name)
        self.assertGreater(len(seen), 20)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""tools/check-types finds two types of one name in one namespace, and nothing else.

Usage: type_names_test.py
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parent.parent / "tools" / "check-types"


class CheckTypes(unittest.TestCase):
    def check(self, **files):
        with tempfile.TemporaryDirectory(prefix="bfclx-types-") as folder:
            for name, text in files.items():
                pathlib.Path(folder, name.replace("_", ".")).write_text(text, encoding="utf-8")
            done = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout.replace(folder + "/", "")

    def in_namespace(self, text, name="bfclx"):
        return f"namespace {name} {{\n\n{text}\n\n}}  // namespace {name}\n".replace("namespace  {", "namespace {")

    def test_two_types_of_one_name(self):
        for one, other in (("struct Counts {", "struct Counts {"), ("enum class Counts : int {", "class Counts final {"),
                           ("struct Counts : std::vector<int> {", "class Counts {"),
                           ("class Counts\n    : public std::vector<int> {", "class Counts\n    : public std::map<int, int> {")):
            with self.subTest(one):
                code, said = self.check(a_h=self.in_namespace(one + "\n};"), b_cpp=self.in_namespace(other + "\n};"))
                self.assertEqual((code, said), (1, "bfclx::Counts is defined in a.h:3 and b.cpp:3: give each its own name\n"))

    def test_a_namespace_with_a_comment(self):
        text = "namespace bfclx {  // the project's\nstruct Counts {\n};\n}  // namespace bfclx\n"
        code, said = self.check(a_h=text, b_h=text)
        self.assertEqual((code, said), (1, "bfclx::Counts is defined in a.h:2 and b.h:2: give each its own name\n"))

    def test_what_is_one_type_or_another(self):
        one = self.in_namespace("struct Counts {\n};")
        for other in (self.in_namespace("struct Counts {\n};", "bfclx::tools"), self.in_namespace("struct Counts {\n};", ""),
                      self.in_namespace("struct Counts;"), self.in_namespace("struct Counts::State {\n};"),
                      self.in_namespace("template <>\nstruct Counts<int> {\n};"),
                      self.in_namespace("Counts counts() {\n  struct Counts {\n  };\n}")):
            with self.subTest(other):
                self.assertEqual(self.check(a_h=one, b_cpp=other), (0, ""))


if __name__ == "__main__":
    unittest.main()

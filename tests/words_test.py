#!/usr/bin/env python3
"""tools/check-words finds a forbidden word wherever a person may read it, and nowhere else.

  tests/words_test.py
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parent.parent / "tools" / "check-words"


class Words(unittest.TestCase):
    def found(self, name, text):
        """The lines that are named, of a file with this text."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.write_text(text, encoding="utf-8")
            done = subprocess.run([sys.executable, CHECK, path], capture_output=True, text=True, check=False)
        lines = [int(line.split(":")[1]) for line in done.stdout.splitlines()]
        self.assertEqual(done.returncode, 1 if lines else 0, done.stderr)
        return lines

    def test_strings_that_the_compiler_joins_are_one(self):
        self.assertEqual(self.found("a.cpp", 'int a;\nsay("it is passed "\n    "over here");\n'), [2])
        self.assertEqual(self.found("a.cpp", 'say("it is passed ", "over here");\n'), [])

    def test_raw_strings(self):
        self.assertEqual(self.found("a.cpp", 'int a;\nsay(R"(one\nis passed over)");\n'), [3])

    def test_code_and_comments_are_not_texts(self):
        self.assertEqual(self.found("a.cpp", '// "it is passed over"\nint passed_over = 0;  // passed over\n'), [])
        self.assertEqual(self.found("a.ts", "// 'it is passed over'\nconst a = 1;\n"), [])

    def test_names(self):
        self.assertEqual(self.found("a.cpp", "int a;\nint ModelReply = 0;  // of all replies\n"), [2, 2])  # words: keep
        self.assertEqual(self.found("a.ts", "const noReplies = 1;\nconst replied = 2;\n"), [1])  # words: keep
        self.assertEqual(self.found("reply_form.py", "a = 1\n"), [0])  # words: keep
        self.assertEqual(self.found("a.py", 'a = {"reply": 1, "cut_replies": 2}\nreply = 1  # words: keep\n'), [])

    def test_templates(self):
        self.assertEqual(self.found("a.ts", "const a = html`<p>\nis passed over</p>`;\n"), [2])

    def test_docs(self):
        self.assertEqual(self.found("a.md", "One.\nIt is passed over.\n"), [2])
        self.assertEqual(self.found("a.md", "It is passed over. <!-- words: keep -->\n"), [])

    def test_subjects_of_commits(self):
        """Of the commits since the base alone."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tools").mkdir()
            shutil.copy(CHECK, root / "tools")
            def git(*arguments):
                subprocess.run(["git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@b.example", *arguments],
                               check=True, capture_output=True)  # fmt: skip
            git("init", "-q", "-b", "main")
            git("commit", "--allow-empty", "-m", "x" * 73)
            git("checkout", "-q", "-b", "change")
            git("commit", "--allow-empty", "-m", "area: " + "y" * 66)
            git("commit", "--allow-empty", "-m", "area: " + "z" * 67)
            environment = {name: value for name, value in os.environ.items() if name != "BFCLX_LINT_BASE"}
            done = subprocess.run([sys.executable, root / "tools/check-words"], env=environment,
                                  capture_output=True, text=True, check=False)  # fmt: skip
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"\A[0-9a-f]+: the subject has 73 characters, at most 72: \"area: z+\"\n\Z")


if __name__ == "__main__":
    unittest.main()

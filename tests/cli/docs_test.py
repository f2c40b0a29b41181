"""README and docs: commands and options exist. Links: tests/docs_site_test.py.

    python3 tests/cli/docs_test.py build/release/tools/bfclx [Suite]
"""

import re
from pathlib import Path

from cli_case import Case, main

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# "bfclx score result --shard 1/8": in blocks and in code spans, up to a comment or the end.
COMMAND = re.compile(r"(?:^|[\s`|])bfclx ([a-z][a-z-]*)([^`#\n]*)", re.MULTILINE)
CODE = re.compile(r"^```.*?^```|^    .*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


class Docs(Case):
    def test_every_page_is_in_the_index(self):
        index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
        for page in PAGES[1:]:
            if page.name != "README.md":
                self.assertRegex(index, rf"\({re.escape(page.name)}[#)]")

    def test_commands_and_options_exist(self):
        known = set(re.findall(r"^  ([a-z][a-z-]*) ", self.run_program("--help"), re.MULTILINE))
        helps = {}
        seen = 0
        for page in PAGES:
            for code in CODE.findall(page.read_text(encoding="utf-8")):
                for command, rest in COMMAND.findall(code):
                    with self.subTest(page=page.name, command=command + rest):
                        self.assertIn(command, known)
                        words = [command, *re.findall(r"^ ([a-z]+)", rest)[:command in ("dataset", "list", "submit")]]
                        path = " ".join(words)
                        if path not in helps:
                            helps[path] = self.run_program(*words, "--help-all")
                        for option in OPTION.findall(rest):
                            self.assertTrue(re.search(rf"{option}(?![\w-])", helps[path]), option)
                            seen += 1
        self.assertGreater(seen, 15)


if __name__ == "__main__":
    main()

"""README and docs: links lead somewhere, and commands and options exist.

    python3 tests/cli/docs_test.py build/release/tools/bfclx [Suite]
"""

import re
from pathlib import Path

from cli_case import Case, main

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MAPS = [ROOT / name for name in (
    "CONTRIBUTING.md", "CHANGELOG.md", "core/README.md", "core/python/README.md", "tools/bfclx/README.md",
    "tests/README.md", "bench/README.md", "site/README.md", "site/EMBEDDING.md", "wasm/README.md", "python/README.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)")
# "bfclx score result --shard 1/8": in blocks and in code spans, up to a comment or the end.
COMMAND = re.compile(r"(?:^|[\s`|])bfclx ([a-z][a-z-]*)([^`#\n]*)", re.MULTILINE)
CODE = re.compile(r"^```.*?^```|^    .*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def anchors(page):
    """Those that GitHub makes of headings."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


class Docs(Case):
    def test_links_lead_somewhere(self):
        for page in PAGES + MAPS:
            for link in LINK.findall(page.read_text(encoding="utf-8")):
                if link.startswith("https://"):
                    continue
                path, _, anchor = link.partition("#")
                target = (page.parent / path).resolve() if path else page
                with self.subTest(page=page.name, link=link):
                    self.assertTrue(target.exists())
                    if anchor:
                        self.assertIn(anchor, anchors(target))

    def test_every_page_is_in_the_index(self):
        index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
        for page in PAGES[1:]:
            if page.name != "README.md":
                self.assertIn(f"({page.name})", index)

    def test_commands_and_options_exist(self):
        known = set(re.findall(r"^  ([a-z][a-z-]*) ", self.run_program("--help"), re.MULTILINE))
        helps = {}
        seen = 0
        for page in PAGES:
            for code in CODE.findall(page.read_text(encoding="utf-8")):
                for command, rest in COMMAND.findall(code):
                    with self.subTest(page=page.name, command=command + rest):
                        self.assertIn(command, known)
                        words = [command, *re.findall(r"^ ([a-z]+)", rest)[:command in ("dataset", "list")]]
                        path = " ".join(words)
                        if path not in helps:
                            helps[path] = self.run_program(*words, "--help")
                        for option in OPTION.findall(rest):
                            self.assertTrue(re.search(rf"{option}(?![\w-])", helps[path]), option)
                            seen += 1
        self.assertGreater(seen, 15)


if __name__ == "__main__":
    main()

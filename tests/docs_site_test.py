#!/usr/bin/env python3
"""The documentation site (tools/docs): every command has a page, every page is in the menu, links and anchors lead
somewhere. Without a network; the generator itself runs in the stage `site` of tools/test.

  tests/docs_site_test.py PROGRAM
"""
import contextlib
import io
import json
import re
import runpy
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ""
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools/docs-site"))
import generated  # noqa: E402
import pages  # noqa: E402

SCRIPT = runpy.run_path(str(ROOT / "tools/docs"))


def paths_of(menu):
    for item in menu:
        for value in [item] if isinstance(item, str) else item.values():
            yield from [value] if isinstance(value, str) else paths_of(value)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.texts = SCRIPT["assemble"](PROGRAM, cls.folder)  # raises for a broken link or anchor
        last = (cls.folder / "mkdocs.yml").read_text().rstrip().splitlines()[-1]
        cls.menu = json.loads(last.removeprefix("nav: "))

    def test_every_page_is_in_the_menu_once(self):
        self.assertCountEqual(paths_of(self.menu), self.texts)
        self.assertEqual(sorted(self.texts), sorted(path.relative_to(self.folder / "pages").as_posix()
                                                    for path in self.folder.rglob("*.md")))

    def test_llms_txt_has_every_page(self):
        text = (self.folder / "pages/llms.txt").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("# bfclx\n\n> "))
        self.assertIn("\n## Guides\n\n- [Install](install/)\n", text)
        self.assertIn("\n- [Commands](reference/commands/)\n", text)
        links = re.findall(r"^- \[.+\]\((.+)\)$", text, re.M)
        found = ["index.md" if link == "./" else link.rstrip("/") + ".md" for link in links]
        self.assertCountEqual([path.replace("/index.md", ".md") for path in self.texts], found)

    def test_every_markdown_file_is_a_page(self):
        listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "*.md"], cwd=ROOT, text=True, capture_output=True)
        if listed.returncode:
            self.skipTest("not a git checkout")
        sources = {page.source for page in pages.pages_of()}
        self.assertEqual(set(listed.stdout.split()) - sources, set(pages.ON_GITHUB))

    def test_every_command_has_a_page_with_its_options(self):
        describer = generated.describer()
        _, _, found = describer.read(PROGRAM)
        self.assertGreater(len(found), 20)
        for name, (sentence, text) in found.items():
            page = self.texts[f"reference/commands/{name.replace(' ', '-')}.md"]
            self.assertIn(sentence.replace("`", ""), page.replace("`", "").replace("\\", ""))
            options = set(re.findall(r"^  (?:-\w,)?(--[a-z][a-z-]*)", text, re.M))
            self.assertLessEqual(options, set(re.findall(r"^`(?:-\w,)?(--[a-z][a-z-]*)", page, re.M)), name)

    def test_no_word_of_a_help_is_lost(self):
        for name, (_, text) in generated.describer().read(PROGRAM)[2].items():
            page = self.texts[f"reference/commands/{name.replace(' ', '-')}.md"].replace("\\", "")
            page = page.replace("&lt;", "<").replace("&gt;", ">")
            words = set(re.findall(r"[\w./-]{4,}", text)) - {"Usage"}
            self.assertFalse({word for word in words if word.strip(".") not in page}, name)

    def test_lists_of_the_program_are_whole(self):
        names = {"categories": [one["category"] for one in generated.listing(PROGRAM, "categories")["categories"]],
                 "decoders": [one["decoder"] for one in generated.listing(PROGRAM, "decoders")],
                 "formats": [one["format"] for one in generated.listing(PROGRAM, "formats")]}
        for what, wanted in names.items():
            self.assertEqual(re.findall(r"^\| `(\w+)` ", self.texts[f"reference/{what}.md"], re.M), wanted)

    def test_every_finding_is_a_section(self):
        wanted = [one["code"] for one in generated.listing(PROGRAM, "findings")]
        self.assertEqual(re.findall(r"^## .* \{ #(\w+) \}$", self.texts["reference/findings.md"], re.M), wanted)
        self.assertEqual(len(set(wanted)), len(wanted))

    def test_every_public_name_of_python_is_there(self):
        """From the sources alone: the compiled module need not be built."""
        describer = generated.describer("describe-python")
        sources, page = describer.Sources(), self.texts["reference/python-api.md"]
        for module in describer.MODULES:
            names = [name for name in sources.public(module) if not name.startswith("__")]
            self.assertGreater(len(names), 1, module)
            part = page.split(f"\n## {module} ")[1].split("\n## ")[0]
            self.assertEqual(re.findall(r"^### `([\w]+)`", part, re.M), names)
        self.assertIn("### `Dataset` { #dataset }\n", page)
        self.assertRegex(page, r"#### `Dataset\.open` .*\n\n```python\nopen\(path: _Path, .*\n```\n\nOpens a folder")

    def test_every_quirk_is_a_row(self):
        names = re.findall(r"^- \*\*(\w+)\*\*", (ROOT / "core/QUIRKS.md").read_text(encoding="utf-8"), re.M)
        self.assertEqual(re.findall(r'^<tr id="(\w+)">', self.texts["reference/quirks.md"], re.M), names)


class Pieces(unittest.TestCase):
    def sources(self, files, menu):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, text in files.items():
            SCRIPT["write"](Path(folder.name) / name, text)
        return pages.Sources(Path(folder.name), menu)

    def test_links_lead_to_pages_sections_and_files(self):
        menu = (pages.Page("A", "index.md", "README.md"),
                pages.Page("R", "rewards.md", "p/README.md", only=("Rewards",)),
                pages.Page("P", "ref/p.md", "p/README.md", without=("Rewards",)))
        sources = self.sources({"README.md": "# A\n[r](p/README.md#rewards) [p](p/README.md) [l](LICENSE) `[c](c)`\n",
                                "p/README.md": "# P\n[r](#rewards)\n## Rewards\n[a](../README.md)\n", "LICENSE": "x"}, menu)
        texts = sources.texts()
        self.assertIn("[r](rewards.md#rewards) [p](ref/p.md) [l](source/LICENSE.txt) `[c](c)`", texts["index.md"])
        self.assertIn("[r](../rewards.md#rewards)", texts["ref/p.md"])
        self.assertNotIn("Rewards", texts["ref/p.md"])
        self.assertIn("[a](index.md)", texts["rewards.md"])
        pages.check(texts, sources.files)

    def test_broken_links_are_refused(self):
        menu = (pages.Page("A", "index.md", "README.md"),)
        with self.assertRaisesRegex(pages.Broken, "README.md: b.md"):
            self.sources({"README.md": "[b](b.md)"}, menu).texts()
        texts = self.sources({"README.md": "# A\n[b](#b)"}, menu).texts()
        with self.assertRaisesRegex(pages.Broken, "#b: no such section"):
            pages.check(texts)

    def test_images_and_other_files_come_as_they_are(self):
        menu = (pages.Page("A", "index.md", "README.md"),)
        picture = b"\x89PNG\r\n\x1a\n\xff"
        sources = self.sources({"README.md": "# A\n![shot](docs/x.png) [![b](docs/x.png)](LICENSE) [n](n.bin)\n", "LICENSE": "x"}, menu)
        for name in ("docs/x.png", "n.bin"):
            (sources.root / name).parent.mkdir(exist_ok=True)
            (sources.root / name).write_bytes(picture)
        self.assertIn("![shot](source/docs/x.png) [![b](source/docs/x.png)](source/LICENSE.txt) [n](source/n.bin.txt)",
                      sources.texts()["index.md"])
        sources.copy(sources.root / "made")
        for name in ("docs/x.png", "n.bin.txt"):
            self.assertEqual((sources.root / "made/source" / name).read_bytes(), picture)

    def test_pictures_of_two_color_schemes(self):
        """The generator leaves the addresses of HTML as they are, and gives each page a folder."""
        text = '# A\n<picture><source srcset="../x.png"><img alt="a" src="y.svg"></picture>\n'
        menu = (pages.Page("A", "index.md", "docs/a.md"), pages.Page("B", "ref/b.md", "docs/b.md"))
        texts = self.sources({"docs/a.md": text, "docs/b.md": text, "x.png": "x", "docs/y.svg": "y"}, menu).texts()
        self.assertIn('<source srcset="source/x.png"><img alt="a" src="source/docs/y.svg">', texts["index.md"])
        self.assertIn('<source srcset="../../source/x.png"><img alt="a" src="../../source/docs/y.svg">', texts["ref/b.md"])

    def test_no_link_leaves_the_repository(self):
        menu = (pages.Page("A", "index.md", "docs/a.md"),)
        root = self.sources({"docs/a.md": "", "docs/new.txt": "x"}, menu).root
        git = ["git", "-C", root, "-c", "safe.directory=*"]
        (root / "out").symlink_to("/etc/passwd")
        for command in ("init", "add docs/a.md out"):
            subprocess.run([*git, *command.split()], check=True, capture_output=True)
        for link in ("/etc/passwd", "../../../../../../../../etc/passwd", "../out", "../.git/config", "new.txt"):
            (root / "docs/a.md").write_text(f"# A\n[x]({link})\n")
            with self.subTest(link), self.assertRaisesRegex(pages.Broken, "not a page of the menu and not a file of the repository"):
                pages.Sources(root, menu).texts()
        subprocess.run([*git, "add", "docs/new.txt"], check=True)
        self.assertIn("(source/docs/new.txt.txt)", pages.Sources(root, menu).texts()["index.md"])

    def test_links_of_what_is_read_on_github_alone(self):
        menu = (pages.Page("A", "index.md", "README.md"),)
        for link, problem in (("../README.md#a", None), ("#d", None), ("b.md", "docs/README.md: b.md"),
                              ("../README.md#b", "#b: no such section"), ("#a", "#a: no such section"),
                              ("../LICENSE#b", "#b: no such section")):
            files = {"README.md": "# A\n[d](docs/README.md)\n", "docs/README.md": f"# D\n[x]({link})\n", "LICENSE": "x"}
            sources = self.sources(files, menu)
            with self.subTest(link), self.assertRaisesRegex(pages.Broken, problem) if problem else contextlib.nullcontext():
                pages.check(sources.texts() | sources.on_github(), sources.files)

    def test_lists_as_on_github(self):
        made = pages.for_python_markdown("text:\n- a\n  more\n\n  own\n  - b\n- c\n\n1. d\n\n       code\n\nend\n")
        self.assertEqual(made, "text:\n\n-   a\n    more\n\n    own\n    -   b\n-   c\n\n1.  d\n\n        code\n\nend\n")


class Generator(unittest.TestCase):
    """Needs build/docs-env, which tools/docs makes: the stage `site` of tools/test runs both."""

    PYTHON = ROOT / "build/docs-env/bin/python"

    @unittest.skipUnless(PYTHON.exists(), "no build/docs-env: tools/docs installs the generator")
    def test_links_that_lead_nowhere_fail_it(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            settings = (ROOT / "tools/docs-site/mkdocs.yml").read_text()
            SCRIPT["write"](folder / "mkdocs.yml", f"{settings}docs_dir: {folder / 'pages'}\n")
            for link in ("#a", "#b", "b.md", "b.png"):
                SCRIPT["write"](folder / "pages/index.md", f"# A {{ #a }}\n[x]({link})\n")
                with self.subTest(link), contextlib.redirect_stderr(io.StringIO()) as said:
                    with contextlib.nullcontext() if link == "#a" else self.assertRaises(SystemExit):
                        SCRIPT["build"](self.PYTHON, folder, folder / "site")
                    self.assertEqual(f"'{link}'" in said.getvalue(), link != "#a")


if __name__ == "__main__":
    PROGRAM = Path(sys.argv.pop(1)).resolve()
    unittest.main()

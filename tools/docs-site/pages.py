"""The pages of the documentation site: which there are, in which order, and from which file or list of the program.

Sources are read on GitHub too, so they stay plain Markdown with relative links. Here they get links between pages of
the site, anchors as GitHub makes them, and the indentation that Python-Markdown needs.
"""

import posixpath
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Page(NamedTuple):
    title: str
    path: str
    source: str  # of the repository; "" for a page that is generated
    only: tuple = ()  # sections of the source that are this page
    without: tuple = ()  # sections of the source that are another page


class Section(NamedTuple):
    title: str
    pages: tuple


REWARDS = ("Rewards", "Environments")
# In the order of the menu. Generated pages of `reference/commands/` follow its index.
MENU = (
    Page("Quick start", "index.md", "README.md"),
    Section("Guides", (
        Page("Install", "install.md", "docs/install.md"),
        Page("Score", "score.md", "docs/score.md"),
        Page("Understand failures", "failures.md", "docs/failures.md"),
        Page("Compare", "compare.md", "docs/compare.md"),
        Page("Generate", "generate.md", "docs/generate.md"),
        Page("Reasoning and sampling", "reasoning.md", "docs/reasoning.md"),
        Page("Executable categories", "executable.md", "docs/executable.md"),
        Page("RL rewards", "rewards.md", "python/README.md", only=REWARDS),
        Page("CI", "ci.md", "docs/ci.md"),
        Page("Your own functions", "own-functions.md", "docs/own-functions.md"),
        Page("Datasets in other languages", "translations.md", "docs/translations.md"),
        Page("Embed", "embed.md", "site/EMBEDDING.md"),
        Page("Leaderboards", "leaderboards.md", "docs/leaderboards.md"),
        Page("A repository for a leaderboard", "leaderboard-repository.md", "tools/board-repository/README.md"),
        Page("Audit", "audit.md", "docs/audit.md"),
        Page("Test another scorer", "conformance.md", "docs/conformance.md"),
        Page("FAQ", "faq.md", "docs/faq.md"),
    )),
    Section("Reference", (
        Section("Commands", (Page("Commands", "reference/commands/index.md", ""),)),
        Page("Python", "reference/python.md", "python/README.md", without=REWARDS),
        Page("Python API", "reference/python-api.md", ""),
        Page("JavaScript", "reference/javascript.md", "wasm/README.md"),
        Page("Categories", "reference/categories.md", ""),
        Page("Decoders", "reference/decoders.md", ""),
        Page("Response formats", "reference/formats.md", ""),
        Page("Findings", "reference/findings.md", ""),
        Page("Statistics", "reference/statistics.md", "docs/statistics.md"),
        Page("Glossary", "reference/glossary.md", "docs/glossary.md"),
        Page("Other scorers", "reference/comparison.md", "docs/comparison.md"),
        Page("Public tables", "reference/tables.md", "tools/tables/README.md"),
        Page("Quirks", "reference/quirks.md", "core/QUIRKS.md"),
    )),
    Section("Architecture", (
        Page("The core", "architecture/core.md", "core/README.md"),
        Page("Python expressions", "architecture/python-expressions.md", "core/python/README.md"),
        Page("The program", "architecture/program.md", "tools/bfclx/README.md"),
        Page("The site", "architecture/site.md", "site/README.md"),
        Page("The sample", "architecture/sample.md", "tools/sample/README.md"),
        Page("A benchmark to start from", "architecture/own-sample.md", "tools/own-sample/README.md"),
        Page("Tests", "architecture/tests.md", "tests/README.md"),
        Page("Benchmarks", "architecture/benchmarks.md", "bench/README.md"),
        Page("Errata", "architecture/errata.md", "errata/README.md"),
        Page("Benchmarks in a page", "architecture/page-benchmarks.md", "bench/page/README.md"),
        Page("Judged findings of the audit", "architecture/audit-judged.md", "bench/audit-judged.md"),
        Page("Precision and recall of doctor", "architecture/doctor-corpus.md", "bench/doctor-corpus.md"),
        Page("Dependencies", "architecture/dependencies.md", "docs/dependencies.md"),
    )),
    Section("Project", (
        Page("Contributing", "contributing.md", "CONTRIBUTING.md"),
        Page("Code of conduct", "conduct.md", "CODE_OF_CONDUCT.md"),
        Page("Security", "security.md", "SECURITY.md"),
        Page("Versions", "versions.md", "docs/versions.md"),
        Page("Changelog", "changelog.md", "CHANGELOG.md"),
    )),
)  # fmt: skip
# The menu takes the place of the index that GitHub shows.
INDEX = "docs/README.md"
# Not in the menu; its links are checked as those of pages are.
ON_GITHUB = (INDEX, ".github/PULL_REQUEST_TEMPLATE.md", "tools/board-repository/.github/PULL_REQUEST_TEMPLATE.md")
# What keeps its name in the site; a browser shows everything else as text.
KEPT = (".json", ".gif", ".jpg", ".png", ".svg", ".webp")

FENCE = re.compile(r"^( *)(```|~~~)")
CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
LINK = re.compile(r"\]\(([^)\s]+)\)")  # of images too
SOURCE = re.compile(r'(<(?:img|source)\b[^>]*?\bsrc(?:set)?=")([^"\s]+)')  # of <picture>: both color schemes
HEADING = re.compile(r"^(#{1,6}) (.*?)\s*$")
ITEM = re.compile(r"^( *)([-*]|\d+\.)( +)")


class Broken(Exception):
    """A link that leads nowhere, or a page that is not in the menu."""


def pages_of(menu=MENU):
    """All pages, in order."""
    for item in menu:
        if isinstance(item, Section):
            yield from pages_of(item.pages)
        else:
            yield item


def slug(heading):
    """The anchor that GitHub makes of a heading."""
    words = re.sub(r"\]\([^)]*\)", "", heading.lower())
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def lines_of(text):
    """(line, whether it is within a fence or opens or closes one)."""
    fence = None
    for line in text.splitlines():
        mark = FENCE.match(line)
        if fence:
            yield line, True
            if mark and mark[2] == fence and not line.strip().strip(fence[0]):
                fence = None
        else:
            fence = mark[2] if mark else None
            yield line, bool(mark)


def sections_of(text):
    """[(heading or "", lines)] of the parts under headings of the second rank; "" is what stands before them."""
    found = [("", [])]
    for line, code in lines_of(text):
        if not code and line.startswith("## "):
            found.append((line[3:].strip(), []))
        found[-1][1].append(line)
    return found


def part(page, text):
    """What of its source is on the page."""
    if page.only:
        kept = ["\n".join(lines) for heading, lines in sections_of(text) if heading in page.only]
        return f"# {page.title}\n\n" + "\n".join(kept)
    return "\n".join(line for heading, lines in sections_of(text) if heading not in page.without for line in lines)


def outside_code(line, change):
    """The line with `change` applied to what is in no code span."""
    done, end = "", 0
    for span in CODE_SPAN.finditer(line):
        done += change(line[end : span.start()]) + span[0]
        end = span.end()
    return done + change(line[end:])


def with_anchors(text):
    """Each heading with the anchor that GitHub gives it."""
    seen, done = {}, []
    for line, code in lines_of(text):
        heading = None if code else HEADING.match(line)
        if heading and not heading[2].endswith("}"):
            name = slug(heading[2])
            count = seen[name] = seen.get(name, -1) + 1
            line = f"{heading[1]} {heading[2]} {{ #{name}{f'-{count}' if count else ''} }}"
        done.append(line)
    return "\n".join(done) + "\n"


def for_python_markdown(text):
    """Lists indented by four spaces and with an empty line before them; `|` in code of tables as it is."""
    done, items = [], []  # items: (column of the content in the source, column here) of the lists that are open
    for line, code in lines_of(text):
        indent = len(line) - len(line.lstrip(" "))
        item = None if code else ITEM.match(line)
        if line.strip():
            while items and indent < items[-1][0]:
                # A paragraph of an item may go on without indentation, and then needs none here.
                items.pop()
            here = items[-1][1] + indent - items[-1][0] if items else indent
            if item:
                previous = done[-1] if done else ""
                if previous.strip() and not ITEM.match(previous) and not items and not re.match(r"^ {2,}\S", previous):
                    done.append("")
                items.append((len(item[0]), here + 4))
                line = " " * here + (item[2] + " " * 4)[:4] + line[len(item[0]) :]
            else:
                line = " " * here + line.lstrip(" ")
        if not code and line.startswith("|"):
            line = CODE_SPAN.sub(lambda span: span[0].replace("\\|", "|"), line)
        done.append(line)
    return "\n".join(done) + "\n"


def tracked(root):
    """The files that git has; None where this is no checkout, as in a release archive."""
    try:
        listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=root, capture_output=True)
    except FileNotFoundError:
        return None
    return {name.decode() for name in listed.stdout.split(b"\0")} if listed.stdout else None


class Sources:
    """The pages that have a source, with the files that they link to."""

    def __init__(self, root=ROOT, menu=MENU):
        self.root = root.resolve()
        self.tracked = tracked(root)
        self.pages = list(pages_of(menu))
        self.files = {}  # path in the site: file of the repository that is copied there
        self.by_source = {}
        for page in self.pages:
            self.by_source.setdefault(page.source, []).append(page)

    def texts(self, forms=None):
        """{path in the site: Markdown} of the pages that have a source. `forms`: {source: what brings it into form}."""
        done = {}
        for page in self.pages:
            if page.source:
                text = part(page, (self.root / page.source).read_text(encoding="utf-8"))
                text = (forms or {}).get(page.source, str)(self.with_links(page, text))
                done[page.path] = for_python_markdown(with_anchors(text))
        return done

    def on_github(self):
        """{path in the repository: Markdown} of what is read on GitHub alone, with links as if it were a page."""
        found = {source: self.root / source for source in ON_GITHUB}
        return {source: with_anchors(self.with_links(Page("", source, source), path.read_text(encoding="utf-8")))
                for source, path in found.items() if path.is_file()}  # fmt: skip

    def copy(self, folder):
        """Brings the files that pages link to into the folder of the pages."""
        for path, source in self.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.root / source, folder / path)

    def with_links(self, page, text):
        def change(words):
            words = SOURCE.sub(lambda source: source[1] + self.address(page, source[2]), words)
            return LINK.sub(lambda link: f"]({self.target(page, link[1])})", words)

        return "\n".join(line if code else outside_code(line, change) for line, code in lines_of(text))

    def target(self, page, link):
        """Where a link of a source leads in the site."""
        if re.match(r"[a-z]+:", link):
            return link
        path, _, anchor = link.partition("#")
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), path)) if path else page.source
        if source in self.by_source:
            found = self.page_with(source, anchor).path
        elif source == page.source:
            found = page.path
        elif source == INDEX:
            found = "index.md"
        elif self.is_file(source) and not source.endswith(".md"):
            # The generator leaves out folders whose names begin with a dot.
            found = "source/" + re.sub(r"(^|/)\.+", r"\1", source) + ("" if source.endswith(KEPT) else ".txt")
            self.files[found] = source
        else:
            raise Broken(f"{page.source}: {link} is not a page of the menu and not a file of the repository")
        if found == page.path and anchor:
            return "#" + anchor
        return posixpath.relpath(found, posixpath.dirname(page.path) or ".") + (f"#{anchor}" if anchor else "")

    def address(self, page, link):
        """Where a file leads in HTML, which the generator leaves as it is: a page is index.html of its own folder."""
        found = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), self.target(page, link)))
        return posixpath.relpath(found, re.sub(r"(^|/)index$", "", page.path.removesuffix(".md")) or ".")

    def is_file(self, source):
        """Whether the repository has it: nothing else of this machine gets into the site."""
        path = (self.root / source).resolve()
        if not path.is_file() or not path.is_relative_to(self.root):
            return False
        return self.tracked is None or path.relative_to(self.root).as_posix() in self.tracked

    def page_with(self, source, anchor):
        """Of the pages that share a source, the one with this section."""
        pages = self.by_source[source]
        for page in pages:
            if anchor and anchor in map(slug, page.only):
                return page
        return next((page for page in pages if not page.only), pages[0])


def check(texts, files=()):
    """Every link between pages, and every anchor: raises Broken with all that lead nowhere."""
    anchors = {
        path: {name for line, code in lines_of(text) if not code for name in re.findall(r"\{ ?#([^ }]+) ?\}|\bid=\"([^\"]+)\"", line)
               for name in name if name}
        for path, text in texts.items()
    }  # fmt: skip
    problems = []
    for path, text in texts.items():
        def look(words):
            for link in LINK.findall(words):
                if re.match(r"[a-z]+:", link):
                    continue
                name, _, anchor = link.partition("#")
                found = posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) if name else path
                if found not in texts and found not in files:
                    problems.append(f"{path}: {link}: no such page")
                elif anchor and anchor not in anchors.get(found, ()):
                    problems.append(f"{path}: {link}: no such section")
            return words

        for line, code in lines_of(text):
            if not code:
                outside_code(line, look)
    if problems:
        raise Broken("\n".join(problems))


def llms(menu, commands, heading="Pages"):
    """The pages as lines of llms.txt, a section of the menu each; the addresses are those of the site."""
    def line(title, path):
        address = path.removesuffix(".md").removesuffix("index")
        return f"- [{title}]({address.rstrip('/') + '/' if address else './'})\n"
    own = [line(item.title, item.path) for item in menu if isinstance(item, Page)]
    if heading == "Commands":
        own += [line(title, path) for title, path in commands]
    inside = [llms(item.pages, commands, item.title) for item in menu if not isinstance(item, Page)]
    return (f"\n## {heading}\n\n" + "".join(own) if own else "") + "".join(inside)


def nav(menu, commands):
    """The menu as MkDocs takes it; `commands`: (title, path) of the pages under "Commands"."""
    done = []
    for item in menu:
        if isinstance(item, Page):
            done.append({item.title: item.path})
        elif item.title == "Commands":
            done.append({item.title: [item.pages[0].path, *({title: path} for title, path in commands)]})
        else:
            done.append({item.title: nav(item.pages, commands)})
    return done

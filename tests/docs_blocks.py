"""The code blocks of README.md, docs/ and python/README.md, and a folder in which they can run as they are written.

A block that cannot run here has a mark above it, with one of the reasons below: `<!-- not run: needs a network -->`.
"""

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "tools/sample"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "python/README.md"]
SHELL, PYTHON, SHOWN = ("sh", "bash", "console"), ("python",), ("text", "yaml", "json", "html", "dockerfile")
REASONS = ("builds from source", "installs packages", "needs a container", "needs a framework", "needs a network",
           "needs the built site")
FENCE = re.compile(r"^( *)```(.*)$")
MARK = re.compile(r"^<!-- not run: (.*) -->$")


class Block(NamedTuple):
    page: str
    line: int  # of its first line of code
    language: str
    code: str
    reason: str  # why it is not run, or ""

    def __str__(self):
        return f"{self.page}:{self.line}"


class Unknown(Exception):
    """A block that is neither run nor marked."""


def blocks_of(text, page=""):
    """Every block of a page; raises Unknown for code that no test would see."""
    found, opened, before = [], None, ""
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if opened:
            start, indent, language, reason, code = opened
            if fence and not fence[2].strip():
                found.append(Block(page, start, language, "".join(one + "\n" for one in code), reason))
                opened = None
            else:
                code.append(line.removeprefix(indent))
        elif fence:
            language = fence[2].strip()
            if language not in SHELL + PYTHON + SHOWN:
                raise Unknown(f"{page}:{number}: ```{language}: name the language, one of {', '.join(SHELL + PYTHON + SHOWN)}")
            mark = MARK.match(before)
            if mark and mark[1] not in REASONS:
                raise Unknown(f"{page}:{number}: not run: {mark[1]}: use one of: {'; '.join(REASONS)}")
            opened = (number + 1, fence[1], language, mark[1] if mark else "", [])
        elif line.startswith("    ") and not before and not re.match(r" *(?:[-*]|\d+\.) ", line):
            raise Unknown(f"{page}:{number}: an indented block: fence it, and name its language")
        before = "" if not line.strip() else line.strip()
    return found


def blocks(languages):
    return [block for page in PAGES for block in blocks_of(page.read_text(encoding="utf-8"), page.relative_to(ROOT).as_posix())
            if block.language in languages]  # fmt: skip


# An entry with the id of a well-known official one, in words of our own.
TRIANGLE = {"id": "simple_python_0", "question": [[{"role": "user", "content": "What is the area of a triangle, base 10, height 5?"}]],
            "function": [{"name": "calculate_triangle_area", "description": "The area of a triangle.", "parameters": {
                "type": "dict", "required": ["base", "height"], "properties": {
                    "base": {"type": "integer", "description": "The base."},
                    "height": {"type": "integer", "description": "The height."},
                    "unit": {"type": "string", "description": "The unit."}}}}]}  # fmt: skip
AREA = {"calculate_triangle_area": {"base": [10], "height": [5], "unit": ["units", ""]}}


def renumbered(text):
    """The sample's numbers from 0, as the official dataset has them."""
    return re.sub(r"_900(\d\d)", lambda number: f"_{int(number[1])}", text)


def put(place, text):
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def with_first_line(text, value):
    return "\n".join([json.dumps(value), *text.split("\n")[1:]])


def furnish(folder):
    """The dataset of the pages, in data/bfcl, and the runs in result/: the sample under the names that pages use."""
    for source in SAMPLE.rglob("*.json"):
        path = source.relative_to(SAMPLE)
        text = renumbered(source.read_text(encoding="utf-8"))
        if path.name == "BFCL_v4_simple_python.json":
            answers = path.parent.name == "possible_answer"
            text = with_first_line(text, {"id": TRIANGLE["id"], "ground_truth": [AREA]} if answers else TRIANGLE)
        if path.parts[0] != "results":
            put(folder / "data/bfcl" / path, text)
    for number, model in enumerate(("my-model", "old", "new", "run-a", "run-b")):
        for source in (SAMPLE / "results/good-model").rglob("*.json"):
            path = source.relative_to(SAMPLE / "results/good-model")
            text = renumbered(source.read_text(encoding="utf-8"))
            if path.name == "BFCL_v4_simple_python_result.json":
                height = 5 if model in ("my-model", "new") else "'5'"
                text = with_first_line(text, {"id": TRIANGLE["id"], "result": f"[calculate_triangle_area(base=10, height={height})]"})
            if number % 2 and path.name == "BFCL_v4_multiple_result.json":
                text = text.replace("=", "= -", 1)
            put(folder / "result" / model / path, text)
    shutil.copy(SAMPLE / "cassette.jsonl", folder / "cassette.jsonl")
    put(folder / "model.gguf", "GGUF")
    registry = json.loads((SAMPLE / "models.json").read_text(encoding="utf-8"))["models"]["good-model"]
    put(folder / "extra_models.json", json.dumps({"models": {"my-model": registry | {"display_name": "My Model"}}}))

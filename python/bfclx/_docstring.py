"""What a docstring says of a function and of its parameters: in the styles of Google, numpy and Sphinx."""

from __future__ import annotations

import inspect
import re
from typing import Optional

_PARAMETERS = ("args", "arguments", "parameters", "params", "attributes", "keyword args", "keyword arguments")
_OTHERS = (
    *("returns", "return", "yields", "yield", "raises", "raise", "warns", "warnings", "examples", "example", "note"),
    *("notes", "references", "see also", "todo", "other parameters", "methods", "warning", "receives"),
)
_FIELD = re.compile(r":([a-z]+)(?:\s+([^:]*))?:\s*(.*)")
_FIELDS = {"param", "parameter", "arg", "argument", "key", "keyword", "var", "ivar", "type", "rtype", "return"}
_FIELDS |= {"returns", "raise", "raises", "yield", "yields", "vartype", "except", "exception", "meta"}
_ENTRY = re.compile(r"(\*{0,2}\w+)\s*(?:\(.*?\))?\s*:(?:\s+(.*)|$)")
_NUMPY_ENTRY = re.compile(r"(\*{0,2}\w+(?:\s*,\s*\*{0,2}\w+)*)\s*(?::.*)?$")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _joined(lines: list[str]) -> str:
    """Lines of one description; a blank one starts a paragraph."""
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines).strip())
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())


def _header(lines: list[str], at: int) -> Optional[tuple[str, bool]]:
    """The name of the section that begins at a line, and whether it is numpy's."""
    line = lines[at].rstrip()
    after = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if len(after) >= 3 and set(after) <= {"-", "="} and line.strip():
        return line.strip().rstrip(":").lower(), True
    name = line.strip().lower()
    known = name.endswith(":") and name[:-1] in (*_PARAMETERS, *_OTHERS)
    return (name[:-1], False) if known and not _indent(line) else None


def _entries(lines: list[str], numpy: bool) -> dict[str, str]:
    """{parameter: description} of the lines of a section."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    margin = min((_indent(line) for line in lines if line.strip()), default=0)
    for line in lines:
        text = line.strip()
        entry = (_NUMPY_ENTRY if numpy else _ENTRY).match(text) if text and _indent(line) == margin else None
        if entry:
            names = [name.strip().lstrip("*") for name in entry[1].split(",")]
            for name in names:
                found[name] = [] if numpy else [entry[2] or ""]
        elif not text or _indent(line) > margin:
            for name in names:
                found[name].append(text)
        else:
            names = []
    return {name: _joined(words) for name, words in found.items()}


def _fields(lines: list[str]) -> dict[str, str]:
    """{parameter: description} of Sphinx's fields."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        field = _FIELD.match(line)
        if field:
            words = (field[2] or "").split()
            describes = field[1] in ("param", "parameter", "arg", "argument", "key", "keyword", "var", "ivar")
            name = words[-1].lstrip("*") if words and describes else ""
            if name:
                found[name] = [field[3]]
        elif name and (not line.strip() or _indent(line)):
            found[name].append(line.strip())
        else:
            name = ""
    return {name: _joined(words) for name, words in found.items()}


def _field_at(line: str) -> bool:
    field = _FIELD.match(line)
    return field is not None and field[1] in _FIELDS


def read_docstring(text: Optional[str]) -> tuple[str, dict[str, str]]:
    """The description of a function without its sections, and {parameter: description}."""
    lines = inspect.cleandoc(text or "").splitlines()
    if len(lines) > 1 and _header(lines, 0) == (lines[0].strip().lower()[:-1], False) and not _indent(lines[1]):
        lines[1:] = ["    " + line for line in lines[1:]]  # cleandoc leaves the first line out of the margin
    description: list[str] = []
    parameters: dict[str, str] = {}
    at = 0
    while at < len(lines) and not _field_at(lines[at]) and not _header(lines, at):
        description.append(lines[at])
        at += 1
    while at < len(lines):
        header = _header(lines, at)
        if not header:
            rest = at + 1
            while rest < len(lines) and not _header(lines, rest):
                rest += 1
            parameters.update(_fields(lines[at:rest]))
            at = rest
            continue
        name, numpy = header
        begin = at + (2 if numpy else 1)
        at = begin
        while at < len(lines) and not _header(lines, at) and not _field_at(lines[at]):
            if not numpy and lines[at].strip() and not _indent(lines[at]):
                break
            at += 1
        if name in (*_PARAMETERS, "other parameters"):
            parameters.update(_entries(lines[begin:at], numpy))
    return _joined(description), parameters

"""Pages that the program and the Python package describe themselves: commands, categories, decoders, formats, findings, the Python API;
and the quirks as a table."""

import html
import json
import re
import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

from pages import ROOT, slug, with_anchors

# A row of a help: what is typed, and what it does, on this line or from column 26 (or 20) of the next.
ROW = re.compile(r"^  (\S.*?)(?: {2,}(\S.*))?$")
MORE = re.compile(r"^ {18,}(\S.*)$")
# A page of one table has no list of sections at its side.
WIDE = "---\nhide: [toc]\n---\n"
EXIT_CODES = re.compile(r"^Exit codes: (.*)$", re.DOTALL)


def describer(name="describe-program"):
    """tools/describe-program, which reads the helps for the manual pages, or tools/describe-python."""
    loader = SourceFileLoader(name.replace("-", "_"), str(ROOT / "tools" / name))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def plain(text):
    """Text of the program as Markdown: code spans stay, everything else is a letter."""
    spans = re.split(r"(`[^`]+`)", text)
    return "".join(
        span if n % 2 else re.sub(r"([\\*_{}\[\]#|])", r"\\\1", span).replace("<", "&lt;").replace(">", "&gt;")
        for n, span in enumerate(spans)
    )  # fmt: skip


def rows_of(lines):
    """[(what is typed, what it does)], or None if these lines are no rows."""
    rows = []
    for line in lines:
        more, row = MORE.match(line), ROW.match(line)
        if more and rows:
            rows[-1][1].append(more[1])
        elif row and not line.startswith("   "):
            rows.append((row[1], [row[2]] if row[2] else []))
        else:
            return None
    return [(typed, " ".join(words)) for typed, words in rows]


def definitions(rows, heading, links):
    """Each row as a term with its words. `links`: {command: address} of rows that have a page."""
    lines = []
    for typed, words in rows:
        address = links.get(typed)
        option = re.search(r"--[a-z][a-z-]*", typed)
        anchor = f' <a id="{option[0]}"></a>' if option and heading != "Every command takes" else ""
        term = f"[`{typed}`]({address})" if address else f"`{typed}`{anchor}"
        lines += [term, f":   {plain(words) or '&nbsp;'}", ""]
    return lines


def help_page(title, sentence, text, links):
    """A help as Markdown: options as definitions, examples as code, the rest as paragraphs."""
    lines = [f"# {title} {{ #{slug(title)} }}", "", plain(sentence) + ".", ""]
    for block in text.split("\n\n"):
        first, *rest = block.strip("\n").split("\n")
        if block.lstrip().startswith("Usage:") or (rest and rest[0].startswith("Usage:")):
            usage = first if first.startswith("Usage:") else rest[0]
            lines += ["```text", usage.removeprefix("Usage: "), "```", ""]
            continue
        rows = rows_of(rest) if first.endswith(":") and rest else None
        heading = first.rstrip(":")
        if heading == "Examples" or (first.endswith(":") and rest and all(row.startswith("  ") for row in rest) and
                                     rest[0].startswith("  bfclx ")):  # fmt: skip
            lines += [f"## {plain(heading)} {{ #{slug(heading)} }}", "", "```sh", *example(rest), "```", ""]
        elif rows:
            lines += [f"## {plain(heading)} {{ #{slug(heading)} }}", "", *definitions(rows, heading, links)]
        elif EXIT_CODES.match(block):
            codes = [code.strip() for code in " ".join([first, *rest]).removeprefix("Exit codes: ").rstrip(".").split(";")]
            lines += ["## Exit codes { #exit-codes }", "", "| code | meaning |", "|---|---|"]
            lines += [f"| {code.partition(' ')[0]} | {plain(code.partition(' ')[2])} |" for code in codes] + [""]
        else:
            lines += [plain(" ".join(line.strip() for line in [first, *rest])), ""]
    return "\n".join(lines) + "\n"


def example(lines):
    """The lines of examples, a remark in front of its command as a comment."""
    done = []
    for line in lines:
        if line.startswith("      ") and done:
            done.insert(len(done) - 1, "# " + line.strip())
            continue
        command, _, remark = line.strip().partition("   ")
        done += [f"# {remark.strip()}"] if remark.strip() else []
        done.append(command.rstrip())
    return done


def command_pages(program):
    """({path: Markdown}, [(title, path)] for the menu) of every command that the program has."""
    top, inside, found = describer().read(program)
    file_of = {name: name.replace(" ", "-") + ".md" for name in found}
    links = {name: file_of[name] for name, _ in inside[""]}
    pages = {"reference/commands/index.md": help_page("Commands", "`bfclx COMMAND`, and the options that all commands take", top, links)}
    menu = []
    for name, (sentence, text) in found.items():
        links = {inner: file_of[f"{name} {inner}"] for inner, _ in inside.get(name, ())}
        body = text.split("\n", 1)[1]  # the first line is the sentence
        path = f"reference/commands/{file_of[name]}"
        pages[path] = help_page(f"bfclx {name}", sentence, body, links)
        menu.append((name, path))
    return pages, menu


def listing(program, what):
    done = subprocess.run([program, "list", what, "--format", "json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def cell(text):
    return plain(str(text)).replace("\n", " ")


def categories_page(program):
    rows = [(f"`{one['category']}`", cell(one["group"]), f"{one['entries']:,}", cell(one["judged_by"]),
             cell("all" if len(one["leaderboards"]) == 5 else ", ".join(one["leaderboards"]) or "none"),
             cell(one["needs"])) for one in listing(program, "categories")["categories"]]  # fmt: skip
    return "\n".join([
        WIDE, "# Categories { #categories }", "",
        "The categories of the benchmark. `bfclx list categories` also shows which of them your dataset has.", "",
        *table(("category", "group", "entries", "how it is judged", "leaderboards", "needs"), rows), ""])  # fmt: skip


def decoders_page(program):
    rows = [(f"`{one['decoder']}`", f"`{one['handler']}`", cell(one["mode"]), cell(one["response"]))
            for one in listing(program, "decoders")]  # fmt: skip
    return "\n".join([
        WIDE, "# Decoders { #decoders }", "",
        "How responses are parsed: a decoder for each handler class and mode of the official program. `--decoder NAME` chooses one, see"
        " [Score](../score.md#decoder).", "",
        *table(("decoder", "official handler", "mode", "response"), rows), ""])  # fmt: skip


def formats_page(program):
    rows = [(f"`{one['format']}`", cell(one["what"]), cell("; or ".join(one["told_by"]))) for one in listing(program, "formats")]
    return "\n".join([
        WIDE, "# Response formats { #response-formats }", "",
        "The formats of responses that `bfclx score` reads, in the order in which they are tried. See [Score](../score.md#inputs).", "",
        *table(("format", "what it is", "recognized by"), rows), ""])  # fmt: skip


def findings_page(program):
    parts = [WIDE, "# Findings { #findings }", "",
             "What `bfclx doctor` and the site can find in a run. Each finding in their output also says how many entries it"
             " concerns, its effect on the score, and the fix. See [Understand failures](../failures.md#problems-that-distort-a-score).", ""]  # fmt: skip
    for one in listing(program, "findings"):
        parts += [f"## {plain(one['title'])} {{ #{one['code']} }}", "", f"`{one['code']}`: {plain(one['about'])}", ""]
    return "\n".join(parts)


QUIRK = re.compile(r"^- \*\*(\w+)\*\* — (.*?)\n  (`[^`]+` \(\w+\); `[^`]+`)$", re.MULTILINE | re.DOTALL)


def quirks_table(text):
    """core/QUIRKS.md with a table in place of each list; every quirk has an anchor."""
    def code(words):
        """Markdown of a cell as HTML, which needs no escapes of `|`."""
        words = re.sub(r"\s*\n\s*", " ", words)
        spans = re.split(r"(`+ ?)(.+?)( ?\1)(?!`)", words)
        # Of every four parts the third is the code.
        made = []
        for n in range(0, len(spans), 4):
            made.append(html.escape(spans[n], quote=False))
            if n + 2 < len(spans):
                made.append(f"<code>{html.escape(spans[n + 2], quote=False)}</code>")
        return "".join(made).replace("](", "]&#40;")

    def rows(block):
        cells = [f'<tr id="{name}"><td><a href="#{name}"><code>{name}</code></a></td><td>{code(words)}<br><small>{code(place)}</small></td></tr>'
                 for name, words, place in QUIRK.findall(block[0])]  # fmt: skip
        return "<table>\n<thead><tr><th>quirk</th><th>what happens; where it is kept, and its test</th></tr></thead>\n<tbody>\n" + \
            "\n".join(cells) + "\n</tbody>\n</table>\n"  # fmt: skip

    blocks = re.compile(rf"(?:{QUIRK.pattern}\n?)+", re.MULTILINE | re.DOTALL)
    head, rest = text.split("\n## ", 1)
    field = '<p><input id="filter" type="search" placeholder="Filter the quirks" aria-label="Filter the quirks"></p>'
    return f"{head}\n\n{field}\n\n## " + blocks.sub(rows, rest)


def all_pages(program):
    """({path: Markdown}, menu of the commands)."""
    pages, menu = command_pages(program)
    pages["reference/categories.md"] = categories_page(program)
    pages["reference/decoders.md"] = decoders_page(program)
    pages["reference/formats.md"] = formats_page(program)
    pages["reference/findings.md"] = findings_page(program)
    pages["reference/python-api.md"] = with_anchors(describer("describe-python").page())
    return pages, menu

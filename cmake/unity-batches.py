#!/usr/bin/env python3
"""Prints which sources of a target can be compiled together: `batch<TAB>source` for each that shares its batch.

  unity-batches.py MOST SOURCE...

Sources keep their order, at most MOST to a batch. Two sources are kept apart if they declare the same name, or if one
mentions a name that the other declares in its anonymous namespace, because it means a different one. (Declarations
begin in the first column; that is how the sources are formatted.)
"""
import re
import sys

DECLARATION = re.compile(
    r"^(?:template\s*<.*>\s*)?(?:(?:struct|class|enum(?: class)?|using)\s+(?P<type>\w+)\b(?!::)"
    r"|(?:[\w:<>*&,\[\] .]+[\s*&])(?P<value>\w+)\s*(?:\(|=|\{|;|\[))")
RAW_TEXT = re.compile(r'R"(?P<mark>\w*)\(.*?\)(?P=mark)"', re.DOTALL)
MENTION = re.compile(r"(?<![\w.>:])([A-Za-z]\w*)\b")
NO_NAMES = {"return", "if", "for", "while", "switch", "else", "operator", "namespace"}


def names(path):
    """Gives the names that a source declares, those of them in anonymous namespaces, and what it mentions of others."""
    with open(path, encoding="utf-8") as source:
        text = RAW_TEXT.sub('""', source.read())
    inside, declared, hidden = False, set(), set()
    for line in text.splitlines():
        if re.match(r"namespace\s*\{", line):
            inside = True
        elif re.match(r"\}\s*// namespace$", line):
            inside = False
        elif re.match(r"(?!namespace)\w", line) and (found := DECLARATION.match(line)):
            name = found["type"] or found["value"]
            if name not in NO_NAMES:
                declared.add(name)
                if inside:
                    hidden.add(name)
    return declared, hidden, set(MENTION.findall(text)) - declared


def main():
    most, sources = int(sys.argv[1]), sys.argv[2:]
    batches = []  # of each the sources, and the three sets of names
    for source in sources:
        declared, hidden, mentioned = names(source)
        for batch in batches:
            if len(batch[0]) < most and not (declared & batch[1] or hidden & batch[3] or mentioned & batch[2]):
                break
        else:
            batch = [[], set(), set(), set()]
            batches.append(batch)
        batch[0].append(source)
        batch[1] |= declared
        batch[2] |= hidden
        batch[3] |= mentioned
    for number, (members, *_) in enumerate(batches):
        for source in members if len(members) > 1 else ():
            print(f"{number}\t{source}")


main()

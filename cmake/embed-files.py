#!/usr/bin/env python3
"""Writes a C++ source that holds files: see bfclx_embed in cmake/BfclxEmbed.cmake."""

import argparse
import pathlib

LINE = 96  # bytes of a file in one line of the source
ESCAPES = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("?"): "\\?"}


def literal(octets):
    """C++ string literals, one a line, that together hold `octets`."""
    lines = []
    for start in range(0, len(octets), LINE):
        part = octets[start : start + LINE]
        text = "".join(
            # Three octal digits end the escape, whatever follows.
            ESCAPES.get(octet) or (chr(octet) if 32 <= octet < 127 else f"\\{octet:03o}")
            for octet in part
        )
        lines.append(f'    "{text}"')
    return "\n".join(lines) or '    ""'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--header", required=True)
    parser.add_argument("--function", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()

    out = [f'// Made by cmake/embed-files.py.\n#include "{arguments.header}"\n\nnamespace bfclx {{\n\nnamespace {{\n']
    rows = []
    for index, file in enumerate(arguments.files):
        octets = file.read_bytes()
        path = file.relative_to(arguments.root).as_posix()
        out.append(f"// {path}\nconstexpr char kFile{index}[] =\n{literal(octets)};\n")
        rows.append(f'    {{"{path}", {{kFile{index}, {len(octets)}}}}},')
    out.append("constexpr EmbeddedFile kFiles[] = {\n" + "\n".join(rows) + "\n};\n")
    out.append("}  // namespace\n")
    out.append(f"std::span<const EmbeddedFile> {arguments.function}() {{ return kFiles; }}\n")
    out.append("}  // namespace bfclx\n")
    arguments.output.write_text("\n".join(out), encoding="utf-8")


if __name__ == "__main__":
    main()

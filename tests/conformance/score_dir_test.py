"""A whole official run: `bfclx evaluate` on its results gives its score folder to the byte.

    score_dir_test.py PROGRAM SHARED_DIR FOLDER CMAKE

FOLDER is where the recording is unpacked to. Only texts that hold a memory address may differ, and in
nothing but the address. Exit codes: 0 all is the same, 1 something is not, 77 there is no recording (a
skip, said loudly).
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ADDRESS = re.compile(rb" at 0x[0-9a-f]+>")


def unpacked(archive, folder, cmake):
    target = folder / "score_dir"
    if not (target / "score").exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([cmake, "-E", "tar", "xf", archive], cwd=folder, check=True)
    return target


def files_of(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def differing_lines(official, ours):
    """Pairs of lines that are not the same, and how many are so but for addresses."""
    if official == ours:
        return [], 0
    first, second = official.split(b"\n"), ours.split(b"\n")
    if len(first) != len(second):
        return [(b"%d lines" % len(first), b"%d lines" % len(second))], 0
    pairs = [(a, b) for a, b in zip(first, second) if a != b]
    other = [(a, b) for a, b in pairs
             if ADDRESS.sub(b">", a) != ADDRESS.sub(b">", b) or not ADDRESS.search(a)]
    return other, len(pairs) - len(other)


def show(official, ours):
    same = next((i for i, (a, b) in enumerate(zip(official, ours)) if a != b),
                min(len(official), len(ours)))
    start = max(0, same - 150)
    print(f"    official: {official[start:same + 200]!r}\n    ours:     {ours[start:same + 200]!r}")


def compare(official, ours):
    expected, found = files_of(official), files_of(ours)
    failures = 0
    for path in sorted(set(expected) ^ set(found)):
        print(f"DISAGREES {path}: only in {'the recording' if path in expected else 'ours'}")
        failures += 1
    addresses = 0
    for path in set(expected) & set(found):
        lines, others = differing_lines((official / path).read_bytes(), (ours / path).read_bytes())
        addresses += others
        failures += bool(lines)
        for pair in lines[:3]:
            print(f"DISAGREES {path}")
            show(*pair)
    print(f"score_dir: {len(expected)} files compared, {failures} disagree; "
          f"{addresses} lines differ in a memory address alone")
    return failures == 0 and len(expected) > 0


def main():
    program, shared, folder, cmake = sys.argv[1:]
    archive = pathlib.Path(shared) / "conformance" / "score_dir.tar.xz"
    if not archive.exists():
        print(f"SKIPPED: there is no recording at {archive}; 0 files were compared")
        return 77
    recording = unpacked(archive, pathlib.Path(folder), cmake)
    scores = pathlib.Path(tempfile.mkdtemp(prefix="bfclx-score-"))
    try:
        subprocess.run(
            [program, "evaluate", "--result-dir", recording / "result", "--score-dir", scores,
             "--models", recording / "extra_models.json",
             "--dataset", pathlib.Path(shared) / "bfcl-data", "--today", "2026-11-21"], check=True)
        return 0 if compare(recording / "score", scores) else 1
    finally:
        shutil.rmtree(scores)


if __name__ == "__main__":
    sys.exit(main())

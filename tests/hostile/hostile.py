"""What hostile responses, files and names do to the program `bfclx`.

    python3 tests/hostile/hostile.py PROGRAM [responses] [files] [packed] [terminals]
                                     [--full] [--only WORD] [--jobs N] [--costs yes|no]

- responses: shapes of responses (shapes.py, calls.py) for every decoder and kind of entry (responses.py,
  dataset.py), each scored by a process of its own. It fails where a response of at most a megabyte takes
  over 1 s or 256 MB beyond what starting takes, where ten times the response takes more than ten times as
  long, with room for n log n and noise (costs.py), and where there is no verdict for the entry that
  Python's json module reads.
- files: what may lie where result files, datasets, registries and outputs are looked for (files.py).
- packed: small compressed files of every kind, which may cost what plain ones do (packed.py).
- terminals: control bytes in every place that is shown, at a pseudo-terminal (terminals.py).

A short run (a minute) looks at two cases of each shape at a tenth of a megabyte and at those that cost
most at a whole one; --full takes every case from a thousand bytes to a million (an hour or so), and
every place of files and terminals with every value. `--costs no` is for builds whose time and memory say
nothing (sanitizers, debug). Time is that of the processor, the best of several tries where it is too
much, and measured against the machine's pace, because test machines are shared.
"""

import argparse
import os
import resource
import sys

import files
import packed
import runs
import terminals

PARTS = {"responses": runs.run, "files": files.run, "packed": packed.run, "terminals": terminals.run}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], help="all when none is named")
    parser.add_argument("--full", action="store_true", help="everything, at every size")
    parser.add_argument("--only", action="append", help="only what has this word in its name")
    parser.add_argument("--table", action="store_true", help="what each case of `packed` took")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--costs", choices=("yes", "no"), default="yes")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return 1 if sum(PARTS[part](options) for part in options.part or PARTS) else 0


if __name__ == "__main__":
    sys.exit(main())

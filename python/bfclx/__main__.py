"""The command-line program: `python -m bfclx score ...` and the script `bfclx`.

`bfclx dataset get` is the one command that the program itself does not have: it fetches the official dataset.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from bfclx._core import _run_program


def main() -> NoReturn:
    """Runs the program with the arguments of this process, and ends with its exit code."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it, as it ends any program
    except ValueError:
        pass  # not the main thread
    if sys.argv[1:3] == ["dataset", "get"]:
        from bfclx import _get_dataset  # tools/get-dataset of the repository

        del sys.argv[1:3]
        sys.exit(_get_dataset.main(os.path.join("data", "bfcl"), "bfclx dataset get"))
    sys.exit(_run_program([b"bfclx", *map(os.fsencode, sys.argv[1:])]))


if __name__ == "__main__":
    main()

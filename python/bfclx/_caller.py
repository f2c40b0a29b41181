"""A process that ends with the one that started it."""

from __future__ import annotations

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def end_with(caller: int) -> None:
    """Linux sends SIGTERM to this process when the process `caller`, its parent, has ended, killed or not.

    Strictly, the signal comes when the thread that started this process ends. Start it from a thread that waits for it,
    as `subprocess.run` does. Other systems do not have this; the process then goes on.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        import ctypes
    except ImportError:  # Python can be built without it
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() != caller:  # it ended before this
        sys.exit(128 + signal.SIGTERM)

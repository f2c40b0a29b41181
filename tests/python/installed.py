"""The program of the installed wheel, for these tests."""

import subprocess
import sys


def program(*arguments):
    done = subprocess.run([sys.executable, "-m", "bfclx", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode > 1:
        raise AssertionError(done.stderr)
    return done.stdout

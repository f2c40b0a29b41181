"""A pseudo-terminal for the tests of the program: what reaches it, and what may not."""

import os
import pty
import subprocess
import threading


def at_terminal(command, folder, environment, typed=None, waited=300):
    """What reaches a terminal, line ends as the program wrote them, and the exit code. `typed`: bytes
    for the program's standard input, which is a pipe; `waited`: seconds of the clock."""
    parent, child = pty.openpty()
    process = subprocess.Popen(command, stdout=child, stderr=child, cwd=folder,
                               stdin=subprocess.PIPE if typed else subprocess.DEVNULL,
                               env={**os.environ, **environment})
    os.close(child)
    parts = []

    def read():
        try:
            while part := os.read(parent, 65536):
                parts.append(part)
        except OSError:
            pass  # the other end is closed

    reader = threading.Thread(target=read)
    reader.start()
    if typed:
        process.stdin.write(typed)
        process.stdin.close()
    process.wait(waited)
    reader.join(waited)
    os.close(parent)
    return b"".join(parts).replace(b"\r\n", b"\n"), process.returncode


def controls(data):
    """The control characters of what was shown, line ends aside: C0, C1, bytes that are no UTF-8, and
    what turns the direction of writing."""
    text = data.decode("utf-8", "surrogateescape").replace("\n", "")
    return sorted({c for c in text if ord(c) < 0x20 or 0x7f <= ord(c) < 0xa0 or 0xdc80 <= ord(c)
                   < 0xdd00 or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"})

"""A pseudo-terminal for the tests of the program: what reaches it, and what may not."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import time


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


def converse(command, folder, environment, prompt, keys, waited=60):
    """What reaches a terminal that the program reads from too: each of the keys is sent after the next prompt."""
    parent, child = pty.openpty()
    process = subprocess.Popen(command, stdin=child, stdout=child, stderr=child, cwd=folder,
                               env={**os.environ, **environment}, start_new_session=True)
    os.close(child)
    shown, answered, pending = b"", 0, list(keys)
    end = time.monotonic() + waited
    try:
        while time.monotonic() < end and select.select([parent], [], [], end - time.monotonic())[0]:
            part = os.read(parent, 65536)
            shown += part
            while pending and shown.count(prompt) > answered:
                answered += 1
                os.write(parent, pending.pop(0))
            if not part:
                break
    except OSError:
        pass  # the other end is closed
    code = process.wait(waited)
    os.close(parent)
    return shown.replace(b"\r\n", b"\n").decode(), code


def controls(data):
    """The control characters of what was shown, line ends aside: C0, C1, bytes that are no UTF-8, and
    what turns the direction of writing."""
    text = data.decode("utf-8", "surrogateescape").replace("\n", "")
    return sorted({c for c in text if ord(c) < 0x20 or 0x7f <= ord(c) < 0xa0 or 0xdc80 <= ord(c)
                   < 0xdd00 or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"})


class Screen:
    """What a terminal shows and what has scrolled off it, of the sequences that the program uses.
    `reflows`: whether a narrower or wider window breaks long rows anew (most terminals), or cuts them."""

    SEQUENCE = re.compile(r"\x1b\[(\??\d*)([A-Za-z])")

    def __init__(self, columns, rows, reflows=True):
        self.columns, self.height, self.reflows = columns, rows, reflows
        self.rows = [("", False)]  # text, and whether the line goes on in the next row
        self.at, self.column = 0, 0

    def feed(self, text):
        place = 0
        while place < len(text):
            sequence = self.SEQUENCE.match(text, place)
            if sequence:
                self.control(int(sequence[1] or 1) if sequence[2] != "J" else sequence[1], sequence[2])
                place = sequence.end()
                continue
            character = text[place]
            place += 1
            if character == "\n":
                self.down(False)
            elif character == "\r":
                self.column = 0
            else:
                self.put(character)

    def control(self, number, name):
        if name in "FA":
            self.at = max(self.at - number, max(0, len(self.rows) - self.height))
        if name == "F":
            self.column = 0
        if name in "JK":
            self.rows[self.at] = (self.rows[self.at][0][:self.column], False)
        if name == "J":
            del self.rows[self.at + 1:]

    def put(self, character):
        if self.column == self.columns:
            self.down(True)
            self.column = 0
        text = self.rows[self.at][0].ljust(self.column)
        self.rows[self.at] = (text[:self.column] + character + text[self.column + 1:], False)
        self.column += 1

    def down(self, goes_on):
        self.rows[self.at] = (self.rows[self.at][0], goes_on)
        self.at += 1
        if self.at == len(self.rows):
            self.rows.append(("", False))

    def resize(self, columns, rows):
        """The cursor is at the end of what is shown."""
        self.height = rows
        if columns == self.columns:
            return
        self.columns = columns
        if not self.reflows:
            self.rows = [(text[:columns], False) for text, _ in self.rows]
            return
        lines = [""]
        for text, goes_on in self.rows:
            lines[-1] += text
            if not goes_on:
                lines.append("")
        self.rows = []
        for line in lines[:-1]:
            parts = [line[i:i + columns] for i in range(0, len(line), columns)] or [""]
            self.rows += [(part, i + 1 < len(parts)) for i, part in enumerate(parts)]
        self.at = len(self.rows) - 1
        self.column = min(self.column, len(self.rows[-1][0]))

    def lines(self):
        return [text.rstrip() for text, _ in self.rows]


class Window:
    """A program in a terminal whose size changes while it runs."""

    def __init__(self, command, folder, columns, rows, reflows=True):
        self.parent, child = pty.openpty()
        self.screen = Screen(columns, rows, reflows)
        self.set_size(columns, rows)
        self.process = subprocess.Popen(command, stdout=child, stderr=child, stdin=subprocess.DEVNULL,
                                        cwd=folder, env={**os.environ, "TERM": "xterm"})
        os.close(child)
        self.pending = b""

    def set_size(self, columns, rows):
        fcntl.ioctl(self.parent, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        """What comes within that time. False when the program has ended."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.parent], [], [], left)[0]:
                break
            try:
                part = os.read(self.parent, 65536)
            except OSError:
                return False
            whole = self.pending + part
            # A sequence or a character that is cut waits for its rest.
            cut = re.search(rb"(\x1b\[?\d*|[\xc0-\xff][\x80-\xbf]*)$", whole)
            end_of_it = cut.start() if cut else len(whole)
            self.pending = whole[end_of_it:]
            self.screen.feed(whole[:end_of_it].decode("utf-8"))
        return True

    def resize(self, columns, rows):
        """With nothing on its way: the program stands still meanwhile."""
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(0.05)
        self.read(0.05)
        self.screen.resize(columns, rows)
        self.set_size(columns, rows)
        self.process.send_signal(signal.SIGCONT)

    def close(self):
        while self.read(60):
            pass
        os.close(self.parent)
        return self.process.wait(60)

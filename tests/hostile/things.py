"""Things that may lie where a file is looked for: name, how to make one at a path, and whether it must
be told to be useless.
"""

import gzip
import io
import json
import os
import socket
import tarfile
import zipfile
import zlib

UNREADABLE, READABLE = "unreadable", "readable"
SIMPLE = "BFCL_v4_simple_python_result.json"
LINE = json.dumps({"id": "simple_python_0", "result": "[f(x='a')]"}).encode() + b"\n"


def zeros(path, megabytes):
    """A gzip file of so many megabytes of zeros, written member by member."""
    member = gzip.compress(b"\0" * (1 << 20), 9)
    path.write_bytes(member * megabytes)


def raw_deflate_bomb(path, megabytes):
    """The same in one member, after a line that can be read."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    with path.open("wb") as file:
        file.write(packer.compress(LINE))
        for _ in range(megabytes):
            file.write(packer.compress(b" " * (1 << 20)))
        file.write(packer.flush())


def archive(path):
    with zipfile.ZipFile(path, "w") as packed:
        for name in ("data/BFCL_v4_simple_python.json", "../../outside.json", "/absolute.json",
                     f"m/{SIMPLE}", "data/manifest.json"):
            packed.writestr(name, LINE)


def tape(path):
    with tarfile.open(path, "w:gz") as packed:
        member = tarfile.TarInfo("../outside.json")
        member.size = len(LINE)
        packed.addfile(member, io.BytesIO(LINE))


def bound_socket(path):
    server = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(path.parent)  # names of sockets are short
    server.bind(path.name)
    os.chdir(here)
    server.close()  # its name stays


def link(target):
    return lambda path: path.symlink_to(target)


def bytes_of(data):
    return lambda path: path.write_bytes(data)


PACKED = gzip.compress(LINE * 50)
THINGS = {
    "a named pipe": (os.mkfifo, UNREADABLE),
    "a socket": (bound_socket, UNREADABLE),
    "an endless device": (link("/dev/zero"), UNREADABLE),
    "a random device": (link("/dev/urandom"), UNREADABLE),
    "a full device": (link("/dev/full"), UNREADABLE),
    "a terminal": (link("/dev/tty"), UNREADABLE),
    "a folder": (os.mkdir, UNREADABLE),
    "a link to itself": (lambda path: path.symlink_to(path.name), UNREADABLE),
    "a link to nothing": (link("nowhere"), UNREADABLE),
    "a link to its folder": (link("."), UNREADABLE),
    "a file of the system": (link("/proc/self/status"), READABLE),
    "memory of the process": (link("/proc/self/mem"), UNREADABLE),
    "nothing": (bytes_of(b""), READABLE),
    "a cut gzip file": (bytes_of(PACKED[:-12]), READABLE),
    "a gzip file without its end": (bytes_of(PACKED[:20]), READABLE),
    "a head of gzip": (bytes_of(b"\x1f\x8b"), READABLE),
    "a wrong sum": (bytes_of(PACKED[:-8] + b"\0" * 8), READABLE),
    "bytes behind gzip": (bytes_of(PACKED + b"more"), READABLE),
    "half a member behind gzip": (bytes_of(PACKED + PACKED[:9]), READABLE),
    "gzip in gzip": (bytes_of(gzip.compress(PACKED)), READABLE),
    "zeros": (bytes_of(b"\0" * 1_000_000), READABLE),
    "an archive": (archive, READABLE),
    "a tape": (tape, READABLE),
    "a picture": (bytes_of(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40), READABLE),
    "UTF-16": (bytes_of(LINE.decode().encode("utf-16")), READABLE),
    "UTF-32": (bytes_of(LINE.decode().encode("utf-32")), READABLE),
    "a long line": (bytes_of(b"[" * 2_000_000), READABLE),
    "a long text": (bytes_of(b'{"id": "' + b"a" * 5_000_000), READABLE),
    "line ends": (bytes_of(b"\r\n" * 500_000), READABLE),
    "escapes": (bytes_of(b'{"\x1b[2J": "\x9b\x07"}\n' * 100), READABLE),
}
BOMBS = {
    "a bomb of members": (lambda path: zeros(path, 2200), READABLE),
    "a bomb in one member": (lambda path: raw_deflate_bomb(path, 2200), READABLE),
}

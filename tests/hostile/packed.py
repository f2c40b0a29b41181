"""What small compressed files cost: at most 1.5 s and 300 MB for a megabyte, as plain text does.

Every payload of `PAYLOADS` in every packing of `PACKINGS`, at each place of `PLACES` where the program
reads files that may be compressed. A payload is packed as small as it can be; with `padded` the file is
filled up to a megabyte with bytes that unpack to nothing, so that the most is allowed of it.
"""

import gzip
import io
import json
import random
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import costs
import files
from things import SIMPLE

SECONDS = 1.5
MEGABYTES = 300
TRIES = 3
MIB = 1 << 20
MOST = 49 * MIB  # what a megabyte may just unpack to
LESS = 7 * MIB  # the same where costs say nothing, and what is padded is unpacked all the same


def line(result):
    return b'{"id": "simple_python_0", "result": ' + result + b"}\n"


def repeated(text, size):
    return text * (size // len(text))


LINE = line(b'"[f(x=1)]"')
CALLS = b'"[' + b", ".join([b"f(x=1)"] * (MIB // 8)) + b']"'
# About so many bytes. Made when they are needed, because each is tens of megabytes.
PAYLOADS = {
    "zeros": lambda size: b"\0" * size,
    "spaces": lambda size: b" " * size,
    "line ends": lambda size: b"\n" * size,
    "one long line": lambda size: line(b'"' + b"a" * (size - 100) + b'"'),
    "one line of brackets": lambda size: line(b'"' + b"(" * (size - 100) + b'"'),
    "one line of calls": lambda size: line(b'"[' + repeated(b"f(xxxxxxxxxxxxxxx=1), ", size * 4 // 5) + b'f()]"'),
    "one line of escapes": lambda size: line(b'"' + repeated(b"\\u0000", size * 4 // 5) + b'"'),
    "empty lists": lambda size: line(b"[" + b"[]," * (size // 51) + b"[]]"),
    "small objects": lambda size: line(b"[" + b'{"a":0},' * (size // 51) + b"{}]"),
    "numbers": lambda size: line(b"[" + b"0," * (size // 17) + b"0]"),
    "a file of brackets": lambda size: b"[" * (size // 17),
    "100,000 lines": lambda size: LINE * (size // 513),
    "lines of 100 bytes": lambda size: repeated(line(b'"' + b"a" * 60 + b'"'), size),
    "lines of a megabyte of calls": lambda size: line(CALLS) * (size * 4 // 5 // MIB),
    "lines that are no JSON": lambda size: repeated(b"x" * 80 + b"\n", size),
    "a whole text of calls": lambda size: repeated(b"f(xxxxxxxxxxxxxxx=1), ", size),
}


def padding(size):
    """Members of gzip that hold nothing, with extra fields of up to 64 KiB."""
    empty = gzip.compress(b"", mtime=0)[10:]
    out = b""
    while len(out) < size - 64:
        extra = min(65535, size - len(out) - 40)
        out += b"\x1f\x8b\x08\x04" + b"\0" * 5 + b"\xff" + struct.pack("<H", extra) + b"\0" * extra + empty
    return out


def noise(size):
    return random.Random(0).randbytes(size)


def packed(data):
    return gzip.compress(data, 6, mtime=0)


def padded(data):
    small = packed(data)
    return small + padding(MIB - len(small))


def members(data):
    """Many members one behind the other, that unpack to a gigabyte."""
    part = packed(data[:MIB])
    return part * min(1000, max(1, MIB // len(part)))


def archive_of(names, data, fill=0):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in names:
            made.writestr(name, data)
        if fill:
            made.writestr(zipfile.ZipInfo("noise"), noise(fill))
    return out.getvalue()


def log(data):
    return archive_of(["samples/a_epoch_1.json"], data)


def padded_log(data):
    return archive_of(["samples/a_epoch_1.json"], data, MIB - 250_000)


def fitting(data, most):
    """How many times the first megabyte, packed, fits into a megabyte."""
    return max(1, min(most, MIB // (len(packed(data[:MIB])) + 300)))


def many_samples(data):
    count = fitting(data, 500)
    return archive_of([f"samples/{i}_epoch_1.json" for i in range(count)], data[:MIB])


def overlapping(data):
    """A directory that names one member 10,000 times."""
    whole = archive_of(["samples/a_epoch_1.json"], data)
    end = whole.index(b"PK\x01\x02")
    directory = whole[end:whole.index(b"PK\x05\x06")]
    count = 10_000
    tail = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory) * count, end, 0)
    return whole[:end] + directory * count + b"PK\x05\x06" + tail


def tape(names, data, mode="w"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as made:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            made.addfile(member, io.BytesIO(data))
    return out.getvalue()


def packed_tape(data):
    return packed(tape([f"m/{SIMPLE}"], data))


def padded_tape(data):
    return padded(tape([f"m/{SIMPLE}"], data))


def tape_of_many(data):
    return packed(tape([f"m{i}/{SIMPLE}" for i in range(30_000)], b""))


def tape_of_packed(data):
    """Packed files in a packed archive: 300 of a megabyte each."""
    return packed(tape([f"m{i}/{SIMPLE}.gz" for i in range(fitting(data, 300))], packed(data[:MIB])))


def zip_of_packed(data):
    return archive_of([f"m{i}/{SIMPLE}.gz" for i in range(fitting(data, 300))],
                      packed(data[:MIB]))


# Name of the file, and how it is packed.
PACKINGS = {
    "gzip": (f"m/{SIMPLE}.gz", packed),
    "padded gzip": (f"m/{SIMPLE}.gz", padded),
    "many members": (f"m/{SIMPLE}.gz", members),
    "a log": ("m.eval", log),
    "a padded log": ("m.eval", padded_log),
    "a log of many samples": ("m.eval", many_samples),
    "a log of shared bytes": ("m.eval", overlapping),
    "a tape": ("m.tar.gz", packed_tape),
    "a padded tape": ("m.tar.gz", padded_tape),
    "a tape of many": ("m.tgz", tape_of_many),
    "a tape of packed files": ("m.tar.gz", tape_of_packed),
    "an archive": ("m.zip", lambda data: archive_of([f"m/{SIMPLE}"], data)),
    "an archive of packed files": ("m.zip", zip_of_packed),
}
# Where else gzip is read: places of files.py.
PLACES = ("a result for doctor", "a result for report", "a registry", "questions", "a cassette",
          "ids to generate", "a recording", "errata", "a share")
PAYLOADS_ELSEWHERE = ("zeros", "one long line", "empty lists", "small objects", "lines of 100 bytes")


class Measure:
    """A process that runs the program: what is forked from this one would be charged with its memory."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.process = subprocess.Popen([sys.executable, Path(__file__).with_name("measure.py")],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def run(self, arguments, cwd):
        order = {"argv": [self.options.program, *map(str, arguments)], "cwd": str(cwd), "seconds": 60,
                 "gigabytes": 0, "out": str(self.folder / "out"), "err": str(self.folder / "err")}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def flaws(self, arguments, cwd):
        """What is wrong with the best of up to TRIES runs, its seconds and its megabytes."""
        best = None
        for _ in range(TRIES):
            taken = self.run(arguments, cwd)
            cost = costs.of(taken, "")
            found = []
            if taken["code"] not in (0, 1, 2):
                found.append(f"exit code {taken['code']}: {(self.folder / 'err').read_text()[-300:]}")
            if self.options.costs == "yes" and cost.seconds > SECONDS:
                found.append(f"{cost.seconds:.2f} s")
            if self.options.costs == "yes" and cost.megabytes > MEGABYTES:
                found.append(f"{cost.megabytes:.0f} MB")
            if best is None or (len(found), cost.seconds) < (len(best[0]), best[1]):
                best = (found, cost.seconds, cost.megabytes)
            if not found:
                break
        return best


def cases(full):
    """(name, file, bytes, arguments with FILE for its path) of every case."""
    check = ["score", "FILE", "--dataset", "set", "--jobs", "1"]
    payloads = list(PAYLOADS)
    for number, (packing, (name, pack)) in enumerate(PACKINGS.items()):
        whole = full or packing in ("padded gzip",)
        for payload in payloads if whole else payloads[number % 4::4]:
            yield (f"{payload} in {packing}", name, pack, payload, check)
    for number, place in enumerate(PLACES):
        wanted = PAYLOADS_ELSEWHERE if full else PAYLOADS_ELSEWHERE[number % 2::2]
        path, arguments = EXTRA.get(place) or files.PLACES[place]
        for payload in wanted:
            yield (f"{payload} in padded gzip, as {place}", path, padded, payload, arguments)


EXTRA = {
    "errata": ("errata.json", files.reading("score", "results", "--errata", "errata.json")),
    "a share": ("share.json", ["merge", "share.json"]),
}


def run(options):
    """Prints what is wrong; the number of flawed cases."""
    count = flawed = 0
    slowest, largest = (0, ""), (0, "")
    with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as said:
        measure = Measure(options, Path(said))
        for name, path, pack, payload, arguments in cases(options.full):
            if options.only and not any(word in name for word in options.only):
                continue
            count += 1
            with tempfile.TemporaryDirectory(prefix="bfclx-hostile-") as made:
                folder = Path(made)
                files.world(folder)
                files.clear(folder / path)
                less = options.costs == "no" and pack in (padded, padded_log, padded_tape)
                data = pack(PAYLOADS[payload](LESS if less else MOST))
                assert len(data) <= MIB * 1.1, name
                (folder / path).write_bytes(data)
                found, seconds, megabytes = measure.flaws(
                    [path if word == "FILE" else word for word in arguments], folder)
            slowest = max(slowest, (seconds, name))
            largest = max(largest, (megabytes, name))
            if options.table:
                print(f"{seconds:6.2f} s {megabytes:5.0f} MB  {name} ({len(data)} bytes)", flush=True)
            if found:
                flawed += 1
                print(f"{name} ({len(data)} bytes): {'; '.join(found)}", flush=True)
        measure.close()
    print(f"packed: {count} cases, {flawed} flawed; at most {slowest[0]:.2f} s ({slowest[1]}) and "
          f"{largest[0]:.0f} MB ({largest[1]})")
    return flawed

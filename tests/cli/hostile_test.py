"""Runs the program `bfclx` on files that no honest tool would write.

    python3 tests/cli/hostile_test.py build/release/tools/bfclx [Suite]

Whatever stands in a file, the program names the file, the line and the id, scores the rest, and
ends with 1 where something could not be used (2 where nothing can be done), in bounded time and
memory.
"""

import copy
import gzip
import json
import os
import shutil
import signal
import subprocess
import tarfile
import threading
import zipfile

from cli_case import GOOD, PROGRAM, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main

SECONDS = 100  # for one file, with sanitizers and on a busy machine
MEGABYTES = 3000
MESSAGES = 40_000  # bytes on standard error, whatever the file
DEEP = 100_000
LONG = 10_000_000
DIGITS = b"9" * 5_000
UNUSABLE, IGNORED, SCORED = "unusable", "unknown", "duplicates"


def response(text):
    """A line whose response is the given text, which JSON can hold as it stands."""
    return b'{"id": "simple_python_90000", "result": "' + text + b'"}'


def value(text, key=b"result"):
    """A line with the given JSON beside a usable response, or instead of one."""
    return (b'{"id": "simple_python_90000", "result": "f()", "' + key + b'": ' + text + b"}")


class Bounded(Case):
    """`run_bounded` is `run_program` for whatever exit code, with limits of time and memory."""

    def run_bounded(self, *arguments):
        out, err = self.folder / "out", self.folder / "err"
        with out.open("wb") as out_file, err.open("wb") as err_file:
            process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=out_file,
                                       stderr=err_file, cwd=self.folder)
            watch = threading.Timer(SECONDS, os.kill, (process.pid, signal.SIGKILL))
            watch.start()
            _, status, usage = os.wait4(process.pid, 0)
            watch.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertLess(usage.ru_maxrss / 1024, MEGABYTES)
        self.assertLess(err.stat().st_size, MESSAGES)
        self.err = err.read_text(encoding="utf-8")
        self.out = out.read_text(encoding="utf-8")
        self.assertIn(process.returncode, (0, 1, 2), self.err[-2000:])
        return process.returncode

    def dataset(self):
        """A copy of the sample, and a function that puts bytes into one of its files."""
        folder = self.folder / "dataset"
        shutil.copytree(SAMPLE, folder)
        (folder / "manifest.json").unlink(missing_ok=True)
        return folder, lambda name, data: (folder / name).write_bytes(data)


class Results(Bounded):
    LINES = {
        UNUSABLE: {
            "cut off": b'{"id": "simple_python_90000", "result": "f(',
            "cut off in an escape": b'{"id": "simple_python_90000", "result": "\\u12',
            "lists": value(b"[" * DEEP + b"]" * DEEP),
            "objects": value(b'{"a":' * DEEP + b"1" + b"}" * DEEP),
            "lists that nobody reads": value(b"[" * DEEP + b"]" * DEEP, b"inference_log"),
            "open objects": value(b'{"a":' * DEEP),
            "digits": value(DIGITS),
            "digits that nobody reads": value(b"[" + DIGITS + b"]", b"inference_log"),
            "NUL outside of text": value(b"\x00"),
            "a long word": b"x" * LONG,
            "a long line without id": b'{"result": "' + b"x" * LONG + b'"}',
            "as many keys": b"{" + b",".join(b'"k%d":1' % i for i in range(300_000)) + b"}",
            "one key as often": b"{" + b'"id":"simple_python_90000",' * 300_000 + b'"x":1}',
        },
        IGNORED: {
            "an id that is not there": b'{"id": "simple_python_99999", "result": "f()"}',
            "an empty id": b'{"id": "", "result": "f()"}',
            "lone surrogates": b'{"id": "\\ud800", "result": "\\udfff"}',
        },
        SCORED: {
            "brackets": response(b"[" * LONG),
            "braces": response(b"{" * LONG),
            "letters": response(b"a" * LONG),
            "backslashes": response(b"\\\\" * (LONG // 2)),
            "calls": response(b"[" + b"f(x=1)," * (LONG // 70) + b"f()]"),
            "one argument often": response(b"[f(" + b"x=1," * (LONG // 40) + b"x=1)]"),
            "many arguments": response(b"[f(" + b"".join(b"x%d=1," % i for i in range(99_999)) + b")]"),
            "a sum": response(b"[f(x=" + b"1+" * (LONG // 20) + b"1)]"),
            "texts side by side": response(b"[f(x=" + b"'a' " * (LONG // 40) + b")]"),
            "powers": response(b"[f(x=9**9**9)]"),
            "repeated text": response(b"[f(x='a'*10**10)]"),
            "digits in a call": response(b"[f(x=" + DIGITS + b")]"),
            "no UTF-8": response(b"[f(x='\xff\xc0\xed\xa0\x80')]"),
            "NUL in text": response(b"[f(x='\\u0000')]"),
            "numbers beyond all": value(b"1e999", b"latency"),
            "numbers": value(b"[" + b"1," * (LONG // 20) + b"1]"),
        },
    }

    def report_row(self, path, *arguments):
        code = self.run_bounded("score", path, "--dataset", SAMPLE, "--model", "good-model",
                                "--format", "json", *arguments)
        return code, self.category(json.loads(self.out), "simple_python")

    def test_one_line_before_the_others(self):
        for count, lines in self.LINES.items():
            for name, line in lines.items():
                path = self.write("m/BFCL_v4_simple_python_result.json",
                                  line + b"\n" + SIMPLE.read_bytes())
                for decoder in ("prompting", "openai_fc"):
                    with self.subTest(count=count, line=name, decoder=decoder):
                        code, row = self.report_row(path, "--decoder", decoder)
                        self.assertEqual((row["entries"], row["missing"]), (SIMPLE_ENTRIES, 0))
                        self.assertEqual({key: row[key] for key in (UNUSABLE, IGNORED, SCORED)},
                                         {UNUSABLE: 0, IGNORED: 0, SCORED: 0, count: 1})
                        self.assertEqual(code, 0 if count == SCORED else 1)
                        if count != SCORED:
                            self.assertIn("BFCL_v4_simple_python_result.json:1: ", self.err)
                        if b'"id": "simple_python_90000"' in line[:40] and count == UNUSABLE:
                            self.assertIn(":1: simple_python_90000: ", self.err)

    def test_choice_of_the_decoder(self):
        lines = [self.LINES[SCORED][name] for name in ("powers", "repeated text", "brackets")]
        path = self.write("m/BFCL_v4_simple_python_result.json", b"\n".join(lines))
        code, row = self.report_row(path, "--decoder", "auto")
        self.assertEqual((code, row["entries"], row["right"]), (0, 1, 0))

    def test_many_flaws(self):
        for name, count, line in (("unusable", UNUSABLE, b"x"),
                                  ("open", UNUSABLE, b'{"id": [{"a":'),
                                  ("unknown", IGNORED, b'{"id": "x", "result": "x"}'),
                                  ("duplicates", SCORED, response(b""))):
            with self.subTest(name):
                path = self.write("m/BFCL_v4_simple_python_result.json",
                                  (line + b"\n") * 20_000 + SIMPLE.read_bytes())
                _, row = self.report_row(path)
                self.assertEqual(row["entries"], SIMPLE_ENTRIES)
                self.assertEqual(row[count], 20_000)

    def test_whole_files(self):
        for name, data in (("UTF-16", SIMPLE.read_text().encode("utf-16")),
                           ("NULs", b"\x00" * 100_000), ("line ends", b"\n" * LONG),
                           ("open lists", b"[" * LONG), ("random bytes", bytes(range(256)) * 400),
                           ("a closed list of nothing", b"[" + b"null," * 20_000 + b"1]")):
            with self.subTest(name):
                path = self.write("m/BFCL_v4_simple_python_result.json", data)
                self.assertIn(self.run_bounded("score", path, "--dataset", SAMPLE), (1, 2))
                self.assertIn("BFCL_v4_simple_python_result.json", self.err)

    def test_gzip_that_inflates_a_thousandfold(self):
        # As far as it may; tests/hostile has what is refused.
        for name, data, code in (("spaces", b" " * 3_000_000 + b"\n" + SIMPLE.read_bytes(), 0),
                                 ("zeros", b"\x00" * 3_000_000 + b"\n" + SIMPLE.read_bytes(), 1)):
            with self.subTest(name):
                packed = gzip.compress(data, 6)
                self.assertLess(len(packed) * 500, len(data))
                path = self.write("m/BFCL_v4_simple_python_result.json.gz", packed)
                found, row = self.report_row(path)
                self.assertEqual((found, row["entries"]), (code, SIMPLE_ENTRIES))

    def test_wrong_types_everywhere(self):
        wrong = [None, True, 7, 1.5, "x", [], {}, [[]], [None], [{}], {"a": None}, [[[["f()"]]]]]
        turns = json.loads((GOOD / "multi_turn" / "BFCL_v4_multi_turn_base_result.json")
                           .read_text().splitlines()[0])
        single = json.loads(SIMPLE.read_text().splitlines()[0])
        files = (("BFCL_v4_simple_python_result.json", single),
                 ("BFCL_v4_multi_turn_base_result.json", turns))
        for name, entry in files:
            lines = [json.dumps(change(entry, place, other)) for place in places(entry)
                     for other in wrong]
            path = self.write(f"m/{name}", "\n".join(lines))
            self.assertEqual(self.run_bounded("score", path, "--dataset", SAMPLE), 1)


class NamesOfModels(Bounded):
    def test_names_of_models_that_are_no_utf_8(self):
        file = "BFCL_v4_multi_turn_base_result.json"
        data = (GOOD / "multi_turn" / file).read_bytes()
        names = (b"gr\xf6\xdfe", b"m\xf4\x90\x80\x80", b"\xff", b"m\xed\xa0\x80", b"x\xf0")
        for number, raw in enumerate(names):
            name, folder = os.fsdecode(raw), self.folder / str(number)
            self.write(f"{number}/result/{name}/multi_turn/{file}", data)
            with tarfile.open(folder / "x.tar", "w") as made:
                made.add(folder / "result", "result")
            # Python's zipfile writes UTF-8 only: the name is put in afterwards.
            with zipfile.ZipFile(folder / "x.zip", "w") as made:
                made.writestr(f"result/{'@' * len(raw)}/{file}", data)
            packed = folder / "x.zip"
            packed.write_bytes(packed.read_bytes().replace(b"@" * len(raw), raw))
            for command in (("score",), ("score", "--format", "json"), ("doctor",), ("audit",), ("show",)):
                for path in ("result", "x.tar", "x.zip"):
                    with self.subTest(command=command, raw=raw, path=path):
                        entry = ["multi_turn_base_90000"] if command == ("show",) else []
                        self.run_bounded(*command, folder / path, *entry, "--dataset", SAMPLE)
                        self.assertIn("multi", self.out)
            self.run_bounded("evaluate", "--result-dir", folder / "result", "--score-dir", folder / "score",
                             "--dataset", SAMPLE)


class Dataset(Bounded):
    FILES = {
        "data/BFCL_v4_simple_python.json": ":1: ",
        "data/possible_answer/BFCL_v4_simple_python.json": ":1: ",
        "data/multi_turn_func_doc/math_api.json": ":1: ",
        "data/BFCL_v4_format_sensitivity.json": ": ",
    }
    CONTENTS = {
        "lists": b"[" * DEEP + b"]" * DEEP, "objects": b'{"id":' * DEEP + b"1" + b"}" * DEEP,
        "digits": b'{"id": ' + DIGITS + b"}", "NULs": b"\x00" * 50, "no UTF-8": b"\xff\xfe\xfd",
        "cut off": b'{"id": "simple_python_90000", "que', "a long word": b"x" * LONG, "null": b"null",
        "a number": b"7", "text": b'"x"', "a list": b"[1]",
    }

    def test_files_that_cannot_be_read_cost_their_category(self):
        folder, put = self.dataset()
        for name, message in self.FILES.items():
            good = (folder / name).read_bytes()
            for what, data in self.CONTENTS.items():
                with self.subTest(file=name, content=what):
                    put(name, data)
                    self.assertEqual(self.run_bounded("score", GOOD, "--dataset", folder,
                                                      "--format", "json"), 1)
                    self.assertIn(f": {name}{message}", self.err)
                    model = json.loads(self.out)["models"][0]
                    self.assertGreater(len(model["categories"]), 8)
                    self.assertNotEqual(model["not_scored"], [])
            put(name, good)

    def test_wrong_types_everywhere(self):
        folder, put = self.dataset()
        for name in ("BFCL_v4_simple_python.json", "BFCL_v4_multi_turn_base.json"):
            for part in ("data", "data/possible_answer"):
                good = (folder / part / name).read_text()
                first, rest = good.split("\n", 1)
                entry = json.loads(first)
                for place in places(entry):
                    if len(place) > 4:
                        continue
                    for other in (None, 7, [], {"name": [None]}):
                        with self.subTest(file=f"{part}/{name}", place=place, value=other):
                            line = json.dumps(change(entry, place, other))
                            put(f"{part}/{name}", f"{line}\n{rest}".encode())
                            code = self.run_bounded("score", GOOD, "--dataset", folder,
                                                    "--category", name[len("BFCL_v4_"):-5])
                            if code != 0:  # a wrong form, or a question that cannot be answered
                                self.assertRegex(self.out + self.err, f"{name}:1: |missing|wrong")
                put(f"{part}/{name}", good.encode())


class Registry(Bounded):
    def test_models_files(self):
        contents = {**Dataset.CONTENTS, "empty": b"",
                    "lists inside": b'{"models": ' + b"[" * DEEP + b"]" * DEEP + b"}",
                    "zeros in gzip": gzip.compress(b"\x00" * LONG)}
        for what, data in contents.items():
            with self.subTest(what):
                path = self.write("models.json", data)
                self.assertEqual(self.run_bounded("score", GOOD, "--dataset", SAMPLE,
                                                  "--models", path), 2)
                self.assertIn("models.json", self.err)

    def test_wrong_types_everywhere(self):
        registry = json.loads((SAMPLE / "models.json").read_text())
        for place in places(registry):
            for other in (7, [], [None], {"a": [1]}, [[{}]]):
                with self.subTest(place=place, value=other):
                    path = self.write("models.json", json.dumps(change(registry, place, other)))
                    code = self.run_bounded("score", GOOD / "live", "--dataset", SAMPLE, "--models",
                                            path)
                    if code == 2:
                        self.assertIn("models.json", self.err)


def places(tree, path=()):
    """The path of every value; of a list the first item's only."""
    yield path
    items = ()
    if isinstance(tree, dict):
        items = tree.items()
    elif isinstance(tree, list):
        items = enumerate(tree[:1])
    for key, item in items:
        yield from places(item, (*path, key))


def change(tree, path, other):
    """The tree with another value at the path."""
    if not path:
        return other
    tree = copy.copy(tree)
    tree[path[0]] = change(tree[path[0]], path[1:], other)
    return tree


if __name__ == "__main__":
    main()

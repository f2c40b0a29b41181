"""bfclx.read_log: every form that the program's own tests know (tests/cli/forms_test.py), from files and from
bytes, and what cannot be read."""

import gzip
import json
import os
import pathlib
import pickle
import sys
import tempfile
import threading
import unittest

import bfclx

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import forms_test  # noqa: E402 (its cases are not ours to run)
from forms_test import (  # noqa: E402
    ARGUMENTS,
    CALL,
    CHAT,
    ID,
    INSPECT,
    RIGHT,
    SHARED,
    WRONG,
    archive,
    data_of,
)

MEMBERS = forms_test.InspectLogs.MEMBERS

RESULTS = pathlib.Path(__file__).resolve().parents[2] / "tools" / "sample" / "results" / "good-model"


def bytes_of(value):
    return data_of(value).encode()


class Logs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dataset = bfclx.Dataset.sample()

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, data):
        path = pathlib.Path(self.folder.name) / name
        path.write_bytes(data)
        return path

    def test_every_form(self):
        for name, (form, value) in RIGHT.items():
            path = self.write("log.json", bytes_of(value))
            for source in (path, str(path), bytes_of(value), bytearray(bytes_of(value)),
                           memoryview(bytes_of(value)), gzip.compress(bytes_of(value))):
                with self.subTest(name, source=type(source)):
                    log = bfclx.read_log(source, dataset=self.dataset)
                    self.assertEqual(log.ids, [ID])
                    (verdict,) = self.dataset.score_batch(log.ids, log.responses)
                    self.assertTrue(verdict.valid, verdict.error)
                    self.assertEqual(log.rows[0].line, 1)
                    self.assertTrue(any(f"recognised: {form}" in one.message for one in log.problems))
                    self.assertFalse(any(one.fatal for one in log.problems))

    def test_wrong_arguments_are_the_models(self):
        for name, (_, value) in RIGHT.items():
            with self.subTest(name):
                log = bfclx.read_log(data_of(value).replace("41.27", "41.5").encode(), dataset=self.dataset)
                (verdict,) = self.dataset.score_batch(log.ids, log.responses)
                self.assertEqual(verdict.error_type, "value_error:others")

    def test_what_is_none(self):
        for name, (value, said) in WRONG.items():
            path = self.write("log.json", bytes_of(value))
            with self.subTest(name):
                with self.assertRaises(bfclx.LogError) as caught:
                    bfclx.read_log(path, dataset=self.dataset)
                self.assertIn(said, str(caught.exception))
                self.assertEqual((caught.exception.file, caught.exception.line), (str(path), 1))
                again = pickle.loads(pickle.dumps(caught.exception))
                self.assertEqual((str(again), again.line), (str(caught.exception), 1))
                log = bfclx.read_log(path, dataset=self.dataset, strict=False)
                self.assertEqual(log.rows, [])
                self.assertTrue(any(one.fatal and said in one.message for one in log.problems))

    def test_result_files(self):
        for path in sorted(RESULTS.rglob("*_result.json")):
            with self.subTest(path.name):
                log = bfclx.read_log(path)
                lines = [json.loads(line) for line in path.read_text().splitlines()]
                self.assertEqual(log.ids, [line["id"] for line in lines])
                self.assertEqual(log.responses, [line["result"] for line in lines])
                self.assertEqual([row.form for row in log.rows], ["result_line"] * len(lines))
                self.assertEqual([row.latency for row in log.rows], [line.get("latency") for line in lines])

    def test_tokens_and_forms(self):
        chat = {**CHAT, "usage": {"prompt_tokens": 7, "completion_tokens": 5}}
        (row,) = bfclx.read_log(bytes_of({"custom_id": ID, "response": {"body": chat}})).rows
        self.assertEqual((row.id, row.form, row.input_token_count, row.output_token_count, row.latency),
                         (ID, "batch_line", 7, 5, None))

    def test_responses_that_tell_no_entry(self):
        log = bfclx.read_log(bytes_of(CHAT))
        self.assertIsNone(log.rows[0].id)
        with self.assertRaisesRegex(ValueError, "has no entry id"):
            log.ids  # noqa: B018
        log = bfclx.read_log(b"oven.preheat(celsius=240)", dataset=self.dataset, as_entry=SHARED)
        self.assertEqual(log.ids, [SHARED])
        log = bfclx.read_log(b"I cannot do that.", dataset=self.dataset, as_entry=SHARED)
        self.assertEqual((log.ids, log.responses), ([SHARED], ["I cannot do that."]))
        with self.assertRaisesRegex(bfclx.LogError, "3 entries have the function .* name the entry with as_entry="):
            bfclx.read_log(b"oven.preheat(celsius=240)", dataset=self.dataset)
        with self.assertRaises(bfclx.UnknownEntryError):
            bfclx.read_log(b"f(x=1)", dataset=self.dataset, as_entry="simple_python_1")
        with self.assertRaises(bfclx.UnknownNameError):
            bfclx.read_log(b"f(x=1)", dataset=self.dataset, decoder="no_such")
        with self.assertRaisesRegex(ValueError, "as_entry needs the dataset"):
            bfclx.read_log(b"f(x=1)", as_entry=SHARED)

    def test_line_and_id_of_what_gives_none(self):
        lines = [json.dumps({"id": "multiple_90000", "result": "x"}), json.dumps({"id": ID, "outputs": 1})]
        path = self.write("log.jsonl", "\n".join(lines).encode())
        with self.assertRaises(bfclx.LogError) as caught:
            bfclx.read_log(path)
        error = caught.exception
        self.assertEqual((error.file, error.line, error.id), (str(path), 2, ID))
        self.assertTrue(str(error).startswith(f"{path}: 2: {ID}: "))
        self.assertIsInstance(error, bfclx.BfclxError)
        log = bfclx.read_log(path, strict=False)
        self.assertEqual(log.ids, ["multiple_90000"])
        self.assertEqual([(one.line, one.id) for one in log.problems if one.fatal], [(2, ID)])

    def test_archives_of_inspect(self):
        for method in (0, 8, 93):
            data = archive(MEMBERS, method)
            for source in (data, self.write("log.eval", data)):
                log = bfclx.read_log(source)
                self.assertEqual((log.ids, log.rows[0].form), ([ID], "inspect_sample"))
                self.assertTrue(self.dataset.score(ID, log.responses[0]).valid)
        two = {**MEMBERS, "samples/b_epoch_2.json": json.dumps({**INSPECT, "epoch": 2}).encode()}
        self.assertEqual(bfclx.read_log(archive(two)).ids, [ID, ID])
        for damaged, said in ((archive(two, checksum=1), "CRC-32"), (archive(two, flags=1), "encrypted"),
                              (archive(two, twice=True), "members overlap"),
                              (archive({"a.json": b"{}"}), "is a ZIP archive")):
            with self.assertRaisesRegex(bfclx.LogError, said):
                bfclx.read_log(damaged)

    def test_names_in_archives_that_are_no_text(self):
        """A name may be bytes of any kind; where it is cut, characters stay whole."""
        for two_bytes in ("\u00e9".encode(), b"\xff\xfe"):
            data = archive({"samples/x" + "EE" * 60 + ".json": b"{}", **MEMBERS}, checksum=1)
            data = data.replace(b"EE", two_bytes)
            with self.assertRaisesRegex(bfclx.LogError, "^member samples/.*: malformed"):
                bfclx.read_log(data)
            self.assertEqual(bfclx.read_log(data, strict=False).rows, [])

    def test_what_is_no_file(self):
        missing = os.path.join(self.folder.name, "no such file")
        for source, said in ((missing, "no such file|does not exist|No such file"), (self.folder.name, "."),
                             ("-", "standard input is not read")):
            with self.assertRaisesRegex(bfclx.LogError, said) as caught:
                bfclx.read_log(source)
            self.assertEqual(caught.exception.file, source)
        with self.assertRaises(ValueError):
            bfclx.read_log("a\0b")
        (problem,) = bfclx.read_log(missing, strict=False).problems  # and not that it holds no entries
        self.assertTrue(problem.fatal)
        for wrong in (None, 5, ["x"], CHAT):
            with self.assertRaises(TypeError):
                bfclx.read_log(wrong)
        for empty in (b"", b" \n", b"[]", b"\x1f\x8b", b"\xff\xfe{\0}\0", b"\0" * 100, b"\xff" * 10):
            with self.assertRaises(bfclx.LogError):
                bfclx.read_log(empty)
            self.assertEqual(bfclx.read_log(empty, strict=False).rows, [])

    def test_hostile(self):
        for text in (b"[" * 100_000, b'{"choices":' * 50_000, b'{"object":"list","data":[' * 300 + b"]}" * 300,
                     b"nul", b'"\\ud800"', b'{"id": "a", "result": "\xff"}'):
            bfclx.read_log(text, strict=False)
            bfclx.read_log(text, dataset=self.dataset, as_entry=ID, strict=False)

    def test_what_holds_no_response(self):
        for empty in (b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n"):
            with self.assertRaisesRegex(bfclx.LogError, "the file is empty"):
                bfclx.read_log(empty)

    def test_more_result_lines_than_are_read(self):
        lines = [b'{"id": "a", "result": "x"}'] * 250_001
        for data in (b"\n".join(lines), b"[" + b",".join(lines) + b"]"):
            log = bfclx.read_log(data, strict=False)
            self.assertEqual(len(log.rows), 250_000)
            self.assertTrue(any(one.fatal and "stopped here after 250,000 entries" in one.message for one in log.problems))
        self.assertEqual(len(bfclx.read_log(b"\n".join(lines[1:])).rows), 250_000)

    def test_more_than_is_read(self):
        line = b'{"role":"assistant","content":"x"}'
        log = bfclx.read_log(b"[" + b",".join([b'{"object":"chat.completion","choices":[{"message":' + line + b"}]}"]
                                              * 250_001) + b"]", strict=False)
        self.assertEqual(len(log.rows), 250_000)
        self.assertTrue(any(one.fatal and "more than the 250,000 responses" in one.message
                            for one in log.problems))

    def test_threads(self):
        """Naming loads categories, which threads that score do too."""
        for _ in range(5):
            dataset = bfclx.Dataset.sample()
            found, failed = [], []

            def read():
                try:
                    found.append(bfclx.read_log(bytes_of(CHAT), dataset=dataset).ids)  # noqa: B023
                    dataset.score(ID, f"[{CALL}]")  # noqa: B023
                except BaseException as error:
                    failed.append(error)  # noqa: B023

            threads = [threading.Thread(target=read) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual((found, failed), ([[ID]] * 8, []))

    def test_arguments_are_kept_as_they_are(self):
        log = bfclx.read_log(bytes_of({"id": ID, "output": [{"name": "f", "arguments": ARGUMENTS}]}))
        self.assertEqual(json.loads(log.responses[0][0]["f"]), ARGUMENTS)


if __name__ == "__main__":
    unittest.main()

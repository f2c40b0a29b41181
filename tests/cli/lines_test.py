"""Every line of a result file is scored, unusable or skipped, and counts once.

    python3 tests/cli/lines_test.py build/release/tools/bfclx [Suite]
"""

import json

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main

GOOD_LINES = SIMPLE.read_bytes().splitlines()
CUT = b'{"id": "simple_python_90001", "result": "z'


class Lines(Case):
    def count(self, *lines, before=b""):
        path = self.write("m/BFCL_v4_simple_python_result.json", before + b"\n".join(lines) + b"\n")
        report = self.check_json(path, "--decoder", "prompting", code=None)
        row = self.category(report, "simple_python")
        fatal = [problem for problem in report["models"][0]["problems"] if problem["unusable"]]
        unknown = [problem for problem in fatal if "unknown id in" in problem["message"]]
        self.assertEqual(len(fatal) - len(unknown), row["unusable"])
        self.assertEqual(self.status, 1 if fatal else 0)
        lines = report["models"][0]["lines"]
        self.assertEqual(lines["used"] + lines["unusable"] + lines["skipped"], lines["total"])
        self.assertEqual(lines["unusable"], row["unusable"])
        return row["entries"] + row["unknown"] + row["duplicates"] + row["unusable"], row

    def test_lines_in_are_lines_told(self):
        good = GOOD_LINES[0]
        cases = {
            "whole": [good],
            "blank lines": [b"", good, b" \t", GOOD_LINES[1], b"\r"],
            "damaged in two ways, alone": [CUT + b"\xff"],
            "damaged in three ways, alone": [CUT + b"\xff,"],
            "damaged in two ways": [good, CUT + b"\xff", CUT + b","],
            "an empty list": [good, b"[]"],
            "an empty list first": [b"[]", good],
            "an empty list alone": [b"[]"],
            "several empty lists": [b"[]", b"[]", b"[]", good, b"[]"],
            "no entries": [b"0", b"null", b'""', b"{}", b"[[]]", good],
            "duplicates and unknown ids": [good, good, good.replace(b"90000", b"99999")],
            "no id, no result": [b'{"id": "simple_python_90002"}', b'{"result": "x"}', good],
        }
        for name, lines in cases.items():
            for before in (b"", b"\xef\xbb\xbf"):
                with self.subTest(name, before=before):
                    filled = [line for line in lines if line.strip()]
                    self.assertEqual(self.count(*lines, before=before)[0], len(filled), self.err)

    def test_a_line_with_two_flaws_is_one_unusable_line(self):
        _, row = self.count(CUT + b"\xff")
        self.assertEqual(row["unusable"], 1)
        self.assertEqual(self.err.count("BFCL_v4_simple_python_result.json:1: "), 2)  # both are told

    def test_unknown_ids_are_told_in_one_line(self):
        lines = [GOOD_LINES[0], *(b'{"id": "simple_python_%d", "result": "z"}' % i for i in range(4000, 4100))]
        total, row = self.count(*lines)
        self.assertEqual((total, row["unknown"]), (101, 100))
        (said,) = [line for line in self.err.splitlines() if "unknown id in" in line]
        self.assertIn(":2: simple_python_4000: unknown id in simple_python; "
                      "100 of 101 responses of this file have an unknown id: they belong to another dataset", said)
        other = b'{"id": "multiple_%d", "result": "z"}'
        self.write("m/BFCL_v4_multiple_result.json", b"\n".join(other % i for i in range(4000, 4100)))
        self.check(self.folder / "m", code=1)
        (said,) = [line for line in self.err.splitlines() if "unknown id in" in line]
        self.assertIn("200 of 201 responses of this run have an unknown id: they belong to another dataset", said)
        (self.folder / "m/BFCL_v4_multiple_result.json").unlink()
        doctor = json.loads(self.run_program("doctor", self.folder / "m", "--dataset", SAMPLE, "--format", "json", code=1))
        (unknown,) = [one for one in doctor["models"][0]["findings"] if one["code"] == "unknown_ids"]
        self.assertEqual(unknown["severity"], "error")

    def test_used_lines_are_those_that_are_scored(self):
        other = b'{"id": "parallel_90000", "result": "z"}'
        unknown = GOOD_LINES[0].replace(b"90000", b"99999")
        path = self.write("m/BFCL_v4_simple_python_result.json",
                          b"\n".join([GOOD_LINES[0], other, *GOOD_LINES[:2], unknown, CUT]))
        ids = self.write("ids", "simple_python_90001\n")

        def lines(*options):
            found = self.check_json(self.folder / "m", *options, code=1)["models"][0]["lines"]
            return found["used"], found["unusable"], found["skipped"]

        # 90000 stands there twice, and an unknown id is no entry's.
        self.assertEqual(lines(), (3, 1, 2))
        self.assertEqual(lines("--category", "simple_python"), (2, 1, 3))
        self.assertEqual(lines("--ids", ids), (1, 1, 4))
        # A broken line of another entry, or of another category, is none of theirs and skipped.
        path.write_bytes(b"\n".join([*GOOD_LINES[:2], CUT.replace(b"90001", b"90002")]))
        parallel = self.write("m/BFCL_v4_parallel_result.json", b'{"id": "parallel_90000", "result": "z"}\ngarbage')
        found = self.check_json(self.folder / "m", "--ids", ids, code=0)["models"][0]
        self.assertEqual((found["lines"], found["problems"]), ({"total": 5, "used": 1, "unusable": 0, "skipped": 4}, []))
        parallel.unlink()
        path.write_bytes(b"[" + b",".join([GOOD_LINES[0], other]) + b"]\n")
        self.assertEqual(self.check_json(self.folder / "m", "--category", "simple_python")["models"][0]["lines"]["used"], 1)

    def test_an_empty_list_is_told(self):
        _, row = self.count(b"[]", GOOD_LINES[0])
        self.assertEqual((row["entries"], row["unusable"]), (1, 1))
        self.assertIn("BFCL_v4_simple_python_result.json:1: the entry is a list", self.err)

    def test_a_list_that_is_cut_between_entries(self):
        rows = [json.loads(line) for line in SIMPLE.read_text().splitlines()]
        for end in ("", ",", ",\n", "\n"):
            cut = self.write("m/BFCL_v4_simple_python_result.json", json.dumps(rows)[:-1] + end)
            for command in (["score", cut], ["audit", cut], ["doctor", cut], ["compare", cut, GOOD], ["report", cut, "-o", self.folder / "r.html"],
                            ["publish", cut, "-o", self.folder / "board", "--site", "none"]):
                with self.subTest(command=command[0], end=end):
                    self.run_program(*command, "--dataset", SAMPLE, code=1)
                    self.assertIn("the list that starts the file is not closed", self.err.replace("\n", " "))


if __name__ == "__main__":
    main()

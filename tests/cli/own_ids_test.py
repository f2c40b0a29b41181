"""Ids of a benchmark of one's own, and the hash that names it."""

import csv
import json
import shutil

from cli_case import GOOD, SAMPLE, main, write_manifest
from own_case import Own, lines, weather


class OwnIds(Own):
    def setUp(self):
        super().setUp()
        self.new()

    def test_own_ids_are_of_one_entry(self):
        self.add()
        self.add([{"id": "multiple_0", "question": "q9", "expected": "none"}], code=1)
        self.assertIn("cases.jsonl:1: id: is that of another entry of the benchmark", self.err)
        self.add([{"id": "multiple_1", "question": "q9", "expected": "none"},
                  {"question": "Sing.", "expected": "none"},
                  {"id": "multiple_2", "question": "In Lyon?", "expected": [weather("Lyon")]}])
        self.assertEqual([entry["id"] for entry in self.entries("multiple")], ["multiple_0", "multiple_2"])
        path = self.folder / "my-bench/data/BFCL_v4_irrelevance.json"
        path.write_text(path.read_text("utf-8").replace('"n1"', '"w1"').replace('"multiple_1"', '"multiple_0"'), "utf-8")
        told = " ".join(self.run_program("dataset", "info", "my-bench", code=None).split()) + " ".join(self.err.split())
        self.assertIn('BFCL_v4_irrelevance.json:1: irrelevance_0: duplicate "own_id": multiple_0 has "w1" too', told)
        self.assertIn('BFCL_v4_irrelevance.json:2: irrelevance_1: "own_id" is "multiple_0", the id of another entry', told)
        self.assertIn('BFCL_v4_multiple.json:1: multiple_0: duplicate "own_id": irrelevance_0 has "w1" too', told)

    def test_a_leaderboard_of_another_benchmark(self):
        self.add()
        official = self.folder / "official"
        shutil.copytree(SAMPLE, official)
        write_manifest(official, "1")
        board = ("-o", "board", "--site", "none")
        self.run_program("publish", GOOD, "--dataset", official, *board)
        self.write("result/m/BFCL_v4_irrelevance_result.json", json.dumps({"id": "irrelevance_0", "result": "no"}) + "\n")
        self.run_program("publish", "result/m", "--dataset", "my-bench", *board, "--add", code=2)
        self.assertIn("the leaderboard was published with another dataset (its hash is sha256:", self.err)
        # The other way round, where the two have no file in common: its only model has the same name.
        own = ("-o", "own-board", "--site", "none")
        self.run_program("publish", "result/m", "--dataset", "my-bench", *own)
        self.write("other/m/BFCL_v4_multiple_result.json", json.dumps({"id": "multiple_0", "result": "no"}) + "\n")
        before = (self.folder / "own-board/data/index.json").read_bytes()
        self.run_program("publish", "other/m", "--dataset", official, *own, "--add", code=2)
        self.assertIn("the leaderboard was published with another dataset (", self.err)
        self.assertIn("Pass its dataset as --dataset", " ".join(self.err.split()))
        self.assertEqual((self.folder / "own-board/data/index.json").read_bytes(), before)

    def test_numbers_that_overflow(self):
        for amount in ("1e400", "-1e400"):
            self.add('{"question": "?", "expected": [{"name": "convert", "arguments": {"amount": %s, "to": "EUR"}}]}' % amount, code=1)
            self.assertIn("is not a value of JSON", self.err)

    def test_own_ids_in_place_of_entry_ids(self):
        self.add()
        self.write("one.jsonl", json.dumps({"id": "multiple_0", "result": "no"}) + "\n")
        self.write("ids.txt", "w1\nmultiple_0\n")
        told = ("--dataset", "my-bench")
        self.run_program("score", "one.jsonl", *told, "--ids", "ids.txt", "--verdicts", "v.jsonl")
        (verdict,) = map(json.loads, (self.folder / "v.jsonl").read_text().splitlines())
        self.assertEqual((verdict["id"], verdict["own_id"]), ("multiple_0", "w1"))
        self.write("ids.txt", "n1\nw9\n")
        self.run_program("score", "one.jsonl", *told, "--ids", "ids.txt", code=None)
        told_all = " ".join((self.out + self.err).split())
        self.assertIn("ids.txt:2: w9: unknown id: no category has it", told_all)
        self.assertNotIn("n1: unknown", told_all)

    def test_generate_takes_own_ids(self):
        self.add()
        told = ("generate", "--model", "m", "--base-url", "http://127.0.0.1:9", "--dataset", "my-bench", "--dry-run", "--run-ids", "ids.txt")
        self.write("ids.txt", "multiple_0\nirrelevance_0\n")
        by_entry = self.run_program(*told)
        self.write("ids.txt", "w1\nn1\n")
        self.assertEqual(self.run_program(*told), by_entry)
        self.write("ids.txt", "w1\nw9\n")
        self.run_program(*told, code=2)
        self.assertIn("ids.txt:2: no category in the id `w9`", self.err)

    def test_show_takes_an_own_id(self):
        self.add()
        call = b"[get_weather(city='Paris')]\n"
        by_entry = self.run_program("show", "-", "multiple_0", "--dataset", "my-bench", stdin=call)
        self.assertEqual(self.run_program("show", "-", "w1", "--dataset", "my-bench", stdin=call), by_entry)
        self.assertIn("multiple_0", by_entry)
        self.write("one.jsonl", json.dumps({"id": "multiple_0", "result": "no"}) + "\n")
        self.assertIn("multiple_0", self.run_program("show", "one.jsonl", "w1", "--dataset", "my-bench"))
        self.run_program("show", "one.jsonl", "w9", "--dataset", "my-bench", code=2)
        self.assertIn('unknown id "w9"', self.err)

    def test_own_ids_in_errata_reach_scores_and_boards(self):
        self.add()
        self.write("result/m/non_live/BFCL_v4_multiple_result.json", json.dumps({"id": "multiple_0", "result": "no"}) + "\n")
        void = {"kind": "void", "reason": "two answers", "source": "https://example.org/1", "author": "a reader"}
        errata = self.write("errata.json", json.dumps({"schema": "bfclx-errata-1", "name": "ours",
                                                       "corrections": [{"id": "w1", **void}, {"id": "w9", **void}]}))
        report = json.loads(self.run_program("score", "result", "--dataset", "my-bench", "--errata", errata, "--format", "json"))["errata"]
        self.assertEqual((report["applied"], report["left_out"]), (1, ["not in the dataset: w9"]))
        rows = {row["category"]: row["entries"] for row in report["models"][0]["categories"]}
        self.assertEqual(rows["multiple"], len(self.entries("multiple")) - 1)
        told = self.run_program("dataset", "errata", errata, "--dataset", "my-bench", code=1)
        self.assertIn("2 corrections, void 2; 1 invalid", told)
        self.assertNotIn("w1", told)
        self.run_program("report", "result", "--dataset", "my-bench", "--errata", errata, "-o", "board/", "--site", "none")
        self.assertEqual(json.loads((self.folder / "board/data/audit.json").read_text())["certain"]["entries"], 1)
        ids = json.loads((self.folder / "board/data/ids.json").read_text())
        self.assertEqual(ids["own_ids"]["multiple_0"], "w1")
        self.assertEqual(set(ids["own_ids"]), {entry["id"] for category in ids["ids"] for entry in self.entries(category)
                                               if "own_id" in entry})

    def test_errata_of_a_category_that_the_run_lacks_are_not_unknown(self):
        self.add()
        self.write("r.jsonl", lines([{"id": "irrelevance_0", "result": "no"}]))
        void = {"kind": "void", "reason": "two answers", "source": "https://example.org/1", "author": "a reader"}
        self.write("errata.json", json.dumps({"schema": "bfclx-errata-1", "name": "ours", "corrections": [{"id": "w1", **void}]}))
        told = self.run_program("score", "r.jsonl", "--dataset", "my-bench", "--errata", "errata.json")
        self.assertIn("(0 of 1 correction applies)", told)
        self.assertNotIn("not in the dataset", told)

    def test_the_list_of_show_has_own_ids(self):
        self.add()
        self.write("m/r.jsonl", lines([{"id": "multiple_0", "result": "no"}, {"id": "irrelevance_0", "result": "no"}]))
        out = self.run_program("show", "m/r.jsonl", "--dataset", "my-bench")
        self.assertRegex(out, r"multiple_0 \(w1\) +ast_decoder")
        out = self.run_program("show", "m/r.jsonl", "--dataset", "my-bench", "--format", "csv")
        (row,) = csv.DictReader(out.splitlines())
        self.assertEqual((row["id"], row["own_id"]), ("multiple_0", "w1"))

    def test_errata_take_own_ids(self):
        self.add()
        self.write("r.jsonl", lines([{"id": "multiple_0", "result": "[get_weather(city='Lyon')]"}, {"id": "irrelevance_0", "result": "no"}]))
        told = {"kind": "alternative_answer", "reason": "close by", "source": "https://example.org/1", "author": "a",
                "ground_truth": [{"get_weather": {"city": ["Lyon"]}}]}

        def errata(*corrections):
            self.write("errata.json", json.dumps({"schema": "bfclx-errata-1", "name": "ours", "corrections": corrections}))
            self.run_program("score", "r.jsonl", "--dataset", "my-bench", "--errata", "errata.json", "--format", "json", code=None)
            return json.loads(self.out)["errata"]

        by_entry = errata({**told, "id": "multiple_0"})
        self.assertEqual(by_entry["applied"], 1)
        self.assertEqual(errata({**told, "id": "w1"}), by_entry)
        self.assertIn("all valid", self.run_program("dataset", "errata", "errata.json", "--dataset", "my-bench"))
        self.assertNotIn("not in the dataset", self.run_program("score", "r.jsonl", "--dataset", "my-bench", "--errata", "errata.json"))
        twice = errata({**told, "id": "w1"}, {**told, "id": "multiple_0"})
        self.assertEqual((twice["applied"], twice["left_out"]), (1, ["multiple_0: corrects the same entry as w1"]))
        # One that is left out corrects nothing.
        twice = errata({**told, "id": "w1", "ground_truth": [1]}, {**told, "id": "multiple_0"})
        self.assertEqual((twice["applied"], len(twice["left_out"])), (1, 1))
        self.write("errata.json", json.dumps({"id": "w1"}) + "\n")
        self.run_program("dataset", "audit", "r.jsonl", "--dataset", "my-bench", "--corrected", "errata.json")
        self.assertNotIn("not among the audited", self.err)

    def test_verdicts_have_own_ids_and_tags(self):
        self.add()
        self.write("r.jsonl", lines([{"id": "multiple_0", "result": "no"}, {"id": "irrelevance_0", "result": "no"}]))
        self.run_program("score", "r.jsonl", "--dataset", "my-bench", "--verdicts", "v.csv", code=None)
        with open(self.folder / "v.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["category"], row["own_id"], row["tags"]) for row in rows],
                         [("multiple", "w1", "weather"), ("irrelevance", "n1", "")])
        self.assertTrue(rows[0]["short_reason"])
        self.run_program("score", "r.jsonl", "--dataset", "my-bench", "--verdicts", "v.jsonl", code=None)
        first, second = (json.loads(line) for line in (self.folder / "v.jsonl").read_text().splitlines())
        self.assertEqual((first["own_id"], first["tags"], second["own_id"]), ("w1", ["weather"], "n1"))
        self.assertNotIn("tags", second)

    def test_a_response_with_a_persons_own_id(self):
        self.add()
        for name in ("none.jsonl", "BFCL_v4_multiple_result.jsonl"):
            self.write(name, json.dumps({"id": "w1", "result": "no"}) + "\n")
            self.run_program("score", name, "--dataset", "my-bench", code=None)
            self.assertIn("; w1 is your own id of multiple_0; use the id of the entry", self.err)

    def test_one_hash_whatever_was_scored(self):
        self.add()
        whole = json.loads(self.run_program("dataset", "info", "my-bench", "--format", "json"))["hash"]
        for category in ("multiple", "irrelevance"):
            self.write("one.jsonl", json.dumps({"id": category + "_0", "result": "no"}) + "\n")
            out = self.run_program("score", "one.jsonl", "--dataset", "my-bench", "--format", "json", code=None)
            self.assertIn(f'"{whole}"', out)


if __name__ == "__main__":
    main()

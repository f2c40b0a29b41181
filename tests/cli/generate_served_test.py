"""Which of several endpoints served an entry: in the notes, and in what `doctor` finds of repeats.

    python3 tests/cli/generate_served_test.py build/release/tools/bfclx [Suite]
"""

import collections
import json
import re

from cli_case import main
from generate_endpoints_test import EndpointsCase, slow
from scripted_server import chat, first_tool


class Served(EndpointsCase):
    def served(self, result="result"):
        return {note["id"]: note.get("served_by") for note in map(json.loads, self.path("bfclx_entries.jsonl", result=result).read_text("utf-8").splitlines())}

    def test_the_notes_have_the_server_of_each_entry(self):
        dataset = self.dataset_of(40)
        with self.servers(slow(), slow()) as both:
            self.of(both, category="simple_python", dataset=dataset)
            ids = [row["id"] for row in self.endpoints()]
            self.assertEqual(len(set(ids)), 2)
            served = self.served()
            self.assertEqual(len(served), 40)
            counts = collections.Counter(tuple(of) for of in served.values())
            for row in self.endpoints():
                self.assertEqual(counts[(row["id"],)], row["requests"])
            self.assertNotIn("127.0.0.1", self.path("bfclx_entries.jsonl").read_text("utf-8"))
            # The list may change between runs: ids stay.
            place = self.path()
            place.write_text("".join(place.read_text("utf-8").splitlines(keepends=True)[5:]), "utf-8")
            self.of(both[::-1], category="simple_python", dataset=dataset)
            self.assertEqual([row["id"] for row in self.endpoints()], ids[::-1])
            again = self.served()
            self.assertEqual({of for (of,) in again.values()}, set(ids))
            self.assertGreaterEqual(sum(again[one] == served[one] for one in served), 35)

    def test_shards_keep_it(self):
        dataset = self.dataset_of(20)
        with self.servers(slow(), slow()) as both:
            for number in (1, 2):
                self.of(both, "--shard", f"{number}/2", category="simple_python", dataset=dataset)
            ids = {row["id"] for row in self.endpoints()}
        served = self.served()
        self.assertEqual(len(served), 20)
        self.assertLessEqual({of for (of,) in served.values()}, ids)

    def test_one_server_has_an_id_too(self):
        with self.servers(slow()) as [alone]:
            self.of([alone], category="simple_python")
        self.assertEqual({tuple(of) for of in self.served().values()}, {(self.manifest()["server"]["id"],)})

    def test_the_doctor_names_the_server_with_which_entries_flip(self):
        dataset = self.dataset_of(60)
        wrong = lambda seen: chat("no call")
        with self.servers(slow(), slow(wrong)) as both:
            for number in (1, 2, 3, 4):
                order = both if number % 2 else both[::-1]
                self.of(order, "--extra-body", json.dumps({"seed": number}), category="simple_python", dataset=dataset, result=f"r{number}")
            url = both[1].url
        runs = [self.folder / f"r{number}" for number in (1, 2, 3, 4)]
        report = json.loads(self.run_program("doctor", *runs, "--dataset", dataset, "--format", "json"))
        found = [finding for model in report["models"] for finding in model["findings"] if finding["code"] == "flips_by_server"]
        self.assertEqual(len(found), 1, report)
        self.assertRegex(found[0]["effect"], f"Passed: 0 of [0-9]+ responses? of {re.escape(url)}/v1, ")
        self.assertIn("p < 0.001, level 1 %", found[0]["effect"])
        self.assertIn("passed: 0 of ", found[0]["examples"][0]["text"])

    def test_servers_that_are_alike_are_no_finding(self):
        dataset = self.dataset_of(60)
        # Two entries flip, with the seed.
        flips = lambda seen: chat("no call") if seen.body["seed"] == 2 and seen.body["tools"][0]["function"]["name"] in ("f3", "f4") else first_tool(seen)
        with self.servers(slow(flips), slow(flips)) as both:
            for number in (1, 2, 3):
                order = both if number % 2 else both[::-1]
                self.of(order, "--extra-body", json.dumps({"seed": number}), category="simple_python", dataset=dataset, result=f"r{number}")
        report = json.loads(self.run_program("doctor", *[self.folder / f"r{number}" for number in (1, 2, 3)], "--dataset", dataset, "--format", "json"))
        self.assertFalse([finding for model in report["models"] for finding in model["findings"] if finding["code"] == "flips_by_server"])


if __name__ == "__main__":
    main()

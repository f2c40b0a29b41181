"""Every reward over the recorded responses: none raises, none loses another's, and official credit is the official
verdict. Batches are of the whole corpus; rewards one by one and partial credits of every 20th response
(BFCLX_REWARDS_EVERY=1: of all).

Skipped, loudly, where the recordings are not beside the checkout (BFCLX_SHARED_DIR names them).
"""

import json
import os
import sys
import unittest

import bfclx
from bfclx.ray import Scorer
from bfclx.rewards import trl, verl
from sample_case import SHARED

EVERY = int(os.environ.get("BFCLX_REWARDS_EVERY", "20"))
AST = ("simple", "multiple", "parallel")


def lines_of(path):
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def as_completion(response):
    """The response as TRL has it: messages."""
    if isinstance(response, str):
        return [{"role": "assistant", "content": response}]
    calls = [{"id": str(at), "type": "function", "function": {"name": name, "arguments": arguments}}
             for at, (name, arguments) in enumerate(item for call in response for item in call.items())]
    return [{"role": "assistant", "content": None, "tool_calls": calls}]


def is_calls(response):
    return isinstance(response, list) and response and all(
        isinstance(call, dict) and len(call) == 1 and isinstance(next(iter(call.values())), str) for call in response)


class Corpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        manifest = SHARED / "conformance" / "MANIFEST.json"
        if not manifest.is_file():
            print("SKIPPED: no recordings beside the checkout", file=sys.stderr)
            raise unittest.SkipTest("no recordings")
        cls.dataset = bfclx.Dataset.open(SHARED / "bfcl-data")
        cls.entries = {}
        cls.files = []
        for run in json.loads(manifest.read_text())["runs"]:
            golden_dir, result_dir = (SHARED / "conformance" / run[name] for name in ("golden_dir", "result_dir"))
            for golden in sorted(golden_dir.rglob("*_golden.jsonl")) if golden_dir.is_dir() else ():
                result = result_dir / golden.relative_to(golden_dir).parent / golden.name.replace(
                    "_golden.jsonl", "_result.json")
                if not result.is_file():
                    continue  # in an archive
                name = golden.name.removeprefix("BFCL_v4_").removesuffix("_golden.jsonl")
                responses = {line["id"]: line["result"] for line in lines_of(result)}
                rows = [(line["id"], responses[line["id"]],
                         None if line.get("nondeterministic") else line["valid"])
                        for line in lines_of(golden) if line["id"] in responses]
                cls.files.append((run, name, rows))

    def entry(self, entry_id):
        if entry_id not in self.entries:
            self.entries[entry_id] = self.dataset.entry(entry_id)
        return self.entries[entry_id]

    def same(self, rewards, rows, what):
        self.assertEqual(len(rewards), len(rows))
        for (entry_id, _, valid), reward in zip(rows, rewards):
            if valid is not None:
                self.assertEqual(reward, float(valid), (*what, entry_id))

    def test_entries_of_the_dataset(self):
        count = 0
        for run, name, rows in self.files:
            if "memory" in name or "web_search" in name:
                continue  # of other days and memories than those of the recording
            ids, responses = [row[0] for row in rows], [row[1] for row in rows]
            options = {"decoder": run["decoder"], "underscore_to_dot": run["underscore_to_dot"],
                       "strip_thinking": False}
            rewards = verl.compute_scores(ids, responses, ids, [{}] * len(ids), dataset=self.dataset, **options)
            self.same(rewards, rows, (run["golden_dir"], name))
            # By the form of each, and with reasoning left out, nothing raises either.
            for reward in trl.Reward(self.dataset)([""] * len(ids), responses, entry_id=ids):
                self.assertIn(reward, (0.0, 1.0))
            count += len(rows)
        self.assertGreater(count, 50000)
        print(f"rewards of {count} recorded responses", file=sys.stderr)

    def test_data_of_ones_own(self):
        count, refused = 0, {}
        for run, name, rows in self.files:
            if not any(part in name for part in AST) or "multi_turn" in name:
                continue
            language = "java" if name == "simple_java" else "javascript" if name == "simple_javascript" else "python"
            rows = [row for row in rows if row[0] not in refused]
            while True:
                answers = [self.entry(row[0])["ground_truth"] for row in rows]
                infos = [{"functions": self.entry(row[0])["function"], "category": name, "language": language}
                         for row in rows]
                try:
                    rewards = verl.compute_scores(
                        [""] * len(rows), [row[1] for row in rows], answers, infos, decoder=run["decoder"],
                        underscore_to_dot=run["underscore_to_dot"], strip_thinking=False)
                    break
                except bfclx.ConfigurationError as error:  # of the row's data
                    at = int(str(error).split(":")[0].removeprefix("row "))
                    entry_id, _, valid = rows.pop(at)
                    refused[entry_id] = valid, str(error)
            self.same(rewards, rows, (run["golden_dir"], name))
            count += len(rows)
        self.assertGreater(count, 40000)
        # Of the official dataset some ground truth is of another form, or no call can meet it.
        self.assertLess(len(refused), 10, refused)
        for entry_id, (valid, error) in refused.items():
            self.assertFalse(valid, (entry_id, error))
            self.assertRegex(error, r"row \d+: possible_answer\[\d+\]\.")
        print(f"rewards of {count} recorded responses as data of one's own", file=sys.stderr)

    def test_messages(self):
        """A message, or the tool calls of one, has the reward of what a result file holds."""
        count = 0
        for run, name, rows in self.files:
            if not any(part in name for part in (*AST, "relevance")) or "multi_turn" in name:
                continue
            given = [row for row in rows if isinstance(row[1], str) or is_calls(row[1])][::EVERY]
            if run["decoder"] != "openai_fc":
                given = [row for row in given if isinstance(row[1], str)]
            reward = trl.Reward(self.dataset, decoder=run["decoder"], underscore_to_dot=run["underscore_to_dot"],
                                strip_thinking=False)
            rewards = reward([""] * len(given), [as_completion(row[1]) for row in given],
                             entry_id=[row[0] for row in given])
            self.same(rewards, given, (run["golden_dir"], name))
            count += len(given)
        self.assertGreater(count, 50000 // EVERY)

    def test_partial_credit_and_one_by_one(self):
        for run, name, rows in self.files:
            if "memory" in name or "web_search" in name:
                continue
            options = {"decoder": run["decoder"], "underscore_to_dot": run["underscore_to_dot"],
                       "strip_thinking": False, "dataset": self.dataset}
            for entry_id, response, valid in rows[:: EVERY * (5 if "multi_turn" in name else 1)]:
                official = verl.compute_score("", response, entry_id, {}, **options)
                for credit in ("by_turn", "by_call"):
                    reward = verl.compute_score("", response, entry_id, None, credit=credit, **options)
                    self.assertTrue(official <= reward <= 1.0, (run["golden_dir"], entry_id, credit, reward))
                if valid is not None:
                    self.assertEqual(official, float(valid), (run["golden_dir"], entry_id))

    def test_ray_scorer(self):
        for run, name, rows in self.files[::9]:
            if "memory" in name or "web_search" in name:
                continue
            scorer = Scorer(self.dataset, decoder=run["decoder"], underscore_to_dot=run["underscore_to_dot"])
            batch = scorer({"id": [row[0] for row in rows], "result": [row[1] for row in rows]})
            self.same([float(valid) for valid in batch["valid"]], rows, (run["golden_dir"], name))


if __name__ == "__main__":
    unittest.main()

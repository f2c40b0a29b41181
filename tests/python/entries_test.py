"""compat's entries, ground truth and tools; and verdicts of batches, which make their parts late.

That compat's equal the official ones was compared beside the official package: 25,846 entries, 10,400 lists of
tools, and all ground truth but its `source`.
"""

import gc
import pickle
import sys
import threading
import unittest

import bfclx
from bfclx import compat
from sample_case import SHARED, Sample, first_id


class Entries(Sample):
    def setUp(self):
        compat.use_dataset(self.dataset)

    def official(self):
        """The official dataset, from here on."""
        if not (SHARED / "bfcl-data").is_dir():
            print("SKIPPED: no dataset beside the checkout", file=sys.stderr)
            self.skipTest("no dataset")
        return compat.use_dataset(SHARED / "bfcl-data")

    def test_entries(self):
        for category in self.dataset.categories():
            entries = compat.load_dataset_entry(category, include_prereq=False)
            self.assertEqual([entry["id"] for entry in entries], self.dataset.ids(category))
            for entry in entries:
                self.assertFalse({"ground_truth", "category"} & set(entry))
                self.assertIsInstance(entry["function"], list)

    def test_hints(self):
        plain = compat.load_dataset_entry("simple_java", include_language_specific_hint=False)[0]
        hinted = compat.load_dataset_entry("simple_java")[0]
        self.assertEqual(plain["function"], self.dataset.entry(plain["id"])["function"])
        before, after = plain["function"][0], hinted["function"][0]
        self.assertTrue(after["description"].startswith(before["description"]))
        self.assertIn("Java", after["description"][len(before["description"]):])
        self.assertEqual({one["type"] for one in after["parameters"]["properties"].values()},
                         {"string"})

    def test_prerequisites_come_first_and_wait_for_each_other(self):
        self.official()
        whole = compat.load_dataset_entry("memory_kv")
        questions = compat.load_dataset_entry("memory_kv", include_prereq=False)
        self.assertEqual(whole[len(whole) - len(questions):], questions)
        before = whole[: len(whole) - len(questions)]
        self.assertTrue(before)
        scenarios = {}
        for entry in before:
            self.assertTrue(entry["id"].startswith("memory_kv_prereq"), entry["id"])
            waits = scenarios.setdefault(entry["scenario"], [])
            self.assertEqual(entry["depends_on"], waits)
            waits.append(entry["id"])
            self.assertEqual(entry["involved_classes"], ["MemoryAPI_kv"])
        for entry in questions:
            self.assertEqual(entry["depends_on"], scenarios[entry["scenario"]])

    def test_ground_truth(self):
        def ids_of(dataset, category):
            rows = compat.load_ground_truth_entry(category)
            ids = dataset.ids(category)
            self.assertEqual([row["ground_truth"] for row in rows],
                             [dataset.entry(one)["ground_truth"] for one in ids])
            return [row["id"] for row in rows]

        for category in ("simple_python", "multi_turn_base"):
            self.assertEqual(ids_of(self.dataset, category), self.dataset.ids(category))
        with self.assertRaises(FileNotFoundError):
            compat.load_ground_truth_entry("irrelevance")
        dataset = self.official()
        for category, word in (("memory_kv", "memory"), ("web_search_base", "web_search")):
            self.assertEqual(ids_of(dataset, category),
                             [one.replace(category, word) for one in dataset.ids(category)])

    def test_tools(self):
        docs = self.dataset.entry(first_id(self.dataset, "simple_python"))["function"]
        docs[0]["name"] = "a.b"
        for style in compat.ModelStyle:
            tools = compat.convert_to_tool(docs, {}, style)
            bare = style in (compat.ModelStyle.GORILLA, compat.ModelStyle.NEXUS)
            self.assertEqual(len(tools), 0 if bare else len(docs), style)
        (tool,) = compat.convert_to_tool(docs[:1], None, compat.ModelStyle.OPENAI_COMPLETIONS)
        self.assertEqual((tool["type"], tool["function"]["name"]), ("function", "a_b"))
        self.assertEqual(tool["function"]["parameters"]["type"], "object")
        self.assertEqual(docs[0]["name"], "a.b")
        with self.assertRaises(KeyError):
            compat.convert_to_tool([{"name": "f"}], None, compat.ModelStyle.OPENAI_COMPLETIONS)
        with self.assertRaises(bfclx.UnknownNameError):
            bfclx._core._convert_to_tool(docs, "none")


class Late(Sample):
    def test_parts(self):
        responses = [self.text, "[f(x=1)]", "prose", "[f(", "\u00e4", "[f(x='\ud800')]"]
        copies = [response + " " for response in responses]
        batch = bfclx.Dataset.sample().score_batch([self.id] * len(copies), copies,
                                                   decoder="prompting", underscore_to_dot=False)
        copies.clear()
        gc.collect()  # the dataset and the texts live on in the verdicts
        self.assertEqual([verdict.valid for verdict in batch], [True, *[False] * 5])
        for verdict, response in zip(batch, responses):
            alone = self.dataset.score(self.id, response + " ", decoder="prompting",
                                       underscore_to_dot=False)
            self.assertEqual(verdict, alone)
            self.assertEqual(verdict.to_dict(), alone.to_dict())
            self.assertEqual(pickle.loads(pickle.dumps(verdict)), alone)
        self.assertEqual(batch[0].decoded, self.calls)
        self.assertEqual(batch[1].why.rule, "wrong_func_name")

    def test_threads_ask_one_verdict(self):
        (verdict,) = self.dataset.score_batch([self.id], ["[f(x=1)]"], decoder="prompting",
                                              underscore_to_dot=False)
        found = []
        start = threading.Barrier(8)

        def ask():
            start.wait()
            found.append(verdict.error)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [found[0]] * 8)


if __name__ == "__main__":
    unittest.main()

"""A dataset as a mapping {id: entry}, and its categories."""

import inspect
import pathlib
import tempfile
import unittest
from collections.abc import Mapping

import bfclx
from sample_case import Sample


class Datasets(Sample):
    def test_it_is_a_mapping(self):
        dataset = self.dataset
        ids = [one for name in dataset.categories() for one in dataset.ids(name)]
        self.assertIsInstance(dataset, Mapping)
        self.assertEqual(list(dataset), ids)
        self.assertEqual(len(dataset), len(ids))
        self.assertEqual(list(dataset.keys()), ids)
        self.assertEqual([one["id"] for one in dataset.values()], ids)
        self.assertEqual(dict(dataset), dict(dataset.items()))
        self.assertEqual(dataset[self.id], dataset.entry(self.id))
        self.assertTrue(dataset)

    def test_what_it_has(self):
        self.assertIn(self.id, self.dataset)
        for other in ("simple_python_0", "no_such", "", "\ud800", 5, None, b"x"):
            self.assertNotIn(other, self.dataset)
            self.assertEqual(self.dataset.get(other, 7), 7)
        self.assertIsNone(self.dataset.get("no_such"))
        self.assertEqual(self.dataset.get(self.id)["id"], self.id)
        with self.assertRaises(KeyError) as raised:
            self.dataset["no_such"]
        self.assertIsInstance(raised.exception, bfclx.UnknownEntryError)

    def test_malformed_entries_are_not_in_it(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "data"
            (folder / "possible_answer").mkdir(parents=True)
            (folder / "BFCL_v4_simple_python.json").write_text(
                '{"id": "simple_python_0", "question": 5}\n{"id": "simple_python_1", "question": '
                '[[{"role": "user", "content": "f of 1"}]], "function": [{"name": "f", "description": "", "parameters": '
                '{"type": "dict", "properties": {"x": {"type": "integer"}}, "required": ["x"]}}]}\n')
            (folder / "possible_answer" / "BFCL_v4_simple_python.json").write_text(
                "".join(f'{{"id": "simple_python_{at}", "ground_truth": [{{"f": {{"x": [1]}}}}]}}\n' for at in (0, 1)))
            dataset = bfclx.Dataset.open(name)
            self.assertTrue(dataset)
            self.assertEqual((list(dataset), len(dataset)), (["simple_python_1"], 1))
            self.assertNotIn("simple_python_0", dataset)
            self.assertNotIn("multiple_0", dataset)  # a category that it does not have
            with self.assertRaises(bfclx.DatasetError):
                dataset["simple_python_0"]

    def test_categories(self):
        one = self.dataset.category("simple_python")
        self.assertIsInstance(one, bfclx.Category)
        self.assertEqual((one.categories, one.ids, list(one)), (["simple_python"],) + (self.dataset.ids("simple_python"),) * 2)
        self.assertEqual(one[self.id], self.dataset[self.id])
        live = self.dataset.category("live")
        self.assertEqual(len(live), sum(len(self.dataset.ids(name)) for name in live.categories))
        self.assertTrue(all(name.startswith("live_") for name in live.categories))
        self.assertNotIn(self.id, live)
        with self.assertRaises(bfclx.UnknownEntryError):
            live[self.id]
        with self.assertRaises(bfclx.UnknownNameError):
            self.dataset.category("lvie")


class Signatures(unittest.TestCase):
    def test_those_of_compiled_functions(self):
        """Each public one has a signature whose parameters are those that the binding takes."""
        seen = 0
        for name in bfclx.__all__:
            value = getattr(bfclx, name)
            members = [getattr(value, one) for one in vars(value) if not one.startswith("_")] if inspect.isclass(value) else [value]
            for function in members:
                if not hasattr(function, "__nb_signature__"):
                    continue
                signature = inspect.signature(function)
                (bound, _, defaults), = function.__nb_signature__
                named = [one for one in signature.parameters if one != "self"]
                for parameter in named:
                    self.assertRegex(bound, rf"\b{parameter}: ", f"{name}: {bound}")
                self.assertEqual(len(named), bound.split(" -> ")[0].count(": ") - ("self: " in bound), f"{name}: {bound}")
                given = [one.default for one in signature.parameters.values() if one.default is not one.empty]
                self.assertEqual([*(defaults or ())], given, f"{name}: {bound}")
                seen += 1
        self.assertGreater(seen, 40)

    def test_methods_of_objects_and_classes(self):
        dataset = bfclx.Dataset.sample()
        self.assertEqual(next(iter(inspect.signature(bfclx.Dataset.score).parameters)), "self")
        self.assertEqual(next(iter(inspect.signature(dataset.score).parameters)), "entry_id")
        self.assertEqual(next(iter(inspect.signature(bfclx.Checker).parameters)), "functions")
        self.assertEqual(inspect.signature(bfclx.Dataset.score).parameters["today"].annotation, "datetime.date | None")
        bound = inspect.signature(dataset.score_batch).bind([], [], threads=3)
        self.assertEqual(bound.arguments["threads"], 3)


if __name__ == "__main__":
    unittest.main()

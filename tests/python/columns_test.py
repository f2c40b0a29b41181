"""Columns in and out: the verdicts of score_batch, whatever library the columns are of. Those that are not installed are
skipped, loudly (tools/frameworks has them)."""

import importlib.util
import unittest

import bfclx
from arrow_texts import Texts
from sample_case import Sample, call_text, right_calls

SETTINGS = {"decoder": "prompting", "underscore_to_dot": False}


def has(*names):
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"SKIPPED: {', '.join(missing)}: not installed")


class Columns(Sample):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ids = list(cls.dataset)
        cls.responses = []
        for number, entry_id in enumerate(cls.ids):
            truth = cls.dataset[entry_id]["ground_truth"]
            right = number % 3 == 0 and isinstance(truth, list) and all(
                isinstance(one, dict) and all(isinstance(values, dict) for values in one.values()) for one in truth)
            cls.responses.append(call_text(right_calls(cls.dataset, entry_id)) if right else f"größer {number}")
        cls.verdicts = cls.dataset.score_batch(cls.ids, cls.responses, **SETTINGS)

    def assert_same(self, columns, verdicts=None):
        for name in ("valid", "error_type", "turns_passed", "turns_total", "skipped"):
            self.assertEqual(list(getattr(columns, name)), [getattr(one, name) for one in verdicts or self.verdicts], name)

    def check(self, make):
        """Both methods, with columns that `make` makes of lists."""
        ids, responses = make(self.ids), make(self.responses)
        self.assert_same(self.dataset.score_columns(ids, responses, **SETTINGS))
        self.assertEqual(self.dataset.score_batch(ids, responses, **SETTINGS), self.verdicts)
        self.assertEqual(self.dataset.score_batch(ids, responses), self.dataset.score_batch(self.ids, self.responses))

    def test_lists(self):
        for make in (list, tuple, lambda values: dict.fromkeys(values) if len(set(values)) == len(values) else values):
            self.check(make)
        for threads in (1, 2, 5):
            self.assert_same(self.dataset.score_columns(iter(self.ids), iter(self.responses), threads=threads, **SETTINGS))
        self.assertTrue(any(one.valid for one in self.verdicts))

    def test_arrays(self):
        columns = self.dataset.score_columns(self.ids, self.responses, **SETTINGS)
        self.assertEqual(len(columns), len(self.ids))
        for name, form, size in (("valid", "?", 1), ("turns_passed", "i", 4), ("turns_total", "i", 4)):
            view = getattr(columns, name)
            self.assertEqual((view.format, view.itemsize, view.readonly, len(view)), (form, size, True, len(self.ids)))
        empty = self.dataset.score_columns([], [])
        self.assertEqual((len(empty), list(empty.valid), empty.error_type), (0, [], []))

    def test_episodes_have_turns(self):
        entry_id = self.dataset.ids("multi_turn_base")[0]
        truth = self.dataset[entry_id]["ground_truth"]
        right = [[f"[{', '.join(calls)}]"] for calls in truth]
        responses = [right, [*right[:-1], ["[nothing()]"]], None]
        columns = self.dataset.score_columns([entry_id] * 3, responses, **SETTINGS)
        self.assertEqual(list(columns.valid), [True, False, False])
        self.assertEqual(list(columns.turns_passed)[:2], [len(truth), len(truth) - 1])
        self.assert_same(columns, self.dataset.score_batch([entry_id] * 3, responses, **SETTINGS))

    def test_texts_of_arrow(self):
        made = []

        def make(values, skip=0):
            made.append(Texts(values, skip))
            return made[-1]

        self.check(make)
        self.check(lambda values: make(values, 3))
        self.assertEqual([one.released for one in made], [3] * len(made))

    def test_what_arrow_holds_beside_texts(self):
        ids = [self.id] * 4
        responses = ["", None, b"\xff[f(", self.text]
        columns = self.dataset.score_columns(Texts(ids), Texts(responses), **SETTINGS)
        self.assert_same(columns, self.dataset.score_batch(ids, ["", None, "\ufffd[f(", self.text], **SETTINGS))
        with self.assertRaises(TypeError):
            self.dataset.score_columns(Texts([None]), ["x"])
        with self.assertRaises(bfclx.UnknownEntryError):
            self.dataset.score_columns(Texts(["no_such"]), ["x"])
        with self.assertRaises(TypeError):  # numbers, and nothing that gives a list of them
            self.dataset.score_columns(Texts([], number_format=b"l"), [])
        with self.assertRaises(ValueError):
            self.dataset.score_columns(Texts(ids), Texts(responses[:3]))

    def test_a_capsule_is_used_once(self):
        pair = Texts([self.text]).__arrow_c_array__()

        class Used:
            def __arrow_c_array__(self, requested_schema=None):
                return pair

        self.assertEqual(list(self.dataset.score_columns([self.id], Used(), **SETTINGS).valid), [True])
        with self.assertRaisesRegex(ValueError, "used before"):
            self.dataset.score_columns([self.id], Used(), **SETTINGS)

    @has("numpy")
    def test_numpy(self):
        import numpy

        self.check(numpy.array)
        self.check(lambda values: numpy.array(values, dtype=object))
        columns = self.dataset.score_columns(self.ids, self.responses, **SETTINGS)
        arrays = columns.to_numpy()
        self.assertEqual([arrays[name].dtype.name for name in arrays], ["bool", "object", "int32", "int32", "object"])
        for name, array in arrays.items():
            self.assertEqual(array.tolist(), list(getattr(columns, name)))
        self.assertEqual(numpy.asarray(columns.valid).sum(), sum(columns.valid))

    @has("numpy", "pandas")
    def test_pandas(self):
        import pandas

        self.check(pandas.Series)
        self.check(lambda values: pandas.Series(values, dtype=object))
        self.check(lambda values: pandas.Series(values).astype("category"))
        columns = self.dataset.score_columns(self.ids, self.responses, **SETTINGS)
        frame = columns.to_pandas()
        self.assertEqual(frame["valid"].tolist(), list(columns.valid))
        self.assertEqual(len(frame), len(self.ids))

    @has("pyarrow")
    def test_pyarrow(self):
        import pyarrow

        self.check(pyarrow.array)
        self.check(lambda values: pyarrow.array(values, pyarrow.large_string()))
        self.check(lambda values: pyarrow.array(values, pyarrow.string_view()))
        self.check(lambda values: pyarrow.array(["x", *values])[1:])
        self.check(lambda values: pyarrow.chunked_array([values[:7], [], values[7:]]))
        self.check(lambda values: pyarrow.array(values).dictionary_encode())
        columns = self.dataset.score_columns(self.ids, self.responses, **SETTINGS)
        table = pyarrow.table(columns)
        table.validate(full=True)
        for name in table.column_names:
            self.assertEqual(table[name].to_pylist(), list(getattr(columns, name)))
        self.assertEqual(pyarrow.table(self.dataset.score_columns([], [])).num_rows, 0)

    @has("pyarrow")
    def test_calls_in_columns(self):
        """Structs have a member for each name in the column; those that are None are no calls."""
        import json

        import pyarrow

        entries = [self.dataset.ids("simple_python")[0], self.dataset.ids("multiple")[0]]
        responses = [[{name: arguments} for call in right_calls(self.dataset, one) for name, arguments in call.items()]
                     for one in entries]
        responses = [[{name: json.dumps(arguments) for name, arguments in call.items()} for call in calls]
                     for calls in responses]
        column = pyarrow.array(responses)
        self.assertIn(None, column.to_pylist()[0][0].values())
        columns = self.dataset.score_columns(entries, column, decoder="openai_fc", underscore_to_dot=False)
        self.assert_same(columns, self.dataset.score_batch(entries, responses, decoder="openai_fc", underscore_to_dot=False))
        self.assertTrue(all(columns.valid))

    @has("polars")
    def test_polars(self):
        import polars

        self.check(polars.Series)
        self.check(lambda values: polars.Series(values, dtype=polars.Categorical))
        columns = self.dataset.score_columns(self.ids, self.responses, **SETTINGS)
        frame = polars.DataFrame(columns)
        for name in frame.columns:
            self.assertEqual(frame[name].to_list(), list(getattr(columns, name)))

    @has("numpy", "pandas", "polars", "pyarrow")
    def test_scorer(self):
        import pandas
        import polars
        import pyarrow

        from bfclx.ray import Scorer

        given = {"id": self.ids, "result": self.responses}
        scorer = Scorer("sample", decoder="prompting")
        for make, show in ((dict, lambda column: column), (pandas.DataFrame, lambda column: column.tolist()),
                           (pyarrow.table, lambda column: column.to_pylist()), (polars.DataFrame, lambda column: column.to_list())):
            found = scorer(scorer(make(given)))  # the second time it has the columns already
            self.assertEqual(type(found), type(make(given)))
            self.assertEqual(show(found["valid"]), [one.valid for one in self.verdicts])
            types = [None if one != one else one for one in show(found["error_type"])]  # a NaN of pandas
            self.assertEqual(types, [one.error_type for one in self.verdicts])


if __name__ == "__main__":
    unittest.main()

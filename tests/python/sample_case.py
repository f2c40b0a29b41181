"""What the tests of the package share: the sample inside the module, and right answers to it."""

import os
import pathlib
import unittest

import bfclx

SHARED = pathlib.Path(os.environ.get("BFCLX_SHARED_DIR", "/nowhere"))


def first_id(dataset, category):
    return dataset.ids(category)[0]


def right_calls(dataset, entry_id):
    """The ground truth as calls: the first alternative of each parameter that is not left out."""
    calls = []
    for answer in dataset.entry(entry_id)["ground_truth"]:
        for name, parameters in answer.items():
            calls.append({name: {key: values[0] for key, values in parameters.items()
                                 if values[0] != ""}})
    return calls


def score_one(dataset, entry_id, response):
    return dataset.score(entry_id, response)


def call_text(calls):
    return "[" + ", ".join(
        f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
        for call in calls for name, arguments in call.items()) + "]"


class Sample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dataset = bfclx.Dataset.sample()
        cls.id = first_id(cls.dataset, "simple_python")
        cls.calls = right_calls(cls.dataset, cls.id)
        cls.text = call_text(cls.calls)

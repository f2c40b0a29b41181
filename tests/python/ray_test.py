"""bfclx.ray: the scorer by itself, and over Ray where it is installed (else skipped, loudly).

BFCLX_RAY_ROWS is the number of rows (20,000); the bar of a million was measured by hand.
"""

import inspect
import os
import sys
import unittest

import bfclx.ray
from bfclx.ray import Scorer
from sample_case import Sample

ROWS = int(os.environ.get("BFCLX_RAY_ROWS", "20000"))


def rows_of(dataset, text, count):
    """(ids, responses) over the single-turn entries of the sample, some of them right."""
    ids = [entry for category in ("simple_python", "multiple", "parallel", "irrelevance")
           for entry in dataset.ids(category)]
    responses = [text, "no call", "[f(x=1)]", "[g("]
    return ([ids[number % len(ids)] for number in range(count)],
            [responses[number // 3 % len(responses)] for number in range(count)])


class Scorers(Sample):
    def test_a_batch(self):
        ids, responses = rows_of(self.dataset, self.text, 100)
        found = Scorer("sample", decoder="prompting")({"id": ids, "result": responses, "other": 1})
        verdicts = self.dataset.score_batch(ids, responses, decoder="prompting",
                                            underscore_to_dot=False)
        self.assertEqual(found["valid"], [verdict.valid for verdict in verdicts])
        self.assertEqual(found["error_type"], [verdict.error_type for verdict in verdicts])
        self.assertEqual(found["other"], 1)
        self.assertTrue(0 < sum(found["valid"]) < len(ids))
        with self.assertRaises(ValueError):
            Scorer("sample", decoder="auto")

    def test_arguments_are_checked_before_anything_runs(self):
        for wrong in ({}, {"decodr": "prompting"}, {"decoder": "prompting", "no_such": 1}):
            with self.assertRaises(TypeError):
                bfclx.ray.score(None, "sample", **wrong)
        with self.assertRaises(ValueError):
            bfclx.ray.score(None, "sample", decoder="auto")

    def test_what_goes_to_the_actors_is_named(self):
        ours = inspect.signature(bfclx.ray.score).parameters
        for name, parameter in inspect.signature(Scorer).parameters.items():
            self.assertEqual((ours[name].kind, ours[name].default),
                             (parameter.kind, parameter.default), name)


class Rays(Sample):
    def test_actors_give_the_verdicts_of_one_process(self):
        try:
            import ray
            import ray.data
        except ImportError:
            print("SKIPPED: Ray is not installed", file=sys.stderr)
            self.skipTest("Ray is not installed")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(num_cpus=3, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
        try:
            ids, responses = rows_of(self.dataset, self.text, ROWS)
            rows = ray.data.from_items([{"at": at, "id": entry, "result": response}
                                        for at, (entry, response) in enumerate(zip(ids, responses))])
            scored = bfclx.ray.score(rows, "sample", decoder="prompting", actors=2, batch_size=1000)
            found = {row["at"]: (row["valid"], row["error_type"]) for row in scored.take_all()}
        finally:
            ray.shutdown()
        verdicts = self.dataset.score_batch(ids, responses, decoder="prompting",
                                            underscore_to_dot=False)
        self.assertEqual(len(found), ROWS)
        self.assertEqual([found[at] for at in range(ROWS)],
                         [(verdict.valid, verdict.error_type) for verdict in verdicts])


if __name__ == "__main__":
    unittest.main()

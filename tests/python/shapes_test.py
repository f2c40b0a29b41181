"""bfclx.shapes: what comes out has the members and types that they say, and no others."""

import collections.abc
import types
import typing
import unittest

import bfclx
from bfclx import shapes
from bfclx.rewards.verl import compute_score
from sample_case import Sample


def faults(value, shape, place=""):
    """Where a value is of another form than a type says."""
    origin, arguments = typing.get_origin(shape), typing.get_args(shape)
    if shape is typing.Any:
        return []
    if typing.is_typeddict(shape):
        if not isinstance(value, dict):
            return [f"{place}: {type(value).__name__}, not {shape.__name__}"]
        hints = typing.get_type_hints(shape)
        found = [f"{place}.{name}: not in {shape.__name__}" for name in value if name not in hints and shape is not shapes.Entry]
        found += [f"{place}.{name}: missing" for name in shape.__required_keys__ if name not in value]
        return found + [fault for name, one in value.items() if name in hints
                        for fault in faults(one, hints[name], f"{place}.{name}")]
    if origin in (typing.Union, types.UnionType):
        every = [faults(value, one, place) for one in arguments]
        return [] if not all(every) else min(every, key=len)
    if origin is typing.Literal:
        return [] if value in arguments else [f"{place}: {value!r}"]
    if origin is list:
        if not isinstance(value, list):
            return [f"{place}: {type(value).__name__}, not a list"]
        return [fault for at, one in enumerate(value) for fault in faults(one, arguments[0], f"{place}[{at}]")]
    if origin is tuple:
        return [] if isinstance(value, tuple) and len(value) == len(arguments) else [f"{place}: no pair"]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{place}: {type(value).__name__}, not a dict"]
        return [fault for key, one in value.items()
                for fault in [*faults(key, arguments[0], f"{place} key"), *faults(one, arguments[1], f"{place}[{key!r}]")]]
    accepted = (int, float) if shape is float else shape
    return [] if isinstance(value, accepted) and not (isinstance(value, bool) and shape is not bool) else \
        [f"{place}: {type(value).__name__}, not {shape.__name__}"]


class Shapes(Sample):
    def fits(self, value, shape):
        self.assertEqual(faults(value, shape)[:5], [])

    def test_the_test_sees_faults(self):
        right = {"low": 0.1, "high": 1}
        self.fits(right, shapes.Interval)
        for wrong in ({"low": 0.1}, {**right, "x": 1}, {**right, "low": "0"}, {**right, "low": True}, []):
            self.assertTrue(faults(wrong, shapes.Interval))

    def test_datasets(self):
        self.fits(list(self.dataset.values()), list[shapes.Entry])
        self.fits(self.dataset.models(), list[shapes.ModelInfo])
        self.fits(bfclx.decoders(), list[shapes.DecoderInfo])
        self.fits(bfclx.categories(), list[shapes.CategoryInfo])
        self.fits(bfclx.self_check(self.dataset), list[shapes.SelfCheckFinding])

    def test_verdicts(self):
        ids = list(self.dataset)
        for response in ("no", "[f(x=1)]", [["[ls()]"]], None):
            verdicts = self.dataset.score_batch(ids, [response] * len(ids), decoder="prompting")
            self.fits([one.to_dict() for one in verdicts], list[shapes.VerdictDict])
        self.fits(compute_score("", "no", self.id, dataset="sample", details=True), shapes.RewardDetails)
        episode = self.dataset.episode(self.dataset.ids("multi_turn_base")[0])
        episode.execute("ls()")
        self.fits(episode.verdict().execution, list[shapes.ExecutedTurn])
        self.fits(episode.tools(), list[shapes.FunctionDoc])

    def test_scores(self):
        runs = bfclx.open_runs("sample", dataset="sample", leaderboard="v4")
        self.fits(runs.report, shapes.ScoreReport)
        self.fits([row for run in runs.values() for row in run.rows], list[shapes.VerdictRow])
        passed = [run.passed for run in runs.values()]
        self.fits(bfclx.compare(*passed), shapes.Comparison)
        self.fits(bfclx.compare({}, {}), shapes.Comparison)

    def test_findings(self):
        self.fits(bfclx.diagnose("sample", dataset="sample"), shapes.Diagnosis)
        self.fits(bfclx.audit("sample", dataset="sample"), shapes.AuditReport)

    def test_conversations(self):
        talk = self.dataset.conversation(self.id, model="my-model", api="chat")
        self.fits(talk.next(), shapes.Ask)
        self.assertEqual(talk.next()["kind"], "model")
        talk.answer(200, b'{"choices": [{"index": 0, "message": {"role": "assistant", "content": "Done."}, "finish_reason": "stop"}]}')
        self.fits(talk.next(), shapes.Ask)
        self.fits(talk.notes, list[shapes.StepNote])

    def test_every_shape_resolves(self):
        for name in shapes.__all__:
            shape = getattr(shapes, name)
            if typing.is_typeddict(shape):
                self.assertTrue(typing.get_type_hints(shape), name)
        self.assertTrue(issubclass(bfclx.Dataset, collections.abc.Mapping))


if __name__ == "__main__":
    unittest.main()

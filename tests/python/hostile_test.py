"""Hostile responses: no crash, no leak, a verdict for each."""

import datetime
import pickle
import random
import types
import unittest

import bfclx
from sample_case import Sample, first_id


class Hostile(Sample):
    def test_random_objects(self):
        rng = random.Random(7)

        class Odd:
            pass

        class Liar(dict):
            def __len__(self):
                return -5

        leaves = [None, True, 0, -1, 2**63, -2**63, 10**50, 0.0, float("nan"), float("inf"), 1j, "",
                  "x", "\ud800", "\0", "é" * 20, b"", b"\xff", ..., Odd(), Odd, len, object(),
                  datetime.date(2020, 1, 1), range(3), types.SimpleNamespace(content=1, role=2),
                  Liar(a=1), frozenset({1}), memoryview(b"ab"), self.dataset, ValueError("v")]

        def build(depth):
            kind = rng.randrange(8 if depth < 5 else 1)
            if kind <= 2:
                return rng.choice(leaves)
            items = [build(depth + 1) for _ in range(rng.randrange(4))]
            if kind == 3:
                return tuple(items)
            if kind == 4:
                return {rng.choice(["a", "tool_calls", "role", "content", "choices", "function",
                                    "name", "arguments", "output", 1, None, (1, 2), b"k"]): item
                        for item in items}
            if kind == 5:
                return [{"type": "function", "function": {"name": build(5), "arguments": item}}
                        for item in items]
            return items

        ids = [first_id(self.dataset, category) for category in self.dataset.categories()]
        decoders = [decoder["name"] for decoder in bfclx.decoders()]
        for number in range(10000):
            response = build(0)
            verdict = self.dataset.score(ids[number % len(ids)], response,
                                         decoder=rng.choice(decoders))
            self.assertIsInstance(verdict.valid, bool)
            if number % 50 == 0:
                verdict.to_dict()
                pickle.loads(pickle.dumps(verdict))

    def test_states_of_other_classes(self):
        """Whatever a pickle hands to a class of the module: an exception or an object, no crash."""
        import copy

        verdict = self.dataset.score(self.id, "no", decoder="prompting")
        good = verdict.__getstate__()
        deep = []
        for _ in range(10000):
            deep = [deep]
        hostile = [(), None, (None,), ({},), good[0], [good[0]], (good[0], 1), (5,), ("x",), ([],), "x", 5, object(), deep,
                   ({"why": {"rule": 5, "path": 1, "text": None}, "turns_passed": -1, "valid": "x", "error": deep},),
                   ({"why": {}, "decoded": {1: {2: {3}}}, "skipped": "no_network", "decode_error": "\ud800"},)]
        for kind in (bfclx.Verdict, bfclx.Reason):
            for state in hostile:
                empty = kind.__new__(kind)
                try:
                    empty.__setstate__(state)
                except (TypeError, ValueError):
                    continue
                repr(empty), getattr(empty, "to_dict", lambda: None)(), hash(empty)
                try:
                    pickle.dumps(empty)
                except RecursionError:  # of what is nested too deep for pickle
                    pass
            with self.assertRaises((TypeError, ValueError)):
                kind.__new__(kind).__setstate__(())
        again = bfclx.Verdict.__new__(bfclx.Verdict)
        again.__setstate__(good)
        self.assertEqual(again, verdict)
        for _ in range(3):  # of an object that is one already
            try:
                again.__setstate__(good)
            except TypeError:
                pass
        self.assertEqual(copy.deepcopy(again), verdict)

    def test_objects_without_init(self):
        import copy
        import warnings

        warnings.simplefilter("ignore", RuntimeWarning)  # nanobind's words on each
        self.addCleanup(warnings.resetwarnings)
        kinds = [value for value in vars(bfclx._core).values() if isinstance(value, type)]
        self.assertGreater(len(kinds), 8)
        for kind in kinds:
            for act in (repr, str, hash, pickle.dumps, copy.copy, copy.deepcopy, bool, lambda one: one == one,
                        *(lambda one, name=name: getattr(one, name)() for name in dir(kind)
                          if name not in ("__init__", "__new__", "__class__", "__init_subclass__"))):
                try:
                    act(kind.__new__(kind))
                except Exception:
                    pass
            for base in (5, "x", object()):
                try:
                    kind.__new__(kind).__init__(base)
                except Exception:
                    pass

    def test_depth_cycles_and_sharing(self):
        deep = []
        for _ in range(100000):
            deep = [deep]
        cycle = []
        cycle.append(cycle)
        cycle.append({"again": cycle})
        laughs = ["ha"]
        for _ in range(100):
            laughs = [laughs, laughs]
        for response in (deep, cycle, laughs, {"a": laughs}):
            for decoder in ("openai_fc", "prompting", "gemini_fc"):
                if decoder not in {known["name"] for known in bfclx.decoders()}:
                    continue
                self.assertFalse(self.dataset.score(self.id, response, decoder=decoder).valid)

    def test_objects_that_raise(self):
        class Raises:
            def model_dump(self):
                raise RuntimeError("mine")

        with self.assertRaisesRegex(RuntimeError, "mine"):
            self.dataset.score(self.id, Raises())

        class Clears:
            def __init__(self, victim):
                self.victim = victim

            def model_dump(self):
                self.victim.clear()
                return {}

        for victim in ([], {}):
            if isinstance(victim, list):
                victim.extend([Clears(victim)] * 3 + [object() for _ in range(50)])
            else:
                victim.update({number: Clears(victim) for number in range(50)})
            self.dataset.score(self.id, victim, decoder="openai_fc")

    def test_memory_is_flat(self):
        import resource
        import tracemalloc

        ids = [self.id] * 200
        responses = [self.text, "nonsense(", [{"f": "{}"}], {"role": "assistant", "content": "x"}] * 50

        episode_id = first_id(self.dataset, "multi_turn_base")
        turn = self.dataset.entry(episode_id)["ground_truth"][0]

        def rounds(count):
            for _ in range(count):
                episode = self.dataset.episode(episode_id)
                episode.execute(turn)
                episode.execute(turn * 9)  # without the lock
                episode.state(), episode.verdict().to_dict()
                for response in responses[:4]:
                    self.dataset.score(self.id, response, decoder="prompting",
                                       underscore_to_dot=False).error
                self.dataset.conversation(self.id, model="m").next()
                with self.assertRaises(bfclx.UnknownEntryError):
                    self.dataset.score_batch([self.id, "none_1"], ["x"] * 2, decoder="prompting",
                                             underscore_to_dot=False, threads=2)
                for verdict in self.dataset.score_batch(ids, responses, decoder="prompting"):
                    verdict.to_dict()
                    verdict.why
                bfclx.Dataset.sample().entry(self.id)

        rounds(10)
        tracemalloc.start()
        rounds(5)
        before, peak = tracemalloc.get_traced_memory()[0], resource.getrusage(
            resource.RUSAGE_SELF).ru_maxrss
        rounds(100)
        after = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        self.assertLess(after - before, 64 * 1024)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak, 24 * 1024)

if __name__ == "__main__":
    unittest.main()

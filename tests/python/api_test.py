"""The typed objects: dataset, verdicts, batches, episodes; on the sample inside the module."""

import copy
import datetime
import multiprocessing
import os
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import types
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


def score_one(dataset, entry_id, reply):
    return dataset.score(entry_id, reply)


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


class Datasets(Sample):
    def test_lists(self):
        self.assertIn("simple_python", self.dataset.categories())
        self.assertTrue(self.dataset.ids("multi_turn_base"))
        self.assertEqual(len(bfclx.categories()), 31)
        self.assertEqual({decoder["name"] for decoder in bfclx.decoders()} & {"openai_fc", "prompting"},
                         {"openai_fc", "prompting"})
        self.assertIn("live_simple", bfclx.category_group("live"))
        self.assertEqual(bfclx.category_group("no such"), [])
        entry = self.dataset.entry(self.id)
        self.assertEqual((entry["id"], entry["category"]), (self.id, "simple_python"))
        self.assertEqual(entry["question"][0][0]["role"], "user")
        self.assertTrue(all("decoder" in model for model in self.dataset.models()))

    def test_errors(self):
        with self.assertRaises(bfclx.DatasetError):
            bfclx.Dataset.open("/nowhere/at/all")
        with self.assertRaises(bfclx.UnknownEntryError) as caught:
            self.dataset.score("simple_python_1234567", "")
        self.assertIn("simple_python_1234567", str(caught.exception))
        with self.assertRaises(bfclx.UnknownEntryError):
            self.dataset.entry("nonsense")
        with self.assertRaises(bfclx.UnknownNameError) as caught:
            self.dataset.score(self.id, "", decoder="promting")
        self.assertIn("prompting", str(caught.exception))
        with self.assertRaises(bfclx.UnknownNameError):
            self.dataset.ids("simple_pyton")
        with self.assertRaises(TypeError):
            self.dataset.score(1, "")
        with self.assertRaises(ValueError):
            self.dataset.score_batch([self.id], [])

    def test_broken_file(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(f"{folder}/data/possible_answer")
            name = "BFCL_v4_simple_python.json"
            with open(f"{folder}/data/{name}", "w") as file:
                file.write('{"id": "simple_python_0", "question": 1, "function": []}\n')
            with open(f"{folder}/data/possible_answer/{name}", "w") as file:
                file.write('{"id": "simple_python_0", "ground_truth": []}\n')
            with self.assertRaises(bfclx.DatasetError) as caught:
                bfclx.Dataset.open(folder).ids("simple_python")
        error = caught.exception
        self.assertEqual((error.file, error.line, error.id), (name, 1, "simple_python_0"), error)

    def test_pickle(self):
        again = pickle.loads(pickle.dumps(self.dataset))
        self.assertEqual(again.path, "sample")
        self.assertEqual(again.score(self.id, self.text), self.dataset.score(self.id, self.text))
        self.assertIsInstance(copy.copy(self.dataset), bfclx.Dataset)


class Verdicts(Sample):
    def test_right_and_wrong(self):
        verdict = self.dataset.score(self.id, self.text)
        self.assertTrue(verdict)
        self.assertEqual((verdict.valid, verdict.error_type, verdict.error, verdict.why),
                         (True, None, None, None))
        self.assertEqual(verdict.decoded, self.calls)
        wrong = self.dataset.score(self.id, "no_such_function(x=1)")
        self.assertFalse(wrong.valid)
        self.assertEqual(wrong.error_type, "simple_function_checker:wrong_func_name")
        self.assertEqual(wrong.why.rule, "wrong_func_name")
        self.assertEqual(wrong.why.path[0], 0)
        self.assertIsInstance(wrong.why.text, str)
        self.assertIsInstance(wrong.error, list)
        prose = self.dataset.score(self.id, "I cannot.", decoder="prompting")
        self.assertEqual(prose.error_type, "ast_decoder:decoder_failed")
        self.assertIsNone(prose.decoded)
        self.assertTrue(prose.decode_error_class)

    def test_content(self):
        wrong = self.dataset.score(self.id, "no_such_function(x=(1, 2j), y=10**40)")
        for again in (pickle.loads(pickle.dumps(wrong)), copy.deepcopy(wrong)):
            self.assertEqual(again, wrong)
            self.assertEqual(hash(again), hash(wrong))
            self.assertEqual(again.to_dict(), wrong.to_dict())
            self.assertEqual(again.why.text, wrong.why.text)
        self.assertEqual(pickle.loads(pickle.dumps(wrong.why)).rule, wrong.why.rule)
        self.assertNotEqual(wrong, self.dataset.score(self.id, self.text))
        self.assertNotEqual(wrong, None)
        self.assertIn(self.id, repr(wrong))

    def test_messages(self):
        """What clients hand out is read as the reply that it is."""
        import json
        (call,) = self.calls
        ((name, arguments),) = call.items()
        text = json.dumps(arguments)
        tool_call = {"id": "call_0", "type": "function",
                     "function": {"name": name, "arguments": text}}
        message = {"role": "assistant", "content": None, "tool_calls": [tool_call]}
        function = types.SimpleNamespace(name=name, arguments=text)
        as_object = types.SimpleNamespace(
            role="assistant", content=None,
            tool_calls=[types.SimpleNamespace(id="call_0", type="function", function=function)])

        class Pydantic:
            def model_dump(self):
                return {"choices": [{"message": message}]}

        replies = [[{name: text}], message, [tool_call], as_object, Pydantic(),
                   {"choices": [{"message": message}]},
                   {"output": [{"type": "reasoning"},
                               {"type": "function_call", "name": name, "arguments": text}]}]
        for reply in replies:
            with self.subTest(reply=reply):
                self.assertEqual(self.dataset.score(self.id, reply, decoder="openai_fc").decoded,
                                 self.calls)
        for reply in ({"role": "assistant", "content": self.text},
                      {"role": "assistant", "content": [{"type": "text", "text": self.text}],
                       "tool_calls": []},
                      {"output": [{"type": "message", "content": [
                          {"type": "output_text", "text": self.text}]}]}):
            with self.subTest(reply=reply):
                self.assertTrue(self.dataset.score(self.id, reply, decoder="prompting"))

    def test_check_calls(self):
        entry = self.dataset.entry(self.id)
        verdict = bfclx.check_calls(entry["function"], entry["ground_truth"], self.calls,
                                    category="simple_python")
        self.assertTrue(verdict.valid)
        self.assertIsNone(verdict.id)
        twice = bfclx.check_calls(entry["function"], entry["ground_truth"], self.calls * 2,
                                  category="simple_python")
        self.assertEqual(twice.error_type, "simple_function_checker:wrong_count")
        odd = bfclx.check_calls(entry["function"], entry["ground_truth"], "no list",
                                category="simple_python")
        self.assertEqual(odd.error_type, "ast_decoder:decoder_wrong_output_format")
        with self.assertRaises(bfclx.UnknownNameError):
            bfclx.check_calls([], [], [], category="simple", language="cobol")

    def test_decode(self):
        self.assertEqual(bfclx.decode("[f(x=1)]", decoder="prompting"), [{"f": {"x": 1}}])
        self.assertEqual(bfclx.decode([{"f": '{"x": 1}'}], decoder="openai_fc", execute=True),
                         ["f(x=1)"])
        with self.assertRaises(SyntaxError):
            bfclx.decode("[f(x=]", decoder="prompting")


class Batches(Sample):
    def test_order_and_threads(self):
        ids = [entry_id for category in ("simple_python", "multiple", "irrelevance", "simple_java",
                                         "multi_turn_base", "live_relevance")
               for entry_id in self.dataset.ids(category)] * 20
        rng = random.Random(1)
        replies = [rng.choice([self.text, "no", [], None, [[["cd(folder='a')"]]], "[f(x=1)]"])
                   for _ in ids]
        one = self.dataset.score_batch(ids, replies, decoder="prompting", threads=1)
        for threads in (0, 2, 7):
            self.assertEqual(self.dataset.score_batch(ids, replies, decoder="prompting",
                                                      threads=threads), one)
        single = [self.dataset.score(entry_id, reply, decoder="prompting")
                  for entry_id, reply in zip(ids, replies)]
        self.assertEqual(single, one)
        self.assertEqual([verdict.id for verdict in one], ids)
        self.assertEqual(self.dataset.score_batch([], []), [])

    def test_many_threads_on_one_dataset(self):
        dataset = bfclx.Dataset.sample()  # nothing is loaded yet
        categories = dataset.categories()
        failures = []

        def hammer(seed):
            rng = random.Random(seed)
            try:
                for _ in range(40):
                    category = rng.choice(categories)
                    for entry_id in dataset.ids(category)[:2]:
                        dataset.score(entry_id, "[f(x=1)]", decoder="prompting")
                    dataset.score_batch([self.id] * 50, [self.text] * 50)
            except BaseException as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=hammer, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_processes(self):
        for method in ("fork", "spawn"):
            with self.subTest(method=method):
                with multiprocessing.get_context(method).Pool(2) as pool:
                    verdicts = pool.starmap(score_one, [(self.dataset, self.id, self.text)] * 8)
                self.assertEqual(verdicts, [self.dataset.score(self.id, self.text)] * 8)

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_fork_while_another_thread_loads(self):
        stop = threading.Event()

        def load():
            while not stop.is_set():
                bfclx.Dataset.sample().score_batch([self.id] * 64, ["x"] * 64, threads=2)

        thread = threading.Thread(target=load)
        thread.start()
        try:
            for _ in range(20):
                child = os.fork()
                if child == 0:
                    valid = bfclx.Dataset.sample().score(self.id, self.text).valid
                    os._exit(0 if valid else 1)
                self.assertEqual(os.waitpid(child, 0)[1], 0)
        finally:
            stop.set()
            thread.join()

    def test_interrupt(self):
        """Ctrl-C ends a batch that would take long, and the module goes on working."""
        code = """
import bfclx, os, signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in the background
dataset = bfclx.Dataset.sample()
entry_id = dataset.ids("simple_python")[0]
reply = "[f(x=" + "[" * 150 + "1, " * 3000 + "]" * 150 + ")]"
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        dataset.score_batch([entry_id] * 20000, [reply] * 20000, decoder="prompting", threads=2)
except KeyboardInterrupt:
    print("interrupted", dataset.score(entry_id, "x", decoder="prompting").valid)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                              timeout=240)
        self.assertEqual((done.stdout, done.returncode), ("interrupted False\n", 0), done.stderr)

    def test_end_of_the_interpreter(self):
        """A daemon thread in the middle of batches at exit is no crash."""
        code = """
import bfclx, threading, time
dataset = bfclx.Dataset.sample()
entry_id = dataset.ids("simple_python")[0]
def hammer():
    while True:
        dataset.score_batch([entry_id] * 2000, ["[f(x=[1, 2, 3])]"] * 2000, threads=2)
threading.Thread(target=hammer, daemon=True).start()
time.sleep(0.3)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                              timeout=240)
        self.assertEqual(done.returncode, 0, done.stderr)


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
            reply = build(0)
            verdict = self.dataset.score(ids[number % len(ids)], reply,
                                         decoder=rng.choice(decoders))
            self.assertIsInstance(verdict.valid, bool)
            if number % 50 == 0:
                verdict.to_dict()
                pickle.loads(pickle.dumps(verdict))

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
        for reply in (deep, cycle, laughs, {"a": laughs}):
            for decoder in ("openai_fc", "prompting", "gemini_fc"):
                if decoder not in {known["name"] for known in bfclx.decoders()}:
                    continue
                self.assertFalse(self.dataset.score(self.id, reply, decoder=decoder).valid)

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
        replies = [self.text, "nonsense(", [{"f": "{}"}], {"role": "assistant", "content": "x"}] * 50

        def rounds(count):
            for _ in range(count):
                for verdict in self.dataset.score_batch(ids, replies, decoder="prompting"):
                    verdict.to_dict()
                    verdict.why
                bfclx.Dataset.sample().entry(self.id)

        rounds(10)
        tracemalloc.start()
        rounds(5)
        before, peak = tracemalloc.get_traced_memory()[0], resource.getrusage(
            resource.RUSAGE_SELF).ru_maxrss
        rounds(40)
        after = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        self.assertLess(after - before, 64 * 1024)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak, 24 * 1024)


class Episodes(Sample):
    def play(self, entry_id, change=lambda calls: calls):
        episode = self.dataset.episode(entry_id)
        truth = self.dataset.entry(entry_id)["ground_truth"]
        self.assertEqual(episode.turns, len(truth))
        for turn, calls in enumerate(truth):
            self.assertEqual(episode.turn, turn)
            self.assertIsInstance(episode.user(), list)
            results = episode.execute(change(calls)) if calls else []
            self.assertTrue(all(isinstance(result, str) for result in results))
            episode.end_turn()
        return episode

    def test_ground_truth_passes(self):
        for category in self.dataset.categories():
            if "multi_turn" not in category:
                continue
            for entry_id in self.dataset.ids(category):
                with self.subTest(id=entry_id):
                    episode = self.play(entry_id)
                    self.assertTrue(episode.is_over)
                    self.assertTrue(episode.verdict().valid, episode.verdict().error)
                    self.assertEqual(episode.turns_passed, episode.turns)
                    with self.assertRaises(ValueError):
                        episode.execute(["ls()"])

    def test_wrong_calls_fail(self):
        entry_id = first_id(self.dataset, "multi_turn_base")
        episode = self.play(entry_id, lambda calls: ["nothing()"])
        verdict = episode.verdict()
        self.assertFalse(verdict.valid)
        self.assertTrue(verdict.error_type.startswith("multi_turn:"))
        self.assertEqual(verdict.turns_total, episode.turns)
        with self.assertRaises(bfclx.UnknownEntryError):
            self.dataset.episode(self.id)
        with self.assertRaises(IndexError):
            episode.user(99)

    def test_held_out_functions(self):
        if not (SHARED / "bfcl-data").is_dir():
            print("SKIPPED: no dataset beside the checkout", file=sys.stderr)
            self.skipTest("no dataset")
        dataset = bfclx.Dataset.open(SHARED / "bfcl-data")
        for entry_id in dataset.ids("multi_turn_miss_func")[:20]:
            missed = dataset.entry(entry_id)["missed_function"]
            episode = dataset.episode(entry_id)
            first = min(int(turn) for turn in missed)
            self.assertGreater(len(episode.tools(first)), len(episode.tools(0)) if first else 0)

    def test_services(self):
        services = bfclx.Services(["MathAPI"], {})
        self.assertEqual(services.execute(["add(a=1, b=2)"]), ['{"result": 3}'])
        self.assertEqual(services.state(), {"MathAPI": {}})
        self.assertTrue(services.execute("__import__('os').system('true')")[0].startswith("Error"))
        with self.assertRaises(bfclx.UnknownNameError):
            bfclx.Services(["MathApi"], {})
        with self.assertRaises(ValueError):
            bfclx.Services(["GorillaFileSystem"], {"GorillaFileSystem": 3})


if __name__ == "__main__":
    unittest.main()

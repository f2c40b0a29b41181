"""The typed objects: dataset, verdicts, batches; on the sample inside the module."""

import copy
import json
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import types
import unittest

import bfclx
from sample_case import Sample, first_id, score_one


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
        for options in ({"path": "/tmp/\0"}, {"path": b"/tmp/\0"}, {"path": "/tmp", "cassette": "a\0b"}):
            with self.assertRaisesRegex(ValueError, "null byte"):
                bfclx.Dataset.open(**options)
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
        for unknown in ("\ud800", self.id + "\udfff", "simple_python_\ud800", "x" * (1 << 21)):
            for ask in (lambda: self.dataset.score(unknown, ""), lambda: self.dataset.score_batch([unknown], [""]),
                        lambda: self.dataset.entry(unknown), lambda: self.dataset.episode(unknown),
                        lambda: self.dataset.conversation(unknown, model="m")):
                self.assertRaises(bfclx.UnknownEntryError, ask)
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
        self.assertEqual((error.file, error.line, error.id), (f"data/{name}", 1, "simple_python_0"), error)
        self.assertTrue(str(error).startswith(f"data/{name}:1: simple_python_0: "), error)

    def test_a_malformed_entry_costs_itself(self):
        name, ids = "BFCL_v4_simple_python.json", [f"simple_python_{i}" for i in range(3)]
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(f"{folder}/data/possible_answer")
            with open(f"{folder}/data/{name}", "w") as file:
                for id in ids:
                    question = [[{"role": "user", "content": "hi"}]]
                    doc = {"name": "f", "parameters": {"type": "dict", "properties": {}, "required": []}}
                    print(json.dumps({"id": id, "question": question, "function": [doc]}), file=file)
            with open(f"{folder}/data/possible_answer/{name}", "w") as file:
                for id in ids:
                    truth = {"deck": [[], ""]} if id == ids[1] else {"f": {}}
                    print(json.dumps({"id": id, "ground_truth": [truth]}), file=file)
            dataset = bfclx.Dataset.open(folder)
            self.assertEqual(dataset.ids("simple_python"), [ids[0], ids[2]])
            self.assertTrue(dataset.score(ids[0], "[f()]", decoder="prompting"))
            with self.assertRaises(bfclx.DatasetError) as caught:
                dataset.score(ids[1], "[f()]", decoder="prompting")
            (finding,) = bfclx.self_check(dataset)
        error = caught.exception
        self.assertEqual((error.file, error.line, error.id), (f"data/possible_answer/{name}", 2, ids[1]))
        self.assertEqual((finding["id"], finding["outcome"]), (ids[1], "malformed"))
        self.assertEqual(finding["reason"], str(error))

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
        self.assertIn("no_such_function() ≠ ", wrong.why.short)
        self.assertIsInstance(wrong.error, list)
        prose = self.dataset.score(self.id, "I cannot.", decoder="prompting")
        self.assertEqual(prose.error_type, "ast_decoder:decoder_failed")
        self.assertIsNone(prose.decoded)
        self.assertTrue(prose.decode_error_class)
        self.assertEqual(prose.why.short, "text without a tool call")
        self.assertEqual(prose.to_dict()["why"]["short"], prose.why.short)
        self.assertEqual(pickle.loads(pickle.dumps(prose)).to_dict(), prose.to_dict())
        self.assertEqual(pickle.loads(pickle.dumps(prose.why)).short, prose.why.short)

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
        """What clients hand out is read as the response that it is."""
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

        responses = [[{name: text}], message, [tool_call], as_object, Pydantic(),
                   {"choices": [{"message": message}]},
                   {"output": [{"type": "reasoning"},
                               {"type": "function_call", "name": name, "arguments": text}]},
                   {"type": "message", "role": "assistant", "content": [
                       {"type": "tool_use", "id": "t", "name": name, "input": arguments}]},
                   {"candidates": [{"content": {"parts": [
                       {"functionCall": {"name": name, "args": arguments}}]}}]},
                   {"custom_id": "1", "response": {"body": {"choices": [{"message": message}]}}},
                   {"id": self.id, "output": [{name: text}]},
                   [{"role": "user", "content": "q"}, message],
                   [{"type": "tool_use", "name": name, "input": arguments}]]
        for response in responses:
            with self.subTest(response=response):
                self.assertEqual(self.dataset.score(self.id, response, decoder="openai_fc").decoded,
                                 self.calls)
        for response in ({"role": "assistant", "content": self.text},
                      {"role": "assistant", "content": [{"type": "text", "text": self.text}],
                       "tool_calls": []},
                      {"output": [{"type": "message", "content": [
                          {"type": "output_text", "text": self.text}]}]}):
            with self.subTest(response=response):
                self.assertTrue(self.dataset.score(self.id, response, decoder="prompting"))

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
        responses = [rng.choice([self.text, "no", [], None, [[["cd(folder='a')"]]], "[f(x=1)]"])
                   for _ in ids]
        one = self.dataset.score_batch(ids, responses, decoder="prompting", threads=1)
        for threads in (0, 2, 7):
            self.assertEqual(self.dataset.score_batch(ids, responses, decoder="prompting",
                                                      threads=threads), one)
        single = [self.dataset.score(entry_id, response, decoder="prompting")
                  for entry_id, response in zip(ids, responses)]
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
response = "[f(x=" + "[" * 150 + "1, " * 3000 + "]" * 150 + ")]"
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        dataset.score_batch([entry_id] * 20000, [response] * 20000, decoder="prompting", threads=2)
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

if __name__ == "__main__":
    unittest.main()

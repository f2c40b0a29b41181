"""Entries played call by call, which bfclx.env and the environments of bfclx.rewards.trl stand on, and partial
credit; no framework is needed."""

import ast
import datetime
import inspect
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import bfclx
import bfclx.env
from bfclx._play import END_TURN, Play, playable_categories
from bfclx.rewards import reward_of, shaping, trl
from sample_case import Sample, call_text, first_id

EPISODE = "multi_turn_base_90000"


def read(text):
    call = ast.parse(text, mode="eval").body
    return call.func.id, {one.arg: ast.literal_eval(one.value) for one in call.keywords}


class Plays(Sample):
    def test_the_truth_of_every_episode(self):
        for entry_id in self.dataset.ids("multi_turn_base"):
            play = Play(self.dataset, entry_id)
            for at, turn in enumerate(self.dataset.entry(entry_id)["ground_truth"]):
                self.assertEqual((play.turn, play.messages()),
                                 (at, self.dataset.episode(entry_id).user(at)))
                for text in turn:
                    name, arguments = read(text)
                    self.assertFalse(play.call(name, arguments)[1], text)
                play.end_turn()
            self.assertTrue(play.is_over and play.verdict().valid)
            self.assertEqual((play.tools(), play.messages()), ([], []))
            self.assertTrue(play.call("pwd", {})[1])

    def test_single_turns(self):
        right = 0
        for category in ("simple_python", "parallel", "simple_java", "irrelevance"):
            for entry_id in self.dataset.ids(category):
                entry = self.dataset.entry(entry_id)
                play = Play(self.dataset, entry_id)
                self.assertFalse(play.is_episode)
                response = []
                for answer in entry["ground_truth"] or []:
                    for name, given in answer.items():
                        arguments = {key: values[0] for key, values in given.items() if values[0] != ""}
                        response.append({name.replace(".", "_"): json.dumps(arguments)})
                        self.assertEqual(play.call(name.replace(".", "_"), arguments),
                                         ("recorded", False))
                self.assertEqual(play.end_turn()["over"], True)
                verdict = self.dataset.score(entry_id, response, decoder="openai_fc", underscore_to_dot=True)
                self.assertEqual(play.verdict(), verdict)
                right += verdict.valid
        self.assertGreater(right, 5)

    def test_what_cannot_be_played(self):
        for entry_id in ("no_such_thing", "format_sensitivity_0", "exec_simple_90000"):
            with self.assertRaises(bfclx.BfclxError):
                Play(self.dataset, entry_id)
        self.assertNotIn("format_sensitivity", playable_categories(self.dataset))

    def test_hostile_calls(self):
        play = Play(self.dataset, EPISODE)
        deep = []
        for _ in range(400):
            deep = [deep]
        for value in (None, deep, "'" * 10000, "\0", "\ud800", 10 ** 5000 if sys.version_info < (3, 11) else 10 ** 400,
                      float("inf"), float("nan"), {"a": {1: 2}}, "__import__('os').abort()"):
            for key in ("folder", "", "x) or cd(", "self", "__class__"):
                text, _ = play.call("cd", {key: value})
                self.assertIsInstance(text, str)
        for name in ("", "no_such", "__init__", END_TURN, "cd; ls"):
            with self.assertRaises(KeyError):
                play.call(name, {})
        self.assertFalse(play.call("cd", {"folder": "garden"})[1])

    def test_bounds(self):
        play = Play(self.dataset, self.id)
        name = play.tools()[0]["name"]
        for _ in range(10_000):
            play.call(name, {})
        self.assertTrue(play.call(name, {})[1])

    def test_no_framework_is_imported(self):
        self.assertFalse({"openenv", "trl", "torch", "fastapi", "verifiers"} & set(sys.modules))


RECORDED = pathlib.Path(__file__).with_name("played.json")
SAMPLE_DATA = pathlib.Path(__file__).resolve().parents[2] / "tools" / "sample" / "data"
OVER = "the episode is over: all its turns have ended"


def played_here(dataset, session):
    """What bfclx._play tells, step by step."""
    play = Play(dataset, session["entry"], today=datetime.date(2026, 1, 1))
    told = [play.turn_info()]
    for step in session["steps"]:
        if step == "tools":
            told.append([tool["name"] for tool in play.tools()])
        elif step == END_TURN:
            told.append(play.end_turn())
        else:
            try:
                told.append(list(play.call(*step)))
            except KeyError:
                told.append("refused")
    verdict = play.verdict()
    return [*told, [verdict.valid, verdict.error_type]]


def played_by_the_program(folder, session):
    """The same of `bfclx mcp`."""
    def request(number, method, **params):
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    lines = [request(0, "initialize", protocolVersion="2025-11-25", capabilities={},
                     clientInfo={"name": "test", "version": "1"}),
             {"jsonrpc": "2.0", "method": "notifications/initialized"},
             request(1, "resources/read", uri="bfclx://turn")]
    for number, step in enumerate(session["steps"], 2):
        if step == "tools":
            lines.append(request(number, "tools/list"))
        else:
            name, arguments = (step, {}) if step == END_TURN else step
            lines.append(request(number, "tools/call", name=name, arguments=arguments))
    with tempfile.TemporaryDirectory() as place:
        verdict = pathlib.Path(place) / "verdict.json"
        done = subprocess.run(
            [sys.executable, "-P", "-m", "bfclx", "mcp", "--entry", session["entry"], "--dataset", folder,
             "--today", "2026-01-01", "--verdict", verdict],
            input="".join(json.dumps(line) + "\n" for line in lines), capture_output=True, text=True,
            check=True)
        judged = json.loads(verdict.read_text())
    answers = {one["id"]: one for one in map(json.loads, done.stdout.splitlines()) if "id" in one}
    told, over = [json.loads(answers[1]["result"]["contents"][0]["text"])], False
    for number, step in enumerate(session["steps"], 2):
        if "error" in answers[number]:
            told.append("refused")
            continue
        result = answers[number]["result"]
        if step == "tools":
            names = [tool["name"] for tool in result["tools"]]
            assert (END_TURN in names) != over, names
            told.append([name for name in names if name != END_TURN])
            continue
        text = result["content"][0]["text"]
        if step == END_TURN:
            told.append(json.loads(text))
            over = told[-1]["over"]
        else:
            told.append([text, result["isError"]])
    error = judged.get("error")
    within = error.get("error_type") if isinstance(error, dict) else None  # where episodes have it
    return [*told, [judged["valid"], judged.get("error_type", within)]]


class TwoWays(Sample):
    """bfclx._play and `bfclx mcp` have the same rules: one script, played by both."""

    def sessions(self, folder):
        """The sample, with one more entry: an episode in which a function is held out until its second turn."""
        shutil.copytree(SAMPLE_DATA, folder / "data")
        entry = json.loads((SAMPLE_DATA / "BFCL_v4_multi_turn_base.json").read_text().splitlines()[0])
        entry.update(id="multi_turn_miss_func_0", missed_function={"1": ["mkdir"]})
        entry["question"].insert(1, [])
        truth = {"id": entry["id"], "ground_truth": [[] for _ in entry["question"]]}
        name = "BFCL_v4_multi_turn_miss_func.json"
        (folder / "data" / name).write_text(json.dumps(entry) + "\n")
        (folder / "data" / "possible_answer" / name).write_text(json.dumps(truth) + "\n")
        return json.loads(RECORDED.read_text())

    def test_one_script(self):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place) / "dataset"
            sessions = self.sessions(folder)
            dataset = bfclx.Dataset.open(folder)
            self.assertGreaterEqual(len(sessions), 5)
            for session in sessions:
                with self.subTest(session["entry"]):
                    self.assertEqual(json.loads(json.dumps(played_here(dataset, session))), session["told"])
                    self.assertEqual(played_by_the_program(folder, session), session["told"])
            seen = [one for session in sessions for one in session["told"]]
            self.assertIn("refused", seen)
            self.assertIn([OVER, True], seen)
            self.assertIn(["recorded", False], seen)
            self.assertIn(["mkdir"], [one["new_tools"] for one in seen if isinstance(one, dict)])
            self.assertEqual({tuple(session["told"][-1])[0] for session in sessions}, {True, False})


class Environments(Sample):
    def test_an_environment_of_trl(self):
        ids = self.dataset.ids("multi_turn_base")
        made = trl.environments(self.dataset, ids)
        for row in trl.rows(self.dataset, ids):
            environment = made[row["environment"]]()
            self.assertEqual(environment.get_reward(), 0.0)
            environment.reset(**row)
            self.assertEqual(row["prompt"], self.dataset.episode(row["entry_id"]).user(0))
            for turn in self.dataset.entry(row["entry_id"])["ground_truth"]:
                for text in turn:
                    name, arguments = read(text)
                    self.assertIsInstance(getattr(environment, name)(**arguments), str)
                environment.bfclx_end_turn()
            self.assertEqual(environment.get_reward(), 1.0)
            environment.reset(**row)
            self.assertEqual(environment.get_reward(), 0.0)

    def test_methods_are_typed_and_documented(self):
        (make,) = trl.environments(self.dataset, [EPISODE]).values()
        signature = inspect.signature(make().tail)
        self.assertEqual({name: (one.annotation, one.default) for name, one in signature.parameters.items()},
                         {"file_name": (str, inspect.Parameter.empty), "lines": (int, 10)})
        self.assertIn("    lines: ", make().tail.__doc__)
        self.assertEqual(make().tail.__annotations__["return"], str)

    def test_hostile_use(self):
        (make,) = trl.environments(self.dataset, [EPISODE]).values()
        environment = make()
        self.assertIn("no entry", environment.cd(folder="x"))
        self.assertIn("no entry", environment.bfclx_end_turn())
        for wrong in ("no_such", 5, None, ""):
            with self.assertRaises((bfclx.BfclxError, TypeError)):
                environment.reset(entry_id=wrong)
        environment.reset(entry_id=EPISODE)
        for value in (None, 5, [[]], {"a": 1}, "'", "\0"):
            self.assertIsInstance(environment.cd(value), str)
            self.assertIsInstance(environment.cd(wrong=value), str)
        self.assertIsInstance(environment.cd(), str)
        for _ in range(5):
            environment.bfclx_end_turn()
        self.assertEqual(environment.get_reward(), 0.0)


class Shaping(Sample):
    def test_calls_of_single_turns(self):
        entry_id = first_id(self.dataset, "parallel")
        calls = [{name: {key: values[0] for key, values in given.items() if values[0] != ""}}
                 for answer in self.dataset.entry(entry_id)["ground_truth"]
                 for name, given in answer.items()]
        self.assertGreater(len(calls), 1)

        def credit(made):
            return shaping.by_call(self.dataset, self.dataset.score(entry_id, call_text(made),
                                                                   decoder="prompting"))
        self.assertEqual(credit(calls), 1.0)
        self.assertEqual(credit(calls[:1]), 1 / len(calls))
        self.assertEqual(credit([*calls[:1], {"nothing": {}}]), 1 / max(len(calls), 2))
        self.assertEqual(credit([{"nothing": {}}] * 3), 0.0)
        self.assertLess(credit(calls + calls), 1.0)
        verdict = self.dataset.score(entry_id, "no call at all", decoder="prompting")
        self.assertEqual((shaping.by_call(self.dataset, verdict), shaping.by_turn(verdict)), (0.0, 0.0))

    def test_calls_of_episodes(self):
        truth = self.dataset.entry(EPISODE)["ground_truth"]
        count = sum(map(len, truth))

        def verdict(turns):
            return self.dataset.score(EPISODE, [["[" + ", ".join(turn) + "]"] for turn in turns],
                                      decoder="prompting")
        right = verdict(truth)
        self.assertEqual((shaping.by_call(self.dataset, right), shaping.by_turn(right)), (1.0, 1.0))
        half = verdict([truth[0], *[["pwd()"]] * (len(truth) - 1)])
        self.assertEqual(shaping.by_call(self.dataset, half), len(truth[0]) / count)
        self.assertEqual(shaping.by_turn(half), 1 / len(truth))
        swapped = verdict([["pwd()"], *truth[1:]])
        self.assertEqual(shaping.by_turn(swapped), 0.0)
        self.assertGreater(shaping.by_call(self.dataset, swapped), 0.0)

    def test_never_under_the_official_name(self):
        self.assertEqual([trl.Reward("sample", credit=credit).__name__
                          for credit in ("official", "by_turn", "by_call")],
                         ["bfclx", "bfclx_by_turn", "bfclx_by_call"])
        verdict = self.dataset.score(EPISODE, [], decoder="prompting")
        for credit in ("no_such", "by_call"):
            with self.assertRaises(ValueError):
                reward_of(verdict, credit)

    def test_hostile_responses(self):
        deep = []
        for _ in range(500):
            deep = [deep]
        for entry_id in (EPISODE, first_id(self.dataset, "parallel"), self.id):
            for response in (None, 5, "", "[" * 5000, deep, {"a": 1}, [[["pwd()" * 1000]]], [{"a": "{"}] * 1000,
                          "[" + ", ".join(["f(x=1)"] * 3000) + "]", [[[None]]]):
                verdict = self.dataset.score(entry_id, response, decoder="prompting")
                for credit in (shaping.by_turn(verdict), shaping.by_call(self.dataset, verdict)):
                    self.assertTrue(0.0 <= credit < 1.0, (entry_id, str(response)[:40]))


if __name__ == "__main__":
    unittest.main()

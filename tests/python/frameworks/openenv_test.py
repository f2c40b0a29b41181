"""bfclx.env over the real OpenEnv: its server, its client, sessions at once, hostile requests."""

import ast
import asyncio
import datetime
import json
import socket
import sys
import threading
import time
import unittest
import urllib.request

import bfclx
import bfclx.env

EPISODE = "multi_turn_base_90000"
assert "openenv" not in sys.modules, "import bfclx.env needs no OpenEnv"


def truth_calls(dataset, entry_id):
    """Turns of (name, arguments)."""
    def read(text):
        call = ast.parse(text, mode="eval").body
        return call.func.id, {one.arg: ast.literal_eval(one.value) for one in call.keywords}
    return [[read(text) for text in turn] for turn in dataset.entry(entry_id)["ground_truth"]]


class Server(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import uvicorn

        cls.dataset = bfclx.Dataset.sample()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        cls.url = f"http://127.0.0.1:{port}"
        cls.server = uvicorn.Server(uvicorn.Config(bfclx.env.app("sample", max_sessions=16),
                                                   port=port, log_level="error"))
        cls.thread = threading.Thread(target=cls.server.run, daemon=True)
        cls.thread.start()
        while not cls.server.started and cls.thread.is_alive():
            time.sleep(0.02)

    @classmethod
    def tearDownClass(cls):
        cls.server.should_exit = True
        cls.thread.join()

    def test_a_fixed_day(self):
        day = datetime.date(2026, 1, 1)
        session = bfclx.env.environment_factory("sample", today=day)()
        session.reset(entry_id=EPISODE)
        self.assertEqual(session._source.today, day)

    def test_an_episode_played_right(self):
        with bfclx.env.client(self.url).sync() as env:
            begin = env.reset(entry_id=EPISODE)
            self.assertEqual(begin.observation.entry_id, EPISODE)
            self.assertEqual(begin.observation.messages, self.dataset.episode(EPISODE).user(0))
            self.assertIn("mkdir", [tool.name for tool in env.list_tools()])
            for turn in truth_calls(self.dataset, EPISODE):
                for name, arguments in turn:
                    step = env.step(bfclx.env.call(name, **arguments))
                    self.assertIsNone(step.observation.error)
                    self.assertFalse(step.done)
                step = env.step(bfclx.env.end_turn())
            self.assertEqual((step.done, step.reward), (True, 1.0))
            self.assertTrue(step.observation.metadata["valid"])

    def test_nothing_done_is_wrong(self):
        with bfclx.env.client(self.url).sync() as env:
            env.reset(entry_id=EPISODE)
            env.step(bfclx.env.end_turn())
            last = env.step(bfclx.env.end_turn())
            self.assertEqual((last.done, last.reward), (True, 0.0))
            self.assertIsNotNone(env.step(bfclx.env.end_turn()).observation.error)

    def test_single_turn(self):
        entry = self.dataset.entry("simple_python_90000")
        ((name, given),) = entry["ground_truth"][0].items()
        arguments = {key: values[0] for key, values in given.items() if values[0] != ""}
        for wrong in (False, True):
            with bfclx.env.client(self.url).sync() as env:
                env.reset(entry_id=entry["id"])
                told = env.step(bfclx.env.call(name.replace(".", "_"), **({} if wrong else arguments)))
                self.assertEqual(told.observation.result, "recorded")
                last = env.step(bfclx.env.end_turn())
                self.assertEqual((last.done, last.reward), (True, float(not wrong)))

    def test_sessions_share_nothing(self):
        async def play(number):
            async with bfclx.env.client(self.url) as env:
                await env.reset(entry_id=EPISODE)
                await env.step(bfclx.env.call("mkdir", dir_name=f"d{number}"))
                await asyncio.sleep(0)
                told = await env.step(bfclx.env.call("ls"))
                return told.observation.result

        async def all_of_them():
            return await asyncio.gather(*(play(number) for number in range(12)))

        for number, listing in enumerate(asyncio.run(all_of_them())):
            self.assertEqual([word for word in (f"d{other}" for other in range(12))
                              if f'"{word}"' in listing], [f"d{number}"], listing)

    def test_tools_over_mcp(self):
        with bfclx.env.client(self.url, mode="production").sync() as env:
            env.reset(entry_id=EPISODE)
            self.assertIn("bfclx_end_turn", [tool.name for tool in env.list_tools()])
            self.assertIn("garden", str(env.call_tool("cd", folder="garden")))

    def test_which_entry(self):
        with bfclx.env.client(self.url).sync() as env:
            def chosen(**given):
                return env.reset(**given).observation.entry_id
            self.assertEqual(chosen(seed=3), chosen(seed=3))
            self.assertEqual(chosen(split="multi_turn_base", index=1),
                             self.dataset.ids("multi_turn_base")[1])
            self.assertNotEqual(chosen(), chosen())

    def test_hostile_requests(self):
        """Each ends in an error of its own; the session and the server live on."""
        from openenv.core.env_server.mcp_types import CallToolAction

        resets = [{"entry_id": "nonsense"}, {"entry_id": ["x"]}, {"entry_id": "memory_kv_0"}, {"seed": "x"},
                  {"entry_id": "\ud800"}, {"split": "no_such", "index": 0},
                  {"split": "multi_turn_base", "index": 10 ** 9}, {"index": "x"}]
        for given in resets:
            with bfclx.env.client(self.url).sync() as env, self.assertRaises(Exception):
                env.reset(**given)
        deep = []
        for _ in range(300):
            deep = [deep]
        calls = [("no_such_tool", {}), ("", {}), ("__class__", {}), ("reset", {}), ("cd", {"x": 1}),
                 ("cd", {"folder": "__import__('os').abort()"}), ("cd", {"folder": "'" * 1000}),
                 ("cd", {"folder": None}), ("mkdir", {"dir_name": deep}), ("cd", {"a b); ls(": 1}),
                 ("echo", {"content": "x" * 1_000_000}), ("cd", {"folder": 10 ** 400}),
                 ("cd", {"lambda": 1}), ("cd", {"": 1}), ("cd", {"folder=1, x": 1}), ("cd", {"\0": 1}),
                 ("lambda", {}), ("cd(", {}), ("f" * 100_000, {})]
        with bfclx.env.client(self.url).sync() as env:
            early = env.step(bfclx.env.end_turn())
            self.assertIsNotNone(early.observation.error)
            env.reset(entry_id=EPISODE)
            for name, arguments in calls:
                told = env.step(CallToolAction(tool_name=name, arguments=arguments))
                self.assertFalse(told.done)
                failed = told.observation.error is not None or told.metadata is None \
                    or told.metadata.get("is_error") or name == "echo" \
                    or "error" in str(told.observation.result)
                self.assertTrue(failed, (name, told))
            self.assertIn("garden", env.step(bfclx.env.call("cd", folder="garden")).observation.result)
        with self.assertRaises(urllib.error.HTTPError):
            urllib.request.urlopen(urllib.request.Request(
                f"{self.url}/step", data=json.dumps({"action": 5}).encode(),
                headers={"content-type": "application/json"}))

    def test_no_code_is_executed(self):
        self.assertFalse(hasattr(bfclx.env.environment_factory("sample")(), "execute_code"))


if __name__ == "__main__":
    unittest.main()

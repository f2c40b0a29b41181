"""bfclx.rewards.verifiers with the real verifiers: the taskset, rewards of traces, the tool server, and whole
rollouts against a server of ours that answers as a model would."""

import ast
import asyncio
import json
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import bfclx
import bfclx.rewards

assert "verifiers" not in sys.modules
EPISODE = "multi_turn_base_90000"
SINGLE = "simple_python_90000"
DOC_FILES = (
    "gorilla_file_system math_api memory_kv memory_rec_sum memory_vector message_api "
    "posting_api ticket_api trading_bot travel_booking vehicle_control web_search"
).split()

import verifiers.v1 as vf
from verifiers.v1.graph import MessageNode
from verifiers.v1.types import AssistantMessage, ToolCall, UserMessage

from bfclx.rewards.verifiers import EntryTaskset, EntryTasksetConfig, EntryToolset


def taskset(category, mode="tools"):
    return EntryTaskset(EntryTasksetConfig(id="bfclx-verifiers", dataset="sample", category=[category],
                                           task={"mode": mode}))


def task_of(entry_id, category, mode="tools"):
    return next(task for task in taskset(category, mode) if task.data.entry_id == entry_id)


def truth_steps(dataset):
    """What a model that knows the truth of the episode would call, message by message."""
    steps = []
    for turn in dataset.entry(EPISODE)["ground_truth"]:
        for text in turn:
            call = ast.parse(text, mode="eval").body
            steps.append((call.func.id, {one.arg: ast.literal_eval(one.value) for one in call.keywords}))
        steps.append(("bfclx_end_turn", {}))
    return steps


def trace_of(task, messages):
    trace = vf.Trace(agent=vf.AgentInfo(config=vf.AgentConfig()), task=vf.TraceTask(
        type="EntryTask", data=task.data, key=task.key, hash=task.hash))
    parent = None
    for message in [UserMessage(content="?"), *messages]:
        trace.nodes.append(MessageNode(message=message, parent=parent, sampled=message.role == "assistant"))
        parent = len(trace.nodes) - 1
    return trace


def calling(*calls):
    return AssistantMessage(tool_calls=[
        ToolCall(id=str(at), name=name, arguments=arguments if isinstance(arguments, str)
                 else json.dumps(arguments)) for at, (name, arguments) in enumerate(calls)])


def scored(task, messages):
    trace = trace_of(task, messages)
    asyncio.run(task.score(trace))
    return trace.rewards["bfcl"].score, trace.metrics


class Traces(unittest.TestCase):
    def setUp(self):
        self.dataset = bfclx.Dataset.sample()

    def test_tasks(self):
        tasks = list(taskset("multi_turn_base"))
        self.assertEqual([task.key for task in tasks], self.dataset.ids("multi_turn_base"))
        self.assertEqual(tasks[0].data.prompt_text,
                         self.dataset.episode(tasks[0].key).user(0)[0]["content"])
        self.assertEqual(list(taskset("multi_turn_base").include(ids=[EPISODE]))[0].key, EPISODE)
        with self.assertRaises(bfclx.UnknownNameError):
            list(taskset("no_such_category"))
        with self.assertRaisesRegex(bfclx.UnknownNameError, "unknown category or group simple_pyton"):
            list(EntryTaskset(EntryTasksetConfig(id="bfclx-verifiers", dataset="sample",
                                                 category=["multiple", "simple_pyton"])))
        prompted = task_of(SINGLE, "simple_python", "prompt")
        self.assertEqual([message.role for message in prompted.data.prompt], ["system", "user"])

    def test_an_episode(self):
        task = task_of(EPISODE, "multi_turn_base")
        steps = truth_steps(self.dataset)
        reward, metrics = scored(task, [calling(step) for step in steps])
        self.assertEqual((reward, metrics["by_turn"], metrics["by_call"]), (1.0, 1.0, 1.0))
        # All calls of a turn in one message, and the last turn not ended.
        first = steps.index(("bfclx_end_turn", {})) + 1
        self.assertEqual(scored(task, [calling(*steps[:first]), calling(*steps[first:-1])])[0], 1.0)
        reward, metrics = scored(task, [calling(step) for step in steps[:first]])
        self.assertEqual((reward, metrics["by_turn"]), (0.0, 0.5))
        self.assertEqual(scored(task, [])[0], 0.0)

    def test_calls_that_were_refused(self):
        """A held-out function, called too early and then in its turn, has run once."""
        entry = self.dataset.entry(EPISODE)
        truth = entry.pop("ground_truth")
        entry.pop("category", None)
        held = ast.parse(truth[0][1], mode="eval").body.func.id
        entry.update(id="multi_turn_miss_func_0", missed_function={"1": [held]},
                     question=[entry["question"][0], [], *entry["question"][1:]])
        answer = {"id": entry["id"], "ground_truth": [[], *truth]}
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder) / "data"
            (data / "possible_answer").mkdir(parents=True)
            docs = data / "multi_turn_func_doc"
            docs.mkdir()
            for name in DOC_FILES:
                (docs / f"{name}.json").write_text("".join(json.dumps(doc) + "\n" for doc in entry["function"]))
            for place, row in ((data, entry), (data / "possible_answer", answer)):
                (place / "BFCL_v4_multi_turn_miss_func.json").write_text(json.dumps(row) + "\n")
            (task,) = EntryTaskset(EntryTasksetConfig(
                id="bfclx-verifiers", dataset=folder, category=["multi_turn_miss_func"]))
            steps = truth_steps(self.dataset)
            early = [steps[1], ("no_such", {}), ("bfclx_end_turn", {}), *steps]
            self.assertEqual(scored(task, [calling(step) for step in early])[0], 1.0)
            self.assertEqual(scored(task, [calling(*early)])[0], 1.0)
            self.assertEqual(scored(task, [calling(step) for step in early[:-2]])[0], 0.0)

    def test_single_turns(self):
        ((name, given),) = self.dataset.entry(SINGLE)["ground_truth"][0].items()
        arguments = {key: values[0] for key, values in given.items() if values[0] != ""}
        task = task_of(SINGLE, "simple_python")
        self.assertEqual(scored(task, [calling((name.replace(".", "_"), arguments))])[0], 1.0)
        self.assertEqual(scored(task, [AssistantMessage(content="no")])[0], 0.0)
        idle = task_of("irrelevance_90000", "irrelevance")
        self.assertEqual(scored(idle, [AssistantMessage(content="no")])[0], 1.0)
        text = ", ".join(f"{key}={value!r}" for key, value in arguments.items())
        prompted = task_of(SINGLE, "simple_python", "prompt")
        self.assertEqual(scored(prompted, [AssistantMessage(content=f"[{name}({text})]")])[0], 1.0)
        thought = AssistantMessage(content=f"<think>[f()]?</think>\n[{name}({text})]")
        self.assertEqual(scored(prompted, [thought])[0], 1.0)
        kept = EntryTaskset(EntryTasksetConfig(
            id="bfclx-verifiers", dataset="sample", category=["simple_python"],
            task={"mode": "prompt", "strip_thinking": False}))
        self.assertEqual(scored(next(iter(kept)), [thought])[0], 0.0)

    def test_hostile_traces(self):
        """Whatever a model sent has a reward of 0, and raises nothing."""
        for task in (task_of(EPISODE, "multi_turn_base"), task_of(SINGLE, "simple_python"),
                     task_of(SINGLE, "simple_python", "prompt")):
            for message in (calling(("cd", "{")), calling(("cd", "[1]")), calling(("", "")),
                            calling(("cd", "null")), calling(("__import__", '{"a": 1}')),
                            calling(("cd", '{"x) or cd(": 1}')), calling(("cd", "[" * 5000)),
                            calling(*[("pwd", "{}")] * 2000), calling(*[("bfclx_end_turn", {})] * 50),
                            calling(("cd", '{"folder": "%s"}' % ("x" * 1_000_000))),
                            AssistantMessage(content="[" * 10000), AssistantMessage(content="\0"),
                            AssistantMessage()):
                self.assertEqual(scored(task, [message])[0], 0.0)

    def test_tools(self):
        from mcp.server.mcpserver import MCPServer

        async def played():
            server = EntryToolset(vf.ToolsetConfig())
            await server.setup_task(task_of(EPISODE, "multi_turn_base").data)
            mcp = MCPServer("test")
            server.register(mcp)
            tools = {tool.name: tool for tool in await mcp.list_tools()}
            told = [await mcp.call_tool(name, arguments)
                    for name, arguments in truth_steps(self.dataset)]
            return tools, told, server._play.verdict()

        tools, told, verdict = asyncio.run(played())
        self.assertEqual(tools["tail"].input_schema["required"], ["file_name"])
        self.assertIn("bfclx_end_turn", tools)
        self.assertTrue(verdict.valid, told)


class Model(BaseHTTPRequestHandler):
    """Answers chat completions with the steps of the truth, one after the other."""

    steps: list = []

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        at = sum(message["role"] == "assistant" for message in asked["messages"])
        message = {"role": "assistant", "content": "done"}
        if at < len(self.steps):
            name, arguments = self.steps[at]
            message = {"role": "assistant", "content": None, "tool_calls": [
                {"id": f"c{at}", "type": "function",
                 "function": {"name": name, "arguments": json.dumps(arguments)}}]}
        streamed = asked.get("stream", False)
        for number, call in enumerate(message.get("tool_calls", [])):
            call["index"] = number
        answer = {
            "id": "x", "object": "chat.completion" + (".chunk" if streamed else ""), "created": 0,
            "model": asked["model"],
            "choices": [{"index": 0, "delta" if streamed else "message": message,
                         "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
        body = json.dumps(answer).encode()
        if streamed:
            body = b"data: " + body + b"\n\ndata: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if streamed else "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Rollouts(unittest.TestCase):
    def test_an_episode(self):
        uv = pathlib.Path(sys.executable).parent / "uv"
        if not uv.exists() and shutil.which("uv") is None:
            print("SKIPPED: without uv verifiers starts no harness", file=sys.stderr)
            self.skipTest("no uv")
        os.environ["PATH"] = f"{uv.parent}:{os.environ['PATH']}"
        os.environ["BFCLX_TEST_KEY"] = "none"
        Model.steps = truth_steps(bfclx.Dataset.sample())
        with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                episode = asyncio.run(self.rollout(f"http://127.0.0.1:{server.server_port}/v1"))
            finally:
                server.shutdown()
        self.assertTrue(episode.ok, [trace.errors for trace in episode.traces])
        (trace,) = episode.traces
        self.assertEqual(trace.rewards["bfcl"].score, 1.0, trace.messages)

    async def rollout(self, url):
        from verifiers.v1.clients import EvalClientConfig, ModelContext
        from verifiers.v1.envs.single_agent import SingleAgentEnv, SingleAgentEnvConfig

        env = SingleAgentEnv(SingleAgentEnvConfig(
            taskset=EntryTasksetConfig(id="bfclx-verifiers", dataset="sample",
                                       category=["multi_turn_base"]),
            agent={"harness": {"id": "null"}, "runtime": {"type": "subprocess"}}))
        task = next(task for task in env.taskset if task.data.entry_id == EPISODE)
        client = EvalClientConfig(base_url=url, api_key_var="BFCLX_TEST_KEY")
        async with env.serving():
            (slot,) = env.slots(task)
            return await env.run_slot(slot, ModelContext(model="truth", client=client))


if __name__ == "__main__":
    unittest.main()

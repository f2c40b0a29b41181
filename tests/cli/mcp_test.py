"""`bfclx mcp` from outside, byte by byte; tests/python/frameworks has a real client."""

import json
import shutil
import subprocess

import cli_case
from cli_case import SAMPLE, Case

EPISODE = "multi_turn_base_90000"
SINGLE = "simple_python_90000"
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}}


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def hello(version="2025-11-25"):
    return [request(0, "initialize", protocolVersion=version, capabilities={},
                    clientInfo={"name": "test", "version": "1"}),
            {"jsonrpc": "2.0", "method": "notifications/initialized"}]


class McpCase(Case):
    def talk(self, entry, messages, *options, dataset=SAMPLE, code=0):
        """The answers to the messages (bytes as they are), and what stands in --verdict."""
        lines = b"".join((m if isinstance(m, bytes) else json.dumps(m).encode()) + b"\n"
                         for m in messages)
        verdict = self.folder / "verdict.json"
        self.run_program("mcp", "--entry", entry, "--dataset", dataset, "--verdict", verdict,
                         "--today", "2026-01-01", *options, stdin=lines, code=code)
        self.answers = [json.loads(line) for line in self.out.splitlines()]
        self.verdict = json.loads(verdict.read_text())
        return self.answers

    def result(self, number):
        (found,) = [one for one in self.answers if isinstance(one, dict) and one.get("id") == number]
        self.assertIn("result", found)
        return found["result"]

    def truth_of(self, entry, category):
        with open(SAMPLE / "data" / "possible_answer" / f"BFCL_v4_{category}.json") as file:
            return next(row["ground_truth"] for row in map(json.loads, file) if row["id"] == entry)


class Mcp(McpCase):
    def calls_of(self, texts):
        """Calls of an episode's ground truth as requests of tools/call."""
        import ast

        for text in texts:
            call = ast.parse(text, mode="eval").body
            yield {"name": call.func.id,
                   "arguments": {one.arg: ast.literal_eval(one.value) for one in call.keywords}}

    def test_an_episode_played_right(self):
        messages, number = hello(), 10
        truth = self.truth_of(EPISODE, "multi_turn_base")
        for turn in truth:
            for call in self.calls_of(turn):
                messages.append(request(number, "tools/call", **call))
                number += 1
            messages.append(request(number, "tools/call", name="bfclx_end_turn", arguments={}))
            number += 1
        messages.append(request(number, "tools/call", name="pwd"))
        messages.append(request(number + 1, "tools/list"))
        self.talk(EPISODE, messages)
        self.assertEqual(self.verdict["id"], EPISODE)
        self.assertTrue(self.verdict["valid"], self.err)
        self.assertIn(f"{EPISODE}: passed", self.err)
        last = json.loads(self.result(number - 1)["content"][0]["text"])
        self.assertEqual((last["over"], last["turn"]), (True, len(truth)))
        self.assertTrue(self.result(number)["isError"])  # over
        self.assertEqual(self.result(number + 1)["tools"], [])

    def test_an_episode_left(self):
        self.talk(EPISODE, [*hello(), request(1, "tools/call", name="cd",
                                              arguments={"folder": "no such folder"})])
        self.assertFalse(self.verdict["valid"])
        self.assertIn("failed, multi_turn:", self.err)
        self.talk(EPISODE, [])
        self.assertFalse(self.verdict["valid"])

    def test_state_is_kept(self):
        self.talk(EPISODE, [*hello(),
                            request(1, "tools/call", name="mkdir", arguments={"dir_name": "d"}),
                            request(2, "tools/call", name="mkdir", arguments={"dir_name": "d"}),
                            request(3, "resources/read", uri="bfclx://state"),
                            request(4, "tools/call", name="mkdir", arguments={"x": 1})])
        first, second = (self.result(number)["content"][0]["text"] for number in (1, 2))
        self.assertNotEqual(first, second)
        self.assertIn("d", self.result(3)["contents"][0]["text"])
        self.assertTrue(self.result(4)["isError"])
        self.assertIn("unexpected keyword", self.result(4)["content"][0]["text"])

    def test_single_turn(self):
        ((name, given),) = self.truth_of(SINGLE, "simple_python")[0].items()
        arguments = {key: values[0] for key, values in given.items() if values[0] != ""}
        call = {"name": name.replace(".", "_"), "arguments": arguments}
        self.talk(SINGLE, [*hello(), request(1, "tools/list"), request(2, "tools/call", **call)])
        self.assertIn(call["name"], [tool["name"] for tool in self.result(1)["tools"]])
        self.assertIn("bfclx_end_turn", [tool["name"] for tool in self.result(1)["tools"]])
        self.assertTrue(all(tool["inputSchema"]["type"] == "object"
                            for tool in self.result(1)["tools"]))
        self.assertTrue(self.verdict["valid"], self.err)
        self.talk(SINGLE, [*hello(), request(2, "tools/call", **call),
                           request(3, "tools/call", name="bfclx_end_turn"),
                           request(4, "tools/call", **call), request(5, "tools/list")])
        self.assertTrue(json.loads(self.result(3)["content"][0]["text"])["over"])
        self.assertTrue(self.result(4)["isError"])  # over, and not written down
        self.assertEqual(self.result(5)["tools"], [])
        self.assertTrue(self.verdict["valid"], self.err)
        self.talk(SINGLE, hello())
        self.assertFalse(self.verdict["valid"])
        self.talk("irrelevance_90000", hello())
        self.assertTrue(self.verdict["valid"], self.err)
        self.assertEqual(self.verdict["id"], "irrelevance_90000")

    def test_what_is_not_played(self):
        for entry in ("memory_kv_0-customer-0", "exec_simple_90000", "no_such_thing", "simple_python_7"):
            self.run_program("mcp", "--entry", entry, "--dataset", SAMPLE, code=2)
        self.run_program("mcp", "--entry", SINGLE, "--dataset", SAMPLE, "--verdict", "-", code=2)
        self.run_program("mcp", "--entry", SINGLE, "--dataset", SAMPLE, "--verdict",
                         "/no/such/folder/x", code=2)

    def test_tools_that_were_held_out(self):
        folder = self.folder / "dataset"
        shutil.copytree(SAMPLE / "data", folder / "data")
        name = "BFCL_v4_multi_turn_miss_func.json"
        entry = json.loads((SAMPLE / "data/BFCL_v4_multi_turn_base.json").read_text().splitlines()[0])
        entry.update(id="multi_turn_miss_func_0", missed_function={"1": ["mkdir"]})
        entry["question"].insert(1, [])
        truth = {"id": entry["id"], "ground_truth": [[] for _ in entry["question"]]}
        (folder / "data" / name).write_text(json.dumps(entry) + "\n")
        (folder / "data/possible_answer" / name).write_text(json.dumps(truth) + "\n")
        end = {"name": "bfclx_end_turn", "arguments": {}}
        self.talk(entry["id"], [*hello(), request(1, "tools/list"),
                                request(2, "tools/call", name="mkdir", arguments={"dir_name": "a"}),
                                request(3, "tools/call", **end), request(4, "tools/list")],
                  dataset=folder)
        self.assertNotIn("mkdir", [tool["name"] for tool in self.result(1)["tools"]])
        self.assertIn("mkdir", [tool["name"] for tool in self.result(4)["tools"]])
        self.assertEqual(json.loads(self.result(3)["content"][0]["text"])["new_tools"], ["mkdir"])
        self.assertEqual([one.get("method") for one in self.answers].count(
            "notifications/tools/list_changed"), 1)
        (refused,) = [one for one in self.answers if one.get("id") == 2]
        self.assertEqual(refused["error"]["code"], -32602)


class McpProtocol(McpCase):
    def test_versions(self):
        for asked, given in (("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"),
                             ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
                             ("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25")):
            self.talk(SINGLE, hello(asked))
            self.assertEqual(self.result(0)["protocolVersion"], given)
            self.assertEqual(self.result(0)["serverInfo"]["name"], "bfclx")

    def test_without_a_handshake(self):
        self.talk(EPISODE, [request(1, "server/discover", _meta=META),
                            request(2, "tools/list", _meta=META),
                            request(3, "tools/call", name="pwd", _meta=META),
                            request(4, "server/discover", _meta={**META, next(iter(META)): "x"}),
                            request(5, "server/discover"),
                            request(6, "initialize", _meta=META),
                            request(7, "resources/read", uri="bfclx://turn", _meta=META)])
        self.assertEqual(self.result(1)["supportedVersions"], ["2026-07-28"])
        for number, cached in ((1, True), (2, True), (3, False), (7, True)):
            self.assertEqual(self.result(number)["resultType"], "complete")
            self.assertEqual("ttlMs" in self.result(number), cached)
        codes = {one["id"]: one["error"]["code"] for one in self.answers if "error" in one}
        self.assertEqual(codes, {4: -32022, 5: -32602, 6: -32601})

    def test_resources(self):
        self.talk(SINGLE, [*hello(), request(1, "resources/list"),
                           request(2, "resources/templates/list"), request(3, "ping"),
                           request(4, "resources/read", uri="bfclx://verdict"),
                           request(5, "resources/read", uri="file:///etc/passwd")])
        self.assertEqual([one["uri"] for one in self.result(1)["resources"]], ["bfclx://turn"])
        self.assertEqual((self.result(2), self.result(3)), ({"resourceTemplates": []}, {}))
        self.assertEqual([one["error"]["code"] for one in self.answers if "error" in one],
                         [-32002, -32002])
        self.talk(EPISODE, [*hello(), request(1, "resources/list"),
                            request(4, "resources/read", uri="bfclx://verdict")], "--offer-verdict")
        self.assertEqual(len(self.result(1)["resources"]), 3)
        self.assertFalse(json.loads(self.result(4)["contents"][0]["text"])["valid"])

    def test_batches(self):
        batch = [request(1, "ping"), {"jsonrpc": "2.0", "method": "x"}, 5, request(2, "no")]
        self.talk(SINGLE, [*hello("2025-03-26"), batch, [], [request(1, "ping")] * 101])
        self.assertEqual([one.get("error", {}).get("code") for one in self.answers[1]],
                         [None, -32600, -32601])
        self.assertEqual([one["error"]["code"] for one in self.answers[2:]], [-32600, -32600])
        self.talk(SINGLE, [*hello(), batch])
        self.assertEqual(self.answers[1]["error"]["code"], -32600)
        # What a batch changes is told behind it.
        end = [request(number, "tools/call", name="bfclx_end_turn", arguments={})
               for number in range(1, 9)]
        self.talk(EPISODE, [*hello("2025-03-26"), end])
        self.assertEqual(len(self.answers[1]), len(end))
        self.assertEqual([one.get("method") for one in self.answers[2:]],
                         ["notifications/tools/list_changed"])

    def test_hostile_lines(self):
        """Every line has its JSON-RPC error, and the server lives on."""
        deep = b"[" * 100000
        cases = [
            (b"no json", -32700), (b"\xff\xfe", -32700), (b'{"jsonrpc": "2.0"', -32700),
            (deep, -32700), (b"5", -32600), (b"null", -32600), (b"{}", -32600),
            (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
            (b'{"jsonrpc": "2.0", "id": 1}', -32600),
            (b'{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600),
            (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
            (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', -32600),
            (b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}', -32600),
            (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32602),
            (b'{"jsonrpc": "2.0", "id": 1, "method": "no/such"}', -32601),
            (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', -32601),
            (request(1, "initialize", protocolVersion="2025-11-25"), -32600),
            (request(1, "tools/list", cursor="x"), -32602),
            (request(1, "tools/call"), -32602), (request(1, "tools/call", name=5), -32602),
            (request(1, "tools/call", name="no_such_tool"), -32602),
            (request(1, "tools/call", name="__class__", arguments={}), -32602),
            (request(1, "tools/call", name="pwd", arguments=[]), -32602),
            (request(1, "resources/read", uri=5), -32602),
            (request(1, "x" * 100000), -32601),
            (b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"a" * (5 << 20) + b'"}', -32600),
        ]
        for entry in (EPISODE, SINGLE):
            self.talk(entry, [*hello(), *(line for line, _ in cases), request(99, "ping")])
            self.assertEqual([one["error"]["code"] for one in self.answers[1:-1]],
                             [code for _, code in cases])
            self.assertEqual(self.result(99), {})

    def test_hostile_calls(self):
        """Calls end in a result, whatever their arguments; nothing of them is executed."""
        witness = self.folder / "witness"
        values = ["__import__('os').system('touch %s')" % witness, "'", "\\", "\0", "9" * 4000, 1e308,
                  -0.0, 10 ** 4000, None, [[[]]] * 50, {"a": {"b": "c" * 100000}}, "\ud800", "\u2028"]
        keys = ["folder", "x) or cd('..'", "", "self", "*", "__class__", "lambda: 0", "a b", "\n"]
        calls = [{"name": "cd", "arguments": {key: value}} for value in values for key in keys]
        calls.append({"name": "cd", "arguments": {str(at): at for at in range(10000)}})
        self.talk(EPISODE, [*hello(), *(request(number + 1, "tools/call", **call)
                                        for number, call in enumerate(calls))])
        self.assertEqual(len(self.answers), len(calls) + 1)
        for number in range(len(calls)):
            self.assertIn("isError", self.result(number + 1))
        self.assertFalse(witness.exists())

    def test_before_initialize(self):
        self.talk(SINGLE, [request(1, "tools/list"), request(2, "ping"), *hello()])
        self.assertEqual(self.answers[0]["error"]["code"], -32600)
        self.assertEqual((self.result(2), self.result(0)["protocolVersion"]), ({}, "2025-11-25"))

    def test_notifications_and_answers_are_not_answered(self):
        self.talk(SINGLE, [b"", b"  ", *hello(), {"jsonrpc": "2.0", "method": "notifications/cancelled"},
                           {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "x"}},
                           {"jsonrpc": "2.0", "id": 5, "result": {}},
                           {"jsonrpc": "2.0", "id": 5, "error": {}}])
        self.assertEqual(len(self.answers), 1)

    def test_bound_of_calls(self):
        calls = [request(number, "tools/call", name="pwd") for number in range(1, 10003)]
        self.talk(EPISODE, [*hello(), *calls])
        self.assertFalse(self.result(10000)["isError"])
        self.assertTrue(self.result(10001)["isError"])

    def test_a_client_that_reads_nothing(self):
        with subprocess.Popen([cli_case.PROGRAM, "mcp", "--entry", SINGLE, "--dataset", str(SAMPLE)],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdout.close()
            process.stdin.write(json.dumps(request(1, "ping")).encode() + b"\n")
            process.stdin.close()
            self.assertEqual(process.wait(timeout=60), 0)
            self.assertIn(b"wrong", process.stderr.read())


if __name__ == "__main__":
    cli_case.main()

"""`bfclx mcp` with the real client of the Model Context Protocol, in every version that it speaks."""

import asyncio
import json
import pathlib
import sys
import tempfile
import unittest

from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

EPISODE = "multi_turn_base_90000"


class RealClient(unittest.TestCase):
    def play(self, mode, entry=EPISODE):
        with tempfile.TemporaryDirectory() as folder:
            verdict = pathlib.Path(folder) / "verdict.json"
            server = StdioServerParameters(command=sys.executable, args=[
                "-P", "-m", "bfclx", "mcp", "--entry", entry, "--dataset", "sample",
                "--verdict", str(verdict)])

            async def run():
                with open(f"{folder}/log", "w") as log:
                    async with Client(stdio_client(server, errlog=log), mode=mode) as client:
                        tools = (await client.list_tools()).tools
                        turn = await client.read_resource("bfclx://turn")
                        told = await client.call_tool("mkdir", {"dir_name": "a"})
                        wrong = await client.call_tool("mkdir", {"no_such": "a"})
                        state = await client.read_resource("bfclx://state")
                        last = await client.call_tool("bfclx_end_turn", {})
                        return client.protocol_version, tools, turn, told, wrong, state, last

            found = asyncio.run(run())
            return found, json.loads(verdict.read_text())

    def test_every_way_of_the_protocol(self):
        for mode, version in (("legacy", "2025-11-25"), ("auto", "2026-07-28"),
                              ("2026-07-28", "2026-07-28")):
            with self.subTest(mode=mode):
                (spoken, tools, turn, told, wrong, state, last), verdict = self.play(mode)
                self.assertEqual(spoken, version)
                self.assertIn("mkdir", [tool.name for tool in tools])
                self.assertEqual(json.loads(turn.contents[0].text)["turn"], 0)
                self.assertFalse(told.is_error)
                self.assertTrue(wrong.is_error)
                self.assertIn("a", state.contents[0].text)
                self.assertEqual(json.loads(last.content[0].text)["turn"], 1)
                self.assertEqual((verdict["id"], verdict["valid"]), (EPISODE, False))


if __name__ == "__main__":
    unittest.main()

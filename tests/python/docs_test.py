"""Every Python block of README.md, docs/ and python/README.md runs as it is written, in the folder of
tests/docs_blocks.py. Names that a page leaves to its reader are in NAMES."""

import ast
import asyncio
import collections
import contextlib
import inspect
import io
import os
import pathlib
import sys
import tempfile
import traceback
import unittest

import bfclx

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from docs_blocks import PYTHON, blocks, furnish  # noqa: E402

RESPONSE = "[calculate_triangle_area(base=10, height=5)]"
MESSAGE = b'{"choices": [{"index": 0, "message": {"role": "assistant", "content": "Done."}, "finish_reason": "stop"}]}'
Answer = collections.namedtuple("Answer", "status_code content headers")


class Client:
    """An HTTP client in whose place a page says `client`."""

    async def post(self, url, content, headers):
        assert url.startswith("http://localhost:8080/") and content and headers
        return Answer(200, MESSAGE, {"content-type": "application/json"})


def names():
    return {
        "response": RESPONSE, "ids": ["simple_python_0"] * 2, "responses": [RESPONSE, "no"],
        "client": Client(), "base_url": "http://localhost:8080",
        "my_agent": lambda messages, tools: ["ls()"] if messages and tools else [],
        "functions": [{"name": "f", "parameters": {"type": "object", "properties": {"x": {"type": "integer"}}}}],
        "possible_answer": [{"f": {"x": [1]}}], "calls": [{"f": {"x": 1}}]}  # fmt: skip


def run(block, scope):
    """Runs a block, with `await` outside of functions."""
    code = compile("\n" * (block.line - 1) + block.code, block.page, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        found = eval(code, scope)
        if inspect.iscoroutine(found):
            asyncio.run(found)


class Pages(unittest.TestCase):
    def test_every_python_block_runs(self):
        before = os.getcwd()
        ran, scopes = 0, {}
        with tempfile.TemporaryDirectory(prefix="bfclx-docs-") as name:
            self.addCleanup(os.chdir, before)
            furnish(pathlib.Path(name))
            os.chdir(name)
            for block in blocks(PYTHON):
                if block.reason:
                    continue
                # The blocks of a page share their names.
                scope = scopes.setdefault(block.page, {"bfclx": bfclx, "dataset": bfclx.Dataset.open("data/bfcl"), **names()})
                scope.setdefault("other_verdicts", scope["dataset"].score_batch(scope["ids"], scope["responses"][::-1]))
                with self.subTest(block=str(block)):
                    try:
                        run(block, scope)
                    except Exception:
                        self.fail(f"{block}\n{block.code}{traceback.format_exc(limit=-2)}")
                    ran += 1
            os.chdir(before)
        self.assertGreater(ran, 6)


if __name__ == "__main__":
    unittest.main()

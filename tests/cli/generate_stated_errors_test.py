"""Errors that a server states in a response with status 200.

    python3 tests/cli/generate_stated_errors_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil

from generate_faults_test import FaultsCase
from generate_test import KEY, main
from scripted_server import ScriptedServer


class StatedErrors(FaultsCase):
    def test_an_error_with_status_200_is_the_server_s(self):
        """Many gateways do so, some beside an empty response: nothing of it is the model's."""
        said = f"upstream \x1b[31mis busy, key {KEY} " + "x" * 1000
        empty = {"role": "assistant", "content": ""}
        choice = {"message": empty, "finish_reason": "stop"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1}
        for body in ({"error": {"message": said}}, {"error": said}, {"detail": said},
                     {"error": {"code": "busy", "reason": said}},
                     {"choices": [choice | {"error": {"message": said, "code": 502}}], "usage": usage},
                     {"choices": [choice], "error": said, "usage": usage}):
            with self.subTest(body=list(body)):
                out = self.never(lambda seen: body, "5 unusable response", arguments=("-o", "--api", "chat",
                                                                                     "--retries", 0))
                notes = [json.loads(line) for line in self.path("bfclx_entries.jsonl").read_text().splitlines()]
                for told in (out, [note["error"] for note in notes if note.get("error")][-1]):
                    self.assertRegex(told, r"the response \(status 200\) states an error: .*upstream"
                                           r".*is busy, key \[key\] x+")
                    self.assertNotIn("\x1b", told)
                    self.assertNotIn("x" * 400, told)
                shutil.rmtree(self.path().parent.parent)
        failed = {"choices": [choice | {"finish_reason": "error"}], "usage": usage}
        self.recovers(lambda seen: failed, arguments=("--api", "chat"))

    def test_its_status_is_the_one_that_counts(self):
        for code, told in ((401, "status 401 in a 200, no such key. Check the API key"),
                           (503, "the server was unavailable for"), (429, "status 429 in a 200, no such key")):
            body = {"error": {"message": "no such key", "code": code}}
            with ScriptedServer(lambda seen: body) as server:  # noqa: B023
                out = self.keyed("--retries", 0, "--patience", 2, "-o", server=server, category="simple_python", code=1)
            self.assertIn(told, out)
        refused = {"error": {"message": "prompt is too long", "code": 400}}
        with ScriptedServer(lambda seen: refused) as server:
            self.keyed("-o", server=server, category="simple_python", code=1)
            self.assertEqual(len([seen for seen in server.seen if seen.method == "POST"]), 5)
        self.assertEqual({line["result"] for line in self.lines()}, {"Error during inference: prompt is too long"})

    def test_an_error_with_status_200_is_the_result_as_official(self):
        with ScriptedServer(lambda seen: {"error": "busy"}) as server:
            out = self.keyed("--as-official", "--api", "chat", server=server, category="simple_python", code=None)
        self.assertEqual({line["result"] for line in self.lines()},
                         {"Error during inference: 'NoneType' object is not subscriptable"})
        self.assertEqual({line["traceback"] for line in self.lines()},
                         {"TypeError: 'NoneType' object is not subscriptable"})
        self.assertIn("5 results are generation errors", out)
        self.assertIn("the response (status 200) states an error: busy", out)


if __name__ == "__main__":
    main()

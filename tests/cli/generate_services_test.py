"""What simulated services ask for while a model is asked: from a search service and pages on
loopback, kept over a kill, and survived when they misbehave.

    python3 tests/cli/generate_services_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil
from pathlib import Path

from cli_case import SAMPLE, main
from generate_test import KEY, GenerateCase
from scripted_server import Response, ScriptedServer, chat

RESULTS = "agentic/BFCL_v4_web_search_base_result.json"


def parameter(**properties):
    return {"type": "dict", "properties": {name: {"type": kind, "description": name}
                                           for name, kind in properties.items()}, "required": []}


class ServicesCase(GenerateCase):
    """One web search entry: the model searches, reads the page that was found, and says what it read."""

    def setUp(self):
        super().setUp()
        self.dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, self.dataset, ignore=shutil.ignore_patterns("results"))
        entry = {"id": "web_search_0", "involved_classes": ["WebSearchAPI"],
                 "question": [[{"role": "user", "content": "How high is the tower?"}]]}
        answer = {"id": "web_search_0", "ground_truth": ["77 m"], "source": []}
        docs = [{"name": "search_engine_query", "description": "Searches.",
                 "parameters": parameter(keywords="string", max_results="integer")},
                {"name": "fetch_url_content", "description": "Reads.",
                 "parameters": parameter(url="string", mode="string")}]
        self.write("dataset/data/BFCL_v4_web_search.json", json.dumps(entry) + "\n")
        self.write("dataset/data/possible_answer/BFCL_v4_web_search.json", json.dumps(answer) + "\n")
        self.write("dataset/data/multi_turn_func_doc/web_search.json",
                   "".join(json.dumps(doc) + "\n" for doc in docs))
        prompts = json.loads((SAMPLE / "prompts.json").read_text())
        prompts["ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT"] = "Answer shortly."
        self.write("dataset/prompts.json", json.dumps(prompts))
        self.asked = []  # of the model: how many messages it was shown
        self.services = ScriptedServer(self.service)
        self.addCleanup(self.services.close)
        self.page = Response("<html><body>The tower: 77 m</body></html>", content_type="text/html")
        self.found = Response({"results": [{"title": "Tower", "url": self.services.url + "/page",
                                         "content": "of the town"}]})

    def service(self, seen):
        return self.page if seen.path == "/page" else self.found

    def model(self, seen):
        self.asked.append(len(seen.body["messages"]))
        told = [message["content"] for message in seen.body["messages"] if message["role"] == "tool"]
        if not told:
            return chat(None, [("search_engine_query", {"keywords": "tower", "max_results": 3})])
        if len(told) == 1:
            page = {"url": self.services.url + "/page", "mode": "truncate"}
            return chat(None, [("fetch_url_content", page)])
        return chat(told[-1][:100])

    def options(self, server):
        return ("--dataset", self.dataset, "--test-category", "web_search_base", "--search",
                self.services.url + "/find", "--allow-private", "--base-url", server.url, "--result-dir",
                self.folder / "result", "--model", "scripted", "--timeout", 20, "--concurrency", 1)

    def ask(self, server, *more, code=0):
        return self.run_program("generate", *self.options(server), *more, code=code)

    def logged(self):
        """What the services told the model."""
        steps = [item for part in self.lines(RESULTS)[0]["inference_log"] if isinstance(part, dict)
                 for name, step in part.items() if name.startswith("step") for item in step]
        return [item["content"] for item in steps if item["role"] == "tool"]


class Services(ServicesCase):
    def test_a_search_and_a_page_reach_the_model(self):
        with ScriptedServer(self.model) as server:
            self.ask(server)
        self.assertEqual([seen.path for seen in self.services.seen], ["/find", "/page"])
        self.assertIn("of the town", self.logged()[0])
        self.assertIn("The tower: 77 m", self.logged()[1])

    def test_what_services_answered_is_kept_over_a_kill(self):
        journal = self.folder / "result" / "scripted" / "bfclx_unfinished_services.jsonl"
        stuck = []

        def model(seen):
            tools = sum(message["role"] == "tool" for message in seen.body["messages"])
            if tools == stops_at:
                stuck.append(seen)
                return Response({}, delay=50)
            return self.model(seen)
        with ScriptedServer(model) as server:
            for stops_at in (1, 2):
                stuck.clear()
                self.kill_when(lambda: stuck, "generate", *self.options(server))
                self.assertEqual(len(journal.read_text().splitlines()), stops_at)
                self.assertEqual(len(self.services.seen), stops_at)
                with journal.open("ab") as file:
                    file.write(b'{"kind": "search", "me')  # a line that was cut
            stops_at = None
            self.ask(server)
        # Nothing was asked twice, neither of the model nor of the services.
        self.assertEqual([seen.path for seen in self.services.seen], ["/find", "/page"])
        self.assertEqual(len(self.asked), len(set(self.asked)))
        self.assertEqual(len(self.asked), 3)
        self.assertIn("77 m", str(self.lines(RESULTS)[0]["result"]))
        self.assertEqual(list(journal.parent.glob("bfclx_unfinished*")), [])

    def test_a_recording_that_cannot_be_written_is_told(self):
        record = self.folder / "record.jsonl"
        Path(f"{record}.cassette").symlink_to("/dev/full")
        with ScriptedServer(self.model) as server:
            self.ask(server, "--record", record, code=1)
        self.assertRegex(self.out, "record.jsonl.cassette: cannot be written: No space left")
        self.assertIn("77 m", str(self.lines(RESULTS)[0]["result"]))
        self.assertEqual(len(record.read_text().splitlines()), 1)  # the recording ended, the run did not

    def test_pages_that_fail_are_told_to_the_model(self):
        faults = {
            "503": Response("no", status=503),
            "cut": Response({"results": []}, cut=4),
            "reset": lambda connection: None,
            "no text": Response(b'{"results": [{"url": "\xff\xfe"}]}'),
        }
        for name, fault in faults.items():
            with self.subTest(name), ScriptedServer(self.model) as server:
                self.page = fault
                self.ask(server, "-o")
                self.assertEqual(len(self.logged()), 2)
                self.assertEqual(len(self.lines(RESULTS)), 1)

    def test_private_addresses_are_not_read_unless_allowed(self):
        with ScriptedServer(self.model) as server:
            options = [each for each in self.options(server) if each != "--allow-private"]
            self.run_program("generate", *options)
        self.assertEqual([seen.path for seen in self.services.seen], ["/find"])
        self.assertIn("private network", self.logged()[1])

    def test_the_models_key_goes_to_no_service(self):
        with ScriptedServer(self.model) as server:
            self.run_program("generate", *self.options(server), "--api-key-env", "BFCLX_TEST_KEY",
                             env={"BFCLX_TEST_KEY": KEY})
            self.assertTrue(all(KEY in seen.headers["authorization"] for seen in server.seen))
        for seen in self.services.seen:
            self.assertNotIn(KEY, str(seen))
        self.no_key_anywhere()


if __name__ == "__main__":
    main()

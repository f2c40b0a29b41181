"""A model that fetches large pages without end costs its own entries, within a bound on memory.

    python3 tests/cli/generate_memory_test.py build/release/tools/bfclx [Suite]
"""

import json
import resource
import subprocess
import time
from pathlib import Path

from cli_case import PROGRAM, main
from generate_services_test import RESULTS, ServicesCase
from scripted_server import Response, ScriptedServer, chat

ENTRIES = 12
LIMIT = 900 << 20  # of address space: libraries and the heap's own reserves included
PAGE = b"<p>" + b"page of our own, " * 610000  # 10 MB


class Budget(ServicesCase):
    def setUp(self):
        super().setUp()
        entry = json.loads((self.dataset / "data/BFCL_v4_web_search.json").read_text())
        answer = {"ground_truth": ["77 m"], "source": []}
        numbers = range(ENTRIES)
        self.write("dataset/data/BFCL_v4_web_search.json", "".join(
            json.dumps({**entry, "id": f"web_search_{i}", "question": [[
                {"role": "user", "content": f"Entry {i}."}]]}) + "\n" for i in numbers))
        self.write("dataset/data/possible_answer/BFCL_v4_web_search.json", "".join(
            json.dumps({"id": f"web_search_{i}", **answer}) + "\n" for i in numbers))
        self.fetched = 0

    def service(self, seen):
        self.fetched += 1
        return Response(PAGE, content_type="text/html")

    def model(self, seen):
        """Every third entry answers; the others fetch another page, for ever."""
        number = int(seen.body["messages"][-1]["content"].split()[1][:-1]
                     if seen.body["messages"][-1]["role"] == "user" else 1)
        if number % 3 == 0:
            return chat("77 m")
        return chat(None, [("fetch_url_content", {"url": f"{self.services.url}/{len(seen.body['messages'])}-{at}",
                                                  "mode": "raw"}) for at in range(self.at_once)])

    at_once = 1

    def start(self, server, *more, concurrency=ENTRIES):
        arguments = [*self.options(server), "--concurrency", concurrency, "--patience", 10, *more]
        return subprocess.Popen([PROGRAM, "generate", *map(str, arguments)], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, cwd=self.folder,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT)))

    def finish(self, process, codes=(1,)):
        out = process.communicate(timeout=300)[0].decode()
        self.assertIn(process.returncode, codes, out)
        return out

    def every_entry_ended(self, out):
        lines = {int(line["id"].rsplit("_", 1)[1]): line["result"] for line in self.lines(RESULTS)}
        for number in range(ENTRIES):
            result = str(lines.get(number))
            if number % 3 == 0:
                self.assertIn("77 m", result, out)
            else:
                self.assertRegex(result, "Error during inference: .*(MiB|KiB)", out)

    def options(self, server):
        return [option for option in super().options(server) if option not in ("--concurrency", 1)]

    def test_pages_without_end_within_a_bound(self):
        with ScriptedServer(self.model) as server:
            self.every_entry_ended(self.finish(self.start(server)))
        self.assertFalse(self.path("bfclx_unfinished.jsonl").exists())

    def test_many_pages_in_one_step(self):
        self.at_once = 50
        with ScriptedServer(self.model) as server:
            self.every_entry_ended(self.finish(self.start(server)))

    def peak(self, answer, *more):
        """Bytes that a run with 200 MiB takes when every answer is this one, and what it said."""
        body = json.dumps(answer, ensure_ascii=False).encode()
        with ScriptedServer(lambda seen: Response(body)) as server:
            process = self.start(server, "--memory-budget", "200M", "--retries", 0, "-o", *more)
            peak = 0
            while process.poll() is None:
                status = Path(f"/proc/{process.pid}/status").read_text()
                peak = max([peak, *(int(line.split()[1]) << 10 for line in status.splitlines()
                                    if line.startswith("VmHWM"))])
                time.sleep(0.01)
            with process.stdout as said:
                return peak, said.read().decode()

    def test_large_responses_wait_for_each_other(self):
        """Beside the budget there is room for the one response that becomes a result."""
        peak, out = self.peak(chat("words " * 2_000_000))
        self.assertLess(peak, 180 << 20)
        self.assertEqual(len(self.lines(RESULTS)), ENTRIES, out)

    def test_a_response_may_have_an_eighth_of_the_budget(self):
        """Its result comes on top: twice the text, three times as long where it is not ASCII."""
        for text, most in (("words " * 4_000_000, 200), ("\u00e9" * 12_000_000, 320)):
            peak, out = self.peak(chat(text), "--sample", 3)
            self.assertLess(peak, most << 20)
            self.assertEqual([line["result"][0][0] == text for line in self.lines(RESULTS)], [True] * 3, out)

    def test_a_response_of_too_many_values(self):
        peak, out = self.peak({**chat("77 m"), "more": [{}] * 3_000_000})
        self.assertLess(peak, 200 << 20)
        self.assertIn("more than half of --memory-budget", out)

    def test_a_restart_gets_further(self):
        journal = self.path("bfclx_unfinished_services.jsonl")
        with ScriptedServer(self.model) as server:
            for _ in range(2):
                process = self.start(server)
                end = time.monotonic() + 60
                while process.poll() is None and time.monotonic() < end and not (
                        journal.exists() and journal.stat().st_size > 30 << 20):
                    time.sleep(0.01)
                process.kill()
                process.communicate()
            self.every_entry_ended(self.finish(self.start(server)))
            asked = len(server.seen)
            self.finish(self.start(server))
            self.assertLessEqual(len(server.seen), asked + 1)  # the list of models

    def test_pages_that_come_twice_are_kept_once(self):
        journal = self.path("bfclx_unfinished_services.jsonl")
        sizes = []

        def model(seen):
            if journal.exists():
                sizes.append(journal.stat().st_size)
            if seen.body["messages"][-1]["role"] == "tool":
                return chat("77 m")
            return chat(None, [("fetch_url_content", {"url": self.services.url + "/one", "mode": "truncate"})])
        with ScriptedServer(model) as server:
            self.finish(self.start(server, concurrency=2), codes=(0,))
        self.assertEqual(self.fetched, ENTRIES)
        self.assertLess(max(sizes), 1.5 * len(PAGE))


if __name__ == "__main__":
    main()

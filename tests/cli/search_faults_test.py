"""What web search and memory meet in `bfclx generate` and in the checks: services that refuse for
ever, pages that are hostile, recordings and snapshots that are damaged. A clear result each, in
bounded time and memory, and never an answer of the model that a fault of a service has spoilt."""

import gzip
import json
import os
import re
import shutil
import socket
import subprocess
import time

from cli_case import PROGRAM, SAMPLE
from generate_test import GenerateCase, main
from scripted_server import Response, ScriptedServer, chat

FOUND = {"results": [{"title": "Tea", "url": "https://tea.example/", "content": "Green."}]}
SEARCH = ("search_engine_query", {"keywords": "tea"})
SCENARIOS = ("student", "customer", "finance", "healthcare", "notetaker")
MOST_MEMORY = 256 << 20  # bytes above what a run with a harmless page takes


def fetch(url, mode):
    return "fetch_url_content", {"url": url, "mode": mode}


def tool(name, *parameters):
    return {"name": name, "description": name, "parameters": {
        "type": "dict", "required": list(parameters[:1]),
        "properties": {one: {"type": "string", "description": one} for one in parameters}},
        "response": {"type": "dict", "properties": {}}}


class ServicesCase(GenerateCase):
    """The user's text is the call that the model makes; after its result the model says Done."""

    def setUp(self):
        super().setUp()
        self.dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, self.dataset, ignore=shutil.ignore_patterns("results"))
        prompts = json.loads((SAMPLE / "prompts.json").read_text())
        prompts["ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT"] = "Answer shortly."
        prompts["MEMORY_AGENT_SETTINGS"] = {scenario: "Remember." for scenario in SCENARIOS}
        for kind in ("UNIFIED", "CORE_ARCHIVAL"):
            prompts[f"MEMORY_BACKEND_INSTRUCTION_{kind}"] = "It holds {memory_content}."
        self.write("dataset/prompts.json", json.dumps(prompts))
        for scenario in SCENARIOS:
            self.lines_of(f"memory_prereq_conversation/memory_{scenario}.json", [])
        self.results = []  # of tools, as the model got them

    def lines_of(self, path, lines):
        target = self.dataset / "data" / path
        target.parent.mkdir(exist_ok=True)
        target.write_text("".join(json.dumps(line) + "\n" for line in lines))

    def ask_web(self, *calls):
        """A dataset whose web search entries make these calls, one each."""
        self.lines_of("BFCL_v4_web_search.json", [
            {"id": f"web_search_{i}", "involved_classes": ["WebSearchAPI"],
             "question": [[{"role": "user", "content": json.dumps(call)}]]}
            for i, call in enumerate(calls)])
        self.lines_of("possible_answer/BFCL_v4_web_search.json", [
            {"id": f"web_search_{i}", "ground_truth": ["Done"], "source": []}
            for i in range(len(calls))])
        self.lines_of("multi_turn_func_doc/web_search.json", [
            tool("search_engine_query", "keywords"), tool("fetch_url_content", "url", "mode")])

    def model(self, seen):
        last = seen.body["messages"][-1]
        if last["role"] == "tool":
            self.results.append(last["content"])
            return chat("Done.")
        try:
            return chat(None, [json.loads(last["content"])])
        except ValueError:
            return chat("Done.")

    def run_web(self, *arguments, category="web_search_base", code=0, model=None):
        with ScriptedServer(model or self.model) as server:
            begun = time.monotonic()
            usual = [part for name in ("--timeout", "--patience") if name not in arguments
                     for part in (name, 20)]
            out = self.run_program(
                "generate", "--model", "scripted", "--dataset", self.dataset, "--base-url", server.url,
                "--result-dir", self.folder / "result", "--test-category", category,
                *usual, *arguments, code=code, env={"SERPAPI_API_KEY": ""})
            self.seconds = time.monotonic() - begun
            self.asked = len(server.seen)
        return out + self.err

    def answered(self, name="agentic/BFCL_v4_web_search_base_result.json"):
        return self.ids(name) if self.path(name).exists() else []


class SearchFaults(ServicesCase):
    def test_429_for_ever_takes_one_patience_of_the_run(self):
        entries = 12
        self.ask_web(*[SEARCH] * entries)
        with ScriptedServer(lambda seen: Response("", status=429)) as search:
            out = self.run_web("--search", search.url + "/search", "--patience", 3, "--concurrency",
                               2, category="web_search_base,simple_python", code=1)
            self.assertIn("refuses to search (status 429)", out)
            self.assertLess(self.seconds, 60)
            self.assertLess(len(search.seen), 10 * entries)
        self.assertEqual(self.answered(), [])
        self.assertEqual(self.results, [])
        self.assertEqual(self.manifest()["run"]["missing"], entries)
        # Nobody else's entries wait for it, and the next run asks the rest.
        self.assertEqual(len(self.ids()), len(self.sample_ids("simple_python")))
        with ScriptedServer(lambda seen: FOUND) as search:
            self.run_web("--search", search.url + "/search")
        self.assertEqual(len(set(self.answered())), entries)
        self.assertIn("tea.example", self.results[0])

    def test_429_that_passes_is_not_seen_by_the_model(self):
        self.ask_web(SEARCH, SEARCH)
        with ScriptedServer(lambda seen: FOUND if seen.number > 2 else
                            Response("", status=429)) as search:
            self.run_web("--search", search.url + "/search")
        self.assertEqual(len(self.results), 2)
        self.assertNotIn("429", "".join(self.results))

    def test_a_wait_that_is_longer_than_patience_is_not_begun(self):
        self.ask_web(SEARCH)
        busy = Response("", status=429, headers=[("Retry-After", "3000")])
        with ScriptedServer(lambda seen: busy) as search:
            self.run_web("--search", search.url + "/search", code=1)
            self.assertEqual(len(search.seen), 1)
        self.assertEqual(self.answered(), [])

    def test_a_refused_key_ends_the_searches_at_once(self):
        self.ask_web(*[SEARCH] * 6)
        for status in (401, 402, 403, 404, 405):
            with ScriptedServer(lambda seen: Response("", status=status)) as search:
                out = self.run_web("--search", search.url + "/search", "--concurrency", 1, code=1)
                self.assertIn(f"refuses to search (status {status})", out)
                self.assertLessEqual(len(search.seen), 6)
        self.assertEqual(self.answered(), [])

    def test_a_service_that_fails_leaves_its_entries_for_another_run(self):
        self.ask_web(SEARCH)
        not_json, no_list = "not JSON", "no list of results"
        faults = [(Response("no", status=status), f"status {status}") for status in (500, 503)]
        faults += [(Response(body), reason) for body, reason in (
            (b"", not_json), (b"<html>", not_json), (b"[" * 100_000, not_json), (b"null", no_list),
            (b"\xff\xfe", not_json), (b'{"results": 7}', no_list), (b'{"error": "x"}', no_list),
            (b'{"results": [{"title": "Tea"}]}', "results without addresses"))]
        faults += [(lambda connection: None, "connection broken"),
                   (Response({"results": []}, cut=4), "connection broken"),
                   (Response("", delay=20), "timeout")]
        for fault, reason in faults:
            with self.subTest(reason), ScriptedServer(lambda seen: fault) as search:
                out = self.run_web("--search", search.url + "/search", "--retries", 1,
                                   "--timeout", 1, code=1)
                self.assertIn(f"1 without a result (1 search service: {reason})", out)
                self.assertEqual(len(search.seen), 2)
        self.assertEqual((self.results, self.answered()), ([], []))
        # One that passes is not noticed.
        with ScriptedServer(lambda seen: FOUND if seen.number else Response("", status=500)) as search:
            self.run_web("--search", search.url + "/search")
        self.assertEqual(len(self.answered()), 1)
        self.assertIn("tea.example", self.results[0])

    def test_what_concerns_one_search_is_shown_to_the_model(self):
        self.ask_web(SEARCH)
        for answer, code in ((Response({"detail": "too long"}, status=422), 1), (Response({"results": []}), 0)):
            with ScriptedServer(lambda seen: answer) as search:
                self.run_web("-o", "--search", search.url + "/search", code=code)
                self.assertEqual(len(search.seen), 1)
        self.assertIn("Failed to retrieve", self.results[0])
        self.assertEqual(self.results[1], "[]")

    def test_searches_that_are_all_rejected_are_told(self):
        self.ask_web(*[SEARCH] * 6)
        for status in (400, 413, 422):
            with ScriptedServer(lambda seen: Response({"detail": "no such field"}, status=status)) as search:
                out = self.run_web("-o", "--search", search.url + "/search", "--concurrency", 1, code=1)
                self.assertIn(f"Warning: no search succeeded: {search.url}", out)
                told = f"status {status}, no such field: 5 searches in a row. The model is shown these errors"
                self.assertEqual(" ".join(out.split()).count(told), 1, out)
        with ScriptedServer(lambda seen: Response("", status=400) if seen.number % 2 else FOUND) as search:
            self.assertNotIn("in a row", self.run_web("-o", "--search", search.url + "/search"))

    def test_a_search_service_leads_nowhere_else(self):
        self.ask_web(SEARCH)
        with ScriptedServer(lambda seen: FOUND) as other:
            away = Response("", status=302, headers=[("Location", other.url + "/search")])
            with ScriptedServer(lambda seen: away) as search:
                self.run_web("--search", search.url + "/search", code=None)
            self.assertEqual(other.seen, [])

    def test_nothing_leaves_without_being_allowed(self):
        self.ask_web(SEARCH)
        out = self.run_web(code=2)
        self.assertIn("skipped_no_network", out)
        self.assertIn("--enable-network", out)
        out = self.run_web("--enable-network", code=2)
        self.assertIn("skipped_no_credentials", out)
        self.assertIn("SERPAPI_API_KEY", out)


class PageFaults(ServicesCase):
    MODES = ("raw", "markdown", "truncate")

    def pages(self, script, arguments=("--allow-private",), modes=MODES, host="127.0.0.1"):
        """What the model got of a page in each mode, and the most memory that the run took."""
        self.results.clear()
        with ScriptedServer(script) as server, ScriptedServer(self.model) as model:
            url = f"http://{host}:{server.port}/page"
            self.ask_web(*[fetch(url, mode) for mode in modes])
            child = subprocess.Popen(
                [PROGRAM, "generate", "--model", "scripted", "--dataset", self.dataset,
                 "--base-url", model.url, "--result-dir", self.folder / "pages", "-o",
                 "--test-category", "web_search_base", "--search", server.url + "/search",
                 "--timeout", "20", "--concurrency", "1", *arguments],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            with child.stdout as stream:
                out = stream.read().decode()
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(child.returncode, 0, out)
            self.assertEqual(len(self.results), len(modes), out)
            self.reached = len(server.seen)
        return self.results, usage.ru_maxrss * 1024

    def test_large_pages_and_gzip_bombs_cost_no_memory(self):
        html = "text/html"
        _, usual = self.pages(lambda seen: Response("<p>Tea", content_type=html))
        self.assertEqual(sorted(self.results), ['{"content": "<p>Tea"}', '{"content": "Tea"}',
                                                '{"content": "Tea\\n\\n"}'])

        def large(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                               b"Content-Length: 52428800\r\n\r\n")
            for _ in range(50):
                connection.sendall(b"<p>x" * (1 << 18))
        bomb = gzip.compress(b"<p>x" * (50 << 20), 9)
        packed = [("Content-Encoding", "gzip")]
        for script in (lambda seen: large,
                       lambda seen: Response(bomb, headers=packed, content_type=html)):
            results, peak = self.pages(script)
            self.assertLess(peak, usual + MOST_MEMORY)
            for result in results:
                self.assertIn("larger than 10240 KiB", result)

    def test_pages_that_are_deep_or_full_of_tags(self):
        _, usual = self.pages(lambda seen: Response("<p>Tea", content_type="text/html"))
        for page in ("<div>" * 100_000 + "deep", "<ul><li>" * 100_000, "<table>" * 100_000,
                     "<b><a href='" * 100_000, "</p>" * 500_000, "&" * 1_000_000,
                     "<blockquote>" * 100_000 + "x", "<!--" * 300_000, "<" * 2_000_000):
            results, peak = self.pages(lambda seen: Response(page, content_type="text/html"))
            self.assertLess(peak, usual + 2 * MOST_MEMORY, page[:10])
            self.assertTrue(all(result.startswith("{") for result in results), page[:10])

    def test_redirects_for_ever(self):
        def script(seen):
            return Response("", status=302, headers=[("Location", f"/{seen.number}")])
        results, _ = self.pages(script, modes=("raw",))
        self.assertIn("more than 10 redirects", results[0])
        self.assertEqual(self.reached, 11)

    def test_a_page_of_this_machine_is_refused(self):
        name = socket.gethostname()
        try:
            resolved = socket.gethostbyname(name)
        except OSError:
            resolved = None
        hosts = ["127.0.0.1", "localhost", "2130706433", "127.1", "0x7f.1", "[::1]", "0.0.0.0",
                 "[::ffff:127.0.0.1]"]
        for host in hosts + ([name] if resolved else []):
            results, _ = self.pages(lambda seen: Response("secret"), arguments=(), modes=("raw",),
                                    host=host)
            self.assertIn("error", results[0])
            self.assertNotIn("secret", results[0])
            self.assertEqual(self.reached, 0, host)

    def test_silence_and_halves(self):
        for fault in (Response("<p>half a page", cut=6), lambda connection: None,
                      lambda connection: connection.sendall(b"SSH-2.0-what\r\n\r\n")):
            results, _ = self.pages(lambda seen: fault, modes=("raw",))
            self.assertIn("An error occurred while fetching", results[0])


class RecordingFaults(ServicesCase):
    def cassette(self):
        """A recording of one search, as --record leaves it beside its file."""
        self.ask_web(SEARCH)
        with ScriptedServer(lambda seen: FOUND) as search:
            self.service = search.url + "/search"
            self.run_web("--search", self.service, "--record", self.folder / "tape.jsonl")
        return self.folder / "tape.jsonl.cassette"

    def test_what_was_recorded_needs_no_network(self):
        cassette = self.cassette()
        shown = list(self.results)
        self.run_web("-o", "--search", self.service, "--cassette", cassette)
        self.assertEqual(self.results, shown * 2)

    def test_categories_that_were_skipped_are_skipped_in_the_replay(self):
        self.ask_web(SEARCH)
        tape, both = self.folder / "tape.jsonl", "web_search_base,simple_python"
        command = ("--dataset", self.dataset, "--model", "scripted", "--sample", "3", "--test-category", both,
                   "--base-url", "http://model.example/v1")
        for search in ((), ("--search", "http://127.0.0.1:1/search")):
            with self.subTest(search), ScriptedServer(self.model) as server:
                self.run_program("generate", *command[:-1], server.url, *search, "--record", tape, "--result-dir",
                                 self.folder / f"live{len(search)}", "--patience", "1", "--retries", "0", code=None)
                self.assertEqual("web_search_base is skipped" in self.out + self.err, not search)
                live = self.out
            self.run_program("generate", *command, *search, "--replay", tape, "--result-dir",
                             self.folder / f"replay{len(search)}", "--replay-strict", "no", code=None)
            self.assertEqual("web_search_base is skipped" in self.out + self.err, not search)
            if not search:
                self.assertIn("3 of 3 entries generated", live)
                self.assertIn("3 of 3 entries generated", self.out)
            tape.unlink()

    def test_a_cassette_that_is_cut_is_named(self):
        cassette = self.cassette()
        whole = cassette.read_bytes()
        for cut in (b"", whole[:len(whole) // 2], whole[:-3], whole + whole[:60]):
            cassette.write_bytes(cut)
            out = self.run_web("-o", "--search", "http://127.0.0.1:1/search", "--cassette",
                               cassette, code=2 if cut else None)
            if cut:
                self.assertRegex(out, "tape.jsonl.cassette: .*line [12]: invalid or truncated JSON")
                self.assertEqual(self.asked, 0)

    def test_what_a_recording_lacks_ends_its_entry(self):
        cassette = self.cassette()
        self.ask_web(fetch("https://tea.example/", "raw"))
        before = self.lines("agentic/BFCL_v4_web_search_base_result.json")
        out = self.run_web("-o", "--cassette", cassette, code=1)
        self.assertIn("1 without a new result", out)
        # What was there stays.
        self.assertEqual(self.lines("agentic/BFCL_v4_web_search_base_result.json"), before)
        notes = json.dumps(self.notes())
        self.assertIn("skipped_not_in_cassette", notes)
        self.assertIn("tea.example", notes)


class SnapshotFaults(ServicesCase):
    FUNCTIONS = {"kv": ("core_memory_add", {"key": "tea", "value": "green"}),
                 "rec_sum": ("memory_append", {"text": "green tea"}),
                 "vector": ("core_memory_add", {"text": "green tea"})}
    READS = {"kv": ("core_memory_retrieve_all", {}), "rec_sum": ("memory_retrieve", {}),
             "vector": ("core_memory_retrieve", {"query": "tea"})}

    def test_an_embeddings_server_that_fails_leaves_its_entries_for_another_run(self):
        self.ask_memory("vector")
        rows = {"data": [{"embedding": [1, 0]}, {"embedding": [1, 0]}]}
        wrong = "malformed response"
        faults = [(Response("no", status=status), f"status {status}") for status in (400, 404, 500)]
        faults += [(Response(body), wrong) for body in (
            b"{", b'{"data": []}', b'{"data": [{"embedding": [NaN]}]}', b'{"data": [{"a": 1}]}')]
        faults += [(Response("", status=401), "status 401"), (Response("", delay=20), "timeout")]
        for fault, reason in faults:
            with self.subTest(reason), ScriptedServer(lambda seen: fault) as server:
                out = self.run_web("--embeddings", server.url + "/v1/embeddings", "--retries", 1,
                                   "--timeout", 3, category="memory_vector", code=1)
                self.assertIn(f"1 embeddings server: {reason}", out)
                lasting = reason in ("status 400", "status 401", "status 404")
                self.assertEqual(len(server.seen), 1 if lasting else 2)
        self.assertEqual(self.results, ['{"id": 0}'] * 5)  # of the conversations before it
        busy = Response("", status=429)
        with ScriptedServer(lambda seen: rows if seen.number > 1 else busy) as server:
            self.run_web("--embeddings", server.url + "/v1/embeddings", category="memory_vector")
        self.assertIn("green", self.results[-1])

    def test_embeddings_of_several_sizes(self):
        self.ask_memory("vector", entries=2)

        def grows(seen):
            return {"data": [{"embedding": [1] * (seen.number + 1)} for _ in seen.body["input"]]}
        with ScriptedServer(grows) as server:
            out = self.run_web("--embeddings", server.url + "/v1/embeddings", "--retries", 1,
                               category="memory_vector", code=1)
        self.assertIn("1 embeddings server: malformed response", out)
        # Which request comes first is up to the machine.
        sizes = re.search(r"embeddings of (\d+) components, earlier ones have (\d+)", out)
        self.assertTrue(sizes and sizes[1] != sizes[2], out)

    def ask_memory(self, kind, entries=1):
        for scenario in SCENARIOS:
            turns = [[{"role": "user", "content": json.dumps(self.FUNCTIONS[kind])}]]
            self.lines_of(f"memory_prereq_conversation/memory_{scenario}.json", [
                {"id": f"memory_prereq_0-{scenario}-0", "topic": "Tea", "question": turns,
                 "involved_classes": ["MemoryAPI"], "scenario": scenario}])
        self.lines_of("BFCL_v4_memory.json", [
            {"id": f"memory_{i}-customer-{i}", "involved_classes": ["MemoryAPI"],
             "scenario": "customer",
             "question": [[{"role": "user", "content": json.dumps(self.READS[kind])}]]}
            for i in range(entries)])
        self.lines_of("possible_answer/BFCL_v4_memory.json", [
            {"id": f"memory_{i}-customer-{i}", "ground_truth": ["Done"], "source": ""}
            for i in range(entries)])
        self.lines_of(f"multi_turn_func_doc/memory_{kind}.json", [
            tool(self.FUNCTIONS[kind][0], "key", "value", "text"),
            tool(self.READS[kind][0], "query")])

    def snapshots(self):
        return sorted((self.folder / "result").rglob("*memory_snapshot*/**/*.json"))

    def test_damaged_snapshots(self):
        for kind in ("kv", "rec_sum"):
            self.ask_memory(kind)
            category = f"memory_{kind}"
            shutil.rmtree(self.folder / "result", ignore_errors=True)
            self.results.clear()
            self.run_web(category=category)
            self.assertTrue(any("green" in result for result in self.results), self.results)
            entries = [path for path in (self.folder / "result").rglob("*_result.json")
                       if "prereq" not in path.name]
            self.assertEqual(len(entries), 1)
            self.assertTrue(self.snapshots())
            whole = {path: path.read_bytes() for path in self.snapshots()}
            longest = max(whole.values(), key=len)
            unreadable = (b"", b"{", longest[:len(longest) // 2], b"[" * 100_000, b"\xff\xfe\x00",
                          b'{"a": ' * 100_000, b"null", b"7", b"[]", b'"text"')
            for damage in unreadable + (b'{"core_memory": 7}', b'{"archival_memory": []}',
                                        b'{"memory": [[]]}', b"{}"):
                for path in whole:
                    path.write_bytes(damage)
                entries[0].unlink(missing_ok=True)
                self.results.clear()
                out = self.run_web(category=category, code=None)
                self.assertLess(self.seconds, 60)
                self.assertNotIn("green", "".join(self.results))
                self.assertIn(self.status, (0, 1), (damage[:20], out))
                if damage in unreadable:
                    # Nobody is asked without the memory, and the entry is left for another run.
                    self.assertEqual((self.status, self.asked), (1, 0), (damage[:20], out))
                    self.assertFalse(entries[0].exists())
                    self.assertIn("memory is malformed", json.dumps(self.notes()))


if __name__ == "__main__":
    main()

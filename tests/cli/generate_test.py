"""`bfclx generate` against a scripted server: results, resume, recordings, options."""

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import PROGRAM, SAMPLE, Case, main  # noqa: E402
from scripted_server import Response, ScriptedServer, chat, first_tool  # noqa: E402

KEY = "sk-very-secret-0123456789"
QUICK = (("--patience", 20), ("--timeout", 20))


class GenerateCase(Case):
    def generate(self, *arguments, server=None, code=0, env=None, model="scripted", category="all",
                 result="result", dataset=SAMPLE):
        options = ["--dataset", dataset, "--result-dir", self.folder / result]
        for option, value in QUICK:
            options += [] if option in arguments or "--replay" in arguments else [option, value]
        if category and "--run-ids" not in arguments:
            options += ["--test-category", category]
        if server is not None:
            options += ["--base-url", server.url]
        return self.run_program("generate", "--model", model, *options, *arguments, code=code,
                                env={"BFCLX_TEST_KEY": KEY, **(env or {})})

    def keyed(self, *arguments, **keywords):
        return self.generate("--api-key-env", "BFCLX_TEST_KEY", *arguments, **keywords)

    def path(self, name="non_live/BFCL_v4_simple_python_result.json", model="scripted",
             result="result"):
        return self.folder / result / model / name

    def lines(self, *arguments, **keywords):
        path = self.path(*arguments, **keywords)
        return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]

    def ids(self, *arguments, **keywords):
        return [line["id"] for line in self.lines(*arguments, **keywords)]

    @staticmethod
    def sample_ids(category):
        path = SAMPLE / "data" / f"BFCL_v4_{category}.json"
        return [json.loads(line)["id"] for line in path.read_text("utf-8").splitlines()]

    def manifest(self):
        return json.loads(self.path("bfclx_manifest.json").read_text())

    def notes(self):
        return self.lines("bfclx_entries.jsonl")

    def certificate(self, begins, ends):
        """A self-signed certificate for 127.0.0.1 and its key, valid between two years."""
        folder = self.folder / f"tls-{begins}"
        folder.mkdir()
        (folder / "index").touch()
        (folder / "serial").write_text("01")
        (folder / "ca.cnf").write_text(
            "[ca]\ndefault_ca=one\n[one]\ndatabase=index\nserial=serial\nnew_certs_dir=.\n"
            "default_md=sha256\npolicy=any\nx509_extensions=names\n[any]\ncommonName=supplied\n"
            "[names]\nsubjectAltName=IP:127.0.0.1\n")
        for command in (
                "req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem"
                " -out request.pem -subj /CN=localhost",
                "ca -batch -config ca.cnf -selfsign -keyfile key.pem -in request.pem -notext"
                f" -out certificate.pem -startdate {begins}0101000000Z -enddate {ends}0101000000Z"):
            done = subprocess.run(["openssl", *command.split()], cwd=folder, capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        return str(folder / "certificate.pem"), str(folder / "key.pem")

    @staticmethod
    def trusting(certificate):
        return dict.fromkeys(("SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE"), certificate[0])

    def dataset_of(self, entries):
        """The sample with that many entries of simple_python, each with a tool of its own."""
        questions, answers = [], []
        for i in range(entries):
            doc = {"name": f"f{i}", "description": "d", "parameters": {
                "type": "dict", "properties": {"x": {"type": "integer"}}, "required": ["x"]}}
            questions.append({"id": f"simple_python_{i}", "function": [doc],
                              "question": [[{"role": "user", "content": "One."}]]})
            answers.append({"id": f"simple_python_{i}", "ground_truth": [{f"f{i}": {"x": [1]}}]})
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset, ignore=shutil.ignore_patterns("results"))
        for name, rows in (("", questions), ("possible_answer/", answers)):
            self.write(f"dataset/data/{name}BFCL_v4_simple_python.json",
                       "".join(json.dumps(row) + "\n" for row in rows))
        return dataset

    def kill_when(self, condition, *arguments):
        """Starts the program, and ends it for good as soon as something is so."""
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            self.wait_for(condition)
        finally:
            process.kill()
            process.wait()

    def wait_for(self, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, "waited for nothing")
            time.sleep(0.01)

    def no_key_anywhere(self):
        self.is_nowhere(KEY)


class Generate(GenerateCase):
    def test_every_category_of_the_sample_in_the_official_form(self):
        with ScriptedServer() as server:
            self.keyed(server=server)
            self.assertTrue(all(seen.headers["authorization"] == f"Bearer {KEY}"
                                for seen in server.seen))
        self.no_key_anywhere()
        for path in (SAMPLE / "data").glob("BFCL_v4_*.json"):
            category = path.name[len("BFCL_v4_"):-len(".json")]
            if category == "format_sensitivity":
                continue
            found = list((self.folder / "result" / "scripted").rglob(f"BFCL_v4_{category}_result.json"))
            self.assertEqual(len(found), 1, category)
            wanted = [json.loads(line)["id"] for line in path.read_text("utf-8").splitlines()]
            got = [json.loads(line)["id"] for line in found[0].read_text("utf-8").splitlines()]
            self.assertEqual(sorted(got), sorted(wanted), category)
        for line in self.lines():
            self.assertEqual(list(line), ["id", "result", "input_token_count", "output_token_count",
                                          "latency"])
        self.assertEqual(self.manifest()["run"]["missing"], 0)
        self.assertEqual(self.manifest()["settings"]["mode"], "fc")
        self.assertEqual(self.notes()[0]["steps"][0]["usage"]["prompt_tokens"], 100)
        self.check(self.folder / "result" / "scripted")

    def test_says_what_it_found(self):
        with ScriptedServer(models=("a", "b")) as server:
            self.generate(server=server, category="simple_python")
        self.assertIn("has a, b (scripted); using the chat API with tools", self.err)
        self.assertIn("the server lists no model scripted", self.err)

    def test_what_is_done_is_kept(self):
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python")
            asked = len(server.seen)
            before = self.path().read_bytes()
            self.generate(server=server, category="simple_python")
            self.assertEqual(len(server.seen), asked)
            self.assertEqual(self.path().read_bytes(), before)
            self.generate("-o", server=server, category="simple_python")
            self.assertEqual(len(server.seen), 2 * asked)
            self.assertEqual(sorted(self.ids()), sorted(json.loads(line)["id"]
                                                        for line in before.splitlines()))

    def test_transport_errors_of_the_official_program_are_asked_again(self):
        ids = self.sample_ids("simple_python")
        lines = [{"id": ids[0], "result": "Error during inference: Connection error.",
                  "traceback": "x"},
                 {"id": ids[1], "result": "Error during inference: Error code: 400 - no",
                  "traceback": "x"},
                 {"id": ids[2], "result": "kept"}]
        self.write("result/scripted/non_live/BFCL_v4_simple_python_result.json",
                   "".join(json.dumps(line) + "\n" for line in lines))
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python", code=1)
            self.assertEqual(len(server.seen), len(ids) - 2)
        self.assertIn("1 result is a generation error", self.out)
        got = {line["id"]: line["result"] for line in self.lines()}
        self.assertEqual(self.ids(), sorted(ids, key=lambda id: int(id.rsplit("_", 1)[1])))
        self.assertEqual(got[ids[2]], "kept")
        self.assertTrue(got[ids[1]].startswith("Error during inference"))
        self.assertFalse(str(got[ids[0]]).startswith("Error during inference"))

    def test_a_cut_last_line_is_mended(self):
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python")
            whole = self.path().read_bytes()
            ids = self.ids()
            self.path().write_bytes(whole[:-40])
            self.generate(server=server, category="simple_python")
            self.assertEqual(self.ids(), ids)
            self.path().write_bytes(whole[:-1])  # only the line end is missing
            asked = len(server.seen)
            self.generate(server=server, category="simple_python")
            self.assertEqual(len(server.seen), asked)
            self.assertEqual(self.path().read_bytes(), whole)

    def test_a_record_can_be_replayed(self):
        record = self.folder / "record.jsonl"
        with ScriptedServer() as server:
            self.keyed("--record", record, "--order", "official", server=server,
                       category="simple_python,multi_turn_base")
        self.no_key_anywhere()
        self.generate("--replay", record, result="bare", code=None)
        self.generate("--replay", self.folder / "nope", result="none", code=2)
        self.assertFalse((self.folder / "none").exists())
        self.assertIsNone(json.loads(self.path("bfclx_manifest.json", result="bare").read_text())["server"]["address"])
        self.generate("--replay", record, "--base-url", "http://offline/v1", result="again",
                      category="simple_python,multi_turn_base")
        self.assertEqual([line["result"] for line in self.lines()],
                         [line["result"] for line in self.lines(result="again")])
        # Another request than the recorded one is named, with its place.
        self.generate("--replay", record, "--base-url", "http://offline/v1", "--temperature", 0.5,
                      result="other", category="simple_python", code=1)
        self.assertIn("body.temperature: recorded 0.001, asked 0.5", self.out)
        run = json.loads(self.path("bfclx_manifest.json", result="other").read_text())["run"]
        self.assertEqual(run["missing"], run["asked"])
        self.assertEqual(run["missing_reasons"], {"no response": 1, "not requested": run["asked"] - 1})
        self.generate("--replay", record, "--base-url", "http://offline/v1", "--temperature", 0.5,
                      "--replay-strict", "no", result="counted", category="simple_python", code=0)
        self.assertIn("differences from the recording", self.out)

    def test_a_sample_takes_every_category_and_the_same_entries(self):
        with ScriptedServer() as server:
            self.generate("--sample", 20, "--seed", 7, server=server, category=None)
            first = {path.name: path.read_bytes().count(b"\n")
                     for path in (self.folder / "result").rglob("*_result.json")}
            self.generate("--sample", 20, "--seed", 7, server=server, category=None, result="two")
        second = {path.name: path.read_bytes().count(b"\n")
                  for path in (self.folder / "two").rglob("*_result.json")}
        self.assertEqual(first, second)
        self.assertEqual(sum(first.values()), 20)
        self.assertGreaterEqual(len(first), 10)
        self.assertEqual(self.manifest()["settings"]["sample"]["seed"], 7)

    def test_every_table_of_a_sample_says_so(self):
        told = "a sample of 20 entries (seed 7)"
        with ScriptedServer() as server:
            self.assertIn(told, self.generate("--sample", 20, "--seed", 7, server=server,
                                              category=None))
        results, rest = self.folder / "result" / "scripted", ("--dataset", SAMPLE)
        for command in ("score", "doctor"):
            self.run_program(command, results, *rest)
            self.assertIn(told, self.out + self.err, command)
            self.assertIn(told, self.run_program(command, results, *rest, "--format", "json"))
        self.run_program("report", results, *rest, "-o", self.folder / "report.html")
        self.assertIn(told, (self.folder / "report.html").read_text("utf-8"))
        self.run_program("compare", results, SAMPLE / "results" / "good-model", *rest, code=None)
        self.assertIn(told, self.out + self.err)
        models = json.loads((SAMPLE / "models.json").read_text())
        models["models"]["scripted"] = models["models"]["good-model"]
        self.run_program("evaluate", "--result-dir", self.folder / "result", "--score-dir",
                         self.folder / "score", "--partial-eval", "--models",
                         self.write("more.json", json.dumps(models)), *rest, code=None)
        self.assertIn(told, self.out + self.err)
        # What is no sample is not told to be one.
        (results / "bfclx_manifest.json").write_text('{"settings": {"sample": null}}')
        self.run_program("score", results, *rest)
        self.assertNotIn("a sample of", self.out + self.err)

    def test_run_ids(self):
        one = self.sample_ids("simple_python")[1]
        other = self.sample_ids("multiple")[0]
        chosen = self.write("ids.json", json.dumps({"simple_python": [one], "simple_java": []}))
        with ScriptedServer() as server:
            self.generate("--run-ids", chosen, server=server)
        self.assertEqual(self.ids(), [one])
        self.write("test_case_ids_to_generate.json", json.dumps({"multiple": [other]}))
        with ScriptedServer() as server:
            self.run_program("generate", "--model", "scripted", "--base-url", server.url,
                             "--dataset", SAMPLE, "--run-ids",
                             env={"BFCL_PROJECT_ROOT": str(self.folder)})
        self.assertEqual(self.ids("non_live/BFCL_v4_multiple_result.json"), [other])

    def test_nothing_is_asked_on_a_dry_run(self):
        with ScriptedServer() as server:
            out = self.keyed("--dry-run", server=server, category="simple_python")
            self.assertEqual(server.seen, [])
        self.assertIn("5 entries into", out)
        self.assertIn("First request:", out)
        self.assertFalse((self.folder / "result").exists())
        self.no_key_anywhere()

    def test_official_names_of_server_and_threads(self):
        with ScriptedServer() as server:
            self.generate("--num-threads", 1, "--api", "chat", category="simple_python",
                          env={"REMOTE_OPENAI_BASE_URL": server.url + "/v1",
                               "REMOTE_OPENAI_API_KEY": KEY})
            self.assertEqual(server.most_under_way, 1)
            self.assertEqual(server.seen[0].headers["authorization"], f"Bearer {KEY}")
        self.no_key_anywhere()

    def test_extra_members_headers_and_bounds(self):
        with ScriptedServer() as server:
            self.generate("--extra-body", '{"seed": 3}', "--header", "X-Team: blue",
                          "--max-tokens", 99, "--temperature", 0.7, server=server,
                          category="simple_java")
            body = server.seen[0].body
        self.assertEqual((body["seed"], body["temperature"]), (3, 0.7))
        self.assertIn(99, (body.get("max_tokens"), body.get("max_completion_tokens")))
        self.assertEqual(server.seen[0].headers["x-team"], "blue")

    def test_a_proxy_of_the_environment(self):
        with ScriptedServer() as proxy, ScriptedServer() as server:
            far = {"model": "scripted", "category": "simple_python"}
            self.generate("--base-url", "http://models.invalid/v1", **far,
                          env={"http_proxy": proxy.url})
            self.assertEqual({seen.path for seen in proxy.seen},
                             {"http://models.invalid/v1/chat/completions"})
            asked = len(proxy.seen)
            self.generate("-o", "--base-url", "http://models.invalid/v1", **far, code=2,
                          env={"http_proxy": proxy.url, "NO_PROXY": ".other,models.invalid"})
            self.assertIn("unknown host name", self.err)
            # What is on this machine needs none.
            self.generate("-o", server=server, **far, env={"http_proxy": proxy.url})
            self.assertEqual((len(proxy.seen), len(server.seen)), (asked, asked))

    def test_many_conversations_are_under_way_at_once(self):
        slow = lambda seen: Response(first_tool(seen), delay=0.5)  # noqa: E731
        with ScriptedServer(slow) as server:
            self.generate("--concurrency", 40, server=server)
            self.assertGreater(server.most_under_way, 20)

    def test_connections_that_nothing_needs_any_more_are_closed_before_the_end(self):
        entries = len(self.sample_ids("simple_python"))
        left = []

        def script(seen):
            self.wait_for(lambda: server.most_under_way == entries)  # a connection each
            time.sleep(0.2 * seen.number)
            if seen.number == entries - 1:
                self.wait_for(lambda: server.connections() < entries - 1)
                left.append(server.connections())
            return first_tool(seen)
        with ScriptedServer(script) as server:
            self.generate("--concurrency", entries, server=server, category="simple_python")
        self.assertEqual(len(left), 1)


class GenerateUsage(GenerateCase):
    def fails(self, *arguments, says, env=None, **keywords):
        self.generate(*arguments, code=2, env=env, **keywords)
        self.assertIn(says, self.err)

    def test_wrong_usage_is_named(self):
        self.fails(says="give the server's address with --base-url", model="no-such-model")
        self.fails(says="not in the registry. Did you mean good-model? For a model outside", model="good-modle")
        self.fails("--base-url", "http://127.0.0.1:1", says="Start the server, or check --base-url", category="simple_java")
        self.fails("--base-url", "http://no-such-host.invalid", says="unknown host name",
                   category="simple_java")
        self.fails("--base-url", "http://127.0.0.1:1", category="simple_pythn", says="simple_python")
        with ScriptedServer() as server:
            self.fails("--api", "chut", says="unknown API", server=server, category="simple_java")
            self.fails("--concurrency", "many", says="takes auto or a number", server=server)
            self.fails("--extra-body", "[1]", says="--extra-body takes a JSON object",
                       server=server)
            self.fails("--api-key-env", "NO_SUCH_VARIABLE", says="the variable is not set", server=server)
            self.fails("--api-key-file", self.folder / "none", says="none", server=server)
            self.fails("--header", "nonsense", says="--header: expected", server=server)
            self.assertEqual(server.seen, [])


class Run(GenerateCase):
    def run_model(self, server, *arguments, code=0, category="single_turn"):
        return self.run_program("run", "--model", "scripted", "--base-url", server.url, "--dataset",
                                SAMPLE, "--result-dir", self.folder / "result", "--test-category",
                                category, *arguments, code=code)

    def test_scores_while_it_goes_and_tells_at_the_end(self):
        with ScriptedServer() as server:
            out = self.run_model(server)
        total = len(self.ids())
        self.assertRegex(out, r"total \d+, passed \d+, failed \d+, skipped 0")
        self.assertIn("simple_python", out)
        self.assertGreater(total, 0)
        passed = int(out.split("passed ")[1].split(",")[0])
        report = self.check_json(self.folder / "result" / "scripted")
        right = sum(row["right"] for row in report["models"][0]["categories"])
        self.assertEqual(passed, right)

    def test_the_whole_is_no_sample(self):
        for option, value in (("--sample", 3), ("--test-category", "live")):
            self.run_program("run", "--model", "m", "--base-url", "http://127.0.0.1:1", "--full",
                             option, value, code=2)
            self.assertIn("cannot be used together", self.err)

    def test_problems_are_told_once(self):
        with ScriptedServer() as server:
            self.run_model(server, "--sample", 6)
        self.assertEqual(self.err.count("bfclx_manifest.json: these results are a sample of "), 1, self.err)

    def test_the_report_is_over_the_ids_that_were_named(self):
        ids = self.sample_ids("simple_python")[:2]
        for chosen in ("\n".join(ids), json.dumps({"simple_python": ids})):
            with ScriptedServer() as server:
                out = self.run_model(server, "--run-ids", self.write("two.ids", chosen))
            self.assertNotIn("missing", out)
            self.assertIn("entries  only the 2 in --run-ids", out)
            self.assertEqual(out.count("total 2, passed "), 1)

    def test_goes_on_with_what_was_scored_before(self):
        with ScriptedServer() as server:
            self.run_model(server, category="simple_python")
            first = self.out.split("total ")[1].split("\n")[0]
            asked = len(server.seen)
            self.run_model(server, category="simple_python")
            self.assertEqual(len(server.seen), asked)
            self.assertEqual(self.out.split("total ")[1].split("\n")[0], first)

    def test_what_has_no_response_is_missing_and_not_failed(self):
        page = Response("no", status=500)
        with ScriptedServer(lambda seen: page if seen.number == 2 else first_tool(seen)) as server:
            out = self.run_model(server, "--retries", 0, "--concurrency", 1,
                                 category="simple_python", code=1)
        self.assertEqual(out.count("skipped 0, missing 1"), 1, out)

    def test_the_doctor_knows_what_the_server_said(self):
        silent = chat("", finish_reason="length", extra={"reasoning_content": "Let me think."})
        with ScriptedServer(lambda seen: silent if seen.number % 2 else first_tool(seen)) as server:
            out = self.run_model(server, "--concurrency", 1, category="simple_python")
        self.assertIn("token_limit, 2: simple_python 2", out)
        folder = self.folder / "result" / "scripted"
        told = self.run_program("doctor", folder, "--dataset", SAMPLE)
        self.assertIn("token_limit, 2: simple_python 2", told)
        self.assertIn("--max-tokens", told)
        # Without our own notes the reasoning alone is left to tell, which takes three entries.
        (folder / "bfclx_entries.jsonl").unlink()
        self.assertNotIn("token_limit", self.run_program("doctor", folder, "--dataset", SAMPLE))

    def test_a_terminal_sees_the_table(self):
        def answers(seen):
            return Response(chat("No."), status=500) if seen.number == 1 else Response(
                chat("[f(x=1)]"), delay=1.8)
        with ScriptedServer(answers) as server:
            shown = self.on_terminal("run", "--model", "good-model", "--base-url", server.url,
                                     "--models", SAMPLE / "models.json", "--dataset", SAMPLE,
                                     "--result-dir", self.folder / "result", "--retries", "0",
                                     "--test-category", "simple_python,irrelevance",
                                     "--concurrency", "2", env={}, code=1)
        text = re.sub(rb"\x1b\[[0-9;]*[A-Za-z]", b"", shown).decode()
        text = re.sub(r"\r\n    (?=\S)", " ", text)  # a row that goes on in the next one
        for part in (r"simple_python +[1-9] of +\d+ scored +0\.0 % +0\.0 to +\d+\.\d",
                     r"irrelevance +[1-9] of +\d+ scored +\d+\.\d % +\d+\.\d to +\d+\.\d",
                     r"1 without a response", r"failed: [1-9]\d* \w+[:\w]*",
                     r"\d+ of \d+ generated, [12] in flight \(of [12]\), \d+ tokens/s, [\d.]+ entries/min, \d+ s left, "
                     r"\$0\.00 of about \$0\.00"):
            self.assertRegex(text, part)


if __name__ == "__main__":
    main()

"""Options of `bfclx generate` and `bfclx run` that keep their official meaning, and those that end early.

    python3 tests/cli/generate_options_test.py build/release/tools/bfclx [Suite]
"""

import json
import os
import signal
import socket
import subprocess
import threading
import time

from cli_case import PROGRAM, SAMPLE, main
from generate_test import GenerateCase
from scripted_server import Response, ScriptedServer, first_tool

EPISODES = "multi_turn/BFCL_v4_multi_turn_base_result.json"
TEXT = {"choices": [{"text": "[f(a=1)]", "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1}}


class GenerateOptions(GenerateCase):
    def test_options_of_servers_that_the_official_program_starts(self):
        arguments = ("--backend", "vllm", "--num-gpus", 2, "--gpu-memory-utilization", 0.9, "--enable-lora",
                     "--max-lora-rank", 8, "--lora-modules", "a=b")
        with ScriptedServer() as server:
            self.generate(*arguments, server=server, category="simple_python")
        self.assertIn("--backend, --num-gpus, --gpu-memory-utilization, --enable-lora, --max-lora-rank, --lora-modules: "
                      "no effect with --base-url, because no server is started", " ".join(self.err.split()))

    def test_a_folder_that_cannot_be_written(self):
        with ScriptedServer() as server:
            self.run_program("generate", "--model", "m", "--dataset", SAMPLE, "--base-url", server.url,
                             "--result-dir", "/sys/result", "--test-category", "simple_python", code=2)
        self.assertRegex(self.err, "cannot be written: [A-Z][a-z -]+; --result-dir names another folder")

    def test_format_sensitivity_needs_prompts(self):
        needs = "format_sensitivity needs --mode prompt"
        with ScriptedServer() as server:
            self.generate(server=server, category="format_sensitivity", code=2)
            self.assertIn(f"nothing to generate: skipped_unsupported: {needs}", self.err)
            self.assertEqual(server.seen, [])
            self.generate(server=server)
            self.assertIn(f"format_sensitivity is skipped (skipped_unsupported): {needs}", self.err)
            self.assertIn(needs, self.generate("--dry-run", server=server))
            self.generate("--mode", "prompt", "--dry-run", server=server, result="prompts")
            self.assertNotIn(needs, self.out + self.err)

    def completions(self, *arguments, env=None):
        return self.generate("--api", "completions", "--format", "qwen", *arguments,
                             category="simple_java", env=env)

    def test_the_official_variables_say_where_the_server_is(self):
        with ScriptedServer(lambda seen: TEXT) as server:
            self.completions("--local-model-path", "/models/of/mine", "--context", 5000,
                             env={"LOCAL_SERVER_ENDPOINT": "127.0.0.1", "LOCAL_SERVER_PORT": str(server.port)})
            asked = [seen for seen in server.seen if seen.path == "/v1/completions"]
            self.assertTrue(asked)
            self.assertTrue(all(seen.body["model"] == "/models/of/mine" for seen in asked))
            self.assertTrue(all(0 < seen.body["max_tokens"] <= 4096 for seen in asked))
        self.assertIn("max_tokens comes from an estimate", self.err)

    def test_what_only_completions_has_is_refused_of_other_protocols(self):
        for option in (("--format", "qwen"), ("--context", 5000)):
            for api in ((), ("--api", "chat"), ("--api", "anthropic")):
                with self.subTest(option=option, api=api), ScriptedServer() as server:
                    self.generate(*api, *option, server=server, category="simple_java", code=2)
                    self.assertEqual([seen for seen in server.seen if seen.method == "POST"], [])
                    self.assertRegex(self.err, f"{option[0]} has an effect only with --api completions; "
                                               f"scripted is queried over (chat|anthropic)\n$")

    def test_any_model_is_asked_over_every_protocol(self):
        for api in ("chat", "responses", "anthropic", "gemini", "mistral", "cohere", "bedrock"):
            for mode in ("fc", "prompt"):
                if (api, mode) == ("cohere", "prompt"):
                    continue  # its official handler knows tools alone
                with self.subTest(api=api, mode=mode), ScriptedServer(lambda seen: {}) as server:
                    out = self.generate("--api", api, "--mode", mode, "--retries", 0, server=server, code=None,
                                        category="simple_java", result=f"{api}-{mode}", model="my-model",
                                        env={"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"})
                    self.assertNotIn("no decoder", out + self.err)
                    self.assertTrue([seen for seen in server.seen if seen.method == "POST"], out + self.err)

    def test_stopping_while_the_server_is_probed_is_no_wrong_usage(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            process = subprocess.Popen(
                [PROGRAM, "generate", "--model", "m", "--base-url", url, "--dataset", SAMPLE, "--test-category",
                 "simple_java", "--result-dir", self.folder / "probed"], stderr=subprocess.PIPE, text=True)
            with silent.accept()[0]:
                process.send_signal(signal.SIGTERM)
                _, told = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, told)
        self.assertIn("stopped before the server had responded", told)

    def test_unknown_ids_are_named(self):
        ids = self.write("ids.json", json.dumps({"simple_java": [self.sample_ids("simple_java")[0], "simple_java_4000"]}))
        with ScriptedServer() as server:
            self.generate("--run-ids", ids, server=server, category=None)
            self.assertIn("--run-ids: 1 unknown id is skipped (simple_java_4000)", self.err)
            self.generate("--run-ids", ids, "--test-category", "live", server=server, category=None)
            self.assertIn("--run-ids: --test-category is ignored", self.err)

    def test_an_empty_body_is_named(self):
        for status in (200, 204):
            with ScriptedServer(lambda seen: Response(b"", status=status)) as server:
                self.generate("--retries", 0, server=server, category="simple_java", code=1, result=f"empty{status}")
            self.assertIn(f"the response (status {status}) has an empty body", self.out + self.err)
            self.assertNotIn("Expecting value", self.out + self.err)

    def test_an_html_page_is_named(self):
        page = "<!DOCTYPE html>\n<html><head><title>Sign in\x1b[31m to\n Corp</title></head>" + "x" * 10000
        for options in ((), ("--stream",)):
            with ScriptedServer(lambda seen: Response(page, content_type="text/html")) as server:
                self.generate("--api", "chat", "--retries", 0, *options, server=server, category="simple_java", code=1,
                              result=f"html{len(options)}")
            said = " ".join((self.out + self.err).split())
            self.assertIn('is an HTML page ("Sign in [31m to Corp"), not JSON. Check the address of the server, and '
                          'whether a proxy or a login page responds instead', said)
            self.assertNotIn("Expecting value", said)

    def test_a_small_sample_says_how_many_entries_it_has(self):
        with ScriptedServer() as server:
            out = self.generate("--sample", 3, "--seed", 7, server=server, category=None)
        lines = sum(path.read_bytes().count(b"\n") for path in (self.folder / "result").rglob("*_result.json"))
        self.assertGreater(lines, 3)
        said = f"a sample of {lines} entries (seed 7)"
        self.assertIn(f"This is {said}", out)
        self.run_program("score", self.folder / "result" / "scripted", "--dataset", SAMPLE)
        self.assertIn(said, self.err)
        registry = self.write("models.json", json.dumps({"models": {"scripted": {
            "model_name": "scripted", "display_name": "Scripted", "url": "", "org": "", "license": "",
            "handler": "OpenAICompletionsHandler", "is_fc_model": True, "underscore_to_dot": False}}}))
        self.run_program("evaluate", "--result-dir", self.folder / "result", "--score-dir", self.folder / "score",
                         "--models", registry, "--partial-eval", "--dataset", SAMPLE, code=None)
        self.assertIn(said, self.out + self.err)

    def test_a_server_that_is_still_starting_is_waited_for(self):
        first = ScriptedServer()
        port = first.port
        first.close()
        late = []

        def start():
            time.sleep(2)
            late.append(ScriptedServer(lambda seen: TEXT, port=port))
        thread = threading.Thread(target=start)
        thread.start()
        try:
            self.completions("--skip-server-setup", env={"LOCAL_SERVER_ENDPOINT": "127.0.0.1",
                                                         "LOCAL_SERVER_PORT": str(port)})
            self.assertTrue(late[0].seen)
        finally:
            thread.join()
            late[0].close()

    def logs(self, *arguments):
        with ScriptedServer() as server:
            self.generate("-o", *arguments, server=server, category="multi_turn_base")
        return json.dumps([line["inference_log"] for line in self.lines(EPISODES)])

    def test_steps_of_a_turn(self):
        """Another number than the official one is in the manifest, and never mixed with it."""
        def never_done(seen):
            if seen.body:
                seen.body["messages"].append({"role": "user"})
            return first_tool(seen)
        with ScriptedServer(never_done) as server:
            self.generate("--max-steps", 3, server=server, category="multi_turn_base")
            whole = json.dumps(self.lines(EPISODES))
            self.assertIn("forced to quit after 3 steps", whole)
            (made_with,) = self.manifest()["made_with"].values()
            self.assertEqual(made_with["max_steps"], 3)
            asked = len(server.seen)
            self.generate("--max-steps", 3, server=server, category="multi_turn_base")
            self.generate(server=server, category="multi_turn_base", code=None)
            self.assertNotEqual(self.status, 0)
            self.assertIn("max_steps 3, now 20", " ".join((self.out + self.err).split()))
            self.assertEqual(len([seen for seen in server.seen[asked:] if seen.body]), 0)
            self.generate(server=server, category="multi_turn_base", result="official")
        manifest = json.loads(self.path("bfclx_manifest.json", result="official").read_text())
        self.assertNotIn("max_steps", next(iter(manifest["made_with"].values())))

    def test_what_the_inference_log_holds(self):
        plain = self.logs()
        self.assertIn('"state_info"', plain)
        self.assertNotIn('"inference_input"', plain)
        whole = self.logs("--include-input-log", "--exclude-state-log")
        self.assertIn('"inference_input"', whole)
        self.assertNotIn('"state_info"', whole)
        with ScriptedServer() as server:
            self.generate("--include-input-log", server=server, category="simple_python")
        self.assertIn('"inference_input"', json.dumps(self.lines()[0]["inference_log"]))

    def test_entries_with_the_same_tools_follow_each_other(self):
        def tools_of(order):
            with ScriptedServer() as server:
                self.generate("-o", "--order", order, "--concurrency", 1, server=server,
                              category="multi_turn_base,simple_python,multiple")
                return [json.dumps(seen.body.get("tools")) for seen in server.seen]
        grouped = tools_of("tools")
        changes = 1 + sum(a != b for a, b in zip(grouped, grouped[1:]))
        self.assertEqual(changes, len(set(grouped)))
        self.assertEqual(sorted(grouped), sorted(tools_of("official")))

    def test_entries_are_asked_in_the_official_order_or_with_their_tools(self):
        dataset = self.dataset_of(4)
        path = dataset / "data" / "BFCL_v4_simple_python.json"
        entries = [json.loads(line) for line in path.read_text().splitlines()]
        for i, entry in enumerate(entries):
            entry["question"][0][0]["content"] = str(i)
            entry["function"] = entries[i % 2]["function"]
        path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
        for order, wanted in (("official", "0123"), ("tools", "0213")):
            with ScriptedServer() as server:
                self.run_program("generate", "--model", "scripted", "--base-url", server.url,
                                 "--dataset", dataset, "--result-dir", self.folder / order,
                                 "--test-category", "simple_python", "--order", order,
                                 "--concurrency", 1)
                asked = [seen.body["messages"][-1]["content"] for seen in server.seen]
            self.assertEqual("".join(asked), wanted)

    def test_ids_that_are_none_are_named(self):
        for text, says in (('{"simple_python": "x"}', "`simple_python` is not a list of ids"),
                           ('{"simple_python": [1]}', "`simple_python`: an id is not a string"),
                           ('{"simple_python": []}', "the file has no ids"),
                           ('{"simple_python": ["simple_python_90000",\n', "Expecting value"),
                           ('{"simple_python": ["simple_python_90000"', "Expecting ',' delimiter")):
            path = self.write("ids.json", text)
            with ScriptedServer() as server:
                self.generate("--run-ids", path, server=server, category=None, code=2)
            self.assertIn(f"--run-ids {path}: {says}", self.err)

    def test_a_sample_stays_one_where_its_entries_are_regenerated(self):
        with ScriptedServer() as server:
            self.generate("--sample", 3, "--seed", 7, server=server, category="simple_python")
            sample = self.manifest()["settings"]["sample"]
            ids = self.ids()
            one = self.write("one.txt", ids[0])
            self.generate("-o", "--run-ids", one, server=server)
            self.assertEqual(self.manifest()["settings"]["sample"], sample)
            other = next(one for one in self.sample_ids("simple_python") if one not in ids)
            self.generate("--run-ids", self.write("other.txt", other), server=server)
            self.assertNotIn("sample", self.manifest()["settings"])
    def test_ids_are_named_once_in_any_spelling(self):
        one = self.sample_ids("simple_python")[0]
        ids = self.write("ids.txt", f"{one}\n{one.replace('simple_python', 'simple')}\n{one}\n")
        with ScriptedServer() as server:
            self.generate("--run-ids", ids, server=server, category=None)
            self.assertEqual(len(server.seen), 1)
        self.assertEqual(self.ids(), [one])
        self.assertNotIn("unknown id", self.err)

    def test_a_sample_has_an_entry_at_least(self):
        for number in ("0", "-1"):
            with ScriptedServer() as server:
                self.generate("--sample", number, server=server, code=2)
                self.assertEqual(server.seen, [])
            self.assertIn("--sample", self.err)

    def test_a_recording_replaces_no_input(self):
        key = self.write("key.txt", "sk-0123")
        ids = self.write("ids.json", '{"simple_python": ["simple_python_90000"]}')
        models = self.write("models.json", (SAMPLE / "models.json").read_text())
        for path, options in ((key, ("--api-key-file", key)), (ids, ("--run-ids", ids)),
                              (models, ("--models", models))):
            before = path.read_bytes()
            with ScriptedServer() as server:
                category = None if path == ids else "simple_python"
                self.generate("--record", path, *options, server=server, category=category, code=2)
            self.assertIn("would overwrite an input", self.err)
            self.assertEqual(path.read_bytes(), before)

    def test_a_recording_is_no_pipe(self):
        os.mkfifo(self.folder / "pipe")
        with ScriptedServer() as server:
            self.generate("--record", self.folder / "pipe", server=server,
                          category="simple_python", code=2)
        self.assertIn("is a pipe", self.err)

    def test_a_category_ends_when_its_interval_is_narrow_enough(self):
        entries = 60
        dataset = self.dataset_of(entries)

        def run(*arguments):
            with ScriptedServer(first_tool) as server:
                self.run_program(
                    "run", "--model", "scripted", "--base-url", server.url, "--dataset", dataset,
                    "--result-dir", self.folder / "result", "--test-category", "simple_python",
                    "--concurrency", 1, *arguments, code=None)
                return len(server.seen)
        asked = run("--stop-at", 15)
        # All are right: Wilson's interval is narrower than 15 points from the 22nd on.
        self.assertEqual(asked, 22)
        self.assertIn(f"not needed by --stop-at {entries - asked}", self.out)
        # The rest is asked where nothing ends it.
        self.assertEqual(asked + run(), entries)

    def test_addresses_that_are_none(self):
        for address, says in ((",,", "--base-url: expected a server address"), ("", "--base-url: no value is given"),
                              ("/", "--base-url: expected a server address"),
                              ("http://", "the address has no host"), ("https:///", "the address has no host"),
                              ("http://h,http://", "the address has no host"),
                              ("http://[::1", "http://[::1: not a valid address"), ("http://a b", "not a valid address"),
                              ("http://h:99999", "not a valid address: a port is a number from 0 to 65535"),
                              ("http://[::1]:x/v1", "not a valid address: a port is a number from 0 to 65535"),
                              ("http://h y:80", "h y:80: not a valid address\n")):
            for more in ((), ("--dry-run",)):
                with self.subTest(address, more=more):
                    self.generate("--base-url", address, *more, code=2)
                    self.assertIn(says, self.err)
        endpoints = self.folder / "endpoints"
        endpoints.write_text('{"base_url": "//"}', "utf-8")
        self.generate("--endpoints", endpoints, code=2)
        self.assertIn(":1: expected a server address", self.err)


if __name__ == "__main__":
    main()

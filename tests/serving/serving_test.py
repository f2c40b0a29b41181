"""`bfclx generate` and `bfclx run` against llama.cpp's own server with tiny models. Skipped, loudly,
where its package cannot be had (tests/serving/run puts it into build/serving)."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
import unittest
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from cli_case import PROGRAM, SAMPLE, Case, main  # noqa: E402

if any(importlib.util.find_spec(name) is None for name in ("xllamacpp", "gguf", "numpy")):
    print("tests/serving: SKIPPED, the package xllamacpp is not installed", file=sys.stderr)
    sys.exit(77)

from llama_server import LlamaServer  # noqa: E402
from tiny_model import write_model  # noqa: E402

HERE = Path(__file__).resolve().parent
DATASET = Path(os.environ.get("BFCLX_SHARED_DIR", "../shared")).resolve() / "bfcl-data"
RIGHT = {"name": "harbour_tide_table", "arguments": {"harbour": "Whitby", "date": "2026-05-03"}}
GARDEN = {"name": "cd", "arguments": {"folder": "garden"}}


def tool_call(call):
    return f"<tool_call>{json.dumps(call)}</tool_call>"


class Serving(Case):
    def serve(self, answer, done="It is done.", **options):
        model = self.folder / f"tiny{len(list(self.folder.glob('tiny*.gguf')))}.gguf"
        write_model(model, {"<|assistant|>": answer, "<|done|>": done},
                    context=options.get("context", 8192))
        server = LlamaServer(model, **options)
        server.start()
        self.addCleanup(server.kill)
        return server

    def options(self, server, category, *more):
        return ["--model", "tiny", "--base-url", server.url, "--dataset", SAMPLE, "--result-dir",
                self.folder / "result", "--test-category", category, "--timeout", "60", *more]

    def generate(self, server, category, *more, code=0):
        return self.run_program("generate", *self.options(server, category, *more), code=code)

    def lines(self, name):
        [path] = (self.folder / "result" / "tiny").rglob(f"BFCL_v4_{name}_result.json")
        return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]

    def rights(self, category):
        report = self.check_json(self.folder / "result" / "tiny")
        return self.category(report, category)["right"]

    def test_responses_that_end_at_the_token_limit_are_told(self):
        out = self.generate(self.serve(tool_call(RIGHT)), "parallel", "--max-tokens", 12)
        self.assertIn("3 entries have a response that ended at the token limit", out)

    def test_chat_with_tools(self):
        self.generate(self.serve(tool_call(RIGHT)), "simple_python")
        lines = self.lines("simple_python")
        self.assertEqual(len(lines), 5)
        # Of the others the server's grammar lets only their own tools be called.
        [(name, arguments)] = lines[0]["result"][0].items()
        self.assertEqual((name, json.loads(arguments)), (RIGHT["name"], RIGHT["arguments"]))
        for line in lines:
            self.assertGreater(len(line["result"]), 0)
            self.assertGreater(line["input_token_count"], 50)
            self.assertGreater(line["output_token_count"], 5)
        self.assertEqual(self.rights("simple_python"), 1)

    def test_prompting(self):
        server = self.serve("[harbour.tide_table(harbour='Whitby', date='2026-05-03')]")
        self.generate(server, "simple_python", "--mode", "prompt")
        self.assertEqual({line["result"] for line in self.lines("simple_python")},
                         {"[harbour.tide_table(harbour='Whitby', date='2026-05-03')]"})
        self.assertEqual(self.rights("simple_python"), 1)

    def test_completions(self):
        server = self.serve("[harbour.tide_table(harbour='Whitby', date='2026-05-03')]")
        self.generate(server, "simple_python", "--api", "completions", "--format", "qwen",
                      "--mode", "prompt")
        self.assertEqual(self.rights("simple_python"), 1)

    def same_with_streams(self, server, category, *more, entries=None):
        """The results of a run with streams are those without, but for latency and the log. `entries`: of
        so many, where the server makes up calls of the others (test_chat_with_tools)."""
        found = []
        for option, result in (((), "result"), (("--stream",), "streamed")):
            options = self.options(server, category, *more, *option)
            options[options.index("--result-dir") + 1] = self.folder / result
            self.run_program("generate", *options)
            [path] = (self.folder / result / "tiny").rglob(f"BFCL_v4_{category}_result.json")
            lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            found.append([{**line, "latency": 0, "inference_log": 0} for line in lines])
        self.assertEqual(found[0][:entries], found[1][:entries])
        manifest = json.loads((self.folder / "streamed" / "tiny" / "bfclx_manifest.json").read_text())
        self.assertGreater(manifest["run"]["streamed"]["first_token"]["p50"], 0)
        self.assertGreater(manifest["run"]["streamed"]["tokens_per_second"], 0)
        self.assertGreaterEqual(manifest["run"]["streamed"]["responses"], len(found[0]))
        self.assertGreater(manifest["latency"]["p95"], 0)

    def test_streams_of_calls(self):
        self.same_with_streams(self.serve(tool_call(RIGHT)), "simple_python", entries=1)

    def test_streams_of_an_episode(self):
        self.same_with_streams(self.serve(tool_call(GARDEN)), "multi_turn_base", entries=1)

    def test_streams_of_text(self):
        server = self.serve("[harbour.tide_table(harbour='Whitby', date='2026-05-03')] äöü")
        self.same_with_streams(server, "simple_python", "--mode", "prompt")

    def test_streams_of_completions(self):
        server = self.serve("[harbour.tide_table(harbour='Whitby', date='2026-05-03')]")
        self.same_with_streams(server, "simple_python", "--api", "completions", "--format", "qwen",
                               "--mode", "prompt")

    def test_an_episode_with_tool_round_trips(self):
        self.generate(self.serve(tool_call(GARDEN)), "multi_turn_base")
        lines = self.lines("multi_turn_base")
        for line in lines:
            for turn in line["result"]:
                self.assertEqual(len(turn), 2, line["id"])  # a call, and a sentence that ends the turn
                self.assertEqual(turn[1], "It is done.")
        self.assertEqual(list(lines[0]["result"][0][0][0]), ["cd"])
        self.assertIn("current_working_directory", json.dumps(lines[0]["inference_log"]))

    def test_a_context_that_is_too_small(self):
        server = self.serve(tool_call(RIGHT), context=256)
        self.generate(server, "simple_python", code=1)
        self.assertRegex(self.out, "5 results are generation errors and are scored as responses.*exceeds")
        for line in self.lines("simple_python"):
            self.assertRegex(line["result"], "^Error during inference: .*exceeds the available context size")

    def test_a_format_that_is_not_known(self):
        server = self.serve("x = 1")
        self.generate(server, "simple_python", "--api", "completions", "--format", "none", code=2)
        self.assertRegex(self.err, "--format none: unknown format, expected one of .*qwen")

    def test_a_server_that_is_killed_and_comes_back(self):
        server = self.serve(tool_call(RIGHT))
        process = self.start(server, "simple_python", "multiple", "parallel", "live_simple")
        self.wait_for_lines(2)
        server.kill()
        time.sleep(1)
        server.start()
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, out + err)
        self.everything_once()

    def test_the_program_killed_and_run_again(self):
        server = self.serve(tool_call(RIGHT))
        process = self.start(server, "simple_python", "multiple", "parallel", "live_simple")
        self.wait_for_lines(2)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
        before = self.all_lines()
        self.generate(server, "simple_python,multiple,parallel,live_simple")
        self.everything_once()
        after = self.all_lines()
        for key, line in before.items():
            self.assertEqual(after[key], line, "what was answered is not asked again")

    def test_run_scores_while_it_asks(self):
        server = self.serve(tool_call(RIGHT))
        out = self.run_program("run", *self.options(server, "simple_python"))
        self.assertIn("simple_python", out)
        self.assertEqual(self.rights("simple_python"), 1)

    def program(self):
        """llama-server in a folder of its own, which is given for PATH."""
        path = self.write("bin/llama-server", f'#!/bin/sh\nexec {sys.executable} {HERE / "llama_server.py"} "$@"\n')
        path.chmod(0o755)
        return {"PATH": f"{path.parent}:/usr/bin:/bin"}

    def served(self, *more, **options):
        model = self.folder / "tiny.gguf"
        if not model.exists():
            write_model(model, {"<|assistant|>": tool_call(RIGHT), "<|done|>": "It is done."}, context=8192)
        return self.run_program("generate", "--model", "tiny", "--serve", "llama.cpp", "--local-model-path", model,
                                "--dataset", SAMPLE, "--result-dir", self.folder / "result", "--test-category",
                                "simple_python", *more, env=self.program(), **options)

    def listens(self, url):
        try:
            with urllib.request.urlopen(url + "/models", timeout=5) as response:
                return response.status == 200
        except OSError:
            return False

    def test_a_server_that_is_started(self):
        self.served("--serve-replicas", 2, "--serve-args=--ctx-size 4096")
        self.assertEqual(len(self.lines("simple_python")), 5)
        manifest = json.loads((self.folder / "result/tiny/bfclx_manifest.json").read_text())
        started = manifest["server"]["started"]
        self.assertEqual(started["engine"], "llama.cpp")
        self.assertRegex(started["version"], "^b?[0-9]+-")
        self.assertEqual(started["commands"][0][0], "llama-server")
        self.assertTrue(all(one["requests"] > 0 for one in manifest["server"]["endpoints"]))
        for one in manifest["server"]["endpoints"]:
            self.assertFalse(self.listens(one["address"]))
        self.assertIn("listening", (self.folder / "result/tiny.server-2.log").read_text(errors="replace"))

    def test_a_server_that_is_started_and_its_program_killed(self):
        model = self.folder / "tiny.gguf"
        write_model(model, {"<|assistant|>": tool_call(RIGHT), "<|done|>": "It is done."}, context=8192)
        process = subprocess.Popen(
            [PROGRAM, "generate", "--model", "tiny", "--serve", "llama.cpp", "--local-model-path", model, "--dataset", SAMPLE,
             "--result-dir", self.folder / "result", "--concurrency", "1", "--test-category", "all"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **self.program()})
        self.wait_for_lines(1)
        address = json.loads((self.folder / "result/tiny/bfclx_manifest.json").read_text())["server"]["address"]
        process.kill()
        process.wait()
        end = time.monotonic() + 60
        while self.listens(address):
            self.assertLess(time.monotonic(), end, "the server is left behind")
            time.sleep(0.05)
        self.served()
        self.assertEqual(len(self.lines("simple_python")), 5)

    def test_a_model_that_cannot_be_loaded(self):
        self.write("tiny.gguf", "GGUF and nothing else")
        self.served(code=2)
        self.assertRegex(self.err, "llama.cpp ended (with exit code|by signal) [0-9]+ before it was ready")

    @unittest.skipUnless(DATASET.is_dir(), f"SKIPPED: no official dataset in {DATASET}")
    def test_memory_by_embeddings(self):
        server = self.serve(tool_call({"name": "core_memory_add", "arguments": {"text": "Likes tea."}}))
        likeness = self.serve("some text", embeddings=True)
        [line] = [line for line in (DATASET / "data/BFCL_v4_memory.json").read_text().splitlines()
                  if "notetaker" in json.loads(line)["id"]][:1]
        entry = json.loads(line)["id"].replace("memory_", "memory_vector_", 1)
        ids = self.write("ids.json", json.dumps({"memory_vector": [entry]}))
        self.run_program("generate", "--model", "tiny", "--base-url", server.url, "--embeddings",
                         likeness.url, "--dataset", DATASET, "--result-dir", self.folder / "result",
                         "--run-ids", ids)
        [line] = self.lines("memory_vector")
        self.assertEqual(line["id"], entry)
        self.assertNotIn("traceback", line)
        self.assertIn("core_memory_add", json.dumps(line["result"]))
        self.assertNotIn("Error during execution", json.dumps(line["inference_log"]))

    # ---- helpers ----

    def start(self, server, *categories):
        command = [PROGRAM, "generate",
                   *map(str, self.options(server, ",".join(categories), "--concurrency", "1"))]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=self.folder, env=dict(os.environ))
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def all_lines(self):
        found = {}
        for path in (self.folder / "result" / "tiny").rglob("*_result.json"):
            for line in path.read_text("utf-8").split("\n"):
                try:
                    entry = json.loads(line)
                except ValueError:
                    continue  # a line that was being written
                self.assertNotIn((path.name, entry["id"]), found, "an entry twice")
                found[path.name, entry["id"]] = entry
        return found

    def wait_for_lines(self, wanted):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if len(self.all_lines()) >= wanted:
                return
            time.sleep(0.01)
        self.fail("nothing is answered")

    def everything_once(self):
        wanted = 0
        for category in ("simple_python", "multiple", "parallel", "live_simple"):
            wanted += len((SAMPLE / "data" / f"BFCL_v4_{category}.json").read_text().splitlines())
        found = self.all_lines()
        self.assertEqual(len(found), wanted)
        for line in found.values():
            self.assertNotIn("traceback", line)


if __name__ == "__main__":
    main()

"""Servers that `generate` and `run` start: command lines, options, manifest, with stand-ins for the real programs.

    python3 tests/cli/generate_serve_test.py build/release/tools/bfclx [Suite]
"""

import json
import os
import shlex
import sys

from cli_case import ROOT, SAMPLE, main
from generate_test import GenerateCase
from scripted_server import ScriptedServer

STAND_IN = ROOT / "tests" / "serving" / "stand_in.py"
# tests of the official class: base_oss_handler.py
OFFICIAL_VLLM = ("serve {model} --port {port} --dtype bfloat16 --tensor-parallel-size {gpus} "
                 "--gpu-memory-utilization {memory} --trust-remote-code")
OFFICIAL_SGLANG = ("--model-path {model} --port {port} --dtype bfloat16 --tp {gpus} "
                   "--mem-fraction-static {memory} --trust-remote-code")
OURS = " --host 127.0.0.1"  # behind the official arguments: nobody else is to use it


def is_there(pid):
    """Whether a process runs; one that has ended and that nobody has waited for does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        pass
    if sys.platform == "linux":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class ServeCase(GenerateCase):
    def setUp(self):
        super().setUp()
        self.starts_file = self.folder / "starts.jsonl"
        for name in ("vllm", "llama-server", "python"):
            self.program(name)
        self.addCleanup(self.nothing_is_left)

    def program(self, name, stands_for=None):
        path = self.write(f"bin/{name}", f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -S '
                                         f'{shlex.quote(str(STAND_IN))} {stands_for or name} "$@"\n')
        path.chmod(0o755)

    def environment(self, faults="", **more):
        return {"PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "STAND_IN_STARTS": str(self.starts_file),
                "STAND_IN": faults, **more}

    def serve(self, *arguments, faults="", env=None, category="simple_python", **keywords):
        return self.generate(*arguments, category=category, env=self.environment(faults, **(env or {})), **keywords)

    def starts(self):
        if not self.starts_file.exists():
            return []
        return [json.loads(line) for line in self.starts_file.read_text().splitlines()]

    def pids(self):
        return [pid for start in self.starts() for pid in (start["pid"], *start["children"])]

    def nothing_is_left(self):
        self.assertEqual([pid for pid in self.pids() if is_there(pid)], [])

    def arguments(self, index=-1):
        """Of a start, in one text, and its port."""
        words = self.starts()[index]["arguments"]
        return " ".join(words), words[words.index("--port") + 1]

    def log(self, name="scripted.server.log", result="result"):
        return (self.folder / result / name).read_text(encoding="utf-8")

    def model_folder(self, *without):
        for name in {"config.json", "tokenizer_config.json"} - set(without):
            self.write(f"weights/{name}", "{}")
        return self.folder / "weights"

    def registry(self):
        """A model of the official registry whose class asks for completions."""
        return self.write("models.json", json.dumps({"models": {"meta/Llama-9": {
            "model_name": "meta/Llama-9", "display_name": "Llama-9", "url": "", "org": "", "license": "",
            "handler": "LlamaHandler", "is_fc_model": False, "underscore_to_dot": False}}}))


class ServeCommands(ServeCase):
    def test_vllm_as_the_official_program_starts_it(self):
        self.serve("--models", self.registry(), "--serve", "vllm", "--context", 8000, model="meta/Llama-9")
        [start] = self.starts()
        text, port = self.arguments()
        self.assertEqual(text, OFFICIAL_VLLM.format(model="meta/Llama-9", port=port, gpus=1, memory=0.9) + OURS)
        self.assertEqual((start["name"], start["gpus"]), ("vllm", None))
        self.assertEqual(len(self.lines(model="meta_Llama-9")), 5)
        self.assertRegex(self.err, r"starting vllm; its log is result/meta_Llama-9\.server\.log|"
                                   r"starting vllm; its log is /.*/meta_Llama-9\.server\.log")
        self.assertIn("vllm is ready after ", self.err)
        self.assertIn("vllm starts\n", self.log("meta_Llama-9.server.log"))

    def test_the_official_options_keep_their_names(self):
        weights = self.model_folder()
        self.serve("--backend", "vllm", "--num-gpus", 2, "--gpu-memory-utilization", "0.80", "--local-model-path", weights,
                   "--enable-lora", "--max-lora-rank", 32, "--lora-modules", "a=/l/a", "--lora-modules", "b=/l/b")
        text, port = self.arguments()
        self.assertEqual(text, OFFICIAL_VLLM.format(model=weights, port=port, gpus=2, memory=0.8) +
                         " --enable-lora --max-lora-rank 32 --lora-modules a=/l/a b=/l/b" + OURS)
        self.assertIn("requests name the base model, as in the official program, so the adapters have no effect", self.err)
        self.assertEqual(self.manifest()["model"]["asked_as"], str(weights))

    def test_as_official_keeps_the_official_lines(self):
        """vLLM takes the last --lora-modules alone, and --tp is the begin of a name of SGLang."""
        lora = ("--enable-lora", "--lora-modules", "a=/l/a", "--lora-modules", "b=/l/b")
        for more, modules, gpus in (((), "--lora-modules a=/l/a b=/l/b", "--tp-size 2"),
                                    (("--as-official",), "--lora-modules a=/l/a --lora-modules b=/l/b", "--tp 2")):
            with self.subTest(more):
                out = self.serve("--serve", "vllm", "--dry-run", *lora, *more)
                self.assertIn(f" --enable-lora {modules}{OURS}\n", out)
                out = self.serve("--serve", "sglang", "--dry-run", "--num-gpus", 2, *more)
                self.assertIn(f" --dtype bfloat16 {gpus} --mem-fraction-static 0.9 --trust-remote-code{OURS}\n", out)

    def test_ranks_of_adapters(self):
        for command in ("--dry-run",), ():
            self.serve("--serve", "vllm", "--enable-lora", "--max-lora-rank", 20, *command, code=2)
            self.assertIn("--max-lora-rank 20: vllm accepts 1, 8, 16, 32, 64, 128, 256, 320, 512\n", self.err)
        self.assertEqual(self.starts(), [])

    def test_sglang(self):
        self.serve("--serve", "sglang", "--num-gpus", 4, "--enable-lora", "--serve-args=--context-length 8192")
        text, port = self.arguments()
        self.assertEqual(text, OFFICIAL_SGLANG.format(model="scripted", port=port, gpus=4, memory=0.9)
                         .replace("--tp ", "--tp-size ") + OURS + " --context-length 8192")
        self.assertIn("--enable-lora: no effect with sglang", self.err)
        started = self.manifest()["server"]["started"]
        self.assertEqual((started["engine"], started["version"]), ("sglang", "0.5.0-stand-in"))
        self.assertEqual(started["commands"], [["python", "-m", "sglang.launch_server", *self.starts()[0]["arguments"]]])

    def test_llama_cpp(self):
        self.serve("--serve", "llama.cpp", "--num-gpus", 2)
        text, port = self.arguments()
        self.assertEqual(text, f"--hf-repo scripted --port {port} --alias scripted --jinja" + OURS)
        self.assertIn("--num-gpus: no effect with llama.cpp", self.err)
        weights = self.write("tiny.gguf", "GGUF")
        self.serve("--serve", "llama.cpp", "--local-model-path", weights, result="local")
        text, port = self.arguments()
        self.assertEqual(text, f"--model {weights} --port {port} --alias {weights} --jinja" + OURS)

    def test_a_python_package_without_its_program(self):
        (self.folder / "bin/vllm").unlink()
        env = {"STAND_IN_PACKAGES": "vllm"}
        out = self.serve("--serve", "sglang", "--dry-run", code=2, env=env)
        self.assertIn("sglang is not installed: `python` has no module sglang", out)
        out = self.serve("--serve", "vllm", "--dry-run", env=env)
        self.assertIn("  python -m vllm.entrypoints.cli.main serve scripted --port PORT", out)

    def test_words_of_serve_args(self):
        self.serve("--serve", "vllm", "--serve-args", """--a 'b c' "d \\" e" f\\ g ''""", "--serve-args", "-x=1")
        self.assertEqual(self.starts()[0]["arguments"][-6:], ["--a", "b c", 'd " e', "f g", "", "-x=1"])

    def test_several_servers_each_on_its_gpus(self):
        self.serve("--serve", "vllm", "--serve-replicas", 2, "--num-gpus", 2, category="all",
                   env={"CUDA_VISIBLE_DEVICES": "4,5,GPU-6,7,8"})
        starts = sorted(self.starts(), key=lambda start: start["gpus"])
        self.assertEqual([start["gpus"] for start in starts], ["4,5", "GPU-6,7"])
        server = self.manifest()["server"]
        ports = [start["arguments"][3] for start in starts]
        self.assertEqual([one["address"] for one in server["endpoints"]],
                         [f"http://127.0.0.1:{port}/v1" for port in ports])
        self.assertEqual({one["version"] for one in server["endpoints"]}, {"0.11.0-stand-in"})
        self.assertTrue(all(one["requests"] > 0 for one in server["endpoints"]), server)
        self.assertEqual(server["started"]["logs"], ["scripted.server-1.log", "scripted.server-2.log"])
        self.assertIn("CUDA_VISIBLE_DEVICES=4,5 vllm serve", self.log("scripted.server-1.log"))
        self.assertIn("starting vllm on 2 ports; their logs are ", self.err)

    def test_too_few_gpus(self):
        self.serve("--serve", "vllm", "--serve-replicas", 3, env={"CUDA_VISIBLE_DEVICES": "0,1"}, code=2)
        self.assertIn("--serve-replicas 3 with --num-gpus 1 needs 3 GPUs; CUDA_VISIBLE_DEVICES has 2", self.err)
        self.assertEqual(self.starts(), [])

    def test_what_the_variable_shows(self):
        for value, options, text in (
                ("0,1", ("--num-gpus", 4), "--num-gpus 4 needs 4 GPUs; CUDA_VISIBLE_DEVICES has 2"),
                ("0,-1,1", ("--num-gpus", 2), "--num-gpus 2 needs 2 GPUs; CUDA_VISIBLE_DEVICES has 1"),
                ("-1", ("--num-gpus", 2), "--num-gpus 2 needs 2 GPUs; CUDA_VISIBLE_DEVICES has none"),
                ("", ("--serve-replicas", 2, "--num-gpus", 2), "needs 4 GPUs; CUDA_VISIBLE_DEVICES has none"),
                ("0,1,0", ("--num-gpus", 2), "CUDA_VISIBLE_DEVICES=0,1,0: GPU 0 is listed twice")):
            with self.subTest(value):
                self.serve("--serve", "vllm", *options, env={"CUDA_VISIBLE_DEVICES": value}, code=2)
                self.assertIn(text, self.err)
        self.assertEqual(self.starts(), [])

    def test_servers_without_gpus(self):
        for value in ("", "-1"):
            with self.subTest(value):
                self.serve("--serve", "vllm", "--serve-replicas", 2, env={"CUDA_VISIBLE_DEVICES": value},
                           result="result" + value)
        self.assertEqual({start["gpus"] for start in self.starts()}, {"", "-1"})

    def test_one_path_is_of_one_model(self):
        weights = self.model_folder()
        self.generate("--serve", "vllm", "--local-model-path", weights, model="a,b", code=2)
        self.assertIn("--local-model-path takes one model, but --model has several", self.err)

    def test_keys_are_nowhere(self):
        token = "hf_ABCdef0123456789xyzQRS"
        self.serve("--serve", "vllm", faults="tells", env={"HF_TOKEN": token})
        self.assertIn("token [key]\n", self.log())
        self.is_nowhere(token)
        for words in (f"--api-key {token}", f"--api_key={token}", f"--hf-token {token}", f"--api-ke {token}", f"--ssl-keyfile-password {token}"):
            self.serve("--serve", "vllm", "--serve-args", words, code=2, result="refused")
            self.assertRegex(self.err, r"--serve-args: --(api-key?|hf-token|ssl-keyfile-password) would show the key to everyone on this machine")
            self.is_nowhere(token)
        self.assertEqual(len(self.starts()), 1)

    def test_a_server_that_wants_a_key(self):
        self.serve("--serve", "vllm", "--api-key-env", "BFCLX_TEST_KEY", faults="refuses")
        self.assertEqual(len(self.lines()), 5)
        self.no_key_anywhere()


class ServeRuns(ServeCase):
    def test_a_dry_run_starts_nothing(self):
        out = self.serve("--serve", "vllm", "--dry-run", "--serve-replicas", 2)
        self.assertIn("First request (to the server that is started):\nPOST .../chat/completions\n", out)
        command = OFFICIAL_VLLM.format(model="scripted", port="PORT", gpus=1, memory=0.9) + OURS
        self.assertIn("2 servers are started for the run:\n"
                      f"  CUDA_VISIBLE_DEVICES=0 vllm {command}\n  CUDA_VISIBLE_DEVICES=1 vllm {command}\n", out)
        for name in ("vllm", "python"):
            (self.folder / "bin" / name).unlink()
        self.write("bin/python3", "#!/bin/sh\nexit 1\n").chmod(0o755)
        out = self.serve("--serve", "vllm", "--dry-run", code=2)
        self.assertIn("vllm is not installed: there is no `vllm` in PATH", out)
        self.serve("--serve", "vllm", code=2)
        self.assertIn("vllm is not installed: there is no `vllm` in PATH", self.err)
        self.assertEqual(self.starts(), [])
        self.assertFalse((self.folder / "result").exists())

    def test_one_start_for_all_repeats_and_none_where_nothing_is_left(self):
        options = ("--serve", "vllm", "--repeats", 2)
        self.serve(*options)
        self.assertEqual(len(self.starts()), 1)
        for repeat in (1, 2):
            self.assertEqual(len(self.lines(result=f"result/repeat-{repeat}")), 5)
        self.assertTrue((self.folder / "result/scripted.server.log").exists())
        manifest = self.folder / "result/repeat-2/scripted/bfclx_manifest.json"
        server = json.loads(manifest.read_text())["server"]
        self.serve(*options)
        self.assertEqual(len(self.starts()), 1)
        self.assertEqual(json.loads(manifest.read_text())["server"], server)
        self.assertNotIn("servers are started", self.serve(*options, "--dry-run"))
        self.serve("--serve", "vllm", "--repeats", 3)
        self.assertEqual(len(self.starts()), 2)

    def test_a_run_that_is_refused_starts_nothing(self):
        self.serve("--serve", "vllm")
        self.serve("--serve", "vllm", "--temperature", 0.5, "--test-category", "multiple", category=None, code=2)
        self.assertIn("made with other settings: temperature 0.001, now 0.5", self.err)
        self.serve("--serve", "vllm", "--test-category", "no_such", category=None, code=2)
        self.assertEqual(len(self.starts()), 1)

    def test_a_model_after_the_other(self):
        self.serve("--serve", "vllm", model="one,two")
        self.assertEqual([start["arguments"][1] for start in self.starts()], ["one", "two"])
        self.assertEqual(len(self.lines(model="two")), 5)

    def test_every_shard_has_its_server(self):
        for shard in ("1/2", "2/2"):
            self.serve("--serve", "vllm", "--shard", shard)
        self.assertEqual(len(self.lines()), 5)
        self.assertEqual({path.name for path in (self.folder / "result").glob("*.log")},
                         {f"scripted.shard-{i}-of-2.server.log" for i in (1, 2)})
        self.serve("--serve", "vllm", "--shard", "1/2")
        self.assertEqual(len(self.starts()), 2)

    def test_run_scores_when_the_server_has_ended(self):
        out = self.run_program("run", "--model", "scripted", "--serve", "vllm", "--dataset", SAMPLE, "--test-category",
                               "simple_python,multiple", "--stop-at", 90, "--serve-args=--max-model-len 4096",
                               env=self.environment())
        self.assertEqual(len(self.starts()), 1)
        self.assertIn("simple_python", out)
        self.assertEqual(self.manifest()["server"]["started"]["arguments"], ["--max-model-len", "4096"])

    def test_doctor_names_the_options_that_start_it_again(self):
        weights = self.model_folder()
        self.serve("--serve", "vllm", "--local-model-path", weights, "--num-gpus", 2, "--serve-args=--seed 1 --x 'a b'")
        path = self.path()
        path.write_text(path.read_text().split("\n", 1)[1])
        self.run_program("doctor", self.folder / "result/scripted", "--dataset", SAMPLE, code=None)
        self.assertIn("bfclx generate --model scripted --test-category simple_python --serve vllm --local-model-path "
                      f"{weights} --num-gpus 2 --serve-args='--seed 1 --x '\\''a b'\\''' --mode fc ",
                      " ".join(self.out.split()))
        self.assertNotIn("--base-url", self.out)

    def test_options_without_a_server_to_start(self):
        with ScriptedServer() as server:
            self.serve("--backend", "vllm", "--num-gpus", 2, "--enable-lora", server=server)
            self.assertIn("--backend, --num-gpus, --enable-lora: no effect with --base-url, because no server is started",
                          " ".join(self.err.split()))
            self.serve("--backend", "sglang", "--skip-server-setup", result="skipped",
                       env={"REMOTE_OPENAI_BASE_URL": server.url + "/v1"})
            self.assertIn("--backend: no effect with --skip-server-setup", self.err)
            self.serve("--num-gpus", 2, server=server, result="gpus")
            self.assertIn("--num-gpus: no effect with --base-url", self.err)
            for more in (("--base-url", server.url), ("--skip-server-setup",), ("--batch",), ("--backend", "vllm")):
                self.serve("--serve", "vllm", *more, code=2, result="refused")
                self.assertRegex(self.err, f"--serve and {more[0]} cannot be used together|"
                                           f"{more[0]} and --serve cannot be used together")
            self.serve("--serve-args=-x", server=server, code=2, result="refused")
            self.assertIn("--serve-args and --serve-replicas need --serve", self.err)
        self.serve("--serve", "vllm", "--serve-replicas", 2, "--as-official", code=2)
        self.assertIn("--serve-replicas: --as-official takes one server", self.err)
        self.serve("--serve", "vllm", "--serve-args", "--port 8000", code=2)
        self.assertIn("leave --port out; bfclx chooses a free port for each server", self.err)
        self.serve("--serve", "vllm", "--serve-args", "'open", code=2)
        self.assertIn("--serve-args: a quote is not closed", self.err)
        self.assertEqual(self.starts(), [])

    def test_a_local_model_without_its_files(self):
        weights = self.model_folder("tokenizer_config.json")
        for place, problem in ((weights, "the folder has no tokenizer_config.json"),
                               (self.folder / "none", "the folder does not exist")):
            self.serve("--serve", "vllm", "--local-model-path", place, code=2)
            self.assertIn(f"--local-model-path {place}: {problem}", self.err)
        self.serve("--serve", "llama.cpp", "--local-model-path", weights, code=2)
        self.assertIn(f"{weights}: expected a GGUF file that can be read", self.err)
        self.assertEqual(self.starts(), [])

    def test_a_hosted_model_needs_none(self):
        registry = self.write("hosted.json", json.dumps({"models": {"gpt-x-FC": {
            "model_name": "gpt-x", "display_name": "x", "url": "", "org": "", "license": "",
            "handler": "OpenAICompletionsHandler", "is_fc_model": True, "underscore_to_dot": False}}}))
        options = ("--models", registry, "--dry-run")
        self.serve(*options, "--serve", "vllm", model="gpt-x-FC", code=2)
        self.assertIn("--serve vllm: gpt-x-FC is a hosted model. Leave --serve out", self.err)
        self.serve(*options, "--backend", "vllm", model="gpt-x-FC", env={"OPENAI_API_KEY": "key-90001"})
        self.assertIn("--backend: no effect with a hosted model, because no server is started", self.err)

    def test_the_address_of_the_environment(self):
        with ScriptedServer() as server:
            remote = {"REMOTE_OPENAI_BASE_URL": server.url + "/v1"}
            self.serve("--backend", "vllm", env=remote)
            self.assertIn("--backend: no effect with REMOTE_OPENAI_BASE_URL, because no server is started", self.err)
            self.assertEqual((len(self.lines()), self.starts()), (5, []))
            seen = len(server.seen)
            self.serve("--serve", "vllm", env=remote, result="served")
            self.assertEqual((len(self.starts()), len(server.seen)), (1, seen))


if __name__ == "__main__":
    main()

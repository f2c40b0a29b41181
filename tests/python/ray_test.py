"""bfclx.ray: the scorer by itself, and over Ray where it is installed (else skipped, loudly).

BFCLX_RAY_ROWS is the number of rows (20,000); the bar of a million was measured by hand.
"""

import concurrent.futures
import contextlib
import http.server
import importlib
import inspect
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import types
import unittest
import unittest.mock

import bfclx.ray
from bfclx.ray import Scorer
from sample_case import Sample

ROWS = int(os.environ.get("BFCLX_RAY_ROWS", "20000"))


def rows_of(dataset, text, count):
    """(ids, responses) over the single-turn entries of the sample, some of them right."""
    ids = [entry for category in ("simple_python", "multiple", "parallel", "irrelevance")
           for entry in dataset.ids(category)]
    responses = [text, "no call", "[f(x=1)]", "[g("]
    return ([ids[number % len(ids)] for number in range(count)],
            [responses[number // 3 % len(responses)] for number in range(count)])


class Scorers(Sample):
    def test_a_batch(self):
        ids, responses = rows_of(self.dataset, self.text, 100)
        found = Scorer("sample", decoder="prompting")({"id": ids, "result": responses, "other": 1})
        verdicts = self.dataset.score_batch(ids, responses, decoder="prompting",
                                            underscore_to_dot=False)
        self.assertEqual(found["valid"], [verdict.valid for verdict in verdicts])
        self.assertEqual(found["error_type"], [verdict.error_type for verdict in verdicts])
        self.assertEqual(found["other"], 1)
        self.assertTrue(0 < sum(found["valid"]) < len(ids))
        with self.assertRaises(ValueError):
            Scorer("sample", decoder="auto")

    def test_arguments_are_checked_before_anything_runs(self):
        for wrong in ({}, {"decodr": "prompting"}, {"decoder": "prompting", "no_such": 1}):
            with self.assertRaises(TypeError):
                bfclx.ray.score(None, "sample", **wrong)
        with self.assertRaises(ValueError):
            bfclx.ray.score(None, "sample", decoder="auto")

    def test_what_goes_to_the_actors_is_named(self):
        ours = inspect.signature(bfclx.ray.score).parameters
        for name, parameter in inspect.signature(Scorer).parameters.items():
            self.assertEqual((ours[name].kind, ours[name].default),
                             (parameter.kind, parameter.default), name)


class RayError(Exception):
    """Ray's base of errors; `cause` is what a function raised in an actor."""

    def __init__(self, text, cause=None):
        super().__init__(text)
        self.cause = cause


class StandInRay:
    """Actors as threads, on so many GPUs: what `generate` needs of Ray."""

    exceptions = types.SimpleNamespace(RayError=RayError)

    def __init__(self, gpus=1000):
        self.gpus = threading.Semaphore(gpus)
        self.pool = concurrent.futures.ThreadPoolExecutor(8)
        self.killed = 0
        self.num_gpus = []

    def remote(self, *, num_gpus):
        self.num_gpus.append(num_gpus)
        return lambda actor: types.SimpleNamespace(remote=lambda: self.handle(actor()))

    def handle(self, actor):
        handle = types.SimpleNamespace(has_gpu=False)

        def generate(*given):
            if not self.gpus.acquire(timeout=60):
                raise RayError("no GPU became free")
            handle.has_gpu = True
            try:
                return actor.generate(*given)
            except SystemExit as ended:
                raise RayError("The actor died") from ended
            except Exception as raised:
                raise RayError("a traceback", raised) from raised

        handle.generate = types.SimpleNamespace(remote=lambda *given: self.pool.submit(generate, *given))
        return handle

    def wait(self, results):
        done, others = concurrent.futures.wait(results, return_when=concurrent.futures.FIRST_COMPLETED)
        return list(done), list(others)

    def get(self, result):
        return result.result()

    def kill(self, handle):
        self.killed += 1
        if handle.has_gpu:
            self.gpus.release()


class Model(http.server.BaseHTTPRequestHandler):
    """Answers every request with a text; a silent one none."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked += 1
        if self.server.is_silent:
            self.server.has_request.set()
            self.rfile.read(1)
            self.server.has_lost_client.set()
            return
        body = json.dumps({"id": "r", "choices": [{"index": 0, "finish_reason": "stop", "message": {
            "role": "assistant", "content": "None of them."}}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.send_error(404)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def model_server(is_silent=False):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        server.asked = 0
        server.is_silent = is_silent
        server.has_request = threading.Event()
        server.has_lost_client = threading.Event()
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def url_of(server):
    return f"http://127.0.0.1:{server.server_port}/v1"


def ids_in(folder):
    return sorted(json.loads(line)["id"] for path in pathlib.Path(folder).rglob("*_result.json")
                  for line in path.read_text().splitlines())


class Generations(Sample):
    def setUp(self):
        self.servers = []
        self.failures = []  # what engines raise that start first
        self.use(StandInRay())
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.wanted = sorted(self.dataset.ids("simple_python") + self.dataset.ids("multiple"))

    def use(self, ray):
        self.ray = ray
        with_ray = unittest.mock.patch.dict(sys.modules, {"ray": self.ray})
        with_ray.start()
        self.addCleanup(with_ray.stop)
        self.addCleanup(ray.pool.shutdown)

    @contextlib.contextmanager
    def engine(self):
        if self.failures:
            raise self.failures.pop()
        with model_server() as server:
            self.servers.append(server)
            yield url_of(server)

    def generate(self, **options):
        return bfclx.ray.generate("scripted", output=self.folder.name, engine=self.engine, dataset="sample",
                                  test_category=["simple_python", "multiple"], **options)

    def test_each_engine_generates_a_shard(self):
        said = self.generate(engines=3, num_gpus=2)
        self.assertIn("3 of 3", said)
        self.assertEqual((len(self.servers), self.ray.killed, self.ray.num_gpus), (3, 3, [2]))
        self.assertTrue(all(server.asked > 0 for server in self.servers))
        self.assertEqual(ids_in(self.folder.name), self.wanted)
        # The same call has nothing left to ask.
        asked = sum(server.asked for server in self.servers)
        self.generate(engines=3)
        self.assertEqual(sum(server.asked for server in self.servers), asked)

    def test_one_engine_and_what_is_refused(self):
        self.generate(engines=1, num_gpus=None, sample=3)
        self.assertEqual((self.servers[0].asked, self.ray.num_gpus), (3, [0]))
        with self.assertRaises(bfclx.ProgramError) as refused:
            self.generate(engines=2, temperature=-7)
        self.assertEqual(refused.exception.exit_code, 2)
        self.assertNotIn("the same call", str(refused.exception))
        self.assertEqual(self.ray.killed, 3)
        for wrong, error in (({"engines": 2, "shard": "1/2"}, TypeError), ({"engines": 0}, ValueError)):
            with self.assertRaises(error):
                self.generate(**wrong)

    def test_the_others_finish_where_engines_fail(self):
        self.failures = [RuntimeError("no CUDA"), SystemExit()]
        with self.assertRaises(bfclx.ProgramError) as failed:
            self.generate(engines=3)
        said = str(failed.exception)
        self.assertRegex(said, r"shard [123]/3 failed: RuntimeError: no CUDA\n")
        self.assertRegex(said, r"shard [123]/3 failed: The actor died\n")
        self.assertIn("is complete", said)
        self.assertTrue(said.endswith(f"2 of 3 shards failed. The results so far are in {self.folder.name}: "
                                      "make the same call again to resume"), said)
        self.assertEqual((failed.exception.exit_code, self.ray.killed), (1, 3))
        self.assertIsInstance(failed.exception.__cause__, RayError)
        finished, = self.servers
        self.assertEqual(ids_in(self.folder.name), [])
        self.generate(engines=3)
        self.assertEqual(ids_in(self.folder.name), self.wanted)
        self.assertEqual(sum(server.asked for server in self.servers), len(self.wanted))
        self.assertGreater(finished.asked, 0)

    def test_actors_wait_for_gpus(self):
        self.use(StandInRay(gpus=1))
        self.generate(engines=2)
        self.assertEqual(ids_in(self.folder.name), self.wanted)

    @unittest.skipUnless(sys.platform.startswith("linux"), "other systems do not end a process with its parent")
    def test_the_program_ends_with_a_killed_actor(self):
        with model_server(is_silent=True) as server:
            actor = subprocess.Popen([
                sys.executable, "-c", "import sys; from bfclx.ray import _Engine\n"
                "_Engine().generate(sys.argv[2:], lambda: sys.argv[1])", url_of(server), "--model", "scripted",
                "--dataset", "sample", "--result-dir", self.folder.name, "--sample", "1", "--stop-timeout", "0"])
            try:
                self.assertTrue(server.has_request.wait(60))
            finally:
                actor.kill()
                actor.wait()
            self.assertTrue(server.has_lost_client.wait(60))


def real_ray(test, module="ray"):
    """Ray, started; skips the test where it or the module of it cannot be imported."""
    try:
        importlib.import_module(module)
        import ray
    except ImportError:
        print("SKIPPED: Ray is not installed", file=sys.stderr)
        test.skipTest("Ray is not installed")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(num_cpus=3, num_gpus=1, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    test.addCleanup(ray.shutdown)
    return ray


class Rays(Sample):
    def test_actors_give_the_verdicts_of_one_process(self):
        ray = real_ray(self, "ray.data")
        ids, responses = rows_of(self.dataset, self.text, ROWS)
        rows = ray.data.from_items([{"at": at, "id": entry, "result": response}
                                    for at, (entry, response) in enumerate(zip(ids, responses))])
        scored = bfclx.ray.score(rows, "sample", decoder="prompting", actors=2, batch_size=1000)
        found = {row["at"]: (row["valid"], row["error_type"]) for row in scored.take_all()}
        verdicts = self.dataset.score_batch(ids, responses, decoder="prompting",
                                            underscore_to_dot=False)
        self.assertEqual(len(found), ROWS)
        self.assertEqual([found[at] for at in range(ROWS)],
                         [(verdict.valid, verdict.error_type) for verdict in verdicts])

    def test_engines_that_die_and_raise(self):
        real_ray(self)
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = temporary.name
        first = pathlib.Path(folder, "first")
        second = pathlib.Path(folder, "second")
        with model_server() as server:
            url = url_of(server)

            def engine():  # all that it needs goes with it to the actor
                for place, fail in ((first, lambda: os.kill(os.getpid(), signal.SIGKILL)), (second, lambda: 1 // 0)):
                    try:
                        place.touch(exist_ok=False)
                    except FileExistsError:
                        continue
                    fail()
                return url

            def generate():
                return bfclx.ray.generate("scripted", output=folder, engine=engine, dataset="sample", engines=3,
                                          test_category=["simple_python", "multiple"])

            with self.assertRaises(bfclx.ProgramError) as failed:
                generate()
            said = str(failed.exception)
            self.assertRegex(said, r"shard [123]/3 failed: ZeroDivisionError: ")
            self.assertRegex(said, r"shard [123]/3 failed: The actor died")
            self.assertRegex(said, r"shard [123]/3 is complete")
            self.assertIn("2 of 3 shards failed", said)
            self.assertIsInstance(pickle.loads(pickle.dumps(failed.exception)), bfclx.ProgramError)
            generate()
            wanted = sorted(self.dataset.ids("simple_python") + self.dataset.ids("multiple"))
            self.assertEqual(ids_in(folder), wanted)
            self.assertEqual(server.asked, len(wanted))


if __name__ == "__main__":
    unittest.main()

"""bfclx.ray: the scorer by itself, and over Ray where it is installed (else skipped, loudly).

BFCLX_RAY_ROWS is the number of rows (20,000); the bar of a million was measured by hand.
"""

import concurrent.futures
import contextlib
import http.server
import inspect
import json
import os
import pathlib
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


class StandInRay:
    """Actors as threads: what `generate` needs of Ray."""

    def __init__(self):
        self.killed = 0
        self.gpus = []

    def remote(self, *, num_gpus):
        def made(actor):
            class Handle:
                def __init__(handle):
                    handle.actor = actor()
                    handle.generate = types.SimpleNamespace(
                        remote=lambda *given: self.pool.submit(handle.actor.generate, *given))
            self.pool = concurrent.futures.ThreadPoolExecutor(8)
            self.gpus.append(num_gpus)
            return types.SimpleNamespace(remote=Handle)
        return made

    def get(self, futures):
        return [one.result() for one in futures]

    def kill(self, handle):
        self.killed += 1


class Model(http.server.BaseHTTPRequestHandler):
    """Answers every request with a text."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked += 1
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


class Generations(Sample):
    def setUp(self):
        self.ray = StandInRay()
        self.servers = []
        with_ray = unittest.mock.patch.dict(sys.modules, {"ray": self.ray})
        with_ray.start()
        self.addCleanup(with_ray.stop)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    @contextlib.contextmanager
    def engine(self):
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
            server.asked = 0
            self.servers.append(server)
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            try:
                yield f"http://127.0.0.1:{server.server_port}/v1"
            finally:
                server.shutdown()
                thread.join()

    def generate(self, **options):
        return bfclx.ray.generate("scripted", output=self.folder.name, engine=self.engine, dataset="sample",
                                  test_category=["simple_python", "multiple"], **options)

    def test_each_engine_generates_a_shard(self):
        said = self.generate(engines=3, num_gpus=2)
        self.assertIn("3 of 3", said)
        self.assertEqual((len(self.servers), self.ray.killed, self.ray.gpus), (3, 3, [2]))
        self.assertTrue(all(server.asked > 0 for server in self.servers))
        found = [json.loads(line)["id"] for path in pathlib.Path(self.folder.name).rglob("*_result.json")
                 for line in path.read_text().splitlines()]
        wanted = self.dataset.ids("simple_python") + self.dataset.ids("multiple")
        self.assertEqual(sorted(found), sorted(wanted))
        # The same call has nothing left to ask.
        asked = sum(server.asked for server in self.servers)
        self.generate(engines=3)
        self.assertEqual(sum(server.asked for server in self.servers), asked)

    def test_one_engine_and_what_is_refused(self):
        self.generate(engines=1, num_gpus=None, sample=3)
        self.assertEqual((self.servers[0].asked, self.ray.gpus), (3, [0]))
        with self.assertRaises(bfclx.ProgramError) as refused:
            self.generate(engines=2, temperature=-7)
        self.assertEqual(refused.exception.exit_code, 2)
        self.assertEqual(self.ray.killed, 3)
        for wrong, error in (({"engines": 2, "shard": "1/2"}, TypeError), ({"engines": 0}, ValueError)):
            with self.assertRaises(error):
                self.generate(**wrong)


class Rays(Sample):
    def test_actors_give_the_verdicts_of_one_process(self):
        try:
            import ray
            import ray.data
        except ImportError:
            print("SKIPPED: Ray is not installed", file=sys.stderr)
            self.skipTest("Ray is not installed")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(num_cpus=3, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
        try:
            ids, responses = rows_of(self.dataset, self.text, ROWS)
            rows = ray.data.from_items([{"at": at, "id": entry, "result": response}
                                        for at, (entry, response) in enumerate(zip(ids, responses))])
            scored = bfclx.ray.score(rows, "sample", decoder="prompting", actors=2, batch_size=1000)
            found = {row["at"]: (row["valid"], row["error_type"]) for row in scored.take_all()}
        finally:
            ray.shutdown()
        verdicts = self.dataset.score_batch(ids, responses, decoder="prompting",
                                            underscore_to_dot=False)
        self.assertEqual(len(found), ROWS)
        self.assertEqual([found[at] for at in range(ROWS)],
                         [(verdict.valid, verdict.error_type) for verdict in verdicts])


if __name__ == "__main__":
    unittest.main()

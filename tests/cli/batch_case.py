"""What the tests of `bfclx generate --batch` share."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from batch_server import OpenAiBatches  # noqa: E402
from cli_case import SAMPLE  # noqa: E402
from generate_test import GenerateCase  # noqa: E402
from scripted_server import ScriptedServer, first_tool  # noqa: E402

SINGLE = "simple_python,multiple,parallel,irrelevance"


class BatchCase(GenerateCase):
    API = "chat"
    SERVICE = OpenAiBatches
    KEY_HEADER = "authorization"

    def options(self, server, *arguments, category=SINGLE, result="result", poll=0.05, batch=True):
        return ["generate", "--model", "scripted", "--dataset", str(SAMPLE), "--result-dir",
                str(self.folder / result), "--api", self.API, "--mode", "fc", "--base-url", server.url,
                "--test-category", category, "--timeout", "20",
                *(["--batch", "--batch-poll", str(poll)] if batch else []), *map(str, arguments)]

    def batch(self, server, *arguments, code=0, env=None, **keywords):
        self.run_program(*self.options(server, *arguments, **keywords), code=code, env=env)
        return self.out + self.err

    def results(self, result="result", latency=False):
        """Every result and note, by file; latencies aside."""
        found = {}
        for path in sorted((self.folder / result).rglob("*.json")) + sorted((self.folder / result).rglob("*.jsonl")):
            name = str(path.relative_to(self.folder / result))
            if not path.name.endswith("_result.json"):
                continue
            rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            found[name] = [{key: value for key, value in row.items() if key != "latency"} for row in rows]
        return found

    def journal(self, result="result"):
        return self.folder / result / "scripted" / "bfclx_batches.jsonl"

    def without_batch(self, model=None, category=SINGLE, result="alone"):
        with ScriptedServer(model or self.model()) as server:
            self.batch(server, result=result, category=category, batch=False)
            return [seen.body for seen in server.seen if seen.method == "POST"]

    def model(self):
        return first_tool

    def sorted(self, bodies):
        return sorted(json.dumps(body, sort_keys=True) for body in bodies)

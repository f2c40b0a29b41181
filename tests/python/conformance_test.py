"""Recorded official verdicts through Python: validity, error type, error and what was decoded.

Skipped, loudly, where the recordings are not beside the checkout (BFCLX_SHARED_DIR names them).
"""

import ast
import json
import os
import pathlib
import sys
import unittest

import bfclx

SHARED = pathlib.Path(os.environ.get("BFCLX_SHARED_DIR", ""))
TODAY = __import__("datetime").date(2026, 11, 21)
# Of each file, at most as many; 0: all.
SAMPLE = int(os.environ.get("BFCLX_PYTHON_SAMPLE", "40"))
EPISODE_SAMPLE = max(1, SAMPLE // 10) if SAMPLE else 0


def spread(items, most):
    return items if most == 0 or len(items) <= most else items[:: len(items) // most]


def plain(value):
    """The value as JSON brings it back, keys that are no text as the recordings have them."""
    def keyed(item):
        if isinstance(item, dict):
            return {str(key) if isinstance(key, tuple) else key: keyed(one)
                    for key, one in item.items()}
        return [keyed(one) for one in item] if isinstance(item, (list, tuple)) else item

    return json.loads(json.dumps(keyed(value), default=str))


class Recordings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        manifest = SHARED / "conformance" / "MANIFEST.json"
        if not manifest.is_file():
            print("SKIPPED: no recordings beside the checkout", file=sys.stderr)
            raise unittest.SkipTest("no recordings")
        cls.dataset = bfclx.Dataset.open(SHARED / "bfcl-data")
        cls.runs = json.loads(manifest.read_text())["runs"]

    def recorded(self):
        for run in self.runs:
            golden_dir = SHARED / "conformance" / run["golden_dir"]
            result_dir = SHARED / "conformance" / run["result_dir"]
            if not golden_dir.is_dir() or not result_dir.is_dir():
                continue  # in an archive
            for golden in sorted(golden_dir.rglob("*_golden.jsonl")):
                result = result_dir / golden.relative_to(golden_dir).parent / golden.name.replace(
                    "_golden.jsonl", "_result.json")
                with result.open(encoding="utf-8") as lines:
                    responses = {line["id"]: line["result"] for line in map(json.loads, lines)}
                with golden.open(encoding="utf-8") as lines:
                    yield run, golden.name, [json.loads(line) for line in lines], responses

    def test_verdicts(self):
        compared = 0
        for run, name, golden, responses in self.recorded():
            is_episode = "multi_turn" in name
            golden = spread([line for line in golden if line["id"] in responses],
                            EPISODE_SAMPLE if is_episode else SAMPLE)
            verdicts = self.dataset.score_batch(
                [line["id"] for line in golden], [responses[line["id"]] for line in golden],
                decoder=run["decoder"], underscore_to_dot=run["underscore_to_dot"],
                model_name=run["model"], today=TODAY)
            for line, verdict in zip(golden, verdicts):
                if line["valid"] is None or line.get("nondeterministic"):
                    continue
                with self.subTest(run=run["golden_dir"], id=line["id"]):
                    self.compare(line, verdict)
                compared += 1
        self.assertGreater(compared, 2000)
        print(f"compared {compared} verdicts", file=sys.stderr)

    def compare(self, line, verdict):
        self.assertEqual(verdict.valid, line["valid"])
        if "error_type" in line:
            self.assertEqual(verdict.error_type, line["error_type"])
            if "decode_error" not in line:
                self.assertEqual(plain(verdict.error), line["error"])
        elif not line["valid"]:
            self.assertEqual(verdict.error_type, line["error"]["error_type"])
        if "decoded_repr" in line:
            self.assertEqual(repr(verdict.decoded), line["decoded_repr"])
        elif isinstance(line.get("decoded"), list) and "execution" not in line:
            self.assertEqual(plain(verdict.decoded), line["decoded"])
        if "execution" in line:
            self.assertEqual(verdict.execution, line["execution"])


if __name__ == "__main__":
    unittest.main()

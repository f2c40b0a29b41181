"""`bfclx score --format eee --eee-samples FILE`: record and samples against the JSON schemas of Every Eval Ever, taken
from its package. Nothing of the package is imported: it needs a newer Python than we do."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

import jsonschema

from installed import program

PACKAGE = "every-eval-ever==0.3.0"


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        done = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--python-version", "3.13",
                               "--dest", cls.folder, PACKAGE], capture_output=True, text=True)
        if done.returncode != 0:
            raise unittest.SkipTest(f"{PACKAGE} cannot be downloaded here")
        (wheel,) = cls.folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            schemas = [json.loads(archive.read(f"every_eval_ever/schemas/{name}.schema.json")) for name in ("eval", "instance_level_eval")]
        cls.record, cls.sample = (jsonschema.validators.validator_for(schema)(schema) for schema in schemas)

    def test_record_and_samples_follow_the_schemas(self):
        call = {"harbour_tide_table": json.dumps({"harbour": "Whitby", "date": "2026-05-03"})}
        runs = [
            [{"id": "simple_python_90000", "result": [call]}, {"id": "irrelevance_90000", "result": "I do not know."},
             {"id": "multi_turn_base_90000", "result": [[[{"cd": '{"folder": "garden"}'}], "done"], ["done"]]}],
            [{"id": "simple_python_90000", "result": "[f(x=1e999, y=[1, {}])]"}, {"id": "parallel_90000", "result": ""}],
        ]
        for rows in runs:
            path = self.folder / "mine.jsonl"
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
            record = json.loads(program("score", path, "--dataset", "sample", "--format", "eee",
                                        "--eee-samples", self.folder / "samples.jsonl"))
            self.assertEqual([error.message for error in self.record.iter_errors(record)], [])
            self.assertTrue(all("confidence_interval" in one["score_details"]["uncertainty"] for one in record["evaluation_results"]))
            samples = [json.loads(line) for line in (self.folder / "samples.jsonl").read_text().splitlines()]
            self.assertEqual(len(samples), len(rows))
            self.assertEqual(record["detailed_evaluation_results"]["total_rows"], len(rows))
            for sample in samples:
                self.assertEqual([error.message for error in self.sample.iter_errors(sample)], [], sample)


if __name__ == "__main__":
    unittest.main()

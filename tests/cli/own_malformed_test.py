"""Malformed entries in benchmarks of one's own.

    python3 tests/cli/own_malformed_test.py build/release/tools/bfclx [Suite]
"""

import json
import re

from cli_case import main
from own_case import Own, lines


class OwnMalformed(Own):
    def setUp(self):
        super().setUp()
        self.new()
        self.add()

    def test_they_have_no_weight_in_the_accuracy(self):
        # One of three of `irrelevance` is malformed: no response could pass or fail it.
        self.add([{"question": f"Joke {i}?", "expected": "none"} for i in range(2)])
        entries = self.entries("irrelevance")
        self.write("my-bench/data/BFCL_v4_irrelevance.json", lines(entries[:2] + [{**entries[2], "function": "none"}]))
        call = "[get_weather(city='Rome')]"
        results = {"irrelevance_0": "No.", "irrelevance_1": call, "simple_python_0": call, "multiple_0": "No.",
                   "parallel_0": "No.", "parallel_multiple_0": "No."}
        path = self.write("results.jsonl", lines([{"id": name, "result": text} for name, text in results.items()]))
        out = self.run_program("score", path, "--dataset", "my-bench", code=None)
        self.assertRegex(re.sub(r"\s+", " ", out), r"accuracy 33\.3 % .*1 entry malformed in the dataset; 2 of 6 passed")
        report = json.loads(self.run_program("score", path, "--dataset", "my-bench", "--format", "json", code=None))
        self.assertAlmostEqual(report["models"][0]["score"]["value"], 2 / 6)


if __name__ == "__main__":
    main()

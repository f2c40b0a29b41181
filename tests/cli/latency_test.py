"""Latency percentiles: in the manifest of a run, and with `bfclx score --latency`.

    python3 tests/cli/latency_test.py build/release/tools/bfclx [Suite]
"""

import json

from cli_case import SAMPLE, main
from generate_test import GenerateCase
from scripted_server import ScriptedServer


class Latency(GenerateCase):
    def run_of(self, latencies, category="simple_python"):
        """A run with one entry of the category for each latency; `...` leaves the member out."""
        ids = self.sample_ids(category)
        rows = []
        for name, latency in zip(ids, latencies):
            row = {"id": name, "result": "[f()]"}
            if latency is not ...:
                row["latency"] = latency
            rows.append(json.dumps(row) + "\n")
        self.assertEqual(len(rows), len(latencies))
        return self.write(f"runs/m/non_live/BFCL_v4_{category}_result.json", "".join(rows))

    def score(self, *arguments, code=0):
        return self.run_program("score", self.folder / "runs" / "m", "--dataset", SAMPLE, *arguments,
                                code=code)

    def test_percentiles_by_category(self):
        self.run_of([1, 2, 3, 4, 5])
        out = self.score("--latency")
        self.assertIn("Latency of the requests of m\n", out)
        self.assertIn(["simple_python", "5", "3.000", "4.800"],
                      [line.split() for line in out.splitlines()])
        self.assertNotIn("Latency", self.score())

    def test_steps_of_episodes_and_what_is_none(self):
        """As officially, zeros and what is no number are left out."""
        self.run_of([[[1, 2], [3]], 0, ..., "soon", [[-1, None]]])
        rows = [line.split() for line in self.score("--latency", code=None).splitlines()]
        self.assertIn(["simple_python", "3", "2.000", "2.900"], rows)

    def test_no_latency(self):
        self.run_of([...])
        self.assertIn("m: the results have no latency", self.score("--latency"))

    def test_markdown(self):
        self.run_of([1, 2, 3])
        out = self.score("--latency", "--format", "markdown")
        self.assertIn(r"| simple\_python | 3 | 2.000 | 2.900 |", out)

    def test_other_formats_have_no_place_for_it(self):
        self.run_of([1])
        self.score("--latency", "--format", "json", code=2)
        self.assertIn("--latency has an effect only with --format table or markdown", self.err)
        self.score("--latency", "-o", self.folder / "report.csv", code=2)
        self.assertIn("--latency", self.err)

    def test_the_manifest_of_a_run(self):
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python")
            first = self.manifest()["latency"]
            self.generate(server=server, category="multi_turn_base")
        self.assertEqual(list(first), ["requests", "p50", "p95", "categories"])
        self.assertEqual(list(first["categories"]), ["simple_python"])
        both = self.manifest()["latency"]
        self.assertEqual(both["categories"]["simple_python"], first["categories"]["simple_python"])
        steps = both["categories"]["multi_turn_base"]["requests"]
        self.assertEqual(both["requests"], first["requests"] + steps)
        for figures in (both, *both["categories"].values()):
            self.assertGreater(figures["p50"], 0)
            self.assertGreaterEqual(figures["p95"], figures["p50"])


if __name__ == "__main__":
    main()

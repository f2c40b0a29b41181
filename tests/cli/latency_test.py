"""Latency percentiles: in the manifest of a run, and with `bfclx score --latency`.

    python3 tests/cli/latency_test.py build/release/tools/bfclx [Suite]
"""

import csv
import json

from cli_case import GOOD as SAMPLE_RUN
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

    def test_in_a_file_of_markdown(self):
        self.run_of([1, 2, 3])
        self.score("--latency", "-o", self.folder / "report.md")
        self.assertIn(r"| simple\_python | 3 | 2.000 | 2.900 |", (self.folder / "report.md").read_text("utf-8"))

    def test_json_always_has_it(self):
        self.run_of([1, 2, 3])
        self.run_of([...], category="multiple")
        model = json.loads(self.score("--format", "json"))["models"][0]
        figures = {"requests": 3, "p50": 2.0, "p95": 2.9}
        self.assertEqual(model["latency"], {**figures, "categories": {"simple_python": figures}})
        by_category = {one["category"]: one["latency"] for one in model["categories"]}
        self.assertEqual(by_category, {"simple_python": figures, "multiple": None})

    def test_without_latency_json_has_null_and_csv_no_columns(self):
        self.run_of([...])
        model = json.loads(self.score("--format", "json"))["models"][0]
        self.assertIsNone(model["latency"])
        self.assertIsNone(model["categories"][0]["latency"])
        self.assertNotIn("latency", self.score("--format", "csv"))

    def test_csv_always_has_it_and_empty_cells_where_it_is_missing(self):
        self.run_of([1, 2, 3])
        self.run_of([...], category="multiple")
        rows = {row["category"]: row for row in csv.DictReader(self.score("--format", "csv").splitlines())}
        names = ["latency_requests", "latency_p50", "latency_p95", "first_token_p50", "tokens_per_second"]
        self.assertEqual([rows["simple_python"][name] for name in names], ["3", "2.0000", "2.9000", "", ""])
        self.assertEqual([rows["multiple"][name] for name in names], [""] * 5)

    def streamed(self, **members):
        """The manifest of the run says what `--stream` measured."""
        streamed = {"responses": 7, "first_token": {"p50": 0.21, "p95": 0.4}, "between_tokens": None,
                    "tokens_per_second": 35.25, **members}
        self.write("runs/m/bfclx_manifest.json", json.dumps({"run": {"streamed": streamed}}))

    def test_times_of_streamed_responses(self):
        self.run_of([1, 2, 3])
        self.streamed()
        sentence = "First token: median 0.21 s, 95th percentile 0.40 s; 35 tokens/s (7 streamed responses)"
        self.assertIn(sentence, " ".join(self.score("--latency").split()))
        model = json.loads(self.score("--format", "json"))["models"][0]
        self.assertEqual(model["latency"]["streamed"]["first_token"], {"p50": 0.21, "p95": 0.4})
        self.assertIsNone(model["latency"]["streamed"]["between_tokens"])
        row = next(csv.DictReader(self.score("--format", "csv").splitlines()))
        self.assertEqual([row["first_token_p95"], row["between_tokens_p50"], row["tokens_per_second"]],
                         ["0.4000", "", "35.3"])

    def test_a_manifest_cannot_invent_times(self):
        self.run_of([1, 2, 3])
        self.streamed(first_token={"p50": -1, "p95": 1e300}, tokens_per_second="<b>")
        latency = json.loads(self.score("--format", "json"))["models"][0]["latency"]
        self.assertIsNone(latency["streamed"]["first_token"])
        self.assertIsNone(latency["streamed"]["tokens_per_second"])
        self.streamed(responses=0)
        self.assertNotIn("streamed", json.loads(self.score("--format", "json"))["models"][0]["latency"])

    def test_the_page_of_report(self):
        self.run_of([1, 2, 3])
        self.streamed()
        self.run_program("report", self.folder / "runs" / "m", "--dataset", SAMPLE, "-o", "page.html")
        page = (self.folder / "page.html").read_text("utf-8")
        self.assertIn("95th percentile s", page)
        self.assertIn("2.900", page)
        self.assertIn("First token: median 0.21 s", page)
        self.run_of([...])
        self.run_program("report", self.folder / "runs" / "m", "--dataset", SAMPLE, "-o", "none.html")
        self.assertNotIn("95th percentile s", (self.folder / "none.html").read_text("utf-8"))

    def test_a_leaderboard(self):
        self.run_of([1, 2, 3])
        self.streamed()
        board = ["--dataset", SAMPLE, "-o", f"{self.folder}/board/", "--site", "none"]
        self.run_program("report", self.folder / "runs" / "m", *board)
        index = self.folder / "board/data/index.json"
        latency = json.loads(index.read_text("utf-8"))["models"][0]["latency"]
        self.assertEqual([latency["p50"], latency["p95"], latency["streamed"]["responses"]], [2.0, 2.9, 7])
        kept = self.folder / "board/data/models/m/model.json"
        self.assertEqual(json.loads(kept.read_text("utf-8"))["latency"], latency)
        # A model that stays keeps it, and what cannot be one is refused.
        before = kept.read_bytes()
        self.run_program("report", SAMPLE_RUN, *board, "--add")
        self.assertEqual(kept.read_bytes(), before)
        kept.write_bytes(before.replace(b'"p50":2.0', b'"p50":-2.0'))
        self.run_program("report", SAMPLE_RUN, *board, "--add", code=2)
        self.assertIn("latency", self.err)

    def test_other_formats_have_no_place_for_it(self):
        self.run_of([1])
        self.score("--latency", "--format", "junit", code=2)
        self.assertIn("--format junit has no place for --latency", self.err)
        self.score("--latency", "-o", self.folder / "verdicts.jsonl", code=2)
        self.assertIn("--output FILE.jsonl has no place for --latency", self.err)

    def test_results_that_cannot_be_read_have_no_percentiles(self):
        """Those of a part would look like those of the whole."""
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python")
            self.assertIn("latency", self.manifest())
            other = self.path("non_live/BFCL_v4_multiple_result.json")
            other.mkdir(parents=True)
            self.generate(server=server, category="simple_python", code=None)
        self.assertNotIn("latency", self.manifest())
        self.assertIn("the manifest has no latency: ", self.err + self.out)
        self.assertIn("BFCL_v4_multiple_result.json", self.err + self.out)

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

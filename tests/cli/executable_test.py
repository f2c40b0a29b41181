"""Executable categories through the program: answers from a recording whole, cut, missing; keys and the
network that are not there; what each table says of entries without a verdict.

Usage: executable_test.py PROGRAM [SUITE...]
"""

import csv
import http.server
import io
import json
import threading

from cli_case import SAMPLE, main
from executable_case import ASKING, CASSETTE, FORECAST, NO_KEYS, TOTAL, ExecutableCase


class Executable(ExecutableCase):
    def test_all_is_right_by_the_recording(self):
        totals = self.totals(self.results(), "--cassette", CASSETTE)
        self.assertEqual(totals, {"total": TOTAL, "passed": TOTAL, "failed": 0, "missing": 0,
                                  "skipped": 0, "skipped_by_reason": {}})

    def test_without_a_recording_what_needs_one_is_skipped(self):
        totals = self.totals(self.results())
        self.assertEqual(totals["skipped_by_reason"], {"skipped_no_network": ASKING})
        self.assertEqual((totals["passed"], totals["failed"]), (TOTAL - ASKING, 0))
        self.assertEqual(self.totals(self.results(), "--cassette", CASSETTE, "--network", "off")
                         ["skipped_by_reason"], {"skipped_no_network": ASKING})

    def test_a_cut_recording_skips_what_it_lacks_and_names_the_request(self):
        report = self.run_json("score", self.results(), "--cassette", self.cassette(lines=2))
        totals = report["models"][0]["totals"]
        self.assertEqual(totals["failed"], 0)
        self.assertEqual(totals["passed"] + totals["skipped"], TOTAL)
        rest = self.category(report, "rest")
        self.assertEqual((rest["entries"], rest["accuracy"]), (0, None))
        self.assertEqual(rest["skipped"]["by_reason"], {"skipped_not_in_cassette": 3})
        self.assertEqual(rest["skipped"]["entries"][0]["request"]["url"], FORECAST)
        simple = self.category(self.run_json("score", self.results(), "--cassette", self.write("none", "")),
                               "exec_simple")
        self.assertEqual(simple["skipped"]["by_reason"], {"skipped_no_ground_truth": 1})
        self.assertEqual((simple["entries"], simple["right"]), (2, 2))

    def test_a_damaged_recording_is_named(self):
        cut = self.write("cut.jsonl", CASSETTE.read_text()[:-40])
        self.check(self.results(), "--cassette", cut, code=2)
        self.assertIn("cut.jsonl: ", self.err)
        self.check(self.results(), "--cassette", self.folder / "nowhere.jsonl", code=2)
        self.assertIn("nowhere.jsonl", self.err)

    def test_a_service_that_refuses_is_no_failure_of_the_model(self):
        cassette = self.cassette(statuses={"nager": 429, "ziptastic": 502})
        report = self.run_json("score", self.results(), "--cassette", cassette)
        self.assertEqual(self.category(report, "rest")["skipped"]["by_reason"], {"skipped_api_error": 2})
        self.assertEqual(report["models"][0]["totals"]["failed"], 0)

    def test_a_key_that_is_missing_is_named(self):
        changed = {"rest_90002": "[requests.get(url='https://www.omdbapi.com/', "
                                 "params={'t': 'Up', 'apikey': 'YOUR-OMDB-API-KEY'})]"}
        with Proxy() as proxy:
            report = self.run_json("score", self.results(changed), "--cassette", CASSETTE, "--network", "live",
                                   "--enable-network", env={**NO_KEYS, **proxy.env})
        skipped = self.category(report, "rest")["skipped"]
        self.assertEqual(skipped["by_reason"], {"skipped_no_credentials": 1})
        self.assertEqual(skipped["entries"][0]["variable"], "OMDB_API_KEY")

    def test_a_key_goes_to_its_own_host_alone(self):
        for where in ("headers={'X': 'YOUR-OMDB-API-KEY'}", "params={'k': 'YOUR-OMDB-API-KEY'}"):
            path = self.write("one/BFCL_v4_rest_result.json", json.dumps(
                {"id": "rest_90002", "result": f"[requests.get(url='http://ziptasticapi.com/1', {where})]"}) + "\n")
            report = self.run_json("score", path, "--decoder", "prompting", "--network", "live", "--enable-network",
                                   env={**NO_KEYS, "OMDB_API_KEY": "secret-7"})
            self.assertEqual(self.category(report, "rest")["skipped"]["by_reason"], {"skipped_unsupported": 1}, where)

    def test_the_recording_is_no_output(self):
        cassette = self.cassette()
        for command in (["score", "--verdicts"], ["report", "-o"]):
            self.run_program(command[0], self.results(), command[1], cassette, "--dataset", SAMPLE, "--cassette", cassette,
                             code=2)
            self.assertIn("--cassette", self.err)
        self.assertEqual(cassette.read_text(), CASSETTE.read_text())

    def test_official_scoring_counts_what_is_skipped(self):
        totals = self.totals(self.results(), "--official-scoring")
        self.assertEqual((totals["passed"], totals["failed"], totals["skipped"]),
                         (TOTAL - ASKING, ASKING, 0))
        refused = self.cassette(statuses={"nager": 429})
        report = self.run_json("score", self.results(), "--cassette", refused, "--official-scoring")
        self.assertEqual(self.category(report, "rest")["failures"],
                         [{"error_type": "executable_checker_rest:wrong_status_code", "count": 1}])

    def test_wrong_answers_fail_with_the_official_words(self):
        changed = {"exec_simple_90001": "[math_factorial(n=5)]", "exec_simple_90000": "[calculate_triangle_area(base=4)]",
                   "rest_90001": "[requests.get(url='http://a.example'), requests.get(url='http://b.example')]"}
        lines = {line["id"]: line for line in map(json.loads, self.verdicts(
            self.results(changed), "--cassette", CASSETTE))}
        wrong = lines["exec_simple_90001"]
        self.assertEqual(wrong["error_type"], "executable_checker:wrong_result")
        self.assertEqual(wrong["error"], ["Wrong execution result for 'math_factorial(n=5)'. Expected: 720, but got: 120."])
        self.assertEqual(wrong["model_executed_output"], 120)
        self.assertEqual(lines["exec_simple_90000"]["error_type"], "executable_checker:execution_error")
        self.assertEqual(lines["rest_90001"]["error_type"], "executable_decoder:rest_wrong_output_format")

    def test_the_network_is_asked_by_permission_alone(self):
        for arguments, words in ((["--network", "live"], "needs --enable-network"),
                                 (["--network", "record", "--enable-network"], "needs --cassette"),
                                 (["--network", "sometimes"], "sometimes"),
                                 (["--matching", "any"], "any")):
            self.check(self.results(), *arguments, code=2)
            self.assertIn(words, self.err)

    def test_every_table_says_what_was_skipped(self):
        place = self.results()
        table = self.check(place)
        self.assertIn(f"total {TOTAL}, passed {TOTAL - ASKING}, failed 0, skipped {ASKING}", table)
        self.assertIn("skipped_no_network", table)
        self.assertIn("rest_90000", table)
        rows = list(csv.DictReader(io.StringIO(self.check(place, "--format", "csv"))))
        rest = next(row for row in rows if row["category"] == "rest")
        self.assertEqual((rest["accuracy"], rest["skipped"], rest["skipped_by_reason"]),
                         ("", "3", "3 skipped_no_network"))
        self.assertIn("rest_90001 skipped_no_network", rest["skipped_entries"])
        markdown = self.check(place, "--format", "markdown")
        self.assertIn("- rest\\_90001: skipped\\_no\\_network", markdown)
        self.run_program("report", place, "--dataset", SAMPLE, "-o", self.folder / "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertIn("3 skipped_no_network", page)
        self.assertIn("rest_90001  skipped_no_network", page)
        other = self.results(folder="other")
        compared = self.run_program("compare", place, other, "--dataset", SAMPLE)
        self.assertIn("Skipped in", compared)
        runs = json.loads(self.run_program("compare", place, other, "--dataset", SAMPLE, "--format", "json"))["runs"]
        self.assertEqual(len(runs[0]["skipped"]), ASKING)

    def test_explain_shows_calls_answers_and_comparison(self):
        path = self.results({"exec_parallel_90001": "[math_factorial(n=3), math_factorial(n=5)]"})
        out = self.run_program("show", path / "executable" / "BFCL_v4_exec_parallel_result.json",
                               "exec_parallel_90001", "--dataset", SAMPLE, "--cassette", CASSETTE)
        for text in ("math_factorial(n=5)", "120", "24", "exact_match"):
            self.assertIn(text, out)
        out = self.run_program("show", path / "executable" / "BFCL_v4_rest_result.json", "rest_90000",
                               "--dataset", SAMPLE, "--network", "off")
        self.assertIn("skipped_no_network", out)


class ExecutableDoctor(ExecutableCase):
    def findings(self, *arguments, **keywords):
        report = self.run_json("doctor", *arguments, **keywords)
        return {finding["code"]: finding for finding in report["models"][0]["findings"]}

    def test_refused_requests_are_named(self):
        changed = {"rest_90000": f"[requests.get(url='{FORECAST}', params={{'latitude': 1}})]"}
        cassette = self.cassette(statuses={"nager": 429, "ziptastic": 403})
        with cassette.open("a") as file:
            file.write(json.dumps({"request": {"method": "GET", "url": FORECAST,
                                               "query": [["latitude", "1"]], "headers": {}},
                                   "response": {"status": 502, "body": "gone"}, "source": "test"}) + "\n")
        found = self.findings(self.results(changed), "--cassette", cassette)["refused_requests"]
        self.assertEqual(found["severity"], "error")
        self.assertEqual(found["ids"], ["exec_multiple_90002", "exec_parallel_multiple_90001",
                                        "rest_90000", "rest_90001", "rest_90002"])
        self.assertIn("429 once", found["effect"])
        self.assertIn("1 of these entries counts as failed", found["effect"])
        self.run_program("doctor", self.results(changed), "--dataset", SAMPLE, "--cassette", cassette,
                         "--fail-on", "error", code=3)

    def test_published_failures_that_are_refusals(self):
        score = "\n".join(map(json.dumps, [
            {"accuracy": 0.33, "correct_count": 1, "total_count": 3},
            {"id": "rest_90000", "valid": False,
             "error": ["Execution result status code is not 200, got 429"]},
            {"id": "rest_90001", "valid": False, "error": ["Key inconsistency"]}]))
        self.write("score/good-model/BFCL_v3_rest_score.json", score)
        found = self.findings(self.results(), "--cassette", CASSETTE, "--scores", self.folder / "score")
        self.assertEqual(found["refused_officially"]["ids"], ["rest_90000"])
        self.assertEqual(found["refused_officially"]["right_change"], 1)
        # Until early 2025 ids of score files were numbers from 1; the sample's begin elsewhere.
        self.write("old/rest_score.json", score.replace('"rest_90000"', "90001"))
        found = self.findings(self.results(), "--cassette", CASSETTE, "--scores", self.folder / "old")
        self.assertEqual(found["refused_officially"]["ids"], ["rest_90000"])
        self.run_program("doctor", self.results(), "--dataset", SAMPLE, "--scores", "nowhere", code=2)

    def test_skipped_entries_are_a_note(self):
        found = self.findings(self.results())
        self.assertEqual(list(found), ["skipped_entries"])
        self.assertEqual((found["skipped_entries"]["severity"], found["skipped_entries"]["count"]),
                         ("info", ASKING))
        self.assertEqual(self.findings(self.results(), "--cassette", CASSETTE), {})

    def test_an_entry_that_its_own_truth_fails(self):
        cassette = self.write("odd.jsonl", "\n".join(
            json.dumps({**record, "response": {"status": 200, "body": {"current": {"temperature_2m": "mild"}}}})
            if "forecast" in record["request"]["url"] and len(record["request"]["query"]) == 4
            else json.dumps(record)
            for record in map(json.loads, CASSETTE.read_text().splitlines())))
        report = self.run_json("score", self.results(), "--cassette", cassette)
        simple = self.category(report, "exec_simple")
        self.assertEqual([one["id"] for one in simple["impossible"]], ["exec_simple_90002"])
        self.assertIn("impossible", self.check(self.results(), "--cassette", cassette))
        found = self.findings(self.results(), "--cassette", cassette)["impossible_answers"]
        self.assertIn("exec_simple_90002", found["ids"])


    def test_self_check_of_executable_entries(self):
        out = self.run_program("self-check", "--dataset", SAMPLE, "--category", "executable", "--cassette", CASSETTE)
        self.assertNotIn("cannot pass\n  ", out)
        self.assertRegex(out, r"rest +3 +3 +- +-")
        out = self.run_program("self-check", "--dataset", SAMPLE, "--category", "rest")
        self.assertIn("rest_90001", out)
        self.assertIn("skipped_no_network", out)
        self.run_program("self-check", "--dataset", SAMPLE)
        self.assertRegex(self.out, r"  and \d+ more entr(y|ies); `--category executable` lists all")
        whole = self.run_program("self-check", "--dataset", SAMPLE, "--category", "executable")
        self.assertEqual(whole.count("skipped_no_network"), ASKING)


class ExecutableRun(ExecutableCase):
    def test_play_takes_a_recording(self):
        search = {"request": {"kind": "page", "method": "GET", "url": "https://example.org/", "query": [], "headers": {}},
                  "response": {"status": 200, "body": "<p>Hello</p>"}, "source": "test"}
        cassette = self.write("web.jsonl", json.dumps(search) + "\n")
        line = json.dumps({"id": "a", "involved_classes": ["WebSearchAPI"], "initial_config": {},
                           "calls": ["fetch_url_content(url='https://example.org/', mode='raw')",
                                     "fetch_url_content(url='https://example.com/', mode='raw')"]})
        out = self.run_program("play", "--jsonl", "--cassette", cassette, stdin=line.encode() + b"\n")
        first, second = json.loads(out)["results"]
        self.assertIn("Hello", first)
        self.assertIn("https://example.com/", second)
        self.run_program("play", "--jsonl", "--cassette", "nowhere.jsonl", code=2)
        self.assertIn("nowhere.jsonl", self.err)
        # Nothing is mended: a recording that is damaged is refused, as `score` does.
        damaged = self.folder / "damaged.jsonl"
        damaged.write_bytes(cassette.read_bytes().replace(b"Hello", b"Hell\xff"))
        for arguments in (("--jsonl",), ("--class", "WebSearchAPI")):
            self.run_program("play", *arguments, "--cassette", damaged, stdin=b"", code=2)
            self.assertIn("damaged.jsonl: the cassette is not valid UTF-8", self.err)


class Proxy:
    """A proxy that has `answers` {address: JSON} and nothing else, so that no test reaches the network."""

    def __init__(self, answers=None):
        self.asked = asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                if self.path not in (answers or {}):
                    self.close_connection = True
                    return
                body = json.dumps(answers[self.path]).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_CONNECT(self):
                self.send_error(503)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.env = {"https_proxy": address, "http_proxy": address, "no_proxy": "", "NO_PROXY": ""}
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


if __name__ == "__main__":
    main()

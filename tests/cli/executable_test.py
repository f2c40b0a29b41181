"""Executable categories through the program: answers from a recording whole, cut, missing; keys and the
network that are not there; what each table says of entries without a verdict.

Usage: executable_test.py PROGRAM [SUITE...]
"""

import csv
import http.server
import io
import json
import shutil
import threading

from cli_case import SAMPLE, Case, main

CASSETTE = SAMPLE / "cassette.jsonl"
FORECAST = "https://api.open-meteo.com/v1/forecast"
WEATHER = "get_weather_data(coordinates=[{}])"
# What a model answers, in the words of a prompting model; all of it right.
REPLIES = {
    "exec_simple": ["[calculate_triangle_area(base=4, height=2.5)]", "[math_factorial(n=6)]",
                    f"[{WEATHER.format('47.4, 9.6')}]"],
    "exec_multiple": ["[calculate_mean(numbers=[4, 7, 5])]", "[math_factorial(n=5)]",
                      "[retrieve_city_based_on_zipcode(zipcode='04101')]"],
    "exec_parallel": ["[calculate_triangle_area(base=5, height=6), calculate_triangle_area(base=3, height=4)]",
                      "[math_factorial(n=3), math_factorial(n=4)]",
                      f"[{WEATHER.format('47.4, 9.6')}, {WEATHER.format('60.2, 24.9')}]"],
    "exec_parallel_multiple": [
        "[calculate_triangle_area(base=2, height=9), calculate_mean(numbers=[1, 2, 6])]",
        f"[{WEATHER.format('47.4, 9.6')}, retrieve_city_based_on_zipcode(zipcode='04101')]",
        "[math_factorial(n=7), calculate_mean(numbers=[2, 3])]"],
    "rest": [f"[requests.get(url='{FORECAST}', params={{'latitude': 47.4, 'longitude': 9.6}})]",
             "[requests.get(url='https://date.nager.at/api/v3/publicholidays/2025/AT')]",
             "[requests.get(url='http://ziptasticapi.com/04101')]"],
}
TOTAL = sum(map(len, REPLIES.values()))
# Entries whose truth asks a service: one of each category, and all three of rest.
ASKING = 7
NO_KEYS = {name: "" for name in ("RAPID_API_KEY", "GEOCODE_API_KEY", "OMDB_API_KEY",
                                 "EXCHANGERATE_API_KEY", "SERPAPI_API_KEY")}


class ExecutableCase(Case):
    def results(self, changed=None, folder="result", model="good-model"):
        """Result files of a model, the right replies but for `changed` {id: reply}."""
        place = self.folder / folder / model
        for category, replies in REPLIES.items():
            lines = []
            for number, reply in enumerate(replies):
                entry = f"{category}_{90000 + number}"
                lines.append(json.dumps({"id": entry, "result": (changed or {}).get(entry, reply)}))
            self.write(f"{folder}/{model}/executable/BFCL_v4_{category}_result.json",
                       "\n".join(lines) + "\n")
        return place

    def cassette(self, lines=None, statuses=None):
        """The sample's recording: its first `lines`, the status changed where the URL has a text."""
        records = CASSETTE.read_text().splitlines()[:lines]
        for at, line in enumerate(records):
            record = json.loads(line)
            for part, status in (statuses or {}).items():
                if part in record["request"]["url"]:
                    record["response"]["status"] = status
            records[at] = json.dumps(record)
        return self.write("cassette.jsonl", "\n".join(records) + "\n")

    def run_json(self, command, *arguments, **keywords):
        return json.loads(self.run_program(command, *arguments, "--dataset", SAMPLE, "--format", "json",
                                           **keywords))

    def totals(self, *arguments, **keywords):
        return self.run_json("check", *arguments, **keywords)["models"][0]["totals"]


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
        report = self.run_json("check", self.results(), "--cassette", self.cassette(lines=2))
        totals = report["models"][0]["totals"]
        self.assertEqual(totals["failed"], 0)
        self.assertEqual(totals["passed"] + totals["skipped"], TOTAL)
        rest = self.category(report, "rest")
        self.assertEqual((rest["entries"], rest["accuracy"]), (0, None))
        self.assertEqual(rest["skipped"]["by_reason"], {"skipped_not_in_cassette": 3})
        self.assertEqual(rest["skipped"]["entries"][0]["request"]["url"], FORECAST)
        simple = self.category(self.run_json("check", self.results(), "--cassette", self.write("none", "")),
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
        report = self.run_json("check", self.results(), "--cassette", cassette)
        self.assertEqual(self.category(report, "rest")["skipped"]["by_reason"], {"skipped_api_error": 2})
        self.assertEqual(report["models"][0]["totals"]["failed"], 0)

    def test_a_key_that_is_missing_is_named(self):
        changed = {"rest_90002": "[requests.get(url='https://www.omdbapi.com/', "
                                 "params={'t': 'Up', 'apikey': 'YOUR-OMDB-API-KEY'})]"}
        with Proxy() as proxy:
            report = self.run_json("check", self.results(changed), "--cassette", CASSETTE, "--network", "live",
                                   "--enable-network", env={**NO_KEYS, **proxy.env})
        skipped = self.category(report, "rest")["skipped"]
        self.assertEqual(skipped["by_reason"], {"skipped_no_credentials": 1})
        self.assertEqual(skipped["entries"][0]["variable"], "OMDB_API_KEY")

    def test_a_key_goes_to_its_own_host_alone(self):
        for where in ("headers={'X': 'YOUR-OMDB-API-KEY'}", "params={'k': 'YOUR-OMDB-API-KEY'}"):
            path = self.write("one/BFCL_v4_rest_result.json", json.dumps(
                {"id": "rest_90002", "result": f"[requests.get(url='http://ziptasticapi.com/1', {where})]"}) + "\n")
            report = self.run_json("check", path, "--decoder", "prompting", "--network", "live", "--enable-network",
                                   env={**NO_KEYS, "OMDB_API_KEY": "secret-7"})
            self.assertEqual(self.category(report, "rest")["skipped"]["by_reason"], {"skipped_unsupported": 1}, where)

    def test_the_recording_is_no_output(self):
        cassette = self.cassette()
        for command in (["check", "--verdicts"], ["report", "-o"]):
            self.run_program(command[0], self.results(), command[1], cassette, "--dataset", SAMPLE, "--cassette", cassette,
                             code=2)
            self.assertIn("--cassette", self.err)
        self.assertEqual(cassette.read_text(), CASSETTE.read_text())

    def test_official_scoring_counts_what_is_skipped(self):
        totals = self.totals(self.results(), "--official-scoring")
        self.assertEqual((totals["passed"], totals["failed"], totals["skipped"]),
                         (TOTAL - ASKING, ASKING, 0))
        refused = self.cassette(statuses={"nager": 429})
        report = self.run_json("check", self.results(), "--cassette", refused, "--official-scoring")
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
        out = self.run_program("explain", path / "executable" / "BFCL_v4_exec_parallel_result.json",
                               "exec_parallel_90001", "--dataset", SAMPLE, "--cassette", CASSETTE)
        for text in ("math_factorial(n=5)", "120", "24", "exact_match"):
            self.assertIn(text, out)
        out = self.run_program("explain", path / "executable" / "BFCL_v4_rest_result.json", "rest_90000",
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
        self.assertIn("1 of these entries counts as wrong", found["effect"])
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
                         ("note", ASKING))
        self.assertEqual(self.findings(self.results(), "--cassette", CASSETTE), {})

    def test_an_entry_that_its_own_truth_fails(self):
        cassette = self.write("odd.jsonl", "\n".join(
            json.dumps({**record, "response": {"status": 200, "body": {"current": {"temperature_2m": "mild"}}}})
            if "forecast" in record["request"]["url"] and len(record["request"]["query"]) == 4
            else json.dumps(record)
            for record in map(json.loads, CASSETTE.read_text().splitlines())))
        report = self.run_json("check", self.results(), "--cassette", cassette)
        simple = self.category(report, "exec_simple")
        self.assertEqual([one["id"] for one in simple["impossible"]], ["exec_simple_90002"])
        self.assertIn("impossible", self.check(self.results(), "--cassette", cassette))
        found = self.findings(self.results(), "--cassette", cassette)["impossible_answers"]
        self.assertIn("exec_simple_90002", found["ids"])


    def test_self_check_of_executable_entries(self):
        out = self.run_program("self-check", "--dataset", SAMPLE, "--category", "executable", "--cassette", CASSETTE)
        self.assertNotIn("cannot be passed\n  ", out)
        self.assertRegex(out, r"rest +3 +3 +- +- +-")
        out = self.run_program("self-check", "--dataset", SAMPLE, "--category", "rest")
        self.assertIn("rest_90001", out)
        self.assertIn("skipped_no_network", out)


class Leaderboards(ExecutableCase):
    def evaluate(self, *arguments, code=0, env=None):
        return self.run_program("evaluate", "--dataset", SAMPLE, "--result-dir", self.folder / "result",
                                "--score-dir", self.folder / "score", *arguments, code=code, env=env)

    def header(self, category):
        path = self.folder / "score" / "good-model" / "executable" / f"BFCL_v4_{category}_score.json"
        return [json.loads(line) for line in path.read_text().splitlines()]

    def table(self, version):
        text = (self.folder / "score" / f"data_overall_{version}.csv").read_text()
        return list(csv.DictReader(io.StringIO(text)))[0]

    def test_executable_categories_are_evaluated_where_a_leaderboard_has_them(self):
        self.results({"exec_simple_90001": "[math_factorial(n=5)]"})
        self.evaluate("--test-category", "executable", "--cassette", CASSETTE)
        header, failed = self.header("exec_simple")
        self.assertEqual(header, {"accuracy": 2 / 3, "correct_count": 2, "total_count": 3})
        self.assertEqual(list(failed), ["id", "model_name", "test_category", "valid", "error", "error_type",
                                        "prompt", "model_result_raw", "model_result_decoded",
                                        "model_executed_output"])
        self.evaluate("--leaderboard", "v1", "--cassette", CASSETTE)
        row = self.table("v1")
        self.assertEqual(row["Python Simple Function Exec"], "66.67%")
        self.assertEqual(row["REST Simple Function Exec"], "100.00%")
        # 2 of 3 and 3 of 3, weighted by what was evaluated; then the plain mean of four groups.
        self.assertEqual(row["Simple Function Exec"], "83.33%")
        self.assertEqual(row["Exec Summary"], "95.83%")
        self.assertEqual((row["Rank"], row["Overall Acc"]), ("N/A", "N/A"))
        self.assertIn("simple_python", self.out)

    def test_a_version_with_all_its_categories_has_a_score(self):
        self.results()
        for category in ("simple_python", "simple_java", "simple_javascript", "multiple", "parallel",
                         "parallel_multiple", "irrelevance"):
            name = f"non_live/BFCL_v4_{category}_result.json"
            source = SAMPLE / "results" / "good-model" / name
            self.write(f"result/good-model/{name}", source.read_bytes())
        out = self.evaluate("--leaderboard", "v1", "--cassette", CASSETTE)
        row = self.table("v1")
        self.assertEqual(row["Rank"], "1")
        scores = self.folder / "score" / "good-model"
        right = total = 0
        for path in scores.rglob("*_score.json"):
            header = json.loads(path.read_text().splitlines()[0])
            right, total = right + header["correct_count"], total + header["total_count"]
        # v1 weighs by entries: all right ones of all.
        self.assertEqual(row["Overall Acc"], f"{100 * right / total:.2f}%")
        self.assertIn(row["Overall Acc"], out)
        self.evaluate("--leaderboard", "v3_executable", "--cassette", CASSETTE)
        row = self.table("v3_executable")
        self.assertEqual((row["Overall Acc"], row["Non-Live Exec Acc"]), ("N/A", "100.00%"))
        self.assertNotEqual(row["Non-Live"], "N/A")
        checked = self.run_json("check", self.folder / "result", "--cassette", CASSETTE, "--leaderboard", "v2")
        scores = {one["name"]: one for one in checked["models"][0]["overall"]["scores"]}
        self.assertEqual(scores["Simple Exec"]["value"], 1)
        self.assertIsNone(scores["Overall"]["value"])
        self.assertIn("live_simple", scores["Overall"]["missing"])
        self.assertIn("Exec Summary", self.check(self.folder / "result", "--leaderboard", "v1",
                                                 "--cassette", CASSETTE))

    def test_what_is_skipped_is_in_no_count(self):
        self.results()
        out = self.evaluate("--leaderboard", "v1")
        header, *lines = self.header("rest")
        self.assertEqual(header, {"accuracy": None, "correct_count": 0, "total_count": 0,
                                  "skipped": {"skipped_no_network": 3}})
        self.assertEqual([line["valid"] for line in lines], [None] * 3)
        self.assertEqual(lines[0]["skipped"], "skipped_no_network")
        row = self.table("v1")
        self.assertEqual((row["REST Simple Function Exec"], row["Exec Summary"]), ("N/A", "N/A"))
        self.assertEqual(row["Skipped"], f"{ASKING} skipped_no_network")
        self.assertIn(f"{ASKING} skipped_no_network", out)
        self.evaluate("--leaderboard", "v1", "--official-scoring")
        self.assertEqual(self.header("rest")[0], {"accuracy": 0.0, "correct_count": 0, "total_count": 3})
        self.assertEqual(self.table("v1")["Skipped"], "")

    def test_wrong_use_is_told(self):
        self.results()
        self.evaluate("--leaderboard", "v5", code=2)
        self.evaluate("--network", "live", code=2)
        self.assertIn("--enable-network", self.err)
        self.evaluate("--test-category", "sql", code=2)


class Categories(ExecutableCase):
    def rows(self, *arguments, env=None):
        out = self.run_program("categories", "--format", "json", *arguments, env={**NO_KEYS, **(env or {})})
        report = json.loads(out)
        self.assertEqual(report["groups"]["executable"], list(REPLIES))
        return {row["category"]: row for row in report["categories"]}

    def test_what_each_needs_and_whether_it_is_here(self):
        rows = self.rows("--dataset", SAMPLE)
        self.assertEqual((rows["simple_python"]["needs"], rows["simple_python"]["here"]), ("nothing", True))
        rest = rows["rest"]
        self.assertEqual((rest["needs"], rest["needed_for"], rest["missing"], rest["here"]),
                         ("network", "scoring", ["--cassette FILE"], False))
        self.assertEqual(rest["keys"]["RAPID_API_KEY"], False)
        self.assertEqual(rest["leaderboards"], ["v1", "v2", "v3_executable"])
        search = rows["web_search_base"]
        self.assertEqual((search["needs"], search["missing"], search["data"]),
                         ("key", ["SERPAPI_API_KEY", "--enable-network"], False))
        self.assertEqual(rows["memory_vector"]["missing"], ["--embeddings URL"])
        rows = self.rows("--dataset", "sample", "--cassette", CASSETTE, env={"RAPID_API_KEY": "secret-7"})
        self.assertEqual((rows["rest"]["here"], rows["rest"]["keys"]["RAPID_API_KEY"]), (True, True))
        self.assertNotIn("secret-7", self.out)

    def test_each_part_is_told_apart(self):
        def search(*arguments, key=""):
            return self.rows("--dataset", folder, *arguments, env={"SERPAPI_API_KEY": key})["web_search_base"]
        folder = self.folder / "data"
        shutil.copytree(SAMPLE, folder, ignore=shutil.ignore_patterns("results"))
        for path in ("BFCL_v4_web_search.json", "possible_answer/BFCL_v4_web_search.json"):
            (folder / "data" / path).write_text("")
        none = {"dataset": True, "recording": False, "--search": False, "--enable-network": False,
                "SERPAPI_API_KEY": False}
        self.assertEqual(search()["parts"], none)
        # A key alone asks nobody, nor does the flag.
        row = search(key="secret-7")
        self.assertEqual((row["parts"], row["missing"], row["here"]),
                         ({**none, "SERPAPI_API_KEY": True}, ["--enable-network"], False))
        row = search("--enable-network")
        self.assertEqual((row["missing"], row["here"]), (["SERPAPI_API_KEY"], False))
        self.assertTrue(search("--enable-network", key="secret-7")["here"])
        self.assertTrue(search("--search", "http://x")["here"])
        self.assertTrue(search("--cassette", CASSETTE)["here"])
        rest = self.rows("--dataset", "sample")["rest"]
        self.assertEqual((rest["here"], rest["parts"]["recording"], rest["parts"]["--enable-network"]),
                         (True, True, False))
        rest = self.rows("--dataset", SAMPLE, "--enable-network", env={"RAPID_API_KEY": "secret-7"})["rest"]
        self.assertEqual((rest["here"], rest["missing"]),
                         (False, ["EXCHANGERATE_API_KEY", "GEOCODE_API_KEY", "OMDB_API_KEY"]))
        self.assertEqual(self.rows("--dataset", SAMPLE)["simple_python"]["parts"], {"dataset": True})

    def test_the_table_says_the_same(self):
        out = self.run_program("categories", "--dataset", SAMPLE, env=NO_KEYS)
        line = next(line for line in out.splitlines() if line.startswith("rest") and "scoring" in line)
        self.assertIn("network", line)
        self.assertIn("SERPAPI_API_KEY", out)
        joined = " ".join(out.split())
        self.assertIn("here: no: --cassette FILE (dataset yes, recording no, --enable-network no,", joined)
        self.assertIn("here: no data, nor SERPAPI_API_KEY, --enable-network (dataset no,", joined)
        self.run_program("categories", "--cassette", "nowhere", code=2)


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
        # Nothing is mended: a recording that is damaged is refused, as `check` does.
        damaged = self.folder / "damaged.jsonl"
        damaged.write_bytes(cassette.read_bytes().replace(b"Hello", b"Hell\xff"))
        for arguments in (("--jsonl",), ("--class", "WebSearchAPI")):
            self.run_program("play", *arguments, "--cassette", damaged, stdin=b"", code=2)
            self.assertIn("damaged.jsonl: the cassette is no UTF-8", self.err)


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

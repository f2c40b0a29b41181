"""Runs the program `bfclx` on episodes: `score`, `show` and `play`.

    python3 tests/cli/episodes_test.py build/release/tools/bfclx [Suite]

The suite Recordings compares `play --jsonl` with the official evaluator's recordings below the folder
that BFCLX_SHARED_DIR names; without them it says so and ends with exit code 77.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from cli_case import GOOD, PROGRAM, SAMPLE, Case, main

BAD = SAMPLE / "results" / "bad-model" / "multi_turn"
GOOD_EPISODES = GOOD / "multi_turn"
SHARED = Path(os.environ.get("BFCLX_SHARED_DIR") or "no such folder")
RECORDED_DAY = "2026-11-21"


class Episodes(Case):
    def test_verdicts_have_the_shape_of_the_recordings(self):
        good = [json.loads(line) for line in self.verdicts(GOOD_EPISODES)]
        self.assertEqual([line["valid"] for line in good], [True] * 3)
        moved, shown, ended = [json.loads(line) for line in self.verdicts(BAD)]
        self.assertEqual(moved["error"]["error_type"], "multi_turn:instance_state_mismatch")
        self.assertIn("differences", moved["error"]["details"])
        self.assertEqual(moved["decoded"][0][0], {"calls": ["cd(folder='garden')"]})
        self.assertIn("decode_error", moved["decoded"][0][2])
        self.assertEqual(moved["execution"][0]["model"][1][0], "None")
        self.assertEqual(len(moved["execution"][0]["ground_truth"]), 3)
        self.assertEqual(moved["why"]["path"][:2], [0, "GorillaFileSystem"])
        self.assertEqual(shown["error"]["error_type"], "multi_turn:execution_response_mismatch")
        self.assertEqual(ended["error"]["error_type"], "multi_turn:force_terminated")
        self.assertNotIn("execution", ended)

    def test_report_counts_turns_as_ours(self):
        report = self.check_json(BAD)
        row = self.category(report, "multi_turn_base")
        self.assertEqual((row["entries"], row["right"]), (3, 0))
        self.assertEqual(row["own_turn_progress"], {"turns_passed": 2, "turns_total": 5})
        self.assertEqual({failure["error_type"] for failure in row["failures"]},
                         {"multi_turn:instance_state_mismatch", "multi_turn:force_terminated",
                          "multi_turn:execution_response_mismatch"})
        table = self.check(BAD, env={"COLUMNS": "100"})
        self.assertRegex(table, r"(?m)not an official score\):\n  category .*\n  multi_turn_base +5 +2 +40.0 %$")
        self.assertIn("1 execution_response_mismatch, +2", table)
        self.assertIn("not an official score", self.check(BAD, "--format", "markdown"))
        self.assertRegex(self.check(BAD, "--format", "csv"), r"own_turns_total,.*\n(.*\n)*.*,2,5,0,,\n")
        single = self.category(self.check_json(GOOD / "live"), "live_simple")
        self.assertIsNone(single["own_turn_progress"])

    def test_jobs_change_nothing(self):
        many = self.folder / "m" / "multi_turn" / "BFCL_v4_multi_turn_base_result.json"
        many.parent.mkdir(parents=True)
        many.write_text((BAD / many.name).read_text() * 200)
        self.assertEqual(self.verdicts(many, "--jobs", 1), self.verdicts(many, "--jobs", 7))
        self.assertEqual(self.check(many, "--jobs", 1), self.check(many, "--jobs", 7))

    def test_today(self):
        for wrong in ("2026-13-01", "2026-2-3", "tomorrow", "2023-02-29", "2026-11-21x", ""):
            if wrong:
                self.check(BAD, "--today", wrong, code=2)
                self.assertIn("YYYY-MM-DD", self.err)
        self.check(BAD, "--today", RECORDED_DAY)

    def test_the_models_name_reaches_results(self):
        text = json.dumps({"id": "multi_turn_base_90000", "result": [
            ["[echo(content='ls (1)')]"], ["[pwd()]"]]}) + "\n"
        for folder, name in (("org_model-1", "org_model_1"), ("stranger", "stranger")):
            path = self.write(f"{folder}/multi_turn/BFCL_v4_multi_turn_base_result.json", text)
            line = json.loads(self.verdicts(path, "--decoder", "prompting")[0])
            self.assertIn(f"{name}_eval_multi_turn_base_90000_GorillaFileSystem_instance.ls(1)",
                          line["execution"][0]["model"][0][0])

    def test_a_name_that_makes_no_python_name_is_told(self):
        text = (GOOD_EPISODES / "BFCL_v4_multi_turn_base_result.json").read_bytes()
        path = self.write("3 of us/multi_turn/BFCL_v4_multi_turn_base_result.json", text)
        told = "the model name `3 of us` is not a valid start of a Python name"
        self.check(path, "--decoder", "prompting")
        self.assertIn(told, " ".join(self.out.split()))
        self.assertNotIn(told, self.err)
        self.run_program("compare", GOOD_EPISODES, path, "--decoder", "prompting", "--dataset", SAMPLE)
        self.assertIn(told, " ".join(self.out.split()))
        found = json.loads(self.run_program("doctor", path, "--decoder", "prompting", "--dataset", SAMPLE, "--format", "json"))
        (finding,) = [one for one in found["models"][0]["findings"] if one["code"] == "model_name"]
        self.assertIn("As in the official evaluator, every multi-turn call then fails", finding["effect"])
        line = json.loads(self.verdicts(path, "--decoder", "prompting")[0])
        self.assertIn("Error during execution", line["execution"][0]["model"][0][0])

    def test_a_dataset_without_the_long_context_tables(self):
        copy = self.folder / "dataset"
        shutil.copytree(SAMPLE, copy)
        for folder in ("", "possible_answer/"):
            source = copy / "data" / f"{folder}BFCL_v4_multi_turn_base.json"
            text = source.read_text().replace("multi_turn_base", "multi_turn_long_context")
            source.with_name("BFCL_v4_multi_turn_long_context.json").write_text(text)
        text = (BAD / "BFCL_v4_multi_turn_base_result.json").read_text()
        path = self.write("m/BFCL_v4_multi_turn_long_context_result.json",
                          text.replace("multi_turn_base", "multi_turn_long_context"))
        report = json.loads(self.run_program("score", path, "--dataset", copy, "--format", "json",
                                             code=1))
        self.assertIn("long_context.json", report["models"][0]["not_scored"][0]["reason"])
        (copy / "long_context.json").write_text("[1, 2")
        self.run_program("score", path, "--dataset", copy, code=1)
        self.assertIn("long_context.json", self.err)
        (copy / "long_context.json").write_text('{"constants": {}}')
        self.run_program("score", path, "--dataset", copy)

    def test_hostile_episodes_leave_the_others_scored(self):
        good = (GOOD_EPISODES / "BFCL_v4_multi_turn_base_result.json").read_text().splitlines()
        steps = {
            "nested": "f(" * 1000, "brackets": "[" + "(" * 1000 + ")" * 1000 + "]",
            "a long text": "[touch(file_name='" + "x" * 10_000_000 + "')]",
            "many calls": "[" + ", ".join(f"touch(file_name='f{i}')" for i in range(100_000)) + "]",
            "paths": "[cd(folder='../../..'), mv(source='..', destination='../..')]",
            "NUL": "[mkdir(dir_name='a\0b')]", "digits": f"[tail(file_name='a', lines={'9' * 5000})]",
            "power": "[tail(file_name='a', lines=9**9**9)]", "escapes": "\x1b[2J\udcff",
        }
        for name, step in steps.items():
            # A turn that is a text has a step for each letter.
            for result in ([[[step]], [[step]]], [[step], [step]], [step, step], step):
                line = json.dumps({"id": "multi_turn_base_90000", "result": result})
                path = self.write("m/BFCL_v4_multi_turn_base_result.json",
                                  "\n".join([line, good[1], good[2]]))
                with self.subTest(name):
                    lines = [json.loads(line) for line in
                             self.verdicts(path, "--model", "good-model")]
                    self.assertEqual([line["valid"] for line in lines], [False, True, True])


class ExplainEpisode(Case):
    def explain(self, *arguments, **keywords):
        return self.run_program("show", *arguments, "--dataset", SAMPLE, **keywords)

    def test_state_difference_after_the_failing_turn(self):
        out = self.explain(BAD, "multi_turn_base_90000", env={"COLUMNS": "100"})
        self.assertIn("Turn 1  failed", out)
        self.assertIn("Turn 2  not run", out)
        self.assertRegex(out, r"State after turn 1  GorillaFileSystem\n +root\n +- ground truth, \+ "
                              r"model\n +home/\n +garden/\n +\+ +seeds.txt  beans\\npeas\\nmarrow\n")
        self.assertIn("^ first result that the ground truth does", out)
        self.assertIn("multi_turn:instance_state_mismatch", out)
        self.assertIn("does not match the state with ground truth instance.", out)
        self.assertIn("It is in old.", out)

    def test_missing_response(self):
        out = self.explain(BAD, "multi_turn_base_90001")
        self.assertIn("Turn 1  passed", out)
        self.assertIn("^ no call of the model has this result", out)
        self.assertIn("Missing return value, and the closest one that the model's calls returned", out)

    def test_episodes_that_never_ran(self):
        out = self.explain(BAD, "multi_turn_base_90002")
        self.assertIn("force-terminated", out)
        self.assertIn("(no response)", out)
        path = self.write("m/BFCL_v4_multi_turn_base_result.json",
                          '{"id": "multi_turn_base_90000", "result": "Error during inference"}\n')
        out = self.explain(path, "multi_turn_base_90000")
        self.assertIn("multi_turn:inference_error", out)
        self.assertIn("Error during inference", out)

    def test_right_episode(self):
        out = self.explain(GOOD_EPISODES, "multi_turn_base_90002")
        self.assertIn("passed: all 2 turns match the ground truth", out)
        self.assertNotIn("not run", out)

    def test_beside_each_other_where_there_is_room(self):
        wide = self.explain(BAD, "multi_turn_base_90000", env={"COLUMNS": "120"})
        self.assertRegex(wide, r"(?m)^    model +ground truth$")
        narrow = self.explain(BAD, "multi_turn_base_90000", env={"COLUMNS": "60"})
        self.assertRegex(narrow, r"(?m)^    model$")
        self.assertRegex(narrow, r"(?m)^    ground truth$")
        for out, width in ((wide, 120), (narrow, 60)):
            for line in out.splitlines()[2:]:
                self.assertLessEqual(len(line), width, line)

    def test_colour_and_no_color(self):
        arguments = ("show", BAD, "multi_turn_base_90000", "--dataset", SAMPLE)
        self.assertIn(b"\x1b[", self.on_terminal(*arguments, env={"NO_COLOR": ""}))
        self.assertNotIn(b"\x1b", self.on_terminal(*arguments, env={"NO_COLOR": "1"}))

    def test_control_characters_stay_harmless_and_size_is_bounded(self):
        step = "[echo(content='\x1b[2J\x07\u202e" + "x" * 1_000_000 + "')]"
        path = self.write("m/BFCL_v4_multi_turn_base_result.json", json.dumps(
            {"id": "multi_turn_base_90000", "result": [[[step] * 50], [[step]]]}))
        out = self.explain(path, "multi_turn_base_90000", "--decoder", "prompting")
        for character in "\x1b\x07\u202e":
            self.assertNotIn(character, out)
        self.assertLess(len(out), 2_000_000)


class Play(Case):
    def play(self, *arguments, calls=(), **keywords):
        return self.run_program("play", *arguments, stdin="".join(f"{c}\n" for c in calls).encode(),
                                **keywords).splitlines()

    def test_calls_through_a_pipe(self):
        self.assertEqual(self.play("--class", "MathAPI", calls=["add(a=1, b=2)", "", "add(1)"]),
                         ['{"result": 3}', "Error during execution: MathAPI.add() missing 1 required "
                                           "positional argument: 'b'"])

    def test_play_has_the_executable_functions(self):
        cassette = SAMPLE / "cassette.jsonl"
        calls = ["math_gcd(a=8, b=12)", "get_weather_data(coordinates=[47.4, 9.6])",
                 "get_movie_rating(movie_name='x')", "calculate_density(mass=1, volume=0)",
                 "math_gcd(a=1)", "estimate_derivative(function='lambda x: x * x', x=1)"]
        with_answers = self.play("--class", "ExecutableFunctions", "--cassette", cassette, calls=calls)
        self.assertEqual(with_answers, [
            "4", "61.3",
            'The recording has no response to {"method": "GET", "url": "https://www.omdbapi.com/", '
            '"query": [["apikey", "YOUR-OMDB-API-KEY"], ["t", "x"]], "headers": {}}.',
            "Error during execution: division by zero",
            "Error during execution: ExecutableFunctions.math_gcd() missing 1 required "
            "positional argument: 'b'",
            "2.000000165480742"])
        without = self.play("--class", "ExecutableFunctions", calls=calls[:2])
        self.assertEqual(without, ["4", "Error during execution: there is no network here, and no "
                                        "recording of it"])
        methods = self.play("--class", "ExecutableFunctions", calls=[":methods"])
        self.assertEqual(len(methods), 52)

    def test_entry(self):
        out = self.play("--entry", "multi_turn_base_90000", "--dataset", "sample",
                        calls=["cd(folder='garden')", "rm(file_name='tools.txt')", ":diff",
                               ":state", ":doc cd", ":quit", "pwd()"])
        self.assertEqual(out[:2], ['{"current_working_directory": "garden"}',
                                   '{"result": "\'tools.txt\' removed"}'])
        self.assertIn("    -     tools.txt  spade\\nrake", out)
        self.assertTrue(any("Enters a directory" in line for line in out))
        self.assertNotIn('{"current_working_directory": "/garden"}', out)

    def test_all_services_without_a_choice(self):
        out = self.play(calls=[":methods"])
        for name in ("GorillaFileSystem", "MathAPI", "MessageAPI", "TwitterAPI", "TicketAPI",
                     "TradingBot", "TravelAPI", "VehicleControlAPI"):
            self.assertIn(name, out)
        self.assertEqual(out, self.play("--class", *[line for line in out if line[0] != " "],
                                        calls=[":methods"]))

    def test_wrong_usage(self):
        for arguments, words in (
                (["--class", "TradingBt"], "Did you mean TradingBot?"),
                (["--entry", "multi_turn_base_77", "--dataset", SAMPLE], "Did you mean"),
                (["--entry", "simple_python_90000", "--dataset", SAMPLE], "not the id of a multi-turn entry"),
                (["--entry", "multi_turn_base_90000"], "--dataset sample"),
                (["--entry", "multi_turn_base_90000", "--class", "MathAPI"], "--class"),
                (["--class", "MathAPI", "--long-context"], "needs a dataset"),
                (["--class", "MathAPI", "--long-context", "--dataset", SAMPLE], "long_context.json"),
                (["--class", "MathAPI", "--today", "today"], "YYYY-MM-DD"),
                (["--dataset", "nowhere"], "nowhere"), (["calls.txt"], "--jsonl"),
                (["--jsonl", "--class", "MathAPI"], "--jsonl")):
            self.run_program("play", *arguments, code=2)
            self.assertEqual(self.out, "")
            self.assertIn(words, self.err)

    def test_at_a_terminal(self):
        out = self.on_terminal("play", "--class", "MathAPI", env={"NO_COLOR": "1"},
                               typed=b"add(a=1,\tb=2)\n:quit\n")
        self.assertIn(b":help lists the commands", out)
        self.assertIn(b'{"result": 3}', out)

    def test_reader_that_goes_away_and_closed_output(self):
        done = subprocess.run(["sh", "-c", 'yes "pwd()" | "$0" play --class GorillaFileSystem | head -1',
                               PROGRAM], capture_output=True, timeout=60)
        self.assertEqual((done.stdout, done.stderr), (b'{"current_working_directory": "//"}\n', b""))
        done = subprocess.run(["sh", "-c", 'echo "pwd()" | "$0" play --class MathAPI >&-', PROGRAM],
                              stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 1)


class PlayLines(Case):
    LINE = {"id": "a", "involved_classes": ["GorillaFileSystem"], "calls": ["pwd()"]}

    def lines(self, *arguments, **keywords):
        out = self.run_program("play", "--jsonl", *arguments, **keywords)
        return [json.loads(line) for line in out.splitlines()]

    def test_streams_and_files(self):
        text = "".join(json.dumps({**self.LINE, "id": str(i)}) + "\n" for i in range(3)).encode()
        from_stream = self.lines(stdin=text)
        self.assertEqual([line["id"] for line in from_stream], ["0", "1", "2"])
        self.assertEqual(list(from_stream[0]), ["id", "results", "final_state"])
        self.assertEqual(from_stream[0]["results"], ['{"current_working_directory": "//"}'])
        for name, data in (("a.jsonl", text), ("b.jsonl.gz", gzip.compress(text)),
                           ("c.jsonl", b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n\r\n"))):
            self.assertEqual(self.lines(self.write(name, data)), from_stream)
        self.assertEqual(len(self.lines("-", self.folder / "a.jsonl", stdin=text)), 6)

    def test_answers_come_line_by_line(self):
        process = subprocess.Popen([PROGRAM, "play", "--jsonl"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE)
        for number in range(3):
            process.stdin.write(json.dumps({**self.LINE, "id": str(number)}).encode() + b"\n")
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline())["id"], str(number))
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)

    def test_bad_lines_leave_the_others_answered(self):
        good = json.dumps(self.LINE)
        bad = ["{", "7", '{"id": 1}', json.dumps({**self.LINE, "involved_classes": ["Mat"]}),
               json.dumps({**self.LINE, "calls": [1]}), "[" * 100_000,
               json.dumps({**self.LINE, "long_context": True}),
               json.dumps({**self.LINE, "initial_config": {"GorillaFileSystem": {"root": 7}}}),
               '{"id": "\x1b[2J"']
        for name, line in (("file", str(self.write("bad.jsonl", "\n".join([good, *bad, good])))),
                           ("stream", "-")):
            with self.subTest(name):
                out = self.lines(line, code=1, stdin="\n".join([good, *bad, good]).encode())
                self.assertEqual(len(out), 2)
                for number in range(2, len(bad) + 2):
                    self.assertRegex(self.err, rf"(?m)^bfclx: .*:{number}: ")
                self.assertNotIn("\x1b", self.err)
                self.assertLess(len(self.err), 20_000)
        self.lines(self.folder / "missing.jsonl", code=1)
        self.assertIn("missing.jsonl", self.err)

    def test_model_and_call_texts(self):
        line = json.dumps({**self.LINE, "id": "x:1", "calls": ["echo(content='ls (1)')"]}).encode()
        for arguments, name in (([], "oracle"), (["--model", "org/m-1"], "org_m_1")):
            self.assertIn(f"{name}_eval_x_1_GorillaFileSystem_instance.ls(1)",
                          self.lines(*arguments, stdin=line)[0]["results"][0])

    def test_many_calls_and_many_sequences(self):
        calls = [f"touch(file_name='f{i}')" for i in range(100_000)] + ["ls()"]
        answer, = self.lines(stdin=json.dumps({**self.LINE, "calls": calls}).encode())
        self.assertEqual(len(answer["results"]), len(calls))
        self.assertEqual(len(json.loads(answer["results"][-1])["current_directory_content"]), 100_000)


@unittest.skipUnless(SHARED.is_dir(), "no recordings")
class Recordings(Case):
    """Call sequences that were run on the official API classes."""

    def test_every_recorded_sequence(self):
        files = sorted((SHARED / "conformance").glob("simulator_fuzz_*.jsonl"))
        self.assertGreaterEqual(len(files), 8)
        calls = 0
        for path in files:
            out = self.run_program("play", "--jsonl", path, "--dataset", SHARED / "bfcl-data",
                                   "--today", RECORDED_DAY)
            answers = [json.loads(line) for line in out.splitlines()]
            recorded = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
            self.assertGreaterEqual(len(recorded), 100)
            self.assertEqual(len(answers), len(recorded), path.name)
            for answer, expected in zip(answers, recorded):
                calls += self.compare(answer, expected)
        self.assertGreaterEqual(calls, 1000 * len(files))

    def compare(self, answer, expected):
        self.assertEqual(answer["id"], expected["id"])
        self.assertEqual(len(answer["results"]), len(expected["calls"]))
        addresses = set(expected.get("nondeterministic_results", []))
        for index, (ours, theirs) in enumerate(zip(answer["results"], expected["results"])):
            if index not in addresses:
                self.assertEqual(ours, theirs, f"{expected['id']}: {expected['calls'][index]}")
        # As text: 1 is not 1.0, and the order of keys counts.
        self.assertEqual(json.dumps(answer["final_state"]), json.dumps(expected["final_state"]),
                         expected["id"])
        return len(answer["results"])


if __name__ == "__main__":
    if sys.argv[2:] == ["Recordings"] and not SHARED.is_dir():
        print(f"SKIPPED: no recordings of the official API classes in {SHARED}")
        sys.exit(77)
    main()

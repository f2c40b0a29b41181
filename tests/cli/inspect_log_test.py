"""`bfclx score -o FILE.eval`: logs of inspect. tests/python/frameworks/inspect_test.py reads them with the real
package; here is what needs none."""

import json
import re
import zipfile

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main
from own_case import Own, lines, weather

BAD = SAMPLE / "results" / "bad-model"
TODAY = ("--today", "2026-11-28")


class InspectLog(Case):
    def log(self, *paths, name="x.eval", code=None):
        self.check(*paths, *TODAY, "-o", name, code=code)
        with zipfile.ZipFile(self.folder / name) as archive:
            self.assertIsNone(archive.testzip())
            return {member: json.loads(archive.read(member), parse_constant=self.fail) for member in archive.namelist()}

    def test_a_sample_for_each_entry_with_its_verdict(self):
        verdicts = {one["id"]: one for one in map(json.loads, self.verdicts(BAD, code=1))
                    if one["valid"] is not None and "superseded" not in one}
        log = self.log(BAD, code=1)
        samples = {re.sub(r"samples/(.*)_epoch_1.json", r"\1", name): sample
                   for name, sample in log.items() if name.startswith("samples/")}
        self.assertEqual(list(samples), list(verdicts))
        self.assertEqual([one["id"] for one in log["summaries.json"]], list(samples))
        self.assertEqual(log["header.json"]["eval"]["dataset"]["sample_ids"], list(samples))
        for entry, sample in samples.items():
            score = sample["scores"]["bfcl"]
            self.assertEqual(score["value"], "C" if verdicts[entry]["valid"] else "I", entry)
            if not verdicts[entry]["valid"]:
                self.assertEqual(score["explanation"], verdicts[entry]["why"]["text"])
            self.assertNotIn("functions", next(one for one in log["summaries.json"] if one["id"] == entry)["metadata"])

    def test_the_header_has_the_report_s_numbers(self):
        report = self.check_json(GOOD, code=None)["models"][0]
        header = self.log(GOOD)["header.json"]
        metrics = header["results"]["scores"][0]["metrics"]
        self.assertEqual(metrics["overall_v4"]["value"], report["score"]["value"])
        for row in report["categories"]:
            self.assertEqual(metrics[row["category"]]["value"], row["accuracy"])
            self.assertEqual(metrics[row["category"]]["metadata"]["interval_95"], row["interval_95"])
        self.assertEqual((header["eval"]["model"], header["eval"]["created"]), ("good-model", "2026-11-28T00:00:00+00:00"))

    def test_the_same_run_gives_the_same_bytes(self):
        for name, jobs in (("1.eval", 1), ("2.eval", 2), ("3.eval", 7)):
            self.check(GOOD, *TODAY, "--jobs", jobs, "-o", name)
        bytes_of = [(self.folder / name).read_bytes() for name in ("1.eval", "2.eval", "3.eval")]
        self.assertEqual(bytes_of[0], bytes_of[1])
        self.assertEqual(bytes_of[0], bytes_of[2])

    def test_read_again_the_verdicts_are_the_same(self):
        before = {one["id"]: one["valid"] for one in map(json.loads, self.verdicts(GOOD))}
        self.log(GOOD)
        after = {one["id"]: one["valid"] for one in map(json.loads, self.verdicts("x.eval"))}
        self.assertEqual(before, after)

    def test_an_episode_is_the_whole_conversation(self):
        sample = next(sample for name, sample in self.log(BAD, code=1).items() if name.startswith("samples/multi_turn"))
        roles = [message["role"] for message in sample["messages"]]
        self.assertEqual(roles[:3], ["user", "assistant", "tool"])
        call = sample["messages"][1]["tool_calls"][0]
        self.assertEqual((call["type"], type(call["arguments"])), ("function", dict))
        self.assertEqual(sample["messages"][2]["tool_call_id"], call["id"])

    def test_hostile_responses_stay_valid(self):
        ids = [json.loads(line)["id"] for line in SIMPLE.read_text().splitlines()]
        hostile = ["[f(x=1e999, y=%s)]" % ("9" * 400), "\ud800 \x00 \u202e", [{"f": "{broken"}], [{"f": "[1]"}], "",
                   [[["a"], []], []], {"f": float("nan")}]
        path = self.write("m/BFCL_v4_simple_python_result.json", "".join(
            json.dumps({"id": entry, "result": result}) + "\n" for entry, result in zip(ids, hostile)))
        log = self.log(path)
        for sample in log.values():
            json.dumps(sample, ensure_ascii=False).encode()
        self.assertEqual(len(log), 3 + len(ids[:len(hostile)]))

    def test_where_it_has_no_place(self):
        self.check(SAMPLE / "results", "-o", "x.eval", code=2)
        self.assertIn("takes one model", self.err)
        self.check(GOOD, "--format", "inspect", "--verdicts", "-", code=2)
        self.assertIn("both go to standard output", self.err)
        self.check(GOOD, "--shard", "1/1", "--verdicts", "1.jsonl")
        self.run_program("merge", "1.jsonl", "--format", "inspect", code=2)
        self.assertIn("use `bfclx score -o FILE.eval`", self.err)


class OwnInspectLog(Own):
    def exported(self, cases, results):
        """Of one file of results: the samples of the log, and those of Every Eval Ever."""
        self.new()
        self.add(cases)
        self.write("r.jsonl", lines(results))
        told = ("score", "r.jsonl", "--dataset", "my-bench")
        self.run_program(*told, "-o", "x.eval", code=None)
        with zipfile.ZipFile(self.folder / "x.eval") as archive:
            log = [json.loads(archive.read(name)) for name in archive.namelist() if name.startswith("samples/")]
        self.run_program(*told, "--format", "eee", "--eee-samples", "s.jsonl", code=None)
        return log, [json.loads(line) for line in (self.folder / "s.jsonl").read_text("utf-8").splitlines()]

    def test_earlier_calls_are_tool_calls_with_results(self):
        call = {"id": "a", "type": "function", "function": {"name": "get_weather", "arguments": '{"city": "Paris"}'}}
        (sample,), (row,) = self.exported([{"tools": ["get_weather"], "messages": [
            {"role": "user", "content": "How warm is it in Paris?"},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "a", "content": "20 degrees"},
            {"role": "user", "content": "And in Rome?"}], "expected": [weather("Rome")]}],
            [{"id": "simple_python_0", "result": [{"get_weather": '{"city": "Rome"}'}]}])
        asked, said, told, again, answer = sample["messages"]
        self.assertEqual(sample["input"], [asked, said, told, again])
        self.assertEqual((said["role"], said["content"]), ("assistant", ""))
        (made,) = said["tool_calls"]
        self.assertEqual((made["function"], made["arguments"]), ("get_weather", {"city": "Paris"}))
        self.assertEqual((told["role"], told["content"], told["tool_call_id"], told["function"]),
                         ("tool", "20 degrees", made["id"], "get_weather"))
        self.assertNotEqual(answer["tool_calls"][0]["id"], made["id"])
        self.assertEqual((row["interaction_type"], row["output"]), ("multi_turn", None))
        self.assertEqual([message["role"] for message in row["messages"]],
                         ["user", "assistant", "tool", "user", "assistant"])
        self.assertEqual(row["messages"][2]["tool_call_id"], [row["messages"][1]["tool_calls"][0]["id"]])
        self.assertEqual((row["evaluation"]["num_turns"], row["evaluation"]["tool_calls_count"]), (2, 1))
        self.assertEqual(row["answer_attribution"][0]["turn_idx"], 4)

    def test_exports_have_the_name_of_the_benchmark(self):
        # Also if it calls itself as the official one, or the official formula is asked for.
        for name in ("my-bench", "bfcl"):
            with self.subTest(name):
                self.new(name=name)
                self.write("cases.jsonl", lines([{"id": "w1", "question": "Rome?", "expected": [weather("Rome")]}]))
                self.run_program("dataset", "add", name, "cases.jsonl")
                self.write("r.jsonl", lines([{"id": "multiple_0", "result": "[get_weather(city='Rome')]"}]))
                told = ("score", "r.jsonl", "--dataset", name)
                for more in ((), ("--leaderboard", "v4")):
                    record = json.loads(self.run_program(*told, *more, "--format", "eee", "--eee-samples", "s.jsonl",
                                                         code=None))
                    self.assertEqual({one["source_data"]["dataset_name"] for one in record["evaluation_results"]},
                                     {name + " 0.1.0"})
                    self.assertEqual(record["evaluation_id"].split("/")[0], name)
                    names = [one["evaluation_result_id"] for one in record["evaluation_results"]]
                    self.assertEqual((names[0], names[-1]), ("overall", name + "_multiple"))
                    self.assertRegex(record["detailed_evaluation_results"]["file_path"], f"^data/{name}/unknown/")
                    (row,) = map(json.loads, (self.folder / "s.jsonl").read_text("utf-8").splitlines())
                    self.assertEqual((row["evaluation_id"], row["evaluation_name"]), (record["evaluation_id"], names[-1]))
                found = json.loads(self.run_program(*told, "--format", "lm-eval", code=None))
                self.assertEqual([task for task in found["results"] if "multiple" in task], [name + "_multiple"])
                self.run_program(*told, "-o", "x.eval", code=None)
                with zipfile.ZipFile(self.folder / "x.eval") as archive:
                    spec = json.loads(archive.read("header.json"))["eval"]
                self.assertEqual((spec["task"], spec["task_display_name"]), (name, name))

    def test_turns_have_the_results_that_the_model_saw(self):
        (sample,), (row,) = self.exported([{"turns": [
            {"question": "How warm is it in Paris?", "expected": [weather("Paris")], "results": [{"celsius": 20}]},
            {"question": "And in Rome?", "expected": [weather("Rome")]}]}],
            [{"id": "own_turns_0", "result": [[[{"get_weather": '{"city": "Paris"}'}]],
                                              [[{"get_weather": '{"city": "Rome"}'}]]]}])
        roles = ["user", "assistant", "tool", "user", "assistant", "tool"]
        for messages in (sample["messages"], row["messages"]):
            self.assertEqual([message["role"] for message in messages], roles)
            self.assertEqual([json.loads(messages[i]["content"]) for i in (2, 5)], [{"celsius": 20}, {"status": "ok"}])
        self.assertEqual(sample["messages"][2]["tool_call_id"], sample["messages"][1]["tool_calls"][0]["id"])
        self.assertEqual(row["answer_attribution"][0]["turn_idx"], 4)
        self.assertEqual((row["interaction_type"], row["evaluation"]["num_turns"]), ("multi_turn", 2))

    def test_own_ids_and_tags_are_metadata(self):
        self.new()
        self.add()
        self.write("r.jsonl", lines([{"id": "multiple_0", "result": "no"}]))
        self.run_program("score", "r.jsonl", "--dataset", "my-bench", "-o", "x.eval", code=None)
        with zipfile.ZipFile(self.folder / "x.eval") as archive:
            sample = json.loads(archive.read("samples/multiple_0_epoch_1.json"))
        self.assertEqual((sample["metadata"]["own_id"], sample["metadata"]["tags"]), ("w1", ["weather"]))


if __name__ == "__main__":
    main()

"""`bfclx doctor` on runs with known faults.

    python3 tests/cli/doctor_test.py build/release/tools/bfclx [Suite]
"""

import json
import os
import shlex
import shutil
import subprocess

from cli_case import GOOD, PROGRAM, SAMPLE, SIMPLE, Case, main

EPISODES = GOOD / "multi_turn" / "BFCL_v4_multi_turn_base_result.json"


class Doctor(Case):
    def doctor(self, *arguments, **keywords):
        return self.run_program("doctor", *arguments, "--dataset", SAMPLE, **keywords)

    def findings(self, *arguments, **keywords):
        report = json.loads(self.doctor(*arguments, "--format", "json", **keywords))
        self.assertEqual(len(report["models"]), 1)
        return {finding["code"]: finding for finding in report["models"][0]["findings"]}

    def rewritten(self, source, change):
        lines = [json.loads(line) for line in source.read_text().splitlines()]
        for number, entry in enumerate(lines):
            change(number, entry)
        return self.write(f"run/{source.name}", "\n".join(map(json.dumps, lines)))

    def test_a_good_run_has_no_findings(self):
        self.assertEqual(self.findings(GOOD), {})
        self.assertIn("No problems that distort the score were found.", self.doctor(GOOD))
        self.doctor(GOOD, "--fail-on", "info")

    def test_the_sample_of_faults(self):
        findings = self.findings(SAMPLE / "results" / "bad-model", code=1)
        counts = {code: finding["count"] for code, finding in findings.items()}
        self.assertEqual(counts, {"cut_replies": 1, "arguments_no_text": 2, "missing_entries": 2,
                                  "unusable_lines": 2, "unknown_ids": 1, "duplicate_ids": 1, "turn_count": 1})
        self.assertEqual(findings["arguments_no_text"]["right_change"], 2)
        for finding in findings.values():
            self.assertTrue(finding["effect"] and finding["advice"] and finding["title"])
            self.assertTrue(finding["examples"])
            self.assertTrue(finding["fix"].startswith("bfclx "), finding)
            self.assertIn(finding["certainty"], ("fact", "scored", "inferred"))
            self.assertIn("accuracy", finding["effect"].lower())
        self.assertEqual(findings["cut_replies"]["examples"][0]["line"], 5)
        table = self.doctor(SAMPLE / "results" / "bad-model", code=1)
        for code, count in counts.items():
            self.assertIn(f"{code}, {count}", table)

    def test_the_wrong_decoder(self):
        findings = self.findings(GOOD, "--decoder", "openai_fc")
        self.assertEqual(findings["other_decoder"]["severity"], "error")
        self.assertGreater(findings["other_decoder"]["right_change"], 15)
        self.assertIn("prompting", findings["other_decoder"]["effect"])

    def test_responses_that_no_decoder_reads(self):
        def change(number, entry):
            entry["result"] = f"CALL area WITH x {number}"
        path = self.rewritten(SIMPLE, change)
        finding = self.findings(path)["not_decoded"]
        self.assertEqual(finding["severity"], "error")
        self.assertEqual(finding["count"], len(SIMPLE.read_text().splitlines()))
        self.doctor(path, "--fail-on", "error", code=3)
        table = self.run_program("score", path, "--dataset", SAMPLE)
        self.assertIn("contain no call that the decoder can parse", " ".join(table.split()))

    def test_errors_of_the_generation(self):
        def change(number, entry):
            if number < 2:
                entry["result"] = "Error during inference: time-out \x1b[31m"
        path = self.rewritten(SIMPLE, change)
        self.assertEqual(self.findings(path)["inference_errors"]["count"], 2)
        self.assertNotIn("\x1b", self.doctor(path))

    def test_logs_show_hidden_text_and_other_questions(self):
        def change(number, entry):
            entry["inference_log"] = [[{"role": "state_info"}], {
                "begin_of_turn_query": [{"role": "user", "content": "Another question"}],
                "step_0": [{"role": "assistant", "content": "hidden", "tool_calls": []}]}]
        path = self.rewritten(EPISODES, change)
        findings = self.findings(path)
        entries = len(EPISODES.read_text().splitlines())
        self.assertEqual(findings["other_dataset"]["count"], entries)
        self.assertEqual(findings["empty_tool_calls"]["count"], entries)
        self.assertEqual(findings["empty_tool_calls"]["examples"][0]["text"], "hidden")
        self.assertEqual(self.findings(path, "--no-logs"), {})

    def test_reasoning_that_no_answer_follows(self):
        def change(number, entry):
            if number < 3:
                entry.update(result="", reasoning_content="First, let me see.")
        findings = self.findings(self.rewritten(SIMPLE, change))
        self.assertEqual(findings["reasoning_alone"]["count"], 3)
        self.assertNotIn("reasoning_alone", self.findings(self.rewritten(SIMPLE, change), "--no-logs"))

    def test_what_the_generation_noted(self):
        def change(number, entry):
            if number < 2:
                entry["result"] = "[harbour.tide_ta"
        path = self.rewritten(SIMPLE, change)
        ids = [json.loads(line)["id"] for line in path.read_text().splitlines()]
        note = {"steps": [{"turn": 0, "step": 0, "finish_reason": "length"}]}
        lines = [json.dumps({"id": ids[0], **note}), "no JSON", json.dumps({"id": ids[1], **note}),
                 json.dumps({"id": ids[1], "steps": [{"finish_reason": "stop"}]})]
        self.write("run/bfclx_entries.jsonl", "\n".join(lines) + "\n")
        findings = self.findings(path)
        self.assertEqual(findings["token_limit"]["ids"], ids[:1])  # of the other a later line counts

    def test_a_text_that_is_no_unicode(self):
        def change(number, entry):
            entry["result"] = "Error during inference: \ud800"
        example = self.findings(self.rewritten(SIMPLE, change))["inference_errors"]["examples"][0]
        self.assertIn("\ufffd", example["text"])

    def test_commands_name_what_is_known(self):
        def change(number, entry):
            if number < 2:
                entry["result"] = "Error during inference: time-out"
        lines = [json.loads(line) for line in SIMPLE.read_text().splitlines()]
        for number, entry in enumerate(lines):
            change(number, entry)
        ids = [entry["id"] for entry in lines[:2]]
        path = self.write(f"res/org_tiny/{SIMPLE.name}", "\n".join(map(json.dumps, lines))).parent
        command = self.findings("res/org_tiny")["inference_errors"]["fix"]
        self.assertIn("generate --model MODEL -o --run-ids ids.txt", command)  # "org_tiny" is no name
        path.joinpath("bfclx_manifest.json").write_text(json.dumps(
            {"model": {"name": "org/tiny", "asked_as": "org/tiny"}, "server": {"address": "http://host:8000/v1"},
             "settings": {"mode": "prompt", "temperature": 0.5, "max_tokens": 700, "extra_body": {"seed": 1}, "batch": True}}))
        command = self.findings("res/org_tiny")["inference_errors"]["fix"]
        self.assertEqual(command, f"bfclx doctor res/org_tiny --ids-of inference_errors --dataset {SAMPLE} > ids.txt && "
                         "bfclx generate --model org/tiny -o --run-ids ids.txt --base-url http://host:8000/v1 --mode prompt "
                         "--temperature 0.5 --extra-body '{\"seed\": 1}' --batch --max-tokens 700 --result-dir res "
                         f"--dataset {SAMPLE}")
        self.assertIn("bfclx generate --model org/tiny -o", " ".join(self.doctor("res/org_tiny").split()))
        self.assertEqual(self.doctor("res/org_tiny", "--ids-of", "inference_errors").split(), ids)
        self.doctor("res/org_tiny", "--ids-of", "cut_replies", code=1)
        self.assertIn("no finding cut_replies in this run", self.err)
        self.doctor("res/org_tiny", "--ids-of", "cut", code=2)
        # Generate takes it as it is.
        first, second = command.split(" && ")
        self.write("ids.txt", self.doctor("res/org_tiny", "--ids-of", "inference_errors"))
        words = shlex.split(second)[1:]
        self.run_program(*words, "--dry-run")
        self.assertIn("2 entries", " ".join((self.out + self.err).split()))
        self.assertNotIn("other settings", self.out + self.err)

    def test_settings_and_ids_for_programs(self):
        finding = self.findings(GOOD, "--decoder", "openai_fc")["other_decoder"]
        self.assertEqual(finding["settings"], {"decoder": "prompting"})
        self.assertEqual(len(finding["ids"]), finding["count"])
        self.assertGreater(finding["count"], len(finding["examples"]))
        missing = self.findings(SAMPLE / "results" / "bad-model", code=1)["missing_entries"]
        self.assertEqual(missing["ids"], ["parallel_90001", "live_multiple_90002-2-0"])
        self.assertIsNone(missing["settings"])

    def test_files_that_give_no_response(self):
        page = self.write("page.md", "# A page\n\nwithout any entry.\n")
        told = self.doctor(page, code=1)
        self.assertIn("nothing can be said", told)
        self.assertNotIn("No problems", told)
        self.assertIn("page.md:1: neither JSON", self.err)
        report = json.loads(self.doctor(page, "--format", "json", code=1))
        self.assertEqual(len(report["problems"]), 1)
        self.assertEqual(report["models"][0]["findings"], [])
        empty = self.write("empty_result.json", "")
        self.assertIn("nothing can be said", self.doctor(empty, code=1))
        self.assertIn("empty_result.json", self.err)

    def test_what_could_not_be_used_is_no_part_of_a_clean_bill(self):
        run = self.folder / "run"
        shutil.copytree(GOOD, run)
        (run / "notes_result.json").write_text("no entries here\n")
        told = self.doctor(run, code=1)
        self.assertIn("notes_result.json:1", self.err)
        self.assertIn("No problems that distort the score were found in the responses that can be scored.", told)

    def test_many_problems_are_counted(self):
        page = self.write("page.md", "{no JSON\n" * 30)
        self.doctor(page, code=1)
        self.assertEqual(len(self.err.splitlines()), 21)
        self.assertIn("and 10 more problems", self.err)

    def large_run(self, damage=""):
        """Episodes with logs of 70 MB: small ones that ask something else, and a huge one."""
        lines = [json.loads(line) for line in EPISODES.read_text().splitlines()]
        path = self.write(f"large/{EPISODES.name}", "")
        step = json.dumps({"role": "assistant", "content": "step \u00e9 " * 100})
        turn = {"begin_of_turn_query": [{"role": "user", "content": "Another question"}]}
        with open(path, "w", encoding="utf-8") as file:
            for number, line in enumerate(lines):
                steps = 60_000 if number == 0 else 2_000
                file.write(json.dumps(line)[:-1] + ', "inference_log": [' + json.dumps(turn))
                file.write((", " + step) * steps + "]}\n")
            file.write(damage)
        self.assertGreater(path.stat().st_size, 64_000_000)
        return path, len(lines)

    def peak(self, *arguments, code=0):
        process = subprocess.Popen([PROGRAM, *map(str, arguments), "--dataset", SAMPLE],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, code)
        return usage.ru_maxrss  # KiB

    def test_inference_logs_cost_no_memory(self):
        path, entries = self.large_run()
        self.assertLess(self.peak("score", path), self.peak("score", EPISODES) + 10_000)
        self.assertLess(self.peak("doctor", path), self.peak("doctor", EPISODES) + 40_000)
        findings = self.findings(path)
        self.assertEqual(list(findings), ["other_dataset"])
        # The log above 16 MB is passed over.
        self.assertEqual(findings["other_dataset"]["count"], entries - 1)
        self.assertEqual(findings["other_dataset"]["examples"][0]["line"], 2)

    def test_a_large_file_is_read_as_a_small_one(self):
        path, entries = self.large_run(damage='{"id": "multi_turn_base_90000", "result": [\n')
        findings = self.findings(path, code=1)
        self.assertEqual(findings["other_dataset"]["count"], entries - 1)
        self.assertEqual(findings["unusable_lines"]["examples"][0]["line"], entries + 1)
        same = self.check_json(self.large_run()[0])["models"][0]
        small = self.check_json(EPISODES)["models"][0]
        self.assertEqual(same["categories"], small["categories"])

    def test_notes_of_the_generation_that_cannot_be_read_are_told(self):
        run = self.folder / "noted"
        shutil.copytree(GOOD, run)
        good = '{"id": "simple_python_90000", "steps": []}\n'
        notes = self.write("noted/bfclx_entries.jsonl", good + "\n{cut\n[]\n")
        self.doctor(run)
        self.assertIn(f"bfclx: {notes}:3: not a generation note; 2 lines of this file cannot be used\n", self.err)
        notes.write_text(good)
        self.doctor(run)
        self.assertEqual(self.err, "")

    def test_what_a_sample_leaves_out_is_not_missing(self):
        lines = SIMPLE.read_text().splitlines()

        def missing(line):
            path = self.write(f"run/{SIMPLE.name}", line + "\n")
            return self.findings(path.parent).get("missing_entries", {"count": 0})["count"]
        self.assertEqual([missing(line) for line in lines], [len(lines) - 1] * len(lines))
        # Only one of them is the entry that the sample drew; with another the manifest does not fit.
        self.write("run/bfclx_manifest.json", json.dumps(
            {"settings": {"test_category": ["simple_python"], "sample": {"entries": 1, "seed": 7}}}))
        self.assertEqual(sorted(missing(line) for line in lines), [0] + [len(lines) - 1] * (len(lines) - 1))

    def test_fail_on(self):
        bad = SAMPLE / "results" / "bad-model"
        for severity, code in (("never", 1), ("error", 1), ("warning", 3), ("info", 3)):
            self.doctor(bad, "--fail-on", severity, code=code)
        # All calls in fences: the score as a whole is not what it seems.
        lines = [json.loads(line) for line in SIMPLE.read_text().splitlines()]
        fenced = self.write(SIMPLE.name, "".join(
            json.dumps({**line, "result": f"```python\n{line['result']}\n```"}) + "\n" for line in lines))
        self.doctor(fenced, "--decoder", "prompting", "--fail-on", "error", code=3)
        self.doctor(bad, "--category", "multiple", "--fail-on", "error", code=1)

    def test_wrong_usage(self):
        for arguments in ([], ["missing"], [GOOD, "--format", "csv"], [GOOD, "--fail-on", "x"]):
            self.doctor(*arguments, code=2)
            self.assertEqual(self.out, "")
        self.assertIn("Examples:", self.run_program("doctor", "--help"))


if __name__ == "__main__":
    main()

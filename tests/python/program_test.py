"""The program inside the wheel, and the functions that stand on it; on the sample inside the module."""

import concurrent.futures
import contextlib
import datetime
import io
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

import bfclx
from bfclx.rewards import trl


def program(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "bfclx", *arguments], capture_output=True, text=True,
                          **options)


def write_results(folder, model, right):
    """A result file of the sample's simple_python: the ground truth, or prose; how many pass."""
    dataset = bfclx.Dataset.sample()
    place = pathlib.Path(folder) / model / "non_live"
    place.mkdir(parents=True)
    lines, passing = [], 0
    for entry_id in dataset.ids("simple_python"):
        ((name, given),) = dataset.entry(entry_id)["ground_truth"][0].items()
        arguments = {key: values[0] for key, values in given.items() if values[0] != ""}
        text = ", ".join(f"{key}={value!r}" for key, value in arguments.items())
        response = f"[{name}({text})]" if right else "I cannot."
        passing += dataset.score(entry_id, response, decoder="prompting").valid
        lines.append(json.dumps({"id": entry_id, "result": response}))
    (place / "BFCL_v4_simple_python_result.json").write_text("\n".join(lines) + "\n")
    return passing


def write_dataset(folder):
    """One entry, simple_python_0, whose ground truth cannot pass."""
    os.makedirs(f"{folder}/data/possible_answer")
    entry = {"id": "simple_python_0", "question": [[{"role": "user", "content": "?"}]],
             "function": [{"name": "f", "description": "", "parameters": {
                 "type": "dict", "properties": {"x": {"type": "integer", "description": ""}},
                 "required": ["x"]}}]}
    truth = {"id": "simple_python_0", "ground_truth": [{"f": {"y": [1]}}]}
    for path, line in (("", entry), ("possible_answer/", truth)):
        with open(f"{folder}/data/{path}BFCL_v4_simple_python.json", "w") as file:
            file.write(json.dumps(line) + "\n")


SAMPLE_RESULTS = pathlib.Path(__file__).resolve().parents[2] / "tools" / "sample" / "results"


def sample_verdicts(dataset, model, **options):
    """Of the responses of the sample's result files, as far as they can be read."""
    verdicts = []
    for path in sorted((SAMPLE_RESULTS / model).rglob("*_result.json")):
        for line in path.read_text().splitlines():
            with contextlib.suppress(json.JSONDecodeError, bfclx.UnknownEntryError, TypeError):
                row = json.loads(line)
                verdicts.append(dataset.score(row["id"], row["result"], model_name=model, **options))
    return verdicts


class Program(unittest.TestCase):
    def test_check(self):
        done = program("score", "sample", "--dataset", "sample", "--format", "json")
        self.assertEqual(done.returncode, 1, done.stderr)  # the sample has unusable lines
        self.assertEqual([model["model"] for model in json.loads(done.stdout)["models"]],
                         ["bad-model", "good-model"])
        self.assertIn(bfclx.__version__, program("--version").stdout)
        self.assertEqual(program("no-such-command").returncode, 2)

    def test_script(self):
        """The script `bfclx` of the wheel; a build folder has none."""
        script = pathlib.Path(sys.executable).parent / "bfclx"
        if not script.exists():
            self.skipTest("SKIPPED: no script: bfclx is not installed here")
        done = subprocess.run([script, "decoders"], capture_output=True, text=True)
        self.assertEqual((done.returncode, "prompting" in done.stdout), (0, True), done.stderr)

    def test_bytes_in_names(self):
        name = b"/no/such/folder-\xff"
        done = subprocess.run([sys.executable.encode(), b"-m", b"bfclx", b"score", name, b"--dataset",
                               b"sample"], capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(b"/no/such/folder-", done.stderr)

    def test_evaluate(self):
        with tempfile.TemporaryDirectory() as folder:
            right = write_results(f"{folder}/result", "right-model", True)
            write_results(f"{folder}/result", "wrong-model", False)
            (pathlib.Path(folder) / "models.json").write_text(json.dumps({"models": {
                name: {"model_name": name, "display_name": name, "url": "", "org": "",
                       "license": "", "is_fc_model": False, "underscore_to_dot": False,
                       "handler": "OpenAICompletionsHandler", "input_price": None,
                       "output_price": None} for name in ("right-model", "wrong-model")}}))
            notes = bfclx.evaluate(f"{folder}/result", f"{folder}/score", dataset="sample",
                                   models=f"{folder}/models.json", test_category="simple_python")
            scores = {}
            for path in pathlib.Path(folder, "score").rglob("*_score.json"):
                header = json.loads(path.read_text().splitlines()[0])
                scores[path.relative_to(f"{folder}/score").parts[0]] = header["accuracy"]
            self.assertEqual(scores, {"right-model": right / 5, "wrong-model": 0.0}, notes)
            self.assertGreater(right, 0)
            self.assertTrue(os.path.exists(f"{folder}/score/data_overall.csv"))
            with self.assertRaises(bfclx.ProgramError) as caught:
                bfclx.evaluate(f"{folder}/nowhere", f"{folder}/score", dataset="sample")
            self.assertIn("nowhere", str(caught.exception))
            self.assertEqual(caught.exception.exit_code, 2)

    def test_diagnose(self):
        with tempfile.TemporaryDirectory() as folder:
            write_results(folder, "wrong-model", False)
            (model,) = bfclx.diagnose(f"{folder}/wrong-model", dataset=bfclx.Dataset.sample(),
                                      decoder="prompting")["models"]
            self.assertEqual(model["model"], "wrong-model")
            self.assertTrue(all({"code", "severity", "ids"} <= set(one) for one in model["findings"]))
        with self.assertRaises(bfclx.ProgramError):
            bfclx.diagnose("/nowhere", dataset="sample")

    def test_audit_is_the_program_s(self):
        """Its dict is the program's text, to the byte, and so are its messages."""
        done = program("dataset", "audit", "sample", "--dataset", "sample", "--json")
        self.assertEqual(done.returncode, 1, done.stderr)  # the sample has unusable lines
        with contextlib.redirect_stderr(io.StringIO()) as told:
            given = bfclx.audit("sample", dataset=bfclx.Dataset.sample())
        self.assertEqual(json.dumps(given, indent=2) + "\n", done.stdout)
        self.assertEqual(told.getvalue(), done.stderr)
        self.assertEqual([run["label"] for run in given["runs"]], ["bad-model", "good-model"])
        self.assertEqual(len(given["entries"]), given["audited"])
        self.assertGreater(given["audited"], 100)

    def test_audit(self):
        names = ["a", "b", "c", "d"]
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                write_results(folder, name, False)
            places = [pathlib.Path(folder, name) for name in names]
            with contextlib.redirect_stderr(io.StringIO()) as told:
                (whole, again, few, alone) = concurrent.futures.ThreadPoolExecutor(4).map(
                    lambda options: bfclx.audit(dataset="sample", decoder="prompting", **options),
                    [{"runs": folder, "today": datetime.date(2026, 1, 2), "jobs": 1},
                     {"runs": places, "category": ["simple_python"]},
                     {"runs": iter(places), "top": 2, "fdr": 0.5},
                     {"runs": f"{folder}/a"}])
            self.assertEqual(told.getvalue(), "")
            self.assertEqual(bfclx.Dataset.sample().ids("simple_python"),
                             sorted(entry["id"] for entry in whole["entries"]))
            self.assertEqual(whole, again)
            self.assertEqual((few["false_discovery_rate"], few["entries"]),
                             (0.5, whole["entries"][:2]))
            for entry in whole["entries"]:
                self.assertEqual((entry["runs"], entry["passes"]), (4, 0))
                self.assertIn("nobody_passes", entry["classes"])
                self.assertEqual(entry["answers"][0]["runs"], names)
            order = [entry["suspicion"] for entry in whole["entries"]]
            self.assertEqual(order, sorted(order, reverse=True))
            # One run agrees with nobody.
            self.assertEqual(alone["runs"], [{"label": "a", "entries": 5, "right": 0}])
            self.assertEqual((alone["audited"], alone["suspicious"]), (5, 0))

    def test_audit_of_verdicts_is_that_of_their_files(self):
        dataset = bfclx.Dataset.sample()
        runs = {"bad-model": sample_verdicts(dataset, "bad-model", decoder="openai_fc"),
                "good-model": sample_verdicts(dataset, "good-model", decoder="prompting")}
        before = bfclx._core._times_unlocked()
        given = bfclx.audit(runs, dataset=dataset)
        self.assertEqual(bfclx._core._times_unlocked() - before, 1)
        with contextlib.redirect_stderr(io.StringIO()):
            of_files = bfclx.audit("sample", dataset="sample")
        # Only files show what is missing and how responses look.
        self.assertIn(("bad-model", "missing_entries"),
                      [(one["run"], one["kind"]) for one in of_files["warnings"]])
        self.assertEqual(given, {**of_files, "warnings": []})
        self.assertEqual([run["entries"] for run in given["runs"]], [34, 129])
        copies = {one.id: one for one in pickle.loads(pickle.dumps(runs["bad-model"]))}
        few = bfclx.audit({"a": copies}, dataset="sample", fdr=0.5, top=3)
        self.assertEqual((few["audited"], len(few["entries"]), few["false_discovery_rate"]),
                         (34, 3, 0.5))
        again = bfclx.audit({"a": runs["bad-model"]}, dataset=dataset, fdr=0.5, top=3)
        self.assertEqual(again["entries"], few["entries"])

    def test_audit_of_verdicts_refuses(self):
        dataset = bfclx.Dataset.sample()
        verdict = dataset.score(dataset.ids("simple_python")[0], "f", decoder="prompting")
        unknown = "[requests.get(url='https://nowhere.example')]"
        skipped = dataset.score(dataset.ids("rest")[0], unknown, decoder="prompting")
        self.assertIsNotNone(skipped.skipped)
        foreign = bfclx.check_calls([{"name": "f"}], [{"f": {}}], [], category="simple")
        for error, runs, options in (
                (ValueError, {}, {}), (ValueError, {"a": []}, {}),
                (ValueError, {"a": [skipped]}, {}), (ValueError, {"a": [foreign]}, {}), (TypeError, {"a": [True]}, {}),
                (TypeError, {"a": "result"}, {}), (TypeError, {1: [verdict]}, {}),
                (ValueError, {"a": [verdict]}, {"decoder": "prompting"}),
                (ValueError, {"a": [verdict]}, {"jobs": 2}), (ValueError, {"a": [verdict]}, {"top": 0}),
                (bfclx.DatasetError, {"a": [verdict]}, {"dataset": "/no-such-dataset"})):
            with self.assertRaises(error, msg=str((runs, options))):
                bfclx.audit(runs, **{"dataset": dataset, **options})
        with tempfile.TemporaryDirectory() as folder:
            write_dataset(folder)
            with self.assertRaises(bfclx.UnknownEntryError):
                bfclx.audit({"a": [verdict]}, dataset=folder)
            own = bfclx.Dataset.open(folder)
            one = own.score("simple_python_0", "[f(x=1)]", decoder="prompting")
            (entry,) = bfclx.audit({"a": [one]}, dataset=own)["entries"]
            self.assertEqual(entry["classes"][:2], ["unreachable", "schema_conflict"])

    def test_audit_refuses(self):
        def refused(message, *arguments, code=2, **options):
            with self.assertRaises(bfclx.ProgramError) as caught:
                bfclx.audit(*arguments, **{"dataset": "sample", **options})
            self.assertIn(message, str(caught.exception))
            self.assertEqual(caught.exception.exit_code, code)

        refused("/nowhere: no such file or folder", "/nowhere")
        refused("/nowhere: no such file or folder", ["sample", "/nowhere"])
        refused("PATH", [])
        refused("no_such_decoder", "sample", decoder="no_such_decoder")
        refused("no_such_category", "sample", category="no_such_category")
        refused("nothing to audit", "sample", category="web_search_base", code=1)
        refused("no-such-dataset", "sample", dataset="/no-such-dataset")
        for options in ({"fdr": -0.1}, {"fdr": 1.5}, {"fdr": float("nan")}, {"top": 0}, {"top": -1}):
            with self.assertRaises(ValueError):
                bfclx.audit("sample", dataset="sample", **options)
        for paths in (None, 1, [b"sample", 2]):
            with self.assertRaises(TypeError):
                bfclx.audit(paths, dataset="sample")
        with self.assertRaises(TypeError):
            bfclx.audit("sample", dataset="sample", today="2026-01-02")

    def test_get_dataset(self):
        shared = pathlib.Path(os.environ.get("BFCLX_SHARED_DIR", "")) / "bfcl-data"
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(bfclx.DatasetError):
                bfclx.get_dataset(f"{folder}/a", source=folder)
            if not (shared / "models.json").is_file():
                print("SKIPPED: no dataset beside the checkout", file=sys.stderr)
                self.skipTest("no dataset")
            dataset = bfclx.get_dataset(f"{folder}/b", source=shared)
            self.assertEqual(len(dataset.ids("simple_python")), 400)
            done = program("dataset", "get", "--from", str(shared), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(os.path.exists(f"{folder}/data/bfcl/manifest.json"))

    def test_self_check(self):
        dataset = bfclx.Dataset.sample()
        self.assertEqual(bfclx.self_check(dataset), [])
        with self.assertRaises(bfclx.UnknownNameError):
            bfclx.self_check(dataset, category="no_such_category")
        with tempfile.TemporaryDirectory() as folder:
            write_dataset(folder)
            (finding,) = bfclx.self_check(bfclx.Dataset.open(folder), category="simple_python")
        self.assertEqual((finding["id"], finding["outcome"]), ("simple_python_0", "impossible"))


class OwnBenchmark(unittest.TestCase):
    def test_made_by_the_program_and_opened(self):
        tools = [{"name": "get_weather", "inputSchema": {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}}}]
        case = {"id": "w1", "question": "How warm is it in Paris?", "expected": [{"name": "get_weather", "arguments": {"city": "Paris"}}]}
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "tools.json").write_text(json.dumps(tools))
            for arguments, given in ((("new", "b", "--tools", "tools.json"), ""), (("add", "b", "-"), json.dumps(case))):
                done = program("dataset", *arguments, cwd=folder, input=given)
                self.assertEqual(done.returncode, 0, done.stderr)
            dataset = bfclx.Dataset.open(os.path.join(folder, "b"))
            self.assertEqual(dataset.entry("simple_python_0")["own_id"], "w1")
            self.assertTrue(dataset.score("simple_python_0", '[get_weather(city="Paris")]', decoder="prompting").valid)
            self.assertFalse(dataset.score("simple_python_0", '[get_weather(city="Rome")]', decoder="prompting").valid)

    def test_ids_of_its_author(self):
        """The ids of `own_id` name entries as those of the entries do."""
        weather = {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}}
        tools = [{"name": "get_weather", "inputSchema": weather}]
        call = [{"name": "get_weather", "arguments": {"city": "Paris"}}]
        cases = [{"id": "w1", "question": "How warm is it in Paris?", "expected": call},
                 {"id": "multiple_x", "question": "Tell me a joke.", "expected": "none"},
                 {"id": "t", "turns": [{"question": "In Paris?", "expected": call}, {"question": "Thanks!", "expected": "none"}]}]
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "tools.json").write_text(json.dumps(tools))
            given = "".join(json.dumps(case) + "\n" for case in cases)
            for arguments, text in ((("new", "b", "--tools", "tools.json"), ""), (("add", "b", "-"), given)):
                done = program("dataset", *arguments, cwd=folder, input=text)
                self.assertEqual(done.returncode, 0, done.stderr)
            place = os.path.join(folder, "b")
            for own, entry in (("w1", "simple_python_0"), ("multiple_x", "irrelevance_0"), ("t", "own_turns_0")):
                dataset = bfclx.Dataset.open(place)  # nothing of it is loaded yet
                self.assertIn(own, dataset)
                self.assertEqual(bfclx.Dataset.open(place)[own], dataset[entry])
                self.assertEqual(dataset.get(own)["id"], entry)
            self.assertNotIn("w1", list(dataset))
            for other in ("w9", "simple_python_x", ""):
                self.assertNotIn(other, dataset)
                with self.assertRaisesRegex(bfclx.UnknownEntryError, f"has no entry `{other}`"):
                    dataset.entry(other)
            right = '[get_weather(city="Paris")]'
            verdicts = dataset.score_batch(["w1", "multiple_x", "simple_python_0"], [right] * 3, decoder="prompting")
            self.assertEqual([(one.id, one.valid) for one in verdicts],
                             [("simple_python_0", True), ("irrelevance_0", False), ("simple_python_0", True)])
            self.assertTrue(dataset.score("t", [[right], ["You are welcome."]], decoder="prompting").valid)
            self.assertEqual(dataset.conversation("w1", model="m", api="openai-chat", fc=True).id, "simple_python_0")
            reward = trl.Reward(place, unknown_id="none")
            self.assertEqual(reward(prompts=[""] * 3, completions=[right, [[right], ["You are welcome."]], right],
                                    entry_id=["w1", "t", "w9"]), [1.0, 1.0, None])

    def test_calls_compared_by_schema(self):
        tools = [{"name": "pay", "parameters": {"type": "object", "required": ["amount"], "properties": {"amount": {"type": "integer"}}}}]
        expected = [{"name": "pay", "arguments": {"amount": 5}}]
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "tools.json").write_text(json.dumps(tools))
            case = json.dumps({"id": "p1", "question": "Pay 5.", "expected": expected})
            for arguments, given in ((("new", "b", "--tools", "tools.json", "--match", "schema"), ""), (("add", "b", "-"), case)):
                done = program("dataset", *arguments, cwd=folder, input=given)
                self.assertEqual(done.returncode, 0, done.stderr)
            dataset = bfclx.Dataset.open(os.path.join(folder, "b"))
            self.assertEqual(dataset.entry("simple_python_0")["ground_truth"], expected)
            self.assertTrue(dataset.score("simple_python_0", "[pay(amount=5.0)]", decoder="prompting").valid)
            verdict = dataset.score("simple_python_0", "[pay(amount=6)]", decoder="prompting")
            self.assertEqual((verdict.valid, verdict.error_type), (False, "schema_match:value"))
            self.assertEqual(verdict.why.path, [0, "pay", "amount"])


if __name__ == "__main__":
    unittest.main()

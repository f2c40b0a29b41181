"""The program inside the wheel, and the functions that stand on it; on the sample inside the module."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import bfclx


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
        reply = f"[{name}({text})]" if right else "I cannot."
        passing += dataset.score(entry_id, reply, decoder="prompting").valid
        lines.append(json.dumps({"id": entry_id, "result": reply}))
    (place / "BFCL_v4_simple_python_result.json").write_text("\n".join(lines) + "\n")
    return passing


class Program(unittest.TestCase):
    def test_check(self):
        done = program("check", "sample", "--dataset", "sample", "--format", "json")
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
        done = subprocess.run([sys.executable.encode(), b"-m", b"bfclx", b"check", name, b"--dataset",
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
            done = program("dataset", "--from", str(shared), cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(os.path.exists(f"{folder}/data/bfcl/manifest.json"))

    def test_self_check(self):
        dataset = bfclx.Dataset.sample()
        self.assertEqual(bfclx.self_check(dataset), [])
        with self.assertRaises(bfclx.UnknownNameError):
            bfclx.self_check(dataset, category="no_such_category")
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(f"{folder}/data/possible_answer")
            entry = {"id": "simple_python_0", "question": [[{"role": "user", "content": "?"}]],
                     "function": [{"name": "f", "description": "", "parameters": {
                         "type": "dict", "properties": {"x": {"type": "integer", "description": ""}},
                         "required": ["x"]}}]}
            truth = {"id": "simple_python_0", "ground_truth": [{"f": {"y": [1]}}]}
            for path, line in (("", entry), ("possible_answer/", truth)):
                with open(f"{folder}/data/{path}BFCL_v4_simple_python.json", "w") as file:
                    file.write(json.dumps(line) + "\n")
            (finding,) = bfclx.self_check(bfclx.Dataset.open(folder), category="simple_python")
        self.assertEqual((finding["id"], finding["outcome"]), ("simple_python_0", "impossible"))


if __name__ == "__main__":
    unittest.main()

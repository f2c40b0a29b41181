"""The stubs: what they name is there, what is there is named, and programs check against them."""

import ast
import importlib
import importlib.util
import inspect
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import bfclx
import bfclx._core

PACKAGE = pathlib.Path(bfclx.__file__).parent

RIGHT = """
import datetime
import bfclx
import bfclx.ray
from bfclx import compat
from bfclx.compat import MODEL_CONFIG_MAPPING, Language, ModelConfig, ast_checker, multi_turn_utils
from bfclx.compat.multi_turn_utils import execute_multi_turn_func_call
from bfclx.rewards import Credit, dataset_of, reward_of
from bfclx.rewards.shaping import by_call
from bfclx.rewards.trl import Reward
from bfclx.rewards.verl import compute_score
from bfclx.shapes import Entry, RewardDetails, ScoreReport
from collections.abc import Mapping

reward: float = compute_score("", "x", "simple_python_0", dataset="sample", credit="by_turn", strip_thinking=False)
told: list[str] = compat.execute_multi_turn_func_call([], {}, [], "m", "e")[0]
refused: ValueError = bfclx.ConfigurationError("x")
dataset: bfclx.Dataset = bfclx.Dataset.open("data/bfcl", cassette=None)
verdict = dataset.score("simple_python_0", "[f(x=1)]", decoder="prompting",
                        today=datetime.date(2026, 1, 1))
flag: bool = verdict.valid
error_type: str | None = verdict.error_type
if verdict.why is not None:
    rule: str = verdict.why.rule
    short: str = verdict.why.short
verdicts: list[bfclx.Verdict] = dataset.score_batch(["a"], ["b"], threads=2)
suspicious: int = bfclx.audit(["a", "b"], dataset=dataset, fdr=0.1)["suspicious"]
suspicious = bfclx.audit({"a": verdicts}, dataset=dataset)["suspicious"]
results: list[str] = dataset.episode("multi_turn_base_0").execute(["ls()"])
names: list[str] = [decoder["name"] for decoder in bfclx.decoders()]
log: bfclx.Log = bfclx.read_log("run.eval", dataset=dataset, strict=False)
verdicts = dataset.score_batch(log.ids, bfclx.read_log(b"{}").responses)
lines: list[int | None] = [problem.line for problem in log.problems]
rows = bfclx.ray.score(None, "data/bfcl", decoder="prompting", today=datetime.date(2026, 1, 1), actors=3)
checker = bfclx.Checker([{"name": "f"}], dialect="bfcl", match="schema", order="given", decoder="prompting")
verdict = checker.check("[f()]", {"name": "f", "arguments": {"x": bfclx.any_of(1, 2, optional=True)}}, order="any")
verdicts = checker.check_batch([("[f()]", None)])
place: str = bfclx.SchemaError("x").path
entry: Entry = dataset["simple_python_0"]
question: str = entry["question"][0][0]["content"]
entries: Mapping[str, Entry] = dataset
entries = dataset.category("live")
count: int = len(dataset) + len(dataset.keys())
columns: bfclx.Columns = dataset.score_columns(["a"], ["b"], threads=2)
flags: list[bool] = list(columns.valid)
types: list[str | None] = columns.error_type
report: ScoreReport = bfclx.score("result", dataset="data/bfcl")
share: float | None = report["models"][0]["score"]["value"]
flag = bfclx.score("simple_python_0", "x", dataset=dataset).valid
verdicts = bfclx.score(["simple_python_0"], ["x"], dataset=dataset)
passed: dict[str, bool] = bfclx.open_runs(["a", "b"])["a"].passed
share = bfclx.compare(passed, passed)["overall"]["p"]
details: RewardDetails = compute_score("", "x", "simple_python_0", dataset="sample", details=True, unknown_id="zero")
branch: bfclx.Episode = dataset.episode("multi_turn_base_0").clone()
results = branch.execute([{"cd": {"folder": "a"}}, "ls()"])
step = dataset.conversation("simple_python_0", model="m").next()
if step["kind"] == "model":
    body: bytes = step["request"]["body"]
"""
WRONG = """
import bfclx
import bfclx.ray

bfclx.Dataset.sample().score(1, "x")  # E: an id is a string
bfclx.Dataset.sample().score("x", "y", decodr="prompting")  # E: no such argument
bfclx.Dataset.sample().no_such_method()  # E: no such method
number: int = bfclx.Dataset.sample().ids("multiple")  # E: a list of strings
bfclx.read_log(5)  # E: a path or bytes
bfclx.read_log("x", dataset="sample")  # E: a dataset
bfclx.ray.score(None, "x")  # E: no decoder
bfclx.Checker([], match="scheme")  # E: no such match
bfclx.Checker([]).check([], None, order="x")  # E: no such order
bfclx.Checker([]).check([])  # E: nothing expected
bfclx.ray.score(None, "x", decoder="prompting", decodr="x")  # E: no such argument
bfclx.ray.score(None, "x", decoder="prompting", today="2026-01-01")  # E: a date
bfclx.Dataset.sample()["x"]["qestion"]  # E: no such member
bfclx.score("result")["model"]  # E: no such member
bfclx.Dataset.sample().episode("x").execute(5)  # E: no call
"""


class Stubs(unittest.TestCase):
    def test_names_agree(self):
        tree = ast.parse((PACKAGE / "_core.pyi").read_text())
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)
                   if not any(getattr(base, "id", "") == "TypedDict" for base in node.bases)}
        there = {name: value for name, value in vars(bfclx._core).items()
                 if not name.startswith("__")}
        self.assertEqual({name for name, value in there.items() if not inspect.isclass(value)},
                         functions)
        self.assertEqual({name for name, value in there.items() if inspect.isclass(value)},
                         set(classes))
        for name, node in classes.items():
            named = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            own = {member for member in vars(there[name]) if not member.startswith("_")}
            self.assertEqual({member for member in named if not member.startswith("_")}, own, name)

    def test_everything_public_has_a_docstring(self):
        for name in bfclx.__all__:
            if name == "__version__":
                continue
            value = getattr(bfclx, name)
            self.assertTrue(inspect.getdoc(value), name)
            if inspect.isclass(value):
                for member, attribute in vars(value).items():
                    if not member.startswith("_") and not name.endswith("Error"):
                        self.assertTrue(inspect.getdoc(attribute), f"{name}.{member}")

    def test_every_public_module_lists_its_names(self):
        for path in PACKAGE.rglob("*.py"):
            name = path.relative_to(PACKAGE.parent).with_suffix("")
            if any(part.startswith("_") and part != "__init__" for part in name.parts):
                continue
            if name.name == "verifiers":
                self.assertIn("__all__ = [", path.read_text())  # which imports verifiers
                continue
            module = importlib.import_module(".".join(part for part in name.parts if part != "__init__"))
            for one in module.__all__:
                self.assertTrue(hasattr(module, one), f"{name}: {one}")

    def test_marker(self):
        self.assertTrue((PACKAGE / "py.typed").is_file())

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "SKIPPED: mypy is not installed")
    def test_mypy(self):
        with tempfile.TemporaryDirectory() as folder:
            def check(text):
                path = pathlib.Path(folder) / "program.py"
                path.write_text(text)
                return subprocess.run(
                    [sys.executable, "-m", "mypy", "--strict", "--no-error-summary",
                     "--cache-dir", f"{folder}/cache", str(path)],
                    capture_output=True, text=True, cwd=folder)

            right = check(RIGHT)
            self.assertEqual((right.stdout, right.returncode), ("", 0), right.stderr)
            wrong = check(WRONG)
            lines = {int(line.split(":")[1]) for line in wrong.stdout.splitlines()
                     if ": error:" in line}
            expected = {number for number, line in enumerate(WRONG.splitlines(), 1)
                        if "# E:" in line}
            self.assertEqual(lines, expected, wrong.stdout)

    @unittest.skipUnless(importlib.util.find_spec("pyright"), "SKIPPED: pyright is not installed")
    def test_pyright(self):
        import json

        with tempfile.TemporaryDirectory() as folder:
            for text in (RIGHT, WRONG):
                path = pathlib.Path(folder) / "program.py"
                path.write_text(text)
                done = subprocess.run(
                    [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable,
                     str(path)], capture_output=True, text=True, cwd=folder)
                try:
                    told = json.loads(done.stdout)["generalDiagnostics"]
                except ValueError:  # it fetches itself when it is first used
                    print("SKIPPED: pyright does not start here", file=sys.stderr)
                    self.skipTest("pyright does not start: " + done.stderr[-200:])
                lines = {one["range"]["start"]["line"] + 1 for one in told
                         if one["severity"] == "error"}
                expected = {number for number, line in enumerate(text.splitlines(), 1)
                            if "# E:" in line}
                self.assertEqual(lines, expected, told)

    @unittest.skipUnless(importlib.util.find_spec("pyright"), "SKIPPED: pyright is not installed")
    def test_every_public_type_is_known(self):
        import json

        places = [str(pathlib.Path(sys.executable).parent), os.environ.get("PATH", "")]  # pyright asks `python` where packages are
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "pyright", "--verifytypes", "bfclx", "--outputjson"], capture_output=True, text=True,
                cwd=folder, env={**os.environ, "PATH": os.pathsep.join(places)})
        try:
            told = json.loads(done.stdout)["typeCompleteness"]
        except ValueError:  # it fetches itself when it is first used
            print("SKIPPED: pyright does not start here", file=sys.stderr)
            self.skipTest("pyright does not start: " + done.stderr[-200:])
        self.assertEqual([one["name"] for one in told["symbols"] if one["isExported"] and not one["isTypeKnown"]], [])
        self.assertEqual(told["completenessScore"], 1)


if __name__ == "__main__":
    unittest.main()

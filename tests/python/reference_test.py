"""The reference page (tools/describe-python) has every public name with the words that the built package has, and the
examples of the docstrings hold."""

import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import runpy
import subprocess
import sys
import tempfile
import unittest

import bfclx

# What needs frameworks, or is a program.
NOT_IMPORTED = {"verifiers", "_openenv", "__main__"}
TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools" / "describe-python"


class Reference(unittest.TestCase):
    def test_every_public_name(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, TOOL, f"{folder}/page.md"], check=True)
            page = (pathlib.Path(folder) / "page.md").read_text()
        for name in bfclx.__all__:
            if not name.startswith("__"):
                self.assertIn(f"### `{name}`", page)
        for name in ("score_batch", "episode", "conversation", "open"):
            self.assertIn(f"#### `Dataset.{name}`", page)
        self.assertIn("score(\n    entry_id: str,\n    response: _Response,\n    *,\n    decoder: str='auto',\n", page)
        for words in (bfclx.compare.__doc__, bfclx.audit.__doc__):
            self.assertIn(words.strip().splitlines()[0], page)
        self.assertFalse({"torch", "openenv", "ray"} & set(sys.modules))

    def test_docstrings_of_the_compiled_part(self):
        """The page reads them from the C++ sources: as many and the same as the module has."""
        read = runpy.run_path(str(TOOL))["compiled_docs"]()
        for name in (one for one in bfclx.__all__ if getattr(bfclx._core, one, None) is not None and not one.startswith("__")):
            value = getattr(bfclx._core, name)
            members = [f"{name}.{one}" for one in vars(value) if not one.startswith("_")] if inspect.isclass(value) else []
            for title in (name, *members):
                found = value if title == name else getattr(value, title.partition(".")[2])
                # In front of its words a function has its signature.
                words = re.sub(r"^(\w*\(.*\) -> .*)(\n\n|$)", "", inspect.getdoc(found) or "")
                self.assertEqual(read.get(title, ""), words, title)

    def test_examples(self):
        ran = 0
        for module in pkgutil.walk_packages(bfclx.__path__, "bfclx."):
            if module.name.rpartition(".")[2] in NOT_IMPORTED:
                continue
            done = doctest.testmod(importlib.import_module(module.name))
            self.assertEqual(done.failed, 0, module.name)
            ran += done.attempted
        done = doctest.testmod(bfclx)
        self.assertEqual(done.failed, 0)
        self.assertGreater(ran + done.attempted, 25)

    def test_examples_of_the_compiled_part(self):
        runner = doctest.DocTestRunner()
        for name in (one for one in vars(bfclx._core) if not one.startswith("_")):
            value = getattr(bfclx._core, name)
            members = {f"{name}.{one}": attribute for one, attribute in vars(value).items()
                       if not one.startswith("_")} if inspect.isclass(value) else {}
            for title, one in {name: value, **members}.items():
                runner.run(doctest.DocTestParser().get_doctest(inspect.getdoc(one) or "", {}, title, None, 0))
        self.assertEqual(runner.summarize(False).failed, 0)
        self.assertGreater(runner.tries, 10)


if __name__ == "__main__":
    unittest.main()

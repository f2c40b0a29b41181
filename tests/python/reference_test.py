"""The reference page (tools/describe-python) has every public name with its words, and the examples of the
docstrings hold."""

import doctest
import importlib
import pathlib
import subprocess
import sys
import tempfile
import unittest

import bfclx

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
        self.assertIn("score(self, entry_id: str, reply: _Reply, *, decoder: str='auto'", page)
        for words in (bfclx.Dataset.score.__doc__, bfclx.compare.__doc__, bfclx.audit.__doc__):
            self.assertIn(words.strip().splitlines()[0], page)
        self.assertFalse({"torch", "openenv", "ray"} & set(sys.modules))

    def test_examples(self):
        ran = 0
        for name in ("bfclx", "bfclx._compare", "bfclx.rewards.shaping"):
            done = doctest.testmod(importlib.import_module(name))
            self.assertEqual(done.failed, 0, name)
            ran += done.attempted
        self.assertGreater(ran, 6)


if __name__ == "__main__":
    unittest.main()

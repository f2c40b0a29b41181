"""The package bfcl_eval that stands in for the official one."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from bfclx import compat
from bfclx.compat import install

PROGRAM = """
from bfcl_eval.constants.enums import Language
from bfcl_eval.constants.model_config import MODEL_CONFIG_MAPPING
from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker
from bfcl_eval.eval_checker.multi_turn_eval.multi_turn_utils import execute_multi_turn_func_call
from bfcl_eval.eval_checker.eval_runner import _evaluate_single_ast_entry
from bfcl_eval.model_handler.utils import convert_to_function_call
from bfcl_eval.utils import parse_test_category_argument
doc = {"name": "f", "parameters": {"type": "dict", "required": ["x"],
       "properties": {"x": {"type": "integer"}}}}
from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_utils
import bfcl_eval.eval_checker.multi_turn_eval.multi_turn_utils as again
assert again is multi_turn_utils
multi_turn_utils.execute_multi_turn_func_call(["add(a=1, b=2)"], {}, ["MathAPI"], "m/x", "e_1")
vars(multi_turn_utils).pop("m_x_e_1_MathAPI_instance")
print(ast_checker([doc], [{"f": {"x": 1}}], [{"f": {"x": [1]}}], Language.PYTHON, "simple_python", "m")["valid"],
      execute_multi_turn_func_call(["add(a=1, b=2)"], {}, ["MathAPI"], "m", "e_0")[0])
"""


class Install(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.to = pathlib.Path(self.folder.name)

    def run_with(self, *arguments):
        import bfclx

        paths = [os.fspath(self.to), os.fspath(pathlib.Path(bfclx.__file__).parent.parent)]
        return subprocess.run([sys.executable, *arguments], capture_output=True, text=True,
                              cwd=self.to, env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})

    def test_every_name_is_there(self):
        for module, names in install.MODULES.items():
            for name in names:
                self.assertTrue(hasattr(compat, name), f"{module}: {name}")

    def test_a_program_that_cannot_be_edited(self):
        done = self.run_with("-m", "bfclx.compat.install", "--to", os.fspath(self.to))
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.run_with("-c", PROGRAM)
        self.assertEqual(done.stdout, "True ['{\"result\": 3}']\n", done.stderr)
        install.install(self.to)  # again
        install.remove(self.to)
        self.assertFalse((self.to / "bfcl_eval").exists())

    def test_nothing_is_shadowed(self):
        (self.to / "bfcl_eval").mkdir()
        (self.to / "bfcl_eval" / "__init__.py").write_text("official = True\n")
        for force in (False, True):
            with self.assertRaises(install.InstallError):
                install.install(self.to, force=force)  # never over it
        with self.assertRaises(install.InstallError):
            install.remove(self.to)
        sys.path.append(os.fspath(self.to))
        self.addCleanup(sys.path.remove, os.fspath(self.to))
        with tempfile.TemporaryDirectory() as other:
            with self.assertRaises(install.InstallError):
                install.install(other)
            self.assertTrue((install.install(other, force=True) / "utils.py").is_file())


if __name__ == "__main__":
    unittest.main()

"""The wheel resolves beside the packages that bfcl-eval's pins keep out. Nothing is installed."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

WHEEL = os.environ.get("BFCLX_WHEEL", "")


class Resolve(unittest.TestCase):
    def compile(self, *wanted):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "requirements.in"
            path.write_text("\n".join(wanted) + "\n")
            return subprocess.run([pathlib.Path(sys.executable).parent / "uv", "pip", "compile", "--quiet",
                                   "--no-annotate", "--python", sys.executable, path],
                                  capture_output=True, text=True)

    @unittest.skipUnless(WHEEL, "SKIPPED: BFCLX_WHEEL names no wheel")
    def test_beside_the_trainers(self):
        wheel = pathlib.Path(WHEEL).resolve().as_uri()
        beside = ("verifiers>=0.4", "verl>=0.9", "guidellm>=0.8", "numpy>=2")
        done = self.compile(f"bfclx @ {wheel}", *beside)
        self.assertEqual(done.returncode, 0, done.stderr)
        for package in beside:
            self.assertIn("\n" + package.split(">")[0] + "==", done.stdout)
        alone = self.compile(f"bfclx @ {wheel}")
        lines = [line for line in alone.stdout.splitlines() if not line.startswith("#")]
        self.assertEqual(len(lines), 1, "bfclx has dependencies")


if __name__ == "__main__":
    unittest.main()

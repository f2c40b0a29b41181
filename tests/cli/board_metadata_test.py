"""What other programs read first of a leaderboard: llms.txt and Croissant metadata.

    python3 tests/cli/board_metadata_test.py build/release/tools/bfclx [Suite]

BFCLX_MLCROISSANT: a Python that has the package mlcroissant, which then validates the metadata and reads the records.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import unittest

from cli_case import GOOD, main
from publish_case import BAD, PublishCase

READ = """
import json, sys, mlcroissant
data = mlcroissant.Dataset(jsonld=sys.argv[1])
assert not data.metadata.ctx.issues.errors, data.metadata.ctx.issues.report()
rows = list(data.records("models"))
print(json.dumps([{name: text.decode() if isinstance(text, bytes) else text for name, text in row.items()} for row in rows]))
"""


class BoardMetadata(PublishCase):
    def test_croissant(self):
        self.publish(GOOD, BAD, "--today", "2026-01-02", code=1)
        croissant = self.read("croissant.json")
        self.assertEqual((croissant["@type"], croissant["conformsTo"], croissant["datePublished"]),
                         ("sc:Dataset", "http://mlcommons.org/croissant/1.0", "2026-01-02"))
        for file in croissant["distribution"]:
            bytes_ = (self.folder / "board/data" / file["contentUrl"]).read_bytes()
            self.assertEqual(file["sha256"], hashlib.sha256(bytes_).hexdigest())
        # Each field has a value of each model.
        (records,) = croissant["recordSet"]
        for field in records["field"]:
            path = re.fullmatch(r"\$\.models\[\*\]\.([a-z.]+)", field["source"]["extract"]["jsonPath"])[1].split(".")
            for model in self.read("index.json")["models"]:
                for member in path:
                    model = model[member]
                self.assertIsInstance(model, str if field["dataType"] == "sc:Text" else float)

    @unittest.skipUnless("BFCLX_MLCROISSANT" in os.environ, "BFCLX_MLCROISSANT is not set")
    def test_mlcroissant_reads_it(self):
        self.publish(GOOD, BAD, code=1)
        done = subprocess.run([os.environ["BFCLX_MLCROISSANT"], "-I", "-c", READ, self.folder / "board/data/croissant.json"],
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        models = self.read("index.json")["models"]
        self.assertEqual([(row["models/label"], row["models/status"], row["models/score"]) for row in json.loads(done.stdout)],
                         [(model["label"], "claimed", model["overall"]["official"]) for model in models])

    def test_llms_txt(self):
        evil = self.folder / "result/a](x) <img src=y>"
        shutil.copytree(GOOD, evil)
        self.publish(evil, BAD, "--title", "Ours *here*", code=1)
        text = (self.folder / "board/llms.txt").read_text("utf-8")
        self.assertTrue(text.startswith("# Ours \\*here\\*\n\n> A leaderboard of 2 models: overall v4 on the dataset "))
        self.assertRegex(text, r"\[bad-model\]\(data/models/bad-model/model\.json\): 26\.8, 95 % CI 14\.4 to 45\.6, covers .*, rank 2, claimed\n")
        self.assertNotRegex(text, r"(?<!\\)<img")
        for link in re.findall(r"\]\((data/[^)]+)\)", text):
            self.assertTrue((self.folder / "board" / link).is_file(), link)

    def test_unchanged_models_leave_both(self):
        result = self.models("one", "two")
        self.publish(result, "--today", "2026-01-02")
        before = self.files()
        self.publish(result, "--today", "2026-02-03")
        self.assertEqual(self.files(), before)

    def test_models_without_a_score(self):
        scores = self.scores()
        self.publish(scores, code=None)
        self.assertIn("bad-model", (self.folder / "board/llms.txt").read_text("utf-8"))


if __name__ == "__main__":
    main()

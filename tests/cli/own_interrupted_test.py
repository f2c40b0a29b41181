"""`dataset add` that was killed while it wrote."""

import shutil

from cli_case import main
from own_case import CASES, Own


class OwnInterrupted(Own):
    def test_an_interrupted_add_is_finished_by_the_same_command(self):
        self.new()
        self.add(CASES)
        whole = self.snapshot()
        shutil.rmtree(self.folder / "my-bench")
        self.new()
        self.add(CASES[:2])
        mark = self.folder / "my-bench/.bfclx-add-unfinished"
        mark.write_text("")
        self.run_program("dataset", "validate", "my-bench", code=1)
        self.assertIn("`bfclx dataset add` was interrupted; run it again to add the rest", " ".join(self.err.split()))
        out = self.add(CASES)
        self.assertIn("added 3 cases", out)
        self.assertIn("skipped 2 cases that an interrupted `bfclx dataset add` had added", " ".join(out.split()))
        self.assertFalse(mark.exists())
        self.assertEqual(self.snapshot(), whole)
        self.run_program("dataset", "validate", "my-bench")
        # Without the mark they are duplicates.
        self.add(CASES, code=1)
        self.assertIn("duplicate", self.err)


if __name__ == "__main__":
    main()

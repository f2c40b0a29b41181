"""`dataset add` that was killed while it wrote."""

import hashlib
import shutil

from cli_case import main
from own_case import CASES, Own, lines, weather

TURNS = {"id": "t1", "turns": [{"question": "How warm is it in Paris?", "expected": [weather("Paris")]},
                               {"question": "Thanks!", "expected": "none"}]}


class OwnInterrupted(Own):
    def mark(self, cases):
        path = self.folder / "my-bench/.bfclx-add-unfinished"
        path.write_text(hashlib.sha256(lines(cases).encode()).hexdigest())
        return path

    def test_the_same_command_finishes_it_wherever_it_was_killed(self):
        # A command that is killed leaves the first files in their places, and the mark.
        cases = CASES + [TURNS]
        self.new()
        self.add(CASES[:1])
        start = self.folder / "start"
        shutil.copytree(self.folder / "my-bench", start)
        before = self.snapshot()
        self.add(cases[1:])
        whole = self.snapshot()
        for count in self.states_of_a_kill(start, before, whole, more_than=8):
            with self.subTest(count=count):
                mark = self.mark(cases[1:])
                self.run_program("dataset", "validate", "my-bench", code=1)
                self.assertIn("`bfclx dataset add` was interrupted; run it again to add the rest",
                              " ".join(self.err.split()))
                self.add(cases[1:])
                self.assertFalse(mark.exists())
                self.assertEqual(self.snapshot(), whole)
        self.run_program("dataset", "validate", "my-bench")

    def test_cases_that_are_there_are_counted(self):
        self.new()
        self.add(CASES[:2])
        mark = self.mark(CASES)
        out = self.add(CASES)
        self.assertIn("added 3 cases", out)
        self.assertIn("skipped 2 cases that an interrupted `bfclx dataset add` had added", " ".join(out.split()))
        self.assertFalse(mark.exists())
        # Without the mark they are duplicates.
        self.add(CASES, code=1)
        self.assertIn("duplicate", self.err)

    def test_other_cases_wait_until_it_is_finished(self):
        self.new()
        self.add(CASES[:2])
        before = self.snapshot()
        mark = self.mark(CASES)
        marked = self.snapshot()
        self.add([TURNS], code=1)
        self.assertIn("interrupted while it added other cases. Add those again first, or remove .bfclx-add-unfinished",
                      " ".join(self.err.split()))
        self.assertEqual(self.snapshot(), marked)
        mark.unlink()
        self.add([TURNS])
        self.assertLess(len(before), len(self.snapshot()))

    def test_the_mark_is_no_part_of_the_benchmark(self):
        self.new()
        self.add()
        without = self.run_program("dataset", "info", "my-bench")
        self.mark(CASES)
        self.assertEqual(self.run_program("dataset", "info", "my-bench"), without)
        self.run_program("dataset", "validate", "my-bench", code=1)
        self.assertNotIn("ignored", self.err)


if __name__ == "__main__":
    main()

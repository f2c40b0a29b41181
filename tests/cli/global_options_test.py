"""Options of every command: --quiet, --verbose, --color, and the width of what is shown.

    python3 tests/cli/global_options_test.py build/release/tools/bfclx [Suite]
"""

import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, Case, main

COLOURLESS = {"NO_COLOR": "", "CLICOLOR_FORCE": ""}


class Quiet(Case):
    def setUp(self):
        super().setUp()
        self.page = self.folder / "page.html"
        self.report = ("report", SIMPLE, "--dataset", SAMPLE, "-o", self.page)

    def test_notes_are_silent_in_front_and_behind(self):
        self.run_program(*self.report)
        self.assertIn("written to", self.err)
        for arguments in (("-q", *self.report), (*self.report, "--quiet"), ("--quiet", *self.report)):
            self.run_program(*arguments)
            self.assertEqual((self.out, self.err), ("", ""))

    def test_the_output_and_the_problems_stay(self):
        broken = self.write("BFCL_v4_simple_python_result.json", SIMPLE.read_bytes() + b"{broken\n")
        loud = self.run_program("score", broken, "--dataset", SAMPLE, code=1)
        problems = self.err
        self.assertIn("not JSON", problems)
        quiet = self.run_program("score", broken, "--dataset", SAMPLE, "-q", code=1)
        self.assertEqual(self.err, problems)
        self.assertTrue(loud.startswith(quiet.rstrip("\n")), quiet)
        self.run_program("-q", "score", self.folder / "nowhere", code=2)
        self.assertTrue(self.err.startswith("bfclx: "))

    def test_hints_are_not_output(self):
        bad = SAMPLE / "results" / "bad-model"
        self.assertIn("bfclx show", self.run_program("score", bad, "--dataset", SAMPLE, code=None))
        self.assertNotIn("bfclx show", self.run_program("score", bad, "--dataset", SAMPLE, "-q", code=None))
        self.assertIn("--details shows", self.run_program("score", GOOD, bad, "--dataset", SAMPLE, code=None))
        self.assertNotIn("--details", self.run_program("score", GOOD, bad, "--dataset", SAMPLE, "-q", code=None))

    def test_no_progress_on_a_terminal(self):
        loud = self.on_terminal("score", GOOD, "--dataset", SAMPLE, env={})
        self.assertIn(b"\r\x1b[K", loud)
        self.assertNotIn(b"\r\x1b[K", self.on_terminal("-q", "score", GOOD, "--dataset", SAMPLE, env={}))


class Verbose(Case):
    def test_what_is_read_and_how_and_how_long(self):
        plain = self.run_program("score", SIMPLE, "--dataset", SAMPLE, "--format", "json")
        self.assertEqual(self.err, "")
        for arguments in (("-v", "score", SIMPLE), ("score", SIMPLE, "--verbose")):
            told = self.run_program(*arguments, "--dataset", SAMPLE, "--format", "json")
            self.assertEqual(told, plain)
            self.assertIn(f"bfclx: read {SIMPLE}: 5 responses\n", self.err)
            self.assertRegex(self.err, r"bfclx: decoder of .*: prompting \(.+\)\n")
            self.assertRegex(self.err, r"bfclx: dataset .*sample")
            self.assertRegex(self.err, r"bfclx: done in \d+\.\d+ s\n$")

    def test_not_with_quiet(self):
        for arguments in (("-q", "-v", "list", "decoders"), ("-q", "list", "decoders", "-v"),
                          ("list", "decoders", "--quiet", "--verbose"), ("list", "-v", "decoders", "-q")):
            self.run_program(*arguments, code=2)
            self.assertEqual(self.err, "bfclx: --quiet and --verbose cannot be used together\n")
            self.assertEqual(self.out, "")

    def test_every_command_takes_them(self):
        for command in (*self.commands(), ("dataset",), ("list",), ("help",)):
            self.run_program("-v", "--color", "never", *command, "--help")
            text = self.run_program(*command, *([] if command == ("help",) else ["--help-all"]))
            for option in ("-q,--quiet", "-v,--verbose", "--color auto|always|never"):
                self.assertIn(option, text, command)

    def test_they_stand_anywhere_in_front(self):
        self.assertIn("total 5", " ".join(self.run_program(
            "--color", "never", "--dataset", SAMPLE, "-q", "score", SIMPLE).split()))
        self.run_program("-q", "--color", "never", "scor", code=2)
        self.assertIn("unknown command `scor`", self.err)
        self.run_program("--color", "red", "score", SIMPLE, code=2)
        self.assertIn("--color", self.err)


class Colour(Case):
    ARGUMENTS = ("score", SIMPLE, "--dataset", SAMPLE)

    def piped(self, *more, **env):
        return "\x1b[" in self.run_program(*self.ARGUMENTS, *more, env={**COLOURLESS, **env})

    def on_screen(self, *more, **env):
        return b"\x1b[1m" in self.on_terminal(*self.ARGUMENTS, *more, env={**COLOURLESS, **env})

    def test_auto_looks_at_the_terminal_and_the_environment(self):
        for more in ((), ("--color", "auto")):
            self.assertFalse(self.piped(*more))
            self.assertTrue(self.on_screen(*more))
            self.assertFalse(self.on_screen(*more, NO_COLOR="1"))
            self.assertTrue(self.piped(*more, CLICOLOR_FORCE="1"))
            self.assertFalse(self.piped(*more, CLICOLOR_FORCE="0"))
            self.assertFalse(self.piped(*more, CLICOLOR_FORCE="1", NO_COLOR="1"))

    def test_the_option_wins(self):
        self.assertTrue(self.piped("--color", "always", NO_COLOR="1"))
        self.assertFalse(self.piped("--color=never", CLICOLOR_FORCE="1"))
        self.assertFalse(self.on_screen("--color", "never"))
        self.run_program("--color", "always", *self.ARGUMENTS, env=COLOURLESS)
        self.assertIn("\x1b[1m", self.out)

    def test_what_programs_read_has_none(self):
        self.assertFalse(self.piped("--color", "always", "--format", "json"))
        self.assertFalse(self.piped("--color", "always", "--format", "markdown"))


class Width(Case):
    def widest(self, **env):
        text = self.run_program("list", "categories", env=env)
        return max(map(len, text.splitlines()))

    def test_80_columns_where_it_is_unknown(self):
        self.assertLessEqual(self.widest(COLUMNS=""), 80)
        self.assertLessEqual(self.widest(COLUMNS="nonsense"), 80)
        self.assertLessEqual(self.widest(COLUMNS="90"), 90)
        self.assertGreater(self.widest(COLUMNS="160"), 100)

    def test_columns_is_obeyed_on_a_terminal(self):
        wide = self.on_terminal("list", "categories", env={"COLUMNS": "160"})
        self.assertGreater(max(map(len, wide.decode().splitlines())), 100)


if __name__ == "__main__":
    main()

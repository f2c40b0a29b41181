"""Options of every subcommand: numbers that are none, and how complaints begin.

    python3 tests/cli/options_test.py build/release/tools/bfclx [Suite]
"""

import os
import re

from cli_case import GOOD, ROOT, Case, in_turn, main

# What stands for a number in --help, and an option's line there: "  --jobs N:1 to 1024  Threads".
NUMBER = {"N", "S", "T", "POINTS", "RATE"}
LINE = re.compile(r"^\s+(?:-\w,\s*)?(--[a-z-]+) ([A-Z]+)\b", re.MULTILINE)
WRONG = ("-1", "abc", " ", "nan", "-0x1", "1 2", "1e400", "9223372036854775808", "99999999999999999999999")

OLD_NAME = r"^bfclx: `bfclx \w+` is an old name of .*\n"

GENERATE = ("generate", "--model", "m", "--dataset", "sample")


class Names(Case):
    def test_an_empty_name_is_no_default(self):
        for command, *arguments in (("generate", "--model"), ("run", "--model"),
                                    ("generate", "--model", "m", "--test-category"),
                                    ("run", "--model", "m", "--test-category"),
                                    ("evaluate", "--model"), ("evaluate", "--test-category"),
                                    ("score", GOOD, "--category"), ("audit", GOOD, "--category")):
            for text in (" ", ",", " , "):
                with self.subTest(command=command, option=arguments[-1], text=text):
                    self.run_program(command, *arguments, text, code=2)
                    self.assertIn(f"{arguments[-1]}: no name is given", self.err)

    def test_an_empty_value_is_no_default(self):
        asked = 0
        for command in self.commands():
            text = self.run_program(*command, "--help-all")
            for option in re.findall(r"^  (?:-\w,\s*)?(--[a-z-]+) [\[A-Z']", text, re.MULTILINE):
                asked += 1
                for given in in_turn(((option, ""), (f"{option}=",)), asked):
                    with self.subTest(command=command, given=given):
                        self.run_program(*command, *given, code=2)
                        self.assertRegex(self.err, f"^bfclx: {option}: no value is given(; leave the option out for its default)?\n")
        self.assertGreater(asked, 150)
        self.run_program("score", GOOD, "-o", "", code=2)
        self.assertIn("-o: no value is given; leave the option out for its default", self.err)
        self.run_program("run", "--model", "", code=2)
        self.assertEqual(self.err, "bfclx: --model: no value is given\n")
        self.run_program("--dataset", "", "score", GOOD, code=2)
        self.assertIn("--dataset: no value is given; leave the option out for its default", self.err)
        self.check(GOOD, env={"BFCLX_DATASET": ""})

    def test_an_option_that_stands_twice_and_a_number_without_exponents(self):
        self.run_program("generate", "--model", "m", "--sample", "200", "--sample", "100", code=2)
        self.assertIn("bfclx: --sample is given 2 times; pass it once\n", self.err)
        self.run_program("generate", "--model", "m", "--max-cost", "-1", code=2)
        self.assertIn("expected a number from 0.000001 to 1000000000, got `-1`", self.err)

    def test_help_of_an_unknown_command(self):
        for arguments in (("foo", "--help"), ("help", "foo")):
            self.run_program(*arguments, code=2)
            self.assertEqual(self.err, "bfclx: unknown command `foo`. `bfclx --help` lists the commands\n")
        self.run_program("dataset", "foo", "--help", code=2)
        self.assertIn("unknown command `foo`", self.err)

    def test_the_name_of_a_model_is_utf_8(self):
        for command in (("generate",), ("run",), ("evaluate",), ("score", GOOD), ("doctor", GOOD),
                        ("play", "--class", "GorillaFileSystem"), ("mcp",)):  # fmt: skip
            for name in (b"\xff", b"m\xf4\x90\x80\x80", b"m\xed\xa0\x80", b"gr\xf6\xdfe"):
                with self.subTest(command=command, name=name):
                    self.run_program(*command, "--model", os.fsdecode(name), code=2)
                    self.assertIn("--model: the name is not valid UTF-8", self.err)


class Help(Case):
    def test_fits_80_columns_and_lists_choices_once(self):
        commands = self.commands()
        self.assertGreater(len(commands), 20)
        groups = ((), ("dataset",), ("list",))
        for text in (self.run_program(*command, flag) for command in (*groups, *commands)
                     for flag in ("--help", "--help-all")):
            self.assertEqual([line for line in text.splitlines() if len(line) > 80], [])
            self.assertNotIn(":{", text)
            self.assertNotIn("....", text)
            self.assertNotRegex(" ".join(text.split()), r"\) \((default:|[\d.]+ to )")
        self.assertIn("--format table|json|csv\n", self.run_program("dataset", "audit", "--help"))
        check = self.run_program("score", "--help-all")
        self.assertIn("Threads (1 to 1024; default: all cores)\n", check)
        self.assertRegex(check, r"calls\s+pass\)\.\s+Default:\s+greedy\.\n")
        self.assertIn("--format table|json|csv|markdown|junit|lm-eval|inspect|eee|hf-eval\n", check)
        self.assertRegex(check, r"Needs --verdicts\. Not with --details,\s+--errata,\s+--format,\s+--latency,\s+--leaderboard,\s+--output,"
                                r"\s+--repeats-by-name,\s+--repeats-of\.")


    def test_is_two_screens_at_most_and_names_the_whole_one(self):
        for command in ((), ("dataset",), ("list",), *self.commands()):
            with self.subTest(command):
                text = self.run_program(*command, "--help")
                self.assertLessEqual(len(text.splitlines()), 50)
                self.assertNotIn("\n\n\n", text)
                self.assertEqual(self.run_program("help", *command), text)
                if command in (("dataset",), ("list",)):
                    self.assertTrue(text.endswith(f"\n\n`bfclx help {command[0]} COMMAND` shows the details of a command.\n"))
                    self.assertEqual(self.run_program(*command, "--help-all"), text)
                elif command:
                    pointer = f"\n`bfclx {' '.join(command)} --help-all` shows all options and details.\n"
                    whole = self.run_program(*command, "--help-all")
                    block = whole[whole.index("Every command takes:"):].split("\n\n")[0]
                    more = len(whole) > len(text.removesuffix(pointer)) + len(block) + 2
                    self.assertEqual(text.endswith(pointer), more, text)

    def test_rare_options_stand_under_help_all(self):
        self.assertNotIn("--underscore-to-dot", self.run_program("score", "--help"))
        whole = self.run_program("score", "--help-all")
        self.assertIn("--underscore-to-dot", whole)
        self.assertIn("Exit codes:", whole)
        self.assertEqual(self.run_program("help", "score", "--help-all"), whole)

    def test_each_rare_option_is_one_of_some_command(self):
        source = (ROOT / "tools/bfclx/rare_options.cpp").read_text()
        named = re.findall(r'^    \{"([\w-]+)"(?:, "(\w+)")?\},$', source, re.MULTILINE)
        self.assertEqual(len(named), source.split("kRare[] = {")[1].split("};")[0].count("{"))
        shown = lambda command, flag: set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", self.run_program(*command, flag), re.M))
        hidden = {command[-1]: shown(command, "--help-all") - shown(command, "--help") for command in self.commands()}
        for option, command in named:
            with self.subTest(option, command=command):
                self.assertIn(f"--{option}", hidden[command] if command else set().union(*hidden.values()))

    def test_positionals_are_named_and_described(self):
        for command in (*self.commands(), ("errata", "check")):
            text = self.run_program(*command, "--help-all")
            usage = text.split("Usage:")[1].split("\n\n")[0]
            part = re.search(r"^Positionals:\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL)
            rows = re.findall(r"^  ([A-Z].*?)(?:  +|\n +)(\S.*)$", part[1], re.MULTILINE) if part else []
            for head, said in rows:
                with self.subTest(command=command, head=head):
                    self.assertRegex(head, r"^[A-Z]+(\.\.\.)?$")
                    self.assertIn(head.rstrip("."), usage)
                    self.assertTrue(said)
            self.assertNotRegex(text, r"(?m)^  (?!--title|--search|--contact|--hardware|--notes)-\S+ TEXT")


class Together(Case):
    """Options that have no effect with or without another one are refused, and their help says so."""

    PAIRS = (  # the command, what has no effect, and what has to be there; or the one that it excludes
        (GENERATE, ("--seed", 7), "needs", "--sample"),
        (GENERATE, ("--client-key", "k"), "needs", "--client-cert"),
        (GENERATE, ("--replay-strict", "no"), "needs", "--replay"),
        ((*GENERATE, "--sample", 3), ("--run-ids", "x"), "not with", "--sample"),
        ((*GENERATE, "--api-key-file", "x"), ("--api-key-env", "X"), "not with", "--api-key-file"),
        ((*GENERATE, "--concurrency", 3), ("--num-threads", 2), "not with", "--concurrency"),
        ((*GENERATE, "--as-official"), ("--order", "tools"), "not with", "--as-official"),
        ((*GENERATE, "--as-official"), ("--max-steps", 9), "not with", "--as-official"),
        ((*GENERATE, "--max-tokens", 9), ("--context", 9), "not with", "--max-tokens"),
        *(((*GENERATE, "--replay", "x"), option, "not with", "--replay") for option in (
            ("--record", "r"), ("--timeout", 3), ("--concurrency", 3),
            ("--num-threads", 3), ("--patience", 3), ("--stop-timeout", 3), ("--memory-budget", "1G"),
            ("--order", "official"), ("--client-cert", "c"))),
        (("run", "--model", "m", "--replay", "x"), ("--stop-at", 5), "not with", "--replay"),
        (("audit", GOOD, "--format", "csv"), ("--json",), "not with", "--format"),
        (("score", GOOD, "--shard", "1/2", "--verdicts", "x"), ("--details",), "not with", "--shard"),
        *(((command, *rest, GOOD), option, "needs", needed)
          for command, *rest in (("score",), ("compare", GOOD), ("audit",), ("doctor",))
          for option, needed in ((("--enable-network",), "--network"), (("--service-timeout", 3), "--network"),
                                 (("--allow-private",), "--enable-network"))),
        (("evaluate",), ("--enable-network",), "needs", "--network"),
    )  # fmt: skip

    def test_an_option_without_effect_is_refused(self):
        for command, option, relation, other in self.PAIRS:
            with self.subTest(command=command, option=option):
                self.run_program(*command, *option, code=2)
                self.err = re.sub(OLD_NAME, "", self.err)
                if relation == "needs":
                    self.assertTrue(self.err.startswith(f"bfclx: {option[0]} requires {other}\n"), self.err)
                else:
                    self.assertRegex(self.err, f"^bfclx: ({option[0]} and {other}|{other} and {option[0]}) cannot be used together\n")
                help_text = self.run_program(command[0], "--help-all")
                own = re.search(rf"^ +{option[0]}[ ,\n]", help_text, re.MULTILINE)
                block = " ".join(help_text[own.start():].split())[:900]
                word = "Needs" if relation == "needs" else "Not with"
                self.assertRegex(block, rf"{word} [^.]*{other}[,.]")

    def test_values_that_leave_another_option_without_effect(self):
        for arguments, says in (
            (("score", GOOD, "--network", "replay", "--enable-network"),
             "--enable-network has an effect only with --network live or record"),
            (("score", GOOD, "--network", "off", "--service-timeout", 3),
             "--service-timeout has an effect only with --network live or record"),
            (("score", GOOD, "--format", "json", "--details"), "--details has an effect only with --format table"),
            (("compare", GOOD, GOOD, "--format", "json", "--details"),
             "--details has an effect only with --format table or markdown"),
            ((*GENERATE, "--allow-private", "--dry-run"), "--allow-private needs --enable-network or --search"),
        ):  # fmt: skip
            with self.subTest(arguments):
                rest = () if "--dataset" in arguments else ("--dataset", "sample")
                self.run_program(*arguments, *rest, code=2)
                self.assertEqual(self.err, f"bfclx: {says}\n")


class Numbers(Case):
    def options(self):
        """(command, option) of all options that take a number."""
        return [(" ".join(command), option) for command in self.commands()
                for option, kind in LINE.findall(self.run_program(*command, "--help-all"))
                if kind in NUMBER]

    def test_what_is_no_number_is_refused_by_name(self):
        options = self.options()
        self.assertGreater(len(options), 40)
        for known in (("generate", "--seed"), ("generate", "--num-threads"), ("run", "--stop-at"),
                      ("score", "--jobs"), ("dataset audit", "--top"), ("dataset audit", "--fdr"), ("scores", "--top"),
                      ("generate", "--temperature"), ("generate", "--patience"),
                      ("compare", "--fail-if-worse")):  # fmt: skip
            self.assertIn(known, options)
        for number, (command, option) in enumerate(options):
            for text in in_turn(WRONG, number):
                with self.subTest(command=command, option=option, text=text):
                    self.run_program(*command.split(), option, text, code=2)
                    self.assertRegex(self.err, f"^bfclx: {option}: expected (a positive integer|a smaller number|an integer (from|of)|a number from) ?")
                    self.assertIn(f", got `{text}`", self.err)

    def test_numbers_are_taken_up_to_both_bounds(self):
        for command, option, good, wrong in (
            ("score", "--jobs", ("1", "1024"), ("0", "1025")),
            ("score", "--service-timeout", ("0.1", "3600"), ("0.09", "3601", "inf")),
            ("compare", "--draws", ("100", "1000000"), ("99", "1e9")),
            ("compare", "--fail-if-worse", ("0", "100"), ("100.1", "inf")),
            ("audit", "--fdr", ("0", "1", "0.05"), ("1.01",)),
            ("generate", "--num-threads", ("1", "100000"), ("0", "100001")),
            ("generate", "--seed", ("0", "9223372036854775807"), ("1.5",)),
            ("generate", "--temperature", ("0", "1e0"), ("101",)),
            ("report", "--failures", ("0", "1000000000"), ("1e9",)),
        ):  # fmt: skip
            for text in good:
                self.run_program(command, option, text, code=2)  # for want of anything else
                self.assertIn("required", self.err)
            for text in wrong:
                self.run_program(command, option, text, code=2)
                self.assertIn(f"{option}: expected a", self.err)
                self.assertIn(f", got `{text}`", self.err)


class Complaints(Case):
    def test_all_begin_with_the_program_s_name(self):
        for arguments in (
            ("score", GOOD, "--shard", "1/2"),
            ("score", GOOD, "--format", "nope"),
            ("score", GOOD, "--no-such-option"),
            ("score",),
            ("no-such-command",),
            ("generate", "--sample", "0"),
            ("score", self.folder / "nowhere"),
            ("compare", GOOD),
            ("errata", "check", self.folder / "nowhere"),
        ):
            with self.subTest(arguments):
                self.run_program(*arguments, code=2)
                self.assertTrue(self.err.startswith("bfclx: "), self.err)
                self.assertEqual(self.out, "")

    def test_a_mistyped_name_gets_the_nearest_ones(self):
        for arguments, says in (
            (("generate", "--category", "x"), "unknown option `--category`. Did you mean --test-category?"),
            (("generate", "--model", "m", "--test-categry=x"),
             "unknown option `--test-categry`. Did you mean --test-category?"),
            (("scor",), "unknown command `scor`. Did you mean score or scores?"),
            (("compar",), "unknown command `compar`. Did you mean compare?"),
            (("audit", "x", "--josn"), "unknown option `--josn`. Did you mean --json?"),
            (("audit", "x", "--jason"), "unknown option `--jason`. Did you mean --json?"),
            (("score", "x", "--jason"), "unknown option `--jason`. Did you mean --format json?"),
            (("test-categories", "--csv"), "unknown option `--csv`"),
            (("scores", "nope"), "unexpected argument `nope`: `scores` takes options only."),
            (("scores", "--format", "json", "baselines"),
             "unexpected argument `baselines`: `scores` takes options only. Did you mean --baselines?"),
            (("scores", "\x1b[2J"), "unexpected argument `\\x1b[2J`: `scores` takes options only."),
            (("scores", "x" * 100000), f"unexpected argument `{'x' * 100}`: `scores` takes options only."),
            (("scroe", GOOD, "--dataset", "sample"), "unknown command `scroe`. Did you mean score?"),
            (("score", GOOD, "--zzzzz"), "unknown option `--zzzzz`"),
            (("errata", "--zzzzz"), "unknown option `--zzzzz`"),
            (("score", GOOD, "--format", "jsno"),
             "--format: expected table, json, csv, markdown, junit, lm-eval, inspect, eee or hf-eval, got `jsno`"),
            (("doctor", GOOD, "--ids-of", "duplicate_id"),
             "--ids-of: unknown value `duplicate_id`. Did you mean duplicate_ids?"),
            (("--color", "blue", "score"), "--color: expected auto, always or never, got `blue`"),
            (("show", GOOD, "-o", "x"), "unknown option `-o`"),
            (("score", GOOD, "-x"), "unknown option `-x`"),
            (("score", GOOD, "-xy"), "unknown option `-xy`"),
            (("score", GOOD, "-format"), "unknown option `-format`. Did you mean --format?"),
            (("generate", "--model", "m", "--seed", "-1"),
             "--seed: expected an integer of 0 or more, got `-1`"),
            (("completion", "bash", "zsh"), "unexpected argument `zsh`: `completion` takes no more arguments."),
            (("generate", "--model", "m", "-o", "y"),
             "unexpected argument `y`: `-o` is --allow-overwrite, which takes no value."),
            (("generate", "--model", "m", "--dry-run", "y"), "unexpected argument `y`: `--dry-run` takes no value."),
            (("--color",), "--color: no value is given; expected auto|always|never"),
            (("score", GOOD, "--ids"), "--ids: no value is given; expected FILE"),
            (("score", GOOD, "-o", "x.json", "--format", "json"), "--format and --output cannot be used together: "
             "the extension of --output FILE is the format; --format is for standard output"),
            (("errata", "chek", "x"), "unknown command `chek`. Did you mean check?"),
            (("list", "stuff"), "unknown command `stuff`. Choose models, categories, decoders, formats, findings, providers or thinking."),
            (("errata", "check", "--dataset", "sample"), "FILE is required: corrections of ground truth, JSON of the form errata/errata.schema.json"),
            (("x" * 100000,), f"unknown command `{'x' * 100}`"),
        ):
            with self.subTest(arguments):
                self.run_program(*arguments, code=2)
                self.assertEqual(re.sub(OLD_NAME, "", self.err), f"bfclx: {says}\nRun with --help for more information.\n")

    def test_help_is_for_one_command(self):
        for arguments, name in ((("help", "score", "nope"), "nope"), (("score", "show", "--help-all"), "show"),
                                (("--help-all", "score", "show"), "show"),
                                (("help", "dataset", "get", "info"), "info")):
            with self.subTest(arguments):
                self.run_program(*arguments, code=2)
                self.assertEqual(self.err, f"bfclx: unexpected argument `{name}`: help is for one command at a time\n")
                self.assertEqual(self.out, "")
        for arguments in (("score", GOOD, "--help"), ("score", "nope", "--help"), ("score", "--model", "show", "--help")):
            self.assertEqual(self.run_program(*arguments), self.run_program("score", "--help"))
        self.run_program("help", "nothing", code=2)
        self.assertEqual(self.err, "bfclx: unknown command `nothing`. `bfclx --help` lists the commands\n")
        self.run_program("help", "list", "nothing", code=2)
        self.assertEqual(self.err, "bfclx: unknown command `nothing`. Choose models, categories, decoders, formats, findings, providers or thinking.\n")

    def test_an_old_name_is_told_before_the_error(self):
        self.run_program("publish", GOOD, code=2)
        self.assertRegex(self.err, r"^bfclx: `bfclx publish` is an old name of .*\nbfclx: --output is required")

    def test_help_is_no_complaint(self):
        self.assertIn("bfclx", self.run_program("--help"))
        self.assertEqual(self.err, "")


if __name__ == "__main__":
    main()

"""Completions and manual pages, which tools/describe-program makes of what the program says of itself."""

import re
import runpy
import shutil
import subprocess
from pathlib import Path

from cli_case import PROGRAM, ROOT, Case, main


class Package(Case):
    def setUp(self):
        super().setUp()
        subprocess.run([ROOT / "tools" / "describe-program", PROGRAM, self.folder], check=True)
        self.share = self.folder / "share"
        self.top = self.names()
        self.inside = {group: self.names(group) for group in ("dataset", "list")}

    def names(self, *command):
        """Of the commands in a help."""
        return re.findall(r"^  ([a-z][a-z-]*)  +\S", self.run_program(*command, "--help").split("\nExamples:")[0], re.M)

    def complete(self, *words):
        script = ('. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bfclx; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')  # fmt: skip
        done = subprocess.run(["bash", "-c", script, self.share / "bash-completion/completions/bfclx",
                               *words], capture_output=True, text=True, check=True)  # fmt: skip
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes_commands_options_and_choices(self):
        self.assertGreater(len(self.top), 14)
        self.assertEqual(sorted(self.complete("bfclx", "")),
                         sorted([*self.top, "help", "--help", "--version"]))  # fmt: skip
        self.assertEqual(self.complete("bfclx", "sc"), ["score", "scores"])
        self.assertIn("junit", self.complete("bfclx", "score", "--format", ""))
        self.assertEqual(self.complete("bfclx", "score", "--shar"), ["--shard"])
        whole = [[command] for command in self.top if command not in self.inside]
        for group, names in self.inside.items():
            self.assertEqual(self.complete("bfclx", group, ""), [*names, "--help"])
            whole += [[group, name] for name in names]
        for command in whole:
            told = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", self.run_program(*command, "--help"), re.M))
            self.assertTrue(told)
            self.assertTrue(told <= set(self.complete("bfclx", *command, "--")), command)

    def test_each_command_has_a_page(self):
        pages = {path.name for path in (self.share / "man/man1").iterdir()}
        inside = [f"{group}-{name}" for group, names in self.inside.items() for name in names]
        self.assertEqual(pages, {"bfclx.1", *(f"bfclx-{name}.1" for name in self.top + inside)})
        if shutil.which("man") is None:
            print("SKIPPED: there is no man to read the pages")
            return
        for name in sorted(pages):
            done = subprocess.run(["man", "--warnings", "-l", self.share / "man/man1" / name],
                                  capture_output=True, text=True,
                                  env={"PATH": "/usr/bin:/bin", "MANWIDTH": "200", "LC_ALL": "C.UTF-8",
                                       "MANPAGER": "cat"})  # fmt: skip
            self.assertEqual(done.returncode, 0, done.stderr)
            command = name[len("bfclx-"):-2] if "-" in name else ""
            group = command.split("-")[0]
            words = [group, command[len(group) + 1:]] if command in inside else [command] if command else []
            text = self.run_program(*words, "--help")
            for line in re.findall(r"--[\w-]+", text):
                self.assertIn(line, done.stdout.replace("‐", "-").replace("−", "-"), name)

    def test_the_other_shells(self):
        for shell, path in (("zsh", "zsh/site-functions/_bfclx"),
                            ("fish", "fish/vendor_completions.d/bfclx.fish")):
            text = (self.share / path).read_text()
            self.assertTrue(all(name in text for name in self.top))
            if shutil.which(shell):
                subprocess.run([shell, "-n", self.share / path], check=True)
            else:
                print(f"SKIPPED: there is no {shell}, its completions are not read")

    def test_only_a_help_that_takes_commands_has_some(self):
        commands_of = runpy.run_path(str(ROOT / "tools" / "describe-program"))["commands_of"]
        usage = "Usage: bfclx score [OPTIONS] [PATH...]"
        block = "\n\nFormats:\n  table    For people\n\nExamples:\n  bfclx score x    scores it\n"
        self.assertEqual(commands_of(usage + block), [])
        self.assertEqual(commands_of("Usage: bfclx [OPTIONS] [SUBCOMMAND]" + block), [("table", "For people")])

    def test_a_debian_package_unpacks_and_runs(self):
        config = Path(PROGRAM).parents[1] / "CPackConfig.cmake"
        if not (config.exists() and shutil.which("cpack") and shutil.which("dpkg-deb")):
            print("SKIPPED: without cpack and dpkg no package is made")
            self.skipTest("no cpack, or no build beside the program")
        subprocess.run(["cpack", "--config", config, "-B", self.folder / "package"], check=True,
                       capture_output=True)  # fmt: skip
        (package,) = (self.folder / "package").glob("bfclx_*.deb")
        subprocess.run(["dpkg-deb", "-x", package, self.folder / "root"], check=True)
        place = self.folder / "root" / "usr"
        done = subprocess.run([place / "bin" / "bfclx", "score", "sample", "--dataset", "sample"],
                              capture_output=True, text=True)  # fmt: skip
        self.assertEqual(done.returncode, 1, done.stderr)  # the sample has flaws
        self.assertIn("good-model", done.stdout)
        for path in ("share/man/man1/bfclx-score.1", "share/doc/bfclx/LICENSE",
                     "share/bash-completion/completions/bfclx"):  # fmt: skip
            self.assertTrue((place / path).exists(), path)
        told = subprocess.run(["dpkg-deb", "-f", package, "Depends"], capture_output=True, text=True,
                              check=True).stdout  # fmt: skip
        self.assertIn("libc6", told)


if __name__ == "__main__":
    main()

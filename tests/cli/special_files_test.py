"""Things that are no files, and files that are not what they seem."""

import gzip
import os
import resource
import shutil
import socket
import subprocess
import threading
import time

from cli_case import GOOD, PROGRAM, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main

NAME = "BFCL_v4_simple_python_result.json"
# Of address space; sanitizers want more of that than there is.
MEMORY = resource.RLIM_INFINITY if "BFCLX_SANITIZED" in os.environ else 1 << 30


class SpecialFiles(Case):
    """Pipes, sockets and devices: named with what they are, and nothing waits for them."""

    def special(self, folder, ending="_result.json"):
        """One of each kind, by its path."""
        folder.mkdir(parents=True, exist_ok=True)
        made = {folder / f"BFCL_v4_{name}{ending}": kind for name, kind in
                (("multiple", "a named pipe"), ("parallel", "a socket"), ("live_simple", "a device"))}
        pipe, bound, device = made
        os.mkfifo(pipe)
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        here = os.getcwd()
        os.chdir(folder)  # names of sockets are short
        server.bind(bound.name)
        os.chdir(here)
        device.symlink_to("/dev/zero")
        return made

    def limited(self, *arguments, code=0, **keywords):
        started = time.monotonic()
        done = subprocess.run(
            [PROGRAM, *map(str, arguments)], capture_output=True, timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            **{"cwd": self.folder, "stdin": subprocess.DEVNULL, **keywords})
        self.seconds = time.monotonic() - started
        self.out, self.err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, code, f"{arguments}\n{self.out}\n{self.err}")

    def test_links_to_folders_are_named(self):
        shutil.copytree(GOOD, self.folder / "real" / "gm")
        shutil.copytree(GOOD, self.folder / "result" / "bm")
        link = self.folder / "result" / "gm"
        link.symlink_to("../real/gm")
        (self.folder / "result" / "latest").symlink_to("bm")  # read where it leads to
        for command in (("score",), ("doctor",), ("report", "-o", self.folder / "r.html"),
                        ("compare", GOOD), ("publish", "-o", self.folder / "board", "--site", "none")):
            with self.subTest(command=command[0]):
                self.limited(*command, self.folder / "result", "--dataset", SAMPLE, code=1)
                self.assertIn(f"{link}: a link to a folder is not followed; pass that folder itself",
                              self.err.replace("\n", " "))
                self.assertNotIn("latest", self.err)
        self.limited("score", link, "--dataset", SAMPLE)

    def test_found_in_folders(self):
        shutil.copytree(GOOD / "non_live", self.folder / "m" / "non_live")
        for path in (self.folder / "m" / "non_live").glob("*_multiple_*"):
            path.unlink()
        for path in (self.folder / "m" / "non_live").glob("*_parallel_result.json"):
            path.unlink()
        made = self.special(self.folder / "m" / "non_live")
        for command in (("score",), ("doctor",), ("report", "-o", self.folder / "r.html"),
                        ("compare", GOOD), ("show",)):
            more = ("simple_python_90000",) if command[0] == "explain" else ()
            with self.subTest(command=command[0]):
                self.limited(*command, self.folder / "m", *more, "--dataset", SAMPLE,
                             code=0 if more else 1)
                for path, kind in made.items():
                    self.assertIn(f"{path}: {kind}, ignored", self.err)

    def test_named_themselves(self):
        for path, kind in self.special(self.folder / "m").items():
            self.limited("score", path, "--dataset", SAMPLE, code=1)
            self.assertIn(f"{path}: {kind}, not a file", self.err.replace(",:", ","))
            self.limited("score", SIMPLE, "--dataset", SAMPLE, "--models", path, code=2)
            self.assertIn(f"{path}: {kind}", self.err)
            self.limited("play", "--jsonl", path, "--dataset", SAMPLE, code=1)
            self.assertIn(f"{kind}, not a file", self.err)

    def test_a_pipe_is_read_from_standard_input(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        writer = threading.Thread(target=lambda: pipe.write_bytes(SIMPLE.read_bytes()))
        writer.start()
        with open(pipe, "rb") as stream:
            self.limited("score", "-", "--dataset", SAMPLE, stdin=stream)
        writer.join(60)
        self.assertIn("simple_python", self.out)

    def test_a_pipe_without_a_name_is_a_file(self):
        for command in ("cat", "gzip -c"):
            done = subprocess.run(["bash", "-c", f'"$0" check <({command} "$1") --dataset "$2"',
                                   PROGRAM, SIMPLE, SAMPLE], capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout.decode(), rf"simple_python +{SIMPLE_ENTRIES} ")

    def test_evaluate(self):
        project = self.folder / "p"
        shutil.copytree(GOOD / "non_live", project / "result" / "good-model" / "agentic")
        for name in ("multiple", "parallel"):
            (project / "result" / "good-model" / "agentic" / f"BFCL_v4_{name}_result.json").unlink()
        found = self.special(project / "result" / "good-model" / "agentic")
        scores = self.special(project / "score" / "good-model" / "x", "_score.json")
        self.limited("evaluate", "--dataset", SAMPLE, "--partial-eval", cwd=project, code=1)
        for path, kind in found.items():
            self.assertIn(f"{path.relative_to(project)}: {kind}", self.err)
        for path, kind in scores.items():
            self.assertIn(f"{path.relative_to(project)}: {kind}", self.err)
        self.assertIn("score files written", self.out)

    def test_datasets(self):
        place = self.folder / "set"
        for name in ("data", "models.json"):
            (shutil.copytree if name == "data" else self._copy)(SAMPLE / name, place / name)
        question = place / "data" / "BFCL_v4_simple_python.json"
        for kind, make in (("a device", lambda path: path.symlink_to("/dev/zero")),
                           ("a named pipe", os.mkfifo)):
            question.unlink()
            make(question)
            self.limited("score", GOOD / "non_live", "--dataset", place, code=1)
            self.assertIn(f"{question.name}: {kind}, not a file", self.err)
        (place / "models.json").unlink()
        os.mkfifo(place / "models.json")
        self.limited("score", SIMPLE, "--dataset", place, code=2)
        self.assertIn("models.json: a named pipe", self.err)

    @staticmethod
    def _copy(source, target):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)

    def test_outputs_that_are_folders(self):
        self.limited("score", SIMPLE, "--verdicts", self.folder, "--dataset", SAMPLE, code=2)
        self.assertIn("cannot be written", self.err)


class Packed(Case):
    def test_bytes_behind_the_last_member(self):
        whole = gzip.compress(SIMPLE.read_bytes())
        for rest, said in ((b"x", "1 byte of trailing garbage"), (b'{"id": "simple_python_90000"}\n', "30 bytes"),
                           (whole[5:], f"{len(whole) - 5} bytes of trailing garbage"), (b"\0" * 512, None),
                           (whole, None)):
            path = self.write("m/" + NAME, whole + rest)
            report = self.check_json(path, code=0 if said is None else 1)
            self.assertEqual(self.category(report, "simple_python")["entries"], SIMPLE_ENTRIES)
            if said is not None:
                self.assertIn(said, self.err)
                self.assertIn(str(path), self.err)
            else:
                self.assertNotIn("behind", self.err)

    def test_what_inflates_beyond_the_limit_is_dropped(self):
        # Members of a megabyte of zeros each, 2.1 GB in all.
        path = self.write("m/" + NAME, gzip.compress(SIMPLE.read_bytes()) +
                          gzip.compress(b"\0" * (1 << 20)) * 2100)
        self.assertLess(path.stat().st_size, 4 << 20)
        report = self.check_json(path, code=1)
        self.assertIn(f"{path}: unpacks to more than", self.err)
        self.assertEqual(self.category(report, "simple_python")["entries"], 0)


class Untold(Case):
    """Small things that were not called by their name."""

    def test_utf_32(self):
        for encoding in ("utf-32", "utf-32-be"):
            text = SIMPLE.read_text()
            data = text.encode(encoding) if encoding == "utf-32" else \
                ("\ufeff" + text).encode(encoding)
            self.check(self.write("m/" + NAME, data), code=1)
            self.assertIn("the file is UTF-32", self.err)

    def test_an_empty_key_of_the_registry(self):
        for entry in ("{}", '{"handler": "OpenAICompletionsHandler"}', "7"):
            path = self.write("models.json", '{"models": {"": %s}}' % entry)
            self.check(SIMPLE, "--models", path, code=2)
            self.assertIn('models.json: "": ', self.err)

    def test_a_model_without_results(self):
        project = self.folder / "p"
        shutil.copytree(GOOD, project / "result" / "good-model")
        models = self.write("models.json",
                            '{"models": {"bad-model": {"handler": "OpenAICompletionsHandler"}}}')
        run = ("evaluate", "--dataset", SAMPLE, "--models", models, "--model")
        self.run_program(*run, "bad-model", cwd=project, code=1)
        self.assertIn("result/bad-model holds no result files", self.err)
        self.run_program(*run, "good-model,bad-model", cwd=project, code=1)
        self.assertIn("result/bad-model holds no result files", self.err)
        self.run_program(*run, "good-model", "--test-category", "memory", cwd=project, code=1)
        self.run_program(*run, "good-model", cwd=project)


if __name__ == "__main__":
    main()

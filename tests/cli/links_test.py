"""Links below output folders lead nothing elsewhere, and names of models are no paths.

    python3 tests/cli/links_test.py build/release/tools/bfclx [Suite]
"""

import errno
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from cli_case import GOOD, SAMPLE, main
from generate_test import GenerateCase
from publish_case import PublishCase
from scripted_server import ScriptedServer, chat

RESULTS = "non_live/BFCL_v4_simple_python_result.json"
KEPT = "not ours\n"


class Links(GenerateCase):
    def setUp(self):
        super().setUp()
        # Outside of the folder that outputs are written to.
        self.elsewhere = Path(tempfile.mkdtemp(prefix="bfclx-elsewhere-"))
        self.addCleanup(shutil.rmtree, self.elsewhere)
        (self.elsewhere / "kept").write_text(KEPT)

    def tree(self):
        return {str(path.relative_to(self.elsewhere)): path.read_bytes() if path.is_file() else None
                for path in self.elsewhere.rglob("*")}

    def untouched(self, *arguments, code=2, words=("is a link",), **keywords):
        before = self.tree()
        with ScriptedServer(lambda seen: chat("[f(x=1)]")) as server:
            self.generate(*arguments, server=server, category="simple_python", code=code, **keywords)
        self.assertEqual(self.tree(), before)
        for word in words:
            self.assertIn(word, self.err + self.out)

    def test_a_model_of_dots_is_refused(self):
        for model in ("..", "."):
            self.untouched(model=model, words=["--model", "not usable"])
            self.untouched("--dry-run", model=model, words=["--model", "not usable"])
        self.assertFalse((self.folder / "result").exists())
        for name in ("..", ".", "a/b", "../x"):
            self.untouched("--run-name", name, words=["--run-name"])
        self.assertFalse((self.folder / "result").exists())

    def test_a_run_name_is_no_link(self):
        (self.folder / "result").mkdir()
        (self.folder / "result" / "v1").symlink_to(self.elsewhere)
        self.untouched("--run-name", "v1", words=["v1: it is a link"])

    def test_links_are_refused_before_anything_is_asked(self):
        (self.folder / "result" / "scripted").mkdir(parents=True)
        (self.folder / "result" / "scripted" / "non_live").symlink_to(self.elsewhere)
        with ScriptedServer() as server:
            self.generate(server=server, category="simple_python", code=2)
            self.assertFalse([seen for seen in server.seen if seen.method == "POST"])
        self.assertIn("non_live: it is a link", self.err)

    def test_links_to_folders_are_not_followed(self):
        for place in ("scripted", "scripted/non_live"):
            shutil.rmtree(self.folder / "result", ignore_errors=True)
            link = self.folder / "result" / place
            link.parent.mkdir(parents=True)
            link.symlink_to(self.elsewhere)
            self.untouched(code=None)
            self.assertNotEqual(self.status, 0)
            self.assertTrue(link.is_symlink())

    def test_links_to_files_are_not_followed(self):
        for name in (RESULTS, "bfclx_entries.jsonl", "bfclx_manifest.json", ".bfclx-lock"):
            link = self.path(name)
            for target in ("kept", "not-there"):
                # What was generated before the link was met would leave nothing to write.
                shutil.rmtree(self.folder / "result", ignore_errors=True)
                link.parent.mkdir(parents=True)
                link.symlink_to(self.elsewhere / target)
                self.untouched(code=None)
                self.assertNotEqual(self.status, 0)

    def test_a_hard_link_gets_bytes_of_its_own(self):
        with ScriptedServer(lambda seen: chat("[f(x=1)]")) as server:
            self.generate(server=server, category="simple_python")
        os.link(self.path(), self.elsewhere / "linked")
        lines = self.path().read_text().splitlines(True)
        self.path().write_text("".join(lines[:-1]))
        self.untouched(code=0, words=())
        self.assertEqual(len(self.lines()), len(lines))

    def test_the_folder_that_is_named_may_be_a_link(self):
        (self.folder / "result").symlink_to(self.elsewhere)
        with ScriptedServer(lambda seen: chat("[f(x=1)]")) as server:
            self.generate(server=server, category="simple_python")
        self.assertTrue((self.elsewhere / "scripted" / RESULTS).is_file())

    def test_evaluate_follows_none(self):
        for place in ("good-model", "good-model/non_live"):
            with self.subTest(place):
                shutil.rmtree(self.folder / "score", ignore_errors=True)
                link = self.folder / "score" / place
                link.parent.mkdir(parents=True)
                link.symlink_to(self.elsewhere)
                before = self.tree()
                self.run_program("evaluate", "--result-dir", SAMPLE / "results", "--score-dir",
                                 self.folder / "score", "--dataset", SAMPLE, "--model", "good-model",
                                 "--test-category", "simple_python", code=1)
                self.assertEqual(self.tree(), before)
                self.assertIn("is a link", self.out + self.err)
        shutil.rmtree(self.folder / "score")
        (self.folder / "score").mkdir()
        table = self.folder / "score" / "data_overall.csv"
        table.symlink_to(self.elsewhere / "kept")
        before = self.tree()
        self.run_program("evaluate", "--result-dir", SAMPLE / "results", "--score-dir",
                         self.folder / "score", "--dataset", SAMPLE, "--model", "good-model",
                         "--test-category", "simple_python", code=None)
        self.assertEqual(self.tree(), before)
        self.assertFalse(table.is_symlink())


class BoardLinks(PublishCase):
    def test_links_in_a_board_are_not_followed(self):
        result = self.models("one", "two")
        self.publish(result)
        elsewhere = Path(tempfile.mkdtemp(prefix="bfclx-elsewhere-"))
        self.addCleanup(shutil.rmtree, elsewhere)
        models = self.folder / "board" / "data" / "models"
        shutil.copytree(models / "one", elsewhere / "one")
        before = self.tree(elsewhere)
        shutil.rmtree(models / "one")
        (models / "one").symlink_to(elsewhere / "one")
        lines = (result / "one" / "BFCL_v4_simple_python_result.json")
        lines.write_text("".join(lines.read_text().splitlines(True)[1:]))
        self.publish(result, code=2)
        self.assertIn("is a link", self.err)
        self.assertEqual(self.tree(elsewhere), before)
        (models / "one").unlink()
        (elsewhere / "index.json").write_text(KEPT)
        index = self.folder / "board" / "data" / "index.json"
        index.unlink()
        index.symlink_to(elsewhere / "index.json")
        self.publish(result, code=None)
        self.assertEqual((elsewhere / "index.json").read_text(), KEPT)


# flock as a file system without locks has it, and fcntl's locks by ERRNO2.
PRELOAD = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>

static int number(const char* name) {
  const char* text = getenv(name);
  return text != 0 ? atoi(text) : 0;
}

int flock(int descriptor, int operation) {
  (void)descriptor, (void)operation;
  errno = number("ERRNO");
  return -1;
}

static int any_fcntl(const char* name, int descriptor, int command, void* argument) {
  int (*real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
  if (command == F_OFD_SETLK && number("ERRNO2") != 0) {
    errno = number("ERRNO2");
    return -1;
  }
  return real(descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  void* argument = va_arg(list, void*);
  va_end(list);
  return any_fcntl("fcntl", descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  void* argument = va_arg(list, void*);
  va_end(list);
  return any_fcntl("fcntl64", descriptor, command, argument);
}
"""


class Locks(GenerateCase):
    def setUp(self):
        super().setUp()
        if os.environ.get("BFCLX_SANITIZED") or shutil.which("cc") is None:
            print("cli.Locks: no compiler, or a sanitizer that bears no preloaded library")
            self.skipTest("no preloaded library")
        source = self.write("locks.c", PRELOAD)
        self.library = self.folder / "locks.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.library, source, "-ldl"], check=True)

    def environment(self, first, second):
        return {"LD_PRELOAD": str(self.library), "ERRNO": str(first), "ERRNO2": str(second)}

    def test_a_file_system_without_flock_is_used(self):
        for first in (errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK):
            for second in (0, errno.EINVAL, errno.ENOSYS):
                with self.subTest((first, second)), ScriptedServer(lambda seen: chat("[f(x=1)]")) as server:
                    self.generate("-o", server=server, category="simple_python",
                                  env=self.environment(first, second))
                    self.assertEqual("does not support locks" in self.err, second != 0, self.err)

    def test_only_a_lock_of_another_run_keeps_one_out(self):
        with ScriptedServer(lambda seen: chat("[f(x=1)]")) as server:
            for first, second in ((errno.EWOULDBLOCK, 0), (errno.ENOSYS, errno.EAGAIN)):
                self.generate(server=server, category="simple_python", code=2,
                              env=self.environment(first, second))
                self.assertIn("another run is writing", self.err)

    def test_a_board_too(self):
        result = self.folder / "results"
        shutil.copytree(GOOD, result / "one")
        for first, second in ((errno.ENOSYS, errno.EINVAL), (errno.EOPNOTSUPP, 0)):
            self.run_program("publish", result, "--dataset", SAMPLE, "-o", self.folder / "board",
                             "--site", "none", env=self.environment(first, second))
        self.assertTrue(json.loads((self.folder / "board/data/index.json").read_text())["models"])


if __name__ == "__main__":
    main()

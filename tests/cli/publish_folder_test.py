"""`bfclx report` and what lies in the folder: others' files, what was killed, two at once.

    python3 tests/cli/publish_folder_test.py build/release/tools/bfclx [Suite]
"""

import fcntl
import os
import re
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, main
from publish_case import PublishCase

SAFE = re.compile(r"[a-z0-9_][a-z0-9._-]*")


class PublishFolder(PublishCase):
    def test_what_is_refused_late_leaves_the_folder_as_it_was(self):
        result = self.models("one", "two")
        site = self.write("dist/published.html", "a page").parent
        self.write("score/one/x_score.json", "")
        self.publish(self.folder / "score", site=site, code=1)
        self.publish(result, site=site)
        (site / "published.html").write_text("another page")
        self.publish(self.folder / "score", site=site, code=1)
        self.assertIn("nothing to publish", self.err)
        # What is replaced differs from what is there.
        (result / "one" / SIMPLE.name).write_text(SIMPLE.read_text().replace("1", "2"))
        place = self.folder / "board/data/models/two/audit.json"
        good = place.read_bytes()
        place.write_bytes(b"[")
        self.publish(result / "one", "--add", site=site, code=2)
        place.write_bytes(good)
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        (dataset / "manifest.json").unlink(missing_ok=True)
        path = dataset / "data" / "BFCL_v4_simple_python.json"
        path.write_text(path.read_text(encoding="utf-8").replace("the", "The"), encoding="utf-8")
        self.publish(result / "one", "--add", dataset=dataset, site=site, code=2)
        self.assertIn("another dataset", self.err)
        (self.folder / "board/data/audit.json").unlink()
        (self.folder / "board/data/audit.json").mkdir()
        self.publish(result / "one", "--add", site=site, code=2)
        self.assertIn("is a folder", self.err)
        (self.folder / "board/data/audit.json").rmdir()
        self.write("board/.bfclx-unfinished/data/index.json", "of a run that was killed")
        self.publish(result / "one", "--add", site=site)
        self.assertIn("\nReplaced: one\n", self.out)
        self.assertEqual((self.folder / "board/index.html").read_text(), "another page")

    def test_input_without_any_result_takes_nothing_away(self):
        result = self.models("one", "two")
        self.publish(result)
        notes = self.write("notes.txt", "no result at all")
        self.publish(notes, code=1)  # which leaves all as it was
        self.assertIn("nothing to publish", self.err)
        self.assertIn("notes.txt:1", self.err)
        self.publish(result, notes, code=1)
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["one", "two"])

    def test_two_runs_at_once_are_refused(self):
        result = self.models("one")
        self.publish(result)
        held = os.open(self.folder / "board", os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        self.publish(result, code=2)
        self.assertIn("another `bfclx report` is writing into", self.err)
        fcntl.flock(held, fcntl.LOCK_UN)
        self.publish(result)

    def test_what_is_behind_a_link_is_not_taken(self):
        result = self.models("one")
        self.publish(result)
        board = self.folder / "board"
        before = self.tree(board)
        self.write("foreign/.whole", "")
        self.write("foreign/data/notes.json", "1")
        (board / ".bfclx-unfinished").symlink_to(self.folder / "foreign")
        self.publish(result)
        self.assertEqual(self.tree(board), before)
        self.assertEqual((self.folder / "foreign/data/notes.json").read_text(), "1")

    def test_what_was_killed_among_renames_is_finished(self):
        result = self.models("one", "two", "three")
        lines = SIMPLE.read_text().replace("1", "2")
        (result / "two" / SIMPLE.name).write_text(lines)
        self.publish(result / "one")
        board = self.folder / "board"
        old = self.tree(board)
        self.run_program("publish", result / "one", result / "two", "--dataset", SAMPLE, "-o", self.folder / "next", "--site", "none")
        new = self.tree(self.folder / "next")
        changed = sorted(name for name in new if new[name] != old.get(name))
        self.run_program("publish", result, "--dataset", SAMPLE, "-o", self.folder / "whole", "--site", "none")
        for moved in range(0, len(changed) + 1, 2):
            with self.subTest(moved):
                shutil.rmtree(board)
                for name, data in old.items():
                    self.write(f"board/{name}", data)
                for i, name in enumerate(changed):
                    self.write(f"board/{name}" if i < moved else f"board/.bfclx-unfinished/{name}", new[name])
                self.write("board/.bfclx-unfinished/.whole", "")
                self.publish(result / "three", "--add")
                self.assertEqual(self.tree(board), self.tree(self.folder / "whole"))
        # What was not whole yet is as if it had not been.
        shutil.rmtree(board)
        for name, data in old.items():
            self.write(f"board/{name}", data)
        self.write("board/.bfclx-unfinished/data/index.json", "{")
        self.publish(result / "two", "--add")
        self.assertEqual(self.tree(board), new)

    def test_what_was_killed_and_cannot_be_finished_is_begun_again(self):
        result = self.models("one")
        self.publish(result)
        board = self.folder / "board"
        whole = self.tree(board)
        for blocked in ("data/index.json/x", "data/x", "data"):
            # A folder where a file belongs, on either side of the rename.
            with self.subTest(blocked):
                place = board / ".bfclx-unfinished"
                (place / blocked).parent.mkdir(parents=True)
                (place / blocked).write_text("x")
                (place / ".whole").write_text("")
                if blocked == "data/x":
                    (board / blocked / "notes").mkdir(parents=True)
                self.publish(result)
                self.assertEqual(self.tree(board), whole)

    def test_names_make_no_paths(self):
        attack = "<img src=x onerror=alert(1)>"
        names = [attack, "a\"b'c", "..x", "con", "UPPER", "upper", "\u202eevil", "x" * 200, "-rf", "a b", "a\nb", "%2e%2e",
                 "&amp;", "\\..\\x", "~", "."*5]
        self.publish(self.models(*names))
        index = self.read("index.json")
        self.assertEqual(len(index["models"]), len(names))
        own = [model["name"] for model in index["models"]]
        self.assertEqual(len(set(own)), len(names))
        for name in own:
            self.assertRegex(name, f"^{SAFE.pattern}$")
            self.assertLess(len(name), 80)
        board = self.folder / "board"
        self.assertEqual({path.name for path in (board / "data" / "models").iterdir()}, set(own))
        self.assertIn(attack, [model["label"] for model in index["models"]])
        for path in board.rglob("*"):
            self.assertRegex(path.name, f"^{SAFE.pattern}$")
        self.publish(self.folder / "result")
        self.assertEqual([model["name"] for model in self.read("index.json")["models"]], own)

    def test_the_page_and_what_it_loads_are_copied(self):
        site = self.folder / "dist"
        for name, text in {"published.html": '<script src="./assets/a-1.js"></script>', "assets/a-1.js": "import('./b-2.js')",
                           "assets/b-2.js": "worker('c-3.js')", "assets/c-3.js": "d-4.wasm", "assets/d-4.wasm": "unused-5.js",
                           "assets/unused-5.js": "", "dataset/x.json": "{}"}.items():
            self.write(f"dist/{name}", text)
        self.publish(GOOD, site=site)
        board = self.folder / "board"
        self.assertEqual((board / "index.html").read_bytes(), (site / "published.html").read_bytes())
        self.assertEqual({path.name for path in (board / "assets").iterdir()}, {"a-1.js", "b-2.js", "c-3.js", "d-4.wasm"})
        self.assertFalse((board / "dataset").exists())

    def test_a_folder_of_others_is_left_alone(self):
        for name, text in {"data/index.json": '{"schema": "theirs"}', "data/board.json": "[1]", "index.html": "theirs"}.items():
            with self.subTest(name):
                place = self.write(f"board/{name}", text)
                self.publish(GOOD, code=2)
                self.assertIn("is not a leaderboard of `bfclx report`", self.err)
                self.assertEqual(place.read_text(), text)
                self.assertEqual([path.name for path in (self.folder / "board").iterdir()], [name.split("/")[0]])
                shutil.rmtree(self.folder / "board")
        self.write("board/.git/HEAD", "x")
        self.publish(GOOD)
        self.publish(GOOD)
        self.assertEqual((self.folder / "board" / ".git" / "HEAD").read_text(), "x")

    def test_inputs_are_no_place_for_it(self):
        result = self.models("one")
        inputs = sorted(path for path in result.rglob("*"))
        for output in [result, result / "one", result / "board", self.folder]:
            with self.subTest(output):
                self.run_program("publish", result, "--dataset", SAMPLE, "-o", output, "--site", "none", code=2)
                self.assertRegex(self.err, "is inside|contains")
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        self.run_program("publish", result, "--dataset", dataset, "-o", dataset / "data" / "board", "--site", "none", code=2)
        self.assertIn("the dataset", self.err)
        self.assertEqual(sorted(path for path in result.rglob("*")), inputs)
        self.publish(result)
        (self.folder / "elsewhere").mkdir()
        shutil.rmtree(self.folder / "board" / "data" / "models")
        (self.folder / "board" / "data" / "models").symlink_to(self.folder / "elsewhere")
        self.publish(result, code=2)
        self.assertIn("is a link", self.err)

    def test_models_that_are_not_given_any_more_are_taken_away(self):
        result = self.models("one", "two")
        self.publish(result)
        self.write("board/CNAME", "example.org")
        shutil.rmtree(result / "one")
        self.publish(result)
        self.assertIn("Removed, because they were not passed: one\n", self.out)
        self.assertEqual([model["label"] for model in self.read("index.json")["models"]], ["two"])
        self.assertEqual([path.name for path in (self.folder / "board/data/models").iterdir()], ["two"])
        self.assertEqual((self.folder / "board/CNAME").read_text(), "example.org")


if __name__ == "__main__":
    main()

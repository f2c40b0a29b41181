"""`bfclx dataset audit --review`: sessions, two readers, and what goes upstream.

    python3 tests/cli/review_test.py build/release/tools/bfclx [Suite]
"""

import fcntl
import hashlib
import json
import os
import pty
import re
import select
import shutil
import subprocess

import cli_case
from audit_test import ANSWER, AuditCase
from cli_case import SAMPLE, SIMPLE, main
from terminal import controls

LINK = "https://example.org/issues/1"


class ReviewCase(AuditCase):
    def review(self, name, *arguments, keys="", **keywords):
        return self.run_program("dataset", "audit", "--review", name, "--dataset", SAMPLE, "--today", "2026-11-28",
                                *arguments, stdin=keys.encode(), **keywords)

    def begin(self, name="ann.jsonl", reviewer="ann", keys=""):
        return self.review(name, self.runs(12), "--reviewer", reviewer, "--seed", "3", keys=keys)

    def session(self, name="ann.jsonl"):
        return [json.loads(line) for line in (self.folder / name).read_text(encoding="utf-8").splitlines()]

    def judge(self, name, accepted):
        """Keys that accept the responses of which `accepted` says so, entry by entry, and finish each."""
        session = self.session(name)
        entries = session[1:1 + session[0]["entries"]]
        keys = ""
        for entry in entries:
            for number, answer in enumerate(entry["answers"], 1):
                keys += str(number) if accepted(entry["id"], json.dumps(answer["calls"])) else ""
            keys += "nr\n"
        return self.review(name, keys=keys)


class Review(ReviewCase):
    def test_a_session_goes_on_where_it_stopped(self):
        out = self.begin(keys="")
        self.assertIn("Entry 1 of 2", out)
        self.assertIn("0 of 2 entries are reviewed", out)
        head = self.session()[0]
        self.assertEqual((head["schema"], head["reviewer"], head["seed"], head["date"], head["entries"]),
                         ("bfclx-review-1", "ann", 3, "2026-11-28", 2))
        out = self.review("ann.jsonl", keys="c the harbour is named\nw\n")
        self.assertIn("1 of 2 entries are reviewed", out)
        self.assertEqual((self.session()[-1]["verdict"], self.session()[-1]["comment"]), ("wrong", "the harbour is named"))
        out = self.review("ann.jsonl", keys="sq")
        self.assertIn("Entry 2 of 2", out)
        self.assertIn("To continue, run the same command again", out)
        out = self.review("ann.jsonl", keys="1nr")
        self.assertIn("2 of 2 entries are reviewed", out)
        self.review("ann.jsonl", keys="u")
        self.assertEqual(len(self.session()), 4 + 0 + 1)

    def test_a_vote_can_be_taken_back(self):
        self.begin(keys="wuaq")
        verdicts = [line["verdict"] for line in self.session()[3:]]
        self.assertEqual(verdicts, ["wrong", None, "ambiguous"])

    def test_nothing_tells_the_ground_truth(self):
        out = self.begin()
        for word in ("ground truth", "suspicious", "%", "pass", "model"):
            self.assertNotIn(word, out.lower().replace("2 entries are reviewed", ""))
        self.assertIn("date='2026-05-04'", out)
        self.assertIn("date='2026-05-03'", out)

    def test_hostile_responses(self):
        answer = "[harbour.tide_table(harbour='\\x1b]0;x\\x07\\u202e', date='2026-05-04')]"
        self.runs(12)
        for name in ("other", "third"):
            self.write(f"runs/{name}/{SIMPLE.name}", json.dumps({"id": self.wrong, "result": answer}) + "\n")
        self.review("ann.jsonl", self.folder / "runs", "--reviewer", "ann")
        self.assertIn(r"\x1b]0;x\x07\u202e", self.out)
        self.assertEqual(controls(self.out.encode()), [])

    def test_wrong_usage(self):
        runs = self.runs(12)
        self.review("x.jsonl", runs, code=2)
        self.assertIn("--reviewer", self.err)
        self.review("x.jsonl", "--reviewer", "ann", code=2)
        self.assertIn("PATH", self.err)
        self.run_program("dataset", "audit", code=2)
        self.assertIn("PATH is required", self.err)
        self.write("x.jsonl", "{}\n")
        self.review("x.jsonl", code=2)
        self.assertIn("x.jsonl: line 1:", self.err)
        self.begin()
        self.review("ann.jsonl", "--reviewer", "bob", code=2)
        self.assertIn("is the review of ann", self.err)
        before = (self.folder / "ann.jsonl").read_bytes()
        self.review("ann.jsonl", "--seed", "4", code=2)
        self.assertIn("ann.jsonl has the seed 3. Leave out --seed", self.err)
        self.review("bob.jsonl", "--reviewer", "bob", "--review-of", "ann.jsonl", "--seed", "0", code=2)
        self.assertIn("ann.jsonl has the seed 3. Leave out --seed", self.err)
        self.assertFalse((self.folder / "bob.jsonl").exists())
        self.review("ann.jsonl", "--seed", "3")
        self.assertEqual((self.folder / "ann.jsonl").read_bytes(), before)
        self.review("ann.jsonl", "--json", code=2)
        self.assertIn("a review writes no report", self.err)
        self.review("ann.jsonl", "--issue", "i.md", code=2)
        self.assertIn("--issue needs --review-merge", self.err)
        self.run_program("dataset", "audit", "--review-merge", "ann.jsonl", "--review-errata", "e.json",
                         "--dataset", SAMPLE, code=2)
        self.assertIn("--link", self.err)
        self.run_program("dataset", "audit", "--review-merge", "ann.jsonl", "--issue", "ann.jsonl",
                         "--dataset", SAMPLE, code=2)
        other = self.folder / "other"
        shutil.copytree(SAMPLE, other)
        path = other / "data" / "possible_answer" / "BFCL_v4_simple_python.json"
        path.write_text(path.read_text().replace("Whitby", "Filey"))
        self.run_program("dataset", "audit", "--review", "ann.jsonl", "--dataset", other, code=2)
        self.assertIn("is different in this dataset", self.err)

    def test_nothing_suspicious(self):
        for i in range(3):
            self.write(f"runs/model{i}/{SIMPLE.name}", SIMPLE.read_text())
        self.review("ann.jsonl", self.folder / "runs", "--reviewer", "ann", code=1)
        self.assertIn("nothing to review", self.err)
        self.assertFalse((self.folder / "ann.jsonl").exists())

    def test_what_is_no_session_is_left_as_it_is(self):
        runs = self.runs(12)
        self.begin(keys="w")
        whole = (self.folder / "ann.jsonl").read_bytes()
        for size, said in ((40, "line 1:"), (len(whole) // 2, "of 2 entries; begin the review again")):
            self.write("cut.jsonl", whole[:size].decode())
            self.review("cut.jsonl", runs, "--reviewer", "ann", code=2)
            self.assertIn(said, self.err)
            self.assertEqual((self.folder / "cut.jsonl").read_bytes(), whole[:size])
        self.write("cut.jsonl", whole[:-9].decode())
        out = self.review("cut.jsonl")
        self.assertIn("cut.jsonl: an incomplete last line was removed", self.err)
        self.assertIn("0 of 2 entries", out)
        self.write("cut.jsonl", "")
        self.assertIn("1 of 2 entries", self.review("cut.jsonl", runs, "--reviewer", "ann", keys="w"))

    def test_two_at_once(self):
        self.begin(keys="w")
        before = (self.folder / "ann.jsonl").read_bytes()
        with (self.folder / "ann.jsonl").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.review("ann.jsonl", keys="w", code=2)
            self.assertIn("ann.jsonl: another command is writing it; try again when it is done", self.err)
        self.assertEqual((self.folder / "ann.jsonl").read_bytes(), before)

    def test_no_file_is_left_where_none_can_begin(self):
        runs = self.runs(12)
        self.begin()
        other = self.folder / "other"
        shutil.copytree(SAMPLE, other)
        path = other / "data" / "possible_answer" / "BFCL_v4_simple_python.json"
        path.write_text(path.read_text().replace("Whitby", "Filey"))
        self.run_program("dataset", "audit", "--review", "bob.jsonl", "--reviewer", "bob", "--review-of", "ann.jsonl",
                         "--dataset", other, code=2)
        self.assertIn("is different in this dataset", self.err)
        self.assertFalse((self.folder / "bob.jsonl").exists())
        self.review("ann.jsonl/bob.jsonl", runs, "--reviewer", "bob", code=2)
        self.assertIn("ann.jsonl/bob.jsonl: cannot be written", self.err)

    def test_keys_on_a_terminal(self):
        self.begin()
        parent, child = pty.openpty()
        process = subprocess.Popen(
            [cli_case.PROGRAM, "dataset", "audit", "--review", "ann.jsonl", "--dataset", str(SAMPLE)],
            stdin=child, stdout=child, stderr=child, cwd=self.folder, env={**os.environ, "TERM": "xterm"})
        os.close(child)
        self.addCleanup(process.kill)
        shown = b""
        for wanted, keys in ((b"Entry 1", b"1nr"), (b"Entry 2", b"c"), (b"Comment: ", b"good\n"), (b"good", b"1nr"),
                             (b"2 of 2", b"")):
            while wanted not in shown:
                self.assertTrue(select.select([parent], [], [], 60)[0], shown)
                shown += os.read(parent, 65536)
            shown = shown.split(wanted, 1)[1]
            os.write(parent, keys)
        self.assertEqual(process.wait(60), 0)
        os.close(parent)
        votes = self.session()[3:]
        self.assertEqual([vote["verdict"] for vote in votes], ["right", "right"])
        self.assertEqual([vote["comment"] for vote in votes], ["", "good"])


class ReviewEpisodes(ReviewCase):
    MOVED = [["[cd(folder='garden')]", "[mkdir(dir_name='old'), mv(source='seeds.txt', destination='old')]", "Done."],
             ["[cd(folder='old')]", "[wc(file_name='seeds.txt', mode='l'), tail(file_name='seeds.txt', lines=1)]", "3"]]
    COPIED = [["[cd(folder='garden')]", "[mkdir(dir_name='old'), cp(source='seeds.txt', destination='old')]", "Done."],
              MOVED[1]]
    OTHERS = {"multi_turn_base_90001": [
        ["[ticket_login(username='mira', password='lantern-7')]",
         "[create_ticket(title='Bicycle missing', description='Order 4471 never arrived', priority=2)]", "Done."],
        ["[close_ticket(ticket_id=1)]", "Done."], ["[get_ticket(ticket_id=1)]", "Closed."]]}

    def episodes(self, passing=()):
        for i in range(12):
            results = {"multi_turn_base_90000": self.MOVED if i in passing else self.COPIED, **self.OTHERS}
            self.write(f"runs/model{i}/BFCL_v4_multi_turn_base_result.json",
                       "".join(json.dumps({"id": id, "result": result}) + "\n" for id, result in results.items()))
        return self.folder / "runs"

    def test_an_episode_is_reviewed_and_corrected(self):
        runs = self.episodes()
        self.review("ann.jsonl", runs, "--reviewer", "ann", code=1)
        self.assertIn("nothing to review: no entry is suspicious; `--review-hard` also reviews hard entries", self.err)
        out = self.review("ann.jsonl", runs, "--reviewer", "ann", "--review-hard", "--top", "1")
        for text in ("Entry 1 of 2", "services before turn 1", "turn 2, user: How many lines", "other functions (",
                     "mv(source='seeds.txt', destination='old')", "cp(source='seeds.txt', destination='old')",
                     "state GorillaFileSystem"):
            self.assertIn(text, out)
        for word in ("ground truth", "hard", "model"):
            self.assertNotIn(word, out.lower())
        head, *entries = self.session()
        self.assertEqual((head["with_hard"], head["entries"], head["runs"]), (True, 2, 12))
        keys = ""
        for entry in entries:
            for number, answer in enumerate(entry["answers"], 1):
                copies = "cp(" in json.dumps(answer["calls"])
                keys += str(number) if copies or entry["id"] != "multi_turn_base_90000" else ""
            keys += "nr"
        self.review("ann.jsonl", keys=keys)
        self.run_program("dataset", "audit", "--review-merge", "ann.jsonl", "--dataset", SAMPLE, "--review-errata",
                         "e.json", "--link", LINK, "--patch", "p.diff", "--issue", "i.md")
        self.assertIn("Of the suspicious and hard entries, 1 of 1 judged are wrong", " ".join(self.out.split()))
        self.assertIn("all valid", self.run_program("dataset", "errata", "e.json", "--dataset", SAMPLE))
        [correction] = json.loads((self.folder / "e.json").read_text())["corrections"]
        self.assertEqual((correction["id"], correction["kind"]), ("multi_turn_base_90000", "replaced_answer"))
        self.assertIn("cp(source='seeds.txt', destination='old')", correction["ground_truth"][0])
        self.assertIn("+{\"id\": \"multi_turn_base_90000\"", (self.folder / "p.diff").read_text())
        self.run_program("score", self.folder / "runs" / "model0", "--dataset", SAMPLE, "--errata", "e.json")
        self.assertIn("100.0 %  (official 50.0 %)", self.out)

    def test_the_order_of_runs_does_not_matter(self):
        runs = self.episodes(passing=(3, 4))
        for name, paths in (("a", sorted(runs.iterdir())), ("b", sorted(runs.iterdir(), reverse=True))):
            self.review(f"{name}.jsonl", *paths, "--reviewer", "ann", "--review-hard", code=None)
        if (self.folder / "a.jsonl").exists():
            self.assertEqual((self.folder / "a.jsonl").read_bytes(), (self.folder / "b.jsonl").read_bytes())


class ReviewResult(ReviewCase):
    def merge(self, *arguments, **keywords):
        return self.run_program("dataset", "audit", "--review-merge", *arguments, "--dataset", SAMPLE, **keywords)

    # The reader accepts what the runs agree on in the wrong entry, and the ground truth elsewhere.
    def accepts(self, entry, calls):
        return entry != self.wrong or "2026-05-04" in calls

    def two(self, bob=None):
        self.begin()
        self.review("bob.jsonl", "--reviewer", "bob", "--review-of", "ann.jsonl")
        self.judge("ann.jsonl", self.accepts)
        self.judge("bob.jsonl", bob or self.accepts)

    def test_a_second_review_has_another_reviewer_whose_name_can_be_shown(self):
        self.begin()
        self.review("bob.jsonl", "--reviewer", "ann", "--review-of", "ann.jsonl", code=2)
        self.assertIn("--review-of ann.jsonl: the first review is by ann; a second one needs another reviewer", self.err)
        self.review("bob.jsonl", "--reviewer", "bo\x1b[31mb", "--review-of", "ann.jsonl", code=2)
        self.assertIn("the name of the reviewer has characters that cannot be shown: bo\\x1b[31mb", self.err)
        self.assertFalse((self.folder / "bob.jsonl").exists())

    def test_both_agree(self):
        self.two()
        out = self.merge("ann.jsonl", "bob.jsonl", "--review-errata", "e.json", "--patch", "p.diff", "--issue", "i.md",
                         "--link", LINK)
        self.assertIn("The same judgement on 2 of 2 entries; Cohen's kappa 1.00 (95 % CI", out)
        self.assertIn("other responses are acceptable: 1); ambiguous: 0; right: 1; open: 0", out)
        self.assertIn("Below the cut, 0 of 1 drawn are wrong: too few to estimate how many the audit misses",
                      " ".join(out.split()))
        errata = json.loads((self.folder / "e.json").read_text())
        self.assertEqual([(one["id"], one["kind"], one["author"], one["source"]) for one in errata["corrections"]],
                         [(self.wrong, "replaced_answer", "ann, bob", LINK)])
        checked = self.run_program("dataset", "errata", "e.json", "--dataset", SAMPLE)
        self.assertIn("all valid", checked)
        issue = (self.folder / "i.md").read_text()
        self.assertIn("# Wrong ground truth in 1 entry", issue)
        self.assertIn("kappa 1.00", issue)
        # The patch, on the files of the official repository.
        home = self.folder / "gorilla"
        data = home / "berkeley-function-call-leaderboard" / "bfcl_eval" / "data"
        shutil.copytree(SAMPLE / "data", data)
        subprocess.run(["git", "init", "-q", home], check=True)
        subprocess.run(["git", "apply", "--check", self.folder / "p.diff"], cwd=home, check=True)
        subprocess.run(["git", "apply", self.folder / "p.diff"], cwd=home, check=True)
        name = "possible_answer/BFCL_v4_simple_python.json"
        before = (SAMPLE / "data" / name).read_text().splitlines()
        after = (data / name).read_text().splitlines()
        changed = [json.loads(new) for old, new in zip(before, after) if old != new]
        self.assertEqual([row["id"] for row in changed], [self.wrong])
        self.assertIn("2026-05-04", json.dumps(changed))
        report = json.loads(self.run_program(
            "score", self.folder / "runs" / "model0", "--dataset", data.parent, "--format", "json"))
        self.assertNotIn(self.wrong, json.dumps(report["models"][0].get("failed", [])))

    def test_disagreements_are_decided(self):
        self.two(lambda entry, calls: entry != self.wrong or "2026-05-03" in calls)
        out = self.merge("ann.jsonl", "bob.jsonl")
        self.assertIn("Disagreements about the judgement or the acceptable responses: 1 entry", out)
        self.assertIn("Disagreements to decide\n  " + self.wrong, out)
        self.assertRegex(out, r"(?s)1: harbour.*2: harbour.*ann: right; acceptable: [12]\n +bob: right; acceptable: [12]\n")
        self.assertIn("If they are decided already, add the file of the decisions to --review-merge.",
                      " ".join(out.split()))
        out = self.merge("ann.jsonl", "bob.jsonl", "--review", "final.jsonl", code=2)
        self.assertIn("--reviewer", self.err)
        self.merge("ann.jsonl", "bob.jsonl", "--review", "final.jsonl", "--reviewer", "bob", code=2)
        self.assertIn("--reviewer: one of the reviews is by bob; another person has to decide the disagreements", self.err)
        self.assertFalse((self.folder / "final.jsonl").exists())
        out = self.merge("ann.jsonl", "bob.jsonl", "--review", "final.jsonl", "--reviewer", "carol", "--today",
                         "2026-11-29", stdin=b"c see the question\naq")
        self.assertEqual(len(re.findall(r"(ann|bob): right; acceptable: \d", out)), 2)
        self.assertIn("disagreements decided by carol", " ".join(out.split()))
        self.assertIn("ground truth: 0; ambiguous: 1; right: 1; open: 0", out)
        again = self.merge("ann.jsonl", "bob.jsonl", "--review", "final.jsonl", "--issue", "i.md")
        self.assertIn("ambiguous: 1", again)
        self.assertIn("see the question", (self.folder / "i.md").read_text())
        self.review("final.jsonl", code=2)
        self.assertIn("has decisions about the reviews of ann and bob; pass it to --review-merge with both reviews",
                      self.err)
        # The decisions stand beside the reviews, in any order, and nothing is asked.
        out = self.merge("final.jsonl", "ann.jsonl", "bob.jsonl", "--review-errata", "e.json", "--link", LINK)
        self.assertIn("ambiguous: 1; right: 1; open: 0", out)
        self.assertNotIn("Entry 1", out)
        self.assertEqual(json.loads((self.folder / "e.json").read_text())["corrections"], [])
        for files, said in ((("ann.jsonl", "final.jsonl"), "the decisions of carol need the reviews of ann and bob"),
                            (("ann.jsonl", "bob.jsonl", "ann.jsonl"),
                             "expected one or two reviews and at most one file of decisions, found 3 reviews"),
                            (("ann.jsonl", "bob.jsonl", "final.jsonl", "final.jsonl"),
                             "two files have decisions: of carol and of carol")):
            self.merge(*files, code=2)
            self.assertIn(said, self.err)
        self.merge("ann.jsonl", "bob.jsonl", "final.jsonl", "--review", "final.jsonl", code=2)
        self.assertIn("with --review or with --review-merge, not with both", self.err)
        self.review("final.jsonl", "--review-errata", "e.json", "--link", LINK, code=2)
        self.assertIn("--review-errata needs --review-merge with the reviews, and with the decisions if there are any",
                      self.err)
        # What to run next, when nothing was written.
        out = self.merge("ann.jsonl", "bob.jsonl", "--review", "final.jsonl")
        self.assertIn("bfclx dataset audit --review-merge ann.jsonl bob.jsonl final.jsonl --dataset "
                      f"{SAMPLE} --review-errata errata.json --link URL\n", out)

    def decide(self, name, *arguments, keys="", **keywords):
        return self.merge("ann.jsonl", "bob.jsonl", "--review", name, *arguments, stdin=keys.encode(), **keywords)

    def test_a_file_that_decides_nothing_here_is_left_as_it_is(self):
        self.two(lambda entry, calls: entry != self.wrong or "2026-05-03" in calls)
        self.decide("final.jsonl", "--reviewer", "carol")

        def refused(name, said, *arguments):
            before = (self.folder / name).read_bytes()
            self.decide(name, *arguments, keys="w", code=2)
            self.assertIn(said, self.err)
            self.assertNotIn("Question", self.out)
            self.assertEqual((self.folder / name).read_bytes(), before)

        refused("ann.jsonl", "--review ann.jsonl is the file of --review-merge")
        shutil.copy(self.folder / "ann.jsonl", self.folder / "copy.jsonl")
        refused("copy.jsonl", "the decisions are not about the reviews of ann and bob")
        refused("final.jsonl", "final.jsonl is the review of carol", "--reviewer", "dan")
        # Decisions about an entry of another category.
        head = self.session("final.jsonl")[0]
        entry = {"id": "multiple_90000", "fingerprint": "0" * 16, "answers": []}
        entry["mark"] = hashlib.sha256(f"{head['seed']}\n{entry['id']}\nlisted".encode()).hexdigest()[:8]
        self.write("other.jsonl", json.dumps(head) + "\n" + json.dumps(entry) + "\n")
        refused("other.jsonl", "an entry that the reviews do not have: multiple_90000")
        self.write("other.jsonl", json.dumps({**head, "dataset": {"version": "v", "hash": "h"}}) + "\n" +
                   json.dumps(self.session("final.jsonl")[1]) + "\n")
        refused("other.jsonl", "the decisions are about another dataset")

    def test_new_disagreements_join_those_decided(self):
        self.begin()
        self.review("bob.jsonl", "--reviewer", "bob", "--review-of", "ann.jsonl")
        self.review("ann.jsonl", keys="nrnr")
        self.review("bob.jsonl", keys="a")
        out = self.decide("final.jsonl", "--reviewer", "carol", keys="a")
        self.assertIn("1 of 1 entry is reviewed", out)
        self.review("bob.jsonl", keys="a")
        out = self.decide("final.jsonl", keys="a")
        self.assertIn("1 new disagreement added to final.jsonl", self.err)
        self.assertIn("2 of 2 entries are reviewed", out)
        self.assertIn("ambiguous: 2; right: 0; open: 0", out)
        self.decide("final.jsonl")
        self.assertNotIn("new disagreement", self.err)
        # By readers in the other order too.
        out = self.merge("bob.jsonl", "ann.jsonl", "--review", "final.jsonl")
        self.assertIn("ambiguous: 2", out)

    def test_one_reader(self):
        self.begin()
        self.judge("ann.jsonl", self.accepts)
        out = self.merge("ann.jsonl", "--patch", "-")
        self.assertTrue(out.startswith("diff --git a/berkeley-function-call-leaderboard/bfcl_eval/data/"), out)

    def test_reviews_of_other_entries(self):
        self.begin()
        self.review("bob.jsonl", self.folder / "runs", "--reviewer", "bob", "--seed", "4")
        self.merge("ann.jsonl", "bob.jsonl", code=2)
        self.assertIn("different entries", self.err)


if __name__ == "__main__":
    main()

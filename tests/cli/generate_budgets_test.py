"""Limits that count what all commands with one result folder have spent.

    python3 tests/cli/generate_budgets_test.py build/release/tools/bfclx [Suite]
"""

import ctypes
import json
import re
import subprocess
import sys
import threading
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import PROGRAM, Case, main  # noqa: E402
from scripted_server import Response, ScriptedServer, chat  # noqa: E402

KEY = "sk-key-of-the-budget-test"
AT_FDCWD, RENAME_EXCHANGE = -100, 2  # of Linux
STRICT = ("--max-tokens", 100)


def script(seen):
    return chat("No.", usage=(900, 100))


def tokens_of(seen):
    """As many as a prompt usually has, and the most that --max-tokens allows."""
    return len(json.dumps(seen.body)) // 3, 100


def by_size(seen):
    return chat("No.", usage=tokens_of(seen))


def charged(server):
    """What a server that answers `by_size` has charged, also for responses that nobody waited for."""
    return sum(sum(tokens_of(seen)) for seen in server.seen if seen.method == "POST")


def exchange(one, other):
    """Two paths change places, without a moment in which one of them is missing and is made anew."""
    renamed = ctypes.CDLL(None, use_errno=True).renameat2(AT_FDCWD, bytes(one), AT_FDCWD, bytes(other), RENAME_EXCHANGE)
    if renamed != 0:
        raise OSError(ctypes.get_errno(), f"{one} and {other} cannot change places")


class BudgetCase(Case):
    CATEGORIES = "simple_python,multiple,parallel,parallel_multiple,irrelevance"

    def arguments(self, server, *options, folder="result"):
        return [str(one) for one in (
            "generate", "--dataset", "sample", "--model", "m", "--mode", "fc", "--base-url", server.url, "--test-category",
            self.CATEGORIES, "--result-dir", folder, *(() if "--timeout" in options else ("--timeout", 20)), *options)]

    def generate(self, server, *options, code=None, folder="result"):
        self.run_program(*self.arguments(server, *options, folder=folder), code=code, env={"BUDGET_KEY": KEY})
        return re.sub(r"\s+", " ", self.out + self.err)

    def spent(self, folder="result"):
        return self.folder / folder / "m" / "bfclx_spent"

    def record(self, task="run"):
        return json.loads((self.spent() / task).read_text("utf-8"))

    def tokens(self, server):
        """What the server has charged for."""
        return sum(1000 for one in server.seen if one.method == "POST")


class Budgets(BudgetCase):
    def test_the_same_command_again(self):
        with ScriptedServer(script) as server:
            limit = ("--max-tokens-total", 8000)
            self.generate(server, *limit, code=1)
            first = self.tokens(server)
            self.assertTrue(3000 <= first <= 8000, first)
            self.assertEqual(self.record()["tokens"], {"input": first * 9 // 10, "cached": 0, "output": first // 10,
                                                       "reasoning": 0, "written": 0})
            self.assertEqual(self.record()["held"], {"cost": 0.0, "tokens": 0.0})
            for _ in range(3):
                out = self.generate(server, *limit, code=1)
                self.assertIn(f"already spent: {first:,} of --max-tokens-total 8,000 (--budget-scope command counts only this command)", out)
                self.assertLessEqual(self.tokens(server), 8000)
                first = self.tokens(server)
            self.assertRegex(out, rf"Ended early: at --max-tokens-total 8,000: {first:,} tokens spent "
                                  rf"\([\d,]+ by earlier or parallel runs\), and another entry could exceed it")
            self.assertIn("run the command again with higher limits", out)
            self.assertNotIn("Run the same command again", out)
            out = self.generate(server, "--max-tokens-total", 12000, code=1)
            self.assertTrue(first + 1000 <= self.tokens(server) <= 12000)
            self.assertIn(f"; total with earlier or parallel runs: {self.tokens(server):,} tokens", out)
            # Another folder has a budget of its own.
            self.generate(server, *limit, code=1, folder="other")
            self.assertGreater(self.tokens(server), 12000)

    def test_a_limit_that_is_too_low_for_one_entry(self):
        with ScriptedServer(script) as server:
            for more in ("--dry-run",), ():
                out = self.generate(server, "--max-tokens-total", 50, "--max-tokens", 100, *more, code=None)
                found = re.search(r"--max-tokens-total 50 is not enough for one entry: a request can take up to [\d,]+ "
                                  r"tokens\. Pass ([\d,]+) or more", out)
                self.assertTrue(found, out)
            self.assertEqual(self.tokens(server), 0)
            enough = int(found[1].replace(",", ""))
            out = self.generate(server, "--max-tokens-total", enough, "--max-tokens", 100, code=1)
            self.assertNotIn("not enough", out)
            self.assertGreaterEqual(self.tokens(server), 1000)
            out = self.generate(server, "--max-tokens-total", enough, "--max-tokens", 100, "--dry-run", code=None)
            self.assertRegex(out, r"tokens, and [\d,]+ tokens are already spent. Pass [\d,]+ or more")
            price = ("--max-tokens", 100, "--price", "in=1,out=1", "--budget-scope", "command")
            out = self.generate(server, "--max-cost", 0.0001, *price, code=1)
            self.assertRegex(out, r"--max-cost \$0\.0001 is not enough for one entry: a request can take up to \$0\.00")

    def test_prompts_larger_than_those_of_earlier_commands(self):
        price = ("--price", "in=1,out=1")
        for limit, unit in ("--max-tokens-total", 1), ("--max-cost", 1e-6):
            with self.subTest(limit), ScriptedServer(lambda seen: chat("No.", usage=(40, 2))) as server:
                self.CATEGORIES = "simple_python"
                self.generate(server, *price, code=0, folder=limit[2:])
                sent = len(server.seen)
                self.assertGreater(sent, 0)
                self.CATEGORIES = "multi_turn_base"
                more = (limit, round((42 * sent + 1000) * unit, 6), *price)
                for _ in range(2):
                    out = self.generate(server, *more, code=1, folder=limit[2:])
                    self.assertIn("is not enough for one entry: the prompt of a request can take up to", out)
                    self.assertIn(f"Ended early: at {limit} ", out)
                    self.assertEqual(len(server.seen), sent)

    def test_of_one_command(self):
        with ScriptedServer(script) as server:
            limit = ("--max-tokens-total", 8000, "--budget-scope", "command")
            self.generate(server, *limit, code=1)
            first = self.tokens(server)
            out = self.generate(server, *limit, code=1)
            self.assertGreater(self.tokens(server), first + 2000)
            self.assertNotIn("already spent", out)
            self.assertIn("Run the same command again to generate them.", out)
            self.assertEqual(sum(self.record()["tokens"][kind] for kind in ("input", "output")), self.tokens(server))

    def test_commands_without_limits_and_prices_count(self):
        with ScriptedServer(script) as server:
            self.generate(server, "--sample", 5, code=0)
            self.assertEqual(self.tokens(server), 5000)
            price = ("--price", "in=1000,out=1000")  # a dollar an entry
            out = self.generate(server, "--max-cost", 4, *price, "--continue-anyway", code=1)
            self.assertEqual(self.tokens(server), 5000)
            self.assertIn("at --max-cost $4.00: $5.00 spent ($5.00 by earlier or parallel runs)", out)
            out = self.generate(server, "--max-cost", 4, *price, "--continue-anyway", "--dry-run", code=0)
            self.assertIn("already spent: $5.00 of --max-cost $4.00 (--budget-scope command counts only this command)", out)
            self.generate(server, "--max-cost", 9, *price, "--continue-anyway", code=1)
            self.assertTrue(6000 <= self.tokens(server) <= 9000, self.tokens(server))

    def test_runs_of_one_command(self):
        """They are not called other commands, and one hint is enough."""
        with ScriptedServer(script) as server:
            out = self.generate(server, "--max-tokens-total", 200000, *STRICT, "--repeats", 3, "--sample", 5, code=0)
            self.assertEqual(re.findall(r"already spent: ([\d,]+) of --max-tokens-total 200,000", out), ["5,000", "10,000"])
            self.assertNotIn("other commands", out)
            self.assertNotIn("--budget-scope", out)  # in the first run, where something was spent before
            out = self.generate(server, "--max-tokens-total", 200000, *STRICT, "--repeats", 4, "--sample", 5, code=0)
            self.assertEqual(out.count("(--budget-scope command counts only this command)"), 1)

    def test_all_repeats_and_models_count_again(self):
        with ScriptedServer(script) as server:
            limit = ("--max-tokens-total", 9000, *STRICT, "--repeats", 2, "--model", "m2")
            for _ in range(2):
                self.generate(server, *limit, code=1)
                self.assertTrue(3000 <= self.tokens(server) <= 9000, self.tokens(server))

    def test_killed_commands(self):
        """kill -9 in the middle, again and again: the server never charges more than the limit."""
        reached = threading.Semaphore(0)
        release = threading.Event()

        def slow(seen):
            if seen.number % 3 == 2:
                reached.release()
                release.wait(20)
            return by_size(seen)

        with ScriptedServer(slow) as server:
            arguments = self.arguments(server, "--max-tokens-total", 12000, *STRICT, "--concurrency", 4)
            for _ in range(6):
                process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL)
                reached.acquire(timeout=10)
                before = charged(server)
                process.kill()
                process.wait()
                record = self.record()
                said = sum(record["tokens"][kind] for kind in ("input", "output")) + record["held"]["tokens"]
                self.assertGreaterEqual(said, before)
                self.assertLessEqual(charged(server), 12000)
            release.set()
            self.generate(server, "--max-tokens-total", 12000, *STRICT, code=None)
            self.assertLessEqual(charged(server), 12000)
            self.assertGreater(charged(server), 2000)

    def test_shards_side_by_side(self):
        with ScriptedServer(by_size) as server:
            for _ in range(2):  # and requeued
                running = [subprocess.Popen(
                    [PROGRAM, *self.arguments(server, "--shard", f"{i}/4", "--max-tokens-total", 6000, *STRICT)],
                    cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for i in (1, 2, 3, 4)]
                for process in running:
                    out, _ = process.communicate(timeout=60)
                    self.assertIn(process.returncode, (0, 1), out)
                self.assertLessEqual(charged(server), 6000)
            self.assertGreaterEqual(charged(server), 3000)
            self.assertGreater(len(list(self.spent().glob("of-4-*"))), 1)

    def test_requests_without_a_response_count(self):
        """A server charges what it answers, also where the time was over or the connection broke."""
        release = threading.Event()

        def slow(seen):
            release.wait(30)
            return by_size(seen)

        def cut(seen):
            return Response(by_size(seen), cut=20)

        for name, fault in (("slow", slow), ("cut", cut)):
            with self.subTest(name), ScriptedServer(lambda seen: (by_size, fault)[seen.number % 2](seen)) as server:
                out = self.generate(server, "--max-tokens-total", 4000, "--max-tokens", 50, "--concurrency", 1,
                                    "--timeout", 1, code=1, folder=name)
                self.assertLessEqual(charged(server), 4000)
                self.assertGreaterEqual(charged(server), 1000)
                self.assertRegex(out, r"at --max-tokens-total 4,000: [\d,]+ tokens spent \(at most [\d,]+ by requests "
                                      r"without a response\)")
                self.assertRegex(out, r"; requests without a response add at most [\d,]+ tokens")
                record = json.loads((self.spent(name) / "run").read_text("utf-8"))
                said = sum(record["tokens"][kind] for kind in ("input", "output")) + record["held"]["tokens"]
                self.assertTrue(charged(server) <= said <= 4000, record)
                # The next command counts them.
                before = charged(server)
                self.generate(server, "--max-tokens-total", 4000, "--max-tokens", 50, "--timeout", 1, code=1, folder=name)
                self.assertLessEqual(charged(server), 4000, before)
            release.set()

    def test_errors_cost_nothing(self):
        def failing(seen):
            return script(seen) if seen.number % 2 else Response({"error": "x"}, 500)

        with ScriptedServer(failing) as server:
            out = self.generate(server, "--max-tokens-total", 8000, "--concurrency", 1, *STRICT, code=1)
            self.assertNotIn("without a response took", out)
            self.assertEqual(self.record()["held"], {"cost": 0.0, "tokens": 0.0})

    def test_shards_of_a_sweep(self):
        """All shards lock the same folders, also those that are not there yet."""
        limit = 2500
        with ScriptedServer(by_size) as server:
            running = [subprocess.Popen(
                [PROGRAM, *self.arguments(server, "--shard", f"{i}/8", "--max-tokens-total", limit, *STRICT,
                                          "--sweep", "temperature=0.7,0")],
                cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for i in range(1, 9)]
            for process in running:
                out, _ = process.communicate(timeout=60)
                self.assertIn(process.returncode, (0, 1), out)
            self.assertLessEqual(charged(server), limit)
            self.assertGreater(charged(server), 0)
            for lock in self.folder.glob("result*/**/bfclx_spent/.lock"):
                self.assertGreater(len(list(lock.parent.iterdir())), 0)

    @unittest.skipUnless(sys.platform == "linux", "needs renameat2")
    def test_what_cannot_be_recorded_is_not_spent(self):
        once = threading.Lock()

        def moving(seen):
            if seen.method == "POST" and once.acquire(blocking=False):
                (self.folder / "moved").symlink_to(self.folder / "moved")
                exchange(self.spent(), self.folder / "moved")
            return by_size(seen)

        with ScriptedServer(moving) as server:
            out = self.generate(server, "--max-tokens-total", 40000, *STRICT, "--concurrency", 8, code=1)
            self.assertIn("bfclx_spent", out)
            record = json.loads((self.folder / "moved" / "run").read_text("utf-8"))
            self.assertLessEqual(charged(server), record["held"]["tokens"] + record["tokens"]["input"] + record["tokens"]["output"])

    def test_records_say_no_secret(self):
        with ScriptedServer(script) as server:
            self.generate(server, "--max-tokens-total", 8000, "--api-key-env", "BUDGET_KEY", code=1)
        for path in self.spent().iterdir():
            self.assertNotIn(KEY, path.read_text("utf-8"))
            self.assertLess(path.stat().st_size, 1000)

    def test_malformed_records(self):
        with ScriptedServer(script) as server:
            limit = ("--max-tokens-total", 8000)
            self.generate(server, *limit, code=1)
            spent = self.tokens(server)
            for text in ("", "{", "[]", '{"cost": -1}', "x" * 10000):
                with self.subTest(text[:20]):
                    (self.spent() / "run").write_text(text, "utf-8")
                    out = self.generate(server, *limit, code=2)
                    self.assertRegex(out, r"result/m/bfclx_spent/run: (malformed: .*|not a spending record)\. "
                                          r"It records spending\. Correct it, or delete it to leave its amount out")
            self.assertEqual(self.tokens(server), spent)
            (self.spent() / "run").unlink()
            (self.spent() / "of-2-x-1").write_text("{", "utf-8")  # of another task
            self.assertIn("bfclx_spent/of-2-x-1: malformed: ", self.generate(server, *limit, code=2))
            (self.spent() / "of-2-x-1").unlink()
            self.generate(server, *limit, code=1)
            self.assertGreater(self.tokens(server), spent)

    def test_links_are_not_followed(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (self.folder / "result" / "m").mkdir(parents=True)
        self.spent().symlink_to(elsewhere)
        with ScriptedServer(script) as server:
            self.assertIn("bfclx_spent/run", self.generate(server, "--max-tokens-total", 8000, code=2))
            self.assertEqual(len([one for one in server.seen if one.method == "POST"]), 0)
        self.assertEqual(list(elsewhere.iterdir()), [])

    def test_a_scope_needs_a_limit(self):
        with ScriptedServer(script) as server:
            out = self.generate(server, "--budget-scope", "command", code=2)
            self.assertIn("--budget-scope needs --max-cost or --max-tokens-total", out)
            # Where nothing fits, another try with the same limit brings nothing.
            out = self.generate(server, "--budget-scope", "command", "--max-tokens-total", 10, *STRICT, code=1)
            self.assertIn("run the command again with higher limits.", out)
            self.assertNotIn("same command again", out)


class Checks(Case):
    """Requests that check a server are within the limits, too."""

    def test_checks_are_paid_for(self):
        good = set()  # bodies
        paid = []

        def failing(seen):
            if seen.method != "POST":
                return script(seen)
            body = json.dumps(seen.body)
            if len(good) < 3:
                good.add(body)
            if body not in good:
                return Response({"error": "x"}, 500)
            paid.append(body)
            return script(seen)

        with ScriptedServer(failing) as server:
            self.run_program("generate", "--dataset", "sample", "--model", "m", "--mode", "fc", "--base-url", server.url,
                             "--test-category", Budgets.CATEGORIES, "--result-dir", "result", "--max-tokens-total", 100000,
                             *STRICT, "--retries", 0, "--concurrency", 2, code=1)
            record = json.loads((self.folder / "result/m/bfclx_spent/run").read_text("utf-8"))
            self.assertGreater(len(paid), len(set(paid)), "no check was sent")
            self.assertEqual(record["tokens"]["input"] + record["tokens"]["output"], len(paid) * 1000)


class Estimates(Case):
    """--dry-run has one estimate for all runs of a command."""

    def dry_run(self, *options):
        self.run_program("generate", "--dataset", "sample", "--model", "m", "--mode", "fc", "--test-category", "simple_python,multi_turn_base",
                         "--base-url", "http://127.0.0.1:1", "--price", "in=1000,out=5000", "--dry-run", *options)
        text = re.sub(r"\s+", " ", self.out)
        self.assertEqual(text.count("(typical range)"), 1, text)
        requests, inputs, outputs = re.search(
            r"\(typical range\): ([\d,]+) requests?[^,]*, ([\d,]+) input tokens .* without reasoning: ([\d,]+) output", text).groups()
        return [int(number.replace(",", "")) for number in (requests, inputs, outputs)]

    def test_of_repeats(self):
        one = self.dry_run()
        three = self.dry_run("--repeats", 3)
        self.assertIn("Estimate of all 3 runs (typical range): ", self.out)
        for single, all_of_them in zip(one, three):
            self.assertAlmostEqual(all_of_them / single, 3, delta=0.3)
        # The prompts of single-turn entries are paid once, each response is.
        together = self.dry_run("--repeats", 3, "--one-request")
        self.assertLess(together[0], three[0])
        self.assertLess(together[1], three[1])
        self.assertAlmostEqual(together[2] / three[2], 1, delta=0.05)

    def test_of_models_and_sweeps(self):
        one = self.dry_run()
        all_of_them = self.dry_run("--sweep", "temperature=0,1", "--model", "m2")
        self.assertIn("Estimate of all 4 runs (typical range): ", self.out)
        self.assertAlmostEqual(all_of_them[1] / one[1], 4, delta=0.3)


if __name__ == "__main__":
    main()

"""--max-cost, --max-tokens-total, --max-time, --price: what a run may spend."""

import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import Case, main  # noqa: E402
from scripted_server import Response, ScriptedServer, chat, first_tool  # noqa: E402

USAGE = {"prompt_tokens": 900, "completion_tokens": 100, "prompt_tokens_details": {"cached_tokens": 500}}


def script(seen):
    return {**chat("No."), "usage": USAGE}


class Spending(Case):
    CATEGORIES = "simple_python,multiple,parallel,parallel_multiple,irrelevance"

    def generate(self, server, *options, code=None, folder="result"):
        self.run_program("generate", "--dataset", "sample", "--model", "m", "--mode", "fc", "--base-url", server.url,
                         "--test-category", self.CATEGORIES, "--result-dir", folder, "--timeout", 20, *options, code=code)
        return re.sub(r"\s+", " ", self.out)

    def results(self, folder="result"):
        return sum(len(path.read_text("utf-8").splitlines()) for path in (self.folder / folder).rglob("*_result.json"))

    def test_tokens(self):
        with ScriptedServer(script) as server:
            out = self.generate(server, "--max-tokens-total", 8000, "--concurrency", 50, code=1)
            first = self.results()
            self.assertTrue(3 <= first <= 8, first)
            self.assertIn(f"spent {first * 900:,} input tokens ({first * 500:,} cached), {first * 100:,} output tokens", out)
            self.assertIn("Ended early: at --max-tokens-total 8,000: ", out)
            self.assertIn("To generate them, run the command again with higher limits.", out)
            # Each command may have its own budget (generate_budgets_test.py).
            self.generate(server, "--max-tokens-total", 8000, "--concurrency", 50, "--budget-scope", "command")
            self.assertGreater(self.results(), first)
            self.generate(server, code=0)
            self.assertNotIn("spent", self.out)

    def test_cost(self):
        with ScriptedServer(script) as server:
            price = ("--price", "in=1000,out=5000,cached=100")  # 0.95 dollars an entry
            out = self.generate(server, "--max-cost", "6", *price, code=1)
            first = self.results()
            self.assertTrue(3 <= first <= 6, first)
            self.assertIn(f"spent ${first * 0.95:.2f}: ", out)
            self.assertIn("Ended early: at --max-cost $6.00: ", out)
            self.generate(server, "--max-cost", "1000", *price, code=0)

    def test_time(self):
        def slow(seen):
            time.sleep(0.4)
            return script(seen)

        with ScriptedServer(slow) as server:
            begin = time.monotonic()
            out = self.generate(server, "--max-time", "2s", "--concurrency", 1, code=1)
            self.assertLess(time.monotonic() - begin, 15)
            self.assertIn("Ended early: at --max-time", out)
            self.assertTrue(1 <= self.results() <= 5, self.results())

    def test_interrupted_episodes_are_counted(self):
        def endless(seen):
            time.sleep(1.5)
            return {**first_tool(seen), "usage": USAGE}

        with ScriptedServer(endless) as server:
            self.run_program("generate", "--dataset", "sample", "--model", "m", "--mode", "fc", "--base-url", server.url,
                             "--test-category", "multi_turn_base", "--result-dir", "result", "--timeout", 20,
                             "--max-time", "4s", "--stop-timeout", 0, "--concurrency", 1, code=1)
            out = re.sub(r"\s+", " ", self.out)
            self.assertRegex(out, r"Ended early: at --max-time 4 s: [^;]* elapsed; stopped after 0 s \(--stop-timeout\), ")
            spent = int(re.search(r"spent ([\d,]+) input tokens", out)[1].replace(",", ""))
            self.assertGreater(spent, 0)
            self.assertEqual(spent % 900, 0)
            self.assertLessEqual(spent, len(server.seen) * 900)

    def test_cache_writes_have_their_price(self):
        def writing(seen):
            return {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "No."}], "stop_reason": "end_turn",
                    "usage": {"input_tokens": 0, "cache_creation_input_tokens": 1000, "output_tokens": 0}}

        for price, cost in (("in=1000,out=1", 1.25), ("in=1000,out=1,written=2000", 2)):
            with ScriptedServer(writing) as server:
                out = self.generate(server, "--api", "anthropic", "--max-cost", 1000, "--price", price, folder=price, code=None)
                self.assertIn(f"spent ${len(server.seen) * cost:.2f}: {len(server.seen) * 1000:,} input tokens", out)

    def test_one_limit_for_all_repeats_and_models(self):
        with ScriptedServer(script) as server:
            for more, left in (("--dry-run",), ""), ((), "Not started: repeats 2 to 3 of m"):
                out = self.generate(server, "--max-tokens-total", 8000, "--repeats", 3, *more, code=None)
                self.assertEqual(out.count("the first requests have "), len(more), out)
                self.assertEqual(len(re.findall(r"requests, [\d,]+ input tokens \(",
                                                re.sub(r"\s+", " ", self.out + self.err))), 1, self.err)
                self.assertEqual(re.findall("Not started: repeats 2 to 3 of m", out), [left] if left else [])
            self.assertTrue(3 <= len(server.seen) <= 8, len(server.seen))
        with ScriptedServer(script) as server:
            self.run_program("generate", "--dataset", "sample", "--model", "a,b", "--mode", "fc", "--base-url", server.url,
                             "--test-category", "simple_python", "--result-dir", "two", "--max-tokens-total", 7000, code=1)
            self.assertTrue(5 < len(server.seen) <= 7, len(server.seen))
            self.assertNotIn("Not started", self.out)
            self.run_program("generate", "--dataset", "sample", "--model", "a,b", "--mode", "fc", "--base-url", server.url, "--repeats", 2,
                             "--test-category", "simple_python", "--result-dir", "three", "--max-tokens-total", 3000, code=1)
            self.assertIn("Not started: repeat 2 of a\nNot started: b\n", self.out)

    def test_failures_say_nothing_of_token_counts(self):
        def failing_first(seen):
            return Response({"error": {"message": "no"}}, 400) if seen.number < 3 else script(seen)

        with ScriptedServer(failing_first) as server:
            self.generate(server, "--max-tokens-total", 1_000_000, "--concurrency", 1, code=1)
            self.assertNotIn("token counts", self.out + self.err)
            self.assertGreater(self.results(), 15)

    def test_unusable_responses_are_paid_for(self):
        def empty(seen):
            return {"choices": [], "usage": {"prompt_tokens": 900, "completion_tokens": 100}}

        with ScriptedServer(empty) as server:
            out = self.generate(server, "--max-tokens-total", 8000, "--concurrency", 50, code=1)
            self.assertTrue(3 <= len(server.seen) <= 8, len(server.seen))
            self.assertIn(f"spent {len(server.seen) * 900:,} input tokens", out)
            self.assertIn("Ended early: at --max-tokens-total 8,000: ", out)

    def test_a_response_limit_makes_it_strict(self):
        def long_at_last(seen):
            return chat("No.", usage=(10, 10 if seen.number < 5 else 2000))

        with ScriptedServer(long_at_last) as server:
            out = self.generate(server, "--max-tokens-total", 20000, "--max-tokens", 2000, "--concurrency", 50, code=1)
            spent = sum(10 + (10 if one.number < 5 else 2000) for one in server.seen)
            self.assertLessEqual(spent, 20000)
            self.assertGreater(spent, 5000)
            self.assertIn("Ended early: at --max-tokens-total 20,000: ", out)

    def test_responses_without_counts_are_told(self):
        def half(seen):
            return script(seen) if seen.number % 2 == 0 else chat("No.", usage=(0, 0))

        with ScriptedServer(half) as server:
            out = self.generate(server, "--max-tokens-total", 8000, "--concurrency", 1, code=1)
            self.assertTrue(3 <= self.results() <= 8, self.results())
            self.assertRegex(out, r"; \d responses without token counts not included \(limits count the mean for each\)")

    def test_unusable_responses_without_counts_are_told(self):
        for body in {"choices": []}, None, {"choices": [], "usage": {"prompt_tokens": 10 ** 30, "completion_tokens": 1}}:
            with self.subTest(body), ScriptedServer(lambda seen, body=body: Response(body)) as server:
                self.CATEGORIES = "simple_python"
                out = self.generate(server, "--price", "in=3,out=15", "--retries", 0, code=1, folder=str(len(str(body))))
                sent = sum(one.method == "POST" for one in server.seen)
                self.assertGreater(sent, 0)
                self.assertRegex(out, f"spent \\$0.00: 0 input tokens, 0 output tokens; {sent} responses? without token counts not included")
                self.assertNotIn("limits count the mean", out)

    def test_a_server_without_token_counts(self):
        with ScriptedServer(lambda seen: chat("No.", usage=(0, 0))) as server:
            out = self.generate(server, "--max-tokens-total", 100000, code=1)
            self.assertIn("Ended early: the server reports no token counts", out)
            self.assertLess(self.results(), 10)

    def test_wrong_use(self):
        with ScriptedServer(script) as server:
            for options, message in (
                    (("--max-cost", "5"), "--max-cost needs prices"),
                    (("--price", "3"), "--price 3: unknown item `3`: expected US dollars per million tokens, such as in=3,out=15"),
                    (("--price", "in=3,out=-1"), "--price in=3,out=-1: malformed item `out=-1`: expected"),
                    (("--max-time", "soon"), "--max-time soon: expected a time above 0, in seconds or such as 90s, 30m, 8h or 1h30m"),
                    (("--max-time", "0"), "--max-time 0: expected a time"),
                    (("--max-cost", "0", "--price", "in=1,out=1"), "--max-cost"),
                    (("--max-tokens-total", "-1"), "--max-tokens-total")):
                with self.subTest(options):
                    self.generate(server, *options, code=2)
                    self.assertIn(message, self.err)
            self.assertEqual(len(server.seen), 0)
        self.assertFalse((self.folder / "result").exists())

    def test_dry_run(self):
        with ScriptedServer(script) as server:
            out = self.generate(server, "--dry-run", "--price", "in=1000,out=5000", code=0)
            self.assertRegex(out, r"tokens \(estimated\), \$\d+\.\d\d of input")
            self.assertRegex(out, r"Estimate \(typical range\): \d+ requests, [\d,]+ input tokens \([\d,]+ to [\d,]+\)")
            self.assertRegex(out, r"without reasoning: [\d,]+ output tokens \([\d,]+ to [\d,]+\), \$[\d.]+ \(\$[\d.]+ to \$[\d.]+\), ")
            self.assertRegex(out, r"with reasoning: [\d,]+ output tokens")

    def test_estimate_before_a_run_with_limits(self):
        with ScriptedServer(script) as server:
            self.generate(server, "--max-tokens-total", 100, code=1)
            self.assertIn("Estimate (typical range): ", self.out + self.err)
            self.generate(server, code=0)
            self.assertNotIn("Estimate", self.out + self.err)


if __name__ == "__main__":
    main()

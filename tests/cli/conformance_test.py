"""`bfclx conformance`: scorers that are wrong on purpose, and programs that are no scorers."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

from cli_case import PROGRAM, ROOT, Case, main

# Reads the verdicts that --write wrote; each scorer below changes some of them.
SCORERS = '''
import json
RIGHT = {line["id"]: line["valid"] for line in map(json.loads, open("vectors.jsonl", encoding="utf-8"))}

def right(vector):
    return RIGHT[vector["id"]]

def inverts_relevance(vector):
    return right(vector) != (vector["category"] == "live_relevance")

def never_passes_irrelevance(vector):
    return right(vector) and "irrelevance" not in vector["category"]

def in_order(vector):
    """Compares the first call with the first expected one, and so on, by function and argument."""
    truth = vector["entry"].get("ground_truth", [])
    if "parallel" not in vector["category"] or not right(vector):
        return right(vector)
    return all(list(call) == list(expected) and all(str(value).lower() in map(str.lower, map(str, expected[name][key]))
               for name in call for key, value in call[name].items())
               for call, expected in zip(vector["calls"], truth))

def wants_optional(vector):
    if not right(vector) or not vector["entry"].get("function") or not vector["calls"]:
        return right(vector)
    wanted = {name: set(arguments) for call in vector["entry"].get("ground_truth", []) for name, arguments in call.items()}
    return all(wanted.get(name, set()) <= set(arguments) for call in vector["calls"] for name, arguments in call.items())

def compares_as_text(vector):
    """Every value of one call as text, without regard to types."""
    calls, truth = vector["calls"], vector["entry"].get("ground_truth")
    if right(vector) or vector["category"] not in ("simple_python", "live_simple") or not calls or len(calls) != 1:
        return right(vector)
    name, arguments = next(iter(calls[0].items()))
    expected = truth[0].get(name)
    return expected is not None and set(arguments) == set(expected) and all(
        str(value) in map(str, expected[key]) for key, value in arguments.items())

def by_turn_only_at_the_end(vector):
    if not vector["category"].startswith("multi_turn"):
        return right(vector)
    def flat(turns):
        return [call for turn in turns for call in turn]
    made = sorted(json.dumps(call) for turn in vector["calls"] for step in turn for call in step or [])
    return right(vector) or len(made) == len(flat(vector["entry"]["ground_truth"]))

def single_turn_only(vector):
    return None if vector["category"].startswith(("multi_turn", "memory", "web_search")) else {"valid": right(vector)}

def not_implemented(vector):
    if "java" in vector["category"]:
        raise NotImplementedError
    return int(right(vector))

def raises(vector):
    print("noise on standard output")
    if vector["category"] == "simple_java":
        raise KeyError("\\x1b[31mArrayList")
    return right(vector)

def nothing_at_all(vector):
    return None

def gives_text(vector):
    return "valid"

class Scorer:
    @staticmethod
    def score(vector):
        return right(vector)
'''  # fmt: skip


class ConformanceCase(Case):
    def setUp(self):
        super().setUp()
        self.write("scorers.py", SCORERS)
        self.run_program("conformance", "--write", "vectors.jsonl")
        self.assertRegex(self.err, r"wrote [\d,]+ vectors to vectors\.jsonl")
        self.vectors = [json.loads(line) for line in (self.folder / "vectors.jsonl").read_text("utf-8").splitlines()]

    def report(self, scorer, code=1):
        return json.loads(self.run_program("conformance", "--python", f"scorers:{scorer}", "--format", "json", code=code))

    def differing(self, report):
        return {rule["rule"]: rule for rule in report["rules"]
                if rule["false_passes"] + rule["false_failures"] + rule["errors"]}  # fmt: skip

    def broken(self, command, *options):
        """What is said of a scorer that is none."""
        self.run_program("conformance", "--command", command, *options, code=2)
        self.assertEqual(self.out, "")
        return self.err


class Conformance(ConformanceCase):
    def test_vectors(self):
        self.assertGreater(len(self.vectors), 5000)
        for name in ("entry", "response", "decoder", "calls", "rule", "situation", "valid"):
            self.assertTrue(all(name in vector for vector in self.vectors), name)
        self.run_program("conformance", "--write", "again.jsonl")
        self.assertEqual((self.folder / "again.jsonl").read_bytes(), (self.folder / "vectors.jsonl").read_bytes())

    def test_agreement_within_the_bar(self):
        start = time.monotonic()
        report = self.report("right", code=0)
        self.assertLess(time.monotonic() - start, 30)
        self.assertEqual(report["counts"]["agree"], len(self.vectors))
        self.assertEqual(report["badge"]["color"], "brightgreen")
        self.assertEqual(report["vectors"]["version"], 3)
        self.report("Scorer.score", code=0)

    def test_inverted_relevance(self):
        differing = self.differing(self.report("inverts_relevance"))
        self.assertEqual(list(differing), ["relevance"])
        self.assertEqual(differing["relevance"]["agree"], 0)
        example = differing["relevance"]["smallest_example"]
        self.assertEqual(example["scorer"], {"valid": not example["valid"]})
        self.assertEqual(min(len(json.dumps(vector["response"])) for vector in self.vectors
                             if vector["rule"] == "relevance"), len(json.dumps(example["response"])))  # fmt: skip

    def test_irrelevance_never_passes(self):
        rule, = self.differing(self.report("never_passes_irrelevance")).values()
        self.assertEqual((rule["rule"], rule["false_passes"]), ("irrelevance", 0))
        self.assertIn("a sentence", [one["situation"] for one in rule["situations"]])

    def test_order(self):
        differing = self.differing(self.report("in_order"))
        self.assertIn("reversed", [one["situation"] for one in differing["order_of_calls"]["situations"]])
        self.assertNotIn("the order of the ground truth",
                         [one["situation"] for one in differing["order_of_calls"]["situations"]])  # fmt: skip
        self.assertEqual(differing["order_of_calls"]["false_passes"], 0)

    def test_optional_parameters(self):
        differing = self.differing(self.report("wants_optional"))
        situations = [one["situation"] for one in differing["optional_parameters"]["situations"]]
        self.assertIn("both left out", situations)
        self.assertNotIn("both given", situations)

    def test_types(self):
        differing = self.differing(self.report("compares_as_text"))
        self.assertIn("the number as text", [one["situation"] for one in differing["argument_types"]["situations"]])
        self.assertEqual(differing["argument_types"]["false_failures"], 0)

    def test_turns(self):
        differing = self.differing(self.report("by_turn_only_at_the_end"))
        self.assertEqual(set(differing), {"states_by_turn", "results_by_turn"})
        self.assertIn("the turns exchanged", [one["situation"] for one in differing["states_by_turn"]["situations"]])

    def test_unsupported_is_no_difference(self):
        for scorer in ("single_turn_only", "not_implemented"):
            report = self.report(scorer, code=0)
            self.assertGreater(report["counts"]["unsupported"], 0)
            self.assertNotEqual(report["badge"]["color"], "brightgreen")
        self.run_program("conformance", "--python", "scorers:single_turn_only")
        self.assertRegex(self.out, r"\(9\d\.\d %\), 0 differ, \d+ unsupported")

    def test_a_scorer_supports_something(self):
        self.run_program("conformance", "--python", "scorers:nothing_at_all", code=2)
        self.assertIn("every vector is unsupported", self.err)

    def test_errors_are_differences(self):
        rule, = self.differing(self.report("raises")).values()
        self.assertEqual((rule["rule"], rule["errors"]), ("java_literals", rule["vectors"]))
        self.run_program("conformance", "--python", "scorers:raises", code=1)
        self.assertIn("error: KeyError: '\\x1b[31mArrayList'", self.out)
        self.assertNotIn("\x1b", self.out)
        self.report("gives_text")
        self.assertIn("TypeError: it returned str, not True, False or None", self.out)

    def test_forms(self):
        self.run_program("conformance", "--python", "scorers:wants_optional", "-o", "report.md", code=1)
        self.assertIn("badge: BFCL conformance: ", self.out)
        self.assertTrue(all(len(line) <= 80 for line in self.out.splitlines()))
        markdown = (self.folder / "report.md").read_text("utf-8")
        self.assertIn("\n## optional\\_parameters\n", markdown)
        self.run_program("conformance", "--python", "scorers:right", "-o", "report.json")
        json.loads((self.folder / "report.json").read_text("utf-8"))
        self.run_program("conformance", "--python", "scorers:right", "--format", "markdown")
        self.assertTrue(self.out.startswith("# BFCL conformance\n"))

    def test_the_docs_have_the_rules_and_their_counts(self):
        page = (ROOT / "docs/conformance.md").read_text("utf-8")
        rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", page, re.MULTILINE)
        rules = self.report("right", code=0)["rules"]
        self.assertEqual([(name, int(count), text.replace("\\", "")) for name, count, text in rows],
                         [(rule["rule"], rule["vectors"], rule["text"]) for rule in rules])  # fmt: skip
        self.assertIn(f"Version 1 has {len(self.vectors):,} vectors", page)
        self.assertIn(f"against {len(self.vectors):,} vectors", (ROOT / "CHANGELOG.md").read_text("utf-8"))

    def test_verdicts_made_elsewhere(self):
        lines = "".join(json.dumps({"id": vector["id"], "valid": vector["valid"]}) + "\n" for vector in self.vectors)
        self.write("verdicts.jsonl", lines)
        self.run_program("conformance", "--read", "verdicts.jsonl")
        self.run_program("conformance", "--read", "-", stdin=lines.encode())
        self.run_program("conformance", "--read", "verdicts.jsonl", "-o", "verdicts.jsonl", code=2)
        self.write("verdicts.jsonl", lines.splitlines()[0] + "\n")
        self.run_program("conformance", "--read", "verdicts.jsonl", code=2)
        self.assertIn("verdicts are missing; 1 of ", self.err)
        self.assertIn(f"the first missing is {self.vectors[1]['id']}", self.err)

    def test_any_order_and_any_language(self):
        script = """sed -n 's/^{"id": "\\([a-z_0-9]*\\)".*"valid": \\(true\\|false\\).*$/{"id": "\\1", "valid": \\2}/p' vectors.jsonl"""
        self.run_program("conformance", "--command", f"{script} | tac")
        self.assertIn("(100 %)", self.out)


class ConformanceFaults(ConformanceCase):
    def test_it_dies(self):
        self.assertIn("exit 3: ended with exit code 3; 0 of ", self.broken("echo why >&2; exit 3"))
        self.assertIn("its last errors:\nwhy\n", self.err)
        self.assertIn("was ended by signal 9", self.broken("head -c 10 >/dev/null; kill -9 $$"))
        self.assertIn("ended with exit code 127", self.broken("./no-such-scorer"))

    def test_it_hangs(self):
        start = time.monotonic()
        self.assertIn("took longer than 1 s", self.broken("sleep 60", "--timeout", "1"))
        self.assertIn("took longer than 1 s", self.broken("cat >/dev/null; sleep 60", "--timeout", "1"))
        self.assertIn("closed its output", self.broken("exec >&-; sleep 60"))
        self.assertLess(time.monotonic() - start, 20)

    def test_it_prints_garbage(self):
        self.assertIn("line 1: not a JSON object: Loading the model", self.broken("echo Loading the model; cat"))
        self.assertIn("not a JSON object: \\x1b[2J", self.broken("printf '\\033[2J'"))
        self.assertIn("not UTF-8", self.broken("printf '\\377'"))
        self.assertNotIn("\x1b", self.err)
        self.assertIn("longer than 64 KiB", self.broken("yes | tr -d '\\n'"))
        self.assertIn("wrote more than 32 MiB", self.broken("yes ''"))
        self.assertIn("its last errors:\n", self.broken("yes >&2", "--timeout", "1"))
        self.assertLess(len(self.err), 5000)

    def test_it_gives_wrong_ids(self):
        self.assertIn("unknown id: nobody_1", self.broken("""echo '{"id": "nobody_1", "valid": true}'"""))
        one = f'{{"id": "{self.vectors[0]["id"]}", "valid": true}}'
        self.assertIn("a second verdict for this id", self.broken(f"echo '{one}'; echo '{one}'"))
        self.assertIn("; 1 of ", self.broken(f"echo '{one}'"))
        self.assertIn("none of \"valid\"", self.broken(f"echo '{one.replace('valid', 'passed')}'"))
        self.assertIn("neither true nor false", self.broken(f"echo '{one.replace('true', '1')}'"))

    def test_it_does_not_end(self):
        """All verdicts are there: they count, and it is ended with what it started."""
        self.write("lines.py", 'import json\nfor line in open("vectors.jsonl"):\n    v = json.loads(line)\n'
                   '    print(json.dumps({"id": v["id"], "valid": v["valid"]}))\n')  # fmt: skip
        start = time.monotonic()
        self.run_program("conformance", "--command", "python3 lines.py; sleep 61 & echo $! >child; wait")
        self.assertLess(time.monotonic() - start, 20)
        child = int((self.folder / "child").read_text())
        self.assertRaises(ProcessLookupError, self.wait_for_end, child)

    def wait_for_end(self, process):
        for _ in range(100):
            os.kill(process, 0)
            stat = Path(f"/proc/{process}/stat")
            if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z":
                raise ProcessLookupError
            time.sleep(0.05)

    def test_an_interrupt_ends_it(self):
        running = subprocess.Popen([PROGRAM, "conformance", "--command", "echo $$ >child; sleep 62"], cwd=self.folder,
                                   stderr=subprocess.DEVNULL)  # fmt: skip
        for _ in range(200):
            if (self.folder / "child").exists() and (self.folder / "child").read_text().strip():
                break
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(20), -signal.SIGINT)
        self.assertRaises(ProcessLookupError, self.wait_for_end, int((self.folder / "child").read_text()))

    def test_python_that_cannot_be_imported(self):
        self.run_program("conformance", "--python", "nowhere:score", code=2)
        self.assertIn("No module named 'nowhere'", self.err)
        self.run_program("conformance", "--python", "scorers:nothing", code=2)
        self.assertIn("has no attribute 'nothing'", self.err)
        self.run_program("conformance", "--python", "scorers:right", "--interpreter", "no-such-python", code=2)
        self.assertIn("no-such-python", self.err)

    def test_usage(self):
        for arguments in ((), ("--python", "scorers"), ("--python", ":right"), ("--command", "x", "--read", "y"),
                          ("--interpreter", "python3"), ("--command", "true", "-o", "report.xml"), ("-o", "report.md"),
                          ("--write", "v.jsonl", "-o", "v.json"), ("--command", "true", "--timeout", "0")):  # fmt: skip
            self.run_program("conformance", *arguments, code=2)
            self.assertTrue(self.err.startswith("bfclx: "), (arguments, self.err))
        self.assertFalse((ROOT / "v.jsonl").exists())


if __name__ == "__main__":
    main()

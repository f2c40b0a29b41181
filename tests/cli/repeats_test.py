"""Repeats of one model: recognized, analyzed, and shown by `bfclx score` in every form.

    python3 tests/cli/repeats_test.py build/release/tools/bfclx [Suite]
"""

import csv
import io
import json
import shutil

from cli_case import GOOD, SAMPLE, SIMPLE, SIMPLE_ENTRIES, Case, main

SETTINGS = {"model": "m", "asked_as": "m", "api": "chat", "dialect": "openai", "mode": "prompt", "format": "", "decoder": "prompting",
            "temperature": 0.7, "max_tokens": None, "extra_body": {"seed": 1}, "as_official": False, "prompts": ""}


class Repeats(Case):
    def repeat(self, place, failed=(), manifest=None):
        """A run of simple_python in which the entries of these numbers fail."""
        folder = self.folder / place
        lines = [json.loads(line) for line in SIMPLE.read_text(encoding="utf-8").splitlines()]
        for number in failed:
            lines[number]["result"] = "no call"
        self.write(folder / SIMPLE.relative_to(GOOD), "".join(json.dumps(line) + "\n" for line in lines))
        if manifest is not None:
            self.write(folder / "bfclx_manifest.json", json.dumps(manifest))
        return folder

    def manifest(self, started, **settings):
        return {"form": 1, "started": started, "made_with": {"0a": {**SETTINGS, **settings, "results": SIMPLE_ENTRIES}}}

    def three(self):
        return [self.repeat("a"), self.repeat("b", [0]), self.repeat("c", [0, 1])]

    def test_figures(self):
        (group,) = self.check_json(*self.three(), "--repeats-of", "my-model")["repeats"]
        n = SIMPLE_ENTRIES
        self.assertEqual((group["model"], group["runs"], group["repeats"]), ("my-model", ["a", "b", "c"], 3))
        self.assertEqual(group["scores"], [1, (n - 1) / n, (n - 2) / n])
        self.assertAlmostEqual(group["mean"], (n - 1) / n, 12)
        self.assertEqual((group["lowest"], group["highest"]), ((n - 2) / n, 1))
        self.assertAlmostEqual(group["standard_deviation"], 1 / n, 12)
        # One entry passed once, one twice, the others always.
        by_k = [[figures["pass_at_k"]["value"], figures["pass_hat_k"]["value"]] for figures in group["pass"]]
        for (at, hat), (expected_at, expected_hat) in zip(by_k, [(n - 1, n - 1), (n - 1 / 3, n - 2 + 1 / 3), (n, n - 2)]):
            self.assertAlmostEqual(at, expected_at / n, 12)
            self.assertAlmostEqual(hat, expected_hat / n, 12)
        self.assertEqual(group["flips"], 2)
        self.assertEqual([one["passed"] for one in group["flipped"]], [1, 2])
        variance = group["variance"]
        self.assertAlmostEqual(variance["decoding"], 2 * (1 / 3) / n**2, 12)
        self.assertEqual(group["categories"][0]["flips"], 2)

    def test_every_form_has_the_same_numbers(self):
        paths = self.three()
        table = self.check(*paths, "--repeats-of", "my-model")
        markdown = self.check(*paths, "--repeats-of", "my-model", "--format", "markdown")
        n = SIMPLE_ENTRIES
        for text in (table, markdown):
            self.assertIn("my-model: 3 repeats", text)
            self.assertIn(f"2 of {n} entries flip", text)
            self.assertIn("pass^k", text)
        self.assertNotIn("pass^3", table)
        self.assertIn("pass^3", self.check(*paths, "--repeats-of", "my-model", "--details"))
        rows = list(csv.DictReader(io.StringIO(self.check(*paths, "--repeats-of", "my-model", "--format", "csv"))))
        self.assertEqual({row["repeats_of"] for row in rows}, {"my-model"})
        for row in rows:
            self.assertEqual((row["repeats"], row["repeats_flips"], row["repeats_all_passed"]), ("3", "2", f"{(n - 2) / n:.6f}"))
        self.assertNotIn("repeats", self.check(*paths, "--format", "csv"))

    def test_recognized_by_the_manifest(self):
        a = self.repeat("a", manifest=self.manifest("1"))
        b = self.repeat("b", [0], self.manifest("2", extra_body={"seed": 2}))
        c = self.repeat("c", manifest=self.manifest("3", extra_body=None))
        self.repeat("hot", manifest=self.manifest("4", temperature=1.0))
        shutil.copytree(a, self.folder / "copy")
        report = self.check_json(a, b, c, self.folder / "hot", self.folder / "copy")
        (group,) = report["repeats"]
        self.assertEqual((group["model"], group["runs"]), ("m", ["a", "b", "c"]))
        self.assertNotIn("repeats", self.check_json(a, self.folder / "copy"))
        self.assertNotIn("repeats", self.check_json(a, self.folder / "hot"))

    def test_results_of_several_settings_are_no_repeats(self):
        mixed = self.manifest("1")
        mixed["made_with"]["0b"] = {**SETTINGS, "temperature": 0, "results": 1}
        a = self.repeat("a", manifest=mixed)
        b = self.repeat("b", manifest={**mixed, "started": "2"})
        self.assertNotIn("repeats", self.check_json(a, b))

    def test_by_folder_name(self):
        for run in (1, 2):
            for model in "xy":
                self.repeat(f"r{run}/{model}", [run] if model == "x" else [])
        groups = self.check_json("r1", "r2", "--repeats-by-name")["repeats"]
        self.assertEqual([(group["model"], group["runs"], group["flips"]) for group in groups],
                         [("x", ["r1/x", "r2/x"], 2), ("y", ["r1/y", "r2/y"], 0)])
        self.assertIn("No entry flips", self.check("r1", "r2", "--repeats-by-name"))
        self.check("r1", "--repeats-by-name", "--repeats-of", "x", code=2)

    def test_refused(self):
        a = self.repeat("a")
        for words, text in [((a, "--repeats-of", "m"), "needs at least two runs"),
                            ((a, self.repeat("b"), "--repeats-of", "m", "--format", "junit"), "no place for repeats"),
                            ((a, "b", "--repeats-of", "m", "-o", "page.html"), "--repeats-of"),
                            ((a, "b", "--repeats-by-name", "--shard", "1/2", "--verdicts", "v"), "--repeats-by-name")]:
            with self.subTest(words):
                self.check(*words, code=2)
                self.assertIn(text, self.err)

    def test_declared_repeats_of_different_models_are_warned_of(self):
        runs = [self.repeat(name, manifest=self.manifest(name, model=name)) for name in ("alpha", "beta")]
        text = "The manifests of these runs name different models (alpha, beta). Differences between the models then count as decoding."
        self.assertEqual(self.check_json(*runs, "--repeats-of", "alpha")["repeats"][0]["warning"], text)
        for form in ("table", "markdown"):
            self.assertIn(text, " ".join(self.check(*runs, "--repeats-of", "alpha", "--format", form).replace("\\", "").split()))
        self.assertNotIn("warning", self.check_json(runs[0], self.repeat("unknown"), "--repeats-of", "alpha")["repeats"][0])

    def test_many_models_are_one_table(self):
        for run in (1, 2):
            for model in range(6):
                self.repeat(f"r{run}/m{model}", [run])
        table = self.check("r1", "r2", "--repeats-by-name")
        self.assertIn("pass^n", table)
        self.assertNotIn("m3: 2 repeats", table)
        self.assertIn("m3: 2 repeats", self.check("r1", "r2", "--repeats-by-name", "--details"))

    def test_nothing_in_common(self):
        a = self.repeat("a")
        b = self.folder / "b"
        place = next(GOOD.rglob("BFCL_v4_multiple_result.json"))
        self.write(b / place.relative_to(GOOD), place.read_bytes())
        (group,) = self.check_json(a, b, "--repeats-of", "m")["repeats"]
        self.assertIsNone(group["mean"])
        self.assertEqual(group["pass"], [])
        self.assertIn("no entries in common", " ".join(self.check(a, b, "--repeats-of", "m").split()))

    def compare(self, *arguments, **keywords):
        return self.run_program("compare", *arguments, "--dataset", SAMPLE, **keywords)

    def compare_json(self, *arguments):
        return json.loads(self.compare(*arguments, "--format", "json")).get("repeats")

    def sides(self):
        return [self.repeat("r1/a", [0, 1]), self.repeat("r2/a", [0]), self.repeat("r1/b", [2]), self.repeat("r2/b")]

    def test_compared_by_name(self):
        runs = self.sides()
        (pair,) = self.compare_json(*runs, "--repeats-by-name")
        self.assertEqual(pair["a"], {"model": "a", "reason": "same folder name", "runs": ["r1/a", "r2/a"]})
        self.assertEqual(pair["b"]["runs"], ["r1/b", "r2/b"])
        n = SIMPLE_ENTRIES
        overall = pair["overall"]
        self.assertAlmostEqual(overall["a"], (n - 1.5) / n, 12)
        self.assertAlmostEqual(overall["difference"], 1 / n, 12)
        self.assertLess(overall["interval_95"]["low"], overall["difference"])
        self.assertEqual((pair["surely_gained"], pair["surely_lost"]), (1, 0))
        # One entry varies in each side: variance 1/2 over its repeats.
        self.assertAlmostEqual(pair["variance"]["decoding"], 2 * 0.5 / n**2 / 2, 12)
        self.assertTrue(pair["variance"]["decoding_of_both"])
        self.assertIsNone(self.compare_json(*runs))
        for text in (self.compare(*runs, "--repeats-by-name"), self.compare(*runs, "--repeats-by-name", "--format", "markdown")):
            text = " ".join(text.split())
            self.assertIn("b, 2 repeats, against a, 2 repeats", text)
            for sentence in pair["texts"]:
                self.assertIn(sentence, text.replace("\\", ""))
        self.assertIn("more repeats make the 95 % CI at most about", " ".join(pair["texts"]))

    def test_compared_by_the_manifest_with_one_run(self):
        a = [self.repeat("a1", manifest=self.manifest("1")), self.repeat("a2", [0], self.manifest("2", extra_body={"seed": 2}))]
        (pair,) = self.compare_json(*a, self.repeat("b", [1]))
        self.assertEqual((pair["a"]["model"], pair["a"]["runs"], pair["b"]), ("m", ["a1", "a2"], {"model": "b", "reason": None, "runs": ["b"]}))
        self.assertFalse(pair["variance"]["decoding_of_both"])
        self.assertIn("b is one run: its decoding cannot be measured, and is counted with the entries", " ".join(pair["texts"]))
        # Repeats of one model alone are no two models.
        self.assertIsNone(self.compare_json(*a))

    def folders(self):
        """Two folders of repeats of one model with the same settings."""
        runs = [(f"rep{side}/repeat-{i}/m", failed, f"{side}{i}") for side, fails in (("", ([0, 1], [0])), ("b", ([2], []))) for i, failed in enumerate(fails, 1)]
        for place, failed, started in runs:
            self.repeat(place, failed, self.manifest(started))

    def test_folders_of_repeats_are_a_side_each(self):
        self.folders()
        for words in ((), ("--repeats-by-name",)):
            (pair,) = self.compare_json("rep", "repb", *words)
            self.assertEqual((pair["a"]["model"], pair["a"]["runs"]), ("rep", ["rep/repeat-1/m", "rep/repeat-2/m"]))
            self.assertEqual((pair["b"]["model"], pair["b"]["runs"]), ("repb", ["repb/repeat-1/m", "repb/repeat-2/m"]))
            self.assertAlmostEqual(pair["overall"]["difference"], 1 / SIMPLE_ENTRIES, 12)
        self.assertIn("repb, 2 repeats, against rep, 2 repeats", self.compare("rep", "repb"))
        # Beside another model each keeps its side, too.
        self.repeat("other", [0, 1, 2])
        pairs = self.compare_json("rep", "repb", "other")
        self.assertEqual([pair["b"]["model"] for pair in pairs], ["repb", "other"])
        # A run of one model with two folders of models is of the model as before.
        for run in (1, 2):
            self.repeat(f"both{run}/a", [run])
            self.repeat(f"both{run}/b")
        (pair,) = self.compare_json("both1", "both2", "--repeats-by-name")
        self.assertEqual((pair["a"]["runs"], pair["b"]["runs"]), (["both1/a", "both2/a"], ["both1/b", "both2/b"]))

    def test_repeats_of_the_first_model_are_not_tested_against_it(self):
        self.folders()
        report = json.loads(self.compare("rep", "repb", "--format", "json"))
        told = [(one["b"], one.get("same_model", False), one["overall"]["holm_p"] is None) for one in report["comparisons"]]
        self.assertEqual(told, [("rep/repeat-2/m", True, True), ("repb/repeat-1/m", False, False), ("repb/repeat-2/m", False, False)])
        note = "Not compared with rep/repeat-1/m, because they are repeats of the same model (same settings in " \
               "bfclx_manifest.json): rep/repeat-2/m."
        self.assertEqual(report["repeats_note"], note)
        for form in ("table", "markdown"):
            out = " ".join(self.compare("rep", "repb", "--details", "--format", form).replace("\\", "").split())
            self.assertIn(note, out)
            self.assertEqual(out.count("repb/repeat-1/m against" if form == "markdown" else "B repb/"), 1 if form == "markdown" else 2)
            self.assertNotIn("B rep/" if form == "table" else "rep/repeat-2/m against", out)
        # In the table of many runs too.
        self.repeat("rep/repeat-3/m", [1], self.manifest("3"))
        self.repeat("repb/repeat-3/m", [3], self.manifest("b3"))
        self.assertNotIn("B rep/", " ".join(self.compare("rep", "repb", "--details").split()))

    def test_models_with_repeats_are_compared_and_ranked_by_their_means(self):
        self.folders()
        self.repeat("other", [0, 1, 2])
        for form in ("table", "markdown"):
            out = " ".join(self.compare("rep", "repb", "other", "--format", form).replace("\\", "").split())
            self.assertIn("All models", out)
            self.assertIn("Models with repeats are compared by their means. `--details` also compares the runs of other models with "
                          "rep/repeat-1/m.", out)
            for text in ("All runs", "B repb", "B other", "other against rep/", "Against"):
                self.assertNotIn(text, out)
        # A single run beside is compared one by one with the first, where that is one too.
        out = " ".join(self.compare("other", "rep", "repb").split())
        self.assertIn("rep, 2 repeats, against other, 1 run", out)
        self.repeat("third", [0])
        out = " ".join(self.compare("other", "third", "rep").split())
        self.assertIn("B third", out)
        self.assertNotIn("B rep", out)
        ranking = json.loads(self.compare("rep", "repb", "other", "--format", "json"))["model_ranking"]
        self.assertEqual([(row["model"], row["repeats"], round(row["score"] * SIMPLE_ENTRIES * 2), row["rank"]) for row in ranking["models"]],
                         [("rep", 2, 2 * SIMPLE_ENTRIES - 3, 2), ("repb", 2, 2 * SIMPLE_ENTRIES - 1, 1), ("other", 1, 2 * SIMPLE_ENTRIES - 6, 3)])

    def test_corrections_change_the_ranking_by_means(self):
        self.folders()
        self.repeat("other", [0, 1, 2])
        void = {"id": "simple_python_90000", "kind": "void", "reason": "two answers", "source": "https://example.org/1", "author": "a reader"}
        errata = self.write("errata.json", json.dumps({"schema": "bfclx-errata-1", "name": "ours", "corrections": [void]}))
        out = " ".join(self.compare("rep", "repb", "other", "--errata", errata).split())
        self.assertIn('With the errata "ours" (1 of 1 correction applies)', out)
        self.assertIn("With the corrections, no score of the 3 models changes by more than", out)
        change = json.loads(self.compare("rep", "repb", "other", "--errata", errata, "--format", "json"))["errata"]["rank_change"]
        self.assertEqual(change["runs"], 3)

    def test_the_gate_takes_means(self):
        self.folders()
        self.compare("rep", "repb", "--fail-if-worse", "0")
        # Of repeat-1 alone, a repeat of the new model is worse; the mean is not.
        self.compare("repb", "rep", "--fail-if-worse", "19", code=3)
        self.assertEqual(self.err, "bfclx: rep is 20.0 points worse than repb overall, more than the 19 points allowed\n")
        self.compare("repb", "rep", "--fail-if-worse", "21")

    def test_warnings_of_runs_that_are_not_compared_one_by_one(self):
        for i in (1, 2):
            self.repeat(f"a{i}", manifest=self.manifest(f"a{i}"))
            self.repeat(f"b{i}", manifest=self.manifest(f"b{i}", temperature=0.1))
        lines = [{"id": f"simple_python_{90000 + i}", "result": "Error during inference: x"} for i in range(SIMPLE_ENTRIES)]
        self.write(self.folder / "b1" / SIMPLE.relative_to(GOOD), "".join(json.dumps(line) + "\n" for line in lines))
        for form in ("table", "markdown"):
            out = " ".join(self.compare("a1", "a2", "b1", "b2", "--format", form).replace("\\", "").split())
            self.assertNotIn("B b1", out)
            self.assertEqual(out.count("generation error"), 1, out)

    def test_a_run_against_a_folder_of_repeats_of_the_same_settings(self):
        self.folders()
        (pair,) = self.compare_json("rep/repeat-1", "repb")
        self.assertEqual((pair["a"]["runs"], pair["b"]["model"], len(pair["b"]["runs"])), (["rep/repeat-1/m"], "repb", 2))

    def test_repeats_of_one_model_alone_are_said_to_be(self):
        self.folders()
        text = "All 4 runs are repeats of m (same settings in bfclx_manifest.json), so no means are compared."
        for form in ("table", "markdown"):
            out = self.compare("rep/repeat-1", "rep/repeat-2", "repb/repeat-1", "repb/repeat-2", "--format", form)
            self.assertIn(text, " ".join(out.replace("\\", "").split()))
        self.assertNotIn("runs are repeats of", self.compare("rep", "repb"))
        report = json.loads(self.compare("rep/repeat-1", "rep/repeat-2", "--format", "json"))
        self.assertTrue(report["repeats_note"].startswith("All 2 runs are repeats of m"))

    def test_identical_responses_are_named(self):
        a = self.repeat("a", [1])
        lines = [json.loads(line) for line in (a / SIMPLE.relative_to(GOOD)).read_text(encoding="utf-8").splitlines()]
        for line in lines:
            line["latency"] = 3.5  # no response
        self.write(self.folder / "b" / SIMPLE.relative_to(GOOD), "".join(json.dumps(line) + "\n" for line in reversed(lines)))
        text = f"All {SIMPLE_ENTRIES} responses are identical in all repeats"
        for form in ("table", "markdown"):
            self.assertIn(text, " ".join(self.check(a, "b", "--repeats-of", "m", "--format", form).replace("\\", "").split()))
        self.assertIs(self.check_json(a, "b", "--repeats-of", "m")["repeats"][0]["identical"], True)
        # The same verdicts of other responses.
        lines[1]["result"] = "no calls"
        self.write(self.folder / "c" / SIMPLE.relative_to(GOOD), "".join(json.dumps(line) + "\n" for line in lines))
        self.assertIs(self.check_json(a, "c", "--repeats-of", "m")["repeats"][0]["identical"], False)
        self.assertNotIn("identical", self.check(a, "c", "--repeats-of", "m"))

    def test_settings_of_one_model_have_two_names(self):
        runs = [self.repeat(f"{name}{i}", [i] if name == "warm" else [], self.manifest(f"{name}{i}", temperature=temperature))
                for name, temperature in (("cold", 0.001), ("warm", 0.7)) for i in (1, 2)]
        (pair,) = self.compare_json(*runs)
        self.assertEqual((pair["a"]["model"], pair["b"]["model"]), ("cold1", "warm1"))

    def test_repeats_that_differ_as_a_whole_have_a_smaller_p(self):
        n = SIMPLE_ENTRIES
        runs = [self.repeat("r1/a"), self.repeat("r2/a", range(n)), self.repeat("r1/b"), self.repeat("r2/b")]
        (pair,) = self.compare_json(*runs, "--repeats-by-name")
        self.assertLess(pair["a_exchange_p"], pair["b_exchange_p"])

    def test_repeats_without_variance(self):
        n = SIMPLE_ENTRIES
        runs = [self.repeat(f"r{i}/{model}", range(n)) for i in (1, 2) for model in "ab"]
        out = " ".join(self.check(*runs[::2], "--repeats-by-name").split())
        self.assertIn("The repeats show no variance: in each category, all entries pass or all fail.", out)
        self.assertNotIn("of the variance", out)
        out = " ".join(self.compare(*runs, "--repeats-by-name", code=None).split())
        self.assertIn("more repeats do not make the 95 % CI narrower", out)

    def test_by_name_without_effect_is_refused(self):
        a, b = self.repeat("a"), self.repeat("b")
        for command in (self.compare, self.check):
            command(a, b, "--repeats-by-name", code=2)
            self.assertIn("--repeats-by-name has no effect", self.err)
        self.compare(self.repeat("r1/a"), self.repeat("r2/a"), "--repeats-by-name", code=2)
        self.assertIn("For repeats of one model, use `bfclx score --repeats-by-name`", self.err)

    def test_many_models_are_compared_in_a_table(self):
        for run in (1, 2):
            for model in range(7):
                self.repeat(f"r{run}/m{model}", [run] if model else [])
        for form in ("table", "markdown"):
            table = self.compare("r1", "r2", "--repeats-by-name", "--format", form)
            self.assertIn("Means of repeats, against m0, 2 repeats", table)
            self.assertIn("SE decoding", table)
        self.compare("r1", "r2", "--repeats-by-name", "--by-model", code=2)

    def nondeterminism(self, *paths):
        report = json.loads(self.run_program("doctor", *paths, "--dataset", SAMPLE, "--format", "json"))
        return [[finding for finding in model["findings"] if finding["code"] == "nondeterminism"] for model in report["models"]]

    def test_the_doctor_names_nondeterminism_at_temperature_0(self):
        a = self.repeat("a", manifest=self.manifest("1", temperature=0.001))
        b = self.repeat("b", [0, 2], self.manifest("2", temperature=0.001))
        first, second = self.nondeterminism(a, b)
        self.assertEqual((first[0]["count"], first[0]["severity"], second), (2, "warning", []))
        self.assertIn("2 single-turn entries pass in some of these runs and fail in others", first[0]["effect"])
        self.assertEqual(first[0]["examples"][0]["text"], "passed in 1 of 2 repeats")
        # Sampling is meant to differ, and the same responses do not.
        warm = [self.repeat("w1", manifest=self.manifest("3")), self.repeat("w2", [0], self.manifest("4"))]
        self.assertEqual(self.nondeterminism(*warm), [[], []])
        same = self.repeat("c", manifest=self.manifest("5", temperature=0.001))
        self.assertEqual(self.nondeterminism(a, same), [[], []])


if __name__ == "__main__":
    main()

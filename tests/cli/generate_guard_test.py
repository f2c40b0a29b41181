"""Going on with other settings is refused; sweeps have folders of their own; what --dry-run tells.

    python3 tests/cli/generate_guard_test.py build/release/tools/bfclx [Suite]
"""

import json
import os
import shutil
import socket

from cli_case import SAMPLE, main, write_manifest
from generate_test import GenerateCase
from scripted_server import ScriptedServer, chat

CATEGORY = "simple_python"


class Guard(GenerateCase):
    def setUp(self):
        super().setUp()
        self.server = ScriptedServer()
        self.addCleanup(self.server.close)
        self.generate(server=self.server, category=CATEGORY)
        self.whole = self.path().read_bytes()
        self.path().write_bytes(b"".join(self.whole.splitlines(True)[:-1]))  # one is still to be asked
        self.left = self.path().read_bytes()

    def asked(self):
        return sum(seen.method == "POST" for seen in self.server.seen)

    def go_on(self, *arguments, code=0, **keywords):
        self.generate(*arguments, server=self.server, category=CATEGORY, code=code, **keywords)

    def refused(self, *arguments, says):
        before = self.asked(), self.path("bfclx_manifest.json").read_bytes()
        self.go_on(*arguments, code=2)
        for word in (*says, "made with other settings", "--run-name", "--continue-anyway", "-o"):
            self.assertIn(word, self.err)
        self.assertEqual(self.path().read_bytes(), self.left)
        self.assertEqual((self.asked(), self.path("bfclx_manifest.json").read_bytes()), before)
        self.go_on("--dry-run", *arguments, code=2)
        self.assertIn("made with other settings", self.out)

    def test_other_sentences_of_chat_formats_are_other_prompts(self):
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        for number, sentence in enumerate(("Call one.", "Call two.")):
            texts = {"LlamaHandler": {"greeting": sentence}}
            self.write("dataset/prompt_texts.json", json.dumps(texts))
            self.generate("--dry-run" if number else "-o", server=self.server, category=CATEGORY, dataset=dataset,
                          result="other", code=2 if number else 0)
        self.assertRegex(self.out, r"prompts of another dataset: \w+, now \w+")

    def test_other_settings_are_refused_with_what_differs(self):
        self.refused("--temperature", 0.7, says=["temperature 0.001, now 0.7"])
        self.refused("--max-tokens", 7, says=["max_tokens none, now 7"])
        self.refused("--mode", "prompt", says=["mode fc, now prompt", "decoder"])
        self.refused("--extra-body", '{"top_k": 1}', says=['extra_body none, now {"top_k": 1}'])
        self.refused("--api", "responses", says=["api chat, now responses"])
        self.refused("--local-model-path", "other", says=["asked_as scripted, now other"])
        self.refused("--as-official", says=["as_official false, now true"])

    def test_the_same_settings_go_on(self):
        self.go_on("--temperature", 0.001, "--concurrency", 1, "--retries", 2)
        self.assertEqual(len(self.lines()), len(self.whole.splitlines()))

    def test_every_category_goes_on(self):
        self.generate(server=self.server, category="all")
        before = self.asked()
        self.generate(server=self.server, category="all")
        self.assertEqual(self.asked(), before)

    def changed_dataset(self, change):
        """A copy of the sample whose first entry is changed: its path, the file of questions, and all ids."""
        dataset = self.folder / "changed"
        shutil.copytree(SAMPLE, dataset)
        questions = next(dataset.glob(f"**/BFCL_v4_{CATEGORY}.json"))
        entries = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
        change(entries[0])
        questions.write_text("".join(json.dumps(entry) + "\n" for entry in entries), "utf-8")
        return dataset, questions.relative_to(dataset), [entry["id"] for entry in entries]

    def test_results_for_other_questions_are_refused(self):
        def change(entry):
            entry["question"][0][0]["content"] += " Now."
        dataset, _, ids = self.changed_dataset(change)
        self.go_on(dataset=dataset, code=2)
        self.assertRegex(self.err, rf"has 1 result generated for other questions or functions than the dataset's "
                                   rf"\({ids[0]}\)\. Use --run-name NAME .*-o .*--continue-anyway")
        self.assertEqual(self.path().read_bytes(), self.left)
        self.go_on("--continue-anyway", dataset=dataset)
        self.go_on("-o", dataset=dataset)
        self.go_on(dataset=dataset)
        self.go_on(code=2)

    def test_ground_truth_that_changed_since_is_told(self):
        dataset, questions, ids = self.changed_dataset(lambda entry: None)
        self.go_on(dataset=dataset)
        told = "responses was generated before the ground truth changed"
        self.assertNotIn(told, self.run_program("doctor", self.path("."), "--dataset", dataset, code=None))
        truth = dataset / "data/possible_answer" / questions.name
        lines = [json.loads(line) for line in truth.read_text("utf-8").splitlines()]
        lines[0]["ground_truth"] *= 2
        truth.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        text = f"1 of {len(self.lines())} {told} ({ids[0]})"
        for command in ("score", "doctor"):
            out = self.run_program(command, self.path("."), "--dataset", dataset, code=None)
            self.assertIn(text, " ".join(out.split()))
        self.go_on(dataset=dataset)  # the same questions

    def test_malformed_entries_are_not_done(self):
        dataset, questions, ids = self.changed_dataset(lambda entry: entry.update(function="none"))
        self.go_on(dataset=dataset, code=1)
        self.assertIn("1 malformed entry of the dataset not generated", self.out)
        self.assertIn(f"not generated: {questions}:1: {ids[0]}: ", self.err)
        self.generate("-o", "--run-ids", self.write("ids.txt", ids[-1]), dataset=dataset, server=self.server)

    def test_other_categories_of_the_folder_count_too(self):
        self.generate("--temperature", 0.7, server=self.server, category="simple_java", code=2)
        self.assertIn("temperature 0.001, now 0.7", self.err)
        self.path().unlink()
        self.generate("--temperature", 0.7, server=self.server, category="simple_java")

    def test_anyway_and_each_entry_keeps_its_settings(self):
        self.go_on("--temperature", 0.7, "--continue-anyway")
        self.assertTrue(self.path().read_bytes().startswith(self.left))
        made_with = self.manifest()["made_with"]
        self.assertEqual(sorted(one["temperature"] for one in made_with.values()), [0.001, 0.7])
        (model,) = self.check_json(self.path("."))["models"]
        self.assertEqual([(one["kind"], one["text"]) for one in model["warnings"] if one["kind"] != "missing_entries"], [
            ("mixed_settings", "the results were generated with different settings: temperature 0.001 or 0.7; "
                               "regenerate them with the same settings")])
        by_entry = {note["id"]: made_with[note["made_with"]]["temperature"] for note in self.notes()}
        last = json.loads(self.whole.splitlines()[-1])["id"]
        self.assertEqual(by_entry.pop(last), 0.7)
        self.assertEqual(set(by_entry.values()), {0.001})
        self.path().write_bytes(self.left)
        self.refused("--temperature", 0.7, says=["temperature 0.001, now 0.7"])
        self.go_on()

    def test_results_for_several_decoders_are_a_warning_of_the_run(self):
        def warned():
            (model,) = self.check_json(self.path("."))["models"]
            return [one["text"] for one in model.get("warnings", []) if one["kind"] == "mixed_decoders"]
        decoder = self.check_json(self.path("."))["models"][0]["settings"]["decoder"]
        self.assertEqual(warned(), [])
        self.go_on("--mode", "prompt", "--continue-anyway")
        results = len(self.lines())
        made_with = self.manifest()["made_with"].values()
        self.assertEqual(sorted(one["results"] for one in made_with), [1, results - 1])
        other = next(one["decoder"] for one in made_with if one["results"] == 1)
        (text,) = warned()
        self.assertTrue(text.startswith(f"in all categories of bfclx_manifest.json, 1 of {results} results were "
                                        f"generated for another decoder ({other}) but are scored with {decoder};"),
                        text)
        diagnosed = self.run_program("doctor", self.path("."), "--dataset", SAMPLE, code=None)
        self.assertIn(f"1 of {results} results were generated for another decoder ({other}) but are scored with "
                      f"{decoder}.", " ".join(diagnosed.split()))
        # Once all are for one again, nothing is to be told.
        self.go_on("-o", "--mode", "prompt")
        self.assertEqual(warned(), [])

    def test_overwriting_asks_again(self):
        self.go_on("--temperature", 0.7, "-o")
        self.assertEqual(len(self.lines()), len(self.whole.splitlines()))

    def test_overwriting_a_part_of_the_folder_keeps_settings_apart(self):
        one = self.write("one.json", json.dumps({CATEGORY: [json.loads(self.left.splitlines()[0])["id"]]}))
        rest = len(self.left.splitlines()) - 1
        for more in ((), ("--as-official",)):
            arguments = ("--temperature", 0.7, "-o", "--run-ids", one, *more)
            self.generate(*arguments, server=self.server, category=None, code=2)
            self.assertRegex(self.err, rf"has {rest} results? that this run does not regenerate, made with "
                                       "other settings: temperature 0.001, now 0.7. .*--run-name.*--continue-anyway")
            self.assertEqual(self.path().read_bytes(), self.left)
            self.generate("--dry-run", *arguments, server=self.server, category=None, code=2)
            self.assertIn("temperature 0.001, now 0.7", self.out)
        self.generate("-o", "--run-ids", one, server=self.server, category=None)
        self.generate("--temperature", 0.7, "-o", "--run-ids", one, "--continue-anyway", server=self.server,
                      category=None)

    def test_overwriting_another_category_leaves_settings_apart(self):
        for more in ((), ("--as-official",)):
            self.generate("--temperature", 0.7, "-o", *more, server=self.server, category="simple_java", code=2)
            self.assertIn("temperature 0.001, now 0.7", self.err)
        self.generate("--temperature", 0.7, "-o", server=self.server, category=f"simple_java,{CATEGORY}")
        self.generate("--temperature", 0.9, "-o", "--as-official", server=self.server, category=CATEGORY, code=2)
        self.assertEqual(len(self.lines()), len(self.whole.splitlines()))

    def test_a_sweep_has_folders_of_its_own(self):
        for temperature in (0.2, 0.8):
            self.go_on("--temperature", temperature, "--run-name", f"t{temperature}")
            path = self.folder / "result" / f"t{temperature}" / "scripted"
            self.assertEqual(len((path / self.path().relative_to(self.path("."))).read_text().splitlines()),
                             len(self.whole.splitlines()))
        self.assertEqual(self.path().read_bytes(), self.left)

    def test_an_older_manifest_says_what_it_has(self):
        manifest = self.manifest()
        del manifest["made_with"]
        self.path("bfclx_manifest.json").write_text(json.dumps(manifest))
        notes = self.notes()
        self.path("bfclx_entries.jsonl").write_text("".join(
            json.dumps({name: value for name, value in note.items() if name != "made_with"}) + "\n"
            for note in notes))
        self.go_on("--temperature", 0.7, code=2)
        self.assertIn("temperature 0.001, now 0.7", self.err)
        self.go_on()

    def test_what_cannot_be_read_turns_no_guard_off(self):
        for name in ("bfclx_entries.jsonl", "bfclx_manifest.json"):
            path = self.path(name)
            kept = path.read_bytes()
            path.unlink()
            for make in (path.mkdir, lambda: path.symlink_to("nowhere"), lambda: os.mkfifo(path)):
                make()
                asked = self.asked()
                for arguments in ((), ("--temperature", 0.7), ("--dry-run",), ("--continue-anyway",),
                                  ("--continue-anyway", "--dry-run")):
                    self.go_on(*arguments, code=2)
                    self.assertRegex(self.err, name.replace(".", "[.]") + "( cannot be read: \\w|: a (folder|named pipe), not a file)")
                self.assertEqual((self.asked(), self.path().read_bytes()), (asked, self.left))
                path.rmdir() if path.is_dir() else path.unlink()
            path.write_bytes(kept)
        self.go_on()

    def test_what_is_no_folder_is_refused_before_the_first_request(self):
        def listen(path):
            with socket.socket(socket.AF_UNIX) as listener:
                here = os.open(path.parent, os.O_RDONLY)  # a path of a socket has 107 bytes at most
                listener.bind(f"/proc/self/fd/{here}/{path.name}")
                os.close(here)
        asked = self.asked()
        for name in ("non_live", "."):
            place = self.path(name)
            kept = place.rename(self.folder / "kept")
            for make, kind in ((place.touch, "a file"), (lambda: os.mkfifo(place), "a named pipe"),
                               (lambda: listen(place), "a socket"),
                               (lambda: place.symlink_to("nowhere"), "it is a link"),
                               (lambda: place.symlink_to(kept), "it is a link")):
                make()
                for arguments in ((), ("-o",), ("--shard", "1/2"), ("--dry-run",)):
                    with self.subTest(name=name, kind=kind, arguments=arguments):
                        self.go_on(*arguments, code=2)
                        if name == ".":  # of the model: in words of its own
                            continue
                        self.assertIn(f"{place}: {kind}", self.err)
                        if "link" not in kind:
                            self.assertIn(f"{kind}, not a folder; remove it, or choose another --result-dir", self.err)
                place.unlink()
            kept.rename(place)
        self.assertEqual((self.asked(), self.path().read_bytes()), (asked, self.left))
        self.go_on()

    def test_settings_that_nobody_knows_are_others(self):
        path = self.path("bfclx_manifest.json")
        kept = path.read_text()
        for damaged in ("", "{", "[]", '{"settings": 5}', None):
            path.unlink()
            if damaged is not None:
                path.write_text(damaged)
            self.go_on("--temperature", 0.7, code=2)
            self.assertIn("bfclx_manifest.json does not say", self.err)
            self.assertEqual(self.path().read_bytes(), self.left)
            path.write_text(damaged or "")
        self.go_on()  # with the settings that the entries tell of
        self.assertIn("made_with", kept)

    def test_another_sample_is_refused(self):
        name = ("--run-name", "drawn")
        whole = ("--sample", len(self.whole.splitlines()))
        self.go_on(*whole, *name)
        for arguments in (("--sample", 1), ("--sample", 1, "-o")):
            self.go_on(*arguments, *name, code=2)
            self.assertRegex(self.err, r"has \d results that are not in this sample \(--sample 1 --seed 0 ")
        self.go_on(*whole, "--seed", 7, *name)  # draws the same, all there are
        self.go_on(*name)
        self.go_on("--sample", 1, "--continue-anyway", *name)

    def test_results_are_judged_with_the_decoder_that_they_were_made_with(self):
        """Which fits none of these responses: `score` would take another by itself."""
        def script(seen):
            return chat('[{"harbour_tide_table": "{\\"harbour\\": \\"Whitby\\"}"}]')
        with ScriptedServer(script) as server:
            self.run_program("run", "--model", "own", "--dataset", "sample", "--result-dir", self.folder / "other",
                             "--test-category", CATEGORY, "--mode", "prompt", "--base-url", server.url, code=None)
        folder = self.folder / "other" / "own"
        self.assertEqual(self.out.count("passed 0, failed 5"), 1, self.out)
        manifest = json.loads((folder / "bfclx_manifest.json").read_text())
        made_with = {one["decoder"] for one in manifest["made_with"].values()}

        def settings(*arguments):
            return self.check_json(folder, *arguments)["models"][0]["settings"]
        self.assertEqual({settings()["decoder"]}, made_with)
        self.assertEqual(settings()["decoder_reason"], "manifest of the run")
        self.assertEqual(settings("--decoder", "openai_fc")["decoder_reason"], "given")
        (folder / "bfclx_manifest.json").unlink()
        self.assertRegex(settings()["decoder_reason"], "^auto-detected: ")

    def test_names_follow_the_decoder_of_the_manifest(self):
        """The registry has the model in prompt mode, where names keep their dots; with tools they have none."""
        def script(seen):
            tool = seen.body["tools"][0]["function"]["name"]
            return chat(calls=[(tool, {"a": 1})])
        function = {"name": "math.half", "description": "half", "parameters": {
            "type": "dict", "properties": {"a": {"type": "integer", "description": "a"}}, "required": ["a"]}}
        dataset = self.folder / "dots"
        (dataset / "data" / "possible_answer").mkdir(parents=True)
        shutil.copy(SAMPLE / "models.json", dataset)
        models = json.loads((dataset / "models.json").read_text())
        models["models"]["dotted"] = {"handler": "OpenAICompletionsHandler", "is_fc_model": False,
                                      "underscore_to_dot": False, "model_name": "dotted"}
        (dataset / "models.json").write_text(json.dumps(models))
        ids = [f"simple_python_{i}" for i in range(5)]
        lines = [{"id": id, "question": [[{"role": "user", "content": "half of 1"}]], "function": [function]}
                 for id in ids]
        truth = [{"id": id, "ground_truth": [{"math.half": {"a": [1]}}]} for id in ids]
        for place, all_lines in (("data", lines), ("data/possible_answer", truth)):
            (dataset / place / "BFCL_v4_simple_python.json").write_text(
                "".join(json.dumps(line) + "\n" for line in all_lines))
        with ScriptedServer(script) as server:
            self.run_program("run", "--model", "dotted", "--mode", "fc", "--api", "chat", "--dataset", dataset,
                             "--result-dir", self.folder / "dotted", "--test-category", "simple_python",
                             "--base-url", server.url, code=None)
            self.assertTrue(all("." not in seen.body["tools"][0]["function"]["name"] for seen in server.seen))
        self.assertEqual(self.out.count("passed 5, failed 0"), 1, self.out)
        self.run_program("score", self.folder / "dotted", "--dataset", dataset)
        self.assertIn("passed 5, failed 0", self.out)

    def test_a_mode_that_a_model_cannot_have_is_refused(self):
        with ScriptedServer() as server:
            self.run_program("generate", "--model", "own-FC", "--mode", "prompt", "--dataset", SAMPLE,
                             "--result-dir", self.folder / "no", "--test-category", CATEGORY,
                             "--base-url", server.url, code=2)
            self.assertIn("--mode prompt: own-FC over chat can only be queried with tools (--mode fc)", self.err)

    def test_a_manifest_that_names_two_decoders_is_told(self):
        """Without the numbers of results, as older versions wrote it."""
        manifest = self.manifest()
        manifest["made_with"] = {"a": {"decoder": "prompting"}, "b": {"decoder": "openai_fc"}}
        self.path("bfclx_manifest.json").write_text(json.dumps(manifest))
        self.check(self.path("."))
        self.assertRegex(" ".join(self.out.split()),
                         r"some results were generated for another decoder \(\w+\) but are scored with \w+;")

    def test_a_manifest_with_a_lone_surrogate_is_shown_as_valid_text(self):
        folder = self.path(".")
        self.path("bfclx_manifest.json").write_text(
            '{"made_with": {"a": {"decoder": "\\ud800x", "results": 3}, "b": {"decoder": "prompting", "results": 9}}}')
        for command in (("score", folder), ("compare", folder, SAMPLE / "results/good-model", "--draws", 100)):
            told = self.run_program(*command, "--dataset", SAMPLE, "--format", "json", code=None)
            self.assertIn("3 of 12 results were generated for another decoder (", json.dumps(json.loads(told)))

    def test_another_dataset_is_told(self):
        folder = self.path(".")
        dataset = self.folder / "set"
        shutil.copytree(SAMPLE, dataset)
        used = write_manifest(dataset, "v2")
        for generated, version, told in ((used, "v1", False), ("a", "v1", True), ("fnv1a:1 (2 files)", "v2", False),
                                         ("fnv1a:1 (2 files)", "v2 (modified)", False)):
            manifest = self.manifest()
            manifest["dataset"] = {"version": version, "hash": generated}
            self.path("bfclx_manifest.json").write_text(json.dumps(manifest))
            text = ("he responses were generated with a different dataset (v1, hash a) from the one in use "
                    f"(v2, hash {used[:19]}...)")
            checked = self.run_program("score", folder, "--dataset", dataset)
            self.assertEqual(text in " ".join(checked.split()), told, checked)
            self.assertNotIn("different dataset", self.err)
            diagnosed = self.run_program("doctor", folder, "--dataset", dataset, code=None)
            self.assertEqual(text in " ".join(diagnosed.split()), told, diagnosed)
            compared = self.run_program("compare", folder, SAMPLE / "results/good-model", "--dataset", dataset,
                                        "--draws", 100, code=None)
            self.assertEqual("warning the responses were generated with a different dataset (v1, hash a)"
                             in " ".join(compared.split()), told, compared)

    def test_long_hashes_of_datasets_are_shortened(self):
        manifest = self.manifest()
        manifest["dataset"] = {"version": "v1", "hash": "sha256:" + "a1" * 32}
        self.path("bfclx_manifest.json").write_text(json.dumps(manifest))
        shutil.copytree(SAMPLE, self.folder / "set")
        used = write_manifest(self.folder / "set", "v2")
        (model,) = json.loads(self.run_program("score", self.path("."), "--dataset", self.folder / "set",
                                               "--format", "json"))["models"]
        self.assertIn(f"(v1, hash sha256:a1a1a1a1a1a1...) from the one in use (v2, hash {used[:19]}...)",
                      model["warnings"][0]["text"])

    def test_a_manifest_that_is_too_large_is_named(self):
        self.path("bfclx_manifest.json").write_text(json.dumps({"pad": "x" * (4 << 20)}))
        self.check(self.path("."))
        self.assertIn("bfclx_manifest.json: larger than 4 MiB", self.err)
        shutil.make_archive(str(self.folder / "packed"), "gztar", self.folder, "result")
        self.check(self.folder / "packed.tar.gz", code=None)
        self.assertIn("bfclx_manifest.json: larger than 4 MiB", self.err)

    def test_a_dry_run_refuses_what_the_run_refuses(self):
        for arguments in ((), ("--base-url", "htp://127.0.0.1:1")):
            said = []
            for dry in ((), ("--dry-run",)):
                self.generate(*arguments, *dry, category=CATEGORY, code=2)
                said.append(self.err)
            self.assertEqual(*said)
        self.go_on("--dry-run", "-o")
        self.assertIn(f"First request:\nPOST {self.server.url}/v1/chat/completions\n", self.out)
        for text in (self.out, self.err):
            self.assertNotIn("offline", text)

    def test_generate_takes_the_commands_of_doctor(self):
        rows = json.loads(self.run_program("list", "findings", "--format", "json"))
        commands = {row["fix"] for row in rows if row.get("fix", "").startswith("bfclx generate ")}
        self.assertGreater(len(commands), 5)
        chosen = self.write("ids.json", json.dumps({CATEGORY: [json.loads(self.left.splitlines()[0])["id"]]}))
        known = {"MODEL": "scripted", "FILE": chosen, "N": "8000", "NAME": "other", "CATEGORIES": CATEGORY,
                 "memory": CATEGORY, "multi_turn_miss_func": CATEGORY}  # the sample has neither
        for command in sorted(commands):
            words = [known.get(word, word) for word in command.split()[2:]]
            with self.subTest(command=command):
                self.generate("--dry-run", *words[2:], server=self.server, category=None)

    def test_a_dry_run_lists_what_is_skipped(self):
        dataset = self.folder / "dataset"
        shutil.copytree(SAMPLE, dataset)
        for path in ("BFCL_v4_web_search.json", "possible_answer/BFCL_v4_web_search.json"):
            (dataset / "data" / path).write_text("")
        self.generate("--dry-run", category="web_search,memory,simple_java", dataset=dataset, server=self.server)
        for memory in ("memory_kv", "memory_vector"):
            self.assertIn(f"{memory} is skipped: the dataset has no data/BFCL_v4_memory.json\n", self.out)
        self.assertRegex(self.out, r"web_search_base is skipped \(skipped_no_network\): it needs --enable-network or --search URL\n")


if __name__ == "__main__":
    main()

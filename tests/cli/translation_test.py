"""Datasets in other languages: `dataset new --translation-of`, their entries, and every command on them.

    python3 tests/cli/translation_test.py build/release/tools/bfclx [Suite]
"""

import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "serving"))
from cli_case import GOOD, SAMPLE, main, write_manifest  # noqa: E402
from scripted_server import ScriptedServer, chat, first_tool  # noqa: E402
from translation_case import SIMPLE, TranslationCase  # noqa: E402


class TranslationNew(TranslationCase):
    def test_the_folder(self):
        out = self.new("--dataset-version", "1.0")
        manifest = json.loads((self.folder / "multi-de/dataset.json").read_text("utf-8"))
        of = manifest.pop("translation_of")
        self.assertEqual(manifest, {"bfclx_benchmark": 1, "name": "multi-de", "version": "1.0", "language": "de",
                                    "match": "official"})
        self.assertEqual(of["version"], "sample")
        self.assertTrue(of["hash"].startswith("fnv1a:"))
        self.assertEqual(sum(of["entries"].values()), 45)
        self.assertTrue(out.startswith("made multi-de for 45 entries of sample in de\n"), out)
        lines = self.to_translate()
        self.assertEqual(len(lines), 45)
        source = [json.loads(line) for line in (SAMPLE / "data/BFCL_v4_simple_python.json").read_text().splitlines()]
        self.assertEqual([line["question"] for line in lines[:5]], [entry["question"] for entry in source])
        self.assertIn("ground_truth", lines[0])
        self.assertFalse((self.folder / "multi-de/data/BFCL_v4_simple_python.json").exists())

    def test_some_categories(self):
        self.new("--category", "simple_python,live")
        entries = json.loads((self.folder / "multi-de/dataset.json").read_text("utf-8"))["translation_of"]["entries"]
        self.assertEqual(set(entries), {"simple_python", "live_simple", "live_multiple", "live_parallel",
                                        "live_parallel_multiple", "live_irrelevance", "live_relevance"})

    def test_refusals(self):
        for more, message in (
                (("--category", "sql"), "sql cannot be translated: it is not a part of the v4 leaderboard"),
                (("--category", "format_sensitivity"), "format_sensitivity cannot be translated: its entries come from other"),
                (("--category", "memory_kv"), "the dataset sample has no memory_kv"),
                (("--tools", "t.json"), "--tools and --translation-of cannot be used together")):
            with self.subTest(message):
                self.new(*more, code=2)
                self.assertIn(message, " ".join(self.err.split()))
                self.assertFalse((self.folder / "multi-de").exists())
        self.run_program("dataset", "new", "x", "--translation-of", "v4", code=2)
        self.assertIn("--translation-of needs --language, such as --language ko", self.err)
        for language, message in (("deutsch", "--language: expected a language tag, such as en, de, pt-BR or zh-Hant, "
                                              "found deutsch"),
                                  ("<b>", "expected a language tag"), ("de-", "expected a language tag"),
                                  ("en", "--language en: the questions of v4 are in English"),
                                  ("EN-gb", "the questions of v4 are in English")):
            with self.subTest(language):
                self.new(code=2, language=language)
                self.assertIn(message, " ".join(self.err.split()))
        self.run_program("dataset", "new", "x", "--translation-of", "v3", "--language", "de", code=2)
        self.assertIn("only the entries of v4 can be translated", self.err)
        self.new()
        self.add(self.translated("simple_python"))
        self.new(name="twice", dataset="multi-de", code=2)
        self.assertIn("multi-de is your own benchmark; pass --dataset with the official dataset", self.err)

    def test_a_dataset_json_that_was_edited(self):
        self.new()
        path = self.folder / "multi-de/dataset.json"
        whole = json.loads(path.read_text("utf-8"))
        for change, message in (
                ({"language": ""}, '"translation_of": a translation needs a "language"'),
                ({"match": "schema"}, "a translation needs the official match"),
                ({"translation_of": 1}, '"translation_of": expected an object, found a number'),
                ({"translation_of": {"version": "x", "hash": "y", "entries": {"sql": 1}}}, "sql is not a number of entries"),
                ({"translation_of": {"version": "x", "hash": "y", "entries": {}}}, "there is no category"),
                ({"translation_of": {"version": "x", "entries": {}}}, '"translation_of", "hash": expected text')):
            with self.subTest(message):
                path.write_text(json.dumps({**whole, **change}), "utf-8")
                self.run_program("dataset", "validate", "multi-de", "--category", "simple_python", code=2)
                self.assertIn(message, " ".join(self.err.split()))


class TranslationAdd(TranslationCase):
    def setUp(self):
        super().setUp()
        self.new()

    def test_a_part_and_the_rest(self):
        self.add(self.translated("simple_python", "multi_turn"))
        self.assertIn("8 of 45 entries are translated: only these are generated and scored.", self.out)
        self.assertEqual([entry["id"] for entry in self.data("simple_python")], SIMPLE)
        self.assertTrue(self.data("simple_python")[0]["question"][0][0]["content"].startswith("Bitte: "))
        source = [json.loads(line) for line in (SAMPLE / "data/BFCL_v4_simple_python.json").read_text().splitlines()]
        self.assertEqual(self.data("simple_python")[0]["function"], source[0]["function"])
        self.assertEqual(len(self.to_translate()), 37)
        self.add(self.translated("live_simple"))
        self.assertIn("11 of 45 entries are translated", self.out)
        self.add(self.translated("live", "irrelevance", "parallel", "multiple", "simple"))
        self.assertIn("All 45 entries are translated.", self.out)
        self.assertEqual(self.to_translate(), [])

    def test_the_whole_file_again_and_again(self):
        lines = self.to_translate()
        lines[2]["question"][0][0]["content"] = "Richte das Teleskop aus."
        self.add(lines)
        told = " ".join(self.out.split())
        self.assertIn("added 1 translation to multi-de", told)
        self.assertIn('44 lines have the source\'s texts and were skipped; "unchanged": true in a line keeps them', told)
        self.add([{"id": SIMPLE[2], "question": "Richte es anders aus."},
                  {**self.to_translate()[0], "unchanged": True}])
        self.assertIn("added 2 translations to multi-de, 1 replaced earlier ones", self.out)
        self.assertEqual(self.data("simple_python")[1]["question"][0][0]["content"], "Richte es anders aus.")
        self.assertEqual([entry["id"] for entry in self.data("simple_python")], [SIMPLE[0], SIMPLE[2]])
        self.add([{"id": self.to_translate()[0]["id"], "unchanged": True}])
        self.assertIn("added 1 translation to multi-de", self.out)

    def test_forms_of_a_question(self):
        for question in ({"question": "Wann?"}, {"messages": [{"role": "user", "content": "Wann?"}]},
                         {"question": [[{"role": "user", "content": "Wann?"}]]}):
            self.add([{"id": SIMPLE[0], **question}])
            self.assertEqual(self.data("simple_python")[0]["question"], [[{"role": "user", "content": "Wann?"}]])

    def test_amended_ground_truth(self):
        truth = [{"harbour.tide_table": {"harbour": ["Whitby", "Whitby (England)"], "date": ["2026-05-03"],
                                         "unit": ["metre", ""]}}]
        self.add([{"id": SIMPLE[0], "question": "Wann?", "ground_truth": truth}])
        self.assertEqual(self.data("simple_python", part="data/possible_answer")[0]["ground_truth"], truth)
        # It stays until a line amends it again.
        self.add([{"id": SIMPLE[0], "question": "Wann denn?"}])
        self.assertEqual(self.data("simple_python", part="data/possible_answer")[0]["ground_truth"], truth)
        turns = self.to_translate()[-3]
        self.assertEqual(turns["id"], "multi_turn_base_90000")
        turns["question"] = [[{"role": "user", "content": "Mach das."}] for _ in turns["question"]]
        turns["ground_truth"][0][1] = "mkdir(dir_name='alt')"
        turns["ground_truth"][0][2] = "mv(source='seeds.txt',destination='alt')"
        turns["ground_truth"][1][0] = "cd(folder='alt')"
        self.add([turns])
        turns["ground_truth"][1][0] = "cd(folder='alt'"
        self.add([turns], code=1)
        self.assertIn("t.jsonl:1: ground_truth: does not pass as the response: ", self.err)

    def test_each_value_of_amended_ground_truth_can_pass(self):
        lines = {line["id"]: line for line in self.to_translate()}

        def amended(change, entry=SIMPLE[1], code=1):
            truth = json.loads(json.dumps(lines[entry]["ground_truth"]))
            change(truth)
            return self.add([{"id": entry, "question": "Heize den Ofen.", "ground_truth": truth}], code=code)

        def oven(**values):
            return lambda truth: truth[0]["oven.preheat"].update(values)

        oven_place = "t.jsonl:1: ground_truth[0].oven.preheat"
        for change, message in (
                (lambda truth: truth.append(truth[0]), "t.jsonl:1: ground_truth: has 2 calls, the source has 1"),
                (lambda truth: truth.__setitem__(0, {"ofen": truth[0]["oven.preheat"]}),
                 "t.jsonl:1: ground_truth[0]: expected a call of oven.preheat, as in the source"),
                (lambda truth: truth[0]["oven.preheat"].pop("minutes"),
                 oven_place + ": has no 'minutes', which the source has"),
                (oven(grad=[1]), oven_place + ".grad: the source does not have this parameter"),
                (oven(celsius=["240"]), oven_place + ".celsius[0]: '240' cannot pass: "),
                (oven(celsius=[240, "heiß"]), oven_place + ".celsius[1]: 'heiß' cannot pass: "),
                (oven(celsius=[240, [250]]), oven_place + ".celsius[1]: [250] cannot pass: "),
                (oven(celsius=["heiß", 240], minutes=[0, "", "keine"]),
                 ".minutes[2]: 'keine' cannot pass: ")):
            with self.subTest(message):
                amended(change)
                self.assertIn(message, self.err)
        self.assertIn(oven_place + ".celsius[0]: 'heiß' cannot pass: ", self.err)
        amended(lambda truth: truth[1]["kitchen.set_timer"].update(minutes=["18"]), "parallel_90000")
        self.assertIn("t.jsonl:1: ground_truth[1].kitchen.set_timer.minutes[0]: '18' cannot pass: ", self.err)
        amended(lambda truth: truth[0]["apiary.log_inspection"].update(notes=[[1, 2]]), SIMPLE[3])
        self.assertIn("t.jsonl:1: ground_truth[0].apiary.log_inspection.notes[0]: [1, 2] cannot pass: ", self.err)
        amended(oven(celsius=[240, 250], mode=["oben_unten", "top_bottom", ""]), code=0)
        amended(lambda truth: truth[0]["apiary.log_inspection"].update(notes=[["Motten"], ""]), SIMPLE[3], code=0)

    def test_translated_descriptions(self):
        entry = json.loads((SAMPLE / "data/BFCL_v4_simple_python.json").read_text().splitlines()[0])
        function = entry["function"]
        function[0]["description"] = "Gezeiten eines Hafens."
        function[0]["parameters"]["properties"]["harbour"]["description"] = "Der Hafen."
        self.add([{"id": SIMPLE[0], "question": "Wann?", "function": function}])
        self.assertEqual(self.data("simple_python")[0]["function"], function)
        for change, message in (
                (lambda f: f.update(name="x"), "function[0].name: differs from the source"),
                (lambda f: f["parameters"]["properties"]["harbour"].update(type="integer"),
                 "function[0].parameters.properties.harbour.type: differs from the source: only descriptions can be"),
                (lambda f: f["parameters"]["properties"].pop("date"),
                 "function[0].parameters.properties: has no 'date', which the source has"),
                (lambda f: f["parameters"]["properties"].update(neu={}),
                 "function[0].parameters.properties.neu: the source does not have this member"),
                (lambda f: f.update(description=1), "function[0].description: is a number, expected text")):
            with self.subTest(message):
                changed = json.loads(json.dumps(function))
                change(changed[0])
                self.add([{"id": SIMPLE[0], "question": "Wann?", "function": changed}], code=1)
                self.assertIn("t.jsonl:1: " + message, self.err)

    def test_faulty_lines_add_nothing(self):
        self.add(self.translated("multiple"))
        before = {path: path.read_bytes() for path in (self.folder / "multi-de").rglob("*") if path.is_file()}
        user = {"role": "user", "content": "x"}
        faults = [
            ({"id": SIMPLE[0], "question": "x"}, None),
            ({"id": SIMPLE[1], "question": [[user], []]}, "question: has 2 turns, the source has 1"),
            ({"id": SIMPLE[1], "question": [[user, user]]}, "question[0]: has 2 messages, the source has 1"),
            ({"id": "nope_1", "question": "x"}, "id: the source has no entry nope_1"),
            ({"question": "x"}, "id: missing, expected the id of an entry"),
            ({"id": "multi_turn_base_90000", "question": "x"}, "question: is one text, the source has 2 messages in 2 turns"),
            ({"id": SIMPLE[2], "question": " "}, "question.content: the text is empty"),
            ({"id": SIMPLE[2], "question": "A\0"}, "question.content: has a NUL character (\\u0000): remove it"),
            ({"id": SIMPLE[3], "messages": [{"role": "system", "content": "x"}]},
             'messages[0].role: expected "user", the source\'s role'),
            ({"id": SIMPLE[3], "messages": [{**user, "name": "x"}]}, "messages[0]: unknown member 'name'"),
            ({"id": SIMPLE[3]}, "question: is missing"),
            ({"id": SIMPLE[3], "question": "x", "messages": [user]}, 'question: give "question" or "messages", not both'),
            ({"id": SIMPLE[3], "quetion": "x"}, "unknown member 'quetion'. Did you mean question?"),
            ({"id": SIMPLE[0], "question": "y"}, "id: duplicate, also in line 1"),
            ({"id": SIMPLE[4], "question": "x", "ground_truth": "none"}, '"ground_truth" is text, expected a list of'),
            ({"id": "irrelevance_90000", "question": "x", "ground_truth": []},
             "ground_truth: entries of this category have none"),
            ({"id": "multi_turn_base_90001", "question": [[user]] * 3, "function": []},
             "function: entries of this category use the functions of the simulated services"),
        ]
        self.add([line for line, _ in faults], code=1)
        for number, (_, message) in enumerate(faults, 1):
            if message:
                self.assertIn(f"t.jsonl:{number}: {message}", self.err)
        self.assertIn("nothing was added: 16 lines cannot be used", self.err)
        self.assertEqual(before, {path: path.read_bytes()
                                  for path in (self.folder / "multi-de").rglob("*") if path.is_file()})
        self.add('{"id": 1\n', code=1)
        self.assertIn("t.jsonl:1: not JSON", self.err)


class TranslationUse(TranslationCase):
    def setUp(self):
        super().setUp()
        self.new()

    def test_info_and_validate(self):
        lines = self.translated("simple_python", "live_simple")
        lines[0]["question"] = "Wann ist Hochwasser?"  # loses the harbour
        lines[1]["question"] = self.to_translate()[1]["question"]
        lines[1]["unchanged"] = True
        self.add(lines)
        told = self.flat("dataset", "info", "multi-de")
        self.assertIn("version multi-de 0.1.0 (de, translation of sample)", told)
        self.assertIn("8 of 45 entries are translated", told)
        info = json.loads(self.run_program("dataset", "info", "multi-de", "--format", "json"))
        self.assertEqual({**info["translation"], "of": info["translation"]["of"]["version"]},
                         {"language": "de", "of": "sample", "translated": 8, "entries": 45})
        told = self.flat("dataset", "validate", "multi-de")
        self.assertIn("8 of 45 entries are translated", told)
        self.assertIn(f"{SIMPLE[1]}: the text is the same as in the source", told)
        self.assertIn(f"{SIMPLE[0]}: the source's question contains the expected value of harbour: 'Whitby'", told)

    def test_generate_and_score(self):
        self.add(self.translated("simple_python"))
        with ScriptedServer(lambda seen: first_tool(seen)) as server:
            self.run_program("run", "--dataset", "multi-de", "--model", "scripted", "--base-url", server.url,
                             "--result-dir", "result", "--timeout", 20, code=None)
            self.assertTrue(server.seen[-1].body["messages"][-1]["content"].startswith("Bitte: "))
        manifest = json.loads((self.folder / "result/scripted/bfclx_manifest.json").read_text("utf-8"))
        self.assertEqual(manifest["dataset"]["benchmark"], "multi-de")
        self.assertIn("translation of sample", manifest["dataset"]["version"])
        told = self.flat("score", "result", "--dataset", "multi-de")
        self.assertIn("accuracy", told)
        self.assertNotIn("overall v4", told)
        self.assertIn("5 of 45 entries are translated: only these are generated and scored.", told)
        told = self.flat("score", "result", "--dataset", "sample", code=None)
        self.assertIn("5 of 5 responses were generated for other questions or functions than the dataset's", told)
        shutil.copytree(SAMPLE, self.folder / "official")
        write_manifest(self.folder / "official", "v4 1.2")
        told = self.flat("score", "result", "--dataset", "official", code=None)
        self.assertIn("generated with a different dataset (multi-de 0.1.0 (de, translation of sample))", told)
        told = self.run_program("score", "result", "--dataset", "multi-de", "--format", "hf-eval", "--hub-dataset",
                                "me/multi-de", code=None)
        self.assertRegex(told, "notes: .*5 of 45 entries are translated: only these are generated and scored.")
        self.run_program("score", "result", "--dataset", "multi-de", "--format", "hf-eval", code=2)
        self.assertIn("needs the benchmark's dataset on the Hub", self.err)

    def test_exports_never_claim_the_official_dataset(self):
        self.add(self.translated("simple_python"))
        self.run_program("evaluate", "--model", "good-model", "--dataset", "multi-de", code=2)
        self.assertIn("evaluate writes official score files, but multi-de is a translation", " ".join(self.err.split()))
        for leaderboard in ((), ("--leaderboard", "v4")):
            self.run_program("score", GOOD, "--dataset", "multi-de", "--format", "eee", *leaderboard, code=None)
            results = json.loads(self.out)["evaluation_results"]
            self.assertEqual({result["source_data"]["dataset_name"] for result in results},
                             {"multi-de 0.1.0 (de, translation of sample)"})
            self.assertEqual(results[0]["evaluation_name"], "overall")
            told = self.flat("score", GOOD, "--dataset", "multi-de", *leaderboard, code=None)
            self.assertNotIn("overall v4 9", told)
        self.assertIn("overall v4 (translated)", told)

    def test_nothing_translated_yet(self):
        for command in (("dataset", "validate", "multi-de"), ("score", GOOD, "--dataset", "multi-de"),
                        ("run", "--dataset", "multi-de", "--model", "scripted", "--base-url", "http://localhost:9"),
                        ("compare", GOOD, GOOD, "--dataset", "sample", "--translation", f"{GOOD}=multi-de")):
            told = self.flat(*command, code=2)
            self.assertIn("dataset multi-de has no translations yet. Add some with `bfclx dataset add multi-de "
                          "TRANSLATIONS`", told)
            self.assertNotIn("the dataset has no data", told)


if __name__ == "__main__":
    main()

"""A base class for tests of datasets in other languages."""

import json

from cli_case import SAMPLE, Case

SIMPLE = [f"simple_python_9000{i}" for i in range(5)]


class TranslationCase(Case):
    def new(self, *more, name="multi-de", code=0, language="de", dataset="sample"):
        return self.run_program("dataset", "new", name, "--translation-of", "v4", "--language", language, "--dataset",
                                dataset, *more, code=code)

    def to_translate(self, name="multi-de"):
        return [json.loads(line) for line in (self.folder / name / "to-translate.jsonl").read_text("utf-8").splitlines()]

    def translated(self, *prefixes, name="multi-de", text="Bitte: "):
        """Lines with made-up translations of the entries whose ids begin so."""
        chosen = [line for line in self.to_translate(name) if line["id"].startswith(prefixes)]
        for line in chosen:
            for turn in line["question"]:
                for message in turn:
                    message["content"] = text + message["content"]
        return chosen

    def add(self, given, name="multi-de", code=0):
        self.write("t.jsonl", given if isinstance(given, str) else "".join(json.dumps(line) + "\n" for line in given))
        return self.run_program("dataset", "add", name, "t.jsonl", code=code)

    def data(self, category, name="multi-de", part="data"):
        path = self.folder / name / part / f"BFCL_v4_{category}.json"
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    def flat(self, *arguments, **keywords):
        return " ".join((self.run_program(*arguments, **keywords) + " " + self.err).split())

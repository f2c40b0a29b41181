"""What the tests of `bfclx report` share: models, their scores, the board and what lies in it."""

import json
import shutil

from cli_case import SAMPLE, SIMPLE, Case

BAD = SAMPLE / "results" / "bad-model"


class PublishCase(Case):
    def models(self, *names):
        for name in names:
            (self.folder / "result" / name).mkdir(parents=True)
            shutil.copy(SIMPLE, self.folder / "result" / name)
        return self.folder / "result"

    def publish(self, *paths, site="none", dataset=SAMPLE, **keywords):
        before = self.everything()
        out = self.run_program("publish", *paths, "--dataset", dataset, "-o", self.folder / "board", "--site", site, **keywords)
        if self.status == 2:
            self.assertEqual(self.everything(), before)
        self.assertFalse(list(self.folder.glob("board/.bfclx*")))
        return out

    def everything(self):
        """What lies in the board, folders too: after a refusal it is as it was, byte for byte."""
        board = self.folder / "board"
        return {path: path.read_bytes() if path.is_file() else None for path in [board, *board.rglob("*")] if path.exists()}

    def read(self, path):
        return json.loads((self.folder / "board" / "data" / path).read_text(encoding="utf-8"))

    def files(self):
        board = self.folder / "board"
        return {str(path.relative_to(board)): (path.stat().st_mtime_ns, path.stat().st_ino)
                for path in board.rglob("*") if path.is_file()}

    def tree(self, folder):
        """Without what depends on the order in which models were published."""
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
                if path.is_file() and path.name not in ("history.json", "croissant.json")}

    def scores(self):
        known = json.loads((SAMPLE / "models.json").read_text())["models"]["good-model"]
        bad = {**known, "model_name": "bad-model", "is_fc_model": True, "underscore_to_dot": True}
        models = self.write("models.json", json.dumps({"models": {"bad-model": bad}}))
        self.run_program("evaluate", "--result-dir", SAMPLE / "results", "--score-dir", self.folder / "score", "--dataset", SAMPLE,
                         "--models", models, code=None)
        return self.folder / "score"

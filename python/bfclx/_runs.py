"""Scores in one line: of result files, or of responses at hand."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union, overload

from bfclx._core import Dataset, Verdict
from bfclx._errors import ProgramError
from bfclx._program import (
    _dataset_options, _DatasetLike, _dots, _Names, _options, _Path, _place_of, _places, _run,
)
from bfclx._reopen import opened

if TYPE_CHECKING:
    from bfclx.shapes import DatasetInfo, ModelReport, Problem, ScoreReport, ScoreWithBasis, VerdictRow

_Paths = Union[_Path, Iterable[_Path]]


def _report(
    paths: _Paths,
    dataset: _DatasetLike,
    verdicts: Optional[str],
    today: Optional[datetime.date],
    underscore_to_dot: Optional[bool],
    **options: Any,
) -> ScoreReport:
    if today is not None and not isinstance(today, datetime.date):
        raise TypeError("today must be a datetime.date")
    out, messages, code = _run(
        "score", "--format", "json", *_dataset_options(dataset),
        *_options(underscore_to_dot=_dots(underscore_to_dot), verdicts=verdicts,
                  today=None if today is None else f"{today:%Y-%m-%d}", **options),
        "--", *_places(paths), allowed=(0, 1))
    if not out:  # nothing of the input could be used
        raise ProgramError(messages, code)
    import json  # here, because few need it

    report: ScoreReport = json.loads(out)
    return report


def _columns(rows: Iterable[Mapping[str, Any]], names: tuple[str, ...]) -> dict[str, list[Any]]:
    given = list(rows)
    return {name: [row.get(name) for row in given] for name in names}


class Run:
    """One run of `open_runs`: a model's responses, scored.

    `label` is its name in reports; `report` the dict of `bfclx score --format json`; `rows` has one row for each response
    (`bfclx.shapes.VerdictRow`), in the order of the files.
    """

    def __init__(self, report: ModelReport, rows: list[VerdictRow]) -> None:
        self.label: str = report["model"]
        self.report: ModelReport = report
        self.rows: list[VerdictRow] = rows

    @property
    def score(self) -> ScoreWithBasis:
        """The overall score: `value`, from 0 to 1 (None without one), `interval_95`, and the `basis` that it covers."""
        return self.report["score"]

    @property
    def passed(self) -> dict[str, bool]:
        """{id: whether it passes} of the entries that have a verdict, for `compare`."""
        return {row["id"]: row["valid"] for row in self.rows
                if row["valid"] is not None and not row.get("superseded")}

    def __repr__(self) -> str:
        return f"<Run {self.label}: {len(self.rows)} responses>"


class Runs(Mapping[str, Run]):
    """What `open_runs` gives: the runs by label, in the order of the report."""

    def __init__(self, report: ScoreReport, rows: Iterable[VerdictRow]) -> None:
        of_label: dict[str, list[VerdictRow]] = {model["model"]: [] for model in report["models"]}
        only = next(iter(of_label), "")  # of one run the rows name none
        for row in rows:
            of_label[row.setdefault("model", only)].append(row)
        self.report: ScoreReport = report
        """The dict of `bfclx score --format json`."""
        self._runs = {model["model"]: Run(model, of_label[model["model"]]) for model in report["models"]}

    @property
    def dataset(self) -> DatasetInfo:
        """The dataset's place, version and hash."""
        return self.report["dataset"]

    @property
    def problems(self) -> list[Problem]:
        """What could not be used of the input, of all runs."""
        return [*self.report["problems"], *(one for run in self.report["models"] for one in run["problems"])]

    def __getitem__(self, label: str) -> Run:
        return self._runs[label]

    def __iter__(self) -> Iterator[str]:
        return iter(self._runs)

    def __len__(self) -> int:
        return len(self._runs)

    def __repr__(self) -> str:
        return f"<Runs {', '.join(self)}>"

    def to_pandas(self, rows: str = "responses") -> Any:
        """A pandas.DataFrame. Needs pandas.

        `rows="responses"`: `model`, `id`, `valid`, `error_type`, `rule` and `reason` (a few words) of each response; error types
        of episodes are those inside of their `error`. `rows="categories"`: `model`, `category`, `group`, `entries`, `right`,
        `accuracy` (0 to 1), `low` and `high` (its 95 % interval) and `missing`.
        """
        if rows not in ("responses", "categories"):
            raise ValueError("rows must be 'responses' or 'categories'")
        import pandas

        if rows == "responses":
            return pandas.DataFrame(_columns(
                (_response_row(row) for run in self.values() for row in run.rows),
                ("model", "id", "valid", "error_type", "rule", "reason")))
        return pandas.DataFrame(_columns(
            ({"model": run.label, **category, **(category["interval_95"] or {})}
             for run in self.values() for category in run.report["categories"]),
            ("model", "category", "group", "entries", "right", "accuracy", "low", "high", "missing")))


def _response_row(row: VerdictRow) -> dict[str, Any]:
    error, why = row.get("error"), row.get("why")
    inside = error.get("error_type") if isinstance(error, dict) else None
    return {"model": row["model"], "id": row["id"], "valid": row["valid"],
            "error_type": row.get("error_type", inside),
            "rule": why["rule"] if why else None, "reason": why["short"] if why else None}


def open_runs(
    paths: _Paths,
    *,
    dataset: _DatasetLike = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    model: Optional[str] = None,
    models: Optional[_Path] = None,
    category: _Names = None,
    leaderboard: Optional[str] = None,
    today: Optional[datetime.date] = None,
    jobs: Optional[int] = None,
) -> Runs:
    """Reads and scores result files, models' folders or folders of models: {label: Run}, each with its scores and
    the verdict of each response. The options are those of `score`.

    >>> import bfclx
    >>> runs = bfclx.open_runs("sample", dataset="sample")
    >>> list(runs)
    ['bad-model', 'good-model']
    >>> bfclx.compare(runs["bad-model"].passed, runs["good-model"].passed)["overall"]["difference"] > 0
    True
    """
    import json
    import tempfile

    with tempfile.TemporaryDirectory(prefix="bfclx-") as folder:
        place = os.path.join(folder, "verdicts.jsonl")
        report = _report(paths, dataset, place, today, underscore_to_dot, decoder=decoder, model=model, models=models,
                         category=category, leaderboard=leaderboard, jobs=jobs)
        with open(place, encoding="utf-8", errors="surrogatepass") as file:
            return Runs(report, map(json.loads, file))


@overload
def score(
    source: _Paths,
    *,
    dataset: _DatasetLike = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    model: Optional[str] = None,
    models: Optional[_Path] = None,
    category: _Names = None,
    leaderboard: Optional[str] = None,
    today: Optional[datetime.date] = None,
    jobs: Optional[int] = None,
) -> ScoreReport: ...
@overload
def score(
    source: str,
    responses: Any,
    *,
    dataset: _DatasetLike = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    today: Optional[datetime.date] = None,
) -> Verdict: ...
@overload
def score(
    source: Iterable[str],
    responses: Any,
    *,
    dataset: _DatasetLike = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    today: Optional[datetime.date] = None,
    jobs: Optional[int] = None,
) -> list[Verdict]: ...
def score(
    source: Any,
    responses: Any = ...,
    *,
    dataset: _DatasetLike = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    model: Optional[str] = None,
    models: Optional[_Path] = None,
    category: _Names = None,
    leaderboard: Optional[str] = None,
    today: Optional[datetime.date] = None,
    jobs: Optional[int] = None,
) -> Any:
    """Scores in one line.

    `score(paths)`: result files, models' folders or folders of models; the dict of `bfclx score --format json`
    (`bfclx.shapes.ScoreReport`). What could not be used is in its `problems`. `score(id, response)` is a Verdict,
    `score(ids, responses)` a list of them: what `Dataset.score` and `Dataset.score_batch` give.

    `dataset` is a Dataset, a folder, which is opened once in a process, or 'sample'; else that of BFCLX_DATASET, else
    data/bfcl. `decoder` is chosen where none is given. `model` and `models` (a file with more models), `category`
    and `leaderboard` ('v1' to 'v4') are for files. `today` is the datetime.date that simulated services see, `jobs` the
    number of threads. Raises ProgramError for files, for what `Dataset.score` does else, and TypeError for options that do
    not apply.

    >>> import bfclx
    >>> report = bfclx.score("sample", dataset="sample")
    >>> [(one["model"], one["totals"]["passed"]) for one in report["models"]]
    [('bad-model', 8), ('good-model', 125)]
    >>> bfclx.score("simple_python_90000", "I cannot do that.", dataset="sample", decoder="prompting").valid
    False
    """
    if responses is ...:
        return _report(source, dataset, None, today, underscore_to_dot, decoder=decoder, model=model, models=models,
                       category=category, leaderboard=leaderboard, jobs=jobs)
    given = {"model": model, "models": models, "category": category, "leaderboard": leaderboard}
    unused = [name for name, value in given.items() if value is not None]
    if unused:
        raise TypeError(f"{', '.join(unused)}: for result files only")
    place = dataset if isinstance(dataset, Dataset) else opened(_place_of(dataset))
    if isinstance(source, str):
        return place.score(source, responses, decoder=decoder or "auto", underscore_to_dot=underscore_to_dot, today=today)
    return place.score_batch(source, responses, decoder=decoder or "auto", underscore_to_dot=underscore_to_dot,
                             today=today, threads=jobs or 0)

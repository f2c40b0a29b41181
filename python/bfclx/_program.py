"""What the program inside the wheel does, as functions: each runs it as a process of its own."""

from __future__ import annotations

import datetime
import os
import sys
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Union

from bfclx._audit import Run, audit_verdicts
from bfclx._core import Dataset, _self_check, category_group
from bfclx._errors import DatasetError, ProgramError
from bfclx._reopen import open_at

if TYPE_CHECKING:
    from bfclx.shapes import AuditReport, Diagnosis, SelfCheckFinding

_Path = Union[str, "os.PathLike[str]"]
_Names = Union[str, Iterable[str], None]
_DatasetLike = Union[Dataset, _Path, None]

_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PATH = f"import sys; sys.path[0] = {_ROOT!r}; "
_START = "from bfclx.__main__ import main; main()"


def _run(
    *arguments: str, allowed: tuple[int, ...] = (0,), ends_with_caller: bool = False
) -> tuple[str, str, int]:
    """Its output, its messages and its exit code; a ProgramError for one that is not allowed.

    With `ends_with_caller`, it is stopped (SIGTERM) if this process is killed.
    """
    import subprocess  # here, because few need it and it takes as long as the rest of bfclx

    first = f"from bfclx._caller import end_with; end_with({os.getpid()}); " if ends_with_caller else ""
    done = subprocess.run(
        [sys.executable, "-c", _PATH + first + _START, *arguments], capture_output=True, stdin=subprocess.DEVNULL
    )
    out = done.stdout.decode("utf-8", "surrogateescape")
    messages = done.stderr.decode("utf-8", "surrogateescape").strip()
    if done.returncode not in allowed:
        raise ProgramError(messages or f"the program ended with {done.returncode}", done.returncode)
    return out, messages, done.returncode


def _options(**given: Any) -> list[str]:
    """None and False are left out, True is the flag alone; a list is joined by commas."""
    options = []
    for name, value in given.items():
        if value is None or value is False:
            continue
        options.append("--" + name.replace("_", "-"))
        if value is True:
            continue
        is_many = not isinstance(value, (str, int, float, os.PathLike))
        options.append(",".join(map(str, value)) if is_many else os.fspath(value)
                       if isinstance(value, os.PathLike) else str(value))
    return options


def _dataset_options(dataset: _DatasetLike) -> list[str]:
    if isinstance(dataset, Dataset):
        return _options(dataset=dataset.path, cassette=dataset.cassette)
    return _options(dataset=dataset)


def _place_of(dataset: Union[_Path, None]) -> str:
    """As the program has it."""
    return os.fspath(dataset or os.environ.get("BFCLX_DATASET") or "data/bfcl")


def _opened(dataset: _DatasetLike) -> Dataset:
    return dataset if isinstance(dataset, Dataset) else open_at(_place_of(dataset))


def _dots(underscore_to_dot: Optional[bool]) -> Optional[str]:
    return None if underscore_to_dot is None else "yes" if underscore_to_dot else "no"


def _places(paths: Union[_Path, Iterable[_Path]]) -> list[str]:
    given = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    return [os.fspath(path) for path in given]


def evaluate(
    result_dir: _Path = "result",
    score_dir: _Path = "score",
    *,
    dataset: _DatasetLike = None,
    model: _Names = None,
    test_category: _Names = None,
    partial_eval: bool = False,
    leaderboard: str = "v4",
    models: Optional[_Path] = None,
    jobs: Optional[int] = None,
) -> list[str]:
    """Writes score files and tables as the official `bfcl evaluate` does, to the byte.

    `model` and `test_category` are names or lists of them; all when not given. `models` is a file with
    more models for the registry. Returns what the program noted: inputs that could not be used (the rest is
    evaluated), and what it did to them. A ProgramError where nothing could be done.
    """
    _, messages, _ = _run(
        "evaluate", *_dataset_options(dataset),
        *_options(result_dir=os.path.abspath(result_dir), score_dir=os.path.abspath(score_dir),
                  model=model, test_category=test_category, partial_eval=partial_eval,
                  leaderboard=leaderboard, models=models, jobs=jobs),
        allowed=(0, 1),
    )
    return messages.splitlines()


def diagnose(
    paths: Union[_Path, Iterable[_Path]],
    *,
    dataset: _DatasetLike = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    model: Optional[str] = None,
    models: Optional[_Path] = None,
    category: _Names = None,
    logs: bool = True,
    jobs: Optional[int] = None,
) -> Diagnosis:
    """Problems that distort a score: `bfclx doctor --format json` on result files, models' folders or folders of
    models. `logs=False` leaves the inference logs of episodes unread."""
    out, _, _ = _run(
        "doctor", "--format", "json", *_dataset_options(dataset),
        *_options(decoder=decoder, underscore_to_dot=_dots(underscore_to_dot), model=model,
                  models=models, category=category, no_logs=not logs, jobs=jobs),
        "--", *_places(paths),
        allowed=(0, 1),
    )
    import json

    return json.loads(out)  # type: ignore[no-any-return]


def audit(
    runs: Union[_Path, Iterable[_Path], Mapping[str, Run]],
    *,
    dataset: _DatasetLike = None,
    decoder: Optional[str] = None,
    underscore_to_dot: Optional[bool] = None,
    model: Optional[str] = None,
    models: Optional[_Path] = None,
    category: _Names = None,
    today: Optional[datetime.date] = None,
    fdr: float = 0.05,
    top: Optional[int] = None,
    jobs: Optional[int] = None,
) -> AuditReport:
    """Incorrect ground truth, found from many runs' responses side by side: the dict of `bfclx dataset audit --json`.

    `runs` are result files, models' folders or folders of models; or, as `compare` takes them, verdicts by label:
    {"my-model": verdicts}. With verdicts `dataset` is the one that they come from, and the options that say how responses
    are parsed, `jobs` and `category` are not given. (The `hash` of a dataset without a manifest is that of the files read
    so far; verdicts in another order than the program's move the last digits of `suspicion`.)

    `entries` has every entry, the most suspicious first, or the first `top` of them. Each has its `id`, the
    `classes` that it is suspicious by with a sentence for each in `reasons`, how many `runs` answer it and how
    many of them it `passes`, and its refused `answers` of one meaning together, the commonest first, with the
    `runs` that gave them by label. `suspicion` is in log-odds; `failing_share`, `agreed_share` and
    `plausible_share` are from 0 to 1, of runs that weigh by their accuracy. `runs` are the runs with how many
    `entries` they answer and how many are `right`; `totals` has their overall scores, from 0 to 1, and ranks of
    all that they share and without what is suspicious, None where they share nothing that counts. `audited` and
    `suspicious` count entries. `fdr` (0 to 1) limits how often an entry gets into a statistical class by chance alone.
    `warnings` lists problems of a run, such as generation errors and missing entries. They are found in result files
    only, so it is empty for verdicts.

    One run alone is audited too: what its entries contradict by themselves is found, what rests on agreement is
    not. Inputs that could not be used are told on standard error, the rest is audited. `today` is what simulated
    services take for the date, the clock's in UTC when not given; `jobs` the threads, all cores when not given.
    Official scores are never touched.

    Raises a ValueError where `fdr` or `top` is out of its range, for what does not go with verdicts and where
    there are none, an UnknownEntryError for verdicts of another dataset, and a ProgramError for paths, names and
    missing files, and where there is nothing to audit.
    """
    if not 0 <= fdr <= 1:
        raise ValueError("fdr must be from 0 to 1")
    if top is not None and top < 1:
        raise ValueError("top must be 1 at least")
    if today is not None and not isinstance(today, datetime.date):
        raise TypeError("today must be a datetime.date")
    if isinstance(runs, Mapping):
        if any(one is not None for one in
               (decoder, underscore_to_dot, model, models, category, today, jobs)):
            raise ValueError("verdicts are read already: give no more than dataset, fdr and top")
        return audit_verdicts(runs, _opened(dataset), fdr, top)
    out, messages, code = _run(
        "dataset", "audit", "--json", *_dataset_options(dataset),
        *_options(decoder=decoder, underscore_to_dot=_dots(underscore_to_dot), model=model,
                  models=models, category=category, fdr=fdr, top=top, jobs=jobs,
                  today=None if today is None else f"{today:%Y-%m-%d}"),
        "--", *_places(runs),
        allowed=(0, 1),
    )
    if not out:  # nothing of the input could be used
        raise ProgramError(messages, code)
    if messages:
        print(messages, file=sys.stderr)
    import json

    return json.loads(out)  # type: ignore[no-any-return]


def get_dataset(
    path: _Path = "data/bfcl", *, source: Optional[_Path] = None, force: bool = False
) -> Dataset:
    """Obtains the official dataset and opens it; what is there already is left alone.

    Fetches the pinned official release with pip (about 2 MB, checked against its SHA-256), or takes it from
    `source`, an unpacked copy. Nothing of the release is executed. Says on standard error what it does.
    Raises DatasetError.
    """
    import contextlib
    import pathlib

    from bfclx import _get_dataset

    try:
        with contextlib.redirect_stdout(sys.stderr):
            _get_dataset.obtain(pathlib.Path(path), source, force)
    except (_get_dataset.Problem, OSError, ValueError) as problem:
        raise DatasetError(str(problem)) from problem
    return Dataset.open(path)


def self_check(dataset: Dataset, *, category: _Names = None) -> list[SelfCheckFinding]:
    """Entries whose own ground truth does not pass as it is written: `bfclx dataset validate`.

    `category` is a category or group, or a list of them; all that the dataset has when not given. Each finding is
    {"id", "category", "outcome", "rule", "reason"}; the outcome is "malformed" (left out everywhere, the
    reason names file and line), "impossible" (nothing made from the ground truth passes), "trap" (something
    passes, but not as it reads), "as_text" (passes as structured calls, not as Python text) or "untold" (a
    service has no recorded answer).
    """
    names = dataset.categories()
    if category is not None:
        names = []
        for given in [category] if isinstance(category, str) else category:
            names += category_group(given) or [given]
    return [finding for name in names for finding in _self_check(dataset, name)]

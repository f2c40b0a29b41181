"""Comparison of verdicts at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Mapping, Union

from bfclx._core import Verdict, _compare
from bfclx._program import _DatasetLike, _opened

if TYPE_CHECKING:
    from bfclx.shapes import Comparison

Run = Union[Mapping[str, Union[bool, Verdict]], Iterable[Verdict]]


def _rows(run: Run) -> list[tuple[str, bool, str]]:
    rows = {}
    items = run.items() if isinstance(run, Mapping) else ((one.id, one) for one in run)
    for entry_id, given in items:
        if entry_id is None:
            raise ValueError("a verdict without an id cannot be compared")
        if isinstance(given, Verdict):
            if given.skipped is None:
                rows[entry_id] = (entry_id, given.valid, given.error_type or "")
        else:
            rows[entry_id] = (entry_id, bool(given), "")
    return list(rows.values())


def compare(
    a: Run,
    b: Run,
    *,
    dataset: _DatasetLike = None,
    leaderboard: str = "v4",
    draws: int = 4000,
    seed: int = 1,
) -> Comparison:
    """What the difference between two runs means: the numbers of `bfclx compare --format json`.

    A run is a list of verdicts, or a dict of verdicts or bools by id. Entries that both have are compared
    pair by pair, those that depend on each other together. `overall` has the scores `a` and `b` from 0 to
    1, their `difference` (b - a), its `interval_95` and `p`; `categories`, `gained` and `lost` say where it
    comes from. `dataset` is needed for your own benchmark, whose scores are accuracies over its entries.
    `draws` and `seed` make the random numbers, so that a comparison repeats.
    """
    if not 100 <= draws <= 1_000_000 or seed < 0:
        raise ValueError("draws must be from 100 to 1000000, and seed not negative")
    return _compare(_rows(a), _rows(b), leaderboard, draws, seed,
                    None if dataset is None else _opened(dataset))

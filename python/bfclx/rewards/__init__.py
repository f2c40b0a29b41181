"""Verdicts as rewards: bfclx.rewards.verl, .trl and .verifiers, a thin file for each framework.

`verl` and `trl` import no framework: they have the signatures that the frameworks call. A reward is 1.0 for a
right reply and 0.0 for a wrong one, as the official evaluator says. `by_turn` and `by_call` are our own, shares of
what was right (bfclx.rewards.shaping).
"""

from __future__ import annotations

import functools
import os
from typing import Literal, Optional, Union

from bfclx._core import Dataset, Verdict

Credit = Literal["official", "by_turn", "by_call"]


@functools.lru_cache(maxsize=None)
def _opened(path: str) -> Dataset:
    return Dataset.sample() if path == "sample" else Dataset.open(path)


def dataset_of(given: Union[Dataset, str, "os.PathLike[str]"]) -> Dataset:
    """The dataset itself, or that of a path, opened once in a process."""
    return given if isinstance(given, Dataset) else _opened(os.fspath(given))


def reward_of(
    verdict: Verdict, credit: Credit = "official", dataset: Optional[Dataset] = None
) -> float:
    """1.0 or 0.0; with a partial credit any share between. `by_call` needs the dataset."""
    if credit == "official":
        return float(verdict.valid)
    from bfclx.rewards import shaping

    if credit == "by_turn":
        return shaping.by_turn(verdict)
    if credit == "by_call" and dataset is not None:
        return shaping.by_call(dataset, verdict)
    raise ValueError(f"no such credit here: {credit!r}")

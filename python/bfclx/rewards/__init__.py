"""Verdicts as rewards: bfclx.rewards.verl and bfclx.rewards.trl, a thin file for each framework.

Neither imports its framework: both are plain functions with the signatures that the frameworks call.
A reward is 1.0 for a right reply and 0.0 for a wrong one, as the official evaluator says. `by_turn` is our
own: for episodes the share of turns that passed before the first that failed.
"""

from __future__ import annotations

import functools
import os
from typing import Literal, Union

from bfclx._core import Dataset, Verdict

Credit = Literal["official", "by_turn"]


@functools.lru_cache(maxsize=None)
def _opened(path: str) -> Dataset:
    return Dataset.sample() if path == "sample" else Dataset.open(path)


def dataset_of(given: Union[Dataset, str, "os.PathLike[str]"]) -> Dataset:
    """The dataset itself, or that of a path, opened once in a process."""
    return given if isinstance(given, Dataset) else _opened(os.fspath(given))


def reward_of(verdict: Verdict, credit: Credit = "official") -> float:
    """1.0 or 0.0; by turn, for episodes, any share between."""
    if credit == "by_turn" and verdict.turns_total:
        return verdict.turns_passed / verdict.turns_total
    return float(verdict.valid)

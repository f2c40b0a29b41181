"""What a pickled dataset names: functions of the compiled module cannot be pickled."""

from __future__ import annotations

from bfclx._core import Dataset


def reopen(path: str, cassette: str, is_sample: bool) -> Dataset:
    """The dataset that was opened from there."""
    return Dataset.sample() if is_sample else Dataset.open(path, cassette=cassette or None)

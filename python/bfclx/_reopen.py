"""Datasets by the place where they are."""

from __future__ import annotations

import functools

from bfclx._core import Dataset


def reopen(path: str, cassette: str, is_sample: bool) -> Dataset:
    """What a pickled dataset names: functions of the compiled module cannot be pickled."""
    return Dataset.sample() if is_sample else Dataset.open(path, cassette=cassette or None)


def open_at(path: str) -> Dataset:
    """That of a path, or 'sample'."""
    return Dataset.sample() if path == "sample" else Dataset.open(path)


opened = functools.lru_cache(maxsize=None)(open_at)
"""The same, once in a process."""

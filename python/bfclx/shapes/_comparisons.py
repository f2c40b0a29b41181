"""Comparisons."""

from __future__ import annotations

from typing import Any, Optional, TypedDict

from bfclx.shapes._numbers import Interval
from bfclx.shapes._scores import Basis, ScoreWithBasis

__all__ = [
    "CategoryComparison", "Comparison", "ErrorChange", "Flip", "OverallComparison",
]


class CategoryComparison(TypedDict):
    """`a` and `b` are accuracies of the entries that both runs have, `difference` is b - a."""

    category: str
    in_overall_score: bool
    entries: int
    clusters: int
    a_right: int
    b_right: int
    a: Optional[float]
    b: Optional[float]
    difference: Optional[float]
    standard_error: Optional[float]
    interval_95: Optional[Interval]
    gained: int
    lost: int
    only_a: int
    only_b: int
    mcnemar_p: Optional[float]
    mcnemar_mid_p: Optional[float]
    cluster_p: Optional[float]
    holm_p: Optional[float]


class OverallComparison(TypedDict):
    """Overall scores, 0 to 1, and `difference`, b - a."""

    weight: float
    missing: list[str]
    a: Optional[float]
    b: Optional[float]
    difference: Optional[float]
    standard_error: Optional[float]
    interval_95: Optional[Interval]
    p: Optional[float]
    holm_p: Optional[float]
    smallest_detectable: Optional[float]
    narrowed_by: Optional[dict[str, Any]]


class Flip(TypedDict):
    """An entry that passes in one run alone. `error_type` is that of the other."""

    id: str
    category: str
    error_type: str


ErrorChange = TypedDict("ErrorChange", {"from": str, "to": str, "count": int, "example": str})
"""Entries that fail in both runs with different error types."""


class Comparison(TypedDict):
    """What the difference between two runs means: `compare`. `overall` is of the entries that both have, whose
    `basis` it is; `runs` are both scores, each of all its own entries."""

    overall: OverallComparison
    entries: int
    a_right: int
    b_right: int
    mcnemar_p: float
    mcnemar_mid_p: float
    categories: list[CategoryComparison]
    gained: list[Flip]
    lost: list[Flip]
    error_changes: list[ErrorChange]
    runs: list[ScoreWithBasis]
    basis: Basis

"""Scores of runs."""

from __future__ import annotations

from typing import Any, Optional, TypedDict

from bfclx.shapes._numbers import Interval
from bfclx.shapes._verdicts import ReasonDict

__all__ = [
    "Basis", "CategoryReport", "DatasetInfo", "FailureCount", "LineCounts", "ModelReport", "OverallScore",
    "PartScore", "Problem", "ProgramInfo", "RunSettings", "ScoreReport", "ScoreWithBasis", "Totals",
    "TurnProgress", "UnscoredCategory", "VerdictRow",
]


class ProgramInfo(TypedDict):
    name: str
    version: str


class DatasetInfo(TypedDict):
    place: str
    version: str
    hash: str


class RunSettings(TypedDict):
    """How responses were parsed, and why so. `confidence` is a share; 1.0 of a decoder that was named."""

    decoder: str
    decoder_reason: str
    confidence: float
    underscore_to_dot: bool
    underscore_to_dot_reason: str


class LineCounts(TypedDict):
    """Lines of files that are not blank, each once."""

    total: int
    used: int
    unusable: int
    skipped: int


class FailureCount(TypedDict):
    error_type: str
    count: int


class TurnProgress(TypedDict):
    """Turns, not entries. In no official score."""

    turns_passed: int
    turns_total: int


class LatencyFigures(TypedDict):
    """How long requests took, in seconds. A step of an episode counts as a request."""

    requests: int
    p50: float
    p95: float


class StreamedTimes(TypedDict):
    p50: float
    p95: float


class StreamedLatency(TypedDict):
    """Of responses that were streamed: seconds to the first token and between tokens."""

    responses: int
    first_token: Optional[StreamedTimes]
    between_tokens: Optional[StreamedTimes]
    tokens_per_second: Optional[float]


class _RunLatency(LatencyFigures):
    categories: dict[str, LatencyFigures]


class RunLatency(_RunLatency, total=False):
    """The latency of a run, by `latency` in its result lines. `streamed` is there for streamed responses alone."""

    streamed: StreamedLatency


class _CategoryReport(TypedDict):
    category: str
    group: str
    in_overall_score: bool
    total: int
    entries: int
    right: int
    accuracy: Optional[float]
    interval_95: Optional[Interval]
    latency: Optional[LatencyFigures]
    failures: list[FailureCount]
    own_turn_progress: Optional[TurnProgress]
    missing: int
    missing_ids: list[str]
    unknown: int
    unknown_ids: list[str]
    duplicates: int
    duplicate_ids: list[str]
    unusable: int


class CategoryReport(_CategoryReport, total=False):
    """The score of a category. `total` are its entries, `entries` those with a verdict, `right` those that pass.
    `skipped` and `impossible` are there for executable categories alone."""

    skipped: dict[str, Any]
    impossible: list[dict[str, Any]]


class Totals(TypedDict):
    total: int
    passed: int
    failed: int
    missing: int
    skipped: int
    skipped_by_reason: dict[str, int]


class _Basis(TypedDict):
    kind: str
    leaderboard: str
    weight: float
    missing: list[str]
    categories: int
    entries: int
    missing_entries: int
    sample: Optional[int]
    runs: int
    dataset: Optional[str]
    text: str
    key: str


class Basis(_Basis, total=False):
    """What an overall score is of: `kind` is complete, partial, shared or sampled; `weight` the share of the
    leaderboard's weight. Scores with another `key` are not ranked together."""

    malformed_entries: int
    no_common_entries: list[str]


class ScoreWithBasis(TypedDict):
    """The overall score, 0 to 1, or None; and its basis."""

    value: Optional[float]
    standard_error: Optional[float]
    interval_95: Optional[Interval]
    basis: Basis


class PartScore(TypedDict):
    """A score of the leaderboard. `value` is None where categories are `missing`; `missing_as_0` counts them as 0."""

    name: str
    value: Optional[float]
    missing_as_0: float
    interval_95: Optional[Interval]
    missing: list[str]


class OverallScore(TypedDict):
    leaderboard: str
    scores: list[PartScore]


class UnscoredCategory(TypedDict):
    category: str
    entries: int
    reason: str


class Problem(TypedDict):
    """What of a file could not be used (`unusable`), or is worth knowing. `line` counts from 1."""

    file: str
    line: Optional[int]
    id: Optional[str]
    message: str
    unusable: bool


class _ModelReport(TypedDict):
    model: str
    registry_entry: Optional[str]
    settings: Optional[RunSettings]
    files: list[str]
    lines: LineCounts
    categories: list[CategoryReport]
    totals: Totals
    latency: Optional[RunLatency]
    score: ScoreWithBasis
    overall: Optional[OverallScore]
    not_scored: list[UnscoredCategory]
    not_in_run: list[str]
    problems: list[Problem]


class WeightedTag(TypedDict):
    tag: str
    weight: float
    entries: int
    right: int


class WeightedAccuracy(TypedDict):
    """The parts of the `score` of a benchmark with weights. `weight`: the share of the tags that have entries."""

    value: Optional[float]
    standard_error: Optional[float]
    interval_95: Optional[Interval]
    weight: float
    groups: list[WeightedTag]
    without_weights: ScoreWithBasis


class ModelReport(_ModelReport, total=False):
    """The scores of a run. `model` is its label, `overall` the table of the leaderboard where one was asked for."""

    warnings: list[Any]
    weighted_accuracy: WeightedAccuracy


class ScoreReport(TypedDict):
    """`bfclx score --format json`."""

    program: ProgramInfo
    dataset: DatasetInfo
    models: list[ModelReport]
    problems: list[Problem]


class _VerdictRow(TypedDict):
    model: str
    id: str
    valid: Optional[bool]


class VerdictRow(_VerdictRow, total=False):
    """A line of `bfclx score --verdicts`. `valid` is None of what has no verdict: a `problem`, or `skipped`.
    `superseded`: another response to the same entry counts. What does not apply is absent."""

    error_type: str
    error: Any
    decoded: Any
    decoded_repr: str
    decode_error: str
    decode_error_class: str
    execution: Any
    last_non_fc_message: Any
    model_executed_output: Any
    impossible: str
    why: ReasonDict
    skipped: str
    request: Any
    variable: str
    superseded: bool
    problem: str

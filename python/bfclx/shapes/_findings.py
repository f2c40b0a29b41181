"""Diagnoses and audits."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict

from bfclx.shapes._numbers import Interval
from bfclx.shapes._scores import DatasetInfo, ProgramInfo

__all__ = [
    "AuditAlternative", "AuditAnswer", "AuditCategory", "AuditDifference", "AuditDiscrimination", "AuditEdit",
    "AuditEntry", "AuditEvidence", "AuditFit", "AuditMalformed", "AuditReport", "AuditRun", "AuditTotals",
    "AuditTotalsRun", "AuditWarning", "AuditedDataset", "DiagnosedModel", "Diagnosis", "Finding", "FindingExample",
    "FindingPoints", "OtherSettings", "RunRanks",
]


class FindingExample(TypedDict):
    id: str
    file: str
    line: Optional[int]
    text: str


class OtherSettings(TypedDict, total=False):
    """Settings that would be better, where they are known."""

    decoder: str
    underscore_to_dot: bool


class FindingPoints(TypedDict):
    """Change of the accuracy in points if the problem is fixed, with its 95 % CI; or the limits, without an estimate."""

    estimate: Optional[float]
    low: float
    high: float


class Finding(TypedDict):
    """A problem that distorts a score. `right_change` is how many more (or fewer) entries would pass."""

    code: str
    severity: Literal["info", "warning", "error"]
    title: str
    count: int
    categories: dict[str, int]
    examples: list[FindingExample]
    ids: list[str]
    right_change: Optional[int]
    places_text: str
    change_text: str
    counts_text: str
    points: Optional[FindingPoints]
    certainty: Literal["fact", "scored", "inferred"]
    fix: str
    settings: Optional[OtherSettings]
    effect: str
    advice: str


class DiagnosedModel(TypedDict):
    """`replies` counts the responses."""  # words: keep

    model: str
    decoder: str
    underscore_to_dot: bool
    replies: int  # words: keep
    findings: list[Finding]


class Diagnosis(TypedDict):
    """`bfclx doctor --format json`."""

    program: ProgramInfo
    dataset: DatasetInfo
    models: list[DiagnosedModel]
    problems: list[str]


class AuditDifference(TypedDict):
    kind: Literal["value", "missing", "extra"]
    function: str
    parameter: str
    truth: str
    found: str
    optional: bool
    spelling: bool
    found_in_question: bool
    truth_in_question: bool
    fits_schema: bool


class AuditAnswer(TypedDict):
    """Refused responses of one meaning. `runs` are labels, `count` is how many they are."""

    count: int
    decoded: bool
    answer: str
    error_type: str
    differs_in: Literal["none", "count", "function", "arguments"]
    differences: list[AuditDifference]
    runs: list[str]


class AuditDiscrimination(TypedDict):
    value: float
    interval_95: Interval
    p_negative: float


class AuditFit(TypedDict):
    slope: float
    difficulty: float
    explained: float
    outfit: float


class AuditEvidence(TypedDict):
    """`name` is a class or a signal, `weight` the log-odds that it adds."""

    name: str
    weight: float
    proof: bool
    text: str


class AuditAlternative(TypedDict):
    """The response on which `runs` runs of `families` model families agree, with their mean accuracy."""

    answer: str
    runs: int
    families: int
    accuracy: float
    accuracy_passing: Optional[float]
    text: str


class AuditEdit(TypedDict):
    """A change of the possible answers of one parameter."""

    action: str
    function: str
    parameter: str
    value: str


class AuditEntry(TypedDict):
    """How suspicious an entry's ground truth is. `runs` answer it, `passes` of them pass; shares are of runs.

    `list` is "proof", "likely_wrong", "hard" or "none"; `probability` that the ground truth is wrong.
    """

    id: str
    category: str
    suspicion: float
    suspicious: bool
    classes: List[str]
    reasons: List[str]
    runs: int
    passes: int
    failing_share: float
    agreed_share: float
    plausible_share: float
    p_agreed: float
    q: float
    discrimination: Optional[AuditDiscrimination]
    fit: Optional[AuditFit]
    truth: List[Dict[str, Any]]
    answers: List[AuditAnswer]
    different_answers: int
    one_spelling: Optional[str]
    near_duplicates: List[str]
    list: str
    probability: float
    evidence: List[AuditEvidence]
    alternative: Optional[AuditAlternative]
    correction: List[AuditEdit]
    correction_text: Optional[str]
    probability_text: str
    signals: Dict[str, float]


class AuditRun(TypedDict):
    label: str
    entries: int
    right: int


class RunRanks(TypedDict):
    """A score and its rank, 1 is the best; `rank_low` to `rank_high` hold jointly at 95 %."""

    score: float
    interval_95: Interval
    rank: int
    rank_low: int
    rank_high: int


class _AuditTotalsRun(TypedDict):
    label: str
    all: RunRanks
    without_suspicious: RunRanks


class AuditTotalsRun(_AuditTotalsRun, total=False):
    """Repeats of a model are one row with their mean: `repeats` says how many."""

    repeats: int


class _AuditTotals(TypedDict):
    weight: float
    entries: int
    leaderboard: str
    entries_without_suspicious: int
    runs: list[AuditTotalsRun]


class AuditTotals(_AuditTotals, total=False):
    """`tag_weights` is present if the accuracy uses the weights of `dataset.json`."""

    tag_weights: bool


class AuditedDataset(TypedDict):
    version: str
    hash: str


class AuditMalformed(TypedDict):
    id: str
    category: str
    file: str
    line: Optional[int]
    text: str


class AuditWarning(TypedDict):
    run: str
    kind: str
    count: int
    of: int
    categories: list[dict[str, Any]]
    text: str
    affects_comparison: bool


class AuditCategory(TypedDict):
    """Audited entries of a category, and how many are in each list."""

    category: str
    entries: int
    proof: int
    likely_wrong: int
    hard: int


class AuditReport(TypedDict):
    """`bfclx dataset audit --json`: `audit`. `fdr` is `false_discovery_rate`, 0 to 1."""

    bfclx_version: str
    dataset: AuditedDataset
    malformed: list[AuditMalformed]
    totals: Optional[AuditTotals]
    false_discovery_rate: float
    audited: int
    suspicious: int
    lists: dict[str, int]
    categories: list[AuditCategory]
    text: str
    few_runs: Optional[str]
    runs: list[AuditRun]
    warnings: list[AuditWarning]
    entries: list[AuditEntry]

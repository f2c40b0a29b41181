"""The dicts that bfclx gives, as TypedDicts, for annotations: `from bfclx.shapes import Entry`.

Shares and accuracies are 0 to 1, counts are entries where nothing else is said, `interval_95` is a 95 % confidence
interval. None stands for a number that was not computed, never 0. What a response holds itself is Any.
"""

from __future__ import annotations

from bfclx.shapes._comparisons import (
    CategoryComparison, Comparison, ErrorChange, Flip, OverallComparison,
)
from bfclx.shapes._conversation import (
    Ask, AskEffect, AskFinished, AskModel, AskTemplate, AskTokenize, EffectRequest, ModelRequest, StepNote,
)
from bfclx.shapes._datasets import (
    CategoryInfo, DecoderInfo, Entry, FunctionDoc, Message, ModelInfo, SelfCheckFinding,
)
from bfclx.shapes._findings import (
    AuditAlternative, AuditAnswer, AuditCategory, AuditDifference, AuditDiscrimination, AuditEdit, AuditEntry,
    AuditEvidence, AuditFit, AuditMalformed, AuditReport, AuditRun, AuditTotals, AuditTotalsRun, AuditWarning,
    AuditedDataset, DiagnosedModel, Diagnosis, Finding, FindingExample, FindingPoints, OtherSettings,
    RunRanks,
)
from bfclx.shapes._numbers import (
    Interval,
)
from bfclx.shapes._scores import (
    Basis, CategoryReport, DatasetInfo, FailureCount, LatencyFigures, LineCounts, ModelReport, OverallScore,
    PartScore, Problem, ProgramInfo, RunLatency, RunSettings, ScoreReport, ScoreWithBasis, StreamedLatency,
    StreamedTimes, Totals, TurnProgress, UnscoredCategory, VerdictRow, WeightedAccuracy, WeightedTag,
)
from bfclx.shapes._verdicts import (
    ExecutedTurn, ReasonDict, RewardDetails, VerdictDict,
)

__all__ = [
    "Ask", "AskEffect", "AskFinished", "AskModel", "AskTemplate", "AskTokenize", "AuditAlternative",
    "AuditAnswer", "AuditCategory", "AuditDifference", "AuditDiscrimination", "AuditEdit", "AuditEntry",
    "AuditEvidence",
    "AuditFit", "AuditMalformed", "AuditReport",
    "AuditRun", "AuditTotals", "AuditTotalsRun", "AuditWarning", "AuditedDataset", "Basis",
    "CategoryComparison", "CategoryInfo", "CategoryReport", "Comparison", "DatasetInfo", "DecoderInfo",
    "DiagnosedModel", "Diagnosis", "EffectRequest", "Entry", "ErrorChange", "ExecutedTurn", "FailureCount",
    "Finding", "FindingExample", "FindingPoints", "Flip", "FunctionDoc", "Interval", "LatencyFigures",
    "LineCounts", "Message", "ModelInfo",
    "ModelReport", "ModelRequest", "OtherSettings", "OverallComparison", "OverallScore", "PartScore",
    "Problem", "ProgramInfo", "ReasonDict", "RewardDetails", "RunLatency", "RunRanks", "RunSettings",
    "ScoreReport", "ScoreWithBasis", "SelfCheckFinding", "StepNote", "StreamedLatency", "StreamedTimes", "Totals",
    "TurnProgress", "UnscoredCategory",
    "VerdictDict", "VerdictRow", "WeightedAccuracy", "WeightedTag",
]

"""The audit of verdicts at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Mapping, Union

from bfclx._core import Dataset, Verdict, _audit

if TYPE_CHECKING:
    from bfclx.shapes import AuditReport

Run = Union[Mapping[str, Verdict], Iterable[Verdict]]


def _verdicts(label: str, run: Run) -> list[Verdict]:
    """At most one of an entry: the last."""
    if not isinstance(label, str):
        raise TypeError("a run's label must be a string")
    found = {}
    for one in run.values() if isinstance(run, Mapping) else run:
        if not isinstance(one, Verdict):
            raise TypeError("a run must be paths, or verdicts by label")
        if one.id is None:
            raise ValueError("a verdict without an id cannot be audited")
        found[one.id] = one
    return list(found.values())


def audit_verdicts(
    runs: Mapping[str, Run], dataset: Dataset, fdr: float, top: int | None
) -> AuditReport:
    given = [(label, _verdicts(label, run)) for label, run in runs.items()]
    import json  # here, because few need it

    report: AuditReport = json.loads(_audit(dataset, given, fdr, top or 0))
    if not report["audited"]:
        raise ValueError("there is nothing to audit: no verdict, or none but of skipped entries")
    return report

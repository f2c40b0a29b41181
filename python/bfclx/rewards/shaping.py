"""Partial credit, for shaping a reward while a model learns. All of it is ours: the official verdict is right or
wrong, and nothing here may be reported under its name.

    verdict = dataset.score(entry_id, reply, decoder="prompting")
    by_turn(verdict), by_call(dataset, verdict)

>>> import bfclx
>>> dataset = bfclx.Dataset.sample()
>>> entry_id = "multi_turn_base_90000"
>>> first, *others = dataset.entry(entry_id)["ground_truth"]
>>> verdict = dataset.score(entry_id, [[f"[{', '.join(first)}]"], *([] for _ in others)], decoder="prompting")
>>> verdict.valid, by_turn(verdict), by_call(dataset, verdict)
(False, 0.5, 0.5)
"""

from __future__ import annotations

from typing import Any, Sequence

from bfclx._core import Dataset, Verdict, check_calls, decode
from bfclx._errors import BfclxError

__all__ = ["by_call", "by_turn"]


def by_turn(verdict: Verdict) -> float:
    """Of an episode the share of turns that passed before the first that failed; of other entries 1.0 or 0.0."""
    if verdict.turns_total:
        return verdict.turns_passed / verdict.turns_total
    return float(verdict.valid)


def by_call(dataset: Dataset, verdict: Verdict) -> float:
    """The share of the expected calls that the reply has, 0.0 to 1.0; a right reply has 1.0.

    Calls of single turns are each checked alone, and calls that nobody expects lower the share; where no call
    is right (irrelevance) it is that of the verdict. Of episodes those of each turn count that the ground truth
    has too, with the same arguments by name; further ones, such as looking around, cost nothing.
    """
    if verdict.valid:
        return 1.0
    entry = dataset.entry(str(verdict.id))
    truth = entry.get("ground_truth")
    decoded = verdict.decoded
    if not isinstance(truth, list) or not truth or not isinstance(decoded, list):
        return 0.0
    if verdict.turns_total:
        return _of_episode(truth, decoded)
    if not all(isinstance(one, dict) for one in (*truth, *decoded)):
        return 0.0
    return _of_calls(entry, truth, decoded)


def _language(category: str) -> str:
    return "java" if category == "simple_java" else \
        "javascript" if category == "simple_javascript" else "python"


def _of_calls(entry: dict[str, Any], truth: Sequence[Any], calls: Sequence[Any]) -> float:
    language = _language(str(entry["category"]))
    left = list(truth)
    matched = 0
    for call in calls[: 4 * len(truth) + 16]:
        for at, answer in enumerate(left):
            names = set(answer)
            functions = [doc for doc in entry["function"]
                         if doc["name"] in names or doc["name"].replace(".", "_") in names]
            if _passes(functions, answer, call, language):
                del left[at]
                matched += 1
                break
    return matched / max(len(truth), len(calls))


def _passes(functions: Any, answer: Any, call: Any, language: str) -> bool:
    for dots in (False, True):
        try:
            if check_calls(functions, [answer], [call], category="simple", language=language,
                           underscore_to_dot=dots):
                return True
        except (BfclxError, TypeError, ValueError):
            return False
    return False


def _read(call: Any) -> Any:
    """A call's text as [{name: arguments}]; None where it cannot be read."""
    try:
        return decode(str(call), decoder="prompting")
    except (ArithmeticError, AttributeError, LookupError, SyntaxError, TypeError, ValueError):
        return None


def _of_episode(truth: Sequence[Any], turns: Sequence[Any]) -> float:
    expected = matched = 0
    for at, wanted in enumerate(truth):
        steps = turns[at] if at < len(turns) and isinstance(turns[at], list) else []
        made = [_read(call) for step in steps if isinstance(step, dict)
                for call in (step.get("calls") or [])]
        for call in wanted:
            expected += 1
            known = _read(call)
            if known is not None and known in made:
                made.remove(known)
                matched += 1
    return matched / expected if expected else 0.0

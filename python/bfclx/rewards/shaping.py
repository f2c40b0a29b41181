"""Partial credit, for shaping a reward while a model learns. All of it is ours: the official verdict is right or
wrong, and nothing here may be reported under its name.

    verdict = dataset.score(entry_id, response, decoder="prompting")
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

from typing import Any, Callable, Optional, Sequence

from bfclx._core import Dataset, Verdict, _ast_check, check_calls, decode

__all__ = ["by_call", "by_turn"]


def by_turn(verdict: Verdict) -> float:
    """Of an episode the share of turns passed before the first failed turn; of other entries 1.0 or 0.0."""
    if verdict.turns_total:
        return verdict.turns_passed / verdict.turns_total
    return float(verdict.valid)


def by_call(dataset: Dataset, verdict: Verdict, underscore_to_dot: Optional[bool] = None) -> float:
    """The fraction of the expected calls that the response has, 0.0 to 1.0; a response that passes has 1.0.

    Calls of single turns are each checked alone, and calls that nobody expects lower the share; where no call
    is right (irrelevance) it is that of the verdict. Of episodes those of each turn count that the ground truth
    has too, with the same arguments by name; further ones, such as looking around, cost nothing. Without
    `underscore_to_dot` a name may be spelled either way.
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
    language = _language(str(entry["category"]))

    def passes(answer: Any, call: Any, dots: bool) -> bool:
        names = set(answer)
        functions = [doc for doc in entry["function"]
                     if doc["name"] in names or doc["name"].replace(".", "_") in names]
        return _ast_check(functions, [answer], [call], "simple", language, dots)[0]

    return _share(truth, decoded, passes, underscore_to_dot)


def by_call_of_own(verdict: Verdict, functions: Any, truth: Any, language: str,
                   underscore_to_dot: Optional[bool] = None) -> float:
    """The same for your own data, which has been checked."""
    if verdict.valid:
        return 1.0
    if not isinstance(verdict.decoded, list):
        return 0.0

    def passes(answer: Any, call: Any, dots: bool) -> bool:
        return check_calls(functions, [answer], [call], category="multiple", language=language,
                           underscore_to_dot=dots).valid

    return _share([truth] if isinstance(truth, dict) else list(truth), verdict.decoded, passes, underscore_to_dot)


def _language(category: str) -> str:
    return "java" if category == "simple_java" else \
        "javascript" if category == "simple_javascript" else "python"


def _is_call(given: Any) -> bool:
    """Whether it is {name: {parameter: value}}."""
    return isinstance(given, dict) and len(given) == 1 and isinstance(next(iter(given.values())), dict)


def _share(truth: Sequence[Any], calls: Sequence[Any], passes: Callable[[Any, Any, bool], bool],
           underscore_to_dot: Optional[bool]) -> float:
    if not all(isinstance(answer, dict) for answer in truth):
        return 0.0
    left = list(truth)
    matched = 0
    for call in filter(_is_call, calls[: 4 * len(truth) + 16]):
        for at, answer in enumerate(left):
            if _passes(answer, call, passes, underscore_to_dot):
                del left[at]
                matched += 1
                break
    return matched / max(len(truth), len(calls))


def _passes(answer: Any, call: Any, passes: Callable[[Any, Any, bool], bool],
            underscore_to_dot: Optional[bool]) -> bool:
    ways = (False, True) if underscore_to_dot is None else (underscore_to_dot,)
    try:
        return any(passes(answer, call, dots) for dots in ways)
    except Exception:  # where the official checker stops, with any class: such a call is not right
        return False


def _read(call: Any) -> Any:
    """A call's text as [{name: arguments}]; None where it cannot be read."""
    try:
        return decode(str(call), decoder="prompting")
    except Exception:  # the official decoder's, of any class
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

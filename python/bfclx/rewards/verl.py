"""Rewards for verl: `reward.custom_reward_function.path` names this file, `.name` compute_score, and
`.reward_kwargs` has the dataset:

    reward.custom_reward_function.reward_kwargs.dataset=data/bfcl

The row's `ground_truth` is the id of an entry. For data of one's own it is instead the possible answers, a
list of {name: {parameter: [alternatives]}} or its JSON, and `extra_info` has `functions` (the docs, a list
or its JSON) and may have `category` and `language`.
"""

from __future__ import annotations

import json
from typing import Any, Mapping, Optional, Sequence

from bfclx._core import check_calls, decode
from bfclx.rewards import Credit, dataset_of, reward_of


def _list(given: Any) -> list[Any]:
    return json.loads(given) if isinstance(given, str) else list(given)


def _own_score(
    reply: Any, answers: Any, info: Mapping[str, Any], decoder: str, underscore_to_dot: bool
) -> float:
    language = str(info.get("language", "python"))
    try:
        calls = decode(reply, decoder=decoder, format=language)
    except (ArithmeticError, AttributeError, LookupError, SyntaxError, TypeError, ValueError):
        return 0.0  # what cannot be read is wrong
    verdict = check_calls(
        _list(info["functions"]), _list(answers), calls,
        category=str(info.get("category", "parallel")), language=language,
        underscore_to_dot=underscore_to_dot,
    )
    return reward_of(verdict)


def _is_id(ground_truth: Any) -> bool:
    return isinstance(ground_truth, str) and not ground_truth.lstrip().startswith(("[", "{"))


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: Optional[Mapping[str, Any]] = None,
    *,
    dataset: Any = None,
    decoder: str = "prompting",
    underscore_to_dot: bool = False,
    credit: Credit = "official",
    **_: Any,
) -> float:
    """The reward of one solution."""
    if not _is_id(ground_truth):
        return _own_score(solution_str, ground_truth, extra_info or {}, decoder, underscore_to_dot)
    opened = dataset_of(dataset)
    verdict = opened.score(
        ground_truth, solution_str, decoder=decoder, underscore_to_dot=underscore_to_dot
    )
    return reward_of(verdict, credit, opened)


def compute_scores(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[Any],
    extra_infos: Sequence[Optional[Mapping[str, Any]]],
    *,
    dataset: Any = None,
    decoder: str = "prompting",
    underscore_to_dot: bool = False,
    credit: Credit = "official",
    threads: int = 1,
    **_: Any,
) -> list[float]:
    """The rewards of a batch, for verl's batch reward manager."""
    if all(_is_id(ground_truth) for ground_truth in ground_truths) and len(ground_truths):
        opened = dataset_of(dataset)
        verdicts = opened.score_batch(
            ground_truths, solution_strs, decoder=decoder, underscore_to_dot=underscore_to_dot,
            threads=threads,
        )
        return [reward_of(verdict, credit, opened) for verdict in verdicts]
    return [
        compute_score(
            *row, dataset=dataset, decoder=decoder, underscore_to_dot=underscore_to_dot,
            credit=credit,
        )
        for row in zip(data_sources, solution_strs, ground_truths, extra_infos)
    ]

"""Multi-turn checks (eval_checker/multi_turn_eval/multi_turn_checker.py)."""

from __future__ import annotations

from typing import Any, Iterator, Optional

from bfclx._core import Dataset, _multi_turn_check
from bfclx.compat._models import current_dataset
from bfclx.compat.multi_turn_utils import is_empty_execute_response


def multi_turn_checker(
    multi_turn_model_result_list_decoded: list[list[list[str]]],
    multi_turn_ground_truth_list: list[list[str]],
    test_entry: dict[str, Any],
    test_category: str,
    model_name: str,
) -> dict[str, Any]:
    """States and responses after every turn. Objects in states that are no plain values, such as
    directories, are their repr; officially they are the objects."""
    turns = multi_turn_model_result_list_decoded[: len(multi_turn_ground_truth_list)]
    truth = multi_turn_ground_truth_list[: len(turns)]
    category = test_entry["id"].rsplit("_", 1)[0]
    long_context = "long_context" in category or "composite" in category
    dataset: Optional[Dataset] = current_dataset() if long_context else None
    error, execution = _multi_turn_check(
        turns, truth, test_entry, model_name, long_context, dataset, None
    )
    if error is None:
        if len(truth) < len(multi_turn_ground_truth_list):
            raise IndexError("list index out of range")
        return {"valid": True}
    result: dict[str, Any] = {"valid": False, **error}
    if error["error_type"] == "multi_turn:instance_state_mismatch":
        result["execution_result"] = execution
    elif error["error_type"] == "multi_turn:empty_turn_model_response":
        result["details"] = {**error.get("details", {}), "execution_result": execution}
    return result


def multi_turn_irrelevance_checker(
    multi_turn_model_result_list_decoded: list[list[list[str]]],
    multi_turn_ground_truth_list: list[list[str]],
) -> dict[str, Any]:
    """Whether no call was made in the turns in which none is due."""
    turns: Iterator[tuple[list[list[str]], list[str]]] = zip(
        multi_turn_model_result_list_decoded, multi_turn_ground_truth_list
    )
    for number, (steps, truth) in enumerate(turns):
        if not truth and not is_empty_execute_response(steps):
            return {
                "valid": False,
                "error_message": "Model outputs valid function calls when it should not for turn "
                f"{number}.",
                "error_type": "multi_turn:irrelevance_error:decoder_success",
                "details": {"model response decoded": steps},
            }
    return {"valid": True}

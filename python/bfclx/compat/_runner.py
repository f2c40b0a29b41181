"""Verdicts on single entries with a handler of the caller's (eval_checker/eval_runner.py).

A handler is any object with `decode_ast(result, language, has_tool_call_tag)` and
`decode_execute(result, has_tool_call_tag)`; `Decoder` makes one of a decoder of bfclx.
"""

from __future__ import annotations

from typing import Any

from bfclx._core import decode
from bfclx.compat._checkers import (
    agentic_checker,
    ast_checker,
    is_empty_output,
    is_function_calling_format_output,
)
from bfclx.compat._episodes import multi_turn_checker
from bfclx.compat._names import Language, ReturnFormat
from bfclx.compat.multi_turn_utils import is_empty_execute_response


class Decoder:
    """A handler that decodes as one of bfclx.decoders() does."""

    def __init__(self, name: str) -> None:
        self.name = name

    def decode_ast(
        self, result: Any, language: Any = ReturnFormat.PYTHON, has_tool_call_tag: bool = False
    ) -> Any:
        format = getattr(language, "value", language)
        return decode(result, decoder=self.name, format=format, has_tool_call_tag=has_tool_call_tag)

    def decode_execute(self, result: Any, has_tool_call_tag: bool = False) -> Any:
        return decode(
            result, decoder=self.name, execute=True, has_tool_call_tag=has_tool_call_tag
        )


def _failure(index: Any, model_name: str, test_category: str, **members: Any) -> dict[str, Any]:
    return {
        "id": index,
        "model_name": model_name,
        "test_category": test_category,
        "valid": False,
        **members,
    }


def _evaluate_single_ast_entry(
    handler: Any,
    index: str,
    model_result_item: Any,
    possible_answer_item: Any,
    prompt_entry: dict[str, Any],
    model_name: str,
    test_category: str,
    language: Language,
    return_format: ReturnFormat,
    has_tool_call_tag: bool = False,
) -> dict[str, Any]:
    def failure(**members: Any) -> dict[str, Any]:
        return _failure(
            index, model_name, test_category, prompt=prompt_entry,
            possible_answer=possible_answer_item, **members,
        )

    functions = prompt_entry["function"]
    try:
        decoded = handler.decode_ast(model_result_item, return_format, has_tool_call_tag)
    except Exception as error:
        return failure(
            error=[f"Invalid syntax. Failed to decode AST. {error}"],
            error_type="ast_decoder:decoder_failed",
            model_result_raw=model_result_item,
        )
    if not is_function_calling_format_output(decoded):
        return failure(
            error=[
                "Did not output in the specified format. Note: the model_result is wrapped in a "
                "string to ensure json serializability."
            ],
            error_type="ast_decoder:decoder_wrong_output_format",
            model_result_raw=str(model_result_item),
            model_result_decoded=str(decoded),
        )
    paired_by = index.split(":")[-1] if test_category == "format_sensitivity" else test_category
    checked = ast_checker(
        functions, decoded, possible_answer_item, language, paired_by, model_name
    )
    if checked["valid"]:
        return {"valid": True}
    return failure(
        error=checked["error"],
        error_type=checked["error_type"],
        model_result_raw=model_result_item,
        model_result_decoded=decoded,
    )


def _evaluate_single_relevance_entry(
    handler: Any,
    index: str,
    model_result_item: Any,
    prompt_entry: dict[str, Any],
    model_name: str,
    test_category: str,
) -> dict[str, Any]:
    decoded, decode_error, has_call = None, None, False
    try:
        decoded = handler.decode_ast(
            model_result_item, language=ReturnFormat.PYTHON, has_tool_call_tag=False
        )
        has_call = not is_empty_output(decoded)
    except Exception as error:
        decode_error = str(error)
    irrelevance = "irrelevance" in test_category
    if has_call != irrelevance:
        return {"valid": True}
    return _failure(
        index, model_name, test_category, prompt=prompt_entry, model_result=model_result_item,
        decoded_result=decoded,
        error=[
            "Valid syntax. Successfully decode AST when it should not."
            if irrelevance
            else f"Invalid syntax. Failed to decode AST when it should have. {decode_error}"
        ],
        error_type="irrelevance_error:decoder_success"
        if irrelevance
        else "relevance_error:decoder_failed",
    )


def _calls_of(handler: Any, step: Any) -> Any:
    """The calls of a step; None where it holds none or cannot be read."""
    try:
        decoded = handler.decode_execute(step, has_tool_call_tag=False)
        return None if is_empty_execute_response(decoded) else decoded
    except Exception:
        return None


def _evaluate_single_multi_turn_entry(
    handler: Any,
    test_entry_id: str,
    model_result_list: Any,
    ground_truth_list: list[list[str]],
    prompt_entry: dict[str, Any],
    model_name: str,
    test_category: str,
) -> dict[str, Any]:
    """Takes `function` out of prompt_entry, as officially."""
    prompt_entry.pop("function", None)

    def failure(**members: Any) -> dict[str, Any]:
        return _failure(
            test_entry_id, model_name, test_category, prompt=prompt_entry,
            possible_answer=ground_truth_list, **members,
        )

    def unfinished(message: str, error_type: str) -> dict[str, Any]:
        return failure(
            error={"error_message": [message], "error_type": error_type},
            model_result=model_result_list,
        )

    if type(model_result_list) is not list:
        return unfinished(
            "Error during inference phase. Model did not output a list of model responses.",
            "multi_turn:inference_error",
        )
    given, due = len(model_result_list), len(ground_truth_list)
    if given != due:
        return unfinished(
            "Model was force-terminated during inference phase. The length of the model result "
            f"turns ({given}) does not match the length of the ground truth turns ({due}).",
            "multi_turn:force_terminated",
        )
    decoded = [
        [calls for step in turn if (calls := _calls_of(handler, step)) is not None]
        for turn in model_result_list
    ]
    checked = multi_turn_checker(
        decoded, ground_truth_list, prompt_entry, test_category, model_name
    )
    if checked.pop("valid"):
        return {"valid": True}
    return failure(
        error=checked, model_result_raw=model_result_list, model_result_decoded=decoded
    )


def _evaluate_single_agentic_entry(
    handler: Any,
    index: str,
    model_result_list: Any,
    possible_answer_item: list[str],
    prompt_entry: dict[str, Any],
    model_name: str,
    test_category: str,
) -> dict[str, Any]:
    """Takes `function` out of prompt_entry, as officially."""
    prompt_entry.pop("function", None)

    def failure(**members: Any) -> dict[str, Any]:
        return _failure(
            index, model_name, test_category, possible_answer=possible_answer_item, **members
        )

    if type(model_result_list) is not list or len(model_result_list) != 1:
        return failure(
            error={
                "error_message": [
                    "Error during inference phase. Model did not output a list of model responses."
                ],
                "error_type": "agentic:inference_error",
            },
            prompt=prompt_entry,
            model_result=model_result_list,
        )
    decoded, last_message = [], None
    for step in model_result_list[0]:
        calls = _calls_of(handler, step)
        if calls is None:
            last_message = step
        else:
            decoded.append(calls)
    if not last_message:
        return failure(
            error={
                "error_message": ["Cannot find the last chat message that is not a function call."],
                "error_type": "agentic:no_last_message",
            },
            prompt=prompt_entry,
            model_result=model_result_list,
            model_result_decoded=decoded,
        )
    checked = agentic_checker(last_message, possible_answer_item)
    if checked.pop("valid"):
        return {"valid": True}
    return failure(
        error=checked,
        prompt=prompt_entry["question"],
        model_result_raw=model_result_list,
        last_non_fc_message=last_message,
    )

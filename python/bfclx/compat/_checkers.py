"""The checkers of single responses (eval_checker/ast_eval, agentic_eval)."""

from __future__ import annotations

import json
from typing import Any, Union

from bfclx._core import _ast_check, _stands_as_words
from bfclx.compat._models import MODEL_CONFIG_MAPPING
from bfclx.compat._names import Language

# Types of parameters whose values have a checker of their own, with the Python type of its values.
_CHECKED_TYPES: dict[str, dict[str, type]] = {
    "python": {"string": str, "any": str, "array": list, "tuple": list, "dict": dict},
    "java": {
        "String": str, "any": str, "char": str, "Array": list, "ArrayList": list, "Queue": list,
        "Stack": list, "HashMap": dict, "Hashtable": dict,
    },
    "javascript": {"String": str, "any": str, "array": list, "dict": dict},
}


def _underscore_to_dot(functions: Any, model_name: str) -> bool:
    """The registry's flag. As officially, it is asked for only where a name has a dot, and then a
    model that it does not know is a KeyError."""
    docs = functions if isinstance(functions, list) else [functions]
    if not any("." in str(doc.get("name", "")) for doc in docs if isinstance(doc, dict)):
        return False
    return MODEL_CONFIG_MAPPING[model_name.replace("_", "/")].underscore_to_dot


def _names_a_type(doc: Any, call: Any, answer: Any, language: str) -> bool:
    """Whether the official dict of a right call has an error_type: the last checker that is run
    leaves none, so it has one where no value had a checker of its own."""
    properties = doc["parameters"]["properties"]
    possible = next(iter(answer.values()))
    for name, value in next(iter(call.values())).items():
        expected = _CHECKED_TYPES[language].get(properties[name]["type"])
        given = next((type(item) for item in possible[name] if item != ""), None)
        if expected is not None and given in (None, expected):
            return False
    return True


def ast_checker(
    func_description: Any,
    model_output: Any,
    possible_answer: Any,
    language: Union[Language, Any],
    test_category: str,
    model_name: str,
) -> dict[str, Any]:
    """Decoded calls against the ground truth: {"valid", "error", "error_type"} as officially."""
    docs = func_description if isinstance(func_description, list) else [func_description]
    name = str(getattr(language, "value", language))
    valid, error_type, error = _ast_check(
        docs, possible_answer, model_output, test_category, name,
        _underscore_to_dot(docs, model_name),
    )
    if valid:
        result: dict[str, Any] = {"valid": True, "error": []}
        if "parallel" in test_category:
            return result
        expected = next(iter(possible_answer[0]))
        multiple = "multiple" in test_category
        doc = next(one for one in docs if not multiple or one["name"] == expected)
        if _names_a_type(doc, model_output[0], possible_answer[0], name):
            result["error_type"] = "simple_function_checker:unclear"
        return result
    result = {"valid": False, "error": error, "error_type": error_type}
    if "parallel" not in test_category and error_type in ("type_error:simple", "type_error:nested"):
        result["is_variable"] = error_type == "type_error:nested"
    return result


_DROPPED = str.maketrans("'", '"', ",./-_*^()")


def _standardized(text: str) -> str:
    return text.lower().translate(_DROPPED)


def agentic_checker(model_response: Any, possible_answer_list: list[str]) -> dict[str, Any]:
    """Whether one of the answers stands in the message as whole words."""
    message = model_response[0] if type(model_response) is list else model_response
    message = message if type(message) is str else str(message)
    if any(_stands_as_words(answer, message) for answer in possible_answer_list):
        return {"valid": True, "error": []}
    return {
        "valid": False,
        "error_message": "None of the expected answers were found in the model response.",
        "error_type": "agentic:answer_not_found",
        "details": {
            "model_response": message,
            "possible_answers": possible_answer_list,
            "standardized_model_response": _standardized(message),
            "standardized_possible_answers": [_standardized(one) for one in possible_answer_list],
        },
    }


def convert_to_function_call(function_call_list: Any) -> list[str]:
    """Calls {name: arguments}, the arguments a dict or its JSON, as texts in Python syntax."""
    calls = [function_call_list] if isinstance(function_call_list, dict) else function_call_list
    texts = []
    for call in calls:
        for name, given in call.items():
            arguments = json.loads(given) if isinstance(given, str) else given
            inside = ",".join(f"{parameter}={value!r}" for parameter, value in arguments.items())
            texts.append(f"{name}({inside})")
    return texts


def is_function_calling_format_output(decoded_output: Any) -> bool:
    """Whether it is a list of {name: {parameter: value}}."""
    return isinstance(decoded_output, list) and all(
        isinstance(call, dict) and len(call) == 1 and isinstance(next(iter(call.values())), dict)
        for call in decoded_output
    )


def is_empty_output(decoded_output: Any) -> bool:
    """Whether there is no call in it."""
    return (
        not is_function_calling_format_output(decoded_output)
        or len(decoded_output) == 0
        or (len(decoded_output) == 1 and len(decoded_output[0]) == 0)
    )

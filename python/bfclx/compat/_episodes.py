"""Multi-turn execution and checks (eval_checker/multi_turn_eval)."""

from __future__ import annotations

import threading
from typing import Any, Iterator, Mapping, Optional

from bfclx._core import Dataset, Services, _multi_turn_check
from bfclx.compat._models import current_dataset


class _Instance:
    """A service of an episode, as callers look at it: its public attributes, as they are now. A class
    of the official name is made for each; `vars()` of an object gives all attributes."""

    __slots__ = ("_services",)
    _services: Services

    def __init__(self, services: Services) -> None:
        self._services = services

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        return self._services.state()[type(self).__name__]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(
                f"{type(self).__name__!r} object has no attribute {name!r}"
            ) from None


class _Instances:
    """The services by the names under which officially they are global variables."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._services: dict[tuple[str, str, tuple[str, ...]], Services] = {}
        self._classes: dict[str, type] = {}

    def get(
        self, model: str, entry_id: str, classes: tuple[str, ...], config: Mapping[str, Any],
        long_context: bool,
    ) -> Services:
        key = (model, entry_id, classes)
        with self._lock:
            found = self._services.get(key)
        if found is None:
            made = Services(
                list(classes), config, long_context=long_context, instance_prefix=model,
                entry_id=entry_id, dataset=current_dataset() if long_context else None,
            )
            with self._lock:
                found = self._services.setdefault(key, made)
        return found

    def class_of(self, name: str) -> type:
        with self._lock:
            return self._classes.setdefault(name, type(name, (_Instance,), {"__slots__": ()}))

    def release(self, test_entry_id: Optional[str]) -> None:
        with self._lock:
            for key in list(self._services):
                if test_entry_id is None or key[1] == test_entry_id:
                    del self._services[key]


_instances = _Instances()


def release_instances(test_entry_id: Optional[str] = None) -> None:
    """Forgets the services of an entry, or all: the next call starts from the entry's scenario. Not in
    the official package, whose instances live until the process ends."""
    _instances.release(test_entry_id)


def execute_multi_turn_func_call(
    func_call_list: list[str],
    initial_config: dict[str, Any],
    involved_classes: list[str],
    model_name: str,
    test_entry_id: str,
    long_context: bool = False,
    is_evaL_run: bool = False,
) -> tuple[list[str], dict[str, Any]]:
    """Runs calls on the services of (model_name, test_entry_id), which stay for the next call: the
    result of each as text, and the services by class, whose public attributes can be read."""
    model = model_name + "_eval" if is_evaL_run else model_name
    services = _instances.get(
        model, test_entry_id, tuple(involved_classes), initial_config, long_context
    )
    results = services.execute(list(func_call_list))
    return results, {name: _instances.class_of(name)(services) for name in involved_classes}


def is_empty_execute_response(input_list: list[Any]) -> bool:
    """Whether a step holds no call."""
    return len(input_list) == 0 or (len(input_list) == 1 and len(input_list[0]) == 0)


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

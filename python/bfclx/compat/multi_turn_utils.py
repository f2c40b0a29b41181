"""Execution of calls on the services of an entry (eval_checker/multi_turn_eval/multi_turn_utils.py).

As officially, a service is a global variable of this module from the first call on, by the name
`<model>[_eval]_<entry>_<class>_instance` in which each of `-./:` is `_`. Who removes it here, by
`vars(multi_turn_utils).pop(name)`, `del` or `delattr`, has the next call start from the scenario again.
"""

from __future__ import annotations

import copy
import re
import threading
from typing import Any, Optional
from weakref import WeakValueDictionary

from bfclx._core import _Service, _Session
from bfclx.compat._models import current_dataset

__all__ = ["execute_multi_turn_func_call", "is_empty_execute_response", "release_instances"]


class _Frozen:
    """The attributes of an instance at the time it was copied."""

    def __init__(self, state: dict[str, Any]) -> None:
        self._state = state

    def state(self) -> dict[str, Any]:
        return copy.deepcopy(self._state)


class _Instance:
    """A service of an episode, as callers look at it: its public attributes, as they are now. A class
    of the official name is made for each; `vars()` of an object gives all attributes. A copy, a deep copy
    and a pickle show the attributes of the moment, and calls do not change them any more."""

    __slots__ = ("_bfclx_entry", "_bfclx_service", "_bfclx_session")
    _bfclx_entry: str
    _bfclx_service: Any
    _bfclx_session: Optional[_Session]

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        state: dict[str, Any] = self._bfclx_service.state()
        return state

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            try:
                return self.__dict__[name]
            except KeyError:
                pass
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _frozen, (type(self).__name__, self.__dict__)


_lock = threading.RLock()
_classes: dict[str, type[_Instance]] = {}
# By what the names of their instances begin with; alive as long as one of these is.
_sessions: WeakValueDictionary[str, _Session] = WeakValueDictionary()


def _made(class_name: str, service: Any, session: Optional[_Session], entry_id: str) -> _Instance:
    with _lock:
        kind = _classes.setdefault(class_name, type(class_name, (_Instance,), {"__slots__": ()}))
    instance = kind()
    instance._bfclx_service = service
    instance._bfclx_session = session
    instance._bfclx_entry = entry_id
    return instance


def _frozen(class_name: str, state: dict[str, Any]) -> _Instance:
    return _made(class_name, _Frozen(state), None, "")


def _global_name(*parts: str) -> str:
    return re.sub(r"[-./:]", "_", "_".join(parts))


def _session_of(model: str, entry_id: str, long_context: bool) -> _Session:
    key = _global_name(model, entry_id, str(long_context))
    session = _sessions.get(key)
    if session is None:
        dataset = current_dataset() if long_context else None
        session = _sessions[key] = _Session(model, entry_id, long_context, dataset)
    return session


def _instances(
    model: str, entry_id: str, classes: list[str], config: dict[str, Any], long_context: bool
) -> tuple[_Session, dict[str, _Instance]]:
    """The instances by class, those that are global variables here and new ones for all others; and what they
    have in common."""
    found: dict[str, _Instance] = {}
    with _lock:
        session = _session_of(model, entry_id, long_context)
        for class_name in classes:
            name = _global_name(model, entry_id, class_name, "instance")
            known = globals().get(name)
            if not isinstance(known, _Instance) or known._bfclx_session is not session:
                service = session.make(class_name, config.get(class_name, {}))
                known = globals()[name] = _made(class_name, service, session, entry_id)
            found[class_name] = known
    return session, found


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
    session, instances = _instances(model, test_entry_id, involved_classes, initial_config, long_context)
    services: list[_Service] = [one._bfclx_service for one in instances.values()]
    results = session.execute(list(func_call_list), services, initial_config)
    return results, dict(instances)


def is_empty_execute_response(input_list: list[Any]) -> bool:
    """Whether a step holds no call."""
    return len(input_list) == 0 or (len(input_list) == 1 and len(input_list[0]) == 0)


def release_instances(test_entry_id: Optional[str] = None) -> None:
    """Removes the services of an entry, or all: the next call starts from the entry's scenario. Not in
    the official package, whose instances live until the process ends."""
    with _lock:
        for name, value in list(globals().items()):
            if isinstance(value, _Instance) and test_entry_id in (None, value._bfclx_entry):
                del globals()[name]

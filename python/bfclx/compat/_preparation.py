"""What the official package does to loaded entries before they are asked (utils.py); EvalScope calls it."""

from __future__ import annotations

import os
from typing import Any

from bfclx.compat._names import (
    extract_test_category_from_id,
    is_agentic,
    is_format_sensitivity,
    is_live,
    is_memory,
    is_memory_prereq,
    is_multi_turn,
    is_non_live,
    is_web_search,
)


def clean_up_memory_prereq_entries(test_cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leaves out conversations that fill a memory which no entry of the list asks, and from `depends_on`
    what is not in the list. Changes the list and its entries, and gives the list."""
    asked = {extract_test_category_from_id(entry["id"]) for entry in test_cases}

    def is_wanted(entry: dict[str, Any]) -> bool:
        category = extract_test_category_from_id(entry["id"])
        return not is_memory_prereq(category) or category.replace("_prereq", "") in asked

    test_cases[:] = [entry for entry in test_cases if is_wanted(entry)]
    there = {entry["id"] for entry in test_cases}
    for entry in test_cases:
        if "depends_on" in entry:
            entry["depends_on"] = [one for one in entry["depends_on"] if one in there]
    return test_cases


def populate_initial_settings_for_memory_test_cases(
    test_cases: list[dict[str, Any]], model_result_dir: Any
) -> list[dict[str, Any]]:
    """Says in `initial_config` of memory entries where their memory lies. Changes the entries."""
    for entry in test_cases:
        if is_memory(entry["id"]):
            entry["initial_config"] = {
                entry["involved_classes"][0]: {
                    "model_result_dir": model_result_dir,
                    "scenario": entry["scenario"],
                    "test_id": entry["id"],
                    "test_category": extract_test_category_from_id(entry["id"]),
                }
            }
    return test_cases


def populate_initial_settings_for_web_search_test_cases(
    test_cases: list[dict[str, Any]],
) -> list[dict[str, Any]]:
    """Says in `initial_config` of web-search entries whether results have snippets. Changes the entries."""
    for entry in test_cases:
        if is_web_search(entry["id"]):
            show = "no_snippet" not in entry["id"]
            entry["initial_config"] = {entry["involved_classes"][0]: {"show_snippet": show}}
    return test_cases


_GROUPS = (
    ("format_sensitivity", is_format_sensitivity),
    ("non_live", is_non_live),
    ("live", is_live),
    ("multi_turn", is_multi_turn),
    ("agentic", is_agentic),
)


def get_directory_structure_by_id(test_id: str) -> str:
    """The folder of an entry's results below that of the model: 'non_live', 'agentic/memory/kv'."""
    group = next(name for name, holds in _GROUPS if holds(test_id))
    if not is_memory(test_id):
        return group
    backend = extract_test_category_from_id(test_id, remove_prereq=True).removeprefix("memory_")
    return os.path.join(group, "memory", backend)

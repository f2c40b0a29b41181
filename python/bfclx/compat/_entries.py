"""Entries, ground truth and tools as the official package loads them (utils.py)."""

from __future__ import annotations

from typing import Any, Optional

from bfclx._core import _convert_to_tool, _language_hints, _memory_conversations
from bfclx.compat._models import current_dataset
from bfclx.compat._names import ModelStyle, is_java, is_js, is_memory, is_web_search

# Of an entry, what is no part of the official question file.
_OURS = ("category", "ground_truth")
_SCENARIOS = ("student", "customer", "finance", "healthcare", "notetaker")


def _language(entry_id: str) -> str:
    return "javascript" if is_js(entry_id) else "java" if is_java(entry_id) else "python"


def _prerequisites(test_category: str, entry: dict[str, Any], scenario: str) -> list[dict[str, Any]]:
    """The conversations that fill the memory before the questions, as entries that wait for each other."""
    found = []
    ids: list[str] = []
    for conversation in _memory_conversations(current_dataset(), scenario) or []:
        conversation["id"] = conversation["id"].replace("memory", test_category)
        conversation["depends_on"] = list(ids)
        conversation["involved_classes"] = entry["involved_classes"]
        conversation["function"] = entry["function"]
        ids.append(conversation["id"])
        found.append(conversation)
    return found


def load_dataset_entry(
    test_category: str, include_prereq: bool = True, include_language_specific_hint: bool = True
) -> list[dict[str, Any]]:
    """The entries of one category, prepared as the official generation asks them."""
    dataset = current_dataset()
    entries: list[dict[str, Any]] = []
    for entry_id in dataset.ids(test_category):
        read = dataset.entry(entry_id)
        entries.append({name: value for name, value in read.items() if name not in _OURS})
    if is_memory(test_category) and include_prereq and entries:
        # Officially each scenario is put before what was there.
        for scenario in _SCENARIOS:
            entries = _prerequisites(test_category, entries[-1], scenario) + entries
    if include_language_specific_hint:
        for entry in entries:
            entry["function"] = _language_hints(entry["function"], _language(entry["id"]))
    return entries


def load_ground_truth_entry(test_category: str) -> list[dict[str, Any]]:
    """[{"id": ..., "ground_truth": ...}] of one category. Relevance categories have none, and raise a
    FileNotFoundError, as the missing file does officially. Where answers were looked up (`source` of
    agentic entries) is left out: no checker reads it."""
    dataset = current_dataset()
    found = []
    for entry_id in dataset.ids(test_category):
        truth = dataset.entry(entry_id)["ground_truth"]
        if truth is None:
            raise FileNotFoundError(f"{test_category} has no ground truth")
        # The answer files have one spelling for all variants, and for all prompts.
        entry_id = entry_id.rsplit(":", 1)[-1]
        for word in ("memory", "web_search"):
            if (is_memory if word == "memory" else is_web_search)(test_category):
                entry_id = entry_id.replace(test_category, word)
        found.append({"id": entry_id, "ground_truth": truth})
    return found


def convert_to_tool(
    functions: list[dict[str, Any]], mapping: Optional[dict[str, str]], model_style: ModelStyle
) -> list[Any]:
    """Function docs as the tools of a protocol. `mapping` is not read: types become those of OpenAPI,
    which is the one mapping that the official package has."""
    del mapping
    if model_style in (ModelStyle.GORILLA, ModelStyle.NEXUS):
        return []  # which are given function docs as they are
    tools: list[Any] = _convert_to_tool(functions, ModelStyle(model_style).value)
    return tools

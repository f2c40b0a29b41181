"""Enumerations, categories and predicates of the official package (constants/, utils.py)."""

from __future__ import annotations

from enum import Enum
from typing import Iterable

from bfclx._core import categories, category_group


class Language(Enum):
    PYTHON = "python"
    JAVA = "java"
    JAVASCRIPT = "javascript"


class ReturnFormat(Enum):
    PYTHON = "python"
    JAVA = "java"
    JAVASCRIPT = "javascript"
    JSON = "json"
    VERBOSE_XML = "verbose_xml"
    CONCISE_XML = "concise_xml"


class ModelStyle(Enum):
    GORILLA = "gorilla"
    OPENAI_COMPLETIONS = "openai-completions"
    OPENAI_RESPONSES = "openai-responses"
    ANTHROPIC = "claude"
    MISTRAL = "mistral"
    GOOGLE = "google"
    AMAZON = "amazon"
    FIREWORK_AI = "firework_ai"
    NEXUS = "nexus"
    OSSMODEL = "ossmodel"
    COHERE = "cohere"
    WRITER = "writer"
    NOVITA_AI = "novita_ai"


def _in(group: str) -> list[str]:
    return [name for name in category_group(group) if name != "format_sensitivity"]


VERSION_PREFIX = "BFCL_v4"
NON_LIVE_CATEGORY = _in("non_live")
LIVE_CATEGORY = _in("live")
MULTI_TURN_CATEGORY = _in("multi_turn")
AGENTIC_CATEGORY = [*category_group("memory"), *category_group("web_search")]
ALL_SCORING_CATEGORIES = [
    category["name"]
    for category in categories()
    if category["scored"] and category["name"] != "format_sensitivity"
]
ALL_CATEGORIES = [*ALL_SCORING_CATEGORIES, "format_sensitivity"]


def parse_test_category_argument(test_category_args: Iterable[str]) -> list[str]:
    """The categories that names of groups and categories stand for, sorted."""
    found: set[str] = set()
    for name in test_category_args:
        names = category_group(name)
        if not names:
            raise Exception(f"Invalid test category name provided: {name}")
        found.update(names)
    return sorted(found)


def extract_test_category_from_id(test_entry_id: str, remove_prereq: bool = False) -> str:
    if remove_prereq:
        test_entry_id = test_entry_id.replace("_prereq", "")
    return test_entry_id.split(":", 1)[0].rsplit("_", 1)[0]


# What a category is, by parts of its name, as officially.


def is_format_sensitivity(test_category: str) -> bool:
    return "format_sensitivity" in test_category


def is_web_search(test_category: str) -> bool:
    return "web_search" in test_category


def is_memory(test_category: str) -> bool:
    return "memory" in test_category


def is_memory_prereq(test_category: str) -> bool:
    return "prereq" in test_category


def is_first_memory_prereq_entry(test_entry_id: str) -> bool:
    return is_memory_prereq(test_entry_id) and test_entry_id.endswith("-0")


def is_agentic(test_category: str) -> bool:
    return is_web_search(test_category) or is_memory(test_category)


def is_multi_turn(test_category: str) -> bool:
    return "multi_turn" in test_category


def contain_multi_turn_interaction(test_category: str) -> bool:
    return is_multi_turn(test_category) or is_agentic(test_category)


def contain_multi_turn_irrelevance(test_category: str) -> bool:
    return "miss_func" in test_category or "miss_param" in test_category


def is_live(test_category: str) -> bool:
    return "live" in test_category


def is_non_live(test_category: str) -> bool:
    others = (is_format_sensitivity, is_live, is_multi_turn, is_agentic)
    return not any(other(test_category) for other in others)


def is_executable(test_category: str) -> bool:
    return "exec" in test_category or is_rest(test_category)


def is_rest(test_category: str) -> bool:
    return "rest" in test_category


def is_relevance_or_irrelevance(test_category: str) -> bool:
    return "relevance" in test_category  # irrelevance has it, too


def is_chatable(test_category: str) -> bool:
    return "chatable" in test_category


def is_js(test_category: str) -> bool:
    return "javascript" in test_category


def is_java(test_category: str) -> bool:
    return "java" in test_category and not is_js(test_category)


def is_sql(test_category: str) -> bool:
    return "sql" in test_category

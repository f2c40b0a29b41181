"""A dataset with memory, for the tests of generation."""

import json

from cli_case import SAMPLE

# Of the conversations that fill a memory.
SCENARIOS = ("student", "customer", "finance", "healthcare", "notetaker")


def write_memory_texts(case, doc):
    """The docs of the memory's functions, and the prompt texts."""
    case.write("dataset/data/multi_turn_func_doc/memory_kv.json", json.dumps(doc) + "\n")
    prompts = json.loads((SAMPLE / "prompts.json").read_text())
    prompts.update(
        ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT="Answer shortly.",
        MEMORY_AGENT_SETTINGS={name: f"A {name}." for name in SCENARIOS},
        MEMORY_BACKEND_INSTRUCTION_CORE_ARCHIVAL="{scenario_setting} Memory: {memory_content}",
        MEMORY_BACKEND_INSTRUCTION_UNIFIED="{scenario_setting} Text: {memory_content}")
    case.write("dataset/prompts.json", json.dumps(prompts))

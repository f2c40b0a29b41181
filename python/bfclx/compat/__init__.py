"""The names of the official package that other programs import, with their signatures and results.

    from bfclx.compat import ast_checker, multi_turn_checker, execute_multi_turn_func_call

What the functions need beside their arguments (the registry of models, the tables of long context)
comes from the dataset that `use_dataset` names, from BFCLX_DATASET, or from data/bfcl here. A model
that no registry has is entered as `MODEL_CONFIG_MAPPING[name] = ModelConfig(name, ...)`.
"""

from bfclx.compat._checkers import (
    agentic_checker,
    ast_checker,
    convert_to_function_call,
    is_empty_output,
    is_function_calling_format_output,
)
from bfclx.compat._entries import (
    convert_to_tool,
    load_dataset_entry,
    load_ground_truth_entry,
)
from bfclx.compat import multi_turn_utils
from bfclx.compat._episodes import multi_turn_checker, multi_turn_irrelevance_checker
from bfclx.compat._models import MODEL_CONFIG_MAPPING, ModelConfig, current_dataset, use_dataset
from bfclx.compat._names import (
    AGENTIC_CATEGORY,
    ALL_CATEGORIES,
    ALL_SCORING_CATEGORIES,
    LIVE_CATEGORY,
    MULTI_TURN_CATEGORY,
    NON_LIVE_CATEGORY,
    VERSION_PREFIX,
    Language,
    ModelStyle,
    ReturnFormat,
    contain_multi_turn_interaction,
    contain_multi_turn_irrelevance,
    extract_test_category_from_id,
    is_agentic,
    is_chatable,
    is_executable,
    is_first_memory_prereq_entry,
    is_format_sensitivity,
    is_java,
    is_js,
    is_live,
    is_memory,
    is_memory_prereq,
    is_multi_turn,
    is_non_live,
    is_relevance_or_irrelevance,
    is_rest,
    is_sql,
    is_web_search,
    parse_test_category_argument,
)
from bfclx.compat._preparation import (
    clean_up_memory_prereq_entries,
    get_directory_structure_by_id,
    populate_initial_settings_for_memory_test_cases,
    populate_initial_settings_for_web_search_test_cases,
)
from bfclx.compat._runner import (
    Decoder,
    _evaluate_single_agentic_entry,
    _evaluate_single_ast_entry,
    _evaluate_single_multi_turn_entry,
    _evaluate_single_relevance_entry,
)
from bfclx.compat.multi_turn_utils import (
    execute_multi_turn_func_call,
    is_empty_execute_response,
    release_instances,
)

__all__ = [
    "AGENTIC_CATEGORY",
    "ALL_CATEGORIES",
    "ALL_SCORING_CATEGORIES",
    "Decoder",
    "LIVE_CATEGORY",
    "Language",
    "MODEL_CONFIG_MAPPING",
    "MULTI_TURN_CATEGORY",
    "ModelConfig",
    "ModelStyle",
    "NON_LIVE_CATEGORY",
    "ReturnFormat",
    "VERSION_PREFIX",
    "_evaluate_single_agentic_entry",
    "_evaluate_single_ast_entry",
    "_evaluate_single_multi_turn_entry",
    "_evaluate_single_relevance_entry",
    "agentic_checker",
    "ast_checker",
    "clean_up_memory_prereq_entries",
    "contain_multi_turn_interaction",
    "contain_multi_turn_irrelevance",
    "convert_to_function_call",
    "convert_to_tool",
    "current_dataset",
    "execute_multi_turn_func_call",
    "extract_test_category_from_id",
    "get_directory_structure_by_id",
    "is_agentic",
    "is_chatable",
    "is_empty_execute_response",
    "is_empty_output",
    "is_executable",
    "is_first_memory_prereq_entry",
    "is_format_sensitivity",
    "is_function_calling_format_output",
    "is_java",
    "is_js",
    "is_live",
    "is_memory",
    "is_memory_prereq",
    "is_multi_turn",
    "is_non_live",
    "is_relevance_or_irrelevance",
    "is_rest",
    "is_sql",
    "is_web_search",
    "load_dataset_entry",
    "load_ground_truth_entry",
    "multi_turn_checker",
    "multi_turn_irrelevance_checker",
    "multi_turn_utils",
    "parse_test_category_argument",
    "populate_initial_settings_for_memory_test_cases",
    "populate_initial_settings_for_web_search_test_cases",
    "release_instances",
    "use_dataset",
]

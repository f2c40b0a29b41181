"""A package `bfcl_eval` made of bfclx.compat, for programs that import the official one and cannot be edited.

    python -m bfclx.compat.install            # into the site-packages of this Python
    python -m bfclx.compat.install --to DIR   # into a folder for PYTHONPATH
    python -m bfclx.compat.install --remove

Where another `bfcl_eval` can be imported nothing is written, unless --force is given: a folder in front of
it on the path shadows it then. The modules have the names of bfclx.compat and no others; a name that is not
there is an ImportError at the import.
"""

from __future__ import annotations

import argparse
import importlib.machinery
import os
import pathlib
import shutil
import sys
import sysconfig
from typing import NoReturn, Optional, Sequence

__all__ = ["MARKER", "MODULES", "InstallError", "install", "main", "remove"]

MARKER = "Made by bfclx.compat.install."

# Of each module of the official package the names that bfclx.compat has.
_CHECKS = ("ast_checker", "agentic_checker", "is_empty_execute_response", "multi_turn_checker",
           "multi_turn_irrelevance_checker")  # fmt: skip
_ENUMS = ("Language", "ModelStyle", "ReturnFormat")
_CATEGORIES = ("AGENTIC_CATEGORY", "ALL_CATEGORIES", "ALL_SCORING_CATEGORIES", "LIVE_CATEGORY",
               "MULTI_TURN_CATEGORY", "NON_LIVE_CATEGORY", "VERSION_PREFIX")  # fmt: skip
_REGISTRY = ("MODEL_CONFIG_MAPPING", "ModelConfig")
_UTILS = (
    "clean_up_memory_prereq_entries", "contain_multi_turn_interaction", "contain_multi_turn_irrelevance",
    "extract_test_category_from_id", "get_directory_structure_by_id",
    "is_agentic", "is_chatable", "is_empty_output", "is_executable", "is_first_memory_prereq_entry",
    "is_format_sensitivity", "is_function_calling_format_output", "is_java", "is_js", "is_live",
    "is_memory", "is_memory_prereq", "is_multi_turn", "is_non_live", "is_relevance_or_irrelevance",
    "is_rest", "is_sql", "is_web_search", "load_dataset_entry", "load_ground_truth_entry",
    "parse_test_category_argument", "populate_initial_settings_for_memory_test_cases",
    "populate_initial_settings_for_web_search_test_cases",
)  # fmt: skip
_RUNNER = ("_evaluate_single_agentic_entry", "_evaluate_single_ast_entry",
           "_evaluate_single_multi_turn_entry", "_evaluate_single_relevance_entry")  # fmt: skip
MODULES: dict[str, tuple[str, ...]] = {
    "__init__": (),
    "utils": (*_UTILS, *_CATEGORIES),
    "constants/__init__": (),
    "constants/category_mapping": _CATEGORIES,
    "constants/enums": _ENUMS,
    "constants/model_config": (*_REGISTRY, *_ENUMS),
    "eval_checker/__init__": (),
    "eval_checker/eval_runner": (*_RUNNER, *_CHECKS, *_ENUMS, *_REGISTRY, *_UTILS),
    "eval_checker/agentic_eval/__init__": (),
    "eval_checker/agentic_eval/agentic_checker": ("agentic_checker",),
    "eval_checker/ast_eval/__init__": (),
    "eval_checker/ast_eval/ast_checker": ("ast_checker", "Language"),
    "eval_checker/multi_turn_eval/__init__": (),
    "eval_checker/multi_turn_eval/multi_turn_checker": (
        "multi_turn_checker", "multi_turn_irrelevance_checker", "execute_multi_turn_func_call",
        "is_empty_execute_response",
    ),
    "eval_checker/multi_turn_eval/multi_turn_utils": (
        "execute_multi_turn_func_call", "is_empty_execute_response",
    ),
    "model_handler/__init__": (),
    "model_handler/utils": ("convert_to_function_call", "convert_to_tool"),
}  # fmt: skip


# Modules that others look into, to remove the services that are its global variables: these are the modules
# of bfclx.compat themselves.
_SAME = {"eval_checker/multi_turn_eval/multi_turn_utils": "bfclx.compat.multi_turn_utils"}


class InstallError(Exception):
    """Why nothing was done."""


def _is_ours(package: pathlib.Path) -> bool:
    try:
        return MARKER in (package / "__init__.py").read_text(encoding="utf-8")
    except OSError:
        return False


def _other_package(package: pathlib.Path) -> Optional[str]:
    """Where another bfcl_eval can be imported from; None when there is none."""
    for folder in [os.fspath(package.parent), *sys.path]:
        spec = importlib.machinery.PathFinder.find_spec("bfcl_eval", [folder or os.getcwd()])
        if spec is None or not spec.submodule_search_locations:
            continue
        place = pathlib.Path(list(spec.submodule_search_locations)[0])
        if not _is_ours(place):
            return os.fspath(place)
    return None


def _source(module: str, names: Sequence[str]) -> str:
    if module in _SAME:
        return (f'"""{MARKER} {_SAME[module]} under another name."""\n\nimport sys\n\n'
                f"import {_SAME[module]}\n\nsys.modules[__name__] = {_SAME[module]}\n")
    text = f'"""{MARKER} Names of bfclx.compat under the module that others import them from."""\n'
    if names:
        listed = "".join(f"    {name},\n" for name in sorted(names))
        text += f"\nfrom bfclx.compat import (  # noqa: F401\n{listed})\n"
    return text


def install(to: "Optional[str | os.PathLike[str]]" = None, *, force: bool = False) -> pathlib.Path:
    """Writes the package below `to`, or into the site-packages; gives its folder. Raises InstallError."""
    package = pathlib.Path(to if to is not None else sysconfig.get_paths()["purelib"]) / "bfcl_eval"
    other = _other_package(package)
    if other == os.fspath(package):
        raise InstallError(f"{other} is another package: it is not replaced")
    if other is not None and not force:
        raise InstallError(f"bfcl_eval is installed in {other}; --force shadows it")
    if package.exists():
        shutil.rmtree(package)
    for name, names in MODULES.items():
        path = package / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_source(name, names), encoding="utf-8")
    return package


def remove(to: "Optional[str | os.PathLike[str]]" = None) -> pathlib.Path:
    """Takes the package away again, and never another one. Raises InstallError."""
    package = pathlib.Path(to if to is not None else sysconfig.get_paths()["purelib"]) / "bfcl_eval"
    if not _is_ours(package):
        raise InstallError(f"{package} was not made by bfclx")
    shutil.rmtree(package)
    return package


def main() -> NoReturn:
    parser = argparse.ArgumentParser(prog="python -m bfclx.compat.install",
                                     description=(__doc__ or "").splitlines()[0])  # fmt: skip
    parser.add_argument("--to", metavar="DIR", help="a folder for PYTHONPATH; default: site-packages")
    parser.add_argument("--force", action="store_true", help="although another bfcl_eval is installed")
    parser.add_argument("--remove", action="store_true", help="take it away again")
    arguments = parser.parse_args()
    try:
        if arguments.remove:
            print(f"removed {remove(arguments.to)}")
        else:
            print(f"wrote {install(arguments.to, force=arguments.force)}")
    except (InstallError, OSError) as error:
        sys.exit(f"bfclx.compat.install: {error}")
    sys.exit(0)


if __name__ == "__main__":
    main()

"""Scores function calls of language models with the verdicts of the official evaluator of the Berkeley
Function-Calling Leaderboard. Nothing that a model wrote is ever executed.

>>> import bfclx
>>> dataset = bfclx.Dataset.sample()
>>> entry_id = dataset.ids("simple_python")[0]
>>> dataset.score(entry_id, "I cannot do that.", decoder="prompting").error_type
'ast_decoder:decoder_failed'
"""

from bfclx._category import Category
from bfclx._checker import any_of
from bfclx._core import (
    Checker,
    Columns,
    Conversation,
    Dataset,
    Episode,
    Opaque,
    Reason,
    Services,
    Verdict,
    __version__,
    categories,
    category_group,
    check_calls,
    decode,
    decoders,
)
from bfclx._compare import compare
from bfclx._errors import (
    BfclxError,
    ConfigurationError,
    DatasetError,
    LogError,
    ProgramError,
    SchemaError,
    UnknownEntryError,
    UnknownNameError,
)
from bfclx._log import Log, LogProblem, LogResponse, read_log
from bfclx._program import audit, diagnose, evaluate, get_dataset, self_check
from bfclx._runs import Run, Runs, open_runs, score
from bfclx._tool import tool

__all__ = [
    "BfclxError",
    "Category",
    "Checker",
    "Columns",
    "ConfigurationError",
    "Conversation",
    "Dataset",
    "DatasetError",
    "Episode",
    "Log",
    "LogError",
    "LogProblem",
    "LogResponse",
    "Opaque",
    "ProgramError",
    "Reason",
    "Run",
    "Runs",
    "SchemaError",
    "Services",
    "UnknownEntryError",
    "UnknownNameError",
    "Verdict",
    "__version__",
    "any_of",
    "audit",
    "categories",
    "category_group",
    "check_calls",
    "compare",
    "decode",
    "decoders",
    "diagnose",
    "evaluate",
    "get_dataset",
    "open_runs",
    "read_log",
    "score",
    "self_check",
    "tool",
]

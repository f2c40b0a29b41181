"""Scores function calls of language models with the verdicts of the official evaluator of the Berkeley
Function-Calling Leaderboard. Nothing that a model wrote is ever executed.

>>> import bfclx
>>> dataset = bfclx.Dataset.sample()
>>> entry_id = dataset.ids("simple_python")[0]
>>> dataset.score(entry_id, "I cannot do that.", decoder="prompting").error_type
'ast_decoder:decoder_failed'
"""

from bfclx._core import (
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
    UnknownEntryError,
    UnknownNameError,
)
from bfclx._log import Log, LogProblem, LogReply, read_log
from bfclx._program import audit, diagnose, evaluate, get_dataset, self_check

__all__ = [
    "BfclxError",
    "ConfigurationError",
    "Conversation",
    "Dataset",
    "DatasetError",
    "Episode",
    "Log",
    "LogError",
    "LogProblem",
    "LogReply",
    "Opaque",
    "ProgramError",
    "Reason",
    "Services",
    "UnknownEntryError",
    "UnknownNameError",
    "Verdict",
    "__version__",
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
    "read_log",
    "self_check",
]

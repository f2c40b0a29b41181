"""Generation and scoring over Ray.

    folder = bfclx.ray.generate("Qwen/Qwen3-8B-FC", engines=4, output="/shared/result", dataset="data/bfcl")

An actor for each engine starts it on its own GPUs and generates a shard of the entries.

Rows scored by Ray: an actor on each core opens the dataset once and scores the batches that it is given.

    rows = ray.data.read_json("responses.jsonl")                 # columns `id` and `result`
    scored = bfclx.ray.score(rows, "data/bfcl", decoder="prompting", actors=8)
    scored.mean("valid")

Verdicts are those of one process whatever the batches and actors, so decoder and names have to be named:
auto-detection would see one batch at a time. Ray is imported when `score` or `generate` is called; `Scorer`
needs none of it and serves any engine that hands over batches as frames of pandas or polars, tables of
pyarrow or dicts of columns.
"""

from __future__ import annotations

import contextlib
import datetime
import os
from typing import Any, Callable, Optional, Union

from bfclx._columns import without_none
from bfclx._core import Dataset
from bfclx._errors import ProgramError
from bfclx._program import _options, _run
from bfclx.rewards import dataset_of
from bfclx.rewards._reading import reads_calls

__all__ = ["Scorer", "generate", "score"]


def _named(decoder: str) -> None:
    if decoder == "auto":
        raise ValueError("name a decoder: 'auto' would choose by each batch for itself")
    reads_calls(decoder)  # an UnknownNameError for one that does not exist


class Scorer:
    """Adds the columns `valid` (bool) and `error_type` (text or None) to a batch with ids and responses.

    `dataset` is a path, 'sample' or a Dataset; a copy in another process opens it again. A column of
    responses holds texts or whatever else `Dataset.score` takes; members of calls that are None, which Parquet adds,
    are dropped.
    """

    def __init__(
        self,
        dataset: Union[Dataset, str, "os.PathLike[str]"],
        *,
        decoder: str,
        underscore_to_dot: bool = False,
        model_name: str = "model",
        today: Optional[datetime.date] = None,
        id_column: str = "id",
        result_column: str = "result",
    ) -> None:
        _named(decoder)
        self.dataset: Dataset = dataset_of(dataset)
        self.decoder: str = decoder
        self.underscore_to_dot: bool = underscore_to_dot
        self.model_name: str = model_name
        self.today: Optional[datetime.date] = today
        self.id_column: str = id_column
        self.result_column: str = result_column

    def __call__(self, batch: Any) -> Any:
        scored = self.dataset.score_columns(
            _column(batch[self.id_column], str),
            _column(batch[self.result_column], without_none),
            decoder=self.decoder,
            underscore_to_dot=self.underscore_to_dot,
            model_name=self.model_name,
            today=self.today,
            threads=1,
        )
        return _with_columns(batch, {"valid": list(scored.valid), "error_type": scored.error_type})


def _column(values: Any, convert: Callable[[Any], Any]) -> Any:
    """A column as `score_columns` takes it; of a list, its values converted."""
    has_arrow = hasattr(values, "__arrow_c_stream__") and not type(values).__module__.startswith("pandas")
    return values if has_arrow else [convert(one) for one in values]


def _with_columns(batch: Any, columns: dict[str, list[Any]]) -> Any:
    """The batch with them: a frame of pandas or a dict itself, a table of pyarrow or a frame of polars anew."""
    library = type(batch).__module__.partition(".")[0]
    if library == "polars":
        import polars

        types = {"valid": polars.Boolean, "error_type": polars.String}
        return batch.with_columns([polars.Series(name, column, types[name]) for name, column in columns.items()])
    if library == "pyarrow":
        import pyarrow

        arrow_types = {"valid": pyarrow.bool_(), "error_type": pyarrow.string()}
        for name, column in columns.items():
            if name in batch.column_names:
                batch = batch.drop_columns([name])
            batch = batch.append_column(name, pyarrow.array(column, arrow_types[name]))
        return batch
    for name, column in columns.items():
        batch[name] = column
    return batch


def score(
    rows: Any,
    dataset: Union[str, "os.PathLike[str]"],
    *,
    actors: int = 2,
    batch_size: int = 4096,
    decoder: str,
    underscore_to_dot: bool = False,
    model_name: str = "model",
    today: Optional[datetime.date] = None,
    id_column: str = "id",
    result_column: str = "result",
) -> Any:
    """The ray.data.Dataset `rows` with the columns of `Scorer`, made by a pool of `actors`.

    `dataset` is a path that every node has; `actors` processes score batches of `batch_size` rows each.
    `decoder`, `underscore_to_dot`, `model_name`, `today` and the names of both columns are those of `Scorer`.
    Where `today` is None, it is that of now, UTC, so that actors that run past midnight agree. A ValueError
    where the decoder is 'auto'.
    """
    _named(decoder)  # what is wrong is told here, not in an actor

    import ray.data

    return rows.map_batches(
        Scorer,
        fn_constructor_args=(os.fspath(dataset),),
        fn_constructor_kwargs={
            "decoder": decoder,
            "underscore_to_dot": underscore_to_dot,
            "model_name": model_name,
            "today": today or datetime.datetime.now(datetime.timezone.utc).date(),
            "id_column": id_column,
            "result_column": result_column,
        },
        batch_format="pandas",
        batch_size=batch_size,
        compute=ray.data.ActorPoolStrategy(size=actors),
    )


# What `generate` sets itself, or what leaves nothing to divide.
_SET_HERE = ("model", "result_dir", "shard", "serve", "base_url", "endpoints", "provider", "replay", "record", "dry_run")

# How a shard ended: its exit code, and what the program said.
_Ended = tuple[int, str]


class _Engine:
    """What an actor does: it starts an engine, and the program generates a shard with it."""

    def generate(self, arguments: list[str], engine: Any) -> _Ended:
        try:
            with contextlib.ExitStack() as stack:
                if isinstance(engine, str):
                    server = ["--serve", engine]
                else:
                    started = engine()
                    url = stack.enter_context(started) if hasattr(started, "__enter__") else started
                    server = ["--base-url", str(url)]
                out, messages, code = _run(
                    "generate", *arguments, *server, allowed=(0, 1), ends_with_caller=True
                )
        except ProgramError as error:
            return error.exit_code, str(error)
        return code, "\n".join(text for text in (messages, out.strip()) if text)


def generate(
    model: str,
    *,
    engines: int,
    output: Union[str, "os.PathLike[str]"],
    engine: Any = "vllm",
    num_gpus: Optional[int] = 1,
    dataset: Union[str, "os.PathLike[str]", None] = None,
    **options: Any,
) -> str:
    """Generates the responses of a model with several engines, one in each Ray actor; returns what the program said.

    `output` is the folder of the results (`--result-dir`), and `dataset` a path: every node has both. `engines` actors
    with `num_gpus` GPUs each (None: none) generate a shard of the entries each, and the last one to finish merges them.
    Actors that find no free GPUs wait until others have finished.
    `engine` is what `bfclx generate --serve` takes ("vllm", "sglang" or "llama.cpp"), which has to be installed on the
    nodes; or a function that starts an engine in the actor and returns the address of its server, or a context manager
    that gives the address and ends the engine. `options` are those of `bfclx generate`, such as test_category="live".

    Raises ProgramError if entries have no result. The results so far are kept, and the same call resumes. If an engine
    raises or an actor dies, the others finish first. The error then names each failed shard, and its `__cause__` is the
    first error from Ray.
    """
    wrong = [name for name in options if name in _SET_HERE]
    if wrong:
        raise TypeError(f"generate() sets {wrong[0]!r} itself")
    if engines < 1:
        raise ValueError("engines must be at least 1")
    if not isinstance(engine, str) and not callable(engine):
        raise TypeError("engine must be a name that --serve takes, or a function that starts one")

    common = ["--model", model, *_options(
        result_dir=os.path.abspath(output), dataset=None if dataset is None else _place(dataset), **options)]
    if isinstance(engine, str) and num_gpus is not None:
        common += ["--num-gpus", str(num_gpus)]
    shards = [[]] if engines == 1 else [["--shard", f"{number}/{engines}"] for number in range(1, engines + 1)]
    ended, failed = _run_actors([[*common, *shard] for shard in shards], engine, num_gpus or 0)

    for number, error in failed.items():
        ended[number] = 1, f"shard {number}/{engines} failed: {_reason(error)}"
    said = "\n".join(text for _, (_, text) in sorted(ended.items()))
    code = max(code for code, _ in ended.values())
    if failed:
        said += (f"\n{len(failed)} of {engines} shards failed. The results so far are in {os.path.abspath(output)}: "
                 "make the same call again to resume")
    if code != 0:
        raise ProgramError(said, code) from next(iter(failed.values()), None)
    return said


def _run_actors(
    shards: list[list[str]], engine: Any, num_gpus: int
) -> tuple[dict[int, _Ended], dict[int, Exception]]:
    """Each shard by its arguments in an actor of its own. By numbers from 1: how it ended, or Ray's error."""
    import ray

    ended: dict[int, _Ended] = {}
    failed: dict[int, Exception] = {}
    actor: Any = ray.remote(num_gpus=num_gpus)(_Engine)
    actors: dict[int, Any] = {number: actor.remote() for number in range(1, len(shards) + 1)}
    try:
        running = {actors[number].generate.remote(arguments, engine): number
                   for number, arguments in enumerate(shards, 1)}
        while running:
            done, _ = ray.wait(list(running))
            for result in done:
                number = running.pop(result)
                try:
                    ended[number] = ray.get(result)
                except ray.exceptions.RayError as error:
                    failed[number] = error
                ray.kill(actors[number])  # now, because others may wait for its GPUs
                del actors[number]
    finally:
        for one in actors.values():
            ray.kill(one)
    return ended, failed


def _reason(error: Exception) -> str:
    """What the engine raised, or what Ray says of the actor."""
    raised = getattr(error, "cause", None)
    return f"{type(raised).__name__}: {raised}" if isinstance(raised, Exception) else str(error)


def _place(dataset: Union[str, "os.PathLike[str]"]) -> str:
    """As every actor finds it, whatever its working directory."""
    return "sample" if dataset == "sample" else os.path.abspath(dataset)

"""Rows scored by Ray: an actor on each core opens the dataset once and scores the batches that it is given.

    rows = ray.data.read_json("responses.jsonl")                 # columns `id` and `result`
    scored = bfclx.ray.score(rows, "data/bfcl", decoder="prompting", actors=8)
    scored.mean("valid")

Verdicts are those of one process whatever the batches and actors, so decoder and names have to be named:
auto-detection would see one batch at a time. Ray is imported when `score` is called; `Scorer`
needs none of it and serves any engine that hands over batches as frames of pandas or polars, tables of
pyarrow or dicts of columns.
"""

from __future__ import annotations

import datetime
import os
from typing import Any, Callable, Optional, Union

from bfclx._columns import without_none
from bfclx._core import Dataset
from bfclx.rewards import dataset_of
from bfclx.rewards._reading import reads_calls

__all__ = ["Scorer", "score"]


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

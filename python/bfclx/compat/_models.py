"""The registry of models, as far as the checkers ask it; and the dataset that it is from."""

from __future__ import annotations

import os
import pathlib
import threading
from dataclasses import dataclass
from typing import Iterator, MutableMapping, Optional, Union

from bfclx._core import Dataset
from bfclx._errors import DatasetError


@dataclass
class ModelConfig:
    """A model of the registry. Only `underscore_to_dot` is read by the checkers."""

    model_name: str
    underscore_to_dot: bool = False
    is_fc_model: bool = False
    display_name: str = ""
    url: str = ""
    org: str = ""
    license: str = ""
    input_price: Optional[float] = None
    output_price: Optional[float] = None


_lock = threading.Lock()
_dataset: Optional[Dataset] = None


def use_dataset(dataset: Union[Dataset, str, "os.PathLike[str]"]) -> Dataset:
    """Names the dataset that the functions of bfclx.compat read: the model registry, entries, ground
    truth and the tables of long context. Without it BFCLX_DATASET is taken, or data/bfcl here."""
    global _dataset
    opened = dataset if isinstance(dataset, Dataset) else Dataset.open(dataset)
    with _lock:
        _dataset = opened
        MODEL_CONFIG_MAPPING.forget_dataset()
    return opened


def current_dataset() -> Dataset:
    """The dataset in use; raises a DatasetError where there is none."""
    global _dataset
    with _lock:
        if _dataset is None:
            named = os.environ.get("BFCLX_DATASET")
            place = pathlib.Path(named if named else "data/bfcl")
            if not named and not place.is_dir():
                raise DatasetError(
                    "no dataset: call bfclx.compat.use_dataset(path), or set BFCLX_DATASET"
                )
            _dataset = Dataset.open(place)
        return _dataset


class _Registry(MutableMapping[str, ModelConfig]):
    """Models by name: those that the caller has put in, before those of the dataset."""

    def __init__(self) -> None:
        self._own: dict[str, ModelConfig] = {}
        self._read: Optional[dict[str, ModelConfig]] = None

    def forget_dataset(self) -> None:
        self._read = None

    def _of_dataset(self) -> dict[str, ModelConfig]:
        if self._read is None:
            try:
                models = current_dataset().models()
            except DatasetError:
                return {}
            self._read = {
                model["name"]: ModelConfig(
                    model_name=model["model_name"],
                    underscore_to_dot=model["underscore_to_dot"],
                    is_fc_model=model["is_fc_model"],
                    display_name=model["display_name"],
                    url=model["url"],
                    org=model["organisation"],
                    license=model["license"],
                    input_price=model["input_price"],
                    output_price=model["output_price"],
                )
                for model in models
            }
        return self._read

    def __getitem__(self, name: str) -> ModelConfig:
        return self._own[name] if name in self._own else self._of_dataset()[name]

    def __setitem__(self, name: str, config: ModelConfig) -> None:
        self._own[name] = config

    def __delitem__(self, name: str) -> None:
        del self._own[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._of_dataset(), **self._own})

    def __len__(self) -> int:
        return len({**self._of_dataset(), **self._own})


MODEL_CONFIG_MAPPING = _Registry()

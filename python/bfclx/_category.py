"""The entries of a category."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from bfclx._core import Dataset, category_group
from bfclx._errors import UnknownEntryError

if TYPE_CHECKING:
    from bfclx.shapes import Entry

    _Entries = Mapping[str, Entry]
else:
    _Entries = Mapping


class Category(_Entries):
    """The entries of a category or group of a dataset, {id: entry} in the official order: `Dataset.category`.

    >>> import bfclx
    >>> live = bfclx.Dataset.sample().category("live")
    >>> len(live) == len(live.ids) > 0, live.ids[0] in live, live.categories[0]
    (True, True, 'live_simple')
    >>> live[live.ids[0]]["category"]
    'live_simple'
    """

    def __init__(self, dataset: Dataset, name: str) -> None:
        self.dataset: Dataset = dataset
        self.name: str = name
        there = set(dataset.categories())
        if not category_group(name):
            dataset.ids(name)  # raises: unknown name
        self.categories: list[str] = [one for one in category_group(name) if one in there]
        """The categories that the name stands for, and the dataset has."""
        self.ids: list[str] = [entry_id for one in self.categories for entry_id in dataset.ids(one)]
        """The ids, in the official order."""
        self._known = frozenset(self.ids)

    def __getitem__(self, entry_id: str) -> Entry:
        if entry_id not in self._known:
            raise UnknownEntryError(f"{self.name} has no entry `{entry_id}`")
        return self.dataset[entry_id]

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<Category {self.name} of {self.dataset.path}>"

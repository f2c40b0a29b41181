"""Numbers that several have."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["Interval"]


class Interval(TypedDict):
    low: float
    high: float

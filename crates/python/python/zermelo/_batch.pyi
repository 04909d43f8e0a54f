"""Types of the batch: what comes back depends on what is handed over."""

from collections.abc import Iterable
from typing import Any, Literal, Protocol, overload

from ._zermelo import _Position, _Side, Verdict

class _Array(Protocol):
    """An array of NumPy or pyarrow: another of the same kind comes back."""

    @property
    def dtype(self) -> Any: ...

class _ArrowArray(Protocol):
    def to_pylist(self) -> list[Any]: ...

@overload
def winnable_many(
    positions: _Array | _ArrowArray,
    side: _Side | Iterable[_Side] | None = None,
    *,
    fast: bool = False,
    nodes: int | None = None,
    memory: int | None = None,
    chess960: bool | None = None,
    threads: int | None = None,
    certificates: bool = False,
    errors: Literal["raise", "none"] = "raise",
) -> Any: ...
@overload
def winnable_many(
    positions: Iterable[_Position],
    side: _Side | Iterable[_Side] | None = None,
    *,
    fast: bool = False,
    nodes: int | None = None,
    memory: int | None = None,
    chess960: bool | None = None,
    threads: int | None = None,
    certificates: bool = False,
    errors: Literal["raise"] = "raise",
) -> list[Verdict]: ...
@overload
def winnable_many(
    positions: Iterable[_Position | None],
    side: _Side | Iterable[_Side] | None = None,
    *,
    fast: bool = False,
    nodes: int | None = None,
    memory: int | None = None,
    chess960: bool | None = None,
    threads: int | None = None,
    certificates: bool = False,
    errors: Literal["none"],
) -> list[Verdict | None]: ...

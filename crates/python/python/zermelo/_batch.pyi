"""Types of the batch: what comes back depends on what is handed over."""

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypedDict, overload

from typing_extensions import Unpack

from ._zermelo import _Position, _Side, Verdict

class _Array(Protocol):
    """An array of NumPy or pyarrow: another of the same kind comes back."""

    @property
    def dtype(self) -> Any: ...

class _ArrowArray(Protocol):
    def to_pylist(self) -> list[Any]: ...

class _Options(TypedDict, total=False):
    fast: bool
    nodes: int | None
    memory: int | None
    chess960: bool | None
    threads: int | None
    certificates: bool

_Sides = _Side | Iterable[_Side] | None

@overload
def winnable_many(
    positions: _Array | _ArrowArray,
    side: _Sides = None,
    *,
    errors: Literal["raise", "none"] = "raise",
    **options: Unpack[_Options],
) -> Any: ...
@overload
def winnable_many(
    positions: Iterable[_Position],
    side: _Sides = None,
    *,
    errors: Literal["raise"] = "raise",
    **options: Unpack[_Options],
) -> list[Verdict]: ...
@overload
def winnable_many(
    positions: Iterable[_Position | None],
    side: _Sides = None,
    *,
    errors: Literal["none"],
    **options: Unpack[_Options],
) -> list[Verdict | None]: ...

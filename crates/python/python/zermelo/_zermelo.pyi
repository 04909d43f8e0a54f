"""Types of the part that is written in Rust."""

from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, Union, final

__all__ = [
    "Bug",
    "Checked",
    "Legality",
    "Open",
    "Ruling",
    "Verdict",
    "__version__",
    "_panic_for_tests",
    "_restore_checked",
    "_restore_legality",
    "_restore_ruling",
    "_restore_verdict",
    "check",
    "judge",
    "legal",
    "longest",
    "puzzle",
    "retract",
    "strategy",
    "strategy_verify",
    "table",
    "winnable",
    "winnable_list",
]

__version__: str

class _Board(Protocol):
    def fen(self) -> str: ...

class _Game(Protocol):
    @property
    def headers(self) -> Any: ...
    def mainline(self) -> Any: ...

# A FEN, or a board of python-chess.
_Position = Union[str, _Board]
# "white", "black", "w" or "b", in capitals or not; python-chess's colours are True and False.
_Side = Union[str, bool]
# A board with N files and N ranks, "NxM", or (files, ranks).
_Size = Union[int, str, tuple[int, int]]

class Bug(RuntimeError):
    """The engine failed, or the kernel rejected what it claimed. Please report it."""

class Open(RuntimeError):
    """An open answer was used as if it were yes or no."""

@final
class Verdict:
    """The answer to one question, accepted by the kernel."""

    @property
    def result(self) -> Literal["winnable", "unwinnable", "open"]: ...
    @property
    def fen(self) -> str: ...
    @property
    def side(self) -> Literal["white", "black"]: ...
    @property
    def helpmate(self) -> list[Any] | None:
        """Moves of python-chess where that library is there, else UCI."""
    @property
    def helpmate_uci(self) -> list[str] | None: ...
    @property
    def method(
        self,
    ) -> Literal["material", "imminent", "rollout", "region", "search", "fast"]: ...
    @property
    def reason(self) -> Literal["material", "forced", "locked", "searched"] | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def explanation(self) -> list[str] | None:
        """The verdict and why, in sentences."""
    @property
    def certificate(self) -> str | None: ...
    def __bool__(self) -> bool:
        """Whether the side can still mate; raises Open if that is open."""
    def to_dict(self) -> dict[str, Any]:
        """The same with the keys of the command's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Ruling:
    """What the rules say of one game, accepted by the kernel."""

    @property
    def game(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def white(self) -> str | None: ...
    @property
    def black(self) -> str | None: ...
    @property
    def plies(self) -> int: ...
    @property
    def ruling(
        self,
    ) -> Literal[
        "over",
        "flag",
        "resigned",
        "drawn",
        "unfounded",
        "decided",
        "unfinished",
        "open",
        "broken",
    ]: ...
    @property
    def article(self) -> str | None: ...
    @property
    def ending(self) -> str | None: ...
    @property
    def ply(self) -> int: ...
    @property
    def fen(self) -> str | None: ...
    @property
    def loser(self) -> Literal["white", "black"] | None: ...
    @property
    def winner(self) -> Literal["white", "black"] | None: ...
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"] | None: ...
    @property
    def claimed_result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"] | None: ...
    @property
    def agreement(self) -> Literal["agrees", "contradicted", "missing", "left"] | None: ...
    @property
    def plies_after_end(self) -> int: ...
    @property
    def said(self) -> str | None: ...
    @property
    def claims(self) -> list[tuple[int, str]]: ...
    @property
    def claims_total(self) -> int: ...
    @property
    def explanation(self) -> list[str] | None:
        """The ruling in sentences."""
    @property
    def certificate(self) -> str | None: ...
    @property
    def error(self) -> str | None: ...
    def to_dict(self) -> dict[str, Any]:
        """The same with the keys of the command's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Legality:
    """Whether a position can arise in a game, accepted by the kernel."""

    @property
    def result(self) -> Literal["legal", "illegal", "open"]: ...
    @property
    def fen(self) -> str: ...
    @property
    def game(self) -> list[Any] | None:
        """Moves of python-chess where that library is there, else UCI."""
    @property
    def game_uci(self) -> list[str] | None: ...
    @property
    def start(self) -> str | None:
        """The array with which the game begins."""
    @property
    def chess960(self) -> bool: ...
    @property
    def dead_reckoning(self) -> bool: ...
    @property
    def rule(self) -> str | None: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def certificate(self) -> str | None: ...
    def __bool__(self) -> bool:
        """Whether the position is legal; raises Open if that is open."""
    def to_dict(self) -> dict[str, Any]:
        """The same with the keys of the command's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Checked:
    """What the kernel says of a certificate."""

    @property
    def accepted(self) -> bool: ...
    @property
    def claim(
        self,
    ) -> Literal[
        "winnable",
        "unwinnable",
        "record",
        "legal",
        "illegal",
        "census",
        "losing-win",
        "strategy",
    ]: ...
    @property
    def side(self) -> Literal["white", "black"] | None: ...
    @property
    def fen(self) -> str | None: ...
    @property
    def statement(self) -> str | None: ...
    @property
    def words(self) -> str: ...
    @property
    def fault(self) -> str | None: ...
    def __bool__(self) -> bool: ...
    def to_dict(self) -> dict[str, Any]:
        """The same with the keys of the command's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def winnable(
    position: _Position,
    side: _Side,
    *,
    fast: bool = False,
    nodes: int | None = None,
    memory: int | None = None,
    chess960: bool | None = None,
) -> Verdict: ...
def winnable_list(
    positions: Any,
    side: Any,
    *,
    fast: bool,
    nodes: int | None,
    memory: int | None,
    chess960: bool | None,
    threads: int | None,
    certificates: bool,
    skip_bad: bool,
) -> list[Verdict | None]: ...
def judge(
    pgn: str | bytes | PathLike[str] | _Game,
    *,
    flag: _Side | None = None,
    with_history: bool = False,
    memory: int | None = None,
    threads: int | None = None,
) -> list[Ruling]: ...
def legal(
    position: _Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    retractions: int | None = None,
    dead_reckoning: bool = False,
    chess960: bool | None = None,
) -> Legality: ...
def legal_readings(
    position: _Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    retractions: int | None = None,
    dead_reckoning: bool = False,
    chess960: bool | None = None,
) -> dict[str, Any]: ...
def puzzle(
    position: _Position | Iterable[_Position],
    stipulation: str,
    *,
    winner: _Side | None = None,
    duplex: bool = False,
    set_play: bool = False,
    up_to: bool = False,
    shorter: bool = True,
    castling: Literal["convention", "fen"] = "convention",
    en_passant: Literal["fen", "none"] = "fen",
    limit: int = 1000,
    nodes: int | None = None,
    memory: int | None = None,
) -> dict[str, Any]: ...
def shortest(
    position: _Position,
    *,
    limit: int = 20,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> dict[str, Any]: ...
def retract(
    position: _Position, *, dead_reckoning: bool = False, chess960: bool | None = None
) -> dict[str, Any]: ...
def table(
    position: _Position,
    folder: str | PathLike[str] | None = None,
    *,
    rules: Literal["chess", "losing", "losing-fics", "losing-joint"] = "chess",
    metric: Literal["outcome", "conversion", "end"] | None = None,
    line: bool = False,
    build: bool = False,
    memory: int = 6442450944,
    syzygy: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
) -> dict[str, Any]: ...
def strategy(position: _Position | None = None, *, board: _Size | None = None) -> dict[str, Any]: ...
def strategy_verify(
    board: _Size | None = None,
    *,
    relation: bool = False,
    longest: bool = False,
    memory: int = 6442450944,
) -> dict[str, Any]: ...
def longest(*, seed: int = 1, move_rule: int = 75) -> str: ...
def check(certificate: str | bytes | PathLike[str]) -> Checked: ...
def _panic_for_tests() -> None: ...

# What pickles call when they are read.
def _restore_verdict(
    fen: str,
    chess960: bool,
    side: str,
    reason: str | None,
    method: str,
    nodes: int,
    certificate: str | None,
) -> Verdict: ...
def _restore_ruling(report: str, certificate: str | None) -> Ruling: ...
def _restore_legality(
    fen: str, chess960: bool, dead_reckoning: bool, certificate: str | None
) -> Legality: ...
def _restore_checked(report: str, words: str) -> Checked: ...

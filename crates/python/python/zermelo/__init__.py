"""Chess questions, answered with proofs.

Every answer has been accepted by the kernel, a small checker that trusts no engine; the proof can
be kept and checked again.

>>> import zermelo
>>> verdict = zermelo.winnable("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61", "black")
>>> verdict.result, verdict.reason
('unwinnable', 'locked')
>>> zermelo.check(verdict.certificate).accepted
True
"""

from ._zermelo import (
    Bug,
    Checked,
    Legality,
    Open,
    Ruling,
    Verdict,
    __version__,
    check,
    judge,
    legal,
    legal_readings,
    longest,
    puzzle,
    retract,
    shortest,
    strategy,
    strategy_verify,
    table,
    winnable,
)
from ._batch import winnable_many

__all__ = [
    "Bug",
    "Checked",
    "Legality",
    "Open",
    "Ruling",
    "Verdict",
    "__version__",
    "check",
    "judge",
    "legal",
    "legal_readings",
    "longest",
    "puzzle",
    "retract",
    "shortest",
    "strategy",
    "strategy_verify",
    "table",
    "winnable",
    "winnable_many",
]

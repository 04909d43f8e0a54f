"""Certificates: what the kernel accepts, and that it rejects damaged ones."""

import pytest

import zermelo

LOCKED = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_accepted_as_text_and_bytes():
    for fen, side, claim in ((LOCKED, "black", "unwinnable"), (START, "white", "winnable")):
        text = zermelo.winnable(fen, side).certificate
        for certificate in (text, text.encode()):
            checked = zermelo.check(certificate)
            assert checked and checked.accepted and checked.fault is None
            assert (checked.claim, checked.side) == (claim, side)
            assert fen.startswith(checked.fen)
            assert "accepted" in repr(checked)


def test_other_kinds():
    illegal = zermelo.legal("8/8/8/8/8/8/P1k5/K7 b - -")
    assert zermelo.check(illegal.certificate).claim == "illegal"
    ruling = zermelo.judge("1. f3 e5 2. g4 Qh4# 0-1")[0]
    checked = zermelo.check(ruling.certificate)
    assert checked and checked.claim == "record"


def damaged_helpmates():
    text = zermelo.winnable(START, "white").certificate
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("line "))
    words = lines[at].split()
    for changed in (words[:-1], words[:1] + words[2:], words[:1] + ["a1a8"] + words[1:]):
        yield "\n".join(lines[:at] + [" ".join(changed)] + lines[at + 1 :]) + "\n"
    yield text.replace("white", "black")


def test_damaged_helpmates_are_rejected():
    for certificate in damaged_helpmates():
        checked = zermelo.check(certificate)
        assert not checked and not checked.accepted and checked.fault
        assert "rejected" in repr(checked)


def test_a_mate_of_the_wrong_side_is_rejected():
    text = zermelo.winnable(START, "white").certificate
    checked = zermelo.check(text.replace("white", "black"))
    assert not checked and "mates the wrong side" in checked.fault


def test_a_cover_of_another_position_is_rejected():
    text = zermelo.winnable(LOCKED, "black").certificate
    other = "4k2r/8/8/8/8/8/8/4K3 w - -"
    position = next(line for line in text.splitlines() if line.startswith("position"))
    checked = zermelo.check(text.replace(position, f"position {other}", 1))
    assert not checked and checked.fault
    assert zermelo.winnable(other, "black")


def test_damaged_covers_are_rejected():
    lines = zermelo.winnable(LOCKED, "black").certificate.splitlines()
    king = next(i for i, line in enumerate(lines) if line.startswith("man kf6"))
    shrunk = lines[:king] + ["man kf6 0000200000000000"] + lines[king + 1 :]
    bishop = next(i for i, line in enumerate(lines) if line.startswith("man bf8"))
    gone = lines[:bishop] + lines[bishop + 1 :]
    region = next(i for i, line in enumerate(lines) if line.startswith("region"))
    empty = lines[:region] + ["end"]
    for damaged in (shrunk, gone, empty):
        try:
            checked = zermelo.check("\n".join(damaged) + "\n")
        except ValueError:
            continue
        assert not checked and checked.fault, damaged


@pytest.mark.parametrize("text", ["", "hello", "zermelo-certificate 1\n", b"\xff\xfe", b"(\xb5/\xfd"])
def test_what_is_no_certificate_is_a_value_error(text):
    with pytest.raises(ValueError):
        zermelo.check(text)


def test_wrong_type():
    with pytest.raises(TypeError):
        zermelo.check(5)

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


def frame(data):
    """A zstd frame whose blocks are not compressed (RFC 8878, section 3.1.1)."""
    size = len(data)
    parts = [data[at : at + 100_000] for at in range(0, size, 100_000)] or [b""]
    out = b"\x28\xb5\x2f\xfd\xa0" + size.to_bytes(4, "little")
    for number, part in enumerate(parts, 1):
        out += (len(part) << 3 | (number == len(parts))).to_bytes(3, "little") + part
    return out


def test_compressed_as_bytes_and_in_files(tmp_path):
    text = zermelo.winnable(LOCKED, "black").certificate.encode()
    skippable = b"\x50\x2a\x4d\x18\x02\x00\x00\x00ab"
    forms = [text, frame(text), skippable + frame(text), frame(text[:50]) + frame(text[50:])]
    wrong = text.replace(b"claim unwinnable black", b"claim unwinnable white")
    for number, form in enumerate(forms):
        file = tmp_path / f"{number}.cert"
        file.write_bytes(form)
        for certificate in (form, file):
            assert zermelo.check(certificate), number
        file.write_bytes(frame(wrong))
        for certificate in (frame(wrong), file):
            assert not zermelo.check(certificate)
        for damaged in (form[:-20], form[: len(form) // 2]):
            with pytest.raises(ValueError):
                zermelo.check(damaged)
    with pytest.raises(FileNotFoundError, match="missing.cert"):
        zermelo.check(tmp_path / "missing.cert")
    with pytest.raises(IsADirectoryError):
        zermelo.check(tmp_path)


def test_the_proofs_of_the_project(repository):
    checked = zermelo.check(repository / "crates/strategy/proofs/krk.cert.zst")
    assert checked and checked.claim == "strategy"


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

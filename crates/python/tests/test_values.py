"""Answers as values: equal if they say the same, copied, pickled, as dicts."""

import importlib.metadata
import copy
import json
import pickle

import pytest

import zermelo

LOCKED = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61"
QUEEN = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"
CASTLES = "4k3/8/8/8/8/8/8/RK5R w AH - 0 1"
MATE = "1. f3 e5 2. g4 Qh4# 1-0"


def answers():
    """Pairs of answers to the same question, each of another kind."""
    for _ in range(2):
        yield [
            zermelo.winnable(LOCKED, "black"),
            zermelo.winnable(QUEEN, "white"),
            zermelo.winnable(QUEEN, "black"),
            zermelo.winnable(CASTLES, "white", chess960=True),
            zermelo.winnable(LOCKED.replace("b", "n", 1), "black", fast=True),
            zermelo.winnable_many([LOCKED], "black")[0],
            zermelo.judge(MATE)[0],
            zermelo.judge("1. e4 e5 2. Nf6 *")[0],
            zermelo.judge("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2")[0],
            zermelo.legal("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            zermelo.legal("8/8/8/8/8/8/P1k5/K7 b - -"),
            zermelo.legal(QUEEN, nodes=0, retractions=0),
            zermelo.check(zermelo.winnable(QUEEN, "white").certificate),
        ]


def test_equal_if_they_say_the_same():
    one, other = answers()
    assert one == other and [hash(answer) for answer in one] == [hash(answer) for answer in other]
    for index, answer in enumerate(one):
        assert all(answer != another for another in one[:index]), answer
        assert answer != "something else" and answer is not None
    assert len(set(one + other)) == len(one)


def test_pickles_and_copies():
    for answer in next(answers()):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(answer, protocol)) == answer
        for again in (pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer)):
            assert again == answer and hash(again) == hash(answer) and repr(again) == repr(answer)
            assert again.to_dict() == answer.to_dict()
            names = (name for name in dir(answer) if not name.startswith("_"))
            for name in names:
                if not callable(getattr(answer, name)):
                    assert getattr(again, name) == getattr(answer, name), name


def test_pickles_prove_nothing_by_themselves():
    restore, (fen, *middle, certificate) = zermelo.winnable(LOCKED, "black").__reduce__()
    with pytest.raises(ValueError, match="proof"):
        restore(fen, *middle, certificate.replace("claim unwinnable black", "claim unwinnable white"))
    with pytest.raises(ValueError, match="proof"):
        restore(QUEEN, *middle, certificate)
    restore, (fen, *reading, proof) = zermelo.legal("8/8/8/8/8/8/P1k5/K7 b - -").__reduce__()
    with pytest.raises(ValueError, match="proof"):
        restore(QUEEN, *reading, proof)
    # What is proved of all games is not what was asked of those that end when they are dead.
    with pytest.raises(ValueError, match="proof"):
        restore(fen, False, True, proof)


def test_dicts_are_json():
    for answer in next(answers()):
        assert json.loads(json.dumps(answer.to_dict())) == answer.to_dict()


def test_the_keys_are_those_of_the_command():
    winnable = zermelo.winnable(QUEEN, "white").to_dict()
    assert (winnable["fen"], winnable["turn"]) == ("8/8/4k3/8/8/3QK3/8/8 w - -", "white")
    assert (winnable["side"], winnable["verdict"], winnable["checked"]) == ("white", "winnable", True)
    assert winnable["plies"] == len(winnable["helpmate_uci"]) == len(winnable["helpmate_san"])
    assert zermelo.check(winnable["certificate"]) and "engine_us" not in winnable
    locked = zermelo.winnable(LOCKED, "black").to_dict()
    assert (locked["reason"], locked["method"], locked["regions"]) == ("locked", "region", 1)
    assert locked["explanation"]["headline"].startswith("Black cannot win")
    (dropped,) = zermelo.winnable_many([LOCKED], "black")
    dropped = dropped.to_dict()
    assert (dropped["verdict"], dropped["reason"], dropped["checked"]) == ("unwinnable", "locked", True)
    assert dropped["certificate"] is None and dropped["explanation"] is None
    ruling = zermelo.judge(MATE)[0].to_dict()
    assert (ruling["move_san"], ruling["ending"], ruling["checked"]) == ("Qh4#", "checkmate", True)
    assert set(ruling["explanation"]) == {"headline", "detail", "agreement"}
    assert zermelo.check(ruling["certificate"])
    broken = zermelo.judge("1. e4 e5 2. Nf6 *")[0].to_dict()
    assert (broken["ruling"], broken["game"]) == ("broken", 1) and "Nf6" in broken["error"]
    legal = zermelo.legal("8/8/8/8/8/8/P1k5/K7 b - -").to_dict()
    assert (legal["verdict"], legal["rule"]) == ("illegal", "no-last-move") and legal["reasons"]
    checked = zermelo.check(winnable["certificate"]).to_dict()
    assert (checked["accepted"], checked["claim"], checked["side"]) == (True, "winnable", "white")


def test_the_wheel_holds_the_licences_of_its_parts():
    files = {file.name: file for file in importlib.metadata.files("zermelo")}
    assert "GNU GENERAL PUBLIC LICENSE" in files["LICENSE"].read_text()
    assert "MIT" in files["LICENSES-OF-PARTS.txt"].read_text()

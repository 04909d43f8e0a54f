"""Help problems and last moves."""

import json

import pytest

import zermelo

ONE = "7k/8/5K2/8/8/8/8/6Q1"


def solutions(answer, diagram=0, part=0):
    return [line["san"] for line in answer["positions"][diagram]["parts"][part]["searches"][0]["solutions"]]


def test_all_solutions():
    answer = zermelo.puzzle(ONE, "h#1")
    assert (answer["stipulation"], answer["goal"]) == ("h#1", "mate")
    assert solutions(answer) == [["Kh7", "Qg7#"]]
    (search,) = answer["positions"][0]["parts"][0]["searches"]
    assert search["complete"] and not search["cut"] and "engine_us" not in search
    assert answer == zermelo.puzzle(ONE, "h#1") and json.dumps(answer)


def test_twins_parts_and_winners():
    answer = zermelo.puzzle([ONE, "7k/8/5K2/8/8/8/8/5Q2"], "h#1")
    assert [one["twin"] for one in answer["positions"]] == ["a", "b"]
    kinds = zermelo.puzzle(ONE, "h#1", duplex=True, set_play=True)["positions"][0]["parts"]
    assert [part["kind"] for part in kinds][:2] == ["play", "set_play"]
    mirrored = zermelo.puzzle("7K/8/5k2/8/8/8/8/6q1", "h#1", winner="B")
    assert solutions(mirrored) == [["Kh7", "Qg7#"]]
    chess = pytest.importorskip("chess")
    board = chess.Board(ONE + " b - - 0 1")
    assert zermelo.puzzle(board, "h#1", winner=chess.WHITE) == zermelo.puzzle(ONE, "h#1")


def test_limits_of_a_problem():
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    (search,) = zermelo.puzzle(start, "h#4", nodes=1000)["positions"][0]["parts"][0]["searches"]
    assert not search["complete"]
    (search,) = zermelo.puzzle("7k/8/5K2/8/8/8/8/5QQ1", "h#1", limit=1)["positions"][0]["parts"][0]["searches"]
    assert search["cut"] and len(search["solutions"]) == 1


def test_proof_games():
    mate = "rnb1kb1r/pp1ppppp/8/q1B5/8/3P1n2/PPP1PPPP/RN1QKBNR"
    answer = zermelo.puzzle(mate, "PG 5")
    assert (answer["verdict"], answer["plies"], answer["complete"]) == ("unique", 10, True)
    (game,) = answer["games"]
    assert game["san"][-1] == "Nf3#" and answer["shorter"]["verdict"] == "none"
    assert zermelo.puzzle(mate, "pg 4.5", shorter=False)["verdict"] == "none"
    assert zermelo.puzzle(mate, "dia 6", limit=3)["cut"]
    chess = pytest.importorskip("chess")
    board = chess.Board()
    board.push_san("e4")
    assert zermelo.puzzle(board, "PG 0.5")["games"][0]["uci"] == ["e2e4"]
    with pytest.raises(ValueError, match="duplex is for help problems"):
        zermelo.puzzle(mate, "PG 5", duplex=True)
    with pytest.raises(ValueError, match="no number of moves"):
        zermelo.puzzle(mate, "PG five")


def test_shortest_games():
    mate = "rnb1kb1r/pp1ppppp/8/q1B5/8/3P1n2/PPP1PPPP/RN1QKBNR"
    answer = zermelo.shortest(mate)
    assert (answer["verdict"], answer["plies"], len(answer["games"])) == ("unique", 10, 1)
    assert answer["known_plies"] >= 10
    hard = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - -"
    for limits in ({"nodes": 1000}, {"seconds": 0.2}):
        answer = zermelo.shortest(hard, **limits)
        assert answer["verdict"] == "open" and not answer["interrupted"]
    illegal = zermelo.shortest("8/8/8/8/8/8/P1k5/K7 b - -")
    assert illegal["verdict"] == "illegal" and zermelo.check(illegal["certificate"]).accepted
    with pytest.raises(ValueError, match="limit"):
        zermelo.shortest(mate, limit=0)
    with pytest.raises(ValueError, match="king"):
        zermelo.shortest("8/8/8/8/8/8/8/8")


def test_bad_problems():
    for stipulation in ("#3", "h#", "", "h#1 h#2"):
        with pytest.raises(ValueError):
            zermelo.puzzle(ONE, stipulation)
    with pytest.raises(ValueError, match="^set_play leaves out"):
        zermelo.puzzle(ONE, "h#1.5", set_play=True)
    with pytest.raises(ValueError, match="castling is"):
        zermelo.puzzle(ONE, "h#1", castling="never")
    for limit in (0, 1_000_001):
        with pytest.raises(ValueError, match="limit"):
            zermelo.puzzle(ONE, "h#1", limit=limit)
    with pytest.raises(ValueError, match="side"):
        zermelo.puzzle(ONE, "h#1", winner="both")
    for position in (5, None, [5], [None]):
        with pytest.raises(TypeError, match="position"):
            zermelo.puzzle(position, "h#1")
    with pytest.raises(ValueError, match="position is missing"):
        zermelo.puzzle([], "h#1")


def test_last_moves():
    answer = zermelo.retract("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -")
    moves = [one["uci"] for one in answer["retractions"] if one["possible_by_count"]]
    assert "e2e4" in moves and answer["possible"] == len(moves)
    assert not answer["cannot_arise"] and answer["turn"] == "black"
    none = zermelo.retract("8/8/8/8/8/8/P1k5/K7 b - -")
    assert none["cannot_arise"] and none["reasons"]
    readings = zermelo.retract("8/8/8/8/8/8/P1k5/K7 ? - -")
    assert len(readings["readings"]) == 2 and len(readings["standing"]) == 1
    chess = pytest.importorskip("chess")
    board = chess.Board()
    board.push_san("e4")
    assert zermelo.retract(board)["retractions"] == answer["retractions"]


def test_dead_reckoning():
    answer = zermelo.retract("8/8/8/8/8/8/4k3/K7 w - -", dead_reckoning=True)
    assert set(answer["dead_reckoning"]) == {"zombie", "from_dead", "no_past", "unsettled"}


def test_bad_positions():
    with pytest.raises(ValueError, match="side to move is missing"):
        zermelo.retract("8/8")
    with pytest.raises(TypeError, match="position"):
        zermelo.retract(5)

"""Endgame tables and the strategy of king and rook."""

import json

import pytest

import zermelo

ROOK = "8/8/8/3k4/8/2K5/8/R7 w - - 0 1"


def test_a_table_that_is_built(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no table of KRvK"):
        zermelo.table(ROOK, tmp_path)
    answer = zermelo.table(ROOK, tmp_path, build=True, line=True)
    assert (answer["value"], answer["winner"], answer["kernel_checked"]) == ("win", "white", True)
    assert (answer["material"], answer["source"]) == ("KRvK", "zermelo")
    assert answer["plies"] == len(answer["line_uci"]) and answer["line_san"][-1].endswith("#")
    assert {"uci", "san", "value", "plies"} <= set(answer["moves"][0])
    # It is there now, also for a folder that is named by a text or by the environment.
    assert zermelo.table(ROOK, str(tmp_path), line=True) == answer
    assert json.loads(json.dumps(answer)) == answer


def test_the_folder_of_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_TABLES", str(tmp_path))
    assert zermelo.table(ROOK, metric="outcome", build=True)["plies"] is None
    assert any(tmp_path.rglob("*"))


def test_losing_chess_and_boards(tmp_path):
    answer = zermelo.table("8/8/8/8/8/8/8/Qk6 w - -", tmp_path, rules="losing", build=True)
    assert answer["rules"] == "losing" and answer["value"] in ("win", "draw", "loss")
    chess = pytest.importorskip("chess")
    mated = chess.Board("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1")
    assert zermelo.table(mated, tmp_path)["over"] == "checkmate"


def test_bad_questions_to_tables(tmp_path):
    for named, says in (
        ({"rules": "go"}, "the rules are"),
        ({"metric": "inches"}, "a metric is"),
        ({"metric": "outcome", "line": True}, "line"),
        ({"syzygy": tmp_path}, "no other option"),
        ({"build": True, "memory": 1}, "memory"),
    ):
        with pytest.raises(ValueError, match=says):
            zermelo.table(ROOK, tmp_path, **named)
    with pytest.raises(ValueError, match="castling"):
        zermelo.table("4k3/8/8/8/8/8/8/4K2R w K -", tmp_path)
    with pytest.raises(TypeError, match="position"):
        zermelo.table(5, tmp_path)
    with pytest.raises(FileNotFoundError, match="Syzygy"):
        zermelo.table(ROOK, syzygy=tmp_path)
    with pytest.raises(FileNotFoundError, match="Syzygy"):
        zermelo.table(ROOK, syzygy=[str(tmp_path), tmp_path])


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(OSError, match="file"):
        zermelo.table(ROOK, tmp_path / "file" / "tables", build=True)


def test_what_the_strategy_plays():
    words = zermelo.strategy()
    assert words["ending"] == "krk" and words["kinds"]
    answer = zermelo.strategy(ROOK)
    assert answer["position"] == "Kc3 Ra1 kd5" and answer["played"] in answer["moves"]
    assert answer["kind"] in [kind["name"] for kind in words["kinds"]] and answer["why"]
    assert zermelo.strategy("Kc3 Ra1 kd5") == answer
    for board in ("5x4", (5, 4)):
        assert zermelo.strategy("Ka1 Rb1 kd3", board=board)["board"] == "5x4"
    chess = pytest.importorskip("chess")
    assert zermelo.strategy(chess.Board(ROOK)) == answer


def test_a_board_is_verified():
    answer = zermelo.strategy_verify(4, longest=True)
    assert (answer["result"], answer["board"]) == ("mates", "4x4") and answer["always_mate"]
    assert answer["checked"] == answer["positions"] and answer["longest_game"]
    assert "seconds" not in answer and answer == zermelo.strategy_verify("4x4", longest=True)
    assert zermelo.strategy_verify(4, relation=True)["moves"] == "relation"


def test_bad_boards():
    for board in (0, "x", "8x", -3, 10_000, (3,), None.__class__):
        with pytest.raises(ValueError, match="a board is"):
            zermelo.strategy_verify(board)
    with pytest.raises(ValueError, match="memory"):
        zermelo.strategy_verify(8, memory=1)
    with pytest.raises(ValueError, match="missing"):
        zermelo.strategy("Kc3")
    with pytest.raises(ValueError, match="White"):
        zermelo.strategy(ROOK.replace(" w ", " b "))

"""One position: verdicts, proofs, what is accepted, what is refused."""

import builtins

import pytest

import zermelo

KNIGHT = "8/8/4k3/8/8/3NK3/8/8 w - - 0 1"
QUEEN = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"
LOCKED = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_unwinnable():
    verdict = zermelo.winnable(LOCKED, "black")
    assert verdict.result == "unwinnable"
    assert (verdict.side, verdict.reason, verdict.method) == ("black", "locked", "region")
    assert verdict.fen == LOCKED.rsplit(" ", 2)[0]
    assert verdict.helpmate is None and verdict.helpmate_uci is None
    assert not verdict
    assert "unwinnable" in repr(verdict)
    assert zermelo.winnable(KNIGHT, "white").reason == "material"


def test_winnable_with_a_mate_that_python_chess_sees():
    chess = pytest.importorskip("chess")
    for fen in (QUEEN, START):
        verdict = zermelo.winnable(fen, "white")
        assert verdict and verdict.result == "winnable" and verdict.reason is None
        board = chess.Board(fen)
        for move in verdict.helpmate:
            assert isinstance(move, chess.Move)
            board.push(board.find_move(move.from_square, move.to_square, move.promotion))
        assert board.is_checkmate() and board.turn == chess.BLACK
        assert [move.uci() for move in verdict.helpmate] == verdict.helpmate_uci


def test_moves_are_texts_without_python_chess(monkeypatch):
    imported = builtins.__import__

    def without_chess(name, *rest):
        if name == "chess":
            raise ImportError(name)
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_chess)
    monkeypatch.delitem(__import__("sys").modules, "chess", raising=False)
    verdict = zermelo.winnable(QUEEN, "white")
    assert verdict.helpmate == verdict.helpmate_uci


def test_open_is_neither_true_nor_false():
    verdict = zermelo.winnable(LOCKED.replace("b", "n", 1), "black", fast=True)
    assert verdict.result == "open" and verdict.method == "fast"
    assert verdict.certificate is None and verdict.helpmate is None
    with pytest.raises(zermelo.Open):
        bool(verdict)


def test_limits():
    hard = "8/1p1p1p1p/1P6/BP6/KP6/PP6/3P1P1P/k7 w - -"
    assert zermelo.winnable(hard, "white").nodes > 1000
    assert zermelo.winnable(hard, "white", nodes=100).result == "open"
    assert zermelo.winnable(hard, "white", memory=10_000).result == "open"
    with pytest.raises(ValueError, match="fast"):
        zermelo.winnable(hard, "white", fast=True, nodes=5)
    with pytest.raises(ValueError, match="memory"):
        zermelo.winnable(hard, "white", memory=0)
    for bad in (-1, 1 << 64):
        for named in ({"nodes": bad}, {"memory": bad}):
            with pytest.raises(ValueError, match="whole number"):
                zermelo.winnable(hard, "white", **named)
        with pytest.raises(ValueError, match="whole number"):
            zermelo.winnable_many([hard], threads=bad)
        with pytest.raises(ValueError, match="whole number"):
            zermelo.longest(seed=bad)
    with pytest.raises(TypeError, match="nodes"):
        zermelo.winnable(hard, "white", nodes="many")


def test_fast():
    assert zermelo.winnable(LOCKED, "black", fast=True).result == "unwinnable"


@pytest.mark.parametrize(
    ("fen", "says"),
    [
        ("", "empty"),
        ("8/8", "8 ranks"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        (QUEEN.replace(" w ", " x "), "x"),
        ("é" * 10, ""),
        ("8" * 100_000, "100000 characters"),
    ],
)
def test_bad_fens_are_value_errors_in_one_sentence(fen, says):
    with pytest.raises(ValueError) as caught:
        zermelo.winnable(fen, "white")
    sentence = str(caught.value)
    assert says in sentence and "\n" not in sentence and len(sentence) < 300


def test_bad_arguments():
    with pytest.raises(ValueError, match="side"):
        zermelo.winnable(QUEEN, "red")
    with pytest.raises(ValueError, match="side"):
        zermelo.winnable(QUEEN, 1)
    with pytest.raises(ValueError, match="this is None"):
        zermelo.winnable(QUEEN, None)
    for position in (None, 5, b"8/8", object()):
        with pytest.raises(TypeError, match="position"):
            zermelo.winnable(position, "white")
    with pytest.raises(UnicodeError):
        zermelo.winnable("\ud800", "white")


def test_boards_and_colours_of_python_chess():
    chess = pytest.importorskip("chess")
    assert zermelo.winnable(chess.Board(KNIGHT), chess.WHITE).result == "unwinnable"
    assert zermelo.winnable(chess.Board(), chess.BLACK).result == "winnable"
    assert zermelo.winnable(chess.Board(), chess.BLACK).side == "black"


@pytest.mark.parametrize("white, black", [("White", "BLACK"), ("w", "b"), ("W", "B"), (True, False)])
def test_sides_as_people_write_them(white, black):
    assert zermelo.winnable(QUEEN, white).side == "white"
    assert zermelo.winnable(QUEEN, black).side == "black"
    assert zermelo.winnable_many([QUEEN], white)[0].side == "white"
    assert zermelo.judge("1. e4 *", flag=black)[0].loser == "black"


def test_chess960():
    chess = pytest.importorskip("chess")
    # python-chess replays the line by the rules of Chess960.
    board = chess.Board.from_chess960_pos(5)
    verdict = zermelo.winnable(board, "white")
    assert verdict and "rules chess960" in verdict.certificate
    for move in verdict.helpmate:
        assert board.is_legal(move)
        board.push(move)
    assert board.is_checkmate()
    castles = "4k3/8/8/8/8/8/8/RK5R w AH - 0 1"
    with pytest.raises(ValueError):
        zermelo.winnable(castles, "white")
    assert zermelo.winnable(castles, "white", chess960=True)


def test_a_panic_is_an_exception():
    with pytest.raises(zermelo.Bug, match="bug"):
        zermelo._zermelo._panic_for_tests()
    assert issubclass(zermelo.Bug, Exception)


def test_answers_of_the_corpus(corpus):
    lines = corpus("winnable/hard.txt")[::8]
    known = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    for side, letter in (("white", "W"), ("black", "B")):
        verdicts = zermelo.winnable_many([fen.strip() for _, fen in known], side)
        for (answer, fen), verdict in zip(known, verdicts):
            if verdict.result != "open":
                assert bool(verdict) == (letter in answer), fen

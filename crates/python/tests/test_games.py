"""Rulings, legality, the longest game."""

import gzip
import pickle

import pytest

import zermelo

GAMES = """[White "Anna"]
[Black "Boris"]

1. f3 e5 2. g4 Qh4# 1-0

[White "Carla"]
[SetUp "1"]
[FEN "8/8/4k3/8/8/3pK3/8/8 w - - 0 56"]

1. Kxd3 Kd5 2. Ke3 1-0

1. e4 e5 2. Nf6 *
"""


def test_rulings():
    mate, dead, broken = zermelo.judge(GAMES)
    assert (mate.game, mate.white, mate.black) == (1, "Anna", "Boris")
    assert (mate.ruling, mate.article, mate.ending) == ("over", "5.1.1", "checkmate")
    assert (mate.result, mate.claimed_result, mate.agreement) == ("0-1", "1-0", "contradicted")
    assert mate.winner == "black" and mate.ply == mate.plies == 4
    assert (dead.ending, dead.article, dead.ply) == ("dead_position", "5.2.2", 1)
    assert dead.plies_after_end == 2 and dead.result == "1/2-1/2"
    assert dead.fen.startswith("8/8/4k3/8/8/3K4/8/8 b")
    assert broken.ruling == "broken" and "Nf6" in broken.error and broken.certificate is None
    for ruling in (mate, dead):
        assert zermelo.check(ruling.certificate).accepted
        assert "game" in repr(ruling)
    assert [ruling.game for ruling in zermelo.judge(GAMES.encode())] == [1, 2, 3]
    assert zermelo.judge("") == []


def test_a_flag_falls():
    queen = '[SetUp "1"]\n[FEN "8/8/4k3/8/8/3qK3/8/8 w - - 0 1"]\n\n1. Kf4 *\n'
    (lost,) = zermelo.judge(queen, flag="white")
    assert (lost.ruling, lost.loser, lost.winner, lost.article) == ("flag", "white", "black", "6.9")
    (drawn,) = zermelo.judge(queen, flag="black")
    assert drawn.result == "1/2-1/2" and drawn.winner is None
    with pytest.raises(ValueError):
        zermelo.judge(queen, flag="grey")
    with pytest.raises(TypeError):
        zermelo.judge(5)


def test_a_file(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text(GAMES)
    assert zermelo.judge(file) == zermelo.judge(GAMES)
    file.write_bytes(gzip.compress(GAMES.encode()))
    assert zermelo.judge(file) == zermelo.judge(file.read_bytes()) == zermelo.judge(GAMES)
    with pytest.raises(FileNotFoundError, match="missing.pgn"):
        zermelo.judge(tmp_path / "missing.pgn")
    with pytest.raises(OSError):
        zermelo.judge(tmp_path)
    with pytest.raises(ValueError, match=r'pathlib.Path\("games.pgn"\)'):
        zermelo.judge("games.pgn")
    with pytest.raises(TypeError, match="of type int"):
        zermelo.judge(5)


def test_claims():
    text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2"
    (ruling,) = zermelo.judge(text)
    assert (8, "9.2.2") in ruling.claims and ruling.claims_total == len(ruling.claims)


def test_a_game_of_python_chess():
    pytest.importorskip("chess")
    import io

    import chess.pgn

    game = chess.pgn.read_game(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))
    assert zermelo.judge(game)[0].agreement == "agrees"


def test_rulings_keep_their_order():
    text = "\n\n".join('[White "%d"]\n\n1. e4 *' % number for number in range(100))
    assert [ruling.white for ruling in zermelo.judge(text)] == [str(n) for n in range(100)]


def test_legal():
    chess = pytest.importorskip("chess")
    board = chess.Board()
    for san in ("e4", "c5", "Nf3"):
        board.push_san(san)
    answer = zermelo.legal(board)
    assert answer and answer.result == "legal" and answer.rule is None and answer.reason is None
    replayed = chess.Board()
    for move in answer.game:
        replayed.push(move)
    assert replayed.board_fen() == board.board_fen() and replayed.turn == board.turn
    assert zermelo.check(answer.certificate).claim == "legal"


def test_illegal():
    answer = zermelo.legal("8/8/8/8/8/8/P1k5/K7 b - -")
    assert answer.result == "illegal" and not answer and answer.game is None
    assert answer.rule == "no-last-move" and "last move" in answer.reason
    pawns = zermelo.legal("rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -")
    assert pawns.result == "illegal" and pawns.reason
    with pytest.raises(ValueError, match="readings"):
        zermelo.legal("4k3/8/8/8/8/8/8/4K2R ? ?")
    with pytest.raises(ValueError):
        zermelo.legal("8/8/8/8/8/8/8/8 w - -")
    with pytest.raises(ValueError, match="seconds"):
        zermelo.legal("8/8/8/8/8/8/P1k5/K7 b - -", seconds=-1.0)


def test_an_open_question():
    opening = "r1bqk2r/1p2bppp/p1nppn2/8/3NPP2/2N1B3/PPPQ2PP/2KR1B1R b kq -"
    answer = zermelo.legal(opening, nodes=0, retractions=0)
    assert answer.result == "open" and answer.certificate is None and answer.rule is None
    with pytest.raises(zermelo.Open):
        bool(answer)


def test_the_longest_game():
    text = zermelo.longest()
    (ruling,) = zermelo.judge(text)
    assert ruling.plies == ruling.ply == 17697 and ruling.ending == "checkmate"
    assert ruling.agreement == "agrees"
    assert zermelo.longest(seed=2) != text
    assert zermelo.judge(zermelo.longest(move_rule=50))[0].plies == 11797
    with pytest.raises(ValueError, match="75 or 50"):
        zermelo.longest(move_rule=60)


def test_fields_left_open():
    answer = zermelo.legal_readings("4k3/8/8/8/8/8/8/4K2R ?")
    assert answer["headline"] == "Legal: a game leads to readings 1, 2 and 4, of 4."
    assert [field["text"] for field in answer["fields"]] == [
        "To move: White or Black.",
        "Castling rights: K or none.",
    ]
    for reading in answer["readings"]:
        assert zermelo.check(reading["certificate"]).claim == reading["verdict"]
    one = zermelo.legal_readings("8/8/8/8/8/8/P1k5/K7 b - -", chess960=True)
    assert len(one["readings"]) == 1 and one["fields"] == [] and len(one["notes"]) == 1
    with pytest.raises(ValueError, match="seconds above 0"):
        zermelo.legal_readings("8/8/8/8/8/8/P1k5/K7 ?", seconds=0)


def test_legal_by_other_readings():
    fen = "bb1qnrkr/pppppppp/2n5/8/8/8/PPPPPPPP/BBNQNRKR w KQkq -"
    answer = zermelo.legal(fen, chess960=True)
    assert answer.result == "legal" and answer.chess960 and not answer.dead_reckoning
    assert answer.start == "bbnqnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBNQNRKR w KQkq -"
    assert answer.to_dict()["rules_left_out"] == ["parity", "cage"]
    assert "rules chess960\n" in zermelo.check(answer.certificate).statement
    assert pickle.loads(pickle.dumps(answer)) == answer
    zombie = "k7/8/2K5/8/8/8/8/8 w - -"
    answer = zermelo.legal(zombie, dead_reckoning=True)
    assert answer.result == "illegal" and answer.dead_reckoning
    assert "reading dead-reckoning\n" in zermelo.check(answer.certificate).statement
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert zermelo.legal(zombie).result == "legal"
    assert zermelo.legal(zombie) != answer

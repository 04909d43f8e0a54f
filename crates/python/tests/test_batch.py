"""Many positions: kinds of arrays, sides, bad ones, threads."""

import threading

import pytest

import zermelo

KNIGHT = "8/8/4k3/8/8/3NK3/8/8 w - - 0 1"
QUEEN = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1"
FENS = [KNIGHT, QUEEN] * 20
RESULTS = ["unwinnable", "winnable"] * 20


def results(verdicts):
    return [verdict.result for verdict in verdicts]


def test_lists_tuples_and_generators():
    assert results(zermelo.winnable_many(FENS, "white")) == RESULTS
    assert results(zermelo.winnable_many(tuple(FENS), "white")) == RESULTS
    assert results(zermelo.winnable_many((fen for fen in FENS), "white", threads=3)) == RESULTS
    assert zermelo.winnable_many([], "white") == []


def test_sides():
    # The side that is not to move, as after a flag fall: Black has a bare king here.
    assert {verdict.side for verdict in zermelo.winnable_many(FENS)} == {"black"}
    each = zermelo.winnable_many([QUEEN, QUEEN], ["white", "black"])
    assert results(each) == ["winnable", "unwinnable"]
    with pytest.raises(ValueError, match="2 positions, but 1 sides"):
        zermelo.winnable_many([QUEEN, QUEEN], ["white"])
    with pytest.raises(ValueError, match="side"):
        zermelo.winnable_many([QUEEN], "both")


def test_boards():
    chess = pytest.importorskip("chess")
    boards = [chess.Board(KNIGHT), chess.Board(QUEEN), chess.Board.from_chess960_pos(1)]
    verdicts = zermelo.winnable_many(boards, chess.WHITE)
    assert results(verdicts) == ["unwinnable", "winnable", "winnable"]


def test_numpy():
    numpy = pytest.importorskip("numpy")
    for dtype in (object, str):
        array = numpy.array(FENS, dtype=dtype)
        verdicts = zermelo.winnable_many(array, "white")
        assert isinstance(verdicts, numpy.ndarray) and verdicts.dtype == object
        assert results(verdicts) == RESULTS
    square = numpy.array(FENS[:4], dtype=object).reshape(2, 2)
    assert zermelo.winnable_many(square, "white").shape == (2, 2)
    sides = numpy.array(["white", "black"])
    assert results(zermelo.winnable_many([QUEEN, QUEEN], sides)) == ["winnable", "unwinnable"]


def test_pyarrow():
    arrow = pytest.importorskip("pyarrow")
    for array in (arrow.array(FENS), arrow.chunked_array([FENS[:3], FENS[3:]])):
        verdicts = zermelo.winnable_many(array, "white")
        assert isinstance(verdicts, arrow.StructArray)
        assert verdicts.field("result").to_pylist() == RESULTS
        assert verdicts.field("helpmate")[0].as_py() is None
        assert verdicts.field("helpmate")[1].as_py()
    nulls = zermelo.winnable_many(arrow.array([None, QUEEN]), "white", errors="none")
    assert nulls.is_null().to_pylist() == [True, False]


def test_bad_positions():
    with pytest.raises(ValueError, match="position 1: .*8 ranks"):
        zermelo.winnable_many([QUEEN, "8/8"], "white")
    with pytest.raises(ValueError, match="position 0: .*missing"):
        zermelo.winnable_many([None], "white")
    with pytest.raises(TypeError, match="position 1: .* of type int"):
        zermelo.winnable_many([QUEEN, 5], "white", errors="none")
    some = zermelo.winnable_many([QUEEN, "8/8", None], "white", errors="none")
    assert some[0] and some[1:] == [None, None]
    with pytest.raises(ValueError, match="errors"):
        zermelo.winnable_many([], errors="ignore")
    with pytest.raises(ValueError, match="threads"):
        zermelo.winnable_many([QUEEN], threads=0)
    with pytest.raises(ValueError, match="at most 1024 threads"):
        zermelo.winnable_many([QUEEN], threads=20_000)
    with pytest.raises(TypeError, match="give a list"):
        zermelo.winnable_many(QUEEN)


def test_the_place_of_a_bad_row():
    nan = float("nan")
    rows = [
        ("8/8", ValueError, "8 ranks"),
        (None, ValueError, "missing"),
        (nan, ValueError, "missing"),
        ("\ud800", ValueError, "surrogate"),
        (b"8/8", TypeError, "of type bytes"),
    ]
    for row, kind, says in rows:
        with pytest.raises(kind, match=f"^position 2: .*{says}") as caught:
            zermelo.winnable_many([QUEEN, QUEEN, row], "white")
        assert caught.value.index == 2 and caught.value.row is row
    some = zermelo.winnable_many([nan, "\ud800", QUEEN, None], "white", errors="none")
    assert [verdict is None for verdict in some] == [True, True, False, True]


def test_the_place_of_a_bad_side():
    for side, says in (("red", "this is 'red'"), (None, "side is missing"), (float("nan"), "missing")):
        with pytest.raises(ValueError, match=f"^position 1: .*{says}") as caught:
            zermelo.winnable_many([QUEEN, KNIGHT], ["w", side])
        assert (caught.value.index, caught.value.row) == (1, KNIGHT)
        some = zermelo.winnable_many([QUEEN, KNIGHT], ["W", side], errors="none")
        assert some[0] and some[1] is None


def test_missing_values_of_numpy_and_pandas():
    numpy = pytest.importorskip("numpy")
    array = numpy.array([QUEEN, numpy.nan, None], dtype=object)
    assert [v is None for v in zermelo.winnable_many(array, "w", errors="none")] == [False, True, True]
    sides = numpy.array([True, False])
    assert [v.side for v in zermelo.winnable_many([QUEEN, QUEEN], sides)] == ["white", "black"]
    pandas = pytest.importorskip("pandas")
    series = pandas.Series([QUEEN, None, pandas.NA], dtype="string")
    assert [v is None for v in zermelo.winnable_many(series, "w", errors="none")] == [False, True, True]


def test_certificates_are_kept_if_asked():
    knight, queen = zermelo.winnable_many([KNIGHT, QUEEN], "white")
    assert knight.certificate is None and zermelo.check(queen.certificate)
    knight, _ = zermelo.winnable_many([KNIGHT, QUEEN], "white", certificates=True)
    assert zermelo.check(knight.certificate)


def test_many_agree_with_one(corpus):
    fens = [" ".join(line.split()[:6]) for line in corpus("winnable/unfair.txt")[::100]]
    verdicts = zermelo.winnable_many(fens)
    assert set(results(verdicts)) == {"unwinnable"}
    for fen, verdict in list(zip(fens, verdicts))[::10]:
        one = zermelo.winnable(fen, verdict.side)
        assert (one.result, one.method, one.nodes) == (verdict.result, verdict.method, verdict.nodes)


def test_other_threads_go_on_meanwhile():
    # The lock is let go: this thread counts while the other one works.
    many = [QUEEN.replace("w - - 0 1", f"w - - 0 {n}") for n in range(1, 20000)]

    def turns():
        done = threading.Event()

        def work():
            zermelo.winnable_many(many, "white", threads=1)
            done.set()

        worker = threading.Thread(target=work)
        worker.start()
        count = 0
        while not done.wait(0.001):
            count += 1
        worker.join()
        return count

    # On a busy machine this thread may get no turn for as long as that takes.
    assert any(turns() > 2 for _ in range(20))

#!/usr/bin/env python3
"""Whether nobody could claim a draw in a game before its last move, by python-chess.

    claims_by_python_chess.py GAME.pgn

A second opinion on `zermelo longest --claims`: python-chess (PyPI: chess) plays the game through and asks
`Board.can_claim_draw` at every ply, which looks at the board and at every move that could be announced. Takes about
half a minute for 11,800 plies. Prints the number of plies and of legal captures and pawn moves made; exit status 1 if a
draw can be claimed before the end, 0 if none can, or if python-chess is not installed, with a line that says so.
"""

import sys

try:
    import chess
    import chess.pgn
except ImportError:
    print("skipped: python-chess is not installed")
    sys.exit(0)


def main(path):
    with open(path, encoding="utf-8") as file:
        game = chess.pgn.read_game(file)
    if game is None or game.errors:
        sys.exit(f"{path}: {game.errors if game else 'there is no game in it'}")
    board = game.board()
    plies = critical = 0
    for move in game.mainline_moves():
        if board.can_claim_draw():
            sys.exit(f"a draw can be claimed after ply {plies}")
        if board.is_game_over():
            sys.exit(f"over after ply {plies}: {board.outcome()}")
        critical += board.is_zeroing(move)
        board.push(move)
        plies += 1
    end = "a draw can be claimed then" if board.can_claim_draw() else str(board.outcome())
    print(f"{plies} plies, {critical} captures and pawn moves; no draw can be claimed before the last; {end}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

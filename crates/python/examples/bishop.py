"""Where must Black's bishop stand so that Black can still win? A picture of the board.

Run it as a script, or cell by cell in an editor that knows `# %%`:

    python crates/python/examples/bishop.py [bishop.svg]

The pawns are locked; only the bishop's square differs. Every answer is a proof.
"""

# %% The questions: one position for each square.
import sys

import zermelo

# No bishop yet; Black's king is on f6, White to move.
ROWS = ["8", "p7", "Pp3k2", "1Pp1pBp1", "2P1P1P1", "5K2", "8", "8"]


def unpacked(row):
    return "".join(" " * int(c) if c.isdigit() else c for c in row)


def fen_with_bishop(file, rank):
    """The FEN with a black bishop there, or None where a man stands already."""
    board = [list(unpacked(row)) for row in ROWS]
    if board[7 - rank][file] != " ":
        return None
    board[7 - rank][file] = "b"
    # A FEN may count empty squares one by one.
    placement = "/".join("".join("1" if c == " " else c for c in row) for row in board)
    return f"{placement} w - - 0 1"


squares = [(file, rank) for rank in range(8) for file in range(8)]
fens = [fen_with_bishop(file, rank) for file, rank in squares]

# %% The answers: all at once, on all cores. Nothing stands for what is no position.
verdicts = zermelo.winnable_many(fens, "black", errors="none")
results = {
    square: None if verdict is None else verdict.result
    for square, verdict in zip(squares, verdicts)
}
for kind in ("winnable", "unwinnable", None):
    print(f"{kind or 'no position':12} {sum(result == kind for result in results.values())}")

# %% Each proof can be kept, and checked again.
one = zermelo.winnable(fen_with_bishop(5, 7), "black")
print(one, zermelo.check(one.certificate))

# %% The picture.
COLOURS = {"winnable": "#2a9d4a", "unwinnable": "#c0392b", "open": "#999999", None: "#eeeeee"}
TITLE = "Can Black still win with the bishop here?"


def draw_with_matplotlib(path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.colors import ListedColormap

    kinds = list(COLOURS)
    grid = [[kinds.index(results[file, rank]) for file in range(8)] for rank in range(8)]
    figure, axes = pyplot.subplots()
    colours = ListedColormap(list(COLOURS.values()))
    axes.imshow(grid, origin="lower", cmap=colours, vmin=0, vmax=len(kinds) - 1)
    axes.set_xticks(range(8), "abcdefgh")
    axes.set_yticks(range(8), "12345678")
    for (file, rank), man in men().items():
        axes.text(file, rank, man, ha="center", va="center")
    axes.set_title(TITLE)
    figure.savefig(path)


def men():
    """The men on the board, by square."""
    rows = enumerate(map(unpacked, ROWS))
    return {(f, 7 - r): man for r, row in rows for f, man in enumerate(row) if man != " "}


def draw_by_hand(path):
    side, parts = 40, []
    for (file, rank), result in results.items():
        x, y = 30 + side * file, 40 + side * (7 - rank)
        parts.append(
            f'<rect x="{x}" y="{y}" width="{side - 2}" height="{side - 2}" fill="{COLOURS[result]}"/>'
        )
    for (file, rank), man in men().items():
        parts.append(f'<text x="{44 + side * file}" y="{65 + side * (7 - rank)}">{man}</text>')
    for i in range(8):
        parts.append(f'<text x="{44 + side * i}" y="380">{"abcdefgh"[i]}</text>')
        parts.append(f'<text x="10" y="{65 + side * (7 - i)}">{i + 1}</text>')
    parts.append(f'<text x="30" y="25">{TITLE}</text>')
    body = "\n".join(parts)
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            '<svg xmlns="http://www.w3.org/2000/svg" width="360" height="390" '
            f'font-family="sans-serif" font-size="14">\n{body}\n</svg>\n'
        )


path = sys.argv[1] if len(sys.argv) > 1 else "bishop.svg"
try:
    draw_with_matplotlib(path)
except ImportError:
    draw_by_hand(path)
print(f"written to {path}")

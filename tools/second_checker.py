#!/usr/bin/env python3
"""A second checker of losing-chess proofs, written from docs/formats/certificates.md, section 16, alone.

It shares no code with the kernel: the moves are those of python-chess (pip install chess).

    second_checker.py FILE                  a certificate of losing-win, winnable or unwinnable
    second_checker.py --tree RULES FILE     a bare tree: White wins from the initial array

Status 0: proved. 1: proved only if the prover wins the table leaves. 2: rejected.
"""

import collections, struct, subprocess, sys
from chess import PAWN, WHITE, Piece, parse_square, square
from chess.variant import AntichessBoard

RULES = ("losing", "losing-fics", "losing-joint")
LEAF, INTERNAL = 0, 1  # 2 and 3 are transpositions
COUNTS = "internal terminal without-men table-leaves transpositions forced longest-line".split()

def need(holds, why):
    if not holds:
        raise ValueError(why)

def read_position(fen):
    placement, turn, *rest = fen.split()
    ranks = placement.split("/")
    need(len(ranks) == 8 and turn in ("w", "b") and len(rest) <= 4, "FEN: parts")
    need(rest[:1] == ["-"] or set("".join(rest[:1]).upper()) <= set("KQABCDEFGH"), "FEN: rights")
    need(all(clock.isdecimal() for clock in rest[2:]), "FEN: clocks")
    board = AntichessBoard(None)
    board.turn = turn == "w"
    for rank, row in zip(range(7, -1, -1), ranks):
        row = "".join(" " * int(letter) if letter in "12345678" else letter for letter in row)
        need(len(row) == 8, "FEN: a rank is not of eight squares")
        for file, letter in enumerate(row):
            need(letter in (" PNBRQKpnbrqk" if 0 < rank < 7 else " NBRQKnbrqk"), "FEN: men")
            if letter != " ":
                board.set_piece_at(square(file, rank), Piece.from_symbol(letter))
    if rest[1:2] not in ([], ["-"]):
        passed, forward = parse_square(rest[1]), -8 if board.turn else 8
        need(passed // 8 == (5 if board.turn else 2), "FEN: rank of the en-passant square")
        need(board.piece_at(passed + forward) == Piece(PAWN, not board.turn), "FEN: no pawn passed")
        need(not board.piece_at(passed) and not board.piece_at(passed - forward), "FEN: not empty")
        board.ep_square = passed
    return board

def same(board):
    kept = board.ep_square if any(board.generate_pseudo_legal_ep()) else None
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return kinds, board.occupied_co[WHITE], board.turn, kept

def legal_moves(board):
    """All legal moves by their 16 bits; python-chess numbers squares and men as the nodes do."""
    # Not board.legal_moves: python-chess says that the game is over if either side has no men.
    moves = list(board.generate_pseudo_legal_captures()) or board.generate_pseudo_legal_moves()
    return {m.to_square | m.from_square << 6 | (m.promotion or 0) << 12
            | board.is_en_passant(m) << 15: m for m in moves}

def prover_has_won(board, prover, rules):
    """The side to move has no move: has the prover won?"""
    mine, other = (board.occupied_co[side].bit_count() for side in (prover, not prover))
    to_move, fewer = board.turn == prover, mine < other
    return {"losing": to_move, "losing-fics": fewer, "losing-joint": to_move and fewer}[rules]

def check(nodes, board, prover, rules):
    need(len(nodes) >= 6 and len(nodes) % 6 == 0, "no whole number of nodes")
    data, bits = zip(*struct.iter_unpack("<IH", nodes))
    kind, low = [number >> 30 for number in data], [number & (1 << 30) - 1 for number in data]
    size, line = data[0], bits[0]
    need(size == len(nodes) // 6 and size < 1 << 30 and line < size, "header")
    targets = {low[n] for n in range(line + 1, size) if kind[n] > INTERNAL}
    count = collections.Counter()
    for n in range(1, line + 1):
        need(bits[n] in legal_moves(board), f"node {n}: illegal move")
        need(data[n] == 1 << 30 or n == line and data[n] == 0, f"node {n}: opening line")
        board.push(legal_moves(board)[bits[n]])
    closed = {}  # the targets whose subtree has ended: position and height
    path = []    # open internal nodes: number, moves that must still come, next sibling, height
    for n in range(line, size):
        if n == line:
            what, sibling = kind[n] if n else INTERNAL if size > 1 else LEAF, 0
        else:
            need(path, f"node {n}: after the end of the tree")
            moves = path[-1][1]
            need(bits[n] in moves, f"node {n}: illegal move, or a move too many")
            board.push(moves.pop(bits[n]))
            if board.turn != prover:
                moves.clear()  # one move of the prover's is enough, and all there may be
            what, sibling = kind[n], low[n]
        height = 0
        if what > INTERNAL:
            need(sibling in closed, f"node {n}: its target is none, or has not ended")
            position, height = closed[sibling]
            need(position == same(board), f"node {n}: its target has another position")
            count["transpositions"] += 1
            sibling = n + 1 if what == 3 else 0
        elif what == INTERNAL:
            need(len(path) < 100_000, f"node {n}: too deep")
            path.append([n, legal_moves(board), sibling, 0])
            count["internal"] += 1
            count["forced"] += board.turn != prover and len(path[-1][1]) == 1
            continue
        elif legal_moves(board):
            need(board.occupied.bit_count() <= 4, f"node {n}: a leaf, but not over")
            count["table-leaves"] += 1
        else:
            need(prover_has_won(board, prover, rules), f"node {n}: over and not won")
            count["terminal"] += 1
            count["without-men"] += not board.occupied_co[prover]
        number = n
        while True:  # the subtree of `number` ends with node n
            if number in targets and number > line and kind[number] <= INTERNAL:
                closed[number] = same(board), height
            need(sibling in (0, n + 1), f"node {number}: wrong sibling")
            if number == line:
                count["longest-line"] = height
                break
            board.pop()
            path[-1][3] = max(path[-1][3], height + 1)
            if sibling:
                break
            number, moves, sibling, height = path.pop()
            need(not moves, f"node {number}: a move of the defender's is missing")
    need(not path, "the tree is cut short")
    return count

def chances(text):
    """The claims winnable and unwinnable by rules of losing chess."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    need("end" in lines, "no end")
    head, body = lines[:4], lines[4:lines.index("end")]
    words = [line.split(" ", 1) for line in head]
    names = ["zermelo-certificate", "rules", "claim", "position"]
    need([first for first, *_ in words] == names and words[0][1] == "1", "the first words")
    _, rules, claim, position = (rest for _, rest in words)
    kind, side = claim.split(" ")
    need(rules in RULES and side in ("white", "black"), "the rules, or the side")
    won = lambda board: not legal_moves(board) and prover_has_won(board, side == "white", rules)
    board = read_position(position)
    if kind == "winnable":
        need(len(body) == 1 and body[0].split()[:1] == ["line"], "no line")
        for uci in body[0].split()[1:]:
            made = [move for move in legal_moves(board).values() if move.uci() == uci]
            need(made, f"{uci} is not legal")
            board.push(made[0])
        return need(won(board), "not won at the end of the line")
    need(kind == "unwinnable" and all(line.startswith("covered ") for line in body), "the set")
    members = [read_position(line.removeprefix("covered ")) for line in body]
    covered = set(map(same, members))
    need(same(board) in covered, "the position is not in the set")
    for member in members:
        need(not won(member), f"won in {member.fen()}")
        for move in legal_moves(member).values():
            member.push(move)
            need(same(member) in covered, f"{move} leads out of the set")
            member.pop()

def read_bytes(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"\x28\xb5\x2f\xfd":
        data = subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout
    return data

def read(arguments):
    if arguments[0] == "--tree":
        return read_bytes(arguments[2]), AntichessBoard(), WHITE, arguments[1]
    *head, rest = read_bytes(arguments[0]).split(b"\n", 5)
    need(len(head) == 5 and max(map(len, head)) < 1000, "the lines before the nodes")
    words = [line.decode("ascii").removesuffix("\r").split(" ", 1) for line in head]
    names = ["zermelo-certificate", "rules", "claim", "position", "tree"]
    need([first for first, *_ in words] == names and words[0][1] == "1", "the first words")
    _, rules, claim, position, number = (text for _, text in words)
    need(claim in ("losing-win white", "losing-win black") and number.isdecimal(), "the claim")
    end = 6 * int(number)
    need(len(rest) >= end and rest[end:end + 5] in (b"\nend", b"\nend\n", b"\nend\r"), "the end")
    return rest[:end], read_position(position), claim == "losing-win white", rules

if __name__ == "__main__":
    try:
        start = read_bytes(sys.argv[1])[:1000] if len(sys.argv) == 2 else b""
        if b"\nclaim winnable " in start or b"\nclaim unwinnable " in start:
            chances(read_bytes(sys.argv[1]).decode("ascii"))
            sys.exit(print("proved"))
        nodes, board, prover, rules = read(sys.argv[1:])
        need(rules in RULES, "the rules")
        count = check(nodes, board, prover, rules)
    except ValueError as error:
        sys.exit(print(f"rejected: {error}") or 2)
    print(", ".join(f"{count[what]} {what}" for what in COUNTS))
    print("NOT PROVED: it rests on tables" if count["table-leaves"] else "proved")
    sys.exit(1 if count["table-leaves"] else 0)

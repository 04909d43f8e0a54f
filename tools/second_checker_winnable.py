#!/usr/bin/env python3
"""A second checker of the claims winnable, unwinnable and record, written from docs/formats/certificates.md,
sections 1 to 9 and 13, alone. It shares no code with the kernel, and needs Python 3.10 and nothing else.

    second_checker_winnable.py FILE...      the last line says what became of the last file

Status 0: all accepted. 2: one is unreadable, or makes another claim. 3: one is rejected.
"""

import collections, functools, re, subprocess, sys

WHITE, BLACK = 0, 1
COLORS = {"white": WHITE, "black": BLACK}
PICTURES, WALKED = 4_000_000, 500_000  # the kernel's bounds, sections 9 and 13

class Bad(Exception):
    """Unreadable."""

class Rejected(Exception):
    """Readable, and not a proof."""

def need(holds, why, fault=Rejected):
    if not holds:
        raise fault(why)

# ---- Squares: 0 is a1, 1 is b1, 63 is h8. A set of squares is a number, as in section 1. ----

ORTHOGONAL, DIAGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DIRECTIONS = {"N": LEAPS, "B": DIAGONAL, "R": ORTHOGONAL, "Q": ORTHOGONAL + DIAGONAL, "K": ORTHOGONAL + DIAGONAL}
AROUND = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]  # the order of section 9

def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)

def read_square(text):
    need(re.fullmatch("[a-h][1-8]", text), f"{text!r} is not a square", Bad)
    return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)

@functools.cache
def beside(square, step):
    file, rank = square % 8 + step[0], square // 8 + step[1]
    return file + 8 * rank if 0 <= file < 8 and 0 <= rank < 8 else None

@functools.cache
def next_to(square):
    return tuple(t for step in AROUND if (t := beside(square, step)) is not None)

@functools.cache
def rays(role, square):
    """In each direction of a role the squares one after the other."""
    out = []
    for step in DIRECTIONS[role]:
        ray, at = [], square
        while (at := beside(at, step)) is not None:
            ray.append(at)
            if role in "NK":
                break
        out.append(tuple(ray))
    return tuple(out)

def forward(color):
    return (0, 1) if color == WHITE else (0, -1)

@functools.cache
def pawn_attacks(color, square):
    up = forward(color)[1]
    return tuple(t for side in (-1, 1) if (t := beside(square, (side, up))) is not None)

@functools.cache
def line(color, role, a, b):
    """The squares strictly between, as a set, if on an empty board this man attacks b from a; else None."""
    if role == "P":
        return 0 if b in pawn_attacks(color, a) else None
    for ray in rays(role, a):
        if b in ray:
            return sum(1 << s for s in ray[:ray.index(b)])
    return None

@functools.cache
def squares(members):
    return tuple(s for s in range(64) if members >> s & 1)

def rank_of(color, rank):
    """The rank as this colour counts, from 0."""
    return rank if color == WHITE else 7 - rank

# ---- Positions and the Laws. ----

def color_of(letter):
    return WHITE if letter.isupper() else BLACK

def letter_of(color, role):
    return role if color == WHITE else role.lower()

Move = collections.namedtuple("Move", "a b promotion rook taken", defaults=("", None, None))

class Position(collections.namedtuple("Position", "board turn rights passed")):
    """Men as 64 characters, side to move, rights {(colour, wing, rook's square)}, kept en-passant square.
    Two positions are the same if they are equal."""

    def king(self, color):
        return self.board.index(letter_of(color, "K"))

    def attacked(self, square, color, board=None):
        """Does a man of this colour attack the square?"""
        board = board or self.board
        for role in "NBRQK":
            for ray in rays(role, square):
                for s in ray:
                    if board[s] != ".":
                        if board[s] == letter_of(color, role):
                            return True
                        break
        return any(board[s] == letter_of(color, "P") for s in pawn_attacks(1 - color, square))

    def in_check(self):
        return self.attacked(self.king(self.turn), 1 - self.turn)

    def candidates(self):
        board, us = self.board, self.turn
        for a in range(64):
            if board[a] == "." or color_of(board[a]) != us:
                continue
            role = board[a].upper()
            if role == "P":
                b, steps = beside(a, forward(us)), []
                if board[b] == ".":
                    steps = [b]
                    if rank_of(us, a // 8) == 1 and board[beside(b, forward(us))] == ".":
                        steps.append(beside(b, forward(us)))
                for b in pawn_attacks(us, a):
                    if board[b] != "." and color_of(board[b]) != us:
                        steps.append(b)
                    elif b == self.passed:
                        yield Move(a, b, taken=beside(b, forward(1 - us)))
                for b in steps:
                    for promotion in "qrbn" if rank_of(us, b // 8) == 7 else [""]:
                        yield Move(a, b, promotion)
            else:
                for ray in rays(role, a):
                    for b in ray:
                        if board[b] == "." or color_of(board[b]) != us:
                            yield Move(a, b)
                        if board[b] != ".":
                            break
        yield from self.castlings()

    def castlings(self):
        us, king = self.turn, self.king(self.turn)
        for color, wing, rook in self.rights:
            if color != us:
                continue
            target, rook_target = castled(king, wing)
            way = range(min(king, target), max(king, target) + 1)
            rook_way = range(min(rook, rook_target), max(rook, rook_target) + 1)
            free = all(self.board[s] == "." or s in (king, rook) for s in [*way, *rook_way])
            without = self.board[:king] + "." + self.board[king + 1:]
            if free and not any(self.attacked(s, 1 - us, without) for s in way):
                yield Move(king, target, rook=rook)

    def played(self, move):
        """The men after the move."""
        board = list(self.board)
        man, board[move.a] = board[move.a], "."
        if move.taken is not None:
            board[move.taken] = "."
        if move.rook is not None:
            board[move.rook] = "."
            board[castled(move.a, "k" if move.b % 8 == 6 else "q")[1]] = letter_of(self.turn, "R")
        board[move.b] = letter_of(self.turn, move.promotion.upper()) if move.promotion else man
        return "".join(board)

    @functools.cached_property
    def moves(self):
        us = self.turn
        king = letter_of(us, "K")
        return [move for move in self.candidates()
                if not self.attacked((board := self.played(move)).index(king), 1 - us, board)]

    def irreversible(self, move):
        return self.board[move.a] in "Pp" or (self.board[move.b] != "." and move.rook is None)

    def after(self, move):
        us, board = self.turn, self.played(move)
        king_moved = self.board[move.a] in "Kk"
        rights = frozenset(right for right in self.rights
                           if not (right[0] == us and king_moved) and right[2] not in (move.a, move.b))
        passed = None
        if self.board[move.a] in "Pp" and abs(move.a - move.b) == 16:
            passed = (move.a + move.b) // 2
        return kept(board, 1 - us, rights, passed)

    def mated(self, color):
        return self.turn == color and not self.moves and self.in_check()

    def stalemated(self):
        return not self.moves and not self.in_check()

    def find(self, text, rules):
        """The legal move that this UCI text names, or None."""
        for move in self.moves:
            spelt = [name(move.a) + name(move.b) + move.promotion]
            if move.rook is not None:
                spelt = ([] if rules == "chess960" else spelt) + [name(move.a) + name(move.rook)]
            if text in spelt:
                return move
        return None

def castled(king, wing):
    """King's and rook's squares after castling."""
    rank = king // 8 * 8
    return (rank + 6, rank + 5) if wing == "k" else (rank + 2, rank + 3)

def kept(board, turn, rights, passed):
    """The position, with the en-passant square only where a capture there is legal."""
    position = Position(board, turn, rights, passed)
    if passed is not None and not any(m.b == passed and m.taken is not None for m in position.moves):
        return Position(board, turn, rights, None)
    return position

def read_fen(text, rules):
    fields = text.split()
    need(2 <= len(fields) <= 6, "FEN: number of fields", Bad)
    placement, turn, rights_text, passed_text = (fields[:4] + ["-", "-"][max(0, len(fields) - 2):])[:4]
    need(all(re.fullmatch("[0-9]+", clock) for clock in fields[4:]), "FEN: clocks", Bad)
    rows = placement.split("/")
    need(len(rows) == 8 and turn in ("w", "b"), "FEN: ranks or side to move", Bad)
    need(re.fullmatch("[PNBRQKpnbrqk1-8/]*", placement), "FEN: men", Bad)
    rows = [re.sub("[1-8]", lambda digit: "." * int(digit.group()), row) for row in rows]
    need(all(len(row) == 8 for row in rows), "FEN: a rank is not of eight squares", Bad)
    board, turn = "".join(reversed(rows)), "wb".index(turn)
    need(board.count("K") == board.count("k") == 1, "FEN: kings", Bad)
    need(not re.search("[Pp]", board[:8] + board[56:]), "FEN: a pawn on the first or last rank", Bad)
    rights = set()
    for letter in rights_text if rights_text != "-" else "":
        color = color_of(letter)
        king, rank = board.index(letter_of(color, "K")), 56 * color
        rooks = [s for s in range(rank, rank + 8) if board[s] == letter_of(color, "R")]
        need(king in (range(rank, rank + 8) if rules == "chess960" else [rank + 4]), "FEN: rights", Bad)
        if letter in "KkQq":
            wing = letter.lower()
            found = [s for s in rooks if (s > king) == (wing == "k")]
            rook = (max(found) if wing == "k" else min(found)) if found else None
            if rules == "chess":
                rook = {"k": rank + 7, "q": rank}[wing]
        else:
            need(rules == "chess960" and letter.lower() in "abcdefgh", "FEN: rights", Bad)
            rook = rank + "abcdefgh".index(letter.lower())
            wing = "k" if rook > king else "q"
        need(rook in rooks, "FEN: rights without a rook", Bad)
        need(all((color, wing) != right[:2] for right in rights), "FEN: a right twice", Bad)
        rights.add((color, wing, rook))
    passed = None
    if passed_text != "-":
        passed = read_square(passed_text)
        need(rank_of(turn, passed // 8) == 5, "FEN: rank of the en-passant square", Bad)
        behind, pawn = beside(passed, forward(turn)), beside(passed, forward(1 - turn))
        need(board[pawn] == letter_of(1 - turn, "P") and board[passed] == board[behind] == ".",
             "FEN: no pawn passed", Bad)
    position = Position(board, turn, frozenset(rights), None)
    need(not position.attacked(position.king(1 - turn), turn), "FEN: the side not to move is in check", Bad)
    return kept(board, turn, frozenset(rights), passed)

# ---- Section 5: material lemmas. ----

def settled(position, winner):
    men = [letter for letter in position.board if letter != "."]
    mine = [letter.upper() for letter in men if color_of(letter) == winner]
    other = [letter.upper() for letter in men if color_of(letter) != winner]
    roles = mine + other
    if len(mine) == 1:
        return True
    if "P" in roles:
        return False
    if len(mine) == 2 and "N" in mine and not set(other) & set("NBR"):
        return True
    shades = {(s + s // 8) % 2 for s in range(64) if position.board[s] in "Bb"}
    return ("N" not in roles and set(mine) == set("KB") and len(shades) == 1
            and not position.mated(1 - winner))

# ---- Sections 4 and 6 to 9: regions. ----

Man = collections.namedtuple("Man", "color role square")
State = collections.namedtuple("State", "squares gone promoted")
Step = collections.namedtuple("Step", "man a b taken promotes rook double", defaults=(None, False, None, False))

class Region:
    def __init__(self, anchor, phases):
        """`phases`: of each the states, in the order of the men, and the facing pairs of men."""
        self.anchor, self.phases = anchor, phases
        self.men = [Man(color_of(letter), letter.upper(), s)
                    for s, letter in enumerate(anchor.board) if letter != "."]
        self.kings = [self.men.index(Man(c, "K", anchor.king(c))) for c in (WHITE, BLACK)]

    def check_shape(self):
        need(self.phases, "a region without a phase")
        for number, (states, facing) in enumerate(self.phases):
            need(len(states) == len(self.men), f"phase {number}: a state for each man")
            for man, state in zip(self.men, states):
                where = f"phase {number}, {man.role} on {name(man.square)}"
                need(number or state.squares >> man.square & 1, f"{where}: not on its square in the anchor")
                need(man.role != "K" or (not state.gone and state.squares), f"{where}: a king is gone")
                need(man.role == "P" or not state.promoted, f"{where}: promoted")
            for white, black in facing:
                pair, both = [self.men[white], self.men[black]], [states[white], states[black]]
                file = pair[0].square % 8
                need([(m.color, m.role) for m in pair] == [(WHITE, "P"), (BLACK, "P")]
                     and pair[1].square % 8 == file and pair[0].square < pair[1].square
                     and all(not s.promoted and not s.squares & ~(0x0101010101010101 << file) for s in both),
                     f"phase {number}: facing")

    def check(self, winner):
        self.check_shape()
        for number, phase in enumerate(self.phases):
            view = View(self, *phase)
            for man in range(len(self.men)):
                waits = view.in_check(1 - self.men[man].color)
                for step in view.steps(man):
                    if waits and (self.men[man].role != "P" or step.taken is None):
                        continue
                    need(view.stays(step) or any(view.enters(step, *other) for other in self.phases)
                         or view.ends(step, winner),
                         f"phase {number}: {self.men[man].role} on {name(self.men[man].square)} may go "
                         f"{name(step.a)}-{name(step.b)}")
            view.check_pictures(winner, number)

    def holds(self, position):
        if position.rights or position.passed is not None:
            return False
        states, facing = self.phases[0]
        view = View(self, states, facing)
        there = [s for s in range(64) if position.board[s] != "."]
        fits = {s: [i for i, man in enumerate(self.men)
                    if man.color == color_of(position.board[s]) and states[i].squares >> s & 1
                    and position.board[s].upper() in view.roles(i)] for s in there}
        stands = {}
        def place(s, tried):
            for i in fits[s]:
                if i not in tried:
                    tried.add(i)
                    if i not in stands or place(stands[i], tried):
                        stands[i] = s
                        return True
            return False
        return (all(place(s, set()) for s in there)
                and all(i in stands or state.gone or not state.squares for i, state in enumerate(states))
                and all(stands[w] < stands[b] for w, b in facing if w in stands and b in stands))

class View:
    """A phase, with the questions that are asked about it."""

    def __init__(self, region, states, facing, impermanent=None):
        self.region, self.men, self.states, self.facing = region, region.men, states, facing
        self.impermanent = impermanent
        self.permanent = {}  # by square, the man
        for i, state in enumerate(states):
            if not state.gone and state.squares.bit_count() == 1 and i != impermanent:
                self.permanent.setdefault(state.squares.bit_length() - 1, i)
        self.blocked = sum(1 << s for s in self.permanent)
        self.attack_cache = {}

    def roles(self, i):
        return "PNBRQ" if self.states[i].promoted else self.men[i].role

    def holds(self, square, color, but=None):
        """Is a man of this colour permanent there?"""
        i = self.permanent.get(square)
        return i is not None and i != but and self.men[i].color == color

    def others(self, *left_out):
        """Every square on which a man not left out may stand."""
        union = 0
        for i, state in enumerate(self.states):
            if i not in left_out:
                union |= state.squares
        return union

    def always_attacked(self, s, color, without=None):
        """... for the king of the other colour."""
        key = s, color, without
        if key not in self.attack_cache:
            self.attack_cache[key] = any(
                self.always_attacks(g, s) for g, man in enumerate(self.men)
                if man.color == color and g != without)
        return self.attack_cache[key]

    def always_attacks(self, g, s):
        man, state = self.men[g], self.states[g]
        if state.gone or state.promoted or not state.squares:
            return False
        lines = 0
        for a in squares(state.squares):
            between = line(man.color, man.role, a, s)
            if between is None:
                return False
            lines |= between
        # Men of its own that attack along the same lines are no hindrance: the nearest one attacks.
        helpers = [i for i, other in enumerate(self.men)
                   if other.color == man.color and other.role in (man.role, "Q")
                   and not self.states[i].promoted]
        return not lines & self.others(self.region.kings[1 - man.color], g, *helpers)

    def in_check(self, color):
        """Is the king of this colour always attacked, so that its side is to move?"""
        king = self.states[self.region.kings[color]]
        return all(self.always_attacked(s, 1 - color) for s in squares(king.squares))

    # Section 6.

    def steps(self, i):
        for a in squares(self.states[i].squares):
            for role in self.roles(i):
                yield from self.pawn_steps(i, a) if role == "P" else self.piece_steps(i, role, a)
        if self.men[i].role == "K":
            yield from self.castling_steps(i)

    def takeable(self, color, b):
        """Men of the other colour, no king, that may stand on b."""
        return [v for v, man in enumerate(self.men)
                if man.color != color and man.role != "K" and self.states[v].squares >> b & 1]

    def piece_steps(self, i, role, a):
        us = self.men[i].color
        for ray in rays(role, a):
            way = 1 << a
            for b in ray:
                if self.in_the_way(i, way, b, True):
                    break
                way |= 1 << b
                held = self.permanent.get(b)
                if held is not None and (self.men[held].color == us or self.men[held].role == "K"):
                    break
                if not (role == "K" and self.always_attacked(b, 1 - us)):
                    if held is None:
                        yield Step(i, a, b)
                    for v in self.takeable(us, b):
                        yield Step(i, a, b, v)
                if held is not None:
                    break

    def in_the_way(self, i, way, b, takes):
        """Is another man, there for certain, always on this way, or on b where it cannot be taken?"""
        for j, (man, state) in enumerate(zip(self.men, self.states)):
            if j == i or state.gone or not state.squares or j == self.impermanent:
                continue
            taken = takes and man.color != self.men[i].color and man.role != "K"
            if not state.squares & ~(way if taken else way | 1 << b):
                return True
        return False

    def push_blocked(self, i, a, b):
        passed = (a + b) // 2 if abs(a - b) == 16 else a
        if b in self.permanent or self.in_the_way(i, 1 << a | 1 << passed, b, False):
            return True
        us = self.men[i].color
        for pair in self.facing:
            if i in pair:
                other = self.states[pair[0] if pair[1] == i else pair[1]]
                if (not other.gone and other.squares
                        and all(rank_of(us, s // 8) <= rank_of(us, b // 8) for s in squares(other.squares))):
                    return True
        return False

    def pawn_steps(self, i, a):
        us = self.men[i].color
        b = beside(a, forward(us))
        if b is not None and not self.push_blocked(i, a, b):
            yield Step(i, a, b, promotes=rank_of(us, b // 8) == 7)
            if rank_of(us, a // 8) == 1 and not self.push_blocked(i, a, b2 := beside(b, forward(us))):
                yield Step(i, a, b2, double=True)
        for b in pawn_attacks(us, a):
            for v in self.takeable(us, b):
                yield Step(i, a, b, v, rank_of(us, b // 8) == 7)
            behind, beyond = beside(b, forward(us)), beside(b, forward(1 - us))
            for v, man in enumerate(self.men):
                if (man.role == "P" and man.color != us and behind is not None
                        and self.states[v].squares >> beyond & 1
                        and (b == self.region.anchor.passed
                             or rank_of(man.color, behind // 8) == 1 and self.states[v].squares >> behind & 1)):
                    yield Step(i, a, b, v)

    def castling_steps(self, i):
        us, king = self.men[i].color, self.men[i].square
        for color, wing, rook in self.region.anchor.rights:
            if color == us:
                target, rook_target = castled(king, wing)
                r = self.men.index(Man(us, "R", rook))
                four = (king, rook, target, rook_target)
                shut = any(self.permanent.get(s, i) not in (i, r) for s in range(min(four), max(four) + 1))
                if not shut and not self.always_attacked(target, 1 - us):
                    yield Step(i, king, target, rook=(r, rook_target))

    # Section 4, it stays; section 7, it enters.

    def stays(self, step):
        states = self.states
        return (states[step.man].squares >> step.b & 1
                and (not step.promotes or states[step.man].promoted)
                and (step.taken is None or states[step.taken].gone)
                and (step.rook is None or states[step.rook[0]].squares >> step.rook[1] & 1))

    def enters(self, step, to, facing):
        mover = to[step.man]
        if not mover.squares >> step.b & 1:
            return False
        if (self.states[step.man].promoted or step.promotes) and not mover.promoted:
            return False
        for i, (old, new) in enumerate(zip(self.states, to)):
            absent = new.gone or not new.squares
            if i == step.man:
                continue
            if i == step.taken:
                if not absent:
                    return False
                continue
            if step.rook is not None and i == step.rook[0]:
                if not new.squares >> step.rook[1] & 1:
                    return False
            elif old.squares & ~new.squares:
                return False
            if (old.gone or not old.squares) and not absent or old.promoted and not new.promoted:
                return False
        return set(facing) <= set(self.facing)

    # Section 8.

    def ends(self, step, winner):
        if step.taken is not None and self.is_last_man(step.taken, winner):
            return True
        states = list(self.states)
        states[step.man] = states[step.man]._replace(squares=states[step.man].squares | 1 << step.b)
        plus = View(self.region, states, self.facing)
        if self.men[step.man].role == "K":
            return plus.stalemates(step, winner)
        if self.men[step.man].color == winner:
            return self.is_last_man(step.man, winner) and plus.throws(step, winner)
        return plus.mates(step, winner)

    def is_last_man(self, i, winner):
        return self.men[i].color == winner and all(
            j == i or man.color != winner or man.role == "K" or not self.states[j].squares
            for j, man in enumerate(self.men))

    def throws(self, step, winner):
        if self.states[step.man].promoted or step.promotes or step.double:
            return False
        states = list(self.states)
        if step.taken is not None:
            states[step.taken] = states[step.taken]._replace(gone=True)
        after = View(self.region, states, self.facing)
        mover, king = self.men[step.man], self.region.kings[1 - winner]
        at = [s for s in squares(self.states[king].squares) if s != step.b]
        if any(line(winner, mover.role, step.b, s) != 0 for s in at):
            return False
        if any(other.b != step.b for other in after.steps(king)):
            return False
        near = next_to(step.b)
        own = squares(self.states[self.region.kings[winner]].squares)
        if all(s in near for s in at) and not any(s in near for s in own):
            return True
        return any(after.takes_always(i, step) for i, man in enumerate(self.men)
                   if man.color != winner and i not in (king, step.taken))

    def takes_always(self, i, step):
        man, state = self.men[i], self.states[i]
        if state.gone or state.promoted or not state.squares:
            return False
        others = self.others(i, step.man)
        lines = [line(man.color, man.role, a, step.b) for a in squares(state.squares)]
        return all(between is not None and not between & others for between in lines)

    def no_flight(self, s, step):
        us = self.men[step.man].color
        return all((self.men[step.man].role == "K" and f in next_to(step.b))
                   or self.holds(f, 1 - us, step.taken)
                   or self.always_attacked(f, us, step.man) for f in next_to(s))

    def stalemates(self, step, winner):
        us = self.men[step.man].color
        king = self.region.kings[1 - us]
        if step.rook is not None or any(right[0] != us for right in self.region.anchor.rights):
            return False
        if any(True for i, man in enumerate(self.men) if man.color != us and i != king for _ in self.steps(i)):
            return False
        near = {step.a, step.b, *next_to(step.a), *next_to(step.b)}
        return all(s in near or self.no_flight(s, step) and not (us == winner and self.uncovers(step, s))
                   for s in squares(self.states[king].squares))

    def uncovers(self, step, s):
        us = self.men[step.man].color
        for i, man in enumerate(self.men):
            if man.color == us and i != step.man:
                for a in squares(self.states[i].squares):
                    for role in self.roles(i):
                        between = line(us, role, a, s)
                        if between and between >> step.a & 1 and not between & self.blocked & ~(1 << step.a):
                            return True
        return False

    def mates(self, step, winner):
        mover = self.men[step.man]
        if mover.color == winner or self.states[step.man].promoted or step.promotes or step.double:
            return False
        if self.mates_with(step, winner, mover.role, step.b):
            return True
        for i, (man, state) in enumerate(zip(self.men, self.states)):
            still = not state.gone and not state.promoted and state.squares.bit_count() == 1
            if i != step.man and man.color == mover.color and man.role != "K" and still:
                if self.mates_with(step, winner, man.role, state.squares.bit_length() - 1):
                    return True
        return False

    def mates_with(self, step, winner, role, square):
        """... with the check by a man of this role on this square."""
        king = self.region.kings[winner]
        lines, others = 0, self.others(step.man) | 1 << step.b
        for s in squares(self.states[king].squares):
            if s != step.b:
                between = line(1 - winner, role, square, s)
                if between is None or between & others or not self.no_flight(s, step):
                    return False
                lines |= between
        after = View(self.region, self.states, self.facing, impermanent=step.taken)
        for i, man in enumerate(self.men):
            if man.color == winner and i != king:
                for a in squares(self.states[i].squares):
                    for role in self.roles(i):
                        between = line(winner, role, a, square)
                        if between is not None and not between & after.blocked:
                            return False
                if any(lines >> other.b & 1 for other in after.steps(i)):
                    return False
        return True

    # Section 9.

    def check_pictures(self, winner, number):
        self.looked_at = 0
        for k in squares(self.states[self.region.kings[1 - winner]].squares):
            need(not self.picture(k, winner), f"phase {number}: a mate picture, king on {name(k)}")

    def picture(self, k, winner):
        loser, king = 1 - winner, self.region.kings[1 - winner]
        flights = [f for f in next_to(k)
                   if not self.holds(f, loser)
                   and not self.always_attacked(f, winner)]
        targets = [k] + flights  # need 0 is check
        ways = [[] for _ in targets]
        for i, man in enumerate(self.men):
            if i == king:
                continue
            for s in squares(self.states[i].squares & ~(1 << k)):
                if man.color == loser:
                    met = [n for n, f in enumerate(targets) if n and f == s]
                elif man.role == "K":
                    met = [n for n, f in enumerate(targets) if n and k not in next_to(s) and f in next_to(s)]
                else:
                    met = [n for n, t in enumerate(targets) if any(
                        (between := line(winner, role, s, t)) is not None
                        and not between & self.blocked & ~(1 << k) for role in self.roles(i))]
                if met:
                    way = 1 << i, 1 << s, sum(1 << n for n in met)
                    for n in met:
                        ways[n].append(way)
        return self.put(ways, 0, 0, (1 << len(targets)) - 1)

    def put(self, ways, men, taken, unmet):
        """Is there a picture with these men put on these squares?"""
        self.looked_at += 1
        need(self.looked_at <= PICTURES, "too many placings")
        if not unmet:
            return True
        best = None
        for n, those in enumerate(ways):
            if unmet >> n & 1:
                open_ways = [way for way in those if not way[0] & men and not way[1] & taken]
                if not open_ways:
                    return False
                if best is None or len(open_ways) < len(best):
                    best = open_ways
        return any(self.put(ways, men | man, taken | square, unmet & ~met) for man, square, met in best)

# ---- Sections 2 and 3. ----

class Cover:
    def __init__(self):
        self.positions, self.regions = [], []

    def check(self, winner, root):
        """`root`: a position that must be covered, or None."""
        self.listed = set(self.positions) | {region.anchor for region in self.regions}
        self.winner = winner
        for number, region in enumerate(self.regions, 1):
            try:
                region.check(winner)
            except Rejected as error:
                raise Rejected(f"region {number}: {error}")
        need(root is None or self.covers(root), "the root is not covered")
        for number, position in enumerate(self.positions, 1):
            need(not position.mated(1 - winner), f"covered position {number} is a mate")
            for move in position.moves:
                need(self.covers(position.after(move)),
                     f"covered position {number}: {name(move.a)}{name(move.b)} leads out")

    def covers(self, position):
        return (position in self.listed or settled(position, self.winner)
                or any(region.holds(position) for region in self.regions))

def play(root, moves, rules):
    """The positions, and whether each but the first came from a capture or pawn move."""
    positions, irreversible = [root], [False]
    for number, text in enumerate(moves, 1):
        move = positions[-1].find(text, rules)
        need(move is not None, f"move {number}, {text}, is not legal")
        irreversible.append(positions[-1].irreversible(move))
        positions.append(positions[-1].after(move))
    return positions, irreversible

def check_mate(root, moves, rules, winner):
    last = play(root, moves, rules)[0][-1]
    need(last.mated(1 - winner), "the line does not end in mate by the right side")

# ---- Section 13. ----

Fact = collections.namedtuple("Fact", "ply winnable side evidence")

class Record:
    def __init__(self, claim, start, clock, moves, reading, facts, rules):
        self.claim, self.reading, self.facts, self.rules = claim, reading, facts, rules
        self.start, self.clock, self.moves, self.walked = start, clock, moves, 0

    def check(self):
        self.positions, irreversible = play(self.start, self.moves, self.rules)
        self.last, self.clocks = len(self.moves), clocks(self.clock, irreversible)
        self.since = [max(n for n in range(ply + 1) if n == 0 or irreversible[n]) for ply in range(self.last + 1)]
        self.endings = endings(self.positions, self.clocks)
        told = [(fact.ply, fact.side) for fact in self.facts]
        need(len(set(told)) == len(told), "two facts about one ply and side")
        for fact in self.facts:
            need(fact.ply <= self.last, f"a fact at ply {fact.ply}")
            try:
                self.check_fact(fact)
            except Rejected as error:
                raise Rejected(f"the fact at ply {fact.ply}: {error}")
        self.check_claim()

    def check_fact(self, fact):
        root = self.positions[fact.ply]
        if fact.winnable:
            check_mate(root, fact.evidence, self.rules, fact.side)
            if self.reading == "history":
                game = play(self.start, self.moves[:fact.ply] + fact.evidence, self.rules)
                ended = endings(game[0], clocks(self.clock, game[1]))
                need(not any(ended[:-1]), "the game ends before the mate")
        elif self.reading == "position":
            fact.evidence.check(fact.side, root)
        else:
            fact.evidence.check(fact.side, None)
            if not fact.evidence.covers(root):
                self.walk(fact, root)

    def walk(self, fact, root):
        appeared = collections.Counter(self.positions[self.since[fact.ply]:fact.ply + 1])
        layer, seen, clock = [root], {root}, self.clocks[fact.ply]
        self.walked += 1
        while layer:
            following = []
            for position in layer:
                need(not position.mated(1 - fact.side), "the walk meets a mate")
                for move in position.moves:
                    after = position.after(move)
                    if position.irreversible(move):
                        need(fact.evidence.covers(after), f"{name(move.a)}{name(move.b)} leads out of the cover")
                    elif after not in seen and appeared[after] < 4:
                        seen.add(after)
                        following.append(after)
            clock += 1
            self.walked += len(following)
            need(self.walked <= WALKED, "too many positions to walk through")
            layer = [p for p in following if clock < 150 or p.mated(1 - fact.side)]

    def goes_on(self, ply):
        return (not any(self.endings[:ply + 1])
                and any(fact.winnable and fact.ply >= ply for fact in self.facts))

    def at(self, ply, winnable, side):
        return any(fact[:3] == (ply, winnable, side) for fact in self.facts)

    def check_claim(self):
        kind, *rest = self.claim
        if kind == "over":
            ply, article = rest
            need(ply <= self.last, "over after the last move")
            need(ply == 0 or self.goes_on(ply - 1), "the game does not go on before")
            dead = (article == "5.2.2" and self.at(ply, False, WHITE) and self.at(ply, False, BLACK)
                    and not (self.reading == "history" and self.endings[ply]))
            need(article in self.endings[ply] or dead, f"article {article} does not end the game")
            return
        need(self.goes_on(self.last), "the game does not go on")
        if kind != "unfinished":
            player, winner = rest
            if winner == "draw":
                need(self.at(self.last, False, 1 - player), "the opponent may win")
            else:
                need(winner != player and self.at(self.last, True, winner), "no helpmate for who is said to win")

def clocks(first, irreversible):
    out = [first]
    for reset in irreversible[1:]:
        out.append(0 if reset else out[-1] + 1)
    return out

def endings(positions, clocks):
    """At each ply the articles that end the game, 5.2.2 left out."""
    out, appeared = [], collections.Counter()
    for position, clock in zip(positions, clocks):
        appeared[position] += 1
        if position.mated(position.turn):
            out.append({"5.1.1"})
        else:
            out.append({article for article, holds in (
                ("5.2.1", position.stalemated()), ("9.6.1", appeared[position] >= 5), ("9.6.2", clock >= 150)) if holds})
    return out

# ---- Section 1: text. ----

class Reader:
    def __init__(self, data):
        try:
            self.lines = data.decode().split("\n")
        except UnicodeDecodeError:
            raise Bad("not UTF-8")
        if self.lines[-1] == "":
            self.lines.pop()
        self.lines = [text[:-1] if text.endswith("\r") else text for text in self.lines]
        self.number = 0

    def peek(self):
        return self.lines[self.number] if self.number < len(self.lines) else ""

    def take(self, prefix):
        """What follows the prefix on the next line, which must have it."""
        text = self.peek()
        need(self.number < len(self.lines) and text.startswith(prefix), f"expected {prefix!r}", Bad)
        self.number += 1
        return text[len(prefix):]

    def certificate(self):
        need(self.take("zermelo-certificate ") == "1", "another version", Bad)
        self.rules = self.take("rules ")
        need(self.rules in ("chess", "chess960"), "other rules", Bad)
        kind, *claim = self.take("claim ").split(" ")
        if kind == "record":
            return self.record(claim)
        need(kind in ("winnable", "unwinnable"), "another claim", Bad)
        side = self.color(claim)
        root = self.fen("position ")
        evidence = self.evidence(kind)
        self.end()
        if kind == "winnable":
            return lambda: check_mate(root, evidence, self.rules, side)
        return lambda: evidence.check(side, root)

    def end(self):
        need(self.take("end") == "", "expected 'end'", Bad)

    def color(self, words):
        need(len(words) == 1 and words[0] in COLORS, "expected 'white' or 'black'", Bad)
        return COLORS[words[0]]

    def fen(self, prefix):
        return read_fen(self.take(prefix), self.rules)

    def moves(self, prefix):
        moves = self.take(prefix).split()
        need(all(re.fullmatch("([a-h][1-8]){2}[qrbn]?", text) for text in moves), "moves", Bad)
        return moves

    def evidence(self, kind):
        return self.moves("line") if kind == "winnable" else self.cover()

    def cover(self):
        cover = Cover()
        while True:
            if self.peek().startswith("covered "):
                cover.positions.append(self.fen("covered "))
            elif self.peek().startswith("region "):
                cover.regions.append(self.region())
            else:
                return cover

    def region(self):
        region = Region(self.fen("region "), [])
        while self.peek().split(" ")[0] == "phase":
            self.number += 1
            region.phases.append(self.phase(region))
        return region

    def phase(self, region):
        states, facing = [], []
        while (words := self.peek().split(" "))[0] in ("man", "facing"):
            self.number += 1
            if words[0] == "facing":
                need(len(words) >= 3, "facing", Bad)
                places = [read_square(word) for word in words[1:3]]
                pair = [[i for i, man in enumerate(region.men) if man.square == s] for s in places]
                need(all(pair), "facing: no man there", Bad)
                facing.append((pair[0][0], pair[1][0]))
            else:
                need(len(states) < len(region.men), "a man too many", Bad)
                man, flags = region.men[len(states)], words[3:]
                need(words[1:2] == [letter_of(man.color, man.role) + name(man.square)], "another man is due", Bad)
                need(len(words) >= 3 and re.fullmatch(r"\+?[0-9a-fA-F]{1,16}", words[2]), "the set of squares", Bad)
                need(len(set(flags)) == len(flags) and set(flags) <= {"gone", "promoted"}, "flags", Bad)
                states.append(State(int(words[2], 16), "gone" in flags, "promoted" in flags))
        return states, facing

    def count(self, text):
        need(re.fullmatch("[0-9]+", text), f"{text!r} is not a number", Bad)
        return int(text)

    def record(self, words):
        kind, rest = words[0] if words else "", words[1:]
        if kind == "over":
            need(len(rest) == 2 and rest[1] in ("5.1.1", "5.2.1", "5.2.2", "9.6.1", "9.6.2"), "claim", Bad)
            claim = kind, self.count(rest[0]), rest[1]
        elif kind in ("flag", "resigned"):
            need(len(rest) == 2, "claim", Bad)
            claim = kind, self.color(rest[:1]), "draw" if rest[1] == "draw" else self.color(rest[1:])
        else:
            need(kind == "unfinished" and not rest, "claim", Bad)
            claim = kind,
        start = self.fen("position ")
        clock = self.count(self.take("clock "))
        need(clock <= 4294967295, "clock", Bad)
        moves = self.moves("moves")
        reading = self.take("reading ")
        need(reading in ("position", "history"), "reading", Bad)
        facts = []
        while self.peek().startswith("at "):
            words = self.take("at ").split(" ")
            need(len(words) == 3 and words[1] in ("winnable", "unwinnable"), "a fact", Bad)
            facts.append(Fact(self.count(words[0]), words[1] == "winnable", self.color(words[2:]),
                              self.evidence(words[1])))
        self.end()
        return Record(claim, start, clock, moves, reading, facts, self.rules).check

def check(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"\x28\xb5\x2f\xfd":
        data = subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout
    reader = Reader(data)
    try:
        certificate = reader.certificate()
    except Bad as error:
        raise Bad(f"line {reader.number}: {error}")
    certificate()

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    status = 0
    for path in sys.argv[1:]:
        try:
            check(path)
            print(f"{path}: accepted")
        except Rejected as error:
            status = max(status, print(f"{path}: rejected: {error}") or 3)
        except (Bad, OSError, subprocess.CalledProcessError) as error:
            status = max(status, print(f"{path}: {error}") or 2)
    sys.exit(status)

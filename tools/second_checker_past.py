#!/usr/bin/env python3
"""A second checker of the claims legal, illegal and census, written from docs/formats/certificates.md, sections 14
and 15, and from docs/theory/illegality.md, alone. It shares no code with the kernel, and the rules of chess with
second_checker_winnable.py, which must lie beside it. Needs Python 3.10 and nothing else.

    second_checker_past.py FILE...      the last line says what became of the last file

Status 0: all accepted. 2: one is unreadable, or makes another claim. 3: one is rejected.
"""

import collections, functools, itertools, re, subprocess, sys

from second_checker_winnable import (
    BLACK, WHITE, Bad, Cover, Move, Position, Reader, Rejected, beside, castled, color_of, forward, kept,
    letter_of, name, need, pawn_attacks, play, rank_of, rays, read_fen, read_square)

START = read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "chess")
HOMES = {(color, wing): (4 + 56 * color, (7 if wing == "k" else 0) + 56 * color)
         for color in (WHITE, BLACK) for wing in "kq"}  # king's and rook's squares

def is_array(position, rules):
    """Does a game begin here?"""
    if rules == "chess":
        return position == START
    board = position.board
    rank = board[:8]
    bishops = [s % 2 for s in range(8) if rank[s] == "B"]
    return (position.turn == WHITE and sorted(rank) == sorted("RNBQKBNR") and board[56:] == rank.lower()
            and board[8:16] == "P" * 8 and board[48:56] == "p" * 8 and board[16:48] == "." * 32
            and sum(bishops) == 1 and re.search("R.*K.*R", rank) is not None and len(position.rights) == 4)

def homes_of(board, color, rules):
    """Kings' and rooks' squares for which this colour might have a right, each with its wing."""
    king, rank = board.index(letter_of(color, "K")), 56 * color
    if king // 8 * 8 != rank or rules == "chess" and king != rank + 4:
        return []
    rooks = [s for s in range(rank, rank + 8) if board[s] == letter_of(color, "R")]
    return [("k" if rook > king else "q", rook) for rook in rooks if rules == "chess960" or rook % 8 in (0, 7)]

def changed(board, *men):
    board = list(board)
    for square, man in men:
        board[square] = man
    return "".join(board)

def passed_by(move, position):
    """The square over which this move's pawn has passed with a double step, if it is one."""
    double = position.board[move.a] in "Pp" and abs(move.a - move.b) == 16
    return (move.a + move.b) // 2 if double else None

# ---- Section 14: retractions. ----

def steps_back(position, to):
    """Free squares from which the man may have come, with what it was there and what it promoted to."""
    board, us = position.board, 1 - position.turn
    role = board[to].upper()
    if role != "P":
        for ray in rays(role, to):
            for a in ray:
                if board[a] != ".":
                    break
                yield a, role, ""
    promoted = role in "QRBN" and rank_of(us, to // 8) == 7
    if role == "P" or promoted:
        back = [a for a in pawn_attacks(1 - us, to)]
        one = beside(to, forward(1 - us))
        if one is not None:
            back.append(one)
            two = beside(one, forward(1 - us))
            if two is not None and board[one] == "." and rank_of(us, two // 8) == 1 and not promoted:
                back.append(two)
        for a in back:
            if board[a] == "." and rank_of(us, a // 8) != 0:
                yield a, "P", role.lower() if promoted else ""

def boards_back(position, rules):
    """Boards that might have been, each with the move that leads here, and how it takes."""
    us, board = 1 - position.turn, position.board
    for to in range(64):
        if board[to] == "." or color_of(board[to]) != us:
            continue
        for a, role, promotion in steps_back(position, to):
            without = changed(board, (to, "."), (a, letter_of(us, role)))
            straight, slanted = a % 8 == to % 8, a % 8 != to % 8
            if role != "P" or straight:
                yield without, Move(a, to, promotion)
            if role != "P" or slanted:
                for victim in "QRBNP" if 0 < to // 8 < 7 else "QRBN":
                    yield changed(without, (to, letter_of(1 - us, victim))), Move(a, to, promotion)
            beside_it = to + (-8 if us == WHITE else 8)
            if role == "P" and slanted and rank_of(us, to // 8) == 5 and board[beside_it] == ".":
                yield changed(without, (beside_it, letter_of(1 - us, "P"))), Move(a, to, taken=beside_it)
    for wing in "kq":
        to, rook_to = castled(56 * us, wing)
        if board[to] == letter_of(us, "K") and board[rook_to] == letter_of(us, "R"):
            before = changed(board, (to, "."), (rook_to, "."))
            rank = range(56 * us, 56 * us + 8)
            pairs = [HOMES[us, wing]] if rules == "chess" else itertools.permutations(rank, 2)
            for king, rook in pairs:
                if before[king] == before[rook] == "." and (rook > king) == (wing == "k"):
                    men = (king, letter_of(us, "K")), (rook, letter_of(us, "R"))
                    yield changed(before, *men), Move(king, to, rook=rook)

def retractions(position, rules):
    """All positions before, each with the move that leads here."""
    us = 1 - position.turn
    out = []
    for board, move in boards_back(position, rules):
        bare = Position(board, us, frozenset(), None)
        if bare.attacked(bare.king(1 - us), us):
            continue
        rights = [[None, *((color, wing, rook) for own, rook in homes_of(board, color, rules) if own == wing)]
                  for color in (WHITE, BLACK) for wing in "kq"]
        for held in itertools.product(*rights):
            held = frozenset(right for right in held if right is not None)
            befores = {Position(board, us, held, None)}
            for passed in range(40, 48) if us == WHITE else range(16, 24):
                pawn, behind = beside(passed, forward(1 - us)), beside(passed, forward(us))
                if board[pawn] == letter_of(1 - us, "P") and board[passed] == board[behind] == ".":
                    befores.add(kept(board, us, held, passed))
            for before in befores:
                # It is legal if it is a move at all: in this position its king is not attacked.
                if move in before.candidates() and before.after(move) == position:
                    out.append((before, move))
    return out

# ---- illegality.md: the rules. ----

def checkers(position):
    """The men that give check: square and role."""
    king, them = position.king(position.turn), 1 - position.turn
    for role in "NBRQ":
        for ray in rays(role, king):
            for s in ray:
                if position.board[s] != ".":
                    if position.board[s] == letter_of(them, role):
                        yield s, role
                    break
    for s in pawn_attacks(position.turn, king):
        if position.board[s] == letter_of(them, "P"):
            yield s, "P"

def check_rule(position):
    men, king = list(checkers(position)), position.king(position.turn)
    if len(men) < 2:
        return False
    sliding = [s for s, role in men if role in "BRQ"]
    sides = [((s % 8 > king % 8) - (s % 8 < king % 8), (s // 8 > king // 8) - (s // 8 < king // 8)) for s in sliding]
    return (len(men) > 2 or not sliding
            or len(sides) == 2 and (-sides[0][0], -sides[0][1]) == sides[1])

def parity_rule(position):
    board = position.board
    if board.count(".") != 32 or board[8:16] != "P" * 8 or board[48:56] != "p" * 8:
        return False
    light = lambda board: sum(board[s] in "NRnr" and (s + s // 8) % 2 for s in range(64))
    return (light(board) + light(START.board)) % 2 != position.turn

def fixed_men(position):
    board, fixed = position.board, set()
    for color in (WHITE, BLACK):
        second = range(8, 16) if color == WHITE else range(48, 56)
        fixed |= {s for s in second if board[s] == letter_of(color, "P")}
    own = {s for s in fixed}
    for color, wing, rook in position.rights:
        fixed |= {rook, position.king(color)}
    for color in (WHITE, BLACK):
        for home in (2 + 56 * color, 5 + 56 * color):
            ahead = pawn_attacks(color, home)
            if board[home] == letter_of(color, "B") and all(s in own and color_of(board[s]) == color for s in ahead):
                fixed.add(home)
    return frozenset(fixed)

@functools.cache
def flooded(role, color, starts, fixed, guarded):
    """All squares that a man comes to from these."""
    reached, left = set(starts), list(starts)
    while left:
        for ray in rays(role, left.pop()):
            for s in ray:
                if s in fixed or role == "K" and s in guarded:
                    break
                if s not in reached:
                    reached.add(s)
                    left.append(s)
    return frozenset(reached)

class Homes:
    """What the fixed men say of one colour."""

    def __init__(self, position, color, fixed):
        board = position.board
        guarded = frozenset(s for pawn in fixed if board[pawn] == letter_of(1 - color, "P")
                            for s in pawn_attacks(1 - color, pawn))
        rank = 56 * color
        last = [s for s in range(56 - rank, 64 - rank)]
        self.promoted, self.taken_at_home, self.stranger = 0, 0, False
        self.home = {}  # by square of the first rank: where its man may be
        for file, role in enumerate("RNBQKBNR"):
            home = rank + file
            starts = {home}
            for wing in "kq":
                king, rook = rank + 4, HOMES[color, wing][1]
                if not any(s in fixed for s in range(min(king, rook), max(king, rook) + 1)):
                    to, rook_to = castled(king, wing)
                    starts |= {to} if home == king else {rook_to} if home == rook else set()
            self.home[home] = (frozenset({home}) if home in fixed
                               else flooded(role, color, frozenset(starts), fixed, guarded))
        for role in "QRBNK":
            men = [s for s in range(64) if board[s] == letter_of(color, role)]
            homes = [self.home[rank + file] for file, other in enumerate("RNBQKBNR") if other == role]
            doors = frozenset() if role == "K" else frozenset(s for s in last if s not in fixed)
            becomes = flooded(role, color, doors, fixed, guarded)
            most = self.most_original(men, homes, becomes)
            if most is None:
                self.stranger = True
            else:
                self.promoted += len(men) - most
            if role != "K":
                for home in homes:
                    open_to_pawns = any(s not in fixed for at in home for s in pawn_attacks(color, at))
                    if not open_to_pawns and not any(s in home for s in men):
                        self.taken_at_home += 1
        self.bishops, self.doors = [0, 0], []
        for file in (2, 5):
            shade = (rank + file + (rank + file) // 8) % 2
            men = [s for s in range(64) if board[s] == letter_of(color, "B") and (s + s // 8) % 2 == shade]
            original = any(s in self.home[rank + file] for s in men)
            self.bishops[shade] = len(men) - original
        for door in last:
            leaves = any(s not in fixed for ray in rays("B", door) for s in ray[:1])
            self.doors.append(door not in fixed and (leaves or board[door] == letter_of(color, "B")))
        king = position.king(1 - color)
        beside = [king in fixed and abs(file - king % 8) == 1 for file in range(8)]
        free = [square not in fixed for square in last]
        self.straight = [free[file] and not beside[file] for file in range(8)]
        self.aside = [any(free[max(0, file - 1):file] + free[file + 1:file + 2]) and not beside[file] for file in range(8)]

    @staticmethod
    def most_original(men, homes, becomes):
        """The most originals of an assignment in which all others are promoted; None if there is none."""
        best = None
        for chosen in itertools.product(*([*men, None] for _ in homes)):
            real = [s for s in chosen if s is not None]
            if len(set(real)) == len(real) and all(s is None or s in home for s, home in zip(chosen, homes)):
                if all(s in becomes for s in men if s not in real):
                    best = max(best or 0, len(real))
        return best

class Anywhere:
    """What counting says of one colour wherever its men began."""

    def __init__(self, position, color):
        of = lambda role: [s for s in range(64) if position.board[s] == letter_of(color, role)]
        shades = collections.Counter((s + s // 8) % 2 for s in of("B"))
        self.bishops, self.doors = [max(0, shades[shade] - 1) for shade in (0, 1)], [True] * 8
        self.promoted = sum(max(0, len(of(role)) - most) for role, most in (("Q", 1), ("R", 2), ("N", 2)))
        self.promoted += sum(self.bishops)
        self.taken_at_home, self.stranger = 0, False
        self.straight, self.aside = [True] * 8, [True] * 8

class Account:
    """Section Men: who is missing, and what pawns may have had a part in. `fault` if there are too many."""

    def __init__(self, position, rules):
        fixed = fixed_men(position)
        self.homes = [Homes(position, color, fixed) if rules == "chess" else Anywhere(position, color)
                      for color in (WHITE, BLACK)]
        self.pawns = [[s for s in range(64) if position.board[s] == letter_of(color, "P")] for color in (WHITE, BLACK)]
        self.captures, self.lost, self.fault = [0, 0], [0, 0], False
        for color, home in enumerate(self.homes):
            men = sum(letter != "." and color_of(letter) == color for letter in position.board)
            pawns = len(self.pawns[color])
            if men > 16 or pawns > 8 or home.promoted + pawns > 8 or home.taken_at_home > 16 - men:
                self.fault = True
                continue
            self.captures[1 - color] = 16 - men - home.taken_at_home
            self.lost[color] = min(self.captures[1 - color], 8 - pawns - home.promoted)

def advance(color, square):
    return rank_of(color, square // 8) - 1

def captures_needed(color, pawns):
    """The least sum of files gone over all ways to come from different files; None if there is no way."""
    @functools.cache
    def least(number, used):
        if number == len(pawns):
            return 0
        at, best = pawns[number], None
        for file in range(8):
            far = abs(at % 8 - file)
            if not used >> file & 1 and far <= advance(color, at):
                rest = least(number + 1, used | 1 << file)
                if rest is not None and (best is None or far + rest < best):
                    best = far + rest
        return best
    return least(0, 0)

def captures_rule(account):
    return any(needed is None or needed > account.captures[color] for color in (WHITE, BLACK)
               for needed in [captures_needed(color, tuple(account.pawns[color]))])

class GivenUp(Exception):
    pass

# A pawn that goes is (colour,), one that stays (colour, its number, the captures that it can still make).
Columns = collections.namedtuple("Columns", "files captures lost bishops turns")

class Search:
    """Section Pawn columns."""

    def __init__(self, account, shut):
        self.account, self.seen = account, set()
        homes = account.homes
        self.straight = [home.straight if shut else [True] * 8 for home in homes]
        self.aside = [home.aside if shut else [True] * 8 for home in homes]
        self.most = 20_000 if sum(account.captures) <= 6 else 60
        self.goal = [tuple((color, number) for _, color, number in sorted(
            (s, color, number) for color in (WHITE, BLACK) for number, s in enumerate(account.pawns[color])
            if s % 8 == file)) for file in range(8)]

    def excludes(self):
        empty = Columns((), tuple(self.account.captures), tuple(self.account.lost),
                        tuple(tuple(home.bishops) for home in self.account.homes), (0, 0))
        try:
            return not any(self.reaches(state) for state in self.assigned(empty, [frozenset(), frozenset()]))
        except GivenUp:
            return False

    def assigned(self, state, taken):
        """All ways to say which pawns of the beginning are those of the position, file by file."""
        file = len(state.files)
        if file == 8:
            yield state
            return
        choices = []
        for color in (WHITE, BLACK):
            pawns = self.account.pawns[color]
            stay = [(color, number, advance(color, at)) for number, at in enumerate(pawns)
                    if number not in taken[color] and abs(at % 8 - file) <= advance(color, at)]
            left = len(pawns) - len(taken[color])
            choices.append((stay if left else []) + ([(color,)] if left < 8 - file else []))
        for white, black in itertools.product(*choices):
            more = [taken[pawn[0]] | {pawn[1]} if len(pawn) > 1 else taken[pawn[0]] for pawn in (white, black)]
            following = state._replace(files=state.files + ((white, black),))
            if self.affordable(following):
                yield from self.assigned(following, more)

    def range(self, file, pawn):
        if len(pawn) == 1:
            return 1, 6
        color, number, captures = pawn
        at = self.account.pawns[color][number]
        low, high = 1 + advance(color, at) - captures, rank_of(color, at // 8) - abs(at % 8 - file)
        return (low, high) if color == WHITE else (7 - high, 7 - low)

    def ranks(self, file, column):
        """Of each pawn the lowest and the highest rank; None if there is no room."""
        ranges = [list(self.range(file, pawn)) for pawn in column]
        for before, after in zip(ranges, ranges[1:]):
            after[0] = max(after[0], before[0] + 1)
        for before, after in reversed(list(zip(ranges, ranges[1:]))):
            before[1] = min(before[1], after[1] - 1)
        return ranges if len(column) <= 6 and all(low <= high for low, high in ranges) else None

    def room(self, file, column, place, *arrivals):
        ranges = self.ranks(file, column)
        if ranges is None:
            return False
        both = [ranges[place], *arrivals]
        return max(low for low, _ in both) <= min(high for _, high in both)

    def affordable(self, state):
        """Counting ahead."""
        left, stuck = list(state.captures), 0
        for file, column in enumerate(state.files):
            leaves = False
            for pawn in column:
                if len(pawn) > 1:
                    far = abs(self.account.pawns[pawn[0]][pawn[1]] % 8 - file)
                    left[pawn[0]] -= far
                    if far > pawn[2] or left[pawn[0]] < 0:
                        return False
                    leaves |= far > 0
            stuck += any(len(pawn) == 1 for pawn in self.promoted(file, column)[0]) and not leaves
        pairs = sum(min(state.captures[color], state.lost[1 - color]) for color in (WHITE, BLACK))
        return stuck <= sum(left) + pairs

    def promoted(self, file, column):
        """The column without the pawns that go, have nothing ahead and can promote; and the colours of those."""
        gone = []
        while column and column[-1] == (WHITE,) and self.straight[WHITE][file]:
            column, gone = column[:-1], gone + [WHITE]
        while column and column[0] == (BLACK,) and self.straight[BLACK][file]:
            column, gone = column[1:], gone + [BLACK]
        return column, gone

    def stuck(self, state):
        return sum(any(len(pawn) == 1 for pawn in self.promoted(file, column)[0])
                   for file, column in enumerate(state.files))

    def without_promoted(self, state):
        files, bishops = list(state.files), [list(wanted) for wanted in state.bishops]
        for file, column in enumerate(files):
            files[file], gone = self.promoted(file, column)
            for color in gone:
                if self.account.homes[color].doors[file]:
                    door = file + (56 if color == WHITE else 0)
                    shade = (door + door // 8) % 2
                    bishops[color][shade] = max(0, bishops[color][shade] - 1)
        return state._replace(files=tuple(files), bishops=tuple(map(tuple, bishops)))

    def reaches(self, state):
        stack = [state]
        while stack:
            state = self.without_promoted(stack.pop())
            if [tuple(pawn[:2] for pawn in column) for column in state.files] == self.goal:
                if all(sum(state.bishops[c]) <= state.captures[c] + state.turns[c] for c in (WHITE, BLACK)):
                    return True
                continue
            if not self.affordable(state) or state in self.seen:
                continue
            if len(self.seen) >= self.most:
                raise GivenUp
            self.seen.add(state)
            following = list(self.steps(state))
            following.sort(key=self.stuck, reverse=True)
            stack += following
        return False

    def steps(self, state):
        ranges = [self.ranks(file, column) for file, column in enumerate(state.files)]
        if None in ranges:
            return
        for file, column in enumerate(state.files):
            for place, pawn in enumerate(column):
                us, goes = pawn[0], len(pawn) == 1
                them = 1 - us
                rest = column[:place] + column[place + 1:]
                if goes and state.captures[them] and state.lost[us]:  # step 1
                    yield state._replace(files=replaced(state.files, file, rest), captures=less(state.captures, them),
                                         lost=less(state.lost, us), turns=less(state.turns, them, -1))
                if not state.captures[us] or not goes and not pawn[2]:
                    continue
                moved = pawn if goes else (us, pawn[1], pawn[2] - 1)
                ahead = 1 if us == WHITE else -1
                arrival = [rank + ahead for rank in ranges[file][place]]
                paid = state._replace(files=replaced(state.files, file, rest), captures=less(state.captures, us))
                if goes and place == (len(column) - 1 if us == WHITE else 0) and self.aside[us][file]:  # step 4
                    yield paid._replace(turns=less(paid.turns, us, -1))
                for to in (file - 1, file + 1):
                    if not 0 <= to < 8:
                        continue
                    other = paid.files[to]
                    for at, victim in enumerate(other):  # step 2
                        if victim == (them,) and state.lost[them]:
                            low, high = ranges[to][at]
                            there = (min(low, low + ahead), max(high, high + ahead))
                            after = other[:at] + (moved,) + other[at + 1:]
                            if self.room(to, after, at, arrival, there):
                                yield paid._replace(files=replaced(paid.files, to, after), lost=less(paid.lost, them))
                    places = range(len(other) + 1)
                    for at in reversed(places) if us == WHITE else places:  # step 3
                        after = other[:at] + (moved,) + other[at:]
                        if self.room(to, after, at, arrival):
                            yield paid._replace(files=replaced(paid.files, to, after))
                            if goes and at == (len(other) if us == WHITE else 0) and self.straight[us][to]:
                                break

def replaced(files, file, column):
    return files[:file] + (column,) + files[file + 1:]

def less(counts, color, by=1):
    return tuple(count - by * (own == color) for own, count in enumerate(counts))

def rights_rule(position):
    """No array begins with kings and rooks where these rights say that they stood."""
    began = collections.defaultdict(set)
    for color, wing, rook in position.rights:
        began["king"].add(position.king(color) % 8)
        began[wing].add(rook % 8)
    return any(len(files) > 1 for files in began.values()) or not began["king"].isdisjoint({0, 7})

@functools.lru_cache(maxsize=4096)
def excluded(rule, position, rules):
    if rules == "chess960" and rule in ("parity", "cage") or rules == "chess" and rule == "rights":
        return False  # these rest on where the men of the other game begin
    if rule == "rights":
        return rights_rule(position)
    if rule == "check":
        return check_rule(position)
    if rule == "parity":
        return parity_rule(position)
    account = Account(position, rules)
    if rule == "cage":
        return any(home.stranger for home in account.homes)
    if rule == "men":
        return account.fault
    if account.fault:
        return False  # the other rules count what an account says
    return captures_rule(account) if rule == "pawn-captures" else any(
        Search(account, shut).excludes() for shut in (False, True))

def check_illegal(position, passed, members, named, dead, covers, rules):
    for rule, other in named:
        need(excluded(rule, other, rules), f"the rule {rule} does not exclude {text_of(other)}")
    for side, cover in covers.items():
        cover.check(side, None)
        for other in dead:
            need(cover.covers(other), f"{text_of(other)} is not shown to be dead")
    inside = {other for _, other in named} | set(members)
    before = inside | set(dead)
    for member in members:
        need(not is_array(member, rules), "an initial array is a member")
        closed(member, None, before, rules)
    if position not in inside:
        need(not is_array(position, rules) or passed is not None, "a game can begin here")
        closed(position, passed, before, rules)

def closed(position, passed, inside, rules):
    for before, move in retractions(position, rules):
        if passed is None or passed_by(move, before) == passed:
            need(before in inside, f"{text_of(before)} leads to {text_of(position)}")

def check_legal(position, passed, start, moves, mate, rules):
    need(is_array(start, rules), "no game begins so")
    here, last, before = start, None, None
    for number, text in enumerate(moves, 1):
        move = here.find(text, rules)
        need(move is not None, f"move {number}, {text}, is not legal")
        last, before, here = passed_by(move, here), here, here.after(move)
    need(here == position, "the game leads to another position")
    need(passed is None or last == passed, "the last move did not pass over the square")
    if mate is not None:
        end = play(before, mate, rules)[0][-1]
        need(end.mated(end.turn), "no mate is shown from the position before the last move")

def text_of(position):
    rows = [position.board[rank * 8:rank * 8 + 8] for rank in range(7, -1, -1)]
    rows = [re.sub(r"\.+", lambda gap: str(len(gap.group())), row) for row in rows]
    return "/".join(rows) + " " + "wb"[position.turn]

# ---- Section 15: census. ----

class Census:
    def __init__(self, men, lines, levels):
        self.men, self.lines, self.levels = men, lines, levels
        self.counts = collections.Counter()

    def level(self, position):
        if position.rights:
            return None
        if position.passed is not None:
            double = [before for before, move in retractions(position, "chess")
                      if passed_by(move, before) == position.passed and before.passed is None]
            levels = [self.level(before) for before in double]
            return levels[0] + 1 if len(levels) == 1 and levels[0] is not None else None
        others = [[s for s in range(64) if position.board[s] == man] for man in self.men[2:]]
        if len(others) == 2 and self.men[2] == self.men[3]:
            others[1] = others[1][1:]
        need(all(others), "other men")
        number = sum(squares[0] * 64 ** index for index, squares in enumerate(others))
        found = self.levels.get((position.turn, position.king(WHITE), position.king(BLACK)), b"")
        level = found[number] if number < len(found) else 255
        return None if level == 255 else level

    def positions(self):
        for squares in itertools.permutations(range(64), len(self.men)):
            if len(self.men) == 4 and self.men[2] == self.men[3] and squares[2] > squares[3]:
                continue
            if any(man in "Pp" and not 0 < s // 8 < 7 for man, s in zip(self.men, squares)):
                continue
            board = changed("." * 64, *zip(squares, self.men))
            for turn in (WHITE, BLACK):
                bare = Position(board, turn, frozenset(), None)
                if bare.attacked(bare.king(1 - turn), turn):
                    continue
                yield bare
                for passed in range(40, 48) if turn == WHITE else range(16, 24):
                    pawn, behind = beside(passed, forward(1 - turn)), beside(passed, forward(turn))
                    if board[pawn] == letter_of(1 - turn, "P") and board[passed] == board[behind] == ".":
                        position = kept(board, turn, frozenset(), passed)
                        if position.passed is not None:
                            yield position

    def check(self):
        ends = []
        for number, (after, moves) in enumerate(self.lines):
            here = START if after is None else ends[after] if after < number else None
            need(here is not None, f"line {number}: no such line")
            for text in moves:
                move = here.find(text, "chess")
                need(move is not None, f"line {number}: {text} is not legal")
                here = here.after(move)
            ends.append(here)
        reached = set(ends)
        for position in self.positions():
            level = self.level(position)
            self.counts["legal" if level is not None else "illegal", position.turn] += 1
            if level == 0:
                need(position in reached, f"no line leads to {text_of(position)}")
            elif level is not None:
                quiet = (before for before, move in retractions(position, "chess")
                         if not move.promotion and before.board.count(".") == position.board.count("."))
                need(any(sorted(before.board) == sorted(position.board) and self.level_of(before, level)
                         for before in quiet), f"nothing smaller leads to {text_of(position)}")
            else:
                self.check_past(position)

    def level_of(self, before, above):
        level = self.level(before)
        return level is not None and level < above

    def check_past(self, position):
        past, left = {position}, [position]
        while left:
            here = left.pop()
            need(here != START, f"{text_of(position)} may come from the initial array")
            if excluded("cage", here, "chess"):
                continue
            for before, _ in retractions(here, "chess"):
                if possible_by_count(before) and before not in past:
                    past.add(before)
                    left.append(before)
            need(len(past) <= 64, f"the past of {text_of(position)} is too large")

def possible_by_count(position):
    for color in (WHITE, BLACK):
        men = [letter.upper() for letter in position.board if letter != "." and color_of(letter) == color]
        shades = collections.Counter((s + s // 8) % 2 for s in range(64) if position.board[s] == letter_of(color, "B"))
        count = collections.Counter(men)
        beyond = (max(0, count["Q"] - 1) + max(0, count["R"] - 2) + max(0, count["N"] - 2)
                  + max(0, shades[0] - 1) + max(0, shades[1] - 1))
        if len(men) > 16 or count["P"] > 8 or beyond > 8 - count["P"]:
            return False
    return True

# ---- Text. ----

class Past(Reader):
    def certificate(self):
        need(self.take("zermelo-certificate ") == "1", "another version", Bad)
        self.rules = self.take("rules ")
        need(self.rules in ("chess", "chess960"), "other rules", Bad)
        kind, *rest = self.take("claim ").split(" ")
        need(kind in ("legal", "illegal", "census"), "another claim", Bad)
        if kind == "census":
            return self.census(rest)
        need(not rest, "claim", Bad)
        position, passed = self.position()
        reckoning = self.peek().startswith("reading ")
        need(not reckoning or self.take("reading ") == "dead-reckoning", "reading", Bad)
        if kind == "legal":
            start = START if self.rules == "chess" else self.fen("start ")
            moves = self.moves("moves")
            mate = self.moves("mate") if reckoning and moves else None
            self.end()
            return lambda: check_legal(position, passed, start, moves, mate, self.rules)
        members, named, dead = [], [], []
        covers = {WHITE: Cover(), BLACK: Cover()}
        while self.peek().startswith(("member ", "excluded ") + ("dead ",) * reckoning):
            if self.peek().startswith("member "):
                members.append(self.fen("member "))
            elif self.peek().startswith("dead "):
                dead.append(self.fen("dead "))
            else:
                rule, _, fen = self.take("excluded ").partition(" ")
                need(rule in ("check", "men", "parity", "cage", "pawn-captures", "pawn-columns", "rights"), "rule", Bad)
                named.append((rule, read_fen(fen, self.rules)))
        while reckoning and self.peek().startswith("unwinnable "):
            side = self.color([self.take("unwinnable ")])
            covers[side] = self.cover()
        self.end()
        return lambda: check_illegal(position, passed, members, named, dead, covers if reckoning else {}, self.rules)

    def position(self):
        position = self.fen("position ")
        if not self.peek().startswith("passed "):
            return position, position.passed
        passed = read_square(self.take("passed "))
        need(rank_of(position.turn, passed // 8) == 5, "the rank of the square that was passed", Bad)
        pawn, behind = beside(passed, forward(1 - position.turn)), beside(passed, forward(position.turn))
        need(position.board[pawn] == letter_of(1 - position.turn, "P")
             and position.board[passed] == position.board[behind] == ".", "no pawn has passed", Bad)
        need(position.passed in (None, passed), "another square was passed", Bad)
        return position, passed

    def census(self, words):
        need(len(words) == 1 and re.fullmatch("[KQRBNP]{1,3}v[KQRBNP]{1,3}", words[0]), "men", Bad)
        sides = words[0].split("v")
        need(all(side.count("K") == 1 for side in sides) and 2 <= len("".join(sides)) <= 4, "men", Bad)
        order = lambda side: "".join(sorted(side.replace("K", "", 1), key="PNBRQ".index))
        men = "Kk" + order(sides[0]) + order(sides[1]).lower()
        lines, levels = [], {}
        while self.peek().startswith(("line ", "levels ")):
            if self.peek().startswith("line "):
                after, *moves = self.take("line ").split()
                need(after == "-" or after.isdecimal(), "line", Bad)
                lines.append((None if after == "-" else int(after), moves))
            else:
                color, white, black, digits = self.take("levels ").split(" ")
                kings = read_square(white), read_square(black)
                need(re.fullmatch("([0-9a-f]{2})*", digits), "levels", Bad)
                levels[(self.color([color]), *kings)] = bytes.fromhex(digits)
        self.end()
        need(self.rules == "chess", "nothing is said about chess960")
        return Census(men, lines, levels).check

def check(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"\x28\xb5\x2f\xfd":
        data = subprocess.run(["zstd", "-dcq"], input=data, stdout=subprocess.PIPE, check=True).stdout
    reader = Past(data)
    try:
        certificate = reader.certificate()
    except (Bad, ValueError) as error:
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

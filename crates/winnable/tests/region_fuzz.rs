//! Regions by chance, each legal move held against the lemmas' word, with shakmaty for the rules.
//!
//! A region is grown from a random anchor by the kernel alone: it is asked again and again, and each
//! step that it says leads out is let in, into the same phase or a new one, until it accepts or sees a
//! mate. So every lemma that can keep a step out is used as far as it goes, also where the engine would
//! never go. Then placements are drawn from accepted regions, and every legal move is played: it must
//! stay, enter another phase, or end the game without a mate by the winner, as the lemmas say.
//!
//! A hundred thousand placements in every run. For more:
//!
//!     ZERMELO_REGIONS=100000 ZERMELO_SEED=7 cargo test --profile test -p zermelo-winnable region_fuzz -- --nocapture

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position as _,
    PositionError, Setup,
};
use zermelo_kernel::{
    Budget, Castling, Color, Cover, CoverFault, Evidence, ManState, Phase, Piece, Position, Proof,
    Region, RegionFault, Rejection, Role, Square, Squares, WinnableCertificate, WinnableFault,
};
use zermelo_testing::Dice;

use crate::twin::shakmaty_of;

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

// Anchors.

/// A board in the making, from a1 on.
type Men = [char; 64];

fn put(men: &mut Men, dice: &mut Dice, man: char, among: impl Fn(usize) -> bool) {
    let pawn = man.eq_ignore_ascii_case(&'p');
    let free = |&at: &usize| men[at] == '1' && among(at) && (!pawn || (8..56).contains(&at));
    let free: Vec<usize> = (0..64).filter(free).collect();
    if let Some(&at) = dice.pick(&free) {
        men[at] = man;
    }
}

/// A few men anywhere.
fn scattered(men: &mut Men, dice: &mut Dice) {
    for king in ['K', 'k'] {
        put(men, dice, king, |_| true);
    }
    let menu: &[u8] =
        [&b"Pp"[..], b"PpPpBb", b"PpNBRQnbrq", b"Bbp", b"Nnp", b"Qqrp"][dice.below(6)];
    for _ in 0..dice.below(7) {
        let man = char::from(menu[dice.below(menu.len())]);
        put(men, dice, man, |_| true);
    }
}

/// A crowd in a corner, where kings are stuck, and a few men elsewhere.
fn crowded(men: &mut Men, dice: &mut Dice) {
    let size = 3 + dice.below(2);
    let near = |at: usize| at % 8 < size && at / 8 < size;
    for king in ['K', 'k'] {
        let inside = dice.below(4) > 0;
        put(men, dice, king, |at| near(at) == inside);
    }
    for _ in 0..3 + dice.below(8) {
        let man = char::from(b"PPPpppNnBbRrq"[dice.below(13)]);
        put(men, dice, man, near);
    }
    for _ in 0..dice.below(4) {
        let man = char::from(b"PpPpNBnbQqR"[dice.below(11)]);
        put(men, dice, man, |_| true);
    }
}

/// Pawns face to face, some with a hole between, some missing, and a few men.
fn walled(men: &mut Men, dice: &mut Dice) {
    let mut rank = 1 + dice.below(5);
    for file in 0..8 {
        rank = (rank + dice.below(3)).clamp(2, 6) - 1;
        let gap = [0, 0, 0, 0, 1, 2][dice.below(6)].min(5 - rank);
        if dice.below(10) > 0 {
            men[8 * rank + file] = 'P';
            men[8 * (rank + 1 + gap) + file] = 'p';
        }
    }
    let behind = dice.below(4) > 0;
    put(men, dice, 'K', |at| !behind || at < 24);
    put(men, dice, 'k', |at| !behind || at >= 40);
    for _ in 0..dice.below(4) {
        let man = char::from(b"BbBbNnRrPpq"[dice.below(11)]);
        put(men, dice, man, |_| true);
    }
}

/// Kings and rooks at home, with the right to castle, and men about them.
fn castles(men: &mut Men, dice: &mut Dice) {
    (men[4], men[60]) = ('K', 'k');
    for (at, rook) in [(0, 'R'), (7, 'R'), (56, 'r'), (63, 'r')] {
        if dice.below(2) == 0 {
            men[at] = rook;
        }
    }
    for _ in 0..dice.below(9) {
        let man = char::from(b"PpPpBbNn"[dice.below(8)]);
        put(men, dice, man, |_| true);
    }
}

/// Examples of the page of lemmas, where a step ends the game, a man is in the way, or a check lasts.
const EXAMPLES: [&str; 12] = [
    "5bk1/4p1p1/4P1P1/7K/8/8/8/8",
    "8/8/8/7p/ppp4P/bkp5/pnp5/n1K5",
    "8/6pp/8/4q3/ppp5/bkp4Q/qnp2p2/n1K5",
    "8/1pB1k3/bPp5/BpP3K1/1P6/8/1P6/4B3",
    "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5",
    "KBk5/P1Pp1p1p/1p1P4/1P6/8/8/5P1P/8",
    "4k3/7p/7P/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3",
    "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3",
    "kb6/p1p5/P1P5/8/8/8/8/K7",
    "6kb/5p1p/5P1P/8/8/8/8/K7",
    "2k5/8/8/8/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR",
    "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8",
];

/// An example, often with a man less, more or elsewhere.
fn exemplary(men: &mut Men, dice: &mut Dice) {
    let example = EXAMPLES[dice.below(EXAMPLES.len())];
    for (rank, row) in example.split('/').rev().enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(gap) => file += gap as usize,
                None => {
                    men[8 * rank + file] = letter;
                    file += 1;
                }
            }
        }
    }
    for _ in 0..dice.below(4) {
        let at = dice.below(64);
        let man = std::mem::replace(&mut men[at], '1');
        if man.eq_ignore_ascii_case(&'k') || man != '1' && dice.below(2) == 0 {
            put(men, dice, man, |_| true);
        } else if man == '1' && dice.below(3) == 0 {
            let man = char::from(b"PpPpNnBbRrq"[dice.below(11)]);
            put(men, dice, man, |_| true);
        }
    }
}

fn anchor(dice: &mut Dice) -> Option<Position> {
    let mut men = ['1'; 64];
    let kinds = [scattered, crowded, walled, walled, castles, exemplary, exemplary, exemplary];
    kinds[dice.below(kinds.len())](&mut men, dice);
    // Turned round, half of the time: White's men are Black's, seen from the other side.
    if dice.below(2) == 0 {
        let turned = |man: char| match man.is_ascii_uppercase() {
            true => man.to_ascii_lowercase(),
            false => man.to_ascii_uppercase(),
        };
        men = std::array::from_fn(|at| turned(men[at ^ 56]));
    }
    let ranks: Vec<String> = men.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    let mut rights: String =
        [(4, 7, 'K', 'R'), (4, 0, 'Q', 'R'), (60, 63, 'k', 'r'), (60, 56, 'q', 'r')]
            .into_iter()
            .filter(|&(king, rook, right, man)| {
                let own = if right.is_uppercase() { 'K' } else { 'k' };
                men[king] == own && men[rook] == man
            })
            .map(|(.., right, _)| right)
            .collect();
    if rights.is_empty() || dice.below(4) == 0 {
        rights = "-".to_string();
    }
    let white = dice.below(2) == 0;
    // A pawn that may just have gone two squares, if there is one.
    let (pawn, from, over, to) = if white { ('p', 48, 40, 32) } else { ('P', 8, 16, 24) };
    let passed = |&file: &usize| {
        men[to + file] == pawn && men[over + file] == '1' && men[from + file] == '1'
    };
    let passed = (0..8).find(passed).filter(|_| dice.below(2) == 0);
    let passed = passed.map_or("-".to_string(), |file| {
        format!("{}{}", char::from(b'a' + file as u8), over / 8 + 1)
    });
    let turn = if white { "w" } else { "b" };
    let fen = format!("{} {turn} {rights} {passed}", ranks.join("/"));
    Position::from_fen(&fen, Castling::Standard).ok()
}

// Growing.

/// A region of the anchor that the kernel accepts, if one grows.
fn grown(anchor: &Position, winner: Color, dice: &mut Dice) -> Option<Region> {
    let men: Vec<(Square, Piece)> = anchor.pieces().collect();
    let home = |&(square, _): &(Square, Piece)| ManState {
        squares: Squares::only(square),
        may_be_gone: false,
        may_be_promoted: false,
    };
    let pawn = |man: usize, color: Color| men[man].1 == Piece { color, role: Role::Pawn };
    let pairs = (0..men.len()).flat_map(|white| (0..men.len()).map(move |black| (white, black)));
    let mut facing: Vec<(usize, usize)> = pairs
        .filter(|&(white, black)| {
            pawn(white, Color::White)
                && pawn(black, Color::Black)
                && men[white].0.file() == men[black].0.file()
                && men[white].0.rank() < men[black].0.rank()
        })
        .collect();
    facing.retain(|_| dice.below(3) > 0);
    let start = Phase { men: men.iter().map(home).collect(), facing };
    let mut region = Region { anchor: anchor.clone(), phases: vec![start] };
    let most = [1, 1, 2, 4, 8][dice.below(5)];
    for _ in 0..600 {
        let fault = match check(&region, winner) {
            Ok(()) => return Some(region),
            Err(Rejection::Winnable(WinnableFault::Cover(CoverFault::Region {
                fault, ..
            }))) => fault,
            Err(_) => return None,
        };
        match fault {
            RegionFault::Escape { phase, man, from, to, takes } => {
                let named = |at: Square| men.iter().position(|&(square, _)| square == at);
                let (mover, taken) = (named(man)?, takes.and_then(named));
                let splits = region.phases.len() < most && dice.below(3) == 0;
                let before = region.phases[phase].clone();
                let mut next = before.clone();
                let color = men[mover].1.color;
                let last = men[mover].1.role == Role::Pawn && to.rank() == color.promotion_rank();
                let state = &mut next.men[mover];
                if splits && dice.below(2) == 0 && !state.may_be_promoted {
                    state.squares = Squares::only(to);
                }
                state.squares.0 |= Squares::only(to).0;
                state.may_be_promoted |= last;
                if let Some(taken) = taken {
                    match splits && dice.below(2) == 0 {
                        true => next.men[taken].squares = Squares::EMPTY,
                        false => next.men[taken].may_be_gone = true,
                    }
                }
                // A king that castles: its rook comes to the other side of it.
                let castles =
                    men[mover].1.role == Role::King && (from.file() - to.file()).abs() > 1;
                if castles {
                    let (corner, beside) = if to.file() == 6 { (7, 5) } else { (0, 3) };
                    let square = |file| Square::from_coords(file, to.rank());
                    let rook = square(corner).and_then(named)?;
                    next.men[rook].squares.0 |= Squares::only(square(beside)?).0;
                }
                let file = |man: usize| men[man].0.file();
                let leaves = |man: usize| {
                    next.men[man].may_be_promoted
                        || next.men[man].squares.iter().any(|square| square.file() != file(man))
                };
                let left: Vec<bool> = (0..men.len()).map(leaves).collect();
                next.facing.retain(|&(white, black)| !left[white] && !left[black]);
                if next == before {
                    return None;
                }
                match splits {
                    true => region.phases.push(next),
                    false => region.phases[phase] = next,
                }
            }
            _ => return None,
        }
    }
    None
}

fn certificate(region: &Region, winner: Color) -> WinnableCertificate {
    let cover = Cover { positions: Vec::new(), regions: vec![region.clone()] };
    let evidence = Evidence::Cover(cover);
    WinnableCertificate { position: region.anchor.clone(), winner, evidence }
}

/// The kernel's word, if it comes soon: most regions that take long hold a mate in the end.
fn check(region: &Region, winner: Color) -> Result<(), Rejection> {
    let budget = Budget::unbounded().steps(300_000, 0);
    Proof::Winnable(certificate(region, winner)).check_within(&budget).map(drop)
}

// Placements and moves.

/// Where each man of the anchor is, and as what. An array, since a billion of them are made.
type Parts = [Option<(shakmaty::Square, shakmaty::Role)>; 32];

#[derive(Default, Debug)]
struct Count {
    regions: usize,
    several_phases: usize,
    placements: usize,
    stays: u64,
    enters: u64,
    ends: u64,
    bare: u64,
}

impl Count {
    fn moves(&self) -> u64 {
        self.stays + self.enters + self.ends + self.bare
    }
}

struct Sampler<'a> {
    region: &'a Region,
    winner: Color,
    men: Vec<(Square, Piece)>,
    anchor: Chess,
}

fn role(role: Role) -> shakmaty::Role {
    match role {
        Role::Pawn => shakmaty::Role::Pawn,
        Role::Knight => shakmaty::Role::Knight,
        Role::Bishop => shakmaty::Role::Bishop,
        Role::Rook => shakmaty::Role::Rook,
        Role::Queen => shakmaty::Role::Queen,
        Role::King => shakmaty::Role::King,
    }
}

fn color(color: Color) -> shakmaty::Color {
    if color == Color::White { shakmaty::Color::White } else { shakmaty::Color::Black }
}

fn square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

impl Sampler<'_> {
    fn says(&self, what: &str) -> String {
        format!("{what}\n{}", certificate(self.region, self.winner).to_text())
    }

    fn fits(&self, phase: &Phase, parts: &Parts) -> bool {
        let each = parts.iter().zip(&phase.men).zip(&self.men);
        let mut each = each.map(|((part, state), (_, piece))| match part {
            None => state.may_be_gone || state.squares.is_empty(),
            Some((at, as_role)) => {
                state.squares.0 >> at.to_u32() & 1 == 1
                    && (*as_role == role(piece.role) || state.may_be_promoted)
            }
        });
        each.all(|fits| fits)
            && phase.facing.iter().all(|&(white, black)| match (parts[white], parts[black]) {
                (Some((white, _)), Some((black, _))) => white.rank() < black.rank(),
                _ => true,
            })
    }

    /// A placement that a phase covers, by lot.
    fn parts(&self, phase: &Phase, dice: &mut Dice) -> Option<Parts> {
        let mut taken = 0_u64;
        let mut parts: Parts = [None; 32];
        // The men with fewest squares first, so that few stand in each other's way.
        let mut order: Vec<usize> = (0..self.men.len()).collect();
        order.sort_by_key(|&man| phase.men[man].squares.len());
        for man in order {
            let (state, piece) = (&phase.men[man], self.men[man].1);
            if state.squares.is_empty() || state.may_be_gone && dice.below(3) == 0 {
                continue;
            }
            let promoted = state.may_be_promoted && dice.below(2) == 0;
            let kind = if promoted { Role::PROMOTIONS[dice.below(4)] } else { piece.role };
            let mut free = state.squares.0 & !taken;
            if kind == Role::Pawn {
                free &= 0x00FF_FFFF_FFFF_FF00;
            }
            let free: Vec<shakmaty::Square> = Bitboard(free).into_iter().collect();
            match dice.pick(&free) {
                Some(&at) => {
                    taken |= 1 << at.to_u32();
                    parts[man] = Some((at, role(kind)));
                }
                None if state.may_be_gone => {}
                None => return None,
            }
        }
        self.fits(phase, &parts).then_some(parts)
    }

    fn position(&self, parts: &Parts, turn: shakmaty::Color) -> Option<Chess> {
        let mut board = Board::empty();
        for (part, (_, piece)) in parts.iter().zip(&self.men) {
            if let Some((at, role)) = *part {
                board.set_piece_at(at, shakmaty::Piece { color: color(piece.color), role });
            }
        }
        let mut setup = Setup::empty();
        setup.turn = turn;
        // The anchor's rights, as long as king and rook may be what they were.
        let at_home = |at: shakmaty::Square| {
            let mut here = parts.iter().zip(&self.men);
            here.any(|(part, &(home, _))| square(home) == at && part.is_some_and(|p| p.0 == at))
        };
        let rights = self.anchor.castles().castling_rights();
        setup.castling_rights = Bitboard::EMPTY;
        for side in shakmaty::Color::ALL {
            let king = self.anchor.board().king_of(side)?;
            if at_home(king) {
                let rooks = rights & self.anchor.board().by_color(side);
                setup.castling_rights |=
                    rooks.into_iter().filter(|&at| at_home(at)).collect::<Bitboard>();
            }
        }
        setup.board = board;
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .ok()
    }

    /// The men after a move.
    fn played(&self, parts: &Parts, made: Move) -> Parts {
        let mut next = *parts;
        let find =
            |at: shakmaty::Square| parts.iter().position(|part| part.is_some_and(|p| p.0 == at));
        match made {
            Move::Castle { king, rook } => {
                let side = made.castling_side().expect("a castling");
                let of = if king.rank() == shakmaty::Rank::First {
                    shakmaty::Color::White
                } else {
                    shakmaty::Color::Black
                };
                let (king, rook) = (find(king).expect("a king"), find(rook).expect("a rook"));
                next[king] = Some((side.king_to(of), shakmaty::Role::King));
                next[rook] = Some((side.rook_to(of), shakmaty::Role::Rook));
            }
            Move::EnPassant { from, to } => {
                let victim = shakmaty::Square::from_coords(to.file(), from.rank());
                next[find(victim).expect("a pawn")] = None;
                next[find(from).expect("a pawn")] = Some((to, shakmaty::Role::Pawn));
            }
            Move::Normal { role, from, to, promotion, .. } => {
                if let Some(victim) = find(to) {
                    next[victim] = None;
                }
                next[find(from).expect("a man")] = Some((to, promotion.unwrap_or(role)));
            }
            Move::Put { .. } => unreachable!("no man is put on the board in chess"),
        }
        next
    }

    /// The game is over after these moves without a mate by the winner, or the winner has nothing.
    fn is_over(&self, next: &Chess, count: &mut Count) -> bool {
        let winner = color(self.winner);
        let bare = |position: &Chess| position.board().by_color(winner).count() == 1;
        let replies = next.legal_moves();
        if replies.is_empty() {
            let mate = next.is_check() && next.turn() != winner;
            assert!(!mate, "{}", self.says(&format!("{} is a mate", fen(next))));
            count.ends += 1;
            return true;
        }
        let after = |&reply: &Move| {
            let mut last = next.clone();
            last.play_unchecked(reply);
            last
        };
        let is_bare = bare(next) || replies.iter().all(|reply| bare(&after(reply)));
        count.bare += u64::from(is_bare);
        is_bare
    }

    /// Holds each legal move of a covered position against the lemmas.
    fn look(&self, at: &Phase, parts: &Parts, position: &Chess, count: &mut Count) {
        count.placements += 1;
        let winner = color(self.winner);
        let moves = position.legal_moves();
        let mate = moves.is_empty() && position.is_check() && position.turn() != winner;
        assert!(!mate, "{}", self.says(&format!("{} is a mate, and covered", fen(position))));
        for made in moves {
            let after = self.played(parts, made);
            let mut next = position.clone();
            next.play_unchecked(made);
            if self.fits(at, &after) {
                count.stays += 1;
            } else if self.region.phases.iter().any(|phase| self.fits(phase, &after)) {
                count.enters += 1;
            } else if !self.is_over(&next, count) {
                panic!("{}", self.says(&format!("{} {made} leads out of", fen(position))));
            }
            // A capture in passing of the pawn that has just stepped leads to a covered position, too.
            for reply in next.en_passant_moves() {
                let last = self.played(&after, reply);
                let mut end = next.clone();
                end.play_unchecked(reply);
                let covered = self.region.phases.iter().any(|phase| self.fits(phase, &last));
                assert!(
                    covered || self.is_over(&end, count),
                    "{}",
                    self.says(&format!("{} {made} {reply} leads out of", fen(position)))
                );
                count.enters += u64::from(covered);
            }
        }
    }

    fn sample(&self, placements: usize, dice: &mut Dice, count: &mut Count) {
        let mut at_home: Parts = [None; 32];
        for (part, &(at, piece)) in at_home.iter_mut().zip(&self.men) {
            *part = Some((square(at), role(piece.role)));
        }
        self.look(&self.region.phases[0], &at_home, &self.anchor, count);
        for _ in 0..placements {
            let phase = &self.region.phases[dice.below(self.region.phases.len())];
            let Some(parts) = self.parts(phase, dice) else { continue };
            for turn in shakmaty::Color::ALL {
                if let Some(position) = self.position(&parts, turn) {
                    self.look(phase, &parts, &position, count);
                }
            }
        }
    }
}

fn fen(position: &Chess) -> String {
    shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal).to_string()
}

#[test]
fn no_legal_move_leaves_a_region_grown_by_chance() {
    let wanted = number("ZERMELO_REGIONS", 60);
    let placements = number("ZERMELO_PLACEMENTS", 1000);
    let mut dice = Dice(number("ZERMELO_SEED", 1) as u64);
    let mut count = Count::default();
    let mut tried = 0;
    while count.regions < wanted {
        tried += 1;
        let Some(anchor) = anchor(&mut dice) else { continue };
        let winner = Color::ALL[dice.below(2)];
        let Some(region) = grown(&anchor, winner, &mut dice) else { continue };
        count.regions += 1;
        count.several_phases += usize::from(region.phases.len() > 1);
        let men = anchor.pieces().collect();
        let sampler = Sampler { region: &region, winner, men, anchor: shakmaty_of(&anchor) };
        sampler.sample(placements, &mut dice, &mut count);
        if count.regions.is_multiple_of(1_000) {
            println!("{} moves: {count:?}", count.moves());
        }
    }
    println!("{tried} anchors, {} moves: {count:?}", count.moves());
    assert!(count.several_phases > 0 && count.enters > 0 && count.ends > 0 && count.bare > 0);
}

//! The lemmas put to the proof: by enumeration, by sampling, by search, and by another program.
//!
//! - The material lemmas on every position of small endings.
//! - Regions that the kernel accepts, by sampling: a covered position is no mate, and every legal
//!   move from it leads to a covered position (men followed by name), or ends the game.
//! - Verdicts on locked positions against a search through everything that can be reached.
//! - Verdicts against `chasolver`, the best existing solver.
//!
//! All is seeded.

use std::str::FromStr as _;

use zermelo_board::{Position as Board, Role as Kind, attacks, squares};
use zermelo_kernel::{
    Castling, Color, Cover, Evidence, Phase, Piece, Position, Region, Role, Square, Squares,
    WinnableCertificate, insufficient,
};
use zermelo_testing::Dice;
use zermelo_winnable::{Limits, Verdict, decide};

use crate::twin::{Truth, truth};

// The material lemmas.

const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

#[derive(Default, Debug)]
struct Tally {
    checks: u64,
    mates: u64,
}

/// Tries every position with White's `ours`, Black's `theirs` and Black to move in check, up to
/// the symmetries of a board without pawns (the black king stands in one eighth of it). Mates
/// are possible only with two bishops that give check at once, and then the kernel must not call
/// White's men insufficient; everywhere else it must.
fn enumerate(ours: &[Kind], theirs: &[Kind], near: u8, same_colour: bool) -> Tally {
    let mut tally = Tally::default();
    for king in Square::all() {
        let (file, rank) = (king.file(), king.rank());
        if file > 3 || rank > file {
            continue;
        }
        let mut men = vec![(Color::Black, Kind::King, king)];
        let close = Square::all()
            .filter(|s| s.file().abs_diff(file).max(s.rank().abs_diff(rank)) <= near)
            .fold(0, |set, s| set | s.bit());
        place(ours, theirs, &mut men, close, same_colour, &mut tally);
    }
    tally
}

/// Puts the men down one after another: White's, then Black's, then White's king.
fn place(
    ours: &[Kind],
    theirs: &[Kind],
    men: &mut Vec<(Color, Kind, Square)>,
    close: u64,
    same_colour: bool,
    tally: &mut Tally,
) {
    let placed = men.len() - 1;
    let taken = men.iter().fold(0, |set, &(_, _, s)| set | s.bit());
    let king = men[0].2;
    let (color, kind, mut set) = if placed < ours.len() {
        (Color::White, ours[placed], !0)
    } else if placed < ours.len() + theirs.len() {
        (Color::Black, theirs[placed - ours.len()], close)
    } else if placed == ours.len() + theirs.len() {
        (Color::White, Kind::King, !attacks::king(king))
    } else {
        judge(men, tally);
        return;
    };
    if placed == 0 {
        // In a mate some man gives check; by symmetry of the list it is the first.
        set &= if kind == Kind::Knight { attacks::knight(king) } else { attacks::bishop(king, 0) };
    } else if let Some(&(_, _, before)) =
        men[1..].iter().rev().find(|&&(c, k, _)| (c, k) == (color, kind) && placed > 1)
        && color == Color::Black
    {
        set &= !0 << before.index(); // men of one kind in order
    }
    if kind == Kind::Bishop && same_colour {
        let bishop = men[1..].iter().find(|&&(_, k, _)| k == Kind::Bishop);
        if let Some(&(_, _, other)) = bishop {
            set &= if LIGHT & other.bit() != 0 { LIGHT } else { !LIGHT };
        }
    }
    for s in squares(set & !taken) {
        men.push((color, kind, s));
        place(ours, theirs, men, close, same_colour, tally);
        men.pop();
    }
}

fn judge(men: &[(Color, Kind, Square)], tally: &mut Tally) {
    let p = Board::from_men(men, Color::Black);
    let white_in_check = p.attackers(p.king(Color::White), Color::Black, p.occupied()) != 0;
    if white_in_check || p.checkers() == 0 {
        return;
    }
    tally.checks += 1;
    let mate = !p.has_legal_move();
    tally.mates += u64::from(mate);
    if mate || tally.checks.is_multiple_of(1009) {
        let slow = Position::from_fen(&p.to_fen(), Castling::Standard).expect("a position");
        assert_eq!(slow.is_checkmate(), mate, "{slow}");
        assert_eq!(insufficient(&slow, Color::White).is_some(), !mate, "{slow}");
        assert!(!mate || p.checkers().count_ones() >= 2, "{slow} is a mate by one man");
    }
}

#[test]
fn a_lone_knight_never_mates() {
    use Kind::{Knight, Queen};
    for (theirs, near) in [
        (&[][..], 7),
        (&[Queen], 7),
        (&[Queen, Queen], 7),
        // Queens farther off only help the defence: they close no flight.
        (&[Queen, Queen, Queen], 2),
    ] {
        let tally = enumerate(&[Knight], theirs, near, false);
        println!("KN v K{}: {tally:?}", "Q".repeat(theirs.len()));
        assert!(tally.checks > 1000 && tally.mates == 0);
    }
}

#[test]
fn bishops_of_one_colour_never_mate() {
    use Kind::{Bishop, Queen, Rook};
    let mut double = 0;
    for (ours, theirs, near) in [
        (&[Bishop][..], &[][..], 7),
        (&[Bishop], &[Rook], 7),
        (&[Bishop], &[Queen], 7),
        (&[Bishop], &[Bishop], 7),
        (&[Bishop], &[Rook, Rook], 7),
        (&[Bishop], &[Queen, Rook], 7),
        (&[Bishop], &[Queen, Queen], 7),
        (&[Bishop], &[Bishop, Rook], 7),
        (&[Bishop, Bishop], &[], 7),
        (&[Bishop, Bishop], &[Rook], 7),
        (&[Bishop, Bishop], &[Queen], 7),
        (&[Bishop, Bishop], &[Bishop], 7),
        (&[Bishop, Bishop], &[Rook, Rook], 1),
    ] {
        let tally = enumerate(ours, theirs, near, true);
        println!("K{ours:?} v K{theirs:?}: {tally:?}");
        assert!(tally.checks > 1000);
        assert!(ours.len() > 1 || tally.mates == 0);
        double += tally.mates;
    }
    println!("{double} mates by two bishops that check at once, none of which a move can lead to");
    assert!(double > 0);
}

/// With a knight, a rook, a bishop of the other colour or a pawn more there are mates.
#[test]
fn the_conditions_are_needed() {
    for (fen, winner) in [
        ("kr6/2N5/K7/8/8/8/8/8 b - -", Color::White),
        ("kn6/8/1KN5/8/8/8/8/8 w - -", Color::White),
        ("kb6/8/1KN5/8/8/8/8/8 w - -", Color::White),
        ("kn6/8/1K6/8/8/8/4B3/8 w - -", Color::White),
        ("kb6/8/1K6/5B2/8/8/8/8 w - -", Color::White),
        ("k7/p7/8/8/2N5/1K6/8/8 w - -", Color::White),
        ("k7/p7/1K6/5B2/8/8/8/8 w - -", Color::White),
    ] {
        let position = Position::from_fen(fen, Castling::Standard).expect(fen);
        assert_eq!(insufficient(&position, winner), None, "{fen}");
        let answer = decide(&position, winner, &Limits::default());
        assert!(matches!(answer.verdict, Verdict::Winnable(_)), "{fen}");
    }
}

// Regions, by sampling.

/// The men of a region on the board: square and role, or gone.
type Cast = Vec<Option<(Square, Role)>>;

fn fits(phase: &Phase, men: &[(Square, Piece)], cast: &Cast) -> bool {
    let each = cast.iter().enumerate().all(|(man, part)| {
        let state = &phase.men[man];
        match part {
            None => state.may_be_gone || state.squares.is_empty(),
            Some((square, role)) => {
                state.squares.contains(*square)
                    && (*role == men[man].1.role || state.may_be_promoted)
            }
        }
    });
    each && phase.facing.iter().all(|&(white, black)| match (cast[white], cast[black]) {
        (Some((white, _)), Some((black, _))) => white.rank() < black.rank(),
        _ => true,
    })
}

/// A position of these men, if it is one.
fn position_of(men: &[(Square, Piece)], cast: &Cast, turn: Color, rest: &str) -> Option<Position> {
    let mut board = ['1'; 64];
    for (part, (_, piece)) in cast.iter().zip(men) {
        if let Some((square, role)) = part {
            if board[square.index()] != '1' {
                return None;
            }
            board[square.index()] = Piece { color: piece.color, role: *role }.letter();
        }
    }
    let ranks: Vec<String> = board.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    let turn = if turn == Color::White { "w" } else { "b" };
    Position::from_fen(&format!("{} {turn} {rest}", ranks.join("/")), Castling::Standard).ok()
}

/// The men after a move.
fn played(
    men: &[(Square, Piece)],
    cast: &Cast,
    before: &Position,
    after: &Position,
    m: zermelo_kernel::Move,
) -> Cast {
    let mut next = cast.clone();
    for (man, part) in cast.iter().enumerate() {
        let Some((square, role)) = *part else { continue };
        if square == m.from {
            // A castling king is where the position says.
            let color = men[man].1.color;
            let to = if m.is_castling(before) { after.king(color) } else { m.to };
            next[man] = Some((to, m.promotion.unwrap_or(role)));
        } else if m.is_castling(before) && square == m.to {
            let file = if m.to > m.from { 5 } else { 3 };
            next[man] = Square::from_coords(file, square.rank()).map(|to| (to, role));
        } else if square == m.to {
            next[man] = None;
        } else if men[man].1.color != before.turn() && after.piece_at(square).is_none() {
            next[man] = None; // taken en passant
        }
    }
    next
}

/// Samples covered positions of an accepted region; returns how many were looked at.
fn sample_region(region: &Region, winner: Color, tries: usize, dice: &mut Dice) -> usize {
    let men: Vec<(Square, Piece)> = region.anchor.pieces().collect();
    let fields = region.anchor.to_fen();
    let rights = fields.split(' ').nth(2).unwrap_or("-").to_string();
    let mut looked_at = 0;
    for _ in 0..tries {
        let phase = &region.phases[dice.below(region.phases.len())];
        let cast: Cast = phase
            .men
            .iter()
            .zip(&men)
            .map(|(state, (home, piece))| {
                let held: Vec<Square> = state.squares.iter().collect();
                if held.is_empty() || state.may_be_gone && dice.below(3) == 0 {
                    return None;
                }
                // Near home more often, so that men do not stand on each other.
                let at_home = state.squares.contains(*home) && dice.below(3) == 0;
                let square = if at_home { *home } else { held[dice.below(held.len())] };
                let role = if state.may_be_promoted && dice.below(2) == 0 {
                    Role::PROMOTIONS[dice.below(4)]
                } else {
                    piece.role
                };
                Some((square, role))
            })
            .collect();
        if !fits(phase, &men, &cast) {
            continue;
        }
        let turn = if dice.below(2) == 0 { Color::White } else { Color::Black };
        let rest = format!("{rights} -");
        let position =
            position_of(&men, &cast, turn, &rest).or_else(|| position_of(&men, &cast, turn, "- -"));
        let Some(position) = position else { continue };
        looked_at += 1;
        let text = || certificate(region, winner).to_text();
        let mate = position.is_checkmate() && position.turn() != winner;
        assert!(!mate, "{position} is a mate, and covered by\n{}", text());
        for m in position.legal_moves() {
            let next = position.play(m);
            let over = next.legal_moves().is_empty();
            if over {
                let mate = next.is_check() && next.turn() != winner;
                assert!(!mate, "{position} {} is a mate, from\n{}", m.to_uci(&position), text());
                continue;
            }
            // The last man is taken, or can but be taken.
            let bare = |position: &Position| position.board().side(winner).len() == 1;
            if bare(&next) || next.legal_moves().iter().all(|&reply| bare(&next.play(reply))) {
                continue;
            }
            let after = played(&men, &cast, &position, &next, m);
            let covered = |cast: &Cast| region.phases.iter().any(|phase| fits(phase, &men, cast));
            assert!(covered(&after), "{position} {} leads out of\n{}", m.to_uci(&position), text());
            if next.en_passant().is_some() {
                for reply in next.legal_moves() {
                    let last = next.play(reply);
                    if Some(reply.to) == next.en_passant() && !last.legal_moves().is_empty() {
                        let cast = played(&men, &after, &next, &last, reply);
                        assert!(covered(&cast), "en passant in {next} leads out of\n{}", text());
                    }
                }
            }
        }
    }
    looked_at
}

fn certificate(region: &Region, winner: Color) -> WinnableCertificate {
    let cover = Cover { positions: Vec::new(), regions: vec![region.clone()] };
    let evidence = Evidence::Cover(cover);
    WinnableCertificate { position: region.anchor.clone(), winner, evidence }
}

/// A region like this one with something more, or less, or joined.
fn varied(region: &Region, dice: &mut Dice) -> Region {
    let mut varied = region.clone();
    let at = dice.below(varied.phases.len());
    for _ in 0..=dice.below(3) {
        let phase = &mut varied.phases[at];
        let man = dice.below(phase.men.len());
        let state = &mut phase.men[man];
        match dice.below(6) {
            0 => state.squares = Squares(state.squares.0 | 1 << dice.below(64)),
            1 => state.squares = Squares(state.squares.0 & !(1 << dice.below(64))),
            2 => state.may_be_gone = !state.may_be_gone,
            3 => state.may_be_promoted = !state.may_be_promoted,
            4 => {
                let pair = (dice.below(phase.men.len()), dice.below(phase.men.len()));
                phase.facing.push(pair);
            }
            _ => {
                let copy = phase.clone();
                varied.phases.push(copy);
            }
        }
    }
    varied
}

// Locked positions.

/// A wall of pawns face to face that zigzags so that none can be taken by another, often with a
/// hole or a pair that may still move; kings, mostly on their own sides; and a few pieces.
fn locked(dice: &mut Dice) -> Option<Position> {
    let mut board = ['1'; 64];
    let mut rank = 1 + dice.below(5);
    let (mut low, mut high) = (7, 0);
    for file in 0..8 {
        rank = match (rank, dice.below(2)) {
            (1, _) | (2..=4, 0) => rank + 1,
            _ => rank - 1,
        };
        let gap = usize::from(dice.below(16) == 0 && rank < 5);
        if dice.below(16) == 0 {
            continue;
        }
        board[rank * 8 + file] = 'P';
        board[(rank + 1 + gap) * 8 + file] = 'p';
        (low, high) = (low.min(rank), high.max(rank + 1));
    }
    // Bishops of the colour of the own pawns are behind them for good.
    for _ in 0..dice.below(3) {
        let man = ['b', 'B', 'b', 'B', 'b', 'B', 'n', 'N', 'r', 'R', 'p', 'P'][dice.below(12)];
        let s = dice.below(64);
        let ours = if man.is_ascii_uppercase() { 'P' } else { 'p' };
        let colour = |s: usize| (s / 8 + s % 8) % 2;
        let bad = !man.eq_ignore_ascii_case(&'b')
            || (0..64).any(|at| board[at] == ours && colour(at) == colour(s));
        if board[s] == '1'
            && (bad || dice.below(4) == 0)
            && (!man.eq_ignore_ascii_case(&'p') || (8..56).contains(&s))
        {
            board[s] = man;
        }
    }
    let side = dice.below(8) > 0;
    for king in ['k', 'K'] {
        let home = |s: usize| !side || if king == 'K' { s / 8 <= low } else { s / 8 >= high };
        let free: Vec<usize> = (0..64).filter(|&s| board[s] == '1' && home(s)).collect();
        if free.is_empty() {
            return None;
        }
        board[free[dice.below(free.len())]] = king;
    }
    let ranks: Vec<String> = board.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    let fen = format!("{} {} - -", ranks.join("/"), ['w', 'b'][dice.below(2)]);
    Position::from_fen(&fen, Castling::Standard).ok()
}

const SMALL: Limits = Limits::new(20_000, 16 << 20);

#[test]
fn locked_positions_agree_with_exhaustive_search() {
    let mut dice = Dice(5);
    let (mut closed, mut regions, mut open, mut sampled, mut variants) = (0, 0, 0, 0, 0);
    for number in 0..4000 {
        let Some(position) = locked(&mut dice) else { continue };
        for winner in Color::ALL {
            let answer = decide(&position, winner, &SMALL);
            let Some(claim) = answer.certificate(&position, winner) else {
                open += 1;
                continue;
            };
            assert_eq!(claim.clone().check().map(drop), Ok(()), "{}", claim.to_text());
            let Evidence::Cover(cover) = &claim.evidence else { continue };
            for region in &cover.regions {
                regions += 1;
                sampled += sample_region(region, winner, 30, &mut dice);
                for _ in 0..6 {
                    let variant = varied(region, &mut dice);
                    if variant != *region && certificate(&variant, winner).check().is_ok() {
                        variants += 1;
                        sampled += sample_region(&variant, winner, 20, &mut dice);
                    }
                }
            }
            // A few large state spaces, many small ones.
            let most = if number % 50 == 0 { 200_000 } else { 3_000 };
            let found = truth(&position, winner, most);
            assert_ne!(found, Truth::Winnable, "{position} for {winner}:\n{}", claim.to_text());
            closed += usize::from(found == Truth::Unwinnable);
        }
    }
    println!(
        "{regions} regions and {variants} variants accepted, {sampled} covered positions sampled; \
         {closed} covers confirmed by search, {open} answers open"
    );
    assert!(regions > 200 && closed > 50 && sampled > 5_000);
}

/// The regions of hard positions that people made: several phases, stalemates, castling rights.
#[test]
fn regions_of_the_corpus_hold_under_sampling() {
    let Some(text) = zermelo_testing::text("winnable/hard.txt") else { return };
    let mut dice = Dice(3);
    let (mut regions, mut several, mut variants, mut sampled) = (0, 0, 0, 0);
    for line in text.lines() {
        let (label, fen) = line.split_once(' ').expect("a label and a FEN");
        let position = Position::from_fen(fen, Castling::Standard).expect(fen);
        for winner in Color::ALL {
            let letter = if winner == Color::White { 'W' } else { 'B' };
            if label.contains(letter) {
                continue; // winnable
            }
            let claim = decide(&position, winner, &SMALL).certificate(&position, winner);
            let Some(Evidence::Cover(cover)) = claim.map(|claim| claim.evidence) else { continue };
            for (number, region) in cover.regions.iter().enumerate() {
                if number >= 8 && region.phases.len() == 1 {
                    continue;
                }
                regions += 1;
                several += usize::from(region.phases.len() > 1);
                sampled += sample_region(region, winner, 60, &mut dice);
                for _ in 0..4 {
                    let variant = varied(region, &mut dice);
                    if variant != *region && certificate(&variant, winner).check().is_ok() {
                        variants += 1;
                        sampled += sample_region(&variant, winner, 30, &mut dice);
                    }
                }
            }
        }
    }
    println!(
        "{regions} regions ({several} of several phases) and {variants} variants accepted, \
         {sampled} covered positions sampled"
    );
    assert!(regions > 100 && sampled > 2_000);
}

// Against chasolver.

/// The peer's verdict; nothing when it gives up or does not take the position.
fn peer(position: &Position, winner: Color) -> Option<bool> {
    let board = chess::Board::from_str(&format!("{} 0 1", position.to_fen())).ok()?;
    let winner = if winner == Color::White { chess::Color::White } else { chess::Color::Black };
    chasolver::winnability(&board, winner)
        .map(|answer| matches!(answer, chasolver::Winnability::Winnable { .. }))
}

fn compare(position: &Position, winner: Color, counts: &mut [usize; 3]) {
    let answer = decide(position, winner, &SMALL);
    let ours = match &answer.verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Open => None,
    };
    if let Some(claim) = answer.certificate(position, winner) {
        assert_eq!(claim.clone().check().map(drop), Ok(()), "{}", claim.to_text());
    } else {
        assert_eq!(ours, None, "no certificate for {position}, {winner}");
    }
    match (ours, peer(position, winner)) {
        (Some(ours), Some(theirs)) => {
            assert_eq!(
                ours,
                theirs,
                "{position} for {winner}: search says {:?}",
                truth(position, winner, 200_000)
            );
            counts[usize::from(ours)] += 1;
        }
        _ => counts[2] += 1,
    }
}

#[test]
fn verdicts_agree_with_chasolver() {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -",
        "8/3k4/1b1p4/1P1P1p2/5P1B/3K4/8/8 w - -",
        "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -",
        "8/2n5/3k4/8/8/3KB3/6P1/8 w - -",
        "r3k2r/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K2R w KQkq -",
    ];
    let mut dice = Dice(42);
    let mut counts = [0; 3];
    for round in 0..2400 {
        let fen = starts[round % starts.len()];
        let mut position = Position::from_fen(fen, Castling::Standard).expect(fen);
        let captures = dice.below(2) == 0;
        for _ in 0..dice.below(90) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Half of the games are slaughters, to get to endings.
            let taking: Vec<_> =
                moves.iter().filter(|m| position.piece_at(m.to).is_some()).copied().collect();
            let list = if captures && !taking.is_empty() { &taking } else { &moves };
            position = position.play(list[dice.below(list.len())]);
        }
        for winner in Color::ALL {
            compare(&position, winner, &mut counts);
        }
    }
    let games: [usize; 3] = counts;
    let mut locks = [0; 3];
    for _ in 0..1000 {
        let Some(position) = locked(&mut dice) else { continue };
        for winner in Color::ALL {
            compare(&position, winner, &mut locks);
        }
    }
    println!("unwinnable, winnable, open: {games:?} after games, {locks:?} locked");
    assert!(games[0] > 100 && games[1] > 500 && locks[0] > 50);
}

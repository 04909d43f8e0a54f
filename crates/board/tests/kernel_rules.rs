//! The kernel's rules of chess against shakmaty's.
//!
//! Two programs that were written apart and agree on some hundred thousand positions are both
//! unlikely to be wrong in the same way; that is the reason to believe the kernel's slow rules, and
//! the reason to let engines use the fast ones. Everything is seeded, so a failure comes again.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use shakmaty::fen::{Epd, Fen};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _, PositionError};
use zermelo_kernel::{Castling, Color, FenError, Position, Square};

fn config(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1913);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

fn mode_of(castling: Castling) -> CastlingMode {
    match castling {
        Castling::Standard => CastlingMode::Standard,
        Castling::Chess960 => CastlingMode::Chess960,
    }
}

/// shakmaty's reading of a FEN, leaving out the two reasons for which it refuses positions that
/// merely cannot occur in play: the kernel takes those, for their moves are well defined.
fn shakmaty_from_fen(fen: &str, castling: Castling) -> Option<Chess> {
    let setup = Fen::from_ascii(fen.as_bytes()).ok()?.into_setup();
    Chess::from_setup(setup, mode_of(castling))
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Compares everything both sides can say about one position.
fn assert_same(ours: &Position, theirs: &Chess) {
    let fen = ours.to_fen();
    assert_eq!(fen, Epd::from_position(theirs, EnPassantMode::Legal).to_string());
    assert_eq!(Position::from_fen(&fen, ours.castling()).as_ref(), Ok(ours));

    let mut our_moves: Vec<_> = ours.legal_moves().iter().map(|m| m.to_uci(ours)).collect();
    let mode = mode_of(ours.castling());
    let mut their_moves: Vec<_> =
        theirs.legal_moves().iter().map(|m| m.to_uci(mode).to_string()).collect();
    our_moves.sort();
    their_moves.sort();
    assert_eq!(our_moves, their_moves, "moves in {fen}");

    assert_eq!(ours.is_check(), theirs.is_check(), "check in {fen}");
    assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "mate in {fen}");
    assert_eq!(ours.is_stalemate(), theirs.is_stalemate(), "stalemate in {fen}");

    let board = theirs.board();
    for square in Square::all() {
        let at = shakmaty::Square::new(square.index() as u32);
        for (color, by) in
            [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
        {
            assert_eq!(
                ours.is_attacked(square, color),
                board.attacks_to(at, by, board.occupied()).any(),
                "attack on {square} by {color} in {fen}"
            );
        }
    }
}

/// Plays a game in both programs; each number chooses among the legal moves. Returns the plies.
fn play_out(fen: &str, castling: Castling, choices: &[u16]) -> usize {
    let mut ours = Position::from_fen(fen, castling).expect("a start position is sound");
    let mut theirs = shakmaty_from_fen(fen, castling).expect("a start position is sound");
    for (ply, &choice) in choices.iter().enumerate() {
        assert_same(&ours, &theirs);
        let moves = ours.legal_moves();
        if moves.is_empty() {
            return ply;
        }
        let chosen = moves[usize::from(choice) % moves.len()];
        let uci = chosen.to_uci(&ours);
        assert_eq!(ours.parse_uci(&uci), Ok(chosen));
        let parsed: shakmaty::uci::UciMove = uci.parse().expect("our moves are written in UCI");
        theirs.play_unchecked(parsed.to_move(&theirs).expect("our moves are legal moves"));
        ours = ours.play(chosen);
    }
    assert_same(&ours, &theirs);
    choices.len()
}

/// Whether shakmaty is known to take a text that the kernel refuses with this error.
///
/// It reads more than positions of chess (pockets, promoted men `~`, remaining checks `+`), takes
/// underscores for spaces, White for a missing side to move, the same right twice, and in standard
/// chess the letters of Chess960. The kernel refuses what it would have to guess.
fn refused_on_purpose(fen: &str, castling: Castling, error: &FenError) -> bool {
    let foreign = fen.contains(['_', '~', '[', '+']) || fen.matches('/').count() > 7;
    foreign
        || match error {
            FenError::MissingTurn | FenError::RepeatedRight(_) => true,
            FenError::UnknownRight(_) => castling == Castling::Standard,
            _ => false,
        }
}

/// Compares the two readings of any text; says whether both took it for a position.
fn assert_same_reading(fen: &str, castling: Castling) -> bool {
    match (Position::from_fen(fen, castling), shakmaty_from_fen(fen, castling)) {
        (Ok(ours), Some(theirs)) => {
            assert_same(&ours, &theirs);
            true
        }
        (Ok(_), None) => {
            // The kernel splits at every blank of ASCII, shakmaty at spaces.
            assert!(fen.contains(['\t', '\n', '\r', '\u{c}']), "only the kernel takes {fen:?}");
            false
        }
        (Err(error), Some(_)) => {
            let known = refused_on_purpose(fen, castling, &error);
            assert!(known, "only the kernel refuses {fen:?} ({error})");
            false
        }
        (Err(error), None) => {
            assert!(error.to_string().starts_with(&error.field().to_string()));
            false
        }
    }
}

const STANDARD: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 b - - 0 1",
    "8/PPP1k1PP/8/8/8/8/pp1K1ppp/8 w - - 0 1",
    "8/8/8/1K1pP2r/8/8/1k6/8 w - d6 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP/RNBQKBNR w KQkq -",
];

/// Arrays and middles of Chess960.
pub const CHESS960: [&str; 8] = [
    "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq -",
    "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w HAha -",
    "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1",
    "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w KQkq -",
    "rk5r/8/8/8/8/8/8/RK5R w KQkq -",
    "r1r1k3/8/8/8/8/8/8/2R1K1RR w GQc -",
    "6kr/8/8/8/8/8/8/RK6 w Qk -",
    "8/2k5/8/8/8/1p6/5p2/1R1K1R2 b KQ -",
];

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn random_games_agree(
        start in 0..STANDARD.len() + CHESS960.len(),
        choices in prop::collection::vec(any::<u16>(), 0..160),
    ) {
        match STANDARD.get(start) {
            Some(fen) => play_out(fen, Castling::Standard, &choices),
            None => play_out(CHESS960[start - STANDARD.len()], Castling::Chess960, &choices),
        };
    }
}

/// A board on which each man of `men` is set down on its square, later ones on top.
fn placement(men: &[(usize, char)]) -> String {
    let mut board = ['1'; 64];
    for &(square, letter) in men {
        board[square] = letter;
    }
    let ranks: Vec<String> = board.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    ranks.join("/")
}

/// Any man but a king, on any square; pawns only where pawns may stand.
fn man() -> impl Strategy<Value = (usize, char)> {
    let pieces = (0..64_usize, prop::sample::select(vec!['n', 'b', 'r', 'q', 'N', 'B', 'R', 'Q']));
    let pawns = (8..56_usize, prop::sample::select(vec!['p', 'P']));
    prop_oneof![pieces, pawns]
}

/// How many positions or texts each property of a single position is tried on.
const CASES: u32 = 16_384;

/// Runs a property over many values, and asks that enough of them were positions to both programs:
/// a property that only ever sees refused texts would hold for nothing.
fn check<S: Strategy>(strategy: S, at_least: usize, reads_alike: impl Fn(S::Value) -> bool) {
    let positions = Cell::new(0);
    let result = TestRunner::new(config(CASES)).run(&strategy, |value| {
        positions.set(positions.get() + usize::from(reads_alike(value)));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(positions.get() >= at_least, "only {} positions were compared", positions.get());
}

/// Chess960 castling with any king and rooks on the first rank and a few men about.
#[test]
fn castling_setups_agree() {
    let rooks = prop::collection::btree_set(0..8_usize, 1..4);
    let hidden = prop::option::of((0..8_usize, prop::sample::select(vec!['r', 'q', 'b', 'n'])));
    let men = prop::collection::vec(man(), 0..5);
    check((men, hidden, rooks, 0..8_usize, 8..64_usize), 8000, |setup| {
        let (mut men, hidden, rooks, king, black_king) = setup;
        men.retain(|&(square, _)| square >= 8);
        men.extend(hidden);
        men.extend(rooks.iter().map(|&rook| (rook, 'R')));
        men.extend([(black_king, 'k'), (king, 'K')]);
        let right = rooks.iter().find(|&&rook| rook > king);
        let left = rooks.iter().find(|&&rook| rook < king);
        let letters = right.into_iter().chain(left).map(|&rook| char::from(b'A' + rook as u8));
        let rights: String = if rooks.iter().all(|&rook| rook == king) {
            "-".to_string()
        } else {
            letters.collect()
        };
        assert_same_reading(&format!("{} w {rights} -", placement(&men)), Castling::Chess960)
    });
}

/// A double step just made, with pawns beside it and men and kings anywhere.
#[test]
fn en_passant_setups_agree() {
    let men = prop::collection::vec(man(), 0..6);
    let beside = prop::sample::select(vec![(true, false), (false, true), (true, true)]);
    check((men, 0..64_usize, 0..64_usize, 0..8_usize, beside), 8000, |setup| {
        let (mut men, black_king, white_king, file, (left, right)) = setup;
        let (pawn, square, origin) = (32 + file, 40 + file, 48 + file);
        men.extend([(black_king, 'k'), (white_king, 'K')]);
        men.extend([(pawn, 'p'), (square, '1'), (origin, '1')]);
        if left && file > 0 {
            men.push((pawn - 1, 'P'));
        }
        if right && file < 7 {
            men.push((pawn + 1, 'P'));
        }
        let name = char::from(b'a' + file as u8);
        assert_same_reading(&format!("{} w - {name}6", placement(&men)), Castling::Standard)
    });
}

/// Any men anywhere, either side to move.
#[test]
fn scattered_men_agree() {
    let men = prop::collection::vec(man(), 0..40);
    let turn = prop::sample::select(vec!['w', 'b']);
    check((men, 0..64_usize, 0..64_usize, turn), 6000, |setup| {
        let (mut men, black_king, white_king, turn) = setup;
        men.extend([(black_king, 'k'), (white_king, 'K')]);
        assert_same_reading(&format!("{} {turn}", placement(&men)), Castling::Standard)
    });
}

/// FENs with a few characters replaced, inserted or removed: no panic, and the same reading.
#[test]
fn mutated_fens_are_read_alike() {
    let letters = "pnbrqPNBRQ11111pnbrqPNBRQ11111kK2345678 /-wbacdefghACDEFGH069_~[]+x\té♔";
    let letter = prop::sample::select(letters.chars().collect::<Vec<char>>());
    // Replacing is the edit that most often leaves a position.
    let kind = prop::sample::select([["replace"; 8].as_slice(), &["insert", "remove"]].concat());
    let edits = prop::collection::vec((any::<prop::sample::Index>(), kind, letter), 1..4);
    let starts: Vec<&str> = STANDARD.into_iter().chain(CHESS960).collect();
    let castling = prop::sample::select(vec![Castling::Standard, Castling::Chess960]);
    check((prop::sample::select(starts), edits, castling), 1000, |(start, edits, castling)| {
        let (men, rest) = start.split_at(start.find(' ').expect("a FEN has fields"));
        // Empty squares written one by one, so that a man can be put there by replacing.
        let one_by_one = |letter: char| match letter.to_digit(10) {
            Some(count) => "1".repeat(count as usize),
            None => letter.to_string(),
        };
        let mut fen: Vec<char> = men.chars().map(one_by_one).collect::<String>().chars().collect();
        fen.extend(rest.chars());
        for (index, kind, letter) in edits {
            let at = index.index(fen.len());
            match kind {
                "replace" => fen[at] = letter,
                "insert" => fen.insert(at, letter),
                _ => drop(fen.remove(at)),
            }
        }
        assert_same_reading(&fen.into_iter().collect::<String>(), castling)
    });
}

proptest! {
    #![proptest_config(config(4096))]

    /// Any text at all: no panic.
    #[test]
    fn any_text_is_survived(text in any::<String>(), uci in "\\PC{0,6}") {
        for castling in [Castling::Standard, Castling::Chess960] {
            let _ = Position::from_fen(&text, castling);
            let _ = Position::from_fen(&format!("4k3/8/8/8/8/8/8/R3K2R w {text}"), castling);
            let _ = Position::from_fen(&format!("4k3/8/8/8/8/8/8/R3K2R w KQ {text}"), castling);
        }
        let position = Position::from_fen(STANDARD[0], Castling::Standard).unwrap();
        let _ = (position.parse_uci(&text), position.parse_uci(&uci));
    }
}

#[test]
fn perft_of_the_corpus() {
    const MOST_NODES: u64 = 600_000;
    let Some(text) = zermelo_testing::text("perft/tricky.perft") else { return };
    let (mut id, mut epd, mut counted) = ("", "", 0);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.split_once(' ') {
            _ if line.starts_with('#') => {}
            Some(("id", name)) => (id, epd) = (name, ""),
            Some(("epd", text)) => epd = text,
            Some(("perft", numbers)) => {
                let (depth, nodes) = numbers.split_once(' ').expect("depth and nodes");
                let depth: u32 = depth.parse().expect("depth");
                let nodes: u64 = nodes.parse().expect("nodes");
                if nodes <= MOST_NODES {
                    let ours = Position::from_fen(epd, Castling::Chess960)
                        .unwrap_or_else(|error| panic!("{id}: {error}"));
                    let theirs = shakmaty_from_fen(epd, Castling::Chess960).expect(id);
                    assert_eq!(ours.perft(depth), nodes, "kernel, {id}, depth {depth}");
                    assert_eq!(shakmaty::perft(&theirs, depth), nodes, "{id}, depth {depth}");
                    counted += 1;
                }
            }
            _ => panic!("unknown line {line:?}"),
        }
    }
    assert!(counted > 0, "no perft counts");
}

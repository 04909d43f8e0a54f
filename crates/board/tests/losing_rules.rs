//! Losing chess in three programs: the kernel's plain rules, this crate's bitboards, shakmaty's.
//!
//! The published perft counts are one witness; random games, from the initial array and from
//! boards with a handful of men, are the other. Everything is seeded, so a failure comes again.

use shakmaty::fen::{Epd, Fen};
use shakmaty::variant::Antichess;
use shakmaty::{
    CastlingMode, EnPassantMode, FromSetup, KnownOutcome, Outcome as TheirOutcome, Position as _,
    PositionError,
};
use zermelo_board::losing;
use zermelo_kernel::{Color, LosingPosition, Outcome, Piece, Rules};
use zermelo_testing::Dice;

#[test]
fn published_perft_counts() {
    let Some(text) = zermelo_testing::text("losing/giveaway.perft") else { return };
    let mut position = None;
    let mut counts = 0;
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "epd" => position = Some(LosingPosition::from_fen(rest).expect(rest)),
            "perft" => {
                let (depth, count) = rest.split_once(' ').expect(line);
                let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
                let position = position.as_ref().expect("a position before its counts");
                assert_eq!(position.perft(depth), count, "{line} in {position}");
                let fast = losing::Position::from_kernel(position);
                assert_eq!(fast_perft(&fast, depth), count, "{line} in {position}");
                counts += 1;
            }
            _ => {}
        }
    }
    assert!(counts >= 23, "only {counts} counts");
}

fn fast_perft(position: &losing::Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|m| fast_perft(&position.play(m), depth - 1)).sum(),
    }
}

fn shakmaty_of(fen: &str) -> Antichess {
    let setup = Fen::from_ascii(fen.as_bytes()).expect(fen).into_setup();
    Antichess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What was met on the way.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    few_men: usize,
    en_passant: usize,
    king_promotions: usize,
    forced: usize,
    ends: usize,
    stalemates: usize,
}

/// The same game in three programs.
struct Game {
    slow: LosingPosition,
    fast: losing::Position,
    peer: Antichess,
}

impl Game {
    fn new(fen: &str) -> Game {
        let slow = LosingPosition::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let fast = losing::Position::from_kernel(&slow);
        Game { slow, fast, peer: shakmaty_of(fen) }
    }

    /// Compares all that the three say of the position; the legal moves in UCI.
    fn compare(&self, seen: &mut Seen) -> Vec<String> {
        let fen = self.slow.to_fen();
        assert_eq!(fen, Epd::from_position(&self.peer, EnPassantMode::Legal).to_string());
        assert_eq!(LosingPosition::from_fen(&fen).as_ref(), Ok(&self.slow));
        assert_eq!(self.fast, losing::Position::from_kernel(&self.slow), "{fen}");
        assert_eq!(self.fast.to_kernel(), self.slow);

        let sorted = |mut moves: Vec<String>| {
            moves.sort();
            moves
        };
        let legal = self.slow.legal_moves();
        let moves = sorted(legal.iter().map(|m| m.to_string()).collect());
        let peers = self.peer.legal_moves();
        let peers = peers.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string());
        assert_eq!(moves, sorted(peers.collect()), "{fen}");
        let fast = self.fast.legal_moves();
        assert_eq!(moves, sorted(fast.iter().map(|m| m.to_string()).collect()), "{fen}");
        assert_eq!(self.fast.has_legal_move(), !moves.is_empty(), "{fen}");
        for &m in &legal {
            let taken = self.slow.pieces().count() - self.slow.play(m).pieces().count();
            assert_eq!(self.slow.is_capture(m), taken == 1, "{m} in {fen}");
            assert_eq!(self.fast.is_capture(losing::Move::from_kernel(m)), taken == 1, "{m} {fen}");
            assert_eq!(self.slow.parse_uci(&m.to_string()), Ok(m));
        }

        let theirs = match self.peer.outcome() {
            TheirOutcome::Known(KnownOutcome::Decisive { winner }) => {
                Some(Outcome::Won(if winner.is_white() { Color::White } else { Color::Black }))
            }
            // shakmaty calls some endings with bishops drawn that merely cannot be won.
            _ if moves.is_empty() => panic!("{fen} is over"),
            _ => None,
        };
        assert_eq!(self.slow.outcome(Rules::Losing), theirs, "{fen}");

        let men = self.slow.pieces().count();
        seen.positions += 1;
        seen.few_men += usize::from(men <= 5);
        seen.en_passant += usize::from(self.slow.en_passant().is_some());
        seen.king_promotions += usize::from(moves.iter().any(|uci| uci.ends_with('k')));
        seen.forced += usize::from(legal.first().is_some_and(|&m| self.slow.is_capture(m)));
        seen.ends += usize::from(moves.is_empty());
        let has_men = self.slow.pieces().any(|(_, man)| man.color == self.slow.turn());
        seen.stalemates += usize::from(moves.is_empty() && has_men);
        moves
    }

    fn play_out(mut self, dice: &mut Dice, plies: usize, seen: &mut Seen) {
        for _ in 0..plies {
            let moves = self.compare(seen);
            if moves.is_empty() {
                return;
            }
            let uci = &moves[dice.below(moves.len())];
            let m = self.slow.parse_uci(uci).expect(uci);
            self.slow = self.slow.play(m);
            self.fast = self.fast.play(losing::Move::from_kernel(m));
            let parsed: shakmaty::uci::UciMove = uci.parse().expect(uci);
            self.peer.play_unchecked(parsed.to_move(&self.peer).expect(uci));
        }
    }
}

/// A board with so many men of either colour, White's turn or Black's.
fn few_men(dice: &mut Dice, white: usize, black: usize, letters: &str) -> String {
    let mut board = [None; 64];
    let mut left = [white, black];
    while left != [0, 0] {
        let color = dice.below(2);
        let letter = letters.chars().nth(dice.below(letters.chars().count())).unwrap();
        let square = dice.below(64);
        let outside = letter == 'p' && !(8..56).contains(&square);
        if left[color] == 0 || board[square].is_some() || outside {
            continue;
        }
        left[color] -= 1;
        let letter = if color == 0 { letter.to_ascii_uppercase() } else { letter };
        board[square] = Piece::from_letter(letter);
    }
    let turn = Color::ALL[dice.below(2)];
    LosingPosition::from_men(board, turn, None).unwrap().to_fen()
}

#[test]
fn random_games_agree() {
    let mut dice = Dice(1914);
    let mut seen = Seen::default();
    for _ in 0..120 {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
        Game::new(start).play_out(&mut dice, 200, &mut seen);
    }
    for _ in 0..3000 {
        let (white, black) = (1 + dice.below(3), 1 + dice.below(3));
        let letters = ["pnbrqk", "pk", "p", "ppn"][dice.below(4)];
        let fen = few_men(&mut dice, white, black, letters);
        Game::new(&fen).play_out(&mut dice, 12, &mut seen);
    }
    for _ in 0..300 {
        let fen = few_men(&mut dice, 8, 8, "pppnbrqk");
        Game::new(&fen).play_out(&mut dice, 60, &mut seen);
    }
    // Pawns that have not moved, side by side with some that have: en passant.
    for _ in 0..200 {
        let men = "8/1p1p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/8";
        let fen = format!("{men} {} - -", ["w", "b"][dice.below(2)]);
        Game::new(&fen).play_out(&mut dice, 40, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.positions > 20_000 && seen.few_men > 10_000 && seen.forced > 5_000, "{seen:?}");
    assert!(seen.en_passant > 100 && seen.king_promotions > 500, "{seen:?}");
    assert!(seen.ends > 1_000 && seen.stalemates > 100, "{seen:?}");
}

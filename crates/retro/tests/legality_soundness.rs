//! Positions of games are never refuted, whatever the games are like.
//!
//! Every position of a game is legal, so no rule may exclude it and no closed set may contain it.
//! The games are random, with a taste: for captures, for promotions without captures (which the
//! rules about pawns have most to say about), for checks, castling and en passant.

use zermelo_board::Limits;
use zermelo_kernel::{Examiner, Move, Position, Role};
use zermelo_retro::illegal::find;

/// What kind of moves a game prefers.
#[derive(Clone, Copy)]
struct Taste {
    capture: u32,
    pawn: u32,
    promotion: u32,
    check: u32,
    castling: u32,
}

const TASTES: [Taste; 6] = [
    Taste { capture: 1, pawn: 1, promotion: 1, check: 1, castling: 1 },
    Taste { capture: 20, pawn: 2, promotion: 20, check: 1, castling: 5 },
    Taste { capture: 0, pawn: 12, promotion: 200, check: 1, castling: 5 },
    Taste { capture: 1, pawn: 20, promotion: 400, check: 1, castling: 0 },
    Taste { capture: 2, pawn: 6, promotion: 100, check: 60, castling: 30 },
    Taste { capture: 6, pawn: 30, promotion: 100, check: 5, castling: 1 },
];

impl Taste {
    fn weight(self, position: &Position, made: Move) -> u32 {
        let man = position.piece_at(made.from).map(|man| man.role);
        let castling = made.is_castling(position);
        let pawn = man == Some(Role::Pawn);
        let en_passant = pawn && made.from.file() != made.to.file();
        let takes = !castling && (position.piece_at(made.to).is_some() || en_passant);
        let mut weight = 4;
        if takes {
            // A pawn that takes opens files with one capture; that is what the rules count.
            weight = if pawn { self.capture * 4 + 1 } else { self.capture };
        }
        if pawn && !takes {
            weight += self.pawn;
        }
        if made.promotion.is_some() {
            weight += self.promotion;
        }
        if castling {
            weight += self.castling;
        }
        if self.check > 1 && position.play(made).is_check() {
            weight += self.check;
        }
        weight
    }
}

/// Plays a game and shows every position to `look`.
fn play(rng: &mut fastrand::Rng, taste: Taste, plies: usize, mut look: impl FnMut(&Position)) {
    let mut position = Position::initial();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let weights: Vec<u32> = moves.iter().map(|&made| taste.weight(&position, made)).collect();
        let sum: u32 = weights.iter().sum();
        if sum == 0 {
            return;
        }
        let mut ticket = rng.u32(0..sum);
        let mut chosen = 0;
        while ticket >= weights[chosen] {
            ticket -= weights[chosen];
            chosen += 1;
        }
        position = position.play(moves[chosen]);
        look(&position);
    }
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn no_rule_excludes_a_position_of_a_game() {
    let games = number("GAMES", 120);
    let mut rng = fastrand::Rng::with_seed(number("SEED", 1) as u64);
    let mut positions = 0;
    for game in 0..games {
        let mut examiner = Examiner::default();
        let taste = TASTES[game % TASTES.len()];
        play(&mut rng, taste, 300, |position| {
            positions += 1;
            if let Some((rule, reason)) = examiner.any(position) {
                panic!("{position} is excluded by {rule:?}: {reason:?}");
            }
        });
    }
    println!("{positions} positions of {games} games");
}

#[test]
fn no_closed_set_contains_a_position_of_a_game() {
    let games = number("GAMES", 120) / 8;
    let mut rng = fastrand::Rng::with_seed(number("SEED", 1) as u64 + 1000);
    let mut positions = 0;
    for game in 0..games {
        let taste = TASTES[game % TASTES.len()];
        let mut ply = 0;
        play(&mut rng, taste, 200, |position| {
            ply += 1;
            // Checks have few last moves: they are the ones a search can close.
            if position.is_check() || ply % 40 == 0 {
                positions += 1;
                assert!(find(position, None, 20, &Limits::default()).is_none(), "{position}");
            }
        });
    }
    println!("{positions} positions of {games} games");
}

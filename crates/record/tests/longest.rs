//! The longest game, replayed with another implementation of the rules.
#![forbid(unsafe_code)]

use std::collections::HashMap;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, uci::UciMove};
use zermelo_board as board;
use zermelo_record::longest::{Failure, MoveRule, Options, generate, generate_under_claims};

/// What a replay saw.
struct Replay {
    /// The mover of each critical move and the plies of its segment, itself included.
    critical: Vec<(Color, usize)>,
    pawn_captures: [usize; 2],
    promotions: usize,
    /// The critical moves.
    moves: Vec<UciMove>,
    /// The position at the end, and the plies since the last critical move.
    last: Chess,
    clock: usize,
}

/// Replays a game with shakmaty and checks all that holds for each single ply: legal, not over
/// before, no position a third time.
fn replay(game: &[board::Move]) -> Replay {
    let mut position = Chess::default();
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let hash = |p: &Chess| p.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
    seen.insert(hash(&position), 1);
    let mut replay = Replay {
        critical: Vec::new(),
        pawn_captures: [0; 2],
        promotions: 0,
        moves: Vec::new(),
        last: Chess::default(),
        clock: 0,
    };
    let mut clock = 0;
    for (ply, &m) in game.iter().enumerate() {
        let ours = board::Position::from_shakmaty(&position, CastlingMode::Standard);
        let uci: UciMove = m.to_uci(&ours).parse().expect("a move");
        let m = uci.to_move(&position).unwrap_or_else(|_| panic!("ply {ply}: {uci} is illegal"));
        assert!(!m.is_castle() && !m.is_en_passant());
        clock += 1;
        let mover = position.turn();
        if m.is_zeroing() {
            replay.critical.push((mover, clock));
            clock = 0;
            replay.moves.push(uci);
            let pawn = m.role() == shakmaty::Role::Pawn;
            replay.pawn_captures[mover as usize] += usize::from(pawn && m.is_capture());
            replay.promotions += usize::from(m.is_promotion());
        }
        position = position.play(m).expect("legal");
        let times = seen.entry(hash(&position)).or_default();
        *times += 1;
        assert!(*times < 3, "ply {ply}: a position for the third time");
        if ply + 1 < game.len() {
            assert!(!position.legal_moves().is_empty(), "ply {ply}: the game is over");
            assert!(!position.is_insufficient_material(), "ply {ply}: a dead position");
        }
    }
    replay.last = position;
    replay.clock = clock;
    replay
}

fn is_a_longest_game(rule: MoveRule, seed: u64) -> Vec<board::Move> {
    let game = generate(&Options { rule, seed }).expect("a game");
    let limit = rule.plies() as usize;
    assert_eq!(game.len(), 118 * limit - 3);
    let replay = replay(&game);
    assert!(replay.last.is_checkmate());
    assert_eq!(replay.last.turn(), Color::Black);
    assert_eq!(replay.critical.len(), 117);
    assert_eq!(replay.pawn_captures.iter().sum::<usize>(), 8);
    assert_eq!(replay.promotions, 16);
    let mut before = Color::Black;
    let mut switches = 0;
    for (mover, plies) in replay.critical.into_iter().chain([(Color::White, replay.clock)]) {
        assert_eq!(plies, limit - usize::from(mover != before));
        switches += usize::from(mover != before);
        before = mover;
    }
    assert_eq!(switches, 3);
    game
}

#[test]
fn seventeen_thousand_six_hundred_and_ninety_seven_plies() {
    for seed in 1..=20 {
        is_a_longest_game(MoveRule::SeventyFive, seed);
    }
}

#[test]
fn eleven_thousand_seven_hundred_and_ninety_seven_plies_with_fifty_moves() {
    for seed in [0, 1, 2, u64::MAX, 1913] {
        is_a_longest_game(MoveRule::Fifty, seed);
    }
}

#[test]
fn a_seed_is_a_game() {
    let game = |seed| generate(&Options { rule: MoveRule::SeventyFive, seed }).expect("a game");
    assert_eq!(game(7), game(7));
    // Not just the waiting moves differ: the critical moves do.
    let critical = |seed| replay(&game(seed)).moves;
    assert_ne!(critical(7), critical(8));
    assert_eq!(generate_under_claims(3, 30), generate_under_claims(3, 30));
}

/// Whether the side to move could claim by announcing a move, with so many plies on the clock.
fn can_announce(position: &Chess, clock: usize) -> bool {
    clock == 99 && position.legal_moves().iter().any(|m| !m.is_zeroing())
}

#[test]
fn nobody_can_claim_before_the_end() {
    for seed in [3] {
        let game = generate_under_claims(seed, 30).expect("a game");
        let seen = replay(&game);
        assert!(game.len() >= 11_792, "{} plies", game.len());
        assert_eq!(seen.critical.len(), 117);
        assert_eq!(seen.promotions, 16);
        assert!(seen.last.is_checkmate() || can_announce(&seen.last, seen.clock));

        let mut position = Chess::default();
        let mut clock = 0;
        let mut positions = HashMap::new();
        for &m in &game {
            let hash = |p: &Chess| p.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
            *positions.entry(hash(&position)).or_insert(0) += 1;
            assert!(clock < 100 && !can_announce(&position, clock));
            // Neither the board nor an announced move makes it three.
            let third = |m: &shakmaty::Move| {
                let next = position.clone().play(*m).expect("legal");
                positions.get(&hash(&next)).is_some_and(|&times| times > 1)
            };
            assert!(!position.legal_moves().iter().any(third));
            let ours = board::Position::from_shakmaty(&position, CastlingMode::Standard);
            let uci: UciMove = m.to_uci(&ours).parse().expect("a move");
            let m = uci.to_move(&position).expect("legal");
            clock = if m.is_zeroing() { 0 } else { clock + 1 };
            position = position.play(m).expect("legal");
        }
        assert!(positions.values().all(|&times| times < 3));
    }
}

#[test]
fn a_failure_says_where() {
    let text = Failure::Stuck { segment: 0 }.to_string();
    assert_eq!(text, "no way was found to end segment 1 of the game");
    assert!(!Failure::NoPlan.to_string().is_empty());
}

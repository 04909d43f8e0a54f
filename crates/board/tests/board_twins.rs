//! The engines' board against its slow twins: the kernel's rules, shakmaty's, and plain loops.
//!
//! Everything fast is compared with something slow on some hundred thousand positions of random
//! games: from the initial arrays (Chess960 too), from endings of few men, from the traps of the
//! perft files, and from boards with more men than a game has. All is seeded.

use std::collections::HashMap;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, FromSetup, Position as _, PositionError};
use zermelo_board::{Color, Key, Move, Position, Role};
use zermelo_kernel as kernel;
use zermelo_kernel::Castling;
use zermelo_testing::Dice;

use crate::kernel_rules::CHESS960;

fn mode_of(castling: Castling) -> CastlingMode {
    match castling {
        Castling::Standard => CastlingMode::Standard,
        Castling::Chess960 => CastlingMode::Chess960,
    }
}

fn shakmaty_of(fen: &str, castling: Castling) -> Chess {
    let setup = Fen::from_ascii(fen.as_bytes()).expect(fen).into_setup();
    Chess::from_setup(setup, mode_of(castling))
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What a position is, as the kernel says it; no two positions share it.
type Plain = (Vec<(usize, kernel::Piece)>, kernel::Color, u64, Option<kernel::Square>);

fn plain(position: &kernel::Position) -> Plain {
    let men = position.pieces().map(|(square, piece)| (square.index(), piece)).collect();
    let mut rights = 0;
    for color in kernel::Color::ALL {
        for side in kernel::CastlingSide::ALL {
            rights |= position.castling_rook(color, side).map_or(0, |rook| 1 << rook.index());
        }
    }
    (men, position.turn(), rights, position.en_passant())
}

/// The same game in three programs.
struct Twins {
    fast: Position,
    slow: kernel::Position,
    peer: Chess,
    mode: CastlingMode,
}

/// Which keys were seen, and of what.
#[derive(Default)]
struct Seen {
    keys: HashMap<Key, Plain>,
    positions: usize,
    mates: usize,
    en_passant: usize,
    castlings: usize,
}

impl Twins {
    fn new(fen: &str, castling: Castling) -> Twins {
        let slow = kernel::Position::from_fen(fen, castling).unwrap_or_else(|e| panic!("{e}"));
        let fast = Position::from_kernel(&slow);
        Twins { fast, slow, peer: shakmaty_of(fen, castling), mode: mode_of(castling) }
    }

    /// Compares all that the three say of the position.
    fn compare(&self, seen: &mut Seen) -> Vec<(Move, String)> {
        let (fast, slow) = (&self.fast, &self.slow);
        let fen = slow.to_fen();
        // The same position, whichever way it came about.
        assert_eq!(*fast, Position::from_kernel(slow), "{fen}");
        assert_eq!(*fast, Position::from_shakmaty(&self.peer, self.mode), "{fen}");
        assert_eq!(fast.to_kernel().as_ref(), Some(slow), "{fen}");
        assert_eq!(fast.hash(), fast.slow_hash(), "{fen}");
        assert_eq!(
            kernel::Position::from_fen(&fast.to_fen(), slow.castling()).as_ref(),
            Ok(slow),
            "{} is not {fen}",
            fast.to_fen()
        );
        // Moves.
        let moves: Vec<(Move, String)> =
            fast.legal_moves().into_iter().map(|m| (m, m.to_uci(fast))).collect();
        let sorted = |mut list: Vec<String>| {
            list.sort();
            list
        };
        let ours = sorted(moves.iter().map(|(_, uci)| uci.clone()).collect());
        for (m, uci) in &moves {
            assert_eq!(fast.own_move(m.to_kernel()), *m, "{fen} {uci}");
        }
        let kernels = slow.legal_moves().iter().map(|m| m.to_uci(slow)).collect();
        assert_eq!(ours, sorted(kernels), "{fen}");
        let peers = self.peer.legal_moves();
        let peers = peers.iter().map(|m| m.to_uci(self.mode).to_string()).collect();
        assert_eq!(ours, sorted(peers), "{fen}");
        for stop in [1, 2, moves.len().max(1)] {
            let mut handed = Vec::new();
            let stopped = fast.any_legal(|m| {
                handed.push(m);
                handed.len() == stop
            });
            assert_eq!(stopped, moves.len() >= stop, "{fen}");
            let expected = moves.iter().map(|&(m, _)| m).take(stop);
            assert_eq!(handed, expected.collect::<Vec<_>>(), "{fen}");
        }
        for &(m, ref uci) in &moves {
            let found = slow.parse_uci(uci).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((m.from, m.to), (found.from, found.to));
            let taken = slow.pieces().count() - slow.play(found).pieces().count();
            assert_eq!(fast.is_capture(m), taken == 1, "{uci} in {fen}");
            let pawn = slow.piece_at(found.from).is_some_and(|man| man.role == kernel::Role::Pawn);
            assert_eq!(fast.is_pawn_move(m), pawn, "{uci} in {fen}");
            assert_eq!(m.is_castling(), found.is_castling(slow), "{uci} in {fen}");
            assert_eq!(m.is_en_passant(), pawn && slow.en_passant() == Some(found.to));
            seen.castlings += usize::from(m.is_castling());
        }
        // The end of the game, checks, and the men.
        assert_eq!(fast.has_legal_move(), !moves.is_empty(), "{fen}");
        assert_eq!(fast.is_checkmate(), slow.is_checkmate(), "{fen}");
        assert_eq!(fast.checkers(), self.peer.checkers().0, "{fen}");
        assert_eq!(fast.checkers() != 0, slow.is_check(), "{fen}");
        self.compare_men(&fen);
        // Keys.
        let key = Key::new(fast);
        assert_eq!(key.position(fast.is_chess960()), *fast, "{fen}");
        let known = seen.keys.entry(key).or_insert_with(|| plain(slow));
        assert_eq!(*known, plain(slow), "two positions with one key");
        seen.positions += 1;
        seen.mates += usize::from(fast.is_checkmate());
        seen.en_passant += usize::from(fast.en_passant().is_some());
        moves
    }

    fn compare_men(&self, fen: &str) {
        let (fast, slow) = (&self.fast, &self.slow);
        let mut all = 0;
        for square in kernel::Square::all() {
            let man = slow.piece_at(square);
            let role = man.map(|man| man.role);
            assert_eq!(fast.role_at(square), role, "{square} in {fen}");
            assert_eq!(fast.piece_at(square), man, "{square} in {fen}");
            for color in Color::ALL {
                let here = man.is_some_and(|man| man.color == color);
                assert_eq!(fast.men(color) & square.bit() != 0, here);
                let attacked = fast.attackers(square, color, fast.occupied()) != 0;
                assert_eq!(attacked, slow.is_attacked(square, color), "{square} in {fen}");
            }
            all |= u64::from(man.is_some()) << square.index();
        }
        assert_eq!(fast.occupied(), all);
        let kings = kernel::Color::ALL.map(|color| slow.king(color));
        assert_eq!([fast.king(Color::White), fast.king(Color::Black)], kings);
        assert_eq!(fast.en_passant(), slow.en_passant());
        assert_eq!(fast.turn(), slow.turn());
    }

    fn play(&mut self, m: Move, uci: &str) {
        let found = self.slow.parse_uci(uci).expect("the kernel knows the move");
        self.slow = self.slow.play(found);
        let parsed: shakmaty::uci::UciMove = uci.parse().expect("a move in UCI");
        self.peer.play_unchecked(parsed.to_move(&self.peer).expect("shakmaty knows the move"));
        self.fast = self.fast.play(m);
    }
}

/// Plays a random game that prefers what is rare: castling, en passant, promotion, captures.
fn play_out(fen: &str, castling: Castling, plies: usize, dice: &mut Dice, seen: &mut Seen) {
    let mut twins = Twins::new(fen, castling);
    for _ in 0..plies {
        let moves = twins.compare(seen);
        if moves.is_empty() {
            return;
        }
        let rare = |m: Move| m.is_castling() || m.is_en_passant() || m.promotion().is_some();
        let spice: Vec<_> = moves.iter().filter(|&&(m, _)| rare(m)).collect();
        let (m, uci) = if !spice.is_empty() && dice.below(3) == 0 {
            spice[dice.below(spice.len())]
        } else {
            &moves[dice.below(moves.len())]
        };
        twins.play(*m, uci);
    }
    twins.compare(seen);
}

const STANDARD: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 b - - 0 1",
    "8/PPP1k1PP/8/8/8/8/pp1K1ppp/8 w - - 0 1",
    "8/8/8/1K1pP2r/8/8/1k6/8 w - d6 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1",
    "8/8/3k4/8/2pP4/8/8/B2K4 b - d3 0 1",
    "8/2b5/5k2/8/8/3N1K2/8/8 w - - 0 1",
    "4k3/8/8/3pPp2/8/8/8/4K2B w - d6 0 1",
];

/// Boards with more men than a game has, up to 64.
const CROWDED: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq -",
    "QQQQQQQQ/QQQQQQQQ/8/8/2k5/8/QQ6/KQQQQQ2 b - -",
    "nnnnknnn/pppppppp/pppppppp/bbbbbbbb/BBBBBBBB/PPPPPPPP/PPPPPPPP/NNNNKNNN w - -",
    "r1bqkbnr/pPppppPp/n1nnnnnn/3pP3/3Pp3/N1NNNNNN/PpPPPPPP/R2QKB1R w KQkq -",
];

/// A Chess960 array: the king between the rooks, bishops on both colours, pawns in front.
fn random_array(dice: &mut Dice) -> String {
    let mut rank = [' '; 8];
    rank[2 * dice.below(4)] = 'b';
    rank[2 * dice.below(4) + 1] = 'b';
    for letter in ['q', 'n', 'n'] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[free[dice.below(free.len())]] = letter;
    }
    for letter in ['r', 'k', 'r'] {
        let free = (0..8).find(|&file| rank[file] == ' ').expect("three files are left");
        rank[free] = letter;
    }
    let rank: String = rank.iter().collect();
    format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq -", rank.to_uppercase())
}

/// An ending: two kings and up to five other men, anywhere.
fn random_ending(dice: &mut Dice) -> Option<String> {
    let mut board = ['1'; 64];
    for _ in 0..dice.below(6) {
        let man = ['p', 'P', 'p', 'P', 'n', 'N', 'b', 'B', 'r', 'R', 'q', 'Q'][dice.below(12)];
        let square = dice.below(64);
        if !man.eq_ignore_ascii_case(&'p') || (8..56).contains(&square) {
            board[square] = man;
        }
    }
    for king in ['k', 'K'] {
        board[dice.below(64)] = king;
    }
    let ranks: Vec<String> = board.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    let fen = format!("{} {}", ranks.join("/"), ['w', 'b'][dice.below(2)]);
    kernel::Position::from_fen(&fen, Castling::Standard).is_ok().then_some(fen)
}

#[test]
fn random_games_of_the_fast_board_agree_with_the_slow_ones() {
    let mut dice = Dice(1913);
    let mut seen = Seen::default();
    for _ in 0..60 {
        for fen in STANDARD {
            play_out(fen, Castling::Standard, 100, &mut dice, &mut seen);
        }
    }
    assert!(seen.en_passant > 300 && seen.castlings > 500 && seen.mates > 20);
    let mut chess960 = Seen::default();
    for _ in 0..48 {
        for fen in CHESS960 {
            play_out(fen, Castling::Chess960, 50, &mut dice, &mut chess960);
        }
        for _ in 0..2 {
            play_out(&random_array(&mut dice), Castling::Chess960, 150, &mut dice, &mut chess960);
        }
    }
    assert!(chess960.castlings > 500);
    let mut endings = 0;
    while endings < 1000 {
        let Some(fen) = random_ending(&mut dice) else { continue };
        play_out(&fen, Castling::Standard, 16, &mut dice, &mut seen);
        endings += 1;
    }
    let standard = (seen.positions, seen.keys.len());
    let freestyle = (chess960.positions, chess960.keys.len());
    println!("{standard:?} standard, {freestyle:?} Chess960 (positions, keys)");
    assert!(standard.1 > 60_000 && freestyle.1 > 25_000);
}

#[test]
fn boards_with_too_many_men_agree() {
    let (mut dice, mut seen) = (Dice(64), Seen::default());
    for _ in 0..6 {
        for fen in CROWDED {
            play_out(fen, Castling::Standard, 40, &mut dice, &mut seen);
        }
    }
    println!("{} positions, {} keys", seen.positions, seen.keys.len());
    assert!(seen.positions > 300);
}

/// Positions that differ in one thing have different keys and hashes.
#[test]
fn neighbours_have_other_keys() {
    let families: [(&[&str], Castling); 4] = [
        (
            &[
                "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq -",
                "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6",
                "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq -",
                "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk -",
                "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq -",
                "r3k2r/8/8/3pP3/8/8/8/R3K2R w Q -",
                "r3k2r/8/8/3pP3/8/8/8/R3K2R w - -",
                "r3k2r/8/8/3pP3/8/8/8/R3K2R w - d6",
                "r3k2r/8/8/3pP3/8/8/8/R3K2R b - -",
                "r3k2r/8/8/3pP3/8/8/8/R3K1R1 w kq -",
                "r3k2r/8/8/3pP3/8/8/8/R3K2B w Qkq -",
            ],
            Castling::Standard,
        ),
        (
            &[
                "4k3/8/8/2pPp3/8/8/8/4K3 w - c6",
                "4k3/8/8/2pPp3/8/8/8/4K3 w - e6",
                "4k3/8/8/2pPp3/8/8/8/4K3 w - -",
                "4k3/8/8/8/2pPp3/8/8/4K3 b - d3",
                "4k3/8/8/8/2pPp3/8/8/4K3 b - -",
            ],
            Castling::Standard,
        ),
        (
            &[
                "4k3/8/8/8/8/8/8/1R1RK1RR w H -",
                "4k3/8/8/8/8/8/8/1R1RK1RR w G -",
                "4k3/8/8/8/8/8/8/1R1RK1RR w B -",
                "4k3/8/8/8/8/8/8/1R1RK1RR w D -",
                "4k3/8/8/8/8/8/8/1R1RK1RR w DH -",
                "4k3/8/8/8/8/8/8/1R1RK1RR w BG -",
                "4k3/8/8/8/8/8/8/1R1RK1RR w - -",
            ],
            Castling::Chess960,
        ),
        (
            // Every role and colour on one square.
            &[
                "4k3/8/8/N7/8/8/8/4K3 w - -",
                "4k3/8/8/B7/8/8/8/5K2 w - -",
                "4k3/8/8/R7/8/8/8/4K3 w - -",
                "4k3/8/8/Q7/8/8/8/5K2 b - -",
                "4k3/8/8/P7/8/8/8/4K3 w - -",
                "4k3/8/8/n7/8/8/8/4K3 w - -",
                "4k3/8/8/b7/8/8/8/5K2 w - -",
                "4k3/8/8/r7/8/8/8/4K3 w - -",
                "4k3/8/8/q7/8/8/8/5K2 w - -",
                "4k3/8/8/p7/8/8/8/4K3 w - -",
                "4k3/8/8/8/8/8/8/4K3 w - -",
            ],
            Castling::Standard,
        ),
    ];
    for (fens, castling) in families {
        let read = |fen: &&str| {
            let slow = kernel::Position::from_fen(fen, castling).unwrap_or_else(|e| panic!("{e}"));
            let p = Position::from_kernel(&slow);
            assert_eq!(p, Position::from_shakmaty(&shakmaty_of(fen, castling), mode_of(castling)));
            p
        };
        let positions: Vec<Position> = fens.iter().map(read).collect();
        for (i, a) in positions.iter().enumerate() {
            for b in &positions[..i] {
                assert_ne!(Key::new(a), Key::new(b), "{} {}", a.to_fen(), b.to_fen());
                assert_ne!(a.hash(), b.hash(), "{} {}", a.to_fen(), b.to_fen());
            }
        }
    }
}

fn perft(p: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => p.legal_moves().len() as u64,
        _ => p.legal_moves().into_iter().map(|m| perft(&p.play(m), depth - 1)).sum(),
    }
}

#[test]
fn perft_of_the_initial_array() {
    let start = Position::from_kernel(
        &kernel::Position::from_fen(STANDARD[0], Castling::Standard).expect("the array"),
    );
    assert_eq!(perft(&start, 5), 4_865_609);
    let men = [
        (Color::White, Role::King, "e1"),
        (Color::White, Role::Pawn, "e2"),
        (Color::Black, Role::King, "e8"),
    ]
    .map(|(color, role, square)| (color, role, square.parse().expect("a square")));
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - -";
    let same = kernel::Position::from_fen(fen, Castling::Standard).expect(fen);
    assert_eq!(Position::from_men(&men, Color::Black), Position::from_kernel(&same));
}

/// The traps: perft counts of the file, and random games from each of its positions.
#[test]
fn tricky_positions_agree() {
    const MOST_NODES: u64 = 6_000_000;
    let Some(text) = zermelo_testing::text("perft/tricky.perft") else { return };
    let (mut epd, mut counted) = ("", 0);
    let (mut dice, mut seen) = (Dice(7), Seen::default());
    for line in text.lines().map(str::trim) {
        if let Some(fen) = line.strip_prefix("epd ") {
            epd = fen;
            for _ in 0..6 {
                play_out(epd, Castling::Chess960, 30, &mut dice, &mut seen);
            }
        } else if let Some(numbers) = line.strip_prefix("perft ") {
            let (depth, nodes) = numbers.split_once(' ').expect("depth and nodes");
            let (depth, nodes): (u32, u64) =
                (depth.parse().expect("depth"), nodes.parse().expect("nodes"));
            if nodes <= MOST_NODES {
                let slow = kernel::Position::from_fen(epd, Castling::Chess960).expect(epd);
                assert_eq!(perft(&Position::from_kernel(&slow), depth), nodes, "{epd}, {depth}");
                counted += 1;
            }
        }
    }
    println!("{counted} perft counts, {} positions", seen.positions);
    assert!(counted > 0, "no perft counts");
}

#[test]
fn a_man_moved_by_hand_is_a_man_put_there() {
    let at = kernel::Square::wrapping;
    let men = |knight| {
        [
            (Color::White, Role::King, at(4)),
            (Color::Black, Role::King, at(60)),
            (Color::Black, Role::Knight, at(knight)),
        ]
    };
    for turn in [Color::White, Color::Black] {
        let position = Position::from_men(&men(57), turn);
        for to in (0..64).filter(|to| ![4, 57, 60].contains(to)) {
            let moved = position.with_man_moved(at(57), at(to));
            assert_eq!(moved, Position::from_men(&men(to), turn));
        }
    }
}

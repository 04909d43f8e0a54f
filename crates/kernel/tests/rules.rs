//! What tables, trees, covers and the questions of legality ask of the rules, each in a position or two:
//! a mutant of the rules that only they would notice is noticed here, in no time.

use zermelo_kernel::{
    Castling, Color, Game, GamePosition, LosingPosition, Move, Outcome, PackedPosition, Piece,
    Position, Role, Rules, Segment, Square, Squares,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Castling::Standard).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn named(moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.sort();
    names
}

/// As tables see a position: its moves, and those that capture, and those that convert.
fn seen<P: GamePosition>(fen: &str) -> [Vec<String>; 3] {
    let position = P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let moves = position.legal_moves();
    let mut pushed = Vec::new();
    position.push_moves(&mut pushed);
    assert_eq!(pushed, moves);
    let captures: Vec<Move> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
    let converts: Vec<Move> = moves.iter().copied().filter(|&m| position.converts(m)).collect();
    [moves, captures, converts].map(|moves| named(&moves))
}

#[test]
fn moves_captures_and_conversions_of_a_game() {
    let [moves, captures, converts] = seen::<Position>("7k/P7/8/3pP3/8/8/6r1/7K w - d6");
    let promotions = ["a7a8b", "a7a8n", "a7a8q", "a7a8r"];
    assert_eq!(moves, [&promotions[..], &["e5d6", "e5e6", "h1g2"]].concat());
    assert_eq!(captures, ["e5d6", "h1g2"]);
    assert_eq!(converts, [&promotions[..], &["e5d6", "h1g2"]].concat());
    let [moves, captures, converts] = seen::<LosingPosition>("8/P7/8/3pP3/8/8/8/7K w - d6");
    assert_eq!((&moves, &captures, &converts), (&vec!["e5d6".to_string()], &moves, &moves));
    let [moves, captures, converts] = seen::<LosingPosition>("8/P7/8/8/8/8/8/7K w - -");
    assert_eq!((moves.len(), captures.len(), converts.len()), (8, 0, 5));
}

#[test]
fn a_game_by_its_trait() {
    fn from<P: GamePosition>(fen: &str) -> P {
        P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }
    fn all<P: GamePosition>(position: &P) -> (Option<Square>, Option<Piece>, Color) {
        (position.en_passant(), position.board().at(square("e5")), position.turn())
    }
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
    let expected = (Some(square("d6")), Piece::from_letter('P'), Color::White);
    assert_eq!(all(&from::<Position>(passed)), expected);
    assert_eq!(all(&from::<LosingPosition>(passed)), expected);
    // Check, and what it makes of a position without moves.
    let (mate, stalemate) = ("k1R5/8/1K6/8/8/8/8/8 b - -", "k7/2Q5/1K6/8/8/8/8/8 b - -");
    fn check<P: GamePosition>(fen: &str) -> (bool, Outcome) {
        let position = from::<P>(fen);
        (position.is_check(), position.verdict(Rules::Losing))
    }
    assert_eq!(check::<Position>(mate), (true, Outcome::Won(Color::White)));
    assert_eq!(check::<Position>(stalemate), (false, Outcome::Drawn));
    assert_eq!(check::<LosingPosition>(mate), (false, Outcome::Won(Color::Black)));
    // Odd numbers of men are odd in chess alone.
    fn odd<P: GamePosition>(fen: &str) -> Vec<String> {
        from::<P>(fen).oddities()
    }
    let rooks = "4k3/8/8/8/8/RRR5/PPPPPPPP/4K3 w - -";
    let note = "White has more promoted men (at least 1) than missing pawns (0)";
    assert_eq!(odd::<Position>(rooks), [note]);
    assert_eq!(odd::<Position>(passed), [""; 0]);
    assert_eq!(odd::<LosingPosition>(rooks), [""; 0]);
    // What belongs to a table.
    let belongs = |fen, castling, rules| {
        GamePosition::belongs_to(&Position::from_fen(fen, castling).unwrap(), rules)
    };
    let (bare, rights) = ("4k3/8/8/8/8/8/8/4K2R w - -", "4k3/8/8/8/8/8/8/4K2R w K -");
    assert!(belongs(bare, Castling::Standard, Rules::Chess));
    assert!(!belongs(bare, Castling::Standard, Rules::Losing));
    assert!(!belongs(bare, Castling::Chess960, Rules::Chess));
    assert!(!belongs(rights, Castling::Standard, Rules::Chess));
    assert!(!belongs(rights, Castling::Chess960, Rules::Losing));
}

#[test]
fn answers_to_a_check() {
    let moves = |fen: &str| named(&position(fen).legal_moves());
    // A knight and a pawn that check are taken; a rook is taken or shut out.
    assert_eq!(moves("4k3/8/8/8/8/3n4/PP6/RR1QK3 w - -"), ["d1d3", "e1d2", "e1e2", "e1f1"]);
    assert_eq!(moves("8/8/8/8/8/4k3/3p3R/R1N1KB2 w - -"), ["e1d1", "h2d2"]);
    assert_eq!(
        moves("4r1k1/8/8/8/B7/8/3PRP2/3QKB2 w - -"),
        [
            "a4b3", "a4b5", "a4c2", "a4c6", "a4d7", "a4e8", "d1a1", "d1b1", "d1b3", "d1c1", "d1c2",
            "d2d3", "d2d4", "e2e3", "e2e4", "e2e5", "e2e6", "e2e7", "e2e8", "f1g2", "f1h3", "f2f3",
            "f2f4"
        ]
    );
    // A man between king and rook that touches both is held.
    assert_eq!(moves("4k3/8/8/8/8/4r3/4N3/4K3 w - -"), ["e1d1", "e1d2", "e1f1", "e1f2"]);
}

#[test]
fn castling_may_be_the_only_move() {
    let fen = "4kr2/8/8/8/8/7p/7P/6KR w H -";
    let only = Position::from_fen(fen, Castling::Chess960).unwrap();
    assert_eq!(named(&only.legal_moves()), ["g1h1"]);
    assert!(only.has_legal_move());
    // Castling is a king that goes to a rook of its own.
    let fen = "r3k3/8/8/8/8/8/8/R3KN1R w KQ -";
    let castles = |from, to| {
        let made = Move { from: square(from), to: square(to), promotion: None };
        made.is_castling(&position(fen))
    };
    assert!(castles("e1", "h1") && castles("e1", "a1"));
    assert!(!castles("e1", "f1") && !castles("a1", "h1") && !castles("f1", "h1"));
    assert!(!castles("e1", "a8") && !castles("e1", "e2"));
}

#[test]
fn rooks_that_may_castle() {
    let rooks = |fen: &str, castling, rooks: &[&str]| {
        let set = rooks.iter().fold(0, |set, name| set | 1 << square(name).index());
        position(fen).with_castling(castling, Squares(set)).is_some()
    };
    let fen = "4k3/8/8/8/8/8/R7/R2RK2R w - -";
    assert!(rooks(fen, Castling::Standard, &["a1", "h1"]));
    assert!(!rooks(fen, Castling::Standard, &["d1"]), "not a rook of the array");
    assert!(!rooks(fen, Castling::Standard, &["a2"]), "not on the first rank");
    assert!(rooks(fen, Castling::Chess960, &["d1"]));
    assert!(!rooks(fen, Castling::Chess960, &["a1", "d1"]), "two on one side");
}

#[test]
fn packed_words_are_read_again() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq -",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w - d6",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
    ] {
        let packed = position(fen).packed();
        let read = PackedPosition::from_words(packed.words(), Castling::Standard);
        assert_eq!(read, Some(packed), "{fen}");
    }
}

#[test]
fn arrays_of_chess960() {
    let begins =
        |fen: &str| Position::from_fen(fen, Castling::Chess960).unwrap().is_initial_array();
    assert!(begins("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -"));
    for (fen, why) in [
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b KQkq -", "Black to move"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQk -", "a right less"),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBNQNRKR w KQkq -", "unlike"),
        ("bbqnnrkr/1ppppppp/p7/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -", "a pawn that has moved"),
        ("bnqnbrkr/pppppppp/8/8/8/8/PPPPPPPP/BNQNBRKR w KQkq -", "bishops of one colour"),
        ("1bqnnrkr/pppppppp/b7/8/8/B7/PPPPPPPP/1BQNNRKR w KQkq -", "bishops outside"),
        ("bbqnnrkr/pppppppp/8/8/8/P7/PPPPPPPP/BBQNNRKR w KQkq -", "a man more"),
    ] {
        assert!(!begins(fen), "{why}");
    }
    assert!(Position::initial().is_initial_array());
    assert!(!position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -").is_initial_array());
}

#[test]
fn where_men_came_from() {
    let origins = |fen: &str, at: &str| {
        let squares = position(fen).origins(square(at));
        squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(origins("4k3/8/8/8/4N3/2P5/8/4K3 b - -", "e4"), "d2 f2 g3 c5 g5 d6 f6");
    assert_eq!(origins("4k3/8/8/8/4P3/8/8/4K3 b - -", "e4"), "e2 d3 e3 f3");
    assert_eq!(origins("N3k3/8/8/8/8/8/8/4K3 b - -", "a8"), "b6 a7 b7 c7");
    assert_eq!(origins("4k3/8/8/8/8/8/8/4K3 b - -", "a1"), "");
    // A double step back, and the square that it passed over.
    let opened = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
    let over = |name: &str| {
        let back = opened.retractions();
        let found: Vec<Move> =
            back.iter().filter(|r| r.passes(square(name))).map(|r| r.made).collect();
        named(&found)
    };
    assert_eq!(over("e3"), ["e2e4"]);
    assert_eq!((over("e2"), over("e4"), over("d3")), (vec![], vec![], vec![]));
}

#[test]
fn stretches_of_a_game() {
    let start = Position::initial();
    let segments = |plies: usize| {
        let mut position = start.clone();
        let mut moves = Vec::new();
        let game = ["g1f3", "d7d5", "f3e5", "b8c6", "e5c6", "d8d6", "c6b8", "d6d8", "b8c6"];
        for uci in &game[..plies] {
            moves.push(position.parse_uci(uci).unwrap());
            position = position.play(moves[moves.len() - 1]);
        }
        Game { start: start.clone(), clock: 0, moves }.replay().unwrap().segments()
    };
    let closed = |plies, color| Segment { plies, closed_by: Some(color) };
    let (first, second) = (closed(2, Color::Black), closed(3, Color::White));
    let open = |plies| Segment { plies, closed_by: None };
    assert_eq!(segments(6), [first, second, open(1)]);
    assert_eq!(segments(9), [first, second, open(4)]);
    assert_eq!(segments(5), [first, second]);
    assert_eq!(segments(4), [first, open(2)]);
    assert_eq!(segments(0), []);
}

#[test]
fn names() {
    assert_eq!(format!("{:?} {}", square("e4"), square("e4")), "e4 e4");
    assert_eq!(Role::Queen.letter(), 'q');
}

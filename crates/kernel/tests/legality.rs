//! Legality: what each rule must find, the near misses that it must not, and evidence that must be
//! rejected.

use crate::dice::Dice;
use zermelo_kernel::{
    Castling, Closed, Color, Examiner, LegalityCertificate, LegalityEvidence, LegalityFault, Move,
    Piece, Position, Proof, ProofGame, Reason, Rejection, Role, Rule, Square,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Castling::Standard).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The rule excludes the position.
#[track_caller]
fn finds(rule: Rule, fen: &str) {
    assert!(Examiner::default().excludes(rule, &position(fen)).is_some(), "{fen}");
}

/// No rule does.
#[track_caller]
fn spares(fen: &str) {
    let found = Examiner::default().any(&position(fen));
    assert_eq!(found, None, "{fen}");
}

#[test]
fn men() {
    finds(Rule::Men, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -");
    finds(Rule::Men, "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq -");
    finds(Rule::Men, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQKNR w kq -");
    finds(Rule::Men, "4k3/pppppppp/8/8/2b5/1b6/8/4K3 w - -");
    // The dark bishop cannot have left c1, so the one outside is promoted; but no pawn is missing.
    finds(Rule::Men, "4k3/8/8/8/4B3/4B3/PPPPPPPP/4K3 w - -");
    spares("4k3/8/8/8/8/8/8/QQQQK2Q w - -");
    spares("4k3/8/8/8/4B3/4B3/PPP1PPPP/4K3 w - -");
    spares("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
}

#[test]
fn parity() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    finds(Rule::Parity, &format!("{array} b KQkq -"));
    finds(Rule::Parity, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -");
    finds(Rule::Parity, "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -");
    // A rook's step and back, or by way of another square, keeps count with the knight.
    finds(Rule::Parity, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKBR1 b Qkq -");
    spares(&format!("{array} w KQkq -"));
    spares("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -");
    spares("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKBR1 b Qkq -");
    // A pawn that has moved can lose a move: 1.e3 e6 2.e4, or 1.e4 e6.
    spares("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
    spares("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -");
    // A man that was taken, too.
    spares("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -");
    spares("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
}

#[test]
fn nothing_false_is_said_about_chess960() {
    let array = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -";
    let array = chess960(array);
    assert!(array.is_initial_array());
    let after = array.play(array.parse_uci("d1c3").unwrap());
    assert_eq!(Examiner::default().any(&after), None);
    for rule in Rule::ALL {
        assert_eq!(Examiner::default().excludes(rule, &after), None);
    }
    assert_eq!(after.closed_past(64), None);
    // What is impossible where the men of standard chess begin is not so for all arrays.
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq -",
        "4k3/8/8/8/8/8/1P6/B3K3 w - -",
        "4k3/8/8/8/4B3/4B3/PPPPPPPP/4K3 w - -",
    ] {
        assert!(Examiner::default().any(&position(fen)).is_some(), "{fen}");
        assert_eq!(Examiner::default().any(&chess960(fen)), None, "{fen}");
    }
}

fn chess960(fen: &str) -> Position {
    Position::from_fen(fen, Castling::Chess960).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn what_holds_for_chess960_too() {
    let finds = |rule: Rule, fen: &str| {
        assert!(Examiner::default().excludes(rule, &chess960(fen)).is_some(), "{fen}");
    };
    finds(Rule::Men, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -");
    finds(Rule::Men, "4k3/pppppppp/8/8/2b1b3/8/8/4K3 w - -");
    finds(Rule::Men, "4k3/8/8/8/8/8/PPPPPPP1/QQQ1K3 w - -");
    finds(Rule::PawnCaptures, "bbqnnrkr/pppppppp/8/8/8/P7/P1PPPPPP/BBQNNRKR b KQkq -");
    finds(Rule::PawnColumns, "bbqnnrkr/1ppppppp/8/P7/p7/8/1PPPPPPP/BBQNNRKR w KQkq -");
    finds(Rule::Check, "4k3/8/3N1N2/8/8/8/8/4K3 b - -");
    let spares = |fen: &str| {
        let position = chess960(fen);
        assert_eq!(Examiner::default().any(&position), None, "{fen}");
    };
    spares("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - -");
    spares("4k3/pppppppp/8/8/2bb4/8/8/4K3 w - -");
    spares("bbqnnrkr/pppppppp/8/8/8/P7/1PPPPPPP/BBQNNRKR b KQkq -");
}

#[test]
fn rights_that_no_array_gives() {
    let found = |fen: &str| Examiner::default().excludes(Rule::Rights, &chess960(fen)).is_some();
    // Kings on two files, rooks on two files of one side, a king that does not stand between rooks.
    assert!(found("1r2k1r1/8/8/8/8/8/8/1R1K2R1 w KQkq -"));
    assert!(found("4k1r1/8/8/8/8/8/8/4K2R w Kk -"));
    assert!(found("4k3/8/8/8/8/8/8/K1R5 w K -"));
    assert!(found("4k3/8/8/8/8/8/8/R6K w Q -"));
    // They began alike, or there is nothing to compare.
    assert!(!found("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -"));
    assert!(!found("4k1r1/8/8/8/8/8/8/1R2K3 w Qk -"));
    assert!(!found("3k2r1/8/8/8/8/8/8/1R2K3 w Q -"));
    // In standard chess they cannot be otherwise.
    let standard = position("r3k3/8/8/8/8/8/8/4K2R w Kq -");
    assert_eq!(Examiner::default().excludes(Rule::Rights, &standard), None);
}

#[test]
fn cages() {
    // A bishop behind a pawn that never moved: neither c1's bishop nor a promoted one gets there.
    finds(Rule::Cage, "4k3/8/8/8/8/8/1P6/B3K3 w - -");
    spares("4k3/8/8/8/8/1P6/8/B3K3 w - -");
    spares("4k3/8/8/8/8/8/P7/B3K3 w - -");
    // The king behind its pawns and pieces at home.
    finds(Rule::Cage, "rnbqkbnr/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1BNR b kq -");
    spares("rnbqkbnr/pppp1ppp/4p3/8/4K3/4P3/PPPP1PPP/RNBQ1BNR b kq -");
    // No king stands before pawns at home, for it would be in check whenever it came.
    finds(Rule::Cage, "K3k3/pppppppp/8/8/8/8/8/8 w - -");
    finds(Rule::Cage, "K3k3/1ppppppp/p7/8/8/8/8/8 w - -");
    spares("K3k3/p1pppppp/1p6/8/8/8/8/8 w - -");
    // Castled behind the pawns, and walked away.
    spares("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 b kq -");
    spares("4k3/8/8/8/8/8/PPPPPPPP/RNBQ1R1K w - -");
}

#[test]
fn checks() {
    // Three at once.
    finds(Rule::Check, "4k3/8/3N1N2/8/8/8/4R3/K7 b - -");
    // Two that step.
    finds(Rule::Check, "4k3/8/3N1N2/8/8/8/8/K7 b - -");
    finds(Rule::Check, "4k3/3P4/5N2/8/8/8/8/K7 b - -");
    // From both sides.
    finds(Rule::Check, "8/8/8/R2k3R/8/8/8/K7 b - -");
    // A knight that moved away from the rook's line; a capture en passant that opens two lines.
    spares("4k3/8/3N4/8/8/8/4R3/K7 b - -");
    spares("8/8/3P4/8/1k5R/8/5B2/K7 b - -");
    spares("8/8/8/R2k4/8/8/8/3R3K b - -");
}

#[test]
fn pawn_captures() {
    finds(Rule::PawnCaptures, "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -");
    finds(Rule::PawnCaptures, "4k3/8/8/8/8/P7/PP6/4K3 w - -");
    finds(Rule::PawnCaptures, "rnbqkb1r/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQkq -");
    spares("rnbqkb1r/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -");
    spares("4k3/8/8/P7/P7/P7/8/4K3 w - -");
    // Two bishops are missing, but both died at home: no pawn took them.
    finds(Rule::PawnCaptures, "rn1qk1nr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -");
    spares("rn1qk1nr/p1pppppp/1p6/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -");
}

#[test]
fn pawn_columns() {
    // A pawn has promoted on an untouched board: nobody let it pass.
    finds(Rule::PawnColumns, "rnbqkbnr/1ppppppp/8/8/8/q7/PPPPPPPP/RNBQKBNR w KQkq -");
    spares("rnbqkbnr/1ppppppp/8/8/8/q7/1PPPPPPP/RNBQKBNR w Kkq -");
    // White's pawns of the a- and b-file have passed Black's without a capture.
    finds(Rule::PawnColumns, "rnbqkbnr/2pppppp/PP6/8/8/pp6/2PPPPPP/RNBQKBNR w KQkq -");
    spares("rnbqkbnr/2pppppp/pp6/8/8/PP6/2PPPPPP/RNBQKBNR w KQkq -");
    // One capture by a pawn lets two pawns through, and a pawn captured a third.
    spares("rnbqkbnr/2pppppp/8/8/8/8/2PPPPPP/RNBQKBNR w KQkq -");
    spares("rnbqkbnr/2pppppp/8/8/8/QQq5/2PPPPPP/RNBQKBNR w Kkq -");
    finds(Rule::PawnColumns, "rnbqkbnr/3ppppp/8/8/8/QQqqq3/3PPPPP/RNBQKBNR w KQkq -");
}

/// A pawn does not promote where a man stands that never moved, nor past a king that never moved.
#[test]
fn shut_files() {
    // White lost the pawn of the d-file only, and Black's promoted: on d2 it gave check.
    finds(Rule::PawnColumns, "rnbqkbnr/ppp1pppp/8/8/8/1q6/PPP1PPPP/RNBQKBNR w K -");
    spares("rnbqkbnr/ppp1pppp/8/8/8/1q6/PPP1PPPP/RNBQKBNR w kq -");
    finds(Rule::PawnColumns, "rnbqkbnr/pppp1ppp/8/8/8/1q6/PPPP1PPP/RNBQKBNR w Q -");
    finds(Rule::PawnColumns, "rnbqkbnr/ppppp1pp/8/8/8/1q6/PPPPP1PP/RNBQKBNR w Q -");
    spares("rnbqkbnr/p1pppppp/8/8/8/1q6/P1PPPPPP/RNBQKBNR w KQ -");
    spares("rnbqkbnr/pppppp1p/8/8/8/1q6/PPPPPP1P/RNBQKBNR w KQ -");
    finds(Rule::PawnColumns, "rnbqkbnr/ppp1pppp/1Q6/8/8/8/PPP1PPPP/RNBQKBNR w k -");
    // Nor can it take a piece from there: with two men lost it went past the king by another file.
    finds(Rule::PawnColumns, "rnbqkbnr/ppp1pppp/8/8/8/1n6/PPP1PPPP/RN1QKBNR w K -");
    spares("rnbqkbnr/ppp1pppp/8/8/8/1n6/PPP1PPPP/RN1QKBNR w - -");
    // From e2, which gives no check, it took the queen.
    spares("rnbqkbnr/pppp1ppp/8/8/8/1n6/PPPP1PPP/RNB1KBNR w KQ -");
    // A rook that never moved stands on a1; but a knight could be taken on b1.
    finds(Rule::PawnColumns, "rnbqkbnr/1ppppppp/8/8/8/1q6/1PPPPPPP/RNBQKBNR w Q -");
    spares("rnbqkbnr/1ppppppp/8/8/8/1q6/1PPPPPPP/RNBQKBNR w K -");
    spares("rnbqkbnr/1ppppppp/8/8/8/1q6/1PPPPPPP/R1BQKBNR w Q -");
    // So does a bishop behind two pawns that never moved.
    finds(Rule::PawnColumns, "rnbqkbnr/pp1ppppp/8/8/8/1q6/PP1PPPPP/RNBQKBNR w - -");
    // White's pawn of the h-file took on g3, Black's took the knight of g1 and became the dark bishop.
    spares("rnbqkb1r/ppppppp1/8/8/8/b5P1/PPPPPPP1/RNBQKB1R w K -");
}

/// One capture, and a promoted bishop: the pawn that promotes must end on a square of its colour.
#[test]
fn promoted_bishops() {
    // A light bishop from a8 cannot pass b7; a dark one comes from b8, where the pawn took a piece.
    finds(Rule::Cage, "rnbqkb1r/1ppppppp/8/8/8/1B6/1PPPPPPP/RNBQKBNR w KQkq -");
    spares("rnbqkb1r/1ppppppp/8/8/8/B7/1PPPPPPP/RNBQKBNR w KQkq -");
    spares("rnbqkb1r/2pppppp/1p6/8/8/1B6/1PPPPPPP/RNBQKBNR w KQkq -");
    // A bishop that promotes on h1 stays there behind the pawn on g2.
    spares("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNb w Qkq -");
    finds(Rule::Cage, "rnbqkbnr/ppppppp1/8/8/4b3/8/PPPPPPP1/RNBQKBNR w KQkq -");
    spares("rnbqkbnr/ppppppp1/8/8/4b3/6P1/PPPPPP2/RNBQKBNR w Qkq -");
    // One capture, a pawn of the a- or b-file taking the other's: White promotes twice on the file
    // of the victim, Black once on the other. Both there on dark squares, or both on light ones.
    finds(Rule::PawnColumns, "rnbqkbnr/8/2pppppp/8/B7/b1PPPPPP/Q7/RNBQKBNR w - -");
    spares("rnbqkbnr/8/2pppppp/8/B7/1bPPPPPP/Q7/RNBQKBNR w - -");
    // With a rook that has not moved on a8 nobody promotes there.
    finds(Rule::PawnColumns, "rnbqkbnr/8/2pppppp/8/B7/1bPPPPPP/Q7/RNBQKBNR w q -");
    spares("rnbqkbnr/8/2pppppp/8/1B6/b1PPPPPP/Q7/RNBQKBNR w - -");
}

fn uci_game(text: &str) -> Vec<Move> {
    let mut position = Position::initial();
    let mut moves = Vec::new();
    for uci in text.split(' ') {
        let made = position.parse_uci(uci).unwrap();
        position = position.play(made);
        moves.push(made);
    }
    moves
}

fn legal(fen: &str, passed: Option<&str>, game: &str) -> LegalityCertificate {
    let evidence = LegalityEvidence::Game(ProofGame::of_chess(uci_game(game)));
    let passed: Option<Square> = passed.map(|square| square.parse().unwrap());
    LegalityCertificate::new(position(fen), passed, evidence)
}

#[test]
fn games() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    assert_eq!(legal(fen, None, "e2e4 e7e5").check().map(drop), Ok(()));
    assert_eq!(legal(fen, Some("e6"), "e2e4 e7e5").check().map(drop), Ok(()));
    let slow = legal(fen, Some("e6"), "e2e3 e7e6 e3e4 e6e5");
    assert_eq!(slow.check().map(drop), Err(LegalityFault::NotPassed("e6".parse().unwrap())));
    let slow = legal(&fen.replace(" w ", " b "), None, "e2e3 e7e5 e3e4");
    assert_eq!(slow.clone().check().map(drop), Ok(()));
    let slow = LegalityCertificate { passed: "e3".parse().ok(), ..slow };
    assert_eq!(slow.check().map(drop), Err(LegalityFault::NotPassed("e3".parse().unwrap())));
    // Rights that a game has lost, or not yet.
    let other = legal(&fen.replace("KQkq", "KQ"), None, "e2e4 e7e5");
    assert!(matches!(other.check().map(drop), Err(LegalityFault::OtherPosition(_))));
    // A move that is not legal.
    let mut bad = legal(fen, None, "e2e4 e7e5");
    let LegalityEvidence::Game(game) = &mut bad.evidence else { unreachable!() };
    game.moves.swap(0, 1);
    assert_eq!(bad.check().map(drop), Err(LegalityFault::IllegalMove(1)));
    // The initial array needs no move; with the other side to move it is another position.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let empty = LegalityEvidence::Game(ProofGame::of_chess(Vec::new()));
    let none = LegalityCertificate::new(position(start), None, empty);
    assert_eq!(none.clone().check().map(drop), Ok(()));
    let black = LegalityCertificate { position: position(&start.replace(" w ", " b ")), ..none };
    assert!(matches!(black.check().map(drop), Err(LegalityFault::OtherPosition(_))));
}

fn illegal(fen: &str, closed: Closed) -> LegalityCertificate {
    let evidence = LegalityEvidence::Closed(closed);
    LegalityCertificate::new(position(fen), None, evidence)
}

/// The set of all retractions of a position, each excluded by a rule; the others are members.
fn one_back(fen: &str) -> Closed {
    let mut examiner = Examiner::default();
    let mut closed = Closed::default();
    for found in position(fen).retractions() {
        match examiner.any(&found.before) {
            Some((rule, _)) => closed.excluded.push((rule, found.before)),
            None => closed.members.push(found.before),
        }
    }
    closed
}

/// White's king is in check from a pawn that has come by a capture: sixteen men a side then.
const ONE_BACK: &str = "rnbqkbnr/1ppppppp/8/8/8/8/PPPpPPPP/RNBQKBNR w KQkq -";

#[test]
fn closed_sets() {
    // No last move at all.
    let none = "8/8/8/8/8/8/P1k5/K7 b - -";
    assert_eq!(illegal(none, Closed::default()).check().map(drop), Ok(()));
    // Excluded by a rule, with the right name only.
    let fen = "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -";
    let by = |rule| Closed { excluded: vec![(rule, position(fen))], ..Closed::default() };
    assert_eq!(illegal(fen, by(Rule::PawnCaptures)).check().map(drop), Ok(()));
    assert_eq!(illegal(fen, by(Rule::PawnColumns)).check().map(drop), Ok(()));
    for rule in [Rule::Check, Rule::Men, Rule::Cage] {
        let fault = LegalityFault::NotExcluded(rule, Box::new(position(fen)));
        assert_eq!(illegal(fen, by(rule)).check().map(drop), Err(fault));
    }
    // A legal position has no such set: its last moves are missing, or it is where games begin.
    let start = Position::initial().to_fen();
    assert_eq!(
        illegal(&start, Closed::default()).check().map(drop),
        Err(LegalityFault::InitialArray)
    );
    let members = Closed { members: vec![Position::initial()], ..Closed::default() };
    assert_eq!(illegal(&start, members).check().map(drop), Err(LegalityFault::InitialArray));
    let legal = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    assert!(matches!(
        illegal(legal, Closed::default()).check().map(drop),
        Err(LegalityFault::NotClosed(_, _))
    ));
    let own = Closed { members: vec![position(legal)], ..Closed::default() };
    assert!(matches!(illegal(legal, own).check().map(drop), Err(LegalityFault::NotClosed(_, _))));
}

/// What is claimed of the last move says nothing about those before it.
#[test]
fn members_are_asked_for_all_their_last_moves() {
    let after = position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -");
    let passed: Square = "e6".parse().unwrap();
    let back = after.retractions();
    let members: Vec<Position> =
        back.into_iter().filter(|found| found.passes(passed)).map(|found| found.before).collect();
    assert!(!members.is_empty());
    let evidence = LegalityEvidence::Closed(Closed { members, ..Closed::default() });
    let claim = LegalityCertificate::new(after, Some(passed), evidence);
    assert!(matches!(claim.check().map(drop), Err(LegalityFault::NotClosed(_, _))));
}

#[test]
fn pasts() {
    let past = |fen: &str, most| position(fen).closed_past(most).map(|past| past.len());
    assert_eq!(past("8/8/8/8/8/8/P1k5/K7 b - -", 1), Some(1), "no last move");
    // A bishop behind a pawn that never moved: what came before does not matter.
    let caged = "4k3/8/8/8/8/8/1P6/B3K3 w - -";
    assert_eq!(past(caged, 1), Some(1));
    // Five positions before, and no more room than that.
    let five = "8/8/5N2/8/2Q5/8/3Q4/k1K5 w - -";
    assert_eq!((past(five, 6), past(five, 5), past(five, 64)), (Some(6), None, Some(6)));
    assert_eq!(past("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", 8), None);
}

/// Who keeps a man in a cage is named.
#[test]
fn reasons_name_the_side() {
    for (fen, color) in [
        ("4k3/8/8/8/8/8/1P6/B3K3 w - -", Color::White),
        ("b3k3/1p6/8/8/8/8/8/4K3 w - -", Color::Black),
    ] {
        let (rule, reason) = Examiner::default().any(&position(fen)).expect("a cage");
        assert_eq!(rule, Rule::Cage);
        let bishop = Piece { color, role: Role::Bishop };
        assert!(matches!(reason, Reason::Cage { man, .. } if man == bishop), "{reason:?}");
    }
}

#[test]
fn every_retraction_is_needed() {
    let closed = one_back(ONE_BACK);
    assert!(closed.members.is_empty() && !closed.excluded.is_empty(), "{closed:?}");
    assert_eq!(illegal(ONE_BACK, closed.clone()).check().map(drop), Ok(()));
    for index in 0..closed.excluded.len() {
        let mut damaged = closed.clone();
        damaged.excluded.remove(index);
        let fault = illegal(ONE_BACK, damaged).check().map(drop);
        assert!(matches!(fault, Err(LegalityFault::NotClosed(_, _))), "{fault:?}");
    }
}

#[test]
fn texts_round_trip_and_damaged_ones_are_refused() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    // Members are read as they are written, accepted or not.
    let members = Closed { members: vec![position(fen), Position::initial()], ..Closed::default() };
    let claim = Proof::Legality(illegal(fen, members));
    assert_eq!(Proof::read(&claim.to_text()), Ok(claim));
    // The square that was passed is the one on which a capture is possible.
    let passed = |square: &str| {
        let text = format!(
            "zermelo-certificate 1\nrules chess\nclaim illegal\n\
             position rnbqkbnr/ppp1pp1p/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6\n\
             passed {square}\nend\n"
        );
        Proof::read(&text).is_ok()
    };
    assert!(passed("d6") && !passed("f6"));
    for certificate in [legal(fen, Some("e6"), "e2e4 e7e5"), illegal(ONE_BACK, one_back(ONE_BACK))]
    {
        let text = certificate.to_text();
        let read = Proof::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, Proof::Legality(certificate));
        assert_eq!(read.clone().check().map(drop), Ok(()));
        assert_eq!(read.to_text(), text);
        // Without any one of its lines it is no certificate, or rejected.
        let lines: Vec<&str> = text.lines().collect();
        for gap in 0..lines.len() {
            let kept: Vec<&str> =
                lines.iter().enumerate().filter(|(n, _)| *n != gap).map(|(_, l)| *l).collect();
            let optional = lines[gap].starts_with("passed");
            let damaged = kept.join("\n");
            let good = Proof::read(&damaged).is_ok_and(|proof| proof.check().is_ok());
            assert_eq!(good, optional, "{damaged}");
        }
    }
    let refused = |text: &str, fault: &str| {
        let error = Proof::read(&text).unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    };
    let head = "zermelo-certificate 1\nrules chess\nclaim illegal\n";
    let at = "position 8/8/8/8/8/8/P1k5/K7 b - -\n";
    refused(&format!("{head}{at}excluded magic 8/8/8/8/8/8/P1k5/K7 b - -\nend\n"), "unknown rule");
    refused(&format!("{head}{at}passed e3\nend\n"), "line 5");
    refused(&format!("{head}{at}anything\nend\n"), "expected `member FEN`");
    refused(&format!("{head}{at}reading history\nend\n"), "unknown reading");
    refused(&format!("{head}{at}dead 8/8/8/8/8/8/P1k5/K7 w - -\nend\n"), "expected `member FEN`");
    let dead = "reading dead-reckoning\ndead 8/8/8/8/8/8/P1k5/K7 w - -\n";
    assert!(Proof::read(&format!("{head}{at}{dead}end\n")).is_ok());
    refused(&format!("{head}{at}{dead}unwinnable red\nend\n"), "expected a colour");
    let text = format!("{head}{at}end\n");
    let accepted = Proof::read(&text).unwrap();
    assert_eq!(accepted.check().map(drop), Ok(()));
    let text = format!("{}{at}moves\nend\n", head.replace("il", ""));
    let rejected = Proof::read(&text);
    assert!(matches!(rejected.unwrap().check().map(drop), Err(Rejection::Legality(_))));
}

/// A board by lot, White to move: pawns that may capture en passant, pawns about to promote, or
/// king and rooks that may castle.
fn board_by_lot(dice: &mut Dice) -> Option<Position> {
    let mut men = ['1'; 64]; // From a8 on, as in a FEN.
    for _ in 0..2 + dice.below(14) {
        men[dice.below(64)] =
            ['B', 'R', 'Q', 'Q', 'R', 'B', 'N', 'P', 'p', 'n', 'r'][dice.below(11)];
    }
    for at in (0..8).chain(56..64) {
        if men[at].eq_ignore_ascii_case(&'p') {
            men[at] = '1';
        }
    }
    let (mut rights, mut passed) = ("-", "-".to_string());
    match dice.below(4) {
        0 => {
            let (file, side) = (dice.below(7), dice.below(2));
            let (ours, theirs) = (file + side, file + 1 - side);
            (men[24 + ours], men[24 + theirs], men[16 + theirs], men[8 + theirs]) =
                ('P', 'p', '1', '1');
            passed = format!("{}6", char::from(b'a' + theirs as u8));
        }
        1 => (0..3).for_each(|_| {
            let file = dice.below(8);
            (men[8 + file], men[file]) = ('P', ['1', 'n'][dice.below(2)]);
        }),
        2 => {
            men[56..].fill('1');
            (men[56], men[60], men[63], rights) = ('R', 'K', 'R', "KQ");
            men[57 + dice.below(3)] = ['1', 'k', 'Q'][dice.below(3)];
        }
        _ => {}
    }
    for king in ['K', 'k'] {
        if !men.contains(&king) {
            men[dice.below(64)] = king;
        }
    }
    let rows: Vec<String> = men.chunks(8).map(|row| row.iter().collect()).collect();
    let fen = format!("{} w {rights} {passed}", rows.join("/"));
    Position::from_fen(&fen, Castling::Standard).ok()
}

#[test]
fn no_check_that_a_move_gives_is_excluded() {
    let mut dice = Dice(11);
    let mut checks = 0;
    for position in (0..30_000).filter_map(|_| board_by_lot(&mut dice)) {
        for made in position.legal_moves() {
            let after = position.play(made);
            if after.is_check() {
                checks += 1;
                let excluded = Examiner::default().excludes(Rule::Check, &after);
                assert_eq!(excluded, None, "{position} {made} leads to {after}");
            }
        }
    }
    println!("{checks} checks");
    assert!(checks > 10_000);
}

/// Two men may give check together if one of them was in the way of the other, which slides; not from
/// both sides of one line, and never three.
#[test]
fn checks_that_one_move_can_give() {
    let excluded = |fen: &str| Examiner::default().excludes(Rule::Check, &position(fen));
    // A knight and what slides, in both orders, also where they stand on opposite sides.
    for fen in [
        "8/8/3N4/8/4k3/8/8/K3R3 b - -",
        "4R3/8/8/8/4k3/8/3N4/K7 b - -",
        "8/8/6B1/8/4k3/8/3N4/K7 b - -",
        "8/8/5N2/8/4k3/8/2B5/K7 b - -",
        "8/8/8/8/4k3/3P4/8/K3R3 b - -",
        "8/8/8/8/R3k3/8/8/K3R3 b - -",
        "8/7B/8/8/4k3/8/8/K3R3 b - -",
        "8/8/8/8/4k3/8/8/K3R3 b - -",
    ] {
        assert_eq!(excluded(fen), None, "{fen}");
    }
    let opposite = |fen: &str| matches!(excluded(fen), Some(Reason::OppositeChecks(_)));
    assert!(opposite("4R3/8/8/8/4k3/8/8/K3R3 b - -"));
    assert!(opposite("8/7Q/8/8/4k3/8/8/KB6 b - -"));
    assert!(opposite("8/8/8/8/R3k2Q/8/8/K7 b - -"));
    let steps = |fen: &str| matches!(excluded(fen), Some(Reason::StepChecks(_)));
    assert!(steps("8/8/5N2/8/4k3/8/3N4/K7 b - -"));
    assert!(steps("8/8/5N2/8/4k3/3P4/8/K7 b - -"));
    let many = excluded("4R3/8/5N2/8/R3k3/8/8/K7 b - -");
    assert!(matches!(many, Some(Reason::ManyChecks(by)) if by.len() == 3));
}

//! Every fault is a sentence that says where and what; what was given up is told apart from what is wrong.

use std::fmt::Display;

use zermelo_kernel::{
    Castling, CensusFault, Color, CountStep, CoverFault, Ending, Exhausted, LegalityFault,
    LongestFault, Move, Outcome, Position, Proof, RecordFault, RegionFault, Rejection, Rule,
    Square, TableFault, TreeFault, TreeMove, TreeReason, Unreadable, WinnableFault,
};

#[track_caller]
fn says(fault: impl Display, text: &str) {
    assert_eq!(fault.to_string(), text);
}

fn at(name: &str) -> Square {
    name.parse().unwrap()
}

fn kings() -> Box<Position> {
    Box::new(Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - -", Castling::Standard).unwrap())
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

#[test]
fn what_is_spent() {
    says(Exhausted::Bytes(7), "it is longer than 7 bytes");
    says(Exhausted::Memory(7), "its check needs more than 7 bytes of memory");
    says(Exhausted::Steps(7, 8), "its check takes more than 7 steps and 8 for each byte");
    says(Exhausted::Interrupted, "its check was interrupted");
    let why = Exhausted::Bytes(7);
    says(RecordFault::Exhausted(why), "it is longer than 7 bytes");
    says(LegalityFault::Exhausted(why), "it is longer than 7 bytes");
    says(CensusFault::Exhausted(why), "it is longer than 7 bytes");
    says(LongestFault::Exhausted(why), "it is longer than 7 bytes");
    says(WinnableFault::Exhausted(why), "it is longer than 7 bytes");
    says(CoverFault::Exhausted(why), "it is longer than 7 bytes");
    says(RegionFault::Exhausted(why), "it is longer than 7 bytes");
    says(TableFault::Exhausted(why), "it is longer than 7 bytes");
    says(TreeReason::Exhausted(why), "it is longer than 7 bytes");
    says(Rejection::Exhausted(why), "it is longer than 7 bytes");
}

/// Whatever ran out of its budget is rejected as that, and never as wrong.
#[test]
fn what_was_given_up_is_not_called_wrong() {
    let why = Exhausted::Interrupted;
    let given_up = Rejection::Exhausted(why);
    assert_eq!(Rejection::from(RecordFault::from(why)), given_up);
    assert_eq!(Rejection::from(LegalityFault::from(why)), given_up);
    assert_eq!(Rejection::from(CensusFault::from(why)), given_up);
    assert_eq!(Rejection::from(LongestFault::from(why)), given_up);
    assert_eq!(Rejection::from(WinnableFault::from(why)), given_up);
    assert_eq!(WinnableFault::from(CoverFault::from(why)), WinnableFault::from(why));
    assert_eq!(Rejection::from(Unreadable::from(why)), given_up);
    let tree = |reason| TreeFault { node: 1, line: Vec::new(), reason };
    assert_eq!(Rejection::from(tree(TreeReason::from(why))), given_up);
    let unreadable = Rejection::from(tree(TreeReason::Unreadable("no disk".into())));
    assert_eq!(unreadable, Rejection::Unreadable(Unreadable::bytes("no disk")));
    says(unreadable, "cannot be read: no disk");
    let wrong = Rejection::from(tree(TreeReason::Cut));
    assert_eq!(wrong, Rejection::LosingWin(Box::new(tree(TreeReason::Cut))));
    says(wrong, "node 1: the bytes end here");
    let fault = Unreadable { line: 3, fault: "no word".into(), exhausted: None };
    assert_eq!(Rejection::from(fault.clone()), Rejection::Unreadable(fault.clone()));
    says(Rejection::from(fault), "line 3: no word");
    says(Unreadable::from(why), "its check was interrupted");
    says(Rejection::from(RecordFault::LoserWins), "the player who gave up cannot have won");
    says(Rejection::from(LegalityFault::InitialArray), "the initial array is in the set");
    says(Rejection::from(CensusFault::NoLine(4)), "line 4 is no game");
    says(Rejection::from(LongestFault::Length(4)), "the counting has 4 steps");
    says(Rejection::from(WinnableFault::NoMate), "the line does not end in mate");
}

#[test]
fn of_a_game() {
    use RecordFault::*;
    says(IllegalMove(3), "ply 3 of the game is not legal");
    says(BeyondTheEnd(3), "the game has no ply 3");
    says(Twice(3, Color::White), "there is evidence about White after ply 3 twice");
    says(
        Fact(3, Color::Black, Box::new(WinnableFault::NoMate)),
        "in the evidence about Black after ply 3, the line does not end in mate",
    );
    says(OverBefore(3, Ending::Stalemate), "the game was over after ply 3 by article 5.2.1");
    says(NotOver(3, Ending::Checkmate), "article 5.1.1 does not end the game after ply 3");
    says(NotShownAlive(3), "nothing shows that the position after ply 3 was not dead");
    says(
        NotShownWinnable(3, Color::White),
        "nothing shows that White could still mate after ply 3",
    );
    says(
        NotShownUnwinnable(3, Color::Black),
        "nothing shows that Black could not mate after ply 3",
    );
}

#[test]
fn of_a_past() {
    use LegalityFault::*;
    says(NoArray(kings()), &format!("no game begins with {KINGS}"));
    says(IllegalMove(3), "move 3 of the game is not legal");
    says(OtherPosition(kings()), &format!("the game ends in {KINGS}"));
    says(NotPassed(at("e3")), "the last move of the game does not pass over e3");
    says(
        NotClosed(kings(), kings()),
        &format!("{KINGS} can come from {KINGS}, which is not in the set"),
    );
    says(
        NotExcluded(Rule::PawnColumns, kings()),
        &format!("the rule `pawn-columns` does not exclude {KINGS}"),
    );
    says(NotShownAlive, "no mate is shown from the position before the last move");
    says(
        Cover(Color::White, Box::new(CoverFault::Root)),
        "the cover against White's mating does not hold: the position of the claim is not covered",
    );
    says(
        NotShownDead(Color::Black, kings()),
        &format!("{KINGS} is not shown to be dead: Black might mate"),
    );
    says(CensusFault::NoGame(kings()), &format!("{KINGS}: no game ends here"));
    says(
        CensusFault::NoBefore(kings()),
        &format!("{KINGS}: no move leads here from a smaller level"),
    );
    says(
        CensusFault::NotClosed(kings()),
        &format!("{KINGS}: the positions before it do not come to an end"),
    );
}

#[test]
fn of_a_counting() {
    says(LongestFault::Order(2, CountStep::Captures), "step 2 of the counting must be `captures`");
    let fault = LongestFault::Number { step: CountStep::LastChange, claimed: 5, found: 4 };
    says(fault, "step `last-change` says 5, and it is 4");
    says(LongestFault::Claim { claimed: 5, counted: 6 }, "5 plies are claimed, and 6 are counted");
    says(LongestFault::Case(CountStep::Dead), "step `dead` does not hold");
}

#[test]
fn of_a_cover() {
    says(WinnableFault::IllegalMove(3), "move 3 of the line is not legal");
    says(WinnableFault::WrongSideMated, "the line mates the wrong side");
    says(
        WinnableFault::Ends(Ending::SeventyFiveMoves),
        "the game ends by article 9.6.2 before the mate",
    );
    says(
        WinnableFault::from(CoverFault::Mate(KINGS.into())),
        &format!("the covered position {KINGS} is a mate"),
    );
    says(
        CoverFault::Move { position: KINGS.into(), uci: "e1e2".into() },
        &format!("the move e1e2 leads out of the cover from {KINGS}"),
    );
    says(CoverFault::TooFar, "too many positions are in reach before the clock runs out");
    let region = |fault| CoverFault::Region { number: 2, fault };
    says(region(RegionFault::Shape), "in region 2, the phases do not list every man of the anchor");
    says(RegionFault::Anchor(at("e1")), "phase 0 does not hold the man on e1");
    says(
        RegionFault::Facing { phase: 3 },
        "phase 3 names pawns as facing that may pass each other",
    );
    says(
        RegionFault::Man { phase: 3, man: at("e1") },
        "phase 3 says what cannot be of the man of e1",
    );
    let escape = |takes| RegionFault::Escape {
        phase: 3,
        man: at("e1"),
        from: at("e2"),
        to: at("e3"),
        takes,
    };
    let text = "phase 3 is not closed: the man of e1 may step e2-e3";
    says(escape(None), text);
    says(escape(Some(at("a8"))), &format!("{text}, taking the man of a8"));
    says(
        RegionFault::Mate { phase: 3, king: at("h8") },
        "phase 3 does not rule out a mate of the king on h8",
    );
    says(RegionFault::TooHard { phase: 3 }, "phase 3 has too many mate pictures to try");
}

#[test]
fn of_a_tree() {
    use TreeReason::*;
    says(TreeMove(at("e2").index() as u16 * 64 + at("e4").index() as u16), "e2e4");
    for (promotion, letter) in (0..8).zip(["", "=1", "n", "b", "r", "q", "k", "=7"]) {
        let bits = promotion << 12 | (at("a7").index() * 64 + at("b8").index()) as u16;
        says(TreeMove(bits), &format!("a7b8{letter}"));
        says(TreeMove(bits | 1 << 15), &format!("a7b8{letter}"));
    }
    let made = TreeMove(at("a1").index() as u16 * 64);
    let reply = Move { from: at("e2"), to: at("e4"), promotion: None };
    for (reason, text) in [
        (Chess, "there are no trees for chess, only for losing chess"),
        (Unreadable("no disk".into()), "the tree cannot be read: no disk"),
        (Size { size: 3, line: 4 }, "there cannot be 3 nodes with an opening line of 4"),
        (Ended, "another node is needed, but this is the last one"),
        (Rest, "the tree is complete, but something follows"),
        (Tail, "the line `end` does not follow the nodes"),
        (Opening, "a node of the opening line must have one child and no sibling"),
        (RootSibling, "the root has a sibling"),
        (IllegalMove(made), "the move a1a1 is not legal"),
        (EnPassantBit(made), "the en-passant mark of the move a1a1 is wrong"),
        (Repeated(made), "the move a1a1 was there before"),
        (SecondMove, "this is a second move for the prover"),
        (MissingReply(reply), "the defender's move e2e4 is missing"),
        (Sibling { given: 3, next: 4 }, "the sibling is given as node 3, but node 4 follows"),
        (NotWon(Outcome::Won(Color::Black)), "Black has won here"),
        (NotWon(Outcome::Drawn), "the game is drawn here"),
        (NotOver, "the tree ends here, but the game is not over"),
        (TooDeep, "it is too deep in the tree"),
        (Table(KINGS.into()), &format!("no table says that the prover wins {KINGS}")),
        (PointsAhead(3), "it points to node 3, which is not before it"),
        (PointsAbove(3), "it points to node 3, from which it comes: a circle"),
        (PointsOutside(3), "it points to node 3, which is before the root"),
        (TargetPoints, "another node points to it, but it points elsewhere itself"),
        (OtherPosition(3), "it points to node 3, which has another position"),
    ] {
        says(reason, text);
    }
    let fault = |plies| TreeFault { node: 9, line: vec![reply; plies], reason: Cut };
    says(fault(0), "node 9: the bytes end here");
    says(fault(2), "node 9, after e2e4 e2e4: the bytes end here");
    let sixty = " e2e4".repeat(60);
    says(fault(60), &format!("node 9, after{sixty}: the bytes end here"));
    says(fault(61), &format!("node 9, after{sixty} ... (61 plies): the bytes end here"));
}

#[test]
fn of_a_table() {
    let made = Move { from: at("a1"), to: at("a8"), promotion: None };
    says(
        TableFault::TooFar { fen: KINGS.into(), by: made },
        &format!("the distance claimed for {KINGS}, to which a1a8 leads, is too large"),
    );
}

/// The line of what cannot be read is named, counted from one.
#[test]
fn of_a_text() {
    let says = |text: &str, what: &str| {
        let error = Proof::read(&text).expect_err("no certificate");
        assert_eq!(error.to_string(), what, "{text}");
    };
    let magic = "zermelo-certificate 1";
    says("", "line 1: the certificate ends here, before its `end` line");
    says("zermelo", "line 1: not a certificate: expected `zermelo-certificate 1`");
    says(magic, "line 2: the certificate ends here, before its `end` line");
    says(&format!("{magic}\nrule chess"), "line 2: expected `rules ...`");
    says(&format!("{magic}\nrules draughts"), "line 2: unknown rules `draughts`");
    let losing = format!("{magic}\nrules losing\nclaim");
    let error = |text: &str| Proof::read(&text).expect_err("no certificate").to_string();
    let grey = error(&format!("{losing} losing-win grey\nposition 8\nend\n"));
    assert!(grey.starts_with("line 3: "), "{grey}");
    let place = error(&format!("{losing} losing-win white\nposition 8\nend\n"));
    assert!(place.starts_with("line 4: "), "{place}");
    let claim = format!("{magic}\r\nrules chess\r\nclaim winnable white\r\nposition");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let line = |moves: &str| format!("{claim} {start}\r\nline{moves}\r\nend");
    assert!(Proof::read(&line(" e2e4 e7e5")).is_ok());
    says(&line(" e2e4 e7e5 x e1e2"), "line 5: move 3: `x` is no move");
    says(&line(" e9"), "line 5: move 1: `e9` is no move");
    says(&format!("{claim} {start}\nlone"), "line 5: expected `line ...`");
}

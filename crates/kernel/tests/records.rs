//! What the kernel accepts of a game record, and the damaged records that it must reject.

use zermelo_kernel::{
    Castling, Color, Concession, Cover, CoverFault, Ending, Evidence, Fact, Game, Move, Position,
    Proof, Reading, RecordCertificate, RecordClaim, RecordFault, WinnableFault,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn moves(fen: &str, ucis: &str) -> (Position, Vec<Move>) {
    let start = Position::from_fen(fen, Castling::Standard).expect("a position");
    let mut position = start.clone();
    let mut list = Vec::new();
    for uci in ucis.split_whitespace() {
        let m = position.parse_uci(uci).expect("a legal move");
        position = position.play(m);
        list.push(m);
    }
    (start, list)
}

fn game(fen: &str, clock: u32, ucis: &str) -> Game {
    let (start, moves) = moves(fen, ucis);
    Game { start, clock, moves }
}

fn helpmate(game: &Game, ply: usize, winner: Color, ucis: &str) -> Fact {
    let position = game.replay().expect("legal moves").at(ply).position.clone();
    let (_, line) = moves(&position.to_fen(), ucis);
    Fact { ply, winner, evidence: Evidence::Helpmate(line) }
}

fn cover(ply: usize, winner: Color, cover: Cover) -> Fact {
    Fact { ply, winner, evidence: Evidence::Cover(cover) }
}

/// Checks it, and that it survives being written and read.
fn check(certificate: &RecordCertificate) -> Result<(), RecordFault> {
    let text = certificate.to_text();
    let read = Proof::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, Proof::Record(certificate.clone()), "{text}");
    let checked = certificate.clone().check().map(drop);
    if let Err(fault) = &checked {
        assert!(!fault.to_string().is_empty());
    }
    checked
}

/// Black takes White's last man: dead from then on, and not before, for another move was possible.
fn dead_game() -> RecordCertificate {
    let game = game("8/8/8/8/8/2k5/1R6/7K b - -", 0, "c3b2");
    let mate = helpmate(
        &game,
        0,
        Color::White,
        "c3d3 h1g1 d3c3 g1f2 c3d4 f2e1 d4c3 e1d1 c3d3 b2b8 d3c3 b8b1 c3c4 d1c2 c4d4 c2b3 d4d3 b1a1 \
         d3d4 a1a7 d4d3 a7b7 d3d4 b7b6 d4d3 b6b4 d3d2 b4a4 d2c1 a4a2 c1b1 a2h2 b1a1 h2h1",
    );
    let facts = vec![
        mate,
        cover(1, Color::White, Cover::default()),
        cover(1, Color::Black, Cover::default()),
    ];
    let claim = RecordClaim::Over { ply: 1, ending: Ending::DeadPosition };
    RecordCertificate { game, reading: Reading::Position, claim, facts }
}

#[test]
fn a_dead_position() {
    let good = dead_game();
    assert_eq!(check(&good), Ok(()));
    // Each fact is needed.
    let mut bad = good.clone();
    bad.facts.remove(0);
    assert_eq!(check(&bad), Err(RecordFault::NotShownAlive(0)));
    let mut bad = good.clone();
    bad.facts.remove(1);
    assert_eq!(check(&bad), Err(RecordFault::NotShownUnwinnable(1, Color::White)));
    let mut bad = good.clone();
    bad.facts.remove(2);
    assert_eq!(check(&bad), Err(RecordFault::NotShownUnwinnable(1, Color::Black)));
    // It was not over before, and not by another rule.
    let mut bad = good.clone();
    bad.claim = RecordClaim::Over { ply: 0, ending: Ending::DeadPosition };
    assert_eq!(check(&bad), Err(RecordFault::NotShownUnwinnable(0, Color::White)));
    bad.claim = RecordClaim::Over { ply: 1, ending: Ending::Stalemate };
    assert_eq!(check(&bad), Err(RecordFault::NotOver(1, Ending::Stalemate)));
    bad.claim = RecordClaim::Over { ply: 2, ending: Ending::DeadPosition };
    assert_eq!(check(&bad), Err(RecordFault::BeyondTheEnd(2)));
    bad.claim = RecordClaim::Unfinished;
    assert_eq!(check(&bad), Err(RecordFault::NotShownAlive(1)));
    // Evidence for the wrong moment or side does not hold.
    let mut bad = good.clone();
    bad.facts[0].ply = 1;
    assert!(matches!(bad.check(), Err(RecordFault::Fact(1, Color::White, _))));
    let mut bad = good.clone();
    bad.facts[0].winner = Color::Black;
    assert!(matches!(check(&bad), Err(RecordFault::Fact(0, Color::Black, _))));
    let mut bad = good.clone();
    bad.facts[1].ply = 0;
    assert_eq!(check(&bad), Err(RecordFault::Twice(0, Color::White)));
    bad.facts.remove(0);
    assert!(matches!(check(&bad), Err(RecordFault::Fact(0, Color::White, _))));
    let mut bad = good;
    bad.facts[1].ply = 7;
    assert_eq!(bad.check().map(drop), Err(RecordFault::BeyondTheEnd(7)));
}

#[test]
fn mate_and_what_came_before() {
    let game = game(START, 0, "f2f3 e7e5 g2g4 d8h4");
    let mate = helpmate(&game, 4, Color::Black, "");
    let claim = RecordClaim::Over { ply: 4, ending: Ending::Checkmate };
    let good =
        RecordCertificate { game, reading: Reading::Position, claim, facts: vec![mate.clone()] };
    assert_eq!(check(&good), Ok(()));
    let history = RecordCertificate { reading: Reading::History, ..good.clone() };
    assert_eq!(check(&history), Ok(()));
    let mut bad = good.clone();
    bad.claim = RecordClaim::Over { ply: 3, ending: Ending::Checkmate };
    assert_eq!(check(&bad), Err(RecordFault::NotOver(3, Ending::Checkmate)));
    bad.claim = RecordClaim::Unfinished;
    assert_eq!(check(&bad), Err(RecordFault::OverBefore(4, Ending::Checkmate)));
    let mut bad = good.clone();
    bad.game.moves[2] = bad.game.moves[0];
    assert_eq!(bad.check().map(drop), Err(RecordFault::IllegalMove(3)));
    let mut bad = good;
    bad.facts[0].winner = Color::White;
    let why = Box::new(WinnableFault::WrongSideMated);
    assert_eq!(check(&bad), Err(RecordFault::Fact(4, Color::White, why)));
}

#[test]
fn flags_and_resignations() {
    // White has a pawn, Black nothing.
    let game = game("7k/8/8/8/8/8/P7/K7 w - -", 0, "a2a4");
    let wins = helpmate(
        &game,
        1,
        Color::White,
        "h8h7 a4a5 h7h8 a5a6 h8h7 a6a7 h7h8 a7a8q h8h7 a1b2 h7h6 b2c3 h6h7 c3d4 h7h6 d4e5 h6h7 \
         e5f6 h7h6 a8h8",
    );
    let cannot = cover(1, Color::Black, Cover::default());
    let conceded = |loser, how, winner| RecordCertificate {
        game: game.clone(),
        reading: Reading::Position,
        claim: RecordClaim::Conceded { loser, how, winner },
        facts: vec![wins.clone(), cannot.clone()],
    };
    for how in [Concession::FlagFell, Concession::Resigned] {
        assert_eq!(check(&conceded(Color::Black, how, Some(Color::White))), Ok(()));
        assert_eq!(check(&conceded(Color::White, how, None)), Ok(()));
        assert_eq!(
            check(&conceded(Color::White, how, Some(Color::Black))),
            Err(RecordFault::NotShownWinnable(1, Color::Black))
        );
        assert_eq!(
            check(&conceded(Color::Black, how, None)),
            Err(RecordFault::NotShownUnwinnable(1, Color::White))
        );
        assert_eq!(
            check(&conceded(Color::White, how, Some(Color::White))),
            Err(RecordFault::LoserWins)
        );
    }
    let open = RecordCertificate {
        claim: RecordClaim::Unfinished,
        ..conceded(Color::Black, Concession::FlagFell, None)
    };
    assert_eq!(check(&open), Ok(()));
    assert_eq!(
        check(&RecordCertificate { facts: vec![cannot], ..open }),
        Err(RecordFault::NotShownAlive(1))
    );
}

#[test]
fn the_other_rules() {
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    let game = game(START, 0, &knights);
    let mate = helpmate(&game, 16, Color::Black, "f2f3 e7e5 g2g4 d8h4");
    let claim = RecordClaim::Over { ply: 16, ending: Ending::FivefoldRepetition };
    let good =
        RecordCertificate { game, reading: Reading::Position, claim, facts: vec![mate.clone()] };
    assert_eq!(check(&good), Ok(()));
    for claim in [
        RecordClaim::Over { ply: 15, ending: Ending::FivefoldRepetition },
        RecordClaim::Over { ply: 16, ending: Ending::SeventyFiveMoves },
        RecordClaim::Unfinished,
    ] {
        assert!(check(&RecordCertificate { claim, ..good.clone() }).is_err());
    }
    // With the history the same line comes too late: the game is over.
    let late = RecordCertificate { reading: Reading::History, ..good.clone() };
    assert!(matches!(check(&late), Err(RecordFault::Fact(16, Color::Black, _))));
    // One move less, and a mate is in time, if it does not go back to where it was.
    let mut early = good.game.clone();
    early.moves.pop();
    let in_time = |line: &str| RecordCertificate {
        game: early.clone(),
        reading: Reading::History,
        claim: RecordClaim::Unfinished,
        facts: vec![helpmate(&early, 15, Color::White, line)],
    };
    assert_eq!(check(&in_time("f6d5 e2e4 f7f6 b1c3 g7g5 d1h5")), Ok(()));
    let back = in_time("f6g8 e2e4 f7f6 b1c3 g7g5 d1h5");
    let fault = check(&back).unwrap_err();
    assert!(fault.to_string().contains("9.6.1"), "{fault}");
    assert_eq!(check(&RecordCertificate { reading: Reading::Position, ..back }), Ok(()));
}

#[test]
fn no_time_left_to_mate() {
    // D3-Chess issue 3: king and rook against king with the clock at 149: the next move ends it.
    let game = game("7k/8/2R3K1/8/8/8/8/8 b - -", 149, "");
    let both = |reading, facts| RecordCertificate {
        game: game.clone(),
        reading,
        claim: RecordClaim::Over { ply: 0, ending: Ending::DeadPosition },
        facts,
    };
    let facts =
        vec![cover(0, Color::White, Cover::default()), cover(0, Color::Black, Cover::default())];
    assert_eq!(check(&both(Reading::History, facts.clone())), Ok(()));
    // By the position alone White can mate, and an empty cover does not hold.
    assert!(matches!(
        check(&both(Reading::Position, facts.clone())),
        Err(RecordFault::Fact(0, Color::White, _))
    ));
    // One ply earlier on the clock: Kg8 is answered by mate on the 150th ply, which counts.
    let mut earlier = both(Reading::History, facts);
    earlier.game.clock = 148;
    assert!(matches!(check(&earlier), Err(RecordFault::Fact(0, Color::White, _))));
    let mate = helpmate(&earlier.game, 0, Color::White, "h8g8 c6c8");
    earlier.claim = RecordClaim::Unfinished;
    earlier.facts = vec![mate];
    assert_eq!(check(&earlier), Ok(()));
    earlier.game.clock = 149;
    assert!(matches!(check(&earlier), Err(RecordFault::Fact(0, Color::White, _))));
}

#[test]
fn with_the_history_an_end_is_not_called_dead() {
    // White can mate, but 75 moves have been made: that ends the game, not a dead position.
    let over = RecordCertificate {
        game: game("4k3/8/8/8/8/8/8/Q3K3 w - -", 150, ""),
        reading: Reading::History,
        claim: RecordClaim::Over { ply: 0, ending: Ending::DeadPosition },
        facts: vec![
            cover(0, Color::White, Cover::default()),
            cover(0, Color::Black, Cover::default()),
        ],
    };
    assert_eq!(check(&over), Err(RecordFault::OverBefore(0, Ending::SeventyFiveMoves)));
    let claim = RecordClaim::Over { ply: 0, ending: Ending::SeventyFiveMoves };
    assert_eq!(check(&RecordCertificate { claim, facts: Vec::new(), ..over }), Ok(()));
}

#[test]
fn with_the_history_nothing_follows_on_the_end() {
    // Five-fold after 16 plies; then a pawn move and, later, a mate. The mate does not show that
    // the position before the fifth appearance was alive.
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    let game = game(START, 0, &format!("{knights} f2f3 e7e5 g2g4 d8h4"));
    let late = helpmate(&game, 18, Color::Black, "g2g4 d8h4");
    let claim = RecordClaim::Over { ply: 16, ending: Ending::FivefoldRepetition };
    let by_position =
        RecordCertificate { game, reading: Reading::Position, claim, facts: vec![late] };
    assert_eq!(check(&by_position), Ok(()));
    let in_time = RecordCertificate { reading: Reading::History, ..by_position };
    let fault = check(&in_time).unwrap_err();
    assert!(fault.to_string().contains("9.6.1"), "{fault}");
}

#[test]
fn both_spellings_of_castling() {
    let text = |moves: &str| {
        format!(
            "zermelo-certificate 1\nrules chess\nclaim record unfinished\n\
             position r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq -\nclock 0\nmoves {moves}\n\
             reading position\nend\n"
        )
    };
    let read = |moves: &str| match Proof::read(&text(moves)) {
        Ok(Proof::Record(record)) => Ok(record),
        other => Err(format!("{other:?}")),
    };
    let usual = read("e1g1 e8c8").expect("a record");
    assert_eq!(read("e1h1 e8c8").as_ref(), Ok(&usual));
    assert_eq!(read("e1g1  e8a8").as_ref(), Ok(&usual));
    assert_ne!(read("e1h1 e8b8").as_ref(), Ok(&usual));
}

#[test]
fn texts_that_are_no_record() {
    let good = dead_game().to_text();
    assert!(Proof::read(&good).is_ok());
    for (from, to) in [
        ("claim record over 1 5.2.2", "claim record over 1 5.2.3"),
        ("claim record over 1 5.2.2", "claim record over -1 5.2.2"),
        ("claim record over 1 5.2.2", "claim record over 1"),
        ("claim record over 1 5.2.2", "claim record flag grey draw"),
        ("claim record over 1 5.2.2", "claim record flag white"),
        ("claim record over 1 5.2.2", "claim record"),
        ("clock 0", "clock x"),
        ("clock 0", "clock +1"),
        ("clock 0\n", ""),
        ("moves c3b2", "moves c3b9"),
        ("moves", "move"),
        ("reading position", "reading tea leaves"),
        ("at 1 unwinnable white", "at 1 unwinnable"),
        ("at 1 unwinnable white", "at one unwinnable white"),
        ("at 1 unwinnable white", "at 1 drawn white"),
        ("end\n", ""),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        assert!(Proof::read(&text).is_err(), "{text}");
    }
}

/// With the history: what is dead after `ply` plies of a game from this clock, by empty covers.
fn dead_in_time(fen: &str, clock: u32, ucis: &str, more: &[(usize, &str)]) -> RecordCertificate {
    let game = game(fen, clock, ucis);
    let ply = game.moves.len();
    let mut facts: Vec<Fact> =
        more.iter().map(|(ply, line)| helpmate(&game, *ply, Color::White, line)).collect();
    facts.extend(Color::ALL.map(|side| cover(ply, side, Cover::default())));
    let claim = RecordClaim::Over { ply, ending: Ending::DeadPosition };
    RecordCertificate { game, reading: Reading::History, claim, facts }
}

/// The fault of the evidence about White at the end of such a game.
fn leak(certificate: &RecordCertificate) -> CoverFault {
    match check(certificate) {
        Err(RecordFault::Fact(_, Color::White, why)) => match *why {
            WinnableFault::Cover(fault) => fault,
            why => panic!("{why}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn by_the_position_a_dead_one_is_dead_whatever_else_ends_the_game() {
    let mut both = dead_in_time("8/8/8/8/8/2k5/8/7K w - -", 150, "", &[]);
    both.reading = Reading::Position;
    assert_eq!(check(&both), Ok(()));
    both.reading = Reading::History;
    assert_eq!(check(&both), Err(RecordFault::OverBefore(0, Ending::SeventyFiveMoves)));
}

#[test]
fn what_starts_the_clock_again_must_be_covered() {
    // Black may take the rook, which leaves bare kings; or move, and there is no time to mate him.
    let rook = "8/8/8/8/8/2k5/1R6/7K b - -";
    assert_eq!(check(&dead_in_time(rook, 146, "", &[])), Ok(()));
    // With a queen besides he may take the rook as well, and can be mated then.
    let queen = dead_in_time("8/8/8/8/8/2k5/1R6/6QK b - -", 147, "", &[]);
    let fault = leak(&queen);
    assert!(matches!(&fault, CoverFault::Move { uci, .. } if uci == "c3b2"), "{fault}");
    // When the clock has run down nothing follows but a mate that is on the board.
    let over = dead_in_time("8/8/8/8/8/2k5/1R6/6QK w - -", 149, "", &[]);
    assert_eq!(check(&over), Ok(()));
    let fault = leak(&dead_in_time("8/8/8/8/8/2k5/1R6/6QK w - -", 148, "", &[]));
    assert!(matches!(fault, CoverFault::Move { .. }), "{fault}");
    let mate = leak(&dead_in_time("6k1/8/2R3K1/8/8/8/8/8 w - -", 149, "", &[]));
    assert!(matches!(mate, CoverFault::Mate(_)), "{mate}");
}

/// Black must go to g8, and White mates there in the last move: but if the king has stood there so
/// four times, the fifth time ends the game.
#[test]
fn a_fifth_appearance_ends_the_walk() {
    let start = "6k1/8/2R3K1/8/8/8/8/8 w - -";
    let round = "c6b6 g8h8 b6c6 h8g8 ";
    let to_and_fro = |rounds: usize| {
        let moves = format!("{}c6b6 g8h8 b6c6", round.repeat(rounds));
        let plies = 4 * rounds + 3;
        dead_in_time(start, 148 - plies as u32, &moves, &[(plies - 1, "b6b8")])
    };
    assert_eq!(check(&to_and_fro(3)), Ok(()));
    let fault = leak(&to_and_fro(2));
    assert!(matches!(&fault, CoverFault::Mate(fen) if fen.starts_with("2R3k1/")), "{fault}");
}

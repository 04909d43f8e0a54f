//! Positions and games on which programs have ruled wrongly, collected from public issue trackers,
//! as a table of our own: who can mate, with and without the history; how often a position has
//! appeared; what a move ends. Every answer is the kernel's.

use zermelo_kernel::{
    Castling, Color, Ending, Evidence, Position, Reading, RecordCertificate, RecordClaim,
};
use zermelo_record::pgn::{Record, Splitter, read};
use zermelo_record::{Judge, Judgement, Options, Ruling};
use zermelo_winnable::{Limits, Verdict, decide};

use Color::{Black, White};

/// What is expected of a position, reached by the moves after it if there are any.
enum Expect {
    /// These sides can still mate, and no other.
    CanMate(&'static [Color]),
    /// This side can no longer mate; what the other can do is not said.
    Cannot(Color),
    /// This side can still mate.
    Can(Color),
    /// With the history this side can no longer mate, though by the position alone it could.
    CannotInTime(Color),
    /// This side can still mate, also with the history.
    CanInTime(Color),
    /// The last position appears for the so-many-th time.
    Appears(u32),
    /// The last position appeared twice, and this announced move makes it three times.
    ThirdBy(&'static str),
    /// A move ends the game by checkmate, although it is the hundredth ply.
    MateWins,
}

use Expect::{Appears, Can, CanInTime, CanMate, Cannot, CannotInTime, MateWins, ThirdBy};

/// Position, clock included; moves in SAN; what is expected.
const CASES: &[(&str, &str, Expect)] = &[
    // Pawn walls.
    ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", "", CanMate(&[])),
    ("8/8/2k5/1p2p2p/1P2P2P/8/5K2/8 b - - 0 34", "", CanMate(&[])),
    ("7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1", "", CanMate(&[])),
    ("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62", "", CanMate(&[])),
    // Little on the board, or soon.
    ("K7/2k5/8/8/8/8/8/8 w - - 0 1", "", CanMate(&[])),
    ("r7/K1k5/8/8/8/8/8/8 w - - 0 1", "", CanMate(&[])),
    ("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 1", "", Cannot(Black)),
    ("6Rk/8/7K/8/8/8/8/8 b - - 0 1", "", CanMate(&[])),
    ("5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51", "", Cannot(White)),
    ("1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 41", "", Cannot(White)),
    ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1", "", CanMate(&[White])),
    ("7k/8/7K/2Bb4/8/8/8/8 b - - 0 1", "", Can(White)),
    ("5K2/8/8/1B6/8/k7/6b1/8 w - - 0 39", "", CanMate(&[])),
    ("8/8/4K3/8/1n6/8/5k1N/8 w - - 0 50", "", CanMate(&[White, Black])),
    ("8/6k1/8/8/4n3/5N1B/6BR/5BRK w - - 0 1", "", Can(Black)),
    ("8/p3k1p1/6Pp/7K/2rq4/7P/8/8 w - - 0 1", "", Can(Black)),
    ("7k/q5Q1/5PPK/5PPP/p7/8/8/8 b - - 0 1", "", Can(White)),
    ("6kr/1p1N1p1p/1P3P1P/P6P/3q1Rpr/6Qp/4pN1P/4B1KR w - - 0 1", "Qxg4+", CanMate(&[])),
    // Hard for the programs of the day.
    ("1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - - 0 1", "", CanMate(&[White, Black])),
    ("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 3 57", "", CanMate(&[])),
    ("1k6/pPp5/BpP4b/1P6/8/7B/8/5B1K b - - 0 1", "", Cannot(White)),
    ("8/8/1k1p1p2/3PpP2/3pKp2/b2P1P2/8/3B1B2 b - - 0 1", "", CanMate(&[])),
    ("8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1", "", Cannot(White)),
    ("8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - - 0 1", "", Cannot(White)),
    ("B2b4/8/4k3/8/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", "", CanMate(&[])),
    // Already mate, in positions that cannot occur, with material that elsewhere is too little.
    ("8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", "", Can(Black)),
    ("8/8/8/8/8/1k6/b1b5/RKR5 w - - 0 1", "", Can(Black)),
    ("5B2/7r/5K1k/7r/8/4B3/8/8 b - - 0 1", "", Can(White)),
    // The clock.
    ("7k/8/2R3K1/8/8/8/8/8 b - - 149 100", "", CannotInTime(White)),
    ("8/p4r2/4k3/8/K7/P7/8/8 w - - 148 100", "", CanInTime(Black)),
    ("8/5r2/p3k3/P7/8/1K6/8/8 w - - 148 100", "", CannotInTime(Black)),
    ("4Q3/8/1p4pk/1PbB1p1p/7P/p3P1PK/P3qP2/8 w - - 99 88", "", MateWins),
    // Repetition: the fifth time is forced.
    (
        "6Qk/8/2R3K1/8/8/8/8/8 b - - 0 3",
        "Kxg8 Kh6 Kh8 Kg6 Kg8 Kh6 Kh8 Kg6 Kg8 Kh6 Kh8 Kg6 Kg8 Kh6 Kh8 Kg6",
        CannotInTime(White),
    ),
    // Repetition: en passant that is not legal makes no other position.
    (
        "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1",
        "h5 Rh6 Rh7 Re6 Rg7 Rh6 Rh7 Re6 Rg7",
        Appears(3),
    ),
    ("8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37", "d4+ Kh3 Ra3+ Kh2 Ra2+ Kh1 Ra3 Kh2 Ra2+", Appears(3)),
    (
        "5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4",
        "Qc8+ Kf7 Qd7+ Kf8 Qd8+ Kf7 Qd7+",
        ThirdBy("f7f8"),
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8",
        Appears(3),
    ),
];

fn record(fen: &str, moves: &str) -> Record {
    let text = format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{moves} *\n");
    let raw = Splitter::new(text.as_bytes()).next_game().expect("bytes").expect("a game");
    read(&raw).unwrap_or_else(|broken| panic!("{fen}: {broken}"))
}

fn judged(record: &Record, reading: Reading) -> (Judgement, RecordCertificate) {
    let judgement = Judge::new(Options { reading, ..Options::default() }).judge(record);
    let certificate = judgement.certificate(record).expect("a ruling");
    let proved = certificate.check();
    let proved = proved.unwrap_or_else(|fault| panic!("{}: {fault}", record.start));
    (judgement, proved.into_inner())
}

/// Whether a side can mate, the position alone counting; the kernel agrees.
fn can_mate(position: &Position, winner: Color) -> bool {
    let answer = decide(position, winner, &Limits::default());
    let certificate = answer.certificate(position, winner);
    let certificate = certificate.unwrap_or_else(|| panic!("{position}: {winner} is open"));
    certificate.check().unwrap_or_else(|fault| panic!("{position}: {fault}"));
    matches!(answer.verdict, Verdict::Winnable(_))
}

/// Whether a side can mate, the history counting: as if the other's flag fell now.
fn can_mate_in_time(record: &Record, winner: Color) -> bool {
    let options = Options { reading: Reading::History, flag: Some(!winner), ..Options::default() };
    let judgement = Judge::new(options).judge(record);
    let certificate = judgement.certificate(record).expect("a ruling");
    certificate.check().unwrap_or_else(|fault| panic!("{}: {fault}", record.start));
    match judgement.ruling {
        Ruling::Over { ply, ending: Ending::DeadPosition, .. } => {
            assert!(ply <= record.moves.len());
            false
        }
        Ruling::Conceded { winner: found, .. } => found == Some(winner),
        ref other => panic!("{}: {other:?}", record.start),
    }
}

#[test]
fn every_case_is_as_expected() {
    for (fen, moves, expect) in CASES {
        let record = record(fen, moves);
        let (judgement, certificate) = judged(&record, Reading::Position);
        let replay = certificate.game.replay().expect("legal moves");
        let last = replay.at(replay.plies());
        let position = &last.position;
        match expect {
            CanMate(sides) => {
                for winner in Color::ALL {
                    assert_eq!(can_mate(position, winner), sides.contains(&winner), "{fen}");
                }
                let dead = matches!(certificate.claim, RecordClaim::Over { ending, .. }
                    if ending == Ending::DeadPosition);
                assert_eq!(dead, sides.is_empty(), "{fen}");
            }
            Can(winner) => assert!(can_mate(position, *winner), "{fen}"),
            Cannot(winner) => assert!(!can_mate(position, *winner), "{fen}"),
            CannotInTime(winner) => {
                assert!(can_mate(position, *winner), "{fen}");
                assert!(!can_mate_in_time(&record, *winner), "{fen}");
            }
            CanInTime(winner) => assert!(can_mate_in_time(&record, *winner), "{fen}"),
            Appears(times) => assert_eq!(last.occurrences, *times, "{fen}"),
            ThirdBy(uci) => {
                let m = position.parse_uci(uci).expect("a legal move");
                let next = position.play(m);
                let before = (0..=replay.plies()).filter(|&p| replay.at(p).position == next);
                assert_eq!(before.count(), 2, "{fen}");
                let here = |&(ply, claim): &(usize, zermelo_kernel::DrawClaim)| {
                    ply == replay.plies() && claim.article() == "9.2.1"
                };
                assert!(judgement.claims.iter().any(here), "{fen}");
            }
            MateWins => {
                let mut mates = position.legal_moves().into_iter();
                let mate = mates.find(|&m| position.play(m).is_checkmate());
                let mate = mate.unwrap_or_else(|| panic!("{fen}: no mate"));
                let mut game = certificate.game.clone();
                game.moves.push(mate);
                let replay = game.replay().expect("legal moves");
                assert_eq!(replay.at(1).clock, 100, "{fen}");
                assert_eq!(replay.first_ending(), Some((1, Ending::Checkmate)), "{fen}");
            }
        }
    }
}

/// The helpmate within the clock goes by way of the pawn.
#[test]
fn only_a_pawn_move_gains_time() {
    let record = record("8/p4r2/4k3/8/K7/P7/8/8 w - - 148 100", "");
    let (_, certificate) = judged(&record, Reading::History);
    let line = certificate.facts.iter().find_map(|fact| match &fact.evidence {
        Evidence::Helpmate(line) if fact.winner == Black => Some(line.clone()),
        _ => None,
    });
    let line = line.expect("a helpmate");
    let second = record.start.play(line[0]);
    assert!(record.start.is_critical(line[0]) || second.is_critical(line[1]));
}

/// No row of the collection is missing from the table above.
#[test]
fn the_collection_is_covered() {
    let Some(table) = zermelo_testing::text("games/edge-cases.tsv") else { return };
    for row in table.lines().skip(1) {
        let text = row.split('\t').nth(1).expect("a position");
        let fen = text.split(" moves ").next().unwrap_or(text);
        let known = CASES.iter().any(|(ours, ..)| *ours == fen)
            || (text.starts_with("startpos")
                && CASES.iter().any(|(ours, moves, _)| {
                    Position::from_fen(ours, Castling::Standard).is_ok()
                        && ours.starts_with("rnbqkbnr/pppppppp")
                        && moves.starts_with("e4 c5 e5")
                }));
        assert!(known, "{row}");
    }
}

/// From a given moment on nothing is searched: the ruling is open, and wrong in no case.
#[test]
fn a_judge_gives_up_at_its_moment() {
    let limits = Limits { reserve: 0, ..Options::default().limits };
    let mut judge = Judge::new(Options { limits, ..Options::default() });
    let text = "[FEN \"B2b4/8/8/4k3/1p6/1Pp1p1pB/K1P1P1Pb/NB1B4 b - - 0 1\"]\n\n* \n";
    let raw = Splitter::new(text.as_bytes()).next_game().unwrap().unwrap();
    let record = read(&raw).unwrap();
    judge.set_deadline(std::time::Instant::now());
    assert!(matches!(judge.judge(&record).ruling, Ruling::Open { ply: 0 }));
}

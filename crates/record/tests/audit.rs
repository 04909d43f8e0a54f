//! 698 game records against the table of an independent program, and against the kernel: every
//! ply of the first repetition and clock events, the final state, and every ruling's certificate.

use zermelo_kernel::{Color, DrawClaim, Ending, Game, Position, Replay};
use zermelo_record::pgn::{Record, Splitter, read};
use zermelo_record::{Audit, Judge, Options, Replay as Quick, Ruling};
use zermelo_winnable::{Limits, Verdict, decide};

fn records(text: &[u8]) -> Vec<Record> {
    let mut splitter = Splitter::new(text);
    let mut records = Vec::new();
    while let Some(raw) = splitter.next_game().expect("bytes in memory") {
        records.push(read(&raw).unwrap_or_else(|broken| panic!("{broken}")));
    }
    records
}

fn replay(record: &Record) -> Replay {
    let moves = record.moves.iter().map(|m| m.to_kernel()).collect();
    let game = Game { start: record.start.clone(), clock: record.clock, moves };
    game.replay().expect("the reader plays legal moves")
}

/// The fast replay of a game says what the kernel's replay says.
fn agree(quick: &Quick, replay: &Replay, name: &str) {
    assert_eq!(quick.plies(), replay.plies(), "{name}");
    for ply in 0..=quick.plies() {
        let (fast, slow) = (quick.at(ply), replay.at(ply));
        assert_eq!((fast.clock, fast.occurrences), (slow.clock, slow.occurrences), "{name} {ply}");
        assert_eq!(fast.position.to_fen(), slow.position.to_fen(), "{name} {ply}");
    }
    assert_eq!(quick.first_ending(), replay.first_ending(), "{name}");
    let kind = |claim: DrawClaim| claim.article();
    let fast: Vec<_> = quick.claims(quick.plies()).into_iter().map(|(p, c)| (p, kind(c))).collect();
    let mut slow = Vec::new();
    for ply in 0..=replay.plies() {
        slow.extend(replay.claims(ply).into_iter().map(|claim| (ply, kind(claim))));
    }
    let sorted = |mut list: Vec<(usize, &'static str)>| {
        list.sort();
        list
    };
    assert_eq!(sorted(fast), sorted(slow), "{name}");
    // The moves that are announced do what is said of them.
    for (ply, claim) in quick.claims(quick.plies()) {
        let moment = replay.at(ply);
        match claim {
            DrawClaim::ThreefoldByMove(m) => {
                assert!(moment.position.is_legal(m), "{name} {ply}");
                let next = moment.position.play(m);
                let before = (0..=ply).filter(|&p| replay.at(p).position == next).count();
                assert!(before >= 2, "{name} {ply}");
            }
            DrawClaim::FiftyMovesByMove(m) => {
                assert!(moment.position.is_legal(m) && !moment.position.is_critical(m));
                assert_eq!(moment.clock, 99);
            }
            DrawClaim::Threefold | DrawClaim::FiftyMoves => {}
        }
    }
}

/// The ply of the first event after a move. The table does not look at the position of a FEN tag,
/// though its clock may have run out already (article 9.6.2 does not ask who set it up). Nor does
/// it count a move that mates, which takes precedence (9.6.2), or stalemates, which ends the game
/// at the same ply by article 5.2.1.
fn first(replay: &Replay, event: impl Fn(u32, u32) -> bool) -> String {
    let at = |&ply: &usize| {
        let moment = replay.at(ply);
        event(moment.clock, moment.occurrences) && moment.position.has_legal_move()
    };
    (1..=replay.plies()).find(at).map(|ply| ply.to_string()).unwrap_or_default()
}

#[test]
fn the_table_of_records() {
    let Some(data) = zermelo_testing::folder() else { return };
    let table = std::fs::read_to_string(data.join("games/pgn-audit.tsv")).expect("the table");
    let mut judge = Judge::new(Options::default());
    let (mut games, mut dead, mut material) = (0, 0, 0);
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [file, result, plies, state, insufficient, five, clock150, three, clock100, _] =
            fields[..]
        else {
            panic!("a row of another shape: {row}")
        };
        let text = std::fs::read(data.join("games").join(file)).expect("a record");
        let records = records(&text);
        assert_eq!(records.len(), 1, "{file}");
        let record = &records[0];
        let replay = replay(record);
        let mut quick = Quick::default();
        let start = zermelo_board::Position::from_kernel(&record.start);
        quick.follow(start, record.clock, &record.moves);
        agree(&quick, &replay, file);

        assert_eq!(replay.plies().to_string(), plies, "{file}");
        assert_eq!(first(&replay, |_, times| times >= 5), five, "{file}: five-fold");
        assert_eq!(first(&replay, |_, times| times >= 3), three, "{file}: three-fold");
        assert_eq!(first(&replay, |clock, _| clock >= 150), clock150, "{file}: 75 moves");
        assert_eq!(first(&replay, |clock, _| clock >= 100), clock100, "{file}: 50 moves");
        let last = &replay.at(replay.plies()).position;
        let expected = match state {
            "checkmate" => last.is_checkmate(),
            "stalemate" => last.is_stalemate(),
            "open" => last.has_legal_move(),
            other => panic!("{file}: the state {other}"),
        };
        assert!(expected, "{file}: {state}");
        assert_eq!(record.tag("Result"), Some(result), "{file}");

        let judgement = judge.judge(record);
        let certificate = judgement.certificate(record).unwrap_or_else(|| panic!("{file}: open"));
        certificate.check().unwrap_or_else(|fault| panic!("{file}: {fault}"));
        if let Ruling::Over { ply, ending: Ending::DeadPosition, .. } = judgement.ruling {
            dead += 1;
            // Material is one way of being dead; ours is exact, so never later.
            if let Ok(insufficient) = insufficient.parse::<usize>() {
                assert!(ply <= insufficient, "{file}: dead after {ply}, not {insufficient}");
            }
        } else {
            assert!(
                insufficient.is_empty() || replay.first_ending().is_some(),
                "{file}: {:?} in spite of the material",
                judgement.ruling
            );
        }
        material += usize::from(!insufficient.is_empty());
        games += 1;
    }
    assert_eq!(games, 698);
    println!("{games} records agree; {dead} were dead before another rule, {material} by material");
}

#[test]
fn games_that_went_on_in_a_dead_position() {
    let Some(data) = zermelo_testing::folder() else { return };
    let path = data.join("games/dead-position-games-may.tsv");
    let table = std::fs::read_to_string(path).expect("the table");
    let mut rows = 0;
    for row in table.lines() {
        let fen = row.rsplit('\t').next().expect("a last field");
        let position = Position::from_fen(fen, zermelo_kernel::Castling::Standard)
            .unwrap_or_else(|error| panic!("{row}: {error}"));
        for winner in Color::ALL {
            let answer = decide(&position, winner, &Limits::new(u64::MAX, 64 << 20));
            assert!(matches!(answer.verdict, Verdict::Unwinnable(_)), "{row}: {winner}");
            let certificate = answer.certificate(&position, winner).expect("evidence");
            certificate.check().unwrap_or_else(|fault| panic!("{row}: {winner}: {fault}"));
        }
        rows += 1;
    }
    assert_eq!(rows, 4773);
    println!("{rows} positions are dead, each with two proofs");
}

#[test]
fn the_longest_game_of_the_paper() {
    let Some(data) = zermelo_testing::folder() else { return };
    let text = std::fs::read(data.join("games/longest-murphy.pgn")).expect("the game");
    let records = records(&text);
    let moves = records[0].moves.iter().map(|m| m.to_kernel()).collect();
    let game = Game { start: records[0].start.clone(), clock: 0, moves };
    let audit = Audit::of(&game).expect("legal moves");
    assert!(audit.ends_in_mate());
    let counts = (audit.plies, audit.segments.len(), audit.critical_moves, audit.switches);
    assert_eq!(counts, (17_697, 118, 117, 3));
    assert!(audit.most_occurrences < 3);
    assert!(!audit.keeps_the_fifty_move_rule());
}

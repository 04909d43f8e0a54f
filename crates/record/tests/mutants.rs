//! Damaged record certificates. The kernel must reject them; where it accepts one, the damage must
//! have left a true claim, as the judge finds by itself from the damaged game.

use std::collections::BTreeMap;

use fastrand::Rng;
use zermelo_board::{Move, Position};
use zermelo_kernel::{
    Castling, Color, Concession, Ending, Evidence, Proof, Reading, RecordCertificate, RecordClaim,
};
use zermelo_record::pgn::{Record, Splitter, read, write_game};
use zermelo_record::{Judge, Options, Ruling};
use zermelo_winnable::{Verdict, decide};

/// Starts that lead to every kind of ruling soon.
const STARTS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/8/8/8/1R6/k7/2K5 b - - 0 1",
    "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
    "4k3/6p1/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
    "7k/8/2R3K1/8/8/8/8/8 b - - 146 100",
    "8/5r2/p3k3/P7/8/1K6/8/8 w - - 145 100",
    "8/8/4K3/8/1n6/8/5k1N/8 w - - 90 50",
    "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61",
    "k7/8/8/8/8/8/6r1/K7 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 1",
];

/// A game by lot; often back and forth, so that positions come back.
fn play(start: &Position, rng: &mut Rng) -> Vec<Move> {
    let mut position = *start;
    let mut moves: Vec<Move> = Vec::new();
    let length = rng.usize(0..40);
    let shuffling = rng.bool();
    while moves.len() < length {
        let legal = position.legal_moves();
        let back = (shuffling && moves.len() >= 2).then(|| {
            let last = moves[moves.len() - 2];
            Move::plain(last.to, last.from)
        });
        let m = match back.filter(|m| legal.contains(m)) {
            Some(m) => m,
            None => match rng.choice(&legal) {
                Some(&m) => m,
                None => break,
            },
        };
        position = position.play(m);
        moves.push(m);
    }
    moves
}

fn record(fen: &str, moves: &[Move]) -> Record {
    let start = zermelo_kernel::Position::from_fen(fen, Castling::Standard).expect("a start");
    let tags = [("FEN".to_string(), fen.to_string()), ("SetUp".to_string(), "1".to_string())];
    let mut text = Vec::new();
    let marker = zermelo_record::pgn::Marker::Unfinished;
    write_game(&tags, &start, moves, marker, &mut text).expect("memory");
    let raw = Splitter::new(text.as_slice()).next_game().expect("memory").expect("a game");
    read(&raw).unwrap_or_else(|broken| panic!("{broken}"))
}

fn options(reading: Reading, flag: Option<Color>) -> Options {
    Options { reading, flag, ..Options::default() }
}

/// Whether the claim is true, as the judge sees it.
fn is_true(mutant: &RecordCertificate) -> bool {
    let mut moves = Vec::new();
    let mut position = Position::from_kernel(&mutant.game.start);
    for m in &mutant.game.moves {
        let same = |own: &Move| own.to_kernel() == *m;
        let own = position.legal_moves().into_iter().find(same).expect("a legal move");
        position = position.play(own);
        moves.push(own);
    }
    let fen = format!("{} {} 1", mutant.game.start, mutant.game.clock);
    let record = record(&fen, &moves);
    let flag = match mutant.claim {
        RecordClaim::Conceded { loser, .. } => Some(loser),
        _ => None,
    };
    let ruling = Judge::new(options(mutant.reading, flag)).judge(&record).ruling;
    match (mutant.claim, ruling) {
        (RecordClaim::Over { ply, ending }, Ruling::Over { ply: found, ending: other, .. }) => {
            // At the same ply several rules may hold.
            let replay = mutant.game.replay().expect("legal moves");
            let dead = || {
                let cannot = |&winner: &Color| {
                    let limits = Options::default().limits;
                    let answer = decide(&replay.at(ply).position, winner, &limits);
                    matches!(answer.verdict, Verdict::Unwinnable(_))
                };
                Color::ALL.iter().all(cannot)
            };
            let also = match ending {
                Ending::DeadPosition => dead(),
                _ => replay.endings(ply).contains(&ending),
            };
            ply == found && (ending == other || also)
        }
        (RecordClaim::Unfinished, Ruling::Unfinished) => true,
        (RecordClaim::Conceded { winner, .. }, Ruling::Conceded { winner: found, .. }) => {
            winner == found
        }
        _ => false,
    }
}

fn damage(good: &RecordCertificate, rng: &mut Rng) -> (&'static str, RecordCertificate) {
    let mut bad = good.clone();
    let plies = bad.game.moves.len();
    let color = if rng.bool() { Color::White } else { Color::Black };
    let kind = match rng.u8(..11) {
        0 => {
            let ply = rng.usize(0..plies + 2);
            let ending = *rng.choice(&Ending::ALL).expect("five of them");
            bad.claim = RecordClaim::Over { ply, ending };
            "another end"
        }
        1 => {
            bad.claim = RecordClaim::Unfinished;
            "no end"
        }
        2 => {
            let winner = *rng.choice(&[None, Some(Color::White), Some(Color::Black)]).expect("one");
            let how = Concession::FlagFell;
            bad.claim = RecordClaim::Conceded { loser: color, how, winner };
            "a flag"
        }
        3 if !bad.facts.is_empty() => {
            bad.facts.remove(rng.usize(..bad.facts.len()));
            "a fact less"
        }
        4 if !bad.facts.is_empty() => {
            let fact = rng.usize(..bad.facts.len());
            bad.facts[fact].ply = rng.usize(0..plies + 2);
            "a fact elsewhere"
        }
        5 if !bad.facts.is_empty() => {
            let fact = rng.usize(..bad.facts.len());
            bad.facts[fact].winner = !bad.facts[fact].winner;
            "the other side"
        }
        6 if plies > 0 => {
            bad.game.moves.pop();
            "a move less"
        }
        7 if plies > 1 => {
            bad.game.moves.remove(rng.usize(..plies));
            "a move left out"
        }
        8 => {
            bad.game.clock = *rng.choice(&[0, 1, 98, 99, 148, 149, 150]).expect("one");
            "another clock"
        }
        9 => {
            bad.reading = match bad.reading {
                Reading::Position => Reading::History,
                Reading::History => Reading::Position,
            };
            "the other reading"
        }
        _ => {
            for fact in &mut bad.facts {
                match &mut fact.evidence {
                    Evidence::Helpmate(line) => drop(line.pop()),
                    Evidence::Cover(cover) => {
                        let regions = cover.regions.pop().is_some();
                        if !regions {
                            cover.positions.pop();
                        }
                    }
                }
            }
            "less evidence"
        }
    };
    (kind, bad)
}

#[test]
fn damaged_records_are_rejected_or_true() {
    let mut rng = Rng::with_seed(3);
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut rulings: BTreeMap<String, u32> = BTreeMap::new();
    for round in 0..600 {
        let fen = STARTS[round % STARTS.len()];
        let start = zermelo_kernel::Position::from_fen(fen, Castling::Standard).expect("a start");
        let moves = play(&Position::from_kernel(&start), &mut rng);
        let record = record(fen, &moves);
        let reading = if rng.bool() { Reading::Position } else { Reading::History };
        let flag = *rng.choice(&[None, Some(Color::White), Some(Color::Black)]).expect("one");
        let judgement = Judge::new(options(reading, flag)).judge(&record);
        let Some(good) = judgement.certificate(&record) else { panic!("{fen}: open") };
        assert_eq!(good.clone().check().map(drop), Ok(()), "{}", good.to_text());
        assert!(is_true(&good));
        let text = good.to_text();
        let read = Proof::read(&text);
        assert_eq!(read, Ok(Proof::Record(good.clone())));
        let name = format!("{:?}", good.claim);
        *rulings.entry(name.split([' ', '{']).next().unwrap_or("").to_string()).or_default() += 1;
        for _ in 0..12 {
            let (kind, bad) = damage(&good, &mut rng);
            let entry = counts.entry(kind).or_default();
            if bad == good {
                continue;
            }
            entry.0 += 1;
            match bad.clone().check() {
                Err(fault) => assert!(!fault.to_string().is_empty()),
                Ok(_) => {
                    entry.1 += 1;
                    assert!(is_true(&bad), "{kind}: {}", bad.to_text());
                }
            }
        }
    }
    println!("rulings: {rulings:?}");
    for (kind, (made, accepted)) in counts {
        println!("{kind}: {made} made, {accepted} accepted and true");
    }
}

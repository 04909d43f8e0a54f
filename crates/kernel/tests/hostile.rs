//! Small files that once held a thread or filled the memory: each ends within the budget, with one
//! sentence, or is fast.

use zermelo_kernel::{
    Budget, Castling, Color, Cover, Evidence, Exhausted, ManState, Phase, Position, Proof, Region,
    RegionFault, Rejection, Source, Squares, WinnableCertificate,
};

/// A budget of a tenth of a second or so, so that tests are quick.
fn small() -> Budget<'static> {
    Budget::default().steps(50_000_000, 100).memory(16 << 20)
}

/// Why a text is rejected.
fn rejected(text: &dyn Source, budget: &Budget) -> Rejection {
    let proof = match Proof::read_within(text, budget) {
        Ok(proof) => proof,
        Err(why) => return why.into(),
    };
    proof.check_within(budget).expect_err("a proof of nothing")
}

const HEAD: &str = "zermelo-certificate 1\nrules chess\n";

#[test]
fn a_long_game_without_captures() {
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(10_000);
    let start = Position::initial().to_fen();
    let text = format!(
        "{HEAD}claim record unfinished\nposition {start}\nclock 0\nmoves{shuffle}\n\
         reading position\nend\n"
    );
    // It was a matter of 60 seconds, for every position was compared with all before it.
    let why = rejected(&text, &Budget::default().steps(100_000_000, 2_000)).to_string();
    assert!(why.contains("over after ply 16 by article 9.6.1"), "{why}");
}

#[test]
fn a_region_that_holds_everything() {
    let fen = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - -";
    let anchor = Position::from_fen(fen, Castling::Standard).unwrap();
    let man = ManState { squares: Squares(u64::MAX), may_be_gone: false, may_be_promoted: false };
    let men = vec![man; anchor.pieces().count()];
    let region = Region { anchor, phases: vec![Phase { men, facing: Vec::new() }] };
    let evidence = Evidence::Cover(Cover { positions: Vec::new(), regions: vec![region.clone()] });
    let position = region.anchor;
    let text = WinnableCertificate { position, winner: Color::White, evidence }.to_text();
    rejected(&text, &small());
}

#[test]
fn rules_about_pawns_that_take_long() {
    // Many captures that pawns may have made, and pawns that need them all.
    let lines: String = (0..5)
        .map(|n| {
            let rank = ["4k3", "3k4", "2k5", "5k2", "6k1"][n];
            format!(
                "excluded pawn-columns {rank}/1p1p1p1p/1p1p4/4p3/4P3/1P1P4/1P1P1P1P/4K3 w - -\n"
            )
        })
        .collect();
    let fen = "4k3/1p1p1p1p/1p1p4/4p3/4P3/1P1P4/1P1P1P1P/4K3 w - -";
    let text = format!("{HEAD}claim illegal\nposition {fen}\n{lines}end\n");
    rejected(&text, &small());
}

#[test]
fn a_million_empty_phases() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w - -";
    let phases = "phase\n".repeat(1_000_000);
    let text = format!("{HEAD}claim unwinnable white\nposition {fen}\nregion {fen}\n{phases}end\n");
    assert_eq!(rejected(&text, &small()), Rejection::Exhausted(Exhausted::Memory(16 << 20)));
}

/// A line that does not end.
struct Endless;

impl std::io::Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        into.fill(b'x');
        Ok(into.len())
    }
}

impl Source for Endless {
    fn open(&self) -> std::io::Result<Box<dyn std::io::BufRead + '_>> {
        Ok(Box::new(std::io::BufReader::new(Endless)))
    }
}

#[test]
fn an_endless_line() {
    let why = rejected(&Endless, &Budget::default()).to_string();
    assert!(why.contains("line 1: the line is too long"), "{why}");
}

#[test]
fn more_bytes_than_allowed() {
    let text = format!("{HEAD}claim winnable white\n{}", "position \n".repeat(100));
    let why = rejected(&text, &Budget::default().bytes(60));
    assert_eq!(why, Rejection::Exhausted(Exhausted::Bytes(60)));
}

#[test]
fn a_census_of_many_lines() {
    let text = format!("{HEAD}claim census KvK\n{}end\n", "line -\n".repeat(300_000));
    assert_eq!(rejected(&text, &small()), Rejection::Exhausted(Exhausted::Memory(16 << 20)));
}

#[test]
fn an_interrupt_is_heard() {
    let line = format!("moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(100));
    let start = Position::initial().to_fen();
    let text = format!(
        "{HEAD}claim record unfinished\nposition {start}\nclock 0\n{line}\nreading position\nend\n"
    );
    let proof = Proof::read(&text).unwrap();
    let budget = Budget::default().until(|| true);
    let said = proof.check_within(&budget);
    assert_eq!(said, Err(Rejection::Exhausted(Exhausted::Interrupted)));
}

#[test]
fn men_that_are_not_there() {
    let anchor = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - -", Castling::Standard).unwrap();
    let man = ManState { squares: Squares(u64::MAX), may_be_gone: false, may_be_promoted: false };
    let phases = vec![Phase { men: vec![man; 3], facing: vec![(9, 9)] }];
    let region = Region { anchor: anchor.clone(), phases };
    // It is asked about positions, also before it is checked.
    assert!(region.holds(&anchor));
    let evidence = Evidence::Cover(Cover { positions: Vec::new(), regions: vec![region] });
    let certificate = WinnableCertificate { position: anchor, winner: Color::White, evidence };
    // Written, it is no certificate that could be read again.
    assert!(Proof::read(&certificate.to_text()).is_err());
    let fault = certificate.check().unwrap_err().to_string();
    let facing = RegionFault::Facing { phase: 0 }.to_string();
    assert!(fault.contains(&facing), "{fault}");
}

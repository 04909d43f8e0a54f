//! The frame of a certificate about a strategy: which claims there are, how they are read, and that the
//! lemmas stand in their order, each with its own refutation. Whole proofs are checked, and damaged,
//! in crates/strategy, which finds them; here is the beginning of one.

use std::io::{self, BufRead, Cursor, Read};

use zermelo_kernel::{Budget, Exhausted, Proved, Source};
use zermelo_kernel_strategy::{
    Boards, Condition, Kind, StrategyCertificate, StrategyClaim, StrategyEnding, StrategyFault,
    follow_ups, kqk, krr,
};
use zermelo_refute::StepReason;

/// The first lines of the kept proof about king and queen, and two lemmas.
const BEGIN: &[u8] = include_bytes!("kqk-begins.cert");

fn claim(ending: StrategyEnding, boards: Boards) -> StrategyClaim {
    StrategyClaim { ending, boards, bounded: false }
}

fn read(text: &str) -> Result<Option<StrategyClaim>, StrategyFault> {
    StrategyClaim::read(&mut text.as_bytes())
}

fn check_within(bytes: &[u8], budget: &Budget) -> StrategyFault {
    let certificate = StrategyCertificate::read(bytes.to_vec()).unwrap().unwrap();
    assert!(certificate.lemmas().is_empty());
    assert_eq!(certificate.bytes(), bytes);
    Proved::new(certificate, budget).map(|_| ()).unwrap_err()
}

/// The line that was expected, and the one that is there.
fn lines(bytes: &[u8]) -> (String, String) {
    match check_within(bytes, &Budget::default()) {
        StrategyFault::Line(expected, found) => (expected, found),
        fault => panic!("{fault}"),
    }
}

#[test]
fn claims_are_read_as_written() {
    for ending in StrategyEnding::ALL {
        for boards in [Boards::All, Boards::One(4, 4), Boards::One(64, 5), Boards::One(13, 64)] {
            for bounded in [false, true] {
                let claim = StrategyClaim { ending, boards, bounded };
                match read(&claim.head()) {
                    Ok(found) => {
                        assert!(found == Some(claim) && !(bounded && ending != StrategyEnding::Krk))
                    }
                    Err(fault) => {
                        assert!(bounded && ending != StrategyEnding::Krk);
                        let expected =
                            "expected the line \"claim mates on all\", found \"claim mates";
                        assert!(fault.to_string().starts_with(expected), "{fault}");
                    }
                }
            }
        }
    }
    let bounded = StrategyClaim { bounded: true, ..claim(StrategyEnding::Krk, Boards::All) };
    assert_eq!(
        bounded.head(),
        "zermelo-certificate 1\nrules strategy krk\n\
         claim mates within 6 (files + ranks) - 13 plies on all\n"
    );
    let one = claim(StrategyEnding::Krr, Boards::One(4, 12));
    assert_eq!(one.head(), "zermelo-certificate 1\nrules strategy krr\nclaim mates on 4x12\n");
}

#[test]
fn other_heads() {
    // Certificates of other kinds, which the kernel reads.
    let long = "x".repeat(2000);
    for text in [
        "",
        "zermelo-certificate 2\nrules strategy krk\nclaim mates on all\n",
        "zermelo-certificate 1\nrules chess\nclaim mates on all\n",
        "zermelo-certificate 1\nrules strategies krk\nclaim mates on all\n",
        &long,
        &format!("zermelo-certificate 1\n{long}\n"),
    ] {
        assert!(matches!(read(text), Ok(None)), "{text}");
        assert!(StrategyCertificate::read(text.as_bytes().to_vec()).unwrap().is_none());
    }
    let start = "zermelo-certificate 1\nrules strategy ";
    let unknown = read(&format!("{start}kbk\nclaim mates on all\n")).unwrap_err().to_string();
    let expected = "expected the line \"rules strategy krk\", found \"rules strategy kbk\"";
    assert_eq!(unknown, expected);
    for rest in [
        "mates on 3x4",
        "mates on 4x3",
        "mates on 65x4",
        "mates on 4x65",
        "mates on 04x4",
        "mates on +4x4",
        "mates on 4x4x4",
        "mates on ",
        "mates on",
        "mates all",
        "wins on all",
        "mates within on all",
        "mates within 6 (files + ranks) - 13 pliesx on all",
        "mates within 6 (files + ranks) - 12 plies on all",
    ] {
        let fault = read(&format!("{start}krk\nclaim {rest}\n")).unwrap_err();
        assert!(matches!(fault, StrategyFault::Line(..)), "{rest}: {fault}");
    }
    // A line of 999 bytes is one; of a longer one only the beginning is said.
    let blank = " ".repeat(999 - "claim mates on all".len());
    let fault = read(&format!("{start}krk\nclaim mates on all{blank}\n")).unwrap_err();
    assert!(matches!(fault, StrategyFault::Line(_, line) if line.len() == 999));
    let fault = read(&format!("{start}krk\nclaim mates on all {blank}\n")).unwrap_err();
    let StrategyFault::Line(expected, found) = fault else { panic!() };
    assert_eq!((expected.as_str(), found.len()), ("at most 1000 bytes", 40));
}

#[test]
fn which_lemmas_make_a_claim() {
    let all = |ending| claim(ending, Boards::All);
    let count = |claim: StrategyClaim, without: &[Condition]| {
        claim.lemmas(without).map(|lemmas| lemmas.len()).map_err(|fault| fault.to_string())
    };
    let krk = all(StrategyEnding::Krk);
    let bounded = StrategyClaim { bounded: true, ..krk };
    assert_eq!(count(krk, &[]), Ok(27));
    assert_eq!(count(bounded, &[]), Ok(31));
    assert_eq!(count(all(StrategyEnding::Kqk), &[]), Ok(27));
    assert_eq!(count(all(StrategyEnding::Krr), &[]), Ok(46));
    assert_eq!(count(krk, &[Condition::Guarded]), Ok(27));
    let none = |claim, without: &[Condition], why: &str| {
        assert_eq!(count(claim, without), Err(format!("the lemmas do not add up: {why}")));
    };
    none(bounded, &[Condition::Guarded], "the bound is for the whole strategy");
    let one = StrategyClaim { boards: Boards::One(4, 4), ..bounded };
    none(one, &[], "no bound is known for krk on 4x4");
    let queen = StrategyClaim { bounded: true, ..all(StrategyEnding::Kqk) };
    none(queen, &[], "no bound is known for kqk on all");
    none(all(StrategyEnding::Krr), &[Condition::Divides], "krr has no conditions");
    let plies = |files, ranks| StrategyEnding::Krk.plies_within(files, ranks);
    assert_eq!([plies(4, 4), plies(8, 8), plies(4, 9)], [Some(35), Some(83), Some(65)]);
    assert_eq!([plies(3, 4), plies(4, 3)], [None; 2]);
    assert_eq!(StrategyEnding::Kqk.plies_within(8, 8), None);
    assert_eq!(StrategyEnding::Krk.plies_words(), Some("6 (files + ranks) - 13 plies"));
    assert_eq!(StrategyEnding::Krr.plies_words(), None);
    for ending in StrategyEnding::ALL {
        let texts = ending.texts::<&zermelo_refute::Arena>();
        let names: Vec<_> = ending.lemmas().into_iter().map(|lemma| lemma.name).collect();
        assert_eq!(texts.into_iter().map(|text| text.name).collect::<Vec<_>>(), names);
    }
}

#[test]
fn the_beginning_of_a_proof() {
    let third = "lemma BYTES candidates of Squeeze".to_string();
    // Both lemmas are right, and the third is missing.
    assert_eq!(lines(BEGIN), (third.clone(), String::new()));
    assert_eq!(lines(&[BEGIN, b"end\n"].concat()), (third.clone(), "end".into()));
    let text = String::from_utf8_lossy(BEGIN);
    let head = claim(StrategyEnding::Kqk, Boards::All).head();
    assert!(text.starts_with(&head));
    let first = b"lemma 2809 the black king is never in the queen's way\n";
    let second = b"lemma 916 candidates of Mate\n";
    let place = |of: &[u8]| BEGIN.windows(of.len()).position(|part| part == of).unwrap();
    let (at, next) = (place(first), place(second));
    assert_eq!((at, next), (head.len(), head.len() + first.len() + 2809 + 1));
    let with = |at: usize, old: &[u8], new: &[u8]| {
        assert_eq!(&BEGIN[at..at + old.len()], old);
        [&BEGIN[..at], new, &BEGIN[at + old.len()..]].concat()
    };
    let name = "lemma BYTES the black king is never in the queen's way";
    for line in [
        &b"lemma 02809 the black king is never in the queen's way\n"[..],
        b"lemma +2809 the black king is never in the queen's way\n",
        b"lemma 2809  the black king is never in the queen's way\n",
        b"lemma 2809the black king is never in the queen's way\n",
        b"lemma 2809 the black king is never in the queen's way.\n",
        b"lemma  the black king is never in the queen's way\n",
        b"lemmas 2809 the black king is never in the queen's way\n",
        b"lemma 99999999999999999999 the black king is never in the queen's way\n",
        b"lemma 2809 candidates of Mate\n",
        b"end\n",
    ] {
        assert_eq!(lines(&with(at, first, line)).0, name);
    }
    // A length that is not that of the steps.
    let lemma = |bytes: &[u8]| match check_within(bytes, &Budget::default()) {
        StrategyFault::Lemma(name, fault) => (name, fault),
        fault => panic!("{fault}"),
    };
    let short = lemma(&with(next, second, b"lemma 915 candidates of Mate\n"));
    assert_eq!((short.0.as_str(), short.1.reason), ("candidates of Mate", StepReason::Cut));
    let long = lemma(&with(next, second, b"lemma 917 candidates of Mate\n"));
    assert_eq!((long.0.as_str(), long.1.reason), ("candidates of Mate", StepReason::Rest));
    // A byte between the lemmas.
    assert_eq!(lines(&with(next - 1, b"\n", b"x\n")), (String::new(), "x".into()));
    // The steps of the second lemma, one bit changed: they are no refutation of it.
    let steps = next + second.len();
    for (byte, bit) in (steps..steps + 916).zip((0..8).cycle()) {
        let mut damaged = BEGIN.to_vec();
        damaged[byte] ^= 1 << bit;
        let (name, fault) = lemma(&damaged);
        assert_eq!(name, "candidates of Mate", "{fault}");
    }
    // Another claim with the same steps.
    for other in ["rules strategy krk", "rules strategy krr"] {
        let other = with(22, b"rules strategy kqk", other.as_bytes());
        assert!(matches!(check_within(&other, &Budget::default()), StrategyFault::Line(..)));
    }
    let one = with(head.len() - 4, b"all\n", b"4x4\n");
    assert_eq!(lemma(&one).0, "the black king is never in the queen's way");
}

#[test]
fn one_lemma_by_itself() {
    let lemmas = StrategyEnding::Kqk.lemmas();
    let steps = &BEGIN[BEGIN.len() - 917..BEGIN.len() - 1];
    let (clauses, checked) = lemmas[1].check(Boards::All, steps).unwrap();
    let counts = [checked.steps, checked.lemmas, checked.derived, checked.unused, checked.literals];
    assert_eq!((clauses, checked.atoms, counts), (389, 0, [52, 12, 39, 318, 90]));
    assert!(lemmas[0].check(Boards::All, steps).is_err());
    assert!(lemmas[1].check(Boards::One(5, 5), steps).is_err());
    assert_eq!(
        format!("{:?}", lemmas[1]),
        "candidates of Mate: Every legal move that fits Mate is one of its candidates."
    );
}

#[test]
fn budgets() {
    let exhausted = |budget| match check_within(BEGIN, &budget) {
        StrategyFault::Exhausted(why) => why,
        fault => panic!("{fault}"),
    };
    assert!(matches!(exhausted(Budget::default().bytes(2000)), Exhausted::Bytes(..)));
    assert!(matches!(exhausted(Budget::default().bytes(3500)), Exhausted::Bytes(..)));
}

/// Bytes that are other ones when they are read again.
struct Changing(std::cell::Cell<u32>);

impl Source for Changing {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        self.0.set(self.0.get() + 1);
        if self.0.get() == 3 {
            return Err(io::Error::other("no disk"));
        }
        let ending = if self.0.get() == 1 { StrategyEnding::Kqk } else { StrategyEnding::Krk };
        let head = claim(ending, Boards::All).head().into_bytes();
        Ok(Box::new(Cursor::new(head).chain(Cursor::new(Vec::new()))))
    }
}

#[test]
fn what_is_read_again_is_what_counts() {
    let source = Changing(0.into());
    let certificate = StrategyCertificate::saved(&source).unwrap().unwrap();
    assert_eq!(certificate.claim.ending, StrategyEnding::Kqk);
    assert_eq!(certificate.bytes(), []);
    assert_eq!(format!("{certificate:?}").matches("bytes: bytes").count(), 1);
    let fault = Proved::new(certificate, &Budget::default()).map(|_| ()).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "expected the line \"claim mates on all\", found \"another claim\""
    );
    let fault = StrategyCertificate::saved(&source).unwrap_err();
    assert_eq!(fault.to_string(), "it cannot be read: no disk");
}

/// The orders that make the theorem, and which man plays what.
#[test]
fn kinds_signature() {
    let letters =
        |moves: [bool; 2]| [["-", "r"], ["k", "b"]][usize::from(moves[0])][usize::from(moves[1])];
    let rook: String =
        Kind::ALL.iter().map(|kind| letters([kind.moves_king(), kind.moves_rook()])).collect();
    let basic: Vec<_> = Kind::ALL.into_iter().filter(|kind| kind.is_basic()).collect();
    assert_eq!((rook.as_str(), basic.as_slice()), ("rbrkkkkrrr", &Kind::ALL[2..7]));
    let queen: String = kqk::Kind::ALL
        .iter()
        .map(|kind| letters([kind.moves_king(), !kind.moves_king()]))
        .collect();
    assert_eq!(queen, "rrkkrrk");
    let rooks: String =
        krr::Kind::ALL.iter().map(|kind| letters([kind.moves_king(), kind.moves_rook()])).collect();
    assert_eq!(rooks, "rrrrkrrbbrrrrkr");
    assert_eq!(follow_ups().len(), 5);
}

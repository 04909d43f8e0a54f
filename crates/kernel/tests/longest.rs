//! `longest`: the known countings are accepted, and anything else is not.
#![forbid(unsafe_code)]

use zermelo_kernel::{
    Budget, CountStep, GameLimit, LongestCertificate, LongestFault, Proof, Rejection, Theorem,
};

const KNOWN: [(GameLimit, u64); 3] =
    [(GameLimit::SeventyFive, 17_697), (GameLimit::Fifty, 11_797), (GameLimit::Claims, 11_796)];

fn counting(limit: GameLimit) -> LongestCertificate {
    LongestCertificate::count(limit).unwrap()
}

#[test]
fn the_known_bounds_are_accepted() {
    for (limit, plies) in KNOWN {
        let certificate = counting(limit);
        assert_eq!(certificate.plies, plies);
        let text = certificate.to_text();
        let Ok(Theorem::Longest(proved)) = Proof::read(&text).unwrap().check() else {
            panic!("{text}")
        };
        assert_eq!((proved.limit, proved.plies), (limit, plies));
        assert_eq!(Proof::read(&text).unwrap().to_text(), text);
    }
    let numbers: Vec<u64> = counting(GameLimit::SeventyFive).steps.iter().map(|s| s.1).collect();
    assert_eq!(numbers, [150, 30, 11, 10, 118, 7224, 7, 3, 4, 17_697]);
}

#[test]
fn a_weaker_claim_is_accepted_and_a_stronger_one_is_not() {
    for (limit, plies) in KNOWN {
        let weaker = LongestCertificate { plies: plies + 5, ..counting(limit) };
        assert!(weaker.check().is_ok());
        for claimed in [plies - 1, 118, 0] {
            let fault = LongestCertificate { plies: claimed, ..counting(limit) }.check();
            assert_eq!(fault, Err(LongestFault::Claim { claimed, counted: plies }));
        }
    }
}

#[test]
fn every_damaged_number_is_found() {
    for (limit, _) in KNOWN {
        for (i, step) in CountStep::ALL.into_iter().enumerate() {
            for change in [-1i64, 1, 1000] {
                let mut damaged = counting(limit);
                let found = damaged.steps[i].1;
                damaged.steps[i].1 = found.saturating_add_signed(change);
                let claimed = damaged.steps[i].1;
                assert_eq!(
                    damaged.check(),
                    Err(LongestFault::Number { step, claimed, found }),
                    "{limit:?}"
                );
            }
        }
    }
}

#[test]
fn steps_are_all_there_and_in_order() {
    let whole = counting(GameLimit::Fifty);
    for i in 0..whole.steps.len() {
        let mut short = whole.clone();
        short.steps.remove(i);
        assert_eq!(short.check(), Err(LongestFault::Length(9)));
        let mut twice = whole.clone();
        twice.steps.insert(i, twice.steps[i]);
        assert_eq!(twice.check(), Err(LongestFault::Length(11)));
        if i > 0 {
            let mut swapped = whole.clone();
            swapped.steps.swap(i - 1, i);
            assert_eq!(swapped.check(), Err(LongestFault::Order(i, CountStep::ALL[i - 1])));
        }
    }
    // The counting of one rule is none for another.
    let other = LongestCertificate { limit: GameLimit::Claims, ..whole };
    assert!(matches!(other.check(), Err(LongestFault::Number { .. })));
}

#[test]
fn what_is_no_certificate_is_not_read() {
    let text = counting(GameLimit::SeventyFive).to_text();
    for (old, new) in [
        ("longest 75", "longest 60"),
        ("longest 75 17697", "longest 75"),
        ("longest 75 17697", "longest 75 many"),
        ("longest 75 17697", "longest 75 -1"),
        ("rules chess", "rules chess960"),
        ("count pair", "count pears"),
        ("count pair 11", "count pair"),
        ("count pair 11", "count pair 99999999999999999999999"),
        ("end\n", ""),
    ] {
        let damaged = text.replacen(old, new, 1);
        assert_ne!(damaged, text, "{old}");
        assert!(Proof::read(&damaged).is_err(), "{old} -> {new}");
    }
}

#[test]
fn no_file_exceeds_its_budget() {
    let many = "count pair 11\n".repeat(100_000);
    let text = format!("zermelo-certificate 1\nrules chess\nclaim longest 75 17697\n{many}end\n");
    let tight = Budget::default().memory(10_000);
    assert!(Proof::read_within(&text, &tight).unwrap_err().exhausted.is_some());
    let read = Proof::read(&text).unwrap();
    assert!(matches!(read.check(), Err(Rejection::Longest(LongestFault::Length(100_000)))));
    let text = counting(GameLimit::Claims).to_text();
    let poor = Budget::default().steps(1000, 0);
    let read = Proof::read_within(&text, &poor).unwrap();
    assert!(matches!(read.check_within(&poor), Err(Rejection::Exhausted(_))));
}

//! The kept proofs: accepted as they are, rejected with anything changed; and false certificates,
//! made from right ones, which are rejected too.

use std::collections::BTreeMap;

use zermelo_kernel::{Budget, Exhausted, Proved};
use zermelo_kernel_strategy::{
    Boards, Condition, Lemma, StrategyCertificate, StrategyClaim, StrategyEnding, StrategyFault,
};
use zermelo_refute::{Arena, Clauses, Step, StepReader, check_refutation};
use zermelo_strategy::proving::{Decision, decide, kept};
use zermelo_strategy::smt::{self, Found};

const KRK: StrategyEnding = StrategyEnding::Krk;
const KQK: StrategyEnding = StrategyEnding::Kqk;

fn claim(ending: StrategyEnding, boards: Boards) -> StrategyClaim {
    StrategyClaim { ending, boards, bounded: false }
}

fn unpacked(ending: StrategyEnding) -> Vec<u8> {
    kept(claim(ending, Boards::All)).unwrap()
}

/// What the kernel says of a certificate; the claim is whatever it says itself.
fn check(certificate: &[u8]) -> Result<StrategyClaim, StrategyFault> {
    let certificate = StrategyCertificate::read(certificate.to_vec())?;
    let certificate = certificate.ok_or_else(|| StrategyFault::Order("no strategy".into()))?;
    Ok(Proved::new(certificate, &Budget::default())?.claim)
}

/// A part of a certificate: a lemma's line, and its steps.
type Part = (String, Vec<u8>);

/// The lemmas of a certificate that is right.
fn parts(certificate: &[u8]) -> Vec<Part> {
    let mut rest = certificate;
    let mut line = || {
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap();
        let line = String::from_utf8(rest[..end].to_vec()).unwrap();
        rest = &rest[end + 1..];
        if !line.starts_with("lemma ") {
            return (line, Vec::new());
        }
        let length: usize = line.split(' ').nth(1).unwrap().parse().unwrap();
        let steps = rest[..length].to_vec();
        rest = &rest[length + 1..];
        (line, steps)
    };
    (0..3).for_each(|_| drop(line()));
    let mut parts = Vec::new();
    loop {
        let part = line();
        if part.0 == "end" {
            return parts;
        }
        parts.push(part);
    }
}

/// A certificate of these parts, right or not.
fn joined(claim: StrategyClaim, parts: &[Part]) -> Vec<u8> {
    let mut certificate = claim.head().into_bytes();
    for (line, steps) in parts {
        certificate.extend(format!("{line}\n").into_bytes());
        certificate.extend(steps);
        certificate.push(b'\n');
    }
    certificate.extend(b"end\n");
    certificate
}

fn steps_of(bytes: &[u8]) -> Vec<Step> {
    let mut reader = StepReader::new(bytes);
    std::iter::from_fn(|| reader.step().unwrap()).collect()
}

fn bytes_of(steps: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    steps.iter().for_each(|step| step.write(&mut bytes));
    bytes
}

/// Numbers by chance, the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        ((self.0 >> 33) % below as u64) as usize
    }

    fn sign(&mut self) -> i64 {
        [-1, 1][self.roll(2)]
    }
}

/// Changes one thing in a step, and says what.
fn change(step: &mut Step, dice: &mut Dice) -> &'static str {
    let by = dice.sign();
    let other = |literal: &mut i32, flip: bool| {
        if flip {
            *literal = -*literal;
        } else {
            *literal += by as i32;
        }
    };
    match step {
        Step::Atom(inequality) => match (dice.roll(3), dice.roll(inequality.parts.len())) {
            (0, part) => {
                let variable = &mut inequality.parts[part].0;
                *variable = variable.wrapping_add_signed(by as i16);
                "variable of an atom"
            }
            (1, part) => {
                inequality.parts[part].1 += by;
                "coefficient of an atom"
            }
            _ => {
                inequality.bound += by;
                "bound of an atom"
            }
        },
        Step::Linear(parts) => {
            let part = dice.roll(parts.len());
            if dice.roll(2) == 0 {
                parts[part].1 = parts[part].1.wrapping_add_signed(by);
                return "multiplier";
            }
            other(&mut parts[part].0, dice.roll(2) == 0);
            "literal of a sum"
        }
        Step::Derived { clause, hints } => {
            if !clause.is_empty() && dice.roll(2) == 0 {
                let place = dice.roll(clause.len());
                other(&mut clause[place], dice.roll(2) == 0);
                return "literal of a clause";
            }
            let place = dice.roll(hints.len());
            if dice.roll(3) == 0 {
                hints[place].last = !hints[place].last;
                return "last use of a hint";
            }
            hints[place].clause = hints[place].clause.wrapping_add_signed(by);
            "hint"
        }
        Step::Delete(ids) => {
            let place = dice.roll(ids.len());
            ids[place] = ids[place].wrapping_add_signed(by);
            "deleted clause"
        }
    }
}

/// One number or literal changed, at many places of every lemma; one a lemma is put to the kernel
/// as a whole certificate, and the fault names the lemma and the step.
fn damage(ending: StrategyEnding, each: usize, seed: u64) {
    let claim = claim(ending, Boards::All);
    let whole = unpacked(ending);
    assert_eq!(check(&whole).unwrap(), claim);
    let parts = parts(&whole);
    assert_eq!(joined(claim, &parts), whole);
    let mut dice = Dice(seed);
    let mut tried: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, (lemma, (line, bytes))) in ending.lemmas().iter().zip(&parts).enumerate() {
        let arena = Arena::new();
        let clauses: Clauses = lemma.deny(&arena, Boards::All).clauses();
        let right = steps_of(bytes);
        assert_eq!(&bytes_of(&right), bytes);
        for number in 0..each {
            let mut steps = right.clone();
            let at = dice.roll(steps.len());
            let what = change(&mut steps[at], &mut dice);
            let damaged = bytes_of(&steps);
            let fault = match check_refutation(&clauses, damaged.as_slice()) {
                Ok(_) => panic!("{line}: {what}: {:?} may be {:?}", right[at], steps[at]),
                Err(fault) => fault,
            };
            assert!(fault.step > at as u64, "{fault}");
            *tried.entry(what).or_default() += 1;
            if number == 0 {
                let mut parts = parts.clone();
                let line = format!("lemma {} {}", damaged.len(), lemma.name);
                parts[place] = (line, damaged);
                let expected = format!("lemma \"{}\", step {}: ", lemma.name, fault.step);
                let text = check(&joined(claim, &parts)).unwrap_err().to_string();
                assert!(text.starts_with(&expected), "{text}");
            }
        }
        // One bit of any byte.
        for _ in 0..each {
            let mut damaged = bytes.clone();
            let at = dice.roll(damaged.len());
            damaged[at] ^= 1 << dice.roll(8);
            let answer = check_refutation(&clauses, damaged.as_slice());
            assert!(answer.is_err(), "{line}: byte {at}");
            *tried.entry("bit").or_default() += 1;
        }
    }
    let all: usize = tried.values().sum();
    println!("{}: {all} changes, all rejected: {tried:?}", ending.name());
}

#[test]
fn the_kept_proof_of_king_and_rook_rejects_damage() {
    damage(KRK, 12, 8);
}

#[test]
fn the_kept_proof_of_king_and_queen_rejects_damage() {
    damage(KQK, 12, 9);
}

/// Every byte of the lines of text.
#[test]
fn lines_that_are_changed_are_rejected() {
    let whole = unpacked(KQK);
    let right = parts(&whole);
    let all = claim(KQK, Boards::All);
    let head = all.head();
    for at in 0..head.len() {
        for bit in 0..8 {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << bit;
            assert!(check(&damaged).is_err(), "byte {at} of the head");
        }
    }
    // Of the lemmas' lines every byte of the first, and some of the others.
    let mut dice = Dice(3);
    for place in 0..right.len() {
        let length = right[place].0.len();
        let places = if place == 0 { 0..length } else { dice.roll(length)..length };
        let bytes = if place == 0 { length } else { 2 };
        for at in places.take(bytes) {
            let mut line = right[place].0.clone().into_bytes();
            line[at] ^= 1 << dice.roll(7);
            let Ok(line) = String::from_utf8(line) else { continue };
            let mut parts = right.clone();
            parts[place].0 = line.clone();
            assert!(check(&joined(all, &parts)).is_err(), "{line}");
        }
    }
    let (length, name) = (right[0].1.len(), KQK.lemmas()[0].name.clone());
    for line in [
        format!("lemma +{length} {name}"),
        format!("lemma 0{length} {name}"),
        format!("lemma {length}  {name}"),
        format!("lemma {length}\t{name}"),
        format!("lemma {length}{name}"),
        format!("lemma  {length} {name}"),
        format!("lemma {length} {name} "),
        format!("lemma {length} {name}\r"),
        format!("lemma {} {name}", length - 1),
        format!("lemma {} {name}", length + 1),
        format!("lemma {} {name}", u64::MAX),
        format!("lemma 1{:060} {name}", length),
        format!("lemma {length} "),
        format!("lemma {name}"),
        format!("lemma {length} {}{name}", " ".repeat(2000)),
        String::new(),
        "end".to_string(),
    ] {
        let mut parts = right.clone();
        parts[0].0 = line.clone();
        assert!(check(&joined(all, &parts)).is_err(), "{line}");
    }
    for boards in [
        "3x4", "4x3", "65x4", "4x65", "04x4", "+4x4", "4x4 ", " 4x4", "4X4", "ALL", "all ", "",
        "4", "4x4x4", "x", "0x0", "256x4", "260x260",
    ] {
        let text = format!("claim mates on {boards}\n");
        let other = head.replace("claim mates on all\n", &text);
        let fault = StrategyClaim::read(&mut other.as_bytes()).unwrap_err();
        assert!(matches!(fault, StrategyFault::Line(..)), "{boards}: {fault}");
    }
}

/// Lemmas left out, repeated, exchanged; the certificate cut, or something put between.
#[test]
fn certificates_in_disorder_are_rejected() {
    let whole = unpacked(KQK);
    let all = claim(KQK, Boards::All);
    let right = parts(&whole);
    let last = right.len() - 1;
    let rejected = |what: &str, certificate: &[u8]| {
        let fault = check(certificate).err().unwrap_or_else(|| panic!("{what} is accepted"));
        println!("{what}: {fault}");
        fault
    };
    for place in [0, last / 2, last] {
        let mut parts = right.clone();
        parts.remove(place);
        rejected("left out", &joined(all, &parts));
        let mut parts = right.clone();
        parts.insert(place, right[place].clone());
        rejected("repeated", &joined(all, &parts));
        let mut parts = right.clone();
        parts.swap(place, last - 1);
        rejected("exchanged", &joined(all, &parts));
        // Under the name that is expected, but with the steps of another.
        let mut parts = right.clone();
        let steps = right[(place + 1) % right.len()].1.clone();
        let name = KQK.lemmas()[place].name.clone();
        parts[place] = (format!("lemma {} {name}", steps.len()), steps);
        let fault = rejected("another's steps", &joined(all, &parts));
        assert!(matches!(fault, StrategyFault::Lemma(of, _) if of == name));
    }
    rejected("no lemma", &joined(all, &[]));
    rejected("the first", &joined(all, &right[..1]));
    let mut dice = Dice(5);
    for _ in 0..20 {
        rejected("cut", &whole[..dice.roll(whole.len() - 5)]);
    }
    rejected("cut before the end", &whole[..whole.len() - 4]);
    rejected("cut within the end", &whole[..whole.len() - 2]);
    for _ in 0..20 {
        let mut damaged = whole.clone();
        damaged.insert(dice.roll(whole.len() - 5), dice.roll(256) as u8);
        rejected("a byte more", &damaged);
        let mut damaged = whole.clone();
        damaged.remove(dice.roll(whole.len() - 1));
        rejected("a byte less", &damaged);
    }
}

fn refutations(claim: StrategyClaim) -> Vec<Vec<u8>> {
    let refutation = |lemma: &Lemma| match decide(lemma, claim.boards, || false).unwrap().0 {
        Decision::Holds(steps) => steps,
        other => panic!("{lemma:?} {other:?}"),
    };
    claim.ending.lemmas().iter().map(refutation).collect()
}

fn certificate(claim: StrategyClaim, refutations: &[Vec<u8>]) -> Vec<u8> {
    StrategyCertificate::new(claim, vec![], refutations).bytes().to_vec()
}

/// A right proof does not prove anything else: neither all boards, nor another board, nor the other
/// ending.
#[test]
fn a_proof_is_of_its_own_claim_only() {
    let small = claim(KQK, Boards::One(4, 5));
    let steps = refutations(small);
    assert_eq!(check(&certificate(small, &steps)).unwrap(), small);
    for other in [
        Boards::All,
        Boards::One(5, 4),
        Boards::One(4, 4),
        Boards::One(4, 6),
        Boards::One(5, 5),
        Boards::One(64, 64),
    ] {
        let fault = check(&certificate(claim(KQK, other), &steps)).unwrap_err();
        assert!(matches!(fault, StrategyFault::Lemma(..)), "{other}: {fault}");
    }
    // The proof for all boards is not one for one board: the clauses are others.
    for ending in [KQK, KRK] {
        let parts = parts(&unpacked(ending));
        for boards in [Boards::One(4, 4), Boards::One(8, 8)] {
            let fault = check(&joined(claim(ending, boards), &parts)).unwrap_err();
            assert!(matches!(fault, StrategyFault::Lemma(..)), "{fault}");
        }
    }
    let rook = parts(&unpacked(KRK));
    let queen = parts(&unpacked(KQK));
    assert!(check(&joined(claim(KQK, Boards::All), &rook)).is_err());
    assert!(check(&joined(claim(KRK, Boards::All), &queen)).is_err());
}

/// The bound has lemmas of its own: all of them are needed, under its own claim, of king and rook on
/// all boards, without anything left out.
#[test]
fn the_bound_is_proved_by_its_own_lemmas() {
    let mates = claim(KRK, Boards::All);
    let bounded = StrategyClaim { bounded: true, ..mates };
    let whole = kept(bounded).unwrap();
    assert_eq!(check(&whole).unwrap(), bounded);
    let (right, fewer) = (parts(&whole), parts(&unpacked(KRK)));
    let (first, own) = right.split_at(fewer.len());
    assert_eq!((first, own.len()), (&fewer[..], 4));
    assert!(check(&joined(bounded, &fewer)).is_err());
    assert!(check(&joined(mates, &right)).is_err());
    // The mating part again and again would take long: the lemmas by themselves.
    let lemmas = bounded.lemmas(&[]).unwrap().split_off(fewer.len());
    let mut dice = Dice(11);
    for (lemma, (_, bytes)) in lemmas.iter().zip(own) {
        lemma.check(Boards::All, &bytes[..]).unwrap();
        let steps = steps_of(bytes);
        for _ in 0..if steps.len() > 10_000 { 4 } else { 40 } {
            let mut damaged = steps.clone();
            let at = dice.roll(steps.len());
            let what = change(&mut damaged[at], &mut dice);
            if damaged != steps {
                let fault = lemma.check(Boards::All, &bytes_of(&damaged)[..]);
                assert!(fault.is_err(), "{}, step {at}, {what}", lemma.name);
            }
        }
        assert!(lemma.check(Boards::All, &bytes[..bytes.len() / 2]).is_err());
    }
    for lemma in &lemmas {
        for (other, (_, bytes)) in lemmas.iter().zip(own) {
            let accepted = lemma.check(Boards::All, &bytes[..]).is_ok();
            assert_eq!(accepted, lemma.name == other.name, "{} by {}", lemma.name, other.name);
        }
    }
    for other in [
        StrategyClaim { boards: Boards::One(8, 8), ..bounded },
        StrategyClaim { ending: KQK, ..bounded },
    ] {
        assert!(other.lemmas(&[]).is_err() && check(&joined(other, &right)).is_err(), "{other:?}");
    }
    assert!(bounded.lemmas(&[Condition::Divides]).is_err());
    for text in ["6 (files + ranks) - 14 plies", "5 (files + ranks) - 13 plies", "13 plies", ""] {
        let other = bounded.head().replace("6 (files + ranks) - 13 plies", text);
        let fault = StrategyClaim::read(&mut other.as_bytes()).unwrap_err();
        assert!(matches!(fault, StrategyFault::Line(..)), "{text}");
    }
}

/// Every lemma about king and rook speaks of something: with all that it assumes, and without the
/// last part of its denial, there is a position. (Behind the denial come the definitions of
/// halves.)
#[test]
fn the_lemmas_about_the_rook_speak_of_something() {
    for lemma in KRK.lemmas() {
        let arena = Arena::new();
        let mut assumptions = lemma.deny(&arena, Boards::All).assumptions();
        let denial = assumptions.len() - arena.definitions().len() - 1;
        assumptions.remove(denial);
        let (found, _) = smt::decide(&arena, &assumptions, || false).unwrap();
        let Found::Solution(values, _) = found else { panic!("{lemma:?} {found:?}") };
        assert!(arena.hold(&assumptions, &values), "{lemma:?}");
        assert!(lemma.fails_at(Boards::All, &values).is_none(), "{lemma:?}");
    }
}

#[test]
fn what_is_left_out_is_part_of_the_claim() {
    for (ending, condition) in [(KRK, Condition::Divides), (KQK, Condition::NoStalemate)] {
        let mut certificate = StrategyCertificate::read(unpacked(ending)).unwrap().unwrap();
        assert!(certificate.without.is_empty() && certificate.lemmas().is_empty());
        certificate.without.push(condition);
        let fault = Proved::new(certificate, &Budget::default()).unwrap_err();
        let expected = match ending {
            StrategyEnding::Krk => matches!(fault, StrategyFault::Lemma(..)),
            StrategyEnding::Kqk => matches!(fault, StrategyFault::Order(_)),
            StrategyEnding::Krr => matches!(fault, StrategyFault::Order(_)),
        };
        assert!(expected, "{fault}");
    }
}

#[test]
fn a_check_ends_with_its_budget() {
    let check = |budget: Budget<'_>| {
        let certificate = StrategyCertificate::read(unpacked(KQK)).unwrap().unwrap();
        match Proved::new(certificate, &budget) {
            Err(StrategyFault::Exhausted(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(check(Budget::default().bytes(5000)), Exhausted::Bytes(5000));
    assert_eq!(check(Budget::default().until(|| true)), Exhausted::Interrupted);
    assert_eq!(check(Budget::default().steps(100_000, 0)), Exhausted::Steps(100_000, 0));
}

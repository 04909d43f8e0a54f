//! Damaged refutations never make the checker panic, and none of something possible is accepted.

use std::path::PathBuf;

use crate::dice::Dice;
use zermelo_refute::{Arena, Clauses, StepReader, Term, check_refutation};

/// The seeds of the fuzz target, in the order of their names.
fn seeds() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/refutation");
    let list = std::fs::read_dir(&folder);
    let list = list.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a seed")).collect()
}

/// A seed with up to four changes.
fn damaged(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(12)).min(bytes.len());
        match dice.below(7) {
            0 => bytes.insert(at, dice.below(8) as u8),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.truncate(at),
            3 => {
                let other = &seeds[dice.below(seeds.len())];
                bytes.truncate(at);
                bytes.extend(&other[dice.below(other.len() + 1)..]);
            }
            4 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            5 => bytes.insert(at, dice.below(256) as u8),
            _ if at < bytes.len() => bytes[at] = dice.below(8) as u8,
            _ => {}
        }
    }
    bytes
}

/// `x + y = 3` and `x = y`, refuted; without one of the four it can be true.
#[test]
fn refutations() {
    let arena = Arena::new();
    let (x, y) = (arena.variable(0), arena.variable(1));
    let roots = [(x + y).at_most(3), (x - y).at_most(0), (x + y).at_least(3), (x - y).at_least(0)];
    let roots = roots.map(|root| root.literal());
    let (clash, possible) = (Clauses::of(&arena, &roots), Clauses::of(&arena, &roots[..3]));
    let seeds = seeds();
    assert!(!seeds.is_empty());
    for seed in &seeds {
        check_refutation(&clash, seed.as_slice()).unwrap();
    }
    let (mut dice, count, mut read) = (Dice(1913), 200_000, 0);
    for _ in 0..count {
        let bytes = damaged(&seeds, &mut dice);
        if let Err(fault) = check_refutation(&clash, bytes.as_slice()) {
            assert!(fault.to_string().starts_with("step "));
        }
        assert!(check_refutation(&possible, bytes.as_slice()).is_err());
        let (mut reader, mut written) = (StepReader::new(bytes.as_slice()), Vec::new());
        while let Ok(Some(step)) = reader.step() {
            step.write(&mut written);
            assert!(bytes.starts_with(&written));
        }
        read += usize::from(!written.is_empty());
    }
    assert!(read * 50 > count, "only {read} of {count} damaged ones were read");
}

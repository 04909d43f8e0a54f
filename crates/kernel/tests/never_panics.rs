//! What the fuzz targets do, on a stable toolchain: the seeds of fuzz/corpus are replayed and
//! damaged at random. Texts from outside may be anything; they must never make the kernel panic,
//! and what is read must be written and read back the same.

use std::borrow::Cow;
use std::path::PathBuf;

use crate::dice::Dice;
use zermelo_kernel::{
    Budget, Castling, LosingPosition, Position, Proof, Rules, TreeClaim, TreeHead, folded,
};

/// The seeds of one fuzz target, in the order of their names.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let list = std::fs::read_dir(&folder);
    let list = list.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: &PathBuf| std::fs::read(path).expect("a seed");
    let seeds: Vec<Vec<u8>> = paths.iter().map(read).collect();
    assert!(!seeds.is_empty());
    seeds
}

/// A seed with up to four changes: bytes and runs of them, lines, parts of other seeds.
fn damaged(seeds: &[Vec<u8>], letters: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(12)).min(bytes.len());
        match dice.below(8) {
            0 => bytes.insert(at, letters[dice.below(letters.len())]),
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
            6 => {
                let mut lines: Vec<Vec<u8>> =
                    bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
                let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
                if dice.below(2) == 0 {
                    lines.swap(a, b);
                } else {
                    lines[a] = lines[b].clone();
                }
                bytes = lines.join(&b'\n');
            }
            _ if at < bytes.len() => bytes[at] = letters[dice.below(letters.len())],
            _ => {}
        }
    }
    bytes
}

/// The seeds, then so many damaged ones.
fn texts(target: &str, letters: &str, count: usize, mut look: impl FnMut(&[u8]) -> bool) {
    let seeds = seeds(target);
    let mut dice = Dice(1913);
    let read = seeds.iter().filter(|seed| look(seed)).count();
    assert!(read > 0, "no seed of {target} can be read");
    let again = (0..count).filter(|_| look(&damaged(&seeds, letters.as_bytes(), &mut dice)));
    let again = again.count();
    println!("{target}: {read} of {} seeds, {again} of {count} damaged ones read", seeds.len());
    assert!(again * 50 > count, "only {again} of {count} damaged texts were read");
}

const LETTERS: &str = "pnbrqkPNBRQK12345678 /-wbacdefghACDEFGH09xé\n\t";

#[test]
fn positions() {
    texts("fen", LETTERS, 100_000, |bytes| {
        let Ok(text) = std::str::from_utf8(bytes) else { return false };
        let mut taken = false;
        for castling in [Castling::Standard, Castling::Chess960] {
            match Position::from_fen(text, castling) {
                Ok(position) => {
                    taken = true;
                    let again = Position::from_fen(&position.to_fen(), castling);
                    assert_eq!(again.as_ref(), Ok(&position));
                    let _ = (position.is_checkmate(), position.oddities());
                    for m in position.legal_moves().into_iter().take(3) {
                        let next = position.play(m);
                        assert_eq!(Position::from_fen(&next.to_fen(), castling), Ok(next));
                    }
                }
                Err(error) => assert!(error.to_string().starts_with(&error.field().to_string())),
            }
        }
        match LosingPosition::from_fen(text) {
            Ok(position) => {
                let fold = folded(&position);
                assert!(matches!(folded(&*fold), Cow::Borrowed(_)), "{fold} is folded");
                for m in position.legal_moves().into_iter().take(3) {
                    let next = position.play(m);
                    assert_eq!(LosingPosition::from_fen(&next.to_fen()), Ok(next));
                }
            }
            Err(_) => assert!(!taken, "a position of chess is one of losing chess: {text}"),
        }
        taken
    });
}

#[test]
fn moves() {
    texts("uci", "abcdefgh12345678qrbnk\n0é wbKQ-", 60_000, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let (fen, moves) = text.split_once('\n').unwrap_or((&text, ""));
        let mut read = 0;
        for castling in [Castling::Standard, Castling::Chess960] {
            let Ok(mut position) = Position::from_fen(fen, castling) else { continue };
            for uci in moves.lines() {
                match position.parse_uci(uci) {
                    Ok(m) => {
                        assert_eq!(m.to_uci(&position), uci);
                        position = position.play(m);
                        read += 1;
                    }
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
        }
        read > 0
    });
}

#[test]
fn certificates() {
    let mut accepted = 0;
    texts("certificate", "0123456789abcdefghkqrnpKQRBNP \n-gonepromotedfacing", 150_000, |bytes| {
        match Proof::read(&bytes) {
            Ok(certificate) => {
                let text = certificate.to_text();
                match certificate.clone().check() {
                    Ok(_) => {
                        accepted += 1;
                        assert_eq!(Proof::read(&text), Ok(certificate));
                    }
                    Err(rejection) => assert!(!rejection.to_string().is_empty()),
                }
                true
            }
            Err(error) => {
                let lines = bytes.split(|&byte| byte == b'\n').count();
                assert!(error.line >= 1 && error.line <= lines + 1, "{error}");
                assert!(error.to_string().starts_with("line "));
                false
            }
        }
    });
    assert!(accepted > 0);
}

#[test]
fn trees() {
    let mut accepted = 0;
    texts("tree", "\0\u{1}\u{2}\u{3}@0123456789losingficsjointwhiteblack \n", 100_000, |bytes| {
        // The same bytes as a tree with nothing around it.
        if let Err(fault) = TreeClaim::of_initial_array(Rules::Losing).check(
            bytes,
            bytes,
            |_| true,
            &Budget::default(),
        ) {
            assert!(fault.to_string().starts_with("node "));
        }
        let mut nodes = bytes;
        match TreeHead::read(&mut nodes) {
            Ok(Some(head)) => {
                assert_eq!(TreeHead::read(&mut head.to_text().as_bytes()), Ok(Some(head.clone())));
                match head.check(nodes, nodes, |_| true, &Budget::default()) {
                    Ok(proved) => {
                        let summary = &proved.summary;
                        accepted += 1;
                        assert!(summary.nodes + summary.transpositions <= u64::from(head.nodes));
                        // What the first reading misses is no way around the second.
                        let other = head.check(
                            &bytes[..bytes.len() / 2],
                            nodes,
                            |_| true,
                            &Budget::default(),
                        );
                        assert!(other.is_err() || other == Ok(proved));
                    }
                    Err(fault) => assert!(fault.to_string().starts_with("node ")),
                }
                true
            }
            Ok(None) => false,
            Err(error) => {
                assert!(error.to_string().starts_with("line "));
                false
            }
        }
    });
    assert!(accepted > 0);
}

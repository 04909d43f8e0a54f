//! The lemmas for every board, decided by us and by z3 on the same formulas in the same run.
//!
//! `cargo bench -p zermelo-strategy --bench lemmas [-- WORD]`, only lemmas with that word in their
//! name. z3 is taken from the path, or from the
//! variable Z3 (`pip install z3-solver==5.4.0` brings the program). We also give proofs, which the
//! kernel checks; z3 only says `unsat`.

use std::process::Command;
use std::time::{Duration, Instant};

use zermelo_kernel_strategy::{Boards, Lemma, StrategyClaim, StrategyEnding};
use zermelo_refute::Arena;
use zermelo_strategy::proving::{Decision, decide};
use zermelo_strategy::smt::Effort;
use zermelo_strategy::smtlib;

fn main() {
    let z3 = std::env::var("Z3").unwrap_or_else(|_| "z3".to_string());
    let have = Command::new(&z3).arg("--version").output().is_ok();
    if !have {
        println!("z3 is not there: only our own times");
    }
    let folder = std::env::temp_dir().join(format!("zermelo-lemmas-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for formulas");
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let claim = |ending, bounded| StrategyClaim { ending, boards: Boards::All, bounded };
    let endings = StrategyEnding::ALL.map(|ending| (ending.name(), claim(ending, false)));
    for (name, claim) in endings.into_iter().chain([("bound", claim(StrategyEnding::Krk, true))]) {
        let (mut ours, mut kernel, mut theirs) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        let lemmas = claim.lemmas(&[]).expect("a known claim").into_iter();
        let asked = |lemma: &Lemma| {
            lemma.name.contains(&word) && lemma.name.starts_with("bound") == claim.bounded
        };
        for lemma in lemmas.filter(asked) {
            let begun = Instant::now();
            let decided = decide(&lemma, Boards::All, || false).expect("a right proof");
            let time = begun.elapsed();
            let Decision::Holds(steps) = decided.0 else { panic!("{} fails", lemma.name) };
            let begun = Instant::now();
            lemma.check(Boards::All, &steps[..]).expect("an accepted proof");
            kernel += begun.elapsed();
            ours += time;
            let mut other = Duration::ZERO;
            if have {
                let arena = Arena::new();
                let roots = lemma.deny(&arena, Boards::All).assumptions();
                let mut text = Vec::new();
                smtlib::write(&arena, &roots, &lemma.name, &mut text).expect("memory");
                let file = folder.join("lemma.smt2");
                std::fs::write(&file, text).expect("a formula");
                let begun = Instant::now();
                let said = Command::new(&z3).arg(&file).output().expect("z3");
                other = begun.elapsed();
                assert_eq!(String::from_utf8_lossy(&said.stdout).trim(), "unsat", "{}", lemma.name);
                theirs += other;
            }
            let Effort { conflicts, lemmas, pivots } = decided.1;
            println!(
                "{:>9.1} ms {:>9.1} ms  {} ({conflicts} dead ends, {lemmas} sums, {pivots} pivots, {} bytes)",
                millis(time),
                millis(other),
                lemma.name,
                steps.len()
            );
        }
        print!("{}: ours {:.2} s, kernel {:.2} s", name, ours.as_secs_f64(), kernel.as_secs_f64());
        if have {
            let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
            print!(", z3 {:.2} s: z3 takes {ratio:.2} times our time", theirs.as_secs_f64());
        }
        println!();
    }
    let _ = std::fs::remove_dir_all(&folder);
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

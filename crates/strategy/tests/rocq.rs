//! What is written for Rocq is what the kernel reads.

use zermelo_kernel_strategy::{Boards, StrategyEnding};
use zermelo_refute::{Arena, Inequality, Linear, Literal, Node};
use zermelo_strategy::rocq::{statements, text};
use zermelo_strategy::sketch::Sketchbook;

#[path = "../../testing/src/dice.rs"]
mod dice;
use dice::Dice;

/// Which variable of the arena a term is.
fn variable(term: Linear<'_>) -> usize {
    usize::try_from(term.value(i64::from)).expect("a variable")
}

/// Gives the variables that stand for halves the values that their definitions ask for.
fn fill_halves(arena: &Arena, definitions: &[Literal], known: &[bool], values: &mut [i64]) {
    let nodes = arena.nodes();
    for (unknown, _) in known.iter().enumerate().filter(|(_, known)| !**known) {
        let fits = |values: &[i64]| {
            definitions.iter().all(|literal| {
                let Node::Inequality(Inequality { parts, bound }) = &nodes[literal.node()] else {
                    panic!("a half is defined by inequalities");
                };
                let of_it = parts.iter().any(|part| usize::from(part.0) == unknown);
                let sum: i64 = parts.iter().map(|&(v, times)| values[usize::from(v)] * times).sum();
                !of_it || (sum <= *bound) != literal.negated()
            })
        };
        let found = (-40..40).find(|&half| {
            values[unknown] = half;
            fits(values)
        });
        found.expect("every number has a half");
    }
}

/// Compares each assumption of each lemma, in both readings, on random boards and men, half of whom
/// stand near where they stood before.
fn same(ending: StrategyEnding, rounds: usize) {
    let book = Sketchbook::default();
    let statements = statements(&book, ending);
    let lemmas = ending.lemmas();
    assert_eq!(statements.len(), lemmas.len());
    let mut dice = Dice(26);
    let mut told = Vec::new();
    for (statement, lemma) in statements.iter().zip(&lemmas) {
        let arena = Arena::new();
        let scene = lemma.deny(&arena, Boards::All);
        // The variables in the order in which the lemma brings them in, which both readings share.
        let men = scene.shown.iter().flatten().flat_map(|place| [place.x, place.y]);
        let mut numbers: Vec<usize> =
            [scene.width, scene.height].into_iter().chain(men).map(variable).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), statement.variables.len(), "{}", lemma.name);
        let count = usize::from(arena.variables());
        let mut known = vec![false; count];
        numbers.iter().for_each(|&number| known[number] = true);
        let definitions = arena.definitions();
        assert_eq!(scene.assumed.len(), statement.assumed.len(), "{}", lemma.name);
        let first = 2 + 2 * scene.shown.first().map_or(0, Vec::len);
        let mut seen = vec![[false; 2]; scene.assumed.len()];
        for _ in 0..rounds {
            let mut values = vec![0_i64; count];
            let sides = [3 + dice.below(5) as i64, 3 + dice.below(5) as i64];
            for (place, &number) in numbers.iter().enumerate() {
                let side = sides[place % 2];
                values[number] = match place {
                    0 | 1 => side,
                    // Sometimes beside the board.
                    _ if dice.below(20) == 0 => side * dice.below(2) as i64 - 1,
                    _ if place < first || dice.below(3) == 0 => dice.below(side as usize) as i64,
                    _ => values[numbers[place - 2]] + dice.below(3) as i64 - 1,
                };
            }
            fill_halves(&arena, &definitions, &known, &mut values);
            let truths = arena.truths(&values);
            let of = |variable: usize| {
                let place = statement.variables.iter().position(|known| *known == variable);
                values[numbers[place.expect("a variable of the lemma")]]
            };
            for (place, (formula, &id)) in scene.assumed.iter().zip(&statement.assumed).enumerate()
            {
                let holds = formula.literal().holds(&truths);
                let written = book.value(id, &of) == 1;
                assert_eq!(holds, written, "{}, assumption {place}", lemma.name);
                seen[place][usize::from(holds)] = true;
            }
        }
        // What holds of all men or of none, a lemma among it, says less of the readings.
        told.extend(seen.iter().map(|seen| *seen == [true, true]));
    }
    let both = told.iter().filter(|both| **both).count();
    assert!(3 * both >= 2 * told.len(), "only {both} of {} hold sometimes", told.len());
}

#[test]
fn what_is_written_of_the_rook_is_what_the_kernel_reads() {
    same(StrategyEnding::Krk, 120);
}

#[test]
fn what_is_written_of_the_queen_is_what_the_kernel_reads() {
    same(StrategyEnding::Kqk, 120);
}

#[test]
fn what_is_written_of_two_rooks_is_what_the_kernel_reads() {
    same(StrategyEnding::Krr, 20);
}

#[test]
fn the_kept_statements_are_written_anew() {
    let (rook, queen) =
        (include_str!("../../../proofs/rook/Krk.v"), include_str!("../../../proofs/queen/Kqk.v"));
    for (kept, ending) in [(rook, StrategyEnding::Krk), (queen, StrategyEnding::Kqk)] {
        assert!(kept == text(ending), "tools/check-proofs --bless writes {}", ending.name());
        assert_eq!(kept.matches(" : Prop := forall ").count(), 27);
    }
}

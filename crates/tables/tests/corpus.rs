//! Every 2- and 3-unit table of losing chess against an independent generator's figures.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use zermelo_tables::{Material, Measure, Rules, solve};

fn compare(rules: Rules, name: &str) {
    let Some(text) = zermelo_corpus::text(name) else { return };
    let mut tables = HashMap::new();
    let mut plies = HashMap::new();
    for men in 2..=3 {
        for material in Material::all(men, rules) {
            let find = |material: &Material| Arc::clone(&tables[material]);
            let zeroing = solve(&material, rules, Measure::Zeroing, &find, &mut |_| ControlFlow::Continue(())).unwrap();
            let outcome = solve(&material, rules, Measure::Outcome, &find, &mut |_| ControlFlow::Continue(())).unwrap();
            tables.insert(material.clone(), Arc::new(outcome));
            plies.insert(material, zeroing);
        }
    }
    let mut rows = 0;
    let mut bad = 0;
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let number = |i: usize| fields[i].parse::<u64>().unwrap();
        let material = Material::parse(fields[0], rules).unwrap();
        assert_eq!(material.to_string(), fields[0]);
        for side in 0..2 {
            let at = 1 + 8 * side;
            let counts = plies[&material].counts(side);
            let longest = |tally: &[u64]| tally.iter().rposition(|&n| n > 0).unwrap_or(0) as u64;
            let loss = longest(&counts.losses);
            let ours = [counts.won(), counts.draws, counts.lost(), longest(&counts.wins), loss, counts.losses.get(loss as usize).copied().unwrap_or(0)];
            let theirs = [number(at) + number(at + 1), number(at + 2), number(at + 3) + number(at + 4), number(at + 5), number(at + 6), number(at + 7)];
            if ours != theirs { bad += 1; if bad < 30 { println!("{} side {side}: {ours:?} {theirs:?}", fields[0]); } }
        }
        rows += 1;
    }
    println!("{rows} rows, {bad} bad");
    assert_eq!(bad, 0);
    assert_eq!(rows, tables.len());
}

#[test]
fn international() {
    compare(Rules::Losing, "losing/tables-2-3-units-international.csv");
}

#[test]
fn fics() {
    compare(Rules::LosingFics, "losing/tables-2-3-units-fics.csv");
}

//! Every 2- and 3-unit table of losing chess against an independent generator's figures.

use crate::common::solved;
use zermelo_board::Color;
use zermelo_tables::{Material, Measure, Rules};

fn compare(rules: Rules, name: &str) {
    let Some(text) = zermelo_testing::text(name) else { return };
    let wanted = [Material::all(2, rules), Material::all(3, rules)].concat();
    let tables = solved(&wanted, rules, Measure::Zeroing);
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), tables.len());
    for row in &rows {
        let number = |i: usize| row[i].parse::<u64>().unwrap();
        for side in [0, 1] {
            let counts = tables[row[0]].counts_up_to_symmetry(Color::ALL[side]);
            let longest = |tally: &[u64]| tally.iter().rposition(|&n| n > 0).unwrap_or(0);
            let (win, loss) = (longest(&counts.wins), longest(&counts.losses));
            let slowest = counts.losses.get(loss).copied().unwrap_or(0);
            let ours =
                [counts.won(), counts.draws, counts.lost(), win as u64, loss as u64, slowest];
            // Wins and losses that the fifty-move rule would spoil are wins and losses to us.
            let at = 1 + 8 * side;
            let (won, lost) = (number(at) + number(at + 1), number(at + 3) + number(at + 4));
            let theirs =
                [won, number(at + 2), lost, number(at + 5), number(at + 6), number(at + 7)];
            assert_eq!(ours, theirs, "{} with side {side} to move", row[0]);
        }
    }
    println!("{rules}: {} tables, all counts and longest wins agree", rows.len());
}

#[test]
fn international() {
    compare(Rules::Losing, "losing/tables-2-3-units-international.csv");
}

#[test]
fn fics() {
    compare(Rules::LosingFics, "losing/tables-2-3-units-fics.csv");
}

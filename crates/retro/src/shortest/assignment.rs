//! The cheapest way to give every row a column of its own: the Hungarian method, for a side's men.

/// More than any sum: a man that cannot be the one.
pub(super) const NEVER: u32 = 10_000;

/// The most rows and columns.
pub(super) const MOST: usize = 16;

/// The least sum over all ways to give each of the first `rows` rows one of the first `columns`
/// columns, of which there are at least as many; [`NEVER`] or more if there is no way.
///
/// With potentials, one row at a time, by shortest augmenting paths (Kuhn 1955, Munkres 1957).
pub(super) fn least(cost: &[[u32; MOST]; MOST], rows: usize, columns: usize) -> u32 {
    let mut row_price = [0i32; MOST + 1];
    let mut column_price = [0i32; MOST + 1];
    // The row, from 1, that has each column; column 0 stands for the row that is being placed.
    let mut owner = [0usize; MOST + 1];
    for row in 1..=rows {
        owner[0] = row;
        let mut at = 0;
        let mut slack = [i32::MAX; MOST + 1];
        let mut way = [0usize; MOST + 1];
        let mut used = [false; MOST + 1];
        while owner[at] != 0 {
            used[at] = true;
            let from = owner[at];
            let (mut delta, mut next) = (i32::MAX, 0);
            for column in (1..=columns).filter(|&column| !used[column]) {
                let price = cost[from - 1][column - 1] as i32;
                let reduced = price - row_price[from] - column_price[column];
                if reduced < slack[column] {
                    slack[column] = reduced;
                    way[column] = at;
                }
                if slack[column] < delta {
                    delta = slack[column];
                    next = column;
                }
            }
            for column in 0..=columns {
                if used[column] {
                    row_price[owner[column]] += delta;
                    column_price[column] -= delta;
                } else if column > 0 {
                    slack[column] -= delta;
                }
            }
            at = next;
        }
        while at != 0 {
            let before = way[at];
            owner[at] = owner[before];
            at = before;
        }
    }
    let pairs = (1..=columns).filter(|&column| owner[column] != 0);
    pairs.map(|column| cost[owner[column] - 1][column - 1]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every way.
    fn slowly(cost: &[[u32; MOST]; MOST], row: usize, rows: usize, free: u32) -> u32 {
        if row == rows {
            return 0;
        }
        let columns = (0..MOST).filter(|column| free & 1 << column != 0);
        let ways = columns
            .map(|column| cost[row][column] + slowly(cost, row + 1, rows, free & !(1 << column)));
        ways.min().unwrap_or(NEVER)
    }

    #[test]
    fn the_least_sum_is_that_of_all_ways() {
        let mut dice = fastrand::Rng::with_seed(16);
        for _ in 0..500 {
            let columns = dice.usize(1..=6);
            let rows = dice.usize(0..=columns);
            let mut cost = [[0; MOST]; MOST];
            for price in cost.iter_mut().flatten() {
                *price = if dice.u8(0..4) == 0 { NEVER } else { dice.u32(0..9) };
            }
            let slow = slowly(&cost, 0, rows, (1 << columns) - 1);
            assert_eq!(least(&cost, rows, columns).min(NEVER), slow.min(NEVER));
        }
    }
}

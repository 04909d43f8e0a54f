//! How many wins and losses there are of each length, in moves of the side that wins.

use zermelo_tables::Counts;

/// The most rows that a person reads.
const MAX_ROWS: usize = 40;

/// Counts by length. The columns are the wins and losses of White to move, and those of Black.
pub struct Histogram {
    /// For each number of moves.
    pub rows: Vec<[u64; 4]>,
}

impl Histogram {
    /// What the columns are.
    pub const COLUMNS: [&str; 4] = ["White wins", "White loses", "Black wins", "Black loses"];

    /// Puts the counts of both sides to move together.
    pub fn new(counts: &[Counts; 2]) -> Histogram {
        let mut rows: Vec<[u64; 4]> = Vec::new();
        let mut add = |moves: usize, column: usize, count: u64| {
            if count > 0 {
                rows.resize(rows.len().max(moves + 1), [0; 4]);
                rows[moves][column] += count;
            }
        };
        for (side, counts) in counts.iter().enumerate() {
            for (plies, &count) in counts.wins.iter().enumerate() {
                add(plies.div_ceil(2), 2 * side, count);
            }
            for (plies, &count) in counts.losses.iter().enumerate() {
                add(plies / 2, 2 * side + 1, count);
            }
        }
        Histogram { rows }
    }

    /// The rows with what they are called, several together if there are many.
    pub fn grouped(&self) -> Vec<(String, [u64; 4])> {
        let width = [1, 2, 5, 10, 20, 50, 100].into_iter();
        let fits = |width: &usize| self.rows.len().div_ceil(*width) <= MAX_ROWS;
        let width = width.clone().find(fits).unwrap_or(1000);
        let group = |(index, rows): (usize, &[[u64; 4]])| {
            let first = index * width;
            let last = first + rows.len() - 1;
            let name = if first == last { first.to_string() } else { format!("{first}-{last}") };
            let mut sums = [0; 4];
            for row in rows {
                for (sum, count) in sums.iter_mut().zip(row) {
                    *sum += count;
                }
            }
            (name, sums)
        };
        self.rows.chunks(width).enumerate().map(group).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_in_moves_and_groups() {
        let white = Counts { wins: vec![0, 3, 5, 7], draws: 9, losses: vec![] };
        let black = Counts { wins: vec![], draws: 0, losses: vec![1, 0, 4, 2] };
        let histogram = Histogram::new(&[white, black]);
        assert_eq!(histogram.rows, [[0, 0, 0, 1], [8, 0, 0, 6], [7, 0, 0, 0]]);
        assert_eq!(histogram.grouped()[1], ("1".to_string(), [8, 0, 0, 6]));
        let long = Histogram { rows: vec![[1, 0, 0, 2]; 83] };
        let groups = long.grouped();
        assert_eq!(groups.len(), 17);
        assert_eq!(groups[0], ("0-4".to_string(), [5, 0, 0, 10]));
        assert_eq!(groups[16], ("80-82".to_string(), [3, 0, 0, 6]));
    }
}

//! Times per query on a logarithmic scale, counted.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Bins for a factor of ten.
pub(crate) const PER_DECADE: usize = 10;

/// How many queries took how long.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Histogram {
    /// The first bin begins at a nanosecond; in each the winnable, the unwinnable and the open.
    bins: Vec<[u64; 3]>,
}

impl Histogram {
    /// Counts a query by whether the side could mate; `None` when open.
    pub fn add(&mut self, time: Duration, winnable: Option<bool>) {
        let nanoseconds = time.as_nanos().max(1) as f64;
        let bin = (PER_DECADE as f64 * nanoseconds.log10()) as usize;
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, [0; 3]);
        }
        self.bins[bin][winnable.map_or(2, |winnable| usize::from(!winnable))] += 1;
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Histogram) {
        if self.bins.len() < other.bins.len() {
            self.bins.resize(other.bins.len(), [0; 3]);
        }
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            for (count, more) in bin.iter_mut().zip(more) {
                *count += more;
            }
        }
    }

    /// How many queries were counted.
    pub fn total(&self) -> u64 {
        self.bins.iter().flatten().sum()
    }

    /// A time that so large a share of the queries did not take, in nanoseconds: the end of the
    /// bin in which it lies.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let wanted = (share * self.total() as f64).ceil() as u64;
        let mut seen = 0;
        let reached = |bin: &[u64; 3]| {
            seen += bin.iter().sum::<u64>();
            seen >= wanted
        };
        let bin = self.bins.iter().position(reached).unwrap_or(0);
        begin(bin + 1)
    }

    /// The counts, by bin: the winnable, the unwinnable and the open.
    pub(crate) fn bins(&self) -> &[[u64; 3]] {
        &self.bins
    }
}

/// Where a bin begins, in nanoseconds.
pub(crate) fn begin(bin: usize) -> f64 {
    10_f64.powf(bin as f64 / PER_DECADE as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted() {
        let mut histogram = Histogram::default();
        histogram.add(Duration::from_nanos(0), Some(true));
        histogram.add(Duration::from_micros(15), Some(true));
        histogram.add(Duration::from_millis(3), Some(false));
        let mut twice = histogram.clone();
        twice.merge(&histogram);
        assert_eq!((twice.total(), twice.bins[41]), (6, [2, 0, 0]));
        assert_eq!((twice.quantile(0.5), twice.quantile(1.0)), (begin(42), begin(65)));
        assert_eq!(Histogram::default().total(), 0);
    }
}

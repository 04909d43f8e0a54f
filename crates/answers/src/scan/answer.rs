//! What is counted.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use zermelo_winnable::Sampled;

use super::histogram::Histogram;

/// Counts.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games and positions seen.
    pub games: u64,
    /// Flag falls among them.
    pub flag_falls: u64,
    /// Those that the side with time left could still have won.
    pub winnable: u64,
    /// Those that it could not.
    pub unwinnable: u64,
    /// Those that are open.
    pub open: u64,
    /// Unwinnable ones that were given as won.
    pub unfair: u64,
    /// Unwinnable ones that were given as drawn.
    pub drawn: u64,
    /// Queries by method: material, imminent, rollout, region, search.
    pub methods: [u64; 5],
    /// Verdicts that the kernel has accepted; the others are the engine's word.
    pub checked: u64,
    /// Verdicts that it did not accept, and engines that failed.
    pub bugs: u64,
    /// Queries that were tried again with the reserve.
    pub retried: u64,
    /// Flag falls that cannot be read.
    pub broken: u64,
    /// Games of another kind of chess.
    pub variants: u64,
    /// Damaged places that were passed over.
    pub damages: u64,
    /// Rows written.
    pub rows: u64,
    /// Positions visited.
    pub nodes: u64,
    /// The times of the engine.
    pub exact: Timing,
    /// The times of the fast test, where it was asked for.
    pub quick: Timing,
    /// How many the fast test found unwinnable.
    pub quickly_unwinnable: u64,
    /// All times of the engine.
    pub times: Histogram,
}

/// Times in seconds, summed up.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
    /// The longest.
    pub longest: f64,
}

impl Timing {
    /// Counts one.
    pub fn add(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        self.count += 1;
        self.sum += seconds;
        self.squares += seconds * seconds;
        self.longest = self.longest.max(seconds);
    }

    fn merge(&mut self, other: &Timing) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.longest = self.longest.max(other.longest);
    }

    /// The average.
    pub fn average(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        let average = self.average();
        (self.squares / self.count.max(1) as f64 - average * average).max(0.0).sqrt()
    }
}

impl Tally {
    /// Counts a verdict, and whether it is proved.
    pub fn verdict(&mut self, verdict: &Sampled, time: Duration) {
        let winnable = verdict.winnable();
        match winnable {
            Some(true) => self.winnable += 1,
            Some(false) => self.unwinnable += 1,
            None => self.open += 1,
        }
        self.checked += u64::from(verdict.is_proved());
        self.exact.add(time);
        self.times.add(time, winnable);
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Tally) {
        let Tally { games, flag_falls, winnable, unwinnable, open, unfair, drawn, .. } = other;
        let Tally { methods, checked, bugs, retried, broken, variants, damages, .. } = other;
        let Tally { rows, nodes, exact, quick, quickly_unwinnable, times, .. } = other;
        self.games += games;
        self.flag_falls += flag_falls;
        self.winnable += winnable;
        self.unwinnable += unwinnable;
        self.open += open;
        self.unfair += unfair;
        self.drawn += drawn;
        for (count, more) in self.methods.iter_mut().zip(methods) {
            *count += more;
        }
        self.checked += checked;
        self.bugs += bugs;
        self.retried += retried;
        self.broken += broken;
        self.variants += variants;
        self.damages += damages;
        self.rows += rows;
        self.nodes += nodes;
        self.exact.merge(exact);
        self.quick.merge(quick);
        self.quickly_unwinnable += quickly_unwinnable;
        self.times.merge(times);
    }

    /// Queries answered, open or not.
    pub fn queries(&self) -> u64 {
        self.winnable + self.unwinnable + self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_deviation() {
        let mut one = Tally { games: 3, methods: [1, 0, 0, 0, 2], ..Tally::default() };
        one.verdict(&Sampled::Unchecked { winnable: true }, Duration::from_secs(1));
        let mut two = Tally { games: 4, ..Tally::default() };
        two.verdict(&Sampled::Open, Duration::from_secs(3));
        one.merge(&two);
        assert_eq!((one.games, one.queries(), one.open, one.methods[4]), (7, 2, 1, 2));
        let exact = one.exact;
        assert_eq!((exact.average(), exact.deviation(), exact.longest), (2.0, 1.0, 3.0));
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), one);
    }
}

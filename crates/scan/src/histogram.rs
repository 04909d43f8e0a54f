//! Times per query on a logarithmic scale, counted and drawn (Ambrona 2022, Figure 11).

use std::fmt::Write;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::row::Said;

/// Bins for a factor of ten.
const PER_DECADE: f64 = 10.0;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 380.0;
const INK: [(&str, &str); 3] =
    [("winnable", "#2f7d4f"), ("unwinnable", "#b5403a"), ("open", "#8a6d1a")];

/// How many queries took how long.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Histogram {
    /// The first bin begins at a nanosecond; in each the winnable, the unwinnable and the open.
    bins: Vec<[u64; 3]>,
}

impl Histogram {
    /// Counts a query.
    pub fn add(&mut self, time: Duration, said: Said) {
        let nanoseconds = time.as_nanos().max(1) as f64;
        let bin = (PER_DECADE * nanoseconds.log10()) as usize;
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, [0; 3]);
        }
        self.bins[bin][said as usize] += 1;
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

    /// The picture.
    pub fn svg(&self, title: &str) -> String {
        let sum = |bin: &[u64; 3]| bin.iter().sum::<u64>();
        let first = self.bins.iter().position(|bin| sum(bin) > 0).unwrap_or(20);
        let first = first - first % PER_DECADE as usize;
        let last = self.bins.len().max(first + 1).next_multiple_of(PER_DECADE as usize);
        let most = self.bins.iter().map(sum).max().unwrap_or(1).max(1);
        let height = |count: u64| {
            (BOTTOM - TOP) * ((count + 1) as f64).log10() / ((most + 1) as f64).log10()
        };
        let step = (WIDTH - LEFT - RIGHT) / (last - first) as f64;
        let mut text = String::new();
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} 430\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n\
             <rect width=\"{WIDTH}\" height=\"430\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{title}</text>"
        );
        for (index, (name, ink)) in INK.into_iter().enumerate() {
            let x = LEFT + 120.0 * index as f64;
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"36\" width=\"10\" height=\"10\" fill=\"{ink}\"/>\
                 <text x=\"{}\" y=\"45\">{name}</text>",
                x + 16.0
            );
        }
        for power in 0..=most.ilog10() {
            let count = 10_u64.pow(power);
            let y = BOTTOM - height(count);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{count}</text>",
                WIDTH - RIGHT,
                LEFT - 8.0,
                y + 4.0
            );
        }
        for (index, bin) in self.bins.iter().enumerate().skip(first) {
            let x = LEFT + step * (index - first) as f64;
            let slot = 0.9 * step / 3.0;
            for (column, (name, ink)) in INK.into_iter().enumerate() {
                let (count, from) = (bin[column], x + slot * column as f64);
                if count > 0 {
                    let high = height(count);
                    let _ = writeln!(
                        text,
                        "<rect x=\"{from:.2}\" y=\"{:.2}\" width=\"{slot:.2}\" \
                         height=\"{high:.2}\" fill=\"{ink}\"><title>{count} {name}, from {}</title></rect>",
                        BOTTOM - high,
                        words(10_f64.powf(index as f64 / PER_DECADE))
                    );
                }
            }
        }
        let _ = writeln!(text, "<path d=\"M{LEFT} {BOTTOM}H{}\" stroke=\"#222\"/>", WIDTH - RIGHT);
        for tick in (first..=last).step_by(PER_DECADE as usize) {
            let _ = writeln!(
                text,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                LEFT + step * (tick - first) as f64,
                BOTTOM + 18.0,
                words(10_f64.powf(tick as f64 / PER_DECADE))
            );
        }
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">time per position (queries and times \
             logarithmic)</text>\n</svg>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            BOTTOM + 38.0
        );
        text
    }
}

/// A time as people read it.
fn words(nanoseconds: f64) -> String {
    let (number, unit) = match nanoseconds {
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "µs"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    if number < 9.95 && number.fract() > 0.05 && number.fract() < 0.95 {
        format!("{number:.1} {unit}")
    } else {
        format!("{number:.0} {unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_and_drawn() {
        let mut histogram = Histogram::default();
        histogram.add(Duration::from_nanos(0), Said::Winnable);
        histogram.add(Duration::from_micros(15), Said::Winnable);
        histogram.add(Duration::from_millis(3), Said::Unwinnable);
        let mut twice = histogram.clone();
        twice.merge(&histogram);
        assert_eq!((twice.total(), twice.bins[41]), (6, [2, 0, 0]));
        let svg = twice.svg("a < b");
        assert!(svg.contains("2 unwinnable, from 2.5 ms") && svg.contains("a &lt; b"), "{svg}");
        assert!(svg.ends_with("</svg>\n") && Histogram::default().svg("").contains("svg"));
        assert_eq!((words(1e4), words(2.51e6)), ("10 µs".to_string(), "2.5 ms".to_string()));
    }
}

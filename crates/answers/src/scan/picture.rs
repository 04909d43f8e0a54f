//! The histogram of times as a picture (Ambrona 2022, Figure 11): SVG, both scales logarithmic.
//!
//! Bars of one bin stand in one another, narrow ones before wide ones, so that each can be read off
//! by itself. Colours can be told apart by the colour-blind, and follow a dark page.

use std::fmt::{self, Write};

use super::answer::Tally;
use super::histogram::{Histogram, PER_DECADE, begin};
use crate::names::thousands;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 86.0;
const RIGHT: f64 = 872.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 396.0;
/// What a verdict is called, and how much of a bin its bar takes.
const BARS: [(&str, f64); 3] = [("winnable", 0.92), ("unwinnable", 0.56), ("open", 0.24)];
const STYLE: &str = "\
text{fill:#222}.soft{fill:#666}.paper{fill:#fff}.axis{stroke:#222}.grid{stroke:#e3e3e3}\
.winnable{fill:#8fb4dc}.unwinnable{fill:#c8471e}.open{fill:#111}\
@media(prefers-color-scheme:dark){text{fill:#e6e6e6}.soft{fill:#a0a0a0}.paper{fill:#181818}\
.axis{stroke:#e6e6e6}.grid{stroke:#383838}.winnable{fill:#4d7fb3}.unwinnable{fill:#f08a5d}\
.open{fill:#fff}}";

/// The scales.
struct Scales {
    first: usize,
    last: usize,
    most: u64,
}

impl Scales {
    fn of(histogram: &Histogram) -> Scales {
        let bins = histogram.bins();
        let is_used = |bin: &[u64; 3]| bin.iter().any(|&count| count > 0);
        // Where nothing was counted, a microsecond.
        let first = bins.iter().position(is_used).unwrap_or(3 * PER_DECADE);
        let first = first - first % PER_DECADE;
        let last = bins.len().max(first + 1).next_multiple_of(PER_DECADE);
        let most = bins.iter().flatten().copied().max().unwrap_or(0).max(9);
        Scales { first, last, most }
    }

    fn step(&self) -> f64 {
        (RIGHT - LEFT) / (self.last - self.first) as f64
    }

    fn x(&self, bin: usize) -> f64 {
        LEFT + self.step() * (bin - self.first) as f64
    }

    /// One stands above none, which a logarithm alone would not do.
    fn y(&self, count: u64) -> f64 {
        let share = ((count + 1) as f64).log10() / ((self.most + 1) as f64).log10();
        BOTTOM - (BOTTOM - TOP) * share
    }
}

impl Tally {
    /// How long the queries took, as SVG.
    pub fn picture(&self) -> String {
        let count = thousands(self.queries());
        self.times.svg(&format!("{count} flag falls: how long each took to decide"))
    }
}

impl Histogram {
    /// The picture.
    fn svg(&self, title: &str) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.draw(title, &mut text);
        text
    }

    fn draw(&self, title: &str, out: &mut String) -> fmt::Result {
        let scales = Scales::of(self);
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
             <text x=\"{LEFT}\" y=\"30\" font-size=\"18\">{title}</text>"
        )?;
        self.legend(out)?;
        grid(&scales, out)?;
        self.bars(&scales, out)?;
        writeln!(
            out,
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\" fill=\"none\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">time of one position</text>\n\
             <text transform=\"translate(24 {}) rotate(-90)\" text-anchor=\"middle\">positions\
             </text>\n</svg>",
            (LEFT + RIGHT) / 2.0,
            BOTTOM + 46.0,
            (TOP + BOTTOM) / 2.0
        )
    }

    /// What the colours are, how many there are of each, and how long most took.
    fn legend(&self, out: &mut String) -> fmt::Result {
        let mut x = LEFT;
        for (index, (name, _)) in BARS.into_iter().enumerate() {
            let count = self.bins().iter().map(|bin| bin[index]).sum::<u64>();
            if count == 0 {
                continue;
            }
            let words = format!("{} {name}", thousands(count));
            writeln!(
                out,
                "<rect class=\"{name}\" x=\"{x}\" y=\"50\" width=\"12\" height=\"12\"/>\
                 <text x=\"{}\" y=\"61\">{words}</text>",
                x + 18.0
            )?;
            x += 44.0 + 7.2 * words.len() as f64;
        }
        if self.total() == 0 {
            return Ok(());
        }
        let [half, most] = [0.5, 0.999].map(|share| words(self.quantile(share)));
        writeln!(
            out,
            "<text class=\"soft\" x=\"{RIGHT}\" y=\"61\" text-anchor=\"end\">half under {half}, \
             99.9% under {most}</text>"
        )
    }

    fn bars(&self, scales: &Scales, out: &mut String) -> fmt::Result {
        for (index, (name, share)) in BARS.into_iter().enumerate() {
            let width = share * scales.step();
            for (bin, counts) in self.bins().iter().enumerate().skip(scales.first) {
                let count = counts[index];
                if count == 0 {
                    continue;
                }
                let (x, y) = (scales.x(bin) + (scales.step() - width) / 2.0, scales.y(count));
                let (from, to) = (words(begin(bin)), words(begin(bin + 1)));
                writeln!(
                    out,
                    "<rect class=\"{name}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" \
                     height=\"{:.2}\"><title>{} {name}, {from} to {to}</title></rect>",
                    BOTTOM - y,
                    thousands(count)
                )?;
            }
        }
        Ok(())
    }
}

/// The lines of the scales, with their numbers.
fn grid(scales: &Scales, out: &mut String) -> fmt::Result {
    for power in 0..=scales.most.ilog10() {
        let count = 10_u64.pow(power);
        let y = scales.y(count);
        writeln!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            y + 4.5,
            thousands(count)
        )?;
    }
    for bin in (scales.first..=scales.last).step_by(PER_DECADE) {
        let x = scales.x(bin);
        writeln!(
            out,
            "<path class=\"grid\" d=\"M{x:.1} {TOP}V{BOTTOM}\"/>\
             <path class=\"axis\" d=\"M{x:.1} {BOTTOM}v6\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            BOTTOM + 22.0,
            words(begin(bin))
        )?;
    }
    Ok(())
}

/// A time as people read it.
fn words(nanoseconds: f64) -> String {
    let (number, unit) = match nanoseconds {
        n if n < 999.5 => (n, "ns"),
        n if n < 999.5e3 => (n / 1e3, "µs"),
        n if n < 999.5e6 => (n / 1e6, "ms"),
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn drawn() {
        let mut histogram = Histogram::default();
        for _ in 0..1_234 {
            histogram.add(Duration::from_micros(15), Some(true));
        }
        histogram.add(Duration::from_millis(3), Some(false));
        let svg = histogram.svg("a < b & c");
        for part in [
            ">1 unwinnable, 2.5 ms to 3.2 ms<",
            ">1,234 winnable<",
            "a &lt; b &amp; c",
            "half under 16 µs, 99.9% under 16 µs",
            ">10 ms</text>",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"));
        // No legend for what there is none of.
        assert_eq!(svg.matches("class=\"open\"").count(), 0);
        let empty = Histogram::default().svg("");
        assert!(empty.ends_with("</svg>\n") && !empty.contains("NaN") && !empty.contains("under"));
    }

    #[test]
    fn numbers_for_people() {
        assert_eq!((words(1e4), words(2.51e6)), ("10 µs".to_string(), "2.5 ms".to_string()));
        assert_eq!((words(begin(30)), words(begin(90))), ("1 µs".to_string(), "1 s".to_string()));
    }
}

//! A histogram as a picture: SVG, made by hand, with nothing from elsewhere.

use std::fmt::Write;

use zermelo_kernel::Color;

use super::histogram::Histogram;
use crate::names::thousands;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 60.0;
const PANEL: f64 = 200.0;
const GAP: f64 = 56.0;
/// Wins, losses.
const INK: [&str; 2] = ["#2f7d4f", "#b5403a"];

/// What is high: counts themselves, or their logarithms if they differ by a lot.
struct Scale {
    most: f64,
    logarithmic: bool,
}

impl Scale {
    fn new(histogram: &Histogram) -> Scale {
        let counts = || histogram.rows.iter().flatten().filter(|&&count| count > 0);
        let most = counts().max().map_or(1, |&most| most);
        let logarithmic = counts().min().is_some_and(|&least| most / least >= 100);
        Scale { most: most as f64, logarithmic }
    }

    /// From 0 at the bottom to 1 at the top. A single position is seen on both scales.
    fn height(&self, count: f64) -> f64 {
        if self.logarithmic {
            ((count + 1.0).log10() / (self.most + 1.0).log10()).max(0.0)
        } else {
            count / self.most
        }
    }

    /// Where to draw lines across.
    fn ticks(&self) -> Vec<u64> {
        if self.logarithmic {
            return (0..=self.most.log10() as u32).map(|power| 10_u64.pow(power)).collect();
        }
        let step = nice(self.most / 5.0);
        (0..).map(|index| index * step).take_while(|&tick| tick as f64 <= self.most).collect()
    }
}

/// The next number of the kind 1, 2, 5, 10, 20 and so on.
fn nice(at_least: f64) -> u64 {
    let mut power = 1;
    loop {
        match [1, 2, 5].into_iter().find(|digit| (digit * power) as f64 >= at_least) {
            Some(digit) => return digit * power,
            None => power *= 10,
        }
    }
}

/// The picture of a table's distances: White to move above, Black to move below.
pub fn svg(title: &str, unit: &str, histogram: &Histogram) -> String {
    let scale = Scale::new(histogram);
    let height = TOP + 2.0 * PANEL + 2.0 * GAP;
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{title}</text>"
    );
    for (index, (ink, name)) in INK.into_iter().zip(["wins", "losses"]).enumerate() {
        let x = WIDTH - 160.0 + 70.0 * index as f64;
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"14\" width=\"10\" height=\"10\" fill=\"{ink}\"/>\
             <text x=\"{}\" y=\"24\">{name}</text>",
            x + 14.0
        );
    }
    for side in Color::ALL {
        panel(&mut text, side, unit, histogram, &scale);
    }
    text.push_str("</svg>\n");
    text
}

fn panel(text: &mut String, side: Color, unit: &str, histogram: &Histogram, scale: &Scale) {
    let bottom = TOP + PANEL + side.index() as f64 * (PANEL + GAP);
    let right = WIDTH - RIGHT;
    let name = format!("{side} to move");
    let how = if scale.logarithmic { "positions, logarithmic" } else { "positions" };
    let _ =
        writeln!(text, "<text x=\"{LEFT}\" y=\"{}\">{name} ({how})</text>", bottom - PANEL - 8.0);
    for tick in scale.ticks() {
        let y = bottom - PANEL * scale.height(tick as f64);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            y + 4.0,
            thousands(tick)
        );
    }
    let rows = &histogram.rows;
    let step = (right - LEFT) / rows.len().max(1) as f64;
    for (moves, row) in rows.iter().enumerate() {
        for (column, ink) in INK.into_iter().enumerate() {
            let count = row[2 * side.index() + column];
            if count > 0 {
                let high = PANEL * scale.height(count as f64);
                let x = LEFT + step * (moves as f64 + 0.1 + 0.4 * column as f64);
                let _ = writeln!(
                    text,
                    "<rect x=\"{x:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{high:.2}\" \
                     fill=\"{ink}\"><title>{moves}: {}</title></rect>",
                    bottom - high,
                    0.4 * step,
                    thousands(count)
                );
            }
        }
    }
    let _ = writeln!(text, "<path d=\"M{LEFT} {bottom}H{right}\" stroke=\"#222\"/>");
    for moves in (0..rows.len()).step_by(nice(rows.len() as f64 / 20.0) as usize) {
        let x = LEFT + step * (moves as f64 + 0.5);
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{moves}</text>",
            bottom + 16.0
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{unit}</text>",
        (LEFT + right) / 2.0,
        bottom + 34.0
    );
}

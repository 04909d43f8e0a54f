//! A picture of points: closed lines are filled, letters are written, and a PNG comes of it.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// Lines in which a row of points is looked at.
const FINE: u8 = 4;

/// A picture of points.
pub struct Raster {
    width: usize,
    height: usize,
    points: Vec<[u8; 3]>,
}

impl Raster {
    /// An empty one of this colour.
    pub fn new((width, height): (usize, usize), paint: [u8; 3]) -> Raster {
        Raster { width, height, points: vec![paint; width * height] }
    }

    /// Fills a closed line.
    pub fn fill(&mut self, outline: &[(f32, f32)], paint: [u8; 3]) {
        // Only what lies around the line is looked at: most are much smaller than the picture.
        let (left, right) = ends(outline.iter().map(|&(x, _)| x), self.width);
        let (top, bottom) = ends(outline.iter().map(|&(_, y)| y), self.height);
        let mut cover = vec![0.0; right.saturating_sub(left)];
        let start = left as f32;
        for row in top..bottom {
            cover.fill(0.0);
            for line in 0..FINE {
                let y = row as f32 + (f32::from(line) + 0.5) / f32::from(FINE);
                let mut crossings = crossings(outline, y);
                crossings.sort_by(f32::total_cmp);
                for span in crossings.chunks_exact(2) {
                    add(&mut cover, span[0] - start, span[1] - start);
                }
            }
            let points = &mut self.points[row * self.width + left..];
            for (point, cover) in points.iter_mut().zip(&cover).filter(|(_, cover)| **cover > 0.0) {
                *point = std::array::from_fn(|part| {
                    let [from, to] = [point[part], paint[part]].map(f32::from);
                    (from + (to - from) * cover.min(1.0)).round() as u8
                });
            }
        }
    }

    /// Draws a closed line so wide.
    pub fn stroke(&mut self, outline: &[(f32, f32)], wide: f32, paint: [u8; 3]) {
        let half = wide / 2.0;
        let next = outline.iter().cycle().skip(1);
        for (&(ax, ay), &(bx, by)) in outline.iter().zip(next) {
            let length = (bx - ax).hypot(by - ay).max(0.01);
            let (x, y) = ((bx - ax) / length * half, (by - ay) / length * half);
            // A little longer at both ends, so that the corners are closed.
            let (ax, ay, bx, by) = (ax - x * 0.6, ay - y * 0.6, bx + x * 0.6, by + y * 0.6);
            self.fill(
                &[(ax - y, ay + x), (bx - y, by + x), (bx + y, by - x), (ax + y, ay - x)],
                paint,
            );
        }
    }

    /// Writes, `dot` points to a dot of a letter; the words stand on `y`.
    pub fn write(&mut self, (x, y): (f32, f32), dot: f32, text: &str, paint: [u8; 3]) {
        for (place, letter) in text.chars().enumerate() {
            let rows = glyph(letter).into_iter().chain(below(letter));
            for (down, row) in rows.enumerate() {
                for across in (0..5).filter(|across| row >> (4 - across) & 1 == 1) {
                    let left = x + (place * 6 + across) as f32 * dot;
                    let top = y + (down as f32 - 7.0) * dot;
                    let (right, low) = (left + dot, top + dot);
                    self.fill(&[(left, top), (right, top), (right, low), (left, low)], paint);
                }
            }
        }
    }

    /// The picture as a file (RFC 2083).
    pub fn png(&self) -> Vec<u8> {
        let mut rows = ZlibEncoder::new(Vec::new(), Compression::new(4));
        for row in self.points.chunks(self.width) {
            // Writing to a vector does not fail.
            let _ = rows.write_all(&[0]).and_then(|()| rows.write_all(row.as_flattened()));
        }
        let rows = rows.finish().unwrap_or_default();
        let mut head = Vec::new();
        for side in [self.width, self.height] {
            head.extend((side as u32).to_be_bytes());
        }
        // Eight bits, three colours.
        head.extend([8, 2, 0, 0, 0]);
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        for (name, bytes) in [(b"IHDR", head), (b"IDAT", rows), (b"IEND", Vec::new())] {
            png.extend((bytes.len() as u32).to_be_bytes());
            png.extend(name);
            png.extend(&bytes);
            let mut crc = Crc::new();
            crc.update(name);
            crc.update(&bytes);
            png.extend(crc.sum().to_be_bytes());
        }
        png
    }
}

/// The first and the last point, in one direction, that a line may touch.
fn ends(places: impl Iterator<Item = f32> + Clone, most: usize) -> (usize, usize) {
    let first = (places.clone().fold(f32::MAX, f32::min).max(0.0) as usize).min(most);
    (first, (places.fold(0.0, f32::max).ceil() as usize).min(most))
}

/// Where a level line meets a closed one.
fn crossings(outline: &[(f32, f32)], y: f32) -> Vec<f32> {
    let next = outline.iter().cycle().skip(1);
    let meets = outline.iter().zip(next).filter(|((_, ay), (_, by))| (*ay <= y) != (*by <= y));
    meets.map(|((ax, ay), (bx, by))| ax + (y - ay) / (by - ay) * (bx - ax)).collect()
}

/// Adds what a span covers of each point.
fn add(cover: &mut [f32], from: f32, to: f32) {
    let (first, last) = (from.max(0.0) as usize, (to.max(0.0).ceil() as usize).min(cover.len()));
    for (place, cover) in cover.iter_mut().enumerate().take(last).skip(first) {
        let part = to.min(place as f32 + 1.0) - from.max(place as f32);
        *cover += part.max(0.0) / f32::from(FINE);
    }
}

/// The two rows of a letter below the line.
fn below(letter: char) -> [u8; 2] {
    match letter {
        'g' | 'y' => [1, 14],
        'j' => [18, 12],
        'p' => [16, 16],
        'q' => [1, 1],
        _ => [0; 2],
    }
}

/// The seven rows of a letter, five dots each; what is not known is left empty. Small letters are no
/// ornament: a FEN in capitals is another position.
fn glyph(letter: char) -> [u8; 7] {
    match letter {
        'A' => [14, 17, 17, 31, 17, 17, 17],
        'B' => [30, 17, 17, 30, 17, 17, 30],
        'C' => [14, 17, 16, 16, 16, 17, 14],
        'D' => [30, 17, 17, 17, 17, 17, 30],
        'E' => [31, 16, 16, 30, 16, 16, 31],
        'F' => [31, 16, 16, 30, 16, 16, 16],
        'G' => [14, 17, 16, 23, 17, 17, 15],
        'H' => [17, 17, 17, 31, 17, 17, 17],
        'I' => [14, 4, 4, 4, 4, 4, 14],
        'J' => [7, 2, 2, 2, 2, 18, 12],
        'K' => [17, 18, 20, 24, 20, 18, 17],
        'L' => [16, 16, 16, 16, 16, 16, 31],
        'M' => [17, 27, 21, 21, 17, 17, 17],
        'N' => [17, 25, 21, 19, 17, 17, 17],
        'O' => [14, 17, 17, 17, 17, 17, 14],
        'P' => [30, 17, 17, 30, 16, 16, 16],
        'Q' => [14, 17, 17, 17, 21, 18, 13],
        'R' => [30, 17, 17, 30, 20, 18, 17],
        'S' => [15, 16, 16, 14, 1, 1, 30],
        'T' => [31, 4, 4, 4, 4, 4, 4],
        'U' => [17, 17, 17, 17, 17, 17, 14],
        'V' => [17, 17, 17, 17, 17, 10, 4],
        'W' => [17, 17, 17, 21, 21, 27, 17],
        'X' => [17, 17, 10, 4, 10, 17, 17],
        'Y' => [17, 17, 10, 4, 4, 4, 4],
        'Z' => [31, 1, 2, 4, 8, 16, 31],
        'a' => [0, 0, 14, 1, 15, 17, 15],
        'b' => [16, 16, 22, 25, 17, 17, 30],
        'c' => [0, 0, 14, 16, 16, 17, 14],
        'd' => [1, 1, 13, 19, 17, 17, 15],
        'e' => [0, 0, 14, 17, 31, 16, 14],
        'f' => [6, 9, 8, 28, 8, 8, 8],
        'g' => [0, 0, 15, 17, 17, 17, 15],
        'h' => [16, 16, 22, 25, 17, 17, 17],
        'i' => [4, 0, 12, 4, 4, 4, 14],
        'j' => [2, 0, 6, 2, 2, 2, 2],
        'k' => [16, 16, 18, 20, 24, 20, 18],
        'l' => [12, 4, 4, 4, 4, 4, 14],
        'm' => [0, 0, 26, 21, 21, 17, 17],
        'n' => [0, 0, 22, 25, 17, 17, 17],
        'o' => [0, 0, 14, 17, 17, 17, 14],
        'p' => [0, 0, 30, 17, 17, 17, 30],
        'q' => [0, 0, 15, 17, 17, 17, 15],
        'r' => [0, 0, 22, 25, 16, 16, 16],
        's' => [0, 0, 15, 16, 14, 1, 30],
        't' => [8, 8, 28, 8, 8, 9, 6],
        'u' => [0, 0, 17, 17, 17, 19, 13],
        'v' => [0, 0, 17, 17, 17, 10, 4],
        'w' => [0, 0, 17, 17, 21, 21, 10],
        'x' => [0, 0, 17, 10, 4, 10, 17],
        'y' => [0, 0, 17, 17, 17, 17, 15],
        'z' => [0, 0, 31, 2, 4, 8, 31],
        '0' => [14, 17, 19, 21, 25, 17, 14],
        '1' => [4, 12, 4, 4, 4, 4, 14],
        '2' => [14, 17, 1, 6, 8, 16, 31],
        '3' => [30, 1, 1, 14, 1, 1, 30],
        '4' => [2, 6, 10, 18, 31, 2, 2],
        '5' => [31, 16, 30, 1, 1, 17, 14],
        '6' => [14, 16, 16, 30, 17, 17, 14],
        '7' => [31, 1, 2, 4, 4, 4, 4],
        '8' => [14, 17, 17, 14, 17, 17, 14],
        '9' => [14, 17, 17, 15, 1, 1, 14],
        '.' => [0, 0, 0, 0, 0, 12, 12],
        ',' => [0, 0, 0, 0, 12, 4, 8],
        ':' => [0, 12, 12, 0, 12, 12, 0],
        ';' => [0, 12, 12, 0, 12, 4, 8],
        '-' => [0, 0, 0, 14, 0, 0, 0],
        '/' => [1, 1, 2, 4, 8, 16, 16],
        '\'' => [4, 4, 8, 0, 0, 0, 0],
        '(' => [2, 4, 8, 8, 8, 4, 2],
        ')' => [8, 4, 2, 2, 2, 4, 8],
        '#' => [10, 10, 31, 10, 31, 10, 10],
        '+' => [0, 4, 4, 31, 4, 4, 0],
        '=' => [0, 0, 31, 0, 31, 0, 0],
        '?' => [14, 17, 1, 2, 4, 0, 4],
        _ => [0; 7],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_is_covered_exactly() {
        let mut raster = Raster::new((4, 2), [0; 3]);
        raster.fill(&[(0.5, 0.0), (3.0, 0.0), (3.0, 1.0), (0.5, 1.0)], [200; 3]);
        let reds: Vec<u8> = raster.points.iter().map(|point| point[0]).collect();
        assert_eq!(reds, [100, 200, 200, 0, 0, 0, 0, 0]);
        // What lies outside is left out.
        raster.fill(&[(-9.0, -9.0), (99.0, -9.0), (99.0, 99.0), (-9.0, 99.0)], [7; 3]);
        assert!(raster.points.iter().all(|point| *point == [7; 3]));
    }

    #[test]
    fn a_file_holds_the_points() {
        let mut raster = Raster::new((3, 2), [1, 2, 3]);
        raster.write((0.0, 2.0), 1.0, "-", [9; 3]);
        let png = raster.png();
        let length = u32::from_be_bytes(png[33..37].try_into().unwrap()) as usize;
        let mut rows = Vec::new();
        let mut zlib = flate2::read::ZlibDecoder::new(&png[41..41 + length]);
        std::io::Read::read_to_end(&mut zlib, &mut rows).unwrap();
        assert_eq!(rows.len(), 2 * (1 + 3 * 3));
        assert_eq!(rows[..4], [0, 1, 2, 3]);
    }

    #[test]
    fn words_of_verdicts_can_be_written() {
        for letter in
            "Dead position: neither side can mate (FIDE Laws, Article 5.2.2); 1/2-1/2' 8=Qxg7+ #?"
                .chars()
        {
            assert!(letter == ' ' || glyph(letter) != [0; 7], "{letter}");
        }
    }

    #[test]
    fn no_letter_is_written_as_another() {
        let mut forms = std::collections::HashSet::new();
        for letter in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert!(forms.insert((glyph(letter), below(letter))), "{letter}");
        }
    }
}

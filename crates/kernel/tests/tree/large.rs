//! Time and memory for trees that no memory holds. Run with
//! `cargo test -p zermelo-kernel tree::large -- --ignored --nocapture`.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

use super::*;

/// A position, and how often White will still go astray on purpose: that makes trees large.
type Place = (LosingPosition, u32);

/// Writes a tree in which only small parts are merged, each for itself, so that its size is known
/// before it is written.
struct Large {
    levels: HashMap<LosingPosition, u32>,
    parts: HashMap<LosingPosition, Vec<Node>>,
    sizes: HashMap<Place, u64>,
}

/// Parts with lines no longer than this are merged.
const SMALL: u32 = 6;

impl Large {
    fn children(&self, (position, astray): &Place) -> Vec<(u16, Place)> {
        let mut moves = position.legal_moves();
        let mut left = *astray;
        if position.turn() == Color::White {
            let level = |m| self.levels.get(&position.play(m));
            moves.retain(|&m| level(m).is_some());
            let slowest = moves.iter().copied().max_by_key(|&m| level(m));
            let fastest = moves.iter().copied().min_by_key(|&m| level(m));
            moves = if *astray > 0 { slowest } else { fastest }.into_iter().collect();
            left = astray.saturating_sub(1);
        }
        let child = |m| (tree_move(position, m), (position.play(m), left));
        moves.into_iter().map(child).collect()
    }

    fn size(&mut self, place: &Place) -> u64 {
        if let Some(&size) = self.sizes.get(place) {
            return size;
        }
        let (position, astray) = place;
        let size = if *astray == 0 && self.levels[position] <= SMALL {
            let part = Grower::new(Color::White, &self.levels, &none).tree(position, &[]);
            let size = part.len() as u64;
            self.parts.insert(position.clone(), part);
            size
        } else {
            1 + self.children(place).iter().map(|(_, next)| self.size(next)).sum::<u64>()
        };
        self.sizes.insert(place.clone(), size);
        size
    }

    /// Writes what comes below the node with this number.
    fn write(&self, number: u32, place: &Place, out: &mut impl Write) {
        if let (Some(part), 0) = (self.parts.get(&place.0), place.1) {
            for &(data, code) in &part[1..] {
                let shift = if data >= SAME || data & LOW != 0 { number } else { 0 };
                out.write_all(&bytes(&[(data + shift, code)])).unwrap();
            }
            return;
        }
        let children = self.children(place);
        let mut child = number + 1;
        for (index, (code, next)) in children.iter().enumerate() {
            let after = child + self.sizes[next] as u32;
            let sibling = if index + 1 < children.len() { after } else { 0 };
            let inner = if next.0.legal_moves().is_empty() { 0 } else { INNER };
            out.write_all(&bytes(&[(inner | sibling, *code)])).unwrap();
            self.write(child, next, out);
            child = after;
        }
    }
}

/// The largest memory this process has had, in MiB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

#[test]
#[ignore = "takes minutes"]
fn large() {
    let told = std::env::var("ZERMELO_TREE_NODES").ok();
    let most: u64 = told.map_or(3_000_000, |told| told.parse().expect("a number of nodes"));
    let start = position("5R2/8/8/8/8/2k5/8/8 w - -");
    let levels = solve(&start, Color::White, Rules::Losing, 50_000).unwrap();
    let won: Vec<LosingPosition> = levels.keys().cloned().collect();
    let mut large = Large { levels, parts: HashMap::new(), sizes: HashMap::new() };
    let places = won.iter().flat_map(|root| (0..8).map(move |astray| (root.clone(), astray)));
    let sizes = places.map(|place| (large.size(&place), place));
    let sizes: Vec<_> = sizes.filter(|(size, _)| *size <= most).collect();
    let key = |(size, (root, astray)): &(u64, Place)| (*size, *astray, root.to_fen());
    let (size, root) = sizes.into_iter().max_by_key(key).unwrap();
    let file = std::env::temp_dir().join(format!("zermelo-tree-{}", std::process::id()));
    let mut out = BufWriter::new(File::create(&file).unwrap());
    out.write_all(&bytes(&[(size as u32, 0)])).unwrap();
    large.write(0, &root, &mut out);
    out.flush().unwrap();
    drop(out);
    let before = peak();
    let claim = TreeClaim { rules: Rules::Losing, position: root.0, prover: Color::White };
    drop(large);
    let clock = Instant::now();
    let said = claim.check(
        File::open(&file).unwrap(),
        File::open(&file).unwrap(),
        none,
        &Budget::default(),
    );
    let seconds = clock.elapsed().as_secs_f64();
    std::fs::remove_file(&file).unwrap();
    let speed = size as f64 / seconds / 1e6;
    println!("{size} nodes in {seconds:.1} s, {speed:.2} million a second; {said:?}");
    println!("peak memory {before:?} MiB before, {:?} MiB after", peak());
    assert!(said.is_ok());
}

/// How fast the kernel plays with many men: what a node costs, but for the reading.
#[test]
#[ignore = "measures, and checks nothing"]
fn random_games() {
    let mut dice = Dice(3);
    let (mut plies, mut men) = (0, 0);
    let clock = Instant::now();
    for _ in 0..30_000 {
        let mut position = TreeClaim::of_initial_array(Rules::Losing).position;
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[dice.below(moves.len())]);
            plies += 1;
            men += position.pieces().count();
        }
    }
    let speed = f64::from(plies) / clock.elapsed().as_secs_f64() / 1e6;
    println!("{speed:.2} million a second, {:.1} men", men as f64 / f64::from(plies));
}

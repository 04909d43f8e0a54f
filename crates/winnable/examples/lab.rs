//! lab
use std::time::Instant;
use zermelo_board::*;
use zermelo_winnable::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let q = load(&a[1]);
    let mut tot = 0.;
    let mut hist = [0usize; 20];
    let mut nodes = 0;
    let mut lens = 0;
    let mut fails = vec![];
    for (p, c, lab, fen) in &q {
        if *lab == Some(false) { continue; }
        let t = Instant::now();
        let mut line = vec![];
        let plans = rollout::plans(p, *c);
        let mut dice = rollout::Dice::new(1);
        let mut r = 19;
        for i in 0..16 {
            if let rollout::Game::Mate = rollout::play(p, *c, plans[i % 8], &mut dice, 80, &mut line, &mut nodes) {
                r = i; lens += line.len();
                break;
            }
        }
        tot += t.elapsed().as_secs_f64();
        hist[r] += 1;
        if r == 19 { fails.push(format!("{fen} {c}")); }
    }
    println!("{} mean {:.2}us nodes {:.1} len {:.1} hist {:?}", q.len(), tot / q.len() as f64 * 1e6, nodes as f64 / q.len() as f64, lens as f64/q.len() as f64, hist);
    for f in fails.iter().take(40) { println!("{f}"); }
}
fn load(name: &str) -> Vec<(Position, usize, Option<bool>, String)> {
    let txt = std::fs::read_to_string(format!("/work/shared/data/winnable/{name}.txt")).unwrap();
    let mut q = vec![];
    let pos = |f: &str| zermelo_kernel::Position::from_fen(f, zermelo_kernel::Castling::Standard).map(|k| Position::from_kernel(&k));
    for l in txt.lines() {
        match name {
            "hard" | "lichess" => {
                let (lab, fen) = l.split_at(2);
                let fen = fen.trim();
                let Ok(p) = pos(fen) else { println!("bad {fen}"); continue };
                q.push((p, 0, Some(lab.as_bytes()[0] == b'W'), fen.to_string()));
                q.push((p, 1, Some(lab.as_bytes()[1] == b'B'), fen.to_string()));
            }
            "frontier" => {
                let (lab, f) = l.split_once('\t').unwrap();
                let (fen, s) = f.rsplit_once(' ').unwrap();
                q.push((pos(fen).unwrap(), (s == "black") as usize, match lab { "winnable" => Some(true), "unwinnable" => Some(false), _ => None }, fen.to_string()));
            }
            _ => {
                let (fen, _) = l.rsplit_once(' ').unwrap();
                let p = pos(fen).unwrap();
                q.push((p, p.turn_index() ^ 1, None, fen.to_string()));
            }
        }
    }
    q
}

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
    let mut lens = 0; let mut times=[0f64;20]; let mut maxes=[0f64;20];
    let mut fails = vec![];
    for (p, c, lab, fen) in &q {
        if a.len() > 2 && a[2] == "full" {
            let lim: usize = a[3].parse().unwrap();
            let t = Instant::now();
            let (r, n, m, an) = full(p, *c, lim);
            let e = t.elapsed().as_secs_f64();
            tot += e; nodes += n as u64;
            hist[m] += 1;
            times[m] += e; if e > maxes[m] { maxes[m] = e; }
            match (lab, r) { (Some(true), Some(false)) | (Some(false), Some(true)) => println!("WRONG {fen} {c} m{m}"), _ => () }
            if r.is_none() { fails.push(format!("{fen} {c} {lab:?} n={n} an={an} {e:.3}")); }
            if e > 0.2 && r.is_some() { println!("slow {fen} {c} {r:?} n={n} an={an} {e:.3}"); }
            continue;
        }
        if a.len() > 2 && a[2] == "static" {
            let t = Instant::now();
            let un = static_un(p, *c);
            tot += t.elapsed().as_secs_f64();
            match (lab, un) { (Some(true), true) => {println!("WRONG {fen} {c}")}, (Some(true),false)=>hist[0]+=1,(Some(false),true)=>hist[1]+=1,(Some(false),false)=>{hist[2]+=1;fails.push(format!("{fen} {c}"))},(None,true)=>hist[3]+=1,(None,false)=>hist[4]+=1 }
            continue;
        }
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
    if a.len() > 2 && a[2] == "full" { for i in 0..20 { if hist[i]>0 { println!("method {i}: {} total {:.3}s mean {:.1}us max {:.1}ms", hist[i], times[i], times[i]/hist[i] as f64*1e6, maxes[i]*1e3); } } println!("total {tot:.3} open {}", fails.len()); }
    for f in fails.iter().take(400) { println!("{f}"); }
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

fn static_un(p: &Position, c: usize) -> bool {
    if material::insufficient(p, c) { return true; }
    let Some(men) = mobility::Men::new(p, c) else { return false };
    let Some(s) = men.saturate(men.at_home()) else { return false };
    !men.may_be_mated(&s)
}

fn full(p: &Position, c: usize, lim: usize) -> (Option<bool>, usize, usize, u64) {
    if p.turn_index() != c && p.is_checkmate() { return (Some(true), 0, 0, 0); }
    if material::insufficient(p, c) { return (Some(false), 0, 0, 0); }
    let mut line = vec![];
    let plans = rollout::plans(p, c);
    let mut dice = rollout::Dice::new(1);
    let mut nodes = 0;
    for i in 0..4 {
        if let rollout::Game::Mate = rollout::play(p, c, plans[i % 8], &mut dice, 80, &mut line, &mut nodes) {
            return (Some(true), nodes as usize, 1, 0);
        }
    }
    let mut regions = regions::Regions::new(c);
    if regions.prove(p) { return (Some(false), nodes as usize, 2, 1); }
    for i in 4..8 {
        if let rollout::Game::Mate = rollout::play(p, c, plans[i % 8], &mut dice, 80, &mut line, &mut nodes) {
            return (Some(true), nodes as usize, 1, 0);
        }
    }
    let ex = explore::Explorer::new(c, false, &mut regions);
    let (o, n) = ex.run(p, lim);
    match o {
        explore::Outcome::Mate(_) => (Some(true), n, 3, regions.analyses),
        explore::Outcome::Closed(_) => (Some(false), n, 4, regions.analyses),
        explore::Outcome::Spent => (None, n, 5, regions.analyses),
    }
}

//! lab: lab CORPUS [fast|check|...]
use std::collections::BTreeMap;
use std::time::Instant;
use zermelo_board::*;
use zermelo_kernel as kernel;
use zermelo_winnable::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let has = |w: &str| a.iter().any(|x| x == w);
    let q = load(&a[1]);
    let nodes =
        a.iter().find_map(|x| x.strip_prefix("nodes=")).map_or(200_000, |x| x.parse().unwrap());
    let mut tot = 0.;
    let mut ctot = 0.;
    let mut m: BTreeMap<String, (usize, f64, f64, u64)> = Default::default();
    let mut solver = Solver::new(Limits { nodes, memory: 8 << 30 });
    let mut open = 0;
    let mut wrong = 0;
    let mut rejected = 0;
    let mut un = 0;
    let mut worst = 0f64;
    for (root, c, lab, fen) in &q {
        if has("explain") {
            print!("{}", explain(&Position::from_kernel(root), c.index()));
        }
        let p = Position::from_kernel(root);
        let t = Instant::now();
        if has("fast") {
            let r = solver.unwinnable_fast(&p, *c);
            let e = t.elapsed().as_secs_f64();
            tot += e;
            worst = worst.max(e);
            if r.is_some() {
                un += 1;
                if *lab == Some(true) {
                    wrong += 1;
                    println!("WRONG {fen} {c:?}");
                }
            } else if a[1] == "unfair" || has("v") && *lab == Some(false) {
                println!("MISS {fen} {c:?}");
            }
            continue;
        }
        let r = solver.decide(&p, *c);
        let e = t.elapsed().as_secs_f64();
        tot += e;
        worst = worst.max(e);
        let (name, res) = match r.verdict {
            Verdict::Winnable(_) => ("W", Some(true)),
            Verdict::Unwinnable(_) => ("U", Some(false)),
            Verdict::Open => ("OPEN", None),
        };
        if res == Some(false) {
            un += 1;
        }
        let x = m.entry(format!("{name} {:?}", r.method)).or_default();
        x.0 += 1;
        x.1 += e;
        x.2 = x.2.max(e);
        x.3 += r.nodes;
        if res.is_none() {
            open += 1;
            println!("OPEN {fen} {c:?} {lab:?} n={} {e:.3}", r.nodes);
        } else if lab.is_some() && *lab != res {
            wrong += 1;
            println!("WRONG {fen} {c:?} {:?}", r.method);
        }
        if has("line") {
            if let Some(cert) = r.certificate(root, *c) {
                println!("LINE {}", cert.to_text().len());
            }
        }
        if has("vv") {
            println!("Q {name} {:?} {} {e:.6} {fen} {c:?}", r.method, r.nodes);
        }
        if has("v") && e > 0.03 {
            println!("slow {name} {fen} {c:?} n={} {e:.3}", r.nodes);
        }
        if has("check") && res.is_some() {
            let t = Instant::now();
            let cert = r.certificate(root, *c).unwrap();
            if let Err(x) = cert.check() {
                rejected += 1;
                println!("REJECTED {fen} {c:?} {:?}: {x}", r.method);
            }
            let e = t.elapsed().as_secs_f64();
            ctot += e;
            if e > 1.0 {
                println!("slowcheck {fen} {c:?} {e:.2}");
            }
        }
    }
    let n = q.len() as f64;
    for (k, x) in &m {
        println!(
            "{k}: {} total {:.3}s mean {:.1}us max {:.1}ms nodes {}",
            x.0,
            x.1,
            x.1 / x.0 as f64 * 1e6,
            x.2 * 1e3,
            x.3
        );
    }
    println!(
        "{} n={} total {tot:.3}s mean {:.2}us max {:.1}ms open {open} wrong {wrong} un {un} rejected {rejected} check mean {:.1}us",
        a[1],
        q.len(),
        tot / n * 1e6,
        worst * 1e3,
        ctot / n * 1e6
    );
}
type Q = (kernel::Position, kernel::Color, Option<bool>, String);
fn load(name: &str) -> Vec<Q> {
    use kernel::Color::*;
    let pos = |f: &str| kernel::Position::from_fen(f, kernel::Castling::Standard).unwrap();
    if name.starts_with("@") {
        return std::fs::read_to_string(&name[1..])
            .unwrap()
            .lines()
            .map(|l| {
                let w: Vec<&str> = l.split_whitespace().collect();
                let f = w[..4].join(" ");
                (
                    pos(&f),
                    if w[4].eq_ignore_ascii_case("black") { Black } else { White },
                    match w.get(5) {
                        Some(&"Some(true)") => Some(true),
                        Some(&"Some(false)") => Some(false),
                        _ => None,
                    },
                    f,
                )
            })
            .collect();
    }
    if name.contains('/') {
        let (f, s) = name.rsplit_once(' ').unwrap();
        return vec![(pos(f), if s == "black" { Black } else { White }, None, f.to_string())];
    }
    let txt = std::fs::read_to_string(format!("/work/shared/data/winnable/{name}.txt")).unwrap();
    let mut q = vec![];
    for l in txt.lines() {
        match name {
            "hard" | "lichess" => {
                let (lab, fen) = l.split_at(2);
                let fen = fen.trim();
                q.push((pos(fen), White, Some(lab.as_bytes()[0] == b'W'), fen.to_string()));
                q.push((pos(fen), Black, Some(lab.as_bytes()[1] == b'B'), fen.to_string()));
            }
            "frontier" => {
                let (lab, f) = l.split_once('\t').unwrap();
                let (fen, s) = f.rsplit_once(' ').unwrap();
                q.push((
                    pos(fen),
                    if s == "black" { Black } else { White },
                    match lab {
                        "winnable" => Some(true),
                        "unwinnable" => Some(false),
                        _ => None,
                    },
                    fen.to_string(),
                ));
            }
            _ => {
                let (fen, _) = l.rsplit_once(' ').unwrap();
                let p = pos(fen);
                q.push((
                    p.clone(),
                    !p.turn(),
                    if name == "unfair" { Some(false) } else { None },
                    fen.to_string(),
                ));
            }
        }
    }
    q
}

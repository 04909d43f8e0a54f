//! The engine on the corpora: no legal position is called illegal, and every claim is accepted.

use std::time::Instant;

use zermelo_kernel::{Castling, LegalityCertificate, LegalityEvidence, Position};
use zermelo_retro::illegal::{Limits, find};

#[test]
fn random_positions() {
    let Some(text) = zermelo_corpus::text("legality/random-923.tsv") else { return };
    let nodes = std::env::var("NODES").ok().and_then(|n| n.parse().ok());
    let limits = nodes.map_or(Limits::default(), |nodes| Limits { nodes });
    let (mut proven, mut missed) = (0, 0);
    let start = Instant::now();
    for line in text.lines() {
        let (fen, verdict) = line.split_once('\t').expect("FEN, tab, verdict");
        let position = Position::from_fen(fen, Castling::Standard).expect("a good FEN");
        let passed = fen.split(' ').nth(3).and_then(|square| square.parse().ok());
        let time = Instant::now();
        let found = find(&position, passed, &limits);
        if std::env::var("SHOW").is_ok() {
            let about = found
                .as_ref()
                .map(|c| (c.members.len(), c.excluded.first().map(|x| x.0), c.excluded.len()));
            println!("{verdict} {about:?} {:?} {fen}", time.elapsed());
        }
        match found {
            Some(closed) => {
                assert_eq!(verdict, "illegal", "{fen}");
                let evidence = LegalityEvidence::Closed(closed);
                let certificate = LegalityCertificate { position, passed, evidence };
                assert_eq!(certificate.check(), Ok(()), "{fen}");
                proven += 1;
            }
            None => missed += usize::from(verdict == "illegal"),
        }
    }
    println!("{proven} proven, {missed} missed, {:?}", start.elapsed());
}

//! The engine on the corpora: no legal position is called illegal, and every claim is accepted.

use zermelo_kernel::{Castling, LegalityCertificate, LegalityEvidence, Position, Square};
use zermelo_retro::illegal::find;
use zermelo_retro::legal::Options;

/// Whether the position is proved illegal; the kernel must agree.
fn is_illegal(fen: &str) -> bool {
    let position = Position::from_fen(fen, Castling::Standard).expect("a good FEN");
    let passed: Option<Square> = fen.split(' ').nth(3).and_then(|square| square.parse().ok());
    let Some(closed) = find(&position, passed, Options::default().retractions) else {
        return false;
    };
    let evidence = LegalityEvidence::Closed(closed);
    let certificate = LegalityCertificate { position, passed, evidence };
    assert_eq!(certificate.check().map(drop), Ok(()), "{fen}");
    true
}

/// All 192 illegal ones are proved, and none of the 269 legal ones.
#[test]
fn random_positions() {
    let Some(text) = zermelo_testing::text("legality/random-923.tsv") else { return };
    let mut proven = 0;
    for line in text.lines() {
        let (fen, verdict) = line.split_once('\t').expect("FEN, tab, verdict");
        assert_eq!(is_illegal(fen), verdict == "illegal", "{fen}");
        proven += usize::from(verdict == "illegal");
    }
    assert_eq!(proven, 192);
}

/// Positions of real games are legal. One in twenty here; all of them are in docs/numbers.md.
#[test]
fn positions_of_games() {
    let Some(text) = zermelo_testing::text("winnable/lichess.txt") else { return };
    for line in text.lines().step_by(20) {
        let (_, fen) = line.split_once(' ').expect("a mark, then a FEN");
        assert!(!is_illegal(fen), "{fen}");
    }
}

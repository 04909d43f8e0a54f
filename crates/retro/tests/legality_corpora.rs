//! The engine on the corpora: no legal position is called illegal, and every claim is accepted.

use zermelo_board::Limits;
use zermelo_kernel::{Castling, LegalityCertificate, LegalityEvidence, Position, Square};
use zermelo_retro::illegal::find;
use zermelo_retro::legal::Options;

/// How large the set is by which the position is proved illegal, members and excluded ones; the
/// kernel must agree.
fn illegal(fen: &str) -> Option<[usize; 2]> {
    let position = Position::from_fen(fen, Castling::Standard).expect("a good FEN");
    let passed: Option<Square> = fen.split(' ').nth(3).and_then(|square| square.parse().ok());
    let closed = find(&position, passed, Options::default().retractions, &Limits::default())?;
    let size = [closed.members.len(), closed.excluded.len()];
    let evidence = LegalityEvidence::Closed(closed);
    let certificate = LegalityCertificate::new(position, passed, evidence);
    assert_eq!(certificate.check().map(drop), Ok(()), "{fen}");
    Some(size)
}

/// All 192 illegal ones are proved, and none of the 269 legal ones.
#[test]
fn signature_of_random_positions() {
    let Some(text) = zermelo_testing::text("legality/random-923.tsv") else { return };
    let (mut proven, mut signature) = (0, [0; 2]);
    for line in text.lines() {
        let (fen, verdict) = line.split_once('\t').expect("FEN, tab, verdict");
        let size = illegal(fen);
        assert_eq!(size.is_some(), verdict == "illegal", "{fen}");
        proven += usize::from(verdict == "illegal");
        let [members, excluded] = size.unwrap_or_default();
        signature = [signature[0] + members, signature[1] + excluded];
    }
    // A refactoring that changes the sets is none.
    assert_eq!((proven, signature), (192, [1, 512]));
}

/// Positions of real games are legal. One in twenty here; all of them are in docs/numbers.md.
#[test]
fn positions_of_games() {
    let Some(text) = zermelo_testing::text("winnable/lichess.txt") else { return };
    for line in text.lines().step_by(20) {
        let (_, fen) = line.split_once(' ').expect("a mark, then a FEN");
        assert!(illegal(fen).is_none(), "{fen}");
    }
}

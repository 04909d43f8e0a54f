//! Solutions as games in PGN, and as certificates on disk.

use std::io::{self, Write};
use std::path::Path;

use zermelo_record::pgn::{Marker, roster, write_game};
use zermelo_winnable::problem::Goal;

use super::parts::{Diagram, Kind, Solved};
use crate::proof;

/// Writes one game for each solution.
pub fn write_pgn(diagram: &Diagram, solved: &[Solved<'_>], out: &mut impl Write) -> io::Result<()> {
    for Solved { part, searches, .. } in solved {
        for search in searches {
            let marker = match search.stipulation.goal {
                Goal::Stalemate => Marker::Draw,
                Goal::Mate => Marker::won_by(part.winner),
            };
            let twin = diagram.twin.map(|twin| format!("{twin}) ")).unwrap_or_default();
            let kind = match part.kind {
                Kind::Play => String::new(),
                other => format!(", {}", other.name()),
            };
            let count = search.solutions.len();
            for (index, solution) in search.solutions.iter().enumerate() {
                let number = index + 1;
                let event =
                    format!("{twin}{}{kind}, solution {number} of {count}", search.stipulation);
                let tags = roster(&event, "?", marker);
                write_game(&tags, &part.position, &solution.own, marker, out)?;
            }
        }
    }
    Ok(())
}

/// Saves the certificate of each solution: `b-duplex-h3-2.cert` is the second solution of the
/// duplex of twin b. Gives their number.
pub fn save_proofs(
    diagram: &Diagram,
    solved: &[Solved<'_>],
    folder: &Path,
) -> Result<usize, String> {
    let twin = diagram.twin.map(|twin| format!("{twin}-")).unwrap_or_default();
    let mut count = 0;
    for Solved { part, searches, .. } in solved {
        for search in searches {
            let length = search.stipulation.to_string().replace('#', "");
            for (index, solution) in search.solutions.iter().enumerate() {
                let name = format!("{twin}{}-{length}-{}.cert", part.kind.key(), index + 1);
                let text = solution.certificate(&part.position, part.winner).to_text();
                proof::write(text.as_bytes(), &folder.join(name), "--proof")?;
                count += 1;
            }
        }
    }
    Ok(count)
}

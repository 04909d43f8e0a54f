//! Solutions as games in PGN, and as certificates on disk.

use std::io::{self, Write};
use std::path::Path;

use zermelo_answers::puzzle::{Answer, Kind, Searched, Solved};
use zermelo_record::pgn::{Marker, roster, write_game};
use zermelo_winnable::problem::Goal;

use crate::exit::Fault;
use crate::proof;

/// Writes one game for each solution.
pub fn write_pgn(answer: &Answer<'_>, out: &mut impl Write) -> io::Result<()> {
    for (diagram, solved) in &answer.diagrams {
        for Solved { part, searches, .. } in solved {
            let (position, twin) = (&part.position, diagram.prefix());
            let kind = match part.kind {
                Kind::Play => String::new(),
                other => format!(", {}", other.name()),
            };
            for Searched { stipulation, solutions, .. } in searches {
                let marker = match stipulation.goal {
                    Goal::Stalemate => Marker::Draw,
                    Goal::Mate => Marker::won_by(part.winner),
                };
                let count = solutions.len();
                for (number, solution) in (1..).zip(solutions) {
                    let event = format!("{twin}{stipulation}{kind}, solution {number} of {count}");
                    let tags = roster(&event, "?", marker);
                    write_game(&tags, position, &solution.moves, marker, out)?;
                }
            }
        }
    }
    Ok(())
}

/// Saves the certificate of each solution: `b-duplex-h3-2.cert` is the second solution of the
/// duplex of twin b. Returns their number.
pub fn save_proofs(answer: &Answer<'_>, folder: &Path) -> Result<usize, Fault> {
    let mut count = 0;
    for (diagram, solved) in &answer.diagrams {
        let twin = diagram.twin.map(|twin| format!("{twin}-")).unwrap_or_default();
        for Solved { part, searches, .. } in solved {
            for Searched { stipulation, solutions, .. } in searches {
                let length = stipulation.to_string().replace('#', "");
                let proofs = solutions.iter().filter_map(|solution| solution.certificate.as_ref());
                for (number, proof) in (1..).zip(proofs) {
                    let name = format!("{twin}{}-{length}-{number}.cert", part.kind.key());
                    proof::write(proof.to_text(), &folder.join(name), "--proof")?;
                    count += 1;
                }
            }
        }
    }
    Ok(count)
}

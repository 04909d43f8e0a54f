//! The legal moves of a position, each with the position that it leads to: what a board needs to
//! let somebody play on it.

use serde::Serialize;
use zermelo_board::Position;
use zermelo_kernel::Color;
use zermelo_record::pgn;

use crate::names;
use crate::query::Query;

/// All legal moves.
#[derive(Serialize)]
pub struct MovesReport {
    fen: String,
    turn: &'static str,
    check: bool,
    moves: Vec<MoveReport>,
}

/// A move and where it leads.
#[derive(Serialize)]
struct MoveReport {
    uci: String,
    san: String,
    /// The position after it, six fields.
    fen: String,
}

impl MovesReport {
    /// The moves, in the order of the board.
    pub fn new(query: &Query) -> MovesReport {
        let position = Position::from_kernel(&query.position);
        let number = query.move_number + u32::from(query.position.turn() == Color::Black);
        let moves = position.legal_moves().into_iter().map(|m| {
            let zeroing = position.is_capture(m) || position.is_pawn_move(m);
            let clock = if zeroing { 0 } else { query.clock.saturating_add(1) };
            MoveReport {
                uci: m.to_uci(&position),
                san: pgn::san(&position, m),
                fen: format!("{} {clock} {number}", position.play(m).to_fen()),
            }
        });
        MovesReport {
            fen: format!("{} {} {}", query.position.to_fen(), query.clock, query.move_number),
            turn: names::side(query.position.turn()),
            check: query.position.is_check(),
            moves: moves.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use zermelo_kernel::Castling;

    use super::*;

    fn moves(fen: &str, castling: Castling) -> Vec<String> {
        let report = MovesReport::new(&Query::read(fen, castling).unwrap());
        report.moves.iter().map(|m| format!("{} {} {}", m.uci, m.san, m.fen)).collect()
    }

    #[test]
    fn moves_lead_to_positions_with_their_clocks() {
        let found = moves("4k3/8/8/8/8/8/4p3/4K3 w - - 3 61", Castling::Standard);
        assert_eq!(found.len(), 3);
        assert!(found.contains(&"e1e2 Kxe2 4k3/8/8/8/8/8/4K3/8 b - - 0 61".to_string()));
        let found = moves("4k3/8/8/8/8/8/8/4K3 b - - 3 61", Castling::Standard);
        assert!(found.contains(&"e8e7 Ke7 8/4k3/8/8/8/8/8/4K3 w - - 4 62".to_string()));
    }

    #[test]
    fn castling_is_spelled_as_its_rules_want() {
        let standard = moves("4k3/8/8/8/8/8/8/4K2R w K -", Castling::Standard);
        assert!(standard.iter().any(|m| m.starts_with("e1g1 O-O ")), "{standard:?}");
        let other = moves("4k3/8/8/8/8/8/8/4K2R w H -", Castling::Chess960);
        assert!(other.iter().any(|m| m.starts_with("e1h1 O-O ")), "{other:?}");
    }
}

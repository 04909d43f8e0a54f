//! The men that a game begins with (FIDE Laws, article 2.3), and what counting them shows. No move
//! depends on it: only questions about the past ask.

use crate::rules::chess::{Color, Piece, Role};
use crate::rules::position::Position;

impl Role {
    /// The pieces of the first rank at the beginning, from the a-file (article 2.3).
    pub const BACK_RANK: [Role; 8] = [
        Role::Rook,
        Role::Knight,
        Role::Bishop,
        Role::Queen,
        Role::King,
        Role::Bishop,
        Role::Knight,
        Role::Rook,
    ];
}

impl Position {
    /// Why this position cannot occur in play, as far as counting the men shows it: more than
    /// eight pawns, more than sixteen men, or more promoted men than missing pawns.
    ///
    /// Such positions are accepted everywhere, for their moves are well defined. An empty list
    /// does not mean that the position can occur.
    pub fn oddities(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for color in Color::ALL {
            let of = |role| self.board().all(Piece { color, role });
            let men = self.board().side(color).len();
            let pawns = of(Role::Pawn).len();
            let on_light = of(Role::Bishop).iter().filter(|at| at.is_light()).count();
            let on_dark = of(Role::Bishop).len() - on_light;
            // A player starts with one queen, two rooks, two knights and a bishop on either colour
            // of squares, in Chess960 as well; whatever is beyond that was promoted.
            let promoted = of(Role::Queen).len().saturating_sub(1)
                + of(Role::Rook).len().saturating_sub(2)
                + of(Role::Knight).len().saturating_sub(2)
                + on_light.saturating_sub(1)
                + on_dark.saturating_sub(1);
            let missing = 8_usize.saturating_sub(pawns);
            if men > 16 {
                notes.push(format!("{color} has {men} men, more than 16"));
            }
            if pawns > 8 {
                notes.push(format!("{color} has {pawns} pawns, more than 8"));
            }
            if promoted > missing {
                notes.push(format!(
                    "{color} has more promoted men (at least {promoted}) than missing pawns ({missing})"
                ));
            }
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Castling;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Castling::Standard).unwrap()
    }

    #[test]
    fn oddities_are_counted() {
        assert!(
            position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -").oddities().is_empty()
        );
        assert!(position("4k3/8/8/8/8/8/8/QQQQK2Q w - -").oddities().is_empty());
        assert_eq!(
            position("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -").oddities(),
            ["White has 9 pawns, more than 8"]
        );
        assert_eq!(
            position("4k3/pppppppp/8/8/2b5/1b6/8/4K3 w - -").oddities(),
            ["Black has more promoted men (at least 1) than missing pawns (0)"]
        );
        let seventeen = position("rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - -").oddities();
        assert_eq!(seventeen.len(), 2);
        assert_eq!(seventeen[0], "White has 17 men, more than 16");
    }
}

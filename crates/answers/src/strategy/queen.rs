//! King and queen in words.

use zermelo_kernel::Role;
use zermelo_kernel_strategy::kqk::{Kind, Strategy};
use zermelo_kernel_strategy::{Board, Men, Rules, StrategyEnding};

use super::kinds::Term;
use super::notation::place_text;
use super::told::{Figure, Told};

/// A kind of move: its name, and what it is.
fn term(kind: Kind) -> Term {
    let (name, text) = match kind {
        Kind::Mate => (
            "Mate",
            "The queen mates, guarded, right before a black king on an edge, or diagonally before \
             one in a corner.",
        ),
        Kind::Squeeze => (
            "Squeeze",
            "The queen, along a file or rank or by one diagonal step, makes the rectangle smaller, or \
             as small and narrower. She stays on track and not beside the black king.",
        ),
        Kind::Approach => (
            "Approach",
            "The king comes nearer to its place, counted along files and ranks; the queen stays on \
             track and not beside the black king.",
        ),
        Kind::Wait => (
            "Wait",
            "The king leaves its place, so that Black must move; the queen stays on track and not \
             beside the black king.",
        ),
        Kind::QueenHome => (
            "QueenHome",
            "The queen, who was not on track, comes on track where Black cannot take her.",
        ),
        Kind::QueenBeside => {
            ("QueenBeside", "The queen comes beside her king; Black cannot take her, no stalemate.")
        }
        Kind::KingStep => (
            "KingStep",
            "The king steps, no further from the black king; Black cannot take the queen, no \
             stalemate.",
        ),
    };
    Term { name, text }
}

/// The words the kinds are told in.
const NOTIONS: [Term; 4] = [
    Term {
        name: "rectangle",
        text: "what the queen's file and rank leave to the black king, measured by half the way \
               around it",
    },
    Term { name: "trapped", text: "the black king in a corner, the queen a knight's move away" },
    Term {
        name: "on track",
        text: "the queen's file or rank lies between those of the kings, and the black king is not \
               trapped",
    },
    Term {
        name: "place",
        text: "the king's, diagonally beside the queen: on the black king's side of her rank, across \
               her file",
    },
];

impl Told for Strategy<i32> {
    const ENDING: StrategyEnding = StrategyEnding::Kqk;
    const LETTER: char = 'Q';
    const PIECE: &'static str = "queen";
    const ROLE: Role = Role::Queen;
    const EXAMPLE: &'static str = "Kc3 Qa2 kd5";

    fn on(board: Board<i32>) -> Self {
        Strategy::new(board)
    }

    fn kinds() -> Vec<Term> {
        Kind::ALL.map(term).into()
    }

    fn notions() -> Vec<Term> {
        NOTIONS.into()
    }

    fn figures(&self, men: Men<i32>) -> Vec<(&'static str, &'static str, Figure)> {
        let place = men.kings_place();
        let on_board = self.board().has(place);
        let place = if on_board { place_text(place) } else { "off the board".to_string() };
        vec![
            ("rectangle", "rectangle", Figure::Number(self.room(men).1)),
            ("on track", "on_track", Figure::Holds(self.on_track(men))),
            ("place", "kings_place", Figure::Words(place)),
        ]
    }
}

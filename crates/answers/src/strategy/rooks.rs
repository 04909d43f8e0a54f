//! King and two rooks in words.

use zermelo_kernel::Role;
use zermelo_kernel_strategy::krr::{Kind, Rooks, Strategy};
use zermelo_kernel_strategy::{Board, StrategyEnding};

use super::kinds::Term;
use super::told::{Figure, Told};

/// A kind of move: its name, and what it is.
fn term(kind: Kind) -> Term {
    let (name, text) = match kind {
        Kind::Mate => ("Mate", "A rook of the wall mates on the last line."),
        Kind::Advance => (
            "Advance",
            "A rook at an end of the wall goes one line forward, if Black can then take neither. The \
             other stands beside it or at the other end.",
        ),
        Kind::Follow => {
            ("Follow", "Of two rooks between the kings the one behind joins the line of the other.")
        }
        Kind::Aside => (
            "Aside",
            "The wall being posted, a rook leaves its end and comes beside the other, guarded by the \
             king or more than two files from the black one.",
        ),
        Kind::KingUp => ("KingUp", "The wall being posted, the king comes one line up behind it."),
        Kind::Spread => {
            ("Spread", "A rook of the wall goes to an end of the line; Black is not shut in.")
        }
        Kind::Join => (
            "Join",
            "A rook joins the line of the other, which is between the kings; Black is not shut in.",
        ),
        Kind::Prepare => (
            "Prepare",
            "King or rook move so that a rook stands on the line next to its king, between the kings, \
             and the other can join it after every reply; no rook can be taken, no stalemate.",
        ),
        Kind::Cross => (
            "Cross",
            "King or rook move so that one rook is on the king's file and the other on his rank; no \
             rook can be taken, no stalemate.",
        ),
        Kind::Beside => (
            "Beside",
            "A rook comes beside the other and stands on the line next to its king, between the \
             kings; no rook can be taken, no stalemate.",
        ),
        Kind::InLine => (
            "InLine",
            "A rook comes in line with its king, the other not being so, and not beside the black \
             king; no rook can be taken, no stalemate.",
        ),
        Kind::Quiet => (
            "Quiet",
            "A rook moves, not in line with its king, and there is no check; no rook can be taken, no \
             stalemate.",
        ),
        Kind::Away => {
            ("Away", "A rook goes further from its king; no rook can be taken, no stalemate.")
        }
        Kind::KingStep => (
            "KingStep",
            "The king steps, not in line with both rooks; no rook can be taken, no stalemate.",
        ),
        Kind::AnyRook => ("AnyRook", "A rook moves; no rook can be taken, no stalemate."),
    };
    Term { name, text }
}

/// The words the kinds are told in.
const NOTIONS: [Term; 4] = [
    Term {
        name: "line",
        text: "a rank or a file; forward is away from the white king, the last line is the edge \
               behind the black one",
    },
    Term { name: "wall", text: "both rooks on one line, which is between those of the kings" },
    Term { name: "posted", text: "of a wall: its rooks stand at the two ends of the line" },
    Term {
        name: "shut in",
        text: "the black king, on the last line, behind a wall on the line before it, whose rooks \
               leave him no square",
    },
];

impl Told for Strategy<i32> {
    const ENDING: StrategyEnding = StrategyEnding::Krr;
    const LETTER: char = 'R';
    const PIECE: &'static str = "rook";
    const ROLE: Role = Role::Rook;
    const EXAMPLE: &'static str = "Kc3 Ra1 Rh2 kd5";

    fn on(board: Board<i32>) -> Self {
        Strategy::new(board)
    }

    fn kinds() -> Vec<Term> {
        Kind::ALL.map(term).into()
    }

    fn notions() -> Vec<Term> {
        NOTIONS.into()
    }

    fn figures(&self, men: Rooks<i32>) -> Vec<(&'static str, &'static str, Figure)> {
        let wall = self.views(men).into_iter().find(|view| view.wall());
        let mut figures = vec![("wall", "wall", Figure::Holds(wall.is_some()))];
        if let Some(view) = wall {
            let lines = Figure::Number(view.depth - 1 - view.line());
            figures.push(("posted", "posted", Figure::Holds(view.posted())));
            figures.push(("lines", "lines_before_wall", lines));
        }
        figures
    }
}

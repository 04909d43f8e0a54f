//! The kinds of move in words that a player understands.

use serde::Serialize;
use zermelo_kernel_strategy::{Board, Condition, Kind, Men, Strategy};

use super::answer::Shown;
use super::notation::{move_text, place_text};

/// The words the kinds are told in.
pub const NOTIONS: [Term; 5] = [
    Term {
        name: "room",
        text: "the rectangle that the rook leaves to the black king, measured by half the way around \
               it (files plus ranks); if he stands in line with the rook he has all the room there \
               is",
    },
    Term { name: "critical square", text: "the square next to the rook, towards the black king" },
    Term {
        name: "exposed",
        text: "the black king is nearer to the rook than the white king, counted in king moves",
    },
    Term { name: "divides", text: "the rook's file or rank lies between those of the kings" },
    Term {
        name: "L",
        text: "the kings face each other two squares apart, and the rook stands beside its king, \
               across that line",
    },
];

/// What king moves keep.
pub const CONDITIONS: &str = "King moves, except those that make ready to mate, keep three things: \
    the rook is not exposed; there is no stalemate; and in a room of three or less the kings do not \
    stand on one edge, nor does a king beside its rook go towards the edge of the black king while \
    the rook cuts that edge off.";

/// Conditions, and what is the matter with a move that breaks one.
const BROKEN: [(Condition, &str); 8] = [
    (Condition::NotExposed, "the rook would be exposed"),
    (Condition::NoStalemate, "Black would be stalemated"),
    (Condition::Divides, "the rook would not divide the kings"),
    (Condition::NotOneEdge, "the kings would stand on one edge"),
    (Condition::NotTowardsEdge, "the king would go towards the edge that the rook cuts off"),
    (Condition::Guarded, "nobody would guard the rook beside the black king"),
    (Condition::FarFromBlack, "the black king would be too near to the rook"),
    (Condition::KingsLine, "the rook would not stand in line with its king"),
];

/// A kind of move, or another word, and what it means.
#[derive(Serialize)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// What it is, and what must hold.
    pub text: &'static str,
}

impl Term {
    /// A kind of move.
    pub fn of(kind: Kind) -> Term {
        let (name, text) = match kind {
            Kind::ImmediateMate => ("ImmediateMate", "The rook gives mate."),
            Kind::ReadyToMate => (
                "ReadyToMate",
                "King or rook move so that Black has a move, cannot take the rook, and is mated \
                 whatever he plays.",
            ),
            Kind::Squeeze => (
                "Squeeze",
                "The rook makes the room smaller, as small as it can. It must divide the kings and \
                 must not be exposed; no stalemate.",
            ),
            Kind::ApproachDiag => (
                "ApproachDiag",
                "The king comes nearer to the critical square, counted along files and ranks, by a \
                 diagonal step. The rook must divide the kings, or the men must form an L.",
            ),
            Kind::ApproachNonDiag => {
                ("ApproachNonDiag", "The same by a step along a file or a rank.")
            }
            Kind::KeepRoomDiag => (
                "KeepRoomDiag",
                "The king makes a diagonal step that does not take it further from the rook, which \
                 must divide the kings: a waiting move.",
            ),
            Kind::KeepRoomNonDiag => {
                ("KeepRoomNonDiag", "The same by a step along a file or a rank.")
            }
            Kind::RookHome => (
                "RookHome",
                "The rook goes to the line next to its king, on the side of the black king; if the \
                 kings share that coordinate and the rook too, to either side. Beside the black \
                 king it must be guarded; no stalemate.",
            ),
            Kind::RookSafe => (
                "RookSafe",
                "The rook flees to an edge on which it did not stand, more than two king moves from \
                 the black king, or guarded beside him; no stalemate.",
            ),
            Kind::RookSafeSmallBoards => (
                "RookSafeSmallBoards",
                "The rook flees to an edge on which it did not stand, two king moves from the black \
                 king, to its own king's file or rank; no stalemate. Only boards with a side of \
                 five or less need it.",
            ),
        };
        Term { name, text }
    }
}

/// The kinds in their order for who learns them: a name, and the idea in a few words.
const IN_SHORT: [[&str; 2]; Kind::ALL.len()] = [
    ["Mate", "the rook mates"],
    ["Ready to mate", "whatever Black plays, mate follows"],
    ["Squeeze", "the rook makes the room smaller"],
    ["Approach, diagonally", "the king comes nearer to the square beside the rook"],
    ["Approach, straight", "the same along a file or rank"],
    ["Keep the room, diagonally", "the king waits, not further from the rook"],
    ["Keep the room, straight", "the same along a file or rank"],
    ["Rook home", "the rook comes to the line next to its king"],
    ["Rook to safety", "the rook flees to an edge, far away"],
    ["Rook to safety, small boards", "the same, in line with its king"],
];

/// All kinds for who learns them.
pub fn in_short() -> impl Iterator<Item = (Kind, Term)> {
    Kind::ALL.into_iter().zip(IN_SHORT.map(|[name, text]| Term { name, text }))
}

/// A lemma for who learns the rules.
#[derive(Serialize)]
pub struct Lemma {
    /// Its name in the proof.
    pub name: &'static str,
    /// What it says, in a few words.
    pub text: &'static str,
}

/// What is proved of a move of this kind, on every board: why the game comes nearer to mate by it.
pub fn proved_of(kind: Kind, room: i32) -> Lemma {
    let (name, text) = match kind {
        Kind::ImmediateMate => ("4.2: ImmediateMate mates", "after such a move Black is mated"),
        Kind::ReadyToMate => (
            "4.3: ReadyToMate leads to mate",
            "Black has a move then, and after each of them the rook mates",
        ),
        Kind::RookHome => (
            "4.4: after RookHome twice",
            "the rook comes home twice in a row at most; then the king can wait",
        ),
        Kind::RookSafe => ("4.4: after RookSafe", "then the rook can squeeze or come home"),
        Kind::RookSafeSmallBoards => {
            ("4.4: after RookSafeSmallBoards", "then the rook can come home")
        }
        _ if room > 3 => (
            "4.5: three basic moves",
            "three such moves, whatever Black replies, make the room smaller, or keep it and bring \
             the king nearer to the square beside the rook",
        ),
        _ => (
            "4.6: the last room",
            "in a room of three or less, three such moves, and the rook is ready to mate",
        ),
    };
    Lemma { name, text }
}

/// What people call a kind.
pub fn called(kind: Kind) -> &'static str {
    in_short().find(|(one, _)| *one == kind).map_or("", |(_, term)| term.name)
}

/// A move of White's beside what the rules say.
pub fn compared(shown: &Shown, to: Men<i32>) -> String {
    let Shown { board, men, moves } = shown;
    let made = move_text(board, *men, to);
    let Some((kind, fitting, one)) = moves else {
        return format!("{made} is legal; the rules have no answer here.");
    };
    let name = called(*kind);
    match fitting.contains(&to) {
        true => format!("{made} is what the rules say: {name}."),
        false => {
            let one = move_text(board, *men, *one);
            format!("{made} is legal, but the rules say {one}: {name}.")
        }
    }
}

/// One sentence: why this move, in this position.
pub fn why(board: &Board<i32>, kind: Kind, from: Men<i32>, to: Men<i32>) -> String {
    let room = board.room(to);
    let goal = from.critical_square();
    let critical = place_text(goal);
    match kind {
        Kind::ImmediateMate => "mate".to_string(),
        Kind::ReadyToMate => "whatever Black plays, the rook mates".to_string(),
        Kind::Squeeze if from.piece.in_line(from.black) => {
            format!("the black king was not shut in; now he has a room of {room}")
        }
        Kind::Squeeze => {
            format!("the room of the black king shrinks from {} to {room}", board.room(from))
        }
        Kind::ApproachDiag | Kind::ApproachNonDiag => {
            let (before, after) = (from.king.steps_to(goal), to.king.steps_to(goal));
            let steps = if after == 1 { "step" } else { "steps" };
            format!(
                "the king comes nearer to {critical}, where it helps the rook: {before} to {after} {steps}"
            )
        }
        Kind::KeepRoomDiag | Kind::KeepRoomNonDiag => {
            format!(
                "the rook cannot do better, so the king waits near it and keeps the room of {room}"
            )
        }
        Kind::RookHome => "the rook comes to the line next to its king".to_string(),
        Kind::RookSafe => "the rook is in danger and flees to the edge, far away".to_string(),
        Kind::RookSafeSmallBoards => {
            "the rook is in danger and flees to the edge, into line with its king".to_string()
        }
    }
}

/// Why a kind of move is not played: a move that one condition alone forbids, or that there is none
/// at all. `moves` are all of White's.
pub fn why_not(board: &Board<i32>, kind: Kind, men: Men<i32>, moves: &[Men<i32>]) -> String {
    let of_kind = |to: &Men<i32>| match to.king == men.king {
        true => kind.moves_rook(),
        false => kind.moves_king(),
    };
    let nearly = |(condition, words): (Condition, &str)| {
        let without = Strategy { without: vec![condition], ..Strategy::new(*board) };
        let mut those = moves.iter().filter(|&to| of_kind(to));
        let to = those.find(|&&to| without.fits(kind, men, to))?;
        Some(format!("{} would do, but {words}", move_text(board, men, *to)))
    };
    BROKEN.into_iter().find_map(nearly).unwrap_or_else(|| "no move does this here".to_string())
}

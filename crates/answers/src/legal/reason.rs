//! Why a rule excludes a position: in words, with the squares to point at and the captures counted.
//!
//! The kernel says why as data ([`Reason`]); the sentences are made here. What is added as an
//! example (from which file a pawn came, which men bar the way) fits the numbers of the kernel's and
//! claims nothing more.

use serde::Serialize;
use zermelo_kernel::{Color, Piece, Position, Reason, Role, Square, Squares};

use crate::names::{self, counted, listed};

/// More squares than these are not named in a sentence.
const NAMED: usize = 6;

/// What is said of a reason.
pub struct Said {
    /// Half a sentence, without a capital and a full stop.
    pub text: String,
    /// The squares that it is about.
    pub squares: Squares,
    /// What those are, for a legend.
    pub legend: String,
    /// The captures that pawns need, of each side that is counted.
    pub captures: Vec<Captures>,
}

/// The captures of one side in which pawns had a part.
#[derive(Serialize)]
pub struct Captures {
    /// Whose pawns.
    side: &'static str,
    /// So many they have made, at least; null if they cannot come from different files.
    needed: Option<usize>,
    /// So many there can have been, at most: pawns that captured, or were captured.
    at_most: usize,
    /// So many of the other side's men are missing.
    missing: usize,
    /// Where each pawn may have come from, so that there are as few captures as can be.
    pawns: Vec<Origin>,
    /// Pawns of both colours of one file that have passed each other: this side's, the other's.
    passed: Vec<[String; 2]>,
}

/// Where a pawn may have come from.
#[derive(Serialize)]
struct Origin {
    square: String,
    from_file: String,
    captures: usize,
}

/// What is said.
pub fn say(position: &Position, reason: &Reason) -> Said {
    let king = Squares::only(position.king(position.turn()));
    let of = |color, role| position.board().all(Piece { color, role });
    let (text, squares, legend) = match reason {
        Reason::ManyChecks(men) => {
            let text = format!("{} men give check at once: {}", men.len(), named(set(men), "and"));
            (text, set(men).0 | king.0, "the king and the men that give check".to_string())
        }
        Reason::StepChecks(men) => {
            let text = format!(
                "the men on {} both give check, and neither check can have been opened by the \
                 other man's move",
                named(set(men), "and")
            );
            (text, set(men).0 | king.0, "the king and the men that give check".to_string())
        }
        Reason::OppositeChecks(men) => {
            let named = named(set(men), "and");
            let text = format!("the men on {named} give check from both sides of one line");
            (text, set(men).0 | king.0, "the king and the men that give check".to_string())
        }
        Reason::Men(color, men) => {
            let text = format!("{color} has {men} men, more than 16");
            (text, position.board().side(*color).0, format!("{color}'s men"))
        }
        Reason::Pawns(color, pawns) => {
            let text = format!("{color} has {pawns} pawns, more than 8");
            (text, of(*color, Role::Pawn).0, format!("{color}'s pawns"))
        }
        Reason::Promoted { color, promoted, missing, among } => {
            let text = format!(
                "at least {promoted} of {color}'s men{} must be {}, but only {missing} of the \
                 eight pawns {} missing",
                in_brackets(*among),
                if *promoted == 1 { "a promoted pawn" } else { "promoted pawns" },
                if *missing == 1 { "is" } else { "are" }
            );
            let legend = format!("{color}'s pawns, and the men among whom some are promoted");
            (text, of(*color, Role::Pawn).0 | among.0, legend)
        }
        Reason::TakenAtHome { color, taken, missing } => {
            let text = format!(
                "at least {taken} of {color}'s men must have been captured at home, but only \
                 {missing} {} missing",
                if *missing == 1 { "is" } else { "are" }
            );
            let homes = gone_from_home(position, *color);
            (text, homes.0, format!("homes of {color}'s men that stand there no more"))
        }
        Reason::Turn(turn) => {
            let text = format!(
                "nothing was captured and no pawn has moved, so every move was a knight's, or a \
                 rook's to the next square, and went from one colour of squares to the other: the \
                 number of moves was {}, and it is {turn}'s move",
                if *turn == Color::White { "even" } else { "odd" }
            );
            let men = Color::ALL.map(|color| of(color, Role::Knight).0 | of(color, Role::Rook).0);
            (text, men[0] | men[1], "the knights and rooks, which alone have moved".to_string())
        }
        Reason::Cage { at, man, fixed } => {
            let bars = bars(*at, *man, *fixed);
            let side = names::side(man.color);
            let text = format!(
                "men that have never moved{} bar every way to {at}: the {side} {} cannot have \
                 come there",
                in_brackets(bars),
                names::role(man.role)
            );
            let legend = format!("the {}, and what bars its way", names::role(man.role));
            (text, at.bit() | bars.0, legend)
        }
        Reason::Files(color) => {
            let text = format!(
                "{color}'s pawns cannot have come to where they are from eight different files"
            );
            (text, of(*color, Role::Pawn).0, format!("{color}'s pawns"))
        }
        Reason::PawnCaptures { color, needed, most } => {
            let origins = origins(of(*color, Role::Pawn), *color, *needed);
            let text = format!(
                "{color}'s pawns need at least {} to stand where they are{}; only {most} of {}'s \
                 men can have been captured by pawns{}",
                counted(*needed, "capture"),
                came(&origins),
                !*color,
                at_home(position, *color, *most)
            );
            (text, of(*color, Role::Pawn).0, format!("{color}'s pawns"))
        }
        Reason::PawnColumns { most: [white, black], promoted: [whites, blacks] } => {
            let text = format!(
                "pawns pass each other only by captures: with at most {white} by White and {black} \
                 by Black that pawns had a part in, the pawns cannot have come to where they are{} \
                 and promoted at least {whites} times for White and {blacks} for Black",
                have_passed(position)
            );
            let pawns = Color::ALL.map(|color| of(color, Role::Pawn).0);
            (text, pawns[0] | pawns[1], "the pawns".to_string())
        }
        Reason::Rights(men) => {
            let text = format!(
                "no array has kings and rooks so ({}), though by the castling rights they have not \
                 moved",
                named(*men, "and")
            );
            (text, men.0, "kings and rooks that have not moved, as the rights say".to_string())
        }
    };
    Said { text, squares: Squares(squares), legend, captures: captures(position, reason) }
}

/// The captures that the reason counts.
fn captures(position: &Position, reason: &Reason) -> Vec<Captures> {
    let side = |color: Color, needed: Option<usize>, at_most: usize| {
        let pawns = position.board().all(Piece { color, role: Role::Pawn });
        let origins = fewest(pawns, color);
        Captures {
            side: names::side(color),
            needed: needed.or(origins.as_ref().map(|(sum, _)| *sum)),
            at_most,
            missing: 16_usize.saturating_sub(position.board().side(!color).len()),
            pawns: origins.map(|(_, list)| list).unwrap_or_default(),
            passed: passed(position, color),
        }
    };
    match *reason {
        Reason::PawnCaptures { color, needed, most } => vec![side(color, Some(needed), most)],
        Reason::PawnColumns { most, .. } => {
            Color::ALL.into_iter().zip(most).map(|(color, most)| side(color, None, most)).collect()
        }
        _ => Vec::new(),
    }
}

/// How the pawns may have come to where they are with so many captures, the fewest there are.
fn origins(pawns: Squares, color: Color, needed: usize) -> Vec<Origin> {
    match fewest(pawns, color) {
        Some((sum, list)) if sum == needed => list,
        _ => Vec::new(),
    }
}

/// The fewest captures with which the pawns can have come to where they are, and from which file
/// each came; none if they cannot come from different files.
fn fewest(pawns: Squares, color: Color) -> Option<(usize, Vec<Origin>)> {
    // The cheapest way for the first pawns to come from a set of files, and the last one's file.
    let pawns: Vec<Square> = pawns.iter().collect();
    let far = |at: Square, file: usize| at.file().abs_diff(file as i8) as usize;
    let mut ways: Vec<[Option<(usize, usize)>; 256]> = vec![[None; 256]];
    ways[0][0] = Some((0, 8));
    for &at in &pawns {
        let gone = at.rank().abs_diff(color.pawn_rank()) as usize;
        let last = ways.last()?;
        let mut next = [None; 256];
        for (used, cost) in last.iter().enumerate() {
            let Some((cost, _)) = *cost else { continue };
            for file in (0..8).filter(|file| used & 1 << file == 0 && far(at, *file) <= gone) {
                let entry: &mut Option<(usize, usize)> = &mut next[used | 1 << file];
                let sum = cost + far(at, file);
                if entry.is_none_or(|(least, _)| sum < least) {
                    *entry = Some((sum, file));
                }
            }
        }
        ways.push(next);
    }
    let ends = ways.last()?.iter().enumerate();
    let (mut used, least) = ends
        .filter_map(|(used, way)| way.map(|(sum, _)| (used, sum)))
        .min_by_key(|&(used, sum)| (sum, used))?;
    let mut list = Vec::new();
    for (at, way) in pawns.iter().zip(&ways[1..]).rev() {
        let (_, file) = way[used]?;
        used &= !(1 << file);
        list.push(Origin {
            square: at.to_string(),
            from_file: char::from(b'a' + file as u8).to_string(),
            captures: far(*at, file),
        });
    }
    list.reverse();
    Some((least, list))
}

/// Pawns that have left their files: ` (a3 from the b-file, and e5 from the c-file)`.
fn came(origins: &[Origin]) -> String {
    let moved = origins.iter().filter(|one| one.captures > 0);
    let named: Vec<String> =
        moved.map(|one| format!("{} from the {}-file", one.square, one.from_file)).collect();
    match named.len() {
        0 => String::new(),
        _ => format!(", such as {}", listed(&named, "and")),
    }
}

/// What becomes of the men that are missing and were not captured by pawns.
fn at_home(position: &Position, color: Color, most: usize) -> String {
    let missing = 16_usize.saturating_sub(position.board().side(!color).len());
    match missing.saturating_sub(most) {
        0 => String::new(),
        home => format!(" ({missing} are missing, {home} of them captured where no pawn can)"),
    }
}

/// This colour's pawns that stand beyond a pawn of the other colour on the same file.
fn passed(position: &Position, color: Color) -> Vec<[String; 2]> {
    let of = |color| position.board().all(Piece { color, role: Role::Pawn });
    let mut pairs = Vec::new();
    for own in of(color).iter() {
        for other in of(!color).iter().filter(|other| other.file() == own.file()) {
            if (own.rank() - other.rank()) * color.forward() > 0 {
                pairs.push([own.to_string(), other.to_string()]);
            }
        }
    }
    pairs
}

/// ` (a5 has passed a4)`.
fn have_passed(position: &Position) -> String {
    let pairs = passed(position, Color::White);
    let named: Vec<String> =
        pairs.iter().map(|[own, other]| format!("{own} has passed {other}")).collect();
    match named.len() {
        0 => String::new(),
        n if n > NAMED => format!(" ({n} pairs have passed each other)"),
        _ => format!(" ({})", listed(&named, "and")),
    }
}

/// The men that bar the way between a man and its homes, those of the smaller side.
fn bars(at: Square, man: Piece, fixed: Squares) -> Squares {
    let homes = (0..8).filter(|&file| Role::BACK_RANK[file as usize] == man.role);
    let homes = homes.filter_map(|file| Square::from_coords(file, man.color.back_rank()));
    let homes: Vec<Square> = homes.filter(|home| !fixed.contains(*home)).collect();
    let (here, met) = flood(man.role, &[at], fixed);
    let (there, met_there) = flood(man.role, &homes, fixed);
    if !homes.is_empty() && there.len() < here.len() { met_there } else { met }
}

/// Where a man gets from these squares, and the fixed men that it meets.
fn flood(role: Role, from: &[Square], fixed: Squares) -> (Squares, Squares) {
    let (mut reached, mut met) = (set(from), Squares::EMPTY);
    let mut next = from.to_vec();
    while let Some(at) = next.pop() {
        for &(files, ranks) in role.steps() {
            let mut to = at.offset(files, ranks);
            while let Some(square) = to {
                if fixed.contains(square) {
                    met.0 |= square.bit();
                    break;
                }
                if !reached.contains(square) {
                    reached.0 |= square.bit();
                    next.push(square);
                }
                to = if role.slides() { square.offset(files, ranks) } else { None };
            }
        }
    }
    (reached, met)
}

/// Squares of the first rank on which another man stands than at the beginning, or none.
fn gone_from_home(position: &Position, color: Color) -> Squares {
    let homes = (0..8).filter_map(|file| {
        let at = Square::from_coords(file, color.back_rank())?;
        let man = Piece { color, role: Role::BACK_RANK[file as usize] };
        (position.piece_at(at) != Some(man)).then_some(at)
    });
    set(&homes.collect::<Vec<_>>())
}

fn set(squares: &[Square]) -> Squares {
    Squares(squares.iter().fold(0, |all, at| all | at.bit()))
}

fn named(squares: Squares, last: &str) -> String {
    listed(&names::squares(squares), last)
}

/// ` (a1 and b2)`, if they are not too many to be named.
fn in_brackets(squares: Squares) -> String {
    match squares.len() {
        1..=NAMED => format!(" ({})", named(squares, "and")),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_kernel::{Castling, Examiner};

    fn said(fen: &str) -> Said {
        let position = Position::from_fen(fen, Castling::Standard).unwrap();
        let (_, reason) = Examiner::default().any(&position).expect(fen);
        say(&position, &reason)
    }

    #[test]
    fn captures_are_counted_pawn_by_pawn() {
        let one = said("rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -");
        assert!(one.text.contains("such as a3 from the b-file"), "{}", one.text);
        let counted = &one.captures[0];
        assert_eq!((counted.needed, counted.at_most, counted.missing), (Some(1), 0, 0));
        assert_eq!(counted.pawns.len(), 8);
        assert_eq!(counted.pawns.iter().map(|pawn| pawn.captures).sum::<usize>(), 1);
        assert_eq!(one.squares.len(), 8);
    }

    #[test]
    fn what_bars_the_way_is_named() {
        let corner = said("4k3/8/8/8/8/8/1P6/B3K3 w - -");
        assert!(corner.text.contains("never moved (b2) bar"), "{}", corner.text);
        assert_eq!(names::squares(corner.squares), ["a1", "b2"]);
        let passed = said("rnbqkbnr/1ppppppp/8/P7/p7/8/1PPPPPPP/RNBQKBNR w KQkq -");
        assert!(passed.text.contains("(a5 has passed a4)"), "{}", passed.text);
        assert_eq!(passed.captures.len(), 2);
    }
}

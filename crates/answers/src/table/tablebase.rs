//! What tables say in the shape of lila-tablebase, the service behind Lichess's tablebase.
//!
//! Whoever is a client of that service can ask this one by changing the address. The keys are its
//! documented ones: a position's values are those for the side to move, so a move's are those for
//! the opponent, who moves next. Our tables know no fifty-move rule, so a win is a `win` only if
//! the game ends before the rule can come into it, a `cursed-win` if no capture or pawn's move can
//! come in time, and a `maybe-win` in between; Syzygy files know it.

#[cfg(test)]
mod tests;

use serde::Serialize;
use zermelo_kernel::{Color, GamePosition, Move, Outcome, Piece, Role, Rules, Square, Value};
use zermelo_tables::{
    Library, Material, Measure, NotVerified, Syzygy, SyzygyGame, SyzygyValue, TableError, Wdl,
};

use super::answer::{Ended, over};
use super::question::Question;
use crate::{Fault, query, san};

/// Plies without capture and pawn's move after which the game may be drawn.
const FIFTY: u32 = 100;

/// No line is longer.
const LINE_LIMIT: usize = 1_000;

/// What a position is worth to the side to move, the fifty moves taken into account. The best for
/// the side that has just moved comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Debug)]
#[serde(rename_all = "kebab-case")]
enum Category {
    Loss,
    Unknown,
    MaybeLoss,
    BlessedLoss,
    Draw,
    CursedWin,
    MaybeWin,
    Win,
}

/// What is said of a position, for the side to move: positive if it wins, negative if it loses.
#[derive(Clone, Serialize, Debug)]
struct Standing {
    checkmate: bool,
    stalemate: bool,
    variant_win: bool,
    variant_loss: bool,
    insufficient_material: bool,
    /// Plies to the next capture or pawn's move, perhaps one too few.
    dtz: Option<i32>,
    /// The same, if it is exact.
    precise_dtz: Option<i32>,
    /// Plies to mate.
    dtm: Option<i32>,
    /// Plies to the win of losing chess.
    dtw: Option<i32>,
    /// Plies to the next capture or promotion.
    dtc: Option<i32>,
    category: Category,
}

/// A move, and what is said of the position after it.
#[derive(Serialize)]
struct MoveStanding {
    uci: String,
    san: String,
    zeroing: bool,
    conversion: bool,
    #[serde(flatten)]
    after: Standing,
}

/// The answer to `/standard` and `/antichess`.
#[derive(Serialize)]
pub struct TablebaseReport {
    #[serde(flatten)]
    here: Standing,
    /// Whether the kernel has compared the entry with those one move later, or the game is over.
    kernel_checked: bool,
    moves: Vec<MoveStanding>,
}

/// A move of the main line.
#[derive(Serialize)]
struct Step {
    uci: String,
    san: String,
    dtz: Option<i32>,
    precise_dtz: Option<i32>,
}

/// The answer to `/standard/mainline` and `/antichess/mainline`.
#[derive(Serialize)]
pub struct MainlineReport {
    dtz: Option<i32>,
    precise_dtz: Option<i32>,
    mainline: Vec<Step>,
    /// `w`, `b`, or nobody.
    winner: Option<char>,
}

/// The tables that are asked: Syzygy files where they have an answer, for they know the fifty-move
/// rule, and our own.
pub struct Tablebase<'a, P: SyzygyGame> {
    /// Our tables.
    pub library: Option<&'a Library>,
    /// The files of others.
    pub syzygy: Option<&'a Syzygy<P>>,
    /// The rules of play.
    pub rules: Rules,
}

/// A distance with its sign; `None` in a draw.
fn signed(value: Value) -> i32 {
    match value {
        Value::Win(plies) => i32::from(plies),
        Value::Draw => 0,
        Value::Loss(plies) => -i32::from(plies),
    }
}

/// The plies that the clock of a FEN shows.
fn clock(fen: &str) -> u32 {
    fen.split_ascii_whitespace().nth(4).and_then(|clock| clock.parse().ok()).unwrap_or(0)
}

/// Whether a legal move is a capture or a pawn's.
fn zeroing<P: GamePosition>(position: &P, made: Move) -> bool {
    let man = position.board().at(made.from);
    man.is_some_and(|man| man.role == Role::Pawn) || position.converts(made)
}

/// Whether nobody can win, by the men alone, as simple programs see it.
fn insufficient<P: GamePosition>(position: &P, rules: Rules) -> bool {
    let men = || position.board().men();
    let bishops = |white: bool, on_light: bool| {
        let fits = |&(at, man): &(Square, Piece)| {
            (man.color == Color::White) == white && at.is_light() == on_light
        };
        men().filter(|(_, man)| man.role == Role::Bishop).any(|one| fits(&one))
    };
    if rules != Rules::Chess {
        // Bishops that can never meet.
        let all = men().all(|(_, man)| man.role == Role::Bishop);
        let [a, b, c, d] = [(true, true), (true, false), (false, true), (false, false)]
            .map(|(white, on_light)| bishops(white, on_light));
        return all && (a || b) && (c || d) && !(a && c) && !(b && d);
    }
    let minor = |(_, man): &(Square, Piece)| matches!(man.role, Role::Knight | Role::Bishop);
    let others: Vec<_> = men().filter(|(_, man)| man.role != Role::King).collect();
    let one_color = |on_light| {
        others.iter().all(|&(at, man)| man.role == Role::Bishop && at.is_light() == on_light)
    };
    others.iter().all(minor) && (others.len() < 2 || one_color(true) || one_color(false))
}

impl Standing {
    /// What is said where nothing is known.
    fn unknown<P: GamePosition>(position: &P, rules: Rules) -> Standing {
        Standing {
            checkmate: false,
            stalemate: false,
            variant_win: false,
            variant_loss: false,
            insufficient_material: insufficient(position, rules),
            dtz: None,
            precise_dtz: None,
            dtm: None,
            dtw: None,
            dtc: None,
            category: Category::Unknown,
        }
    }

    /// What is said where nobody can win.
    fn drawn(self) -> Standing {
        let nothing = Some(0);
        Standing { dtz: nothing, precise_dtz: nothing, category: Category::Draw, ..self }
    }

    /// What is said of a game that is over. The last move may have come too late.
    fn over<P: GamePosition>(position: &P, rules: Rules, before: u32) -> Option<Standing> {
        let (ended, outcome) = over(position, rules)?;
        let late = before >= FIFTY;
        let won = outcome == Outcome::Won(position.turn());
        let lost = outcome == Outcome::Won(!position.turn());
        let category = match (won, lost) {
            (true, _) if late => Category::CursedWin,
            (true, _) => Category::Win,
            (_, true) if late => Category::BlessedLoss,
            (_, true) => Category::Loss,
            _ => Category::Draw,
        };
        let dtz = Some(i32::from(won) - i32::from(lost));
        let plies = |chess: bool| (chess == (rules == Rules::Chess)).then_some(0);
        Some(Standing {
            checkmate: ended == Ended::Checkmate,
            stalemate: ended == Ended::Stalemate,
            variant_win: won && rules != Rules::Chess,
            variant_loss: lost && rules != Rules::Chess,
            dtz,
            precise_dtz: dtz,
            dtm: plies(true),
            dtw: plies(false),
            dtc: Some(0),
            category,
            ..Standing::unknown(position, rules)
        })
    }

    /// Smaller for what is better for the side that has just moved.
    fn rank(&self) -> (Category, bool, i32) {
        let plies = self.dtm.or(self.dtw).or(self.dtz).or(self.dtc).unwrap_or(0).abs();
        // The mover's quick wins and slow losses first.
        let far = if self.category < Category::Draw { plies } else { -plies };
        (self.category, !(self.checkmate || self.variant_loss), far)
    }
}

impl<P: SyzygyGame> Tablebase<'_, P> {
    /// Reads the position of a request; the error is one sentence.
    fn read(&self, fen: &str) -> Result<(P, u32), Fault> {
        let fen = query::plain(fen).map_err(Fault::BadInput)?;
        let position = Question::<P>::position(&fen, self.rules).map_err(Fault::BadInput)?;
        Ok((position, clock(&fen)))
    }

    /// What is said of a position and of all its moves, the best first.
    ///
    /// # Errors
    ///
    /// If the text is no position, or a table is damaged or not accepted by the kernel.
    pub fn report(&self, fen: &str) -> Result<TablebaseReport, Fault> {
        let (position, clock) = self.read(fen)?;
        let (here, kernel_checked) = match Standing::over(&position, self.rules, clock) {
            Some(over) => (over, true),
            None => (self.standing(&position, clock)?, self.check(&position)?),
        };
        let mut moves = Vec::new();
        for made in position.legal_moves() {
            let (after, zeroing) = (position.play(made), zeroing(&position, made));
            let next = if zeroing { 0 } else { clock + 1 };
            let standing = match Standing::over(&after, self.rules, clock) {
                Some(over) => over,
                // The fifty moves were over before this one.
                None if clock >= FIFTY => self.standing(&after, FIFTY)?,
                None => self.standing(&after, next)?,
            };
            moves.push(MoveStanding {
                uci: made.to_string(),
                san: san::one(&position, made),
                zeroing,
                conversion: position.converts(made),
                after: standing,
            });
        }
        moves.sort_by_key(|made| made.after.rank());
        Ok(TablebaseReport { here, kernel_checked, moves })
    }

    /// The main line: the best move of each side by the report, to the end, a draw, or the fifty
    /// moves.
    ///
    /// # Errors
    ///
    /// As [`Tablebase::report`], and if there is no table.
    pub fn mainline(&self, fen: &str) -> Result<MainlineReport, Fault> {
        let (mut position, mut clock) = self.read(fen)?;
        let root = self.report(fen)?.here;
        if root.category == Category::Unknown {
            return Err(Fault::Open("there is no table of this position".to_string()));
        }
        let mut mainline = Vec::new();
        let mut winner = None;
        while mainline.len() < LINE_LIMIT {
            if let Some((_, outcome)) = over(&position, self.rules) {
                winner = match outcome {
                    Outcome::Won(side) => Some(side),
                    Outcome::Drawn => None,
                };
                break;
            }
            let fen = format!("{} {clock} 1", four_fields(&position.to_string()));
            let report = self.report(&fen)?;
            let drawn = clock >= FIFTY || report.here.category == Category::Draw;
            let (false, Some(best)) = (drawn, report.moves.into_iter().next()) else { break };
            if best.after.category == Category::Unknown {
                break;
            }
            let made = position.legal_moves().into_iter().find(|m| m.to_string() == best.uci);
            let made = made.ok_or_else(|| Fault::Bug(format!("{} is no move", best.uci)))?;
            clock = if best.zeroing { 0 } else { clock + 1 };
            position = position.play(made);
            let Standing { dtz, precise_dtz, .. } = best.after;
            mainline.push(Step { uci: best.uci, san: best.san, dtz, precise_dtz });
        }
        let winner = winner.map(|side| if side == Color::White { 'w' } else { 'b' });
        Ok(MainlineReport { dtz: root.dtz, precise_dtz: root.precise_dtz, mainline, winner })
    }

    /// Has the kernel compare an entry of our tables with those one move later.
    fn check(&self, position: &P) -> Result<bool, Fault> {
        let Some(library) = self.library else { return Ok(false) };
        for measure in [Measure::End, Measure::Conversion] {
            match library.check(position, measure) {
                Ok(_) => return Ok(true),
                Err(NotVerified::Table(_) | NotVerified::NoDistance) => {}
                Err(_) if self.value(position, measure)?.is_none() => {}
                Err(error) => {
                    return Err(Fault::Bug(format!("the kernel rejects the table: {error}")));
                }
            }
        }
        Ok(false)
    }

    /// What our tables say by some measure; `None` if there is none.
    fn value(&self, position: &P, measure: Measure) -> Result<Option<Value>, Fault> {
        let Some(library) = self.library else { return Ok(None) };
        match library.value(position, measure) {
            Ok(value) => Ok(Some(value)),
            Err(TableError::Missing { .. } | TableError::TooManyMen | TableError::NoMen) => {
                Ok(None)
            }
            Err(error) => Err(Fault::Bug(error.to_string())),
        }
    }

    /// What is said of a position in which there is a move.
    fn standing(&self, position: &P, clock: u32) -> Result<Standing, Fault> {
        let unknown = Standing::unknown(position, self.rules);
        if unknown.insufficient_material {
            return Ok(unknown.drawn());
        }
        let end = self.value(position, Measure::End)?;
        let conversion = self.value(position, Measure::Conversion)?;
        let pawns = Material::of(position).is_ok_and(|material| material.has_pawns());
        // Without pawns a conversion is what sets the clock back.
        let zeroing = match self.value(position, Measure::Zeroing)? {
            None if !pawns => conversion,
            zeroing => zeroing,
        };
        let syzygy = match self.syzygy {
            Some(files) => files.value(position).map_err(|error| Fault::Bug(error.to_string()))?,
            None => None,
        };
        let Some(value) = end.or(conversion).or(zeroing) else {
            return Ok(match syzygy {
                Some(value) => unknown.by_syzygy(value, clock),
                None => unknown,
            });
        };
        let chess = self.rules == Rules::Chess;
        let standing = Standing {
            dtz: zeroing.map(signed),
            precise_dtz: zeroing.map(signed),
            dtm: end.map(signed).filter(|_| chess),
            dtw: end.map(signed).filter(|_| !chess),
            dtc: conversion.map(signed),
            category: category(value, end, zeroing, clock),
            ..unknown
        };
        Ok(match syzygy {
            Some(value) => standing.by_syzygy(value, clock),
            None => standing,
        })
    }
}

/// The first four fields of a FEN, dashes for those that are not there.
fn four_fields(fen: &str) -> String {
    let mut words: Vec<&str> = fen.split_ascii_whitespace().take(4).collect();
    words.resize(4, "-");
    words.join(" ")
}

/// The category of a value by our tables.
fn category(value: Value, end: Option<Value>, zeroing: Option<Value>, clock: u32) -> Category {
    let plies = |value: Value| signed(value).unsigned_abs();
    let in_time = end.is_some_and(|end| clock + plies(end) <= FIFTY);
    let too_late = clock >= FIFTY || zeroing.is_some_and(|z| clock + plies(z) > FIFTY);
    match (value, in_time, too_late) {
        (Value::Draw, ..) => Category::Draw,
        (Value::Win(_), true, _) => Category::Win,
        (Value::Win(_), _, true) => Category::CursedWin,
        (Value::Win(_), ..) => Category::MaybeWin,
        (Value::Loss(_), true, _) => Category::Loss,
        (Value::Loss(_), _, true) => Category::BlessedLoss,
        (Value::Loss(_), ..) => Category::MaybeLoss,
    }
}

impl Standing {
    /// The same with what Syzygy files say, which know the fifty-move rule.
    fn by_syzygy(self, value: SyzygyValue, clock: u32) -> Standing {
        let won = matches!(value.wdl, Wdl::Win | Wdl::CursedWin);
        let sign = if won { 1 } else { -1 };
        let dtz = match value.wdl {
            Wdl::Draw => Some(0),
            _ => value.dtz.map(|plies| sign * plies as i32),
        };
        let late = |more: u32| value.dtz.is_some_and(|plies| clock + plies + more > FIFTY);
        let (sure, unsure) =
            (late(0), late(u32::from(value.rounded)) || value.dtz.is_none() && clock > 0);
        let category = match value.wdl {
            Wdl::Draw => Category::Draw,
            Wdl::CursedWin => Category::CursedWin,
            Wdl::BlessedLoss => Category::BlessedLoss,
            Wdl::Win if sure => Category::CursedWin,
            Wdl::Win if unsure => Category::MaybeWin,
            Wdl::Win => Category::Win,
            Wdl::Loss if sure => Category::BlessedLoss,
            Wdl::Loss if unsure => Category::MaybeLoss,
            Wdl::Loss => Category::Loss,
        };
        Standing { dtz, precise_dtz: dtz.filter(|_| !value.rounded), category, ..self }
    }
}

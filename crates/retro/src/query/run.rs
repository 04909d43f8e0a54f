//! Answering a query: each position goes through the steps, depth first, and every line is handed
//! out as soon as it is found. Nothing is held but the way to the present position, so a query with
//! millions of lines needs time, not memory.

use zermelo_board as board;
use zermelo_kernel::{Castling, Color, Move, Position, Role};
use zermelo_winnable::Limits;

use super::help::{self, End, Help};
use super::line::{Event, Flag, Item, Line, Tally};
use super::{Aim, Query, Step, Stipulation, direct, order, text, why};
use crate::dead_reckoning::{Count, DeadReckoning, ReckoningError};
use crate::partial_fen::{FenPosition, PartialFen};
use crate::shortest;

/// So many moves are taken back to see whether a position has a past.
const DEPTH: u32 = 2;

/// Answers queries; it remembers which positions are dead.
///
/// ```
/// use zermelo_retro::query::{Query, Runner};
/// use zermelo_winnable::Limits;
///
/// let query: Query = "k7/8/2K5/8/8/8/8/8 ? >>= legal >>= turn".parse().unwrap();
/// let mut turns = Vec::new();
/// let tally = Runner::new(Limits::default()).run(&query, &mut |line| turns.push(line.text.clone()));
/// assert_eq!(turns, ["b"]);
/// assert_eq!(tally.unwrap().solutions, 1);
/// ```
pub struct Runner {
    reckoning: DeadReckoning,
    limits: Limits,
}

/// One query being answered.
struct Run<'a> {
    steps: &'a [Step],
    reckoning: &'a mut DeadReckoning,
    limits: Limits,
    show: &'a mut dyn FnMut(&Line),
    /// Values shown already.
    values: Vec<String>,
    /// The games found last, for the readings of a FEN have the same: to which men, in how many
    /// plies.
    games: Option<(String, u32, Vec<Vec<Move>>)>,
    tally: Tally,
}

impl Runner {
    /// With these limits for each question whether a side can still mate, and for each search for
    /// proof games.
    pub fn new(limits: Limits) -> Runner {
        Runner { reckoning: DeadReckoning::new(limits, Count::Men), limits }
    }

    /// Answers the query, line by line.
    ///
    /// # Errors
    ///
    /// If it is not settled within the limits whether some position is dead, or not all proof games
    /// are found. What was shown before holds.
    pub fn run(
        &mut self,
        query: &Query,
        show: &mut dyn FnMut(&Line),
    ) -> Result<Tally, ReckoningError> {
        let (steps, reckoning) = (&query.steps[..], &mut self.reckoning);
        let (values, tally) = (Vec::new(), Tally::default());
        let limits = self.limits;
        let mut run = Run { steps, reckoning, limits, show, values, games: None, tally };
        // A query that was read has readings.
        for standing in query.fen.readings(Castling::Standard).unwrap_or_default() {
            run.take(Item { standing, past: Vec::new(), sound: true }, 0)?;
        }
        let mut tally = run.tally;
        let filters = matches!(
            steps,
            [Step::Legal]
                | [.., Step::Retract | Step::Move | Step::Flip | Step::Dead, Step::Legal]
                | [.., Step::Legal, Step::Legal]
        );
        tally.solutions = if filters { tally.sound } else { tally.lines };
        Ok(tally)
    }
}

impl Run<'_> {
    /// Does the steps from this one on.
    fn take(&mut self, mut item: Item, step: usize) -> Result<(), ReckoningError> {
        let Some(&now) = self.steps.get(step) else {
            self.out(item.line());
            return Ok(());
        };
        if !item.sound {
            return Ok(());
        }
        let next = step + 1;
        match now {
            Step::Retract => {
                for found in order::retractions(&item.standing) {
                    let before = item.standing.before(&found);
                    self.take(item.with(Event::Back(found), before), next)?;
                }
            }
            Step::Move => {
                let dead = self.reckoning.is_dead(&item.standing.position)?;
                if dead {
                    item.past.push((Event::Flagged(Flag::Dead), None));
                }
                for made in order::moves(&item.standing.position) {
                    let event = Event::Made(item.standing.position.clone(), made);
                    let after = item.standing.after(made);
                    self.take(item.with(event, after), next)?;
                }
            }
            Step::Flip => {
                for standing in flipped(&item.standing) {
                    self.take(Item { standing, ..item.clone() }, next)?;
                }
            }
            Step::Legal => {
                self.mark(&mut item)?;
                self.take(item, next)?;
            }
            Step::Dead => {
                let position = &item.standing.position;
                let said = match self.reckoning.is_dead(position)? {
                    true => format!("DP ({})", why::why_dead(position)),
                    false => "alive".to_string(),
                };
                item.past.push((Event::Remark(said), None));
                self.take(item, next)?;
            }
            Step::Turn => self.value(&item, 1),
            Step::Castling => self.value(&item, 2),
            Step::EnPassant => self.value(&item, 3),
            Step::Solve(stipulation) => {
                let first = stipulation.first();
                if first.is_none_or(|first| first == item.standing.position.turn()) {
                    self.solve(&item, &stipulation, next)?;
                }
            }
            Step::ProofGames(plies) => self.proof_games(&item, plies, next)?,
        }
        Ok(())
    }

    fn out(&mut self, line: Line) {
        self.tally.lines += 1;
        self.tally.sound += u64::from(line.flags.is_empty());
        (self.show)(&line);
    }

    /// One field of the FEN, if it is new.
    fn value(&mut self, item: &Item, field: usize) {
        let fen = item.standing.to_fen();
        let value = fen.split(' ').nth(field).unwrap_or_default().to_string();
        if !self.values.contains(&value) {
            self.values.push(value.clone());
            self.out(Line { text: value, fen: None, flags: Vec::new() });
        }
    }

    /// Marks the first position on the way that cannot have been, or from which no move can have
    /// been made.
    fn mark(&mut self, item: &mut Item) -> Result<(), ReckoningError> {
        for index in 0..=item.past.len() {
            let (back, standing) = match item.past.get(index) {
                None => (false, item.standing.clone()),
                Some((Event::Back(_), Some(standing))) => (true, standing.clone()),
                Some((_, Some(standing))) => (false, standing.clone()),
                Some((Event::Flagged(_), None)) => {
                    item.sound = false;
                    return Ok(());
                }
                Some(_) => continue,
            };
            let mut flags = Vec::new();
            if !self.reckoning.has_past(&standing, DEPTH) {
                flags.push(Flag::Unretractable);
            }
            if self.reckoning.is_zombie(&standing, DEPTH)? {
                flags.push(Flag::Zombie);
            } else if back && self.reckoning.is_dead(&standing.position)? {
                flags.push(Flag::Dead);
            }
            if !flags.is_empty() {
                item.sound = false;
                let at = (index + 1).min(item.past.len());
                let events = flags.into_iter().map(|flag| (Event::Flagged(flag), None));
                item.past.splice(at..at, events);
                return Ok(());
            }
        }
        Ok(())
    }

    fn solve(
        &mut self,
        item: &Item,
        wanted: &Stipulation,
        next: usize,
    ) -> Result<(), ReckoningError> {
        let own = board::Position::from_kernel(&item.standing.position);
        let is_last =
            |p: &board::Position, m| wanted.last.is_none_or(|role| order::role(p, m) == role);
        if wanted.aim == Aim::Mate {
            for (key, mates) in direct::keys(&own, wanted.plies) {
                if wanted.plies == 1 && !is_last(&own, key) {
                    continue;
                }
                let made = key.to_kernel();
                let position = &item.standing.position;
                let proved = position.is_legal(made)
                    && direct::is_proved(&position.play(made), wanted.plies - 1);
                if !proved {
                    return Err(ReckoningError::Refused(Box::new(position.clone())));
                }
                let mut said = text::made(&item.standing.position, made);
                let mut standing = item.standing.clone();
                if !mates {
                    said.push_str(" ... #");
                    standing = standing.after(made);
                } else if wanted.plies > 1 {
                    said.push_str(" cook?");
                }
                self.take(item.with_solution(said, standing, None), next)?;
            }
            return Ok(());
        }
        let mut seen: Vec<String> = Vec::new();
        for found in help::solve(&item.standing.position, wanted, self.reckoning)? {
            let mut before_last = own;
            for &made in found.moves.iter().rev().skip(1).rev() {
                before_last = before_last.play(made);
            }
            if found.moves.last().is_some_and(|&last| !is_last(&before_last, last)) {
                continue;
            }
            let (said, standing, dead) = self.in_words(&item.standing, wanted, &found)?;
            if dead.is_some() {
                // Lines that come through the same dead position are one.
                if seen.contains(&said) {
                    continue;
                }
                seen.push(said.clone());
            }
            self.take(item.with_solution(said, standing, dead), next)?;
        }
        Ok(())
    }

    /// All games of this length that lead to the position, each played again by the kernel.
    fn proof_games(&mut self, item: &Item, plies: u32, next: usize) -> Result<(), ReckoningError> {
        let standing = &item.standing;
        if (standing.position.turn() == Color::White) != plies.is_multiple_of(2) {
            return Ok(());
        }
        let men = standing.to_fen().split(' ').next().unwrap_or_default().to_string();
        let games = match self.games.take() {
            Some((last, length, games)) if last == men && length == plies => games,
            _ => {
                let goal = &standing.position;
                let found = shortest::games(goal, plies, usize::MAX, &self.limits);
                if !found.complete {
                    return Err(ReckoningError::Games(Box::new(goal.clone())));
                }
                found.games
            }
        };
        for game in &games {
            let mut at = Position::initial();
            let mut words = Vec::new();
            let mut passes = None;
            for &made in game {
                if !at.is_legal(made) {
                    return Err(ReckoningError::Refused(Box::new(at)));
                }
                words.push(text::made(&at, made));
                let pawn = at.piece_at(made.from).is_some_and(|man| man.role == Role::Pawn);
                let double = pawn && board::is_double_step(made.from, made.to);
                passes = double.then(|| board::passed(made.to));
                at = at.play(made);
            }
            let passed = standing.passed.is_none_or(|square| passes == Some(square));
            if at == standing.position && passed {
                self.take(item.with_solution(words.join(" "), standing.clone(), None), next)?;
            }
        }
        self.games = Some((men, plies, games));
        Ok(())
    }

    /// A solution in words, and the position that is shown with it: the end, but before the last
    /// move where the words say what else could be played there, and before a mate. A line through
    /// a dead position ends there, with why it is dead.
    fn in_words(
        &mut self,
        root: &FenPosition,
        wanted: &Stipulation,
        found: &Help,
    ) -> Result<(String, FenPosition, Option<String>), ReckoningError> {
        let mut words = Vec::new();
        let mut way = vec![root.clone()];
        for (index, made) in found.moves.iter().map(|m| m.to_kernel()).enumerate() {
            let at = &way[index];
            if !at.position.is_legal(made) {
                return Err(ReckoningError::Refused(Box::new(at.position.clone())));
            }
            words.push(text::made(&at.position, made));
            let after = at.after(made);
            let ends = index + 1 == found.moves.len();
            if found.end != End::Mate && !ends && self.reckoning.is_dead(&after.position)? {
                let why = format!("({})", why::why_dead(&after.position));
                return Ok((words.join(" "), after, Some(why)));
            }
            way.push(after);
        }
        let end = way.pop().unwrap_or_else(|| root.clone());
        let before = way.pop();
        let holds = match found.end {
            End::Mate => end.position.is_checkmate(),
            End::Stalemate => end.position.is_stalemate(),
            End::Dead => self.reckoning.is_dead(&end.position)?,
        };
        if !holds {
            return Err(ReckoningError::Refused(Box::new(end.position)));
        }
        let short = if found.short { " cook?" } else { "" };
        let standing = match found.end {
            End::Mate => {
                words.extend(found.short.then(|| "cook?".to_string()));
                before.unwrap_or(end)
            }
            End::Stalemate => {
                let stipulated = wanted.aim == Aim::HelpStalemate && wanted.plies > 1;
                let alive = before
                    .filter(|_| stipulated)
                    .and_then(|before| Some((why::why_alive(&before.position)?, before)));
                let standing = alive.map_or(end, |(why, before)| {
                    words.push(format!("({why})"));
                    before
                });
                words.push(format!("stalemate{short}"));
                standing
            }
            End::Dead => {
                words.push(format!("DP{short} ({})", why::why_dead(&end.position)));
                end
            }
        };
        Ok((words.join(" "), standing, None))
    }
}

/// The other side to move, every en-passant capture possible or not; empty if the side that
/// would not be to move is in check.
fn flipped(standing: &FenPosition) -> Vec<FenPosition> {
    let fen = standing.position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let [men, _, rights, ..] = fields[..] else { return Vec::new() };
    let turn = if standing.position.turn() == Color::White { 'b' } else { 'w' };
    let partial: Option<PartialFen> = format!("{men} {turn} {rights}").parse().ok();
    let readings = partial.and_then(|partial| partial.readings(Castling::Standard).ok());
    let numbered = |mut reading: FenPosition| {
        reading.number = standing.number;
        reading
    };
    readings.unwrap_or_default().into_iter().map(numbered).collect()
}

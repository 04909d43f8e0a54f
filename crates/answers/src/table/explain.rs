//! What tables say, in words.

use serde::Serialize;
use zermelo_kernel::{Color, GamePosition, Move, Outcome, Value};
use zermelo_tables::{MOST_LONGEST, Material, Measure, Rules, Step, SyzygyValue, Verified, Wdl};

use super::answer::{Answer, Checked, Ended, Figures, Known, Line, Longest, SyzygyAnswer};
use super::question::{Question, Tables};
use crate::explain::Paragraph::{self, Choices, Gap, Headline, Moves, Sentence};
use crate::explain::{Columns, MoveRow};
use crate::names::{self, counted, duration, thousands};
use crate::{Fault, report, san};

/// What the kernel says of an entry that it has compared.
const AGREES: &str =
    "The kernel agrees that the entry follows from those of the positions one move later";

/// What is not compared.
const NO_DISTANCES: &str = "Outcomes without distances cannot be checked by the kernel; --metric \
                            conversion or end can.";

/// What an answer says, for programs that show it to people.
#[derive(Serialize)]
pub struct Explanation {
    /// The value in a sentence.
    pub headline: String,
    /// On whose word.
    pub sentences: Vec<String>,
}

impl Tables {
    /// What building will do, and with how much memory at most.
    pub fn announce(&self, wanted: &[Material], plan: &[Step], memory: u64) -> String {
        let Words { rules, measure } = self.words();
        let folder = self.library.folder().display();
        let Some(largest) = plan.iter().max_by_key(|step| step.memory) else {
            let what = match wanted {
                [one] => one.to_string(),
                many => format!("All {} tables", many.len()),
            };
            let are = if wanted.len() == 1 { "is" } else { "are" };
            return format!(
                "Nothing to build: {what} ({rules}, {measure}) {are} in {folder}, with everything needed."
            );
        };
        let names: Vec<String> = plan.iter().map(|step| step.material.to_string()).collect();
        let names = match &names[..] {
            [first, .., last] if names.len() > 12 => format!("{first} to {last}"),
            all => all.join(", "),
        };
        format!(
            "{} to build in {folder} ({rules}, {measure}): {names}.\n\
             {} places; {} of memory for the largest, {}; never more than {}.\n\
             Tables that are finished are kept, whatever happens to the rest.",
            counted(plan.len(), "table"),
            thousands(plan.iter().map(|step| step.places).sum()),
            names::size(largest.memory),
            largest.material,
            names::size(memory),
        )
    }
}

/// How to speak of values and distances.
#[derive(Clone, Copy, Serialize)]
pub struct Words {
    /// The game.
    #[serde(serialize_with = "report::text")]
    pub rules: Rules,
    /// What distances count.
    #[serde(rename = "metric", serialize_with = "report::text")]
    pub measure: Measure,
}

impl Words {
    /// Whether there are distances at all.
    pub fn has_distance(self) -> bool {
        self.measure != Measure::Outcome
    }

    /// What is so far away: `mate`, `conversion`.
    pub fn goal(self) -> &'static str {
        match (self.measure, self.rules) {
            (Measure::Outcome, _) => "outcome",
            (Measure::Conversion, _) => "conversion",
            (Measure::Zeroing, _) => "capture or pawn move",
            (Measure::End, Rules::Chess) => "mate",
            (Measure::End, _) => "end of the game",
        }
    }

    /// A table's name: `KQvK (chess, mate)`.
    pub fn name(self, material: &Material) -> String {
        format!("{material} ({}, {})", self.rules, self.goal())
    }

    /// The value in a sentence.
    pub fn verdict(self, turn: Color, value: Value) -> String {
        let (winner, plies) = match value {
            Value::Draw => return "The position is drawn.".to_string(),
            Value::Win(plies) => (turn, plies),
            Value::Loss(plies) => (!turn, plies),
        };
        if !self.has_distance() {
            return format!("{winner} wins.");
        }
        let distance = distance(moves_of(value).unwrap_or(0), plies);
        format!("{winner} wins: {} {distance}.", self.goal())
    }

    /// What a move leads to, said of who makes it: `mates in 5 moves`, `converts, 3 plies`. `None`
    /// where there is no distance.
    pub fn of_move(self, value: Value, converts: bool) -> Option<String> {
        let (wins, plies) = match value {
            Value::Draw => return None,
            Value::Win(plies) => (true, plies),
            Value::Loss(plies) => (false, plies),
        };
        let verb = match (self.measure, self.rules, wins) {
            (Measure::Outcome, ..) => return None,
            (Measure::Conversion | Measure::Zeroing, ..) => {
                let plies = names::plies(plies.into());
                return Some(if converts { format!("converts, {plies}") } else { plies });
            }
            (Measure::End, Rules::Chess, true) => "mates",
            (Measure::End, Rules::Chess, false) => "is mated",
            (Measure::End, _, true) => "wins",
            (Measure::End, _, false) => "loses",
        };
        let moves = usize::from(moves_of(value).unwrap_or(0));
        Some(format!("{verb} in {}", counted(moves, "move")))
    }
}

/// `in 10 moves (19 plies)`.
pub fn distance(moves: u16, plies: u16) -> String {
    let plies = names::plies(plies.into());
    match moves {
        0 => format!("at once ({plies})"),
        _ => format!("in {} ({plies})", counted(usize::from(moves), "move")),
    }
}

/// How many moves the side that wins makes; `None` in a draw.
fn moves_of(value: Value) -> Option<u16> {
    match value {
        Value::Win(plies) => Some(plies.div_ceil(2)),
        Value::Loss(plies) => Some(plies / 2),
        Value::Draw => None,
    }
}

/// How a game is over, in a sentence.
fn over<P: GamePosition>(p: &P, rules: Rules, ended: Ended, outcome: Outcome) -> String {
    let turn = p.turn();
    let count = |color| p.board().side(color).len();
    let why = match ended {
        Ended::Checkmate => format!("{turn} is mated"),
        Ended::Stalemate if rules == Rules::Chess => {
            return "The game is over by stalemate: a draw.".to_string();
        }
        Ended::NoMen => format!("{turn} has no men left"),
        Ended::Stalemate => {
            format!("{turn} has no move ({} against {} men)", count(turn), count(!turn))
        }
    };
    let result = match outcome {
        Outcome::Won(winner) => format!("{winner} has won"),
        Outcome::Drawn => "it is a draw".to_string(),
    };
    format!("The game is over: {why}, {result}.")
}

impl<P: GamePosition> Line<P> {
    /// The moves as players write them.
    pub fn san(&self, root: &P) -> Vec<String> {
        let before = std::iter::once(root).chain(self.moves.iter().map(|choice| &choice.after));
        before.zip(&self.moves).map(|(position, choice)| san::one(position, choice.made)).collect()
    }

    /// Best play with its numbers, and what else is to be said of it.
    pub fn numbered(&self, root: &P, number: u32) -> (Vec<String>, Option<String>) {
        if self.moves.is_empty() {
            return (Vec::new(), Some("There is no main line in a draw.".to_string()));
        }
        let cut = |material| format!("(Here the line ends: there is no table of {material}.)");
        let words = san::numbered(&self.san(root), number, root.turn());
        (words, self.missing.as_ref().map(cut))
    }
}

impl<P: GamePosition> Answer<'_, P> {
    /// The value in a sentence.
    pub fn headline(&self) -> String {
        let (position, words) = (&self.question.position, self.words);
        match &self.known {
            Known::Over(ended, outcome) => over(position, words.rules, *ended, *outcome),
            Known::Found(probe) => words.verdict(position.turn(), probe.value),
        }
    }

    /// The value in a sentence, and on whose word, where the game is not over.
    pub fn explanation(&self) -> Explanation {
        let sentences = match (&self.known, &self.entry) {
            (Known::Over(..), _) => Vec::new(),
            (Known::Found(_), Some(_)) => vec![format!("{AGREES}.")],
            (Known::Found(_), None) => vec![NO_DISTANCES.to_string()],
        };
        Explanation { headline: self.headline(), sentences }
    }

    /// The answer in words, with the command that proves all of these tables.
    pub fn explain(&self, tables: &Tables) -> Vec<Paragraph> {
        let Answer { question, words, .. } = self;
        let Question { position, move_number, note, material, .. } = question;
        let headline = Headline(self.headline());
        let Known::Found(probe) = &self.known else { return vec![headline] };
        let row = |choice: &zermelo_tables::Choice<P>| {
            let (value, plies) = match choice.value {
                Value::Win(plies) => ("win", plies.to_string()),
                Value::Draw => ("draw", String::new()),
                Value::Loss(plies) => ("loss", plies.to_string()),
            };
            let known = words.has_distance();
            MoveRow {
                san: san::one(position, choice.made),
                value,
                moves: moves_of(choice.value).filter(|_| known),
                plies: if known { plies } else { String::new() },
                converts: choice.converts,
            }
        };
        let columns = if words.has_distance() { Columns::Distance } else { Columns::Outcome };
        let mut text =
            vec![headline, Gap, Choices(columns, probe.moves.iter().map(row).collect()), Gap];
        if let Some(line) = &self.line {
            let (moves, remark) = line.numbered(position, *move_number);
            text.push(Moves(moves));
            text.extend(remark.map(Sentence));
            text.push(Gap);
        }
        let trust = match self.entry.as_ref().and(material.as_ref()) {
            Some(material) => format!(
                "{AGREES}; the whole table is proved by: {}",
                tables.command("verify", &format!("{material} --all"))
            ),
            None => NO_DISTANCES.to_string(),
        };
        text.push(Sentence(trust));
        text.extend(note.as_ref().map(|note| Sentence(format!("Note: {note}."))));
        text
    }
}

impl<P: GamePosition> SyzygyAnswer<P> {
    /// The value in a sentence, and what else is to be said of it.
    pub fn explanation(&self) -> Explanation {
        let SyzygyAnswer { position, rules, clock, .. } = self;
        let probe = match &self.known {
            Known::Over(ended, outcome) => {
                let headline = over(position, *rules, *ended, *outcome);
                return Explanation { headline, sentences: Vec::new() };
            }
            Known::Found(probe) => probe,
        };
        let mut sentences = Vec::new();
        if probe.moves.iter().any(|(_, value)| value.is_none()) {
            sentences.push("There is no file of what an unknown move leads to.".to_string());
        }
        if *clock > 0 {
            sentences.push(format!(
                "The fifty moves are counted from this position; the clock of the FEN, {clock}, is \
                 not looked at."
            ));
        }
        sentences.push("From Syzygy files, which the kernel has not checked.".to_string());
        Explanation { headline: syzygy_verdict(position.turn(), *rules, probe.value), sentences }
    }

    /// The answer in words.
    pub fn explain(&self) -> Vec<Paragraph> {
        let position = &self.position;
        let Explanation { headline, sentences } = self.explanation();
        let Known::Found(probe) = &self.known else { return vec![Headline(headline)] };
        let row = |&(made, value): &(Move, Option<SyzygyValue>)| MoveRow {
            san: san::one(position, made),
            value: value.map_or("unknown", |value| match value.wdl {
                Wdl::Win => "win",
                Wdl::CursedWin => "cursed win",
                Wdl::Draw => "draw",
                Wdl::BlessedLoss => "blessed loss",
                Wdl::Loss => "loss",
            }),
            moves: None,
            plies: value.map_or(String::new(), syzygy_plies),
            converts: position.converts(made),
        };
        let rows = probe.moves.iter().map(row).collect();
        let text = [Headline(headline), Gap, Choices(Columns::Syzygy, rows), Gap];
        text.into_iter().chain(sentences.into_iter().map(Sentence)).collect()
    }
}

/// `17`, or `17-18` where the files round; empty where they do not tell.
fn syzygy_plies(value: SyzygyValue) -> String {
    match value.dtz {
        Some(plies) if value.rounded => format!("{plies}-{}", plies + 1),
        Some(plies) => plies.to_string(),
        None => String::new(),
    }
}

/// The value in a sentence.
fn syzygy_verdict(turn: Color, rules: Rules, value: SyzygyValue) -> String {
    let outcome = match value.wdl {
        Wdl::Draw => return "The position is drawn.".to_string(),
        Wdl::Win => format!("{turn} wins"),
        Wdl::Loss => format!("{} wins", !turn),
        Wdl::CursedWin => format!(
            "The position is drawn, by the fifty-move rule only: a cursed win of {turn}, who wins \
             without that rule"
        ),
        Wdl::BlessedLoss => format!(
            "The position is drawn, by the fifty-move rule only: a blessed loss of {turn}, who \
             loses without that rule"
        ),
    };
    let Some(plies) = value.dtz else { return format!("{outcome}; no file tells how soon.") };
    let most = plies + u32::from(value.rounded);
    let in_plies = names::plies(most.into());
    let rounded = match value.rounded {
        true => format!(" (the files round: {plies} or {most})"),
        false => String::new(),
    };
    let end = if rules == Rules::Chess { "mate" } else { "the end" };
    format!("{outcome}; next capture or pawn move, or {end}, in at most {in_plies}{rounded}.")
}

impl<P> Longest<P> {
    /// How many there are, in words.
    pub fn count_in_words(&self) -> String {
        let s = if self.count == 1 { "" } else { "s" };
        let all = format!("{} position{s} on the board", thousands(self.count));
        match self.positions.len() {
            MOST_LONGEST.. => all,
            listed => format!("{all}, {listed} up to symmetry"),
        }
    }
}

impl<P> Figures<P> {
    /// How positions are counted.
    pub fn counted(&self) -> &'static str {
        match self.up_to_symmetry {
            true => "positions up to symmetry, all men told apart:",
            false => "positions (each mirror image counts):",
        }
    }

    /// How many zugzwangs there are, in a sentence; `None` without distances.
    pub fn zugzwangs_in_words(&self) -> Option<String> {
        Some(match self.zugzwangs? {
            0 => "No full-point zugzwang.".to_string(),
            1 => "1 full-point zugzwang: whoever is to move loses.".to_string(),
            many => format!(
                "{} full-point zugzwangs: whoever is to move loses (up to symmetry).",
                thousands(many as u64)
            ),
        })
    }
}

impl Checked {
    /// What became of the table, in a sentence; `sample` says whether samples were asked for.
    pub fn explain(&self, tables: &Tables, sample: bool) -> String {
        let name = tables.words().name(&self.material);
        match &self.result {
            Err(Fault::Rejected(why)) => format!("{name}: REJECTED: {why}"),
            Err(why) => format!("{name}: not verified: {why}"),
            Ok(Verified { entries, rests_on, .. }) => {
                let all = match (self.sampled, sample) {
                    (true, _) => "entries at random",
                    (false, true) => "entries (all of them: it has no more than the sample)",
                    (false, false) => "entries",
                };
                let rests = match rests_on.is_empty() {
                    true => "nothing else".to_string(),
                    false => listed(rests_on),
                };
                let (count, time) = (thousands(*entries), duration(self.time));
                format!("{name}: {count} {all} checked in {time}, all follow; rests on {rests}")
            }
        }
    }
}

fn listed<'a>(materials: impl IntoIterator<Item = &'a Material>) -> String {
    materials.into_iter().map(Material::to_string).collect::<Vec<_>>().join(", ")
}

/// What all of it proves. `seed` is that of samples, `interrupted` says that it was stopped.
pub fn conclusion(checked: &[Checked], seed: Option<u64>, interrupted: bool) -> String {
    let open = super::not_verified(checked);
    let faults = || checked.iter().filter_map(|one| one.result.as_ref().err());
    if interrupted {
        return format!("Stopped after {}.", counted(checked.len(), "table"));
    }
    if faults().any(|fault| matches!(fault, Fault::Rejected(_))) {
        return "A table was rejected: nothing that rests on it is proved.".to_string();
    }
    if faults().next().is_some() {
        return "Not every table could be verified: nothing that rests on those is proved."
            .to_string();
    }
    if let (Some(seed), true) = (seed, checked.iter().any(|one| one.sampled)) {
        return format!("Samples prove nothing; they were chosen with --seed {seed}.");
    }
    if open.is_empty() {
        let are = if checked.len() == 1 { "the table is" } else { "the tables are" };
        return format!("Everything that was relied on was verified in this run: {are} proved.");
    }
    let names = listed(open);
    format!("Relied on, but not verified in this run: {names}; --all does that too.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_in_words() {
        let say = |wdl, dtz, rounded| {
            syzygy_verdict(Color::White, Rules::Chess, SyzygyValue { wdl, dtz, rounded })
        };
        assert_eq!(say(Wdl::Draw, None, false), "The position is drawn.");
        assert_eq!(
            say(Wdl::Win, Some(1), false),
            "White wins; next capture or pawn move, or mate, in at most 1 ply."
        );
        assert_eq!(
            say(Wdl::Loss, Some(17), true),
            "Black wins; next capture or pawn move, or mate, in at most 18 plies (the files round: \
             17 or 18)."
        );
        assert_eq!(say(Wdl::Win, None, false), "White wins; no file tells how soon.");
        assert_eq!(
            say(Wdl::CursedWin, Some(103), false),
            "The position is drawn, by the fifty-move rule only: a cursed win of White, who wins \
             without that rule; next capture or pawn move, or mate, in at most 103 plies."
        );
        assert!(say(Wdl::BlessedLoss, Some(120), false).contains("a blessed loss of White, who"));
        let range = |dtz, rounded| syzygy_plies(SyzygyValue { wdl: Wdl::Win, dtz, rounded });
        assert_eq!(range(Some(9), false), "9");
        assert_eq!(range(Some(9), true), "9-10");
        assert_eq!(range(None, false), "");
    }
}

//! An answer for people: sentences, lines of moves, and a board with marked squares. Made here
//! once; the terminal, the form, the page and Python lay it out.

use serde::Serialize;
use zermelo_kernel::{Color, Ending, Insufficient, RecordClaim};
use zermelo_winnable::Method;

use super::answer::{Answer, Certified};
use super::reason::{Ends, Reason};
use super::region_view::{Checker, Man, RegionView};
use super::shortest::Shortest;
use super::standing::{Answers, GameResult, Standing};
use crate::judge::ending_in_words;
use crate::names::{self, counted, duration, listed};
use crate::query::Query;
use crate::san;

/// What an answer says.
#[derive(Serialize)]
pub struct Explanation {
    /// The verdict.
    pub headline: String,
    /// Why, sentence by sentence.
    pub sentences: Vec<String>,
    /// What the proof rests on, if the side cannot win; programs have it already.
    #[serde(skip)]
    pub reason: Option<Reason>,
    /// What is to be said under the board that shows the locked region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
}

impl Explanation {
    /// What there is to say of an answer.
    pub fn new(query: &Query, answer: &Answer) -> Explanation {
        let winner = answer.winner;
        let mut told = Explanation {
            headline: headline(answer),
            sentences: Vec::new(),
            reason: None,
            caption: None,
        };
        if let Some(Certified::Record(certificate)) = &answer.certificate
            && !matches!(certificate.claim, RecordClaim::Over { .. })
        {
            told.sentences.push(format!(
                "A mate must come before the 75-move end: {} of 150 plies without capture and \
                 pawn move have been made.",
                query.clock
            ));
        }
        if let Some(moves) = answer.helpmate().filter(|moves| !moves.is_empty()) {
            match &answer.shortest {
                Some(shortest) => told.sentences.extend(shortest_in_words(winner, shortest)),
                None => {
                    let length = in_moves(moves.len());
                    let sentence = format!("If both players help, {winner} mates {length}.");
                    told.sentences.push(sentence);
                }
            }
        }
        if let Some(cover) = answer.cover() {
            told.why(Reason::new(&query.position, winner, cover), winner);
        }
        if answer.winnable().is_none() {
            let fast = answer.effort.is_some_and(|effort| effort.method.is_none());
            let why = match fast {
                true => "Only the quick test was asked, and it does not settle this.",
                false => {
                    "The search reached its limit before it found a mate or a proof that there \
                     is none."
                }
            };
            told.sentences.push(why.to_string());
        }
        told
    }

    /// The helpmates with move numbers, to be shown after the sentences; programs have them
    /// already, and writing them twice would cost as much as finding them.
    pub fn lines(query: &Query, answer: &Answer) -> Vec<Vec<String>> {
        let lines = match (&answer.shortest, answer.helpmate()) {
            (_, None | Some([])) => &[],
            (Some(shortest), _) => &shortest.lines[..],
            (None, Some(moves)) => &[moves.to_vec()],
        };
        let numbered = |line: &Vec<_>| {
            let line = san::san(&query.position, line);
            san::numbered(&line, query.move_number, query.position.turn())
        };
        lines.iter().map(numbered).collect()
    }

    /// Why a side cannot win: the material, the forced end, or a locked position.
    fn why(&mut self, reason: Reason, winner: Color) {
        let sentence = match &reason {
            Reason::Material(rule) => material(*rule, winner),
            Reason::Forced { positions, ends } => forced(*positions, ends.as_ref(), winner),
            Reason::Locked(_) => {
                "The position is locked: no series of moves ever opens it.".to_string()
            }
            Reason::Searched { positions, regions, .. } => searched(*positions, *regions, winner),
        };
        self.sentences.push(sentence);
        if let Reason::Searched { example: Some(view), .. } = &reason {
            let turn = view.anchor.turn();
            self.sentences.push(format!("One of them, with {turn} to move, is shown."));
        }
        self.caption = reason.view().map(checks);
        self.reason = Some(reason);
    }
}

fn headline(answer: &Answer) -> String {
    let winner = answer.winner;
    match (answer.winnable(), &answer.certificate) {
        (None, _) => format!("Whether {winner} can win is not known."),
        (Some(true), _) if answer.helpmate().is_some_and(<[_]>::is_empty) => {
            format!("{winner} has given mate.")
        }
        (Some(true), _) => format!("{winner} can still win."),
        (_, Some(Certified::Record(certificate))) => match certificate.claim {
            RecordClaim::Over { ending, .. } if ending != Ending::Checkmate => format!(
                "{winner} cannot win: the game is over, {} (article {}).",
                ending_in_words(ending),
                ending.article()
            ),
            _ => format!("{winner} cannot win: no mate comes in time."),
        },
        _ => format!("{winner} cannot win: no series of legal moves ends in mate by {winner}."),
    }
}

/// The length of a helpmate: moves by the side that wins, which makes the last ply.
fn in_moves(plies: usize) -> String {
    let moves = plies.div_ceil(2);
    match (plies, moves) {
        (1, _) => "at once".to_string(),
        (_, 1) => format!("in 1 move ({plies} plies)"),
        _ => format!("in {moves} moves ({plies} plies; there may be shorter lines)"),
    }
}

/// The shortest helpmates, or what is known of them.
fn shortest_in_words(winner: Color, found: &Shortest) -> Vec<String> {
    let moves = counted(found.plies.div_ceil(2), "move");
    let length = format!("{moves} ({})", names::plies(found.plies as u64));
    let known = if found.proved {
        "nothing shorter exists (engine-checked)".to_string()
    } else {
        format!(
            "it is not known to be the shortest: no line has fewer than {} plies \
             (engine-checked), and there the search stopped",
            found.at_least
        )
    };
    let mut told = vec![format!("If both players help, {winner} mates in {length}; {known}.")];
    if found.all && found.proved {
        let lines = counted(found.lines.len(), "line");
        told.push(match (found.complete, found.cut) {
            (true, _) => format!("{lines} of that length, and no other (engine-checked)."),
            (_, true) => format!("more than {lines} of that length; so many are kept."),
            _ => format!("{lines} of that length so far, incomplete."),
        });
    }
    told
}

/// The material lemmas in words.
fn material(rule: Insufficient, winner: Color) -> String {
    let loser = !winner;
    match rule {
        Insufficient::BareKing => format!("{winner} has nothing but the king."),
        Insufficient::LoneKnight => format!(
            "{winner} has only a king and a knight, there are no pawns, and {loser} has at most \
             queens, which cannot help to close in their own king."
        ),
        Insufficient::BishopsOfOneColour => format!(
            "{winner} has only a king and bishops on squares of one colour, and there is no pawn, \
             no knight and no bishop of the other colour on the board: nothing can take the \
             squares of the other colour from the king of {loser}."
        ),
    }
}

fn forced(positions: usize, ends: Option<&Ends>, winner: Color) -> String {
    match (positions, ends) {
        (1, Some(Ends { mate_by_other: true, .. })) => format!("{} has given mate.", !winner),
        (1, Some(Ends { stalemate: true, .. })) => "The game ends here in stalemate.".to_string(),
        (1, _) => format!("Every legal move leaves {winner} too little to mate with."),
        _ => format!(
            "The end is forced: {positions} positions cover all that can be reached, and none of \
             them is mate by {winner}. {}",
            ends.map(|ends| how_lines_end(ends, winner)).unwrap_or_default()
        )
        .trim_end()
        .to_string(),
    }
}

fn how_lines_end(ends: &Ends, winner: Color) -> String {
    let mut ways = Vec::new();
    if ends.stalemate {
        ways.push("in stalemate".to_string());
    }
    if ends.mate_by_other {
        ways.push(format!("in mate by {}", !winner));
    }
    if ends.material {
        ways.push(format!("with too little left for {winner} to mate with"));
    }
    match listed(&ways, "or") {
        none if none.is_empty() => "Play can only go round among them.".to_string(),
        ends => format!("Every line ends {ends}, or goes round for ever."),
    }
}

fn searched(positions: usize, regions: usize, winner: Color) -> String {
    let positions = counted(positions, "position");
    let locked = match regions {
        1 => "a locked position that never opens again".to_string(),
        _ => format!("one of {regions} kinds of locked positions that never open again"),
    };
    format!(
        "All lines were followed, through {positions}, none of them mate by {winner}. \
         Lines that do not end or go round before lead to {locked}, or leave {winner} too little \
         to mate with."
    )
}

/// What could ever give check in a region, and where.
fn checks(view: &RegionView) -> String {
    let (winner, loser) = (view.winner, !view.winner);
    if view.checkers.is_empty() && view.anchor.board().side(winner).len() == 2 {
        // Steps by which a last man is thrown away are not in the region.
        return format!(
            "The last man of {winner}'s can never give check without being taken at once, so there is no mate."
        );
    }
    if view.checkers.is_empty() {
        return format!("No man of {winner}'s can ever give check, so there is no mate.");
    }
    let checker = |checker: &Checker| {
        let role = names::role(checker.piece.role);
        let promoted = if checker.may_promote { ", perhaps promoted" } else { "" };
        format!("the {role} of {}{promoted}", checker.home)
    };
    let men: Vec<String> = view.checkers.iter().map(checker).collect();
    let squares = names::squares(view.checked_on).join(", ");
    format!(
        "All that {winner} could ever give check with: {}. The king of {loser} could be in check \
         on these squares only: {squares}. Every way to set up a mate there was tried, and none \
         works.",
        men.join(", "),
    )
}

/// Where a man may ever be.
pub(super) fn man(man: &Man) -> String {
    let name = format!("{}'s {} of {}", man.piece.color, names::role(man.piece.role), man.home);
    let squares = man.squares.iter().count();
    let stands = match squares {
        0 | 1 => format!("{name} never moves"),
        64 => format!("{name} may come to any square"),
        _ => format!("{name} can stand on no more than these {squares} squares"),
    };
    let promotes = if man.may_promote { ", may promote" } else { "" };
    let taken = if man.may_be_taken { "and may be taken" } else { "and is never taken" };
    format!("{stands}{promotes} {taken}.")
}

impl Answer {
    /// How it was found, sentence by sentence, or how to ask again: `more` names a higher limit than
    /// so many positions.
    pub fn cost(&self, more: impl Fn(u64) -> String) -> Vec<String> {
        let Some(effort) = self.effort else { return Vec::new() };
        let found = match effort.method {
            None => "by the fast test",
            Some(Method::Material) => "by counting the men",
            Some(Method::Imminent) => "by looking a few moves ahead",
            Some(Method::Rollout) => "by playing guided games",
            Some(Method::Region) => "by working out where each man can ever go",
            Some(Method::Search) => "by searching",
        };
        let engine = duration(effort.engine);
        let positions = match effort.nodes {
            0 | 1 => String::new(),
            nodes => format!(" ({nodes} positions)"),
        };
        if self.certificate.is_none() {
            let again = match effort.method {
                None => "without --fast".to_string(),
                Some(_) => format!("with a higher limit, such as {}", more(effort.nodes)),
            };
            let tried = format!("Tried {found}{positions} in {engine}.");
            return vec![format!("Ask again {again}."), tried];
        }
        let time = self.shortest.as_ref().map(|shortest| duration(shortest.engine));
        let sought = time.map(|time| format!("The shortest was looked for in {time}."));
        // The positions are those of the line that was found first.
        let shortened = if effort.shortened { ", then shortened by a brief look," } else { "" };
        let check = duration(effort.check);
        let found = format!(
            "Found {found}{positions}{shortened} in {engine}; proof checked by the kernel in {check}."
        );
        sought.into_iter().chain([found]).collect()
    }
}

/// Where the game stands, with the article of the FIDE Laws that says so.
#[derive(Serialize)]
pub struct Outlook {
    /// Who can still win.
    pub headline: String,
    /// Whether the game is over.
    pub article: String,
}

impl Outlook {
    /// What the answers for both sides mean.
    pub fn new(standing: Standing, answers: &Answers) -> Outlook {
        let can = |color: Color| answers[color].as_ref().and_then(Answer::winnable);
        let (headline, article) = match standing {
            Standing::Mated(mated) => (
                format!("Checkmate: {} has won.", !mated),
                "The game ended with the mate (FIDE Laws, Article 5.1.1).",
            ),
            Standing::Stalemate => (
                "Stalemate: the game is drawn.".to_string(),
                "The game ended with the stalemate (FIDE Laws, Article 5.2.1).",
            ),
            Standing::Dead => (
                "Dead position: neither side can mate.".to_string(),
                "The game is over, drawn (FIDE Laws, Article 5.2.2).",
            ),
            Standing::Alive => {
                let [winner, other] = match can(Color::White) {
                    Some(true) => Color::ALL,
                    _ => [Color::Black, Color::White],
                };
                let headline = match (can(other), &answers[other]) {
                    (Some(true), _) => "Either side can still win.".to_string(),
                    (Some(false), _) => format!("Only {winner} can still win."),
                    (None, Some(_)) => format!("{winner} can still win; about {other} it is open."),
                    (None, None) => format!("{winner} can still win."),
                };
                (headline, "The position is not dead (FIDE Laws, Article 5.2.2).")
            }
            Standing::Unknown => {
                // Nothing is open of whoever was not asked about.
                let one = Color::ALL.into_iter().find(|&color| can(color) == Some(false));
                match one.filter(|&color| answers[!color].is_none()) {
                    Some(color) => (
                        format!("{color} cannot win."),
                        "Whether the position is dead depends on the other side, which was not \
                         asked about (FIDE Laws, Article 5.2.2).",
                    ),
                    None => (
                        "Open: it is not settled who can still win.".to_string(),
                        "Whether the position is dead is not known (FIDE Laws, Article 5.2.2).",
                    ),
                }
            }
        };
        Outlook { headline, article: article.to_string() }
    }
}

/// What a fallen flag means (FIDE Laws, Article 6.9, unless the game was over before).
#[derive(Serialize)]
pub struct FlagFall {
    /// `1-0`, `0-1`, `1/2-1/2`, or `None` when open.
    pub result: Option<&'static str>,
    /// Why, in a few words.
    pub reason: String,
    /// The article of the FIDE Laws that decides: that of the flag, or of what ended the game.
    pub article: &'static str,
    /// All of it in a sentence.
    pub sentence: String,
}

impl FlagFall {
    /// The result if the flag of `fallen` falls here.
    pub fn new(fallen: Color, before: Standing, result: GameResult) -> FlagFall {
        let other = !fallen;
        let reason = match (before, result) {
            (Standing::Mated(_), _) => "too late: the game ended with the mate".to_string(),
            (Standing::Stalemate, _) => "too late: the game ended with the stalemate".to_string(),
            (Standing::Dead, _) => "too late: the position is dead".to_string(),
            (_, GameResult::Won(_)) => format!("{other} could still mate"),
            (_, GameResult::Drawn) => format!("{other} cannot mate by any series of legal moves"),
            (_, GameResult::Open) => format!("it is open whether {other} can still mate"),
        };
        let article = match before {
            Standing::Mated(_) => "5.1.1",
            Standing::Stalemate => "5.2.1",
            Standing::Dead => "5.2.2",
            Standing::Alive | Standing::Unknown => "6.9",
        };
        let score = result.pgn().unwrap_or("*");
        let outcome = match result {
            GameResult::Won(winner) => format!("{winner} wins, {score}"),
            GameResult::Drawn => format!("the game is drawn, {score}"),
            GameResult::Open => "the result is open".to_string(),
        };
        let sentence = match before {
            Standing::Alive | Standing::Unknown => {
                format!("{fallen}'s flag fell: {outcome} (FIDE Laws, Article {article}); {reason}.")
            }
            _ => format!(
                "The game was over before {fallen}'s flag fell (FIDE Laws, Article {article}): {score}."
            ),
        };
        FlagFall { result: result.pgn(), reason, article, sentence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ended_the_game_is_cited_and_not_the_flag() {
        let drawn = GameResult::Drawn;
        for (standing, result, article) in [
            (Standing::Dead, drawn, "5.2.2"),
            (Standing::Stalemate, drawn, "5.2.1"),
            (Standing::Mated(Color::White), GameResult::Won(Color::Black), "5.1.1"),
            (Standing::Alive, drawn, "6.9"),
            (Standing::Unknown, GameResult::Open, "6.9"),
        ] {
            let fall = FlagFall::new(Color::White, standing, result);
            assert_eq!(fall.article, article, "{standing:?}");
            assert!(fall.sentence.contains(&format!("Article {article})")), "{}", fall.sentence);
        }
    }
}

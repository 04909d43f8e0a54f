//! The reports for programs. The keys are documented with the strategy and with the server.

use serde::Serialize;
use zermelo_kernel::Color;
use zermelo_kernel_strategy::{Board, Kind, Men, Rules};

use super::answer::{Shown, replies, white_moves};
use super::kinds::{
    CONDITIONS, Lemma, NOTIONS, Term, called, compared, in_short, proved_of, why, why_not,
};
use super::notation::{board_text, men_text, move_text, place_text};
use super::told::{MenOf, Told};
use crate::names;

/// A move of White and the reply.
#[derive(Serialize, Clone)]
pub struct Round {
    /// The kind of White's move.
    pub kind: &'static str,
    /// White's move.
    pub white: String,
    /// Black's reply, if the line goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// The position after both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

impl Round {
    /// One round.
    pub fn new<S: Told>(
        strategy: &S,
        from: MenOf<S>,
        kind: S::Kind,
        to: MenOf<S>,
        reply: Option<MenOf<S>>,
    ) -> Round {
        Round {
            kind: S::kind(kind).name,
            white: strategy.move_text(from, to),
            black: reply.map(|reply| strategy.move_text(to, reply)),
            position: reply.map(|men| strategy.text(men)),
        }
    }

    /// All rounds of a line.
    pub fn all<S: Told>(
        strategy: &S,
        start: MenOf<S>,
        line: impl IntoIterator<Item = (S::Kind, MenOf<S>, Option<MenOf<S>>)>,
    ) -> Vec<Round> {
        let mut from = start;
        let mut rounds = Vec::new();
        for (kind, to, reply) in line {
            rounds.push(Round::new(strategy, from, kind, to, reply));
            from = reply.unwrap_or(to);
        }
        rounds
    }
}

/// A game for programs.
#[derive(Serialize)]
pub struct GameReport {
    /// The board.
    pub board: String,
    /// Where it starts.
    pub start: String,
    /// How many plies it has.
    pub plies: u32,
    /// The moves.
    pub game: Vec<Round>,
}

/// The strategy for programs.
#[derive(Serialize)]
pub struct StrategyReport {
    ending: &'static str,
    kinds: [Term; Kind::ALL.len()],
    notions: [Term; NOTIONS.len()],
    king_moves: &'static str,
}

impl StrategyReport {
    /// The strategy of king and rook.
    pub fn krk() -> StrategyReport {
        let kinds = Kind::ALL.map(Term::of);
        StrategyReport { ending: "krk", kinds, notions: NOTIONS, king_moves: CONDITIONS }
    }
}

/// A position for programs.
#[derive(Serialize)]
pub struct PositionReport {
    board: String,
    position: String,
    room: i32,
    critical_square: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// All moves that fit.
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl PositionReport {
    /// What is played there.
    pub fn new(shown: &Shown) -> PositionReport {
        let Shown { board, men, moves } = shown;
        let text = |to: &Men<i32>| move_text(board, *men, *to);
        PositionReport {
            board: board_text(board),
            position: men_text(*men),
            room: board.room(*men),
            critical_square: place_text(men.critical_square()),
            kind: moves.as_ref().map(|(kind, ..)| Term::of(*kind).name),
            moves: moves.iter().flat_map(|(_, all, _)| all).map(text).collect(),
            played: moves.as_ref().map(|(_, _, one)| text(one)),
            why: moves.as_ref().map(|&(kind, _, one)| why(board, kind, *men, one)),
        }
    }
}

/// A position and what is played there, by White or after White, for a page that plays on.
#[derive(Serialize, Default)]
pub struct PlayReport {
    board: String,
    men: String,
    turn: &'static str,
    /// The kind of move.
    rule: Option<&'static str>,
    /// What people call it.
    name: Option<&'static str>,
    /// What moves of that kind are.
    told: Option<&'static str>,
    /// Why this move, here.
    words: Option<String>,
    /// What is proved of such moves.
    lemma: Option<Lemma>,
    #[serde(rename = "move")]
    made: Option<MoveReport>,
    men_after: Option<String>,
    /// All rules in their order, in a few words.
    rules: Vec<RuleReport>,
    /// Why not one of the rules before it.
    not: Vec<NotReport>,
    /// All that White may play, if White is to move.
    white_moves: Vec<WhiteMoveReport>,
    /// Where the black king may go, then or now; none if he is mated or stalemated.
    black_moves: Vec<String>,
    /// Whether one of these takes the rook.
    rook_hangs: bool,
    mate: bool,
    stalemate: bool,
    room_before: i32,
    room_after: Option<i32>,
}

/// A rule in a few words.
#[derive(Serialize)]
struct RuleReport {
    rule: &'static str,
    #[serde(flatten)]
    short: Term,
}

/// A rule that does not apply.
#[derive(Serialize)]
struct NotReport {
    rule: &'static str,
    words: String,
}

/// A move of White's, by the strategy or not.
#[derive(Serialize)]
struct WhiteMoveReport {
    #[serde(flatten)]
    made: MoveReport,
    men_after: String,
    /// Whether it is one of those that the rule allows.
    fits: bool,
    /// How it compares with what the rules say.
    words: String,
}

#[derive(Serialize)]
struct MoveReport {
    from: String,
    to: String,
    uci: String,
    san: String,
}

impl MoveReport {
    fn new(board: &Board<i32>, men: Men<i32>, to: Men<i32>) -> MoveReport {
        let king_moved = men.king != to.king;
        let (from, goal) = if king_moved { (men.king, to.king) } else { (men.piece, to.piece) };
        let (from, goal) = (place_text(from), place_text(goal));
        let (uci, san) = (format!("{from}{goal}"), move_text(board, men, to));
        MoveReport { from, to: goal, uci, san }
    }
}

impl PlayReport {
    /// A position with either side to move.
    pub fn new(board: &Board<i32>, men: Men<i32>, turn: Color) -> PlayReport {
        let report = PlayReport {
            board: board_text(board),
            men: men_text(men),
            turn: names::side(turn),
            room_before: board.room(men),
            rules: in_short()
                .map(|(kind, short)| RuleReport { rule: Term::of(kind).name, short })
                .collect(),
            ..PlayReport::default()
        };
        if turn == Color::Black {
            return report.with_black_to_move(board, men);
        }
        let all = white_moves(board, men);
        let shown = Shown::of(*board, men);
        let used = shown.moves.as_ref().map(|(kind, ..)| *kind);
        let before = Kind::ALL.into_iter().take_while(|&kind| Some(kind) != used);
        let not = before.map(|kind| NotReport {
            rule: Term::of(kind).name,
            words: why_not(board, kind, men, &all),
        });
        let fits = |to: &Men<i32>| {
            shown.moves.as_ref().is_some_and(|(_, fitting, _)| fitting.contains(to))
        };
        let white_moves = all.iter().map(|to| WhiteMoveReport {
            made: MoveReport::new(board, men, *to),
            men_after: men_text(*to),
            fits: fits(to),
            words: compared(&shown, *to),
        });
        let report =
            PlayReport { not: not.collect(), white_moves: white_moves.collect(), ..report };
        let Some((kind, _, to)) = shown.moves else { return report };
        let Term { name, text } = Term::of(kind);
        let report = PlayReport {
            rule: Some(name),
            name: Some(called(kind)),
            told: Some(text),
            words: Some(why(board, kind, men, to)),
            lemma: Some(proved_of(kind, board.room(men))),
            made: Some(MoveReport::new(board, men, to)),
            men_after: Some(men_text(to)),
            room_after: Some(board.room(to)),
            ..report
        };
        report.with_black_to_move(board, to)
    }

    /// With what Black may do in a position.
    fn with_black_to_move(self, board: &Board<i32>, men: Men<i32>) -> PlayReport {
        let replies = replies(board, men).into_iter();
        PlayReport {
            black_moves: replies.map(|to| place_text(to.black)).collect(),
            rook_hangs: men.black_takes(),
            mate: board.mate(men),
            stalemate: board.stalemate(men),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::read_men;
    use zermelo_kernel_strategy::StrategyEnding;

    fn play(men: &str) -> PlayReport {
        let board = Board::new(8, 8);
        PlayReport::new(&board, read_men(men, &board).unwrap(), Color::White)
    }

    #[test]
    fn each_rule_before_the_one_that_is_used_says_why_not() {
        let report = play("Kb2 Rh1 kf6");
        let rules: Vec<_> = report.not.iter().map(|not| not.rule).collect();
        assert_eq!(report.rule, Some("Squeeze"));
        assert_eq!(rules, ["ImmediateMate", "ReadyToMate"]);
        let all: Vec<_> = report.rules.iter().map(|rule| rule.rule).collect();
        assert_eq!(all, Kind::ALL.map(|kind| Term::of(kind).name));
        let report = play("Kc3 Re4 kf6");
        let squeeze = report.not.iter().find(|not| not.rule == "Squeeze").unwrap();
        assert!(
            squeeze.words.contains(" would do, but the rook would be exposed"),
            "{}",
            squeeze.words
        );
    }

    #[test]
    fn each_kind_has_a_lemma_of_the_proof() {
        let lemmas = StrategyEnding::Krk.lemmas();
        for kind in Kind::ALL {
            for room in [2, 9] {
                let name = proved_of(kind, room).name;
                assert!(lemmas.iter().any(|lemma| lemma.name == name), "{kind:?}: {name}");
            }
        }
        assert_eq!(play("Kb2 Rh1 kf6").lemma.unwrap().name, "4.5: three basic moves");
    }

    #[test]
    fn white_moves_are_all_there_and_some_fit() {
        let report = play("Kb2 Rh1 kf6");
        // Eight steps of the king, fourteen moves of the rook.
        assert_eq!(report.white_moves.len(), 8 + 14);
        let played = &report.made.as_ref().unwrap().uci;
        let found = report.white_moves.iter().find(|white| white.made.uci == *played).unwrap();
        assert!(found.fits && Some(&found.men_after) == report.men_after.as_ref());
        assert!(found.words.ends_with(" is what the rules say: Squeeze."), "{}", found.words);
        let other = report.white_moves.iter().find(|white| !white.fits).unwrap();
        assert!(
            other.words.contains(" is legal, but the rules say Re1: Squeeze."),
            "{}",
            other.words
        );
    }
}

//! What can be said of a position without searching.

use zermelo_board::losing::Position;
use zermelo_board::{Color, Role};
use zermelo_kernel::{Rules, Value};
use zermelo_tables::Quick;

use super::arena::Numbers;
use crate::game::Game;

/// The question that a search answers: does the prover win by these rules?
pub struct Question {
    /// The rules of play.
    pub rules: Rules,
    /// Who must win; a draw is no win.
    pub prover: Color,
    /// What is known of positions with few men.
    pub tables: Option<Quick>,
}

/// How first numbers grow with the number of men. No scale is the best for every opening, so two
/// searches side by side take one each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scale {
    /// By the men of both sides.
    #[default]
    Even,
    /// More by the prover's, who must get rid of them.
    Steep,
}

impl Scale {
    /// What the numbers are times; the men of the prover and the defender.
    #[inline]
    fn factors(self, mine: u32, theirs: u32) -> (u32, u32) {
        match self {
            Scale::Even => (1 + mine / 2, 1 + theirs / 2),
            Scale::Steep => (1 + mine * mine / 8, 1 + theirs / 4),
        }
    }

    /// The name of a file that keeps a search on this scale.
    pub(super) fn name(self) -> &'static str {
        match self {
            Scale::Even => "even.search",
            Scale::Steep => "steep.search",
        }
    }

    /// A worker stays below a node until its number is greater than the next best by one part in
    /// so many.
    #[inline]
    pub(super) fn slack(self) -> u32 {
        match self {
            Scale::Even => 8,
            Scale::Steep => 4,
        }
    }
}

/// What is said of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guess {
    /// Its numbers; settled if the game is over, or known from the tables, or a certain draw.
    pub numbers: Numbers,
    /// How many moves there are.
    pub moves: u32,
    /// Whether they are captures.
    pub captures: bool,
}

const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;

impl Question {
    /// The question with tables that are not there yet ([`Quick::closed`]).
    #[must_use]
    pub fn closed(self) -> Question {
        Question { tables: self.tables.map(Quick::closed), ..self }
    }

    /// Who must win, and by which rules.
    pub fn game(&self) -> Game {
        Game { rules: self.rules, prover: self.prover }
    }

    /// Whether the prover is to move.
    #[inline]
    pub fn to_move(&self, position: &Position) -> bool {
        position.turn() == self.prover
    }

    /// Whether the prover wins, if that can be said at once.
    pub fn settled(&self, position: &Position) -> Option<bool> {
        let numbers = self.guess(position, Scale::Even).numbers;
        numbers.settled().then_some(numbers.pn == 0)
    }

    /// Says what can be said at once. First numbers come from mobility, for a side with many moves
    /// is hard to beat, times what the men of a side are worth.
    #[inline]
    pub(super) fn guess(&self, position: &Position, scale: Scale) -> Guess {
        let settled = |won| {
            let numbers = if won { Numbers::PROVED } else { Numbers::REFUTED };
            Guess { numbers, moves: 0, captures: false }
        };
        if let Some(value) = self.tables.as_ref().and_then(|tables| tables.outcome(position)) {
            return settled(self.is_win(position, value));
        }
        let (moves, captures) = position.mobility();
        if moves == 0 {
            return settled(self.won_without_moves(position));
        }
        if self.lone_bishop_holds(position) {
            return settled(false);
        }
        let men = |side: Color| position.men(side).count_ones();
        let (mine, theirs) = scale.factors(men(self.prover), men(!self.prover));
        let numbers = if self.to_move(position) {
            Numbers { pn: mine, dn: moves * theirs }
        } else {
            Numbers { pn: moves * mine, dn: theirs }
        };
        Guess { numbers, moves, captures }
    }

    /// Whether the prover wins, given what the position is worth to the side to move.
    fn is_win(&self, position: &Position, value: Value) -> bool {
        match value {
            Value::Win(_) => self.to_move(position),
            Value::Draw => false,
            Value::Loss(_) => !self.to_move(position),
        }
    }

    /// Whether the tables know that the prover wins.
    pub fn won_by_tables(&self, position: &Position) -> bool {
        let value = self.tables.as_ref().and_then(|tables| tables.outcome(position));
        value.is_some_and(|value| self.is_win(position, value))
    }

    /// Whether the prover has won when the side to move has no move.
    fn won_without_moves(&self, position: &Position) -> bool {
        let us = position.turn();
        let [own, other] = [us, !us].map(|side| position.men(side).count_ones());
        let mine = self.to_move(position);
        match self.rules {
            Rules::Losing => mine,
            Rules::LosingFics => own != other && (own < other) == mine,
            Rules::LosingJoint => own < other && mine,
            Rules::Chess => false,
        }
    }

    /// A lone bishop draws against one of the other colour of squares: it can never take that one.
    /// With pawns the prover might still be stalemated, so they are left to the search.
    #[inline]
    fn lone_bishop_holds(&self, position: &Position) -> bool {
        let lone = position.men(!self.prover);
        if lone.count_ones() != 1 || lone & position.role(Role::Bishop) == 0 {
            return false;
        }
        let mine = position.men(self.prover);
        if mine & position.role(Role::Pawn) != 0 {
            return false;
        }
        let other_color = if lone & LIGHT == 0 { LIGHT } else { !LIGHT };
        mine & position.role(Role::Bishop) & other_color != 0
    }
}

//! The judge: when was the game over, by which article, and who won?
//!
//! Being dead is for ever, and so is having been alive: if a side can still mate at the end of a
//! record, no earlier position was dead, for the moves of the game lead from each to that end. So
//! one query, at the last position that no other rule has ended, settles all of a living game; a
//! dead one is searched backwards for its first dead position, in a handful of queries. That is
//! how every position of every game is judged exactly at the cost of one or two queries a game.

use zermelo_board::clock::Instant;
use zermelo_board::{Move, Position, Role};
use zermelo_kernel::{
    Color, Concession, DrawClaim, Ending, Fact, Game, Reading, RecordCertificate, RecordClaim,
};
use zermelo_winnable::{Limits, Verdict};

use crate::chances::Engine;
use crate::pgn::{Marker, Record};
use crate::replay::Replay;
use crate::termination::{Reason, Termination, claimed_result};

/// How to judge.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What "any series of legal moves" means.
    pub reading: Reading,
    /// A player whose flag fell after the last move, whatever the record says.
    pub flag: Option<Color>,
    /// What one query may cost, and the rare one that needs more.
    pub limits: Limits,
}

impl Default for Options {
    /// FIDE's reading, 64 MiB a query, and 1 GiB for the rare one that needs more.
    fn default() -> Options {
        let limits = Limits { reserve: 1 << 30, ..Limits::new(u64::MAX, 64 << 20) };
        Options { reading: Reading::Position, flag: None, limits }
    }
}

/// What the rules say of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// A rule ended the game after this ply.
    Over {
        /// Plies played until then.
        ply: usize,
        /// The rule.
        ending: Ending,
        /// Who mated; nobody: a draw.
        winner: Option<Color>,
    },
    /// A player ran out of time or resigned.
    Conceded {
        /// Who.
        loser: Color,
        /// What happened.
        how: Concession,
        /// The opponent, or nobody: a draw, because the opponent could not mate.
        winner: Option<Color>,
    },
    /// A draw by agreement or claim.
    Drawn,
    /// The record gives a reason that does not show on the board.
    Unfounded(Reason),
    /// Decided by something else than the moves: the result stands.
    Decided(String),
    /// The game is not over.
    Unfinished,
    /// The budget was spent: it is open who could mate after this ply.
    Open {
        /// Plies played until then.
        ply: usize,
    },
}

/// How the ruling and the record's result go together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agreement {
    /// They say the same.
    Agrees,
    /// The rules give another result.
    Contradicted,
    /// The rules give a result, the record none.
    Missing,
    /// The rules leave the result to the record.
    Left,
}

impl Ruling {
    /// The result by the rules; `None` where they leave it to the record, or it is open.
    pub fn result(&self) -> Option<Marker> {
        match self {
            Ruling::Over { winner, .. } | Ruling::Conceded { winner, .. } => {
                Some(winner.map_or(Marker::Draw, Marker::won_by))
            }
            Ruling::Drawn => Some(Marker::Draw),
            Ruling::Unfounded(_) | Ruling::Decided(_) => None,
            Ruling::Unfinished | Ruling::Open { .. } => None,
        }
    }
}

/// A judged game.
pub struct Judgement {
    /// What the rules say.
    pub ruling: Ruling,
    /// The result that the record claims.
    pub claimed: Marker,
    /// Every draw that could be claimed before the game was over, with its ply.
    pub claims: Vec<(usize, DrawClaim)>,
    /// The reading used.
    pub reading: Reading,
    /// The number of plies in the record.
    pub plies: usize,
    /// The position in which the ruling was made: at the end of the game, or of the record.
    pub last: Position,
    /// What was found out about who can mate, as far as the ruling rests on it.
    findings: Vec<Finding>,
}

/// What was found out about one side at one ply.
struct Finding {
    ply: usize,
    winner: Color,
    verdict: Verdict,
}

impl Judgement {
    /// Whether the record's result is right.
    pub fn agreement(&self) -> Agreement {
        match (self.ruling.result(), self.claimed) {
            (None, _) => Agreement::Left,
            (Some(_), Marker::Unfinished) => Agreement::Missing,
            (Some(result), claimed) if result == claimed => Agreement::Agrees,
            _ => Agreement::Contradicted,
        }
    }

    /// Moves that were played after the game was over.
    pub fn plies_after_the_end(&self) -> usize {
        match self.ruling {
            Ruling::Over { ply, .. } => self.plies - ply,
            _ => 0,
        }
    }

    /// A mate by this side from the position of the ruling, where the ruling rests on one.
    pub fn mate_by(&self, winner: Color) -> Option<&[Move]> {
        self.findings.iter().find_map(|finding| match &finding.verdict {
            Verdict::Winnable(line) if finding.winner == winner => Some(&line[..]),
            _ => None,
        })
    }

    /// Whether the ruling rests on a proof that somebody cannot mate.
    pub fn rests_on_a_cover(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding.verdict, Verdict::Unwinnable(_)))
    }

    /// The certificate of the ruling, not checked yet; `None` where the ruling is open.
    pub fn certificate(&self, record: &Record) -> Option<RecordCertificate> {
        let claim = match self.ruling {
            Ruling::Over { ply, ending, .. } => RecordClaim::Over { ply, ending },
            Ruling::Conceded { loser, how, winner } => RecordClaim::Conceded { loser, how, winner },
            Ruling::Open { .. } => return None,
            _ => RecordClaim::Unfinished,
        };
        let facts = self.findings.iter().filter_map(|finding| {
            let evidence = finding.verdict.evidence(&record.start)?;
            Some(Fact { ply: finding.ply, winner: finding.winner, evidence })
        });
        let facts = facts.collect();
        let moves = record.moves.iter().map(|m| m.to_kernel()).collect();
        let game = Game { start: record.start.clone(), clock: record.clock, moves };
        Some(RecordCertificate { game, reading: self.reading, claim, facts })
    }
}

/// A judge, who keeps the engine's memory between games.
pub struct Judge {
    options: Options,
    engine: Engine,
    replay: Replay,
    findings: Vec<Finding>,
}

impl Judge {
    /// A judge.
    pub fn new(options: Options) -> Judge {
        let engine = Engine::new(options.limits);
        Judge { options, engine, replay: Replay::default(), findings: Vec::new() }
    }

    /// How many queries so far needed the larger budget.
    pub fn retried(&self) -> u64 {
        self.engine.retried
    }

    /// From this moment on searches give up, for somebody who waits: what is not settled then is
    /// open. Walks within the clock go on.
    pub fn set_deadline(&mut self, deadline: Instant) {
        self.engine.set_deadline(deadline);
    }

    /// Judges one game.
    pub fn judge(&mut self, record: &Record) -> Judgement {
        self.findings.clear();
        let start = Position::from_kernel(&record.start);
        self.replay.follow(start, record.clock, &record.moves);
        let to_move = self.replay.last().position.turn();
        let termination = Termination::of(record, to_move, self.options.flag);
        let ruling = self.rule(&termination);
        let over = match ruling {
            Ruling::Over { ply, .. } => ply,
            _ => self.replay.plies(),
        };
        // Once the game is over nothing can be claimed.
        let claims = match ruling {
            Ruling::Over { ply: 0, .. } => Vec::new(),
            Ruling::Over { ply, .. } => self.replay.claims(ply - 1),
            _ => self.replay.claims(over),
        };
        Judgement {
            ruling,
            claimed: claimed_result(record),
            claims,
            reading: self.options.reading,
            plies: self.replay.plies(),
            last: self.replay.at(over).position,
            findings: std::mem::take(&mut self.findings),
        }
    }

    fn rule(&mut self, termination: &Termination) -> Ruling {
        let ending = self.replay.first_ending();
        if let Some((ply, Ending::Checkmate)) = ending {
            let winner = !self.replay.at(ply).position.turn();
            self.findings.push(Finding { ply, winner, verdict: Verdict::Winnable(Vec::new()) });
            return Ruling::Over { ply, ending: Ending::Checkmate, winner: Some(winner) };
        }
        // The last position that might be dead before any other rule ends the game.
        let last = match ending {
            Some((0, ending)) => return Ruling::Over { ply: 0, ending, winner: None },
            Some((ply, _)) => ply - 1,
            None => self.replay.plies(),
        };
        let first_asked = match termination {
            Termination::FlagFell(loser) | Termination::Resigned(loser) if ending.is_none() => {
                !*loser
            }
            _ => self.stronger(last),
        };
        match self.alive(last, first_asked) {
            None => return Ruling::Open { ply: last },
            Some(false) => return self.first_dead(last),
            Some(true) => {}
        }
        match (ending, termination) {
            (Some((ply, ending)), _) => Ruling::Over { ply, ending, winner: None },
            (None, Termination::FlagFell(loser)) => {
                self.conceded(last, *loser, Concession::FlagFell)
            }
            (None, Termination::Resigned(loser)) => {
                self.conceded(last, *loser, Concession::Resigned)
            }
            (None, Termination::Drawn) if self.has_hardly_begun() => {
                Ruling::Unfounded(Reason::Agreement)
            }
            (None, Termination::Drawn) => Ruling::Drawn,
            (None, Termination::Reason(reason)) => self.founded(*reason, last),
            (None, Termination::Decided(words)) => Ruling::Decided(words.clone()),
            (None, Termination::Unfinished) => Ruling::Unfinished,
        }
    }

    /// A game that the record says ended by a rule, though none ended it by force.
    fn founded(&self, reason: Reason, last: usize) -> Ruling {
        let wanted = |claim: &DrawClaim| match claim {
            DrawClaim::Threefold | DrawClaim::ThreefoldByMove(_) => reason == Reason::Repetition,
            DrawClaim::FiftyMoves | DrawClaim::FiftyMovesByMove(_) => reason == Reason::FiftyMoves,
        };
        let claims = self.replay.claims(last);
        let claimed = claims.iter().any(|(ply, claim)| *ply == last && wanted(claim));
        if claimed { Ruling::Drawn } else { Ruling::Unfounded(reason) }
    }

    /// Whether not both players have made a move, so that no draw can be agreed (article 5.2.3).
    fn has_hardly_begun(&self) -> bool {
        let men = self.replay.at(0).position.occupied();
        self.replay.plies() < 2 && men == 0xFFFF_0000_0000_FFFF
    }

    /// The side with more on the board, which is the likelier to be found able to mate.
    fn stronger(&self, ply: usize) -> Color {
        let position = &self.replay.at(ply).position;
        let weight = |side: Color| {
            let worth = [(Role::Pawn, 2), (Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 4)];
            let sum: u32 = worth.iter().map(|&(r, w)| w * position.of(side, r).count_ones()).sum();
            sum + 8 * position.of(side, Role::Queen).count_ones()
        };
        if weight(Color::Black) > weight(Color::White) { Color::Black } else { Color::White }
    }

    fn conceded(&mut self, last: usize, loser: Color, how: Concession) -> Ruling {
        match self.can_mate(last, !loser) {
            None => Ruling::Open { ply: last },
            Some(true) => Ruling::Conceded { loser, how, winner: Some(!loser) },
            Some(false) => Ruling::Conceded { loser, how, winner: None },
        }
    }

    /// Whether this side can still mate at this ply.
    fn can_mate(&mut self, ply: usize, winner: Color) -> Option<bool> {
        let known = self.findings.iter().position(|f| f.ply == ply && f.winner == winner);
        let index = known.unwrap_or_else(|| {
            let verdict = match self.options.reading {
                Reading::Position => self.engine.in_position(&self.replay.at(ply).position, winner),
                Reading::History => self.engine.in_time(&self.replay.stretch(ply), winner),
            };
            self.findings.push(Finding { ply, winner, verdict });
            self.findings.len() - 1
        });
        match self.findings[index].verdict {
            Verdict::Winnable(_) => Some(true),
            Verdict::Unwinnable(_) => Some(false),
            Verdict::Open => None,
        }
    }

    /// Whether anybody can still mate at this ply.
    fn alive(&mut self, ply: usize, first_asked: Color) -> Option<bool> {
        let first = self.can_mate(ply, first_asked);
        if first == Some(true) {
            return first;
        }
        match (first, self.can_mate(ply, !first_asked)) {
            (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        }
    }

    /// The first dead position, given a dead one: back in growing steps, then halving.
    fn first_dead(&mut self, known_dead: usize) -> Ruling {
        let (mut alive, mut dead) = (None, known_dead);
        let mut stride = 1;
        while alive != dead.checked_sub(1) {
            let ply = match alive {
                None => dead.saturating_sub(stride),
                Some(alive) => alive + (dead - alive) / 2,
            };
            let asked = self.stronger(ply);
            match self.alive(ply, asked) {
                Some(true) => alive = Some(ply),
                Some(false) => dead = ply,
                None => return Ruling::Open { ply },
            }
            stride *= 2;
        }
        self.findings.retain(|finding| match finding.verdict {
            Verdict::Winnable(_) => Some(finding.ply) == alive,
            Verdict::Unwinnable(_) => finding.ply == dead,
            Verdict::Open => false,
        });
        Ruling::Over { ply: dead, ending: Ending::DeadPosition, winner: None }
    }
}

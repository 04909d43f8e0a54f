//! A longest possible game, and the proof that no rule ended it before its last move: the game
//! itself.

use zermelo_board::Move;
use zermelo_kernel::{
    Color, Ending, Evidence, Fact, Game, GameLimit, Position, Proved, Reading, RecordCertificate,
    RecordClaim,
};
use zermelo_record::Audit;
use zermelo_record::longest::{MoveRule, Options, generate, generate_under_claims};
use zermelo_record::pgn::{Marker, roster, write_game};
use zermelo_winnable::{Limits, Solver, Verdict};

use super::bound::Bound;
use crate::Fault;
use crate::judge;
use crate::winnable::Claim;

/// Which rules end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Those that end it by force, and this one of them.
    Forced(MoveRule),
    /// Every draw that can be claimed is claimed.
    Claimed {
        /// How many placings of the men are tried before some segments are taken back.
        effort: u32,
    },
}

impl Question {
    /// The rule that limits a segment. If every claim is made, 50 moves are never exceeded.
    pub fn rule(self) -> MoveRule {
        match self {
            Question::Forced(rule) => rule,
            Question::Claimed { .. } => MoveRule::Fifty,
        }
    }

    /// A seed for which a game is found soon.
    pub fn usual_seed(self) -> u64 {
        match self {
            Question::Forced(_) => 1,
            Question::Claimed { .. } => 3,
        }
    }

    /// No game is longer, step by step.
    ///
    /// # Errors
    ///
    /// A bug: a step does not come out.
    pub fn bound(self) -> Result<Bound, Fault> {
        Bound::new(match self {
            Question::Forced(MoveRule::SeventyFive) => GameLimit::SeventyFive,
            Question::Forced(MoveRule::Fifty) => GameLimit::Fifty,
            Question::Claimed { .. } => GameLimit::Claims,
        })
    }

    fn generate(self, seed: u64) -> Result<Vec<Move>, String> {
        let moves = match self {
            Question::Forced(rule) => generate(&Options { rule, seed }),
            Question::Claimed { effort } => generate_under_claims(seed, effort),
        };
        moves.map_err(|failure| failure.to_string())
    }

    /// Whether a game is what it should be: not too long, and no rule ends it before its last move.
    fn accept(self, audit: &Audit, bound: u64) -> Result<(), String> {
        if audit.plies as u64 > bound {
            return Err(format!("{} plies, and the bound is {bound}", audit.plies));
        }
        match (self, audit.ending) {
            (Question::Claimed { .. }, Some((ply, ending))) if ply < audit.plies => {
                Err(format!("over after ply {ply} by article {}", ending.article()))
            }
            (Question::Claimed { .. }, _) => match audit.first_claim() {
                Some(ply) if ply < audit.plies => {
                    Err(format!("a draw can be claimed after ply {ply}"))
                }
                _ => Ok(()),
            },
            _ if !audit.ends_in_mate() => {
                Err("it does not end by mate on its last move".to_string())
            }
            (Question::Forced(MoveRule::Fifty), _) if !audit.keeps_the_fifty_move_rule() => {
                Err("the 50-move rule or a third repetition ends it before".to_string())
            }
            _ => Ok(()),
        }
    }
}

/// A longest possible game.
pub struct Longest {
    /// The rules.
    pub question: Question,
    /// Its moves.
    pub moves: Vec<Move>,
    /// What the kernel's replay shows.
    pub audit: Audit,
    /// No game is longer than so many plies.
    pub bound: u64,
    /// What the kernel has accepted.
    pub certificate: Proved<RecordCertificate>,
}

impl Longest {
    /// Makes a game, and has the kernel go through it: every move legal, no rule ending it before
    /// its last one, and no longer than any game can be.
    ///
    /// # Errors
    ///
    /// A bug: the game is not what it should be.
    pub fn make(question: Question, seed: u64) -> Result<Longest, Fault> {
        let bug = |why: String| Fault::Bug(format!("no longest game for seed {seed}: {why}"));
        let moves = question.generate(seed).map_err(bug)?;
        let kernel_moves = moves.iter().map(|m| m.to_kernel()).collect();
        let game = Game { start: Position::initial(), clock: 0, moves: kernel_moves };
        let audit = Audit::of(&game).map_err(|ply| bug(format!("ply {ply} is not legal")))?;
        let bound = question.bound()?.plies();
        question.accept(&audit, bound).map_err(bug)?;
        let certificate = certificate(game, &audit)?;
        Ok(Longest { question, moves, audit, bound, certificate })
    }

    /// The result: who mates, or a draw that is claimed.
    pub fn marker(&self) -> Marker {
        match self.audit.ending {
            // The player to move at the end is mated.
            Some((_, Ending::Checkmate)) if self.audit.plies % 2 == 1 => Marker::WhiteWins,
            Some((_, Ending::Checkmate)) => Marker::BlackWins,
            _ => Marker::Draw,
        }
    }

    /// The game as PGN.
    pub fn pgn(&self) -> Vec<u8> {
        let event = match self.question {
            Question::Claimed { .. } => {
                "A long game in which every claim of a draw is made".to_string()
            }
            Question::Forced(rule) => format!("The longest game, {}-move rule", rule.plies() / 2),
        };
        let marker = self.marker();
        let tags = roster(&event, "Zermelo", marker);
        let mut pgn = Vec::new();
        // Writing to memory does not fail.
        let _ = write_game(&tags, &self.certificate.game.start, &self.moves, marker, &mut pgn);
        pgn
    }
}

/// The certificate, accepted. A game that ends in mate shows by its own moves that no position was
/// dead before; for one that does not, a mate that could still follow shows it.
fn certificate(game: Game, audit: &Audit) -> Result<Proved<RecordCertificate>, Fault> {
    let ply = audit.plies;
    let (claim, fact) = match audit.ending {
        Some((over, Ending::Checkmate)) if over == ply => {
            let winner = if ply % 2 == 1 { game.start.turn() } else { !game.start.turn() };
            let evidence = Evidence::Helpmate(Vec::new());
            let claim = RecordClaim::Over { ply, ending: Ending::Checkmate };
            (claim, Fact { ply, winner, evidence })
        }
        _ => (RecordClaim::Unfinished, a_mate_to_come(&game)?),
    };
    let reading = Reading::Position;
    judge::check(RecordCertificate { game, reading, claim, facts: vec![fact] }).map_err(Fault::Bug)
}

/// A mate that could follow on the last move.
fn a_mate_to_come(game: &Game) -> Result<Fact, Fault> {
    let last = game.moves.iter().fold(game.start.clone(), |position, &m| position.play(m));
    let mut solver = Solver::new(Limits::default());
    let mut found = Color::ALL.into_iter().filter_map(|winner| {
        let verdict = Claim::ask(&mut solver, &last, winner, false).decision.verdict;
        let is_winnable = matches!(verdict, Verdict::Winnable(_));
        Some((winner, verdict.evidence(&last).filter(|_| is_winnable)?))
    });
    match found.next() {
        Some((winner, evidence)) => Ok(Fact { ply: game.moves.len(), winner, evidence }),
        None => Err(Fault::Bug(format!("the game ends in a dead position, {last}"))),
    }
}

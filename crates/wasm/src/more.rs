//! What fewer people ask: can this position arise, what was the last move, how is this problem
//! solved, what does the strategy of king and rook play, and how long can a game last?

use zermelo_answers::legal::{
    Answer, CertifiedReport, Question, Reading, ReadingsReport, verdict_of_all,
};
use zermelo_answers::longest::{self, Longest, MovesReport};
use zermelo_answers::puzzle::{self, Asked, Conventions, Effort, PuzzleReport};
use zermelo_answers::retract::{self, RetractReport};
use zermelo_answers::strategy::{PlayReport, read_board, read_men, read_placement};
use zermelo_answers::{Fault, proof_game};
use zermelo_kernel::{Castling, Color};
use zermelo_record::longest::MoveRule;
use zermelo_retro::legal::Options;
use zermelo_winnable::Limits;
use zermelo_winnable::problem::Progress;

use crate::request::Request;
use crate::{Host, Message, tell};

/// Solutions of a problem that are kept, if nobody says how many.
const SOLUTIONS: usize = 1000;
/// The same of shortest games.
const SHORTEST: usize = 20;

/// Can this position arise?
pub fn legal(request: &Request, host: &Host<'_>) -> Result<(), Fault> {
    let mut options = Options::default();
    let nodes = options.limits.nodes;
    options.limits = request.limits(options.limits);
    // More positions for a game, more for the way back.
    options.retractions = options.retractions.saturating_mul((options.limits.nodes / nodes).max(1));
    let (castling, dead_reckoning) = (request.chess960(), request.dead_reckoning);
    let asked = Reading { castling, dead_reckoning };
    let questions = Question::readings(request.fen()?, asked).map_err(Fault::BadInput)?;
    let ask = |question| Answer::ask(question, &options);
    let answers = questions.into_iter().map(ask).collect::<Result<Vec<_>, _>>()?;
    if request.shortest && verdict_of_all(&answers) != "illegal" {
        return shortest(request, &answers, host);
    }
    let wanted = request.certificate.unwrap_or(true);
    let report =
        |answer: &Answer| CertifiedReport::new(answer, |proof| wanted.then(|| proof.to_text()));
    match &answers[..] {
        [one] => tell(host, Message::Answer, &report(one)),
        several => tell(host, Message::Answer, &ReadingsReport::new(several, report)),
    }
    Ok(())
}

/// The shortest games to a position that no rule excludes.
fn shortest(request: &Request, answers: &[Answer], host: &Host<'_>) -> Result<(), Fault> {
    if request.dead_reckoning || request.chess960() == Castling::Chess960 {
        let fault = "shortest games are found for standard chess and without dead reckoning";
        return Err(Fault::BadInput(fault.to_string()));
    }
    let question =
        proof_game::Question::shortest(request.fen()?, answers).map_err(Fault::BadInput)?;
    let solutions = request.limit.unwrap_or(SHORTEST).max(1);
    let limits = request.limits(Limits::default());
    let effort = proof_game::Effort { shorter: false, solutions, limits };
    let doing = |words: String| host(Message::Progress, words.as_bytes());
    let answer = proof_game::solve(&question, &effort, &Progress::default(), &doing)?;
    tell(host, Message::Answer, &proof_game::ProofGameReport::new(&answer));
    Ok(())
}

/// What was the last move?
pub fn retract(request: &Request, host: &Host<'_>) -> Result<(), Fault> {
    let found = retract::ask(request.fen()?, request.chess960(), request.dead_reckoning)?;
    match &found[..] {
        [one] => tell(host, Message::Answer, &RetractReport::new(one)),
        several => tell(host, Message::Answer, &retract::ReadingsReport::new(several)),
    }
    Ok(())
}

/// One of two words.
fn is_first(name: &str, given: &Option<String>, [first, second]: [&str; 2]) -> Result<bool, Fault> {
    match given.as_deref() {
        None => Ok(true),
        Some(word) if word == first || word == second => Ok(word == first),
        Some(_) => Err(Fault::BadInput(format!("{name}: {first} or {second} is needed"))),
    }
}

/// All solutions of a help problem, or all proof games of a length.
pub fn puzzle(request: &Request, host: &Host<'_>) -> Result<(), Fault> {
    let mut words = request.fens()?;
    let missing = || Fault::BadInput("a stipulation such as h#3 is missing".to_string());
    words.push(request.stipulation.clone().ok_or_else(missing)?);
    let doing = |words: String| host(Message::Progress, words.as_bytes());
    let solutions = request.limit.unwrap_or(SOLUTIONS).max(1);
    let limits = request.limits(Limits::default());
    if let Some(question) = proof_game::Question::read(&words) {
        let question = question.map_err(Fault::BadInput)?;
        let shorter = !request.no_shorter;
        let effort = proof_game::Effort { shorter, solutions, limits };
        let answer = proof_game::solve(&question, &effort, &Progress::default(), &doing)?;
        tell(host, Message::Answer, &proof_game::ProofGameReport::new(&answer));
        return Ok(());
    }
    let asked = Asked {
        winner: request.winner()?.unwrap_or(Color::White),
        duplex: request.duplex,
        set_play: request.set_play,
        conventions: Conventions {
            castling_at_home: is_first("castling", &request.castling, ["convention", "fen"])?,
            en_passant: is_first("en_passant", &request.en_passant, ["fen", "none"])?,
        },
    };
    let bad = |why: String| Fault::BadInput(why.replace("--set-play", "set_play"));
    let question = puzzle::Question::read(&words, &asked).map_err(bad)?;
    let effort = Effort { up_to: request.up_to, shorter: !request.no_shorter, solutions, limits };
    let answer = puzzle::solve(&question, &effort, &Progress::default(), &doing)?;
    tell(host, Message::Answer, &PuzzleReport::new(question.stipulation, &answer));
    Ok(())
}

/// What does the strategy of king and rook play here?
pub fn strategy(request: &Request, host: &Host<'_>) -> Result<(), Fault> {
    let board = read_board(request.board.as_deref().unwrap_or("8")).map_err(Fault::BadInput)?;
    let text = match &request.men {
        Some(men) => men,
        None => request.fen()?,
    };
    let (men, said) = read_placement(text, &board).map_err(Fault::BadInput)?;
    let turn = said.or(request.turn()?).unwrap_or(Color::White);
    if turn == Color::White {
        // The strategy is asked only where White may be to move.
        read_men(text, &board).map_err(Fault::BadInput)?;
    }
    tell(host, Message::Answer, &PlayReport::new(&board, men, turn));
    Ok(())
}

/// A game of 17,697 plies, made anew.
pub fn longest(host: &Host<'_>) -> Result<(), Fault> {
    let made = Longest::make(longest::Question::Forced(MoveRule::SeventyFive), 1)?;
    tell(host, Message::Answer, &MovesReport::new(&made));
    Ok(())
}

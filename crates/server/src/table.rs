//! `GET /table/{rules}`: what an endgame table says, compared by the kernel with the entries one
//! move later.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use serde::Serialize;
use zermelo_answers::query;
use zermelo_answers::table::{Answer, ProbeReport, Question};
use zermelo_kernel::{GamePosition, LosingPosition, Position};
use zermelo_tables::{Library, Measure, NotVerified, Rules, TableError};

use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Reply};
use crate::service::Service;

/// Tables with distances, the most telling first. Without distances there is nothing that the
/// kernel could compare, so such tables are not served.
const MEASURES: [Measure; 3] = [Measure::End, Measure::Conversion, Measure::Zeroing];

/// The tables of each game.
pub struct Tables(Vec<Library>);

/// The endings of a game that there are tables of.
#[derive(Serialize)]
pub struct Endings {
    rules: String,
    names: Vec<String>,
}

impl Tables {
    /// The tables in a folder; none if there is no folder.
    pub fn new(folder: Option<&Path>) -> Tables {
        let there = |rules: &Rules| folder.is_some_and(|all| all.join(rules.to_string()).is_dir());
        let rules = Rules::ALL.into_iter().filter(there);
        Tables(rules.map(|rules| Library::new(folder.unwrap_or(Path::new("")), rules)).collect())
    }

    /// The games that have tables.
    pub fn rules(&self) -> Vec<String> {
        self.0.iter().map(|library| library.rules().to_string()).collect()
    }

    /// The endings of each game by name, few men first.
    pub fn endings(&self) -> Vec<Endings> {
        let names = |library: &Library| {
            let folder = library.folder().join(library.rules().to_string());
            let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let files = files.filter_map(|file| file.file_name().into_string().ok());
            let with_distances = |name: String| {
                let (ending, measure) = name.split_once('.')?;
                let known = MEASURES.iter().any(|kind| kind.to_string() == measure);
                known.then(|| ending.to_string())
            };
            let mut found: Vec<_> = files.filter_map(with_distances).collect();
            found.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
            found.dedup();
            found
        };
        let all = self.0.iter();
        all.map(|library| Endings { rules: library.rules().to_string(), names: names(library) })
            .collect()
    }

    /// The tables of a game, if there are some.
    pub fn of(&self, rules: Rules) -> Option<&Library> {
        self.0.iter().find(|library| library.rules() == rules)
    }

    fn library(&self, rules: &str) -> Result<&Library, Error> {
        let found = self.0.iter().find(|library| library.rules().to_string() == rules);
        found.ok_or_else(|| Error::NotFound("there are no tables for these rules".to_string()))
    }
}

/// Answers for programs.
pub async fn json(service: &Arc<Service>, rules: &str, params: Params<'_>) -> Result<Reply, Error> {
    service.tables.library(rules)?;
    let fen = query::plain(&params.needed("fen")?).map_err(Error::BadRequest)?;
    let line = params.flag("line")?;
    let key = format!("table {rules} {line} {fen}");
    let rules = rules.to_string();
    let work = move |service: &Service| {
        let library = service.tables.library(&rules)?;
        match library.rules() {
            Rules::Chess => probe::<Position, _>(library, &fen, line, report),
            _ => probe::<LosingPosition, _>(library, &fen, line, report),
        }
    };
    Ok(reply::kept(service.settled(key, work).await?, reply::ASKED_AGAIN))
}

fn report<P: GamePosition>(answer: &Answer<'_, P>) -> Result<Bytes, Error> {
    reply::to_json(&ProbeReport::new(answer))
}

/// What the tables of chess say of a position, in a sentence.
pub async fn told(service: &Arc<Service>, position: &Position) -> Result<String, Error> {
    let (shared, fen) = (Arc::clone(service), position.to_fen());
    let work = move || {
        let library = shared.tables.library(&Rules::Chess.to_string())?;
        probe::<Position, _>(library, &fen, false, |answer| Ok(answer.headline()))
    };
    service.run(service.options.time, work).await
}

/// Looks a position up in the most telling table, and says so in some way.
fn probe<P: GamePosition, T>(
    library: &Library,
    fen: &str,
    line: bool,
    say: impl Fn(&Answer<'_, P>) -> Result<T, Error>,
) -> Result<T, Error> {
    let question = Question::<P>::read(fen, library.rules(), line).map_err(Error::BadRequest)?;
    for measure in MEASURES {
        match question.answer(library, measure) {
            Ok(answer) => return say(&answer),
            Err(NotVerified::Table(TableError::Missing { .. })) => {}
            Err(NotVerified::Table(TableError::TooManyMen)) => break,
            Err(error) => return Err(Error::Internal(error.to_string())),
        }
    }
    let material = question.material.map_or(String::new(), |material| material.to_string());
    Err(Error::NotFound(format!("there is no table of {material}, or of what it leads to")))
}

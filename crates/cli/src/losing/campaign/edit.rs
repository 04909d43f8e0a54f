//! Trees of campaigns cut, copied, joined and taken over.

use std::fs;

use zermelo_answers::losing::{Opening, read_lines, text_of};
use zermelo_board::Limits;
use zermelo_losing::campaign::{Campaign, Engine};
use zermelo_losing::search::{self, Options};
use zermelo_losing::{Book, NotRebuilt};

use super::super::{files, progress, tables};
use super::{fault, open};
use crate::args::campaign::{CampaignBookArgs, CopyArgs, ImportArgs, LineArgs, SpliceArgs};
use crate::args::losing::ProofFile;
use crate::exit::{Exit, Fault, bad_input};
use crate::progress::Progress;
use crate::words::{counted, print_line};

/// The line as people read it, from the start.
fn named(opening: &Opening, rest: &[zermelo_losing::Move]) -> String {
    let line = opening.followed_by(rest);
    let words = line.numbered(&line.start, 0, &line.line);
    if words.is_empty() { "the root".to_string() } else { words.join(" ") }
}

/// Takes out what is below a line.
pub fn cut(args: &LineArgs) -> Result<Exit, Fault> {
    let (mut campaign, opening) = open(&args.campaign)?;
    let line = opening.rest(&args.line.moves)?;
    campaign.cut(&line).map_err(|error| fault(&args.campaign, &error))?;
    print_line(&format!("Cut: {} is a leaf again.", named(&opening, &line)))
}

/// Writes what is below a line as a campaign of its own.
pub fn copy(args: &CopyArgs) -> Result<Exit, Fault> {
    let (campaign, opening) = open(&args.place.campaign)?;
    let line = opening.rest(&args.place.line.moves)?;
    let copy = campaign.copy_out(&line, &args.to).map_err(|error| fault(&args.to, &error))?;
    let (to, nodes) = (args.to.display(), copy.status().nodes);
    print_line(&format!("Copied: {} to {to}, {nodes} nodes.", named(&opening, &line)))
}

/// Takes over another campaign's tree.
pub fn splice(args: &SpliceArgs) -> Result<Exit, Fault> {
    let (mut campaign, _) = open(&args.campaign)?;
    let places = [&args.campaign, &args.from].map(|folder| folder.canonicalize().ok());
    if places[0] == places[1] {
        return bad_input("a campaign cannot be spliced into itself");
    }
    let (other, from) = open(&args.from)?;
    campaign.splice(&other).map_err(|error| fault(&args.campaign, &error))?;
    let status = campaign.status();
    let line = named(&from, &[]);
    print_line(&format!("Spliced: {line}; {} nodes now, {}.", status.nodes, status.result))
}

/// Takes over lines, or a proof.
pub fn import(args: &ImportArgs) -> Result<Exit, Fault> {
    let (mut campaign, opening) = open(&args.campaign)?;
    // Before tables are built.
    fs::File::open(&args.file)
        .or_else(|error| bad_input(format!("{}: cannot be read: {error}", args.file.display())))?;
    let progress = progress::new(String::new);
    let setup = campaign.setup();
    let question = tables::question(&args.tables, setup.rules, setup.prover, &progress)?;
    let engine = Engine::new(question, 1 << 28);
    if args.proof {
        import_proof(&mut campaign, args, &engine)?;
    } else if args.book {
        import_books(&mut campaign, args, &engine, &progress)?;
    } else {
        import_lines(&mut campaign, &opening, args, &engine)?;
    }
    let status = campaign.status();
    print_line(&format!("Imported: {} nodes now, {}.", status.nodes, status.result))
}

fn import_lines(
    campaign: &mut Campaign,
    opening: &Opening,
    args: &ImportArgs,
    engine: &Engine,
) -> Result<(), Fault> {
    let file = args.file.display();
    let text = fs::read_to_string(&args.file)
        .or_else(|error| bad_input(format!("{file}: cannot be read: {error}")))?;
    let lines =
        read_lines(&opening.root(), &text).or_else(|why| bad_input(format!("{file}: {why}")))?;
    let done = campaign.import_lines(&lines, engine);
    done.map_err(|error| fault(&args.campaign, &error))
}

fn import_proof(campaign: &mut Campaign, args: &ImportArgs, engine: &Engine) -> Result<(), Fault> {
    let bad = |what: String| Fault::BadInput(format!("{}: {what}", args.file.display()));
    let file = ProofFile { file: args.file.clone(), rules: None, side: None };
    let loaded = files::open(&file)?.load()?;
    let (rest, strategy) = loaded.for_campaign(campaign.setup()).map_err(bad)?;
    let done = campaign.import_strategy(&rest, &strategy, engine);
    done.map_err(|error| fault(&args.campaign, &error))
}

/// Rebuilds books, one after the other, and takes over what they prove.
fn import_books(
    campaign: &mut Campaign,
    args: &ImportArgs,
    engine: &Engine,
    progress: &Progress,
) -> Result<(), Fault> {
    let bad = |what: String| Fault::BadInput(format!("{}: {what}", args.file.display()));
    let text = text_of(&args.file).map_err(bad)?;
    let books = Book::read_all(&text).map_err(|error| bad(error.to_string()))?;
    let limits = Limits { interrupt: Some(progress.stop()), ..Limits::new(u64::MAX, 1 << 30) };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = Options { limits, workers: cores, ..Options::default() };
    let (searched, won) = (search::Progress::default(), search::Won::default());
    for (number, book) in books.iter().enumerate() {
        progress.begin(format!("rebuilding book {} of {}", number + 1, books.len()));
        let rest = book.within(campaign.setup()).ok_or_else(|| {
            bad(format!("book {} is not one of a position in this campaign", number + 1))
        })?;
        let rebuilt = book.rebuild(&won, engine.question(), options, &searched, progress.stop());
        let strategy = match rebuilt {
            Ok(strategy) => strategy,
            Err(NotRebuilt::Stopped) => return Ok(()),
            Err(error) => return Err(bad(error.to_string())),
        };
        let done = campaign.import_strategy(&rest, &strategy, engine);
        done.map_err(|error| fault(&args.campaign, &error))?;
    }
    Ok(())
}

/// Writes what is proved so far as books.
pub fn book(args: &CampaignBookArgs) -> Result<Exit, Fault> {
    let (campaign, _) = open(&args.campaign)?;
    let text = campaign.books(args.least).map_err(|error| fault(&args.campaign, &error))?;
    let to = args.to.display();
    fs::write(&args.to, &text).or_else(|error| bad_input(format!("{to}: {error}")))?;
    let books = text.lines().filter(|line| line.starts_with("opening")).count();
    let books = counted(books, "position");
    print_line(&format!("Written to {to}: books of {books}, {} bytes.", text.len()))
}

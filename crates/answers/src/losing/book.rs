//! Proofs rebuilt from books.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use zermelo_board::clock::Instant;
use zermelo_losing::search::{Numbers, Options, Progress, Question, Won};
use zermelo_losing::{Book, Case, Color, Effort, NotRebuilt, Rules, Stage, Taken};

use super::answer::{Found, Loaded, Proof, Searched, Solved, bug, not_proved};
use super::question::{Opening, question};
use crate::Fault;

/// Reads a book, which must be one of this opening.
///
/// # Errors
///
/// If it is none, or of another opening.
pub fn read_book(
    file: &Path,
    opening: &Opening,
    (rules, prover): (Rules, Color),
) -> Result<Book, Fault> {
    let bad = |what: String| Fault::BadInput(format!("--book {}: {what}", file.display()));
    let text = text_of(file).map_err(bad)?;
    let book = Book::read(&text).map_err(|error| bad(error.to_string()))?;
    if (book.start, &book.opening) != (opening.start, &opening.line) {
        let of = Opening::new(book.start, book.opening.clone()).after();
        return Err(bad(format!("it is one of the position{of}, not{}", opening.after())));
    }
    if (book.rules, book.prover) != (rules, prover) {
        return Err(bad("it has other rules or another prover".to_string()));
    }
    Ok(book)
}

/// No book is nearly as long.
const LONGEST: u64 = 256 << 20;

/// The text of a file of books.
///
/// # Errors
///
/// Why it cannot be read, in one sentence.
pub fn text_of(file: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let opened =
        fs::File::open(file).and_then(|opened| opened.take(LONGEST).read_to_end(&mut bytes));
    opened.map_err(|error| error.to_string())?;
    if bytes.len() as u64 == LONGEST {
        return Err(format!("it is no book: it has {LONGEST} bytes and more"));
    }
    let text = String::from_utf8(bytes).map_err(|_| "it is no book: it is not text".to_string())?;
    Ok(text.trim_start_matches('\u{feff}').to_string())
}

impl Solved {
    /// Rebuilds the proof of a book with small searches, as many at once as there are workers.
    ///
    /// # Errors
    ///
    /// If the book goes in a circle, or a position to which it leads stays open.
    pub fn by_book(
        question: &Question,
        opening: Opening,
        book: &Book,
        options: Options,
        progress: &[Progress; 2],
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Solved, Fault> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let begun = Instant::now();
        let stop = options.limits.interrupt.unwrap_or(&NEVER);
        let rebuilt = book.rebuild(&Won::default(), question, options, &progress[0], stop);
        let time = begun.elapsed();
        let (found, numbers) = match rebuilt {
            Ok(strategy) => {
                let quick = !options.second;
                let proof = Proof::new(question, &opening, &[strategy], quick, stop, doing)?;
                (Found::Proved(Box::new(proof)), Numbers::PROVED)
            }
            Err(NotRebuilt::Stopped) => (Found::Stopped, Numbers { pn: 1, dn: 1 }),
            Err(error @ NotRebuilt::Open(_)) => {
                return Err(Fault::Open(format!("--book: {error}")));
            }
            Err(error) => return Err(Fault::BadInput(format!("--book: {error}"))),
        };
        let men = question.tables.as_ref().map_or(0, |tables| tables.men());
        let effort = Searched::new(progress, numbers, time);
        let Question { rules, prover, .. } = *question;
        Ok(Solved { opening, rules, prover, men, effort, found })
    }
}

impl Loaded {
    /// The proof made smaller, for at most so long. What it leaves to tables is looked up there.
    ///
    /// # Errors
    ///
    /// If tables are missing.
    pub fn smaller(
        self,
        (tables, men): (&Path, u8),
        time: Duration,
        stop: &AtomicBool,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Loaded, Fault> {
        let men = if self.summary.table_leaves > 0 { men } else { 0 };
        let question = question(self.claim.rules, self.claim.prover, tables, men);
        let Opening { start, line, .. } = &self.opening;
        let case = Case { question: &question, start: *start, opening: line };
        let taken = self.tree.strategy(start, question.prover).map_err(bug)?;
        let Taken { strategy, .. } = taken;
        let (over, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let begun = Instant::now();
        let proved = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    let late = begun.elapsed() >= time || stop.load(Relaxed);
                    over.fetch_or(late, Relaxed);
                    std::thread::sleep(Duration::from_millis(20));
                }
            });
            let proved = case.compact(&[strategy], Effort::default(), &over, doing);
            done.store(true, Relaxed);
            proved
        });
        let proved = proved.map_err(|error| not_proved(&error, &question))?;
        if proved.summary.nodes >= self.summary.nodes {
            return Ok(self);
        }
        Ok(Loaded { tree: proved.tree, summary: proved.summary, ..self })
    }
}

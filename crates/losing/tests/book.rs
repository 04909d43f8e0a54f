//! Books: written of a proof, read, and rebuilt from small searches.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::common::{ARRAY, moves, position};
use zermelo_board::Limits;
use zermelo_losing::search::{Options, Progress, Question, Scale, Search, Won, solve};
use zermelo_losing::{Book, Case, Color, NotRebuilt, Rules, Tree, TreeError};
use zermelo_tables::{Library, Quick};

const GAME: (Rules, Color) = (Rules::Losing, Color::White);

fn question() -> Question {
    Question { rules: GAME.0, prover: GAME.1, tables: None }
}

/// The book of a reply to 1. e3, which is solved for that.
fn book_of(line: &str, least: u32) -> String {
    let (start, question) = (position(ARRAY), question());
    let opening = moves(&start, line);
    let root = opening.iter().fold(start, |position, &made| position.play(made));
    let found = solve(&question, root, Options::default(), None, &Default::default()).unwrap();
    let tree = Tree::of(&found.proofs[0].0, &start, &opening, GAME.1, |_| false).unwrap();
    Book::of(&tree, &start, GAME, least).unwrap()
}

/// Rebuilds a book, and has the kernel check what comes of it; returns the nodes searched.
fn rebuilt(book: &Book, workers: usize) -> Result<u64, NotRebuilt> {
    let (question, never) = (question(), AtomicBool::new(false));
    let progress = Progress::default();
    let options = Options { workers, ..Options::default() };
    let strategy = book.rebuild(&Won::default(), &question, options, &progress, &never)?;
    let case = Case { question: &question, start: book.start, opening: &book.opening };
    let proof = case.prove(&[strategy], None, &never, &mut |_| ()).unwrap();
    assert_eq!(proof.full.summary.table_leaves, 0);
    Ok(progress.nodes.load(Relaxed))
}

#[test]
fn books_are_rebuilt_with_far_fewer_nodes() {
    for (line, searched) in [("e2e3 b8a6", 611_873), ("e2e3 g7g6", 1_749_276)] {
        let text = book_of(line, 100);
        let book = Book::read(&text).unwrap();
        assert!(book.len() + 5 == text.lines().count() && book.len() < 200, "{}", book.len());
        for workers in [1, 2] {
            let nodes = rebuilt(&book, workers).unwrap();
            assert!(nodes < searched / 2, "{line}: {nodes}");
        }
    }
}

#[test]
fn books_are_not_believed() {
    let text = book_of("e2e3 d7d5", 10);
    assert!(rebuilt(&Book::read(&text).unwrap(), 1).is_ok());
    // 2. Qf3 instead: the rest of the book is about something else then.
    let first = text.lines().nth(5).unwrap();
    let other = text.replace(first, "0 - d1f3 30");
    let error = Book::read(&other).unwrap_err();
    assert_eq!(error.line, 7, "{error}");
    // The line alone: what it leads to is searched, and open when that takes too long.
    let short: String = other.lines().take(6).map(|line| format!("{line}\n")).collect();
    let question = question();
    let mut options = Options::default();
    options.limits.nodes = 2_000;
    let (progress, never) = (Progress::default(), AtomicBool::new(false));
    let open =
        Book::read(&short).unwrap().rebuild(&Won::default(), &question, options, &progress, &never);
    assert!(matches!(open, Err(NotRebuilt::Open(_))), "{open:?}");
    let stopped = Book::read(&short).unwrap();
    let stopped =
        stopped.rebuild(&Won::default(), &question, options, &progress, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(NotRebuilt::Stopped)), "{stopped:?}");
}

#[test]
fn books_that_go_in_a_circle() {
    let text = "zermelo-book 1\nrules losing\nprover white\nstart 7k/8/8/8/8/8/8/K7 w - -\n\
                opening\n0 - a1b1 9\n1 h8g8 b1a1 9\n2 g8h8 a1b1 9\n";
    let book = Book::read(text).unwrap();
    let open = book.rebuild(
        &Won::default(),
        &question(),
        Options::default(),
        &Progress::default(),
        &false.into(),
    );
    assert!(matches!(open, Err(NotRebuilt::Tree(TreeError::Circle(_)))), "{open:?}");
}

#[test]
fn damaged_books_name_the_line() {
    let text = "zermelo-book 1\nrules losing\nprover white\n\
                start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -\nopening e2e3 d7d5\n\
                0 - d1g4 33\n1 c8g4 e1d1 31\n";
    assert_eq!(Book::read(text).unwrap().len(), 2);
    for (part, other, line) in [
        ("zermelo-book 1", "zermelo-book 2", 1),
        ("losing", "winning", 2),
        ("white", "green", 3),
        ("PPPPPPPP/RNBQKBNR w", "PPPPPPPP/RNBQKBN w", 4),
        ("e2e3", "e2e5", 5),
        ("d1g4 33", "d1g4", 6),
        ("d1g4 33", "d1g4 x", 6),
        ("0 -", "1 -", 6),
        ("0 -", "0 c8g4", 6),
        ("1 c8g4", "2 c8g4", 7),
        ("1 c8g4", "1 -", 7),
        ("e1d1", "e1c1", 7),
    ] {
        let error = Book::read(&text.replacen(part, other, 1)).unwrap_err();
        assert_eq!(error.line, line, "{part}: {error}");
    }
    assert_eq!(Book::read("").unwrap_err().line, 1);
}

/// How many of 130 endings that a campaign for c6 had proved one search of a million nodes proves,
/// with the tables of up to four men in `ZERMELO_TABLES`.
#[test]
#[ignore = "minutes"]
fn proved_positions_of_c6_again() {
    let folder = std::env::var("ZERMELO_TABLES").expect("ZERMELO_TABLES names a folder of tables");
    let tables = Quick::new(Library::new(folder, GAME.0), 4);
    let question = Question { tables: Some(tables), ..question() };
    let books = Book::read_all(include_str!("c6-endings.book")).unwrap();
    for scale in [Scale::Even, Scale::Steep] {
        let (progress, never) = (Progress::default(), AtomicBool::new(false));
        let proved = |book: &&Book| {
            let limits = Limits::new(progress.nodes.load(Relaxed) + 1_000_000, 1 << 27);
            let options = Options { limits, scale, ..Options::default() };
            let mut search = Search::new(&question, book.root(), &[], options);
            search.run(&progress, &never, &mut |_| ()).pn == 0
        };
        let proved = books.iter().filter(proved).count();
        let nodes = progress.nodes.load(Relaxed);
        println!("{scale:?}: {proved} of {} with {nodes} nodes", books.len());
    }
}

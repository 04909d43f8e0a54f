//! What is said of searches and campaigns, and how lines are read.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use zermelo_kernel::{Color, Rules};
use zermelo_losing::campaign::{Campaign, Setup};
use zermelo_losing::search::{Options, Question, Setting};

use super::{Found, Opening, Solved, campaign, go_on, read_book, running, text};
use crate::explain::Paragraph;

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_string).collect()
}

fn opening(line: &str) -> Opening {
    Opening::read(None, &words(line)).unwrap()
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder =
        std::env::temp_dir().join(format!("zermelo-answers-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_campaign_before_its_first_search() {
    let (folder, opening) = (folder("campaign"), opening("e3 Na6"));
    let setup = Setup::new(opening.start, opening.line.clone());
    let status = Campaign::create(&folder.join("na6"), setup).unwrap().status();
    let figures: Vec<String> = campaign(&status, &opening)
        .into_iter()
        .filter_map(|paragraph| match paragraph {
            Paragraph::Figure(_, figure, _) => Some(figure),
            _ => None,
        })
        .collect();
    let all = figures.join("\n");
    assert!(all.contains("1 position, 1 leaf;"), "{all}");
    assert!(all.contains("nothing yet") && !all.contains('%'), "{all}");
    assert!(running(&status).starts_with("0 searches, 1 position of"), "{}", running(&status));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn only_moves_of_the_prover_are_forced() {
    let opening = opening("e3 Na6");
    assert!(opening.force(&words("Bxa6"), "white").is_ok());
    assert!(opening.force(&words("e3 Na6 Bxa6 bxa6 Qe2"), "white").is_ok());
    let error = opening.force(&words("Bxa6 bxa6"), "white").unwrap_err().to_string();
    assert_eq!(error, "bxa6 is the defender's; only moves of the prover's can be forced");
}

#[test]
fn lines_from_the_start_are_not_read_from_the_root() {
    let opening = opening("e3 Na6");
    let rest = |line: &str| opening.rest(&words(line)).map(|rest| rest.len());
    assert_eq!(rest("e3 Na6 Bxa6").unwrap(), 1);
    assert_eq!(rest("Bxa6 bxa6").unwrap(), 2);
    for line in ["e3 d5 Qg4", "1. Nf3"] {
        let error = rest(line).unwrap_err().to_string();
        assert!(error.contains("begins after 1. e3 Na6"), "{line}: {error}");
    }
    assert!(rest("e3").unwrap_err().to_string().contains("not before"));
    // What is blamed is where the better reading stopped.
    for (line, word) in [("Bxa6 Qxx", "Qxx"), ("e3 Na6 Qxx", "Qxx"), ("Qxx Bxa6", "Qxx")] {
        let error = rest(line).unwrap_err().to_string();
        assert!(error.contains(word), "{line}: {error}");
    }
}

/// Some editors put a mark before a text.
#[test]
fn a_book_may_begin_with_a_byte_order_mark() {
    let file = std::env::temp_dir().join(format!("zermelo-mark-{}.book", std::process::id()));
    std::fs::write(&file, "\u{feff}zermelo-book 1\n").unwrap();
    assert_eq!(crate::losing::text_of(&file).unwrap(), "zermelo-book 1\n");
    std::fs::remove_file(file).unwrap();
}

fn solve(line: &str, nodes: u64) -> Solved {
    let question = Question { rules: Rules::Losing, prover: Color::White, tables: None };
    let mut options = Options::default();
    options.limits.nodes = nodes;
    let progress = Default::default();
    Solved::new(&question, opening(line), options, Setting::default(), &progress, &mut |_| ())
        .unwrap()
}

#[test]
fn what_comes_after_a_search() {
    let mut solved = solve("e3 c6", 1_000);
    let command = words("losing solve e3 c6 --keep c6");
    let none = go_on(&solved, None, &command).unwrap();
    assert!(none.contains("--keep DIR") && none.ends_with("campaign new DIR e3 c6"), "{none}");
    let nowhere = go_on(&solved, Some(Path::new("nowhere")), &command).unwrap();
    assert!(nowhere.starts_with("There was nothing to keep yet. "), "{nowhere}");
    let here = Path::new(".");
    let limit = go_on(&solved, Some(here), &command).unwrap();
    assert!(limit.contains("kept in .; the same command with more --nodes"), "{limit}");
    solved.found = Found::Stopped;
    let stopped = go_on(&solved, Some(here), &command).unwrap();
    let next = "Go on with: zermelo losing solve e3 c6 --keep c6";
    assert!(stopped.contains("kept in .") && stopped.contains(next), "{stopped}");
    assert!(go_on(&solve("e3 d5", u64::MAX), None, &command).is_none());
}

/// A book leads back to a proof; a proof can be made smaller.
#[test]
fn books_and_smaller_proofs() {
    let folder = folder("book");
    let solved = solve("e3 d5", u64::MAX);
    let Found::Proved(proof) = &solved.found else { panic!("d5 loses") };
    let tree = &proof.proved.full.tree;
    let (start, game) = (solved.opening.start, (Rules::Losing, Color::White));
    let file = folder.join("d5.book");
    std::fs::write(&file, zermelo_losing::Book::of(tree, &start, game, 10).unwrap()).unwrap();
    let question = Question { rules: game.0, prover: game.1, tables: None };
    let book = read_book(&file, &solved.opening, game).unwrap();
    let rebuilt = Solved::by_book(
        &question,
        solved.opening.clone(),
        &book,
        Options::default(),
        &Default::default(),
        &mut |_| (),
    );
    assert!(matches!(rebuilt.unwrap().found, Found::Proved(_)));
    let error = read_book(&file, &opening("e3 d6"), game).unwrap_err().to_string();
    assert!(error.contains("after 1. e3 d5, not after 1. e3 d6"), "{error}");
    assert!(read_book(&file, &solved.opening, (Rules::LosingFics, game.1)).is_err());

    let claim = zermelo_kernel::TreeClaim::of_initial_array(game.0);
    let summary = proof.proved.full.summary.clone();
    let before = summary.nodes;
    let opening = solved.opening.clone();
    let loaded = super::Loaded { claim, tree: tree.clone(), summary, opening };
    let (never, time) = (AtomicBool::new(false), Duration::from_secs(5));
    let smaller = loaded.smaller((Path::new("nowhere"), 4), time, &never, &mut |_| ()).unwrap();
    assert!(smaller.summary.nodes <= before);
    assert!(text(&smaller.tree, &smaller.opening).unwrap().starts_with("1. e3 d5"));
    std::fs::remove_dir_all(folder).unwrap();
}

//! Campaigns with a toy solver: the proof at the end, the dice, workers, orders, edits.
#![allow(missing_docs)]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::toy::*;
use zermelo_kernel::{Budget, TreeClaim};
use zermelo_losing::campaign::*;
use zermelo_losing::search::{self, Options, Question};
use zermelo_losing::{Book, Color, Move, Rules, Strategy, Tree, TreeError};

/// White wins, and a search of 300 nodes does not see it.
const PAWNS: &str = "8/6p1/8/8/8/1p4Pp/4p3/8 w - -";
const MIXED: &str = "8/1r6/8/P7/4pP2/3N4/3P4/8 w - -";
const FAR: &str = "8/P7/k6p/q7/8/7b/8/8 w - -";
const KINGS: &str = "8/8/3p4/3p2K1/8/b7/2k4K/8 w - -";
const ALL: [&str; 4] = [PAWNS, MIXED, FAR, KINGS];

fn run(campaign: &mut Campaign, run: Run) -> End {
    campaign.run(&QUICK, &run, &AtomicBool::new(false)).unwrap()
}

fn some(searches: u64) -> Run {
    Run { searches: Some(searches), ..Run::default() }
}

fn line(campaign: &Campaign, text: &str) -> Vec<Move> {
    read_line(&campaign.setup().root().unwrap(), text).unwrap()
}

/// The strategy as sorted rows.
fn rows(strategy: &Strategy) -> Vec<(String, u16, u32)> {
    let row = |(key, choice): (&zermelo_losing::Key, &zermelo_losing::Choice)| {
        (key.position().to_fen(), choice.made, choice.plies)
    };
    let mut rows: Vec<_> = strategy.iter().map(row).collect();
    rows.sort();
    rows
}

#[test]
fn a_campaign_ends_with_a_proof() {
    for (n, fen) in ALL.into_iter().enumerate() {
        let place = folder(&format!("proof{n}"));
        let mut campaign = Campaign::create(&place, setup(fen, 300, 7)).unwrap();
        assert!(matches!(campaign.strategy(), Err(CampaignError::Open)));
        assert_eq!(run(&mut campaign, Run::default()), End::Proved, "{fen}");
        let strategy = campaign.strategy().unwrap();
        assert!(verify(&strategy, &position(fen)) > 20);
        let status = Status::of(&place).unwrap();
        assert_eq!(status, campaign.status(), "from the file, for the store is in use");
        assert_eq!((status.result.as_str(), status.now.share), ("proved", 1.0));
        assert!(status.now.searches > 3 && status.curve.len() > 2 && status.stored_moves > 0);
        // The store alone gives the same.
        drop(campaign);
        assert_eq!(Status::of(&place).unwrap(), status, "from the store");
        let campaign = Campaign::open(&place).unwrap();
        assert_eq!(rows(&campaign.strategy().unwrap()), rows(&strategy));
        fs::remove_dir_all(place).unwrap();
    }
}

#[test]
fn a_refuted_root() {
    let place = folder("refuted");
    let mut campaign = Campaign::create(&place, setup("8/8/8/3k4/8/8/8/K7 w - -", 50, 1)).unwrap();
    let end = run(&mut campaign, some(300));
    assert!(matches!(end, End::Limit | End::Refuted), "a draw or a loss is never proved");
    assert!(campaign.strategy().is_err());
    fs::remove_dir_all(place).unwrap();
}

/// One worker: the same seed gives the same campaign, stopped in between or not.
#[test]
fn the_dice_decide() {
    let whole = |name: &str, seed: u64, pieces: &[u64]| {
        let place = folder(name);
        let mut campaign = Campaign::create(&place, setup(PAWNS, 300, seed)).unwrap();
        for &searches in pieces {
            run(&mut campaign, some(searches));
            drop(campaign);
            campaign = Campaign::open(&place).unwrap();
        }
        assert_eq!(run(&mut campaign, Run::default()), End::Proved);
        let status = campaign.status();
        let result =
            (status.now.searches, status.nodes, status.work, rows(&campaign.strategy().unwrap()));
        fs::remove_dir_all(place).unwrap();
        result
    };
    let once = whole("dice1", 3, &[]);
    assert_eq!(whole("dice2", 3, &[]), once);
    assert_eq!(whole("dice3", 3, &[1, 1, 5, 9, 2]), once);
    assert_ne!(whole("dice4", 4, &[]).2, once.2, "another seed goes another way");
}

#[test]
fn two_workers() {
    for (n, fen) in ALL.into_iter().enumerate() {
        let place = folder(&format!("two{n}"));
        let mut campaign = Campaign::create(&place, setup(fen, 300, 2)).unwrap();
        let two = Run { workers: 2, ..Run::default() };
        assert_eq!(run(&mut campaign, two), End::Proved);
        verify(&campaign.strategy().unwrap(), &position(fen));
        fs::remove_dir_all(place).unwrap();
    }
}

#[test]
fn one_process_at_a_time() {
    let place = folder("lock");
    assert!(matches!(Campaign::open(&place), Err(CampaignError::File(_))));
    let campaign = Campaign::create(&place, setup(FAR, 300, 2)).unwrap();
    assert!(matches!(Campaign::open(&place), Err(CampaignError::Running)));
    drop(campaign);
    let again = Campaign::create(&place, setup(FAR, 300, 2));
    assert!(matches!(again, Err(CampaignError::Exists)));
    fs::remove_dir_all(place).unwrap();
}

fn refused(place: &Path) -> usize {
    let ends = |path: &Path| path.extension().is_some_and(|end| end == "refused");
    fs::read_dir(place.join("steer")).unwrap().filter(|f| ends(&f.as_ref().unwrap().path())).count()
}

#[test]
fn orders() {
    let place = folder("orders");
    let mut campaign = Campaign::create(&place, setup(KINGS, 200, 2)).unwrap();
    let root = position(KINGS);
    run(&mut campaign, some(1));
    let (first, second) = (root.legal_moves()[0], root.legal_moves()[1]);
    let reply = root.play(second).legal_moves()[0];
    for order in [
        Order::Force(vec![], first),
        Order::Queue(vec![second, reply]),
        Order::Nodes(vec![second], 17),
        Order::Along(vec![second, reply]),
        Order::Along(vec![]),
        Order::Force(vec![second], reply),
        Order::Pause,
    ] {
        assert_eq!(Order::read(&root, &order.to_string()).unwrap(), order);
        order.post(&place).unwrap();
    }
    fs::write(place.join("steer/9.order"), "queue e2e9").unwrap();
    assert!(Order::read(&root, "dance").is_err());
    let work = campaign.status().work;
    // The queue first, with its own size; the forced move after it; an old pause is not followed.
    assert_eq!(run(&mut campaign, some(1)), End::Limit);
    let status = campaign.status();
    assert!(status.work - work < 60 && status.queue == 0, "{}", status.work - work);
    assert_eq!(refused(&place), 2, "a defender's move, and no move at all");
    drop(campaign);
    let mut campaign = Campaign::open(&place).unwrap();
    let below = |campaign: &Campaign, made: Move| {
        let copy = folder("orders-copy");
        let nodes = campaign.copy_out(&[made], &copy).unwrap().status().nodes;
        fs::remove_dir_all(copy).unwrap();
        nodes
    };
    let before: Vec<u64> = root.legal_moves().iter().map(|&m| below(&campaign, m)).collect();
    run(&mut campaign, some(12));
    let after: Vec<u64> = root.legal_moves().iter().map(|&m| below(&campaign, m)).collect();
    assert!(after[0] > before[0]);
    assert_eq!(after[1..], before[1..], "only the forced move was followed");
    // A pause in time is followed: when the run has begun, and so written down how it stands, and
    // long before it ends.
    Order::Unforce(vec![]).post(&place).unwrap();
    let status = place.join("status.json");
    fs::remove_file(&status).unwrap();
    let pause = || {
        while !status.exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        Order::Pause.post(&place).unwrap();
    };
    let slow = Toy { sleep: std::time::Duration::from_millis(400), ..QUICK };
    let end = std::thread::scope(|scope| {
        scope.spawn(pause);
        campaign.run(&slow, &Run::default(), &AtomicBool::new(false)).unwrap()
    });
    assert_eq!(end, End::Paused);
    assert_eq!(run(&mut campaign, Run::default()), End::Proved);
    verify(&campaign.strategy().unwrap(), &root);
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn cut_and_splice() {
    let (place, part) = (folder("cut"), folder("cut-part"));
    let mut campaign = Campaign::create(&place, setup(PAWNS, 300, 5)).unwrap();
    run(&mut campaign, some(12));
    let main = line(&campaign, &campaign.status().main_line);
    let below = &main[..2];
    let mut copy = campaign.copy_out(below, &part).unwrap();
    assert_eq!(copy.setup().opening, below);
    let size = campaign.status().nodes;
    campaign.cut(below).unwrap();
    assert!(campaign.status().nodes < size);
    assert!(matches!(campaign.cut(&main), Err(CampaignError::NotInTree(_))));
    // Solved alone, then put back.
    let end = run(&mut copy, Run::default());
    assert!(matches!(end, End::Proved | End::Refuted));
    campaign.splice(&copy).unwrap();
    assert_eq!(run(&mut campaign, Run::default()), End::Proved);
    verify(&campaign.strategy().unwrap(), &position(PAWNS));
    // The other way round: a campaign deeper in the tree takes its part.
    let deep = folder("cut-deep");
    let mut deeper = setup(PAWNS, 300, 5);
    deeper.opening = below[..1].to_vec();
    let mut deeper = Campaign::create(&deep, deeper).unwrap();
    deeper.splice(&campaign).unwrap();
    assert!(deeper.status().nodes > 1);
    let strange = folder("cut-strange");
    let stranger = Campaign::create(&strange, setup(FAR, 300, 5)).unwrap();
    assert!(matches!(campaign.splice(&stranger), Err(CampaignError::Strangers(_))));
    // What rested on the proof is open again when it is cut.
    let won = campaign.status().won;
    campaign.cut(&[]).unwrap();
    assert!(campaign.status().won < won && campaign.strategy().is_err());
    for folder in [place, part, deep, strange] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn trees_made_elsewhere() {
    let (place, other) = (folder("import"), folder("import-other"));
    let mut campaign = Campaign::create(&place, setup(MIXED, 300, 5)).unwrap();
    run(&mut campaign, Run::default());
    let strategy = campaign.strategy().unwrap();
    let mut fresh = Campaign::create(&other, setup(MIXED, 300, 5)).unwrap();
    let root = position(MIXED);
    let first = strategy.get(&root.key()).unwrap().made();
    let text =
        |made: Move, reply: usize| format!("{made} {}\n", root.play(made).legal_moves()[reply]);
    let lines = format!("# two lines\n\n{}{}", text(first, 0), text(root.legal_moves()[0], 0));
    fresh.import_lines(&lines, &QUICK).unwrap();
    assert!(fresh.status().nodes > 20);
    assert!(fresh.import_lines("a1a1", &QUICK).is_err());
    // A strategy proves the position after a line, and nothing else.
    assert!(matches!(
        fresh.import_strategy(&[root.legal_moves()[0]], &Strategy::default(), &QUICK),
        Err(CampaignError::Flaw(_))
    ));
    assert_eq!(fresh.status().result, "open");
    fresh.import_strategy(&[first], &strategy, &QUICK).unwrap();
    assert_eq!(fresh.status().result, "proved");
    drop(fresh);
    let fresh = Campaign::open(&other).unwrap();
    verify(&fresh.strategy().unwrap(), &root);
    for folder in [place, other] {
        fs::remove_dir_all(folder).unwrap();
    }
}

/// A solver that lies is found out, and nothing of it is stored.
#[test]
fn a_false_proof() {
    struct Liar;
    impl Solver for Liar {
        fn search(&self, task: &Task<'_>) -> Found {
            let mut found = QUICK.search(&Task { nodes: 100_000, ..*task });
            if let Some(strategy) = &mut found.strategy {
                let skip = strategy.len() / 2;
                let kept: Vec<_> = strategy.iter().map(|(k, c)| (*k, *c)).collect();
                *strategy = Strategy::default();
                for (key, choice) in kept.into_iter().skip(skip) {
                    strategy.add(key, choice);
                }
            }
            found
        }
    }
    let place = folder("liar");
    let mut campaign = Campaign::create(&place, setup(FAR, 300, 5)).unwrap();
    let end = campaign.run(&Liar, &Run::default(), &AtomicBool::new(false));
    assert!(matches!(end, Err(CampaignError::Flaw(TreeError::NoMove(_)))), "{end:?}");
    assert_eq!((campaign.status().result.as_str(), campaign.status().nodes), ("open", 1));
    assert_eq!(run(&mut campaign, Run::default()), End::Proved, "an honest one goes on");
    fs::remove_dir_all(place).unwrap();
}

/// An opening with this crate's own search.
fn opening(name: &str, reply: &str) -> (std::path::PathBuf, Campaign, Engine) {
    let place = folder(name);
    let start = crate::common::position(crate::common::ARRAY);
    let opening = read_line(&start, &format!("e2e3 {reply}")).unwrap();
    let setup = Setup { nodes: 100_000, power: 0, ..Setup::new(start, opening) };
    let question = Question { rules: Rules::Losing, prover: Color::White, tables: None };
    let campaign = Campaign::create(&place, setup).unwrap();
    (place, campaign, Engine::new(question, 1 << 26))
}

/// What an open campaign has proved is written as books; another one rebuilds them and goes on.
#[test]
fn books_of_an_open_campaign() {
    let stop = AtomicBool::new(false);
    let (place, mut campaign, engine) = opening("books", "b8a6");
    // Black's most natural line; its end is solved first.
    let line = line(&campaign, "f1a6 b7a6 d1e2 c8b7 e2a6 b7g2 a6a7 g2h1");
    Order::Along(line.clone()).post(&place).unwrap();
    assert_eq!(campaign.run(&engine, &some(12), &stop).unwrap(), End::Limit);
    let text = campaign.books(1).unwrap();
    let books = Book::read_all(&text).unwrap();
    assert!(!books.is_empty() && books.iter().all(|book| book.opening.len() > 4), "{text}");
    let (other, mut second, engine) = opening("books-again", "b8a6");
    for book in &books {
        let rest = book.within(second.setup()).unwrap();
        let progress = search::Progress::default();
        let strategy = book.rebuild(
            &search::Won::default(),
            engine.question(),
            Options::default(),
            &progress,
            &stop,
        );
        second.import_strategy(&rest, &strategy.unwrap(), &engine).unwrap();
    }
    assert_eq!(second.books(1).unwrap().matches("opening").count(), books.len());
    assert_eq!(second.run(&engine, &Run::default(), &stop).unwrap(), End::Proved);
    let strategy = second.strategy().unwrap();
    let setup = second.setup();
    let tree = Tree::of(&strategy, &setup.start, &setup.opening, Color::White, |_| false).unwrap();
    let mut bytes = Vec::new();
    tree.write(&mut bytes).unwrap();
    let claim = TreeClaim::of_initial_array(Rules::Losing);
    claim.check(&bytes[..], &bytes[..], |_| false, &Budget::default()).unwrap();
    // A fault in a later book names the line of the whole text.
    let lines = text.lines().count();
    let error = Book::read_all(&format!("{text}{text}0 - e2e9 1\n")).unwrap_err();
    assert_eq!(error.line, 2 * lines + 1, "{error}");
    assert_eq!(Book::read_all("").unwrap_err().line, 1);
    let stranger = Book::read(&text.replace("prover white", "prover black"));
    assert!(stranger.is_err() || stranger.unwrap().within(setup).is_none());
    drop((campaign, second));
    fs::remove_dir_all(place).unwrap();
    fs::remove_dir_all(other).unwrap();
}

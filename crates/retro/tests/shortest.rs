//! Shortest proof games: against every game of a few plies, and against Euclide.

use std::collections::{HashMap, HashSet};

use zermelo_board as board;
use zermelo_board::{Color, FastHash, Key, Limits, Role};
use zermelo_kernel::{Castling, Move, Position};
use zermelo_retro::query::{Query, Runner};
use zermelo_retro::shortest::games;

/// The men alone, for that is what a diagram shows.
fn men(position: &Position) -> String {
    position.to_fen().split(' ').next().unwrap().to_string()
}

/// All games of so many plies, by what they lead to.
fn enumerate(plies: u32, visit: &mut impl FnMut(&Position, &[Move])) {
    fn go(
        at: &Position,
        left: u32,
        line: &mut Vec<Move>,
        visit: &mut impl FnMut(&Position, &[Move]),
    ) {
        if left == 0 {
            return visit(at, line);
        }
        for made in at.legal_moves() {
            line.push(made);
            go(&at.play(made), left - 1, line, visit);
            line.pop();
        }
    }
    go(&Position::initial(), plies, &mut Vec::new(), visit);
}

/// The men of a position as four words: White's men, and three for the roles.
fn diagram(p: &board::Position) -> [u64; 4] {
    let mut words = [p.men(Color::White), 0, 0, 0];
    for (number, role) in (1u64..).zip(Role::ALL) {
        for (plane, word) in words[1..].iter_mut().enumerate() {
            *word |= if number >> plane & 1 == 1 { p.role(role) } else { 0 };
        }
    }
    words
}

/// How many diagrams have exactly one game of so many plies and no shorter one, for up to this
/// many plies: OEIS A209080. Counted forwards from the array, without a search for anything.
fn dual_free(most: u32) -> Vec<usize> {
    // Positions of the last ply with their games, of which more than two need not be told apart.
    let start = board::Position::from_kernel(&Position::initial());
    let mut level: HashMap<Key, u8, FastHash> = HashMap::default();
    level.insert(Key::new(&start), 1);
    let mut earlier: HashSet<[u64; 4], FastHash> = HashSet::from_iter([diagram(&start)]);
    let mut counts = vec![1];
    for ply in 1..=most {
        let mut unique = 0;
        let mut all = Vec::new();
        // In parts, for a level of ten million diagrams would need a gigabyte.
        for part in 0..PARTS {
            let mut games: HashMap<[u64; 4], u8, FastHash> = HashMap::default();
            for (key, before) in &level {
                let p = key.position(false);
                p.any_legal(|made| {
                    let men = diagram(&p.play(made));
                    if men.iter().fold(0, |sum: u64, word| sum.wrapping_add(word % 251)) % PARTS
                        == part
                    {
                        let count = games.entry(men).or_default();
                        *count = (*count + before).min(2);
                    }
                    false
                });
            }
            games.retain(|men, _| !earlier.contains(men));
            unique += games.values().filter(|&&games| games == 1).count();
            if ply < most {
                all.extend(games.into_keys());
            }
        }
        counts.push(unique);
        if ply == most {
            break;
        }
        earlier.extend(all);
        let mut next: HashMap<Key, u8, FastHash> = HashMap::default();
        for (key, before) in &level {
            let p = key.position(false);
            p.any_legal(|made| {
                let count = next.entry(Key::new(&p.play(made))).or_default();
                *count = (*count + before).min(2);
                false
            });
        }
        level = next;
    }
    counts
}

/// Parts of a level.
const PARTS: u64 = 4;

#[test]
fn dual_free_games_are_as_many_as_is_known() {
    assert_eq!(dual_free(4), [1, 20, 400, 1702, 8659]);
}

#[test]
#[ignore = "a minute"]
fn dual_free_games_of_six_plies() {
    assert_eq!(dual_free(6)[5..], [49_401, 287_740]);
}

#[test]
fn every_game_of_a_few_plies_is_found() {
    for (plies, every) in [(1, 1), (2, 3), (3, 29), (4, 499)] {
        let mut by_men: HashMap<String, (Position, Vec<Vec<Move>>)> = HashMap::new();
        enumerate(plies, &mut |at, line| {
            let entry = by_men.entry(men(at)).or_insert_with(|| (at.clone(), Vec::new()));
            entry.1.push(line.to_vec());
        });
        let mut all: Vec<_> = by_men.into_iter().collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        for (men, (goal, mut expected)) in all.into_iter().step_by(every) {
            let found = games(&goal, plies, usize::MAX, &Limits::default());
            assert!(found.complete);
            let text = |game: &Vec<Move>| format!("{game:?}");
            let mut ours = found.games;
            ours.sort_by_key(text);
            expected.sort_by_key(text);
            assert_eq!(ours, expected, "{men}");
        }
    }
}

#[test]
fn the_game_that_was_played_is_among_those_found() {
    let mut dice = fastrand::Rng::with_seed(24);
    for plies in [5, 6, 7, 8, 8, 9, 9, 10, 11, 12] {
        let mut at = Position::initial();
        let mut line = Vec::new();
        for _ in 0..plies {
            let moves = at.legal_moves();
            // Captures, castling and promotions are where a bound goes wrong.
            let sharp: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|m| at.piece_at(m.to).is_some() || m.promotion.is_some())
                .collect();
            let from = if sharp.is_empty() || dice.bool() { &moves } else { &sharp };
            let Some(&made) = dice.choice(from) else { break };
            line.push(made);
            at = at.play(made);
        }
        let limits = Limits { nodes: 20_000, ..Limits::default() };
        let found = games(&at, line.len() as u32, usize::MAX, &limits);
        assert!(!found.complete || found.games.contains(&line), "{at}: {line:?}");
    }
}

#[test]
fn verdicts_of_euclide() {
    let Some(text) = zermelo_testing::text("proofgames/spg.tsv") else { return };
    let mut agreed = 0;
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let [men, plies, verdict, ..] = row.split('\t').collect::<Vec<_>>()[..] else { panic!() };
        let plies: u32 = plies.parse().unwrap();
        if plies > 10 {
            continue;
        }
        let turn = if plies.is_multiple_of(2) { 'w' } else { 'b' };
        let goal = Position::from_fen(&format!("{men} {turn} - -"), Castling::Standard).unwrap();
        let limits = Limits { nodes: 5_000, ..Limits::default() };
        let found = games(&goal, plies, 4, &limits);
        let ours = match found.games.len() {
            4 => "cooked",
            _ if !found.complete => continue,
            0 => "none",
            1 => "unique",
            2 => "two",
            _ => "three",
        };
        assert_eq!(ours, verdict, "{row}");
        agreed += 1;
    }
    assert!(agreed >= 34, "{agreed}");
}

#[test]
fn a_step_of_a_query() {
    let mut lines = Vec::new();
    let query = "rnbqkbn1/1ppppppr/8/8/p7/4P3/PPPP1PPP/RNBQK1NR ? >>= PG 3";
    let query: Query = query.parse().unwrap();
    let mut show = |line: &zermelo_retro::query::Line| lines.push(line.text.clone());
    let tally = Runner::new(Limits::default()).run(&query, &mut show).unwrap();
    assert_eq!(tally.solutions, 1, "{lines:?}");
    // The same as composers write it.
    let short: Query = "rnbqkbn1/1ppppppr/8/8/p7/4P3/PPPP1PPP/RNBQK1NR PG 3".parse().unwrap();
    assert_eq!(short, query);
    // With too few positions to look at, the answer is open.
    let few = Limits { nodes: 3, ..Limits::default() };
    assert!(Runner::new(few).run(&query, &mut |_| ()).is_err());
}

#[test]
fn a_game_that_euclide_does_not_find() {
    let goal = "bq2kbnr/1r1ppppp/1pn5/P1p5/8/7R/2PPPPPP/RNBQKBNR b KQk -";
    let goal = Position::from_fen(goal, Castling::Standard).unwrap();
    let found = games(&goal, 17, usize::MAX, &Limits::default());
    assert!(found.complete);
    let [game] = &found.games[..] else { panic!("{}", found.games.len()) };
    let mut at = Position::initial();
    for &made in game {
        assert!(at.is_legal(made));
        at = at.play(made);
    }
    assert_eq!(at, goal);
}

/// What composers call so many games.
fn verdict(found: &zermelo_retro::shortest::Games) -> &'static str {
    match found.games.len() {
        4.. => "cooked",
        _ if !found.complete => "open",
        0 => "none",
        1 => "unique",
        2 => "two",
        _ => "three",
    }
}

/// The whole corpus, `ZERMELO_SECONDS` for each (8 if nothing is said): the figures of
/// docs/numbers.md. `ZERMELO_ROWS` picks the rows that contain it.
#[test]
#[ignore = "an hour"]
fn corpus_of_proof_games() {
    let Some(text) = zermelo_testing::text("proofgames/spg.tsv") else { return };
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<f64>().ok());
    let seconds = number("ZERMELO_SECONDS").unwrap_or(8.0);
    let only = std::env::var("ZERMELO_ROWS").unwrap_or_default();
    let (mut equal, mut refuted, mut open, mut new) = (0, 0, 0, 0);
    for row in text.lines().filter(|line| !line.starts_with('#') && line.contains(&only)) {
        let [men, plies, expected, ..] = row.split('\t').collect::<Vec<_>>()[..] else { panic!() };
        let plies: u32 = plies.parse().unwrap();
        let turn = if plies.is_multiple_of(2) { 'w' } else { 'b' };
        let goal = Position::from_fen(&format!("{men} {turn} - -"), Castling::Standard).unwrap();
        let limits = Limits { memory: 512 << 20, ..Limits::default() }.within(seconds);
        let start = std::time::Instant::now();
        let found = games(&goal, plies, 4, &limits);
        for game in &found.games {
            let end = game.iter().fold(Position::initial(), |at, &made| {
                assert!(at.is_legal(made));
                at.play(made)
            });
            assert_eq!(self::men(&end), *men);
        }
        let ours = verdict(&found);
        match (expected, ours) {
            ("interrupted", "open") => {}
            ("interrupted", _) => new += 1,
            (_, "open") => open += 1,
            _ if ours == expected => equal += 1,
            _ => refuted += 1,
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("{ours}\t{seconds:.2}\t{}\t{row}", found.nodes);
    }
    println!("{equal} equal, {refuted} other, {open} open; {new} that Euclide left");
}

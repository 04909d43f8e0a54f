use zermelo_kernel::{Budget, Castling, Color};

use super::*;

fn put(text: &str) -> Checked {
    look(&text, None, &Budget::default()).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

#[test]
fn accepted_rejected_and_no_certificate() {
    let text = "8/8/4k3/8/8/3NK3/8/8 w - -";
    let query = crate::query::Query::read(text, Castling::Standard).unwrap();
    let mut solver = zermelo_winnable::Solver::new(zermelo_winnable::Limits::default());
    let claim = crate::winnable::Claim::ask(&mut solver, &query.position, Color::White, false);
    let proof = claim.check(&query.position).unwrap().certificate.unwrap().to_text();
    let checked = put(&proof);
    assert_eq!(checked.standing, Standing::Accepted);
    assert_eq!(checked.report.claimed.claim.as_deref(), Some("unwinnable"));
    let damaged = proof.replacen("8/8/4k3/8/8/3NK3/8/8", "8/8/4k3/8/8/3RK3/8/8", 1);
    let checked = put(&damaged);
    assert_eq!(checked.standing, Standing::Rejected);
    assert!(!checked.report.accepted && checked.report.fault.is_some());
    assert!(look(&"hello", None, &Budget::default()).is_err());
}

/// What a certificate states before its evidence.
fn stated(text: &str) -> String {
    let words = ["rules", "claim", "position", "passed", "clock", "moves", "reading"];
    let legal = text.contains("\nclaim legal\n");
    let evidence = ["at ", "dead ", "start "];
    let lines = text
        .lines()
        .take_while(|line| *line != "end" && !evidence.iter().any(|word| line.starts_with(word)));
    let lines = lines.filter(|line| words.contains(&line.split(' ').next().unwrap_or("")));
    // The moves of a proof game are evidence.
    lines
        .filter(|line| !(legal && line.starts_with("moves")))
        .map(|line| format!("{line}\n"))
        .collect()
}

const HEAD: &str = "zermelo-certificate 1\n";
const MATE: &str = "position 7k/8/6K1/8/8/8/8/5Q2 w - -\n";

/// Certificates of every kind, with premises of every kind.
fn certificates() -> Vec<String> {
    let dead = "position 4k3/8/8/8/8/8/8/4K3 w - -\nclock 150\nmoves\n";
    [
        format!("rules chess\nclaim winnable white\n{MATE}line f1f8\n"),
        format!("rules chess960\nclaim winnable white\n{MATE}line f1f8\n"),
        "rules chess\nclaim unwinnable black\nposition 8/8/4k3/8/8/3NK3/8/8 w - -\n".to_string(),
        format!("rules chess\nclaim record over 0 9.6.2\n{dead}reading position\n"),
        format!("rules chess\nclaim record over 0 9.6.2\n{dead}reading history\n"),
        format!(
            "rules chess\nclaim record over 0 5.2.2\n{dead}reading position\n\
             at 0 unwinnable white\nat 0 unwinnable black\n"
        ),
        format!(
            "rules chess\nclaim record over 1 5.1.1\n{MATE}clock 7\nmoves f1f8\nreading position\n\
             at 1 winnable white\nline\n"
        ),
        format!(
            "rules chess\nclaim record unfinished\n{MATE}clock 0\nmoves\nreading position\n\
             at 0 winnable white\nline f1f8\n"
        ),
        format!(
            "rules chess\nclaim record flag black white\n{MATE}clock 0\nmoves\nreading history\n\
             at 0 winnable white\nline f1f8\n"
        ),
        format!(
            "rules chess\nclaim record resigned white draw\n{MATE}clock 0\nmoves\nreading position\n\
             at 0 winnable white\nline f1f8\nat 0 unwinnable black\n"
        ),
        "rules chess\nclaim legal\n\
         position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\npassed e6\n\
         moves e2e4 e7e5\n"
            .to_string(),
        "rules chess\nclaim illegal\nposition 8/8/8/8/8/8/P1k5/K7 b - -\n".to_string(),
        "rules chess\nclaim illegal\n\
         position rnbqkbnr/pppp1ppp/8/4p3/8/7P/PPPPPPP1/RNBQKBNR b KQkq -\n"
            .to_string(),
        "rules chess\nclaim illegal\nposition 8/8/8/4p3/8/8/P1k5/K7 w - -\npassed e6\n".to_string(),
        "rules chess960\nclaim illegal\nposition 8/8/8/8/8/8/P1k5/K7 b - -\n".to_string(),
        "rules chess\nclaim illegal\nposition 8/8/8/8/8/8/P1k5/K7 b - -\n\
         reading dead-reckoning\n"
            .to_string(),
        "rules chess\nclaim legal\n\
         position rnbqkbnr/pppp1ppp/8/4p3/6P1/8/PPPPPP1P/RNBQKBNR w KQkq -\n\
         reading dead-reckoning\nmoves g2g4 e7e5\nmate e7e5 f2f3 d8h4\n"
            .to_string(),
        "rules chess960\nclaim legal\n\
         position bbnqnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBNQNRKR w KQkq -\n\
         reading dead-reckoning\n\
         start bbnqnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBNQNRKR w KQkq -\n\
         moves\n"
            .to_string(),
    ]
    .map(|body| format!("{HEAD}{body}end\n"))
    .into()
}

/// Certificate, output, claim, and back.
#[test]
fn what_is_said_is_all_that_was_proved() {
    let mut accepted = 0;
    for text in certificates() {
        let checked = put(&text);
        accepted += usize::from(checked.report.accepted);
        let json = serde_json::to_string(&checked.report).unwrap();
        let again: CheckReport = serde_json::from_str(&json).unwrap();
        assert_eq!(again, checked.report);
        assert_eq!(again.claimed.statement(), Some(stated(&text)), "{json}");
    }
    assert_eq!(accepted, 16, "all but two are proved");
}

#[test]
fn words_name_the_clock_and_the_rules() {
    for text in certificates() {
        let words = put(&text).words;
        assert_eq!(words.contains("150 plies"), text.contains("clock 150"), "{words}");
        assert_eq!(words.contains("Chess960"), text.contains("chess960"), "{words}");
        assert_eq!(words.contains("five-fold"), text.contains("reading history"), "{words}");
        assert_eq!(words.contains("e6"), text.contains("passed e6"), "{words}");
    }
}

#[test]
fn a_strategy_states_its_boards() {
    let text = format!("{HEAD}rules strategy krk\nclaim mates on 8x8\nend\n");
    let checked = put(&text);
    assert!(!checked.report.accepted);
    assert_eq!(checked.report.claimed.statement(), Some(stated(&text)));
}

#[test]
fn a_tree_states_rules_and_opening() {
    // Black has taken everything; no man of White's is left, who is to move and wins.
    let head = "rules losing-fics\nclaim losing-win white\nposition 8/8/8/8/8/8/8/k7 w - -\n";
    let mut file = format!("{HEAD}{head}tree 1\n").into_bytes();
    file.extend([1, 0, 0, 0, 0, 0]);
    file.extend(b"\nend\n");
    let checked = look(&file, None, &Budget::default()).unwrap();
    assert!(checked.report.accepted, "{:?}", checked.report.fault);
    let json = serde_json::to_string(&checked.report).unwrap();
    let again: CheckReport = serde_json::from_str(&json).unwrap();
    assert_eq!(again.claimed.statement(), Some(format!("{head}opening\n")), "{json}");
}

#[test]
fn a_census_states_its_counts() {
    let ending = zermelo_retro::endings::Ending::new(&[
        zermelo_kernel::Piece { color: Color::White, role: zermelo_kernel::Role::King },
        zermelo_kernel::Piece { color: Color::Black, role: zermelo_kernel::Role::King },
    ]);
    let census = zermelo_retro::endings::Decided::new(
        &ending.unwrap(),
        |home| {
            let limits = zermelo_board::Limits { nodes: 1_000_000, ..Default::default() };
            zermelo_retro::proof_game::find(home, &limits)
        },
        |_, _| std::ops::ControlFlow::Continue(()),
    );
    let text = census.unwrap().census.to_text();
    let checked = put(&text);
    assert!(checked.report.accepted, "{:?}", checked.report.fault);
    let json = serde_json::to_string(&checked.report).unwrap();
    let again: CheckReport = serde_json::from_str(&json).unwrap();
    let statement = again.claimed.statement().unwrap();
    assert!(statement.starts_with("rules chess\nclaim census KvK\ncounts 36"), "{statement}");
}

#[test]
fn what_takes_too_long_is_rejected() {
    let (text, budget) = (&certificates()[2], Budget::default().bytes(50));
    let checked = look(text, None, &budget).unwrap();
    assert_eq!(checked.standing, Standing::Rejected);
    assert!(checked.report.fault.unwrap().contains("longer than 50 bytes"));
}

//! `zermelo scan --sql`, Parquet in and out: the same answers as the bare loop.

mod cluster;
mod common;
mod remote;

use std::fs;
use std::path::Path;

use common::games::{fools_mate, game};
use common::{DEAD, START, WALL, folder, rows, zermelo};
use serde_json::Value;

/// A query whose rows come as JSON.
fn ask(sql: &str, sources: &[&str]) -> Vec<Value> {
    let ran = zermelo(&[&["scan", "--json", "--sql", sql], sources].concat());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{sql}: {ran:?}");
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The rows of a CSV, sorted, without whether they were checked: that depends on their place.
fn sorted(path: &str) -> Vec<Vec<String>> {
    let mut rows = rows(Path::new(path));
    rows.iter_mut().for_each(|row| drop(row.pop()));
    rows[1..].sort();
    rows
}

/// The page of SQL is not run with the others, which a plain build must do.
#[cfg(unix)]
#[test]
fn examples_of_the_page_print_what_it_says() {
    let commands =
        common::pages::check(&[Path::new(common::pages::ROOT).join("docs/guide/sql.md")]);
    assert!(commands[0] >= 5, "{commands:?}");
}

#[test]
fn functions() {
    let folder = folder("sql_functions");
    let lines = folder.join("some positions.txt");
    let lines = lines.to_str().unwrap();
    fs::write(lines, format!("{WALL} wall\n{START} start\n{DEAD} dead\n")).unwrap();
    let sql = "select game, winnable(fen, 'white') as w, winnable(fen, 'black') as b, \
               unwinnable_fast(fen, 'black') as fast, dead(fen) as dead, legal(fen) as legal, \
               helpmate(fen, 'white') is not null as mate, verdict(fen, 'black') as v, \
               turn(fen) as turn, other(flagged) as other from some_positions order by game";
    let found = ask(sql, &[lines]);
    let columns = ["game", "w", "b", "fast", "dead", "legal", "mate", "turn", "other"];
    let part = |row: &Value| columns.map(|name| row[name].to_string()).join(" ");
    let found_parts: Vec<String> = found.iter().map(part).collect();
    assert_eq!(
        found_parts,
        [
            r#""dead" false false true true true false "white" "black""#,
            r#""start" true true false false true true "white" "black""#,
            r#""wall" true false true false true true "white" "black""#,
        ]
    );
    assert_eq!(found[1]["v"]["verdict"], "winnable");
    assert_eq!(found[2]["v"]["verdict"], "unwinnable");
    assert_eq!(found[2]["v"]["checked"], true);
    // Constants, without a row.
    let sql = "select helpmate('8/8/8/8/8/5k2/8/5K2 b - -', 'black') as none, \
               helpmate('7k/8/6K1/8/8/8/8/R7_w_-_-', 'white') as mate, \
               winnable(null, 'white') as nothing";
    let found = ask(&format!("{sql} from source limit 1"), &[lines]);
    assert_eq!(found[0]["mate"], "a1a8");
    assert_eq!(found[0]["nothing"], Value::Null);
}

#[test]
fn what_cannot_be_read_is_null_and_told() {
    let folder = folder("sql_bad");
    let path = folder.join("bad.csv");
    let path = path.to_str().unwrap();
    fs::write(path, format!("fen,side\n{WALL},white\nnonsense,white\n{START},red\n")).unwrap();
    let sql = "select winnable(fen, side) as w from bad";
    let ran = zermelo(&["scan", "--json", "--sql", sql, path]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.stdout, "{\"w\":true}\n{\"w\":null}\n{\"w\":null}\n");
    assert!(ran.stderr.contains("nonsense: ") && ran.stderr.contains("red: a side is"), "{ran:?}");
    for (sql, said) in [
        ("select winnable(fen) from bad", "winnable(fen, side) takes 2 arguments"),
        ("select winnable(1, 'white') from bad", "a position is text"),
        ("select no_such_thing from bad", "no_such_thing"),
        ("select * from elsewhere", "elsewhere"),
        ("selec", "Expected"),
        ("create table a as select 1", "DDL"),
        ("copy bad to 'stolen.csv'", "DML"),
    ] {
        let ran = zermelo(&["scan", "--sql", sql, path]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{sql}: {ran:?}");
        assert!(ran.stderr.contains(said) && ran.stderr.lines().count() == 1, "{sql}: {ran:?}");
    }
    let ran = zermelo(&["scan", "--sql", "select 1", "no/such/file.parquet"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("no/such/file.parquet: cannot be read"), "{ran:?}");
}

#[test]
fn games_are_a_table() {
    let folder = folder("sql_games");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let tags = format!(
        "Event=e|Site=x|White=A \\\"B\\\" C|WhiteElo=1500|Result=0-1|Termination=Time forfeit|FEN={WALL}"
    );
    let text = [fools_mate(), game(&tags, "0-1")].concat();
    fs::write(path("a.pgn"), &text).unwrap();
    fs::write(path("b.pgn.zst"), zstd::encode_all(text.as_bytes(), 1).unwrap()).unwrap();
    let sources = [path("a.pgn"), path("b.pgn.zst")];
    let sources = [sources[0].as_str(), &sources[1]];
    let sql = "select count(*) as n, count(flagged) as f, count(fen) as p, max(white_elo) as e, \
               max(ply) as m from source";
    let found = ask(sql, &sources);
    assert_eq!(found, [serde_json::json!({"n": 4, "f": 2, "p": 4, "e": 1500, "m": 4})]);
    // Moves need not be read for that, nor other games for this.
    assert_eq!(ask("select count(*) as n from b where result = '0-1'", &sources)[0]["n"], 2);
    let sql = "select white, flagged from a where flagged is not null";
    let found = ask(sql, &sources);
    assert_eq!(found, [serde_json::json!({"white": "A \"B\" C", "flagged": "white"})]);
    let found = ask(&format!("explain {sql}"), &sources);
    assert!(found.iter().any(|row| row["plan"].as_str().unwrap().contains("falls_only=true")));
    let shown = zermelo(&["scan", "--sql", "select ply, game from a order by ply", sources[0]]);
    assert!(shown.stdout.contains("| ply | game |") && shown.words().ends_with("2 rows"));
}

#[test]
fn parquet_in_and_out() {
    let folder = folder("sql_parquet");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let mut lines = format!("{WALL} a\n{START} b\n{DEAD} c\n").repeat(700);
    if let Some(more) = zermelo_testing::text("winnable/timeouts.txt") {
        lines.extend(more.lines().take(1000).map(|line| format!("{line}\n")));
    }
    fs::write(path("lines.txt"), &lines).unwrap();
    let (lines, parquet) = (path("lines.txt"), path("lines.parquet"));
    let sql = "select game, fen from lines";
    let ran = zermelo(&["scan", "--sql", sql, &lines, "--to", &parquet]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    // The bare loop on lines, on Parquet, and into Parquet; and DataFusion with the same question.
    let ways: [(&str, &str); 3] = [("a.csv", &lines), ("b.csv", &parquet), ("c.parquet", &lines)];
    for (to, source) in ways {
        let ran = zermelo(&["scan", source, "--all", "--to", &path(to)]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    }
    assert!(!Path::new(&path("c.parquet.rows.csv")).exists());
    let sql = "select game, flagged, ply, fen, result, verdict, method, nodes, time_us, checked \
               from c";
    let back = zermelo(&["scan", "--sql", sql, &path("c.parquet"), "--to", &path("c.csv")]);
    assert_eq!(back.status, 0, "{back:?}");
    let bare = sorted(&path("a.csv"));
    assert_eq!(bare, sorted(&path("b.csv")));
    assert_eq!(bare, sorted(&path("c.csv")));
    let sql = "select fen, winnable(fen, other(turn(fen))) as w from lines";
    let mut found: Vec<(String, String)> = ask(sql, &[&parquet])
        .iter()
        .map(|row| {
            let verdict = if row["w"] == true { "winnable" } else { "unwinnable" };
            (row["fen"].as_str().unwrap().to_string(), verdict.to_string())
        })
        .collect();
    found.sort();
    let mut expected: Vec<(String, String)> =
        bare[1..].iter().map(|row| (row[3].clone(), row[5].clone())).collect();
    expected.sort();
    assert_eq!(found, expected);
}

/// Names, columns and kinds that could be mistaken for something else.
#[test]
fn nothing_is_lost_or_mixed_up() {
    let folder = folder("sql_odd");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let count = |sources: &[&str]| ask("select count(*) as n from source", sources)[0]["n"].clone();
    // Columns go by their names, in whatever order.
    fs::write(path("one.csv"), format!("fen,game\n{WALL},a\n")).unwrap();
    fs::write(path("two.csv"), format!("game,fen\nb,{DEAD}\n")).unwrap();
    let both = [path("one.csv"), path("two.csv")];
    let found = ask("select game from source order by game", &[&both[0], &both[1]]);
    assert_eq!(found.iter().map(|row| &row["game"]).collect::<Vec<_>>(), ["a", "b"]);
    // A name is a name and no pattern, in capitals or not.
    for name in ["a*b.parquet", "a b.parquet", "a[1].parquet", "A.PARQUET"] {
        let sql = "select fen, 7 as id from source";
        let ran = zermelo(&["scan", "--sql", sql, &both[0], "--to", &path("x.parquet")]);
        assert_eq!(ran.status, 0, "{ran:?}");
        fs::copy(path("x.parquet"), path(name)).unwrap();
    }
    for name in ["a*b.parquet", "a[1].parquet", "A.PARQUET"] {
        assert_eq!(count(&[&path(name)]), 1, "{name}");
    }
    // What is NULL in Parquet costs its own row; numbers may name games.
    let sql = "select case when game = 'a' then null else fen end as fen, 7 as id, 'black' as side \
               from source order by game";
    let ran = zermelo(&["scan", "--sql", sql, &both[0], &both[1], "--to", &path("n.parquet")]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let ran = zermelo(&["scan", "--all", &path("n.parquet"), "--to", &path("n.csv")]);
    assert_eq!(ran.status, 2, "{ran:?}");
    let found = sorted(&path("n.csv"));
    assert_eq!((found.len(), found[1][0].as_str(), found[1][1].as_str()), (2, "7", "white"));
    // What holds no game is no empty table.
    fs::write(path("notes.txt"), "This is no game.\n").unwrap();
    let ran = zermelo(&["scan", "--sql", "select count(*) from source", &path("notes.txt")]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("there is no game with tags and no position"), "{ran:?}");
    // Nobody's source is overwritten.
    for args in [&["--sql", "select * from source"][..], &[]] {
        let ran = zermelo(&[&["scan", &both[0], "--to", &both[0]], args].concat());
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.stderr.contains("this is a source"), "{ran:?}");
    }
    assert_eq!(count(&[&both[0]]), 1);
    // Sources of several kinds have no name in common.
    let ran = zermelo(&["scan", "--sql", "select 1 from source", &both[0], &path("x.parquet")]);
    assert!(ran.status == 2 && ran.stderr.contains("several kinds"), "{ran:?}");
}

/// A verdict is worked out once, however many of its parts are taken.
#[test]
fn verdicts_are_worked_out_once() {
    let folder = folder("sql_once");
    let lines = folder.join("lines.txt");
    fs::write(&lines, format!("{WALL} a\n")).unwrap();
    let sql = "explain select v['verdict'], v['method'], v['nodes'] from \
               (select verdict(fen, 'white') as v from source) where v['verdict'] <> 'open'";
    let found = ask(sql, &[lines.to_str().unwrap()]);
    let plan = found.iter().find(|row| row["plan_type"] == "physical_plan").unwrap();
    let plan = plan["plan"].as_str().unwrap();
    assert_eq!(plan.matches("verdict(fen").count(), 1, "{plan}");
}

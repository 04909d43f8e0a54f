//! `zermelo puzzle` with a query: one from the command line, or a file of them.

use crate::common;
use crate::common::{first_line_then_leave, folder, json, zermelo, zermelo_fed};

/// A position in which only Black can be to move, by dead reckoning.
const KINGS: &str = "k7/8/2K5/8/8/8/8/8 ? >>= legal >>= turn";
const PLAKSIN: &str = "8/8/8/8/K7/8/b7/kB6 b >>= r >>= h=0.5 >>= legal";

#[test]
fn one_query() {
    let ran = zermelo(&["puzzle", KINGS]);
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (0, "b\nnsols 1\n", ""));
    let ran = zermelo(&["puzzle", PLAKSIN]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(
        lines,
        [
            "↶Kb3-a4 illegal (unretractable) dead Bb1xa2 stalemate 8/8/8/8/8/1K6/B7/k7 b - - 0 1",
            "↶Ka3-a4 dead Bb1xa2 stalemate 8/8/8/8/8/K7/B7/k7 b - - 0 1",
            "↶Ka3xPa4 Bb1xa2 stalemate 8/8/8/8/p7/K7/B7/k7 b - - 0 1",
            "nsols 3",
        ]
    );
    let none = zermelo(&["puzzle", "8/8/8/8/8/8/P1k5/K7 b >>= r"]);
    assert_eq!((none.status, none.stdout.as_str()), (0, "nsols 0: there is no solution\n"));
    // Words need no quotes but for the shell's sake, and underscores stand for spaces.
    let words = ["puzzle", "k7/8/2K5/8/8/8/8/8_?", ">>=", "legal", ">>=_turn"];
    assert_eq!(zermelo(&words).stdout, "b\nnsols 1\n");
    let long = "1Nk3K1/P1PN1B2/RBP1P3/2P1R1PQ/8/8/8/8 w >>= r >>= r";
    assert!(first_line_then_leave(&["puzzle", long]).starts_with("↶K"));
}

#[test]
fn a_file_of_queries() {
    let text = format!("// Kings\n\n{KINGS}  // a remark\n{PLAKSIN}\n");
    let ran = zermelo_fed(&["puzzle", "--file", "-"], text.as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let begin = format!("// Kings\n>>> {KINGS}\nb\nnsols 1\n\n>>> {PLAKSIN}\n↶Kb3-a4");
    assert!(ran.stdout.starts_with(&begin), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("nsols 3\n\n"));
    let hashes = text.replace("// Kings", "# Kings");
    let again = zermelo_fed(&["puzzle", "--file", "-"], hashes.as_bytes());
    assert_eq!(again.stdout, ran.stdout.replace("// Kings", "# Kings"));
    let folder = folder("puzzle-queries");
    let path = folder.join("queries.txt");
    std::fs::write(&path, &text).unwrap();
    assert_eq!(zermelo(&["puzzle", "--file", path.to_str().unwrap()]).stdout, ran.stdout);
}

#[test]
fn for_programs() {
    let (status, report) = json(&["puzzle", "--json", PLAKSIN]);
    assert_eq!(status, 0);
    let query = &report["queries"][0];
    assert_eq!(query["query"], PLAKSIN);
    assert_eq!((&query["solutions"], &query["sound"]), (&3.into(), &1.into()));
    assert_eq!(query["lines"][0]["flags"][0], "illegal (unretractable)");
    assert_eq!(query["lines"][2]["fen"], "8/8/8/8/p7/K7/B7/k7 b - - 0 1");
    assert!(query["open"].is_null());
    let (_, report) = json(&["puzzle", "--json", KINGS]);
    let line = &report["queries"][0]["lines"][0];
    assert_eq!(line["text"], "b");
    assert!(line["fen"].is_null());
}

/// Going back far enough gives clocks that are unknown and move numbers below 1.
#[test]
fn answers_are_questions_again() {
    let ran = zermelo(&["puzzle", "8/8/8/8/K7/8/b7/kB6 b - - ? 0 >>= r >>= r"]);
    let line = ran.stdout.lines().find(|line| line.ends_with(" b - - ? -1")).unwrap();
    let fields: Vec<&str> = line.split(' ').collect();
    let fen = fields[fields.len() - 6..].join(" ");
    for args in [&["retract", &fen][..], &["puzzle", &format!("{fen} >>= r")]] {
        let ran = zermelo(args);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{args:?}");
    }
    let ran = zermelo(&["puzzle", &fen, "h#1"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{fen}");
}

#[test]
fn bad_input() {
    let cases: [(&[&str], &str); 9] = [
        (&["8/8/8/8/K7/8/b7/kB6 b >>= x"], "error: column 27: unknown step 'x'; there are r"),
        (&["8/8 b >>= r"], "error: column 1: the position: placement:"),
        (&[">>= r"], "error: column 1: the position: placement:"),
        (&[KINGS, "--pgn"], "error: --pgn is for help problems"),
        (&[KINGS, "--duplex"], "error: --duplex is for help problems"),
        (&[KINGS, "--winner", "black"], "error: --winner is for help problems"),
        (&["--file", "no-such-file"], "error: no-such-file: "),
        (&["--file", "-", KINGS], "error: "),
        (&[], "error: "),
    ];
    for (args, begin) in cases {
        let ran = zermelo(&[&["puzzle"], args].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.starts_with(begin), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    // Nothing is answered if a later line is bad.
    let ran = zermelo_fed(&["puzzle", "--file", "-"], format!("{KINGS}\n\nk7 w >>= r").as_bytes());
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.starts_with("error: standard input, line 3, column 1: the position:"));
    let ran = zermelo_fed(&["puzzle", "--file", "-"], b"\xff\xfe");
    assert_eq!(
        ran.stderr,
        "error: standard input: this is text in UTF-16; save it again as UTF-8\n"
    );
    let ran = zermelo_fed(&["puzzle", "--file", "-"], b"k\xff");
    assert_eq!(ran.stderr, "error: standard input: this is no text in UTF-8\n");
}

#[test]
fn what_the_limits_leave_open() {
    // Not decided at a glance, and not within one position.
    let hard = format!("{} >>= DP", common::HARD);
    let ran = zermelo(&["puzzle", "--nodes", "1", &hard]);
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(ran.stdout.starts_with("open: whether "), "{}", ran.stdout);
    let (status, report) = json(&["puzzle", "--json", "--nodes", "1", &hard]);
    assert_eq!(status, 1);
    assert!(report["queries"][0]["solutions"].is_null());
    assert!(report["queries"][0]["open"].is_string());
}

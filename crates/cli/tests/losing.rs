//! `zermelo losing`: solving, verifying, walking about, writing.
//!
//! tests/fixtures/na6.bin is a proof of this program's own making, in the bare layout:
//! `zermelo losing solve e3 Na6 --threads 1 --memory 256M --compact na6.bin`.

use crate::common;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::common::{folder, json, says, text, words, zermelo};
use zermelo_kernel::{Color, LosingPosition, Rules, TreeClaim, TreeHead};

const NA6: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/na6.bin");

/// Without tables, in the same way every time.
fn solve<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let common = ["losing", "solve", "--men", "0", "--threads", "1", "--memory", "64M"];
    [&common[..], more].concat()
}

/// A tree of one leaf: a rook against a queen, which a table must know.
fn one_leaf(folder: &Path) -> PathBuf {
    let position = LosingPosition::from_fen("8/8/8/8/8/8/6q1/R7 w - -").unwrap();
    let claim = TreeClaim { rules: Rules::Losing, position, prover: Color::White };
    let head = TreeHead { claim, nodes: 1 }.to_text();
    let file = folder.join("leaf.cert");
    let bytes = [head.as_bytes(), &[1, 0, 0, 0, 0, 0], TreeHead::TAIL.as_bytes()];
    fs::write(&file, bytes.concat()).unwrap();
    file
}

#[track_caller]
fn fails(args: &[&str], status: i32, part: &str) {
    common::fails(&zermelo(args), status, part);
}

#[test]
fn openings_are_solved() {
    for rules in ["losing", "losing-fics", "losing-joint"] {
        let args = solve(&["1.", "e3", "d5", "--rules", rules]);
        let answer = "White wins after 1. e3 d5: proved, and accepted by the kernel.";
        says(&args, &[answer, "2. Qg4", "without tables", "to the end of every game"]);
    }
    // As engines write it, and in JSON.
    let (status, report) = json(&solve(&["e2e3 d7d6", "--json"]));
    assert_eq!((status, &report["result"]), (0, &"proved".into()));
    assert_eq!(report["opening_san"], serde_json::json!(["e3", "d6"]));
    assert_eq!(report["proof"]["accepted"], true);
    assert_eq!(report["proof"]["full"]["table_leaves"], 0);
    assert!(report["search"]["nodes"].as_u64().unwrap() > 100);
    assert_eq!(report["proof"]["main_line"][0], "d1g4");
}

#[test]
fn a_larger_opening_and_its_files() {
    let folder = folder("losing-na6");
    let (proof, compact) = (folder.join("na6.cert.zst"), folder.join("na6.bin"));
    let files = ["--proof", text(&proof), "--compact", text(&compact)];
    let args = [&solve(&["e3", "Na6", "--quick"])[..], &files].concat();
    says(&args, &["White wins after 1. e3 Na6", "zermelo check"]);
    says(&["check", text(&proof)], &["accepted: White wins"]);
    says(&["check", "--tree", "losing", text(&compact)], &["accepted: White wins"]);
    says(&["losing", "verify", text(&proof)], &["accepted by the kernel.", "No table is needed"]);
    // Making it smaller makes it smaller.
    let (_, quick) = json(&solve(&["e3", "Na6", "--quick", "--json"]));
    let (_, small) = json(&solve(&["e3", "Na6", "--json"]));
    let nodes = |report: &serde_json::Value| report["proof"]["full"]["nodes"].as_u64().unwrap();
    assert!(nodes(&small) < nodes(&quick), "{} {}", nodes(&small), nodes(&quick));
    // A second proof was looked for; what is asked again is searched in the same way.
    assert!(small["search"]["nodes"].as_u64() > quick["search"]["nodes"].as_u64());
    let (_, again) = json(&solve(&["e3", "Na6", "--quick", "--json"]));
    assert_eq!(again["search"]["nodes"], quick["search"]["nodes"]);
    assert_eq!(again["proof"]["full"], quick["proof"]["full"]);
}

#[test]
fn what_needs_no_tables_does_not_wait_for_them() {
    let folder = folder("losing-at-once");
    let nowhere = folder.join("nowhere");
    let tables = ["--men", "4", "--folder", text(&nowhere)];
    let solve = [&["losing", "solve", "e3", "d5"][..], &tables].concat();
    says(&solve, &["White wins after 1. e3 d5: proved", "without tables"]);
    let verify = [&["losing", "verify", NA6, "--expand"][..], &tables].concat();
    says(&verify, &["accepted by the kernel"]);
    assert!(!nowhere.exists());
}

#[test]
fn books_are_written_and_rebuilt() {
    let folder = folder("losing-book");
    let book = folder.join("na6.book");
    let export = ["losing", "export", NA6, "--book", "--least", "100", "--to", text(&book)];
    says(&export, &["(book): 2,885 positions"]);
    let rebuild = ["e3", "Na6", "--quick", "--rules", "antichess", "--json"];
    let rebuild = [&solve(&rebuild)[..], &["--book", text(&book)]].concat();
    let (status, report) = json(&rebuild);
    assert_eq!((status, &report["result"]), (0, &"proved".into()));
    assert!(report["search"]["nodes"].as_u64().unwrap() < 200_000, "{report}");
    fails(
        &[&solve(&["e3", "g6"])[..], &["--book", text(&book)]].concat(),
        2,
        "after 1. e3 Na6, not",
    );
    // What is kept in the repository.
    for (reply, file) in [("Na6", "na6.book"), ("g6", "g6.book")] {
        let file = format!("{}/../../docs/books/{file}", env!("CARGO_MANIFEST_DIR"));
        says(
            &[&solve(&["e3", reply, "--quick"])[..], &["--book", file.as_str()]].concat(),
            &["proved"],
        );
    }
    let out = folder.join("smaller.cert");
    let smaller = ["losing", "export", NA6, "--smaller", "2", "--to", text(&out)];
    says(&smaller, &["(certificate)"]);
    says(&["check", text(&out)], &["accepted"]);
}

#[test]
fn tables_are_built_and_played_out() {
    let folder = folder("losing-tables");
    let fen = "8/8/8/8/8/8/6q1/R7 w - -";
    let tables = ["--men", "2", "--folder", text(&folder)];
    let proof = folder.join("rook.cert");
    let ask = ["losing", "solve", "--fen", fen, "--memory", "64M", "--proof", text(&proof)];
    let ran = zermelo(&[&ask[..], &tables].concat());
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stderr.contains("21 tables with up to 2 men (losing) to build"), "{ran:?}");
    for part in ["White wins: proved", "1 left to tables", "1. Rf1 Qxf1"] {
        assert!(ran.words().contains(part), "{part}: {ran:?}");
    }
    says(&["check", text(&proof)], &["accepted"]);
    // The next question finds them there.
    says(&[&ask[..], &tables].concat(), &["White wins: proved"]);

    let leaf = one_leaf(&folder);
    let nowhere = folder.join("nowhere");
    let verify = ["losing", "verify", text(&leaf)];
    let ran = zermelo(&[&verify[..], &["--men", "2", "--folder", text(&nowhere)]].concat());
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.words().contains("Open: White wins if White wins 1 position"), "{ran:?}");
    assert!(!nowhere.exists());
    says(&[&verify[..], &tables].concat(), &["accepted by the kernel, given 1 table value."]);
    let whole = folder.join("whole.cert");
    let expand = [&verify[..], &["--expand", text(&whole)], &tables].concat();
    says(&expand, &["White wins: accepted by the kernel.", "no table is needed"]);
    says(&["check", text(&whole)], &["accepted", "0 left to tables"]);
    let (status, report) = json(&[&verify[..], &["--json"], &tables].concat());
    assert_eq!((status, &report["result"]), (0, &"accepted_given_tables".into()));
    assert_eq!((&report["table_values"], &report["tables_missing"]), (&1.into(), &0.into()));

    // A leaf that the tables know to be lost.
    let bytes = fs::read(&leaf).unwrap();
    let lost = String::from_utf8_lossy(&bytes).replace("6q1/R7", "q7/R7");
    fs::write(&leaf, lost.as_bytes()).unwrap();
    let ran = zermelo(&[&verify[..], &tables].concat());
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.words().contains("REJECTED: node 0: no table says"), "{ran:?}");

    // A table that is damaged is none.
    for file in ["RvQ.outcome", "QvR.outcome"] {
        let file = folder.join("losing").join(file);
        if file.exists() {
            fs::write(file, b"nothing").unwrap();
        }
    }
    fails(&[&ask[..], &tables].concat(), 2, "cannot be read");
}

#[test]
fn what_is_open_says_so() {
    let ran = zermelo(&solve(&["e3", "c6", "--nodes", "20000"]));
    assert_eq!(ran.status, 1);
    assert!(ran.words().contains("Open: no win for White after 1. e3 c6 was found"), "{ran:?}");
    // The last pawn must be taken.
    let fen = "8/3p4/8/2P1P3/8/8/8/8 b - -";
    let ran = zermelo(&solve(&["--fen", fen]));
    assert_eq!(ran.status, 1);
    let words = ran.words();
    assert!(words.contains("the search found no win for White"), "{words}");
    assert!(
        words.contains("not checked by the kernel") && words.contains("--for black"),
        "{words}"
    );
    says(&solve(&["--fen", fen, "--for", "black"]), &["Black wins: proved", "1... d5 2. cxd6"]);
    // A game that is over.
    says(&solve(&["--fen", "8/8/8/8/8/8/8/q7 w - -"]), &["White wins: proved"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c() {
    let child = common::start_and_work(&solve(&["e3", "c6"]), 700);
    let begun = Instant::now();
    assert_eq!(common::interrupt(child), common::HEARD);
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_fixture_is_verified() {
    let parts = ["White wins after 1. e3 Na6: accepted by the kernel.", "No table is needed."];
    says(&["losing", "verify", NA6, "--men", "0"], &parts);
    let (status, report) = json(&["losing", "verify", NA6, "--men", "0", "--json"]);
    assert_eq!((status, &report["result"]), (0, &"accepted".into()));
    assert_eq!(report["tree"]["opening"], serde_json::json!(["e2e3", "b8a6"]));
    let count = |key: &str| report["tree"][key].as_u64().unwrap();
    assert_eq!(count("nodes"), count("internal") + count("terminal") + count("table_leaves"));
    // One header, the first move, and the root, which is counted.
    let size = fs::read(NA6).unwrap().len() as u64;
    assert_eq!(size, 6 * (2 + count("nodes") + count("transpositions")));
    // It proves nothing else.
    let ran = zermelo(&["losing", "verify", NA6, "--men", "0", "--for", "black"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.words().contains("REJECTED: node"), "{ran:?}");
}

#[test]
fn damaged_proofs_are_rejected() {
    let folder = folder("losing-damaged");
    let file = folder.join("damaged.bin");
    let whole = fs::read(NA6).unwrap();
    let mut dice = 7u64;
    let mut roll = |sides: usize| {
        dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (dice >> 33) as usize % sides
    };
    let (mut rejected, rounds) = (0, 120);
    for _ in 0..rounds {
        let mut bytes = whole.clone();
        let at = roll(bytes.len());
        bytes[at] ^= 1 << roll(8);
        fs::write(&file, &bytes).unwrap();
        let ran = zermelo(&["losing", "verify", text(&file), "--men", "0"]);
        assert!([0, 1, 3].contains(&ran.status), "{at}: {ran:?}");
        if ran.status == 3 {
            assert!(ran.words().contains("REJECTED: "), "{ran:?}");
            assert!(ran.words().contains("node "), "{ran:?}");
            rejected += 1;
        }
    }
    assert!(rejected * 100 >= rounds * 95, "{rejected} of {rounds}");
    for (short, status) in [(0, 2), (5, 3), (6, 3), (7, 3), (600, 3), (whole.len() - 1, 3)] {
        fs::write(&file, &whole[..short]).unwrap();
        let ran = zermelo(&["losing", "verify", text(&file), "--men", "0"]);
        assert_eq!(ran.status, status, "{short}: {ran:?}");
    }
    for command in ["tree", "export"] {
        let to = folder.join("out");
        let mut args = vec!["losing", command, text(&file)];
        if command == "export" {
            args.extend(["--to", text(&to)]);
        }
        fails(&args, 3, "rejected: ");
    }
}

#[test]
fn another_order_is_rewritten() {
    let folder = folder("losing-order");
    let (inner, d7d5) = (1u32 << 30, 51u16 << 6 | 35);
    let (cxd6, exd6) = (1u16 << 15 | 34 << 6 | 43, 1u16 << 15 | 36 << 6 | 43);
    // The second reply is not the next node but the one after it.
    let nodes = [(5, 0), (inner, d7d5), (4, cxd6), (0, 0), (0, exd6)];
    let position = LosingPosition::from_fen("8/3p4/8/2P1P3/8/8/8/8 b - -").unwrap();
    let claim = TreeClaim { rules: Rules::Losing, position, prover: Color::Black };
    let mut bytes = TreeHead { claim, nodes: 5 }.to_text().into_bytes();
    for (data, code) in nodes {
        bytes.extend(data.to_le_bytes());
        bytes.extend(code.to_le_bytes());
    }
    bytes.extend(TreeHead::TAIL.as_bytes());
    let file = folder.join("order.cert");
    fs::write(&file, bytes).unwrap();
    assert_eq!(zermelo(&["check", text(&file)]).status, 3);
    says(&["losing", "verify", text(&file)], &["Black wins: accepted", "in strict order"]);
    let strict = folder.join("strict.cert");
    says(&["losing", "export", text(&file), "--to", text(&strict)], &["4 positions"]);
    says(&["check", text(&strict)], &["accepted: Black wins"]);
}

#[test]
fn walking_about() {
    says(&["losing", "tree", NA6], &["the move that wins", "Bxa6", "1. e3 Na6", "2. Bxa6 bxa6"]);
    let after = words(&["losing", "tree", NA6, "e3", "Na6", "Bxa6"]);
    assert_eq!(after, words(&["losing", "tree", NA6, "2. Bxa6"]), "from the start or the root");
    assert!(after.contains("every reply") && after.contains("bxa6"), "{after}");
    let (status, view) = json(&["losing", "tree", NA6, "Bxa6", "bxa6", "--depth", "2", "--json"]);
    assert_eq!((status, &view["turn"]), (0, &"white".into()));
    assert_eq!(view["moves"].as_array().unwrap().len(), 1);
    let replies = view["moves"][0]["moves"].as_array().unwrap();
    assert!(replies.len() > 10);
    let nodes: Vec<u64> = replies.iter().map(|m| m["nodes"].as_u64().unwrap()).collect();
    assert!(nodes.is_sorted_by(|a, b| a >= b), "{nodes:?}");
    // To the end of a game.
    let line = words(&["losing", "tree", NA6]);
    let main = &line[line.find("2. Bxa6 bxa6").unwrap()..];
    says(&["losing", "tree", NA6, main], &["The game is over: White wins."]);
    fails(&["losing", "tree", NA6, "a3"], 2, "a capture must be made: Bxa6");
    fails(&["losing", "tree", NA6, "Bxa6", "bxa6", "a3"], 2, "a3 is not in the proof after");
    fails(&["losing", "tree", NA6, "e3"], 2, "begins after 1. e3 Na6");
}

#[test]
fn forms() {
    let folder = folder("losing-forms");
    let name = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (cert, bare, part, list) = (name("a.cert.zst"), name("a.bin"), name("p.cert"), name("t"));
    says(&["losing", "export", NA6, "--to", &cert], &["Written to", "(certificate)"]);
    says(&["check", &cert], &["accepted"]);
    says(&["losing", "export", &cert, "--to", &bare, "--bare"], &["(bare)"]);
    assert_eq!(fs::read(&bare).unwrap(), fs::read(NA6).unwrap());
    says(&["losing", "export", NA6, "--to", &part, "--at", "Bxa6", "bxa6"], &["(certificate)"]);
    says(&["check", &part], &["accepted: White wins", "after e2e3 b8a6 f1a6 b7a6"]);
    let (_, report) = json(&["losing", "export", NA6, "--to", &list, "--text", "--json"]);
    assert_eq!(report["form"], "text");
    let text = fs::read_to_string(&list).unwrap();
    assert!(text.starts_with("1. e3 Na6\n Bxa6\n  bxa6\n   "), "{}", &text[..60]);
    let (_, verified) = json(&["losing", "verify", NA6, "--men", "0", "--json"]);
    let count = |key: &str| verified["tree"][key].as_u64().unwrap();
    assert_eq!(text.lines().count() as u64, count("nodes") + count("transpositions"));
    assert_eq!(text.matches(" = line ").count() as u64, count("transpositions"));
    assert_eq!(text.matches("(over)").count() as u64, count("terminal"));
}

#[test]
fn bad_input() {
    let folder = folder("losing-bad");
    let other = folder.join("other.cert");
    let knight = "8/8/4k3/8/8/3NK3/8/8 w - -";
    words(&["winnable", knight, "--for", "white", "--proof", text(&other)]);
    for (args, part) in [
        (solve(&["e3", "d5", "Qa4"]), "ply 3: Qa4: not a legal move"),
        (solve(&["e4", "d5", "a3"]), "a capture must be made: exd5"),
        (solve(&["e9"]), "ply 1: e9"),
        (solve(&["\u{e9}"]), "not a legal move"),
        (solve(&["--fen", "8/8/8 w"]), "--fen: "),
        (solve(&["--fen", "x"]), "--fen: "),
        (solve(&["e3", "d5", "--rules", "chess"]), "invalid value 'chess'"),
        (solve(&["e3", "d5", "--for", "both"]), "invalid value 'both'"),
        (solve(&["e3", "d5", "--proof", text(&folder)]), "this is a directory"),
        (solve(&["e3", "d5", "--proof", "/nowhere/at/all"]), "there is no such directory"),
        (solve(&["--fen", knight, "--compact", "x"]), "begins in the initial array"),
        (vec!["losing", "solve", "e3", "--men", "5"], "a whole number from 0 to 4 is needed"),
        (vec!["losing", "solve", "e3", "--threads", "0"], "from 1 to 1024"),
        (vec!["losing", "solve", "e3", "--memory", "0"], "without memory"),
        (vec!["losing", "solve", "e3", "--memory", "1M"], "from 64M to 256G"),
        (vec!["losing", "solve", "e3", "--memory", "999T"], "from 64M to 256G"),
        (vec!["losing", "verify", "nowhere.cert"], "cannot be read"),
        (vec!["losing", "verify", text(&other)], "zermelo check"),
        (vec!["losing", "verify", text(&folder)], "cannot be read"),
        (vec!["losing", "export", NA6, "--to", text(&folder)], "this is a directory"),
        (vec!["losing"], "what should be done is missing"),
        (vec!["losing", "campaign", "run", text(&folder)], "there is no campaign here"),
    ] {
        fails(&args, 2, part);
    }
    let cert = folder.join("na6.cert");
    words(&["losing", "export", NA6, "--to", text(&cert)]);
    fails(&["losing", "verify", text(&cert), "--rules", "losing-fics"], 2, "by the rules losing");
    fails(&["losing", "verify", text(&cert), "--for", "black"], 2, "a win of white's");
}

#[test]
fn a_search_that_is_kept_goes_on() {
    let folder = folder("losing-keep");
    let keep = folder.join("kept");
    let some = ["e3", "Na6", "--quick", "--json", "--nodes", "400000", "--keep", text(&keep)];
    let (status, report) = json(&solve(&some));
    assert_eq!((status, &report["result"]), (1, &"open".into()));
    let before = report["search"]["nodes"].as_u64().unwrap();
    let all = ["e3", "Na6", "--quick", "--json", "--keep", text(&keep)];
    let (status, report) = json(&solve(&all));
    assert_eq!((status, &report["result"]), (0, &"proved".into()));
    let (_, anew) = json(&solve(&["e3", "Na6", "--quick", "--json"]));
    let nodes = |report: &serde_json::Value| report["search"]["nodes"].as_u64().unwrap();
    assert!(nodes(&report) > 400_000, "what was made before is counted");
    assert_eq!(report["search"]["nodes_before"], before);
    let figure = |key: &str| report["search"][key].as_f64().unwrap();
    let fresh = figure("nodes_per_second") * figure("seconds");
    assert!(fresh <= (nodes(&report) - before) as f64, "the speed counts this run alone");
    assert!(nodes(&report) < 3 * nodes(&anew));
    // Another question is another search.
    let ran = zermelo(&solve(&["e3", "d6", "--keep", text(&keep)]));
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("it holds another search"), "{ran:?}");
    std::fs::write(keep.join("even.search"), b"zermelo").unwrap();
    assert_eq!(zermelo(&solve(&all)).status, 2);
}

/// Can a side still win? The kernel accepts what is saved, and damage is rejected.
#[test]
fn chances_of_a_side() {
    let place = folder("losing-chances");
    let proof = place.join("chances.cert");
    let blocked = "2b5/8/8/8/8/1p1p4/1P1P4/2B5 b - -";
    let ask = ["winnable", blocked, "--rules", "losing", "--proof", proof.to_str().unwrap()];
    let ran = zermelo(&ask);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains("White can still win"), "{}", ran.stdout);
    assert!(ran.stdout.contains("Black cannot win"), "{}", ran.stdout);
    for side in ["white", "black"] {
        let file = place.join(format!("chances.{side}.cert"));
        let ran = zermelo(&["check", file.to_str().unwrap()]);
        assert_eq!(ran.status, 0, "{ran:?}");
        let text = fs::read_to_string(&file).unwrap();
        let line = text.lines().rfind(|line| line.contains(' ')).unwrap();
        fs::write(&file, text.replace(&format!("{line}\n"), "")).unwrap();
        assert_ne!(zermelo(&["check", file.to_str().unwrap()]).status, 0, "{line}");
    }
    let json = zermelo(&["winnable", blocked, "--rules", "antichess", "--for", "white", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(
        (&report["white"]["verdict"], &report["white"]["checked"]),
        (&"winnable".into(), &true.into())
    );
    assert!(report.get("black").is_none());
    let open =
        zermelo(&["winnable", "8/8/8/8/8/8/k7/7K w - -", "--rules", "losing", "--nodes", "5"]);
    assert_eq!(open.status, 1, "{open:?}");
    for bad in [&["--flag", "white"][..], &["--shortest"], &["--with-history"], &["--chess960"]] {
        let ran = zermelo(&[&["winnable", blocked, "--rules", "losing"][..], bad].concat());
        assert_eq!(ran.status, 2, "{bad:?}: {ran:?}");
    }
}

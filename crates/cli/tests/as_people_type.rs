//! What people type, paste and hand over that is not quite what was asked for: it is taken, or one
//! sentence says what to do.

use std::fs;
use std::io::{BufRead, BufReader};

use crate::common;
use crate::common::games::fools_mate;
use crate::common::{DEAD, OPEN, START, WALL, folder, refused, start, zermelo, zermelo_fed};

/// The bytes of a text in UTF-16, with its mark.
fn utf16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[test]
fn positions_as_they_are_pasted() {
    let fields = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8";
    let plain = zermelo(&["winnable", WALL, "--flag", "white", "--json"]);
    let report = |ran: &str| -> serde_json::Value { serde_json::from_str(ran).unwrap() };
    for (fen, side) in [
        (format!("\u{feff}{fields} w - - 3 61\r\n"), "White"),
        (format!("{fields} W – – 3 61"), "WHITE"),
        (format!("{fields}_W_—_−"), "w"),
        (format!("'{fields} w - - 3 61'"), "white"),
        (format!("{fields} White - - 3 61"), "white"),
    ] {
        let ran = zermelo(&["winnable", &fen, "--flag", side, "--json"]);
        assert_eq!(ran.status, 0, "{ran:?}");
        let (here, there) = (report(&ran.stdout), report(&plain.stdout));
        assert_eq!((&here["fen"], &here["result"]), (&there["fen"], &there["result"]));
    }
    assert_eq!(zermelo(&["winnable", "startpos"]).status, 0);
    refused(&["winnable", "https://lichess.org/abcdefgh"], "this is an address, not a position");
    let lines = format!("{fields} w - - 3 61 B\n{fields} w - - 3 61 black\n");
    let batch = zermelo_fed(&["winnable", "--batch", "-"], lines.as_bytes());
    assert_eq!((batch.status, batch.stdout.matches("unwinnable").count()), (0, 2), "{batch:?}");
    for command in ["legal", "retract"] {
        assert_eq!(zermelo(&[command, "8/8/8/8/8/8/P1k5/K7 B – –"]).status, 0, "{command}");
    }
    let side = zermelo(&["winnable", DEAD, "--for", "Both"]);
    assert_eq!(side.status, 0, "{side:?}");
    let problem = "\u{feff}6K1/4rN2/2p5/2pRpp2/4k3/8/b1r5/8 B – –";
    assert_eq!(zermelo(&["puzzle", problem, "h#2", "--winner", "White"]).status, 0);
}

#[test]
fn castling_of_chess960_names_its_option() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w HAha -";
    for command in ["winnable", "retract"] {
        refused(&[command, fen], "read as Chess960 (--chess960) it is a position");
        assert_eq!(zermelo(&[command, fen, "--chess960"]).status, 0);
    }
    // The king is not at home, and still may castle.
    refused(&["winnable", "4k3/8/8/8/8/8/8/5K1R w K -"], "--chess960");
}

#[test]
fn stipulations_that_are_not_solved_here() {
    let men = "6K1/4rN2/2p5/2pRpp2/4k3/8/b1r5/8";
    let hint =
        "\"#3\" is a direct mate: ask it as a query, with the side that begins, \"FEN w >>= #3\"";
    refused(&["puzzle", men, "#3"], hint);
    // The hint works as it stands.
    let query = "7k/8/6K1/8/8/8/8/R7 w >>= #1";
    assert!(zermelo(&["puzzle", query]).stdout.contains("nsols 1"));
    refused(&["puzzle", men, "#3"], "h#3, h#2.5, h=3");
    // As a shell hands it over when #3 is not in quotes.
    refused(&["puzzle", men], "a word that begins with # needs quotes");
}

#[test]
fn files_and_positions_without_a_command() {
    refused(&["game.pgn"], "try 'zermelo judge \"game.pgn\"'");
    refused(&["a/games.PGN.zst"], "this is a game, not a command");
    refused(&["knight.cert"], "try 'zermelo check \"knight.cert\"'");
    refused(&[START], &format!("try 'zermelo winnable \"{START}\"'"));
    refused(&["frobnicate"], "unrecognized subcommand 'frobnicate'");
    refused(&["winnable", "game.pgn"], "games are for judge");
    refused(&["winnable", &fools_mate()], "this is a game (PGN), not a position");
    refused(&["legal", "1. e4 e5"], "games are for judge");
    let folder = folder("pgn_as_batch");
    let file = folder.join("games.pgn");
    fs::write(&file, fools_mate()).unwrap();
    refused(&["winnable", "--batch", file.to_str().unwrap()], "zermelo judge FILE");
}

#[test]
fn files_that_are_no_text() {
    let folder = folder("no_text");
    let docx = b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0".to_vec();
    let utf32 = fools_mate().chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let files = [
        ("16.pgn", utf16(&fools_mate()), "UTF-16"),
        ("32.pgn", utf32, "UTF-32"),
        ("a.docx", docx, "a zip archive"),
        ("a.pgn.xz", b"\xfd7zXZ\0\0\x04\xe6\xd6(".to_vec(), "compressed by xz"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c\0\x04(".to_vec(), "a 7z archive"),
        ("a.rar", b"Rar!\x1a\x07\x01\0(".to_vec(), "a RAR archive"),
        ("a.html", b"<!DOCTYPE html>\n<html>".to_vec(), "a web page"),
    ];
    for (name, bytes, words) in files {
        let file = folder.join(name);
        fs::write(&file, bytes).unwrap();
        let file = file.to_str().unwrap();
        let ran = zermelo(&["judge", file]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        let first = ran.stderr.lines().next().unwrap();
        assert!(first.starts_with("error: ") && first.contains(words), "{first}");
        refused(&["winnable", "--batch", file], words);
        refused(&["legal", "--batch", file], words);
        refused(&["longest", "--audit", file], words);
        refused(&["losing", "verify", file], "this is no proof of losing chess");
        let rows = folder.join("rows.csv");
        let scanned = zermelo(&["scan", file, "--to", rows.to_str().unwrap()]);
        let first = scanned.stderr.lines().next().unwrap();
        assert!(scanned.status == 2 && first.contains(words), "{scanned:?}");
        assert!(!scanned.stderr.contains("there is no game"), "{scanned:?}");
    }
}

#[test]
fn a_byte_order_mark_and_both_line_ends_before_everything() {
    let marked = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n")).into_bytes();
    let judged = zermelo_fed(&["judge", "-"], &marked(&fools_mate()));
    assert!(judged.status == 0 && judged.stdout.contains("checkmate"), "{judged:?}");
    let lines = marked(&format!("{WALL} BLACK\n{DEAD}\n"));
    let batch = zermelo_fed(&["winnable", "--batch", "-"], &lines);
    assert_eq!((batch.status, batch.stdout.matches("unwinnable").count()), (0, 2), "{batch:?}");
    let legal = zermelo_fed(&["legal", "--batch", "-", "--threads", "2"], &marked(START));
    assert_eq!(legal.status, 0, "{legal:?}");
    let queries = marked("8/8/8/8/K7/8/b7/kB6 b >>= r >>= h=0.5 >>= legal\n");
    assert_eq!(zermelo_fed(&["puzzle", "--file", "-"], &queries).status, 0);
    let folder = folder("marked");
    let file = folder.join("d.cert");
    let file = file.to_str().unwrap();
    zermelo(&["winnable", DEAD, "--for", "white", "--proof", file]);
    let certificate = fs::read(file).unwrap();
    fs::write(file, [b"\xef\xbb\xbf", &certificate[..]].concat()).unwrap();
    assert_eq!(zermelo(&["check", file]).status, 0);
    let rows = folder.join("rows.csv");
    let to = ["scan", "-", "--to", rows.to_str().unwrap()];
    let scanned = zermelo_fed(&to, &marked(&WALL.replace(" w ", " W ")));
    assert_eq!(scanned.status, 0, "{scanned:?}");
}

/// Read line by line they would be one line, and nobody would miss the others.
#[test]
fn lines_that_end_as_on_old_macs() {
    let folder = folder("old_line_ends");
    let (games, positions, rows) =
        (folder.join("games.pgn"), folder.join("positions.txt"), folder.join("rows.csv"));
    fs::write(&games, fools_mate().replace('\n', "\r")).unwrap();
    fs::write(&positions, format!("# two\r{START}\r{DEAD}\r")).unwrap();
    let [games, positions, rows] = [&games, &positions, &rows].map(|file| file.to_str().unwrap());
    let words = "its lines end in CR alone";
    for file in [games, positions] {
        let scanned = zermelo(&["scan", file, "--to", rows]);
        assert!(scanned.status == 2 && scanned.stderr.contains(words), "{scanned:?}");
    }
    refused(&["winnable", "--batch", positions], words);
    refused(&["legal", "--batch", positions], words);
    // Games are read character by character.
    let judged = zermelo(&["judge", games]);
    assert!(judged.status == 0 && judged.stdout.contains("checkmate"), "{judged:?}");
}

#[test]
fn moves_in_other_languages() {
    let german = "1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n";
    let ran = zermelo_fed(&["judge", "-"], german.as_bytes());
    assert_eq!(ran.status, 2, "{ran:?}");
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(
        said.contains("Sf3 at move 2 of White is not a move; S is a piece in German"),
        "{said}"
    );
}

#[test]
fn figurines() {
    let pasted = "1. e4 e5 2. ♗c4 ♞c6 3. ♕h5 ♞f6 4. ♕xf7# 1-0\n";
    let ran = zermelo_fed(&["judge", "-"], pasted.as_bytes());
    assert!(ran.status == 0 && ran.stdout.contains("checkmate"), "{ran:?}");
}

#[test]
fn positions_where_games_are_asked() {
    refused(&["judge", WALL], &format!("try 'zermelo winnable \"{WALL}\"'"));
    let unquoted: Vec<&str> = ["judge"].into_iter().chain(WALL.split(' ')).collect();
    refused(&unquoted, "this is a position, not a file of games");
    for list in [format!("{WALL}\n"), format!("\u{feff}# two\n\n{START}\n{WALL} black\n")] {
        let ran = zermelo_fed(&["judge", "-"], list.as_bytes());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains("these are positions, not games; winnable"), "{ran:?}");
    }
}

#[test]
fn numbers_in_plain_words() {
    for many in [
        &["judge", "-"][..],
        &["winnable", "--batch", "-"],
        &["scan", "-", "--to", "x.csv"],
        &["legal", "--batch", "-"],
        &["table", "build", "KQvK"],
        &["losing", "solve", "e3", "d5"],
    ] {
        for count in ["20000", "0", "-1", "x"] {
            let args = [many, &["--threads", count]].concat();
            refused(&args, "a whole number from 1 to 1024 is needed");
        }
    }
    refused(&["serve", "--search-threads", "20000"], "from 1 to 1024");
    refused(&["serve", "--work-threads", "20000"], "from 1 to 1024");
    refused(&["serve", "--connections", "0"], "a whole number from 1 on is needed");
    refused(&["winnable", START, "--nodes", "many"], "a whole number is needed");
    refused(&["winnable", START, "--nodes", "99999999999999999999"], "the number is too large");
    let threads = "--threads is for many positions, with --batch; one position takes one thread";
    refused(&["winnable", START, "--shortest", "--threads", "2"], threads);
    refused(&["winnable", START, "--check", "none"], "--check is for many positions");
    refused(&["winnable", START, "--batch", "-"], "not both");
    refused(&["winnable", START, "--plies", "3"], "error: --plies needs --shortest");
    refused(&["winnable", START, "--plies=3"], "error: --plies needs --shortest");
    refused(&["winnable", START, "--all"], "error: --all needs --shortest");
    refused(&["winnable", "--threads", "2"], "error: --threads needs --batch");
    refused(&["legal", "--list"], "error: --list needs --count");
    refused(&["longest", "--effort", "5"], "error: --effort needs --claims");
    for (address, words) in [
        ("https://localhost:8080", "https is for a proxy"),
        ("", "such as localhost:8080"),
        (":", "such as localhost:8080"),
        ("localhost:", "such as localhost:8080"),
        ("127.0.0.1:80800", "\"80800\" is no port: a number from 0 to 65535 is"),
        ("localhost:http", "\"http\" is no port"),
        ("256.0.0.1:80", "\"256.0.0.1\" is no address: four numbers up to 255 are"),
        ("::1", "such as [::1]:8080"),
        ("no host:80", "no address is known of \"no host\""),
    ] {
        refused(&["serve", "--bind", address], words);
    }
    refused(&["serve", "--bind", "0", "--syzygy", "no/such/folder"], "--syzygy no/such/folder: ");
}

#[cfg(unix)]
#[test]
fn a_host_by_its_name() {
    // A port alone is one of this machine's.
    for address in ["localhost:0", "http://localhost:0/", "0", ":0"] {
        let mut child = start(&["serve", "--bind", address]);
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("listening on http://"), "{address}: {line}");
        assert!(address.contains('l') || line.contains("//127.0.0.1:"), "{address}: {line}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn empty_input_is_bad_input_everywhere() {
    let folder = folder("empty_input");
    let rows = folder.join("rows.csv");
    for (args, words) in [
        (&["judge", "-"][..], "there is no game in the input"),
        (&["winnable", "--batch", "-"], "there is no position in the input"),
        (&["legal", "--batch", "-"], "there is no position in the input"),
        (&["puzzle", "--file", "-"], "there is no query in it"),
        (&["longest", "--audit", "-"], "there is no game in it"),
        (&["scan", "-", "--to", rows.to_str().unwrap()], "there is no game with tags"),
        (&["check", "-"], "error: "),
        (&["losing", "verify", "-"], "there is no proof in it"),
    ] {
        let ran = zermelo(args);
        assert_eq!(ran.status, 2, "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn the_limit_that_was_reached_is_named_and_kept() {
    let few = ["winnable", OPEN, "--for", "black", "--nodes", "1000"];
    let ran = zermelo(&few);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.words().contains("with a higher limit, such as --nodes 10"), "{}", ran.words());
    let report = zermelo(&[&few[..], &["--json"]].concat()).stdout;
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert!(report["black"]["nodes"].as_u64().unwrap() <= 1_100, "{report}");
    let ran = zermelo(&["winnable", OPEN, "--for", "black", "--memory", "1M"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.words().contains("with a higher limit, such as --memory 16M"), "{}", ran.words());
    let solve = [
        "losing",
        "solve",
        "e3",
        "c6",
        "--men",
        "0",
        "--nodes",
        "2000",
        "--threads",
        "1",
        "--json",
    ];
    let report: serde_json::Value = serde_json::from_str(&zermelo(&solve).stdout).unwrap();
    assert!(report["search"]["nodes"].as_u64().unwrap() < 3_000, "{report}");
}

/// Who stops before the first ruling is not told that there was nothing to rule on.
#[cfg(unix)]
#[test]
fn ctrl_c_before_the_first_ruling() {
    let file = folder("no_ruling_yet").join("hard.pgn");
    let game = format!("[FEN \"{OPEN} 0 1\"]\n[SetUp \"1\"]\n\n*\n\n");
    fs::write(&file, game.repeat(20)).unwrap();
    let file = file.to_str().unwrap();
    let args = ["judge", file, "--flag", "white", "--memory", "8G", "--threads", "1"];
    let heard = common::interrupt(common::start_and_work(&args, 0));
    assert_eq!(heard.trim_end(), "stopped before the end of the input");
}

/// Ctrl-C is heard, says so, and ends what keeps nothing at once.
#[cfg(unix)]
#[test]
fn ctrl_c_is_heard_where_nothing_is_kept() {
    // No game to it is found in any time that a test may take, and it is not known to be illegal.
    let never = "r1R1n3/3r1p2/2Q2rkB/b1pp4/2N1B3/KbRP2r1/QNPp4/Nbb1nQ2 b - -";
    for (args, said) in [
        (&["check", "-"][..], "nothing is proved by a check that is not complete"),
        (&["perft", "12"], "nothing is kept of a count that is not complete"),
        (&["winnable", OPEN, "--memory", "8G"], "nothing was settled"),
        (&["legal", never, "--seconds", "600"], "no answer was found yet"),
        (&["longest", "--claims", "--seed", "1", "--effort", "4000"], "no game was found yet"),
        (&["longest", "--audit", "-"], "the audit is not complete"),
        (
            &["puzzle", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ? >>= PG 19.5"],
            "there may be more lines than were told",
        ),
    ] {
        let mut child = common::start_and_work(args, 0);
        // Kept open: the end of the input would end the command, too.
        let stdin = child.stdin.take();
        let heard = common::interrupt(child);
        drop(stdin);
        assert!(heard.starts_with(&format!("stopped: {said}")), "{args:?}: {heard}");
        assert_eq!(heard.lines().count(), 1, "{args:?}: {heard}");
    }
}

#[test]
fn names_that_promise_another_compression() {
    let folder = folder("packed_names");
    for (args, name) in [
        (&["winnable", DEAD, "--proof"][..], "both.cert.gz"),
        (&["longest", "--output"], "l.pgn.GZ"),
        (&["legal", START, "--proof"], "a.zip"),
    ] {
        let file = folder.join(name);
        let args = [args, &[file.to_str().unwrap()]].concat();
        refused(&args, "compressed by zstd, if the name ends in .zst, or not at all");
        assert!(!file.exists());
    }
}

#[test]
fn names_of_files_where_a_position_is_asked() {
    for command in ["winnable", "legal", "retract"] {
        refused(&[command, "game.fen"], "this is the name of a file, not a position");
    }
    refused(&["perft", "game.fen", "3"], "winnable and legal read files of positions");
    refused(&["winnable", "proof.cert"], "certificates are for check");
    refused(&["winnable", "-"], "many are read from standard input with --batch -");
    // A position without quotes is several words, and all of them are wanted back.
    let bare: Vec<&str> = WALL.split(' ').collect();
    refused(&bare, &format!("try 'zermelo winnable \"{WALL}\"'"));
}

/// One sentence, and no table of zeros before it.
#[test]
fn an_empty_file_has_no_games() {
    let ran = zermelo_fed(&["judge", "-"], b"\n");
    let said = "error: there is no game in the input\n";
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (2, "", said));
}

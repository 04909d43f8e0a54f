//! `zermelo losing campaign`: long work in small.

use crate::common;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::common::{command, folder, json, says, text, words, zermelo};

/// A command to a campaign.
fn ask<'a>(what: &'a str, campaign: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["losing", "campaign", what, text(campaign)][..], more].concat()
}

const SMALL: [&str; 6] = ["--men", "0", "--memory", "64M", "--threads", "1"];

fn run<'a>(campaign: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&ask("run", campaign, &SMALL)[..], more].concat()
}

#[test]
fn killed_again_and_again() {
    let folder = folder("campaign-killed");
    let campaign = folder.join("na6");
    let begin = ask("new", &campaign, &["e3", "Na6", "--nodes", "5000"]);
    says(&begin, &["does White win after 1. e3 Na6?", "campaign run"]);
    let mut kills = 0;
    let mut round = 0;
    while kills < 20 {
        round += 1;
        assert!(round < 400, "only {kills} of {round} runs were still at work");
        // Moments that are spread over a whole run, all of them different.
        let wait = Duration::from_millis(15 + round * 37 % 230);
        let mut child = command()
            .args(run(&campaign, &["--quick"]))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(wait);
        let finished = child.try_wait().unwrap().is_some();
        kills += u32::from(!finished);
        // SIGKILL on unix.
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(zermelo(&ask("status", &campaign, &[])).status, 0);
        if finished {
            // It is proved, for a quick machine has no need of twenty runs: begin anew.
            fs::remove_dir_all(&campaign).unwrap();
            says(&begin, &["campaign run"]);
        }
    }
    let proof = folder.join("na6.cert.zst");
    let ran = zermelo(&run(&campaign, &["--proof", text(&proof), "--quick"]));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.words().contains("Proved, and accepted by the kernel"), "{ran:?}");
    says(&["check", text(&proof)], &["accepted: White wins", "0 left to tables"]);
    says(&["losing", "verify", text(&proof)], &["accepted by the kernel."]);
}

#[test]
fn limits_steering_and_the_proof() {
    let folder = folder("campaign-steered");
    let campaign = folder.join("na6");
    let (status, begun) = json(&ask("new", &campaign, &["e3 Na6", "--nodes", "20000", "--json"]));
    assert_eq!((status, &begun["result"]), (0, &"open".into()));
    let ran = zermelo(&run(&campaign, &["--searches", "3"]));
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.words().contains("The limit is reached"), "{ran:?}");
    let (_, status) = json(&ask("status", &campaign, &["--json"]));
    assert_eq!((&status["now"]["searches"], &status["running"]), (&3.into(), &false.into()));
    says(&ask("status", &campaign, &[]), &["Open: does White win", "Go on with", "guesses"]);

    says(&ask("steer", &campaign, &["queue", "Bxa6", "bxa6", "Qe2", "a5"]), &["Ordered: queue"]);
    says(&ask("steer", &campaign, &["force", "e3", "Na6", "Bxa6"]), &["Ordered: force f1a6"]);
    says(&ask("steer", &campaign, &["nodes", "30000"]), &["Ordered: nodes 30000"]);
    let (status, report) = json(&run(&campaign, &["--searches", "1", "--json"]));
    assert_eq!((status, &report["end"]), (1, &"limit".into()));
    let orders = fs::read_dir(campaign.join("steer")).unwrap().count();
    assert_eq!(orders, 0, "all were followed");

    let ran = zermelo(&ask("proof", &campaign, &["--men", "0"]));
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("the campaign is not proved yet"), "{ran:?}");
    let (status, report) = json(&run(&campaign, &["--json", "--quick"]));
    assert_eq!((status, &report["end"]), (0, &"proved".into()));
    assert_eq!(report["proof"]["accepted"], true);
    says(&ask("status", &campaign, &[]), &["Solved: the searches found a win", "campaign proof"]);
    let proof = folder.join("na6.cert");
    says(&ask("proof", &campaign, &["--men", "0", "--proof", text(&proof)]), &["accepted by the"]);
    says(&["check", text(&proof)], &["accepted: White wins"]);
}

#[test]
fn trees_are_cut_copied_spliced_and_imported() {
    let folder = folder("campaign-edited");
    let (campaign, part) = (folder.join("na6"), folder.join("part"));
    words(&ask("new", &campaign, &["e3", "Na6", "--nodes", "20000"]));
    let ran = zermelo(&run(&campaign, &["--searches", "6"]));
    assert_eq!(ran.status, 1, "{ran:?}");
    let copy = ask("copy", &campaign, &["Bxa6", "bxa6", "--to", text(&part)]);
    says(&copy, &["Copied: 1. e3 Na6 2. Bxa6 bxa6 to"]);
    says(&ask("cut", &campaign, &["Bxa6", "bxa6"]), &["1. e3 Na6 2. Bxa6 bxa6 is a leaf again"]);
    let (status, report) = json(&run(&part, &["--json", "--quick"]));
    assert_eq!((status, &report["end"]), (0, &"proved".into()));
    says(&ask("splice", &campaign, &[text(&part)]), &["Spliced:", "proved."]);
    let (_, status) = json(&ask("status", &campaign, &["--json"]));
    assert_eq!(status["result"], "proved");

    // Lines, and a whole proof.
    let (other, lines) = (folder.join("other"), folder.join("lines.txt"));
    words(&ask("new", &other, &["e3", "Na6"]));
    fs::write(&lines, "# two lines\nBxa6 bxa6 Qe2 Nf6\n\n2. Bxa6 bxa6 3. Qe2 a5\n").unwrap();
    let none = ["--men", "0"];
    says(&ask("import", &other, &[&[text(&lines)][..], &none].concat()), &["Imported:", "open."]);
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/na6.bin");
    says(
        &ask("import", &other, &[&[fixture, "--proof"][..], &none].concat()),
        &["Imported:", "proved."],
    );
    says(&ask("proof", &other, &["--men", "0", "--quick"]), &["accepted by the kernel"]);

    // What cannot be done.
    fs::write(&lines, "Bxa6 bxa6\nBxa6 Qe2\n").unwrap();
    for (args, part) in [
        (ask("new", &campaign, &["e3"]), "there is a campaign in this folder already"),
        (ask("cut", &campaign, &["a3"]), "a capture must be made"),
        (ask("splice", &campaign, &[text(&campaign)]), "into itself"),
        (ask("import", &other, &[&[text(&lines)][..], &none].concat()), "line 2: ply 2"),
        (ask("steer", &campaign, &["force"]), "required"),
        (ask("run", &campaign, &["--memory", "64M", "--threads", "3"]), "3 searches needs 32M"),
        (ask("copy", &campaign, &["--to", text(&part)]), "there is a campaign in this folder"),
    ] {
        let ran = zermelo(&args);
        assert_eq!(ran.status, 2, "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(part), "{args:?}: {ran:?}");
    }
    fs::write(campaign.join("store.redb"), b"nothing").unwrap();
    let ran = zermelo(&ask("status", &campaign, &[]));
    assert_eq!(ran.status, 2, "{ran:?}");
}

#[test]
fn what_was_left_to_tables_needs_them() {
    let folder = folder("campaign-tables");
    let (campaign, tables) = (folder.join("rook"), folder.join("tables"));
    words(&ask("new", &campaign, &["--fen", "8/8/8/8/8/8/6q1/R7 w - -"]));
    let known = ["--men", "2", "--folder", text(&tables)];
    let ran = zermelo(&ask("run", &campaign, &[&["--memory", "64M"][..], &known].concat()));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.words().contains("1. Rf1 Qxf1"), "{ran:?}");
    let ran = zermelo(&ask("proof", &campaign, &["--men", "0"]));
    assert!(ran.status == 2 && ran.stderr.contains("was left to tables"), "{ran:?}");
    says(&ask("proof", &campaign, &known), &["accepted by the kernel"]);
}

/// Starts a run, and waits until it is at work: then it writes down how it stands.
#[cfg(unix)]
fn at_work(campaign: &Path) -> Child {
    let status = campaign.join("status.json");
    fs::remove_file(&status).unwrap();
    let child = common::start(&run(campaign, &[]));
    common::wait_until("it tells how it stands", || status.exists());
    child
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_orders_while_it_runs() {
    let campaign = folder("campaign-stopped").join("c5");
    words(&ask("new", &campaign, &["e3", "c5", "--nodes", "20000"]));
    let child = at_work(&campaign);
    let (status, report) = json(&ask("status", &campaign, &["--json"]));
    assert_eq!((status, &report["result"]), (0, &"open".into()));
    assert_eq!(common::interrupt(child), common::HEARD);
    let child = at_work(&campaign);
    words(&ask("steer", &campaign, &["pause"]));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("Stopped."));
}

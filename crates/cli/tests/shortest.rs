//! `zermelo winnable --shortest`.

use crate::common::{WALL, folder, json, zermelo};

/// White mates in three with a pawn that becomes a knight.
const KNIGHT: &str = "8/4K2k/4P2p/8/3b1q2/8/8/8 b - -";

#[test]
fn the_shortest_line() {
    let ran = zermelo(&["winnable", KNIGHT, "--for", "white", "--shortest"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.words().contains("nothing shorter exists (engine-checked)"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("there may be shorter lines"));
    let args = ["winnable", KNIGHT, "--for", "white", "--shortest", "--json"];
    let (status, one) = json(&args);
    assert_eq!(status, 0);
    let shortest = &one["white"]["shortest"];
    assert_eq!((&shortest["proved"], &shortest["plies"]), (&true.into(), &6.into()));
    assert_eq!(one["white"]["helpmate_uci"], shortest["lines_uci"][0]);
    assert_eq!(one["white"]["plies"], 6);
    let (status, all) = json(&[&args[..], &["--all"]].concat());
    assert_eq!(status, 0);
    let lines = all["white"]["shortest"]["lines_uci"].as_array().unwrap();
    assert_eq!(all["white"]["shortest"]["complete"], true);
    assert!(lines.contains(&shortest["lines_uci"][0]));
    assert!(lines.iter().all(|line| line.as_array().unwrap().len() == 6));
    // The puzzle command agrees.
    let (_, puzzle) = json(&["puzzle", KNIGHT, "h#3", "--json"]);
    let part = &puzzle["positions"][0]["parts"][0];
    assert_eq!(part["searches"][0]["solutions"].as_array().unwrap().len(), lines.len());
    assert_eq!(part["shorter"]["verdict"], "none");
}

#[test]
fn other_answers_stay() {
    let (status, answer) = json(&["winnable", WALL, "--for", "black", "--shortest", "--json"]);
    assert_eq!((status, &answer["black"]["verdict"]), (0, &"unwinnable".into()));
    assert!(answer["black"].get("shortest").is_none());
    let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    let (status, answer) =
        json(&["winnable", mated, "--flag", "black", "--shortest", "--all", "--json"]);
    assert_eq!(status, 0);
    let shortest = &answer["white"]["shortest"];
    assert_eq!((&shortest["plies"], &shortest["proved"]), (&0.into(), &true.into()));
    let (_, plain) = json(&["winnable", KNIGHT, "--json"]);
    assert!(plain["white"].get("shortest").is_none());
}

#[test]
fn a_proof_of_the_shortest() {
    let file = folder("shortest").join("knight.cert");
    let file = file.to_str().unwrap();
    let ran = zermelo(&["winnable", KNIGHT, "--for", "white", "--shortest", "--proof", file]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(zermelo(&["check", file]).status, 0);
}

#[test]
fn limits_and_conflicts() {
    // The lone king must walk to its corner: more than four plies, so the line is not known to be
    // the shortest.
    let far = "8/8/8/4k3/8/8/8/K6R b - -";
    let args = ["winnable", far, "--for", "white", "--shortest", "--plies", "4", "--json"];
    let (status, answer) = json(&args);
    assert_eq!(status, 1);
    let shortest = &answer["white"]["shortest"];
    assert_eq!((&shortest["proved"], &shortest["complete"]), (&false.into(), &false.into()));
    assert_eq!(shortest["lines_uci"][0], answer["white"]["helpmate_uci"]);
    let ran = zermelo(&args[..args.len() - 1]);
    assert!(ran.words().contains("not known to be the shortest"), "{}", ran.stdout);
    assert!(ran.words().contains("no line has fewer than 6 plies"), "{}", ran.stdout);
    for extra in [&["--fast"][..], &["--batch", "-"]] {
        let mut args = vec!["winnable", "--shortest"];
        args.extend(extra);
        assert_eq!(zermelo(&args).status, 2, "{extra:?}");
    }
    assert_eq!(zermelo(&["winnable", KNIGHT, "--all"]).status, 2);
}

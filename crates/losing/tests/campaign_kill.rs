//! A campaign that is killed again and again loses nothing but the searches under way.
#![allow(missing_docs)]

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::toy::*;
use zermelo_losing::campaign::*;

const FEN: &str = "8/6p1/8/8/8/1p4Pp/4p3/8 w - -";
const FOLDER: &str = "ZERMELO_TEST_CAMPAIGN";

/// Not a test of its own: the process that is killed.
#[test]
fn child() {
    let Some(place) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let mut campaign =
        Campaign::create(&place, setup(FEN, 200, 11)).or_else(|_| Campaign::open(&place)).unwrap();
    let slow = Toy { sleep: Duration::from_millis(5), ..QUICK };
    campaign.run(&slow, &Run::default(), &AtomicBool::new(false)).unwrap();
}

#[test]
fn killed_twenty_times() {
    let place = folder("kill");
    let mut dice = fastrand::Rng::with_seed(20);
    let (mut searches, mut solved) = (0, 0);
    for n in 0..20 {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "campaign_kill::child"])
            .env(FOLDER, &place)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Some at once, in the midst of opening; most later.
        std::thread::sleep(Duration::from_millis(dice.u64(1..120)));
        process.kill().unwrap();
        process.wait().unwrap();
        match Campaign::open(&place) {
            Ok(campaign) => {
                let status = campaign.status();
                assert!(status.now.searches >= searches, "kill {n}: nothing is lost");
                searches = status.now.searches;
                solved += u32::from(status.result == "proved");
            }
            // Killed before anything was stored.
            Err(error) => assert_eq!(searches, 0, "kill {n}: {error}"),
        }
    }
    let began = Instant::now();
    let mut campaign =
        Campaign::create(&place, setup(FEN, 200, 11)).or_else(|_| Campaign::open(&place)).unwrap();
    assert_eq!(
        campaign.run(&QUICK, &Run::default(), &AtomicBool::new(false)).unwrap(),
        End::Proved
    );
    let killed = campaign.strategy().unwrap();
    verify(&killed, &position(FEN));
    println!(
        "{searches} searches before, proved at {solved} of 20 kills, then {:?}",
        began.elapsed()
    );
    // One worker: as if it had never been killed.
    let other = folder("kill-not");
    let mut quiet = Campaign::create(&other, setup(FEN, 200, 11)).unwrap();
    quiet.run(&QUICK, &Run::default(), &AtomicBool::new(false)).unwrap();
    let (a, b) = (campaign.status(), quiet.status());
    assert_eq!((a.now.searches, a.nodes, a.work), (b.now.searches, b.nodes, b.work));
    for folder in [place, other] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}

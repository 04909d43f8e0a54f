//! Which mutant is switched on: the number in `ZERMELO_MUTANT`, none if there is none. With
//! `ZERMELO_MUTANTS_SEEN` a file gets the number of every switch that is asked, once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
static SEEN: [AtomicBool; 65536] = [const { AtomicBool::new(false) }; 65536];
const RECORDING: u32 = u32::MAX - 1;
const UNKNOWN: u32 = u32::MAX;

#[inline(always)]
pub(crate) fn on(number: u32) -> bool {
    let active = ACTIVE.load(Relaxed);
    if active < RECORDING { active == number } else { ask(number, active) }
}

#[inline(never)]
fn ask(number: u32, active: u32) -> bool {
    if active == RECORDING && SEEN[number as usize].load(Relaxed) {
        return false;
    }
    let Some(file) = std::env::var_os("ZERMELO_MUTANTS_SEEN") else {
        let named = std::env::var("ZERMELO_MUTANT").unwrap_or_default();
        let active = named.parse().unwrap_or(0);
        ACTIVE.store(active, Relaxed);
        return active == number;
    };
    ACTIVE.store(RECORDING, Relaxed);
    if !SEEN[number as usize].swap(true, Relaxed) {
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(file).unwrap();
        file.write_all(format!("{number}\n").as_bytes()).unwrap();
    }
    false
}

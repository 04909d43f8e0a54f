//! Making, asking and loading tables, with peers on the same work in the same run:
//! `cargo bench -p zermelo-tables --bench tables [-- generate|peer|probe|load|RULES:MATERIAL...]`.
//!
//! - generate: how fast tables are solved and written, on one thread and on all, the tables that
//!   captures and promotions lead to being there before;
//! - peer: the same against a generator as textbooks describe it, one position at a time, with
//!   counters of moves and a worklist by plies; every count of wins, draws and losses by their
//!   plies must agree. And what is published of the Syzygy generator, measured by its author;
//! - probe: nanoseconds per question, against the crate shakmaty-syzygy with the Syzygy tables in
//!   the folder `ZERMELO_SYZYGY`;
//! - load: seconds and MiB to load all tables in the folder `ZERMELO_TABLES`, by number of men.
//!
//! Times are the least of a few runs. What runs on one thread is timed by the seconds it is on a
//! core, where the system tells them, so that other work on the machine does not count; the rest by
//! the clock on the wall. A place is what a table has bits for; a position is what chess players
//! mean, up to symmetry.

use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use shakmaty::{CastlingMode, Chess, fen::Fen};
use shakmaty_syzygy::{Tablebase, Wdl};
use zermelo_board::{Role, Square, attacks};
use zermelo_kernel::{self as kernel, Color, Piece, Value};
use zermelo_tables::{Counts, Library, Limits, Material, Measure, Rules, Table, solve};

const TABLES: [&str; 6] =
    ["chess:KQvKR", "chess:KBNvK", "chess:KPvKP", "losing:KBNvK", "losing:KNPvR", "losing:QBNvK"];
/// No pawns and no two men alike: the peer is that plain.
const PEERS: [&str; 2] = ["chess:KQvKR", "losing:KBNvK"];

/// The Syzygy generator, <https://github.com/syzygy1/tb>, which is in no package registry. Its
/// author in 2013: "On my system (6-core i3930K @ 4.2Ghz, 64 GB) all 6-piece tables were generated
/// in less than 5 days", outcomes and distances to zeroing, compressed and written,
/// <http://kirill-kryukov.com/chess/discussion-board/viewtopic.php?p=77086>. They have
/// 3,787,154,440,416 positions up to symmetry and exchange of colours, 5,216,780,406 of them with
/// castling rights, which Syzygy has not, <https://kirill-kryukov.com/chess/nulp/results.html>.
const SYZYGY_POSITIONS: f64 = 3_787_154_440_416.0 - 5_216_780_406.0;
const SYZYGY_SECONDS: f64 = 5.0 * 86_400.0;
const SYZYGY_CORES: f64 = 6.0;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let named: Vec<&str> = args.iter().map(String::as_str).filter(|a| a.contains(':')).collect();
    let wanted = |part: &str| args.is_empty() || args.iter().any(|a| a == part);
    let folder = Folder::new();
    let mut bench = Bench::new(&folder.0);
    if wanted("generate") || !named.is_empty() {
        for name in if named.is_empty() { &TABLES[..] } else { &named[..] } {
            bench.generate(name);
        }
    }
    if wanted("peer") {
        for name in PEERS {
            bench.against_textbook(name);
        }
        bench.against_syzygy();
    }
    if wanted("probe") {
        bench.probe("KQvKR");
    }
    if wanted("load") {
        load();
    }
}

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        Folder(std::env::temp_dir().join(format!("zermelo-bench-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The seconds of the quickest of some runs by a clock, and what the last one gave.
fn time<T>(clock: impl Fn() -> f64, runs: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut last = None;
    for _ in 0..runs {
        drop(last.take());
        let start = clock();
        let value = work();
        best = best.min(clock() - start);
        last = Some(value);
    }
    (best, last.expect("at least one run"))
}

fn on_the_wall() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

/// Seconds that this thread was on a core, exact to some milliseconds; else those on the wall.
fn on_a_core() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.map_or_else(on_the_wall, |n| n / 1e9)
}

fn parse(name: &str) -> (Rules, Material) {
    let (rules, material) = name.split_once(':').expect("RULES:MATERIAL");
    let rules = Rules::ALL.into_iter().find(|r| r.to_string() == rules).expect("rules");
    (rules, Material::parse(material, rules).expect("a material"))
}

/// How many places a table has, both sides to move together.
fn places(material: &Material, rules: Rules) -> u64 {
    let plan =
        Library::new("/nonexistent", rules).plan(std::slice::from_ref(material), Measure::End);
    plan.iter().find(|step| step.material == *material).expect("it is planned").places
}

/// How many positions a table has, up to symmetry; up to exchange of colours too, as they are
/// counted elsewhere. All men are different in the tables here.
fn positions(table: &Table) -> u64 {
    let both: u64 = Color::ALL
        .into_iter()
        .map(|side| table.counts_up_to_symmetry(side))
        .map(|counts| counts.won() + counts.draws + counts.lost())
        .sum();
    if table.material().is_even() { both / 2 } else { both }
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

struct Bench<'a> {
    folder: &'a Path,
    one: ThreadPool,
    all: ThreadPool,
    solved: HashMap<(Rules, Material), Arc<Table>>,
    /// By name: how many are solved and written on one thread.
    positions_a_second: BTreeMap<String, f64>,
}

impl Bench<'_> {
    fn new(folder: &Path) -> Bench<'_> {
        let (one, all) = (pool(1), pool(0));
        Bench { folder, one, all, solved: HashMap::new(), positions_a_second: BTreeMap::new() }
    }

    fn solve(&self, rules: Rules, material: &Material, measure: Measure) -> Table {
        let find = |exit: &Material| Arc::clone(&self.solved[&(rules, exit.clone())]);
        solve(
            material,
            rules,
            measure,
            Limits::default(),
            &find,
            &mut |_| ControlFlow::Continue(()),
        )
        .expect("nothing stops it")
    }

    /// Solves all that a table leads to.
    fn prepare(&mut self, rules: Rules, material: &Material) {
        for exit in Material::closure(&material.exits(rules), rules) {
            if !self.solved.contains_key(&(rules, exit.clone())) {
                let table = self.all.install(|| self.solve(rules, &exit, Measure::End));
                self.solved.insert((rules, exit), Arc::new(table));
            }
        }
    }

    fn generate(&mut self, name: &str) {
        let (rules, material) = parse(name);
        self.prepare(rules, &material);
        let places = places(&material, rules) as f64;
        let path = self.folder.join("table");
        let solving = || self.solve(rules, &material, Measure::End);
        let (one, count, sizes) = self.one.install(|| {
            let (solved, table) = time(on_a_core, 2, solving);
            let (written, size) =
                time(on_a_core, 2, || table.write(&path, Limits::default()).expect("a file"));
            let count = positions(&table);
            let outcomes = table.outcomes().write(&path, Limits::default()).expect("a file");
            ([solved, written], count, [size, outcomes])
        });
        let all = self.all.install(|| {
            let (solved, table) = time(on_the_wall, 2, solving);
            [
                solved,
                time(on_the_wall, 2, || table.write(&path, Limits::default()).expect("a file")).0,
            ]
        });
        let [distances, outcomes] = sizes.map(|size| size as f64 / places);
        println!(
            "{name}: {places} places, {count} positions; bytes a place: distances {distances:.3}, \
             outcomes {outcomes:.4}"
        );
        let rate = |count: f64, seconds: f64| count / seconds / 1e6;
        for (threads, [solved, written]) in [(1, one), (self.all.current_num_threads(), all)] {
            let both = solved + written;
            println!(
                "    {threads} thread(s): solved in {solved:.2} s ({:.2} million places/s), written \
                 in {written:.2} s; both {:.2} million places/s, {:.2} million positions/s",
                rate(places, solved),
                rate(places, both),
                rate(count as f64, both),
            );
        }
        self.positions_a_second.insert(name.to_string(), count as f64 / (one[0] + one[1]));
    }

    fn against_textbook(&mut self, name: &str) {
        let (rules, material) = parse(name);
        self.prepare(rules, &material);
        let men: Vec<Man> = material.pieces().map(|man| (man.color.index(), man.role)).collect();
        let mut peers = HashMap::new();
        Textbook::prepare(&men, rules, &mut peers);
        let solving = || self.solve(rules, &material, Measure::End);
        let (mut one, mut slow, mut all) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
        let (mut ours, mut theirs) = (None, None);
        // Turn about.
        for _ in 0..2 {
            let (seconds, table) = self.one.install(|| time(on_a_core, 2, solving));
            one = one.min(seconds);
            ours = Some(table);
            let book = || Textbook::solve(&men, rules, &peers);
            let (seconds, table) = self.one.install(|| time(on_a_core, 1, book));
            slow = slow.min(seconds);
            theirs = Some(table);
            all = all.min(self.all.install(|| time(on_the_wall, 2, solving)).0);
        }
        let (table, peer) = (ours.expect("it ran"), theirs.expect("it ran"));
        let mut counted = Vec::new();
        for side in Color::ALL {
            let (ours, theirs) = (table.counts_up_to_symmetry(side), peer.counts(side.index()));
            assert!(ours == theirs, "{name}: ours {ours:?}, the textbook's {theirs:?}");
            counted.push(format!("{}/{}/{}", ours.won(), ours.draws, ours.lost()));
        }
        let places = places(&material, rules) as f64;
        println!(
            "{name} against the textbook: one thread each {one:.2} s to {slow:.2} s ({:.2} to {:.2} \
             million places/s), times as fast {:.1}; on {} threads, by the wall, {:.1}",
            places / one / 1e6,
            places / slow / 1e6,
            slow / one,
            self.all.current_num_threads(),
            slow / all
        );
        println!("    all plies agree; won/drawn/lost {}", counted.join(" and "));
    }

    fn against_syzygy(&self) {
        let a_core = SYZYGY_POSITIONS / SYZYGY_SECONDS / SYZYGY_CORES;
        println!(
            "Syzygy's generator, as published (2013, six cores at 4.2 GHz, all tables of six men in \
             under 5 days, two files each): above {:.2} million positions/s a core",
            a_core / 1e6
        );
        for (name, ours) in &self.positions_a_second {
            if name.starts_with("chess") {
                println!(
                    "    {name}: ours on one thread here, solved and written, {:.2} million, times \
                     that {:.2} (another machine and smaller tables: no more than a hint)",
                    ours / 1e6,
                    ours / a_core
                );
            }
        }
    }

    fn probe(&mut self, name: &str) {
        let rules = Rules::Chess;
        let material = Material::parse(name, rules).expect("a material");
        self.prepare(rules, &material);
        // What the peer's files tell too.
        let table = self.all.install(|| self.solve(rules, &material, Measure::Zeroing));
        let library = Library::new(self.folder, rules);
        table.write(&library.path(&material, Measure::Zeroing), Limits::default()).expect("a file");
        table
            .outcomes()
            .write(&library.path(&material, Measure::Outcome), Limits::default())
            .expect("a file");
        let asked = random_positions(&material, 100_000);
        println!("{name}, {} random positions:", asked.len());
        let mut told = Vec::new();
        let mut ours = Vec::new();
        for measure in [Measure::Outcome, Measure::Zeroing] {
            let value = |p: &kernel::Position| library.value(p, measure).expect("it is there");
            told = asked.iter().map(value).collect();
            let clocks = nanoseconds(&asked, value);
            print_clocks(&format!("ours, {measure}"), clocks);
            ours.push(clocks);
        }
        let Some(folder) = std::env::var_os("ZERMELO_SYZYGY") else {
            println!("    Syzygy skipped: ZERMELO_SYZYGY names no folder");
            return;
        };
        // SAFETY: nobody changes these files meanwhile.
        #[allow(unsafe_code)]
        let mut tables: Tablebase<Chess> = unsafe { Tablebase::with_mmap_filesystem() };
        tables.add_directory(folder).expect("a folder of tables");
        let theirs: Vec<Chess> = asked
            .iter()
            .map(|position| position.to_fen().parse::<Fen>().expect("a position"))
            .map(|fen| match fen.into_position(CastlingMode::Standard) {
                Ok(position) => position,
                Err(error) => error.ignore_impossible_check().expect("a position"),
            })
            .collect();
        let wdl = |p: &Chess| tables.probe_wdl_after_zeroing(p).expect("the table");
        let dtz = |p: &Chess| tables.probe_dtz(p).expect("the table");
        for (position, value) in theirs.iter().zip(&told) {
            let same = match wdl(position) {
                Wdl::Win | Wdl::CursedWin => matches!(value, Value::Win(_)),
                Wdl::Draw => matches!(value, Value::Draw),
                Wdl::BlessedLoss | Wdl::Loss => matches!(value, Value::Loss(_)),
            };
            let plies = match value {
                Value::Win(plies) => i32::from(*plies),
                Value::Draw => 0,
                Value::Loss(plies) => -i32::from(*plies),
            };
            // They may round by a ply, and give a mated side one.
            let near = dtz(position).ignore_rounding().0.abs_diff(plies) <= 1;
            assert!(same && near, "{position:?}: {value}");
        }
        let theirs = [nanoseconds(&theirs, wdl), nanoseconds(&theirs, dtz)];
        for (what, theirs, ours) in [("WDL", theirs[0], ours[0]), ("DTZ", theirs[1], ours[1])] {
            print_clocks(&format!("shakmaty-syzygy, {what}"), theirs);
            let ratio = |i: usize| theirs[i] / ours[i];
            println!("        ours times as fast: cold {:.2}, warm {:.2}", ratio(0), ratio(1));
        }
        println!("    all outcomes agree, and plies up to rounding");
    }
}

fn print_clocks(who: &str, [cold, warm]: [f64; 2]) {
    println!("    {who}: cold {cold:.0} ns, warm {warm:.0} ns");
}

/// Nanoseconds per question: of random positions one after the other, and of some a thousand times
/// in a row.
fn nanoseconds<P, T>(positions: &[P], ask: impl Fn(&P) -> T) -> [f64; 2] {
    let clock = |some: &[P], times: usize| {
        let start = on_a_core();
        let (mut seconds, mut rounds) = (0.0, 0);
        while seconds < 0.8 {
            for position in some {
                for _ in 0..times {
                    black_box(ask(black_box(position)));
                }
            }
            rounds += 1;
            seconds = on_a_core() - start;
        }
        seconds * 1e9 / (rounds * some.len() * times) as f64
    };
    [clock(positions, 1), clock(&positions[..positions.len().min(100)], 1000)]
}

fn random_positions(material: &Material, count: usize) -> Vec<kernel::Position> {
    let men: Vec<Piece> = material.pieces().collect();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = [None; 64];
        for &man in &men {
            board[rng.usize(..64)] = Some(man);
        }
        if board.iter().flatten().count() == men.len() {
            found.extend(kernel::Position::from_men(board, Color::ALL[rng.usize(..2)], None));
        }
    }
    found
}

/// Loads all tables of a folder, by rules, measure and number of men, for half a minute at most.
fn load() {
    let Some(folder) = std::env::var_os("ZERMELO_TABLES").map(PathBuf::from) else {
        println!("loading skipped: ZERMELO_TABLES names no folder");
        return;
    };
    let started = Instant::now();
    for rules in Rules::ALL {
        let library = Library::new(&folder, rules);
        for measure in Measure::ALL {
            for men in 2..=zermelo_tables::MAX_MEN {
                let all: Vec<Material> = Material::all(men, rules)
                    .into_iter()
                    .filter(|material| library.has(material, measure))
                    .collect();
                let (mut tables, mut file, mut memory, mut seconds) = (0, 0, 0, 0.0);
                for material in &all {
                    if started.elapsed().as_secs() >= 30 {
                        break;
                    }
                    let before = resident();
                    let (took, size) = time(on_the_wall, 1, || {
                        black_box(library.load(material, measure).expect("a table"));
                        library.map(material, measure).expect("a table").file_size()
                    });
                    tables += 1;
                    file += size;
                    // The pages of the file that were read count as resident too, but are not ours.
                    memory += resident().saturating_sub(before + size);
                    seconds += took;
                    // Outcomes are held all together, distances one at a time.
                    library.forget(|_, kept| kept == Measure::Outcome);
                }
                library.forget(|_, _| false);
                if tables > 0 {
                    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
                    let held = if measure == Measure::Outcome {
                        format!(", held in {:.1} MiB of memory", mib(memory))
                    } else {
                        String::new()
                    };
                    println!(
                        "{rules}, {measure}, {men} men: {tables} of {} tables loaded in \
                         {seconds:.2} s, {:.1} MiB on disk{held}",
                        all.len(),
                        mib(file),
                    );
                }
            }
        }
    }
}

/// Bytes of memory that the process has now; 0 where nobody tells.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm");
    let pages = pages.ok().and_then(|line| line.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// Side and role.
type Man = (usize, Role);

/// A table as textbooks make it: one value for each placement of the men and side to move, the
/// first man in the triangle a1-d1-d4; the value of each position is found alone. No pawns, and no
/// two men alike.
struct Textbook {
    men: Vec<Man>,
    /// 0 a draw, n + 1 a win in n plies, -n - 1 a loss; or `VOID`.
    values: Vec<i16>,
}

const VOID: i16 = i16::MIN;
/// No move within the table decides this position.
const CLOSED: u8 = u8::MAX;
/// Some move out of the table does not lose.
const SAFE: u16 = u16::MAX;
const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// Takes the first square into the triangle, and the others along. A first man on the diagonal may
/// stand there in two ways: this is the one without exchange of files and ranks.
#[inline(always)]
fn turn_for(first: u8) -> u8 {
    let mut turn = 0;
    let mut square = first;
    if square & 7 > 3 {
        square ^= 7;
        turn |= 1;
    }
    if square >> 3 > 3 {
        square ^= 56;
        turn |= 2;
    }
    if square >> 3 > square & 7 {
        turn |= 4;
    }
    turn
}

#[inline(always)]
fn turned(turn: u8, mut square: u8) -> u8 {
    if turn & 1 != 0 {
        square ^= 7;
    }
    if turn & 2 != 0 {
        square ^= 56;
    }
    if turn & 4 != 0 {
        square = square >> 3 | (square & 7) << 3;
    }
    square
}

fn on_diagonal(square: u8) -> bool {
    square >> 3 == square & 7
}

type Placement = [u8; 4];

fn attacks(role: Role, from: u8, occupied: u64) -> u64 {
    attacks::piece(role, Square::wrapping(from), occupied)
}

fn numbers(set: u64) -> impl Iterator<Item = u8> {
    zermelo_board::squares(set).map(Square::number)
}

impl Textbook {
    /// Solves all that captures lead to.
    fn prepare(men: &[Man], rules: Rules, known: &mut HashMap<Vec<Man>, Textbook>) {
        for taken in 0..men.len() {
            let Some(left) = Textbook::without(men, taken, rules) else { continue };
            if !known.contains_key(&left) {
                Textbook::prepare(&left, rules, known);
                let table = Textbook::solve(&left, rules, known);
                known.insert(left, table);
            }
        }
    }

    /// The men without one; `None` if that ends the game or cannot be.
    fn without(men: &[Man], taken: usize, rules: Rules) -> Option<Vec<Man>> {
        let mut left = men.to_vec();
        let gone = left.remove(taken);
        let bare = (0..2).any(|side| left.iter().all(|man| man.0 != side));
        (!bare && (rules != Rules::Chess || gone.1 != Role::King)).then_some(left)
    }

    fn half(&self) -> usize {
        10 << (6 * (self.men.len() - 1))
    }

    #[inline(always)]
    fn squares(&self, index: usize) -> (usize, Placement) {
        let (side, mut rest) = (index / self.half(), index % self.half());
        let mut placement = [0; 4];
        for slot in (1..self.men.len()).rev() {
            placement[slot] = (rest & 63) as u8;
            rest >>= 6;
        }
        placement[0] = TRIANGLE[rest];
        (side, placement)
    }

    #[inline(always)]
    fn index_turned(&self, side: usize, placement: &Placement, turn: u8) -> usize {
        const NUMBER: [u8; 64] = {
            let mut number = [0; 64];
            let mut i = 0;
            while i < 10 {
                number[TRIANGLE[i] as usize] = i as u8;
                i += 1;
            }
            number
        };
        let mut index = usize::from(NUMBER[usize::from(turned(turn, placement[0]))]);
        for &square in &placement[1..self.men.len()] {
            index = index << 6 | usize::from(turned(turn, square));
        }
        side * self.half() + index
    }

    #[inline(always)]
    fn index(&self, side: usize, placement: &Placement) -> usize {
        self.index_turned(side, placement, turn_for(placement[0]))
    }

    fn occupied(&self, placement: &Placement) -> u64 {
        placement[..self.men.len()].iter().fold(0, |all, square| all | 1 << square)
    }

    fn attacked(&self, by: usize, square: u8, placement: &Placement, occupied: u64) -> bool {
        self.men.iter().zip(placement).any(|(&(side, role), &from)| {
            side == by && attacks(role, from, occupied) & (1 << square) != 0
        })
    }

    fn solve(men: &[Man], rules: Rules, known: &HashMap<Vec<Man>, Textbook>) -> Textbook {
        let mut table = Textbook { men: men.to_vec(), values: Vec::new() };
        let count = 2 * table.half();
        table.values = vec![0; count];
        let king = |side: usize| men.iter().position(|&man| man == (side, Role::King));
        let royal = rules == Rules::Chess;
        // Which positions there are.
        for index in 0..count {
            let (side, placement) = table.squares(index);
            let occupied = table.occupied(&placement);
            let checked = || {
                let king = king(1 - side).expect("chess has kings");
                table.attacked(side, placement[king], &placement, occupied)
            };
            if occupied.count_ones() as usize != men.len() || royal && checked() {
                table.values[index] = VOID;
            }
        }
        let exits: Vec<Option<&Textbook>> = (0..men.len())
            .map(|taken| Textbook::without(men, taken, rules).map(|left| &known[&left]))
            .collect();
        // All moves of all positions: what captures lead to, and how many others there are.
        let mut left = vec![CLOSED; count];
        let mut slowest = vec![0_u16; count];
        let mut due: Vec<Vec<u32>> = vec![Vec::new(); 2];
        let mut decided: Vec<(u32, u16, bool)> = Vec::new();
        for index in 0..count {
            if table.values[index] == VOID {
                continue;
            }
            let (side, placement) = table.squares(index);
            let occupied = table.occupied(&placement);
            let (mut win, mut loss, mut draw) = (u16::MAX, 0, false);
            let (mut captures, mut quiet) = (0, 0);
            for (slot, &(_, role)) in men.iter().enumerate().filter(|(_, man)| man.0 == side) {
                let attacked = attacks(role, placement[slot], occupied) & occupied;
                for taken in (0..men.len()).filter(|&taken| men[taken].0 != side) {
                    if attacked & (1 << placement[taken]) == 0 {
                        continue;
                    }
                    let value = match exits[taken] {
                        // The last man: its side has won.
                        None => 1,
                        Some(exit) => {
                            let mut after = placement;
                            after[slot] = placement[taken];
                            after.copy_within(taken + 1.., taken);
                            exit.values[exit.index(1 - side, &after)]
                        }
                    };
                    match value {
                        VOID => continue,
                        0 => draw = true,
                        lost @ ..0 => win = win.min(lost.unsigned_abs()),
                        won => loss = loss.max(won.unsigned_abs()),
                    }
                    captures += 1;
                }
            }
            if captures == 0 || royal {
                for (slot, &(_, role)) in men.iter().enumerate().filter(|(_, man)| man.0 == side) {
                    let mut after = placement;
                    for to in numbers(attacks(role, placement[slot], occupied) & !occupied) {
                        after[slot] = to;
                        let legal = !royal || table.values[table.index(1 - side, &after)] != VOID;
                        quiet += u8::from(legal);
                    }
                }
            }
            if quiet > 0 {
                left[index] = quiet;
                slowest[index] = if draw || win < u16::MAX { SAFE } else { loss };
            }
            if win < u16::MAX {
                decided.push((index as u32, win, true));
            } else if quiet == 0 && captures > 0 && !draw {
                decided.push((index as u32, loss, false));
            } else if quiet == 0 && captures == 0 {
                let checked = royal && {
                    let king = king(side).expect("chess has kings");
                    table.attacked(1 - side, placement[king], &placement, occupied)
                };
                if !royal || checked {
                    decided.push((index as u32, 0, !royal));
                }
            }
        }
        let mut won = vec![false; count];
        for (index, plies, win) in decided {
            due.resize_with(due.len().max(usize::from(plies) + 1), Vec::new);
            due[usize::from(plies)].push(index);
            won[index as usize] = win;
        }
        // From each position decided in so many plies back to those it comes from.
        let mut plies = 0;
        while plies < due.len() {
            let now = std::mem::take(&mut due[plies]);
            due.resize_with(due.len().max(plies + 2), Vec::new);
            for index in now {
                let index = index as usize;
                if table.values[index] != 0 {
                    continue;
                }
                let win = won[index];
                let value = plies as i16 + 1;
                table.values[index] = if win { value } else { -value };
                let (side, placement) = table.squares(index);
                let occupied = table.occupied(&placement);
                let mut tell = |before: usize| {
                    if table.values[before] != 0 || left[before] == CLOSED {
                        return;
                    }
                    if !win {
                        won[before] = true;
                        left[before] = CLOSED;
                        due[plies + 1].push(before as u32);
                        return;
                    }
                    left[before] -= 1;
                    if left[before] == 0 && slowest[before] != SAFE {
                        let at = (plies + 1).max(usize::from(slowest[before]));
                        due.resize_with(due.len().max(at + 1), Vec::new);
                        due[at].push(before as u32);
                    }
                };
                for (slot, &(_, role)) in men.iter().enumerate().filter(|(_, man)| man.0 != side) {
                    let mut before = placement;
                    for from in numbers(attacks(role, placement[slot], occupied) & !occupied) {
                        before[slot] = from;
                        let turn = turn_for(before[0]);
                        // Each move is told once: from the diagonal by one of the two places of
                        // this position, to the diagonal to both places of the other.
                        let diagonal = on_diagonal(placement[0]);
                        if slot > 0 || !diagonal || turn < 4 {
                            tell(table.index_turned(1 - side, &before, turn));
                        }
                        if slot == 0 && !diagonal && on_diagonal(turned(turn, from)) {
                            tell(table.index_turned(1 - side, &before, turn | 4));
                        }
                    }
                }
            }
            plies += 1;
            while due.last().is_some_and(Vec::is_empty) && due.len() > plies {
                due.pop();
            }
        }
        table
    }

    /// What [`Table::counts`] counts.
    fn counts(&self, side: usize) -> Counts {
        let mut doubled = Counts::default();
        for (index, &value) in
            self.values.iter().enumerate().skip(side * self.half()).take(self.half())
        {
            let (_, placement) = self.squares(index);
            let mut on = placement[..self.men.len()].iter().map(|&square| on_diagonal(square));
            let weight = if !on.next().unwrap_or(false) || on.all(|on| on) { 2 } else { 1 };
            let tally = match value {
                VOID => continue,
                0 => {
                    doubled.draws += weight;
                    continue;
                }
                1.. => &mut doubled.wins,
                _ => &mut doubled.losses,
            };
            let plies = usize::from(value.unsigned_abs()) - 1;
            tally.resize(tally.len().max(plies + 1), 0);
            tally[plies] += weight;
        }
        doubled.draws /= 2;
        for tally in [&mut doubled.wins, &mut doubled.losses] {
            tally.iter_mut().for_each(|n| *n /= 2);
        }
        doubled
    }
}

//! A slow twin of the tables, written without a look at how they are solved.
//!
//! It knows the rules from shakmaty alone, lists the positions of a material square by square,
//! writes down where every move leads, and then goes through the plies 0, 1, 2, … : a position is
//! won in a ply if some move leads to a loss that is one ply nearer, lost if all moves lead to wins
//! that are. Then each of its values is compared with the library's, in a random one of the
//! position's mirror images. For larger materials the library's values are compared with one
//! another: a value must follow from those one of shakmaty's moves later.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use shakmaty::variant::Antichess;
use shakmaty::{
    Board, CastlingMode, Chess, Color, FromSetup, Piece, PositionError, Role, Setup, Square,
};
use zermelo_kernel::{self as kernel, GamePosition, LosingPosition, Value};
use zermelo_tables::{Library, Limits, Material, Measure, Rules, Syzygy, Wdl};

/// Outcomes follow from any of these.
const DISTANCES: [Measure; 3] = [Measure::Conversion, Measure::Zeroing, Measure::End];
const LOSING: [Rules; 3] = [Rules::Losing, Rules::LosingFics, Rules::LosingJoint];

/// A game as shakmaty plays it, with the kernel's positions of it.
trait Game: shakmaty::Position + FromSetup + Clone {
    type Ours: GamePosition;
}

impl Game for Antichess {
    type Ours = LosingPosition;
}

impl Game for Chess {
    type Ours = kernel::Position;
}

fn theirs<G: Game>(board: &Board, turn: Color, en_passant: Option<Square>) -> Option<G> {
    let mut setup = Setup::empty();
    setup.board = board.clone();
    setup.turn = turn;
    setup.ep_square = en_passant;
    let strict = G::from_setup(setup, CastlingMode::Standard);
    let position = strict.or_else(PositionError::ignore_impossible_check).ok()?;
    (position.legal_ep_square() == en_passant).then_some(position)
}

fn ours<P: GamePosition>(board: &Board, turn: Color, en_passant: Option<Square>) -> P {
    let mut men = [None; 64];
    for (square, piece) in board.iter() {
        men[usize::from(square)] = kernel::Piece::from_letter(piece.char());
    }
    let turn = if turn == Color::White { kernel::Color::White } else { kernel::Color::Black };
    let en_passant = en_passant.and_then(|square| kernel::Square::new(square.into()));
    P::from_men(men, turn, en_passant).expect("the kernel knows this position")
}

/// The value where the side to move has no move, as the twin writes values: a win in n plies is
/// n + 1, a loss -n - 1, a draw 0.
fn over(rules: Rules, own: usize, other: usize, check: bool) -> i16 {
    let fewest = (other as i16 - own as i16).signum();
    match rules {
        Rules::Chess => {
            if check {
                -1
            } else {
                0
            }
        }
        Rules::Losing => 1,
        Rules::LosingFics => fewest,
        Rules::LosingJoint => fewest.max(0),
    }
}

fn written(value: Value) -> i16 {
    match value {
        Value::Win(plies) => plies as i16 + 1,
        Value::Draw => 0,
        Value::Loss(plies) => -(plies as i16) - 1,
    }
}

// ---------------------------------------------------------------------------------------------
// The twin.

/// The other side has no men left, and so has won.
const BARE: u32 = u32::MAX;
/// Marks a pawn move or capture.
const ZEROING: u32 = 1 << 31;

/// Where a table is, by how many men of each kind there are.
fn signature(board: &Board) -> u64 {
    let mut signature = 0;
    for color in Color::ALL {
        for role in Role::ALL {
            signature = signature << 3 | board.by_piece(Piece { color, role }).count() as u64;
        }
    }
    signature
}

/// The places of a material. Men come in a fixed order, pawns first; the first one stands on the
/// files a to d, and if there are no pawns in the triangle a1-d1-d4.
struct Places {
    name: String,
    men: Vec<Piece>,
    kinds: Vec<Piece>,
    firsts: Vec<u32>,
    pawns: bool,
    plain: usize,
    en_passant: HashMap<(u32, Square), u32>,
    listed: Vec<(u32, Square)>,
}

impl Places {
    /// The men of a material.
    fn men(name: &str) -> Vec<Piece> {
        let (white, black) = name.split_once('v').unwrap();
        let men = |color: Color, letters: &str| -> Vec<Piece> {
            letters
                .chars()
                .map(|letter| Piece { color, role: Role::from_char(letter).unwrap() })
                .collect()
        };
        let mut men = [men(Color::White, white), men(Color::Black, black)].concat();
        men.sort_by_key(|man| (man.role, man.color.is_black()));
        men
    }

    fn new<G: Game>(name: &str) -> Places {
        let men = Places::men(name);
        let mut kinds = men.clone();
        kinds.dedup();
        let pawns = men[0].role == Role::Pawn;
        let firsts: Vec<u32> = (0..64)
            .filter(|square| square % 8 < 4)
            .filter(
                |square| if pawns { (8..56).contains(square) } else { square / 8 <= square % 8 },
            )
            .collect();
        let plain = (2 * firsts.len()) << (6 * (men.len() - 1));
        let name = name.to_string();
        let en_passant = HashMap::new();
        let mut places =
            Places { name, men, kinds, firsts, pawns, plain, en_passant, listed: Vec::new() };
        if pawns {
            places.list_en_passant::<G>();
        }
        places
    }

    fn list_en_passant<G: Game>(&mut self) {
        for place in 0..self.plain as u32 {
            let Some((board, turn)) = self.board(place) else { continue };
            let pushed = Piece { color: !turn, role: Role::Pawn };
            for pawn in board.by_piece(pushed)
                & shakmaty::Bitboard::from(
                    turn.fold_wb(shakmaty::Rank::Fifth, shakmaty::Rank::Fourth),
                )
            {
                let behind = pawn.offset(turn.fold_wb(8, -8)).unwrap();
                if theirs::<G>(&board, turn, Some(behind)).is_some() {
                    let id = self.plain + self.listed.len();
                    self.en_passant.insert((place, behind), id as u32);
                    self.listed.push((place, behind));
                }
            }
        }
    }

    fn len(&self) -> usize {
        self.plain + self.listed.len()
    }

    fn count(&self, color: Color) -> usize {
        self.men.iter().filter(|man| man.color == color).count()
    }

    /// The men of a plain place, if they can stand so.
    fn board(&self, place: u32) -> Option<(Board, Color)> {
        let mut rest = place;
        let mut board = Board::empty();
        let mut squares = [0; 8];
        for at in (1..self.men.len()).rev() {
            squares[at] = rest % 64;
            rest /= 64;
        }
        squares[0] = self.firsts[rest as usize % self.firsts.len()];
        let turn = Color::from_white(rest < self.firsts.len() as u32);
        for (&man, &square) in self.men.iter().zip(&squares) {
            let square = Square::new(square);
            let fits = man.role != Role::Pawn || (8..56).contains(&u32::from(square));
            if !fits || board.piece_at(square).is_some() {
                return None;
            }
            board.set_piece_at(square, man);
        }
        Some((board, turn))
    }

    fn position<G: Game>(&self, id: u32) -> Option<G> {
        let (place, en_passant) = match (id as usize).checked_sub(self.plain) {
            None => (id, None),
            Some(listed) => (self.listed[listed].0, Some(self.listed[listed].1)),
        };
        let (board, turn) = self.board(place)?;
        theirs(&board, turn, en_passant)
    }

    /// The place of these men; the other way round if this table has them with colours changed.
    fn find(&self, board: &Board, turn: Color, en_passant: Option<Square>, flipped: bool) -> u32 {
        let mut squares = [0_u32; 8];
        let mut at = 0;
        for &kind in &self.kinds {
            let kind = if flipped { Piece { color: !kind.color, ..kind } } else { kind };
            for square in board.by_piece(kind) {
                squares[at] = u32::from(square) ^ if flipped { 56 } else { 0 };
                at += 1;
            }
        }
        let turn = if flipped { !turn } else { turn };
        let mut turned = if flipped { 56 } else { 0 };
        let squares = &mut squares[..at];
        let mirror = |squares: &mut [u32], by| squares.iter_mut().for_each(|square| *square ^= by);
        if squares[0] % 8 > 3 {
            mirror(squares, 7);
            turned ^= 7;
        }
        if !self.pawns {
            if squares[0] / 8 > 3 {
                mirror(squares, 56);
            }
            if squares[0] / 8 > squares[0] % 8 {
                squares.iter_mut().for_each(|square| *square = *square / 8 + *square % 8 * 8);
            }
        }
        let first = self.firsts.binary_search(&squares[0]).expect("the first man stands here");
        let start = first + if turn.is_white() { 0 } else { self.firsts.len() };
        let place = squares[1..].iter().fold(start as u32, |place, square| place * 64 + square);
        match en_passant {
            None => place,
            Some(square) => self.en_passant[&(place, Square::new(u32::from(square) ^ turned))],
        }
    }
}

/// Lists of numbers, one after the other.
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn get(&self, at: u32) -> &[u32] {
        &self.items[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }
}

/// All moves of a material: for each place the places they lead to, and the other way round.
struct Moves {
    after: Lists,
    before: Lists,
    /// Positions in which there is no move, and whether the side to move is in check.
    ended: Vec<(u32, bool)>,
    legal: Vec<bool>,
}

/// The values of a material, for each pair of rules and distance.
type Solved = HashMap<(Rules, Measure), Vec<i16>>;

#[derive(Default)]
struct Twin {
    tables: Vec<Places>,
    /// By signature: which table, and whether the colours are changed.
    found: HashMap<u64, (usize, bool)>,
}

impl Twin {
    fn add<G: Game>(&mut self, name: &str) {
        let places = Places::new::<G>(name);
        let mut board = Board::empty();
        for (at, &man) in places.men.iter().enumerate() {
            board.set_piece_at(Square::new(at as u32), man);
        }
        let at = self.tables.len();
        self.found.insert(signature(&board.clone().into_swapped_colors()), (at, true));
        self.found.insert(signature(&board), (at, false));
        self.tables.push(places);
    }

    /// The table and place of a position.
    fn find<G: Game>(&self, position: &G) -> (usize, u32) {
        let (table, flipped) = self.found[&signature(position.board())];
        let en_passant = position.legal_ep_square();
        (table, self.tables[table].find(position.board(), position.turn(), en_passant, flipped))
    }

    fn moves<G: Game>(&self, table: usize) -> Moves {
        let places = &self.tables[table];
        let mut after = Lists { starts: vec![0], items: Vec::new() };
        let mut ended = Vec::new();
        let mut legal = vec![false; places.len()];
        let mut indegree = vec![0_u32; places.len() + 1];
        for id in 0..places.len() as u32 {
            if let Some(position) = places.position::<G>(id) {
                legal[id as usize] = true;
                let moves = position.legal_moves();
                if moves.is_empty() {
                    ended.push((id, position.is_check()));
                }
                for m in moves {
                    let mut next = position.clone();
                    next.play_unchecked(m);
                    if next.us().is_empty() {
                        after.items.push(BARE);
                        continue;
                    }
                    let (to, place) = self.find(&next);
                    let mark = if m.is_zeroing() { ZEROING } else { 0 };
                    after.items.push(place | (to as u32) << 20 | mark);
                    if to == table {
                        indegree[place as usize + 1] += 1;
                    }
                }
            }
            after.starts.push(after.items.len() as u32);
        }
        for at in 1..indegree.len() {
            indegree[at] += indegree[at - 1];
        }
        let mut before =
            Lists { items: vec![0; *indegree.last().unwrap() as usize], starts: indegree };
        let mut next = before.starts.clone();
        for id in 0..places.len() as u32 {
            for &edge in after.get(id) {
                if let Some(place) = within(edge, table) {
                    before.items[next[place] as usize] = id;
                    next[place] += 1;
                }
            }
        }
        Moves { after, before, ended, legal }
    }

    fn solve(
        &self,
        table: usize,
        moves: &Moves,
        rules: Rules,
        measure: Measure,
        known: &[Option<Arc<Solved>>],
        outcomes: &[i16],
    ) -> Vec<i16> {
        let places = &self.tables[table];
        let mut values = vec![0_i16; places.len()];
        // What a move that leaves the table, or ends the count, leads to, and the plies it counts.
        let leaving = |edge: u32| -> Option<(i16, i16)> {
            if edge == BARE {
                return Some((1, 1));
            }
            match within(edge, table) {
                Some(place) if measure == Measure::Zeroing && edge & ZEROING != 0 => {
                    Some((outcomes[place].signum(), 1))
                }
                Some(_) => None,
                None => {
                    let solved =
                        known[(edge >> 20 & 255) as usize].as_ref().expect("smaller first");
                    let value = solved[&(rules, measure)][edge as usize & 0xf_ffff];
                    let plies = if measure == Measure::End { value.abs() } else { 1 };
                    Some((value.signum(), plies))
                }
            }
        };
        // When to look at a position because of such moves.
        let mut due: Vec<Vec<u32>> = vec![Vec::new(); 2];
        for id in 0..places.len() as u32 {
            let (mut soonest, mut latest) = (i16::MAX, 0);
            for (sign, plies) in moves.after.get(id).iter().filter_map(|&edge| leaving(edge)) {
                match sign {
                    -1 => soonest = soonest.min(plies),
                    1 => latest = latest.max(plies),
                    _ => {}
                }
            }
            for plies in [soonest, latest] {
                if plies != i16::MAX && plies != 0 {
                    due.resize_with(due.len().max(plies as usize + 1), Vec::new);
                    due[plies as usize].push(id);
                }
            }
        }
        let mut changed: Vec<u32> = Vec::new();
        for &(id, check) in &moves.ended {
            let white = id < places.plain as u32 / 2;
            let turn = Color::from_white(white);
            values[id as usize] = over(rules, places.count(turn), places.count(!turn), check);
            changed.push(id);
        }
        let mut ply = 1;
        while ply < due.len() || !changed.is_empty() {
            let look = changed.iter().flat_map(|&id| moves.before.get(id));
            let look: Vec<u32> = look.chain(due.get(ply).into_iter().flatten()).copied().collect();
            changed.clear();
            for id in look {
                if values[id as usize] != 0 {
                    continue;
                }
                let (mut won, mut lost) = (false, true);
                for &edge in moves.after.get(id) {
                    let (sign, plies) = leaving(edge).unwrap_or_else(|| {
                        let value = values[within(edge, table).unwrap()];
                        (value.signum(), value.abs())
                    });
                    let now = plies as usize <= ply;
                    won |= now && sign < 0;
                    lost &= now && sign > 0;
                }
                if won || lost {
                    values[id as usize] = if won { ply as i16 + 1 } else { -(ply as i16) - 1 };
                    changed.push(id);
                }
            }
            ply += 1;
        }
        values
    }
}

fn within(edge: u32, table: usize) -> Option<usize> {
    let here = edge != BARE && (edge >> 20 & 255) as usize == table;
    here.then_some(edge as usize & 0xf_ffff)
}

// ---------------------------------------------------------------------------------------------
// Comparing.

/// A stream of numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

/// A random mirror image, colours changed or not.
fn mirrored<G: Game>(position: &G, random: &mut Random) -> (Board, Color, Option<Square>) {
    let mut board = position.board().clone();
    let mut turn = position.turn();
    let mut en_passant = position.legal_ep_square();
    let any = random.below(16);
    if any & 1 != 0 {
        board.flip_horizontal();
        en_passant = en_passant.map(Square::flip_horizontal);
    }
    if any & 2 != 0 {
        board.flip_vertical();
        board.swap_colors();
        turn = !turn;
        en_passant = en_passant.map(Square::flip_vertical);
    }
    if board.pawns().is_empty() {
        if any & 4 != 0 {
            board.flip_diagonal();
        }
        if any & 8 != 0 {
            board.flip_vertical();
        }
    }
    (board, turn, en_passant)
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("zermelo-twin-{name}-{}", std::process::id()));
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn build(library: &Library, name: &str, measures: &[Measure]) {
    let material = Material::parse(name, library.rules()).unwrap();
    for &measure in measures {
        let plan = library.plan(std::slice::from_ref(&material), measure);
        library
            .build(&plan, Limits::new(u64::MAX, 4 << 30), &mut |_| ControlFlow::Continue(()))
            .unwrap();
    }
}

/// Every position of these materials, for all rules and distances.
fn compare<G: Game + Send>(materials: &[String], libraries: &[Library]) -> u64 {
    let mut twin = Twin::default();
    for name in materials {
        twin.add::<G>(name);
    }
    let mut known: Vec<Option<Arc<Solved>>> = vec![None; materials.len()];
    let compared = AtomicU64::new(0);
    let wrong = Mutex::new(Vec::new());
    let class = |at: usize| {
        (
            twin.tables[at].men.len(),
            twin.tables[at].men.iter().filter(|man| man.role == Role::Pawn).count(),
        )
    };
    let mut from = 0;
    while from < materials.len() {
        let to =
            (from..materials.len()).find(|&at| class(at) != class(from)).unwrap_or(materials.len());
        let next = AtomicUsize::new(from);
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    loop {
                        let table = next.fetch_add(1, Ordering::Relaxed);
                        if table >= to {
                            return;
                        }
                        let moves = twin.moves::<G>(table);
                        let mut solved = Solved::new();
                        for library in libraries {
                            let rules = library.rules();
                            for measure in DISTANCES {
                                let outcomes = solved
                                    .get(&(rules, Measure::Conversion))
                                    .map_or(&[][..], |values| values);
                                let values =
                                    twin.solve(table, &moves, rules, measure, &known, outcomes);
                                solved.insert((rules, measure), values);
                            }
                        }
                        compare_table::<G>(
                            &twin.tables[table],
                            &moves.legal,
                            &solved,
                            libraries,
                            &compared,
                            &wrong,
                        );
                        found.lock().unwrap().push((table, Arc::new(solved)));
                    }
                });
            }
        });
        for (table, solved) in found.into_inner().unwrap() {
            known[table] = Some(solved);
        }
        from = to;
    }
    let wrong = wrong.into_inner().unwrap();
    assert!(
        wrong.is_empty(),
        "{} disagreements, among them:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    compared.into_inner()
}

fn compare_table<G: Game>(
    places: &Places,
    legal: &[bool],
    solved: &Solved,
    libraries: &[Library],
    compared: &AtomicU64,
    wrong: &Mutex<Vec<String>>,
) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ places.len() as u64);
    let mut count = 0;
    for library in libraries {
        let rules = library.rules();
        let values = DISTANCES.map(|measure| &solved[&(rules, measure)]);
        for id in (0..places.len()).filter(|&id| legal[id]) {
            let position = places.position::<G>(id as u32).expect("it is legal");
            let (board, turn, en_passant) = mirrored(&position, &mut random);
            let position: G::Ours = ours(&board, turn, en_passant);
            let outcome = values[0][id].signum();
            let expected = DISTANCES.iter().zip(values.map(|values| values[id]));
            for (&measure, value) in expected.chain([(&Measure::Outcome, outcome)]) {
                let theirs = library.value(&position, measure).map(written);
                count += 1;
                if !matches!(theirs, Ok(theirs) if theirs == value) {
                    let name = &places.name;
                    wrong.lock().unwrap().push(format!(
                        "{rules} {measure} {name} {position}: library {theirs:?}, twin {value}"
                    ));
                }
            }
        }
    }
    compared.fetch_add(count, Ordering::Relaxed);
}

/// These materials and all that come from them by captures and promotions, the smaller ones first.
fn closure(names: &[&str], rules: Rules) -> Vec<String> {
    let mut all: Vec<Material> = Vec::new();
    for name in names {
        for material in Material::closure(&[Material::parse(name, rules).unwrap()], rules) {
            if !all.contains(&material) {
                all.push(material);
            }
        }
    }
    all.sort_by_key(|material| (material.size(), material.pawns(), material.clone()));
    all.iter().map(Material::to_string).collect()
}

fn against_twin<G: Game + Send>(names: &[&str], all_rules: &[Rules]) {
    let folder = Folder::new(names[0]);
    let started = std::time::Instant::now();
    let materials = closure(names, all_rules[0]);
    let library = |&rules: &Rules| {
        let library = Library::new(&folder.0, rules);
        materials.iter().for_each(|name| build(&library, name, &DISTANCES));
        library
    };
    let libraries: Vec<Library> = all_rules.iter().map(library).collect();
    let built = started.elapsed().as_secs_f64();
    let compared = compare::<G>(&materials, &libraries);
    println!(
        "{compared} values of {} materials compared; {built:.1} s to build, {:.1} s in all",
        materials.len(),
        started.elapsed().as_secs_f64()
    );
}

#[test]
fn losing_chess_with_two_men() {
    against_twin::<Antichess>(&["PvP"], &LOSING);
}

#[test]
fn losing_chess_with_three_men() {
    // A bishop on a1 behind its blocked pawn: the side with more men may be the one stalemated.
    against_twin::<Antichess>(&["BPvP", "KNvR"], &LOSING);
}

#[test]
#[ignore = "it takes two minutes"]
fn losing_chess_with_all_three_men() {
    against_twin::<Antichess>(&["PPvP"], &LOSING);
}

#[test]
fn chess_with_three_men() {
    against_twin::<Chess>(&["KPvK"], &[Rules::Chess]);
}

// ---------------------------------------------------------------------------------------------
// Larger materials: each value must follow from those one move later.

/// A random position of these men; if `pushed`, one in which a pawn can be taken en passant, by
/// one pawn or by two.
fn sample<G: Game>(men: &[Piece], pushed: bool, random: &mut Random) -> Option<G> {
    let mut board = Board::empty();
    let mut turn = Color::from_white(random.below(2) == 0);
    let mut en_passant = None;
    let mut rest = men.to_vec();
    if pushed {
        let mut take = |color| {
            let at = rest.iter().position(|&man| man == Piece { color, role: Role::Pawn })?;
            Some(rest.swap_remove(at))
        };
        let (file, rank) = (random.below(8) as i32, turn.fold_wb(4, 3));
        let mut sides = if random.below(2) == 0 { [-1, 1] } else { [1, -1] };
        if random.below(2) == 0 {
            sides[1] = 9;
        }
        let square = |file, rank| Square::new((file + 8 * rank) as u32);
        board.set_piece_at(square(file, rank), take(!turn)?);
        for side in sides.into_iter().filter(|side| (0..8).contains(&(file + side))) {
            if let Some(pawn) = take(turn) {
                board.set_piece_at(square(file + side, rank), pawn);
            }
        }
        en_passant = Some(square(file, turn.fold_wb(5, 2)));
    }
    for man in rest {
        let square = Square::new(random.below(64) as u32);
        if board.piece_at(square).is_some()
            || man.role == Role::Pawn && !(8..56).contains(&u32::from(square))
        {
            return None;
        }
        board.set_piece_at(square, man);
    }
    if random.below(2) == 0 {
        board.mirror();
        turn = !turn;
        en_passant = en_passant.map(Square::flip_vertical);
    }
    theirs(&board, turn, en_passant)
}

/// The value of a position by what the library says of the positions after shakmaty's moves.
fn followed<G: Game>(position: &G, library: &Library, measure: Measure) -> i16 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        let [own, other] = [position.us().count(), position.them().count()];
        let value = over(library.rules(), own, other, position.is_check());
        return if measure == Measure::Outcome { value.signum() } else { value };
    }
    let values = moves.into_iter().map(|m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        let counted = match measure {
            Measure::Outcome => true,
            Measure::Conversion => m.is_capture() || m.is_promotion(),
            Measure::Zeroing => m.is_zeroing(),
            Measure::End => false,
        };
        let ours: G::Ours = ours(next.board(), next.turn(), next.legal_ep_square());
        let asked = if counted { Measure::Outcome } else { measure };
        let value = written(library.value(&ours, asked).unwrap());
        match (measure, value) {
            (Measure::Outcome, value) => -value.signum(),
            (_, value) if counted => -2 * value.signum(),
            (_, value) => -value - value.signum(),
        }
    });
    // A quick win, a slow one, a draw, a slow loss, a quick one.
    values
        .max_by_key(|&value| {
            if value == 0 { 0 } else { i32::from(value.signum()) * 100_000 - i32::from(value) }
        })
        .unwrap()
}

fn consistent<G: Game + Send>(names: &[&str], rules: Rules, samples: u64) {
    let folder = Folder::new(names[0]);
    let kept = std::env::var_os("ZERMELO_TWIN").map(PathBuf::from);
    let library = Library::new(kept.as_deref().unwrap_or(&folder.0), rules);
    let started = std::time::Instant::now();
    for name in names {
        build(&library, name, &DISTANCES);
        let built = started.elapsed().as_secs_f64();
        let men = Places::men(name);
        let [all, passed, twice] = [(); 3].map(|()| AtomicU64::new(0));
        let wrong = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let (library, men, all, passed, twice, wrong) =
                    (&library, &men, &all, &passed, &twice, &wrong);
                scope.spawn(move || {
                    let mut random = Random(0x2545_f491_4f6c_dd1d + thread);
                    while all.load(Ordering::Relaxed) < samples {
                        let pushed = random.below(2) == 0;
                        let Some(position) = sample::<G>(men, pushed, &mut random) else { continue };
                        all.fetch_add(1, Ordering::Relaxed);
                        passed.fetch_add(u64::from(pushed), Ordering::Relaxed);
                        twice.fetch_add(u64::from(position.en_passant_moves().len() == 2), Ordering::Relaxed);
                        let here: G::Ours = ours(position.board(), position.turn(), position.legal_ep_square());
                        for measure in Measure::ALL {
                            let claimed = library.value(&here, measure).map(written);
                            let claimed = claimed.map(|value| if measure == Measure::Outcome { value.signum() } else { value });
                            let expected = followed(&position, library, measure);
                            if !matches!(claimed, Ok(claimed) if claimed == expected) {
                                wrong.lock().unwrap().push(format!("{rules} {measure} {name} {here}: library {claimed:?}, by its moves {expected}"));
                            }
                        }
                    }
                });
            }
        });
        let wrong = wrong.into_inner().unwrap();
        assert!(
            wrong.is_empty(),
            "{} inconsistent, among them:\n{}",
            wrong.len(),
            wrong[..wrong.len().min(20)].join("\n")
        );
        println!(
            "{rules} {name}: {} positions follow from their moves by all measures, {} with en passant, {} of them by two pawns; {built:.1} s to build, {:.1} s in all",
            all.into_inner(),
            passed.into_inner(),
            twice.into_inner(),
            started.elapsed().as_secs_f64()
        );
    }
}

#[test]
fn losing_chess_with_three_pawns() {
    consistent::<Antichess>(&["PPvP"], Rules::Losing, 100_000);
}

#[test]
fn chess_with_four_men() {
    consistent::<Chess>(&["KPvKP"], Rules::Chess, 30_000);
}

#[test]
#[ignore = "building the tables takes many minutes; ZERMELO_TWIN names a folder to keep them"]
fn losing_chess_with_four_pawns() {
    consistent::<Antichess>(&["PPvPP", "PPPvP"], Rules::Losing, 200_000);
}

// ---------------------------------------------------------------------------------------------
// Syzygy tables.

fn chess(fen: &str) -> kernel::Position {
    kernel::Position::from_fen(fen, kernel::Castling::Standard).unwrap()
}

#[test]
fn damaged_syzygy_tables_are_refused() {
    let folder = Folder::new("syzygy");
    let told = |error: zermelo_tables::SyzygyError| error.to_string();
    let error =
        Syzygy::<kernel::Position>::open(&[&folder.0]).map(|_| ()).map_err(told).unwrap_err();
    assert!(error.starts_with(&folder.0.display().to_string()), "{error}");
    std::fs::create_dir_all(&folder.0).unwrap();
    let queen = chess("8/8/8/8/3k4/8/8/KQ6 w - - 0 1");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.0.join(name), bytes).unwrap();
    write("readme.txt", b"other files do not matter");
    let tables = Syzygy::<kernel::Position>::open(&[&folder.0]).unwrap();
    assert_eq!((tables.men(), tables.probe(&queen).unwrap()), (0, None));
    // A size that no table has is noticed at once, everything else when the file is needed.
    write("KQvK.rtbw", &[7; 100]);
    let error =
        Syzygy::<kernel::Position>::open(&[&folder.0]).map(|_| ()).map_err(told).unwrap_err();
    assert!(error.ends_with("KQvK.rtbw: unexpected file size"), "{error}");
    let mut random = Random(1);
    for garbage in 0..300 {
        let mut bytes: Vec<u8> = (0..64 * 20 + 16).map(|_| random.below(256) as u8).collect();
        if garbage > 0 {
            bytes[..4].copy_from_slice(&[0x71, 0xe8, 0x23, 0x5d]);
        }
        write("KQvK.rtbw", &bytes);
        let tables = Syzygy::<kernel::Position>::open(&[&folder.0]).unwrap();
        assert_eq!(tables.men(), 3);
        let answer = tables.value(&queen);
        if garbage == 0 {
            let error = answer.map(|_| ()).map_err(told).unwrap_err();
            assert_eq!(error, "KQvK.rtbw: the file is damaged or no Syzygy table");
        }
        assert_eq!(tables.value(&chess("8/8/8/8/3k4/8/8/KR6 w - - 0 1")).unwrap(), None);
        assert_eq!(tables.value(&chess("8/8/8/8/3k4/8/8/KRR5 w - - 0 1")).unwrap(), None);
    }
}

/// Compares one position; whether the Syzygy file rounds its plies.
fn compare_syzygy(
    library: &Library,
    tables: &Syzygy,
    position: &kernel::Position,
    moves: bool,
) -> bool {
    let told = tables.value(position).unwrap().expect("the table is there");
    let value = library.value(position, Measure::Zeroing).unwrap();
    let (expected, plies) = match value {
        Value::Win(plies) => (Wdl::Win, Some(u32::from(plies))),
        Value::Draw => (Wdl::Draw, None),
        Value::Loss(plies) => (Wdl::Loss, Some(u32::from(plies))),
    };
    let near = told.dtz == plies || told.rounded && told.dtz.map(|plies| plies + 1) == plies;
    assert!(told.wdl == expected && near, "{position}: library {value}, Syzygy {told:?}");
    let probe = moves.then(|| tables.probe(position).unwrap().expect("as before"));
    if let Some((made, best)) = probe.as_ref().and_then(|probe| probe.moves.first()) {
        let best = best.expect("the tables of the moves are there");
        let same = best.wdl == told.wdl && (best.dtz == told.dtz || told.rounded || best.rounded);
        assert!(same, "{position}: {told:?}, but the best move is {made}: {best:?}");
    }
    told.rounded
}

#[test]
fn syzygy_tables_agree() {
    let Some(syzygy) = std::env::var_os("ZERMELO_SYZYGY").map(PathBuf::from) else {
        println!("skipped: no syzygy tables (ZERMELO_SYZYGY names their folder)");
        return;
    };
    let tables = Syzygy::<kernel::Position>::open(&[&syzygy]).unwrap();
    let folder = Folder::new("against-syzygy");
    let kept = std::env::var_os("ZERMELO_TWIN").map(PathBuf::from);
    let library = Library::new(kept.as_deref().unwrap_or(&folder.0), Rules::Chess);
    for material in (3..=4).flat_map(|men| Material::all(men, Rules::Chess)) {
        let name = material.to_string();
        if !syzygy.join(format!("{name}.rtbw")).is_file() {
            println!("{name}: no file");
            continue;
        }
        build(&library, &name, &[Measure::Zeroing]);
        let mut random = Random(42);
        let (mut compared, mut rounded) = (0_u64, 0);
        let mut compare = |board: Board, turn, en_passant| {
            let (position, moves) = (ours(&board, turn, en_passant), compared % 16 == 0);
            rounded += u64::from(compare_syzygy(&library, &tables, &position, moves));
            compared += 1;
            compared
        };
        if material.size() == 3 {
            let places = Places::new::<Chess>(&name);
            for position in (0..places.len() as u32).filter_map(|id| places.position::<Chess>(id)) {
                let (board, turn, en_passant) = mirrored(&position, &mut random);
                compare(board, turn, en_passant);
            }
        } else {
            let men = Places::men(&name);
            let mut done = 0;
            while done < 8_000 {
                let pushed = name == "KPvKP" && random.below(2) == 0;
                if let Some(position) = sample::<Chess>(&men, pushed, &mut random) {
                    let (board, turn, en_passant) = mirrored(&position, &mut random);
                    done = compare(board, turn, en_passant);
                }
            }
        }
        println!("{name}: {compared} positions agree with Syzygy, plies rounded in {rounded}");
    }
}

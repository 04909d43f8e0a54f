//! Retrograde analysis, ply by ply.
//!
//! At each distance the positions just found lost make their predecessors won, and those just
//! found won make their predecessors candidates: a candidate is lost when none of its moves leads
//! to a position that is not won for the opponent. Both questions are asked of sixty-four
//! positions at once, see `steps`. Captures and promotions lead to other tables and are settled
//! before the first ply, see `seeds`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_board::{Limits, Square, squares};
use zermelo_kernel::{ByColor, Color, Rules};

use crate::conversions::Conversions;
use crate::error::TableError;
use crate::geometry::turn_set;
use crate::layout::Layout;
use crate::material::Material;
use crate::rules::{Over, must_capture, royal, without_moves};
use crate::seeds::Seeder;
use crate::steps::{Config, Direction, Who};
use crate::table::{Half, Measure, Table, legal};

/// A set of positions.
struct Set(Vec<AtomicU64>);

impl Set {
    fn new(words: usize) -> Set {
        Set((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        self.0[at].load(Relaxed)
    }

    #[inline(always)]
    fn put(&self, at: usize, bits: u64) {
        self.0[at].store(bits, Relaxed);
    }

    #[inline(always)]
    fn add(&self, at: usize, bits: u64) {
        if bits & !self.word(at) != 0 {
            self.0[at].fetch_or(bits, Relaxed);
        }
    }

    #[inline(always)]
    fn remove(&self, at: usize, bits: u64) {
        let word = self.word(at);
        if word & bits != 0 {
            self.put(at, word & !bits);
        }
    }

    fn into_words(self) -> Vec<u64> {
        self.0.into_iter().map(AtomicU64::into_inner).collect()
    }
}

/// The sets of one side to move.
struct Side {
    /// There is such a position.
    legal: Set,
    /// Not yet decided, and quiet moves may decide it.
    open: Set,
    win: Set,
    loss: Set,
    /// Has a move out of the table that does not lose.
    safe: Set,
    /// Decided by moves out of the table, at the distance in `plies`, unless sooner.
    due_win: Set,
    due_loss: Set,
    /// Found at this distance, and at the next.
    new_win: Set,
    new_loss: Set,
    next_win: Set,
    next_loss: Set,
    /// May be lost at the next distance.
    candidate: Set,
    plies: Vec<AtomicU16>,
}

/// How far a solution has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ply {
    /// The distance in plies.
    pub plies: u16,
    /// How many places were found won or lost at it.
    pub found: u64,
}

struct Solver<'a> {
    layout: Layout,
    rules: Rules,
    measure: Measure,
    limits: Limits,
    conversions: Conversions,
    own: Option<&'a Table>,
    sides: ByColor<Side>,
    due: AtomicU64,
}

/// How many bytes a solution needs, the tables it leads to not counted.
pub(crate) fn solve_memory(material: &Material, measure: Measure) -> u64 {
    let layout = Layout::new(material);
    let words = (layout.words()) as u64;
    let plies = if measure == Measure::Outcome { 0 } else { 64 * 2 };
    words * 2 * (12 * 8 + plies)
}

/// Solves a table. `find` returns the tables that captures and promotions lead to: of the same
/// measure if it is [`Measure::End`], else their outcomes suffice.
///
/// Of the limits only deadline and interrupt are looked at here.
///
/// # Errors
///
/// If `progress` breaks, or a limit is reached.
pub fn solve(
    material: &Material,
    rules: Rules,
    measure: Measure,
    limits: Limits,
    find: &dyn Fn(&Material) -> Arc<Table>,
    progress: &mut dyn FnMut(Ply) -> ControlFlow<()>,
) -> Result<Table, TableError> {
    // Pawn moves lead to this very table: its outcomes must be known first.
    let own = (measure == Measure::Zeroing && material.has_pawns())
        .then(|| solve(material, rules, Measure::Outcome, limits, find, progress))
        .transpose()?;
    let layout = Layout::new(material);
    let conversions = Conversions::new(&layout, rules, find);
    let words = layout.words();
    let side = || Side {
        legal: Set::new(words),
        open: Set::new(words),
        win: Set::new(words),
        loss: Set::new(words),
        safe: Set::new(words),
        due_win: Set::new(words),
        due_loss: Set::new(words),
        new_win: Set::new(words),
        new_loss: Set::new(words),
        next_win: Set::new(words),
        next_loss: Set::new(words),
        candidate: Set::new(words),
        plies: if measure == Measure::Outcome {
            Vec::new()
        } else {
            (0..words * 64).map(|_| AtomicU16::new(0)).collect()
        },
    };
    let sides = ByColor::new_with(|_| side());
    let own = own.as_ref();
    let due = AtomicU64::new(0);
    let mut solver = Solver { layout, rules, measure, limits, conversions, own, sides, due };
    solver.legal();
    solver.seed();
    let mut plies = 0;
    loop {
        let found = solver.decide(plies);
        if progress(Ply { plies, found }).is_break() || limits.is_over() {
            return Err(TableError::Stopped);
        }
        if found == 0 && solver.due.load(Relaxed) == 0 {
            break;
        }
        if found > 0 {
            solver.spread();
            solver.examine(plies + 1);
            for side in [&mut solver.sides.white, &mut solver.sides.black] {
                std::mem::swap(&mut side.new_win, &mut side.next_win);
                std::mem::swap(&mut side.new_loss, &mut side.next_loss);
            }
        }
        plies += 1;
    }
    Ok(solver.finish())
}

impl Solver<'_> {
    fn who(&self) -> Who {
        if self.own.is_some() { Who::Pieces } else { Who::All }
    }

    /// Does something for each side, plane and config, whose word is numbered.
    fn each_word(&self, work: impl Fn(&Config, Color, usize, usize) + Sync) {
        (0..self.layout.configs).into_par_iter().with_min_len(64).for_each(|number| {
            let Some(config) = Config::new(&self.layout, number) else { return };
            for side in Color::ALL {
                for plane in 0..self.layout.planes() {
                    work(&config, side, plane, plane * self.layout.configs + number);
                }
            }
        });
    }

    fn words(&self) -> impl IndexedParallelIterator<Item = usize> {
        (0..self.layout.words()).into_par_iter().with_min_len(256)
    }

    /// Which positions there are.
    fn legal(&self) {
        self.each_word(|config, side, plane, word| {
            if !self.limits.is_over() {
                self.sides[side].legal.put(word, legal(config, self.rules, side, plane));
            }
        });
    }

    /// Values that do not depend on other positions of the table.
    fn seed(&self) {
        self.each_word(|config, side, plane, word| {
            if self.sides[side].legal.word(word) != 0 && !self.limits.is_over() {
                self.seed_word(config, side, plane, word);
            }
        });
    }

    fn seed_word(&self, config: &Config, side: Color, plane: usize, word: usize) {
        let (us, them) = (&self.sides[side], &self.sides[!side]);
        let legal = us.legal.word(word);
        let seeder = Seeder {
            config,
            conversions: &self.conversions,
            rules: self.rules,
            measure: self.measure,
            own: self.own,
            side,
            plane,
            places: legal,
        };
        let seeds = seeder.seeds();
        let quiet = if must_capture(self.rules) { legal & !seeds.captures } else { legal };
        let moving = quiet
            & config.with_move_into(side, quiet, self.who(), |plane, config| {
                them.legal.word(plane * self.layout.configs + config)
            });
        let out = seeds.win | seeds.draw | seeds.loss;
        let over = legal & !moving & !out;
        let mut due_win = seeds.win;
        let mut due_loss = seeds.loss & !seeds.win & !seeds.draw & !moving;
        if over != 0 {
            let men = |side| self.layout.material.count(side);
            let checked =
                if royal(self.rules) { config.places & !them.legal.word(config.number) } else { 0 };
            for (places, in_check) in [(over & checked, true), (over & !checked, false)] {
                match without_moves(self.rules, men(side), men(!side), in_check) {
                    Over::Won => due_win |= places,
                    Over::Drawn => {}
                    Over::Lost => due_loss |= places,
                }
            }
        }
        us.open.put(word, quiet & !over & !due_loss);
        us.safe.put(word, seeds.win | seeds.draw);
        us.due_win.put(word, due_win);
        us.due_loss.put(word, due_loss);
        self.due.fetch_add(u64::from((due_win | due_loss).count_ones()), Relaxed);
        if !us.plies.is_empty() {
            for place in squares(out) {
                let won = seeds.win & place.bit() != 0;
                let plies = if won { seeds.win_plies } else { seeds.loss_plies }[place.index()];
                us.plies[word * 64 + place.index()].store(plies, Relaxed);
            }
        }
    }

    /// Writes down what was found at this distance, and what is due at it.
    fn decide(&self, plies: u16) -> u64 {
        let due = self.due.load(Relaxed) > 0;
        let count = |word: usize| {
            let mut found = 0;
            for side in [&self.sides.white, &self.sides.black] {
                let (mut win, mut loss) = (side.new_win.word(word), side.new_loss.word(word));
                if due {
                    let now = |set: u64| {
                        if side.plies.is_empty() {
                            return set;
                        }
                        let at =
                            |place: Square| side.plies[word * 64 + place.index()].load(Relaxed);
                        squares(set)
                            .filter(|&place| at(place) == plies)
                            .fold(0, |all, p| all | p.bit())
                    };
                    let (due_win, due_loss) = (side.due_win.word(word), side.due_loss.word(word));
                    win |= now(due_win);
                    loss |= now(due_loss);
                    let settled = (due_win | due_loss) & (win | loss);
                    if settled != 0 {
                        self.due.fetch_sub(u64::from(settled.count_ones()), Relaxed);
                        side.due_win.put(word, due_win & !settled);
                        side.due_loss.put(word, due_loss & !settled);
                    }
                    side.new_win.put(word, win);
                    side.new_loss.put(word, loss);
                }
                let both = win | loss;
                if both == 0 {
                    continue;
                }
                side.win.put(word, side.win.word(word) | win);
                side.loss.put(word, side.loss.word(word) | loss);
                side.open.remove(word, both);
                if !side.plies.is_empty() {
                    for place in squares(both) {
                        side.plies[word * 64 + place.index()].store(plies, Relaxed);
                    }
                }
                found += u64::from(both.count_ones());
            }
            found
        };
        self.words().map(count).sum()
    }

    /// Tells the predecessors of what was found.
    fn spread(&self) {
        self.words().for_each(|word| {
            let news = Color::ALL.map(|side| {
                let side = &self.sides[side];
                (side.new_loss.word(word), side.new_win.word(word))
            });
            if news == [(0, 0); 2] || self.limits.is_over() {
                return;
            }
            let (plane, number) = (word / self.layout.configs, word % self.layout.configs);
            let config = Config::new(&self.layout, number).expect("positions stand here");
            for (side, (loss, win)) in Color::ALL.into_iter().zip(news) {
                if loss | win == 0 {
                    continue;
                }
                let mover = !side;
                let before = &self.sides[mover];
                let tell = |config: usize, loss: u64, win: u64| {
                    // With compulsory captures en-passant positions are never open.
                    let planes = if must_capture(self.rules) { 1 } else { self.layout.planes() };
                    for plane in 0..planes {
                        let at = plane * self.layout.configs + config;
                        let open = before.open.word(at);
                        before.next_win.add(at, loss & open);
                        before.candidate.add(at, win & open);
                    }
                };
                let who = self.who();
                if config.last().color == mover {
                    let origins = |set| config.last_origins(plane, set, who);
                    tell(number, origins(loss), origins(win));
                }
                config.neighbours(mover, Direction::Back, plane, who, |n| {
                    let turned = |set: u64| turn_set(n.turn, set & n.mask);
                    let (loss, win) = (turned(loss), turned(win));
                    if loss | win != 0 {
                        tell(n.config, loss, win);
                    }
                });
                self.sides[side].new_loss.put(word, 0);
                self.sides[side].new_win.put(word, 0);
            }
        });
    }

    /// Finds out which candidates are lost.
    fn examine(&self, plies: u16) {
        self.words().for_each(|word| {
            for side in Color::ALL {
                let (us, them) = (&self.sides[side], &self.sides[!side]);
                let candidates = us.candidate.word(word);
                if candidates == 0 || self.limits.is_over() {
                    continue;
                }
                us.candidate.put(word, 0);
                let asked = candidates & !us.safe.word(word) & !us.next_win.word(word);
                if asked == 0 {
                    continue;
                }
                let number = word % self.layout.configs;
                let config = Config::new(&self.layout, number).expect("positions stand here");
                let lost = asked
                    & !config.with_move_into(side, asked, self.who(), |plane, config| {
                        let at = plane * self.layout.configs + config;
                        them.legal.word(at) & !them.win.word(at)
                    });
                let mut later = 0;
                if !us.plies.is_empty() {
                    let at = |place: Square| us.plies[word * 64 + place.index()].load(Relaxed);
                    later =
                        squares(lost).filter(|&p| at(p) > plies).fold(0, |all, p| all | p.bit());
                    if later != 0 {
                        us.due_loss.put(word, us.due_loss.word(word) | later);
                        self.due.fetch_add(u64::from(later.count_ones()), Relaxed);
                    }
                }
                us.next_loss.put(word, lost & !later);
            }
        });
    }

    fn finish(self) -> Table {
        let halves = self.sides.map(|side| {
            let void: Vec<u64> = side.legal.into_words().into_iter().map(|word| !word).collect();
            let with_void = |set: Set| {
                set.into_words().into_iter().zip(&void).map(|(word, void)| word | void).collect()
            };
            let plies = side.plies.into_iter().map(AtomicU16::into_inner).collect();
            let mut half = Half { win: with_void(side.win), loss: with_void(side.loss), plies };
            // What is not decided is drawn, and has no distance.
            if !half.plies.is_empty() {
                for (word, (win, loss)) in half.win.iter().zip(&half.loss).enumerate() {
                    for place in squares(!(win ^ loss)) {
                        half.plies[word * 64 + place.index()] = 0;
                    }
                }
            }
            half
        });
        Table { layout: self.layout, rules: self.rules, measure: self.measure, halves }
    }
}

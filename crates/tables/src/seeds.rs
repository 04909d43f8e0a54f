//! What is known of a word of positions before any of its own table is: the values of captures and
//! promotions, which lead to other tables.

use zermelo_board::{Color, Role};
use zermelo_kernel::Rules;

use crate::conversions::{Conversion, Conversions};
use crate::geometry::{numbers, turn_square};
use crate::layout::Squares;
use crate::rules::RulesExt;
use crate::steps::{Config, Direction, Who, ahead, attack, attack_from};
use crate::table::{Entry, Measure, Table};

/// Sixty-four positions with a side to move.
pub(crate) struct Seeds {
    /// Positions with a move out of the table that wins, draws, loses.
    pub win: u64,
    pub draw: u64,
    pub loss: u64,
    /// Positions in which something can be taken.
    pub captures: u64,
    /// The quickest such win and the slowest such loss, in plies.
    pub win_plies: [u16; 64],
    pub loss_plies: [u16; 64],
}

pub(crate) struct Seeder<'a> {
    pub config: &'a Config<'a>,
    pub conversions: &'a Conversions,
    pub rules: Rules,
    pub measure: Measure,
    /// The finished outcomes of this very table, where pawn moves count as ways out.
    pub own: Option<&'a Table>,
    pub side: Color,
    pub plane: usize,
    /// The positions to look at.
    pub places: u64,
}

impl Seeder<'_> {
    pub fn seeds(&self) -> Seeds {
        let mut seeds = Seeds {
            win: 0,
            draw: 0,
            loss: 0,
            captures: 0,
            win_plies: [0; 64],
            loss_plies: [0; 64],
        };
        self.captures(&mut seeds);
        if self.plane > 0 {
            self.en_passant(&mut seeds);
        }
        let quiet =
            if self.rules.must_capture() { self.places & !seeds.captures } else { self.places };
        if quiet != 0 && self.config.layout.pawns {
            self.promotions(quiet, &mut seeds);
            if let Some(own) = self.own {
                self.pawn_moves(own, quiet, &mut seeds);
            }
        }
        seeds
    }

    fn note(&self, seeds: &mut Seeds, places: u64, entry: Entry) {
        let plies = |plies: u16| if self.measure == Measure::End { plies + 1 } else { 1 };
        match entry {
            Entry::Void => {}
            Entry::Draw => seeds.draw |= places,
            Entry::Loss(n) => {
                let n = plies(n);
                for place in numbers(places) {
                    let best = &mut seeds.win_plies[usize::from(place)];
                    *best = if seeds.win & (1 << place) == 0 { n } else { n.min(*best) };
                }
                seeds.win |= places;
            }
            Entry::Win(n) => {
                let n = plies(n);
                for place in numbers(places) {
                    let worst = &mut seeds.loss_plies[usize::from(place)];
                    *worst = n.max(*worst);
                }
                seeds.loss |= places;
            }
        }
    }

    /// A move by which a man other than the last arrives on a square; the last man stands
    /// somewhere in `places`.
    fn arrive(&self, seeds: &mut Seeds, conversion: &Conversion, slot: usize, to: u8, places: u64) {
        let mut after: Squares = self.config.squares;
        after[slot] = to;
        let last = self.config.layout.last();
        for place in numbers(places) {
            after[last] = place;
            self.note(seeds, 1 << place, conversion.entry(&after, !self.side));
        }
    }

    /// A move by which the last man, wherever in `places`, arrives on a square.
    fn arrive_last(&self, seeds: &mut Seeds, conversion: &Conversion, to: u8, places: u64) {
        let mut after: Squares = self.config.squares;
        after[self.config.layout.last()] = to;
        self.note(seeds, places, conversion.entry(&after, !self.side));
    }

    /// Whether a pawn that arrives here is promoted.
    fn promotes(&self, role: Role, to: u8) -> bool {
        role == Role::Pawn && !(8..56).contains(&to)
    }

    fn conversions_after(&self, slot: usize, role: Role, to: u8, taken: usize) -> &[Conversion] {
        if self.promotes(role, to) {
            self.conversions.promoted_taking(slot, taken)
        } else {
            self.conversions.taken(taken).map_or(&[], std::slice::from_ref)
        }
    }

    fn captures(&self, seeds: &mut Seeds) {
        let Config { layout, occupied, .. } = *self.config;
        let (last, us, them) = (layout.last(), self.side, !self.side);
        let last_man = self.config.last();
        for (slot, role, from) in self.config.others(us) {
            let attacked = attack(us, role, from, occupied);
            for (taken, _, at) in self.config.others(them) {
                let places = self.config.free_between(from, at) & self.places;
                if attacked & (1 << at) != 0 && places != 0 {
                    seeds.captures |= places;
                    for conversion in self.conversions_after(slot, role, at, taken) {
                        self.arrive(seeds, conversion, slot, at, places);
                    }
                }
            }
            if last_man.side == them {
                for at in numbers(attacked & self.places) {
                    seeds.captures |= 1 << at;
                    for conversion in self.conversions_after(slot, role, at, last) {
                        self.arrive(seeds, conversion, slot, at, 1 << at);
                    }
                }
            }
        }
        if last_man.side == us {
            for (taken, _, at) in self.config.others(them) {
                let places = attack_from(us, last_man.role, at, occupied) & self.places;
                if places != 0 {
                    seeds.captures |= places;
                    for conversion in self.conversions_after(last, last_man.role, at, taken) {
                        self.arrive_last(seeds, conversion, at, places);
                    }
                }
            }
        }
    }

    fn en_passant(&self, seeds: &mut Seeds) {
        let layout = self.config.layout;
        let (last, us, them) = (layout.last(), self.side, !self.side);
        let pushed = layout.pushed[self.plane - 1];
        let Some(conversion) = self.conversions.taken(pushed) else { return };
        // Where the pawn stands, and the places of the last man for which it does.
        let pushes: Vec<(u8, u64)> = if pushed == last {
            numbers(self.places).map(|at| (at, 1 << at)).collect()
        } else {
            vec![(self.config.squares[pushed], self.places)]
        };
        for (at, places) in pushes {
            let to = ahead(them, at, -1);
            let from = attack_from(us, Role::Pawn, to, 0);
            for (slot, role, square) in self.config.others(us) {
                if role == Role::Pawn && from & (1 << square) != 0 {
                    seeds.captures |= places;
                    self.arrive(seeds, conversion, slot, to, places);
                }
            }
            if self.config.last().side == us && self.config.last().role == Role::Pawn {
                let places = places & from;
                if places != 0 {
                    seeds.captures |= places;
                    self.arrive_last(seeds, conversion, to, places);
                }
            }
        }
    }

    fn promotions(&self, quiet: u64, seeds: &mut Seeds) {
        let (last, us) = (self.config.layout.last(), self.side);
        for (slot, role, from) in self.config.others(us) {
            let to = ahead(us, from, 1);
            if self.promotes(role, to) && self.config.occupied & (1 << to) == 0 {
                for conversion in self.conversions.promoted(slot) {
                    self.arrive(seeds, conversion, slot, to, quiet & !(1 << to));
                }
            }
        }
        let last_man = self.config.last();
        if last_man.side == us && last_man.role == Role::Pawn {
            for from in numbers(quiet) {
                let to = ahead(us, from, 1);
                if self.promotes(Role::Pawn, to) && self.config.occupied & (1 << to) == 0 {
                    for conversion in self.conversions.promoted(last) {
                        self.arrive_last(seeds, conversion, to, 1 << from);
                    }
                }
            }
        }
    }

    fn pawn_moves(&self, own: &Table, quiet: u64, seeds: &mut Seeds) {
        let configs = self.config.layout.configs;
        let them = !self.side;
        self.config.neighbours(self.side, Direction::Forward, 0, Who::Pawns, |n| {
            for place in numbers(n.mask & quiet) {
                let entry = own.at(them, n.plane * configs + n.config, turn_square(n.turn, place));
                self.note(seeds, 1 << place, entry);
            }
        });
        if self.config.last().side == self.side {
            for plane in 0..self.config.layout.planes() {
                for to in numbers(self.config.plane_places(plane)) {
                    let places = self.config.last_origins(plane, 1 << to, Who::Pawns) & quiet;
                    if places != 0 {
                        let entry = own.at(them, plane * configs + self.config.number, to);
                        self.note(seeds, places, entry);
                    }
                }
            }
        }
    }
}

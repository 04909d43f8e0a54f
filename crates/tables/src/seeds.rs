//! What is known of a word of positions before any of its own table is: the values of captures and
//! promotions, which lead to other tables.

use zermelo_board::{Color, Role, Square, ahead, squares};
use zermelo_kernel::{Rules, Value};

use crate::conversions::{Conversion, Conversions};
use crate::geometry::turn_square;
use crate::rules::must_capture;
use crate::steps::{Config, Direction, Who, attack, attack_from};
use crate::table::{Measure, Table};

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
            if must_capture(self.rules) { self.places & !seeds.captures } else { self.places };
        if quiet != 0 && self.config.layout.pawns {
            self.promotions(quiet, &mut seeds);
            if let Some(own) = self.own {
                self.pawn_moves(own, quiet, &mut seeds);
            }
        }
        seeds
    }

    fn note(&self, seeds: &mut Seeds, places: u64, value: Option<Value>) {
        let plies = |plies: u16| if self.measure == Measure::End { plies + 1 } else { 1 };
        match value {
            None => {}
            Some(Value::Draw) => seeds.draw |= places,
            Some(Value::Loss(n)) => {
                let n = plies(n);
                for place in squares(places) {
                    let best = &mut seeds.win_plies[place.index()];
                    *best = if seeds.win & place.bit() == 0 { n } else { n.min(*best) };
                }
                seeds.win |= places;
            }
            Some(Value::Win(n)) => {
                let n = plies(n);
                for place in squares(places) {
                    let worst = &mut seeds.loss_plies[place.index()];
                    *worst = n.max(*worst);
                }
                seeds.loss |= places;
            }
        }
    }

    /// A move by which a man other than the last arrives on a square; the last man stands
    /// somewhere in `places`.
    fn arrive(
        &self,
        seeds: &mut Seeds,
        conversion: &Conversion,
        slot: usize,
        to: Square,
        places: u64,
    ) {
        let mut after = self.config.squares;
        after[slot] = to;
        let last = self.config.layout.last();
        for place in squares(places) {
            after[last] = place;
            self.note(seeds, place.bit(), conversion.value(&after, !self.side));
        }
    }

    /// A move by which the last man, wherever in `places`, arrives on a square.
    fn arrive_last(&self, seeds: &mut Seeds, conversion: &Conversion, to: Square, places: u64) {
        let mut after = self.config.squares;
        after[self.config.layout.last()] = to;
        self.note(seeds, places, conversion.value(&after, !self.side));
    }

    /// Whether a pawn that arrives here is promoted.
    fn promotes(&self, role: Role, to: Square) -> bool {
        role == Role::Pawn && matches!(to.rank(), 0 | 7)
    }

    fn conversions_after(
        &self,
        slot: usize,
        role: Role,
        to: Square,
        taken: usize,
    ) -> &[Conversion] {
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
                if attacked & at.bit() != 0 && places != 0 {
                    seeds.captures |= places;
                    for conversion in self.conversions_after(slot, role, at, taken) {
                        self.arrive(seeds, conversion, slot, at, places);
                    }
                }
            }
            if last_man.color == them {
                for at in squares(attacked & self.places) {
                    seeds.captures |= at.bit();
                    for conversion in self.conversions_after(slot, role, at, last) {
                        self.arrive(seeds, conversion, slot, at, at.bit());
                    }
                }
            }
        }
        if last_man.color == us {
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
        let (last, us) = (layout.last(), self.side);
        let pushed = layout.pushed[self.plane - 1];
        let Some(conversion) = self.conversions.taken(pushed) else { return };
        // Where the pawn stands, and the places of the last man for which it does.
        let pushes: Vec<(Square, u64)> = if pushed == last {
            squares(self.places).map(|at| (at, at.bit())).collect()
        } else {
            vec![(self.config.squares[pushed], self.places)]
        };
        for (at, places) in pushes {
            let to = ahead(us, at);
            let from = attack_from(us, Role::Pawn, to, 0);
            for (slot, role, square) in self.config.others(us) {
                if role == Role::Pawn && from & square.bit() != 0 {
                    seeds.captures |= places;
                    self.arrive(seeds, conversion, slot, to, places);
                }
            }
            if self.config.last().color == us && self.config.last().role == Role::Pawn {
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
            let to = ahead(us, from);
            if self.promotes(role, to) && self.config.occupied & to.bit() == 0 {
                for conversion in self.conversions.promoted(slot) {
                    self.arrive(seeds, conversion, slot, to, quiet & !to.bit());
                }
            }
        }
        let last_man = self.config.last();
        if last_man.color == us && last_man.role == Role::Pawn {
            for from in squares(quiet) {
                let to = ahead(us, from);
                if self.promotes(Role::Pawn, to) && self.config.occupied & to.bit() == 0 {
                    for conversion in self.conversions.promoted(last) {
                        self.arrive_last(seeds, conversion, to, from.bit());
                    }
                }
            }
        }
    }

    fn pawn_moves(&self, own: &Table, quiet: u64, seeds: &mut Seeds) {
        let configs = self.config.layout.configs;
        let them = !self.side;
        self.config.neighbours(self.side, Direction::Forward, 0, Who::Pawns, |n| {
            for place in squares(n.mask & quiet) {
                let value = own.at(them, n.plane * configs + n.config, turn_square(n.turn, place));
                self.note(seeds, place.bit(), value);
            }
        });
        if self.config.last().color == self.side {
            for plane in 0..self.config.layout.planes() {
                for to in squares(self.config.plane_places(plane)) {
                    let places = self.config.last_origins(plane, to.bit(), Who::Pawns) & quiet;
                    if places != 0 {
                        let value = own.at(them, plane * configs + self.config.number, to);
                        self.note(seeds, places, value);
                    }
                }
            }
        }
    }
}

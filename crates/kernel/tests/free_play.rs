//! Play without turns and without checks: what it leads to, the rules about men, cages and pawns
//! must never exclude, for their lemmas need neither, but for one check: a king that a pawn attacks
//! loses its rights unless the pawn is taken at once. It gets to strange places much faster than
//! games do: pawns that never move while men promote behind them, captures at home, en passant.

use crate::dice::Dice;
use zermelo_kernel::{Castling, Examiner, Position, Rule};

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const ASLANT: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A board from a1 on, and what this game likes to do.
struct Play {
    men: [char; 64],
    rights: String,
    /// The pawn that has just gone two squares.
    passed: Option<usize>,
    captures_left: usize,
    /// Pawns on these squares do not move from home, and are not taken there.
    frozen: [bool; 64],
    /// Weights of pushes, captures by pawns, captures by others, and steps of kings.
    likes: [usize; 4],
    promotions: &'static [u8],
}

struct Step {
    from: usize,
    to: usize,
    en_passant: bool,
    weight: usize,
}

fn shifted(at: usize, files: i8, ranks: i8) -> Option<usize> {
    let (file, rank) = (at as i8 % 8 + files, at as i8 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (rank * 8 + file) as usize)
}

impl Play {
    fn new(dice: &mut Dice) -> Play {
        let array = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";
        let cold = [50, 70, 85, 95][dice.below(4)];
        Play {
            men: std::array::from_fn(|at| char::from(array.as_bytes()[at])),
            rights: "KQkq".to_string(),
            passed: None,
            captures_left: [1, 2, 3, 5, 8, 20][dice.below(6)],
            frozen: std::array::from_fn(|_| dice.below(100) < cold),
            likes: [
                [10, 40][dice.below(2)],
                [1, 20, 100][dice.below(3)],
                [0, 1, 5, 30][dice.below(4)],
                [0, 2, 10][dice.below(3)],
            ],
            promotions: [&b"b"[..], b"bn", b"rq", b"bnrq", b"r", b"q"][dice.below(6)],
        }
    }

    fn is_pawn(&self, at: usize) -> bool {
        self.men[at].eq_ignore_ascii_case(&'p')
    }

    /// Whether the pawn there has been told to stay at home.
    fn stays(&self, at: usize) -> bool {
        self.is_pawn(at) && self.frozen[at] && (at / 8 == 1 || at / 8 == 6)
    }

    fn can_be_taken(&self, at: usize, by: char) -> bool {
        let victim = self.men[at];
        self.captures_left > 0
            && victim != '.'
            && victim.is_ascii_uppercase() != by.is_ascii_uppercase()
            && !victim.eq_ignore_ascii_case(&'k')
            && !self.stays(at)
    }

    fn steps(&self) -> Vec<Step> {
        let mut list = Vec::new();
        for from in 0..64 {
            match self.men[from].to_ascii_lowercase() {
                '.' => {}
                'p' => self.pawn_steps(from, &mut list),
                'n' => self.piece_steps(from, &LEAPS, false, &mut list),
                'b' => self.piece_steps(from, &ASLANT, true, &mut list),
                'r' => self.piece_steps(from, &STRAIGHT, true, &mut list),
                role => {
                    let queen = role == 'q';
                    self.piece_steps(from, &[STRAIGHT, ASLANT].concat(), queen, &mut list);
                }
            }
        }
        list
    }

    fn pawn_steps(&self, from: usize, list: &mut Vec<Step>) {
        let man = self.men[from];
        let (forward, home) = if man == 'P' { (1, 1) } else { (-1, 6) };
        if self.stays(from) {
            return;
        }
        let [push, take, ..] = self.likes;
        let free = |at: &usize| self.men[*at] == '.';
        let one = shifted(from, 0, forward).filter(free);
        let two = one.filter(|_| from / 8 == home).and_then(|_| shifted(from, 0, 2 * forward));
        for to in one.into_iter().chain(two.filter(free)) {
            list.push(Step { from, to, en_passant: false, weight: push });
        }
        for side in [-1, 1] {
            let Some(to) = shifted(from, side, forward) else { continue };
            if self.can_be_taken(to, man) {
                list.push(Step { from, to, en_passant: false, weight: take });
            }
            let beside = shifted(from, side, 0).filter(|&at| self.passed == Some(at));
            if free(&to) && beside.is_some_and(|at| self.can_be_taken(at, man)) {
                list.push(Step { from, to, en_passant: true, weight: 20 * take });
            }
        }
    }

    fn piece_steps(&self, from: usize, ways: &[(i8, i8)], slides: bool, list: &mut Vec<Step>) {
        let man = self.men[from];
        let [_, _, take, king_step] = self.likes;
        let king = man.eq_ignore_ascii_case(&'k');
        let (forward, enemy_pawn) = if man.is_ascii_uppercase() { (1, 'p') } else { (-1, 'P') };
        // A king does not go where a pawn attacks it; that much of checks the lemmas know.
        let attacked = |to: usize| {
            let fronts = [-1, 1].map(|side| shifted(to, side, forward));
            king && fronts.into_iter().flatten().any(|at| self.men[at] == enemy_pawn)
        };
        for &(files, ranks) in ways {
            let mut next = shifted(from, files, ranks);
            while let Some(to) = next.filter(|&to| !attacked(to)) {
                if self.men[to] != '.' {
                    if self.can_be_taken(to, man) {
                        list.push(Step { from, to, en_passant: false, weight: take });
                    }
                    break;
                }
                let weight = if king { king_step } else { 3 };
                list.push(Step { from, to, en_passant: false, weight });
                next = if slides { shifted(to, files, ranks) } else { None };
            }
        }
    }

    /// Castles now and then, if king and rook have not moved and nothing is between.
    fn castle(&mut self, dice: &mut Dice) -> bool {
        for (right, king, rook) in [('K', 4, 7), ('Q', 4, 0), ('k', 60, 63), ('q', 60, 56)] {
            let mut between = king.min(rook) + 1..king.max(rook);
            let free = between.all(|at| self.men[at] == '.');
            if self.rights.contains(right) && free && dice.below(10) == 0 {
                let (king_to, rook_to) =
                    if rook > king { (king + 2, king + 1) } else { (king - 2, king - 1) };
                (self.men[king_to], self.men[rook_to]) = (self.men[king], self.men[rook]);
                (self.men[king], self.men[rook]) = ('.', '.');
                self.rights.retain(|r| r.is_ascii_uppercase() != right.is_ascii_uppercase());
                self.passed = None;
                return true;
            }
        }
        false
    }

    /// The pawns that attack a king which may still castle, with its rights.
    fn checks(&self) -> Vec<(usize, char, &'static str)> {
        let fronts = [(51, 'P', "kq"), (53, 'P', "kq"), (11, 'p', "KQ"), (13, 'p', "KQ")];
        let gives = |&(at, pawn, rights): &(usize, char, &str)| {
            self.men[at] == pawn && self.rights.contains(|right| rights.contains(right))
        };
        fronts.into_iter().filter(gives).collect()
    }

    /// Makes a step by lot; false if there is none. A king that must go from a pawn's check goes, and comes back.
    fn go_on(&mut self, dice: &mut Dice) -> bool {
        let checks = self.checks();
        if !self.step(dice) {
            return false;
        }
        for (at, pawn, rights) in checks {
            let taken = self.men[at] != '.' && self.men[at].is_uppercase() != pawn.is_uppercase();
            if !taken {
                self.rights.retain(|right| !rights.contains(right));
            }
        }
        true
    }

    fn step(&mut self, dice: &mut Dice) -> bool {
        if self.castle(dice) {
            return true;
        }
        let steps = self.steps();
        let mut lot = dice.below(steps.iter().map(|step| step.weight).sum());
        let chosen = steps.iter().find(|step| {
            let here = lot < step.weight;
            lot = lot.saturating_sub(step.weight);
            here
        });
        let Some(&Step { from, to, en_passant, .. }) = chosen else { return false };
        let man = self.men[from];
        if let Some(victim) = self.passed.filter(|_| en_passant) {
            self.men[victim] = '.';
        }
        self.captures_left -= usize::from(en_passant || self.men[to] != '.');
        self.passed = (self.is_pawn(from) && from.abs_diff(to) == 16).then_some(to);
        self.men[to] = man;
        self.men[from] = '.';
        if self.is_pawn(to) && !(8..56).contains(&to) {
            let role = char::from(self.promotions[dice.below(self.promotions.len())]);
            self.men[to] = if man == 'P' { role.to_ascii_uppercase() } else { role };
        }
        for at in [from, to] {
            let lost = match at {
                0 => "Q",
                4 => "KQ",
                7 => "K",
                56 => "q",
                60 => "kq",
                63 => "k",
                _ => "",
            };
            self.rights.retain(|right| !lost.contains(right));
        }
        true
    }

    /// The position with one of the sides to move, if it is one.
    fn position(&self) -> Option<Position> {
        let rows = self.men.chunks(8).rev().map(|row| row.iter().collect::<String>());
        let men = rows.collect::<Vec<String>>().join("/").replace('.', "1");
        let rights = if self.rights.is_empty() { "-" } else { &self.rights };
        let fen = |turn| format!("{men} {turn} {rights} -");
        ["w", "b"]
            .into_iter()
            .find_map(|turn| Position::from_fen(&fen(turn), Castling::Standard).ok())
    }
}

#[test]
fn what_free_play_leads_to_is_not_excluded() {
    let rules = [Rule::Men, Rule::Cage, Rule::PawnCaptures, Rule::PawnColumns];
    let mut dice = Dice(923);
    let mut looked = 0;
    for _ in 0..500 {
        let mut play = Play::new(&mut dice);
        let mut examiner = Examiner::default();
        for ply in 0..300 {
            if !play.go_on(&mut dice) {
                break;
            }
            if let Some(position) = play.position().filter(|_| ply % 4 == 0) {
                looked += 1;
                for rule in rules {
                    assert_eq!(examiner.excludes(rule, &position), None, "{rule:?} {position}");
                }
            }
        }
    }
    println!("{looked} positions of free play");
    assert!(looked > 10_000);
}

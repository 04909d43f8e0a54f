//! From pictures to mates.
//!
//! A picture only says that the king is attacked and has no flight. The checking man may still be
//! captured, or a man put between. Where that is certain, the picture is dropped; where it takes a
//! way over squares that must then be barred, a man who was left out must stand on one of them, and
//! the picture is split into those that say so. If every man has a place the final position is
//! known, and looked at. Men of the winner's that are left out may pin the defender or give a
//! second check; then the picture is left as it is.

use zermelo_board::{ByColor, Color, Position, Role, Square, attacks, squares};

use super::distance::{Distances, Place, Shape};
use super::pictures::{Man, Picture};
use crate::pictures::just;

/// Sharpens pictures within a budget of moves.
pub struct Sharpen<'a> {
    /// The men at the root.
    pub men: &'a [Man],
    /// Who mates.
    pub winner: Color,
    /// The moves of each side.
    pub budget: ByColor<u8>,
    /// Whether to tell apart what the losing side's pawns have become: up to three pictures for
    /// each of them, most of which cannot be afforded.
    pub split: bool,
}

impl Sharpen<'_> {
    /// Adds the pictures that this one comes to. No mate that shows it is lost.
    pub fn sharpen(&self, picture: &Picture, found: &mut Vec<Picture>) {
        let mut placed: Vec<(Man, Place)> = Vec::new();
        let mut left_out: Vec<usize> = Vec::new();
        for (number, (man, place)) in self.men.iter().zip(picture.places).enumerate() {
            match place {
                Some(place) => placed.push((*man, place)),
                None => left_out.push(number),
            }
        }
        if self.split
            && let Some(number) = self.undecided(picture)
            && let Some(place) = picture.places[number]
        {
            for shape in [Shape::Pawn, Shape::Queen, Shape::Knight] {
                let mut decided = *picture;
                decided.places[number] = Some(Place::new(place.square(), shape));
                if self.is_affordable(&decided) {
                    self.sharpen(&decided, found);
                }
            }
            return;
        }
        if left_out.is_empty() {
            if some_shape_mates(&placed, self.winner, &mut Vec::new()) {
                found.push(*picture);
            }
            return;
        }
        let may_interfere = |&number: &usize| {
            self.men[number].color == self.winner && self.men[number].role != Role::King
        };
        // A man on the way bars the attack on the winner's king, whoever it is; but a defence can
        // also be prevented by a pin or a second check.
        let way = attack_on_winner(&placed, self.winner).or_else(|| {
            let certain = !left_out.iter().any(may_interfere);
            if certain { defence(&placed, self.winner) } else { None }
        });
        let Some(way) = way else {
            found.push(*picture);
            return;
        };
        for square in squares(way) {
            for &number in &left_out {
                let mut barred = *picture;
                barred.places[number] = Some(Place::new(square, Shape::Any));
                if self.is_affordable(&barred) {
                    self.sharpen(&barred, found);
                }
            }
        }
    }

    /// A pawn of the losing side of which it is not said what it has become.
    fn undecided(&self, picture: &Picture) -> Option<usize> {
        self.men.iter().zip(picture.places).position(|(man, place)| {
            let any = place.is_some_and(|place| place.shape() == Shape::Any);
            any && man.role == Role::Pawn && man.color != self.winner
        })
    }

    fn is_affordable(&self, picture: &Picture) -> bool {
        let mut spent: ByColor<u8> = ByColor::default();
        for (man, place) in self.men.iter().zip(picture.places) {
            if let Some(place) = place {
                let moves = Distances::get().moves(man.color, man.role, man.square, place);
                spent[man.color] = spent[man.color].saturating_add(moves);
            }
        }
        spent.white <= self.budget.white && spent.black <= self.budget.black
    }
}

/// The roles in which a man can be where he is wanted.
fn roles(man: Man, place: Place) -> &'static [Role] {
    let back = matches!(place.square().rank(), 0 | 7);
    match (man.role, place.shape()) {
        (Role::Pawn, Shape::Pawn) => just(Role::Pawn),
        (Role::Pawn, Shape::Queen) => &[Role::Queen, Role::Rook, Role::Bishop],
        (Role::Pawn, Shape::Knight) => just(Role::Knight),
        (Role::Pawn, Shape::Any) if back => &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight],
        (Role::Pawn, Shape::Any) => {
            &[Role::Pawn, Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        }
        (role, _) => just(role),
    }
}

/// Whether the final position is a mate for some choice of what the pawns have become.
fn some_shape_mates(
    placed: &[(Man, Place)],
    winner: Color,
    chosen: &mut Vec<(Color, Role, Square)>,
) -> bool {
    let Some(&(man, place)) = placed.get(chosen.len()) else {
        let position = Position::from_men(chosen, !winner);
        let king = position.king(winner);
        let attacked = position.attackers(king, !winner, position.occupied()) != 0;
        return !attacked && position.is_checkmate();
    };
    roles(man, place).iter().any(|&role| {
        chosen.push((man.color, role, place.square()));
        let mates = some_shape_mates(placed, winner, chosen);
        chosen.pop();
        mates
    })
}

/// An attack on the winner's king, who has just moved and cannot be in check: the squares it
/// passes over, the fewest there are.
fn attack_on_winner(placed: &[(Man, Place)], winner: Color) -> Option<u64> {
    let is_king = |man: &Man| man.color == winner && man.role == Role::King;
    let king = placed.iter().find(|(man, _)| is_king(man))?.1.square();
    let occupied = placed.iter().fold(0u64, |set, (_, place)| set | place.square().bit());
    let attackers = placed.iter().filter(|(man, place)| {
        let from = place.square();
        let attacked = match (man.role, place.shape()) {
            (Role::Pawn, Shape::Pawn) => attacks::pawn(!winner, from),
            (Role::Pawn, Shape::Knight) => attacks::knight(from),
            // Which of the others it has become is not known.
            (Role::Pawn, _) => 0,
            (role, _) => attacks::piece(role, from, occupied),
        };
        man.color != winner && attacked & king.bit() != 0
    });
    let ways = attackers.map(|(_, place)| attacks::between(place.square(), king));
    ways.min_by_key(|way| way.count_ones())
}

/// The squares that a pawn goes to with one step, or by capturing one of these men.
fn pawn_reach(color: Color, from: Square, men: u64) -> u64 {
    attacks::forward(color, from.bit()) & !men | attacks::pawn(color, from) & men
}

/// A capture of the checking man, or a step between, by a man of the losing side after which the
/// king is attacked by nobody: the squares it passes over, the fewest there are.
fn defence(placed: &[(Man, Place)], winner: Color) -> Option<u64> {
    let loser = !winner;
    let strongest = |&(man, place): &(Man, Place)| {
        let role = roles(man, place)[0];
        (man.color, role, place.square())
    };
    // A promoted man of the winner's counts as a queen: it attacks no less.
    let board: Vec<(Color, Role, Square)> = placed.iter().map(strongest).collect();
    let position = Position::from_men(&board, loser);
    let king = position.king(loser);
    let occupied = position.occupied();
    let checkers = position.attackers(king, winner, occupied);
    let mut targets = checkers;
    for checker in squares(checkers) {
        targets |= attacks::between(king, checker);
    }
    let mut fewest: Option<u64> = None;
    for &(man, place) in placed {
        if man.color != loser || man.role == Role::King {
            continue;
        }
        let from = place.square();
        let reach = match (man.role, place.shape()) {
            (Role::Pawn, Shape::Pawn) => pawn_reach(loser, from, checkers),
            (Role::Pawn, Shape::Knight) => attacks::knight(from),
            // Which of the others it has become is not known.
            (Role::Pawn, _) => 0,
            (role, _) => attacks::piece(role, from, occupied),
        };
        for to in squares(reach & targets) {
            let after = occupied & !from.bit() | to.bit();
            if position.attackers(king, winner, after) & !to.bit() != 0 {
                continue;
            }
            let way = attacks::between(from, to);
            if fewest.is_none_or(|other| way.count_ones() < other.count_ones()) {
                fewest = Some(way);
            }
        }
    }
    fewest
}

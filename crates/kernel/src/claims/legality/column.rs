//! The pawns of one file, in their order.

use crate::Color;

/// A pawn: it goes (it will promote or be captured), or it stays (it is one of the pawns of the
/// position). Packed into a byte, since many states are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pawn(u8);

impl Pawn {
    /// A pawn that will not stay.
    pub fn goes(color: Color) -> Pawn {
        Pawn(1 + color.index() as u8)
    }

    /// The pawn of the position with this number, which can still capture so often at most.
    pub fn stays(color: Color, number: usize, captures: usize) -> Pawn {
        Pawn(0x80 | (color.index() << 6 | number << 3 | captures) as u8)
    }

    /// Its colour.
    pub fn color(self) -> Color {
        let index = if self.0 & 0x80 == 0 { self.0 - 1 } else { self.0 >> 6 & 1 };
        Color::ALL[usize::from(index)]
    }

    /// Its number and the captures it can still make, if it stays.
    pub fn staying(self) -> Option<(usize, usize)> {
        (self.0 & 0x80 != 0).then_some((usize::from(self.0 >> 3 & 7), usize::from(self.0 & 7)))
    }
}

/// The pawns of a file from the first rank up. There is room for six.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Column {
    pawns: [Pawn; 6],
    length: u8,
}

impl Column {
    /// The pawns.
    pub fn pawns(&self) -> &[Pawn] {
        &self.pawns[..usize::from(self.length)]
    }

    /// Puts another pawn at this place, if there is room.
    #[must_use]
    pub fn with(&self, place: usize, pawn: Pawn) -> Option<Column> {
        let length = usize::from(self.length);
        if length == 6 {
            return None;
        }
        let mut next = *self;
        next.pawns.copy_within(place..length, place + 1);
        next.pawns[place] = pawn;
        next.length += 1;
        Some(next)
    }

    /// Another pawn in the place of this one.
    #[must_use]
    pub fn replaced(&self, place: usize, pawn: Pawn) -> Column {
        let mut next = *self;
        next.pawns[place] = pawn;
        next
    }

    /// Without the pawn at this place.
    #[must_use]
    pub fn without(&self, place: usize) -> Column {
        let mut next = *self;
        next.pawns.copy_within(place + 1.., place);
        next.pawns[5] = Pawn::default();
        next.length -= 1;
        next
    }

    /// Without the pawns that can promote now and will not stay: nothing is ahead of them, and their
    /// colour promotes on this file.
    #[must_use]
    pub fn promoted(&self, open: [bool; 2]) -> Column {
        let mut next = *self;
        for color in Color::ALL.into_iter().filter(|color| open[color.index()]) {
            while let Some(place) = next.first(color).filter(|&place| !next.stays(place)) {
                next = next.without(place);
            }
        }
        next
    }

    /// The place of the pawn of this colour that has nothing ahead of it.
    pub fn first(&self, color: Color) -> Option<usize> {
        let place = if color == Color::White { self.pawns().len().checked_sub(1)? } else { 0 };
        self.pawns().get(place).is_some_and(|pawn| pawn.color() == color).then_some(place)
    }

    /// Whether the pawn at this place stays.
    pub fn stays(&self, place: usize) -> bool {
        self.pawns()[place].staying().is_some()
    }

    /// Whether a pawn that will not stay is still there.
    pub fn is_stuck(&self) -> bool {
        self.pawns().iter().any(|pawn| pawn.staying().is_none())
    }
}

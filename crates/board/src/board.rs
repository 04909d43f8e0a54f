//! The men on the board as eight bitboards: what chess and losing chess share.
//!
//! Both games' positions deref to it, so that every question about the men is answered here, once.
//! The same eight boards, folded into four, are the exact keys of both.

use zermelo_kernel::{self as kernel, Color, Piece, Role, Square};

use crate::attacks;

/// The men by role and by colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Both colours: pawn, knight, bishop, rook, queen, king.
    pub(crate) roles: [u64; 6],
    /// White first.
    pub(crate) colors: [u64; 2],
}

impl Board {
    /// The board with these men.
    pub(crate) fn new(men: impl IntoIterator<Item = (Square, Piece)>) -> Board {
        let mut board = Board { roles: [0; 6], colors: [0; 2] };
        for (s, piece) in men {
            board.colors[piece.color.index()] |= s.bit();
            board.roles[piece.role as usize] |= s.bit();
        }
        board
    }

    /// Takes over a board of the kernel's.
    pub(crate) fn from_kernel(board: &kernel::Board) -> Board {
        let roles = Role::ALL.map(|role| board.role(role).0);
        Board { roles, colors: Color::ALL.map(|color| board.side(color).0) }
    }

    /// The same board for the kernel.
    pub(crate) fn to_kernel(self) -> kernel::Board {
        kernel::Board::from_words(self.planes()).expect("one man a square")
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }
    /// The men of one colour.
    #[inline(always)]
    pub fn men(&self, color: Color) -> u64 {
        self.colors[color.index()]
    }
    /// All men of a role.
    #[inline(always)]
    pub fn role(&self, role: Role) -> u64 {
        self.roles[role as usize]
    }
    /// The men of a colour and role.
    #[inline(always)]
    pub fn of(&self, color: Color, role: Role) -> u64 {
        self.men(color) & self.role(role)
    }
    /// The role of the man on a square.
    #[inline(always)]
    pub fn role_at(&self, s: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role) & s.bit() != 0)
    }
    /// The colour of the man on a square, which must hold one.
    #[inline(always)]
    pub fn color_at(&self, s: Square) -> Color {
        if self.men(Color::White) & s.bit() != 0 { Color::White } else { Color::Black }
    }
    /// The man on a square.
    #[inline]
    pub fn piece_at(&self, s: Square) -> Option<Piece> {
        self.role_at(s).map(|role| Piece { color: self.color_at(s), role })
    }
    /// The role of the man on a square, which must hold one.
    #[inline(always)]
    pub fn role_on(&self, s: Square) -> Role {
        let bit = s.bit();
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            if self.role(role) & bit != 0 {
                return role;
            }
        }
        Role::King
    }
    /// Puts a man on an empty square, or takes it off its square.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, role: Role, s: Square) {
        self.colors[color.index()] ^= s.bit();
        self.roles[role as usize] ^= s.bit();
    }

    /// Men of colour `by` that attack `s`, lines seen through `occupied`.
    #[inline]
    pub fn attackers(&self, s: Square, by: Color, occupied: u64) -> u64 {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        (attacks::pawn(!by, s) & pawns
            | attacks::knight(s) & knights
            | attacks::bishop(s, occupied) & (bishops | queens)
            | attacks::rook(s, occupied) & (rooks | queens)
            | attacks::king(s) & kings)
            & self.men(by)
    }

    /// Each square's man in four bits: its role, 1 to 6, and above it the colour.
    #[inline(always)]
    pub(crate) fn planes(&self) -> [u64; 4] {
        let [pawn, knight, bishop, rook, queen, king] = self.roles;
        [pawn | bishop | queen, knight | bishop | king, rook | queen | king, self.colors[1]]
    }

    /// The men of three planes by role; squares with code 7 are of none.
    #[inline(always)]
    pub(crate) fn roles_of([a, b, c]: [u64; 3]) -> [u64; 6] {
        [a & !b & !c, !a & b & !c, a & b & !c, !a & !b & c, a & !b & c, !a & b & c]
    }
}

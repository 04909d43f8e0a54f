//! Random numbers for the incremental hash. Fixed by a seed, so node counts repeat from run to
//! run; a collision can cost an engine time but never an answer, for the kernel re-checks.

use zermelo_kernel::{Color, Role, Square};

/// The next random number of SplitMix64 (Steele, Lea, Flood 2014): every state is a good seed.
pub const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn table<const N: usize>(mut seed: u64) -> [u64; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = split_mix(&mut seed);
        i += 1;
    }
    out
}

/// One number for each colour, role and square, at `(color * 6 + role) * 64 + square`.
static PIECES: [u64; 768] = table(0x5A45_524D_454C_4F31);
/// The number of a man on a square.
#[inline(always)]
pub fn man(color: Color, role: Role, s: Square) -> u64 {
    PIECES[(color.index() * 6 + role as usize) * 64 + s.index()]
}

/// One number for each square of a rook that may still castle, and of an en-passant square.
static MARKS: [u64; 64] = table(0x1913);
/// The number of a rook that may still castle, or of an en-passant square.
#[inline(always)]
pub fn mark(s: Square) -> u64 {
    MARKS[s.index()]
}

/// Black to move.
pub const BLACK: u64 = 0xB1AC_70B0_1913_64AD;

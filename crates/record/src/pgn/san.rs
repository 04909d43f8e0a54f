//! Moves as players write them, to and from the board's moves.
//!
//! The word is parsed and printed by shakmaty; which man is meant is settled here on the board's
//! own position, so that the moves of a record are the engines' moves by construction and no
//! second position has to be kept in step. Nearly always one man of the kind reaches the square:
//! the fast path looks back from there, and whatever it cannot settle goes to the slow one, which
//! asks the move generator and knows why a move is refused. Capture and check marks are not
//! believed: they say nothing that the board does not know.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{CastlingSide, File, Rank};
use zermelo_board::{Color, Move, Position, Role, Square, attacks, castled, squares};

/// Why a word is not a move in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    Unknown,
    Null,
    Illegal,
    Ambiguous,
}

/// The legal move that a word stands for, and the position after it.
#[inline]
pub(super) fn find(position: &Position, word: &[u8]) -> Result<(Move, Position), Refusal> {
    let is_mark = |byte: &u8| matches!(byte, b'+' | b'#' | b'-' | b'=' | b'/' | b'~');
    let san = match San::from_ascii_prefix(word) {
        Ok((san, length)) if word[length..].iter().all(is_mark) => san,
        _ => loose(word).ok_or(Refusal::Unknown)?,
    };
    if let San::Normal { role, file, rank, capture, to, promotion: None } = san
        && let Some(found) =
            quick(position, Origin { role: role_of(role), file, rank, capture }, square_of(to))
    {
        debug_assert_eq!(slow(position, san), Ok(found.0));
        return Ok(found);
    }
    slow(position, san).map(|m| (m, position.play(m)))
}

/// A role of shakmaty's.
fn role_of(role: shakmaty::Role) -> Role {
    Role::ALL[role as usize - 1]
}

/// A square of shakmaty's.
fn square_of(square: shakmaty::Square) -> Square {
    Square::wrapping(square as u8)
}

/// A role for shakmaty.
fn role_to(role: Role) -> shakmaty::Role {
    shakmaty::Role::ALL[role as usize]
}

/// The slow twin of [`quick`], for every kind of move.
#[cold]
fn slow(position: &Position, san: San) -> Result<Move, Refusal> {
    match san {
        San::Normal { role, file, rank, capture, to, promotion } => {
            let from = Origin { role: role_of(role), file, rank, capture };
            normal(position, from, square_of(to), promotion.map(role_of))
        }
        San::Castle(side) => {
            unique(position, |m| m.is_castling() && (m.to > m.from) == side.is_king_side())
        }
        San::Put { .. } => Err(Refusal::Illegal),
        San::Null => Err(Refusal::Null),
    }
}

/// A move that is neither castling nor promotion nor en passant, if just one man can make it.
#[inline]
fn quick(position: &Position, origin: Origin, to: Square) -> Option<(Move, Position)> {
    let us = position.turn();
    let (occupied, target) = (position.occupied(), to.bit());
    if position.men(us) & target != 0 {
        return None;
    }
    let men = position.of(us, origin.role) & origin.squares(to);
    let candidates = men
        & match origin.role {
            Role::Pawn => pawns(us, to, occupied, men),
            role => attacks::piece(role, to, occupied),
        };
    let mut found = None;
    for from in squares(candidates) {
        let m = Move::plain(from, to);
        let next = position.play(m);
        let is_legal = next.attackers(next.king(us), !us, next.occupied()) == 0;
        if is_legal && found.replace((m, next)).is_some() {
            return None;
        }
    }
    found
}

/// The squares from which a pawn reaches `to`, short of the last rank.
#[inline]
fn pawns(us: Color, to: Square, occupied: u64, pawns: u64) -> u64 {
    let last_rank = if us == Color::White { 7 } else { 0 };
    if to.rank() == last_rank {
        return 0;
    }
    if occupied & to.bit() != 0 {
        return attacks::pawn(!us, to);
    }
    let back = |squares: u64| if us == Color::White { squares >> 8 } else { squares << 8 };
    let one = back(to.bit());
    let double_rank = if us == Color::White { 3 } else { 4 };
    if pawns & one == 0 && occupied & one == 0 && to.rank() == double_rank {
        back(one)
    } else {
        one
    }
}

/// What a word says about the man that moves.
#[derive(Clone, Copy)]
struct Origin {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
}

impl Origin {
    /// The squares it may stand on.
    fn squares(self, to: Square) -> u64 {
        const A_FILE: u64 = 0x0101_0101_0101_0101;
        let mut squares = !0;
        if let Some(file) = self.file {
            squares &= A_FILE << (file as u8);
        } else if self.role == Role::Pawn && !self.capture {
            squares &= A_FILE << to.file();
        }
        if let Some(rank) = self.rank {
            squares &= 0xFF << (8 * rank as u8);
        }
        squares
    }
}

fn normal(
    position: &Position,
    origin: Origin,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, Refusal> {
    let men = position.of(position.turn(), origin.role) & origin.squares(to);
    let found = unique(position, |m| {
        m.to == to && men & m.from.bit() != 0 && m.promotion() == promotion && !m.is_castling()
    });
    match (found, origin.file, origin.rank) {
        (Err(Refusal::Illegal), Some(file), Some(rank)) => {
            // Both squares given, as engines do (`g1f3`, `e1g1`): any man that stands there.
            let from = square_of(shakmaty::Square::from_coords(file, rank));
            let is_king_target =
                |m: Move| m.is_castling() && (m.to == to || castled(m.from, m.to).0 == to);
            let spelled = matches!(origin.role, Role::Pawn | Role::King);
            unique(position, |m| {
                spelled
                    && m.from == from
                    && m.promotion() == promotion
                    && (is_king_target(m)
                        || m.to == to && origin.role == Role::Pawn && !m.is_castling())
            })
        }
        _ => found,
    }
}

/// The only legal move of this kind.
#[inline(always)]
fn unique(position: &Position, is_meant: impl Fn(Move) -> bool) -> Result<Move, Refusal> {
    let mut found = None;
    let several = position.any_legal(|m| is_meant(m) && found.replace(m).is_some());
    if several { Err(Refusal::Ambiguous) } else { found.ok_or(Refusal::Illegal) }
}

/// What shakmaty does not take: `0-0`, `e8Q`, `e7-e8=q`, `Nf3-g5`, `exd6ep`, `Qxf7mate`.
#[cold]
fn loose(word: &[u8]) -> Option<San> {
    let text = std::str::from_utf8(word).ok().filter(|text| text.len() <= 24)?;
    let text = text.replace(['–', '—'], "-");
    let mut text: String = text.chars().filter_map(plain_letter).collect();
    for end in ["mate", "ch", "dbl", "dis", "ep"] {
        text.truncate(text.strip_suffix(end).unwrap_or(&text).len());
    }
    text.truncate(text.trim_end_matches(['+', '#', '-', '=', '/', '~', ',', ':', '"']).len());
    match text.replace(['0', 'o'], "O").as_str() {
        "O-O" | "OO" => return Some(San::Castle(CastlingSide::KingSide)),
        "O-O-O" | "OOO" => return Some(San::Castle(CastlingSide::QueenSide)),
        _ => {}
    }
    // The promotion, with `=`, `/` or nothing before it.
    let role = text.chars().next_back().and_then(Role::from_letter);
    let promotion = role.filter(|role| !matches!(role, Role::Pawn | Role::King));
    if promotion.is_some() {
        text.pop();
        text.truncate(text.trim_end_matches(['=', '/']).len());
    }
    if !text.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    // The dash between two squares.
    if let Some(dash) = text.find('-')
        && dash > 0
        && text.as_bytes()[dash - 1].is_ascii_digit()
        && matches!(text.as_bytes().get(dash + 1), Some(b'a'..=b'h' | b'x'))
    {
        text.remove(dash);
    }
    if let Some(role) = promotion {
        text.push('=');
        text.push(role.letter().to_ascii_uppercase());
    }
    San::from_ascii(text.as_bytes()).ok()
}

/// The letter of a figurine, of either colour; other letters as they are. Some programs write after
/// a figurine that it is a letter and no picture.
fn plain_letter(letter: char) -> Option<char> {
    Some(match letter {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '\u{fe0e}' | '\u{fe0f}' => return None,
        other => other,
    })
}

/// A legal move in standard algebraic notation.
///
/// ```
/// use zermelo_kernel::{Castling, Position};
/// let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
/// let start = Position::from_fen(start, Castling::Standard)?;
/// let position = zermelo_board::Position::from_kernel(&start);
/// let takes = zermelo_board::Move::plain("h1".parse()?, "h8".parse()?);
/// assert_eq!(zermelo_record::pgn::san(&position, takes), "Rxh8+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn san(position: &Position, m: Move) -> String {
    san_and_next(position, m).0
}

/// A legal move in standard algebraic notation, and the position after it.
pub fn san_and_next(position: &Position, m: Move) -> (String, Position) {
    let (SanPlus { san, suffix }, next) = spell(position, m);
    // Not by way of `Display`: a service spells twenty moves for each question.
    let mut text = String::with_capacity(8);
    san.append_to_string(&mut text);
    text.extend(suffix.map(Suffix::char));
    (text, next)
}

/// The same with the move as data.
pub(super) fn spell(position: &Position, m: Move) -> (SanPlus, Position) {
    let next = position.play(m);
    let suffix = (next.checkers() != 0)
        .then(|| if next.has_legal_move() { Suffix::Check } else { Suffix::Checkmate });
    let square = |s: Square| shakmaty::Square::new(u32::from(s.number()));
    let from = square(m.from);
    let role = position.role_at(m.from).unwrap_or(Role::Pawn);
    let capture = position.is_capture(m);
    let san = if m.is_castling() {
        San::Castle(CastlingSide::from_king_side(m.to > m.from))
    } else {
        let (mut file, mut rank) = (None, None);
        if role == Role::Pawn {
            file = capture.then(|| from.file());
        } else if role != Role::King {
            let mut rivals = 0u64;
            let same = position.of(position.turn(), role) & !m.from.bit();
            // Mostly there is no other such man.
            let _ = same != 0
                && position.any_legal(|other| {
                    if other.to == m.to && same & other.from.bit() != 0 {
                        rivals |= other.from.bit();
                    }
                    false
                });
            let mut rivals = squares(rivals).map(square).peekable();
            if rivals.peek().is_some() {
                let (mut same_file, mut same_rank) = (false, false);
                for rival in rivals {
                    same_file |= rival.file() == from.file();
                    same_rank |= rival.rank() == from.rank();
                }
                file = (!same_file || same_rank).then(|| from.file());
                rank = same_file.then(|| from.rank());
            }
        }
        let promotion = m.promotion().map(role_to);
        San::Normal { role: role_to(role), file, rank, capture, to: square(m.to), promotion }
    };
    (SanPlus { san, suffix }, next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_kernel::{Castling, Position as Root};

    fn position(fen: &str) -> Position {
        Position::from_kernel(&Root::from_fen(fen, Castling::Standard).unwrap())
    }

    #[track_caller]
    fn found(fen: &str, words: &[&str], uci: &str) {
        let position = position(fen);
        for word in words {
            let (m, next) =
                find(&position, word.as_bytes()).unwrap_or_else(|e| panic!("{word}: {e:?}"));
            assert_eq!(next, position.play(m));
            assert_eq!(m.to_uci(&position), uci, "{word}");
        }
    }

    #[track_caller]
    fn refused(fen: &str, word: &str, refusal: Refusal) {
        assert_eq!(find(&position(fen), word.as_bytes()), Err(refusal), "{word}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn tolerated_spellings() {
        found(START, &["e4", "e4+", "e4#", "e2e4", "e2-e4", "Pe4", "e4=", "e4+-", "e2–e4"], "e2e4");
        found(START, &["Nf3", "Ngf3", "Ng1f3", "Ng1-f3", "N1f3", "g1f3", "Nxf3"], "g1f3");
        found(START, &["♘f3", "♞f3", "♘\u{fe0e}g1-f3"], "g1f3");
        found(START, &["♙e4", "♟\u{fe0e}e2–e4"], "e2e4");
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
        let words = ["O-O", "0-0", "o-o", "0-0+", "O-O#", "e1g1", "Ke1g1", "Ke1-g1", "e1h1", "0–0"];
        found(castling, &words, "e1g1");
        found(castling, &["O-O-O", "0-0-0", "e1c1", "OOO"], "e1c1");
        let promotion = "3n2k1/4P3/8/8/8/8/8/4K3 w - -";
        let words = ["e8=Q", "e8=Q+", "e8Q", "e8=q", "e7e8q", "e7-e8=Q", "e8/Q", "e8Q+", "e8=♕"];
        found(promotion, &words, "e7e8q");
        found(promotion, &["exd8=N", "ed8N", "e7xd8=n", "exd8N"], "e7d8n");
        let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
        found(en_passant, &["exd6", "ed6", "exd6ep", "e5d6", "xd6"], "e5d6");
    }

    #[test]
    fn refused_words() {
        refused(START, "Qh9", Refusal::Unknown);
        refused(START, "xyz", Refusal::Unknown);
        refused(START, "é", Refusal::Unknown);
        refused(START, "Qh5", Refusal::Illegal);
        refused(START, "Bf1f3", Refusal::Illegal);
        refused(START, "O-O", Refusal::Illegal);
        refused(START, "N@f3", Refusal::Illegal);
        refused(START, "--", Refusal::Null);
        refused(START, "Z0", Refusal::Null);
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - -";
        refused(knights, "Nd2", Refusal::Ambiguous);
        found(knights, &["Nbd2"], "b1d2");
        // A push is not a capture, and a pawn on the last rank is nobody's.
        refused("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "d5", Refusal::Illegal);
        refused("6k1/4P3/8/8/8/8/8/4K3 w - -", "e8", Refusal::Illegal);
        // A pinned man is no rival.
        found("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", &["Ne2"], "g1e2");
    }
}

//! How moves are written: in full, `Nb5xd4`, `e7-e8=Q+`, `c5xb6ep`, `O-O`. A last move has the sign
//! of going back before it, and the man it took after the cross: `↶Ke4xNe3`.

use zermelo_kernel::{CastlingSide, Move, Position, Retraction, Role};

/// The move, with `+` or `#` for check and mate.
pub fn made(before: &Position, made: Move) -> String {
    written(before, made, None)
}

/// The last move.
pub fn retracted(found: &Retraction) -> String {
    let taken = found.taken.filter(|_| !found.is_en_passant());
    format!("↶{}", written(&found.before, found.made, taken))
}

fn written(before: &Position, made: Move, taken: Option<Role>) -> String {
    let after = before.play(made);
    let sign = match (after.is_check(), after.has_legal_move()) {
        (true, true) => "+",
        (true, false) => "#",
        (false, _) => "",
    };
    if made.is_castling(before) {
        let castles = match CastlingSide::of(made.from, made.to) {
            CastlingSide::KingSide => "O-O",
            CastlingSide::QueenSide => "O-O-O",
        };
        return format!("{castles}{sign}");
    }
    let capital = |role: Role| role.letter().to_ascii_uppercase().to_string();
    let role = before.piece_at(made.from).map(|man| man.role);
    let man = role.filter(|&role| role != Role::Pawn).map(capital).unwrap_or_default();
    let en_passant = role == Some(Role::Pawn)
        && made.from.file() != made.to.file()
        && before.piece_at(made.to).is_none();
    let step = if en_passant || before.piece_at(made.to).is_some() { "x" } else { "-" };
    let taken = taken.map(capital).unwrap_or_default();
    let becomes = made.promotion.map(|role| format!("={}", capital(role))).unwrap_or_default();
    let passing = if en_passant { "ep" } else { "" };
    format!("{man}{}{step}{taken}{}{becomes}{passing}{sign}", made.from, made.to)
}

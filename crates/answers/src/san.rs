//! Lines in the notation that players read.

use zermelo_board as board;
use zermelo_kernel::{Color, GamePosition, LosingPosition, Move, Position, Role};
use zermelo_record::pgn;

/// The moves as chess engines write them.
pub fn uci(root: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = board::Position::from_kernel(root);
    let written = |&m: &Move| {
        let own = position.own_move(m);
        let uci = own.to_uci(&position);
        position = position.play(own);
        uci
    };
    moves.iter().map(written).collect()
}

/// The moves on the engine's board.
pub fn on_board(root: &Position, moves: &[Move]) -> Vec<board::Move> {
    let mut position = board::Position::from_kernel(root);
    let made = |&m: &Move| {
        let own = position.own_move(m);
        position = position.play(own);
        own
    };
    moves.iter().map(made).collect()
}

/// The moves in UCI and in standard algebraic notation: a service that answers a question in 60
/// microseconds walks down the line once. The kernel has accepted it, so all are legal.
pub fn both(root: &Position, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut position = board::Position::from_kernel(root);
    let (mut ucis, mut sans) = (Vec::with_capacity(moves.len()), Vec::with_capacity(moves.len()));
    for &m in moves {
        let own = position.own_move(m);
        ucis.push(own.to_uci(&position));
        let (san, next) = pgn::san_and_next(&position, own);
        sans.push(san);
        position = next;
    }
    (ucis, sans)
}

/// The moves in standard algebraic notation.
pub fn san(root: &Position, moves: &[Move]) -> Vec<String> {
    both(root, moves).1
}

/// A move other than castling, in any game; kings that are not royal are told apart like other men.
pub fn one<P: GamePosition>(position: &P, m: Move) -> String {
    let man = position.board().at(m.from);
    let takes = if position.is_capture(m) { "x" } else { "" };
    let promotion = m.promotion.map(|role| format!("={}", role.letter().to_ascii_uppercase()));
    let promotion = promotion.unwrap_or_default();
    let from = m.from.to_string();
    let (letter, origin) = match man.map(|man| man.role) {
        None | Some(Role::Pawn) if takes.is_empty() => (String::new(), ""),
        None | Some(Role::Pawn) => (String::new(), &from[..1]),
        Some(role) => {
            let rival = |other: &Move| {
                let same = position.board().at(other.from) == man;
                other.to == m.to && other.from != m.from && same
            };
            let rivals: Vec<Move> = position.legal_moves().into_iter().filter(rival).collect();
            let file = rivals.iter().any(|other| other.from.file() == m.from.file());
            let rank = rivals.iter().any(|other| other.from.rank() == m.from.rank());
            let origin = match (rivals.is_empty(), file, rank) {
                (true, _, _) => "",
                (_, true, true) => &from[..],
                (_, true, false) => &from[1..],
                (_, false, _) => &from[..1],
            };
            (role.letter().to_ascii_uppercase().to_string(), origin)
        }
    };
    let after = position.play(m);
    let mark = match after.is_check() {
        true if after.legal_moves().is_empty() => "#",
        true => "+",
        false => "",
    };
    format!("{letter}{origin}{takes}{}{promotion}{mark}", m.to)
}

/// Reads a move of losing chess as players or as engines write it. More may be said of its origin
/// than is needed, and marks such as `x`, `=` and `!` may be there or not.
pub fn read_losing(position: &LosingPosition, word: &str) -> Result<Move, String> {
    let bare = |text: &str| text.replace(['x', '=', '+', '#', '!', '?', '-'], "");
    let wanted = bare(word);
    let legal = position.legal_moves();
    let is = |m: &Move| one(position, *m) == word || m.to_string() == word;
    if let Some(m) = legal.iter().find(|m| is(m)) {
        return Ok(*m);
    }
    let spelled = |m: &Move| {
        let (from, to) = (m.from.to_string(), m.to.to_string());
        let role = m.promotion.map(|role| role.letter().to_ascii_uppercase().to_string());
        let end = format!("{to}{}", role.unwrap_or_default());
        let letter = match position.piece_at(m.from).map(|man| man.role) {
            None | Some(Role::Pawn) => String::new(),
            Some(role) => role.letter().to_ascii_uppercase().to_string(),
        };
        // Too little may be said as well; then it is asked which is meant.
        let none = if letter.is_empty() { &from[..] } else { "" };
        let origins = [none, &from[..1], &from[1..], &from[..]];
        bare(&one(position, *m)) == wanted
            || origins.iter().any(|origin| format!("{letter}{origin}{end}") == wanted)
    };
    let found: Vec<Move> = legal.iter().copied().filter(spelled).collect();
    let list =
        |moves: &[Move]| moves.iter().map(|m| one(position, *m)).collect::<Vec<_>>().join(", ");
    let word: String = word.chars().take(20).collect();
    match &found[..] {
        [one] => Ok(*one),
        [] if legal.is_empty() => Err(format!("{word}: the game is over before this move")),
        [] if legal.iter().any(|m| position.is_capture(*m)) => {
            Err(format!("{word}: not a legal move; a capture must be made: {}", list(&legal)))
        }
        [] => Err(format!("{word}: not a legal move in {position}")),
        many => Err(format!("{word}: this may be {}", list(many))),
    }
}

/// The line with move numbers, one word for each move and number: `31.`, `Kf4`, `Kg7`, `32.`.
pub fn numbered(moves: &[String], first: u32, turn: Color) -> Vec<String> {
    let mut words = Vec::with_capacity(2 * moves.len());
    let (mut number, mut turn) = (first, turn);
    for (index, san) in moves.iter().enumerate() {
        match turn {
            Color::White => words.push(format!("{number}. {san}")),
            Color::Black if index == 0 => words.push(format!("{number}... {san}")),
            Color::Black => words.push(san.clone()),
        }
        if turn == Color::Black {
            number = number.saturating_add(1);
        }
        turn = !turn;
    }
    words
}

/// The line as problemists number it: a move is one by the side that does not mate, then one by
/// the side that does. `1.Re6`, `Rd1`, `2.Rd2`; if the side that mates begins, `1...Rd1`, `2.Rd2`.
pub fn numbered_as_problem(moves: &[String], winner_begins: bool) -> Vec<String> {
    let skipped = usize::from(winner_begins);
    let word = |(index, san): (usize, &String)| match ((index + skipped) / 2 + 1, index) {
        (number, _) if (index + skipped).is_multiple_of(2) => format!("{number}.{san}"),
        (number, 0) => format!("{number}...{san}"),
        _ => san.clone(),
    };
    moves.iter().enumerate().map(word).collect()
}

#[cfg(test)]
mod tests {
    use zermelo_kernel::Castling;

    use super::*;

    fn line(fen: &str, castling: Castling, moves: &[&str]) -> Option<Vec<String>> {
        let root = Position::from_fen(fen, castling).ok()?;
        let mut position = root.clone();
        let mut list = Vec::new();
        for uci in moves {
            let m = position.parse_uci(uci).ok()?;
            position = position.play(m);
            list.push(m);
        }
        assert_eq!(uci(&root, &list), moves);
        Some(san(&root, &list))
    }

    #[test]
    fn san_of_a_mate_and_of_castling() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mate = line(start, Castling::Standard, &["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert_eq!(mate, Some(["f3", "e5", "g4", "Qh4#"].map(String::from).to_vec()));
        let castles = "4k3/8/8/8/8/8/8/RK5R w AH - 0 1";
        assert_eq!(line(castles, Castling::Chess960, &["b1h1"]), Some(vec!["O-O".to_string()]));
    }

    #[test]
    fn odd_positions_have_lines_too() {
        let nine = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -";
        assert_eq!(line(nine, Castling::Standard, &["e2e4"]), Some(vec!["e4".to_string()]));
        let checks = "QQQ1k3/8/8/8/8/8/4Q3/4K2R b K -";
        let flight = line(checks, Castling::Standard, &["e8f7"]);
        assert_eq!(flight, Some(vec!["Kf7".to_string()]));
    }

    #[test]
    fn both_notations_agree_where_nobody_castles() {
        let fens = [
            "4k3/P6P/8/8/8/Q1Q5/8/Q3K3 w - -",
            "7k/5Q2/6K1/8/8/8/8/N1N5 w - -",
            "4k3/8/8/3pP3/8/8/8/R3K2R w - d6",
        ];
        for fen in fens {
            let position = Position::from_fen(fen, Castling::Standard).unwrap();
            for m in position.legal_moves() {
                assert_eq!(san(&position, &[m]), [one(&position, m)], "{fen}");
            }
        }
    }

    #[test]
    fn losing_chess() {
        let cases = [
            ("8/P7/8/8/8/8/8/7r w - -", "a7a8k", "a8=K"),
            ("1n6/P7/8/8/8/8/8/8 w - -", "a7b8r", "axb8=R"),
            ("8/8/8/8/8/8/8/K1K4r w - -", "a1b1", "Kab1"),
            ("8/8/8/8/8/K7/8/K6n w - -", "a1a2", "K1a2"),
            ("8/8/8/8/8/Q1Q5/8/Q6n w - -", "a1h1", "Qxh1"),
            ("7n/8/8/8/8/Q1Q5/8/Q7 b - -", "h8f7", "Nf7"),
            ("8/8/8/8/8/Q1Q5/8/Q6b w - -", "a1h1", "Qxh1"),
            ("8/8/8/3n4/8/8/1Q6/8 w - -", "b2b5", "Qb5"),
            ("8/8/7n/8/8/Q1Q5/8/Q7 w - -", "a1c1", "Q1c1"),
            ("8/8/7n/8/8/Q1Q5/8/Q7 w - -", "a3b2", "Qa3b2"),
            ("8/8/8/3pP3/8/8/8/N7 w - d6", "e5d6", "exd6"),
        ];
        for (fen, uci, san) in cases {
            let position = LosingPosition::from_fen(fen).unwrap();
            let m = position.parse_uci(uci).unwrap_or_else(|error| panic!("{fen} {uci}: {error}"));
            assert_eq!(one(&position, m), san, "{fen}");
        }
    }

    #[test]
    fn losing_chess_is_read() {
        let read = |fen: &str, word: &str| {
            read_losing(&LosingPosition::from_fen(fen).unwrap(), word).map(|m| m.to_string())
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
        for word in ["Nf3", "g1f3", "Ngf3", "Ng1f3", "Ng1-f3", "N1f3", "Nf3!?"] {
            assert_eq!(read(start, word), Ok("g1f3".to_string()), "{word}");
        }
        let queens = "8/8/7n/8/8/Q1Q5/8/Q7 w - -";
        let doubt = read(queens, "Qb2").unwrap_err();
        assert!(doubt.contains("may be ") && doubt.contains("Qa3b2"), "{doubt}");
        let pawn = "1n6/P7/8/8/8/8/8/8 w - -";
        for word in ["axb8=K", "ab8K", "axb8K", "a7b8k"] {
            assert_eq!(read(pawn, word), Ok("a7b8k".to_string()), "{word}");
        }
        assert!(read(pawn, "a8=Q").unwrap_err().contains("a capture must be made"));
        for bad in ["", "x", "e5", "Ke2", "\u{e9}\u{e9}\u{e9}", "0-0"] {
            assert!(read(start, bad).unwrap_err().contains("not a legal move"), "{bad}");
        }
    }

    #[test]
    fn numbers() {
        let moves = ["Kg7", "Kf4", "Kh8"].map(String::from);
        assert_eq!(numbered(&moves, 31, Color::Black).join(" "), "31... Kg7 32. Kf4 Kh8");
        assert_eq!(numbered(&moves, 1, Color::White).join(" "), "1. Kg7 Kf4 2. Kh8");
    }
    #[test]
    fn numbers_of_problems() {
        let moves = ["Re6", "Rd1", "Rd2", "Nd6#"].map(String::from);
        assert_eq!(numbered_as_problem(&moves, false).join(" "), "1.Re6 Rd1 2.Rd2 Nd6#");
        assert_eq!(numbered_as_problem(&moves[1..], true).join(" "), "1...Rd1 2.Rd2 Nd6#");
    }
}

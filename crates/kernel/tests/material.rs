//! The material lemmas, man by man: what each settles, and the nearest that it must not.

use zermelo_kernel::{Castling, Color, Insufficient, Position, insufficient};

fn settled(fen: &str, winner: Color) -> Option<Insufficient> {
    let position = Position::from_fen(fen, Castling::Standard);
    insufficient(&position.unwrap_or_else(|error| panic!("{fen}: {error}")), winner)
}

/// The same for White, and for Black with the colours turned round.
#[track_caller]
fn both(placement: &str, expected: Option<Insufficient>) {
    let turned: Vec<String> = placement.split('/').rev().map(turn).collect();
    for side in ["w", "b"] {
        let fen = format!("{placement} {side} - -");
        assert_eq!(settled(&fen, Color::White), expected, "{fen}");
        let fen = format!("{} {side} - -", turned.join("/"));
        assert_eq!(settled(&fen, Color::Black), expected, "{fen}");
    }
}

fn turn(row: &str) -> String {
    let other = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    row.chars().map(other).collect()
}

#[test]
fn bare_king() {
    let king = Some(Insufficient::BareKing);
    both("4k3/8/8/8/8/8/8/4K3", king);
    both("4k3/pppppppp/8/8/8/8/8/4K3", king);
    both("rnb1k1nr/8/8/8/8/8/8/4K3", king);
    for man in ['P', 'R', 'Q'] {
        both(&format!("4k3/8/8/8/3{man}4/8/8/4K3"), None);
    }
}

#[test]
fn lone_knight() {
    let knight = Some(Insufficient::LoneKnight);
    both("7k/8/8/8/3N4/8/8/K7", knight);
    both("7k/q6q/8/8/3N4/8/8/2K5", knight);
    // One man of another kind, on either side, or a second knight.
    for man in ['n', 'b', 'r', 'p', 'N', 'B', 'R', 'Q', 'P'] {
        both(&format!("7k/8/8/8/{man}2N4/8/8/4K3"), None);
    }
    both("7k/7q/8/8/3N4/8/p7/2K5", None);
}

#[test]
fn bishops_of_one_colour() {
    let bishops = Some(Insufficient::BishopsOfOneColour);
    // On dark squares, on light squares, of both sides.
    both("k7/8/8/8/3B4/8/8/3K4", bishops);
    both("k7/8/8/8/2B5/8/8/3K4", bishops);
    both("k7/8/8/8/1B1B4/8/8/3K4", bishops);
    both("k7/8/8/b7/1B1B4/8/8/3K4", bishops);
    both("k7/8/8/q7/1B1B4/r7/8/3K4", bishops);
    // Another colour of squares, knights, pawns, and other men of the winner's.
    both("k7/8/8/8/2BB4/8/8/3K4", None);
    both("k7/8/8/2b5/2B5/8/8/3K4", None);
    for man in ['n', 'p', 'P', 'N', 'R', 'Q'] {
        both(&format!("k7/8/8/8/1B1B4/7{man}/8/3K4"), None);
    }
}

#[test]
fn two_bishops_that_mate_at_once() {
    // No move leads there; but a position may be handed in. Every way to put two bishops about a king whose
    // other squares are taken: settled, but for the mates.
    let (mut mates, mut others) = (0, 0);
    for (first, second) in (0..64).flat_map(|a| (a + 1..64).map(move |b| (a, b))) {
        let dark = |at: usize| (at / 8 + at % 8).is_multiple_of(2);
        if !dark(first) || !dark(second) {
            continue;
        }
        let mut men = ['1'; 64];
        for (at, man) in
            [(2, 'k'), (1, 'r'), (3, 'r'), (10, 'r'), (63, 'K'), (first, 'B'), (second, 'B')]
        {
            men[at] = man;
        }
        let rows: Vec<String> = men.chunks(8).rev().map(|row| row.iter().collect()).collect();
        let fen = format!("{} b - -", rows.join("/"));
        let Ok(position) = Position::from_fen(&fen, Castling::Standard) else { continue };
        if !men.contains(&'k') || men.iter().filter(|&&man| man == 'r').count() < 3 {
            continue;
        }
        let mated = position.is_checkmate();
        assert_eq!(settled(&fen, Color::White).is_none(), mated, "{fen}");
        *if mated { &mut mates } else { &mut others } += 1;
    }
    assert!(mates > 0 && others > 100, "{mates} {others}");
}

//! Longest wins and zugzwangs that were published.

use std::collections::HashMap;

use crate::common::solved;
use zermelo_kernel::{Color, LosingPosition, Position};
use zermelo_tables::{Material, Measure, Rules, Table};

/// In how many moves the second side, having the fewer men, is lost at most.
const MATES: [(&str, u16); 11] = [
    ("KQvK", 10),
    ("KRvK", 16),
    ("KPvK", 28),
    ("KBBvK", 19),
    ("KBNvK", 33),
    ("KNNvK", 0),
    ("KQvKR", 35),
    ("KQvKB", 17),
    ("KQvKN", 21),
    ("KRvKB", 29),
    ("KRvKN", 40),
];

#[test]
fn signature_and_longest_mates() {
    let materials = named(&MATES.map(|(name, _)| name), Rules::Chess);
    let tables = solved(&materials, Rules::Chess, Measure::End);
    for (name, moves) in MATES {
        assert_eq!(tables[name].longest::<Position>(Color::Black).0 / 2, moves, "{name}");
    }
    // All positions of king and rook against king: 399,112 together.
    let all = |side| {
        let counts = tables["KRvK"].counts(side);
        counts.won() + counts.draws + counts.lost()
    };
    assert_eq!([all(Color::White), all(Color::Black)], [175_168, 223_944]);
    assert_eq!(
        signature(&tables),
        [[49_452_272, 21_140_052, 17_144], [3_090_120, 41_865_212, 42_497_916]]
    );
}

/// Positions won, drawn and lost, by side to move, over all these tables: a refactoring that changes
/// them is none.
fn signature(tables: &HashMap<String, Table>) -> [[u64; 3]; 2] {
    Color::ALL.map(|side| {
        let counts = tables.values().map(|table| table.counts(side));
        counts.fold([0; 3], |[won, draws, lost], counts| {
            [won + counts.won(), draws + counts.draws, lost + counts.lost()]
        })
    })
}

/// In how many moves the longest conversion comes, for the side that loses.
const CONVERSIONS: [(&str, u16); 10] = [
    ("KBNvK", 71),
    ("KKNvK", 50),
    ("QNNvK", 46),
    ("QBNvK", 46),
    ("KQNvK", 45),
    ("KRBvK", 44),
    ("KQRvK", 44),
    ("KNNvK", 43),
    ("KNPvR", 43),
    ("NNvNN", 38),
];

/// Full-point zugzwangs of the paper's appendix: the material, the position with White to move (the
/// paper's colours), and the moves in which White and Black lose when to move.
const ZUGZWANGS: [(&str, &str, [u16; 2]); 7] = [
    ("KKNvK", "8/8/8/2K5/8/8/k7/kn6 w - -", [45, 2]),
    ("NNvNN", "7N/8/8/7n/N7/8/8/n7 w - -", [36, 36]),
    ("NNvNN", "n7/1n6/8/8/8/8/7N/6N1 w - -", [31, 23]),
    ("KKKvR", "8/8/1k6/8/8/3R4/8/1k4k1 w - -", [20, 7]),
    ("KKBvR", "8/8/8/R7/8/5k2/2k5/3b4 w - -", [7, 2]),
    ("QRBvK", "8/8/3K4/8/8/8/5r2/1q4b1 w - -", [7, 2]),
    ("KBvKB", "6b1/5k2/8/8/8/8/2K5/1B6 w - -", [5, 5]),
];

#[test]
fn signature_and_the_papers_longest_conversions_and_zugzwangs() {
    let names: Vec<&str> =
        CONVERSIONS.iter().map(|c| c.0).chain(ZUGZWANGS.iter().map(|z| z.0)).collect();
    let tables = solved(&named(&names, Rules::Losing), Rules::Losing, Measure::Conversion);
    for (name, moves) in CONVERSIONS {
        assert_eq!(tables[name].longest::<LosingPosition>(Color::Black).0 / 2, moves, "{name}");
    }
    // The paper prints the knight on a5; it stood on e5.
    let record = LosingPosition::from_fen("8/8/5b2/4n3/8/k7/8/3K4 w - -").unwrap();
    let (_, longest) = tables["KBNvK"].longest::<LosingPosition>(Color::Black);
    assert_eq!(longest.len(), 1);
    assert!(images(&record).contains(&longest[0].to_fen()));
    for (name, fen, moves) in ZUGZWANGS {
        let wanted = LosingPosition::from_fen(fen).unwrap();
        let passed = LosingPosition::from_fen(&fen.replace(" w ", " b ")).unwrap();
        let found = tables[name].zugzwangs::<LosingPosition>().into_iter().find(|zugzwang| {
            // Up to symmetry, with either colour: whoever is called White here.
            let mut sides = [&wanted, &passed].into_iter();
            sides.any(|side| images(side).contains(&zugzwang.position.to_fen()))
        });
        let mut plies =
            found.unwrap_or_else(|| panic!("{name}: {fen}")).plies.map(|plies| plies / 2);
        plies.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(plies, moves, "{fen}");
    }
    assert_eq!(
        signature(&tables),
        [[60_591_470, 31_355_064, 63_085_210], [104_931_144, 25_628_042, 24_472_558]]
    );
}

/// Materials by their names.
fn named(names: &[&str], rules: Rules) -> Vec<Material> {
    names.iter().map(|name| Material::parse(name, rules).unwrap()).collect()
}

/// All positions that are the same up to symmetry of the board and exchange of colours.
fn images(position: &LosingPosition) -> Vec<String> {
    let mut fens = Vec::new();
    for symmetry in 0..16_u8 {
        let mut board = [None; 64];
        for (square, man) in position.pieces() {
            let (mut file, mut rank) = (square.file() as usize, square.rank() as usize);
            if symmetry & 1 != 0 {
                file = 7 - file;
            }
            if symmetry & 2 != 0 {
                rank = 7 - rank;
            }
            if symmetry & 4 != 0 {
                (file, rank) = (rank, file);
            }
            let color = if symmetry & 8 != 0 { !man.color } else { man.color };
            board[rank * 8 + file] = Some(zermelo_kernel::Piece { color, ..man });
        }
        let turn = if symmetry & 8 != 0 { !position.turn() } else { position.turn() };
        fens.extend(LosingPosition::from_men(board, turn, None).map(|image| image.to_fen()));
    }
    fens
}

//! How many sequences of legal moves there are: for people who compare move generators.
//!
//! The engine's board counts. Every other number here is proved; these are as good as that board's
//! rules, which tests hold against the kernel's and against published counts.

use serde::Serialize;
use zermelo_board::{Position, losing};
use zermelo_kernel::{Castling, LosingPosition, Rules};

use crate::query::{Query, plain};

/// The longest sequences that are counted: of these there are fewer than a number holds.
pub const DEEPEST: u32 = 12;

/// The count, in all and by the first move. The keys are documented in docs/guide/perft.md.
#[derive(Serialize, Debug)]
pub struct Perft {
    /// The position.
    pub fen: String,
    /// The length of the sequences.
    pub depth: u32,
    /// The rules of play.
    #[serde(serialize_with = "crate::report::text")]
    pub rules: Rules,
    /// By the first move, sorted by its name.
    pub moves: Vec<First>,
    /// How many there are.
    pub nodes: u64,
}

/// A first move.
#[derive(Serialize, Debug)]
pub struct First {
    /// The move as engines write it.
    pub uci: String,
    /// How many sequences begin with it.
    pub nodes: u64,
}

impl Perft {
    /// Counts from this position; underscores stand for spaces. The error is one sentence.
    pub fn new(fen: &str, rules: Rules, castling: Castling, depth: u32) -> Result<Perft, String> {
        let fen = plain(fen)?;
        let (fen, moves) = match rules {
            Rules::Chess => {
                let root = Query::read(&fen, castling)?.position;
                (root.to_fen(), divide(&Position::from_kernel(&root), depth))
            }
            _ => {
                let root = LosingPosition::from_fen(&fen).map_err(|error| error.to_string())?;
                (root.to_fen(), divide(&losing::Position::from_kernel(&root), depth))
            }
        };
        let nodes = if depth == 0 { 1 } else { moves.iter().map(|first| first.nodes).sum() };
        Ok(Perft { fen, depth, rules, moves, nodes })
    }
}

/// A board on which moves are counted.
trait Board: Sized {
    type Move: Copy;
    fn moves(&self) -> Vec<Self::Move>;
    fn after(&self, m: Self::Move) -> Self;
    fn name(&self, m: Self::Move) -> String;

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|m| self.after(m).perft(depth - 1)).sum(),
        }
    }
}

impl Board for Position {
    type Move = zermelo_board::Move;
    fn moves(&self) -> Vec<Self::Move> {
        self.legal_moves()
    }
    fn after(&self, m: Self::Move) -> Position {
        self.play(m)
    }
    fn name(&self, m: Self::Move) -> String {
        m.to_uci(self)
    }
}

impl Board for losing::Position {
    type Move = losing::Move;
    fn moves(&self) -> Vec<losing::Move> {
        self.legal_moves()
    }
    fn after(&self, m: losing::Move) -> losing::Position {
        self.play(m)
    }
    fn name(&self, m: losing::Move) -> String {
        m.to_string()
    }
}

/// The count for each first move.
fn divide<B: Board>(root: &B, depth: u32) -> Vec<First> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let count = |m| First { uci: root.name(m), nodes: root.after(m).perft(rest) };
    let mut moves: Vec<First> = root.moves().into_iter().map(count).collect();
    moves.sort_by(|a, b| a.uci.cmp(&b.uci));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn nodes(fen: &str, rules: Rules, castling: Castling) -> [u64; 5] {
        [0, 1, 2, 3, 4].map(|depth| Perft::new(fen, rules, castling, depth).unwrap().nodes)
    }

    /// The positions of the Chess Programming Wiki, and of Lichess's files for the variants.
    #[test]
    fn published_counts() {
        let chess = |fen| nodes(fen, Rules::Chess, Castling::Standard);
        assert_eq!(chess(START), [1, 20, 400, 8_902, 197_281]);
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
        assert_eq!(chess(kiwipete), [1, 48, 2_039, 97_862, 4_085_603]);
        assert_eq!(chess("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"), [1, 14, 191, 2_812, 43_238]);
        let frc = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let frc = nodes(frc, Rules::Chess, Castling::Chess960);
        assert_eq!(frc, [1, 21, 528, 12_189, 326_672]);
        let losing = nodes(&START.replace("KQkq", "-"), Rules::Losing, Castling::Standard);
        assert_eq!(losing, [1, 20, 400, 8_067, 153_299]);
    }

    #[test]
    fn the_kernel_counts_the_same() {
        for fen in [START, "r3k2r/8/8/2pP4/8/8/1p4p1/R3K2R w KQkq c6"] {
            let root = zermelo_kernel::Position::from_fen(fen, Castling::Standard).unwrap();
            let all = Perft::new(fen, Rules::Chess, Castling::Standard, 3).unwrap();
            assert_eq!(all.nodes, root.perft(3));
            assert_eq!(all.moves.len(), root.legal_moves().len());
            for First { uci, nodes } in &all.moves {
                assert_eq!(*nodes, root.play(root.parse_uci(uci).unwrap()).perft(2), "{uci}");
            }
        }
        let fen = "8/PPpp4/8/8/3pP3/8/5pKk/8 b - e3";
        let root = LosingPosition::from_fen(fen).unwrap();
        let all = Perft::new(fen, Rules::LosingFics, Castling::Standard, 3).unwrap();
        assert_eq!((all.nodes, all.moves.len()), (root.perft(3), root.legal_moves().len()));
    }
}

//! Proof trees of losing chess: good ones are accepted, every kind of damage is rejected, and a
//! slow twin says the same of trees damaged at random.

mod accepted;
mod attacks;
mod certificates;
mod damaged;
mod grower;
mod large;
mod twin;

use crate::dice::Dice;
use grower::{Grower, INNER, LOW, Node, SAME, SAME_THEN_SIBLING, bytes, solve};
use zermelo_kernel::{
    Budget, Color, LosingPosition, Outcome, Piece, Role, Rules, TreeClaim, TreeFault, TreeHead,
    TreeReason, TreeSummary, tree_move,
};

/// No table is believed.
fn none(_: &LosingPosition) -> bool {
    false
}

fn position(fen: &str) -> LosingPosition {
    LosingPosition::from_fen(fen).unwrap()
}

fn claim(fen: &str, prover: Color) -> TreeClaim {
    TreeClaim { rules: Rules::Losing, position: position(fen), prover }
}

/// What the kernel says of bytes.
fn check(
    claim: &TreeClaim,
    bytes: &[u8],
    table: impl FnMut(&LosingPosition) -> bool,
) -> Result<TreeSummary, (u32, TreeReason)> {
    let fault = |fault: TreeFault| {
        assert!(fault.to_string().starts_with(&format!("node {}", fault.node)));
        (fault.node, fault.reason)
    };
    let proved = claim.check(bytes, bytes, table, &Budget::default());
    proved.map(|proved| proved.summary.clone()).map_err(fault)
}

/// What kernel and twin say of nodes; they must agree.
fn verdict(claim: &TreeClaim, nodes: &[Node]) -> Result<TreeSummary, (u32, TreeReason)> {
    let bytes = bytes(nodes);
    let said = check(claim, &bytes, none);
    assert_eq!(said.clone().ok(), twin::accepts(claim, &bytes, &none), "{said:?}");
    said
}

/// Why a tree is rejected, and at which node.
fn fault(claim: &TreeClaim, nodes: &[Node]) -> (u32, TreeReason) {
    verdict(claim, nodes).unwrap_err()
}

/// A tree for a position.
fn grown(claim: &TreeClaim, most: usize) -> Option<Vec<Node>> {
    let levels = solve(&claim.position, claim.prover, claim.rules, most)?;
    levels.get(&claim.position)?;
    Some(Grower::new(claim.prover, &levels, &none).tree(&claim.position, &[]))
}

/// A position with men anywhere.
fn random(dice: &mut Dice, men: usize) -> Option<LosingPosition> {
    let mut board = [None; 64];
    for index in 0..men {
        let color = if index % 2 == 0 { Color::White } else { Color::Black };
        let role = Role::ALL[dice.below(6)];
        board[dice.below(64)] = Some(Piece { color, role });
    }
    LosingPosition::from_men(board, Color::ALL[dice.below(2)], None)
}

/// White gives the rook away to the king, and has to think about it.
const ENDING: &str = "8/8/R7/8/8/8/5k2/8 w - -";

fn ending() -> (TreeClaim, Vec<Node>) {
    let claim = claim(ENDING, Color::White);
    let nodes = grown(&claim, 50_000).expect("White wins");
    assert!(nodes.len() > 200 && nodes.iter().filter(|node| node.0 >= SAME).count() > 50);
    (claim, nodes)
}

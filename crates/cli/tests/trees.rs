//! `zermelo check` with proof trees of losing chess.

use std::fs;

use crate::common::{folder, zermelo, zermelo_fed};
use zermelo_kernel::{Color, LosingPosition, Rules, TreeClaim, TreeHead};

const INNER: u32 = 1 << 30;
const D7D5: u16 = 51 << 6 | 35;
const CXD6: u16 = 1 << 15 | 34 << 6 | 43;
const EXD6: u16 = 1 << 15 | 36 << 6 | 43;
const A4A3: u16 = 24 << 6 | 16;

fn bytes(nodes: &[(u32, u16)]) -> Vec<u8> {
    let bytes =
        nodes.iter().map(|(data, code)| [&data.to_le_bytes()[..], &code.to_le_bytes()].concat());
    bytes.collect::<Vec<_>>().concat()
}

fn certificate(rules: Rules, fen: &str, prover: Color, nodes: &[(u32, u16)]) -> Vec<u8> {
    let position = LosingPosition::from_fen(fen).unwrap();
    let head = TreeHead { claim: TreeClaim { rules, position, prover }, nodes: nodes.len() as u32 };
    [head.to_text().as_bytes(), &bytes(nodes), TreeHead::TAIL.as_bytes()].concat()
}

/// Black gives the last pawn away, and White must take it, one way or the other.
fn pawn() -> Vec<u8> {
    let nodes = [(4, 0), (INNER, D7D5), (3, CXD6), (0, EXD6)];
    certificate(Rules::Losing, "8/3p4/8/2P1P3/8/8/8/8 b - -", Color::Black, &nodes)
}

#[test]
fn accepted_however_it_comes() {
    let folder = folder("tree");
    let (plain, packed) = (folder.join("pawn.cert"), folder.join("pawn.cert.zst"));
    fs::write(&plain, pawn()).unwrap();
    fs::write(&packed, zstd::encode_all(&pawn()[..], 1).unwrap()).unwrap();
    let claim = "accepted: Black wins from 8/3p4/8/2P1P3/8/8/8/8 b - - by the rules losing (a \
                 tree of 4 positions, 2 internal, 2 over, 0 left to tables; 0 transpositions, 0 \
                 forced moves, longest line 2 plies)";
    for ran in [
        zermelo(&["check", plain.to_str().unwrap()]),
        zermelo(&["check", packed.to_str().unwrap()]),
        zermelo_fed(&["check", "-"], &pawn()),
        zermelo_fed(&["check", "-"], &fs::read(&packed).unwrap()),
    ] {
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.stdout.contains(claim), "{ran:?}");
    }
    let ran = zermelo(&["check", "--json", plain.to_str().unwrap()]);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(report["accepted"], true);
    assert_eq!(report["claim"], "losing-win");
    assert_eq!(report["side"], "black");
    assert_eq!(report["tree"]["nodes"], 4);
    assert_eq!(report["tree"]["without_men"], 2);
    assert_eq!(report["tree"]["longest_plies"], 2);
}

#[test]
fn damaged_ones_are_rejected_with_node_and_reason() {
    let good = pawn();
    let nodes = good.len() - TreeHead::TAIL.len() - 24;
    for (at, change, reason) in [
        (nodes + 11, 0x80, "node 1: the en-passant mark of the move d7d5 is wrong"),
        (nodes + 12, 3, "node 1, after d7d5: the defender's move e5d6 is missing"),
        (
            nodes + 12,
            4,
            "node 2, after d7d5 c5d6: the sibling is given as node 7, but node 3 follows",
        ),
        (nodes, 1, "node 4: the bytes end here"),
        (good.len() - 2, 1, "node 4: the line `end` does not follow the nodes"),
    ] {
        let mut bad = good.clone();
        bad[at] ^= change;
        let ran = zermelo_fed(&["check", "-"], &bad);
        assert!(ran.status == 3 && ran.stdout.contains(reason), "{reason}: {ran:?}");
        assert!(
            ran.stdout.contains("REJECTED") && ran.stdout.contains("not proved that Black wins")
        );
        let ran = zermelo_fed(&["check", "--json", "-"], &bad);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!((ran.status, &report["accepted"]), (3, &false.into()));
        assert!(report["fault"].is_string());
    }
    // The other side, and other rules.
    let text = "8/8/8/8/p7/8/P7/8 b - -";
    let tree = [(2, 0), (0, A4A3)];
    for (rules, prover, status) in [
        (Rules::Losing, Color::White, 0),
        (Rules::Losing, Color::Black, 3),
        (Rules::LosingFics, Color::White, 3),
        (Rules::LosingJoint, Color::White, 3),
    ] {
        let ran = zermelo_fed(&["check", "-"], &certificate(rules, text, prover, &tree));
        assert_eq!(ran.status, status, "{ran:?}");
    }
    // What cannot be read.
    for text in ["claim losing-win green\n", "claim legal\n", ""] {
        let text = format!("zermelo-certificate 1\nrules losing\n{text}");
        let ran = zermelo_fed(&["check", "-"], text.as_bytes());
        assert!(ran.status == 2 && ran.stderr.contains("line 3: "), "{ran:?}");
    }
}

#[test]
fn what_is_left_to_tables_is_not_proved() {
    let open = certificate(Rules::Losing, "8/8/8/8/p7/8/P7/8 b - -", Color::White, &[(1, 0)]);
    let ran = zermelo_fed(&["check", "-"], &open);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(!ran.stdout.contains("accepted"), "{ran:?}");
    assert!(ran.stdout.contains(
        "NOT PROVED: 1 position with few men, which only tables know, must be won by White; if \
         so, White wins from"
    ));
    let ran = zermelo_fed(&["check", "--json", "-"], &open);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.status, &report["accepted"]), (1, &false.into()));
    assert_eq!(report["tree"]["table_leaves"], 1);
}

#[test]
fn bare_trees() {
    let folder = folder("bare");
    let file = folder.join("tree");
    // After 1. e3, and there it ends.
    fs::write(&file, bytes(&[(2, 1), (0, 12 << 6 | 20)])).unwrap();
    let ran = zermelo(&["check", "--tree", "losing", file.to_str().unwrap()]);
    assert_eq!(ran.status, 3, "{ran:?}");
    let reason = "node 1, after e2e3: the tree ends here, but the game is not over";
    assert!(ran.stdout.contains(reason), "{ran:?}");
    // Without being told, it is no certificate; and chess has no such trees.
    assert_eq!(zermelo(&["check", file.to_str().unwrap()]).status, 2);
    assert_eq!(zermelo(&["check", "--tree", "chess", file.to_str().unwrap()]).status, 2);
}

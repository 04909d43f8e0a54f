//! The slow twin of the kernel's check of a proof tree: all in memory, by recursion, along the
//! links, with positions and moves as texts. It was written from docs/certificates.md alone.

use std::collections::{BTreeMap, BTreeSet};

use zermelo_kernel::{Color, LosingPosition, Outcome, Rules, TreeClaim, TreeSummary};

/// The whole tree.
struct Twin<'a> {
    rules: Rules,
    prover: Color,
    table: &'a dyn Fn(&LosingPosition) -> bool,
    data: Vec<u32>,
    codes: Vec<u16>,
    /// The positions of the nodes that point nowhere.
    fens: BTreeMap<usize, String>,
    /// The node behind the last one of each subtree.
    ends: BTreeMap<usize, usize>,
    heights: BTreeMap<usize, u32>,
    summary: TreeSummary,
}

/// What the kernel would say of these bytes, without why not.
pub fn accepts(
    claim: &TreeClaim,
    bytes: &[u8],
    table: &dyn Fn(&LosingPosition) -> bool,
) -> Option<TreeSummary> {
    if claim.rules == Rules::Chess || bytes.is_empty() || !bytes.len().is_multiple_of(6) {
        return None;
    }
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
    let data: Vec<u32> = bytes.chunks(6).map(|node| number(&node[..4])).collect();
    let codes: Vec<u16> = bytes.chunks(6).map(|node| number(&node[4..]) as u16).collect();
    let (size, line) = (data[0] as usize, usize::from(codes[0]));
    if size != data.len() || line >= size {
        return None;
    }
    let mut position = claim.position.clone();
    let mut twin = Twin {
        rules: claim.rules,
        prover: claim.prover,
        table,
        data,
        codes,
        fens: BTreeMap::new(),
        ends: BTreeMap::new(),
        heights: BTreeMap::new(),
        summary: TreeSummary::default(),
    };
    for node in 1..=line {
        let uci = twin.uci(&position, node)?;
        let m = position.parse_uci(&uci).ok()?;
        twin.summary.opening.push(m);
        position = position.play(m);
        let wanted = if node < line { [1 << 30, 1 << 30] } else { [0, 1 << 30] };
        if !wanted.contains(&twin.data[node]) {
            return None;
        }
    }
    let inner = if line == 0 { size > 1 } else { twin.data[line] >> 30 == 1 };
    let height = twin.node(line, &position, inner)?;
    if twin.ends[&line] != size {
        return None;
    }
    twin.summary.longest = height;
    twin.summary.nodes = twin.summary.internal + twin.summary.terminal + twin.summary.table_leaves;
    Some(twin.summary)
}

impl Twin<'_> {
    /// The move that leads to a node, with its en-passant bit right.
    fn uci(&self, position: &LosingPosition, node: usize) -> Option<String> {
        let code = self.codes[node];
        let square = |number: u16| {
            let file = char::from(b'a' + (number % 8) as u8);
            format!("{file}{}", 1 + number / 8)
        };
        let (from, to) = (square(code / 64 % 64), square(code % 64));
        let letter = match code / 4096 % 8 {
            0 => "",
            2 => "n",
            3 => "b",
            4 => "r",
            5 => "q",
            6 => "k",
            _ => return None,
        };
        let fen = position.to_fen();
        let passed = fen.split(' ').nth(3) == Some(&to);
        let man = position.piece_at(from.parse().unwrap())?.letter();
        let en_passant = passed && matches!(man, 'P' | 'p') && from[..1] != to[..1];
        (en_passant == (code >= 1 << 15)).then(|| format!("{from}{to}{letter}"))
    }

    /// Checks what is below a node; gives the longest line.
    fn node(&mut self, node: usize, position: &LosingPosition, inner: bool) -> Option<u32> {
        self.fens.insert(node, position.to_fen());
        let legal: BTreeSet<String> =
            position.legal_moves().iter().map(ToString::to_string).collect();
        if !inner {
            self.ends.insert(node, node + 1);
            self.heights.insert(node, 0);
            let men = position.to_fen().split(' ').next()?.to_string();
            let ours = |letter: &char| match self.prover {
                Color::White => letter.is_ascii_uppercase(),
                Color::Black => letter.is_ascii_lowercase(),
            };
            match position.outcome(self.rules) {
                Some(outcome) if outcome == Outcome::Won(self.prover) => {
                    self.summary.terminal += 1;
                    self.summary.without_men += u64::from(men.chars().filter(ours).count() == 0);
                }
                None if men.chars().filter(char::is_ascii_alphabetic).count() <= 4 => {
                    self.summary.table_leaves += 1;
                    (self.table)(position).then_some(())?;
                }
                _ => return None,
            }
            return Some(0);
        }
        // The children, by their links.
        self.summary.internal += 1;
        let mut seen = BTreeSet::new();
        let mut height = 0;
        let mut child = node + 1;
        loop {
            if child >= self.data.len() {
                return None;
            }
            let uci = self.uci(position, child)?;
            if !legal.contains(&uci) || !seen.insert(uci.clone()) {
                return None;
            }
            let next = position.play(position.parse_uci(&uci).ok()?);
            let (flags, number) = (self.data[child] >> 30, (self.data[child] % (1 << 30)) as usize);
            let sibling = if flags >= 2 {
                self.summary.transpositions += 1;
                // A node that points nowhere, all below which was done before.
                let done = self.heights.get(&number)?;
                if self.fens.get(&number)? != &next.to_fen() {
                    return None;
                }
                height = height.max(1 + done);
                self.ends.insert(child, child + 1);
                if flags == 3 { child + 1 } else { 0 }
            } else {
                height = height.max(1 + self.node(child, &next, flags == 1)?);
                number
            };
            let end = self.ends[&child];
            if sibling == 0 {
                self.ends.insert(node, end);
                break;
            }
            if sibling != end {
                return None;
            }
            child = sibling;
        }
        let proving = position.turn() == self.prover;
        if if proving { seen.len() != 1 } else { seen != legal } {
            return None;
        }
        self.summary.forced += u64::from(!proving && legal.len() == 1);
        self.heights.insert(node, height);
        Some(height)
    }
}

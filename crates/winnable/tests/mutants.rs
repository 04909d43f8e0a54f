//! Damaged evidence: the kernel must see every damage that matters.
//!
//! For some hundred queries the engine's certificate is checked and then damaged in many ways.
//! A mutant must be unreadable or rejected, unless it is still a proof: then its claim must be
//! true by a slow twin that knows nothing of covers and regions (a search by shakmaty's rules
//! through everything that can be reached, or a replay of the line), or the damage must be
//! neutral: what was lost is not needed. At least 95 of 100 mutants must be rejected.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

use shakmaty::Position as _;
use zermelo_kernel::{
    Castling, Color, Cover, Evidence, Move, Piece, Position, Proof, Region, Square, Squares,
    WinnableCertificate,
};
use zermelo_testing::Dice;
use zermelo_winnable::{Limits, decide};

use crate::twin::{Truth, shakmaty_of, truth};

/// Queries that are always there: FEN and the intended winner.
const EMBEDDED: [(&str, Color); 16] = [
    ("KBk5/P1Pp1p1p/1p1P4/1P6/8/8/5P1P/8 w - -", Color::White),
    ("KBk5/P1Pp1p1p/1p1P4/1P6/8/8/5P1P/8 w - -", Color::Black),
    ("2k5/2p1p1p1/p1P1P1P1/P1p4K/8/2P5/8/8 w - -", Color::White),
    ("4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - -", Color::White),
    ("4k3/7p/7P/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - -", Color::Black),
    ("8/8/8/8/8/5k2/5p2/5K2 w - -", Color::White),
    ("8/8/8/8/8/5k2/5p2/5K2 w - -", Color::Black),
    ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -", Color::Black),
    ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -", Color::White),
    ("2k5/8/8/8/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K -", Color::Black),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -", Color::Black),
    ("k7/8/p5p1/2p1p1Pp/PpP1Pp2/1P1K1P1P/8/8 w - -", Color::White),
    ("8/8/3k4/8/2pP4/8/8/B2K4 b - d3", Color::White),
    ("7k/5Q2/8/6K1/8/8/8/8 b - -", Color::White),
    ("k7/P7/1K6/8/8/8/8/8 b - -", Color::White),
    ("6kb/5p1p/5P1P/8/8/8/8/K7 b - -", Color::Black),
];

// The twin, and its peers.

/// Where exhaustion is too much: an independent solver.
fn second_opinion(position: &Position, winner: Color) -> Truth {
    let fen = format!("{} 0 1", position.to_fen());
    let Ok(board) = chess::Board::from_str(&fen) else { return Truth::Unknown };
    let color = match winner {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    };
    match chasolver::winnability(&board, color) {
        Some(chasolver::Winnability::Winnable { .. }) => Truth::Winnable,
        Some(chasolver::Winnability::Unwinnable) => Truth::Unwinnable,
        None => Truth::Unknown,
    }
}

/// Replays a line by shakmaty's rules: does it end in mate by the winner?
fn replays(position: &Position, winner: Color, moves: &[Move]) -> bool {
    let mut here = position.clone();
    let mut peer = shakmaty_of(position);
    for m in moves {
        let Ok(uci) = m.to_uci(&here).parse::<shakmaty::uci::UciMove>() else { return false };
        let Ok(legal) = uci.to_move(&peer) else { return false };
        peer.play_unchecked(legal);
        here = here.play(*m);
    }
    let black_mates = winner == Color::Black;
    peer.is_checkmate() && (peer.turn() == shakmaty::Color::White) == black_mates
}

// The mutants.

struct Mutant {
    kind: &'static str,
    certificate: WinnableCertificate,
}

fn line_mutants(good: &WinnableCertificate, moves: &[Move], dice: &mut Dice) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let mut add = |kind, position: &Position, winner, moves: Vec<Move>| {
        let position = position.clone();
        let evidence = Evidence::Helpmate(moves);
        mutants
            .push(Mutant { kind, certificate: WinnableCertificate { position, winner, evidence } });
    };
    let (root, winner) = (&good.position, good.winner);
    add("flip the winner", root, !winner, moves.to_vec());
    let n = moves.len();
    if n == 0 {
        return mutants;
    }
    let mut positions = vec![root.clone()];
    for &m in moves {
        positions.push(positions[positions.len() - 1].play(m));
    }
    add("truncate", root, winner, moves[..n - 1].to_vec());
    add("truncate", root, winner, moves[..dice.below(n)].to_vec());
    for _ in 0..6 {
        let at = dice.below(n);
        let mut dropped = moves.to_vec();
        dropped.remove(at);
        add("drop a move", root, winner, dropped);
        if let Some(&other) = dice.pick(&positions[at].legal_moves())
            && other != moves[at]
        {
            let mut changed = moves.to_vec();
            changed[at] = other;
            add("change a move", root, winner, changed);
            let mut inserted = moves.to_vec();
            inserted.insert(at, other);
            add("insert a move", root, winner, inserted);
        }
        let (a, b) = (dice.below(n), dice.below(n));
        if moves[a] != moves[b] {
            let mut swapped = moves.to_vec();
            swapped.swap(a, b);
            add("swap two moves", root, winner, swapped);
        }
        let any = |dice: &mut Dice| Square::new(dice.below(64) as u8).expect("below 64");
        let mut wild = moves.to_vec();
        wild[at] = Move { from: any(dice), to: any(dice), ..moves[at] };
        if wild != moves {
            add("change a square", root, winner, wild);
        }
    }
    if let Some(&first) = dice.pick(&root.legal_moves()) {
        add("start elsewhere", &root.play(first), winner, moves.to_vec());
    }
    add("start elsewhere", &positions[1], winner, moves.to_vec());
    mutants
}

/// The position with one man put elsewhere, if that is a position.
fn man_moved(position: &Position, dice: &mut Dice) -> Option<Position> {
    let men: Vec<(Square, Piece)> = position.pieces().collect();
    let (home, piece) = *dice.pick(&men)?;
    let free: Vec<Square> = Square::all().filter(|&s| position.piece_at(s).is_none()).collect();
    let to = *dice.pick(&free)?;
    let mut board = ['1'; 64];
    for (square, man) in men {
        board[if square == home { to } else { square }.index()] =
            if square == home { piece.letter() } else { man.letter() };
    }
    let ranks: Vec<String> = board.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    let turn = if position.turn() == Color::White { "w" } else { "b" };
    Position::from_fen(&format!("{} {turn} - -", ranks.join("/")), position.castling()).ok()
}

fn cover_mutants(
    good: &WinnableCertificate,
    cover: &Cover,
    winnable: &[(Position, Color)],
    dice: &mut Dice,
) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    let mut add = |kind, position: Position, winner, cover: Cover| {
        let evidence = Evidence::Cover(cover);
        mutants
            .push(Mutant { kind, certificate: WinnableCertificate { position, winner, evidence } });
    };
    let (root, winner) = (&good.position, good.winner);
    // A cover of one position does not prove another.
    for _ in 0..6 {
        if let Some((other, winner)) = dice.pick(winnable) {
            add("hide a mate", other.clone(), *winner, cover.clone());
        }
        // Without positions and regions a cover is the claim that the material is too little;
        // there is no evidence to damage.
        if let Some(other) = man_moved(root, dice).filter(|_| *cover != Cover::default()) {
            add("change the position", other, winner, cover.clone());
        }
    }
    if *cover != Cover::default() {
        add("drop all", root.clone(), winner, Cover::default());
        add("flip the winner", root.clone(), !winner, cover.clone());
    }
    for _ in 0..8 {
        if !cover.positions.is_empty() {
            let at = dice.below(cover.positions.len());
            let mut dropped = cover.clone();
            dropped.positions.remove(at);
            add("drop a position", root.clone(), winner, dropped);
            if let Some(other) = man_moved(&cover.positions[at].position(root.castling()), dice) {
                let mut changed = cover.clone();
                changed.positions[at] = other.packed();
                add("change a position", root.clone(), winner, changed);
            }
            if let Some((mate, by)) = dice.pick(winnable)
                && *by == winner
            {
                let mut stray = cover.clone();
                stray.positions.push(mate.packed());
                add("add a position", root.clone(), winner, stray);
            }
        }
    }
    for (number, region) in cover.regions.iter().enumerate().take(4) {
        let mut dropped = cover.clone();
        dropped.regions.remove(number);
        add("drop a region", root.clone(), winner, dropped);
        for (kind, mutant) in region_mutants(region, dice) {
            let mut changed = cover.clone();
            changed.regions[number] = mutant;
            add(kind, root.clone(), winner, changed);
        }
    }
    mutants
}

fn region_mutants(region: &Region, dice: &mut Dice) -> Vec<(&'static str, Region)> {
    let mut mutants = Vec::new();
    let with = |change: &mut dyn FnMut(&mut Region)| {
        let mut mutant = region.clone();
        change(&mut mutant);
        mutant
    };
    if let Some(anchor) = man_moved(&region.anchor, dice) {
        mutants.push(("move a man of an anchor", with(&mut |r| r.anchor = anchor.clone())));
    }
    for at in 0..region.phases.len().min(3) {
        mutants.push(("drop a phase", with(&mut |r| drop(r.phases.remove(at)))));
    }
    for _ in 0..10 {
        let at = dice.below(region.phases.len());
        let phase = &region.phases[at];
        let man = dice.below(phase.men.len());
        let state = phase.men[man];
        let held: Vec<Square> = state.squares.iter().collect();
        if let Some(&lost) = dice.pick(&held) {
            let shrunk = Squares(state.squares.0 & !Squares::only(lost).0);
            mutants.push((
                "take a square from a man",
                with(&mut |r| r.phases[at].men[man].squares = shrunk),
            ));
        }
        if state.may_be_gone {
            let mutant = with(&mut |r| r.phases[at].men[man].may_be_gone = false);
            mutants.push(("say that a man stays", mutant));
        }
        if state.may_be_promoted {
            let mutant = with(&mut |r| r.phases[at].men[man].may_be_promoted = false);
            mutants.push(("say that a pawn stays a pawn", mutant));
        }
        let mutant = with(&mut |r| {
            r.phases[at].men.remove(man);
        });
        mutants.push(("drop a man", mutant));
        if !phase.facing.is_empty() {
            let pair = dice.below(phase.facing.len());
            let (white, black) = phase.facing[pair];
            let turned = with(&mut |r| r.phases[at].facing[pair] = (black, white));
            mutants.push(("turn a facing pair round", turned));
            // Two pawns that never move nor go block each other without being said to.
            let fixed = |man: usize| {
                let state = phase.men[man];
                state.squares.single().is_some() && !state.may_be_gone
            };
            if !fixed(white) || !fixed(black) {
                let mutant = with(&mut |r| {
                    r.phases[at].facing.remove(pair);
                });
                mutants.push(("drop a facing pair", mutant));
            }
        }
        let wrong = (dice.below(phase.men.len()), dice.below(phase.men.len()));
        if !phase.facing.contains(&wrong) {
            let mutant = with(&mut |r| r.phases[at].facing.push(wrong));
            mutants.push(("add a facing pair", mutant));
        }
    }
    mutants
}

/// Reads a certificate about a position; damage cannot turn it into one about a game.
fn read(bytes: &[u8]) -> Result<WinnableCertificate, String> {
    match Proof::read(&bytes) {
        Ok(Proof::Winnable(certificate)) => Ok(certificate),
        Ok(Proof::Record(_)) => Err("a record".to_string()),
        Ok(Proof::Legality(_) | Proof::Census(_)) => Err("about the past".to_string()),
        Ok(Proof::Longest(_)) => Err("a counting".to_string()),
        Ok(Proof::LosingWin(_) | Proof::LosingChances(_)) => Err("losing chess".to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether the damage takes nothing that the proof needs, seen without asking the kernel: a pair
/// that blocks no push, a true pair more, a square or flag that no play can use.
///
/// Everything of the undamaged cover that is still in the mutant is worth what it was, so it is
/// enough that the claim is the same; its truth was proved by the undamaged evidence.
fn same_claim(mutant: &WinnableCertificate, good: &WinnableCertificate) -> bool {
    mutant.position == good.position
        && mutant.winner == good.winner
        && mutant.claim() == good.claim()
}

#[derive(Default, Clone, Copy)]
struct Count {
    made: usize,
    rejected: usize,
    neutral: usize,
    proved: usize,
    unsettled: usize,
}

/// Queries of the corpus, a few from each file.
fn queries() -> Vec<(Position, Color)> {
    let read = |fen: &str| Position::from_fen(fen, Castling::Standard);
    let mut queries: Vec<(Position, Color)> = EMBEDDED
        .iter()
        .map(|&(fen, winner)| (read(fen).unwrap_or_else(|e| panic!("{fen}: {e}")), winner))
        .collect();
    for (name, every, labelled) in
        [("hard.txt", 4, true), ("lichess.txt", 150, true), ("unfair.txt", 150, false)]
    {
        let Some(text) = zermelo_testing::text(&format!("winnable/{name}")) else { break };
        for (number, line) in text.lines().enumerate().filter(|(number, _)| number % every == 0) {
            let fen = if labelled { line.split_once(' ').map_or("", |(_, fen)| fen) } else { line };
            let fen: Vec<&str> = fen.split_whitespace().take(4).collect();
            let position = read(&fen.join(" "));
            let position = position.unwrap_or_else(|e| panic!("{name}:{}: {e}", number + 1));
            let winner = if labelled && number / every % 2 == 0 {
                position.turn()
            } else {
                !position.turn()
            };
            queries.push((position, winner));
        }
    }
    queries
}

#[test]
fn damaged_evidence_is_rejected() {
    const MOST_POSITIONS: usize = 400; // of a cover that is damaged: larger ones only cost time
    let mut dice = Dice(1913);
    let mut goods = Vec::new();
    let mut winnable = Vec::new();
    let (mut open, mut large) = (0, 0);
    for (position, winner) in queries() {
        let limits = Limits::new(20_000, 16 << 20);
        let answer = decide(&position, winner, &limits);
        let Some(good) = answer.certificate(&position, winner) else {
            open += 1;
            continue;
        };
        let text = good.to_text();
        assert_eq!(read(text.as_bytes()).as_ref(), Ok(&good), "{text}");
        assert_eq!(good.clone().check().map(drop), Ok(()), "{text}");
        match &good.evidence {
            Evidence::Helpmate(moves) => {
                assert!(replays(&position, winner, moves), "{text}");
                winnable.push((position, winner));
            }
            Evidence::Cover(cover) if cover.positions.len() > MOST_POSITIONS => {
                large += 1;
                continue;
            }
            Evidence::Cover(_) => {}
        }
        goods.push(good);
    }
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut truths: HashMap<(String, Color), Truth> = HashMap::new();
    let mut wrong = Vec::new();
    for good in &goods {
        let mutants = match &good.evidence {
            Evidence::Helpmate(moves) => line_mutants(good, moves, &mut dice),
            Evidence::Cover(cover) => cover_mutants(good, cover, &winnable, &mut dice),
        };
        for Mutant { kind, certificate } in mutants {
            let count = counts.entry(kind).or_default();
            count.made += 1;
            if certificate.clone().check().is_err() {
                count.rejected += 1;
                continue;
            }
            // Accepted. Is it true?
            let sound = match &certificate.evidence {
                Evidence::Helpmate(moves) => {
                    replays(&certificate.position, certificate.winner, moves)
                }
                Evidence::Cover(_) if same_claim(&certificate, good) => {
                    count.neutral += 1;
                    continue;
                }
                Evidence::Cover(_) => {
                    let key = (certificate.position.to_fen(), certificate.winner);
                    let found = truths.entry(key).or_insert_with(|| {
                        let position = &certificate.position;
                        match truth(position, certificate.winner, 30_000) {
                            Truth::Unknown => second_opinion(position, certificate.winner),
                            found => found,
                        }
                    });
                    if *found == Truth::Unknown {
                        count.unsettled += 1;
                        continue;
                    }
                    *found == Truth::Unwinnable
                }
            };
            if sound {
                count.proved += 1;
            } else {
                wrong.push(format!("{kind}:\n{}", certificate.to_text()));
            }
        }
    }
    let mut all = Count::default();
    for (kind, count) in &counts {
        println!(
            "{kind:30} {:6} made {:6} rejected {:5} neutral {:5} true {:5} too large for the twin",
            count.made, count.rejected, count.neutral, count.proved, count.unsettled
        );
        all.made += count.made;
        all.rejected += count.rejected;
        all.neutral += count.neutral;
        all.proved += count.proved;
        all.unsettled += count.unsettled;
    }
    println!(
        "{} certificates ({open} open, {large} too large), {} mutants: {} rejected, {} neutral, \
         {} true, {} unsettled",
        goods.len(),
        all.made,
        all.rejected,
        all.neutral,
        all.proved,
        all.unsettled
    );
    assert_eq!(all.unsettled, 0, "accepted mutants that no twin could settle");
    assert!(wrong.is_empty(), "{} false claims accepted, such as {}", wrong.len(), wrong[0]);
    assert!(all.rejected * 100 >= all.made * 95, "{} of {}", all.rejected, all.made);
    assert!(all.unsettled * 100 <= all.made, "the twin gave up on {}", all.unsettled);
}

/// The same at the level of the text: any byte changed, any line lost, doubled or exchanged.
#[test]
fn damaged_texts_are_rejected_or_prove_the_same() {
    let mut dice = Dice(64);
    let (mut made, mut rejected) = (0, 0);
    for (fen, winner) in EMBEDDED {
        let position = Position::from_fen(fen, Castling::Standard).expect(fen);
        let answer = decide(&position, winner, &Limits::default());
        let good = answer.certificate(&position, winner).expect(fen);
        let text = good.to_text();
        if text.len() > 20_000 {
            continue;
        }
        for _ in 0..120 {
            let mut bytes = text.clone().into_bytes();
            let lines: Vec<&str> = text.lines().collect();
            match dice.below(4) {
                0 => {
                    let at = dice.below(bytes.len());
                    let alphabet = b"0123456789abcdefghKQRBNPkqrnp wx-/\n";
                    bytes[at] = alphabet[dice.below(alphabet.len())];
                }
                1 => drop(bytes.remove(dice.below(text.len()))),
                2 => {
                    let mut lines = lines;
                    lines.remove(dice.below(lines.len()));
                    bytes = lines.join("\n").into_bytes();
                }
                _ => {
                    let mut lines = lines;
                    let (a, b) = (dice.below(lines.len()), dice.below(lines.len()));
                    lines.swap(a, b);
                    bytes = lines.join("\n").into_bytes();
                }
            }
            let read = read(bytes.as_slice());
            if read.as_ref() == Ok(&good) {
                continue; // a blank line less, or the same byte again
            }
            made += 1;
            let Ok(mutant) = read else {
                rejected += 1;
                continue;
            };
            if mutant.clone().check().is_err() {
                rejected += 1;
            } else if !same_claim(&mutant, &good) {
                let (position, winner) = (&mutant.position, mutant.winner);
                let found = match &mutant.evidence {
                    Evidence::Helpmate(moves) => replays(position, winner, moves),
                    Evidence::Cover(_) => truth(position, winner, 60_000) != Truth::Winnable,
                };
                assert!(found, "a false claim was accepted:\n{}", mutant.to_text());
            }
        }
    }
    println!("{made} texts damaged, {rejected} unreadable or rejected");
    assert!(made > 500 && rejected * 100 >= made * 80);
}

/// The twin itself, on endings that everybody knows.
#[test]
fn the_twin_knows_small_endings() {
    let ask = |fen: &str, winner| {
        truth(&Position::from_fen(fen, Castling::Standard).expect(fen), winner, 40_000)
    };
    assert_eq!(ask("k7/8/1K6/8/8/8/8/7R w - -", Color::White), Truth::Winnable);
    assert_eq!(ask("k7/8/1K6/8/8/8/8/6B1 w - -", Color::White), Truth::Unknown);
    assert_eq!(ask("k7/P7/K7/8/8/8/8/8 b - -", Color::White), Truth::Unwinnable);
    assert_eq!(ask("k7/8/1K6/8/8/8/8/8 w - -", Color::White), Truth::Unwinnable);
    assert_eq!(ask("k7/8/1K6/8/8/8/8/7R w - -", Color::Black), Truth::Unknown);
}

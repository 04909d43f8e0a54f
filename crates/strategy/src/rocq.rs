//! The definitions and the lemmas of a strategy as text for Rocq (Coq), so that what follows from
//! the lemmas can be proved there (`proofs/`).
//!
//! Everything is printed from the one definition in the trusted part, read by [`Sketchbook`]. The
//! file has definitions only: each lemma is a statement, which `proofs/` takes as the kernel's or
//! proves.

use std::fmt::Write;

use zermelo_kernel_strategy::{
    Board, Kind, LemmaText, Men, Place, Rules, Scene, Strategy, StrategyEnding, kqk,
};

use crate::sketch::{Id, Node, Sketch, Sketchbook};

/// A lemma as it is printed: from the assumptions, in their order, falsity follows.
pub struct Statement {
    /// Its name in Rocq.
    pub name: String,
    /// Its name and what it says.
    pub says: String,
    /// Its variables, by number.
    pub variables: Vec<usize>,
    /// What is assumed.
    pub assumed: Vec<Id>,
}

/// The lemmas of an ending, with its definitions written into the book first.
pub fn statements(book: &Sketchbook, ending: StrategyEnding) -> Vec<Statement> {
    match ending {
        StrategyEnding::Krk => rook(book),
        StrategyEnding::Kqk => queen(book),
        StrategyEnding::Krr => {}
    }
    let texts = ending.texts().into_iter();
    let statement = |text: LemmaText<'_, _>| {
        let mut scene = Scene::new(book);
        (text.denial)(&mut scene);
        let mut variables = vec![book.name(scene.width, "w"), book.name(scene.height, "h")];
        for (number, men) in scene.shown.iter().enumerate() {
            let number = if number == 0 { String::new() } else { number.to_string() };
            let pieces = piece_letters(ending).iter();
            for (letter, Place { x, y }) in ["k"].iter().chain(pieces).chain(&["l"]).zip(men) {
                variables.push(book.name(*x, &format!("{letter}x{number}")));
                variables.push(book.name(*y, &format!("{letter}y{number}")));
            }
        }
        variables.sort_unstable();
        variables.dedup();
        let assumed = scene.assumed.iter().map(|claim| book.fold(claim.id)).collect();
        let says = format!("{}: {}", text.name, text.says);
        Statement { name: identifier(&text.name), says, variables, assumed }
    };
    texts.map(statement).collect()
}

/// The letters that squares of the pieces begin with.
fn piece_letters(ending: StrategyEnding) -> &'static [&'static str] {
    match ending {
        StrategyEnding::Krk => &["r"],
        StrategyEnding::Kqk => &["q"],
        StrategyEnding::Krr => &["r", "s"],
    }
}

/// A lemma's name as a name in Rocq: "4.1: the rook is safe" is `the_rook_is_safe`.
fn identifier(name: &str) -> String {
    let name = name.split_once(": ").map_or(name, |(_, name)| name);
    let letters = name.chars().filter(|&letter| letter != '\'');
    letters.map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect()
}

/// The file's text.
#[must_use]
pub fn text(ending: StrategyEnding) -> String {
    let book = &Sketchbook::default();
    let statements = statements(book, ending);
    let mut text = format!(
        "(* Written by `zermelo strategy {} prove --rocq FILE`. Do not edit.\n\n   \
         The definition of the strategy and its lemmas, as the kernel reads them: w files and h\n   \
         ranks, the white king (kx, ky), the {}, the black king (lx, ly). *)\n\n\
         From Coq Require Import ZArith Bool.\nOpen Scope Z_scope.\nOpen Scope bool_scope.\n",
        ending.name(),
        match ending {
            StrategyEnding::Krk => "rook (rx, ry)",
            StrategyEnding::Kqk => "queen (qx, qy)",
            StrategyEnding::Krr => "rooks (rx, ry) and (sx, sy)",
        },
    );
    for definition in book.definitions() {
        let kind = if definition.truth { "bool" } else { "Z" };
        let variables = names(book, &definition.variables);
        let body = Printer { book }.broken(definition.body, 2);
        let _ = write!(
            text,
            "\nDefinition {} ({variables} : Z) : {kind} :=\n  {body}.\n",
            definition.name
        );
    }
    for Statement { name, says, variables, assumed } in statements {
        let variables = names(book, &variables);
        let _ = write!(text, "\n(* {says} *)\nDefinition {name} : Prop := forall {variables} : Z,");
        for id in assumed {
            let _ = write!(text, "\n  ({}) = true ->", Printer { book }.broken(id, 3));
        }
        text.push_str("\n  False.\n");
    }
    text
}

fn names(book: &Sketchbook, variables: &[usize]) -> String {
    variables.iter().map(|&variable| book.name_of(variable)).collect::<Vec<_>>().join(" ")
}

/// No line is longer, if it can be broken.
const LINE: usize = 100;

struct Printer<'a> {
    book: &'a Sketchbook,
}

impl Printer<'_> {
    /// The parts of a chain of `&&` or `||`.
    fn chain(&self, id: Id, and: bool, into: &mut Vec<Id>) {
        match self.book.node(id) {
            Node::And(a, b) if and => {
                self.chain(a, and, into);
                into.push(b);
            }
            Node::Or(a, b) if !and => {
                self.chain(a, and, into);
                into.push(b);
            }
            _ => into.push(id),
        }
    }

    /// The text, on several lines if it is long, each but the first that far from the left.
    fn broken(&self, id: Id, margin: usize) -> String {
        let text = self.plain(id);
        let node = self.book.node(id);
        let and = matches!(node, Node::And(..));
        if text.len() + margin <= LINE || !(and || matches!(node, Node::Or(..))) {
            return text;
        }
        let mut parts = Vec::new();
        self.chain(id, and, &mut parts);
        let sign = if and { "&&" } else { "||" };
        let parts = parts.into_iter().map(|part| {
            let text = self.closed(part);
            let chain = matches!(self.book.node(part), Node::And(..) | Node::Or(..));
            if chain && text.len() + margin + 3 > LINE {
                format!("({})", self.broken(part, margin + 4))
            } else {
                text
            }
        });
        let line = format!("\n{}{sign} ", " ".repeat(margin));
        parts.collect::<Vec<_>>().join(&line)
    }

    /// The text in brackets, where it needs them.
    fn closed(&self, id: Id) -> String {
        match self.book.node(id) {
            Node::Variable(_) => self.plain(id),
            Node::Number(value) if value >= 0 => self.plain(id),
            _ => format!("({})", self.plain(id)),
        }
    }

    fn plain(&self, id: Id) -> String {
        let at = |id: Id| self.closed(id);
        match self.book.node(id) {
            Node::Variable(number) => self.book.name_of(number),
            Node::Number(value) => value.to_string(),
            Node::Add(a, b) => format!("{} + {}", at(a), at(b)),
            Node::Sub(a, b) => format!("{} - {}", at(a), at(b)),
            Node::Half(a) => format!("{} / 2", at(a)),
            Node::Abs(a) => format!("Z.abs {}", at(a)),
            Node::Pick(a, b, c) => {
                format!("if {} then {} else {}", self.plain(a), at(b), at(c))
            }
            Node::Le(a, b) => format!("{} <=? {}", at(a), at(b)),
            Node::Lt(a, b) => format!("{} <? {}", at(a), at(b)),
            Node::Eq(a, b) => format!("{} =? {}", at(a), at(b)),
            Node::Not(a) => format!("negb {}", at(a)),
            Node::And(..) | Node::Or(..) => {
                let and = matches!(self.book.node(id), Node::And(..));
                let mut parts = Vec::new();
                self.chain(id, and, &mut parts);
                let sign = if and { " && " } else { " || " };
                parts.into_iter().map(at).collect::<Vec<_>>().join(sign)
            }
            Node::Implies(a, b) => format!("implb {} {}", at(a), at(b)),
            Node::Call(number, parts) => {
                let mut text = self.book.definitions()[number].name.clone();
                for part in parts {
                    let _ = write!(text, " {}", at(part));
                }
                text
            }
        }
    }
}

/// The variables of definitions: a square, and the men before and after a move.
struct Formal<'a> {
    board: Board<Sketch<'a>>,
    from: Men<Sketch<'a>>,
    to: Men<Sketch<'a>>,
    place: Place<Sketch<'a>>,
}

impl<'a> Formal<'a> {
    fn new(book: &'a Sketchbook, piece: &str) -> Formal<'a> {
        let variable = |name: &str| book.variable(name);
        let place = |letter: &str, more: &str| {
            Place::new(variable(&format!("{letter}x{more}")), variable(&format!("{letter}y{more}")))
        };
        let board = Board::new(variable("w"), variable("h"));
        let men = |more: &str| Men {
            king: place("k", more),
            piece: place(piece, more),
            black: place("l", more),
        };
        let (from, to) = (men(""), men("'"));
        let place = Place::new(variable("x"), variable("y"));
        Formal { board, from, to, place }
    }
}

/// The definitions that both endings have.
fn rules<'a, R: Rules<Sketch<'a>>>(book: &'a Sketchbook, on: &R, formal: &Formal<'a>) {
    let Formal { from, to, .. } = *formal;
    book.define_truth("black_to_move", on.black_to_move(from));
    book.define_truth("white_to_move", on.white_to_move(from));
    book.define_truth("king_moves", on.king_moves(from, to));
    book.define_truth("black_moves", on.black_moves(from, to));
    book.define_truth("black_takes", from.black_takes());
    book.define_truth("black_is_stuck", on.black_is_stuck(from));
    book.define_truth("mate", on.mate(from));
    book.define_truth("stalemate", on.stalemate(from));
    book.define_truth("divides", from.divides());
}

fn rook(book: &Sketchbook) {
    let formal = Formal::new(book, "r");
    let Formal { board, from, to, place } = formal;
    let strategy = Strategy { by_shape: true, ..Strategy::new(board) };
    book.define_truth("on_board", board.has(place));
    book.define_truth("beside", from.king.within(from.piece, 1));
    book.define_truth("between", place.between(from.king, from.piece));
    book.define_truth("rook_attacks", from.rook_attacks(place));
    rules(book, &board, &formal);
    book.define_truth("rook_moves", board.rook_moves(from, to));
    book.define_truth("mates", strategy.mates(from));
    book.define_truth("mate_shape", board.mate_shape(from));
    book.define_truth("mates_shape", board.mates_shape(from));
    book.define_truth("stalemate_shape", board.stalemate_shape(from));
    book.define_number("room", board.room(from));
    let critical = from.critical_square();
    book.define_number("critical", critical.x);
    book.define_number("way_to_go", from.way_to_go());
    book.define_truth("exposed", from.exposed());
    book.define_truth("kings_on_one_edge", board.kings_on_one_edge(from));
    book.define_truth("towards_edge", board.towards_edge(from, to));
    book.define_truth("l_pattern", from.l_pattern());
    for kind in Kind::ALL {
        book.define_truth(&format!("fits_{kind:?}"), strategy.fits(kind, from, to));
        book.define_truth(&format!("move_{kind:?}"), strategy.is_move(kind, from, to));
        book.define_truth(&format!("possible_{kind:?}"), strategy.possible(kind, from));
    }
}

fn queen(book: &Sketchbook) {
    let formal = Formal::new(book, "q");
    let Formal { board, from, to, place } = formal;
    let strategy = kqk::Strategy::new(board);
    book.define_truth("on_board", board.has(place));
    book.define_truth("beside", from.king.within(from.piece, 1));
    book.define_truth("king_blocks", from.king_blocks(place));
    book.define_truth("queen_attacks", from.queen_attacks(place));
    rules(book, &strategy, &formal);
    book.define_truth("queen_moves", strategy.queen_moves(from, to));
    let (width, room) = strategy.room(from);
    book.define_number("room_width", width);
    book.define_number("room", room);
    book.define_number("way_to_place", from.way_to_place());
    book.define_truth("mating", strategy.mating(from));
    book.define_truth("trapped", strategy.trapped(from));
    book.define_truth("smaller", strategy.smaller(from, to));
    book.define_truth("on_track", strategy.on_track(from));
    for kind in kqk::Kind::ALL {
        book.define_truth(&format!("fits_{kind:?}"), strategy.fits(kind, from, to));
        book.define_truth(&format!("move_{kind:?}"), strategy.is_move(kind, from, to));
        book.define_truth(&format!("possible_{kind:?}"), strategy.possible(kind, from));
    }
}

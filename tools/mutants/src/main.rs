//! Weaves mutants into a copy of the sources, all of them at once, each behind a switch.
//!
//! `cargo mutants` changes the sources, builds and tests for one mutant after the other: half a minute
//! each, and days for the kernel. Here every mutant of its list becomes a branch that is taken only if
//! an environment variable has the mutant's number, so that one build serves them all, and a mutant
//! costs as long as the test that notices it. The sources in the copy grow tenfold and run at a
//! third of their speed.
//!
//!     weave TREE LIST LEFT-OUT
//!
//! LIST is what `cargo mutants --list --json` prints (or broken kernels in the same form, with the genre
//! `Expression`), each with its `number`; several of one number are one mutant. LEFT-OUT has the numbers that are not to
//! be woven, one a line. Printed are the numbers that cannot be woven: what is computed while
//! compiling, and conditions that bind names.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use proc_macro2::{LineColumn, Span};
use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Expr, ExprBinary, ExprStruct, ExprUnary, ImplItemFn, ItemConst, ItemFn, ItemStatic, Signature};

/// What each woven crate gets: the switch, and a record of the switches that a test comes by.
const SWITCH: &str = include_str!("switch.rs");

/// A mutant of the list.
struct Mutant {
    number: usize,
    genre: String,
    start: (usize, usize),
    end: (usize, usize),
    replacement: String,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, tree, list, left_out] = &arguments[..] else { panic!("weave TREE LIST LEFT-OUT") };
    let read = |path: &Path| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let left_out: HashSet<usize> =
        read(left_out.as_ref()).lines().map(|line| line.parse().expect("a number")).collect();
    let list: Vec<Value> = serde_json::from_str(&read(list.as_ref())).expect("a list of mutants");
    let mut files: BTreeMap<String, Vec<Mutant>> = BTreeMap::new();
    for entry in &list {
        let text = |key: &str| entry[key].as_str().unwrap_or_else(|| panic!("no {key}")).to_string();
        let place = |key: &str| {
            let number = |part: &str| entry["span"][key][part].as_u64().expect("a place") as usize;
            (number("line"), number("column"))
        };
        let mutants = files.entry(text("file")).or_default();
        let number = entry["number"].as_u64().expect("a number") as usize;
        if !left_out.contains(&number) {
            mutants.push(Mutant {
                number,
                genre: text("genre"),
                start: place("start"),
                end: place("end"),
                replacement: text("replacement"),
            });
        }
    }
    for (file, mutants) in files {
        let path = Path::new(tree).join(&file);
        let (woven, not_woven) = weave(&read(&path), &mutants);
        std::fs::write(&path, woven).expect("the copy can be written");
        for number in not_woven {
            println!("{number}");
        }
        let (folder, _) = file.split_once("/src/").expect("a source of a crate");
        let root = Path::new(tree).join(folder).join("src/lib.rs");
        let switch = root.with_file_name("mutants.rs");
        if !switch.exists() {
            std::fs::write(switch, SWITCH).expect("the copy can be written");
            std::fs::write(&root, read(&root) + "\nmod mutants;\n").expect("the copy can be written");
        }
    }
}

/// A text to insert: before those at the same place of what is inside.
struct Insertion {
    at: usize,
    /// Whether it closes what begins before.
    closes: bool,
    /// The length of what it surrounds.
    extent: usize,
    text: String,
}

struct Weaver<'a> {
    source: &'a str,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    mutants: HashMap<(usize, usize), Vec<&'a Mutant>>,
    insertions: Vec<Insertion>,
    woven: HashSet<usize>,
    /// How many constants and functions for constants surround the place.
    constant: usize,
}

/// The source with its mutants, and the numbers of those that have no place in it.
fn weave(source: &str, mutants: &[Mutant]) -> (String, Vec<usize>) {
    let starts = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1));
    let mut by_place: HashMap<_, Vec<&Mutant>> = HashMap::new();
    for mutant in mutants {
        by_place.entry(mutant.start).or_default().push(mutant);
    }
    let mut weaver = Weaver {
        source,
        lines: starts.collect(),
        mutants: by_place,
        insertions: Vec::new(),
        woven: HashSet::new(),
        constant: 0,
    };
    for mutant in mutants.iter().filter(|mutant| mutant.genre == "Expression") {
        let byte = |(line, column): (usize, usize)| weaver.lines[line - 1] + column - 1;
        let (start, end) = (byte(mutant.start), byte(mutant.end));
        let branch = format!("{}{{ {} }} else {{", on(mutant), mutant.replacement);
        weaver.surround(start, end, format!("(if {branch}"), "})".to_string());
        weaver.woven.insert(mutant.number);
    }
    let file = syn::parse_file(source).expect("a Rust source");
    weaver.visit_file(&file);
    let not_woven = mutants.iter().map(|mutant| mutant.number);
    let not_woven = not_woven.filter(|number| !weaver.woven.contains(number)).collect();
    let mut insertions = weaver.insertions;
    insertions.sort_by_key(|i| {
        let order = if i.closes { i.extent } else { usize::MAX - i.extent };
        (i.at, !i.closes, order)
    });
    let (mut text, mut done) = (String::new(), 0);
    for insertion in insertions {
        text += &source[done..insertion.at];
        text += &insertion.text;
        done = insertion.at;
    }
    (text + &source[done..], not_woven)
}

/// The condition that this mutant is the one that is switched on.
fn on(mutant: &Mutant) -> String {
    format!("crate::mutants::on({})", mutant.number)
}

impl Weaver<'_> {
    /// The byte of a place; columns count characters.
    fn byte(&self, place: LineColumn) -> usize {
        let line = &self.source[self.lines[place.line - 1]..];
        let column = line.char_indices().nth(place.column).map_or(line.len(), |(at, _)| at);
        self.lines[place.line - 1] + column
    }

    fn text(&self, span: Span) -> &str {
        &self.source[self.byte(span.start())..self.byte(span.end())]
    }

    /// The mutants of a genre that begin at a place.
    fn of(&self, genre: &str, place: LineColumn) -> Vec<&Mutant> {
        let here = self.mutants.get(&(place.line, place.column + 1));
        let here = here.into_iter().flatten().copied();
        here.filter(|mutant| self.constant == 0 && mutant.genre == genre).collect()
    }

    fn surround(&mut self, start: usize, end: usize, before: String, after: String) {
        let extent = end - start;
        self.insertions.push(Insertion { at: start, closes: false, extent, text: before });
        self.insertions.push(Insertion { at: end, closes: true, extent, text: after });
    }

    /// Puts an expression into the last branch, and these into branches before it.
    fn branch(&mut self, whole: Span, branches: Vec<(usize, String)>) {
        if branches.is_empty() {
            return;
        }
        let chain = |(_, branch): &(usize, String)| format!("if {branch} else ");
        let before: String = branches.iter().map(chain).collect();
        let (start, end) = (self.byte(whole.start()), self.byte(whole.end()));
        self.surround(start, end, format!("({before}{{"), "})".to_string());
        self.woven.extend(branches.into_iter().map(|(number, _)| number));
    }

    fn function(&mut self, signature: &Signature, body: &syn::Block) {
        let Some(first) = body.stmts.first() else { return };
        let place = first.span().start();
        let returns = match &signature.output {
            syn::ReturnType::Default => String::new(),
            syn::ReturnType::Type(_, kind) => self.text(kind.span()).to_string(),
        };
        if returns.contains("impl ") {
            return; // the other branch is of another type
        }
        let mut before = String::new();
        let mut woven = Vec::new();
        for mutant in self.of("FnValue", place) {
            before += &format!("if {} {{ return {}; }} ", on(mutant), mutant.replacement);
            woven.push(mutant.number);
        }
        if !woven.is_empty() {
            let at = self.byte(place);
            self.insertions.push(Insertion { at, closes: false, extent: usize::MAX, text: before });
            self.woven.extend(woven);
        }
    }
}

/// Whether a condition binds a name, so that it cannot be put into parentheses.
fn binds(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { left, right, .. }) => binds(left) || binds(right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Weaver<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        let constant = usize::from(item.sig.constness.is_some());
        self.constant += constant;
        self.function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
        self.constant -= constant;
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        let constant = usize::from(item.sig.constness.is_some());
        self.constant += constant;
        self.function(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
        self.constant -= constant;
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.sig, body);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.constant += 1;
        visit::visit_item_const(self, item);
        self.constant -= 1;
    }

    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        self.constant += 1;
        visit::visit_item_static(self, item);
        self.constant -= 1;
    }

    fn visit_expr_binary(&mut self, whole: &'ast ExprBinary) {
        let binds = binds(&whole.left) || binds(&whole.right);
        let here = self.of("BinaryOperator", whole.op.span().start());
        let branches = here.iter().filter(|_| !binds).map(|mutant| {
            let (left, right) = (self.text(whole.left.span()), self.text(whole.right.span()));
            let text = format!("{} {{ ({left}) {} ({right}) }}", on(mutant), mutant.replacement);
            (mutant.number, text)
        });
        let branches = branches.collect();
        self.branch(whole.span(), branches);
        visit::visit_expr_binary(self, whole);
    }

    fn visit_expr_unary(&mut self, whole: &'ast ExprUnary) {
        let here = self.of("UnaryOperator", whole.op.span().start());
        let branches = here.iter().map(|mutant| {
            (mutant.number, format!("{} {{ {} }}", on(mutant), self.text(whole.expr.span())))
        });
        let branches = branches.collect();
        self.branch(whole.span(), branches);
        visit::visit_expr_unary(self, whole);
    }

    /// Without a field the base gives its value.
    fn visit_expr_struct(&mut self, whole: &'ast ExprStruct) {
        let (start, end) = (self.byte(whole.span().start()), self.byte(whole.span().end()));
        let mut branches = Vec::new();
        for field in &whole.fields {
            let (from, to) = (self.byte(field.span().start()), self.byte(field.span().end()));
            let after = self.source[to..end].trim_start();
            let after = after.strip_prefix(',').unwrap_or(after);
            for mutant in self.of("StructField", field.span().start()) {
                let left = format!("{} {after}", &self.source[start..from]);
                branches.push((mutant.number, format!("{} {{ {left} }}", on(mutant))));
            }
        }
        self.branch(whole.span(), branches);
        visit::visit_expr_struct(self, whole);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if let Some((_, guard)) = arm.guard.as_ref().filter(|(_, guard)| !binds(guard)) {
            let here = self.of("MatchArmGuard", guard.span().start());
            let woven: Vec<usize> = here.iter().map(|mutant| mutant.number).collect();
            let mut condition = String::new();
            for mutant in here {
                condition += &match mutant.replacement.as_str() {
                    "true" => format!("{} || ", on(mutant)),
                    _ => format!("!{} && ", on(mutant)),
                };
            }
            if !woven.is_empty() {
                let (start, end) = (self.byte(guard.span().start()), self.byte(guard.span().end()));
                self.surround(start, end, format!("({condition}("), "))".to_string());
                self.woven.extend(woven);
            }
        } else if arm.guard.is_none() {
            let here = self.of("MatchArm", arm.span().start());
            let numbers: Vec<usize> = here.iter().map(|mutant| mutant.number).collect();
            let text: String = here.iter().map(|mutant| format!("if !{} ", on(mutant))).collect();
            if !numbers.is_empty() {
                let at = self.byte(arm.fat_arrow_token.span().start());
                self.insertions.push(Insertion { at, closes: false, extent: 0, text });
                self.woven.extend(numbers);
            }
        }
        visit::visit_arm(self, arm);
    }
}

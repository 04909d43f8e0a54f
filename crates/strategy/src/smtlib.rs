//! Formulas as SMT-LIB 2 text, so that any other solver can be asked.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use zermelo_kernel_strategy::{Lemma, StrategyClaim};
use zermelo_refute::{Arena, Clauses, Inequality, Literal, Node};

/// Writes the question whether the roots can hold together. The answer to a lemma's denial must be
/// `unsat`.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    arena: &Arena,
    roots: &[Literal],
    title: &str,
    into: &mut impl Write,
) -> io::Result<()> {
    writeln!(into, "; {title}\n(set-logic QF_LIA)")?;
    for variable in 0..arena.variables() {
        writeln!(into, "(declare-const x{variable} Int)")?;
    }
    // The clauses know which nodes are needed.
    let clauses = Clauses::of(arena, roots);
    let needed: HashSet<usize> =
        (1..=clauses.variables()).filter_map(|variable| clauses.node(variable)).collect();
    for (place, node) in arena.nodes().iter().enumerate() {
        let literals = |parts: &[Literal]| -> String {
            parts.iter().map(|&part| format!(" {}", literal(part))).collect()
        };
        let text = match node {
            Node::Inequality(inequality) => comparison(inequality),
            Node::All(parts) => format!("(and{})", literals(parts)),
            Node::True => continue,
            Node::Switch(_) => "false".to_string(),
        };
        if needed.contains(&place) {
            writeln!(into, "(define-fun n{place} () Bool {text})")?;
        }
    }
    for &root in roots {
        writeln!(into, "(assert {})", literal(root))?;
    }
    writeln!(into, "(check-sat)")
}

/// Writes the denial of each lemma into a file of the folder: `01.smt2` and so on.
///
/// # Errors
/// If one cannot be written.
pub fn write_lemmas(claim: StrategyClaim, lemmas: &[Lemma], folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, lemma) in (1..).zip(lemmas) {
        let arena = Arena::new();
        let scene = lemma.deny(&arena, claim.boards);
        let title = format!("{}: {}. {}", claim.ending.name(), lemma.name, lemma.says);
        let mut text = Vec::new();
        write(&arena, &scene.assumptions(), &title, &mut text)?;
        fs::write(folder.join(format!("{number:02}.smt2")), text)?;
    }
    Ok(())
}

fn literal(of: Literal) -> String {
    match of {
        Literal::TRUE => "true".to_string(),
        Literal::FALSE => "false".to_string(),
        _ if of.negated() => format!("(not n{})", of.node()),
        _ => format!("n{}", of.node()),
    }
}

fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn comparison(Inequality { parts, bound }: &Inequality) -> String {
    let part = |&(variable, times): &(u16, i64)| match times {
        1 => format!("x{variable}"),
        _ => format!("(* {} x{variable})", number(times)),
    };
    let sum = match &parts[..] {
        [one] => part(one),
        _ => format!("(+ {})", parts.iter().map(part).collect::<Vec<_>>().join(" ")),
    };
    format!("(<= {sum} {})", number(*bound))
}

//! Makes a proof smaller that was written before (a bare tree, White wins from the initial array):
//! `cargo run --release -p zermelo-losing --example smaller -- TABLES FILE OUT`. The kernel checks the
//! result.

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::sync::atomic::AtomicBool;

use zermelo_kernel::LosingPosition;
use zermelo_losing::search::Question;
use zermelo_losing::{Case, Color, Effort, Position, Rules, Tree};
use zermelo_tables::{Library, Quick};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [tables, file, out] = &args[..] else { return Err("TABLES FILE OUT".into()) };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
    let start = Position::from_kernel(&LosingPosition::from_fen(start)?);
    let tree = Tree::read(&mut BufReader::new(File::open(file)?))?;
    let strategy = tree.strategy(&start, Color::White)?.strategy;
    let tables = Some(Quick::new(Library::new(tables, Rules::Losing), 4));
    let question = Question { rules: Rules::Losing, prover: zermelo_board::Color::White, tables };
    let opening: Vec<_> = tree.line().collect();
    let case = Case { question: &question, start, opening: &opening };
    let say = &mut |stage| eprintln!("{stage}");
    let proved = case.prove(&[strategy], Some(Effort::default()), &AtomicBool::new(false), say)?;
    println!("{} positions, then {}", proved.found, proved.compact.summary.nodes);
    proved.compact.tree.write(&mut BufWriter::new(File::create(out)?))?;
    Ok(())
}

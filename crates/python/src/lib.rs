//! `import zermelo`: the engines and the kernel for Python.
//!
//! Nothing is decided here. Each function reads what Python hands over (`question.rs`), lets go of
//! the interpreter's lock, and asks the crate `answers`, which has the kernel check what an engine
//! says before anybody hears of it: `verdict.rs`, `ruling.rs`, `legality.rs`, `longest.rs`,
//! `puzzle.rs`, `retract.rs`, `table.rs`, `strategy.rs`;
//! `checked.rs` puts saved certificates to the kernel (`source.rs` unpacks them). All answers are
//! values (`value.rs`). Long work hears of Ctrl-C, and many questions at once go to all cores
//! (`parallel.rs`). Faults are exceptions and never panics (`fault.rs`). What is
//! easier said in Python (which kind of array to hand back) is in `python/zermelo/__init__.py`.

#![allow(unnameable_types, reason = "Python names them")]

mod checked;
mod fault;
mod legality;
mod longest;
mod parallel;
mod puzzle;
mod question;
mod retract;
mod ruling;
mod source;
mod strategy;
mod table;
mod value;
mod verdict;

use pyo3::prelude::*;

/// The part of the package that is written in Rust.
#[pymodule]
mod _zermelo {
    #[pymodule_export]
    use super::checked::{Checked, check, restore_checked};
    #[pymodule_export]
    use super::fault::{Bug, Open, panic_for_tests};
    #[pymodule_export]
    use super::legality::{Legality, legal, legal_readings, restore_legality};
    #[pymodule_export]
    use super::longest::longest;
    #[pymodule_export]
    use super::puzzle::{puzzle, shortest};
    #[pymodule_export]
    use super::retract::retract;
    #[pymodule_export]
    use super::ruling::{Ruling, judge, restore_ruling};
    #[pymodule_export]
    use super::strategy::{strategy, strategy_verify};
    #[pymodule_export]
    use super::table::table;
    #[pymodule_export]
    use super::verdict::{Verdict, restore_verdict, winnable, winnable_list};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

//! The counts of all endings as one table, a row as soon as it is known.

use std::io::{self, Write};
use std::time::Duration;

use zermelo_answers::legal::count::{EndingCount, Truth};
use zermelo_answers::names::duration;

use crate::words::{counted, thousands, write_wrapped};

/// The table, and what its last lines say.
pub struct Table {
    definitions: bool,
    has_head: bool,
    endings: usize,
    legal: u64,
    illegal: u64,
    /// The names of endings with open positions, and how many.
    open: Vec<(String, usize)>,
    time: Duration,
}

impl Table {
    /// An empty table: of Lippold's definitions, or of the truth.
    pub fn new(definitions: bool) -> Table {
        Table {
            definitions,
            has_head: false,
            endings: 0,
            legal: 0,
            illegal: 0,
            open: Vec::new(),
            time: Duration::ZERO,
        }
    }

    /// Writes the next row, and the head before the first.
    pub fn row(&mut self, out: &mut impl Write, found: &EndingCount) -> io::Result<()> {
        if !self.has_head {
            self.has_head = true;
            self.head(out)?;
        }
        self.endings += 1;
        if let Some(lippold) = &found.definitions {
            let [[correct, complete], [correct_four, complete_four]] = lippold.counts;
            numbers(out, &found.material, [correct, complete].concat())?;
            writeln!(out)?;
            if lippold.pawns {
                numbers(out, " promoted", [correct_four, complete_four].concat())?;
                writeln!(out)?;
            }
            if let Some(settled) = &lippold.settled {
                numbers(out, " settled", [settled.legal, settled.positions].concat())?;
                writeln!(out)?;
            }
        }
        found.truth.as_ref().map_or(Ok(()), |truth| self.truth(out, &found.material, truth))
    }

    fn truth(&mut self, out: &mut impl Write, name: &str, truth: &Truth) -> io::Result<()> {
        self.time += truth.engine.unwrap_or_default() + truth.check;
        let engine = truth.engine.map_or("kept".to_string(), duration);
        let Some(counts) = truth.counted.as_ref().map(|counted| &counted.arising) else {
            self.open.push((name.to_string(), truth.open.len()));
            let open = counted(truth.open.len(), "position");
            return writeln!(out, "  {name:<9} open: {open}, in {engine}");
        };
        numbers(out, name, [counts.legal, counts.illegal].concat())?;
        writeln!(out, "{engine:>12}{:>12}", duration(truth.check))?;
        let passing = [counts.legal_en_passant, counts.illegal_en_passant].concat();
        if passing.iter().any(|&count| count > 0) {
            numbers(out, " e.p.", passing.clone())?;
            writeln!(out)?;
        }
        let all = [counts.legal, counts.illegal].concat();
        self.legal += all[..2].iter().chain(&passing[..2]).sum::<u64>();
        self.illegal += all[2..].iter().chain(&passing[2..]).sum::<u64>();
        Ok(())
    }

    fn head(&self, out: &mut impl Write) -> io::Result<()> {
        let (one, two, times) = match self.definitions {
            true => ("correct", "complete", ["", ""]),
            false => ("legal", "illegal", ["found", "checked"]),
        };
        writeln!(out, "  {:<9}{:>26}{:>26}", "", one, two)?;
        let sides = ["White", "Black", "White", "Black"];
        write!(out, "  {:<9}", "to move")?;
        sides.iter().try_for_each(|side| write!(out, "{side:>13}"))?;
        let times = format!("{:>12}{:>12}", times[0], times[1]);
        writeln!(out, "{}", times.trim_end())
    }

    /// What follows the rows.
    pub fn end(&self, out: &mut impl Write) -> io::Result<()> {
        let endings = counted(self.endings, "ending");
        let others = "those with the colours exchanged are the same";
        if self.definitions {
            return write_wrapped(
                out,
                2,
                &format!("  {endings} by Lippold's definitions; {others}."),
            );
        }
        let (legal, illegal) = (thousands(self.legal), thousands(self.illegal));
        let settled = match self.open.is_empty() {
            true => "Every position is settled, and the kernel has checked each.".to_string(),
            false => {
                let open = self.open.iter().map(|(name, count)| format!("{name} ({count})"));
                let open = open.collect::<Vec<_>>().join(", ");
                format!("Open positions are left in {open}; their endings are not in the sums.")
            }
        };
        let time = duration(self.time);
        write_wrapped(
            out,
            2,
            &format!(
                "  {endings}; {others}. {legal} legal and {illegal} illegal positions. {settled} \
                 Time: {time}."
            ),
        )
    }
}

/// A name and its four numbers.
fn numbers(out: &mut impl Write, name: &str, numbers: Vec<u64>) -> io::Result<()> {
    write!(out, "  {name:<9}")?;
    numbers.iter().try_for_each(|&number| write!(out, "{:>13}", thousands(number)))
}

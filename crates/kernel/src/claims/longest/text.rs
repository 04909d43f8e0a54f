//! The claim `longest` as text.

use std::fmt::Write as _;
use std::io::BufRead;

use super::claim::{CountStep, GameLimit, LongestCertificate};
use crate::claims::text::{MAGIC, Reader, Unreadable};

impl LongestCertificate {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let (limit, plies) = (self.limit.name(), self.plies);
        let mut text = format!("{MAGIC}\nrules chess\nclaim longest {limit} {plies}\n");
        for (step, number) in &self.steps {
            let _ = writeln!(text, "count {} {number}", step.name());
        }
        text.push_str("end\n");
        text
    }
}

impl<R: BufRead> Reader<'_, R> {
    /// What follows `claim longest`, up to `end`.
    pub(crate) fn longest(&mut self, claim: &str) -> Result<LongestCertificate, Unreadable> {
        let Some((limit, plies)) = claim.split_once(' ') else {
            return self.fault("expected `claim longest 75|50|claims PLIES`");
        };
        let Some(limit) = GameLimit::ALL.into_iter().find(|known| known.name() == limit) else {
            return self.fault(format!("no game is limited by `{limit}`"));
        };
        let plies = self.number(plies)?;
        let mut steps = Vec::new();
        loop {
            let line = self.next()?;
            if line == "end" {
                return Ok(LongestCertificate { limit, plies, steps });
            }
            let words: Vec<&str> = line.split(' ').collect();
            let ["count", name, number] = words[..] else {
                return self.fault("expected `count STEP NUMBER`, or `end`");
            };
            let Some(step) = CountStep::ALL.into_iter().find(|step| step.name() == name) else {
                return self.fault(format!("no step of a counting is called `{name}`"));
            };
            self.meter.hold(size_of::<(CountStep, u64)>() as u64 * 2)?;
            steps.push((step, self.number(number)?));
        }
    }
}

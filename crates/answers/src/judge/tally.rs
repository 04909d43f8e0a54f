//! What many games came to.

use zermelo_kernel::{Concession, Ending};
use zermelo_record::{Agreement, Judgement, Ruling};

use super::explain::ending_in_words;
use super::occasions;

/// What is counted of a judged game.
pub struct Account {
    ruling: Ruling,
    /// Whether a draw could be claimed after the last move.
    claimable: bool,
    agreement: Agreement,
    /// Whether moves were played after the end.
    played_on: bool,
}

impl From<&Judgement> for Account {
    fn from(judgement: &Judgement) -> Account {
        Account {
            ruling: judgement.ruling.clone(),
            claimable: occasions::at_the_end(judgement).next().is_some(),
            agreement: judgement.agreement(),
            played_on: judgement.plies_after_the_end() > 0,
        }
    }
}

/// The counts.
#[derive(Default)]
pub struct Tally {
    /// Games that were judged.
    pub judged: u64,
    /// Those of them that are open.
    pub open: u64,
    /// Games that were over by each rule, and those of them that were played on.
    over: [(u64, u64); Ending::ALL.len()],
    /// Won by a flag fall, and drawn.
    flag_fell: (u64, u64),
    resigned: (u64, u64),
    agreed: u64,
    claimable: u64,
    decided: u64,
    unfinished: u64,
    unfounded: u64,
    agrees: u64,
    /// Results that are not those of the rulings.
    pub contradicted: u64,
    missing: u64,
    left: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, account: &Account) {
        self.judged += 1;
        match &account.ruling {
            Ruling::Over { ending, .. } => {
                let index = Ending::ALL.iter().position(|other| other == ending).unwrap_or(0);
                self.over[index].0 += 1;
                self.over[index].1 += u64::from(account.played_on);
            }
            Ruling::Conceded { how, winner, .. } => {
                let (won, drawn) = match how {
                    Concession::FlagFell => &mut self.flag_fell,
                    Concession::Resigned => &mut self.resigned,
                };
                *if winner.is_some() { won } else { drawn } += 1;
            }
            Ruling::Drawn if account.claimable => self.claimable += 1,
            Ruling::Drawn => self.agreed += 1,
            Ruling::Unfounded(_) => self.unfounded += 1,
            Ruling::Decided(_) => self.decided += 1,
            Ruling::Unfinished => self.unfinished += 1,
            Ruling::Open { .. } => self.open += 1,
        }
        match account.agreement {
            Agreement::Agrees => self.agrees += 1,
            Agreement::Contradicted => self.contradicted += 1,
            Agreement::Missing => self.missing += 1,
            Agreement::Left => self.left += 1,
        }
    }

    /// A name, a count and perhaps a note for everything that there is to count; how the results
    /// compare is there in any case.
    pub fn rows(&self) -> Vec<(String, u64, String)> {
        let over = Ending::ALL.into_iter().zip(self.over).map(|(ending, (games, played_on))| {
            let name = match ending {
                Ending::SeventyFiveMoves => "75 moves",
                _ => ending_in_words(ending),
            };
            let note = match played_on {
                0 => String::new(),
                more => format!("{more} with moves played after the end"),
            };
            (format!("over by {} {name}", ending.article()), games, note)
        });
        let others = [
            ("lost on time (6.9)", self.flag_fell.0, ""),
            ("drawn on time, no mate possible", self.flag_fell.1, ""),
            ("lost by resignation (5.1.2)", self.resigned.0, ""),
            ("drawn on resigning, no mate", self.resigned.1, ""),
            ("drawn by agreement (5.2.3)", self.agreed, ""),
            ("drawn by agreement or claim (9)", self.claimable, ""),
            ("decided otherwise", self.decided, ""),
            ("unfinished", self.unfinished, ""),
            ("unfounded", self.unfounded, "the reason given does not show on the board"),
            ("open", self.open, "the search reached its limit"),
            ("results left to the record", self.left, ""),
            ("results missing", self.missing, ""),
        ];
        let owned = |(name, count, note): (&str, u64, &str)| (name.into(), count, note.into());
        let results = [
            ("results that agree", self.agrees, ""),
            ("results CONTRADICTED", self.contradicted, ""),
        ];
        let some = over.chain(others.into_iter().map(owned)).filter(|row| row.1 > 0);
        some.chain(results.into_iter().map(owned)).collect()
    }
}

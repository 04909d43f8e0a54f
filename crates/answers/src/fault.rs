//! Why there is no answer.

use std::fmt;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// One sentence saying where the input is bad and how.
    BadInput(String),
    /// One sentence saying what is missing for an answer.
    Open(String),
    /// One sentence saying where a certificate is wrong and how.
    Rejected(String),
    /// One sentence saying what must never happen and did: a claim that the kernel rejects.
    Bug(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::BadInput(sentence) | Fault::Open(sentence) | Fault::Rejected(sentence) => {
                f.write_str(sentence)
            }
            Fault::Bug(sentence) => write!(f, "bug: {sentence}"),
        }
    }
}

impl std::error::Error for Fault {}

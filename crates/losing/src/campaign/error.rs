//! What can go wrong in a campaign.

use std::{fmt, io};

use crate::TreeError;

/// Why a campaign cannot go on, or an order to it was not followed.
#[derive(Debug)]
pub enum CampaignError {
    /// Another process has the campaign open.
    Running,
    /// There is a campaign in the folder already.
    Exists,
    /// The store cannot be read or written.
    Store(String),
    /// A file cannot be read or written.
    File(io::Error),
    /// A stored thing is not what it should be.
    Damaged(String),
    /// Moves that cannot be played: the text, and what is wrong.
    Line(String, String),
    /// The line leads out of the tree.
    NotInTree(String),
    /// An order to the campaign that it does not understand.
    Order(String),
    /// The trees belong to other rules, or another prover, or do not meet.
    Strangers(String),
    /// The solver's proof proves nothing.
    Flaw(TreeError),
    /// The root is not proved.
    Open,
}

impl fmt::Display for CampaignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CampaignError::Running => f.write_str("the campaign is in use by another process"),
            CampaignError::Exists => f.write_str("there is a campaign in this folder already"),
            CampaignError::Store(what) => write!(f, "the campaign's store: {what}"),
            CampaignError::File(error) => write!(f, "{error}"),
            CampaignError::Damaged(what) => write!(f, "the campaign is damaged: {what}"),
            CampaignError::Line(line, what) => write!(f, "the line \"{line}\": {what}"),
            CampaignError::NotInTree(line) => {
                write!(f, "the line \"{line}\" leads out of the tree")
            }
            CampaignError::Order(text) => write!(f, "\"{text}\" is not an order"),
            CampaignError::Strangers(what) => f.write_str(what),
            CampaignError::Flaw(flaw) => write!(f, "a proof is not one: {flaw}"),
            CampaignError::Open => f.write_str("the campaign is not proved yet"),
        }
    }
}

impl std::error::Error for CampaignError {}

impl From<io::Error> for CampaignError {
    fn from(error: io::Error) -> CampaignError {
        CampaignError::File(error)
    }
}

impl From<TreeError> for CampaignError {
    fn from(flaw: TreeError) -> CampaignError {
        CampaignError::Flaw(flaw)
    }
}

macro_rules! from_store {
    ($($error:ty),*) => {$(
        impl From<$error> for CampaignError {
            fn from(error: $error) -> CampaignError {
                CampaignError::Store(error.to_string())
            }
        }
    )*};
}

from_store!(redb::TransactionError, redb::TableError, redb::StorageError, redb::CommitError);

impl From<redb::DatabaseError> for CampaignError {
    fn from(error: redb::DatabaseError) -> CampaignError {
        match error {
            redb::DatabaseError::DatabaseAlreadyOpen => CampaignError::Running,
            other => CampaignError::Store(other.to_string()),
        }
    }
}

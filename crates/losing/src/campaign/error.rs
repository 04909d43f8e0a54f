//! What can go wrong in a campaign.

use std::io;

use crate::TreeError;

/// Why a campaign cannot go on, or an order to it was not followed.
#[derive(thiserror::Error, Debug)]
pub enum CampaignError {
    /// Another process has the campaign open.
    #[error("the campaign is in use by another process")]
    Running,
    /// There is a campaign in the folder already.
    #[error("there is a campaign in this folder already")]
    Exists,
    /// The store cannot be read or written.
    #[error("the campaign's store: {0}")]
    Store(String),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
    /// A stored thing is not what it should be.
    #[error("the campaign is damaged: {0}")]
    Damaged(String),
    /// Moves that cannot be played: the text, and what is wrong.
    #[error("the line \"{0}\": {1}")]
    Line(String, String),
    /// The line leads out of the tree.
    #[error("the line \"{0}\" leads out of the tree")]
    NotInTree(String),
    /// An order to the campaign that it does not understand.
    #[error("\"{0}\" is not an order")]
    Order(String),
    /// The trees belong to other rules, or another prover, or do not meet.
    #[error("{0}")]
    Strangers(String),
    /// The solver's proof proves nothing.
    #[error("a proof is not one: {0}")]
    Flaw(#[from] TreeError),
    /// The root is not proved.
    #[error("the campaign is not proved yet")]
    Open,
}

macro_rules! from_store {
    ($($error:ty),*) => {$(
        impl From<$error> for CampaignError {
            fn from(error: $error) -> CampaignError {
                match error.into() {
                    redb::Error::DatabaseAlreadyOpen => CampaignError::Running,
                    other => CampaignError::Store(other.to_string()),
                }
            }
        }
    )*};
}

from_store!(
    redb::DatabaseError,
    redb::TransactionError,
    redb::TableError,
    redb::StorageError,
    redb::CommitError
);

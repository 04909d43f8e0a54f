//! How the parts of a report are written, for `#[serde(serialize_with)]`: answers that programs read
//! as they are need no second type then.

use std::fmt::Display;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::names;

/// As its text.
pub fn text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// All of them as texts.
pub fn texts<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter().map(T::to_string))
}

/// A time in microseconds.
pub fn microseconds<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    names::microseconds(*time).serialize(to)
}

/// A time in seconds.
pub fn seconds<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    time.as_secs_f64().serialize(to)
}

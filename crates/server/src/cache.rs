//! Answers that are kept, up to so many bytes.
//!
//! Two generations: what is asked for moves into the young one; when that is full it becomes the
//! old one, and the old one is gone. So what is in use stays, at the cost of two tables and no
//! lists.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::service::Found;

/// What an entry takes besides its bytes.
const OVERHEAD: usize = 128;

/// Answers by their questions.
pub struct Cache {
    /// Bytes of one generation.
    limit: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    young: HashMap<String, Found>,
    old: HashMap<String, Found>,
    bytes: usize,
}

impl Cache {
    /// A cache of so many bytes; 0 keeps none.
    pub fn new(bytes: u64) -> Cache {
        let limit = usize::try_from(bytes / 2).unwrap_or(usize::MAX);
        Cache { limit, state: Mutex::default() }
    }

    /// Whether anything is kept.
    pub fn is_on(&self) -> bool {
        self.limit > 0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to a question, if it is there.
    pub fn get(&self, question: &str) -> Option<Found> {
        if !self.is_on() {
            return None;
        }
        let mut state = self.state();
        if let Some(answer) = state.young.get(question) {
            return Some(answer.clone());
        }
        let (question, answer) = state.old.remove_entry(question)?;
        state.put(question, answer.clone(), self.limit);
        Some(answer)
    }

    /// Keeps an answer, unless it is very large.
    pub fn put(&self, question: String, answer: Found) {
        if self.is_on() && size(&question, &answer) <= self.limit / 8 {
            self.state().put(question, answer, self.limit);
        }
    }

    /// How many answers are kept.
    pub fn len(&self) -> usize {
        let state = self.state();
        state.young.len() + state.old.len()
    }
}

fn size(question: &str, answer: &Found) -> usize {
    question.len() + answer.bytes.len() + OVERHEAD
}

impl State {
    fn put(&mut self, question: String, answer: Found, limit: usize) {
        let size = size(&question, &answer);
        if self.bytes + size > limit {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        if self.young.insert(question, answer).is_none() {
            self.bytes += size;
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn found(bytes: impl Into<Bytes>) -> Found {
        Found::settled(bytes.into())
    }

    #[test]
    fn what_is_used_stays_and_the_size_is_bounded() {
        let cache = Cache::new(16 << 10);
        cache.put("used".to_string(), found(&b"yes"[..]));
        for number in 0..1000 {
            cache.put(format!("{number}"), found(vec![0; 100]));
            assert_eq!(
                cache.get("used").map(|found| found.bytes),
                Some(Bytes::from_static(b"yes"))
            );
        }
        assert!(cache.len() < 100, "{}", cache.len());
        assert!(cache.get("0").is_none());
        cache.put("large".to_string(), found(vec![0; 8 << 10]));
        assert!(cache.get("large").is_none());
    }

    #[test]
    fn it_can_be_switched_off() {
        let cache = Cache::new(0);
        cache.put("a".to_string(), found(&b"b"[..]));
        assert!(cache.get("a").is_none() && cache.len() == 0);
    }
}

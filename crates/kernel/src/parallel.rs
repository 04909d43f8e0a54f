//! The parts of a large check, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::budget::{Budget, Meter};

/// Does every part once, on so many threads, and returns what came of each, in order.
///
/// # Errors
///
/// The fault of a part; then the other parts may not have been done.
pub fn in_parts<T: Send, E: Send>(
    parts: usize,
    threads: usize,
    budget: &Budget,
    part: impl Fn(usize, &Meter) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    if threads <= 1 {
        let meter = budget.meter();
        return (0..parts).map(|number| part(number, &meter)).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Ok(Vec::new()));
    let work = || {
        let meter = budget.meter();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= parts {
                return;
            }
            let result = part(number, &meter);
            let mut done = done.lock().expect("no part panics");
            match (&mut *done, result) {
                (Ok(list), Ok(value)) => list.push((number, value)),
                (Ok(_), Err(fault)) => *done = Err(fault),
                (Err(_), _) => return,
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(parts) {
            scope.spawn(work);
        }
    });
    let mut list = done.into_inner().expect("no part panics")?;
    list.sort_by_key(|&(number, _)| number);
    assert!(list.iter().map(|&(number, _)| number).eq(0..parts), "every part is done once");
    Ok(list.into_iter().map(|(_, value)| value).collect())
}

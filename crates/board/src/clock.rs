//! The clock of engines and answers: the machine's own, and in a browser the one that is handed in.
//!
//! WebAssembly has no clock, and the standard library's stops the program there when it is asked.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use handed_in::{Instant, set};

#[cfg(target_arch = "wasm32")]
mod handed_in {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Whom to ask for the time since some moment. Until somebody is named, no time passes.
    pub fn set(now: fn() -> Duration) {
        // The first one stays.
        let _ = NOW.set(now);
    }

    /// A moment, as the standard library's of that name.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(NOW.get().map_or(Duration::ZERO, |now| now()))
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }

        /// So much later; `None` if that is beyond all clocks.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }
}

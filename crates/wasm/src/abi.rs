//! How a host hands bytes over and is told others.
//!
//! It asks for `room`, writes the request and what goes with it there, and calls `ask`, during which
//! it is told (`say`) and asked for the time (`now`). One call at a time; a module that has stopped in
//! the middle of one must not be called again.
#![allow(unsafe_code, reason = "the host's functions, and names that it can find")]

use std::cell::RefCell;
use std::sync::Once;
use std::time::Duration;

use zermelo_board::clock;

use crate::Message;

#[link(wasm_import_module = "zermelo")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;

    /// Bytes of the kind `told`; they are gone when this returns.
    fn say(told: u32, bytes: *const u8, length: usize);
}

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

static READY: Once = Once::new();

fn tell(told: Message, bytes: &[u8]) {
    // SAFETY: the pointer and the length are those of a slice, and the host only reads.
    unsafe { say(told as u32, bytes.as_ptr(), bytes.len()) }
}

/// Room for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

/// Answers the request in the first `length` bytes of the room; the rest goes with it.
#[unsafe(no_mangle)]
pub extern "C" fn ask(length: usize) {
    READY.call_once(|| {
        clock::set(|| Duration::from_secs_f64((now() / 1e3).max(0.0)));
        std::panic::set_hook(Box::new(|panic| tell(Message::Panic, panic.to_string().as_bytes())));
    });
    let room = ROOM.with_borrow_mut(std::mem::take);
    let (request, payload) = room.split_at(length.min(room.len()));
    crate::ask(request, payload, &tell);
}

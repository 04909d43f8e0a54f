//! Memory that is zero until it is used, in large pages where the system has them.
//!
//! A search looks at places all over many gigabytes; with small pages, finding out where a page is
//! takes as long as reading it. But large pages are cleared as a whole, two mebibytes at a time, in
//! which a search of a few hundred nodes is over.

use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::{MmapMut, MmapOptions};

/// Things that are valid when all their bytes are zero, that many threads may change through shared
/// references, and that need nothing done when they go.
///
/// # Safety
///
/// All three must hold.
#[allow(unsafe_code)]
pub unsafe trait Zeroed: Sync {}

#[allow(unsafe_code)]
// SAFETY: an atomic integer.
unsafe impl Zeroed for std::sync::atomic::AtomicU64 {}

/// A slice of zeros, later of something else.
pub struct Pages<T> {
    map: MmapMut,
    count: usize,
    things: PhantomData<T>,
}

impl<T: Zeroed> Pages<T> {
    /// Room for so many; memory is taken when it is used, in `large` pages or small ones.
    ///
    /// # Panics
    ///
    /// If the system has not even the addresses.
    pub fn new(count: usize, large: bool) -> Pages<T> {
        let bytes = (count * size_of::<T>()).max(1);
        let map = MmapOptions::new().len(bytes).no_reserve_swap().map_anon();
        let map = map.expect("room for addresses");
        #[cfg(target_os = "linux")]
        let _ = map.advise(match large {
            true => memmap2::Advice::HugePage,
            false => memmap2::Advice::NoHugePage,
        });
        Pages { map, count, things: PhantomData }
    }
}

impl<T: Zeroed> Deref for Pages<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        let first = self.map.as_ptr().cast::<T>();
        // SAFETY: the map is private, begins with a page and so is aligned, has room for `count`
        // things, was zero at first, is only seen as these things, and lives as long as `self`.
        #[allow(unsafe_code)]
        unsafe {
            std::slice::from_raw_parts(first, self.count)
        }
    }
}

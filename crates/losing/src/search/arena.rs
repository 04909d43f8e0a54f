//! The nodes of a search: sixteen bytes each, the children of a node side by side.
//!
//! Several workers read and write at once. Every field may be a little old, never torn: numbers
//! are one word, the rest another. A node that is settled stays so. Who finds the way to a node
//! finds the node made: ways are released and acquired.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

use super::pages::{Pages, Zeroed};

/// Nodes that a worker takes at once.
const CHUNK: u32 = 1 << 18;

/// How hard it is to prove and to refute that the prover wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The proof number: 0 if proved, [`Numbers::NEVER`] if refuted.
    pub pn: u32,
    /// The disproof number: 0 if refuted, [`Numbers::NEVER`] if proved.
    pub dn: u32,
}

impl Numbers {
    /// More than any sum.
    pub const NEVER: u32 = u32::MAX;
    /// The prover wins.
    pub const PROVED: Numbers = Numbers { pn: 0, dn: Numbers::NEVER };
    /// The prover does not.
    pub const REFUTED: Numbers = Numbers { pn: Numbers::NEVER, dn: 0 };

    /// Whether nothing is left to find out.
    pub fn settled(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    fn bits(self) -> u64 {
        u64::from(self.pn) | u64::from(self.dn) << 32
    }

    fn of(bits: u64) -> Numbers {
        Numbers { pn: bits as u32, dn: (bits >> 32) as u32 }
    }
}

/// What a node leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Below {
    /// Nothing yet.
    Nothing,
    /// Children, from this node on, so many.
    Children(u32, u32),
    /// The position is the same as that of another node.
    Link(u32),
}

/// A node, sixteen bytes.
pub struct Node {
    numbers: AtomicU64,
    /// Child or link 0-31, move 32-47, children 48-57, workers below 58-62, link 63.
    rest: AtomicU64,
}

#[allow(unsafe_code)]
// SAFETY: two atomic integers.
unsafe impl Zeroed for Node {}

const COUNT: u32 = 48;
const BUSY: u32 = 58;
const LINK: u64 = 1 << 63;

impl Node {
    /// Proof and disproof number.
    #[inline]
    pub fn numbers(&self) -> Numbers {
        Numbers::of(self.numbers.load(Relaxed))
    }

    /// Sets the numbers, unless the node is settled.
    #[inline]
    pub fn set_numbers(&self, numbers: Numbers) {
        let mut old = self.numbers.load(Relaxed);
        while !Numbers::of(old).settled() && old != numbers.bits() {
            match self.numbers.compare_exchange_weak(old, numbers.bits(), Relaxed, Relaxed) {
                Ok(_) => return,
                Err(now) => old = now,
            }
        }
    }

    /// The move that leads here, packed.
    #[inline]
    pub fn made(&self) -> u16 {
        (self.rest.load(Relaxed) >> 32) as u16
    }

    /// What comes next.
    #[inline]
    pub fn below(&self) -> Below {
        let rest = self.rest.load(Acquire);
        let index = rest as u32;
        if rest & LINK != 0 {
            Below::Link(index)
        } else if index == 0 {
            Below::Nothing
        } else {
            Below::Children(index, (rest >> COUNT) as u32 & 0x3ff)
        }
    }

    /// Sets what comes next.
    #[inline]
    pub fn set_below(&self, below: Below) {
        let bits = match below {
            Below::Nothing => 0,
            Below::Children(first, count) => u64::from(first) | u64::from(count) << COUNT,
            Below::Link(target) => u64::from(target) | LINK,
        };
        let keep = 0xffff << 32 | 31 << BUSY;
        let mut old = self.rest.load(Relaxed);
        while let Err(now) =
            self.rest.compare_exchange_weak(old, old & keep | bits, Release, Relaxed)
        {
            old = now;
        }
    }

    /// Makes this a new node.
    #[inline]
    pub fn begin(&self, made: u16, numbers: Numbers, below: Below) {
        self.numbers.store(numbers.bits(), Relaxed);
        self.rest.store(u64::from(made) << 32, Relaxed);
        if below != Below::Nothing {
            self.set_below(below);
        }
    }

    /// How many workers are below.
    #[inline]
    pub fn busy(&self) -> u32 {
        (self.rest.load(Relaxed) >> BUSY) as u32 & 31
    }

    /// A worker goes below.
    #[inline]
    pub fn enter(&self) {
        self.rest.fetch_add(1 << BUSY, Relaxed);
    }

    /// A worker comes back.
    #[inline]
    pub fn leave(&self) {
        self.rest.fetch_sub(1 << BUSY, Relaxed);
    }
}

/// Room for nodes. Workers take it in chunks.
pub struct Arena {
    nodes: Pages<Node>,
    chunks: u32,
    used: AtomicU32,
}

/// Where one worker takes new nodes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    next: u32,
    end: u32,
}

impl Cursor {
    /// Whether both point into the same chunk, so that one may be set back to the other.
    pub fn same_chunk(&self, other: &Cursor) -> bool {
        self.end == other.end
    }
}

impl Arena {
    /// The bytes of a chunk.
    pub const STEP: u64 = CHUNK as u64 * size_of::<Node>() as u64;

    /// Room for about so many bytes of nodes; node 0 is never used.
    pub fn new(bytes: u64, large: bool) -> Arena {
        let chunks = (bytes / Arena::STEP).clamp(2, (1 << 14) - 1);
        let nodes = Pages::new(chunks as usize * CHUNK as usize, large);
        Arena { nodes, chunks: chunks as u32, used: AtomicU32::new(0) }
    }

    /// The bytes of the chunks in use.
    pub fn bytes(&self) -> u64 {
        u64::from(self.used.load(Relaxed)) * Arena::STEP
    }

    /// A node.
    #[inline]
    pub fn at(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// Nodes that stand side by side.
    #[inline]
    pub fn block(&self, first: u32, count: u32) -> &[Node] {
        let first = first as usize;
        &self.nodes[first..first + count as usize]
    }

    /// Takes nodes that stand side by side; `None` if the room is used up.
    #[inline]
    pub fn take(&self, cursor: &mut Cursor, count: u32) -> Option<u32> {
        if cursor.end - cursor.next < count {
            let chunk = self.used.fetch_add(1, Relaxed);
            if chunk >= self.chunks {
                self.used.fetch_sub(1, Relaxed);
                return None;
            }
            let first = chunk * CHUNK;
            *cursor = Cursor { next: first.max(1), end: first + CHUNK };
        }
        let first = cursor.next;
        cursor.next += count;
        Some(first)
    }
}

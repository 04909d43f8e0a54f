//! Positions that a search has met, each once under its exact key, and the moves that led to them.

use arrayvec::ArrayVec;
use zermelo_board::{Key, Move, Position, Square};

const NONE: u32 = u32::MAX;

/// Positions by number, in the order in which they were met; number 0 is the root.
pub struct Listed {
    chess960: bool,
    keys: Vec<Key>,
    hashes: Vec<u64>,
    parents: Vec<u32>,
    moves: Vec<Move>,
    /// Index and upper half of the hash.
    table: Vec<(u32, u32)>,
}

impl Listed {
    /// The root alone.
    pub fn new(root: &Position) -> Listed {
        let mut listed = Listed {
            chess960: root.is_chess960(),
            keys: Vec::new(),
            hashes: Vec::new(),
            parents: Vec::new(),
            moves: Vec::new(),
            table: vec![(NONE, 0); 1 << 12],
        };
        let nowhere = Square::wrapping(0);
        listed.insert(root, NONE, Move::plain(nowhere, nowhere));
        listed
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The position of this number.
    #[inline]
    pub fn position(&self, index: u32) -> Position {
        self.keys[index as usize].hashed(self.chess960, self.hashes[index as usize])
    }

    /// All keys.
    pub fn into_keys(self) -> Vec<Key> {
        self.keys
    }

    /// Whether a position is listed.
    pub fn contains(&self, p: &Position) -> bool {
        self.find(&Key::new(p), p.hash()).is_ok()
    }

    /// Which positions are seen at a glance to be listed. All are looked for together: a processor
    /// waits for many places in memory as long as for one.
    pub fn look(&self, positions: &[Position], known: &mut Vec<bool>) {
        let mask = self.table.len() - 1;
        // No position has more than 218 moves; those beyond the buffer would be looked for later.
        let likely: ArrayVec<(u32, u32), 256> =
            positions.iter().take(256).map(|p| self.table[p.hash() as usize & mask]).collect();
        known.clear();
        known.extend(positions.iter().zip(&likely).map(|(p, &(index, tag))| {
            tag == (p.hash() >> 32) as u32
                && self.keys.get(index as usize).is_some_and(|key| *key == Key::new(p))
        }));
        known.resize(positions.len(), false);
    }

    /// The number of a listed position, or the free slot (`Err`) where it would be put.
    fn find(&self, key: &Key, hash: u64) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (index, tag) = self.table[slot];
            if index == NONE {
                return Err(slot);
            }
            if tag == (hash >> 32) as u32 && self.keys[index as usize] == *key {
                return Ok(index);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Lists a position that a move leads to. Its number; `None` if it is listed already.
    pub fn insert(&mut self, p: &Position, parent: u32, m: Move) -> Option<u32> {
        let key = Key::new(p);
        let hash = p.hash();
        if self.keys.len() * 4 >= self.table.len() * 3 {
            let size = self.table.len() * 2;
            self.table = vec![(NONE, 0); size];
            for (index, hash) in self.hashes.iter().enumerate() {
                let mut slot = *hash as usize & (size - 1);
                while self.table[slot].0 != NONE {
                    slot = (slot + 1) & (size - 1);
                }
                self.table[slot] = (index as u32, (*hash >> 32) as u32);
            }
        }
        let slot = self.find(&key, hash).err()?;
        let index = self.keys.len() as u32;
        self.table[slot] = (index, (hash >> 32) as u32);
        self.keys.push(key);
        self.hashes.push(hash);
        self.parents.push(parent);
        self.moves.push(m);
        Some(index)
    }

    /// The moves that lead to a listed position, and these.
    pub fn line(&self, mut index: u32, then: impl IntoIterator<Item = Move>) -> Vec<Move> {
        let mut line = Vec::new();
        while self.parents[index as usize] != NONE {
            line.push(self.moves[index as usize]);
            index = self.parents[index as usize];
        }
        line.reverse();
        line.extend(then);
        line
    }
}

//! A search on disk, so that it can go on later.
//!
//! A line of text says what is searched; then come the nodes, depth first, compressed: numbers,
//! move, and how many children follow. Links and refuted nodes' children are not kept, as in a
//! sweep. A file that is damaged may cost the search, never a wrong answer: the kernel reads the
//! proof.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use zermelo_board::Limits;

use super::arena::{Arena, Below, Cursor, Numbers};
use super::{Progress, ROOT, Search, deep};

/// Children are counted in two bytes; nodes deeper than this are damage.
const DEEPEST: usize = 1 << 16;

impl Search<'_> {
    fn title(&self) -> String {
        let super::Question { rules, prover, tables } = self.question;
        let men = tables.as_ref().map_or(0, zermelo_tables::Quick::men);
        let scale = self.options.scale;
        format!("zermelo search 1: {} {rules} {prover} {men} {scale:?}\n", self.root.to_fen())
    }

    /// Writes the search to a file, which takes its name only when it is whole.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub fn save(&self, path: &Path, progress: &Progress) -> io::Result<()> {
        let unfinished = path.with_added_extension("new");
        let mut file = BufWriter::new(File::create(&unfinished)?);
        file.write_all(self.title().as_bytes())?;
        // A node has four numbers: one by one they would cost more than what compresses them.
        let mut out = BufWriter::with_capacity(1 << 16, zstd::Encoder::new(file, 1)?);
        for count in [&progress.nodes, &progress.expanded, &progress.sweeps] {
            out.write_all(&count.load(Relaxed).to_le_bytes())?;
        }
        deep(|| self.write_node(ROOT, &mut out))?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(unfinished, path)
    }

    fn write_node(&self, index: u32, out: &mut (impl Write + Send)) -> io::Result<()> {
        let node = self.arena.at(index);
        let Numbers { pn, dn } = node.numbers();
        let (first, count) = match node.below() {
            Below::Children(first, count) if dn != 0 => (first, count),
            _ => (0, 0),
        };
        out.write_all(&pn.to_le_bytes())?;
        out.write_all(&dn.to_le_bytes())?;
        out.write_all(&node.made().to_le_bytes())?;
        out.write_all(&(count as u16).to_le_bytes())?;
        (first..first + count).try_for_each(|child| self.write_node(child, out))
    }

    /// Goes on with a search that was saved.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged, or has another search; [`io::ErrorKind::Interrupted`]
    /// if the limits' interrupt comes first.
    pub fn restore(&mut self, path: &Path, progress: &Progress) -> io::Result<()> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
        let mut file = BufReader::new(File::open(path)?);
        let mut title = vec![0; self.title().len()];
        file.read_exact(&mut title)?;
        if title != self.title().as_bytes() {
            return Err(wrong("it holds another search"));
        }
        let mut input = BufReader::with_capacity(1 << 16, zstd::Decoder::with_buffer(file)?);
        let mut counts = [[0; 8]; 3];
        for count in &mut counts {
            input.read_exact(count)?;
        }
        let arena = Search::memory(&self.options);
        let mut cursor = Cursor::default();
        arena.take(&mut cursor, 1).ok_or_else(|| wrong("memory is full"))?;
        let mut reader =
            Reader { arena: &arena, cursor, input, limits: self.options.limits, nodes: 0 };
        deep(|| reader.node(ROOT, 0))?;
        cursor = reader.cursor;
        self.arena = arena;
        self.cursors.iter_mut().for_each(|cursor| *cursor = Cursor::default());
        self.cursors[0] = cursor;
        self.remember_all();
        for (place, count) in
            [&progress.nodes, &progress.expanded, &progress.sweeps].into_iter().zip(counts)
        {
            place.store(u64::from_le_bytes(count), Relaxed);
        }
        progress.kept.store(progress.nodes.load(Relaxed), Relaxed);
        Ok(())
    }
}

/// Nodes that are read between two looks at the interrupt.
const GLANCE: u64 = 1 << 16;

struct Reader<'a, R> {
    arena: &'a Arena,
    cursor: Cursor,
    input: R,
    limits: Limits,
    nodes: u64,
}

impl<R: Read + Send> Reader<'_, R> {
    fn node(&mut self, index: u32, depth: usize) -> io::Result<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE) && self.limits.is_over() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let full = || io::Error::new(io::ErrorKind::OutOfMemory, "it needs more memory");
        let mut bytes = [0; 12];
        self.input.read_exact(&mut bytes)?;
        let [pn, dn] = [0, 4].map(|at| {
            let bytes = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
            u32::from_le_bytes(bytes)
        });
        let made = u16::from_le_bytes([bytes[8], bytes[9]]);
        let count = u32::from(u16::from_le_bytes([bytes[10], bytes[11]]));
        let node = self.arena.at(index);
        node.begin(made, Numbers { pn, dn }, Below::Nothing);
        if count == 0 {
            return Ok(());
        }
        if count > 1023 || depth > DEEPEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is damaged"));
        }
        let first = self.arena.take(&mut self.cursor, count).ok_or_else(full)?;
        for child in first..first + count {
            self.node(child, depth + 1)?;
        }
        node.set_below(Below::Children(first, count));
        Ok(())
    }
}

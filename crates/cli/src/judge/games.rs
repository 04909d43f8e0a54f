//! The games of several files, one after the other.

use std::cell::RefCell;
use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::ProgressBar;
use zermelo_answers::unpack::plain_name;
use zermelo_record::pgn::{RawGame, Splitter};

use crate::input;
use crate::pipeline::Outlet;

/// Read from a file at once.
const BUFFER: usize = 256 << 10;

/// A file that the user named.
pub struct GameFile {
    path: PathBuf,
    /// Its name as the user gave it.
    pub name: String,
    /// What its proofs are called: the name without folders, `.pgn` and what tells of compression.
    pub stem: String,
}

/// Something to be answered.
pub struct Task {
    /// Where it comes from.
    pub file: Arc<GameFile>,
    /// A game, or why the rest of the file cannot be read.
    pub game: Result<RawGame, String>,
}

impl GameFile {
    /// A file by this path.
    pub fn new(path: &Path) -> GameFile {
        let name = path.display().to_string();
        let stem = match path.file_name() {
            _ if name == "-" => "stdin".to_string(),
            None => "games".to_string(),
            Some(last) => {
                let last = last.to_string_lossy();
                let plain = plain_name(&last);
                plain.strip_suffix(".pgn").unwrap_or(plain).to_string()
            }
        };
        GameFile { path: path.to_path_buf(), name, stem }
    }

    /// Its size in bytes, if it is a plain file.
    pub fn size(&self) -> Option<u64> {
        fs::metadata(&self.path).ok().filter(fs::Metadata::is_file).map(|about| about.len())
    }

    fn cut(
        self: &Arc<GameFile>,
        progress: &ProgressBar,
        outlet: &RefCell<&mut Outlet<Task>>,
    ) -> io::Result<()> {
        let opened = input::open(&self.path)?;
        let source = input::unpacked(Box::new(progress.wrap_read(opened.source)))?;
        let prompt = Prompt { source, outlet };
        let mut splitter = Splitter::new(BufReader::with_capacity(BUFFER, prompt));
        while let Some(game) = splitter.next_game()? {
            let weight = game.text.len() + size_of::<Task>();
            outlet.borrow_mut().put(Task { file: Arc::clone(self), game: Ok(game) }, weight)?;
        }
        Ok(())
    }
}

/// Cuts all files into games. What cannot be read is handed on as such, and the rest goes on.
pub fn read(
    files: &[Arc<GameFile>],
    progress: &ProgressBar,
    outlet: &mut Outlet<Task>,
) -> io::Result<()> {
    let outlet = RefCell::new(outlet);
    for file in files {
        outlet.borrow_mut().flush()?;
        if let Err(error) = file.cut(progress, &outlet) {
            let fault = Err(format!("cannot be read: {error}"));
            outlet.borrow_mut().put(Task { file: Arc::clone(file), game: fault }, 1)?;
        }
    }
    Ok(())
}

/// A source that hands out the games at hand before it waits for more bytes.
struct Prompt<'a, 'b> {
    source: Box<dyn Read + Send>,
    outlet: &'a RefCell<&'b mut Outlet<Task>>,
}

impl Read for Prompt<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.outlet.borrow_mut().flush()?;
        self.source.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_proofs_are_called() {
        let stem = |path: &str| GameFile::new(Path::new(path)).stem;
        assert_eq!(stem("a.b/may.pgn"), "may");
        assert_eq!(stem("may.pgn.zst"), "may");
        assert_eq!((stem("may.zst"), stem("may.pgn.gz")), ("may".into(), "may".into()));
        assert_eq!(stem("may.2024"), "may.2024");
        assert_eq!(stem("-"), "stdin");
        assert_eq!(stem(".."), "games");
    }
}

//! A large file of games, shared out among readers that know nothing of each other.
//!
//! A part begins at any byte. Its text begins with the first zstd frame at that byte or after it (in
//! a plain file with the byte itself), and its games with the first `[Event "` after a blank line of
//! that text; they end where those of the next part begin, which is found by the same rule. So
//! every game belongs to one part, wherever the bytes are, and a file of one frame to the first.

use std::io::{self, Read};
use std::ops::Range;

use memchr::memmem;
use zermelo_answers::unpack::Packing;

use crate::blocks::{Block, Cutter, Kind, MAX};
use crate::unpack::{Next, Unpacked};

/// So much of the text says what it is.
const HEAD: usize = 64 << 10;

/// How a source is packed, if parts of it can be read: games, plain or compressed by zstd.
///
/// # Errors
///
/// If it cannot be read.
pub fn in_parts(source: Box<dyn Read + Send>) -> io::Result<Option<Option<Packing>>> {
    let mut source = Unpacked::new(source)?;
    let packing = source.packing();
    let mut text = Vec::new();
    while text.len() < HEAD && matches!(source.next(&mut text), Next::Text) {}
    let is_games = matches!(Kind::of(&text, false), Ok((Kind::Games, _)));
    Ok((is_games && matches!(packing, None | Some(Packing::Zstd))).then_some(packing))
}

/// Where the first game begins of which all of the blank line before is in the text.
fn first_game(text: &[u8]) -> Option<usize> {
    let after_blank = |&at: &usize| text[..at].ends_with(b"\n") || text[..at].ends_with(b"\n\r");
    memmem::find_iter(text, b"\n[Event \"").find(after_blank).map(|at| at + 1)
}

/// Cuts the games of a part into blocks: `source` begins with the first of these bytes of a file that
/// is packed so. Offsets are those of the text read.
///
/// # Errors
///
/// Whatever `put` says, or that a connection was lost ([`LOST`](crate::LOST)).
pub fn cut_part(
    source: Box<dyn Read + Send>,
    packing: Option<Packing>,
    part: Range<u64>,
    put: impl FnMut(Block) -> io::Result<()>,
) -> io::Result<()> {
    let mut source = Unpacked::from_byte(source, packing, &part)?;
    let mut cutter = Cutter::of_games(&source, put);
    let mut begun = part.start == 0;
    // The text of frames that begin in the next part.
    let mut tail = Vec::new();
    loop {
        let length = cutter.text.len();
        let next = source.next(&mut cutter.text);
        match next {
            Next::Lost(error) => return Err(error),
            Next::End => break,
            Next::Damaged(damage) if source.frame().0 < part.end && tail.is_empty() => {
                if !std::mem::replace(&mut begun, true) {
                    cutter.forget();
                }
                cutter.damaged(damage, source.position())?;
                continue;
            }
            Next::Damaged(damage) => {
                if !begun {
                    cutter.forget();
                }
                // Whoever reads the next part tells what is damaged after the first text of it.
                return cutter.cut_off(tail.is_empty().then_some(damage), source.position());
            }
            Next::Text => {}
        }
        let after = source.after(part.end, cutter.text.len() - length);
        tail.extend(cutter.text.drain(cutter.text.len() - after..));
        if !begun {
            let found = first_game(&cutter.text);
            // The blank line may come in two pieces.
            cutter.drop_first(found.unwrap_or(cutter.text.len().saturating_sub(16)));
            begun = found.is_some();
        }
        if !tail.is_empty() {
            if let Some(end) = first_game(&tail) {
                tail.truncate(end);
                break;
            }
            if tail.len() > MAX {
                return cutter.cut_off(None, source.position());
            }
        } else if begun {
            cutter.text(source.position())?;
        }
    }
    cutter.text.append(&mut tail);
    if !begun {
        // No game begins between here and there, unless just at the end.
        let found = first_game(&cutter.text);
        cutter.drop_first(found.unwrap_or(cutter.text.len()));
    }
    cutter.end(source.position())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all parts between these bytes: the texts one after the other, and what was damaged.
    fn read(file: &[u8], cuts: &[u64]) -> (Vec<u8>, Vec<String>) {
        let (mut text, mut damages) = (Vec::new(), Vec::new());
        let packing = in_parts(Box::new(io::Cursor::new(file.to_vec()))).unwrap().unwrap();
        for pair in cuts.windows(2) {
            let rest = file[pair[0] as usize..].to_vec();
            let part = pair[0]..pair[1];
            cut_part(Box::new(io::Cursor::new(rest)), packing, part, |block| {
                text.extend(block.text);
                damages.extend(block.damages.into_iter().map(|damage| damage.what));
                Ok(())
            })
            .unwrap();
        }
        (text, damages)
    }

    fn games(rng: &mut fastrand::Rng, count: usize, line_end: &str) -> Vec<u8> {
        let game = |number| {
            let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(rng.usize(..20));
            format!("[Event \"{number}\"]\n[Site \"x\"]\n\n{moves}\n[Event *\n\n")
                .replace('\n', line_end)
        };
        (0..count).map(game).collect::<String>().into_bytes()
    }

    fn cuts(rng: &mut fastrand::Rng, length: usize) -> Vec<u64> {
        let mut cuts: Vec<u64> = (0..rng.usize(..9)).map(|_| rng.u64(1..length as u64)).collect();
        cuts.extend([0, u64::MAX]);
        cuts.sort_unstable();
        cuts
    }

    #[test]
    fn every_game_is_in_one_part() {
        let mut rng = fastrand::Rng::with_seed(1);
        for round in 0..150 {
            let text = games(&mut rng, 300, if round % 5 == 0 { "\r\n" } else { "\n" });
            let longest = [1 << 10, 5 << 10, 1 << 20][round % 3];
            let mut frames = Vec::new();
            let mut rest = &text[..];
            while !rest.is_empty() {
                let (frame, after) = rest.split_at(rng.usize(1..=longest.min(rest.len())));
                frames.extend(zstd::encode_all(frame, 1).unwrap());
                rest = after;
            }
            for file in [&text, &frames] {
                let cuts = cuts(&mut rng, file.len());
                let (read, damages) = read(file, &cuts);
                assert!(read == text && damages.is_empty(), "{round}: {cuts:?} {damages:?}");
            }
        }
    }

    /// Damage is told by one part, wherever the others begin, and costs what lies about it.
    #[test]
    fn damage_is_told_once() {
        let mut rng = fastrand::Rng::with_seed(2);
        for round in 0..150 {
            let text = games(&mut rng, 300, "\n");
            let middle = text.len() / 2;
            let frames = [&text[..middle - 3000], &text[middle - 3000..middle], &text[middle..]]
                .map(|text| zstd::encode_all(text, 1).unwrap());
            let mut file = frames.concat();
            let at = frames[0].len() + rng.usize(..frames[1].len() - 40);
            file[at..at + 40].fill(0xFF);
            // Without a checksum the packer may see nothing wrong.
            let end = frames[0].len() + frames[1].len();
            let seen = zstd::decode_all(&file[frames[0].len()..end]).is_err();
            let cuts = cuts(&mut rng, file.len());
            let (read, damages) = read(&file, &cuts);
            let told = damages.iter().filter(|what| what.contains("a damaged zstd frame")).count();
            assert_eq!(told, usize::from(seen), "{round}: {cuts:?} {damages:?}");
            assert!(read.len() + 12_000 > text.len(), "{round}: {}", text.len() - read.len());
        }
    }

    #[test]
    fn what_has_no_parts() {
        let parts = |bytes: &[u8]| in_parts(Box::new(io::Cursor::new(bytes.to_vec()))).unwrap();
        assert_eq!(parts(b"[Event \"a\"]\n\n*\n"), Some(None));
        assert_eq!(parts(b"fen,game\n8/8/8/8/8/5k2/8/5K2 b - -,x\n"), None);
        assert_eq!(parts(b"8/8/8/8/8/5k2/8/5K2 b - -\n"), None);
        assert_eq!(parts(&Packing::Gzip.pack(b"[Event \"a\"]\n\n*\n").unwrap()), None);
        assert_eq!(
            parts(&zstd::encode_all(&b"[Event \"a\"]\n"[..], 1).unwrap()),
            Some(Some(Packing::Zstd))
        );
    }
}

//! Files that people take for text.

const UTF_16: &str = "this is text in UTF-16; save it again as UTF-8";
const UTF_32: &str = "this is text in UTF-32; save it again as UTF-8";

/// How files begin that are something else, and what to do about it. UTF-32 before UTF-16, whose
/// mark its own begins with.
const FOREIGN: [(&[u8], &str); 11] = [
    (b"\xff\xfe\0\0", UTF_32),
    (b"\0\0\xfe\xff", UTF_32),
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
    (b"PK\x03\x04", "this is a zip archive, as .docx and .odt files are; save it as plain text"),
    (b"\xd0\xcf\x11\xe0", "this is a file of an old word processor (.doc); save it as plain text"),
    (b"{\\rt", "this is rich text (.rtf); save it as plain text"),
    (b"%PDF", "this is a PDF; plain text is needed"),
    (b"\xfd7zXZ\0", "this is compressed by xz; unpack it first, or use zstd, gzip or bzip2"),
    (b"7z\xbc\xaf\x27\x1c", "this is a 7z archive; unpack it first"),
    (b"Rar!\x1a\x07", "this is a RAR archive; unpack it first"),
];

/// How web pages begin, in small letters.
const WEB_PAGE: [&[u8]; 2] = [b"<!doctype html", b"<html"];

/// What a file is that begins like this, in a sentence, if it is no text.
///
/// ```
/// use zermelo_record::pgn::foreign;
///
/// assert!(foreign(b"\xff\xfe[\0E\0").unwrap().contains("UTF-16"));
/// assert!(foreign(b"[\0E\0").unwrap().contains("UTF-16"));
/// assert!(foreign(b"[\0\0\0E\0\0\0").unwrap().contains("UTF-32"));
/// assert!(foreign(b"PK\x03\x04\x14\0").unwrap().contains("zip"));
/// assert!(foreign(b"\n<!DOCTYPE html>").unwrap().contains("web page"));
/// assert_eq!(foreign(b"[Event \"?\"]"), None);
/// ```
pub fn foreign(start: &[u8]) -> Option<&'static str> {
    // ASCII that has lost its mark: every second byte is 0, or three of four.
    let zeros = start.first_chunk().map(|first: &[u8; 4]| first.map(|byte| byte == 0));
    match zeros {
        Some([true, false, true, false] | [false, true, false, true]) => return Some(UTF_16),
        Some([true, true, true, false] | [false, true, true, true]) => return Some(UTF_32),
        _ => {}
    }
    let text = start.trim_ascii_start();
    let begins_with = |first: &[u8]| {
        text.get(..first.len()).is_some_and(|start| start.eq_ignore_ascii_case(first))
    };
    if WEB_PAGE.into_iter().any(begins_with) {
        return Some("this is a web page (HTML); the games themselves are needed, as plain text");
    }
    FOREIGN.iter().find(|(first, _)| start.starts_with(first)).map(|(_, what)| *what)
}

/// What is wrong with a text that begins like this, if its lines end in CR alone, as on Macs of old:
/// what reads it line by line would see one.
///
/// ```
/// use zermelo_record::pgn::lines_end_in_cr;
///
/// assert!(lines_end_in_cr(b"# two\r8/8/8/8/8/5k2/5p2/5K2 w - -\r").is_some());
/// assert_eq!(lines_end_in_cr(b"one line\r\nanother"), None);
/// ```
pub fn lines_end_in_cr(start: &[u8]) -> Option<&'static str> {
    let inside = start.strip_suffix(b"\r").unwrap_or(start);
    (inside.contains(&b'\r') && !start.contains(&b'\n')).then_some(
        "its lines end in CR alone, as on Macs of old; save it with line ends of today (LF)",
    )
}

/// Whether a text begins with a position (FEN) on a line of its own, as lists of positions do,
/// perhaps after lines with `#`. Games do not begin so.
///
/// ```
/// use zermelo_record::pgn::begins_with_position;
///
/// assert!(begins_with_position(b"# dead\n8/8/8/8/8/5k2/5p2/5K2 w - -"));
/// assert!(!begins_with_position(b"1. e4 e5"));
/// ```
pub fn begins_with_position(start: &[u8]) -> bool {
    let text = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && line[0] != b'#');
    let word = first.and_then(|line| line.split(|&byte| matches!(byte, b' ' | b'_')).next());
    word.is_some_and(|word| {
        word.iter().filter(|&&byte| byte == b'/').count() == 7
            && word.iter().all(|byte| b"/12345678KQRBNPkqrbnp".contains(byte))
    })
}

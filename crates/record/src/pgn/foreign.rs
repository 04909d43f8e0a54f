//! Files that people take for text.

/// How files begin that are something else, and what to do about it.
const FOREIGN: [(&[u8], &str); 6] = [
    (b"\xff\xfe", "this is text in UTF-16; save it again as UTF-8"),
    (b"\xfe\xff", "this is text in UTF-16; save it again as UTF-8"),
    (b"PK\x03\x04", "this is a zip archive, as .docx and .odt files are; save it as plain text"),
    (b"\xd0\xcf\x11\xe0", "this is a file of an old word processor (.doc); save it as plain text"),
    (b"{\\rt", "this is rich text (.rtf); save it as plain text"),
    (b"%PDF", "this is a PDF; plain text is needed"),
];

/// What a file is that begins like this, in a sentence, if it is no text.
///
/// ```
/// use zermelo_record::pgn::foreign;
///
/// assert!(foreign(b"\xff\xfe[\0E\0").unwrap().contains("UTF-16"));
/// assert!(foreign(b"[\0E\0").unwrap().contains("UTF-16"));
/// assert!(foreign(b"PK\x03\x04\x14\0").unwrap().contains("zip"));
/// assert_eq!(foreign(b"[Event \"?\"]"), None);
/// ```
pub fn foreign(start: &[u8]) -> Option<&'static str> {
    // ASCII in UTF-16 that has lost its mark: every second byte is 0.
    let zeros = start.first_chunk().map(|first: &[u8; 4]| first.map(|byte| byte == 0));
    if matches!(zeros, Some([true, false, true, false] | [false, true, false, true])) {
        return Some(FOREIGN[0].1);
    }
    FOREIGN.iter().find(|(first, _)| start.starts_with(first)).map(|(_, what)| *what)
}

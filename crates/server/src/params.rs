//! The parameters of a request: `fen=...&for=white`.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use zermelo_answers::names;
use zermelo_answers::winnable::Sides;
use zermelo_kernel::{Castling, Color};

use crate::error::Error;

/// The part of an address after the question mark.
#[derive(Clone, Copy)]
pub struct Params<'a>(&'a str);

impl<'a> Params<'a> {
    /// The parameters of an address.
    pub fn new(query: Option<&'a str>) -> Params<'a> {
        Params(query.unwrap_or_default())
    }

    /// A parameter by its name, if it is there. Of several the first counts; others are not read.
    pub fn get(self, name: &str) -> Result<Option<Cow<'a, str>>, Error> {
        for pair in self.0.split('&') {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if key == name {
                return match decoded(value) {
                    Some(value) => Ok(Some(value)),
                    None => Err(Error::BadRequest(format!("{name}: this is no UTF-8 text"))),
                };
            }
        }
        Ok(None)
    }

    /// A parameter that must be there.
    pub fn needed(self, name: &str) -> Result<Cow<'a, str>, Error> {
        let missing = || Error::BadRequest(format!("the parameter {name} is missing"));
        self.get(name)?.filter(|value| !value.is_empty()).ok_or_else(missing)
    }

    /// Whether a flag such as `fast=1` is set.
    pub fn flag(self, name: &str) -> Result<bool, Error> {
        match self.get(name)?.as_deref() {
            None | Some("" | "0" | "false") => Ok(false),
            Some("1" | "true") => Ok(true),
            Some(_) => Err(Error::BadRequest(format!("{name}: 1 or 0 is needed"))),
        }
    }

    /// A side, if it is given.
    pub fn side(self, name: &str) -> Result<Option<Color>, Error> {
        names::read_side(name, self.get(name)?.as_deref()).map_err(Error::BadRequest)
    }

    /// The sides that `for` names.
    pub fn sides(self) -> Result<Sides, Error> {
        let given = self.get("for")?.unwrap_or_default();
        if given.eq_ignore_ascii_case("both") {
            return Ok(Sides::Both);
        }
        match names::read_side("for", Some(&given)) {
            Ok(side) => Ok(side.map_or(Sides::Both, Sides::One)),
            Err(_) => Err(Error::BadRequest("for: white, black or both is needed".to_string())),
        }
    }

    /// How castling rights are read.
    pub fn castling(self) -> Result<Castling, Error> {
        Ok(if self.flag("chess960")? { Castling::Chess960 } else { Castling::Standard })
    }
}

/// A value with `%20` and `+` decoded; `None` if it is no UTF-8. As in browsers, a lone `%` stands for
/// itself.
fn decoded(value: &str) -> Option<Cow<'_, str>> {
    if !value.bytes().any(|byte| byte == b'%' || byte == b'+') {
        return Some(Cow::Borrowed(value));
    }
    let spaced = value.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().ok().map(|text| Cow::Owned(text.into_owned()))
}

/// What does not stand for itself in a value.
const ENCODED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/');

/// A text as the value of a parameter.
pub fn encoded(text: &str) -> String {
    // A FEN mostly has but letters, figures, slashes and spaces: no table is needed for it.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" -_./".contains(&byte);
    if text.bytes().all(is_plain) {
        return text.replace(' ', "+");
    }
    utf8_percent_encode(text, &ENCODED).to_string().replace("%20", "+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded() {
        let params = Params::new(Some("fen=8/8%208+w%&for=white&x=%ff&fast=1&fen=2"));
        assert_eq!(params.get("fen").ok().flatten().as_deref(), Some("8/8 8 w%"));
        assert!(params.get("x").is_err());
        assert!(matches!(params.sides(), Ok(Sides::One(Color::White))));
        assert!(matches!(params.flag("fast"), Ok(true)));
        assert!(matches!(params.flag("chess960"), Ok(false)));
        assert!(params.needed("moves").is_err());
        for (given, side) in [("White", Color::White), ("W", Color::White), ("b", Color::Black)] {
            let query = format!("for={given}&flag={given}");
            let params = Params::new(Some(&query));
            assert!(matches!(params.sides(), Ok(Sides::One(one)) if one == side), "{given}");
            assert!(matches!(params.side("flag"), Ok(Some(one)) if one == side), "{given}");
        }
        assert!(matches!(Params::new(Some("for=BOTH")).sides(), Ok(Sides::Both)));
        assert!(Params::new(Some("for=red")).sides().is_err());
        let none = Params::new(None);
        assert!(matches!(none.sides(), Ok(Sides::Both)) && none.needed("fen").is_err());
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        for text in ["8/8 w - -", "a+b%20", "é\u{0}&=?#", ""] {
            let query = format!("x={}", encoded(text));
            assert_eq!(Params::new(Some(&query)).get("x").ok().flatten().as_deref(), Some(text));
        }
    }
}

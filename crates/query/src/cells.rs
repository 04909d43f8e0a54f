//! Positions and sides as they stand in columns: FENs, packed positions, names.

use datafusion::arrow::array::{Array, ArrayRef, BinaryArray, StringArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::common::cast::{as_binary_array, as_string_array};
use shakmaty::fen::Fen;
use shakmaty::packed::PackedSetup;
use zermelo_board::Position;
use zermelo_kernel::{self as kernel, Castling, Color, FenError};

use crate::faults::{self, Fault};

/// The type that a column of positions is read as; `None` if it is none.
pub fn coerced(kind: &DataType) -> Option<DataType> {
    use DataType::*;
    match kind {
        Utf8 | LargeUtf8 | Utf8View | Null => Some(Utf8),
        Binary | LargeBinary | BinaryView | FixedSizeBinary(_) => Some(Binary),
        Dictionary(_, values) => coerced(values),
        _ => None,
    }
}

/// A column.
pub enum Cells<'a> {
    /// FENs, or names of sides.
    Text(&'a StringArray),
    /// Packed positions, as shakmaty writes them.
    Packed(&'a BinaryArray),
}

impl<'a> Cells<'a> {
    /// A column of one of the types of [`coerced`].
    pub fn new(array: &'a ArrayRef) -> Result<Cells<'a>> {
        Ok(match array.data_type() {
            DataType::Binary => Cells::Packed(as_binary_array(array)?),
            _ => Cells::Text(as_string_array(array)?),
        })
    }

    /// The FEN; `None` for NULL, and for what cannot be read, which is told.
    pub fn text(&self, row: usize) -> Option<std::borrow::Cow<'a, str>> {
        match self {
            Cells::Text(array) => array.is_valid(row).then(|| array.value(row).into()),
            Cells::Packed(array) if array.is_null(row) => None,
            Cells::Packed(array) => match unpacked(array.value(row)) {
                Ok(fen) => Some(fen.into()),
                Err(why) => {
                    faults::tell(Fault::Unread, || format!("packed position: {why}"));
                    None
                }
            },
        }
    }

    /// The position and who is to move.
    pub fn position(&self, row: usize) -> Option<(Position, Color)> {
        let text = self.text(row)?;
        match read(&text) {
            Ok(position) => Some((Position::from_kernel(&position), position.turn())),
            Err(why) => {
                faults::tell(Fault::Unread, || format!("{text}: {why}"));
                None
            }
        }
    }

    /// Who is to move: the second word of a FEN says so, whatever the others hold.
    pub fn turn(&self, row: usize) -> Option<Color> {
        let text = self.text(row)?;
        let mut words = text.split(|c: char| c == '_' || c.is_ascii_whitespace());
        match words.nth(1) {
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            _ => self.position(row).map(|(_, turn)| turn),
        }
    }

    /// A side by its name.
    pub fn side(&self, row: usize) -> Option<Color> {
        let text = self.text(row)?;
        match &*text {
            "white" | "w" | "White" => Some(Color::White),
            "black" | "b" | "Black" => Some(Color::Black),
            _ => {
                faults::tell(Fault::Unread, || format!("{text}: a side is white or black"));
                None
            }
        }
    }
}

/// A position in FEN; counters and what follows them are passed over, underscores are spaces.
pub fn read(text: &str) -> Result<kernel::Position, String> {
    if text.len() > 1024 {
        return Err("too long to be a position".to_string());
    }
    let mut words = text.split(|c: char| c == '_' || c.is_ascii_whitespace());
    let mut words = words.by_ref().filter(|word| !word.is_empty());
    let fields: Vec<&str> = words.by_ref().take(4).collect();
    let fen = fields.join(" ");
    let standard = kernel::Position::from_fen(&fen, Castling::Standard);
    standard
        .or_else(|error| match error {
            // Games of Chess960 write their rights in this form.
            FenError::ImpossibleRight(..) => kernel::Position::from_fen(&fen, Castling::Chess960),
            other => Err(other),
        })
        .map_err(|error| error.to_string())
}

fn unpacked(bytes: &[u8]) -> Result<String, String> {
    let packed = PackedSetup::try_from_bytes(bytes).map_err(|error| error.to_string())?;
    let setup = packed.unpack_standard().map_err(|error| error.to_string())?;
    let fen = Fen::try_from_setup(setup).map_err(|_| "it has no FEN".to_string())?;
    Ok(fen.to_string())
}

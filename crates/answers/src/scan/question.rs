//! Columns that repeat what the tags of a game say, called as in SQL.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// A column that repeats a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TagColumn {
    /// The day, `2022.01.31`: UTCDate, or Date where there is none.
    Date,
    /// The player of the white pieces.
    White,
    /// The player of the black ones.
    Black,
    /// White's rating, a number.
    WhiteElo,
    /// Black's.
    BlackElo,
    /// Seconds for the game and for each move, `180+2`.
    TimeControl,
    /// The tournament, or the kind of game.
    Event,
    /// The code of the opening.
    Eco,
    /// Its name.
    Opening,
    /// How the game was closed.
    Termination,
}

use TagColumn::{
    Black, BlackElo, Date, Eco, Event, Opening, Termination, TimeControl, White, WhiteElo,
};

impl TagColumn {
    /// All of them, each with its name and its tag.
    pub const ALL: [(TagColumn, &'static str, &'static str); 10] = [
        (Date, "date", "UTCDate"),
        (White, "white", "White"),
        (Black, "black", "Black"),
        (WhiteElo, "white_elo", "WhiteElo"),
        (BlackElo, "black_elo", "BlackElo"),
        (TimeControl, "time_control", "TimeControl"),
        (Event, "event", "Event"),
        (Eco, "eco", "ECO"),
        (Opening, "opening", "Opening"),
        (Termination, "termination", "Termination"),
    ];

    /// The column of this name, or the columns: `players`, `ratings`.
    ///
    /// # Errors
    ///
    /// A sentence that lists the columns.
    pub fn named(name: &str) -> Result<TagColumns, String> {
        let name = name.trim().to_ascii_lowercase().replace([' ', '-'], "_");
        let columns = match name.as_str() {
            "players" => vec![White, Black],
            "ratings" => vec![WhiteElo, BlackElo],
            name => {
                let found = TagColumn::ALL.into_iter().find(|(_, called, _)| *called == name);
                let (column, ..) = found.ok_or_else(|| {
                    let names = TagColumn::ALL.map(|(_, called, _)| called).join(", ");
                    format!("there is no such column; there are {names}; players, ratings")
                })?;
                vec![column]
            }
        };
        Ok(TagColumns(columns))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        TagColumn::ALL[self as usize].1
    }

    /// Whether its values are numbers.
    pub fn is_number(self) -> bool {
        matches!(self, WhiteElo | BlackElo)
    }

    /// Its value in a game with these tags; `None` if it is not known.
    fn of(self, tags: &[(String, String)]) -> Option<String> {
        let value = |name: &str| {
            let (_, value) = tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
            Some(unescaped(value)).filter(|value| is_known(value))
        };
        let found = value(TagColumn::ALL[self as usize].2);
        match self {
            Date => found.or_else(|| value("Date")),
            WhiteElo | BlackElo => found.filter(|number| number.parse::<i32>().is_ok()),
            _ => found,
        }
    }
}

/// The columns that one name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagColumns(pub Vec<TagColumn>);

/// Whether the value of a tag says something: `?` and `????.??.??` say that it is not known.
pub fn is_known(value: &str) -> bool {
    !value.trim_matches(['?', '.']).is_empty()
}

/// A value without the backslashes before its quotes and backslashes.
fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

/// What the tags of a game say, for the columns that are wanted; as JSON, keys and values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TagValues(pub Vec<(TagColumn, Option<String>)>);

impl TagValues {
    /// The values of a game with these tags.
    pub fn of(columns: &[TagColumn], tags: &[(String, String)]) -> TagValues {
        TagValues(columns.iter().map(|&column| (column, column.of(tags))).collect())
    }
}

impl Serialize for TagValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (column, value) in &self.0 {
            match value.as_deref().and_then(|value| value.parse::<i32>().ok()) {
                Some(number) if column.is_number() => {
                    map.serialize_entry(column.name(), &number)?
                }
                _ => map.serialize_entry(column.name(), value)?,
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values() {
        for (index, (column, name, _)) in TagColumn::ALL.into_iter().enumerate() {
            assert_eq!(
                (column as usize, TagColumn::named(name)),
                (index, Ok(TagColumns(vec![column])))
            );
            assert_eq!(serde_json::to_value(column).unwrap(), name);
        }
        assert_eq!(TagColumn::named("players"), Ok(TagColumns(vec![White, Black])));
        assert_eq!(TagColumn::named("Time control"), Ok(TagColumns(vec![TimeControl])));
        assert!(TagColumn::named("names").unwrap_err().contains("date, white, black, "));
        let tags = [
            ("White", "a \\\"b\\\" \\\\"),
            ("Black", "?"),
            ("WHITEELO", "1500"),
            ("BlackElo", "1500?"),
            ("Date", "2022.01.31"),
            ("UTCDate", "????.??.??"),
        ];
        let tags = tags.map(|(name, value)| (name.to_string(), value.to_string()));
        let columns = [Date, White, Black, WhiteElo, BlackElo, Opening];
        let values = TagValues::of(&columns, &tags);
        let expected = serde_json::json!({
            "date": "2022.01.31", "white": "a \"b\" \\", "black": null,
            "white_elo": 1500, "black_elo": null, "opening": null,
        });
        assert_eq!(serde_json::to_value(&values).unwrap(), expected);
    }
}

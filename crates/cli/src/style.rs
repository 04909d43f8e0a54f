//! Colours on a terminal, plain text everywhere else.

use std::io::IsTerminal;

use crate::args::ColorWhen;

/// Whether to write terminal escapes.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Colours, bold and chess figures; without it plain ASCII.
    pub colour: bool,
}

impl Style {
    /// The style for standard output; `NO_COLOR` is respected.
    pub fn new(when: ColorWhen) -> Style {
        let colour = match when {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => {
                let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                std::io::stdout().is_terminal() && !unwanted
            }
        };
        Style { colour }
    }

    /// The text in bold.
    pub fn bold(self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_string() }
    }
}

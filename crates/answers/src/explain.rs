//! Explanations as data: what is said, paragraph by paragraph. Terminal, form and page lay it out.

/// One paragraph of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Paragraph {
    /// The answer in one sentence.
    Verdict(String),
    /// Something else that stands by itself.
    Remark(String),
    /// More about the verdict before it.
    Sentence(String),
    /// One of several reasons or cases.
    Item(String),
    /// Moves with their numbers, not to be broken inside a word.
    Moves(Vec<String>),
    /// Something new begins.
    Gap,
}

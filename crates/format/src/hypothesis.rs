//! Hypotheses: the ways to read an input that grammars propose from its head. `grammars` lists the grammars, `reading`
//! chooses. For example, `line_roles` proposes "lines begin with a puzzle", with the way `column 1` and the rank `Places`.

use super::{DetectedInput, FormatError, ReadOptions, lines::content_lines};

/// The first bytes of an input, from which its reading is chosen.
pub(super) struct Head<'h> {
    /// The bytes, without a byte order mark.
    pub(super) text: &'h [u8],
    /// True if more bytes may follow.
    pub(super) is_cut: bool,
    pub(super) options: &'h ReadOptions,
    pub(super) is_by_name: bool,
}

impl<'h> Head<'h> {
    /// Returns the lines that are neither blank nor comments.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'h [u8]> + Clone + use<'h> {
        content_lines(self.text)
    }

    pub(super) fn first(&self) -> &'h [u8] {
        self.lines().next().unwrap_or_default()
    }

    pub(super) fn second(&self) -> &'h [u8] {
        self.lines().nth(1).unwrap_or_default()
    }

    /// Returns whether the user names the format.
    pub(super) fn is_named(&self) -> bool {
        self.options.format.is_some()
    }

    /// Returns whether the user names the column of the grids, so that the input must be a table or objects.
    pub(super) fn is_by_name(&self) -> bool {
        self.is_by_name
    }
}

/// The grounds of a hypothesis, which decide how much it must explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grounds {
    /// The looks of its records.
    Records,
    /// A declaration in the head, for example a header with a usual name. All records may be malformed then.
    Declared,
    /// Brackets, quotes or tags, in some of its lines.
    Syntax,
    /// The syntax of the whole text, or a magic number: no other hypothesis is considered.
    Certain,
}

/// A way to read an input.
pub(super) struct Hypothesis {
    /// The supposition, in words for the user: `lines begin with a puzzle`.
    pub(super) words: String,
    /// The option that makes this the only hypothesis: `column 2`, `format list`.
    pub(super) way: String,
    /// Of several hypotheses with the same puzzles, the highest rank is used.
    pub(super) rank: Rank,
    /// The number of lines that show this hypothesis, if different lines show different hypotheses; otherwise 1.
    pub(super) support: usize,
    pub(super) grounds: Grounds,
    pub(super) input: DetectedInput,
}

/// How much of a record a hypothesis explains: the more, the higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The grid, wherever it stands among words.
    AmongWords,
    /// The grid, and what separates it from the next: the rows of a drawing, the items of a list.
    Units,
    /// The field of the puzzle, by its place in a line.
    Places,
    /// Every field of a line, by the names in a header.
    Names,
    /// Every value, by its syntax.
    Values,
}

/// The most lines that a grammar examines for its hypotheses.
pub(super) const EXAMINED: usize = 64;

/// The hypotheses of all grammars about an input.
#[derive(Default)]
pub(super) struct Hypotheses {
    pub(super) list: Vec<Hypothesis>,
    /// The error of the first grammar that recognised the input and cannot read it.
    pub(super) refusal: Option<FormatError>,
}

impl Hypotheses {
    pub(super) fn add(&mut self, hypothesis: Hypothesis) {
        self.list.push(hypothesis);
    }

    /// Refuses the input unless a hypothesis explains every line.
    pub(super) fn refuse(&mut self, error: FormatError) {
        self.refusal.get_or_insert(error);
    }

    pub(super) fn is_certain(&self) -> bool {
        self.list.last().is_some_and(|last| last.grounds == Grounds::Certain)
    }
}

impl Hypothesis {
    /// Creates a hypothesis that has to explain the head by its records. Naming its format makes it the only hypothesis.
    pub(super) fn new(words: impl Into<String>, rank: Rank, input: DetectedInput) -> Self {
        let way = format!("format {}", input.layout.format);
        Self { words: words.into(), way, rank, support: 1, grounds: Grounds::Records, input }
    }

    /// Creates a hypothesis that rules out all others, whatever their ranks.
    pub(super) fn certain(words: impl Into<String>, input: DetectedInput) -> Self {
        Self { grounds: Grounds::Certain, ..Self::new(words, Rank::Values, input) }
    }

    /// Returns the input with the reason why it is read so.
    pub(super) fn into_input(self) -> DetectedInput {
        DetectedInput { reason: self.words, ..self.input }
    }
}

//! One step of a solution: its technique, its pattern and its conclusion.

use std::{
    fmt,
    ops::{Add, RangeInclusive},
};

use super::chains::Origin;
use crate::marks::Marks;
use batchdoku_base::{bits, named};
use batchdoku_engine::grid::{Cell, CellSet, Digit, DigitSet, Grid, House};

/// The rating of a step or a puzzle on the scale of Sudoku Explainer, in tenths: 72 is 7.2.
///
/// ```
/// use batchdoku::corpus::explain::Er;
/// let rating = Er::at_least(7.15);
/// assert_eq!((rating.value(), rating.to_string()), (7.2, "7.2".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Er(u8);

impl Er {
    /// Higher than any rating.
    pub(crate) const MAX: Self = Self(u8::MAX);

    pub(crate) const fn from_tenths(tenths: u8) -> Self {
        Self(tenths)
    }

    pub(crate) const fn tenths(self) -> u8 {
        self.0
    }

    /// The lowest rating that a step can have.
    pub(crate) const LEAST: Self = Self(10);

    /// About the highest rating of any known puzzle.
    pub(crate) const MOST: Self = Self(120);

    /// Returns the range of ratings between two values, both included; an empty range if a value is not a number.
    pub(crate) fn range(values: RangeInclusive<f64>) -> RangeInclusive<Self> {
        if values.start().is_nan() || values.end().is_nan() {
            return Self::MAX..=Self::default();
        }
        let least = tenths(*values.start()).ceil().clamp(0.0, 255.0) as u8;
        let most = tenths(*values.end()).floor().clamp(0.0, 255.0) as u8;
        Self(least)..=Self(most)
    }

    /// Returns the lowest rating that is not below `value`.
    pub fn at_least(value: f64) -> Self {
        *Self::range(value..=f64::INFINITY).start()
    }

    /// Returns the rating as a number: 7.2.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

/// Returns a rating in tenths, rounded to a millionth of a tenth, because 4.1 as a floating-point number is not exactly
/// 41 tenths.
fn tenths(rating: f64) -> f64 {
    (rating * 10.0 * 1e6).round() / 1e6
}

/// Adds tenths.
impl Add<u8> for Er {
    type Output = Self;

    fn add(self, tenths: u8) -> Self {
        Self(self.0 + tenths)
    }
}

impl fmt::Display for Er {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// Defines the techniques in the order of the ladder: the name of each, and the rating in tenths of a step to which
/// neither size nor length adds.
macro_rules! step_kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident $name:literal $tenths:literal;)+) => {
        /// The technique of a step, in the order of the ladder: each is tried after those before it.
        ///
        /// ```
        /// use batchdoku::corpus::explain::StepKind;
        /// assert_eq!("xy_wing".parse(), Ok(StepKind::XyWing));
        /// assert!(StepKind::NakedSingle < StepKind::XyWing, "the easier technique comes first");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum StepKind {
            $($(#[doc = $doc])+ $kind,)+
        }

        named!(StepKind { $($kind = $name),+ });

        impl StepKind {
            /// Describes the technique in a sentence or two.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$kind => concat!($($doc),+).trim_ascii(),)+
                }
            }

            /// Returns the rating of a step to which neither size nor length adds.
            pub(super) const fn er(self) -> Er {
                match self {
                    $(Self::$kind => Er($tenths),)+
                }
            }

            /// Returns the beginning of a step in JSON, up to its rating.
            pub(super) const fn json(self) -> &'static [u8] {
                match self {
                    $(Self::$kind => concat!("{\"technique\":\"", $name, "\",\"er\":").as_bytes(),)+
                }
            }
        }
    };
}

step_kinds! {
    /// The last empty cell of a house.
    FullHouse "full_house" 10;
    /// A digit has one position left in a house.
    HiddenSingle "hidden_single" 12;
    /// Pointing that leaves a hidden single.
    DirectPointing "direct_pointing" 17;
    /// Claiming that leaves a hidden single.
    DirectClaiming "direct_claiming" 19;
    /// A hidden pair that leaves a hidden single in its house.
    DirectHiddenPair "direct_hidden_pair" 20;
    /// A cell has one candidate left.
    NakedSingle "naked_single" 23;
    /// A hidden triple that leaves a hidden single in its house.
    DirectHiddenTriple "direct_hidden_triple" 25;
    /// All positions of a digit in a box lie in one line.
    Pointing "pointing" 26;
    /// All positions of a digit in a line lie in one box.
    Claiming "claiming" 28;
    /// Two cells of a house have two candidates in all.
    NakedPair "naked_pair" 30;
    /// A fish of two lines.
    XWing "x_wing" 32;
    /// Two digits have two positions in all in a house.
    HiddenPair "hidden_pair" 34;
    /// Three cells of a house have three candidates in all.
    NakedTriple "naked_triple" 36;
    /// A fish of three lines.
    Swordfish "swordfish" 38;
    /// Three digits have three positions in all in a house.
    HiddenTriple "hidden_triple" 40;
    /// Two strong links in parallel lines.
    Skyscraper "skyscraper" 40;
    /// A fish of two lines, but for candidates in one box.
    FinnedXWing "finned_x_wing" 40;
    /// A finned X-wing with a line that has at most one candidate besides the fins.
    SashimiXWing "sashimi_x_wing" 40;
    /// Two strong links, one in a row and one in a column, joined in a box.
    TwoStringKite "two_string_kite" 40;
    /// Two strong links, at least one of them in a box.
    TurbotFish "turbot_fish" 40;
    /// Two strong links, one of them between a row and a column of a box.
    EmptyRectangle "empty_rectangle" 40;
    /// Two strong links that close to a loop.
    XLoop "x_loop" 40;
    /// A cell `xy` sees a cell `xz` and a cell `yz`: one of these is `z`.
    XyWing "xy_wing" 42;
    /// A cell `xyz` sees a cell `xz` and a cell `yz`: one of the three is `z`.
    XyzWing "xyz_wing" 44;
    /// Two cells `xy`, and a house in which every `x` sees one of them.
    WWing "w_wing" 44;
    /// Cells of the same two candidates, each of which sees the next.
    RemotePair "remote_pair" 45;
    /// Four cells that would leave two solutions. Uses uniqueness.
    UniqueRectangle "unique_rectangle" 45;
    /// Six or more cells that would leave two solutions. Uses uniqueness.
    UniqueLoop "unique_loop" 46;
    /// A fish of three lines, but for candidates in one box.
    FinnedSwordfish "finned_swordfish" 48;
    /// A finned swordfish with a line that has at most one candidate besides the fins.
    SashimiSwordfish "sashimi_swordfish" 48;
    /// The strong links of a digit, in two colours.
    SimpleColouring "simple_colouring" 49;
    /// Four cells of a house have four candidates in all.
    NakedQuad "naked_quad" 50;
    /// A fish of four lines.
    Jellyfish "jellyfish" 52;
    /// Two sets of strong links of a digit, in two colours each.
    MultiColouring "multi_colouring" 53;
    /// Four digits have four positions in all in a house.
    HiddenQuad "hidden_quad" 54;
    /// A fish of four lines, but for candidates in one box.
    FinnedJellyfish "finned_jellyfish" 54;
    /// A finned jellyfish with a line that has at most one candidate besides the fins.
    SashimiJellyfish "sashimi_jellyfish" 54;
    /// A chain of three strong links of a digit.
    ThreeStrongLinks "three_strong_links" 54;
    /// An almost locked set of three cells and a cell of two candidates.
    WxyzWing "wxyz_wing" 55;
    /// All cells but one would have two candidates. Uses uniqueness.
    BugPlusOne "bug_plus_one" 56;
    /// All cells but some would have two candidates. Uses uniqueness.
    Bug "bug" 57;
    /// A chain of four strong links of a digit.
    FourStrongLinks "four_strong_links" 58;
    /// The cells that a line and a box share, with cells of each that take their candidates apart.
    SueDeCoq "sue_de_coq" 61;
    /// An almost locked set of four cells and a cell of two candidates.
    VwxyzWing "vwxyz_wing" 62;
    /// Two cells whose pairs of digits are checked against the cells that both see.
    AlignedPairExclusion "aligned_pair_exclusion" 62;
    /// An almost locked set of five cells and a cell of two candidates.
    UvwxyzWing "uvwxyz_wing" 66;
    /// A chain of one digit that closes to a cycle.
    XCycle "x_cycle" 65;
    /// A chain through cells of two candidates that closes to a cycle.
    YCycle "y_cycle" 65;
    /// A chain of both kinds that closes to a cycle.
    XyCycle "xy_cycle" 70;
    /// A chain of one digit.
    XChain "x_chain" 66;
    /// A chain through cells of two candidates.
    XyChain "xy_chain" 70;
    /// An alternating inference chain: of links in cells and houses.
    Aic "aic" 70;
    /// A chain of one digit with links between groups of cells.
    GroupedXChain "grouped_x_chain" 71;
    /// An alternating inference chain with links between groups of cells.
    GroupedAic "grouped_aic" 71;
    /// An almost locked set of six cells and a cell of two candidates.
    TuvwxyzWing "tuvwxyz_wing" 75;
    /// Two almost locked sets with a restricted common.
    AlsXz "als_xz" 75;
    /// Three almost locked sets, two of which have a restricted common with the third.
    AlsXyWing "als_xy_wing" 76;
    /// Three cells whose triples of digits are checked against the cells that all see.
    AlignedTripletExclusion "aligned_triplet_exclusion" 75;
    /// A candidate whose consequences within its digit contradict each other.
    NishioForcingChain "nishio_forcing_chain" 75;
    /// Every candidate of a cell has the same consequence.
    CellForcingChain "cell_forcing_chain" 80;
    /// Every position of a digit in a house has the same consequence.
    RegionForcingChain "region_forcing_chain" 80;
    /// Every candidate of a cell has the same consequence, which rests on eliminations on the way.
    CellForcingNet "cell_forcing_net" 85;
    /// Every position of a digit in a house has the same consequence, which rests on eliminations on the
    /// way.
    RegionForcingNet "region_forcing_net" 85;
    /// A candidate whose consequences contradict each other.
    ContradictionForcingNet "contradiction_forcing_net" 85;
    /// A candidate and its absence have the same consequence.
    DoubleForcingNet "double_forcing_net" 85;
}

impl StepKind {
    /// Returns whether the step is valid only if the puzzle has exactly one solution.
    pub const fn uses_uniqueness(self) -> bool {
        self.deadly_pattern().is_some()
    }

    /// Returns the pattern that would leave two solutions, if the step holds because there is only one.
    pub(super) const fn deadly_pattern(self) -> Option<DeadlyPattern> {
        match self {
            Self::UniqueRectangle | Self::UniqueLoop => Some(DeadlyPattern::Loop),
            Self::BugPlusOne | Self::Bug => Some(DeadlyPattern::Bug),
            _ => None,
        }
    }

    /// Returns a bound on the rating of positions that steps of this technique solve. There is a bound if other steps
    /// cannot remove such steps: then these steps still solve the position later, and it is rated no higher. Otherwise,
    /// or if the ratings of the technique have no bound, returns [`Er::MAX`].
    pub(super) fn most_er(self) -> Er {
        match self {
            Self::HiddenSingle => Er(15),
            Self::Skyscraper
            | Self::FinnedXWing
            | Self::SashimiXWing
            | Self::TwoStringKite
            | Self::TurbotFish
            | Self::EmptyRectangle
            | Self::XLoop => self.er() + 3,
            Self::NakedQuad | Self::Jellyfish | Self::HiddenQuad => self.er(),
            kind if kind <= Self::XyzWing => kind.er(),
            _ => Er::MAX,
        }
    }
}

/// A pattern that can be filled in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeadlyPattern {
    /// Cells that all have the same two candidates.
    Loop,
    /// All empty cells, with two candidates each.
    Bug,
}

/// One step of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub kind: StepKind,
    /// The rating of the step.
    pub er: Er,
    /// The cells of its pattern.
    pub cells: CellSet,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The cell that the step solves, with its digit.
    pub placed: Option<(Cell, Digit)>,
    /// The houses of the pattern, as a mask.
    pub(super) base: u32,
    /// The houses that cover the candidates of the base, as a mask.
    pub(super) cover: u32,
    /// The cells that lose each digit.
    pub(super) struck: [CellSet; 9],
    /// The origin of a chain, from which its implications can be found again.
    pub(super) origin: Option<Origin>,
}

impl Step {
    /// Creates a step without a conclusion, rated by its kind alone.
    pub(super) fn new(kind: StepKind, cells: CellSet, digits: u16) -> Self {
        Self {
            kind,
            er: kind.er(),
            cells,
            digits: DigitSet::from_bits(digits).unwrap_or_default(),
            placed: None,
            base: 0,
            cover: 0,
            struck: [CellSet::EMPTY; 9],
            origin: None,
        }
    }

    pub(super) fn rated(mut self, er: Er) -> Self {
        self.er = er;
        self
    }

    /// Adds the houses of the pattern.
    pub(super) fn in_houses(mut self, base: u32, cover: u32) -> Self {
        (self.base, self.cover) = (base, cover);
        self
    }

    /// Adds that the step solves `cell` with the digit of index `digit`.
    pub(super) fn with_placement(mut self, cell: usize, digit: usize) -> Self {
        self.placed = Some((Cell::ALL[cell], Digit::ALL[digit]));
        self
    }

    /// Adds that the step eliminates the digit of index `digit` from `cells`.
    pub(super) fn with_eliminations(mut self, digit: usize, cells: CellSet) -> Self {
        self.struck[digit] = cells;
        self
    }

    /// Adds that the step eliminates those of `digits` that are candidates of `cells`.
    pub(super) fn with_eliminations_in(
        mut self,
        marks: &Marks,
        cells: impl Iterator<Item = usize>,
        digits: u16,
    ) -> Self {
        cells.for_each(|cell| self.strike(cell, marks.cells[cell] & digits));
        self
    }

    /// Adds the candidates `digits` of `cell` to those eliminated.
    pub(super) fn strike(&mut self, cell: usize, digits: u16) {
        for digit in bits(digits) {
            self.struck[digit].insert(Cell::ALL[cell]);
        }
    }

    /// Returns whether the step changes the position.
    pub(super) fn makes_progress(&self) -> bool {
        self.placed.is_some() || self.struck.iter().any(|cells| !cells.is_empty())
    }

    /// Returns the step if it changes the position.
    pub(super) fn into_productive(self) -> Option<Self> {
        self.makes_progress().then_some(self)
    }

    /// Returns whether the step places a digit and does nothing else: a full house, a single, or a technique that
    /// leaves a single.
    #[inline]
    pub(super) fn only_places(&self) -> bool {
        self.kind <= StepKind::DirectHiddenTriple
    }

    /// Returns the houses of the pattern, in which each of its digits has a position; empty if the pattern has no
    /// houses.
    pub fn houses(&self) -> impl Iterator<Item = House> {
        bits(self.base).map(|house| House::ALL[house])
    }

    /// Returns the conclusion in words: ` r2c4<>3 r2c5<>7`.
    pub(super) fn conclusion(&self) -> String {
        let placed = self.placed.map(|(cell, digit)| format!(" {cell}={digit}"));
        let gone = self.eliminated().map(|(cell, digit)| format!(" {cell}<>{digit}"));
        placed.into_iter().chain(gone).collect()
    }

    /// Returns whether a solution agrees with the step.
    pub(super) fn is_true_of(&self, solution: &Grid) -> bool {
        let digits = solution.digits();
        let keeps =
            self.only_places()
                || self.struck.iter().zip(1..).all(|(cells, digit)| {
                    cells.into_iter().all(|cell| digits[cell.index()] != digit)
                });
        keeps && self.placed.is_none_or(|(cell, digit)| digits[cell.index()] == digit.get())
    }

    /// Returns the candidates that the step eliminates, by cell, then digit; without those that follow from the digit
    /// that it places.
    pub fn eliminated(&self) -> impl Iterator<Item = (Cell, Digit)> {
        let all = self.struck.iter().fold(CellSet::EMPTY, |all, &cells| all | cells);
        all.into_iter().flat_map(move |cell| {
            Digit::ALL
                .into_iter()
                .filter(move |&digit| self.struck[usize::from(digit.get()) - 1].contains(cell))
                .map(move |digit| (cell, digit))
        })
    }
}

/// In words: `naked pair 3.0: 3 7 in box 2 at r1c4 r1c6, so r2c4<>3 r2c5<>7`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:", self.kind.name().replace('_', " "), self.er)?;
        self.digits.into_iter().try_for_each(|digit| write!(f, " {digit}"))?;
        for (number, house) in bits(self.base).enumerate() {
            let house = House::ALL[house];
            let word = if number == 0 { " in" } else { "," };
            write!(f, "{word} {house}")?;
        }
        f.write_str(" at")?;
        self.cells.into_iter().try_for_each(|cell| write!(f, " {cell}"))?;
        write!(f, ", so{}", self.conclusion())?;
        if self.kind.uses_uniqueness() {
            f.write_str(" (if the puzzle has one solution)")?;
        }
        Ok(())
    }
}

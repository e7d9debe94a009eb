//! One step of a solution: which technique, where, and what follows.

use std::fmt;

use batchdoku_base::{bits, named};
use batchdoku_engine::grid::{Cell, CellSet, Digit, DigitSet, Grid, House};

/// The rating of a step or a puzzle on the scale of Sudoku Explainer, in tenths: 72 is 7.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Er(pub(crate) u8);

impl Er {
    /// The lowest rating that is not below `value`.
    pub fn at_least(value: f64) -> Self {
        Self((value * 10.0).ceil().clamp(0.0, 255.0) as u8)
    }

    /// The rating as a number.
    pub(crate) fn value(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Er {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// The technique of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StepKind {
    /// The last empty cell of a house.
    FullHouse,
    /// A digit has one position left in a house.
    HiddenSingle,
    /// Pointing that leaves a hidden single.
    DirectPointing,
    /// Claiming that leaves a hidden single.
    DirectClaiming,
    /// A hidden pair that leaves a hidden single in its house.
    DirectHiddenPair,
    /// A cell has one candidate left.
    NakedSingle,
    /// A hidden triple that leaves a hidden single in its house.
    DirectHiddenTriple,
    /// All positions of a digit in a box lie in one line.
    Pointing,
    /// All positions of a digit in a line lie in one box.
    Claiming,
    /// Two cells of a house have two candidates in all.
    NakedPair,
    /// A fish of two lines.
    XWing,
    /// Two digits have two positions in all in a house.
    HiddenPair,
    /// Three cells of a house have three candidates in all.
    NakedTriple,
    /// A fish of three lines.
    Swordfish,
    /// Three digits have three positions in all in a house.
    HiddenTriple,
    /// Two strong links in parallel lines.
    Skyscraper,
    /// A fish of two lines, but for candidates in one box.
    FinnedXWing,
    /// The same, if a line has at most one candidate left without those.
    SashimiXWing,
    /// Two strong links, one in a row and one in a column, joined in a box.
    TwoStringKite,
    /// Two strong links, at least one of them in a box.
    TurbotFish,
    /// Two strong links, one of them between a row and a column of a box.
    EmptyRectangle,
    /// Two strong links that close to a loop.
    XLoop,
    /// A cell `xy` sees a cell `xz` and a cell `yz`: one of these is `z`.
    XyWing,
    /// A cell `xyz` sees a cell `xz` and a cell `yz`: one of the three is `z`.
    XyzWing,
    /// Two cells `xy`, and a house in which every `x` sees one of them.
    WWing,
    /// Cells of the same two candidates, each of which sees the next.
    RemotePair,
    /// Four cells that would leave two solutions. Uses uniqueness.
    UniqueRectangle,
    /// Six or more cells that would leave two solutions. Uses uniqueness.
    UniqueLoop,
    /// A fish of three lines, but for candidates in one box.
    FinnedSwordfish,
    /// The same, if a line has at most one candidate left without those.
    SashimiSwordfish,
    /// The strong links of a digit, in two colours.
    SimpleColouring,
    /// Four cells of a house have four candidates in all.
    NakedQuad,
    /// A fish of four lines.
    Jellyfish,
    /// Two sets of strong links of a digit, in two colours each.
    MultiColouring,
    /// Four digits have four positions in all in a house.
    HiddenQuad,
    /// A fish of four lines, but for candidates in one box.
    FinnedJellyfish,
    /// The same, if a line has at most one candidate left without those.
    SashimiJellyfish,
    /// A chain of three strong links of a digit.
    ThreeStrongLinks,
    /// An almost locked set of three cells and a cell of two candidates.
    WxyzWing,
    /// All cells but one would have two candidates. Uses uniqueness.
    BugPlusOne,
    /// All cells but some would have two candidates. Uses uniqueness.
    Bug,
    /// A chain of four strong links of a digit.
    FourStrongLinks,
    /// The cells that a line and a box share, with cells of each that take their candidates apart.
    SueDeCoq,
    /// An almost locked set of four cells and a cell of two candidates.
    VwxyzWing,
    /// Two cells whose pairs of digits are checked against the cells that both see.
    AlignedPairExclusion,
    /// An almost locked set of five cells and a cell of two candidates.
    UvwxyzWing,
    /// A chain of one digit that closes to a cycle.
    XCycle,
    /// A chain through cells of two candidates that closes to a cycle.
    YCycle,
    /// A chain of both kinds that closes to a cycle.
    XyCycle,
    /// A chain of one digit.
    XChain,
    /// A chain through cells of two candidates.
    XyChain,
    /// An alternating inference chain: of links in cells and houses.
    Aic,
    /// A chain of one digit with links between groups of cells.
    GroupedXChain,
    /// An alternating inference chain with links between groups of cells.
    GroupedAic,
    /// An almost locked set of six cells and a cell of two candidates.
    TuvwxyzWing,
    /// Two almost locked sets with a restricted common.
    AlsXz,
    /// Three almost locked sets, two of which have a restricted common with the third.
    AlsXyWing,
    /// Three cells whose triples of digits are checked against the cells that all see.
    AlignedTripletExclusion,
    /// A candidate whose consequences within its digit contradict each other.
    NishioForcingChain,
    /// Every candidate of a cell has the same consequence.
    CellForcingChain,
    /// Every position of a digit in a house has the same consequence.
    RegionForcingChain,
    /// Every candidate of a cell has the same consequence, which rests on eliminations on the way.
    CellForcingNet,
    /// Every position of a digit in a house has the same consequence, which rests on eliminations on the
    /// way.
    RegionForcingNet,
    /// A candidate whose consequences contradict each other.
    ContradictionForcingNet,
    /// A candidate and its absence have the same consequence.
    DoubleForcingNet,
}

named!(StepKind {
    FullHouse = "full_house",
    HiddenSingle = "hidden_single",
    DirectPointing = "direct_pointing",
    DirectClaiming = "direct_claiming",
    DirectHiddenPair = "direct_hidden_pair",
    NakedSingle = "naked_single",
    DirectHiddenTriple = "direct_hidden_triple",
    Pointing = "pointing",
    Claiming = "claiming",
    NakedPair = "naked_pair",
    XWing = "x_wing",
    HiddenPair = "hidden_pair",
    NakedTriple = "naked_triple",
    Swordfish = "swordfish",
    HiddenTriple = "hidden_triple",
    Skyscraper = "skyscraper",
    FinnedXWing = "finned_x_wing",
    SashimiXWing = "sashimi_x_wing",
    TwoStringKite = "two_string_kite",
    TurbotFish = "turbot_fish",
    EmptyRectangle = "empty_rectangle",
    XLoop = "x_loop",
    XyWing = "xy_wing",
    XyzWing = "xyz_wing",
    WWing = "w_wing",
    RemotePair = "remote_pair",
    UniqueRectangle = "unique_rectangle",
    UniqueLoop = "unique_loop",
    FinnedSwordfish = "finned_swordfish",
    SashimiSwordfish = "sashimi_swordfish",
    SimpleColouring = "simple_colouring",
    NakedQuad = "naked_quad",
    Jellyfish = "jellyfish",
    MultiColouring = "multi_colouring",
    HiddenQuad = "hidden_quad",
    FinnedJellyfish = "finned_jellyfish",
    SashimiJellyfish = "sashimi_jellyfish",
    ThreeStrongLinks = "three_strong_links",
    WxyzWing = "wxyz_wing",
    BugPlusOne = "bug_plus_one",
    Bug = "bug",
    FourStrongLinks = "four_strong_links",
    SueDeCoq = "sue_de_coq",
    VwxyzWing = "vwxyz_wing",
    AlignedPairExclusion = "aligned_pair_exclusion",
    UvwxyzWing = "uvwxyz_wing",
    XCycle = "x_cycle",
    YCycle = "y_cycle",
    XyCycle = "xy_cycle",
    XChain = "x_chain",
    XyChain = "xy_chain",
    Aic = "aic",
    GroupedXChain = "grouped_x_chain",
    GroupedAic = "grouped_aic",
    TuvwxyzWing = "tuvwxyz_wing",
    AlsXz = "als_xz",
    AlsXyWing = "als_xy_wing",
    AlignedTripletExclusion = "aligned_triplet_exclusion",
    NishioForcingChain = "nishio_forcing_chain",
    CellForcingChain = "cell_forcing_chain",
    RegionForcingChain = "region_forcing_chain",
    CellForcingNet = "cell_forcing_net",
    RegionForcingNet = "region_forcing_net",
    ContradictionForcingNet = "contradiction_forcing_net",
    DoubleForcingNet = "double_forcing_net",
});

impl StepKind {
    /// Whether the step is valid only if the puzzle has exactly one solution.
    pub(crate) const fn uses_uniqueness(self) -> bool {
        matches!(self, Self::UniqueRectangle | Self::UniqueLoop | Self::BugPlusOne | Self::Bug)
    }
}

/// One step of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub kind: StepKind,
    /// Its rating.
    pub er: Er,
    /// The cells of the pattern.
    pub(crate) cells: CellSet,
    /// The digits of the pattern.
    pub(crate) digits: DigitSet,
    /// The cell that it solves, with its digit.
    pub(crate) placed: Option<(Cell, Digit)>,
    /// The houses of the pattern, as a mask.
    pub(super) base: u32,
    /// The houses in which the candidates of the base lie too, as a mask.
    pub(super) cover: u32,
    /// The cells that lose each digit.
    pub(super) struck: [CellSet; 9],
}

impl Step {
    /// A step that does nothing yet.
    pub fn new(kind: StepKind, er: u8, cells: CellSet, digits: u16) -> Self {
        Self {
            kind,
            er: Er(er),
            cells,
            digits: DigitSet::from_bits(digits).unwrap_or_default(),
            placed: None,
            base: 0,
            cover: 0,
            struck: [CellSet::EMPTY; 9],
        }
    }

    /// The same step with the houses that it is about.
    pub(super) fn in_houses(mut self, base: u32, cover: u32) -> Self {
        (self.base, self.cover) = (base, cover);
        self
    }

    /// The same step, which solves `cell` with the digit of index `digit`.
    pub(super) fn placing(mut self, cell: usize, digit: usize) -> Self {
        self.placed = Some((Cell::ALL[cell], Digit::ALL[digit]));
        self
    }

    /// A direct technique: solves a cell, and the eliminations that lead to it are forgotten.
    pub(super) fn direct(mut self, cell: usize, digit: usize) -> Self {
        self.struck = [CellSet::EMPTY; 9];
        self.placing(cell, digit)
    }

    /// Adds the candidates `digits` of `cell` to those eliminated.
    pub(super) fn strike(&mut self, cell: usize, digits: u16) {
        for digit in bits(digits) {
            self.struck[digit].insert(Cell::ALL[cell]);
        }
    }

    /// Whether it changes anything.
    pub(super) fn is_worth(&self) -> bool {
        self.placed.is_some() || self.struck.iter().any(|cells| !cells.is_empty())
    }

    /// The houses of the pattern.
    pub(super) fn base_houses(&self) -> impl Iterator<Item = House> {
        bits(self.base).map(|house| House::ALL[house])
    }

    /// Whether it solves a cell and eliminates nothing else: a full house, a single, or what leaves one.
    #[inline]
    pub(super) fn only_places(&self) -> bool {
        self.kind <= StepKind::DirectHiddenTriple
    }

    /// Whether a solution allows it.
    pub(super) fn is_true_of(&self, solution: &Grid) -> bool {
        let digits = solution.digits();
        let keeps =
            self.only_places()
                || self.struck.iter().zip(1..).all(|(cells, digit)| {
                    cells.into_iter().all(|cell| digits[cell.index()] != digit)
                });
        keeps && self.placed.is_none_or(|(cell, digit)| digits[cell.index()] == digit.get())
    }

    /// The candidates it eliminates, by cell, then digit; without those that the digit it places
    /// rules out.
    pub(crate) fn eliminated(&self) -> impl Iterator<Item = (Cell, Digit)> {
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
        for (number, house) in self.base_houses().enumerate() {
            let word = if number == 0 { " in" } else { "," };
            write!(f, "{word} {house}")?;
        }
        f.write_str(" at")?;
        self.cells.into_iter().try_for_each(|cell| write!(f, " {cell}"))?;
        f.write_str(", so")?;
        if let Some((cell, digit)) = self.placed {
            write!(f, " {cell}={digit}")?;
        }
        self.eliminated().try_for_each(|(cell, digit)| write!(f, " {cell}<>{digit}"))?;
        if self.kind.uses_uniqueness() {
            f.write_str(" (if the puzzle has one solution)")?;
        }
        Ok(())
    }
}

//! The parts that all panels share: colours, text, titles and how numbers are written.

pub(super) use plotters::style::text_anchor::{HPos, VPos};
use plotters::{coord::Shift, drawing::DrawingAreaErrorKind, prelude::*, style::text_anchor::Pos};

use batchdoku_base::thousands;
use batchdoku_corpus::stats::{CorpusStats, Section, SectionDrawing};

pub(super) const INK: RGBColor = RGBColor(0x26, 0x2B, 0x33);
/// Ink on the heat map. It is not [`INK`], which is light on a dark page: the heat map is pale on every page.
pub(super) const ON_CELL: RGBColor = RGBColor(0x26, 0x2B, 0x34);
pub(super) const FAINT: RGBColor = RGBColor(0xDD, 0xE1, 0xE6);
pub(super) const FILL: RGBColor = RGBColor(0x3B, 0x6F, 0xB6);

pub(super) type Area<'a, DB> = DrawingArea<DB, Shift>;
pub(super) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// A section, and how it is drawn.
pub(super) struct Panel {
    pub(super) section: Section,
    pub(super) drawing: SectionDrawing,
}

impl Panel {
    /// Returns the sections that are drawn, in the order of the panels. A section that counts nothing has none, unless
    /// there are no puzzles at all.
    pub(super) fn all(stats: &CorpusStats) -> Vec<Self> {
        let counts = |section: &Section| section.total > 0 || stats.puzzles() == 0;
        let sections = stats.sections().into_iter().filter(counts);
        let drawn = |section: Section| Some(Self { drawing: section.name.drawing()?, section });
        let mut all: Vec<_> = sections.filter_map(drawn).collect();
        all.sort_by_key(|panel| panel.drawing.order);
        all
    }
}

/// Returns the style of text in the ink colour. The text is anchored at this point of its box.
pub(super) fn text(size: u32, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK).pos(Pos::new(horizontal, vertical))
}

pub(super) fn title<DB: DrawingBackend>(area: &Area<'_, DB>, title: &str) -> Drawn<DB> {
    let middle = area.dim_in_pixel().0 as i32 / 2;
    area.draw_text(title, &text(26, HPos::Center, VPos::Center), (middle, 22))
}

/// Returns a percentage as text, with fewer decimals for greater numbers.
pub(super) fn share(percent: f64) -> String {
    match percent {
        10.0.. => format!("{percent:.0} %"),
        0.1.. => format!("{percent:.1} %"),
        _ => "< 0.1 %".into(),
    }
}

/// Returns the text of a number on an axis: with separated thousands, or in millions or billions: for
/// example `1,500`, `20M` or `20G`.
pub(super) fn axis_number(number: f64) -> String {
    let (scaled, suffix) = match number {
        1e10.. => (number / 1e9, "G"),
        1e7.. => (number / 1e6, "M"),
        _ if number.fract() != 0.0 => return format!("{number:.1}"),
        _ => return thousands(number as u64),
    };
    let text = format!("{scaled:.1}");
    format!("{}{suffix}", text.strip_suffix(".0").unwrap_or(&text))
}

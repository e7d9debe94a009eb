//! Pictures: the statistics of a corpus, and engines compared with each other.
//!
//! ```text
//! panel       the parts that all panels share: colours, text, titles, numbers
//! picture     a drawing as bytes: SVG and PNG
//! histogram   vertical bars for counts by number (clues, search nodes)
//! categories  horizontal bars for counts by name (levels, techniques, symmetries, solutions)
//! heat_map    the share of puzzles with a clue in each cell
//! report      all of it as one page of HTML
//! comparison  groups of horizontal bars: engines on several sets
//! ```
//!
//! A corpus is one picture: a panel per section, and a heat map of the clues.
//! A section that counts nothing has no panel. For example, puzzles without ratings have at most three
//! panels: clues, symmetry and the heat map.
//!
//! The text of an SVG is drawn by the viewer, in its sans-serif font. The text of a PNG is drawn here, and the machine
//! may have no font, so the feature `png` contains a font: Ubuntu Light from `epaint_default_fonts`, drawn by plotters'
//! `ab_glyph`. The feature is off by default, because it takes longer to compile than the rest of this crate.

mod categories;
mod comparison;
mod heat_map;
mod histogram;
mod panel;
mod picture;
mod report;
#[cfg(test)]
mod tests;

use std::io;

use plotters::prelude::*;

use batchdoku_base::{plural, thousands};
use batchdoku_corpus::stats::{Bars, CorpusStats};
pub use comparison::{Bar, Comparison};
use panel::{Area, Drawn, HPos, Panel, VPos, text};
#[cfg(feature = "png")]
use picture::png;
use picture::svg;

/// Width and height of a panel in pixels.
const PANEL: (u32, u32) = (700, 560);
/// Height of the title in pixels.
const HEAD: u32 = 100;
/// The maximum number of panels in a row.
const MOST_COLUMNS: usize = 3;

/// Draws the statistics of a corpus.
///
/// ```
/// use batchdoku::corpus::{Plot, rate::Rating, stats::CorpusStats};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut stats = CorpusStats::new();
/// stats.add(&puzzle, Some(&Rating::of(&puzzle)));
/// assert!(stats.to_svg("one puzzle")?.contains("one puzzle"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Plot {
    /// Draws histograms and a heat map under `title`, as scalable vector graphics.
    ///
    /// ```
    /// use batchdoku::corpus::{Plot, stats::CorpusStats};
    /// assert!(CorpusStats::new().to_svg("no puzzles yet")?.starts_with("<svg"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If drawing fails, which no statistics cause.
    fn to_svg(&self, title: &str) -> io::Result<String>;

    /// Draws the picture of [`to_svg`](Self::to_svg) as a PNG file.
    ///
    /// # Errors
    /// If drawing fails, which no statistics cause.
    #[cfg(feature = "png")]
    fn to_png(&self, title: &str) -> io::Result<Vec<u8>>;

    /// Returns an HTML page with the statistics under `title`, which needs no other file and no script. The page shows
    /// `commands` as the way to reproduce it.
    ///
    /// ```
    /// use batchdoku::corpus::{Plot, stats::CorpusStats};
    /// let page = CorpusStats::new().to_html("no puzzles yet", &["batchdoku stats none.txt"])?;
    /// assert!(page.starts_with("<!DOCTYPE html>"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If drawing fails, which no statistics cause.
    fn to_html(&self, title: &str, commands: &[impl AsRef<str>]) -> io::Result<String>;
}

impl Plot for CorpusStats {
    fn to_svg(&self, title: &str) -> io::Result<String> {
        let panels = Panels::of(self);
        svg(panels.size(), |area| panels.draw(title, area))
    }

    #[cfg(feature = "png")]
    fn to_png(&self, title: &str) -> io::Result<Vec<u8>> {
        let panels = Panels::of(self);
        png(panels.size(), |area| panels.draw(title, area))
    }

    fn to_html(&self, title: &str, commands: &[impl AsRef<str>]) -> io::Result<String> {
        report::report(self, title, commands)
    }
}

/// The sections that have something to show.
struct Panels<'a> {
    stats: &'a CorpusStats,
    sections: Vec<Panel>,
}

impl<'a> Panels<'a> {
    fn of(stats: &'a CorpusStats) -> Self {
        let mut sections = Panel::all(stats);
        sections.retain(|Panel { section, drawing }| {
            let is_usual = |row: usize| section.rows[row].1 == section.total;
            !drawing.is_for_pages && !drawing.usual.is_some_and(is_usual)
        });
        Self { stats, sections }
    }

    /// Returns the numbers of columns and rows of panels. The heat map is the last panel.
    fn layout(&self) -> (usize, usize) {
        let panels = self.sections.len() + 1;
        let columns = if panels == 4 { 2 } else { panels.min(MOST_COLUMNS) };
        (columns, panels.div_ceil(columns))
    }

    /// Returns the width and height of the picture in pixels.
    fn size(&self) -> (u32, u32) {
        let (columns, rows) = self.layout();
        (PANEL.0 * columns as u32, HEAD + PANEL.1 * rows as u32)
    }

    fn draw<DB: DrawingBackend>(&self, title: &str, area: &Area<'_, DB>) -> Drawn<DB> {
        area.fill(&WHITE)?;
        let middle = self.size().0 as i32 / 2;
        area.draw_text(title, &text(36, HPos::Center, VPos::Center), (middle, 38))?;
        let about = format!(
            "{} puzzle{}, {}{} repeats",
            thousands(self.stats.puzzles()),
            plural(self.stats.puzzles()),
            if self.stats.repeats_are_exact() { "" } else { "about " },
            thousands(self.stats.repeats()),
        );
        area.draw_text(&about, &text(22, HPos::Center, VPos::Center), (middle, 78))?;
        for (index, Panel { section, drawing }) in self.sections.iter().enumerate() {
            let panel = self.panel(area, index);
            match drawing.bars {
                Bars::Vertical(axis) => histogram::draw(&panel, section, drawing.title, axis)?,
                Bars::Horizontal => categories::draw(&panel, section, drawing.title)?,
            }
        }
        heat_map::draw(&self.panel(area, self.sections.len()), self.stats)?;
        area.present()
    }

    /// Returns the area of a panel; the last row is centred.
    fn panel<'b, DB: DrawingBackend>(&self, area: &Area<'b, DB>, index: usize) -> Area<'b, DB> {
        let (columns, _) = self.layout();
        let row = (index / columns) as u32;
        let column = (index % columns) as u32;
        let in_row = (self.sections.len() + 1 - index / columns * columns).min(columns) as u32;
        let left = (columns as u32 - in_row) * PANEL.0 / 2 + column * PANEL.0;
        area.clone().shrink((left, HEAD + row * PANEL.1), PANEL)
    }
}

//! How often each cell holds a clue, as a grid of shades.
//!
//! The shades cover a band around the mean share, which every cell would have if all cells were equally
//! likely to hold a clue. The band is so wide that the scatter of a random sample stays pale:
//! for example, it is 20 to 40 % for a large corpus with a mean of 30 %. It is the
//! same for all corpora of the same size and mean, unless the share of a cell lies outside: then it is wider.

use plotters::prelude::*;

use super::panel::{Area, Drawn, HPos, ON_CELL, VPos, text, title};
use batchdoku_corpus::stats::{CorpusStats, percent};

/// Side of a cell in pixels.
const CELL: i32 = 44;
/// Top of the grid in its panel.
const TOP: i32 = 74;
const LOW: RGBColor = RGBColor(0xB8, 0x5C, 0x1E);
const MIDDLE: RGBColor = RGBColor(0xF7, 0xF7, 0xF5);
const HIGH: RGBColor = RGBColor(0x1F, 0x4E, 0x8C);

/// Half the width of the band of a large corpus, in percentage points.
const LEAST_HALF_WIDTH: f64 = 10.0;
/// Half the width of the band of a small corpus, in standard errors.
const STANDARD_ERRORS: f64 = 6.0;

/// The shades of the shares from `mean - half_width` to `mean + half_width`, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) mean: f64,
    pub(super) half_width: f64,
    /// The standard error of one cell's share if all cells are alike.
    pub(super) standard_error: f64,
}

impl Scale {
    /// Creates the scale for the shares of the 81 cells among `puzzles` puzzles.
    pub(crate) fn new(shares: &[f64; 81], puzzles: u64) -> Self {
        let mean = shares.iter().sum::<f64>() / 81.0;
        let standard_error = (mean * (100.0 - mean) / puzzles.max(1) as f64).sqrt();
        let farthest = shares.iter().map(|share| (share - mean).abs()).fold(0.0, f64::max);
        let half_width =
            LEAST_HALF_WIDTH.max(STANDARD_ERRORS * standard_error).max(farthest.ceil());
        Self { mean, half_width, standard_error }
    }

    /// Returns the ends of the band, cut to 0 and 100 %.
    pub(super) fn ends(&self) -> (f64, f64) {
        ((self.mean - self.half_width).max(0.0), (self.mean + self.half_width).min(100.0))
    }

    /// Returns the place of a share in the band: -1 at its low end, 1 at its high end.
    pub(super) fn weight(&self, share: f64) -> f64 {
        (share - self.mean) / self.half_width
    }
}

/// Draws the share of puzzles with a clue in each cell, and the scale of the shades.
pub(super) fn draw<DB: DrawingBackend>(area: &Area<'_, DB>, stats: &CorpusStats) -> Drawn<DB> {
    title(area, "Clues in each cell, % of puzzles")?;
    let shares = stats.cells().map(|count| percent(count, stats.puzzles()));
    let scale = Scale::new(&shares, stats.puzzles());
    let about = format!(
        "chance alone scatters the cells by about ±{:.1} around {:.1}",
        2.0 * scale.standard_error,
        scale.mean
    );
    let (width, _) = area.dim_in_pixel();
    area.draw_text(&about, &text(16, HPos::Center, VPos::Center), (width as i32 / 2, 50))?;
    let left = (width as i32 - 9 * CELL) / 2 - 20;
    let corner = |row: i32, column: i32| (left + column * CELL, TOP + row * CELL);
    let (decimals, size) = precision(&shares);
    for (share, cell) in shares.into_iter().zip(0..) {
        let weight = scale.weight(share);
        let (x, y) = corner(cell / 9, cell % 9);
        area.draw(&Rectangle::new([(x, y), (x + CELL, y + CELL)], shade(weight).filled()))?;
        let ink = if weight.abs() > 0.55 { WHITE } else { ON_CELL };
        let style = text(size, HPos::Center, VPos::Center).color(&ink);
        area.draw_text(&format!("{share:.decimals$}"), &style, (x + CELL / 2, y + CELL / 2))?;
    }
    for line in 0..=9 {
        let style = if line % 3 == 0 { ON_CELL.stroke_width(2) } else { WHITE.stroke_width(1) };
        area.draw(&PathElement::new([corner(line, 0), corner(line, 9)], style))?;
        area.draw(&PathElement::new([corner(0, line), corner(9, line)], style))?;
    }
    let label = text(18, HPos::Center, VPos::Center);
    for line in 0..9 {
        let (x, y) = corner(line, line);
        area.draw_text(&(line + 1).to_string(), &label, (x + CELL / 2, TOP + 9 * CELL + 16))?;
        area.draw_text(&(line + 1).to_string(), &label, (left - 16, y + CELL / 2))?;
    }
    let middle = 9 * CELL / 2;
    let described = text(20, HPos::Center, VPos::Center);
    area.draw_text("column", &described, (left + middle, TOP + 9 * CELL + 42))?;
    let upright = described.transform(FontTransform::Rotate270);
    area.draw_text("row", &upright, (left - 44, TOP + middle))?;
    legend(area, left + 9 * CELL + 36, &scale)
}

/// Returns the number of decimals that makes shares differ, and the font size of such a number in a cell.
pub(super) fn precision(shares: &[f64; 81]) -> (usize, u32) {
    let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
    match shares.iter().copied().fold(0.0, f64::max) - least {
        10.0.. | 0.0 => (0, 16),
        1.0.. => (1, 16),
        _ => (2, 14),
    }
}

/// Draws the shades, from the high end of the band at the top to its low end.
fn legend<DB: DrawingBackend>(area: &Area<'_, DB>, left: i32, scale: &Scale) -> Drawn<DB> {
    let height = 9 * CELL;
    let (low, high) = scale.ends();
    let share = |y| high - (high - low) * f64::from(y) / f64::from(height);
    for y in 0..height {
        let style = shade(scale.weight(share(y)));
        area.draw(&Rectangle::new([(left, TOP + y), (left + 20, TOP + y + 1)], style.filled()))?;
    }
    for y in [0, height / 4, height / 2, height * 3 / 4, height] {
        let style = text(18, HPos::Left, VPos::Center);
        area.draw_text(&format!("{:.1}", share(y)), &style, (left + 28, TOP + y))?;
    }
    Ok(())
}

fn shade(weight: f64) -> RGBColor {
    let end = if weight < 0.0 { LOW } else { HIGH };
    RGBColor(
        between(MIDDLE.0, end.0, weight.abs()),
        between(MIDDLE.1, end.1, weight.abs()),
        between(MIDDLE.2, end.2, weight.abs()),
    )
}

/// Interpolates between two values: `share` is 0 for `from`, 1 for `to`.
fn between(from: u8, to: u8, share: f64) -> u8 {
    (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_run_from_the_middle_to_both_ends() {
        assert_eq!(shade(-1.0), LOW);
        assert_eq!(shade(0.0), MIDDLE);
        assert_eq!(shade(1.0), HIGH);
        assert_eq!(shade(0.5), RGBColor(0x8B, 0xA3, 0xC1), "half the way, rounded");
    }
}

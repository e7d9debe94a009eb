//! How often each cell holds a clue, as a grid of shades.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, Drawn, INK, panel_title, text};
use crate::corpus::stats::{CorpusStats, table::percent};

/// Side of a cell in pixels.
const CELL: i32 = 46;
/// Top of the grid in its panel.
const TOP: i32 = 66;
const LOW: RGBColor = RGBColor(0xF4, 0xF8, 0xFC);
const HIGH: RGBColor = RGBColor(0x1F, 0x4E, 0x8C);

/// Draws the share of puzzles with a clue in each cell, and the scale of the shades.
pub(super) fn draw<DB: DrawingBackend>(area: &Area<'_, DB>, stats: &CorpusStats) -> Drawn<DB> {
    panel_title(area, "Clues in each cell, % of puzzles")?;
    let shares = stats.cells().map(|count| percent(count, stats.puzzles()));
    let low = shares.iter().copied().fold(f64::INFINITY, f64::min);
    let high = shares.iter().copied().fold(0.0, f64::max);
    let left = (area.dim_in_pixel().0 as i32 - 9 * CELL) / 2;
    let corner = |row: i32, column: i32| (left + column * CELL, TOP + row * CELL);
    for (cell, share) in shares.into_iter().enumerate() {
        let (row, column) = (cell as i32 / 9, cell as i32 % 9);
        let weight = if high > low { (share - low) / (high - low) } else { 0.0 };
        let (x, y) = corner(row, column);
        area.draw(&Rectangle::new([(x, y), (x + CELL, y + CELL)], shade(weight).filled()))?;
        let ink = if weight > 0.55 { WHITE } else { INK };
        let style = text(17, HPos::Center, VPos::Center).color(&ink);
        area.draw_text(&format!("{share:.0}"), &style, (x + CELL / 2, y + CELL / 2))?;
    }
    for line in 0..=9 {
        let style = INK.stroke_width(if line % 3 == 0 { 2 } else { 0 }.max(1));
        let style = if line % 3 == 0 { style } else { WHITE.stroke_width(1) };
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
    scale(area, left + 9 * CELL + 36, low, high)
}

/// The shades from `high` at the top to `low` at the bottom.
fn scale<DB: DrawingBackend>(area: &Area<'_, DB>, left: i32, low: f64, high: f64) -> Drawn<DB> {
    let height = 9 * CELL;
    for y in 0..height {
        let style = shade(1.0 - f64::from(y) / f64::from(height));
        area.draw(&Rectangle::new([(left, TOP + y), (left + 20, TOP + y + 1)], style.filled()))?;
    }
    for (share, y) in [(high, 0), ((high + low) / 2.0, height / 2), (low, height)] {
        let style = text(18, HPos::Left, VPos::Center);
        area.draw_text(&format!("{share:.1} %"), &style, (left + 28, TOP + y))?;
    }
    Ok(())
}

/// The colour of a weight from 0 to 1.
fn shade(weight: f64) -> RGBColor {
    let between = |low: u8, high: u8| {
        (f64::from(low) + weight * (f64::from(high) - f64::from(low))).round() as u8
    };
    RGBColor(between(LOW.0, HIGH.0), between(LOW.1, HIGH.1), between(LOW.2, HIGH.2))
}

//! Horizontal bars: counts by name, each bar with its count and share.

use plotters::prelude::*;

use super::panel::{Area, Drawn, FAINT, FILL, HPos, VPos, share, text, title};
use batchdoku_base::thousands;
use batchdoku_corpus::stats::{Section, percent};

/// The minimum width left of the bars, and the width right of the longest bar, in pixels.
const LEAST_LEFT: i32 = 190;
const RIGHT: i32 = 190;
/// The approximate width of a letter of a name, in pixels.
const LETTER: i32 = 9;
/// Top and bottom of the bars in their panel, in pixels.
const TOP: i32 = 56;
const BOTTOM: i32 = 24;
/// The maximum number of bars in a panel, which has room for no more.
const MOST_ROWS: usize = 20;
/// The maximum height of a bar with the gap to the next bar, in pixels.
const MOST_HEIGHT: i32 = 72;

/// Draws one bar per row of `section`, from the top; if there are too many, those that count most.
pub(super) fn draw<DB: DrawingBackend>(
    area: &Area<'_, DB>,
    section: &Section,
    heading: &str,
) -> Drawn<DB> {
    let rows = most_frequent(&section.rows);
    let selection = if rows.len() < section.rows.len() { ", the most frequent" } else { "" };
    title(area, &format!("{heading}{selection}"))?;
    let (width, height) = area.dim_in_pixel();
    let width = width as i32;
    let height = height as i32;
    let longest = rows.iter().map(|row| row.1).max().unwrap_or(0).max(1);
    let letters = rows.iter().map(|row| row.0.len()).max().unwrap_or(0) as i32;
    let left = LEAST_LEFT.max(letters * LETTER);
    let step = ((height - TOP - BOTTOM) / rows.len() as i32).min(MOST_HEIGHT);
    for ((name, count), row) in rows.iter().zip(0..) {
        let top = TOP + row * step;
        let middle = TOP + row * step + step / 2;
        let name = name.replace('_', " ");
        area.draw_text(&name, &text(18, HPos::Right, VPos::Center), (left - 10, middle))?;
        let full = f64::from(width - left - RIGHT);
        let length = (full * *count as f64 / longest as f64).round() as i32;
        let bar = [(left, top + step / 8), (left + length, top + step - step / 8)];
        area.draw(&Rectangle::new(bar, FILL.filled()))?;
        let label = match count {
            0 => "0".to_owned(),
            count => format!("{}  ({})", thousands(*count), share(percent(*count, section.total))),
        };
        let style = text(16, HPos::Left, VPos::Center);
        area.draw_text(&label, &style, (left + length + 8, middle))?;
    }
    let bottom = TOP + step * rows.len() as i32;
    area.draw(&PathElement::new([(left, TOP - 4), (left, bottom + 4)], FAINT.stroke_width(2)))
}

/// Returns no more rows than a panel has room for: those that count most, in their order.
fn most_frequent(rows: &[(String, u64)]) -> Vec<&(String, u64)> {
    let mut counts: Vec<u64> = rows.iter().map(|row| row.1).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let least = counts.get(MOST_ROWS - 1).copied().unwrap_or(0);
    rows.iter().filter(|row| row.1 >= least).take(MOST_ROWS).collect()
}

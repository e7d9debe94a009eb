//! Vertical bars: counts by number, or by range of numbers.

use plotters::prelude::*;

use super::panel::{Area, Drawn, FAINT, FILL, HPos, INK, VPos, axis_number, share, text, title};
use batchdoku_corpus::stats::{Axis, Section, percent};

/// The width of a share above a bar, and of the space left and right of all bars, in pixels. Bars narrower than
/// `SHARE` have no shares above them, because these would overlap.
const SHARE: usize = 46;
const BESIDE: usize = 140;
/// The maximum number of labels on the axis.
const MOST_LABELS: usize = 14;
/// There is always room for this number of bars: fewer bars are not wider, and stand in the middle.
const LEAST_BARS: usize = 5;

/// The space around the axes, and what the descriptions and the labels of the axes need, in pixels.
const LEFT: i32 = 18;
const RIGHT: i32 = 28;
const X_LABELS: i32 = 64;
const Y_LABELS: i32 = 96;
/// About the width of a letter of the description of an axis, in pixels.
const LETTER: i32 = 9;

/// Draws `section`; a bar is labelled by the lower end of its range.
pub(super) fn draw<DB: DrawingBackend>(
    area: &Area<'_, DB>,
    section: &Section,
    heading: &str,
    axis: Axis,
) -> Drawn<DB> {
    title(area, heading)?;
    let most = section.rows.iter().map(|row| row.1).max().unwrap_or(0);
    if most == 0 {
        let (width, height) = area.dim_in_pixel();
        let style = text(22, HPos::Center, VPos::Center);
        return area.draw_text("no puzzles", &style, (width as i32 / 2, height as i32 / 2));
    }
    let bars = section.rows.len();
    // The unit of the axis is half a bar; the middle of the first bar is at 0.
    let middle = bars as i32 - 1;
    let half = bars.max(LEAST_BARS) as i32;
    let labelled = (0..2 * bars as i32).step_by(2 * bars.div_ceil(MOST_LABELS));
    let x_axis = (middle - half..middle + half).with_key_points(labelled.collect());
    let mut chart = ChartBuilder::on(area)
        .margin_top(48)
        .margin_left(LEFT)
        .margin_right(RIGHT)
        .margin_bottom(12)
        .x_label_area_size(X_LABELS)
        .y_label_area_size(Y_LABELS)
        .build_cartesian_2d(x_axis, 0.0..most as f64 * 1.1)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(FAINT)
        .light_line_style(WHITE)
        .axis_style(INK)
        .x_labels(bars)
        .x_label_formatter(&|at| bar_label(&section.rows[*at as usize / 2].0))
        .y_labels(most.min(5) as usize + 1)
        .y_label_formatter(&|count| axis_number(*count))
        .x_desc(description(axis, area.dim_in_pixel().0))
        .y_desc(section.unit)
        .label_style(text(18, HPos::Left, VPos::Top))
        .axis_desc_style(text(20, HPos::Left, VPos::Top))
        .draw()?;
    let rows = section.rows.iter().zip(0..).map(|((_, count), row)| (*count, 2 * row));
    chart.draw_series(rows.clone().map(|(count, at)| {
        let corners = [(at - 1, 0.0), (at + 1, count as f64)];
        let mut bar = Rectangle::new(corners, FILL.filled());
        bar.set_margin(0, 0, 5, 5);
        bar
    }))?;
    if bars * SHARE + BESIDE > area.dim_in_pixel().0 as usize {
        return Ok(());
    }
    chart.draw_series(rows.filter(|row| row.0 > 0).map(|(count, at)| {
        let share = share(percent(count, section.total));
        EmptyElement::at((at, count as f64))
            + Text::new(share, (0, -6), text(16, HPos::Center, VPos::Bottom))
    }))?;
    Ok(())
}

/// Returns the description of an axis below the middle of the bars: with the meaning of the labels, if there is room.
fn description(axis: Axis, width: u32) -> String {
    let full = format!("{} (each bar from its label up to the next)", axis.name);
    let room = width as i32 - LEFT - Y_LABELS + RIGHT;
    if axis.has_ranges && full.len() as i32 * LETTER <= room { full } else { axis.name.to_owned() }
}

/// Returns the label of a bar: the start of its range, for example `12` for `12-15`, in the form of [`axis_number`] if
/// it is a number.
fn bar_label(name: &str) -> String {
    let start = name.split('-').next().unwrap_or_default();
    start.parse().map_or_else(|_| start.to_owned(), axis_number)
}

//! The statistics of a corpus as one HTML page, which needs no script and no other file.
//!
//! Histograms and the heat map are the panels of the pictures, as SVG in the page. The page replaces their
//! colours by variables, so that they fit dark mode. Everything else is tables.

mod puzzles;

use std::io;

use plotters::prelude::*;

use super::{
    heat_map, histogram,
    panel::{Area, Drawn, FAINT, FILL, INK, Panel, share},
    picture::svg,
};
use batchdoku_base::{plural, thousands};
use batchdoku_corpus::stats::{Axis, Bars, CorpusStats, Section, SectionName, percent};

/// Width and height of a figure in pixels, so small that its text is legible on a phone.
const FIGURE: (u32, u32) = (480, 400);
/// Width and height of the heat map, whose cells have a fixed size.
const HEAT_MAP: (u32, u32) = (580, 530);
/// The height of the title of a panel in pixels. The page has headings instead.
const TITLE: u32 = 36;
const GENERATOR: &str = concat!("batchdoku ", env!("CARGO_PKG_VERSION"));

/// Returns the page of [`to_html`](crate::Plot::to_html).
pub(super) fn report(
    stats: &CorpusStats,
    title: &str,
    commands: &[impl AsRef<str>],
) -> io::Result<String> {
    let is_rated = stats.rated() > 0;
    let about = if stats.repeats_are_exact() { "" } else { "about " };
    let repeats = stats.repeats();
    let mut page = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"generator\" content=\"{GENERATOR}\"><title>{title}</title>\
         <style>{}</style></head><body><h1>{title}</h1>",
        include_str!("style.css"),
        title = escaped(title),
    );
    page += &format!(
        "<p class=\"summary\"><b>{}</b> puzzle{}, {about}<b>{}</b> repeat{}",
        thousands(stats.puzzles()),
        plural(stats.puzzles()),
        thousands(repeats),
        plural(repeats),
    );
    if is_rated {
        let unique = thousands(stats.section(SectionName::Solutions).rows[1].1);
        page += &format!(", <b>{unique}</b> with one solution");
    }
    page += "</p><div class=\"columns\">";
    let heat_map = figure(HEAT_MAP, |area| heat_map::draw(area, stats))?;
    let heat_map = format!("<h2>Clues in each cell, % of puzzles</h2><figure>{heat_map}</figure>");
    let mut sections = Vec::new();
    let mut tables = Vec::new();
    for Panel { section, drawing } in Panel::all(stats) {
        match drawing.bars {
            Bars::Vertical(axis) => sections.push(histogram_of(&section, drawing.title, axis)?),
            Bars::Horizontal => tables.push(bars(&section, drawing.title)),
        }
    }
    // The clues come first: how many there are, and where.
    tables.insert(0, heat_map);
    sections.splice(1..1, tables);
    for section in sections {
        page += &format!("<section>{section}</section>");
    }
    page += "</div>";
    if is_rated {
        page += &puzzles::gallery("Hardest puzzles", &stats.hardest());
        page += &puzzles::gallery("Easiest puzzles", &stats.easiest());
    }
    page += "<section class=\"wide\"><h2>Commands</h2><p>This page is made by</p>";
    for command in commands {
        page += &format!("<pre><code>{}</code></pre>", escaped(command.as_ref()));
    }
    page += &format!("</section><footer>{GENERATOR}</footer></body></html>");
    Ok(page)
}

/// Escapes the characters that have a meaning in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns a table of counts by name, with bars. Names and units are the library's own and need no escapes.
fn bars(section: &Section, title: &str) -> String {
    let most = section.rows.iter().map(|row| row.1).max().unwrap_or(0).max(1);
    let rows = section.rows.iter().map(|(name, count)| {
        let class = if *count == 0 { "none" } else { "" };
        let width = percent(*count, most);
        let share = if *count == 0 { "0 %".into() } else { share(percent(*count, section.total)) };
        let name = name.replace('_', " ");
        let count = thousands(*count);
        format!(
            "<tr class=\"{class}\"><th scope=\"row\">{name}</th>\
             <td class=\"bar\"><i style=\"width:{width:.1}%\"></i></td>\
             <td class=\"number\">{count}</td><td class=\"number\">{}</td></tr>",
            escaped(&share)
        )
    });
    format!(
        "<h2>{title}</h2><table class=\"bars\"><thead><tr><th></th><th></th>\
         <th class=\"number\">{}</th><th class=\"number\">share</th></tr></thead>\
         <tbody>{}</tbody></table>",
        section.unit,
        rows.collect::<String>()
    )
}

/// Returns a heading, a histogram, and its numbers on request.
fn histogram_of(section: &Section, title: &str, axis: Axis) -> io::Result<String> {
    let svg = figure(FIGURE, |area| histogram::draw(area, section, title, axis))?;
    // The lesser lines of the mesh are white: they get the colour of the page, which hides them.
    let svg = svg.replace(&colour(WHITE), "var(--page)").replace(&colour(FAINT), "var(--line)");
    let svg = svg.replace(&colour(FILL), "var(--fill)");
    let numbers = bars(section, title);
    Ok(format!(
        "<h2>{title}</h2><figure>{svg}</figure>\
         <details><summary>Numbers</summary>{numbers}</details>"
    ))
}

/// Returns an SVG of this size, in the ink colour of the page.
fn figure(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_, SVGBackend<'_>>) -> Drawn<SVGBackend<'static>>,
) -> io::Result<String> {
    let svg = svg(size, draw)?;
    let (width, height) = size;
    let whole = format!("height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
    let rest = height - TITLE;
    let below = format!("height=\"{rest}\" viewBox=\"0 {TITLE} {width} {rest}\"");
    Ok(svg.replacen(&whole, &below, 1).replace(&colour(INK), "var(--ink)"))
}

/// Returns a colour as plotters writes it in SVG.
fn colour(colour: RGBColor) -> String {
    format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2)
}

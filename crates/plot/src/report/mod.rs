//! The statistics of a corpus as one page of HTML that needs nothing else: no script, no other file.
//!
//! Histograms and the heat map are the panels of the pictures, as SVG in the page; its colours are
//! variables, so that a dark page is dark. Everything else is tables.

mod puzzles;

use std::io;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use plotters::prelude::*;

use super::{
    Drawn, heat_map, histogram,
    panel::{FAINT, FILL, INK, section_title, share},
    svg,
};
use batchdoku_base::thousands;
use batchdoku_corpus::stats::{CorpusStats, Section, percent};

/// Width and height of a figure in pixels: text is legible on a telephone, too.
const FIGURE: (u32, u32) = (480, 400);
/// Those of the heat map, whose cells have a fixed size.
const HEAT_MAP: (u32, u32) = (580, 530);
/// The height of the title of a panel in pixels. The page has headings instead.
const TITLE: u32 = 36;

/// The page of [`to_html`](crate::Plot::to_html).
pub(super) fn report(
    stats: &CorpusStats,
    title: &str,
    commands: &[impl AsRef<str>],
) -> io::Result<String> {
    let clues = histogram_of(&stats.clues(), "clues")?;
    let is_rated = stats.rated() > 0;
    let nodes = is_rated.then(|| histogram_of(&stats.nodes(), "search nodes")).transpose()?;
    let er = stats.er();
    let er_label = "ER (each bar from its label up to the next)";
    let er_figure = (er.total > 0).then(|| histogram_of(&er, er_label)).transpose()?;
    let heat_map = figure(HEAT_MAP, |area| heat_map::draw(area, stats))?;
    let about = if stats.repeats_are_exact() { "" } else { "about " };
    let repeats = stats.repeats();
    let mut tables = vec![stats.levels(), stats.techniques(), stats.steps(), stats.solutions()];
    tables.push(stats.er_steps());
    tables.retain(|section| section.total > 0);
    tables.push(stats.symmetry());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "batchdoku " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                h1 { (title) }
                p.summary {
                    b { (thousands(stats.puzzles())) } " puzzles, "
                    (about) b { (thousands(repeats)) } @if repeats == 1 { " repeat" } @else { " repeats" }
                    @if is_rated { ", " b { (thousands(stats.solutions().rows[1].1)) } " with one solution" }
                }
                div.columns {
                    section { h2 { "Clues" } (clues) (numbers(&stats.clues())) }
                    section { h2 { "Clues in each cell, % of puzzles" } figure { (PreEscaped(heat_map)) } }
                    @for section in &tables { section { (bars(section)) } }
                    @if let Some(nodes) = nodes {
                        section { h2 { "Search effort" } (nodes) (numbers(&stats.nodes())) }
                    }
                    @if let Some(figure) = er_figure {
                        section { h2 { (section_title(&er)) } (figure) (numbers(&er)) }
                    }
                }
                @if is_rated {
                    (puzzles::gallery("Hardest puzzles", &stats.hardest()))
                    (puzzles::gallery("Easiest puzzles", &stats.easiest()))
                }
                section.wide {
                    h2 { "Commands" }
                    p { "This page is made by" }
                    @for command in commands { pre { code { (command.as_ref()) } } }
                }
                footer { "batchdoku " (env!("CARGO_PKG_VERSION")) }
            }
        }
    };
    Ok(page.into_string())
}

/// A table of counts by name, with bars.
fn bars(section: &Section) -> Markup {
    let most = section.rows.iter().map(|row| row.1).max().unwrap_or(0).max(1);
    html! {
        h2 { (section_title(section)) }
        table.bars {
            thead { tr { th { "" } th { "" } th.number { (section.unit) } th.number { "share" } } }
            tbody {
                @for (name, count) in &section.rows {
                    tr.none[*count == 0] {
                        th scope="row" { (name.replace('_', " ")) }
                        td.bar { i style={ "width:" (format!("{:.1}", percent(*count, most))) "%" } {} }
                        td.number { (thousands(*count)) }
                        td.number { (share_of(*count, section.total)) }
                    }
                }
            }
        }
    }
}

/// The numbers of a histogram, on request.
fn numbers(section: &Section) -> Markup {
    html! { details { summary { "Numbers" } (bars(section)) } }
}

fn share_of(count: u64, total: u64) -> String {
    if count == 0 { "0 %".into() } else { share(percent(count, total)) }
}

fn histogram_of(section: &Section, label: &str) -> io::Result<Markup> {
    let svg = figure(FIGURE, |area| histogram::draw(area, section, label))?;
    // The mesh of lesser lines is as the page.
    let svg = svg.replace(&colour(WHITE), "var(--page)").replace(&colour(FAINT), "var(--line)");
    let svg = svg.replace(&colour(FILL), "var(--fill)");
    Ok(html! { figure { (PreEscaped(svg)) } })
}

/// An SVG of this size, whose ink is that of the page.
fn figure(
    size: (u32, u32),
    draw: impl FnOnce(&super::Area<'_, SVGBackend<'_>>) -> Drawn<SVGBackend<'static>>,
) -> io::Result<String> {
    let svg = svg(size, draw)?;
    let (width, height) = size;
    let whole = format!("height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
    let rest = height - TITLE;
    let below = format!("height=\"{rest}\" viewBox=\"0 {TITLE} {width} {rest}\"");
    Ok(svg.replacen(&whole, &below, 1).replace(&colour(INK), "var(--ink)"))
}

/// A colour as plotters writes it in SVG.
fn colour(colour: RGBColor) -> String {
    format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2)
}

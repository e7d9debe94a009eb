//! Lying bars side by side: how fast several engines are, set by set, over one scale.

use std::io;

use plotters::prelude::*;

use super::{
    panel::{Area, Drawn, FAINT, HPos, INK, VPos, text},
    png, svg,
};

/// The colours of the engines, in the order in which they are named first.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0x0B, 0x5F, 0xA5),
    RGBColor(0x5A, 0xA9, 0xE0),
    RGBColor(0x8A, 0x8F, 0x98),
    RGBColor(0xC3, 0xC7, 0xCD),
    RGBColor(0xB3, 0x54, 0x1E),
    RGBColor(0xE0, 0xA4, 0x58),
    RGBColor(0x4F, 0x79, 0x42),
    RGBColor(0x7D, 0x5B, 0xA6),
];

/// Sizes in pixels: the picture, where its bars are, a bar and the gap between sets, the legend.
const WIDTH: u32 = 760;
const LEFT: i32 = 96;
const RIGHT: i32 = 92;
const HEAD: i32 = 44;
const FOOT: i32 = 43;
const BAR: i32 = 11;
const GAP: i32 = 13;
const LEGEND_ROW: i32 = 17;
const LEGEND_COLUMN: i32 = 158;
const LEGEND_COLUMNS: usize = 4;

/// One engine on one set.
#[derive(Debug)]
pub struct Bar<'a> {
    /// Decides its colour.
    pub engine: &'a str,
    /// The length of the bar, and the start of the thin line within it, which ends where it does.
    pub relative: f64,
    /// Ends the line of the spread, as `fastest` starts it.
    pub slowest: f64,
    /// Stands at its end.
    pub label: String,
}

/// The whole picture.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// Stands above the bars.
    pub title: String,
    /// Stands below the bars.
    pub caption: String,
    /// The bars of each set, from the top.
    pub sets: Vec<(&'a str, Vec<Bar<'a>>)>,
}

impl Comparison<'_> {
    /// Draws it as scalable vector graphics.
    ///
    /// # Errors
    /// If drawing fails.
    pub fn to_svg(&self) -> io::Result<String> {
        svg(self.size(), |area| self.draw(area))
    }

    /// Draws what [`to_svg`](Self::to_svg) does, as a file in the format PNG.
    ///
    /// # Errors
    /// If drawing fails.
    pub fn to_png(&self) -> io::Result<Vec<u8>> {
        png(self.size(), |area| self.draw(area))
    }

    /// Returns the first pixel of the bars and the last, from the top.
    fn edges(&self) -> (i32, i32) {
        let legend_rows = self.engines().len().div_ceil(LEGEND_COLUMNS) as i32;
        let top = HEAD + LEGEND_ROW * legend_rows + GAP;
        let bars: i32 = self.sets.iter().map(|(_, bars)| bars.len() as i32 * BAR + GAP).sum();
        (top, top + (bars - GAP).max(0) + 4)
    }

    fn size(&self) -> (u32, u32) {
        (WIDTH, (self.edges().1 + FOOT) as u32)
    }

    /// Returns the names of the engines, each once.
    fn engines(&self) -> Vec<&str> {
        let mut engines = Vec::new();
        for bar in self.sets.iter().flat_map(|(_, bars)| bars) {
            if !engines.contains(&bar.engine) {
                engines.push(bar.engine);
            }
        }
        engines
    }

    fn draw<DB: DrawingBackend>(&self, area: &Area<'_, DB>) -> Drawn<DB> {
        let (engines, (top, bottom)) = (self.engines(), self.edges());
        area.fill(&WHITE)?;
        area.draw_text(&self.title, &text(19, HPos::Left, VPos::Center), (14, 20))?;
        for (index, engine) in engines.iter().enumerate() {
            let x = LEFT + LEGEND_COLUMN * (index % LEGEND_COLUMNS) as i32;
            let y = HEAD + LEGEND_ROW * (index / LEGEND_COLUMNS) as i32;
            let colour = COLOURS[index % COLOURS.len()];
            area.draw(&Rectangle::new([(x, y), (x + 11, y + 11)], colour.filled()))?;
            area.draw_text(engine, &text(14, HPos::Left, VPos::Center), (x + 16, y + 6))?;
        }
        let bars = self.sets.iter().flat_map(|(_, bars)| bars);
        let most = bars.map(|bar| bar.relative).fold(1.0, f64::max);
        let scale = f64::from(WIDTH as i32 - LEFT - RIGHT) / most;
        let end = |length: f64| LEFT + (length * scale).round() as i32;
        // Vertical lines with their labels.
        let steps = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0];
        let step = steps.into_iter().find(|step| most / step <= 6.0).unwrap_or(most / 5.0);
        for mark in (0..).map(|index| f64::from(index) * step).take_while(|&mark| mark <= most) {
            let x = end(mark);
            area.draw(&PathElement::new([(x, top - 6), (x, bottom)], FAINT.stroke_width(1)))?;
            let style = text(13, HPos::Center, VPos::Center);
            area.draw_text(&format!("{mark}×"), &style, (x, bottom + 9))?;
        }
        let mut y = top;
        for (set, bars) in &self.sets {
            let middle = y + bars.len() as i32 * BAR / 2;
            area.draw_text(set, &text(15, HPos::Right, VPos::Center), (LEFT - 8, middle))?;
            for bar in bars {
                let engine = engines.iter().position(|engine| *engine == bar.engine);
                let colour = COLOURS[engine.unwrap_or(0) % COLOURS.len()];
                let (right, middle) = (end(bar.relative), y + BAR / 2);
                let corners = [(LEFT, y), (right, y + BAR - 1)];
                area.draw(&Rectangle::new(corners, colour.filled()))?;
                if bar.slowest < bar.relative {
                    let range = [(end(bar.slowest), middle), (right, middle)];
                    area.draw(&PathElement::new(range, INK.stroke_width(1)))?;
                }
                let style = text(12, HPos::Left, VPos::Center);
                area.draw_text(&bar.label, &style, (right + 4, middle))?;
                y += BAR;
            }
            y += GAP;
        }
        let style = text(12, HPos::Left, VPos::Center);
        area.draw_text(&self.caption, &style, (14, bottom + FOOT - 12))
    }
}

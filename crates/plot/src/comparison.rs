//! Groups of horizontal bars: the speed of several engines on each set of puzzles, with one scale for all sets.

use std::io;

use plotters::prelude::*;

use super::{
    panel::{Area, Drawn, FAINT, HPos, INK, VPos, text},
    picture::svg,
};

/// The colours of the engines, in the order of their first bars.
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

/// Sizes in pixels: the picture, the place of its bars, a bar and the gap between sets, the legend.
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
/// The height of a note below the title.
const NOTE: i32 = 17;
/// The maximum lengths in characters of a title, a note, the name of a set and the name of an engine.
const MOST_CHARS: [usize; 4] = [84, 118, 13, 20];
/// If bars differ by more than this factor, their scale is logarithmic, because the shortest would be hard to see.
const MOST_LINEAR: f64 = 50.0;

/// The speed of one engine on one set.
#[derive(Debug)]
pub struct Bar<'a> {
    /// The name of the engine, which decides the colour of the bar.
    pub engine: &'a str,
    /// The speed in the best round, relative to the first engine: the length of the bar.
    pub relative: f64,
    /// The speed in the slowest round, on the same scale. A thin line spans from here to the end of the bar.
    pub slowest: f64,
    /// The text at the end of the bar.
    pub label: String,
}

/// A picture of the speeds of engines.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The title, above the bars.
    pub title: String,
    /// Notes below the title, one per line.
    pub notes: Vec<String>,
    /// The text below the bars.
    pub caption: String,
    /// The bars of each set, from the top.
    pub sets: Vec<(&'a str, Vec<Bar<'a>>)>,
}

impl Comparison<'_> {
    /// Draws the picture as scalable vector graphics.
    ///
    /// # Errors
    /// If drawing fails.
    pub fn to_svg(&self) -> io::Result<String> {
        svg(self.size(), |area| self.draw(area))
    }

    /// Draws the picture of [`to_svg`](Self::to_svg) as a PNG file.
    ///
    /// # Errors
    /// If drawing fails.
    #[cfg(feature = "png")]
    pub fn to_png(&self) -> io::Result<Vec<u8>> {
        super::picture::png(self.size(), |area| self.draw(area))
    }

    /// Returns the pixels, from the top, where the bars begin and end.
    fn edges(&self) -> (i32, i32) {
        let legend_rows = self.engines().len().div_ceil(LEGEND_COLUMNS) as i32;
        let top = self.head() + LEGEND_ROW * legend_rows + GAP;
        let bars: i32 = self.sets.iter().map(|(_, bars)| bars.len() as i32 * BAR + GAP).sum();
        (top, top + (bars - GAP).max(0) + 4)
    }

    /// Returns the first pixel below the title and the notes.
    fn head(&self) -> i32 {
        HEAD + NOTE * self.notes.len() as i32
    }

    /// Returns the scale of the bars.
    fn scale(&self) -> Scale {
        let bars = self.sets.iter().flat_map(|(_, bars)| bars);
        let lengths = bars.map(|bar| bar.relative).filter(|length| *length > 0.0);
        let least = lengths.clone().fold(1.0, f64::min);
        let most = lengths.fold(1.0, f64::max);
        if most / least > MOST_LINEAR {
            // The scale starts at a power of ten below the shortest bar, so that this bar has a length.
            return Scale { origin: Some(10f64.powf((least * 0.8).log10().floor())), most };
        }
        Scale { origin: None, most }
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
        let engines = self.engines();
        let (top, bottom) = self.edges();
        area.fill(&WHITE)?;
        let [title, note, of_set, of_engine] = MOST_CHARS;
        let style = text(19, HPos::Left, VPos::Center);
        area.draw_text(&shortened(&self.title, title), &style, (14, 20))?;
        for (index, words) in self.notes.iter().enumerate() {
            let style = text(13, HPos::Left, VPos::Center);
            area.draw_text(&shortened(words, note), &style, (14, HEAD - 4 + NOTE * index as i32))?;
        }
        for (index, engine) in engines.iter().enumerate() {
            let x = LEFT + LEGEND_COLUMN * (index % LEGEND_COLUMNS) as i32;
            let y = self.head() + LEGEND_ROW * (index / LEGEND_COLUMNS) as i32;
            let colour = COLOURS[index % COLOURS.len()];
            area.draw(&Rectangle::new([(x, y), (x + 11, y + 11)], colour.filled()))?;
            let style = text(14, HPos::Left, VPos::Center);
            area.draw_text(&shortened(engine, of_engine), &style, (x + 16, y + 6))?;
        }
        let scale = self.scale();
        // Vertical lines with their labels.
        for mark in scale.marks() {
            let x = scale.end(mark);
            area.draw(&PathElement::new([(x, top - 6), (x, bottom)], FAINT.stroke_width(1)))?;
            let style = text(13, HPos::Center, VPos::Center);
            area.draw_text(&format!("{mark}×"), &style, (x, bottom + 9))?;
        }
        let mut y = top;
        for (set, bars) in &self.sets {
            let middle = y + bars.len() as i32 * BAR / 2;
            let style = text(15, HPos::Right, VPos::Center);
            area.draw_text(&shortened(set, of_set), &style, (LEFT - 8, middle))?;
            for bar in bars {
                let engine = engines.iter().position(|engine| *engine == bar.engine);
                let colour = COLOURS[engine.unwrap_or(0) % COLOURS.len()];
                let right = scale.end(bar.relative);
                let middle = y + BAR / 2;
                let corners = [(LEFT, y), (right, y + BAR - 1)];
                area.draw(&Rectangle::new(corners, colour.filled()))?;
                if bar.slowest < bar.relative {
                    let range = [(scale.end(bar.slowest), middle), (right, middle)];
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

/// The scale of the bars, which all sets share.
struct Scale {
    /// The value at the left end of a logarithmic scale; `None` for a linear scale, which starts at 0.
    origin: Option<f64>,
    /// The greatest value, at the right end.
    most: f64,
}

impl Scale {
    /// Returns the place of a length between the ends, from 0 to 1.
    fn share(&self, length: f64) -> f64 {
        match self.origin {
            None => length / self.most,
            Some(origin) => ((length / origin).ln() / (self.most / origin).ln()).max(0.0),
        }
    }

    /// Returns the pixel at the end of a bar of this length.
    fn end(&self, length: f64) -> i32 {
        let width = f64::from(WIDTH as i32 - LEFT - RIGHT);
        LEFT + (self.share(length) * width).round() as i32
    }

    /// Returns the lengths that get a line and a label.
    fn marks(&self) -> Vec<f64> {
        let most = self.most;
        if let Some(origin) = self.origin {
            // Compute each power separately: a product of powers has rounding errors, which would show in labels.
            let first = origin.log10().round() as i32;
            return (first..).map(|power| 10f64.powi(power)).take_while(|&it| it <= most).collect();
        }
        let steps = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0];
        let step = steps.into_iter().find(|step| most / step <= 6.0).unwrap_or(most / 5.0);
        (0..).map(|index| f64::from(index) * step).take_while(|&mark| mark <= most).collect()
    }
}

/// Shortens a text to at most `max_chars` characters. An ellipsis replaces its end.
fn shortened(text: &str, max_chars: usize) -> String {
    if text.chars().count() <= max_chars {
        return text.to_owned();
    }
    text.chars().take(max_chars - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(engine: &str, relative: f64) -> Bar<'_> {
        Bar { engine, relative, slowest: relative, label: String::new() }
    }

    /// The bar of a solver that is a thousand times slower is visible.
    #[test]
    fn bars_of_very_different_lengths_have_a_logarithmic_scale() {
        for (least, is_logarithmic) in [(0.5, false), (0.021, false), (0.019, true), (0.0003, true)]
        {
            let sets = vec![("a", vec![bar("fast", 1.0), bar("slow", least)])];
            let (title, caption, notes) = (String::new(), String::new(), Vec::new());
            let scale = Comparison { title, notes, caption, sets }.scale();
            assert_eq!(scale.origin.is_some(), is_logarithmic, "{least}");
            assert!(scale.share(least) > 0.015, "{least}: {}", scale.share(least));
            assert!((scale.share(1.0) - 1.0).abs() < 1e-9, "{least}");
            assert!(scale.marks().len() >= 2, "{least}: {:?}", scale.marks());
        }
    }

    /// A text that is too long for its place is shortened there, not cut off at the edge of the picture.
    #[test]
    fn texts_fit_their_places() {
        let sets =
            vec![("a set with a very long name", vec![bar("a command that is very long", 1.0)])];
        let notes =
            ["first", "second"].map(|set| format!("{set}: first 10 of 20 puzzles")).to_vec();
        let picture = Comparison { title: "x".repeat(200), notes, caption: String::new(), sets };
        let svg = picture.to_svg().expect("a picture");
        for words in
            ["a set with a…", "a command that is v…", "first: first 10", "second: first 10"]
        {
            assert!(svg.contains(words), "{words}: {svg}");
        }
        assert!(!svg.contains(&"x".repeat(85)), "{svg}");
    }
}

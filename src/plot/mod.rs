//! The statistics as one picture of four panels: clues, levels, nodes, and clues in each cell.
//!
//! Text needs a font, and there may be none where the program runs, so one is built in: Ubuntu
//! Light of `epaint_default_fonts`, the only well-kept crate that carries a proportional one. It is
//! measured and drawn by plotters' `ab_glyph`; in an SVG the viewer draws the text, in its own
//! sans-serif font.

mod bars;
mod heat;

use std::{ffi::OsStr, path::Path, sync::Once};

use plotters::{
    coord::Shift,
    drawing::DrawingAreaErrorKind,
    prelude::*,
    style::{
        register_font,
        text_anchor::{HPos, Pos, VPos},
    },
};

use crate::{corpus::stats::CorpusStats, named::named};

/// Width and height of the picture in pixels.
const SIZE: (u32, u32) = (1600, 1200);
const INK: RGBColor = RGBColor(0x26, 0x2B, 0x33);
const FAINT: RGBColor = RGBColor(0xDD, 0xE1, 0xE6);
const FILL: RGBColor = RGBColor(0x3B, 0x6F, 0xB6);

type Area<'a, DB> = DrawingArea<DB, Shift>;
type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// What kind of file a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFormat {
    /// Scalable vector graphics.
    Svg,
    /// Portable network graphics.
    Png,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// The name of the file tells no known format.
    #[error("pictures are written as .svg or .png")]
    UnknownFormat,
    /// A drawing operation failed.
    #[error("the picture could not be drawn: {0}")]
    Drawing(String),
    /// The picture could not be encoded.
    #[error("the picture could not be encoded")]
    Encoding(#[from] png::EncodingError),
}

named!(ImageFormat { Svg = "svg", Png = "png" });

impl ImageFormat {
    /// The format that the extension of a file name stands for.
    ///
    /// # Errors
    /// If it is neither `svg` nor `png`, in upper or lower case.
    pub fn of(path: &Path) -> Result<Self, PlotError> {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        extension.to_ascii_lowercase().parse().map_err(|_| PlotError::UnknownFormat)
    }
}

/// Draws `stats` under `title`, to be written to a file of that format.
///
/// ```
/// use batchdoku::{corpus::stats::CorpusStats, plot::{ImageFormat, render}};
/// let picture = render(&CorpusStats::new(), "nothing yet", ImageFormat::Svg)?;
/// assert!(picture.starts_with(b"<svg"));
/// # Ok::<(), batchdoku::plot::PlotError>(())
/// ```
///
/// # Errors
/// If the picture can't be drawn or encoded; nothing of the statistics causes that.
pub fn render(stats: &CorpusStats, title: &str, format: ImageFormat) -> Result<Vec<u8>, PlotError> {
    built_in_font();
    match format {
        ImageFormat::Svg => {
            let mut text = String::new();
            draw(stats, title, SVGBackend::with_string(&mut text, SIZE).into_drawing_area())?;
            Ok(text.into_bytes())
        }
        ImageFormat::Png => {
            let mut pixels = vec![0; (SIZE.0 * SIZE.1 * 3) as usize];
            draw(stats, title, BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area())?;
            let mut picture = Vec::new();
            let mut encoder = png::Encoder::new(&mut picture, SIZE.0, SIZE.1);
            encoder.set_color(png::ColorType::Rgb);
            encoder.write_header()?.write_image_data(&pixels)?;
            Ok(picture)
        }
    }
}

fn built_in_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let font = epaint_default_fonts::UBUNTU_LIGHT;
        let known = register_font("sans-serif", FontStyle::Normal, font);
        assert!(known.is_ok(), "the built-in font is a font");
    });
}

fn draw<DB: DrawingBackend>(
    stats: &CorpusStats,
    title: &str,
    area: Area<'_, DB>,
) -> Result<(), PlotError> {
    panels(stats, title, &area).map_err(|error| PlotError::Drawing(error.to_string()))
}

fn panels<DB: DrawingBackend>(stats: &CorpusStats, title: &str, area: &Area<'_, DB>) -> Drawn<DB> {
    area.fill(&WHITE)?;
    let (head, body) = area.split_vertically(90);
    head.draw_text(title, &text(36, HPos::Center, VPos::Center), (SIZE.0 as i32 / 2, 34))?;
    let about = format!("{} puzzles, {} repeats", stats.puzzles(), stats.repeats());
    head.draw_text(&about, &text(22, HPos::Center, VPos::Center), (SIZE.0 as i32 / 2, 72))?;
    let panels = body.margin(0, 20, 20, 20).split_evenly((2, 2));
    bars::draw(&panels[0], &stats.clues(), "Clues", "clues")?;
    bars::draw(&panels[1], &stats.levels(), "Levels", "level")?;
    bars::draw(
        &panels[2],
        &stats.nodes(),
        "Search",
        "nodes (each bar from its label up to the next)",
    )?;
    heat::draw(&panels[3], stats)?;
    area.present()
}

/// Text in the ink colour, anchored at a point of its box.
fn text(size: u32, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK).pos(Pos::new(horizontal, vertical))
}

/// The title of a panel, at its top.
fn panel_title<DB: DrawingBackend>(area: &Area<'_, DB>, title: &str) -> Drawn<DB> {
    let middle = area.dim_in_pixel().0 as i32 / 2;
    area.draw_text(title, &text(26, HPos::Center, VPos::Center), (middle, 20))
}

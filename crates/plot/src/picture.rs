//! A drawing as the bytes of a picture: SVG, and PNG with the feature `png`.

use std::io;

use plotters::prelude::*;

use super::panel::{Area, Drawn};

/// Makes an SVG of this width and height in pixels.
pub(super) fn svg(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_, SVGBackend<'_>>) -> Drawn<SVGBackend<'static>>,
) -> io::Result<String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    draw(&area).map_err(io::Error::other)?;
    area.present().map_err(io::Error::other)?;
    drop(area);
    Ok(text)
}

/// Makes a PNG of this width and height in pixels.
#[cfg(feature = "png")]
pub(super) fn png(
    size: (u32, u32),
    draw: impl FnOnce(&Area<'_, BitMapBackend<'_>>) -> Drawn<BitMapBackend<'static>>,
) -> io::Result<Vec<u8>> {
    load_font();
    let mut pixels = vec![0; (size.0 * size.1 * 3) as usize];
    let area = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
    draw(&area).map_err(io::Error::other)?;
    drop(area);
    // Encode the file here, because plotters' encoder depends on the whole `image` crate.
    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(picture)
}

#[cfg(feature = "png")]
fn load_font() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let font = epaint_default_fonts::UBUNTU_LIGHT;
        let known = plotters::style::register_font("sans-serif", FontStyle::Normal, font);
        assert!(known.is_ok(), "the built-in font is a font");
    });
}

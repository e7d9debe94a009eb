//! `sheet`: one page of HTML to print, with the solutions at its end. It needs no other file and no script.
//!
//! A record becomes a line of tab-separated text first: the puzzle, its solution if the record or the answer has it, and
//! a caption. The assembler makes pages of these lines, because the number of records before a page decides how it
//! begins. It keeps the solutions, which follow the last puzzle.

use std::io::{self, Write};

use super::{
    AnswerShape, Assembler, Field, Format, FormatError, Layout, LayoutOptions, RecordFormatter,
    RecordRef, Role, WriteOptions, answer::ColumnType, lines::split_lines,
    named_fields::NamedFields,
};
use batchdoku_engine::grid::Grid;

/// The puzzles of a page, unless the user prefers another number.
const PER_PAGE: u8 = 6;

/// The solutions of a page, in columns of [`SOLUTION_COLUMNS`].
const SOLUTIONS: usize = 30;
const SOLUTION_COLUMNS: usize = 5;

/// The size of a page without its margins, in millimetres. It fits both A4 and Letter.
const PAGE: (f64, f64) = (190.0, 250.0);

/// The height of a title and a caption in millimetres.
const WORDS: f64 = 14.0;

/// The height of the title of a sheet in millimetres, with the space below.
const TITLE: f64 = 12.0;

/// The space between two columns in millimetres.
const GAP: f64 = 8.0;

/// The width of the largest grid in millimetres.
const LARGEST: f64 = 130.0;

/// The columns that make the captions, and the text before each.
const CAPTIONS: [(&str, &str); 3] = [("level", ""), ("technique", ""), ("er", "ER ")];

/// Returns whether the column of this name is part of the captions.
pub(super) fn is_caption(name: &str) -> bool {
    CAPTIONS.iter().any(|(caption, _)| *caption == name)
}

/// Writes puzzles for a sheet.
struct SheetFormatter {
    columns: Vec<ColumnType>,
    names: Vec<String>,
    input: Option<NamedFields>,
    pages: Pages,
}

/// The options of a user about the pages.
#[derive(Clone, Debug)]
struct Pages {
    per_page: u8,
    /// The title in HTML; empty if there is none.
    title: String,
    /// The number of the first puzzle.
    first_number: u32,
}

pub(super) fn formatter(
    _: Format,
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(SheetFormatter::new(shape, options.input.clone(), &options.layout)))
}

impl SheetFormatter {
    fn new(shape: &AnswerShape<'_>, input: Option<Layout>, options: &LayoutOptions) -> Self {
        let names = shape.columns.iter().map(|column| column.name.to_owned()).collect();
        let pages = Pages {
            per_page: options.per_page.unwrap_or(PER_PAGE),
            title: escaped(&options.sheet_title),
            first_number: options.first_number.unwrap_or(1),
        };
        let input = input.and_then(|input| input.named_fields());
        Self { columns: shape.types(), names, input, pages }
    }

    /// Returns the text of a column: of the answer, or else of the record.
    fn text(&self, name: &str, record: RecordRef<'_>, fields: &[Field<'_>]) -> Option<Vec<u8>> {
        if let Some(at) = self.names.iter().position(|own| own == name) {
            return self.columns[at].value(fields[at], record).map(|text| text.to_vec());
        }
        let input = self.input.as_ref()?;
        let field = input.header.names.iter().position(|own| own == name)?;
        let values = input.values(record, |_| ());
        values[field].text().filter(|text| !text.is_empty()).map(<[u8]>::to_vec)
    }

    /// Returns the field of the column with this role, if there is one.
    fn field_of<'a>(&self, role: Role, fields: &[Field<'a>]) -> Option<Field<'a>> {
        let index = self.columns.iter().position(|column| column.role == role)?;
        Some(fields[index])
    }

    fn caption(&self, record: RecordRef<'_>, fields: &[Field<'_>]) -> String {
        let words = CAPTIONS.iter().filter_map(|&(name, before)| {
            let text = self.text(name, record, fields)?;
            let text = String::from_utf8_lossy(&text).replace('_', " ");
            Some(format!("{before}{}", escaped(&text)))
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

impl RecordFormatter for SheetFormatter {
    fn is_self_contained(&self) -> bool {
        true
    }

    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let puzzle = match self.field_of(Role::Puzzle, fields) {
            Some(Field::Text(text)) => Grid::parse(text).ok(),
            Some(Field::Missing | Field::Scalar(_)) => None,
            Some(Field::Kept) | None => record.puzzle_grid(),
        };
        // A record without a puzzle has no place on a sheet; it is reported.
        let Some(puzzle) = puzzle else { return };
        // An answer without a grid has nothing but empty cells; so has a puzzle without clues.
        if puzzle == Grid::EMPTY && record.puzzle_grid() != Some(Grid::EMPTY) {
            return;
        }
        let solution = match self.field_of(Role::Solution, fields) {
            Some(Field::Text(text)) => Some(text.to_vec()),
            Some(Field::Missing | Field::Scalar(_)) => None,
            Some(Field::Kept) | None => record.solution().map(|text| text.to_vec()),
        };
        let solution = solution.and_then(|text| Grid::parse(&text).ok());
        let solution = solution.filter(|solution| solution.is_solution_of(&puzzle));
        out.extend_from_slice(&puzzle.to_text());
        out.push(b'\t');
        out.extend(solution.iter().flat_map(Grid::to_text));
        out.push(b'\t');
        let caption = self.caption(record, fields).replace(['\t', '\n'], " ");
        out.extend_from_slice(caption.as_bytes());
        out.push(b'\n');
    }

    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        let pages = self.pages.clone();
        Some(Box::new(SheetAssembler { pages, puzzles: 0, solutions: Vec::new() }))
    }
}

/// Makes pages.
struct SheetAssembler {
    pages: Pages,
    puzzles: u64,
    /// The solutions so far, with the numbers of their puzzles.
    solutions: Vec<(u64, [u8; 81])>,
}

impl Assembler for SheetAssembler {
    fn start(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Pages { per_page, title, .. } = &self.pages;
        let count = f64::from(*per_page);
        // A page is about 1.4 times as high as wide: six puzzles make two columns of three.
        let columns = (count / 1.4).sqrt().round().max(1.0);
        let rows = (count / columns).ceil();
        // Grids fill the page, except for the space between columns. A single grid is no larger than is pleasant to write
        // in.
        let height = if title.is_empty() { PAGE.1 } else { PAGE.1 - TITLE };
        let width = (PAGE.0 / columns - GAP).min(height / rows - WORDS).min(LARGEST);
        let style = include_str!("sheet.css")
            .replace("COLUMNS", &columns.to_string())
            .replace("CELL", &format!("{:.2}", width / 9.0))
            .replace("SOLUTIONS", &SOLUTION_COLUMNS.to_string());
        let title = if title.is_empty() { "Sudoku" } else { title };
        writeln!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>\n{style}</style></head><body>"
        )
    }

    fn add(&mut self, task: &[u8], out: &mut dyn Write) -> io::Result<()> {
        for line in split_lines(task).filter(|line| !line.is_empty()) {
            let mut fields = line.splitn(3, |&byte| byte == b'\t');
            let puzzle = fields.next().unwrap_or_default();
            let solution = fields.next().unwrap_or_default();
            let caption = fields.next().unwrap_or_default();
            let Pages { per_page, title, first_number } = &self.pages;
            if self.puzzles.is_multiple_of(u64::from(*per_page)) {
                let end = if self.puzzles == 0 { "" } else { "</section>\n" };
                writeln!(out, "{end}<section class=\"page\">")?;
                if self.puzzles == 0 && !title.is_empty() {
                    writeln!(out, "<h1>{title}</h1>")?;
                }
            }
            let number = u64::from(*first_number) + self.puzzles;
            self.puzzles += 1;
            if let Ok(solution) = solution.try_into() {
                self.solutions.push((number, solution));
            }
            let caption = String::from_utf8_lossy(caption);
            writeln!(
                out,
                "<figure><h2>{number}</h2>{}<figcaption>{caption}</figcaption></figure>",
                drawn(puzzle)
            )?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.puzzles > 0 {
            out.write_all(b"</section>\n")?;
        }
        for (page, solutions) in self.solutions.chunks(SOLUTIONS).enumerate() {
            out.write_all(b"<section class=\"page solutions\">\n")?;
            match (page, &*self.pages.title) {
                (0, "") => out.write_all(b"<h1>Solutions</h1>\n")?,
                (0, title) => writeln!(out, "<h1>{title}: solutions</h1>")?,
                _ => {}
            }
            for (number, solution) in solutions {
                writeln!(out, "<figure><h2>{number}</h2>{}</figure>", drawn(solution))?;
            }
            out.write_all(b"</section>\n")?;
        }
        out.write_all(b"</body></html>\n")
    }
}

/// Returns the table of a grid of 81 bytes.
fn drawn(cells: &[u8]) -> String {
    let mut table = String::from("<table>");
    for row in cells.chunks(9) {
        table.push_str("<tr>");
        for &cell in row {
            table.push_str("<td>");
            if matches!(cell, b'1'..=b'9') {
                table.push(char::from(cell));
            }
        }
    }
    table.push_str("</table>");
    table
}

/// Escapes the characters that have a meaning in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

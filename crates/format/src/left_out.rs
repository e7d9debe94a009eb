//! Columns and text that an output has no place for, or that answers replace: for example, the column `id` of a table
//! that `dedupe` writes as lines. The layout of the input, the shape of the answers and the format of the output show
//! them before the first record.

use super::{AnswerShape, Format, Layout, Role, Room, sheet};

impl AnswerShape<'_> {
    /// Returns the names of the columns, or keys, of the input `from` that no row in the format `to` has. The column of
    /// solutions is never among them: see [`loses_solutions`](Self::loses_solutions).
    pub fn left_out_columns(&self, from: &Layout, to: Format) -> Vec<String> {
        let Some(fields) = from.named_fields() else { return Vec::new() };
        if to.has_names() {
            let is_copied = from.format.is_batches() && to.is_batches();
            return if is_copied { Vec::new() } else { fields.without_text() };
        }
        if !self.has_records(to) {
            return Vec::new();
        }
        let header = &fields.header;
        let mut is_kept: Vec<_> =
            (0..header.names.len()).map(|field| header.role(field) != Role::Named).collect();
        for column in self.columns.iter().filter(|column| !column.is_optional) {
            if let Some(place) = header.place(column) {
                is_kept[place] = true;
            }
        }
        let mut left_out = Vec::new();
        for (name, is_kept) in header.names.iter().zip(is_kept) {
            let is_caption = to == Format::Sheet && sheet::is_caption(name);
            if !is_kept && !is_caption {
                left_out.push(name.clone());
            }
        }
        left_out.extend(fields.without_text());
        left_out
    }

    /// Returns the names of the columns, or keys, of the input `from` that answers replace in the format `to`: those
    /// with the name of an answer, ignoring case. Puzzles and solutions do not count: an answer in their place was asked
    /// for.
    pub fn replaced_columns(&self, from: &Layout, to: Format) -> Vec<String> {
        let Some(fields) = from.named_fields().filter(|_| to.has_names()) else {
            return Vec::new();
        };
        let header = &fields.header;
        let named = self.columns.iter().filter(|column| column.role == Role::Named);
        let places = named.filter_map(|column| header.place(column));
        places.map(|place| header.names[place].clone()).collect()
    }

    /// Returns whether the lines of the input `from` have text besides puzzles and solutions, and the records in the
    /// format `to` have no place for it.
    pub fn leaves_out_text(&self, from: &Layout, to: Format) -> bool {
        let is_copy = self.columns.is_empty() && to.is_lines() && !to.is_for_grids();
        from.has_text && self.has_records(to) && !is_copy
    }

    /// Returns whether a row in the format `to` is a record, not only the answer to a record. The format `puzzle` never
    /// is, because it holds the puzzle alone.
    fn has_records(&self, to: Format) -> bool {
        to.room() != Some(Room::Puzzle) && (self.columns.is_empty() || self.puzzle().is_some())
    }
}

//! The header of a table, and the roles of its columns.

use super::{
    super::{Column, Format, FormatError, ReadOptions, Role, read_options::index_of},
    fields::{self, unquoted},
};

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The header line unchanged, without its line end.
    pub line: Vec<u8>,
    /// Separates two fields.
    pub delimiter: u8,
    /// The names of all columns.
    pub names: Vec<String>,
    /// The column that holds the puzzles.
    pub puzzle: usize,
    /// The column that holds the solutions, if there is one.
    pub solution: Option<usize>,
    /// The name of the column of the solutions, if it has to be added.
    pub solution_name: String,
}

/// The bytes that may separate the fields of a table.
pub(super) const DELIMITERS: [u8; 4] = *b",\t;|";

impl Header {
    /// Reads `line` as a header; `None` if no column has a name of grids by the options.
    pub(super) fn find(line: &[u8], options: &ReadOptions, delimiter: u8) -> Option<Self> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let names = fields::fields(line, delimiter)
            .map(|field| String::from_utf8_lossy(&unquoted(&line[field])).trim().to_owned());
        let names: Vec<_> = names.collect();
        // 81 fields of one character are cells. If the user names a field by its number, such as `5`, a cell could be taken
        // for its name.
        if names.len() >= 81 && names.iter().all(|name| name.len() <= 1) {
            return None;
        }
        let found = Self::of_names(names, options)?;
        Some(Self { line: line.to_vec(), delimiter, ..found })
    }

    /// Returns a header with these names, without a header line; `None` if no column has a name of grids by the options.
    pub fn of_names(names: Vec<String>, options: &ReadOptions) -> Option<Self> {
        let puzzle = first_of(&names, &options.grid_names())?;
        let solutions = options.solution_names(&names);
        let usual: Vec<_> = solutions.iter().map(String::as_str).collect();
        let solution = first_of(&names, &usual).filter(|&column| column != puzzle);
        let solution_name = solutions[0].clone();
        Some(Self { line: Vec::new(), delimiter: b',', names, puzzle, solution, solution_name })
    }

    /// Makes sure that the header has the column of solutions that the options name.
    ///
    /// # Errors
    /// If it has not.
    pub fn check_solution(&self, options: &ReadOptions) -> Result<(), FormatError> {
        match &options.solution_column {
            Some(column) if self.solution.is_none() && !options.is_of_solutions => {
                Err(FormatError::NoColumn { column: column.clone(), header: self.names.join(",") })
            }
            _ => Ok(()),
        }
    }

    /// Returns the name under which a column of an answer is added.
    pub fn added_name<'a>(&'a self, answer: &Column<'a>) -> &'a str {
        if answer.role == Role::Solution { &self.solution_name } else { answer.name }
    }

    /// Returns the column that a column of an answer replaces; `None` if it has to be added.
    pub fn place(&self, answer: &Column<'_>) -> Option<usize> {
        match answer.role {
            Role::Puzzle => Some(self.puzzle),
            Role::Solution => self.solution,
            Role::Named => first_of(&self.names, &[answer.name]),
        }
    }

    /// Returns the role of a column.
    pub(in super::super) fn role(&self, column: usize) -> Role {
        if column == self.puzzle {
            Role::Puzzle
        } else if Some(column) == self.solution {
            Role::Solution
        } else {
            Role::Named
        }
    }

    /// Returns a note for the user if several columns have the name of the puzzles, or of the solutions.
    pub fn note(&self) -> Option<&'static str> {
        if self.is_repeated(self.puzzle) {
            return Some(
                "several columns have the name of the puzzles, and the first of them is read",
            );
        }
        if self.solution.is_some_and(|column| self.is_repeated(column)) {
            return Some(
                "several columns have the name of the solutions, and the first of them is used",
            );
        }
        None
    }

    /// Returns the names of all columns, for formats in which no two may have the same: the second `note` is `note_2`.
    pub fn distinct_names(&self) -> Vec<String> {
        let mut distinct: Vec<String> = Vec::new();
        for name in &self.names {
            let mut numbered = name.clone();
            let mut number = 1;
            while distinct.contains(&numbered) || number > 1 && self.names.contains(&numbered) {
                number += 1;
                numbered = format!("{name}_{number}");
            }
            distinct.push(numbered);
        }
        distinct
    }

    /// Returns whether there are columns besides those of the puzzles and the solutions.
    pub(super) fn has_others(&self) -> bool {
        self.names.len() > 1 + usize::from(self.solution.is_some())
    }

    /// Returns whether another column has the name of this column, ignoring case.
    fn is_repeated(&self, column: usize) -> bool {
        let name = &self.names[column];
        self.names.iter().filter(|other| other.eq_ignore_ascii_case(name)).count() > 1
    }

    /// Returns the format of a table with this delimiter.
    pub(in super::super) fn format(&self) -> Format {
        if self.delimiter == b'\t' { Format::Tsv } else { Format::Csv }
    }
}

/// Returns the index of the first of `wanted` that `names` contains, ignoring case.
fn first_of(names: &[String], wanted: &[&str]) -> Option<usize> {
    wanted.iter().find_map(|wanted| index_of(names, wanted))
}

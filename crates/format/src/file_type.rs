//! The types of files, by the extensions of their names.

use std::{ffi::OsStr, path::Path};

use super::{FORMATS, FileType, Format, FormatError};
use batchdoku_base::any_of;

/// The extensions of each type except records. All other extensions have no meaning.
const EXTENSIONS: [(FileType, &[&str]); 6] = [
    (FileType::Text, &["txt", "text"]),
    (FileType::Json, &["json"]),
    (FileType::Svg, &["svg"]),
    (FileType::Png, &["png"]),
    (FileType::Html, &["html", "htm"]),
    (FileType::Markdown, &["md", "markdown"]),
];

/// Returns the types that extensions stand for, each with its extensions: records first.
fn known_types() -> impl Iterator<Item = (FileType, &'static [&'static str])> {
    let records = FORMATS.iter().filter(|facts| !facts.extensions.is_empty());
    let records = records.map(|facts| (FileType::Records(facts.format), facts.extensions));
    records.chain(EXTENSIONS)
}

/// Extensions of well-known types that nothing here writes: files of other sudoku programs, tables and arrays, documents,
/// pictures, archives.
const FOREIGN: &str = "sdx hsol avro db h5 hdf5 mat npz ods orc pickle pkl pt rds safetensors sqlite xls xlsx yaml yml \
    doc docx eps odt pdf ps rtf tex xml bmp gif jpeg jpg svgz tif tiff webp \
    7z br bz2 gzip lz4 lzma rar tar tgz xz zip zstd";

impl FileType {
    /// The types of pictures.
    pub const PICTURES: [Self; 2] = [Self::Svg, Self::Png];

    /// Returns the usual extensions of those of `types` that have some and that this build writes, as words of a
    /// sentence.
    ///
    /// ```
    /// use batchdoku::format::{FileType, Format};
    /// let types = [FileType::Json, FileType::Html, FileType::Records(Format::Csv)];
    /// assert_eq!(FileType::extensions(&types), ".json, .html or .csv");
    /// ```
    pub fn extensions(types: &[Self]) -> String {
        let built = types.iter().filter(|kind| kind.is_built());
        let known = built.filter_map(|kind| known_types().find(|(known, _)| known == kind));
        let names: Vec<_> = known.map(|(_, extensions)| format!(".{}", extensions[0])).collect();
        any_of(&names.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Returns the type of a file by the extension of its name, before `.gz` or `.zst`; `None` if the extension has no
    /// meaning.
    pub fn of_name(path: &Path) -> Option<Self> {
        Self::of_extension(&extension(path))
    }

    fn of_extension(extension: &str) -> Option<Self> {
        // Parquet and Arrow are compressed inside.
        let (inner, is_compressed) = match extension.split_once('.') {
            Some((inner, _)) => (inner, true),
            None => (extension, false),
        };
        let known = known_types().find(|(_, names)| names.contains(&inner));
        match known.map(|known| known.0) {
            Some(Self::Records(format)) if is_compressed && format.is_batches() => {
                Some(Self::Foreign)
            }
            None if FOREIGN.split_ascii_whitespace().any(|name| name == inner) => {
                Some(Self::Foreign)
            }
            known => known,
        }
    }

    /// Returns whether this build writes files of this type.
    fn is_built(self) -> bool {
        match self {
            Self::Records(format) if format.is_batches() => cfg!(feature = "parquet"),
            Self::Png => cfg!(feature = "png"),
            _ => true,
        }
    }

    /// Chooses the type, from `types`, that the extension of a name stands for. An extension without a meaning stands for
    /// the first of `types`, if there is no other, or if text is one of them.
    ///
    /// # Errors
    /// If the extension stands for another type, or has no meaning where it must have one.
    pub fn choose(path: &Path, types: &[Self]) -> Result<Self, FormatError> {
        let extension = extension(path);
        match Self::of_extension(&extension) {
            None if types.len() == 1 || types.contains(&Self::Text) => Ok(types[0]),
            Some(said) if types.contains(&said) => Ok(said),
            said => {
                let named = known_types()
                    .filter(|(kind, _)| types.contains(kind) && kind.is_built())
                    .map(|(_, extensions)| format!(".{}", extensions[0]));
                let asked_for = FORMATS
                    .iter()
                    .filter(|facts| said.is_some() && facts.file_type == said)
                    .filter(|facts| types.contains(&Self::Records(facts.format)))
                    .map(|facts| format!("or ask for the format '{}'", facts.format));
                let usable: Vec<_> = named.chain(asked_for).collect();
                Err(FormatError::UnwritableName { extension, usable: usable.join(", ") })
            }
        }
    }
}

/// Returns the extension of a name in lower case; with `.gz` or `.zst`, also the extension before: `csv.gz`, for
/// example.
fn extension(path: &Path) -> String {
    let last = last_extension(path);
    match path.file_stem() {
        Some(stem) if matches!(last.as_str(), "gz" | "zst") => {
            last_extension(stem.as_ref()) + "." + &last
        }
        _ => last,
    }
}

fn last_extension(path: &Path) -> String {
    path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase()
}

impl Format {
    /// Returns the extension of the names of files in this format: `txt` unless the format has an extension of its own.
    ///
    /// ```
    /// use batchdoku::format::Format;
    /// assert_eq!([Format::Csv, Format::Line].map(Format::extension), ["csv", "txt"]);
    /// ```
    pub fn extension(self) -> &'static str {
        self.facts().extensions.first().copied().unwrap_or("txt")
    }

    /// Returns the format that the name of an output file asks for, by its extension before `.gz` or `.zst`; `None` if
    /// the extension stands for no format, such as `.txt`.
    ///
    /// ```
    /// use batchdoku::format::Format;
    /// assert_eq!(Format::of_file_name("solved.csv.gz".as_ref()), Ok(Some(Format::Csv)));
    /// assert_eq!(Format::of_file_name("solved.txt".as_ref()), Ok(None));
    /// assert!(Format::of_file_name("solved.xlsx".as_ref()).is_err());
    /// ```
    ///
    /// # Errors
    /// If the extension is that of a file without puzzles.
    pub fn of_file_name(path: &Path) -> Result<Option<Self>, FormatError> {
        let records = FORMATS.iter().map(|facts| FileType::Records(facts.format));
        let types: Vec<_> = [FileType::Text].into_iter().chain(records).collect();
        match FileType::choose(path, &types)? {
            FileType::Records(format) => Ok(Some(format)),
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document has a row for each type.
    #[test]
    fn the_document_lists_all_extensions() {
        let document = include_str!("../../../docs/formats.md");
        let (_, section) = document.split_once("\n## Names of outputs\n").unwrap();
        let section = section.split("\n## ").next().unwrap();
        let mut rows = section.lines().filter_map(|line| line.strip_prefix("| `.")).map(|line| {
            let (extensions, holds) = line.split_once("` | ").unwrap();
            (extensions.replace("`, `.", " "), holds)
        });
        for (kind, extensions) in known_types() {
            let (listed, holds) = rows.next().unwrap();
            assert_eq!(listed, extensions.join(" "), "{kind:?}");
            if let FileType::Records(format) = kind {
                assert!(holds.starts_with(&format!("`{format}`")), "{holds}");
            }
        }
        let foreign: Vec<_> = FOREIGN.split_ascii_whitespace().collect();
        assert_eq!(rows.next().unwrap().0, foreign.join(" "));
        assert_eq!(rows.next(), None);
    }

    #[test]
    fn names_say_what_files_hold() {
        let types = [FileType::Svg, FileType::Png];
        for (name, said) in [
            ("a.png", Some(FileType::Png)),
            ("A.SVG.GZ", Some(FileType::Svg)),
            ("a", None),
            ("a.2026-11", None),
            ("a.gz", None),
            ("a.jpg", None),
            ("a.txt.zst", None),
            ("png.csv", None),
        ] {
            assert_eq!(FileType::choose(name.as_ref(), &types).ok(), said, "{name}");
        }
        let text = [FileType::Json, FileType::Text];
        for name in ["a", "a.2026-11", "a.gz"] {
            assert_eq!(FileType::choose(name.as_ref(), &text), Ok(FileType::Json));
        }
        let error = Format::of_file_name("a.html".as_ref()).unwrap_err().to_string();
        assert!(error.ends_with(", .txt, or ask for the format 'sheet'"), "{error}");
        let error = FileType::choose("a.pq.gz".as_ref(), &types[..1]).unwrap_err().to_string();
        assert_eq!(error, "'.pq.gz' files cannot be written here: use .svg");
    }

    /// A type that this build cannot write is not advised, although its name is known.
    #[test]
    fn no_type_is_advised_that_this_build_lacks() {
        let error = Format::of_file_name("a.xlsx".as_ref()).unwrap_err().to_string();
        for extension in [".parquet", ".arrow"] {
            assert_eq!(error.contains(extension), cfg!(feature = "parquet"), "{error}");
        }
        let pictures = [FileType::Svg, FileType::Png];
        let error = FileType::choose("a.jpg".as_ref(), &pictures).unwrap_err().to_string();
        assert_eq!(error.contains(".png"), cfg!(feature = "png"), "{error}");
        assert_eq!(Format::of_file_name("a.pq".as_ref()), Ok(Some(Format::Parquet)));
        assert_eq!(FileType::choose("a.png".as_ref(), &pictures), Ok(FileType::Png));
    }
}

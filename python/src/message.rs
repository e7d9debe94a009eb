//! Messages of the library in the words of the package.

/// A message in words that fit the package, which has no options of a command line.
pub(crate) fn in_python(message: &str) -> String {
    const WORDS: [(&str, &str); 4] = [
        (
            "build cannot read it: install with --features parquet",
            "package cannot read it: pass what pyarrow or Polars reads to solve_table and its like",
        ),
        ("build cannot write", "package cannot write"),
        (
            "': install with --features parquet",
            "': let pyarrow or Polars write what generate or solve_table returns",
        ),
        ("--column NAME", "column=NAME"),
    ];
    let replaced = |text: String, (of, by): (&str, &str)| text.replace(of, by);
    WORDS.into_iter().fold(message.replace("use 'evolve', or take", "or take"), replaced)
}

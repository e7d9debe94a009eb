//! What was meant, if a command or the value of an option is misspelt: the likest names, by the
//! number of letters that differ or are swapped. clap's own measure prefers common beginnings.

use std::path::Path;

use batchdoku::pipeline::Input;
use clap::{
    Command, Error,
    error::{ContextKind, ContextValue, ErrorKind},
};
use strsim::damerau_levenshtein;

/// `error` with better suggestions; `command` is the program.
pub(super) fn improved(mut error: Error, command: &Command) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidValue => {
            let Some(given) = text(ContextKind::InvalidValue) else { return error };
            let Some(ContextValue::Strings(valid)) = error.get(ContextKind::ValidValue) else {
                return error;
            };
            let best = likest(&given, valid.iter().map(String::as_str));
            error.remove(ContextKind::SuggestedValue);
            if let Some(best) = best.into_iter().next() {
                error.insert(ContextKind::SuggestedValue, ContextValue::String(best));
            }
        }
        ErrorKind::InvalidSubcommand => {
            let Some(given) = text(ContextKind::InvalidSubcommand) else { return error };
            error.remove(ContextKind::SuggestedSubcommand);
            error.remove(ContextKind::Suggested);
            let input = Input::from_arg(Path::new(&given));
            if input.is_text() || input.path().is_some_and(Path::exists) {
                let tip = "to solve a puzzle or a file, use 'batchdoku solve'".into();
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
                return error;
            }
            let names = command.get_subcommands().filter(|command| !command.is_hide_set());
            let best = likest(&given, names.map(Command::get_name));
            if !best.is_empty() {
                error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(best));
            }
        }
        _ => {}
    }
    error
}

/// The names with the fewest differences from `given`, if these are at most a third of its letters.
fn likest<'a>(given: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let distances: Vec<_> = names.map(|name| (damerau_levenshtein(given, name), name)).collect();
    let most = (given.chars().count() + 1) / 3;
    let least = distances.iter().map(|&(distance, _)| distance).filter(|&few| few <= most).min();
    let best = distances.into_iter().filter(|&(distance, _)| Some(distance) == least);
    best.map(|(_, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likest_names_are_suggested() {
        let names = ["solve", "cover", "count", "pair", "npy", "jsonl", "mrv"];
        let likest = |given| likest(given, names.into_iter());
        for (given, meant) in [
            ("slove", "solve"),
            ("sovle", "solve"),
            ("numpy", "npy"),
            ("json", "jsonl"),
            ("mvr", "mrv"),
        ] {
            assert_eq!(likest(given), [meant], "{given}");
        }
        for given in ["parquet", "x", "", "puzzles.txt"] {
            assert!(likest(given).is_empty(), "{given}");
        }
    }
}

//! Errors in the arguments, with words for what was expected, an example and tips.

use std::{
    env,
    error::Error,
    num::{IntErrorKind, ParseFloatError, ParseIntError},
    path::Path,
};

use clap::{
    Command,
    error::{ContextKind, ContextValue, ErrorKind},
};

use batchdoku::pipeline::Input;

/// A word that people type in place of a command, an option or a value of this program.
struct Mistaken {
    /// The word.
    word: &'static str,
    /// The commands that show the tip; all if empty.
    commands: &'static [&'static str],
    tip: &'static str,
}

/// Words from other programs, or from other commands of this program.
const MISTAKEN: [Mistaken; 24] = {
    const fn word(
        word: &'static str,
        commands: &'static [&'static str],
        tip: &'static str,
    ) -> Mistaken {
        Mistaken { word, commands, tip }
    }
    [
        word("verify", &[], "to check solutions, use 'batchdoku check'"),
        word("validate", &[], "to check solutions, use 'batchdoku check'"),
        word("hint", &[], "to show the steps to a solution, use 'batchdoku explain'"),
        word("steps", &[], "to show the steps to a solution, use 'batchdoku explain'"),
        word("grade", &[], "to find the difficulty, use 'batchdoku rate'"),
        word("sheet", &[], "to make a page to print, use '--to sheet'"),
        word("print", &[], "to make a page to print, use '--to sheet'"),
        word("convert", &[], "to write puzzles in another format, use 'solve --to puzzle -o FILE'"),
        word("merge", &[], "to join the parts of a job, use 'batchdoku join'"),
        word("--level", &["generate"], "for puzzles of a level, use '--difficulty LEVEL'"),
        word(
            "--shard",
            &["dedupe", "stats"],
            "there are no parts: all puzzles are compared or counted",
        ),
        word("--size", &[], "grids are 9 x 9; there are no variants"),
        word("--count", &["shuffle"], "to write several of each puzzle, use '--copies N'"),
        word("-n", &["shuffle"], "to write several of each puzzle, use '--copies N'"),
        word("--test", &["split"], "the test set gets what '--train' and '--valid' leave"),
        word(
            "--format",
            &[],
            "'--to FORMAT' is that of the output, '--from FORMAT' that of the input",
        ),
        word("--hint", &["explain"], "for the next step alone, use '--steps 1'"),
        word("--hints", &["explain"], "for the next step alone, use '--steps 1'"),
        word("--no-sync", &[], "outputs are not synchronised unless '--sync' is given"),
        word("--jobs", &[], "for the number of threads, use '-j N' or '--threads N'"),
        word("patminlex", &["canon"], "patminlex is called 'pattern' here"),
        word("row-minlex", &["canon"], "row-minlex is called 'minlex' here"),
        word("puzzle", &["split"], "for the class of the puzzle, use '--by class'"),
        word("er", &["stats"], "for a histogram of ER, use '--er'"),
    ]
};

/// Rewords an error in the arguments: adds what was expected, and a tip if the word is known from another program or
/// command.
pub(super) fn in_words(error: clap::Error, command: &Command) -> clap::Error {
    with_tip(with_example(error, command))
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(given)) => Some(given.clone()),
        _ => None,
    }
}

/// Replaces the message of the standard library for a number that cannot be parsed.
fn with_example(error: clap::Error, command: &Command) -> clap::Error {
    let (Some(option), Some(value)) =
        (context(&error, ContextKind::InvalidArg), context(&error, ContextKind::InvalidValue))
    else {
        return error;
    };
    let Some(expected) = error.source().and_then(|source| expected_number(source, &value)) else {
        return error;
    };
    let text = format!(
        "invalid value '{value}' for '{option}': expected {expected}\n\nFor more information, try '--help'.\n"
    );
    clap::Error::raw(error.kind(), text).with_cmd(command)
}

/// Describes what was expected in place of a value, with an example: the intended number, if it is clear.
fn expected_number(source: &(dyn Error + 'static), value: &str) -> Option<String> {
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        if *error.kind() == IntErrorKind::PosOverflow {
            return Some("a smaller number".into());
        }
        let meant = meant(value).filter(|number| number.fract() == 0.0);
        let example = meant.map_or_else(|| "1000".into(), |number| format!("{number:.0}"));
        return Some(format!("a whole number, such as {example}"));
    }
    if source.is::<ParseFloatError>() {
        let example = meant(value).map_or_else(|| "0.8".into(), |number| number.to_string());
        return Some(format!("a number, such as {example}"));
    }
    // clap reports a number outside of a range as `300 is not in 0..=256`.
    let words = source.to_string();
    let (first, last) = words.split_once(" is not in ")?.1.split_once("..")?;
    let last = last.trim_start_matches('=');
    Some(match last.parse::<u64>() {
        Ok(last) if last < u64::from(u32::MAX) => format!("a whole number from {first} to {last}"),
        _ => format!("a whole number from {first} on"),
    })
}

/// Returns the number that is meant by a value such as `1e6`, `1_000`, `10k` or `80%`.
fn meant(value: &str) -> Option<f64> {
    let plain: String = value.chars().filter(|char| !"_, '".contains(*char)).collect();
    let units = [("%", 0.01), ("k", 1e3), ("K", 1e3), ("m", 1e6), ("M", 1e6), ("G", 1e9)];
    let unit = units.iter().find_map(|&(unit, of)| Some((plain.strip_suffix(unit)?, of)));
    let (digits, factor) = unit.unwrap_or((&plain, 1.0));
    let number = digits.parse::<f64>().ok()? * factor;
    (0.0..1e15).contains(&number).then_some(number)
}

/// Adds a tip to the error if a puzzle, a file or a word from another program stands in place of a command or option.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let wrong_command = context(&error, ContextKind::InvalidSubcommand);
    let wrong_value = context(&error, ContextKind::InvalidValue);
    let wrong_option = context(&error, ContextKind::InvalidArg);
    let given = wrong_command.clone().or(wrong_value.clone()).or(wrong_option);
    let Some(given) = given else { return error };
    if error.kind() == ErrorKind::UnknownArgument {
        // clap suggests passing an unknown option as a value, after `--`, which does not help here.
        error.remove(ContextKind::Suggested);
        if context(&error, ContextKind::SuggestedArg).is_some_and(|option| option == "--stats") {
            let name = ContextValue::String("--summary".into());
            error.insert(ContextKind::SuggestedArg, name);
        }
    }
    let here = env::args().nth(1).unwrap_or_default();
    let known = MISTAKEN
        .iter()
        .find(|it| it.word == given && (it.commands.is_empty() || it.commands.contains(&&*here)));
    let tip = match known {
        Some(it) => it.tip.to_owned(),
        None => match wrong_command.as_deref().and_then(tip_for_input) {
            Some(tip) => tip,
            None => return error,
        },
    };
    for kind in
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
    {
        error.remove(kind);
    }
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Returns a tip with a command to copy if a puzzle, a file, or a word like the name of a file stands in place of a
/// command.
fn tip_for_input(given: &str) -> Option<String> {
    let path = Path::new(given);
    let what = match Input::from_arg(path) {
        input if input.is_text() => "this is a puzzle",
        _ if path.is_dir() => "this is a folder",
        _ if path.exists() => "this is a file",
        _ if path.extension().is_some() => "there is no such file",
        _ => return None,
    };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"./_-+,=:@%".contains(&byte);
    let quote = if given.bytes().all(is_plain) { "" } else { "\"" };
    Some(format!("{what}; a command comes first: batchdoku solve {quote}{given}{quote}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_recognised_in_many_forms() {
        for (value, number) in [
            ("1e6", 1e6),
            ("1_000_000", 1e6),
            ("1,000", 1e3),
            ("10k", 1e4),
            ("2M", 2e6),
            ("80%", 0.8),
            ("0.5", 0.5),
        ] {
            assert_eq!(meant(value), Some(number), "{value}");
        }
        for value in ["", "k", "many", "-1", "1e300", "nan", "inf"] {
            assert_eq!(meant(value), None, "{value}");
        }
    }
}

//! The help: `-h` shows the common options on one screen, `--help` shows everything.

use std::ffi::OsString;

use clap::{
    Arg, ArgAction, Command,
    builder::{PossibleValue, PossibleValuesParser, StyledStr, Styles, TypedValueParser},
};

use batchdoku::{
    corpus::explain::TraceKind,
    format::{FileType, Format, Room},
    jobs::{ExplainTo, Stats},
    pipeline::{Codec, OutputSpec},
};

/// The maximum number of examples in the short help of a command.
const EXAMPLES: usize = 2;

/// The commands by purpose, and within a group in the order of use.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Solve and check", &["solve", "count", "check", "join"]),
    ("Make", &["generate", "grids", "shuffle", "neighbours", "sub-puzzles", "evolve"]),
    ("Rate and explain", &["rate", "explain", "stats"]),
    ("Compare", &["canon", "dedupe", "split"]),
    ("Research", &["cover", "bench"]),
];

/// How much of the help a command shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The options that people use often, on one screen: for `-h`.
    Screen,
    /// Everything: for `--help`.
    Everything,
}

/// Returns the arguments of the program, where `help solve` becomes `solve --help`, and the extent of the help that is
/// shown.
pub(super) fn asked(args: impl IntoIterator<Item = OsString>) -> (Vec<OsString>, Extent) {
    let mut args: Vec<_> = args.into_iter().collect();
    if let [_, first, command] = &args[..]
        && first == "help"
        && command != "help"
    {
        args = vec![args[0].clone(), command.clone(), "--help".into()];
    }
    let is_long = args.iter().skip(1).any(|arg| arg == "--help");
    (args, if is_long { Extent::Everything } else { Extent::Screen })
}

/// Returns the command with the help that users see.
///
/// Both extents have the layout that clap calls short, with the text of an option next to its name, because the long
/// layout takes two more lines for each option.
pub(super) fn arranged(command: Command, extent: Extent) -> Command {
    let command = with_formats(command);
    let template = grouped(&command);
    let command = command.help_template(template).mut_subcommands(|command| {
        let command = match extent {
            Extent::Screen => on_a_screen(command),
            Extent::Everything => with_everything(command),
        };
        help_in_group(command, extent)
    });
    let all = command.get_after_help().cloned().unwrap_or_default();
    // The list of commands fills the screen, so `-h` has no examples, only the last paragraph: how to get more help.
    let last = text(&all).rsplit("\n\n").next().unwrap_or_default().to_owned();
    command.after_help(last).after_long_help(all)
}

/// Reduces the help of a command to its first examples and its common options, without their values.
fn on_a_screen(command: Command) -> Command {
    let all = command.get_after_help().map(text).unwrap_or_default();
    let examples = all.lines().skip_while(|line| !line.starts_with("Example"));
    let examples: Vec<_> = examples.take(1 + EXAMPLES).collect();
    let command =
        if examples.is_empty() { command } else { command.after_help(examples.join("\n")) };
    command.mut_args(without_values)
}

/// Gives a command its whole help: the whole text of each option, with its values.
fn with_everything(command: Command) -> Command {
    let about = command.get_long_about().or(command.get_about()).cloned().unwrap_or_default();
    let name = command.get_name().to_owned();
    command.about(about).mut_args(|arg| in_full(&name, arg).hide_short_help(false))
}

/// Returns the help of the program, with a heading for each group of commands.
fn grouped(command: &Command) -> String {
    let styles = Styles::styled();
    let header = styles.get_header();
    let literal = styles.get_literal();
    let mut text = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    for (group, names) in GROUPS {
        text += &format!("\n{header}{group}:{header:#}\n");
        for name in names {
            let command = command.find_subcommand(name).expect("a command of the program");
            let about = command.get_about().map(StyledStr::to_string).unwrap_or_default();
            text += &format!("  {literal}{name:<13}{literal:#}{about}\n");
        }
        // Without a blank line between them, all groups fit a screen.
        text.truncate(text.trim_end().len());
    }
    text + "{after-help}"
}

/// Lists, for each command, the formats and the types of files that this build of it can read and write.
pub(super) fn with_formats(command: Command) -> Command {
    command.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        command.mut_args(|arg| match arg.get_id().as_str() {
            "from" => {
                let names = formats(
                    |_| true,
                    |format| is_built(format) && format.facts().read_as.is_some(),
                );
                arg.value_parser(PossibleValuesParser::new(names).map(|name| format(&name)))
            }
            "to" => {
                let mut names = formats(
                    |format| format.room().is_some(),
                    |format| is_built(format) && writes(&name, format),
                );
                if name == "explain" {
                    names.extend(TraceKind::NAMES.map(PossibleValue::new));
                    let values = PossibleValuesParser::new(names);
                    return arg.value_parser(
                        values.map(|name| name.parse::<ExplainTo>().expect("one of the names")),
                    );
                }
                arg.value_parser(PossibleValuesParser::new(names).map(|name| format(&name)))
            }
            "compress" => {
                let is_inside = |codec| matches!(codec, Codec::Snappy | Codec::Lz4);
                let value = |codec: Codec| {
                    let is_hidden = is_inside(codec) && !cfg!(feature = "parquet");
                    PossibleValue::new(codec.name()).hide(is_hidden)
                };
                let codec = |name: String| name.parse::<Codec>().expect("one of the names");
                arg.value_parser(PossibleValuesParser::new(Codec::ALL.map(value)).map(codec))
            }
            "plot" | "chart" => {
                let about = arg.get_help().map(text).unwrap_or_default();
                arg.help(format!("{about}: {}", FileType::extensions(&FileType::PICTURES)))
            }
            "output" if name == "stats" => {
                let about = arg.get_long_help().map(text).unwrap_or_default();
                // Any name is that of text.
                let types: Vec<_> =
                    Stats::REPORTS.iter().copied().filter(|kind| *kind != FileType::Text).collect();
                arg.long_help(about.replace("{types}", &FileType::extensions(&types)))
            }
            // Hide a layout option that no format of the command uses.
            id => match OutputSpec::LAYOUT_OPTIONS.into_iter().find(|(field, _)| *field == id) {
                Some((_, option)) => {
                    let is_used =
                        |format| is_built(format) && writes(&name, format) && format.uses(option);
                    arg.hide(!Format::ALL.into_iter().any(is_used))
                }
                None => arg,
            },
        })
    })
}

/// Returns the values of an option for formats that are known. A format that is not listed is neither shown nor
/// suggested. It still parses, because the job refuses it with a reason.
fn formats(
    is_known: impl Fn(Format) -> bool,
    is_listed: impl Fn(Format) -> bool,
) -> Vec<PossibleValue> {
    let names = Format::NAMES.into_iter().filter(|name| is_known(format(name)));
    names.map(|name| PossibleValue::new(name).hide(!is_listed(format(name)))).collect()
}

/// Returns the format with a name that the parser has accepted.
fn format(name: &str) -> Format {
    name.parse().expect("one of the names")
}

/// Returns true if this build reads and writes the format.
fn is_built(format: Format) -> bool {
    cfg!(feature = "parquet") || !format.is_batches()
}

/// Returns true if a command can write the format. Some formats hold only grids, and some commands have other answers.
fn writes(command: &str, format: Format) -> bool {
    let Some(room) = format.room() else { return false };
    match command {
        "explain" => format.has_names() || format == Format::Drawing,
        "count" => !matches!(room, Room::Grid | Room::Puzzle),
        "rate" | "check" => !matches!(room, Room::Grid | Room::Puzzle | Room::Count),
        _ => room != Room::Count,
    }
}

/// The options with very many values (techniques or columns). Each has the command and the option that list the values
/// in their help, so that they are listed once.
const LISTED: [(&str, &str, &str); 6] = [
    ("needs", "explain", "without"),
    ("hardest", "explain", "without"),
    ("contains", "explain", "without"),
    ("without", "explain", "without"),
    ("at_most", "explain", "without"),
    ("with", "rate", "with"),
];

/// Gives an option of a command its whole text as the help, with the names of its values.
///
/// Paragraphs follow each other without a blank line, because a blank line ends a group of options.
fn in_full(command: &str, arg: Arg) -> Arg {
    let help = arg.get_long_help().or(arg.get_help()).map(text).unwrap_or_default();
    let help = help.replace("\n\n", "\n") + &values(command, &arg);
    without_values(arg).help(help)
}

/// Returns the line of help that lists the values of an option, or names the option that lists them. If another command
/// lists them, the line is empty, because the text of the option names that command.
fn values(command: &str, arg: &Arg) -> String {
    let id = arg.get_id().as_str();
    match LISTED.into_iter().find(|(option, ..)| *option == id) {
        Some((_, lister, _)) if lister != command => return String::new(),
        Some((.., first)) if first != id => return format!("\n[possible values: see --{first}]"),
        _ => {}
    }
    if !arg.get_action().takes_values() {
        return String::new();
    }
    let mut values = arg.get_possible_values();
    values.retain(|value| !value.is_hide_set());
    let names: Vec<_> = values.iter().map(with_meaning).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("\n[possible values: {}]", names.join(", "))
}

/// Returns the name of a value, with its meaning if it has one: for example, `unsolvable (none)`.
fn with_meaning(value: &PossibleValue) -> String {
    let name = value.get_name();
    value.get_help().map_or_else(|| name.to_owned(), |meaning| format!("{name} ({meaning})"))
}

/// Prevents clap from listing the values of an option that takes values.
fn without_values(arg: Arg) -> Arg {
    let takes_values = arg.get_action().takes_values();
    if takes_values { arg.hide_possible_values(true) } else { arg }
}

/// Returns a text of help with its styles, because removing styles takes as long as all other work.
fn text(help: &StyledStr) -> String {
    help.ansi().to_string()
}

/// Puts `--help` into a group of options.
fn help_in_group(command: Command, extent: Extent) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
    let text = match extent {
        Extent::Screen => "Print help (see more with '--help')",
        Extent::Everything => "Print help (see a summary with '-h')",
    };
    command.disable_help_flag(true).arg(help.help(text).help_heading("Run").display_order(1004))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// A command that is in no group would be in no help.
    #[test]
    fn each_command_is_in_one_group() {
        let program = super::super::Cli::command();
        let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
        let mut names: Vec<_> = commands.map(Command::get_name).collect();
        let mut grouped: Vec<_> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        names.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(names, grouped);
    }
}

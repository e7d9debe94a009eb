//! The help: with `-h` a screen of what is used often, with `--help` everything.

use clap::{
    Arg, ArgAction, Command,
    builder::{PossibleValue, PossibleValuesParser, StyledStr, Styles, TypedValueParser},
};

use batchdoku::{
    corpus::explain::TraceKind,
    format::{Format, Room},
    jobs::ExplainTo,
    pipeline::Codec,
};

/// The most examples in the short help of a command.
const EXAMPLES: usize = 2;

/// The commands by purpose. The order within a group is that of their use.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Solve and check", &["solve", "count", "check", "join"]),
    ("Make", &["generate", "grids", "shuffle", "neighbours", "sub-puzzles", "evolve"]),
    ("Rate and explain", &["rate", "explain", "stats"]),
    ("Compare", &["canon", "dedupe", "split"]),
    ("Research", &["cover", "bench"]),
];

/// Returns the command with the help that users see.
pub(super) fn arranged(command: Command) -> Command {
    let command = with_formats(command);
    let template = grouped(&command);
    let command = command
        .help_template(template)
        .mut_subcommands(|command| help_in_group(with_values(examples(command, EXAMPLES))));
    // The list of commands takes the whole screen.
    examples(command, 0)
}

/// Names the values of all options of a command.
fn with_values(command: Command) -> Command {
    let first = TECHNIQUES
        .into_iter()
        .find(|id| command.get_arguments().any(|arg| arg.get_id().as_str() == *id));
    command.mut_args(|arg| values(arg, first))
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

/// Lists, for each command, the formats that this build of it can read and write.
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
            // Formats without row groups are all that there is.
            "row_group_size" => arg.hide(!cfg!(feature = "parquet")),
            _ => arg,
        })
    })
}

/// Returns the names of formats that are known. One that is not listed is neither shown nor suggested, but parsed, because
/// the job refuses it with the reason.
fn formats(
    is_known: impl Fn(Format) -> bool,
    is_listed: impl Fn(Format) -> bool,
) -> Vec<PossibleValue> {
    let names = Format::NAMES.into_iter().filter(|name| is_known(format(name)));
    names.map(|name| PossibleValue::new(name).hide(!is_listed(format(name)))).collect()
}

/// Returns the format of a name that a parser lets through.
fn format(name: &str) -> Format {
    name.parse().expect("one of the names")
}

/// Returns true if this build reads and writes the format.
fn is_built(format: Format) -> bool {
    cfg!(feature = "parquet") || !format.is_batches()
}

/// Returns true if a command can write the format: answers of some commands are no grids, which some formats hold alone.
fn writes(command: &str, format: Format) -> bool {
    let Some(room) = format.room() else { return false };
    match command {
        "explain" => format.has_names() || format == Format::Drawing,
        "count" => !matches!(room, Room::Grid | Room::Puzzle),
        "rate" | "check" => !matches!(room, Room::Grid | Room::Puzzle | Room::Count),
        _ => room != Room::Count,
    }
}

/// Leaves the first examples to the short help; `--help` has all, and what stands around them.
fn examples(command: Command, number: usize) -> Command {
    let Some(all) = command.get_after_help().map(StyledStr::to_string) else { return command };
    let short = if number == 0 {
        // What stands below the examples says where the rest of the help is.
        all.rsplit("\n\n").next().unwrap_or_default().to_owned()
    } else {
        let lines = all.lines().skip_while(|line| !line.starts_with("Example"));
        lines.take(1 + number).collect::<Vec<_>>().join("\n")
    };
    command.after_help(short).after_long_help(all)
}

/// The options that take the names of techniques; the first of them lists these.
const TECHNIQUES: [&str; 5] = ["needs", "hardest", "contains", "without", "at_most"];

/// Names the values of an option where there is room for them. The techniques are listed once in a command.
fn values(arg: Arg, first: Option<&str>) -> Arg {
    let arg = with_short_paragraphs(arg);
    if let Some(first) = first.filter(|first| arg.get_id() != first)
        && TECHNIQUES.contains(&arg.get_id().as_str())
    {
        let help = arg.get_long_help().or(arg.get_help()).map(text);
        let help = format!("{}\n[possible values: see --{first}]", help.unwrap_or_default());
        return arg.hide_possible_values(true).long_help(help);
    }
    let mut values = arg.get_possible_values();
    values.retain(|value| !value.is_hide_set());
    if values.is_empty() || !arg.get_action().takes_values() {
        return arg;
    }
    let names: Vec<_> = values.iter().map(|value| value.get_name()).collect();
    let help = arg.get_long_help().or(arg.get_help()).map(text);
    let help = format!("{}\n[possible values: {}]", help.unwrap_or_default(), names.join(", "));
    arg.hide_possible_values(true).long_help(help)
}

/// Leaves out the blank lines between the paragraphs of the help of an option, so that a blank line ends the option.
fn with_short_paragraphs(arg: Arg) -> Arg {
    match arg.get_long_help().map(text) {
        Some(help) => arg.long_help(help.replace("\n\n", "\n")),
        None => arg,
    }
}

/// Returns a text of help. Every start of the program asks for all of them, and to look for styles takes a fifth of it.
fn text(help: &StyledStr) -> String {
    help.ansi().to_string()
}

/// Puts `--help` into a group of options.
fn help_in_group(command: Command) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let help =
        help.help("Print help (see more with '--help')").help_heading("Run").display_order(1004);
    command.disable_help_flag(true).arg(help.long_help("Print help (see a summary with '-h')"))
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

//! The help: with `-h` a screen of what is used often, with `--help` everything.

use clap::{Arg, ArgAction, Command, builder::StyledStr};

/// The most examples in the short help of a command.
const EXAMPLES: usize = 2;

pub(super) fn arranged(command: Command) -> Command {
    // The list of commands takes the whole screen.
    examples(command, 0)
        .mut_subcommands(|command| help_in_group(examples(command, EXAMPLES).mut_args(values)))
}

/// Leaves the first examples to the short help; `--help` has all, and what stands around them.
fn examples(command: Command, number: usize) -> Command {
    let Some(all) = command.get_after_help().map(StyledStr::to_string) else { return command };
    let lines = all.lines().skip_while(|line| !line.starts_with("Example"));
    let heading = usize::from(number > 0);
    let first: Vec<_> = lines.take(heading + number).collect();
    command.after_help(first.join("\n")).after_long_help(all)
}

/// Names the values of an option where there is room for them.
fn values(arg: Arg) -> Arg {
    let values = arg.get_possible_values();
    if values.is_empty() || !arg.get_action().takes_values() {
        return arg;
    }
    let names: Vec<_> = values.iter().map(|value| value.get_name()).collect();
    let help = arg.get_long_help().or(arg.get_help()).map(StyledStr::to_string);
    let help = format!("{}\n\n[possible values: {}]", help.unwrap_or_default(), names.join(", "));
    arg.hide_possible_values(true).long_help(help)
}

/// Puts `--help` into a group of options.
fn help_in_group(command: Command) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let help = help.help("Print help (see more with '--help')").help_heading("Run");
    command.disable_help_flag(true).arg(help.long_help("Print help (see a summary with '-h')"))
}

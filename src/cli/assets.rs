//! `batchdoku assets`, for packagers: completions and man pages, from the same source as the help.

use std::{
    fs,
    io::Error,
    iter,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::{
    Arg, Args, Command, ValueEnum,
    builder::{
        Resettable::{self, Reset},
        StyledStr,
    },
};
use clap_complete::{Shell, generate_to};
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

use super::{exit, help};

/// Write shell completions and man pages into a folder
///
/// FOLDER/completions gets one file each for bash, zsh, fish, PowerShell and elvish. FOLDER/man gets a man page for
/// each command: for example, 'man -M FOLDER/man batchdoku-solve' shows the page of solve.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku assets share
  man -M share/man batchdoku-solve
  source share/completions/batchdoku.bash")]
pub(super) struct AssetsArgs {
    /// Folder to write to, which is created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl AssetsArgs {
    pub(super) fn run(self, program: &Command) -> Result<u8> {
        let folder = &self.folder;
        write_assets(program, folder)
            .with_context(|| format!("cannot write to '{}'", folder.display()))?;
        Ok(exit::DONE)
    }
}

fn write_assets(program: &Command, folder: &Path) -> Result<(), Error> {
    let completions = folder.join("completions");
    fs::create_dir_all(&completions)?;
    for shell in Shell::value_variants() {
        let mut command = help::with_formats(program.clone());
        generate_to(*shell, &mut command, "batchdoku", &completions)?;
    }
    // `man` looks for pages here if the folder is in its path.
    let pages = folder.join("man/man1");
    fs::create_dir_all(&pages)?;
    write_pages(program.clone(), &pages)
}

/// Writes a man page for the program, and a page for each command that its help lists.
fn write_pages(program: Command, folder: &Path) -> Result<(), Error> {
    let program = help::with_formats(program).disable_help_subcommand(true);
    let mut program = program.mut_subcommands(|command| command.mut_args(described));
    program.build();
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    for command in iter::once(&program).chain(commands) {
        let man = Man::new(command.clone().after_help(Reset).after_long_help(Reset));
        let man = man.source(format!("batchdoku {}", env!("CARGO_PKG_VERSION")));
        let mut page = Vec::new();
        man.render(&mut page)?;
        sections(command).to_writer(&mut page)?;
        fs::write(folder.join(man.get_filename()), page)?;
    }
    Ok(())
}

/// Gives an option a long help, because a man page leaves out the short help of options that `-h` hides.
fn described(arg: Arg) -> Arg {
    let help = arg.get_long_help().or(arg.get_help()).cloned();
    arg.long_help(Resettable::from(help))
}

/// Returns the part of the help after the options, with a section for each title: for example, `EXAMPLES` for
/// `Examples:`.
fn sections(command: &Command) -> Roff {
    let help = command.get_after_help().map(StyledStr::to_string).unwrap_or_default();
    let mut roff = Roff::new();
    for (title, text) in help.split("\n\n").filter_map(|section| section.split_once(':')) {
        roff.control("SH", [title.to_uppercase().as_str()]);
        // Text below a title, not next to it, has columns, which filling would destroy.
        roff.control(if text.starts_with('\n') { "nf" } else { "fi" }, []);
        for line in text.trim_start().lines() {
            roff.text([roman(line.trim_start())]);
        }
        roff.control("fi", []);
    }
    roff
}

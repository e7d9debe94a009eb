//! `batchdoku assets`, for packagers: completions and man pages, from the same source as the help.

use std::{fs, io::Error, path::PathBuf};

use anyhow::{Context, Result};
use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::{Shell, generate_to};

use super::{Cli, exit};

/// Write shell completions and man pages into a folder
#[derive(Args)]
pub(super) struct AssetsArgs {
    /// Folder to write to, which is created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl AssetsArgs {
    pub(super) fn run(self) -> Result<u8> {
        let mut command = Cli::command();
        let folder = &self.folder;
        // A page per command; none about `help`, which is added when the command is built.
        let pages = command.clone().disable_help_subcommand(true);
        let write = || -> Result<(), Error> {
            fs::create_dir_all(folder)?;
            for shell in Shell::value_variants() {
                generate_to(*shell, &mut command, "batchdoku", folder)?;
            }
            clap_mangen::generate_to(pages, folder)
        };
        write().with_context(|| format!("cannot write to '{}'", folder.display()))?;
        Ok(exit::DONE)
    }
}

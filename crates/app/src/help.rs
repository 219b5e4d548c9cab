//! The command line as it is read and as it explains itself.

use clap::{Command, CommandFactory as _};

use crate::arguments::Arguments;
use crate::variables;

/// What a command that leaves the settings out says instead.
const ELSEWHERE: &str = "Settings are flags of this command too; `uplift --help` lists them.";

/// The command line. The program and `serve` list the settings; other commands would repeat them, and need few.
pub(crate) fn command() -> Command {
    // The manual and the completions have no need of a command that only shows the help.
    let mut program = program().disable_help_subcommand(false);
    program.build();
    program.mut_subcommands(without_settings)
}

/// The program as its arguments are declared; each setting names its variable.
pub(crate) fn program() -> Command {
    let variables = variables::flags();
    Arguments::command().bin_name("uplift").mut_args(|flag| {
        let variable = variables.iter().find(|(id, _)| flag.get_id() == id.as_str());
        let said = flag.get_help().zip(variable).map(|(said, (_, variable))| format!("{said} [{variable}]"));
        match said {
            Some(said) => flag.help(said),
            None => flag,
        }
    })
}

fn without_settings(command: Command) -> Command {
    if command.get_name() == "serve" {
        return command;
    }
    let variables = variables::flags();
    let within = command.mut_subcommands(without_settings).after_help(ELSEWHERE);
    within.mut_args(|flag| {
        let is_setting = variables.iter().any(|(id, _)| flag.get_id() == id.as_str());
        if is_setting { flag.hide(true) } else { flag }
    })
}

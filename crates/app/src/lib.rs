//! The thin crate that wires Uplift together: settings, the command line, and the adapters behind the domain's ports.

mod arguments;
mod commands;
mod demo;
mod files;
mod logging;
mod output;
mod permissions;
mod settings;
mod windows;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use commands::doctor::Depth;
use output::Output;
use settings::Settings;

/// Runs the command that the program was called with. Exits with 1 where it fails and with 2 on bad usage.
pub fn main() -> ExitCode {
    permissions::own_what_is_made();
    let arguments = Arguments::parse();
    let done = Settings::read(&arguments.settings).and_then(|settings| {
        let _log = logging::start(settings.log_format)?;
        run(arguments.command, &settings, Output { json: arguments.json })
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("uplift: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command, settings: &Settings, output: Output) -> anyhow::Result<()> {
    match command {
        Command::Serve { check: false } => commands::serve::serve(settings, output),
        Command::Serve { check: true } => commands::doctor::doctor(settings, output, Depth::Start),
        Command::Migrate { status } => commands::database::migrate(settings, output, status),
        Command::Demo => demo::run(settings, output),
        Command::Team(act) => commands::team::run(act, settings, output),
        Command::User(act) => commands::user::run(act, settings, output),
        Command::Key(act) => commands::key::run(act, settings, output),
        Command::Secret(act) => commands::secret::run(act, settings, output),
        Command::Backup { folder } => commands::backup::backup(settings, output, &folder),
        Command::Restore { folder } => commands::backup::restore(settings, output, &folder),
        Command::Openapi => {
            output.print(&uplift_http::openapi(), || format!("{:#}", uplift_http::openapi()));
            Ok(())
        }
        Command::Doctor { deep } => {
            commands::doctor::doctor(settings, output, if deep { Depth::Deep } else { Depth::Quick })
        }
    }
}

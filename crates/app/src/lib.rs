//! The thin crate that wires Uplift together: settings, the command line, and the adapters behind the domain's ports.

mod arguments;
mod commands;
mod demo;
mod files;
mod help;
mod logging;
mod output;
mod paths;
mod permissions;
mod settings;
mod variables;
mod windows;
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches};
use serde_json::json;

use arguments::{Arguments, Called, Command};
use commands::doctor::Depth;
use output::{Output, report_error, unless_left};
use settings::Settings;

/// Runs the command that the program was called with. Exits with 1 where it fails and with 2 on bad usage.
pub fn main() -> ExitCode {
    permissions::set_private_umask();
    let mut said: Vec<OsString> = std::env::args_os().collect();
    // What is asked for help with has no flags.
    if said.get(1).is_some_and(|it| it == "help") {
        said.retain(|it| it != "--json");
    }
    let parsed = help::command().try_get_matches_from(said);
    let parsed = parsed.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?.agreeing()?, matches)));
    let (arguments, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return refuse_usage(&error),
    };
    let json = arguments.json;
    match start(arguments, &matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(json, &error),
    }
}

fn failed(json: bool, error: &anyhow::Error) -> ExitCode {
    report_error(json, &format!("{error:#}"));
    ExitCode::FAILURE
}

/// Runs what was asked for. What the program tells of itself needs no settings.
fn start(arguments: Arguments, matches: &ArgMatches) -> anyhow::Result<()> {
    let Arguments { settings, json, called } = arguments;
    let output = Output { json };
    let command = match called {
        Called::Program(act) => return commands::program::run(act, output),
        Called::Command(command) => command,
    };
    let settings = Settings::read(&settings).or_else(|error| match command {
        Command::Serve { check: true } => {
            commands::doctor::check_despite(output, &Settings::faults(&variables::said(matches))).and(Err(error))
        }
        _ => Err(error),
    })?;
    let _log = logging::start(settings.log_format, settings.log_levels.as_deref())?;
    run(command, &settings, output)
}

/// Says how the program is called, which help and version are asked for.
fn refuse_usage(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().take_while(|it| it != "--").any(|it| it == "--json");
    if !error.use_stderr() {
        return tell_of_itself(error, json).map_or_else(|error| failed(json, &error), |()| ExitCode::SUCCESS);
    }
    if json {
        let text = error.to_string();
        let paragraphs = text.trim_start_matches("error: ").split("\n\n").filter(|it| !it.starts_with("For more"));
        let lines: Vec<_> = paragraphs.map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        report_error(json, &lines.join(". "));
    } else {
        // Where standard error is gone there is nobody to be told.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Prints help or the version.
fn tell_of_itself(asked: &clap::Error, json: bool) -> anyhow::Result<()> {
    if !json {
        return unless_left(asked.print());
    }
    let told = if asked.kind() == ErrorKind::DisplayVersion {
        json!({"version": env!("CARGO_PKG_VERSION")})
    } else {
        json!({"help": asked.to_string()})
    };
    Output { json }.print(&told, String::new)
}

fn run(command: Command, settings: &Settings, output: Output) -> anyhow::Result<()> {
    match command {
        Command::Serve { check: false } => commands::serve::serve(settings, output),
        Command::Serve { check: true } => commands::doctor::doctor(settings, output, Depth::Start),
        Command::Migrate { status: true } => commands::database::status(settings, output),
        Command::Migrate { status: false } => commands::database::migrate(settings, output),
        Command::Demo { keep } => demo::run(settings, output, keep),
        Command::Team(act) => commands::team::run(act, settings, output),
        Command::User(act) => commands::user::run(act, settings, output),
        Command::Key(act) => commands::key::run(act, settings, output),
        Command::Secret(act) => commands::secret::run(act, settings, output),
        Command::Copy { to } => commands::copy::copy(settings, output, &to),
        Command::Backup { folder } => commands::backup::backup(settings, output, &folder),
        Command::Restore { folder } => commands::backup::restore(settings, output, &folder),
        Command::Openapi => {
            let document = uplift_http::openapi();
            output.print(&document, || format!("{document:#}"))
        }
        Command::Doctor { deep } => {
            commands::doctor::doctor(settings, output, if deep { Depth::Deep } else { Depth::Quick })
        }
    }
}

//! The log: one line for each event, on standard error.

mod access;
mod keys;
mod lines;

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result};
use env_logger::{Builder, Target};
use log::Level;
use serde_json::json;
use uplift_http::ACCESS;
use uplift_persistence::clock;

use crate::settings::LogFormat;
use keys::masked;
use lines::{Lines, Pipe};

/// Levels unless the settings say. What is not even HTTP is answered, and must not let anyone fill the log.
const LEVELS: &str = "info,actix_http=off";

/// The log, as long as it is written: what waits is written out when this is dropped.
pub(crate) struct Log(Arc<Lines>);

impl Drop for Log {
    fn drop(&mut self) {
        self.0.write_out();
    }
}

/// Starts the log.
pub(crate) fn start(format: LogFormat, levels: Option<&str>) -> Result<Log> {
    let lines = Lines::start().context("the log cannot be started")?;
    let mut builder = Builder::new();
    builder.parse_filters(levels.unwrap_or(LEVELS));
    let urgent = Arc::clone(&lines);
    builder.target(Target::Pipe(Box::new(Pipe(Arc::clone(&lines)))));
    builder.format(move |out, record| {
        if record.level() <= Level::Warn {
            urgent.hurry();
        }
        let now = clock();
        let message = record.args().to_string();
        let message = masked(&message);
        match format {
            LogFormat::Text => writeln!(out, "{now} {:<5} {} {message}", record.level(), record.target()),
            LogFormat::Json if record.target() == ACCESS => {
                let level = record.level().as_str();
                writeln!(out, "{}", access::object(now.to_string(), level, ACCESS, &message))
            }
            LogFormat::Json => {
                let level = record.level().as_str();
                writeln!(
                    out,
                    "{}",
                    json!({"time": now.to_string(), "level": level, "target": record.target(), "message": message})
                )
            }
        }
    });
    builder.try_init()?;
    Ok(Log(lines))
}

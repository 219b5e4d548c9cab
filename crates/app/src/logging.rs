//! The log: one line for each event, on standard error.

use std::io::Write;

use anyhow::Result;
use chrono::{SecondsFormat, Utc};
use env_logger::{Builder, Env};
use serde_json::json;

use crate::settings::LogFormat;

/// Starts the log. `RUST_LOG` sets its levels, `info` unless it says.
pub(crate) fn start(format: LogFormat) -> Result<()> {
    let mut builder = Builder::from_env(Env::default().default_filter_or("info"));
    builder.format(move |out, record| {
        let now = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        match format {
            LogFormat::Text => writeln!(out, "{now} {:<5} {} {}", record.level(), record.target(), record.args()),
            LogFormat::Json => {
                let message = record.args().to_string();
                let level = record.level().as_str();
                writeln!(out, "{}", json!({"time": now, "level": level, "target": record.target(), "message": message}))
            }
        }
    });
    Ok(builder.try_init()?)
}

//! The log: one line for each event, on standard error.

use std::io::Write;

use anyhow::Result;
use env_logger::{Builder, Env};
use serde_json::json;
use uplift_persistence::clock;

use crate::settings::LogFormat;

/// Levels unless `RUST_LOG` says. What is not even HTTP is answered, and must not let anyone fill the log.
const LEVELS: &str = "info,actix_http=off";

/// Starts the log.
pub(crate) fn start(format: LogFormat) -> Result<()> {
    let mut builder = Builder::from_env(Env::default().default_filter_or(LEVELS));
    builder.format(move |out, record| {
        let now = clock();
        match format {
            LogFormat::Text => writeln!(out, "{now} {:<5} {} {}", record.level(), record.target(), record.args()),
            LogFormat::Json => {
                let message = record.args().to_string();
                let level = record.level().as_str();
                writeln!(
                    out,
                    "{}",
                    json!({"time": now.to_string(), "level": level, "target": record.target(), "message": message})
                )
            }
        }
    });
    Ok(builder.try_init()?)
}

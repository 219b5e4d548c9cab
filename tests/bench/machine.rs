//! The machine that the figures come from.

use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};

use crate::figures::median;

/// How often a page is written and flushed.
const FLUSHES: usize = 200;

const PAGE: [u8; 8192] = [7; 8192];

/// What a reader of the figures wants to know of the machine and of the programs on it.
pub(crate) fn facts(folder: &Path) -> Result<Value, String> {
    let line = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let value =
            text.lines().find_map(|line| line.strip_prefix(name)?.split_once(':').map(|it| it.1.trim().to_owned()));
        value.unwrap_or_default()
    };
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    Ok(json!({
        "cores": std::thread::available_parallelism().map_or(1, usize::from),
        "processor": line("/proc/cpuinfo", "model name"),
        "memory": line("/proc/meminfo", "MemTotal"),
        "kernel": fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default().trim(),
        "load_before": load.split(' ').next().and_then(|it| it.parse::<f64>().ok()),
        "flush_us": flush(folder)?,
        "uplift": env!("CARGO_PKG_VERSION"),
        "wrk": said("wrk", "--version").split(" Copyright").next(),
        "pgbench": said("pgbench", "--version"),
    }))
}

/// What it costs to write eight kilobytes and have them on the disk, in microseconds: the median.
fn flush(folder: &Path) -> Result<f64, String> {
    let path = folder.join("flush");
    let measure = || -> std::io::Result<f64> {
        let mut file = File::create(&path)?;
        file.write_all(&PAGE)?;
        file.sync_all()?;
        let mut took = Vec::with_capacity(FLUSHES);
        for _ in 0..FLUSHES {
            let start = Instant::now();
            file.rewind()?;
            file.write_all(&PAGE)?;
            file.sync_data()?;
            took.push(start.elapsed().as_secs_f64() * 1e6);
        }
        fs::remove_file(&path)?;
        Ok(median(took))
    };
    measure().map_err(|error| format!("{}: {error}", path.display()))
}

/// The first line that a program says, on either output; nothing where it is not there.
fn said(program: &str, argument: &str) -> String {
    let output = Command::new(program).arg(argument).output();
    let text = output.map(|it| [it.stdout, it.stderr].concat()).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().next().unwrap_or_default().trim().to_owned()
}

//! The benchmark of the whole product: what requests cost, against floors measured in the same run.
//!
//! CPU time per request is what the operating system says the server's process used, divided by the requests that were
//! answered. Whatever is compared is measured in turn, so that a machine that slows down slows down both; medians are
//! compared. `docs/performance.md` tells how to read the table.
//!
//! The same is written to `target/bench/results.json`:
//!
//! ```text
//! {
//!   "kept": whether every row keeps what it must,
//!   "facts": {"quick", "learnings", "cores", "processor", "memory", "kernel", "load_before", "flush_us",
//!             "uplift", "wrk", "pgbench", "postgres"},
//!   "rows": [{
//!     "row": its number, "name", "value", "unit",
//!     "better": "lower" or "higher", "must", "aim", "verdict": "missed", "kept" or "aim" (null without a must),
//!     "measured": [{"name", "requests_per_second", "p50_ms", "p99_ms",
//!                   "cpu_us": of the server for each request, "database_cpu_us": of PostgreSQL for each request,
//!                   "anonymous_mb": of the server at the end}]
//!   }]
//! }
//! ```
//!
//! A figure that was not measured is null. `flush_us` is what it costs to write eight kilobytes and have them on disk.

mod accounts;
mod figures;
mod floor;
mod hostile;
mod machine;
mod paths;
mod patient;
mod plan;
mod postgres;
mod process;
mod report;
mod rows;
mod seed;
mod single;
mod wrk;

use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use plan::Plan;
use postgres::Postgres;
use report::Report;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // The yardsticks and other clients are this very program in processes of their own, so that their CPU time can be
    // told apart.
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--floor", body] => return floor::serve(body),
        ["--single", folder] => return single::serve(folder),
        role @ (["--flood", ..] | ["--slow", ..]) => return hostile::play(role),
        _ => {}
    }
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<bool, String> {
    let plan = Plan::read(arguments)?;
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench");
    let home = std::fs::create_dir_all(&home).and_then(|()| home.canonicalize()).map_err(|error| error.to_string())?;
    wrk::need("wrk", "wrk")?;
    let mut facts = machine::facts(&home)?;
    if let Some(facts) = facts.as_object_mut() {
        facts.insert("quick".to_owned(), json!(plan.quick));
        facts.insert("learnings".to_owned(), json!(plan.learnings()));
        if let Some(server) = Postgres::server() {
            wrk::need("pgbench", "postgresql")?;
            facts.insert("postgres".to_owned(), json!(Postgres::version(&server)?));
        }
    }
    let folder = tempfile::tempdir_in(&home).map_err(|error| error.to_string())?;
    let mut report = Report::default();
    rows::all(&plan, &home.join("data"), folder.path(), &mut report)?;
    report.finish(&home.join("results.json"), &facts)
}

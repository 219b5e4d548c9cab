//! The floor under PostgreSQL: the same SQL, sent by `pgbench` without a service in between.

use std::path::Path;
use std::process::Command;

use super::Postgres;
use crate::accounts;
use crate::figures::Figures;
use crate::paths;
use crate::seed;
use crate::wrk::CONNECTIONS;

/// One of the scripts in `tests/bench/pgbench`, run over so many learnings.
pub(crate) struct Script<'a> {
    pub name: &'a str,
    pub learnings: i64,
}

impl Script<'_> {
    pub(crate) fn run(&self, on: &Postgres, seconds: u32) -> Result<Figures, String> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/pgbench").join(self.name);
        let before = accounts::family_cpu(on.postmaster)?;
        let output = Command::new("pgbench")
            .args(["--no-vacuum", "--protocol=prepared", "--jobs=2"])
            .arg(format!("--client={CONNECTIONS}"))
            .arg(format!("--time={seconds}"))
            .args(["--define=team=1".to_owned(), format!("--define=projects={}", seed::PROJECTS)])
            .arg(format!("--define=pages={}", paths::pages(self.learnings)))
            .arg(format!("--define=learnings={}", self.learnings))
            .arg("--file")
            .arg(script)
            .arg(&on.url)
            .output()
            .map_err(|error| format!("pgbench: {error}"))?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let after = |words: &str| {
            let rest = told.lines().find_map(|line| line.strip_prefix(words))?;
            rest.split_whitespace().next()?.split('/').next()?.parse::<f64>().ok()
        };
        let (Some(done), Some(rate)) = (after("number of transactions actually processed: "), after("tps = ")) else {
            return Err(format!("pgbench said:\n{told}{}", String::from_utf8_lossy(&output.stderr)));
        };
        Ok(Figures {
            requests_per_second: rate,
            database_cpu: (accounts::family_cpu(on.postmaster)? - before) * 1e6 / done,
            ..Figures::UNKNOWN
        })
    }
}

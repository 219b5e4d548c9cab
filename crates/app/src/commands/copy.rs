//! `uplift copy`: everything in another database, of whichever kind.

use anyhow::{Result, anyhow};
use serde_json::json;
use uplift_persistence::Source;

use crate::output::{Output, table};
use crate::settings::Settings;
use crate::workspace::there;

/// Copies everything into an empty database. The files stay where they are, for both databases name them alike.
pub(crate) fn copy(settings: &Settings, output: Output, to: &str) -> Result<()> {
    let expected = "expected sqlite://PATH or postgres://USER:PASSWORD@HOST/DATABASE";
    let to = Source::parse(to).map_err(|error| anyhow!("--to: {error:#}; {expected}"))?;
    there(settings)?;
    let tables = settings.source.copy(&to)?;
    let files = tables.get("files").copied().unwrap_or_default();
    output.print(&json!({"copied": {"tables": tables, "files": files}}), || {
        let rows = tables.iter().map(|(name, rows)| [name.clone(), rows.to_string()]).collect();
        let (total, folder) = (tables.values().sum::<u64>(), &settings.attachments);
        let tables = table(["table", "rows"], rows);
        format!("{tables}\ncopied {total} rows, all checked; the {files} files that they name stay in {folder}")
    })
}

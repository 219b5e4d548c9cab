//! `uplift migrate`.

use anyhow::{Result, anyhow};
use serde_json::json;
use uplift_persistence::Migrated;

use crate::output::Output;
use crate::permissions::restrict;
use crate::settings::Settings;

/// Applies pending migrations, or only tells which there are.
pub(crate) fn migrate(settings: &Settings, output: Output, status: bool) -> Result<()> {
    let done = if status {
        settings.source.pending().map(|pending| Migrated { applied: Vec::new(), pending })
    } else {
        restrict(settings);
        settings.source.migrate()
    };
    let Migrated { applied, pending } = done.map_err(|error| anyhow!(error))?;
    output.print(&json!({"applied": applied, "pending": pending}), || {
        let list = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!("migrations applied: {}; pending: {}", list(&applied), list(&pending))
    });
    Ok(())
}

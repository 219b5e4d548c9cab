//! `uplift migrate`.

use anyhow::{Result, bail};
use serde_json::json;
use uplift_persistence::{Migrated, MigrationState};

use crate::output::Output;
use crate::permissions::restrict;
use crate::settings::Settings;
use crate::workspace;

/// What is said where no migration is pending.
const NOTHING: &str = "nothing to apply: every migration is applied";

/// Applies pending migrations, and tells of the copy that was made before.
pub(crate) fn migrate(settings: &Settings, output: Output) -> Result<()> {
    let Migrated { applied, copy } = workspace::migrate(settings)?;
    restrict(settings);
    let copy = copy.map(|copy| copy.display().to_string());
    let mut document = json!({"applied": applied, "pending": []});
    if let (Some(copy), Some(members)) = (&copy, document.as_object_mut()) {
        members.insert("backup".to_owned(), json!(copy));
    }
    output.print(&document, || {
        let copied = copy.map(|copy| format!("the database was copied before, to {copy}\n")).unwrap_or_default();
        match applied.as_slice() {
            [] => NOTHING.to_owned(),
            [_, ..] => format!("{copied}migrations applied: {}; pending: none", applied.join(", ")),
        }
    })
}

/// Tells which migrations are pending, and which there are beyond those that this version knows.
pub(crate) fn status(settings: &Settings, output: Output) -> Result<()> {
    let state = settings.source.state()?;
    let beyond = state.refuse_others().err();
    if let (true, Some(foreign)) = (state.unknown.is_empty(), &beyond) {
        bail!("{foreign}");
    }
    let MigrationState { pending, unknown, .. } = state;
    let mut document = json!({"applied": [], "pending": pending});
    if let (false, Some(members)) = (unknown.is_empty(), document.as_object_mut()) {
        members.insert("unknown".to_owned(), json!(unknown));
    }
    output.print(&document, || {
        let beyond = beyond.map(|beyond| format!("\n{beyond}")).unwrap_or_default();
        match pending.as_slice() {
            [] => format!("{NOTHING}{beyond}"),
            [_, ..] => format!("pending: {}{beyond}", pending.join(", ")),
        }
    })
}

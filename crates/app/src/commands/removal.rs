//! `uplift team delete`: everything that a team has goes, in parts between which others write.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use uplift_domain::access::TeamId;
use uplift_domain::file::StoredFile;
use uplift_domain::workspace::{team_close, team_remove_part};

use crate::files;
use crate::output::Output;
use crate::settings::Settings;
use crate::workspace::Workspace;

/// How long others may write at the most before the next part: as long as the part took, unless that is longer.
const LONGEST: Duration = Duration::from_millis(250);

/// What was removed.
#[derive(Default)]
struct Total {
    records: i64,
    files: u64,
    bytes: u64,
}

/// Removes a team. Where it was begun before, it goes on.
pub(crate) fn delete(
    workspace: &Workspace,
    settings: &Settings,
    output: Output,
    id: i64,
    confirm: String,
) -> Result<()> {
    let team = TeamId::new(id);
    workspace.write(move |tx| team_close(tx, team, &confirm))?;
    let store = files::open(settings, &workspace.database)?;
    let runtime = actix_web::rt::System::new();
    let (mut total, mut step) = (Total::default(), Some(0));
    while let Some(at) = step {
        let begun = Instant::now();
        let (removed, next) = workspace.write(move |tx| team_remove_part(tx, team, at))?;
        let took = begun.elapsed();
        total.records += removed.records;
        for StoredFile { key, size, .. } in &removed.files {
            total.files += 1;
            total.bytes += size;
            if let Err(trouble) = runtime.block_on(store.remove(key)) {
                log::warn!("a file that no record has stays until the next sweep: {}", trouble.text());
            }
        }
        if removed.more {
            sleep(took.min(LONGEST));
        }
        step = next;
    }
    let Total { records, files, bytes } = total;
    output.print(&json!({"deleted": {"records": records, "files": files, "bytes": bytes}}), || {
        format!("team {id} is deleted: {records} records, {files} files, {bytes} bytes")
    });
    Ok(())
}

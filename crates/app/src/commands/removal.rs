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

/// How many rows go at once, at the most and at the least.
const MOST: i64 = 1_000;
const LEAST: i64 = 10;

/// How long a part may take: while it is removed others wait. Where one took longer, the next is smaller.
const LONG: Duration = Duration::from_millis(100);

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
    // Where the files cannot be reached, the team is not closed either.
    let store = files::open(settings, &workspace.database)?;
    workspace.write(move |tx| team_close(tx, team, &confirm))?;
    let runtime = actix_web::rt::System::new();
    let (mut total, mut step, mut most) = (Total::default(), Some(0), MOST);
    while let Some(at) = step {
        let begun = Instant::now();
        let (removed, next) = workspace.write(move |tx| team_remove_part(tx, team, at, most))?;
        let took = begun.elapsed();
        total.records += removed.records;
        for StoredFile { key, size, .. } in &removed.files {
            if runtime.block_on(files::remove(store.as_ref(), key)) {
                total.files += 1;
                total.bytes += size;
            }
        }
        most = if took > LONG { most / 2 } else { most.saturating_mul(2) }.clamp(LEAST, MOST);
        if removed.more {
            // Others may write for as long as they waited.
            sleep(took.min(2 * LONG));
        }
        step = next;
    }
    let Total { records, files, bytes } = total;
    output.print(&json!({"deleted": {"records": records, "files": files, "bytes": bytes}}), || {
        format!("team {id} is deleted: {records} records, {files} files, {bytes} bytes")
    })
}

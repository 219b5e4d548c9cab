//! `uplift doctor`: whether the service has all that it needs.

mod folder;
mod start;

use anyhow::{Error, Result, bail};
use serde_json::json;
use uplift_domain::ports::StoreError;
use uplift_domain::record::{Stored, Time};
use uplift_domain::upkeep::{AT_ONCE, DERIVED, Derived};
use uplift_domain::{Json, Team};
use uplift_persistence::clock;

use crate::files;
use crate::output::{Output, table};
use crate::settings::Settings;
use crate::settings::stores::RateLimitStore;
use crate::windows;
use crate::workspace::{Workspace, there};
use folder::writable;
use start::{attachments_at_start, is_made_at_start, made};

pub(crate) use start::check_despite;
pub(super) use start::{cannot_listen, listen};

/// No clock that is right shows an earlier moment: midnight of 2026-01-01 in UTC.
const EARLIEST: Time = Time::from_micros(1_767_225_600_000_000);

/// How far, in seconds, the clocks of servers that share a database may be apart.
const APART: i64 = 300;

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// What can be checked in a moment.
    Quick,
    /// That every counter and every file is right as well.
    Deep,
    /// What a server needs to start, which makes and migrates a database by itself where it is told to.
    Start,
}

/// The outcome of a check: what was found, or what is wrong.
pub(super) type Found = std::result::Result<String, String>;

/// An error on one line, with what caused it.
pub(super) fn with_causes(error: Error) -> String {
    format!("{error:#}")
}

/// Checks what the service has.
///
/// # Errors
/// When anything is wrong.
pub(crate) fn doctor(settings: &Settings, output: Output, depth: Depth) -> Result<()> {
    if depth == Depth::Start && is_made_at_start(settings) {
        let checks = [
            ("listen", listen(settings)),
            ("database", made(settings)),
            ("attachments", attachments_at_start(settings)),
            ("clock", time(None)),
        ];
        return tell(output, &checks);
    }
    let database = database(settings);
    let migrations = database.clone().and_then(|_| migrations(settings));
    let workspace = migrations.clone().and_then(|_| {
        let database = settings.source.open(Some(1), settings.read_timeout).map_err(with_causes)?;
        Ok(Workspace { database })
    });
    let opened = match (&workspace, &migrations) {
        // A disk that takes nothing more may hold a whole database.
        (Ok(workspace), _) => workspace.database.ready(),
        // What can be looked at may still not be opened as a server does.
        (Err(why), Ok(_)) => Err(why.clone()),
        (Err(_), Err(_)) => Ok(()),
    };
    let mut checks = vec![
        ("database", database.and_then(|found| opened.map(|()| found))),
        ("migrations", migrations),
        ("attachments", attachments(settings, &workspace, depth)),
        ("clock", time(workspace.as_ref().ok())),
        ("rate_limit_store", limits(settings, &workspace, depth)),
    ];
    if depth == Depth::Start {
        checks.insert(0, ("listen", listen(settings)));
    }
    if depth == Depth::Deep {
        checks.push(("counters", looked_up(&workspace, counters)));
        checks.push(("files", looked_up(&workspace, |workspace| hashes(settings, workspace))));
    }
    tell(output, &checks)
}

/// Prints what was found, and complains where anything is wrong.
fn tell(output: Output, checks: &[(&str, Found)]) -> Result<()> {
    let ok = checks.iter().all(|(_, found)| found.is_ok());
    let document = json!({"ok": ok, "checks": checks.iter().map(shown).collect::<Vec<_>>()});
    output.print(&document, || {
        let row = |(name, found): &(&str, Found)| {
            let verdict = if found.is_ok() { "ok" } else { "WRONG" };
            let (Ok(detail) | Err(detail)) = found;
            [(*name).to_owned(), verdict.to_owned(), detail.clone()]
        };
        table(["check", "", "detail"], checks.iter().map(row).collect())
    })?;
    let wrong: Vec<_> =
        checks.iter().filter_map(|(name, found)| Some(format!("{name}: {}", found.as_ref().err()?))).collect();
    if wrong.is_empty() { Ok(()) } else { bail!("{}", wrong.join("; ")) }
}

/// What is found in the workspace, where there is one to look at.
fn looked_up(workspace: &std::result::Result<Workspace, String>, look: impl FnOnce(&Workspace) -> Found) -> Found {
    workspace.as_ref().map_err(|why| format!("not looked at: {why}")).and_then(look)
}

fn shown((name, found): &(&str, Found)) -> Json {
    let (Ok(detail) | Err(detail)) = found;
    json!({"name": name, "ok": found.is_ok(), "detail": detail})
}

fn database(settings: &Settings) -> Found {
    // Opening an embedded database would make the file.
    there(settings).map_err(with_causes)?;
    settings.source.check().map_err(with_causes)?;
    Ok(match settings.source.file() {
        Some(file) => format!("{} is whole", file.display()),
        None => "the server answers".to_owned(),
    })
}

fn migrations(settings: &Settings) -> Found {
    settings.source.state().and_then(|state| state.refuse_pending()).map_err(with_causes)?;
    Ok("every migration is applied".to_owned())
}

/// Looks at the store. A folder is looked at even where there is no database that names files in it.
fn attachments(settings: &Settings, workspace: &std::result::Result<Workspace, String>, depth: Depth) -> Found {
    match (workspace, settings.attachments.folder()) {
        (Err(_), Some(folder)) => writable(folder),
        (Err(_) | Ok(_), _) => looked_up(workspace, |workspace| stored(settings, workspace, depth)),
    }
}

/// Writes a file into the store and takes it away again, and sweeps what no record names, unless it is only asked
/// whether a server could start. A folder that is not there is not made. A server starts though its bucket is away.
fn stored(settings: &Settings, workspace: &Workspace, depth: Depth) -> Found {
    let place = &settings.attachments;
    if let Some(folder) = place.missing_folder() {
        files::refuse_lost(settings, &workspace.database).map_err(with_causes)?;
        return writable(folder);
    }
    let checked = actix_web::rt::System::new().block_on(async {
        let store = files::open(settings, &workspace.database)?;
        match store.check().await {
            Err(StoreError::Unavailable(why)) if depth == Depth::Start => return Ok(Err(why)),
            checked => checked.map_err(files::store_error)?,
        }
        if depth == Depth::Start {
            return Ok(Ok(0));
        }
        files::Sweeps::default().sweep(store.as_ref(), &workspace.database).await.map(Ok)
    });
    match checked {
        Ok(Ok(0)) => Ok(format!("{place} can be written")),
        Ok(Ok(removed)) => Ok(format!("{place} can be written; {removed} files that no record names were removed")),
        Ok(Err(why)) => Ok(format!("{place} does not answer; uploads and downloads get 503 until it does: {why}")),
        Err(error) => Err(format!("{place} cannot be used: {error:#}")),
    }
}

/// Counts once where limits are counted. A server starts though Redis is away.
fn limits(settings: &Settings, workspace: &std::result::Result<Workspace, String>, depth: Depth) -> Found {
    match &settings.rate_limit_store {
        RateLimitStore::Memory => Ok("limits are counted in the memory of each server".to_owned()),
        RateLimitStore::Redis(address) => {
            looked_up(workspace, |workspace| match windows::check(address, &workspace.database).map_err(with_causes) {
                Ok(()) => Ok("limits are counted in Redis, by all servers together".to_owned()),
                Err(why) if depth == Depth::Start => Ok(format!("each server counts alone until Redis answers: {why}")),
                Err(why) => Err(why),
            })
        }
    }
}

/// Reads every file again.
fn hashes(settings: &Settings, workspace: &Workspace) -> Found {
    if settings.attachments.missing_folder().is_some() {
        return stored(settings, workspace, Depth::Deep);
    }
    let read = actix_web::rt::System::new().block_on(async {
        let store = files::open(settings, &workspace.database)?;
        files::damaged(store.as_ref(), &workspace.database).await
    });
    match read {
        Ok((read, damaged)) if damaged.is_empty() => Ok(format!("{read} files are what was stored")),
        Ok((_, damaged)) => Err(damaged.join("; ")),
        Err(error) => Err(with_causes(error)),
    }
}

fn time(workspace: Option<&Workspace>) -> Found {
    let now = clock();
    if now < EARLIEST {
        return Err(format!("it is {now} by this clock, which is behind: set it (timedatectl set-ntp true)"));
    }
    let latest = workspace.map(latest_change).transpose().map_err(with_causes)?.flatten();
    match latest {
        Some(latest) if latest > now.plus_seconds(APART) => Err(format!(
            "it is {now} by this clock, and the database was changed at {latest}: set the clock of this machine, or of \
                 the one that was ahead"
        )),
        Some(_) | None => Ok(format!("it is {now}")),
    }
}

/// When the latest team was changed or made.
fn latest_change(workspace: &Workspace) -> Result<Option<Time>> {
    let teams = workspace.read(|tx| tx.teams())?;
    Ok(teams.iter().map(|team| team.updated_at.max(team.created_at)).max())
}

fn counters(workspace: &Workspace) -> Found {
    let teams = workspace.read(|tx| tx.teams()).map_err(with_causes)?;
    if let Some(team) = teams.iter().find(|team| team.deleted_at.is_some()) {
        let id = team.id;
        return Err(format!("team {id} is half removed: `uplift team delete {id}` with its name removes the rest"));
    }
    let mut wrong = workspace.database.recount()?;
    wrong.extend(derived(workspace, &teams).map_err(with_causes)?);
    if wrong.is_empty() { Ok("every counter is right".to_owned()) } else { Err(wrong.join("; ")) }
}

/// Names what records keep that does not follow from others.
fn derived(workspace: &Workspace, teams: &[Stored<Team>]) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    for team in teams.iter().map(Stored::team_id) {
        for Derived { ids, wrong: wrong_of } in DERIVED {
            for ids in workspace.read(move |tx| ids(tx, team))?.chunks(AT_ONCE) {
                let ids = ids.to_vec();
                wrong.extend(workspace.read(move |tx| wrong_of(tx, team, &ids))?);
            }
        }
    }
    Ok(wrong)
}

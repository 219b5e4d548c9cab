//! `uplift team`.

use std::fs::File;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use uplift_domain::access::{Actor, Role, TeamId};
use uplift_domain::ports::ReadPort as _;
use uplift_domain::record::{Id, Stored, Time};
use uplift_domain::workspace::{NewMember, NewTeam, Person, TeamChange, team_change, team_create};
use uplift_domain::{Json, Team};

use super::archives::{export, import};
use super::removal::delete;
use crate::arguments::TeamAct;
use crate::output::{Output, table};
use crate::settings::Settings;
use crate::workspace::{Use, Workspace};

pub(crate) fn run(act: TeamAct, settings: &Settings, output: Output) -> Result<()> {
    let wanted = match act {
        TeamAct::List | TeamAct::Show { .. } | TeamAct::Export { .. } => Use::Read,
        TeamAct::Create { .. } | TeamAct::Import { .. } => Use::Make,
        TeamAct::Set { .. } | TeamAct::Billing { .. } | TeamAct::Plan { .. } | TeamAct::Delete { .. } => Use::Change,
    };
    if let TeamAct::Import { file, .. } = &act {
        // Where there is nothing to bring in, no database is made for it.
        let opened = File::open(file).with_context(|| format!("{} cannot be opened", file.display()))?;
        if opened.metadata().is_ok_and(|found| found.is_dir()) {
            bail!("{} is a folder: name a file that `uplift team export` wrote", file.display());
        }
    }
    let workspace = Workspace::open(settings, wanted)?;
    match act {
        TeamAct::Create { name, owner_email, owner_name, plan, timezone } => {
            let team = NewTeam { name, plan, timezone };
            let owner = NewMember { person: Person { name: owner_name, email: owner_email }, role: Role::Owner };
            let (team, owner) = workspace.write(move |tx| team_create(tx, &team, &owner))?;
            let document = json!({"team": {"id": team.id.get()}, "owner": {"id": owner.get()}});
            output.print(&document, || format!("team {} created; its owner is user {owner}", team.id))
        }
        TeamAct::List => {
            let documents: Vec<Json> = workspace.read(|tx| {
                let (teams, now) = (tx.teams()?, tx.now());
                Ok(teams.into_iter().map(|team| as_of(team, now).to_json()).collect())
            })?;
            output.print(&json!({"teams": documents}), || rows(&documents))
        }
        TeamAct::Show { id } => {
            let team = workspace.read(move |tx| {
                let team = Team::reads(tx).find(TeamId::new(id), Id::new(id))?;
                Ok(team.map(|team| as_of(team, tx.now())))
            })?;
            show(output, &team.ok_or_else(|| workspace.no_team(id))?)
        }
        TeamAct::Set { id, name, timezone, framework } => {
            change(&workspace, output, id, TeamChange { name, timezone, framework, ..TeamChange::default() })
        }
        TeamAct::Billing { id, mode, grace_period_ends_at } => {
            let billing = Some((mode, grace_period_ends_at));
            change(&workspace, output, id, TeamChange { billing, ..TeamChange::default() })
        }
        TeamAct::Plan { id, plan } => {
            change(&workspace, output, id, TeamChange { plan: Some(plan), ..TeamChange::default() })
        }
        TeamAct::Export { id, file } => export(&workspace, settings, output, id, &file),
        TeamAct::Import { file, name } => import(&workspace, settings, output, &file, name),
        TeamAct::Delete { id, confirm } => delete(&workspace, settings, output, id, confirm),
    }
}

fn change(workspace: &Workspace, output: Output, id: i64, change: TeamChange) -> Result<()> {
    let changed = workspace.write(move |tx| Ok(as_of(team_change(tx, TeamId::new(id), &change)?, tx.now())))?;
    show(output, &changed)
}

/// A team as it stands at a moment: grace that is over is blocked.
fn as_of(mut team: Stored<Team>, now: Time) -> Stored<Team> {
    let operator = team.caller(Actor::Operator);
    team.show_to(&operator, now);
    team
}

fn show(output: Output, team: &Stored<Team>) -> Result<()> {
    let document = team.to_json();
    output.print(&json!({"team": document}), || rows(std::slice::from_ref(&document)))
}

fn rows(teams: &[Json]) -> String {
    const COLUMNS: [&str; 7] =
        ["id", "name", "plan", "billing_mode", "grace_period_ends_at", "timezone", "prioritization_framework"];
    let row = |team: &Json| COLUMNS.map(|column| plain(team.get(column)));
    table(COLUMNS, teams.iter().map(row).collect())
}

/// A value as people read it in a table.
pub(super) fn plain(value: Option<&Json>) -> String {
    match value {
        None | Some(Json::Null) => "-".to_owned(),
        Some(Json::String(text)) => text.clone(),
        Some(Json::Array(items)) => items.iter().map(|item| plain(Some(item))).collect::<Vec<_>>().join(","),
        Some(other) => other.to_string(),
    }
}

//! `uplift key`.

use anyhow::Result;
use serde_json::{Value as Json, json};
use uplift_domain::access::TeamId;
use uplift_domain::ports::{ReadPort as _, WriteTx};
use uplift_domain::record::{FieldValue, Id, Record as _, Stored};
use uplift_domain::workspace::{NewKey, key_issue, key_renew, key_revoke};
use uplift_domain::{Key, Team};

use super::team::plain;
use super::user::of_member;
use crate::arguments::KeyAct;
use crate::output::{Output, table};
use crate::settings::Settings;
use crate::workspace::{Use, Workspace, attempt};

pub(crate) fn run(act: KeyAct, settings: &Settings, output: Output) -> Result<()> {
    let wanted = match act {
        KeyAct::List { .. } => Use::Read,
        KeyAct::Create { .. } | KeyAct::Rotate { .. } | KeyAct::Revoke { .. } => Use::Change,
    };
    let workspace = Workspace::open(settings, wanted)?;
    match act {
        KeyAct::Create { team, user, name, abilities, expires_at, rate_limit } => {
            let new = NewKey { name, user: Id::new(user), abilities, rate_limit, expires_at };
            let issue = move |tx: &mut dyn WriteTx| key_issue(tx, TeamId::new(team), new.clone());
            let issued = attempt(&workspace.database, issue)?;
            let (key, token) = issued.map_err(|refusal| of_member(&refusal, team, user))?;
            let Key { name, user_id, abilities, expires_at, .. } = &key.record;
            let made = json!({
                "id": key.id.get(),
                "name": name.as_str(),
                "abilities": abilities.names(),
                "expires_at": expires_at.map(|it| it.to_string()),
                "team_id": team,
                "user_id": user_id.get(),
            });
            let document = json!({"key": made, "token": token});
            output.print(&document, || {
                let id = key.id;
                format!("key {id} of user {user} in team {team} created; its token is shown this once:\n{token}")
            })
        }
        KeyAct::List { team } => {
            let id = TeamId::new(team);
            let there = workspace.read(move |tx| Team::reads(tx).find(id, Id::new(team)))?;
            there.ok_or_else(|| workspace.no_team(team))?;
            let keys = workspace.read(move |tx| tx.keys(id))?;
            let documents: Vec<Json> = keys.iter().map(|key| shown(id, key)).collect();
            output.print(&json!({"keys": documents}), || rows(&documents))
        }
        KeyAct::Rotate { id, expires_at } => {
            let (team, key, token) = workspace.write(move |tx| key_renew(tx, Id::new(id), expires_at))?;
            let document = json!({"key": shown(team, &key), "token": token});
            output.print(&document, || format!("key {id} has another secret; its token is shown this once:\n{token}"))
        }
        KeyAct::Revoke { id } => {
            let (team, key) = workspace.write(move |tx| key_revoke(tx, Id::new(id)))?;
            output.print(&json!({"key": shown(team, &key)}), || format!("key {id} is revoked"))
        }
    }
}

/// The key as commands print it, without any secret.
fn shown(team: TeamId, key: &Stored<Key>) -> Json {
    let mut shown = json!({"id": key.id.get(), "team_id": team.get()});
    if let Some(members) = shown.as_object_mut() {
        key.record.show(&mut |name, value: FieldValue<'_>| {
            members.insert(name.to_owned(), value.into());
        });
        members.insert("created_at".to_owned(), key.created_at.to_string().into());
    }
    shown
}

fn rows(keys: &[Json]) -> String {
    const COLUMNS: [&str; 9] =
        ["id", "name", "team_id", "user_id", "abilities", "rate_limit", "expires_at", "last_used_at", "revoked_at"];
    table(COLUMNS, keys.iter().map(|key| COLUMNS.map(|column| plain(key.get(column)))).collect())
}

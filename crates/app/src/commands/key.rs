//! `uplift key`.

use anyhow::{Result, anyhow};
use rand::TryRngCore;
use rand::rngs::OsRng;
use serde_json::json;
use uplift_domain::Json;
use uplift_domain::access::{Abilities, Key, TeamId, TokenId, secret, token};
use uplift_domain::record::{Id, Name, Time};
use uplift_domain::workspace::{NewKey, key_create, key_revoke};

use super::team::plain;
use crate::arguments::KeyAct;
use crate::output::{Output, table};
use crate::settings::Settings;
use crate::workspace::Workspace;

pub(crate) fn run(act: KeyAct, settings: &Settings, output: Output) -> Result<()> {
    let workspace = match act {
        KeyAct::List { .. } => Workspace::look_into(settings)?,
        KeyAct::Create { .. } | KeyAct::Revoke { .. } => Workspace::open(settings)?,
    };
    match act {
        KeyAct::Create { team, user, name, abilities, expires_at, rate_limit } => {
            let (key, token) = issue(&workspace, (team, user), name, abilities, expires_at, rate_limit)?;
            let expires_at = key.expires_at.map(|it| it.to_string());
            let shown =
                json!({"id": key.id.0, "name": key.name, "abilities": key.abilities.names(), "expires_at": expires_at});
            let document = json!({"key": shown, "token": token});
            output.print(&document, || format!("key {} created; its token is shown this once:\n{token}", key.id.0));
        }
        KeyAct::List { team } => {
            let there = workspace.read(move |tx| tx.team(TeamId::new(team)))?;
            there.ok_or_else(|| anyhow!("there is no team {team}"))?;
            let keys = workspace.read(move |tx| tx.keys(TeamId::new(team)))?;
            let documents: Vec<Json> = keys.iter().map(Key::shown).collect();
            output.print(&json!({"keys": documents}), || people(&documents));
        }
        KeyAct::Revoke { id } => {
            let key = workspace.write(move |tx| key_revoke(tx, TokenId(id)))?;
            output.print(&json!({"key": key.shown()}), || format!("key {id} is revoked"));
        }
    }
    Ok(())
}

/// Makes a key for a user of a team, and the token that opens with it.
pub(crate) fn issue(
    workspace: &Workspace,
    (team, user): (i64, i64),
    name: Name,
    abilities: Abilities,
    expires_at: Option<Time>,
    rate_limit: Option<u32>,
) -> Result<(Key, String)> {
    let secret = fresh_secret()?;
    let new = NewKey {
        team: TeamId::new(team),
        user: Id::new(user),
        name,
        abilities,
        hash: uplift_http::secret_hash(&secret),
        rate_limit,
        expires_at,
    };
    let key = workspace.write(move |tx| key_create(tx, &new))?;
    let token = token(key.team, key.id, &secret);
    Ok((key, token))
}

/// A secret from the randomness of the operating system.
pub(crate) fn fresh_secret() -> Result<String> {
    let mut random = [0; 40];
    OsRng.try_fill_bytes(&mut random)?;
    Ok(secret(&random))
}

fn people(keys: &[Json]) -> String {
    const COLUMNS: [&str; 7] = ["id", "name", "user_id", "abilities", "rate_limit", "expires_at", "revoked_at"];
    table(COLUMNS, keys.iter().map(|key| COLUMNS.map(|column| plain(key.get(column)))).collect())
}

//! A key of a team, made for one of its members.

use serde_json::json;

use super::{find_team, log_on_team};
use crate::access::{Abilities, Key, TeamId, TokenId};
use crate::ports::WriteTx;
use crate::record::{Id, Name, Time};
use crate::{Kind, Refusal, User};

/// A key to be made.
#[derive(Clone, Debug)]
pub struct NewKey {
    pub team: TeamId,
    pub user: Id<User>,
    pub name: Name,
    pub abilities: Abilities,
    /// The hash of the secret that its token carries.
    pub hash: String,
    pub rate_limit: Option<u32>,
    pub expires_at: Option<Time>,
}

/// Makes a key for a member of the team.
///
/// # Errors
/// When there is no such team, or the user is no member of it.
pub fn key_create(tx: &mut dyn WriteTx, new: &NewKey) -> Result<Key, Refusal> {
    find_team(tx, new.team)?;
    if tx.membership(new.team, new.user)?.is_none() {
        return Err(Refusal::Missing { kind: Kind::User.singular(), id: new.user.to_string() });
    }
    let NewKey { team, user, name, abilities, hash, rate_limit, expires_at } = new.clone();
    let key = tx.insert_key(&Key {
        id: TokenId(0),
        team,
        user,
        name: name.to_string(),
        abilities,
        hash,
        rate_limit,
        expires_at,
        revoked_at: None,
        created_at: tx.now(),
    })?;
    log_on_team(tx, team, "key_created", json!({"attributes": key.attributes(), "key": key.named()}))?;
    Ok(key)
}

/// Revokes a key. One that is revoked already stays as it is.
///
/// # Errors
/// When there is no such key.
pub fn key_revoke(tx: &mut dyn WriteTx, id: TokenId) -> Result<Key, Refusal> {
    let missing = || Refusal::Missing { kind: Kind::Key.singular(), id: id.0.to_string() };
    let mut key = tx.key(id)?.ok_or_else(missing)?;
    if key.revoked_at.is_none() {
        key.revoked_at = Some(tx.now());
        tx.revoke_key(key.team, id)?;
        let revoked = json!({
            "attributes": {"revoked_at": key.revoked_at.map(|it| it.to_string())},
            "old": {"revoked_at": null},
            "key": key.named(),
        });
        log_on_team(tx, key.team, "key_revoked", revoked)?;
    }
    Ok(key)
}

impl Key {
    /// What the log says of the key when it is made.
    fn attributes(&self) -> crate::Json {
        let mut attributes = self.shown();
        if let Some(members) = attributes.as_object_mut() {
            members.retain(|name, _| !matches!(name.as_str(), "id" | "created_at"));
        }
        attributes
    }

    fn named(&self) -> crate::Json {
        json!({"id": self.id.0, "name": self.name})
    }

    /// The key as commands print it and the log keeps it, without any secret.
    pub fn shown(&self) -> crate::Json {
        let moment = |time: Option<Time>| time.map(|it| it.to_string());
        json!({
            "id": self.id.0,
            "name": self.name,
            "user_id": self.user.get(),
            "abilities": self.abilities.names(),
            "rate_limit": self.rate_limit,
            "expires_at": moment(self.expires_at),
            "revoked_at": moment(self.revoked_at),
            "created_at": self.created_at.to_string(),
        })
    }
}

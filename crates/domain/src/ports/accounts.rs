//! Teams, their people and their keys.

use crate::access::{Bearer, Key, Limit, TeamId, TokenId};
use crate::file::{FileId, StoredFile};
use crate::record::{Id, Stored};
use crate::workspace::{Membership, Person, Team};
use crate::{Refusal, User};

/// Teams, their people and their keys, read. These are the rows that decide which tenant a request belongs to, so
/// some are found without one.
pub trait AccountReads {
    /// Who shows a key of the team, whatever the state of the key. Where the team is not known, the key
    /// is looked for in all of them.
    fn bearer(&mut self, team: Option<TeamId>, key: TokenId) -> Result<Option<Bearer>, Refusal>;
    fn teams(&mut self) -> Result<Vec<Stored<Team>>, Refusal>;
    fn team(&mut self, team: TeamId) -> Result<Option<Stored<Team>>, Refusal>;
    fn keys(&mut self, team: TeamId) -> Result<Vec<Key>, Refusal>;
    /// A key of any team: the operator names it by its id alone.
    fn key(&mut self, key: TokenId) -> Result<Option<Key>, Refusal>;
    fn person(&mut self, email: &str) -> Result<Option<Id<User>>, Refusal>;
    fn membership(&mut self, team: TeamId, user: Id<User>) -> Result<Option<Membership>, Refusal>;
    /// How many members of the team are owners.
    fn owners(&mut self, team: TeamId) -> Result<i64, Refusal>;
    /// Files of all teams in the order of the teams and of their ids, of which `after` was the last seen.
    fn files(&mut self, after: FileId, most: i64) -> Result<Vec<(FileId, StoredFile)>, Refusal>;
    /// A value kept under a name for the whole installation.
    fn setting(&mut self, name: &str) -> Result<Option<String>, Refusal>;
}

/// Teams, their people and their keys, written.
pub trait AccountWrites {
    /// The team, kept from changing until the transaction ends: what a limit of its plan is checked under.
    fn team_to_change(&mut self, team: TeamId) -> Result<Option<Stored<Team>>, Refusal>;
    fn insert_team(&mut self, team: &Team) -> Result<Stored<Team>, Refusal>;
    fn save_team(&mut self, team: &Stored<Team>) -> Result<(), Refusal>;
    fn insert_person(&mut self, person: &Person) -> Result<Id<User>, Refusal>;
    fn insert_membership(&mut self, membership: &Membership) -> Result<(), Refusal>;
    fn save_membership(&mut self, membership: &Membership) -> Result<(), Refusal>;
    fn remove_membership(&mut self, team: TeamId, user: Id<User>) -> Result<(), Refusal>;
    /// Keeps a key, whose id is given here.
    fn insert_key(&mut self, key: &Key) -> Result<Key, Refusal>;
    fn revoke_key(&mut self, team: TeamId, key: TokenId) -> Result<(), Refusal>;
    /// Keeps a value under a name for the whole installation.
    fn set_setting(&mut self, name: &str, value: &str) -> Result<(), Refusal>;
    /// Keeps a value under a name unless one is kept there already, and tells which is.
    fn setting_or_insert(&mut self, name: &str, value: &str) -> Result<String, Refusal>;
    /// How many of what a plan limits the team has, seen in this transaction.
    fn used(&mut self, team: TeamId, limit: Limit) -> Result<i64, Refusal>;
}

//! Teams, their people and their keys.

use crate::access::{Bearer, Limit, SECRET, TeamId};
use crate::file::{FileId, StoredFile};
use crate::record::{Email, Id, Stored, Time};
use crate::workspace::KnownPerson;
use crate::{Invitation, Key, Refusal, Team, User};

/// Teams, their people and their keys, read. These are the rows that decide which tenant a request belongs to, so
/// some are found without one.
pub trait AccountReads {
    /// The moment of the job: every date it writes is this one.
    fn now(&self) -> Time;
    /// Who shows a key of the team, whatever the state of the key. Where the team is not known, the key
    /// is looked for in all of them.
    fn bearer(&mut self, team: Option<TeamId>, key: Id<Key>) -> Result<Option<Bearer>, Refusal>;
    fn teams(&mut self) -> Result<Vec<Stored<Team>>, Refusal>;
    /// The slugs of teams that begin so: so many at most.
    fn team_slugs(&mut self, beginning: &str, most: i64) -> Result<Vec<String>, Refusal>;
    fn keys(&mut self, team: TeamId) -> Result<Vec<Stored<Key>>, Refusal>;
    /// The keys of a user, who need not be a member any more.
    fn keys_of(&mut self, team: TeamId, user: Id<User>) -> Result<Vec<Stored<Key>>, Refusal>;
    /// Whose a key is: the operator names it by its id alone.
    fn team_of_key(&mut self, key: Id<Key>) -> Result<Option<TeamId>, Refusal>;
    fn person(&mut self, email: &str) -> Result<Option<Id<User>>, Refusal>;
    /// The people of a team or of the installation, or one of them, in the order of their ids.
    fn people(&mut self, team: Option<TeamId>, one: Option<Id<User>>) -> Result<Vec<KnownPerson>, Refusal>;
    /// The owners of the team, in the order of their ids.
    fn owners(&mut self, team: TeamId) -> Result<Vec<Id<User>>, Refusal>;
    /// The invitation of this address that may still be accepted.
    fn pending_invitation(&mut self, team: TeamId, email: &Email) -> Result<Option<Stored<Invitation>>, Refusal>;
    /// Every invitation of this address, whatever has become of it.
    fn invitations_of(&mut self, team: TeamId, email: &Email) -> Result<Vec<Stored<Invitation>>, Refusal>;
    /// How many of what a plan limits the team has, seen in this transaction.
    fn used(&mut self, team: &Stored<Team>, limit: Limit) -> Result<i64, Refusal>;
    /// Files of all teams in the order of the teams and of their ids, of which `after` was the last seen.
    fn files(&mut self, after: FileId, most: i64) -> Result<Vec<(FileId, StoredFile)>, Refusal>;
    /// A value kept under a name for the whole installation.
    fn setting(&mut self, name: &str) -> Result<Option<String>, Refusal>;
}

/// Teams, their people and their keys, written.
pub trait AccountWrites {
    /// The team, also one that is being removed, kept from changing until the transaction ends: what a limit of its
    /// plan is checked under.
    fn team_to_change(&mut self, team: TeamId) -> Result<Option<Stored<Team>>, Refusal>;
    /// Keeps a team, whose id is given here.
    fn insert_team(&mut self, team: &Team) -> Result<Stored<Team>, Refusal>;
    /// Keeps a person unless another transaction just kept one of this address, and tells who it is.
    fn insert_person(&mut self, email: &Email) -> Result<Id<User>, Refusal>;
    /// Gives a person another address. What their memberships say of it stays.
    fn set_address(&mut self, user: Id<User>, email: &Email) -> Result<(), Refusal>;
    /// Makes a user a member of a team.
    fn insert_member(&mut self, team: TeamId, user: Id<User>, member: &User) -> Result<Stored<User>, Refusal>;
    /// Notes that a key and whose it is were used, which is nothing that changes them.
    fn note_use(&mut self, team: TeamId, key: Id<Key>, user: Id<User>) -> Result<(), Refusal>;
    /// Lets what follows in this job be of another moment: for a past that is written down at once.
    fn set_now(&mut self, now: Time);
    /// Bytes of which nobody can tell what they will be.
    fn random(&mut self) -> Result<[u8; SECRET], Refusal>;
    /// Keeps a value under a name for the whole installation.
    fn set_setting(&mut self, name: &str, value: &str) -> Result<(), Refusal>;
    /// Keeps a value under a name unless one is kept there already, and tells which is.
    fn setting_or_insert(&mut self, name: &str, value: &str) -> Result<String, Refusal>;
}

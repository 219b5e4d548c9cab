//! Teams, their people and their keys, read.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use uplift_domain::access::{Abilities, Actor, Bearer, Billing, BillingMode, Caller, Key, Role, TeamId, TokenId};
use uplift_domain::file::{FileId, StoredFile};
use uplift_domain::listing::casefold;
use uplift_domain::ports::AccountReads;
use uplift_domain::record::{Email, Id, Name, Stored, Value, Zone, stored_word};
use uplift_domain::workspace::{Membership, Team};
use uplift_domain::{Refusal, User};
use uplift_tables::{KeyRow, Moment, TeamRow, api_keys, files, memberships, settings, teams, users};

use super::super::session::session::{Session, refuse};
use super::files::{FILE, FileCells, file_of};

impl AccountReads for Session<'_> {
    fn bearer(&mut self, team: Option<TeamId>, key: TokenId) -> Result<Option<Bearer>, Refusal> {
        type Row = (KeyRow, (String, String), Option<String>, (String, Option<Moment>, String, String));
        let member = memberships::team_id.eq(api_keys::team_id).and(memberships::user_id.eq(api_keys::user_id));
        let callers = api_keys::table
            .inner_join(users::table.on(users::id.eq(api_keys::user_id)))
            .inner_join(teams::table.on(teams::id.eq(api_keys::team_id)))
            .left_join(memberships::table.on(member))
            .filter(api_keys::id.eq(key.0))
            .select((
                KeyRow::as_select(),
                (users::name, users::email),
                memberships::role.nullable(),
                (teams::billing_mode, teams::grace_period_ends_at, teams::timezone, teams::prioritization_framework),
            ));
        let found: Option<Row> = match team {
            Some(team) => callers.filter(api_keys::team_id.eq(team.get())).get_result(self.conn()?),
            None => callers.get_result(self.conn()?),
        }
        .optional()
        .map_err(refuse)?;
        let Some((key, (name, email), role, (mode, ends_at, timezone, framework))) = found else {
            return Ok(None);
        };
        let key = key_of(key)?;
        let role = role.as_deref().map(stored_word::<Role>).transpose()?;
        let caller = Caller {
            team: key.team,
            actor: Actor::Member { user: key.user, role },
            timezone: Zone::from_raw(timezone)?,
            framework: stored_word(&framework)?,
        };
        Ok(Some(Bearer {
            key,
            caller,
            name: Name::from_raw(name)?,
            email: Email::from_raw(email)?,
            billing: Billing {
                mode: stored_word::<BillingMode>(&mode)?,
                grace_period_ends_at: ends_at.map(|Moment(it)| it),
            },
        }))
    }

    fn teams(&mut self) -> Result<Vec<Stored<Team>>, Refusal> {
        let rows: Vec<TeamRow> =
            teams::table.order(teams::id.asc()).select(TeamRow::as_select()).load(self.conn()?).map_err(refuse)?;
        rows.into_iter().map(team_of).collect()
    }

    fn team(&mut self, team: TeamId) -> Result<Option<Stored<Team>>, Refusal> {
        let row: Option<TeamRow> = teams::table
            .find(team.get())
            .select(TeamRow::as_select())
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)?;
        row.map(team_of).transpose()
    }

    fn keys(&mut self, team: TeamId) -> Result<Vec<Key>, Refusal> {
        let rows: Vec<KeyRow> = api_keys::table
            .filter(api_keys::team_id.eq(team.get()))
            .order(api_keys::id.asc())
            .select(KeyRow::as_select())
            .load(self.conn()?)
            .map_err(refuse)?;
        rows.into_iter().map(key_of).collect()
    }

    fn key(&mut self, key: TokenId) -> Result<Option<Key>, Refusal> {
        let row: Option<KeyRow> = api_keys::table
            .find(key.0)
            .select(KeyRow::as_select())
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)?;
        row.map(key_of).transpose()
    }

    fn person(&mut self, email: &str) -> Result<Option<Id<User>>, Refusal> {
        let id: Option<i64> = users::table
            .filter(users::email_folded.eq(casefold(email)))
            .select(users::id)
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)?;
        Ok(id.map(Id::new))
    }

    fn membership(&mut self, team: TeamId, user: Id<User>) -> Result<Option<Membership>, Refusal> {
        let role: Option<String> = memberships::table
            .find((team.get(), user.get()))
            .select(memberships::role)
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)?;
        let role = role.as_deref().map(stored_word).transpose()?;
        Ok(role.map(|role| Membership { team, user, role }))
    }

    fn owners(&mut self, team: TeamId) -> Result<i64, Refusal> {
        memberships::table
            .filter(memberships::team_id.eq(team.get()))
            .filter(memberships::role.eq(Role::Owner.into_raw()))
            .count()
            .get_result(self.conn()?)
            .map_err(refuse)
    }

    fn files(&mut self, after: FileId, most: i64) -> Result<Vec<(FileId, StoredFile)>, Refusal> {
        // Compared as a pair, the two are found in their index; as two conditions they are not.
        let later = sql::<Bool>("(team_id, id) > (")
            .bind::<BigInt, _>(after.team.get())
            .sql(", ")
            .bind::<BigInt, _>(after.file.get())
            .sql(")");
        let rows: Vec<(i64, FileCells)> = files::table
            .filter(later)
            .order((files::team_id.asc(), files::id.asc()))
            .limit(most)
            .select((files::team_id, FILE))
            .load(self.conn()?)
            .map_err(refuse)?;
        let read = |(team, cells)| {
            let (file, stored) = file_of(cells)?;
            Ok((FileId { team: TeamId::new(team), file }, stored))
        };
        rows.into_iter().map(read).collect()
    }

    fn setting(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        settings::table.find(name).select(settings::value).get_result(self.conn()?).optional().map_err(refuse)
    }
}

pub(crate) fn team_of(row: TeamRow) -> Result<Stored<Team>, Refusal> {
    let TeamRow {
        id,
        name,
        plan,
        billing_mode,
        grace_period_ends_at,
        timezone,
        prioritization_framework,
        created_at: Moment(created_at),
        updated_at: Moment(updated_at),
    } = row;
    let record = Team {
        name: Name::from_raw(name)?,
        plan: stored_word(&plan)?,
        billing_mode: stored_word(&billing_mode)?,
        grace_period_ends_at: grace_period_ends_at.map(|Moment(it)| it),
        timezone: Zone::from_raw(timezone)?,
        prioritization_framework: stored_word(&prioritization_framework)?,
    };
    Ok(Stored { id: Id::new(id), created_at, updated_at, deleted_at: None, record })
}

fn key_of(row: KeyRow) -> Result<Key, Refusal> {
    let KeyRow {
        id,
        team_id,
        user_id,
        name,
        abilities,
        hash,
        rate_limit,
        expires_at,
        revoked_at,
        created_at: Moment(created_at),
    } = row;
    Ok(Key {
        id: TokenId(id),
        team: TeamId::new(team_id),
        user: Id::new(user_id),
        name,
        abilities: Abilities::parse(&abilities).map_err(Refusal::Fault)?,
        hash,
        rate_limit: rate_limit.and_then(|it| u32::try_from(it).ok()),
        expires_at: expires_at.map(|Moment(it)| it),
        revoked_at: revoked_at.map(|Moment(it)| it),
        created_at,
    })
}

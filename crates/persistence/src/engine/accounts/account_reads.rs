//! Teams, their people and their keys, read.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use uplift_domain::access::{Actor, Bearer, Billing, BillingMode, Caller, Limit, Role, TeamId};
use uplift_domain::experiments::ExperimentStatus;
use uplift_domain::file::{FileId, StoredFile};
use uplift_domain::listing::{Counters, Filters, casefold};
use uplift_domain::ports::AccountReads;
use uplift_domain::record::{Choices, Email, Id, Name, Stored, Time, Value, Zone, stored_word};
use uplift_domain::responses::month_counter;
use uplift_domain::workspace::{KnownPerson, Membership, TeamSettings};
use uplift_domain::{
    ExperimentFilter, Invitation, InvitationState, Key, Kind, ProjectLookupFilter, Refusal, Team, User,
};
use uplift_tables::{
    Dated, DocText, InvitationRow, KeyRow, Moment, TeamRow, api_keys, files, invitations, settings, team_users, teams,
    users,
};

use super::super::super::backend::Db;
use super::super::session::session::{Session, refuse};
use super::files::{FILE, FileCells, file_of};

/// A key with its user, who is a member by a role and a name, and what its team is set to.
type BearerRow = (Dated, KeyRow, i64, String, Member, (String, Option<Moment>, String, String, String, DocText));
type Member = (Option<String>, Option<String>);

impl AccountReads for Session<'_> {
    fn now(&self) -> Time {
        self.now
    }

    fn bearer(&mut self, team: Option<TeamId>, key: Id<Key>) -> Result<Option<Bearer>, Refusal> {
        let member = team_users::team_id.eq(api_keys::team_id).and(team_users::id.eq(api_keys::user_id));
        let callers = api_keys::table
            .inner_join(users::table.on(users::id.eq(api_keys::user_id)))
            .inner_join(teams::table.on(teams::id.eq(api_keys::team_id)))
            .left_join(team_users::table.on(member))
            .filter(api_keys::id.eq(key.get()))
            .filter(teams::deleted_at.is_null())
            .select((
                dated!(api_keys),
                KeyRow::as_select(),
                api_keys::team_id,
                users::email,
                (team_users::role.nullable(), team_users::name.nullable()),
                (
                    teams::billing_mode,
                    teams::grace_period_ends_at,
                    teams::timezone,
                    teams::week_starts_on,
                    teams::prioritization_framework,
                    teams::settings,
                ),
            ));
        let found: Option<BearerRow> = match team {
            Some(team) => callers.filter(api_keys::team_id.eq(team.get())).get_result(self.conn()?),
            None => callers.get_result(self.conn()?),
        }
        .optional()
        .map_err(refuse)?;
        found.map(bearer_of).transpose()
    }

    fn teams(&mut self) -> Result<Vec<Stored<Team>>, Refusal> {
        let rows: Vec<(Dated, TeamRow)> = teams::table
            .order(teams::id.asc())
            .select((dated!(teams), TeamRow::as_select()))
            .load(self.conn()?)
            .map_err(refuse)?;
        rows.into_iter().map(|(dated, row)| Ok(row.into_stored(dated)?)).collect()
    }

    fn team_slugs(&mut self, beginning: &str, most: i64) -> Result<Vec<String>, Refusal> {
        // A slug has no character that means something in a pattern but `_`, which finds a few more.
        teams::table
            .filter(teams::slug.like(format!("{beginning}%")))
            .limit(most)
            .select(teams::slug)
            .load(self.conn()?)
            .map_err(refuse)
    }

    fn keys(&mut self, team: TeamId) -> Result<Vec<Stored<Key>>, Refusal> {
        let rows: Vec<(Dated, KeyRow)> = api_keys::table
            .filter(api_keys::team_id.eq(team.get()))
            .order(api_keys::id.asc())
            .select((dated!(api_keys), KeyRow::as_select()))
            .load(self.conn()?)
            .map_err(refuse)?;
        rows.into_iter().map(|(dated, row)| Ok(row.into_stored(dated)?)).collect()
    }

    fn keys_of(&mut self, team: TeamId, user: Id<User>) -> Result<Vec<Stored<Key>>, Refusal> {
        let rows: Vec<(Dated, KeyRow)> = api_keys::table
            .filter(api_keys::team_id.eq(team.get()))
            .filter(api_keys::user_id.eq(user.get()))
            .filter(api_keys::deleted_at.is_null())
            .order(api_keys::id.asc())
            .select((dated!(api_keys), KeyRow::as_select()))
            .load(self.conn()?)
            .map_err(refuse)?;
        rows.into_iter().map(|(dated, row)| Ok(row.into_stored(dated)?)).collect()
    }

    fn team_of_key(&mut self, key: Id<Key>) -> Result<Option<TeamId>, Refusal> {
        let team: Option<i64> = api_keys::table
            .filter(api_keys::id.eq(key.get()))
            .select(api_keys::team_id)
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)?;
        Ok(team.map(TeamId::new))
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

    fn people(&mut self, team: Option<TeamId>, one: Option<Id<User>>) -> Result<Vec<KnownPerson>, Refusal> {
        let mut people: users::BoxedQuery<'_, Db> = users::table.order(users::id.asc()).into_boxed();
        if let Some(team) = team {
            let members = team_users::table.filter(team_users::team_id.eq(team.get())).select(team_users::id);
            people = people.filter(users::id.eq_any(members));
        }
        if let Some(one) = one {
            people = people.filter(users::id.eq(one.get()));
        }
        let people: Vec<(i64, String)> = people.select((users::id, users::email)).load(self.conn()?).map_err(refuse)?;
        let mut known = Vec::with_capacity(people.len());
        for (id, email) in people {
            let teams: Vec<(i64, String, String)> = team_users::table
                .filter(team_users::id.eq(id))
                .order(team_users::team_id.asc())
                .select((team_users::team_id, team_users::role, team_users::name))
                .load(self.conn()?)
                .map_err(refuse)?;
            let user = Id::new(id);
            let memberships = teams.into_iter().map(|(team, role, name)| {
                let membership = Membership { team: TeamId::new(team), user, role: stored_word(&role)? };
                Ok((membership, Name::from_raw(name)?))
            });
            let memberships = memberships.collect::<Result<_, Refusal>>()?;
            known.push(KnownPerson { user, email: Email::from_raw(email)?, memberships });
        }
        Ok(known)
    }

    fn owners(&mut self, team: TeamId) -> Result<Vec<Id<User>>, Refusal> {
        let ids: Vec<i64> = team_users::table
            .filter(team_users::team_id.eq(team.get()))
            .filter(team_users::role.eq(Role::Owner.into_raw()))
            .order(team_users::id.asc())
            .select(team_users::id)
            .load(self.conn()?)
            .map_err(refuse)?;
        Ok(ids.into_iter().map(Id::new).collect())
    }

    fn pending_invitation(&mut self, team: TeamId, email: &Email) -> Result<Option<Stored<Invitation>>, Refusal> {
        let row: Option<(Dated, InvitationRow)> = invitations::table
            .filter(invitations::team_id.eq(team.get()))
            .filter(invitations::email_folded.eq(casefold(email.as_str())))
            .filter(invitations::state.eq(InvitationState::Pending.name()))
            .filter(invitations::expires_at.gt(Moment(self.now)))
            .order(invitations::id.desc())
            .select((dated!(invitations), InvitationRow::as_select()))
            .first(self.conn()?)
            .optional()
            .map_err(refuse)?;
        row.map(|(dated, row)| Ok(row.into_stored(dated)?)).transpose()
    }

    fn invitations_of(&mut self, team: TeamId, email: &Email) -> Result<Vec<Stored<Invitation>>, Refusal> {
        let rows: Vec<(Dated, InvitationRow)> = invitations::table
            .filter(invitations::team_id.eq(team.get()))
            .filter(invitations::email_folded.eq(casefold(email.as_str())))
            .filter(invitations::deleted_at.is_null())
            .order(invitations::id.asc())
            .select((dated!(invitations), InvitationRow::as_select()))
            .load(self.conn()?)
            .map_err(refuse)?;
        rows.into_iter().map(|(dated, row)| Ok(row.into_stored(dated)?)).collect()
    }

    fn used(&mut self, stored: &Stored<Team>, limit: Limit) -> Result<i64, Refusal> {
        let team = stored.team_id();
        match limit {
            Limit::Projects => self.counted_whole(team, Kind::Project),
            Limit::NumberingSchemes => self.counted_whole(team, Kind::NumberingScheme),
            Limit::ActiveExperiments => {
                let active = ExperimentStatus::ALL.iter().filter(|status| status.is_active());
                let values = active.map(|status| status.name().to_owned()).collect();
                self.counted(team, Kind::Experiment, &Counters { filter: ExperimentFilter::Status.name(), values })
            }
            Limit::Storage => self.counted_whole(team, Kind::File),
            Limit::Seats => Ok(self.seated(team)? + self.invited(team)?),
            Limit::LookupTypes => self.values_counted(team, Kind::ProjectLookup, ProjectLookupFilter::Type.name()),
            Limit::Forms => self.counted_whole(team, Kind::Form),
            Limit::FormResponses => {
                let (filter, month) = month_counter(&stored.record.timezone, self.now);
                self.counted(team, Kind::FormResponse, &Counters { filter, values: vec![month] })
            }
            Limit::SavedReports => self.counted_whole(team, Kind::SavedReport),
        }
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

/// Who shows a key.
fn bearer_of(row: BearerRow) -> Result<Bearer, Refusal> {
    let (dated, key, team, email, (role, name), of_team) = row;
    let (mode, ends_at, timezone, weeks, framework, DocText(settings)) = of_team;
    let key: Stored<Key> = key.into_stored(dated)?;
    let role = role.as_deref().map(stored_word::<Role>).transpose()?;
    let settings = TeamSettings::from_raw(settings)?;
    let caller = Caller {
        team: TeamId::new(team),
        actor: Actor::Member { user: key.record.user_id, role },
        abilities: key.record.abilities.clone(),
        timezone: Zone::from_raw(timezone)?,
        weeks: stored_word(&weeks)?,
        framework: stored_word(&framework)?,
        custom: settings.custom_framework(),
        viewers_comment: settings.all().viewers_may_comment,
        viewers_export: settings.all().viewers_may_export,
    };
    Ok(Bearer {
        key,
        caller,
        name: name.map(Name::from_raw).transpose()?,
        email: Email::from_raw(email)?,
        billing: Billing {
            mode: stored_word::<BillingMode>(&mode)?,
            grace_period_ends_at: ends_at.map(|Moment(it)| it),
        },
    })
}

impl Session<'_> {
    /// How many members of the team take a seat.
    fn seated(&mut self, team: TeamId) -> Result<i64, Refusal> {
        team_users::table
            .filter(team_users::team_id.eq(team.get()))
            .filter(team_users::role.ne(Role::Viewer.into_raw()))
            .count()
            .get_result(self.conn()?)
            .map_err(refuse)
    }

    /// How many invitations to the team that may still be accepted take one.
    fn invited(&mut self, team: TeamId) -> Result<i64, Refusal> {
        invitations::table
            .filter(invitations::team_id.eq(team.get()))
            .filter(invitations::state.eq(InvitationState::Pending.name()))
            .filter(invitations::expires_at.gt(Moment(self.now)))
            .filter(invitations::role.ne(Role::Viewer.into_raw()))
            .count()
            .get_result(self.conn()?)
            .map_err(refuse)
    }
}

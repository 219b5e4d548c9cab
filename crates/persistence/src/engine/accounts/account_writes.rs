//! Teams, their people and their keys, written.

use diesel::prelude::*;
use uplift_domain::access::{Key, Limit, Role, TeamId, TokenId};
use uplift_domain::listing::casefold;
use uplift_domain::ports::AccountWrites;
use uplift_domain::record::{Choices, Id, Stored, Value};
use uplift_domain::workspace::{Membership, Person, Team};
use uplift_domain::{Kind, Refusal, User};
use uplift_tables::{Moment, TeamRow, api_keys, memberships, settings, teams, users};

use super::super::super::dialect::for_update;
use super::super::session::session::{Session, refuse};
use super::account_reads::team_of;

/// The columns of a team that its fields fill.
macro_rules! team_cells {
    ($team:expr) => {
        (
            teams::name.eq($team.name.to_string()),
            teams::plan.eq($team.plan.name()),
            teams::billing_mode.eq($team.billing_mode.name()),
            teams::grace_period_ends_at.eq($team.grace_period_ends_at.map(Moment)),
            teams::timezone.eq($team.timezone.to_string()),
            teams::prioritization_framework.eq($team.prioritization_framework.name()),
        )
    };
}

impl AccountWrites for Session<'_> {
    fn team_to_change(&mut self, team: TeamId) -> Result<Option<Stored<Team>>, Refusal> {
        let query = teams::table.filter(teams::id.eq(team.get())).select(TeamRow::as_select());
        let row: Option<TeamRow> = for_update!(query).get_result(self.conn()?).optional().map_err(refuse)?;
        row.map(team_of).transpose()
    }

    fn insert_team(&mut self, team: &Team) -> Result<Stored<Team>, Refusal> {
        let now = self.now;
        let id: i64 = diesel::insert_into(teams::table)
            .values((team_cells!(team), teams::created_at.eq(Moment(now)), teams::updated_at.eq(Moment(now))))
            .returning(teams::id)
            .get_result(self.writing()?)
            .map_err(refuse)?;
        Ok(Stored { id: Id::new(id), created_at: now, updated_at: now, deleted_at: None, record: team.clone() })
    }

    fn save_team(&mut self, team: &Stored<Team>) -> Result<(), Refusal> {
        diesel::update(teams::table.find(team.id.get()))
            .set((team_cells!(team.record), teams::updated_at.eq(Moment(team.updated_at))))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn insert_person(&mut self, person: &Person) -> Result<Id<User>, Refusal> {
        let (now, name, email) = (self.now, person.name.as_str(), person.email.as_str());
        let id: i64 = diesel::insert_into(users::table)
            .values((
                users::name.eq(name),
                users::name_folded.eq(casefold(name)),
                users::email.eq(email),
                users::email_folded.eq(casefold(email)),
                users::created_at.eq(Moment(now)),
                users::updated_at.eq(Moment(now)),
            ))
            .returning(users::id)
            .get_result(self.writing()?)
            .map_err(refuse)?;
        Ok(Id::new(id))
    }

    fn insert_membership(&mut self, membership: &Membership) -> Result<(), Refusal> {
        let now = self.now;
        diesel::insert_into(memberships::table)
            .values((
                memberships::team_id.eq(membership.team.get()),
                memberships::user_id.eq(membership.user.get()),
                memberships::role.eq(membership.role.name()),
                memberships::created_at.eq(Moment(now)),
            ))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn save_membership(&mut self, membership: &Membership) -> Result<(), Refusal> {
        diesel::update(memberships::table.find((membership.team.get(), membership.user.get())))
            .set(memberships::role.eq(membership.role.name()))
            .execute(self.changing(Kind::User)?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn remove_membership(&mut self, team: TeamId, user: Id<User>) -> Result<(), Refusal> {
        diesel::delete(memberships::table.find((team.get(), user.get())))
            .execute(self.changing(Kind::User)?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn insert_key(&mut self, key: &Key) -> Result<Key, Refusal> {
        let id: i64 = diesel::insert_into(api_keys::table)
            .values((
                api_keys::team_id.eq(key.team.get()),
                api_keys::user_id.eq(key.user.get()),
                api_keys::name.eq(&key.name),
                api_keys::abilities.eq(key.abilities.names().join(",")),
                api_keys::hash.eq(&key.hash),
                api_keys::rate_limit.eq(key.rate_limit.map(i64::from)),
                api_keys::expires_at.eq(key.expires_at.map(Moment)),
                api_keys::created_at.eq(Moment(key.created_at)),
            ))
            .returning(api_keys::id)
            .get_result(self.writing()?)
            .map_err(refuse)?;
        Ok(Key { id: TokenId(id), ..key.clone() })
    }

    fn revoke_key(&mut self, team: TeamId, key: TokenId) -> Result<(), Refusal> {
        let now = self.now;
        let row = api_keys::table.filter(api_keys::team_id.eq(team.get())).filter(api_keys::id.eq(key.0));
        diesel::update(row.filter(api_keys::revoked_at.is_null()))
            .set(api_keys::revoked_at.eq(Moment(now)))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn set_setting(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        diesel::insert_into(settings::table)
            .values((settings::name.eq(name), settings::value.eq(value)))
            .on_conflict(settings::name)
            .do_update()
            .set(settings::value.eq(value))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn setting_or_insert(&mut self, name: &str, value: &str) -> Result<String, Refusal> {
        diesel::insert_into(settings::table)
            .values((settings::name.eq(name), settings::value.eq(value)))
            .on_conflict_do_nothing()
            .execute(self.writing()?)
            .map_err(refuse)?;
        settings::table.find(name).select(settings::value).get_result(self.conn()?).map_err(refuse)
    }

    fn used(&mut self, team: TeamId, limit: Limit) -> Result<i64, Refusal> {
        match limit {
            Limit::Projects => self.counted_whole(team, Kind::Project),
            Limit::NumberingSchemes => self.counted_whole(team, Kind::NumberingScheme),
            Limit::Storage => self.counted_whole(team, Kind::File),
            Limit::Seats => memberships::table
                .filter(memberships::team_id.eq(team.get()))
                .filter(memberships::role.ne(Role::Viewer.into_raw()))
                .count()
                .get_result(self.conn()?)
                .map_err(refuse),
        }
    }
}

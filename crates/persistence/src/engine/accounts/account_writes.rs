//! Teams, their people and their keys, written.

use diesel::prelude::*;
use rand::TryRngCore as _;
use rand::rngs::OsRng;
use uplift_domain::access::{SECRET, TeamId, USE_NOTED};
use uplift_domain::listing::casefold;
use uplift_domain::ports::{AccountReads as _, AccountWrites, Writes};
use uplift_domain::record::{Email, Id, Stored, Time};
use uplift_domain::{Key, Kind, Refusal, Team, User};
use uplift_tables::{Moment, NewTeam, NewUser, api_keys, settings, team_users, teams, users};

use super::super::super::dialect::insert_row;
use super::super::session::session::{Session, refuse};

impl AccountWrites for Session<'_> {
    fn team_to_change(&mut self, team: TeamId) -> Result<Option<Stored<Team>>, Refusal> {
        self.find_to_change(team, Id::new(team.get()))
    }

    fn insert_team(&mut self, team: &Team) -> Result<Stored<Team>, Refusal> {
        let now = self.now;
        let cells = (teams::created_at.eq(Moment(now)), teams::updated_at.eq(Moment(now)), NewTeam::from(team));
        let row = diesel::insert_into(teams::table).values(cells);
        let id = insert_row!(row, teams::id, self.writing()?).map_err(refuse)?;
        Ok(Stored { id: Id::new(id), created_at: now, updated_at: now, deleted_at: None, record: team.clone() })
    }

    fn insert_person(&mut self, email: &Email) -> Result<Id<User>, Refusal> {
        let email = email.as_str();
        diesel::insert_into(users::table)
            .values((
                users::email.eq(email),
                users::email_folded.eq(casefold(email)),
                users::created_at.eq(Moment(self.now)),
            ))
            .on_conflict_do_nothing()
            .execute(self.writing()?)
            .map_err(refuse)?;
        self.person(email)?.ok_or_else(|| Refusal::Fault("a person was not kept".to_owned()))
    }

    fn set_address(&mut self, user: Id<User>, email: &Email) -> Result<(), Refusal> {
        let email = email.as_str();
        diesel::update(users::table.filter(users::id.eq(user.get())))
            .set((users::email.eq(email), users::email_folded.eq(casefold(email))))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn insert_member(&mut self, team: TeamId, user: Id<User>, member: &User) -> Result<Stored<User>, Refusal> {
        let now = self.now;
        diesel::insert_into(team_users::table)
            .values((
                team_users::id.eq(user.get()),
                team_users::team_id.eq(team.get()),
                team_users::created_at.eq(Moment(now)),
                team_users::updated_at.eq(Moment(now)),
                NewUser::from(member),
            ))
            .execute(self.changing(Kind::User)?)
            .map_err(refuse)?;
        Ok(Stored { id: user, created_at: now, updated_at: now, deleted_at: None, record: member.clone() })
    }

    fn note_use(&mut self, team: TeamId, key: Id<Key>, user: Id<User>) -> Result<(), Refusal> {
        let (now, before) = (Moment(self.now), Moment(self.now.plus_seconds(-USE_NOTED)));
        let key = api_keys::table.filter(api_keys::team_id.eq(team.get())).filter(api_keys::id.eq(key.get()));
        diesel::update(key.filter(api_keys::last_used_at.is_null().or(api_keys::last_used_at.le(before))))
            .set(api_keys::last_used_at.eq(now))
            .execute(self.writing()?)
            .map_err(refuse)?;
        let member = team_users::table.filter(team_users::team_id.eq(team.get())).filter(team_users::id.eq(user.get()));
        diesel::update(member.filter(team_users::last_active_at.is_null().or(team_users::last_active_at.le(before))))
            .set(team_users::last_active_at.eq(now))
            .execute(self.writing()?)
            .map(|_| ())
            .map_err(refuse)
    }

    fn set_now(&mut self, now: Time) {
        self.now = now;
    }

    fn random(&mut self) -> Result<[u8; SECRET], Refusal> {
        let mut random = [0; SECRET];
        OsRng.try_fill_bytes(&mut random).map_err(|error| Refusal::Fault(error.to_string()))?;
        Ok(random)
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
}

//! What is read across kinds.

use diesel::connection::DefaultLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use uplift_domain::access::TeamId;
use uplift_domain::activity::{Activity, ActivityListing, ActivitySort};
use uplift_domain::file::StoredFile;
use uplift_domain::listing::Link;
use uplift_domain::ports::{CrossKindReads, Ends, Meter};
use uplift_domain::record::{Choices, Id, Time};
use uplift_domain::{Kind, Refusal};
use uplift_tables::{ActivityRow, DocText, Moment, activities, files, memberships};

use super::super::super::backend::Db;
use super::super::super::dialect::{among, in_time};
use super::super::accounts::files::{FILE, FileCells, file_of};
use super::super::lists::order::OrderBy;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};
use super::by_kind::table_of;
use super::relations::{self, Bound};

impl Session<'_> {
    /// Which of these records of a kind the team has; live ones only, or all.
    fn present(&mut self, team: TeamId, kind: Kind, ids: &[i64], live: bool) -> Result<Vec<i64>, Refusal> {
        match kind {
            Kind::Team => Ok(ids.iter().copied().filter(|id| *id == team.get()).collect()),
            Kind::User | Kind::Membership => memberships::table
                .filter(memberships::team_id.eq(team.get()))
                .filter(among!(memberships::user_id, ids))
                .select(memberships::user_id)
                .load(self.reading(&["memberships"])?)
                .map_err(refuse),
            Kind::Activity => {
                self.flush_entries()?;
                self.ids_in("activities", team, ids, false)
            }
            Kind::Key | Kind::File => Ok(Vec::new()),
            listed => self.ids_in(table_of(listed)?, team, ids, live),
        }
    }

    fn ids_in(&mut self, table: &'static str, team: TeamId, ids: &[i64], live: bool) -> Result<Vec<i64>, Refusal> {
        let mut statement = Statement::<BigInt>::new("SELECT ").name("id").words(" FROM ").name(table);
        statement = statement.words(" WHERE team_id = ").number(team.get()).words(" AND id").among(ids);
        if live {
            statement = statement.words(" AND deleted_at IS NULL");
        }
        statement.load(self.reading(&[table])?).map_err(refuse)
    }

    /// Whether the log of the team is about a record: how one that was deleted for good is still known.
    fn is_logged(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal> {
        self.flush_entries()?;
        let about = activities::table
            .filter(activities::team_id.eq(team.get()))
            .filter(activities::subject_type.eq(kind.singular()))
            .filter(activities::subject_id.eq(id));
        diesel::select(diesel::dsl::exists(about)).get_result(self.conn()?).map_err(refuse)
    }

    /// Whether the log of the team names a user: how a former member is still known.
    fn was_member(&mut self, team: TeamId, user: i64) -> Result<bool, Refusal> {
        self.flush_entries()?;
        let caused = activities::table
            .filter(activities::team_id.eq(team.get()))
            .filter(activities::causer_type.eq(Kind::User.singular()))
            .filter(activities::causer_id.eq(user));
        diesel::select(diesel::dsl::exists(caused)).get_result(self.conn()?).map_err(refuse)
    }
}

impl CrossKindReads for Session<'_> {
    fn holds(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<Vec<i64>, Refusal> {
        let known = |id: &i64| self.known.live.contains(&(team.get(), kind, *id));
        if ids.iter().all(known) {
            return Ok(ids.to_vec());
        }
        let held = self.present(team, kind, ids, true)?;
        self.known.live.extend(held.iter().map(|id| (team.get(), kind, *id)));
        Ok(held)
    }

    fn knew(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal> {
        let present = !self.present(team, kind, &[id], false)?.is_empty();
        Ok(present || self.is_logged(team, kind, id)? || (kind == Kind::User && self.was_member(team, id)?))
    }

    fn total(&mut self, team: TeamId, kind: Kind) -> Result<i64, Refusal> {
        self.counted_whole(team, kind)
    }

    fn attached(&mut self, team: TeamId, link: Link, ends: Ends, most: i64) -> Result<Vec<i64>, Refusal> {
        relations::attached(self, team, link, ends, Bound::First(most))
    }

    fn attached_among(&mut self, team: TeamId, link: Link, ends: Ends, ids: &[i64]) -> Result<Vec<i64>, Refusal> {
        relations::attached(self, team, link, ends, Bound::Among(ids))
    }

    fn file(&mut self, team: TeamId, file: Id<StoredFile>) -> Result<Option<StoredFile>, Refusal> {
        let row: Option<FileCells> = files::table
            .filter(files::team_id.eq(team.get()))
            .filter(files::id.eq(file.get()))
            .select(FILE)
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)?;
        Ok(row.map(file_of).transpose()?.map(|(_, file)| file))
    }

    fn activities(
        &mut self,
        team: TeamId,
        listing: &ActivityListing,
        meter: &mut dyn Meter,
    ) -> Result<(Vec<Activity>, i64), Refusal> {
        self.flush_entries()?;
        let narrowed = || {
            let of_team = activities::table.filter(activities::team_id.eq(team.get()));
            let mut query: activities::BoxedQuery<'_, Db> = in_time!(of_team, activities::id)
                .filter(activities::subject_type.eq(listing.subject.name()))
                .filter(activities::subject_id.eq(listing.subject_id))
                .into_boxed();
            if let Some(from) = listing.span.from {
                query = query.filter(activities::created_at.ge(Moment(Time::from(from))));
            }
            if let Some(until) = listing.span.until {
                query = query.filter(activities::created_at.lt(Moment(Time::from(until))));
            }
            query
        };
        let total = narrowed().count().get_result(self.conn()?).map_err(refuse)?;
        if listing.page.offset() >= total {
            return Ok((Vec::new(), total));
        }
        let (sort, direction) = listing.sort;
        let ordered = match sort {
            ActivitySort::Id => narrowed(),
            ActivitySort::CreatedAt => narrowed().then_order_by(OrderBy::of("activities", "created_at", direction)),
        };
        let rows = ordered
            .then_order_by(OrderBy::of("activities", "id", direction))
            .limit(listing.page.size)
            .offset(listing.page.offset())
            .select(ActivityRow::as_select())
            .load_iter::<ActivityRow, DefaultLoadingMode>(self.conn()?)
            .map_err(refuse)?;
        let entries = rows.map(|row| {
            let entry = activity(row.map_err(refuse)?);
            meter.weigh(size_of::<Activity>() + entry.properties.as_ref().map_or(0, String::len))?;
            Ok(entry)
        });
        Ok((entries.collect::<Result<_, Refusal>>()?, total))
    }
}

fn activity(row: ActivityRow) -> Activity {
    let ActivityRow {
        id,
        log_name,
        description,
        subject_type,
        subject_id,
        event,
        causer_type,
        causer_id,
        properties,
        batch_uuid,
        created_at: Moment(created_at),
        updated_at: Moment(updated_at),
    } = row;
    Activity {
        id,
        log_name,
        description,
        subject_type,
        subject_id,
        event,
        causer_type,
        causer_id,
        properties: properties.map(|DocText(text)| text),
        batch_uuid,
        created_at,
        updated_at,
    }
}

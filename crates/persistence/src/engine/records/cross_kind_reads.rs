//! What is read across kinds.

use diesel::connection::DefaultLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable};
use uplift_domain::access::{Caller, TeamId};
use uplift_domain::activity::{Activity, ActivityFilter, ActivityListing, ActivitySort, Event};
use uplift_domain::file::StoredFile;
use uplift_domain::listing::Link;
use uplift_domain::ports::{After, CrossKindReads, Ends, Meter, ShownRecord};
use uplift_domain::record::{Id, Time};
use uplift_domain::{Kind, Refusal};
use uplift_tables::{ActivityRow, DocText, Moment, activities, files};

use super::super::super::backend::Db;
use super::super::super::dialect::{among, in_team, in_time};
use super::super::accounts::files::{FILE, FileCells, file_of};
use super::super::lists::order::OrderBy;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};
use super::by_ids::in_order_of;
use super::by_kind::records;
use super::links;
use super::relations::{self, Bound};
use super::roles::roles;
use crate::deadline;

/// Asks for those of these ids that rows of a table have.
fn select_all(team: TeamId, table: &'static str, ids: &[i64]) -> Statement<BigInt> {
    let from = Statement::new("SELECT ").name("id").words(" FROM ").name(table);
    from.words(" WHERE team_id = ").number(team.get()).words(" AND id").among(ids)
}

/// Asks for those of these ids that live rows of a table have.
fn select_live(team: TeamId, table: &'static str, ids: &[i64]) -> Statement<BigInt> {
    // Said so, no index of live records alone is taken, of which SQLite would read all that are the team's.
    select_all(team, table, ids).words(" AND NOT (deleted_at IS NOT NULL)")
}

impl Session<'_> {
    /// Which of these records of a kind the team has; live ones only, or all.
    fn present(&mut self, team: TeamId, kind: Kind, ids: &[i64], live: bool) -> Result<Vec<i64>, Refusal> {
        match kind {
            Kind::Activity => {
                self.flush_entries()?;
                self.ids_in("activities", team, ids, false)
            }
            Kind::File => Ok(Vec::new()),
            listed => self.ids_in(listed.table(), team, ids, live),
        }
    }

    fn ids_in(&mut self, table: &'static str, team: TeamId, ids: &[i64], live: bool) -> Result<Vec<i64>, Refusal> {
        let statement = if live { select_live(team, table, ids) } else { select_all(team, table, ids) };
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
    fn live_ids(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<Vec<i64>, Refusal> {
        let known = |id: &i64| self.known.live.contains(&(team.get(), kind, *id));
        if ids.iter().all(known) {
            return Ok(ids.to_vec());
        }
        let held = self.present(team, kind, ids, true)?;
        self.known.live.extend(held.iter().map(|id| (team.get(), kind, *id)));
        Ok(held)
    }

    fn referable_ids(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<Vec<i64>, Refusal> {
        let Some(closed) = kind.closed_status() else { return self.live_ids(team, kind, ids) };
        let known = |id: &i64| self.known.referable.contains(&(team.get(), kind, *id));
        if ids.iter().all(known) {
            return Ok(ids.to_vec());
        }
        let table = kind.table();
        let statement = select_live(team, table, ids).words(" AND status <> ").text(closed);
        let open: Vec<i64> = statement.load(self.reading(&[table])?).map_err(refuse)?;
        self.known.referable.extend(open.iter().map(|id| (team.get(), kind, *id)));
        self.known.live.extend(open.iter().map(|id| (team.get(), kind, *id)));
        Ok(open)
    }

    fn ids_by_word(
        &mut self,
        team: TeamId,
        kind: Kind,
        (field, word): (&'static str, &'static str),
        or: Option<(&'static str, &'static str)>,
        after: After,
    ) -> Result<Vec<i64>, Refusal> {
        let table = kind.table();
        let of_team = Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE team_id = ");
        let mut named = of_team.number(team.get()).words(" AND (").name(field).words(" = ").text(word);
        if let Some((field, part)) = or {
            named = named.words(" OR ").name(field).words(" LIKE ").text(format!("%{part}%"));
        }
        let later = named.words(") AND id > ").number(after.id).words(" ORDER BY id").limit(after.most);
        later.load(self.reading(&[table])?).map_err(refuse)
    }

    fn ever_had(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal> {
        let present = !self.present(team, kind, &[id], false)?.is_empty();
        Ok(present || self.is_logged(team, kind, id)? || (kind == Kind::User && self.was_member(team, id)?))
    }

    fn total_of_list(&mut self, team: TeamId, kind: Kind) -> Result<i64, Refusal> {
        self.counted_whole(team, kind)
    }

    fn attached(&mut self, team: TeamId, link: Link, ends: Ends, most: i64) -> Result<Vec<i64>, Refusal> {
        relations::attached(self, team, link, ends, Bound::First(most))
    }

    fn attached_among(&mut self, team: TeamId, link: Link, ends: Ends, ids: &[i64]) -> Result<Vec<i64>, Refusal> {
        relations::attached(self, team, link, ends, Bound::Among(ids))
    }

    fn is_attached(&mut self, team: TeamId, link: Link, ends: Ends, except: &[i64]) -> Result<bool, Refusal> {
        links::has_others(self, team, link, ends, except)
    }

    fn roles(&mut self, team: TeamId, link: Link, (from, id, to): Ends) -> Result<Vec<(i64, &'static str)>, Refusal> {
        let Some(role) = link.role else { return Ok(Vec::new()) };
        let found = roles(self, team, (link, role), (from, to), &[id])?;
        Ok(found.into_iter().map(|(_, related, word)| (related, word)).collect())
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
        let filtered = || filtered(team, listing);
        let total = filtered().count().get_result(self.conn()?).map_err(refuse)?;
        if listing.page.offset() >= total {
            return Ok((Vec::new(), total));
        }
        let rows = sorted(filtered(), listing)
            .limit(listing.page.size)
            .offset(listing.page.offset())
            .select(ActivityRow::as_select())
            .load_iter::<ActivityRow, DefaultLoadingMode>(self.conn()?)
            .map_err(refuse)?;
        let entries = rows.map(|row| weighed(row.map_err(refuse)?, meter));
        Ok((entries.collect::<Result<_, Refusal>>()?, total))
    }

    fn activity_ids(&mut self, team: TeamId, listing: &ActivityListing, most: i64) -> Result<Vec<i64>, Refusal> {
        self.flush_entries()?;
        self.take(sorted(filtered(team, listing), listing).limit(most).select(activities::id))
    }

    fn activities_by_ids(
        &mut self,
        team: TeamId,
        ids: &[i64],
        meter: &mut dyn Meter,
    ) -> Result<Vec<Activity>, Refusal> {
        let rows = activities::table
            .filter(in_team!(activities, team))
            .filter(among!(activities::id, ids))
            .select(ActivityRow::as_select())
            .load_iter::<ActivityRow, DefaultLoadingMode>(self.conn()?)
            .map_err(refuse)?;
        let entries = rows.map(|row| weighed(row.map_err(refuse)?, meter));
        Ok(in_order_of(ids, entries.collect::<Result<_, Refusal>>()?, |entry: &Activity| entry.id))
    }

    fn shown(
        &mut self,
        caller: &Caller,
        kind: Kind,
        ids: &[i64],
        meter: &mut dyn Meter,
    ) -> Result<Vec<ShownRecord>, Refusal> {
        records(self, kind, caller, ids, meter)
    }

    fn in_time(&mut self) -> Result<(), Refusal> {
        self.check_deadline()?;
        if deadline::is_over() { Err(Refusal::TimedOut) } else { Ok(()) }
    }

    fn begin_part(&mut self) -> Result<(), Refusal> {
        self.in_time()?;
        // Waiting for its turn takes nothing of its time.
        let is_given_up = || {
            deadline::renew();
            deadline::is_over()
        };
        if self.turns.as_mut().is_some_and(|turns| !turns.next(is_given_up)) {
            return Err(Refusal::TimedOut);
        }
        deadline::renew();
        Ok(())
    }
}

/// Entries in the order of a list.
fn sorted<'q>(entries: activities::BoxedQuery<'q, Db>, listing: &ActivityListing) -> activities::BoxedQuery<'q, Db> {
    let (sort, direction) = listing.sort;
    let ordered = match sort {
        ActivitySort::Id => entries,
        ActivitySort::CreatedAt => entries.then_order_by(OrderBy::of("activities", "created_at", direction)),
    };
    ordered.then_order_by(OrderBy::of("activities", "id", direction))
}

/// The entry of a row, weighed.
fn weighed(row: ActivityRow, meter: &mut dyn Meter) -> Result<Activity, Refusal> {
    let entry = activity(row);
    meter.weigh(size_of::<Activity>() + entry.properties.as_ref().map_or(0, String::len))?;
    Ok(entry)
}

/// The entries that a list is of.
fn filtered<'q>(team: TeamId, listing: &'q ActivityListing) -> activities::BoxedQuery<'q, Db> {
    let ActivityFilter { subjects, subject_id, causers, events, batches, after } = &listing.filter;
    let of_team = activities::table.filter(activities::team_id.eq(team.get()));
    let mut query: activities::BoxedQuery<'_, Db> = in_time!(of_team, activities::id).into_boxed();
    query = match subjects.as_deref() {
        None => query,
        // One value is compared by itself, for which the database knows an index best.
        Some([subject]) => query.filter(activities::subject_type.eq(subject.singular())),
        Some(several) => query.filter(activities::subject_type.eq_any(several.iter().map(|it| it.singular()))),
    };
    if let Some(id) = subject_id {
        query = query.filter(activities::subject_id.eq(id));
    }
    if let Some(causers) = causers {
        let by_users = query.filter(activities::causer_type.eq(Kind::User.singular()));
        query = by_users.filter(activities::causer_id.eq_any(causers));
    }
    if let Some(batches) = batches {
        query = query.filter(activities::batch_uuid.eq_any(batches));
    }
    if let Some(after) = after {
        query = query.filter(activities::id.gt(after));
    }
    for any_of in events {
        query = query.filter(any(any_of));
    }
    if let Some(from) = listing.span.from {
        query = query.filter(activities::created_at.ge(Moment(Time::from(from))));
    }
    if let Some(until) = listing.span.until {
        query = query.filter(activities::created_at.lt(Moment(Time::from(until))));
    }
    query
}

type IsEvent<'q> = Box<dyn BoxableExpression<activities::table, Db, SqlType = Nullable<Bool>> + 'q>;

/// The condition that an entry is about one of these events.
fn any(events: &[Event]) -> IsEvent<'_> {
    let named: Vec<&str> =
        events.iter().filter_map(|it| if let Event::Named(name) = it { Some(&**name) } else { None }).collect();
    let mut any: IsEvent<'_> = Box::new(activities::event.eq_any(named));
    for event in events {
        if let Event::Ending(end) = event {
            any = Box::new(any.or(activities::event.like(format!("%\\_{end}")).escape('\\')));
        }
    }
    any
}

pub(super) fn activity(row: ActivityRow) -> Activity {
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

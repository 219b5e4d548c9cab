//! What is read across kinds.

use diesel::connection::DefaultLoadingMode;
use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::activity::{Activity, ActivityListing, ActivitySort};
use uplift_domain::file::StoredFile;
use uplift_domain::listing::{Direction, ManyToMany};
use uplift_domain::ports::{CrossKindReads, Meter};
use uplift_domain::record::{Choices, Id, Time};
use uplift_domain::{Kind, Refusal};
use uplift_tables::{ActivityRow, DocText, Moment, activities, attachments, files, idea_insight, ideas, insights};
use uplift_tables::{learning_insight, learnings, memberships, numbering_schemes, projects, research_collections};

use super::super::backend::{Db, among, down, in_time, up};
use super::files::{FILE, NewFile, file_of};
use super::session::{Session, refuse};

/// The ids among these of a table's rows, live ones only or all.
macro_rules! present {
    ($self:ident, $team:ident, $ids:ident, $live:ident, $table:ident) => {{
        let these =
            $table::table.filter($table::team_id.eq($team.get())).filter(among!($table::id, $ids)).select($table::id);
        let conn = $self.reading(&[stringify!($table)])?;
        if $live { these.filter($table::deleted_at.is_null()).load(conn) } else { these.load(conn) }.map_err(refuse)
    }};
}

/// The ids of the live records on the far side of a link, narrowed by what is said of the query and its column.
macro_rules! far_side {
    ($self:ident, $team:ident, $link:ident, $from:ident, ($query:ident, $far:ident) => $narrowed:expr) => {{
        macro_rules! through {
            ($joint:ident.$near:ident -> $there:ident of $table:ident) => {{
                let ($query, $far) = (
                    $joint::table
                        .inner_join(
                            $table::table.on($table::team_id.eq($joint::team_id).and($table::id.eq($joint::$there))),
                        )
                        .filter($joint::team_id.eq($team.get()))
                        .filter($joint::$near.eq($from.1))
                        .filter($table::deleted_at.is_null()),
                    $joint::$there,
                );
                $narrowed.select($joint::$there).load($self.conn()?).map_err(refuse)
            }};
        }
        match ($link, $from.0) {
            (ManyToMany::LearningInsight, Kind::Learning) => through!(learning_insight.learning_id -> insight_id of insights),
            (ManyToMany::LearningInsight, _) => through!(learning_insight.insight_id -> learning_id of learnings),
            (ManyToMany::IdeaInsight, Kind::Idea) => through!(idea_insight.idea_id -> insight_id of insights),
            (ManyToMany::IdeaInsight, _) => through!(idea_insight.insight_id -> idea_id of ideas),
        }
    }};
}

impl Session<'_> {
    fn present(&mut self, team: TeamId, kind: Kind, ids: &[i64], live: bool) -> Result<Vec<i64>, Refusal> {
        if kind == Kind::Activity {
            self.flush_entries()?;
        }
        match kind {
            Kind::Project => present!(self, team, ids, live, projects),
            Kind::ResearchCollection => present!(self, team, ids, live, research_collections),
            Kind::Insight => present!(self, team, ids, live, insights),
            Kind::Learning => present!(self, team, ids, live, learnings),
            Kind::Idea => present!(self, team, ids, live, ideas),
            Kind::Attachment => present!(self, team, ids, live, attachments),
            Kind::NumberingScheme => present!(self, team, ids, live, numbering_schemes),
            Kind::User | Kind::Membership => memberships::table
                .filter(memberships::team_id.eq(team.get()))
                .filter(among!(memberships::user_id, ids))
                .select(memberships::user_id)
                .load(self.reading(&["memberships"])?)
                .map_err(refuse),
            Kind::Team => Ok(ids.iter().copied().filter(|id| *id == team.get()).collect()),
            Kind::Activity => activities::table
                .filter(activities::team_id.eq(team.get()))
                .filter(among!(activities::id, ids))
                .select(activities::id)
                .load(self.conn()?)
                .map_err(refuse),
            Kind::Key | Kind::File => Ok(Vec::new()),
        }
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
        Ok(present || (kind == Kind::User && self.was_member(team, id)?))
    }

    fn total(&mut self, team: TeamId, kind: Kind) -> Result<i64, Refusal> {
        self.counted_whole(team, kind)
    }

    fn attached(&mut self, team: TeamId, link: ManyToMany, from: (Kind, i64), most: i64) -> Result<Vec<i64>, Refusal> {
        far_side!(self, team, link, from, (query, far) => query.order(far.asc()).limit(most))
    }

    fn attached_among(
        &mut self,
        team: TeamId,
        link: ManyToMany,
        from: (Kind, i64),
        ids: &[i64],
    ) -> Result<Vec<i64>, Refusal> {
        far_side!(self, team, link, from, (query, far) => query.filter(among!(far, ids)).order(far.asc()))
    }

    fn file(&mut self, team: TeamId, file: Id<StoredFile>) -> Result<Option<StoredFile>, Refusal> {
        let row: Option<NewFile> = files::table
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
            ActivitySort::CreatedAt => by!(narrowed(), direction, activities::created_at),
        };
        let rows = by!(ordered, direction, activities::id)
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

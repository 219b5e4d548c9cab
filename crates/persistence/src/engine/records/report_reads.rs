//! What reports read of many records at once.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use uplift_domain::access::TeamId;
use uplift_domain::listing::Link;
use uplift_domain::period::Span;
use uplift_domain::ports::{EntryFacts, Pair, ReportReads, StatusEntry};
use uplift_domain::record::{Date, Id, Segment, Time};
use uplift_domain::{Experiment, Kind, Refusal, SavedReport};
use uplift_tables::{Doc, DocText, Micros, Moment, saved_reports};

use super::super::super::backend;
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};
use super::fact_reads::live;
use super::relations::with_words;

type StatusCells = (BigInt, Nullable<BigInt>, Nullable<Text>, Doc, Micros);
type StatusCellValues = (i64, Option<i64>, Option<String>, DocText, Moment);

type EntryCells = (Micros, Nullable<BigInt>, Nullable<Text>, Nullable<Text>, Nullable<BigInt>);
type EntryCellValues = (Moment, Option<i64>, Option<String>, Option<String>, Option<i64>);

impl ReportReads for Session<'_> {
    fn saved_report_at(&mut self, token: &str) -> Result<Option<(TeamId, Id<SavedReport>)>, Refusal> {
        let found: Option<(i64, i64)> = saved_reports::table
            .filter(saved_reports::public_token.eq(token))
            .select((saved_reports::team_id, saved_reports::id))
            .get_result(self.conn()?)
            .optional()
            .map_err(refuse)?;
        Ok(found.map(|(team, id)| (TeamId::new(team), Id::new(id))))
    }

    fn first_started(&mut self, team: TeamId, kind: Kind) -> Result<Option<Time>, Refusal> {
        let started = live(Statement::<Micros>::new("SELECT started_at"), team, kind.table());
        let first = started.words(" AND started_at IS NOT NULL ORDER BY started_at").limit(1);
        let found: Option<Moment> = first.get_result(self.conn()?).optional().map_err(refuse)?;
        Ok(found.map(|Moment(started)| started))
    }

    fn pairs(&mut self, team: TeamId, link: Link, (from, to): (Kind, Kind)) -> Result<Vec<Pair>, Refusal> {
        let (near, far) = (link.near(from), link.far(to));
        let select = Statement::<(BigInt, BigInt, Nullable<Text>)>::new("SELECT ").name(near.id.clone()).words(", ");
        let select = select.name(far.id).words(", ");
        let select = match link.role {
            Some(role) => select.name(role.column),
            None => select.words("NULL"),
        };
        let rows = select.words(" FROM ").name(link.table).words(" WHERE ").in_time(link.table, near.id);
        let rows = rows.words("team_id = ").number(team.get());
        let rows = with_words(rows, link.table, &link.words(from, to));
        self.all(link.table, rows, Ok)
    }

    fn ids_with(&mut self, team: TeamId, kind: Kind, (field, of): (&'static str, &[i64])) -> Result<Vec<i64>, Refusal> {
        let table = kind.table();
        let ids = Statement::<BigInt>::new("SELECT id FROM ").name(table).words(" WHERE ").in_time(table, "id");
        let ids = ids.words("team_id = ").number(team.get()).words(" AND ").name(field).among(of);
        ids.load(self.conn()?).map_err(refuse)
    }

    fn last_logged(&mut self, team: TeamId, kind: Kind) -> Result<Vec<(i64, Time)>, Refusal> {
        self.flush_entries()?;
        let last = Statement::<(BigInt, Micros)>::new("SELECT subject_id, max(created_at) FROM activities WHERE ");
        let last = last.in_time("activities", "id").words("team_id = ").number(team.get());
        let last = last.words(" AND subject_type = ").text(kind.singular()).words(" AND subject_id IS NOT NULL");
        let last = last.words(" GROUP BY subject_id");
        self.all("last_logged", last, |(id, Moment(at))| Ok((id, at)))
    }

    fn last_logged_with(
        &mut self,
        team: TeamId,
        kind: Kind,
        (field, of): (&'static str, i64),
    ) -> Result<Option<Time>, Refusal> {
        self.flush_entries()?;
        let last = Statement::<Nullable<Micros>>::new("SELECT max(created_at) FROM activities WHERE ");
        let last = last.in_time("activities", "id").words("team_id = ").number(team.get());
        let last =
            last.words(" AND subject_type = ").text(kind.singular()).words(" AND subject_id IN (SELECT id FROM ");
        let last = last.name(kind.table()).words(" WHERE team_id = ").number(team.get());
        let last = last.words(" AND ").name(field).words(" = ").number(of).words(")");
        let found: Option<Moment> = last.get_result(self.conn()?).map_err(refuse)?;
        Ok(found.map(|Moment(at)| at))
    }

    fn each_status_entry(
        &mut self,
        team: TeamId,
        kind: Kind,
        of: Option<&[i64]>,
        take: &mut dyn FnMut(StatusEntry),
    ) -> Result<(), Refusal> {
        self.flush_entries()?;
        let said = Statement::<StatusCells>::new(
            "SELECT subject_id, causer_id, event, properties, created_at FROM activities WHERE ",
        );
        let said = said.in_time("activities", "id").words("team_id = ").number(team.get());
        let said = said.words(" AND subject_type = ").text(kind.singular()).words(" AND subject_id");
        let said = match of {
            Some(ids) => said.among(ids),
            None => said.words(" IS NOT NULL"),
        };
        // In this order they stand in an index.
        let said = said.words(" AND ").words(backend::MENTIONS_STATUS).words(" ORDER BY subject_id, id");
        backend::each_row(self.conn()?, "status_entries", said, |row: StatusCellValues| {
            let (subject_id, causer, event, DocText(properties), Moment(at)) = row;
            if properties.contains("\"status\"") {
                take(StatusEntry { subject_id, causer, event, properties, at });
            }
            Ok(())
        })
    }

    fn each_entry(&mut self, team: TeamId, span: Span, take: &mut dyn FnMut(EntryFacts)) -> Result<(), Refusal> {
        self.flush_entries()?;
        let entries = Statement::<EntryCells>::new(
            "SELECT created_at, causer_id, event, subject_type, subject_id FROM activities WHERE ",
        );
        let mut entries = entries.in_time("activities", "id").words("team_id = ").number(team.get());
        if let Some(from) = span.from {
            entries = entries.words(" AND created_at >= ").moment(Moment(Time::from(from)));
        }
        if let Some(until) = span.until {
            entries = entries.words(" AND created_at < ").moment(Moment(Time::from(until)));
        }
        let entries = entries.words(" ORDER BY id");
        backend::each_row(self.conn()?, "entries", entries, |row: EntryCellValues| {
            let (Moment(at), causer, event, subject, id) = row;
            let subject = subject.as_deref().and_then(Kind::named).zip(id);
            take(EntryFacts { at, causer, event, subject });
            Ok(())
        })
    }

    fn count_by_word(
        &mut self,
        team: TeamId,
        kind: Kind,
        field: &'static str,
        (of, id): (&'static str, i64),
    ) -> Result<Vec<(Option<String>, i64)>, Refusal> {
        // A field may be the id of a record.
        let counted = Statement::<(Nullable<Text>, BigInt)>::new("SELECT CAST(").name(field);
        let counted = counted.words(" AS text), count(*)");
        let counted = live(counted, team, kind.table()).words(" AND ").name(of).words(" = ").number(id);
        counted.words(" GROUP BY ").name(field).load(self.conn()?).map_err(refuse)
    }

    fn results_as_of(
        &mut self,
        team: TeamId,
        experiment: Id<Experiment>,
        segment: &Segment,
        day: Date,
    ) -> Result<Vec<i64>, Refusal> {
        // Each variation and goal has one row that is the latest, from which the index of days leads to the one asked
        // for.
        let table = Kind::ResultRow.table();
        let rows = Statement::<Nullable<BigInt>>::new("SELECT (SELECT o.id FROM ").name(table);
        let rows = rows.words(" AS o WHERE o.team_id = ").number(team.get()).words(" AND o.variation_id = ");
        let rows = rows.column(table, "variation_id").words(" AND o.goal_id = ").column(table, "goal_id");
        let rows = rows.words(" AND o.segment = ").text(segment.as_str()).words(" AND o.as_of <= ").day(day.0);
        let rows = rows.words(" AND o.deleted_at IS NULL ORDER BY o.as_of DESC LIMIT 1)");
        let rows = live(rows, team, table).words(" AND experiment_id = ").number(experiment.get());
        let rows = rows.words(" AND latest = TRUE AND segment = ").text(segment.as_str());
        let found: Vec<Option<i64>> = rows.load(self.conn()?).map_err(refuse)?;
        Ok(found.into_iter().flatten().collect())
    }
}

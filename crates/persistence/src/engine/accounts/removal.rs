//! What a team has, removed with the team: of every table that the database has, whether or not the engine knows it.

use diesel::prelude::*;
use diesel::sql_query;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Removed, TeamRows};
use uplift_tables::{files, team_users};

use super::super::super::catalog::{first_rows, references, tables_of_teams};
use super::super::session::session::{Session, refuse};
use super::files::{FILE, FileCells, file_of};
use super::removal_steps::{MEMBERS, PEOPLE, Reference, Step, steps};

impl TeamRows for Session<'_> {
    fn remove_part(&mut self, team: TeamId, step: usize, most: i64) -> Result<Option<Removed>, Refusal> {
        let conn = self.writing()?;
        let tables = tables_of_teams(conn).map_err(refuse)?;
        let references = references(conn).map_err(refuse)?;
        let removed = match steps(tables, &references).into_iter().nth(step) {
            None => return Ok(None),
            Some(Step::Clear(table, column)) => {
                let rows = first_rows(&table, team, &format!(" AND \"{column}\" IS NOT NULL"), most);
                let clear = format!("UPDATE \"{}\" SET \"{column}\" = NULL WHERE {rows}", table.name);
                let cleared = sql_query(clear).execute(conn).map_err(refuse)?;
                Removed { more: cleared > 0, ..Removed::default() }
            }
            Some(Step::Rows(table)) => {
                let rows = first_rows(&table, team, "", most);
                let remove = format!("DELETE FROM \"{}\" WHERE {rows}", table.name);
                let gone = sql_query(remove).execute(conn).map_err(refuse)?;
                removed(if table.is_index { 0 } else { gone }, gone > 0)
            }
            Some(Step::Files) => self.remove_files(team, most)?,
            Some(Step::Members) => self.remove_member(team, &references)?,
        };
        Ok(Some(removed))
    }
}

impl Session<'_> {
    /// Forgets files that no attachment has any more.
    fn remove_files(&mut self, team: TeamId, most: i64) -> Result<Removed, Refusal> {
        let of_team = files::table.filter(files::team_id.eq(team.get()));
        let cells: Vec<FileCells> =
            of_team.order(files::id.asc()).limit(most).select(FILE).load(self.conn()?).map_err(refuse)?;
        let last = cells.last().map_or(0, |(id, ..)| *id);
        let gone = diesel::delete(of_team.filter(files::id.le(last))).execute(self.writing()?).map_err(refuse)?;
        let named = cells.into_iter().map(|cells| Ok(file_of(cells)?.1)).collect::<Result<_, Refusal>>()?;
        Ok(Removed { files: named, ..removed(gone, gone > 0) })
    }

    /// Removes the next member, and whoever they are where nothing else names them: no team, and no record of another.
    fn remove_member(&mut self, team: TeamId, references: &[Reference]) -> Result<Removed, Refusal> {
        let of_team = team_users::table.filter(team_users::team_id.eq(team.get()));
        let next: Option<i64> = of_team
            .order(team_users::id.asc())
            .select(team_users::id)
            .first(self.conn()?)
            .optional()
            .map_err(refuse)?;
        let Some(member) = next else { return Ok(Removed::default()) };
        let mut gone =
            diesel::delete(of_team.filter(team_users::id.eq(member))).execute(self.writing()?).map_err(refuse)?;
        let elsewhere = team_users::table.filter(team_users::id.eq(member));
        let belongs: bool = diesel::select(diesel::dsl::exists(elsewhere)).get_result(self.conn()?).map_err(refuse)?;
        if !belongs {
            gone += self.remove_person(member, references)?;
        }
        Ok(removed(gone, true))
    }

    /// Removes a person unless a row names them. Every table is looked through, since no index of theirs begins with
    /// people.
    fn remove_person(&mut self, person: i64, references: &[Reference]) -> Result<usize, Refusal> {
        let named = references.iter().filter(|it| it.target == PEOPLE && it.source != MEMBERS);
        let unnamed = named.map(|Reference { source, column, .. }| {
            format!(" AND NOT EXISTS (SELECT 1 FROM \"{source}\" AS row WHERE row.\"{column}\" = {PEOPLE}.id)")
        });
        let remove = format!("DELETE FROM {PEOPLE} WHERE id = {person}{}", unnamed.collect::<String>());
        sql_query(remove).execute(self.writing()?).map_err(refuse)
    }
}

fn removed(rows: usize, more: bool) -> Removed {
    Removed { records: i64::try_from(rows).unwrap_or(i64::MAX), more, ..Removed::default() }
}

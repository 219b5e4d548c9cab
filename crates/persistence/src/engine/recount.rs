//! A recount: every counter held against the records it counts.

use std::collections::BTreeMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use uplift_domain::Kind;
use uplift_tables::{attachments, counters, files, ideas, insights, learnings, numbering_schemes};
use uplift_tables::{projects, research_collections};

use super::super::backend::{self, Conn};

type Counts = BTreeMap<(i64, String, i64), i64>;

/// Counts of a kind that belongs to projects: by project, and for the whole team under 0.
macro_rules! of_projects {
    ($counts:ident, $conn:ident, $kind:expr, $table:ident $(where $listed:expr)?) => {
        let rows: Vec<(i64, i64, i64)> = $table::table
            .filter($table::deleted_at.is_null())
            $(.filter($listed))?
            .group_by(($table::team_id, $table::project_id))
            .select(($table::team_id, $table::project_id, count_star()))
            .load($conn)?;
        for (team, project, n) in rows {
            for project in [project, 0] {
                *$counts.entry((team, $kind.singular().to_owned(), project)).or_default() += n;
            }
        }
    };
}

/// Counts of a kind that belongs to no project.
macro_rules! of_teams {
    ($counts:ident, $conn:ident, $kind:expr, $table:ident) => {
        let rows: Vec<(i64, i64)> = $table::table
            .filter($table::deleted_at.is_null())
            .group_by($table::team_id)
            .select(($table::team_id, count_star()))
            .load($conn)?;
        for (team, n) in rows {
            $counts.insert((team, $kind.singular().to_owned(), 0), n);
        }
    };
}

/// Names each counter that is wrong, with what it says and what there is.
pub(crate) fn recount(conn: &mut Conn) -> QueryResult<Vec<String>> {
    backend::begin_read(conn)?;
    let compared = compare(conn);
    backend::end_read(conn)?;
    compared
}

fn compare(conn: &mut Conn) -> QueryResult<Vec<String>> {
    let mut counts = Counts::new();
    of_teams!(counts, conn, Kind::Project, projects);
    of_teams!(counts, conn, Kind::NumberingScheme, numbering_schemes);
    of_projects!(counts, conn, Kind::ResearchCollection, research_collections);
    of_projects!(counts, conn, Kind::Insight, insights);
    of_projects!(counts, conn, Kind::Learning, learnings);
    of_projects!(counts, conn, Kind::Idea, ideas where ideas::archived_at.is_null());
    of_projects!(counts, conn, Kind::Attachment, attachments);
    // The counter of files counts bytes, which both databases add up in their own types.
    let files: Vec<(i64, i64)> = files::table.select((files::team_id, files::size)).load(conn)?;
    for (team, size) in files {
        *counts.entry((team, Kind::File.singular().to_owned(), 0)).or_default() += size;
    }

    let kept: Vec<(i64, String, i64, i64)> = counters::table.load(conn)?;
    for (team, kind, project, n) in kept {
        *counts.entry((team, kind, project)).or_default() -= n;
    }
    let wrong = counts.into_iter().filter(|(_, difference)| *difference != 0);
    Ok(wrong
        .map(|((team, kind, project), difference)| {
            format!("team {team}, project {project}: the {kind} counter is off by {}", -difference)
        })
        .collect())
}

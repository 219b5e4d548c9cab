//! Row 25: how much of the disk the records take.

use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::Stage;
use crate::postgres::Postgres;
use crate::report::{Bound, Report, Row};
use crate::seed::{self, Data};

/// What clients sent of the learnings, in bytes: texts as they are, and eight bytes for a number or a moment.
const SENT: &str = "SELECT sum(length(CAST(name AS BLOB)) + coalesce(length(CAST(description AS BLOB)), 0) \
    + coalesce(length(CAST(confidence AS BLOB)), 0) + 8 * (1 + (research_collection_id IS NOT NULL) \
    + (user_id IS NOT NULL) + (learned_at IS NOT NULL))) AS bytes FROM learnings";

#[derive(QueryableByName)]
struct Sum {
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

/// On SQLite, the file as it was made; it is not compacted. On PostgreSQL, the database with the same rows.
pub(super) fn row(stage: &Stage<'_>, postgres: Option<&mut Postgres>, report: &mut Report) -> Result<(), String> {
    let learnings = stage.plan.learnings();
    let file = seed::file(stage.data, Data::Mixed(learnings))?;
    let mut conn = SqliteConnection::establish(&file.display().to_string()).map_err(|error| error.to_string())?;
    let Sum { bytes } = diesel::sql_query(SENT).get_result(&mut conn).map_err(|error| error.to_string())?;
    let (database, size) = match postgres {
        Some(postgres) => ("PostgreSQL", postgres.size()?.unsigned_abs()),
        None => ("SQLite", std::fs::metadata(&file).map_err(|error| error.to_string())?.len()),
    };
    report.add(Row {
        number: 25,
        name: format!("size of {learnings} learnings in {} teams ({database})", seed::mixed::TEAMS),
        value: megabytes(size) / megabytes(bytes.unsigned_abs()),
        unit: "× their fields",
        bound: Bound::AtMost { must: 3.0, aim: 2.0 },
        measured: Vec::new(),
    });
    Ok(())
}

fn megabytes(bytes: u64) -> f64 {
    f64::from(u32::try_from(bytes >> 10).unwrap_or(u32::MAX)) / 1024.0
}

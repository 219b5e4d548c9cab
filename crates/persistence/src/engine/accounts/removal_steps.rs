//! The steps in which a team is removed, as they follow from the tables that the database has: a row that others name
//! goes after them.

use diesel::QueryableByName;
use diesel::sql_types::{Bool, Text};

/// The table of the teams themselves, whose rows go last.
const TEAMS: &str = "teams";
/// The table of the members, who go one by one, each with what is known of them.
pub(crate) const MEMBERS: &str = "team_users";
/// The table of the files, whose bytes go after their rows.
const FILES: &str = "files";
/// The table of people, whatever teams they are in.
pub(crate) const PEOPLE: &str = "users";

/// A table whose rows each belong to a team.
#[derive(Clone, Debug, PartialEq, Eq, QueryableByName)]
pub(crate) struct TeamTable {
    #[diesel(sql_type = Text)]
    pub(crate) name: String,
    /// What tells its rows apart, as SQL.
    #[diesel(sql_type = Text)]
    pub(crate) key: String,
    /// Whether it is an index that searches look in.
    #[diesel(sql_type = Bool)]
    pub(crate) is_index: bool,
}

/// A column that names a row of a table.
#[derive(Clone, Debug, PartialEq, Eq, QueryableByName)]
pub(crate) struct Reference {
    #[diesel(sql_type = Text)]
    pub(crate) source: String,
    #[diesel(sql_type = Text)]
    pub(crate) column: String,
    #[diesel(sql_type = Text)]
    pub(crate) target: String,
    #[diesel(sql_type = Bool)]
    pub(crate) nullable: bool,
}

/// A step of the removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Rows that name others of their own table, or such as name them, name them no more in this column.
    Clear(TeamTable, String),
    Rows(TeamTable),
    Files,
    Members,
}

/// The steps for these tables.
pub(crate) fn steps(tables: Vec<TeamTable>, references: &[Reference]) -> Vec<Step> {
    let mut left: Vec<TeamTable> =
        tables.into_iter().filter(|table| ![TEAMS, MEMBERS].contains(&table.name.as_str())).collect();
    let mut names: Vec<&Reference> = references.iter().collect();
    let mut steps = Vec::new();
    while !left.is_empty() {
        names.retain(|it| [&it.source, &it.target].iter().all(|end| left.iter().any(|table| table.name == **end)));
        let free = left.iter().position(|table| names.iter().all(|it| it.target != table.name));
        if let Some(at) = free {
            let table = left.remove(at);
            steps.push(if table.name == FILES { Step::Files } else { Step::Rows(table) });
            continue;
        }
        // They name each other: those that need not are made to stop.
        let named = names.iter().position(|it| it.nullable).map(|at| names.remove(at));
        match named.and_then(|it| Some((left.iter().find(|table| table.name == it.source)?, it))) {
            Some((table, it)) => steps.push(Step::Clear(table.clone(), it.column.clone())),
            None => steps.extend(left.drain(..).map(Step::Rows)),
        }
    }
    steps.push(Step::Members);
    steps
}

#[cfg(test)]
mod tests;

//! What must not be in the plan of a list.

/// What a plan does to a table, in the words of no database in particular.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Finds rows by an index.
    Search {
        table: String,
        /// The columns of the index, from its first on, that are held to a value.
        by: Vec<String>,
        /// What rows the index is over, where it is not over all.
        over: Option<String>,
    },
    /// Reads all rows.
    Scan {
        table: String,
    },
    Sort,
}

/// What is asked of the plan of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// The rows come out of an index of the team in the order of the list.
    Ordered,
    /// The rows come out in that order, and only those of the team's rows are read that the filter is for.
    Narrowed,
    /// Only the rows that the filter is for are read. They are few, so that they may be sorted.
    Few,
    /// Only the rows that the filter is for are read, from an index of the team or from one over such rows alone.
    Flagged,
    /// Of the team's rows only those are read that belong to some records, deleted or not, in any order.
    Related,
}

/// What is wrong with a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It sorts.
    Sorts,
    /// It looks for rows by something else than the team.
    CrossesTeams,
    /// It reads more of the team than the filter asks for.
    WalksTeam,
    /// It reads deleted records, to leave them out.
    WalksDeleted,
}

/// What is wrong with the plan of a statement.
pub(super) fn faults(statement: &str, steps: &[Step], demand: Demand) -> Vec<Fault> {
    steps.iter().filter_map(|step| fault(statement, step, demand)).collect()
}

fn fault(statement: &str, step: &Step, demand: Demand) -> Option<Fault> {
    let (table, by, over) = match step {
        Step::Sort => return (!matches!(demand, Demand::Few | Demand::Related)).then_some(Fault::Sorts),
        Step::Scan { .. } => return Some(Fault::CrossesTeams),
        Step::Search { table, by, over } => (table, by, over.as_deref().unwrap_or_default()),
    };
    let columns: Vec<&str> = by.iter().map(String::as_str).collect();
    let narrowed = match demand {
        Demand::Ordered => true,
        Demand::Narrowed | Demand::Few | Demand::Related => columns.len() > 1,
        Demand::Flagged => columns.len() > 1 || over.contains(" AND "),
    };
    let live = format!("{table}.deleted_at IS NULL");
    let wants_live = statement.replace(['`', '"'], "").contains(&live);
    match columns.as_slice() {
        // By its id one record is read at most, and people, who belong to several teams, are read by no more than that.
        ["id"] | ["team_id", "id"] => None,
        ["team_id", ..] if !narrowed => Some(Fault::WalksTeam),
        ["team_id", ..] if demand == Demand::Related => None,
        ["team_id", ..] if wants_live && !over.contains("deleted_at IS NULL") => Some(Fault::WalksDeleted),
        ["team_id", ..] => None,
        _ => Some(Fault::CrossesTeams),
    }
}

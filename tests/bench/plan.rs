//! The plan of a run: which rows are measured, how often and for how long.

/// How many learnings the large team has in each of the databases.
pub(crate) const SMALL: i64 = 1_000;
pub(crate) const MEDIUM: i64 = 100_000;
pub(crate) const LARGE: i64 = 1_000_000;

/// The rows that a quick run measures.
const QUICK: [u32; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 16, 17, 18, 25];

pub(crate) struct Plan {
    pub quick: bool,
    /// How often each measurement is taken; its median counts.
    pub rounds: usize,
    /// How long each lasts.
    pub seconds: u32,
    /// The rows that were asked for; all where none was named.
    only: Vec<u32>,
}

impl Plan {
    /// Reads the arguments: `--quick`, and the numbers of rows if not all are wanted.
    pub(crate) fn read(arguments: &[String]) -> Result<Self, String> {
        let mut plan = Self { quick: false, rounds: 5, seconds: 4, only: Vec::new() };
        for argument in arguments {
            match argument.as_str() {
                // Cargo says so to every benchmark.
                "--bench" => {}
                "--quick" => plan = Self { quick: true, rounds: 3, seconds: 2, ..plan },
                row => plan.only.push(row.parse().map_err(|error| format!("{row} is no row: {error}"))?),
            }
        }
        Ok(plan)
    }

    pub(crate) fn wants(&self, row: u32) -> bool {
        if self.only.is_empty() { !self.quick || QUICK.contains(&row) } else { self.only.contains(&row) }
    }

    pub(crate) fn wants_any(&self, rows: &[u32]) -> bool {
        rows.iter().any(|row| self.wants(*row))
    }

    /// Whether any of these rows is to be measured on a PostgreSQL database that takes long to be filled: quick runs do
    /// so only where the row was named.
    pub(crate) fn wants_large_postgres(&self, rows: &[u32]) -> bool {
        if self.quick { rows.iter().any(|row| self.only.contains(row)) } else { self.wants_any(rows) }
    }

    /// The same rows with shorter measurements, for rows that take very many.
    pub(crate) fn brief(&self) -> Self {
        Self { quick: self.quick, rounds: self.rounds, seconds: 2, only: self.only.clone() }
    }

    /// How many learnings the large team has.
    pub(crate) fn learnings(&self) -> i64 {
        if self.quick { MEDIUM } else { LARGE }
    }
}

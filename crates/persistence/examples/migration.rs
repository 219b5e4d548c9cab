//! Prints what a migration that adds a kind begins with, on both databases: `make migration KIND=goal`.

use std::process::ExitCode;

use uplift_domain::Kind;
use uplift_persistence::migration_template::{Dialect, create_table};

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    let kind = Kind::named(&name);
    let tables = [Dialect::Sqlite, Dialect::Postgres].map(|dialect| Some((dialect, create_table(kind?, dialect)?)));
    for table in &tables {
        let Some((dialect, statements)) = table else {
            eprintln!("{name:?} is no kind with a table of its own, such as goal");
            return ExitCode::FAILURE;
        };
        println!("-- {dialect:?}\n{statements}");
    }
    ExitCode::SUCCESS
}

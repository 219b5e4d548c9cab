//! The table of the contract: every test that it names exists, and every clause has one.

use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tests of a source: the functions that are marked as such, and those that are run on both databases.
fn tests_of(source: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for after in source.split("on_both![").skip(1) {
        let list = after.split(']').next().unwrap_or_default();
        names.extend(list.split(',').map(|name| name.trim().to_owned()));
    }
    for after in source.split("#[test]\n").skip(1) {
        let name = after.trim_start().strip_prefix("fn ").and_then(|it| it.split('(').next());
        names.extend(name.map(str::to_owned));
    }
    names
}

/// What stands between backticks, at every second place.
fn quoted(row: &str) -> impl Iterator<Item = &str> {
    row.split('`').skip(1).step_by(2)
}

#[test]
fn every_test_that_the_table_of_the_contract_names_exists() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = read(&tests.join("CONTRACT.md"));
    let rows = table.lines().filter(|line| line.starts_with("| ") && *line != "| Clause | Tests |");
    let mut clauses = 0;
    for row in rows {
        let [_, clause, named, _] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("no row of two cells: {row}")
        };
        let named: Vec<&str> = quoted(named).collect();
        assert!(!named.is_empty(), "no test holds the service to {clause}");
        for name in named {
            let (module, test) = name.rsplit_once("::").unwrap_or_else(|| panic!("{name} names no file"));
            let file = tests.join("service").join(module.replace("::", "/"));
            let alone = file.with_extension("rs");
            let source = read(&if alone.exists() { alone } else { file.join("mod.rs") });
            assert!(tests_of(&source).contains(test), "there is no test {name}, which {clause} names");
        }
        clauses += 1;
    }
    assert!(clauses > 60, "only {clauses} clauses are named");
}

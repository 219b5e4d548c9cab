//! Every sort of every kind, both ways, alone and before every other.

use super::declared::Kind;
use super::expected::order;
use super::walk::Walk;

pub(super) fn walk(walk: &mut Walk<'_>) {
    for kind in walk.kinds() {
        let ids = order(&walk.data.listed(&kind), &[]);
        walk.shows(&kind, &[], &ids);
        walk.shows(&kind, &[("sort", "")], &ids);
        for first in &kind.sorts {
            sorts(walk, &kind, &[first]);
            sorts(walk, &kind, &[&format!("-{first}")]);
            for second in kind.sorts.iter().filter(|it| *it != first) {
                let second = second.as_str();
                sorts(walk, &kind, &[first, &format!("-{second}")]);
                sorts(walk, &kind, &[&format!("-{first}"), second]);
                sorts(walk, &kind, &[first, second]);
            }
        }
        let all: Vec<&str> = kind.sorts.iter().rev().map(String::as_str).collect();
        sorts(walk, &kind, &all);
    }
}

fn sorts(walk: &Walk<'_>, kind: &Kind, sorts: &[&str]) {
    let field = sorts[0].trim_start_matches('-');
    assert!(
        kind.record["properties"].get(field).is_some(),
        "{} sorts by {field}, which its records do not show",
        kind.path
    );
    let ids = order(&walk.data.listed(kind), sorts);
    walk.shows(kind, &[("sort", &sorts.join(","))], &ids);
}

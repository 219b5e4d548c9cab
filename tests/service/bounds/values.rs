//! How many values a filter takes.

use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![
    a_partial_filter_takes_fifty_values,
    an_exact_filter_takes_a_thousand_values,
    unknown_names_are_told_before_too_many_values,
];

const MANY_PARTS: &str = "The filter.name field must not have more than 50 items.";

/// So many values, none of which is empty.
fn values(many: usize) -> String {
    let values: Vec<String> = (1..=many).map(|it| it.to_string()).collect();
    values.join(",")
}

fn a_partial_filter_takes_fifty_values(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    learning(team.owner(), project, "Number 50");
    learning(team.owner(), project, "Other");
    let list = |values: &str| team.owner().get(&format!("/learnings?filter[name]={values}"));
    assert_eq!(list(&values(50)).status_is(200).total(), 1);
    assert_eq!(list(&format!(",,{},,,", values(50))).status_is(200).total(), 1);
    assert_eq!(list(&",".repeat(2_000)).status_is(200).total(), 2);
    list(&values(51)).invalid(&[("filter.name", MANY_PARTS)]);
    list(&format!("{}&filter[name]=50", values(51))).status_is(200);
    let items: String = (1..=51).map(|it| format!("filter[name][]={it}&")).collect();
    team.owner().get(&format!("/learnings?{items}")).invalid(&[("filter.name", MANY_PARTS)]);
    team.owner().get(&format!("/projects?filter[name]={}", values(51))).invalid(&[("filter.name", MANY_PARTS)]);
    // A record by its id has no filters.
    team.owner().get(&format!("/projects/{project}?filter[name]={}", values(51))).status_is(200);
}

fn an_exact_filter_takes_a_thousand_values(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let id = learning(team.owner(), project, "One");
    for filter in ["id", "project_id", "confidence"] {
        let list = |values: &str| team.owner().get(&format!("/learnings?filter[{filter}]={values}"));
        let found = list(&format!("{},,", values(1_000))).status_is(200).ids();
        assert_eq!(found, if filter == "confidence" { vec![] } else { vec![id] });
        let field = format!("filter.{filter}");
        let message = format!("The {field} field must not have more than 1000 items.");
        list(&values(1_001)).invalid(&[(&field, &message)]);
    }
}

fn unknown_names_are_told_before_too_many_values(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let many = values(51);
    for unknown in ["filter[nope]=1", "sort=nope", "include=nope", "fields[learnings]=id"] {
        team.owner().get(&format!("/learnings?filter[name]={many}&{unknown}")).status_is(400);
    }
    let both = format!("/learnings?page[number]=0&filter[name]={many}");
    let page = "The page.number field must be at least 1.";
    team.owner().get(&both).invalid(&[("filter.name", MANY_PARTS), ("page.number", page)]);
}

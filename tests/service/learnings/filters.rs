//! The filters of `GET /learnings`: what they keep, what they leave alone and what they refuse.

use serde_json::json;

use crate::records::{collection, learning, made, project};
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    exact_filters_take_one_value_or_a_list,
    several_filters_narrow_together,
    what_a_project_has_by_another_value_is_told_as_it_changes,
    words_that_look_like_values_are_only_words,
    an_empty_filter_is_no_filter,
    a_filter_that_nothing_can_meet_keeps_nothing,
    a_filter_may_come_as_an_array,
    the_last_of_two_equal_filters_counts,
    a_filter_without_a_name_is_no_filter,
    an_unknown_filter_is_refused_by_name,
    a_filter_that_is_no_text_is_refused_under_its_name,
];

const ALLOWED: &str = "id, project_id, research_collection_id, user_id, confidence, name";

pub(super) struct FilterFixture {
    pub(super) ids: Vec<i64>,
    pub(super) projects: [i64; 2],
    pub(super) collections: [i64; 2],
}

/// Five learnings: (project, collection, confidence, name), the last by the member.
pub(super) fn fixture(team: &Team) -> FilterFixture {
    let owner = team.owner();
    let projects = [project(owner), project(owner)];
    let collections = [collection(owner, projects[0], "Survey"), collection(owner, projects[1], "Interviews")];
    let rows = [
        (0, Some(0), json!("high"), "Straße in Köln", owner),
        (0, None, json!("low"), "50% off_season", owner),
        (1, Some(1), json!("High"), "Σίσυφος, again", owner),
        (1, None, json!("true"), r"back\slash", owner),
        (1, Some(0), json!(null), "STRASSE true", team.member()),
    ];
    let ids = rows.map(|(project, collection, confidence, name, by)| {
        let collection = collection.map(|index: usize| collections[index]);
        let body = json!({
            "project_id": projects[project], "research_collection_id": collection,
            "confidence": confidence, "name": name,
        });
        made(by, "/learnings", body)
    });
    FilterFixture { ids: ids.to_vec(), projects, collections }
}

/// The query keeps exactly these of the records, counted from 1.
#[track_caller]
pub(super) fn keeps(client: &Client, fixture: &FilterFixture, query: &str, places: &[usize]) {
    let answer = client.get(&format!("/learnings?{query}")).status_is(200);
    let here: Vec<usize> =
        (1..=fixture.ids.len()).filter(|place| answer.ids().contains(&fixture.ids[place - 1])).collect();
    assert_eq!(here, places, "{query}");
    assert_eq!(answer.total(), i64::try_from(places.len()).expect("a small number"), "the total of {query}");
}

fn exact_filters_take_one_value_or_a_list(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    let (owner, member) = (team.person("owner").user_id, team.person("member").user_id);
    let [ids, projects, collections] = [&fixture.ids[..], &fixture.projects, &fixture.collections];
    for (query, places) in [
        (format!("filter[id]={}", ids[1]), &[2][..]),
        (format!("filter[id]={},{}", ids[3], ids[0]), &[1, 4]),
        (format!("filter[id]={}%2C{}", ids[3], ids[0]), &[1, 4]),
        (format!("filter[id]={},%20{}", ids[3], ids[0]), &[1, 4]),
        (format!("filter[project_id]={}", projects[1]), &[3, 4, 5]),
        (format!("filter[project_id]={},{}", projects[0], projects[1]), &[1, 2, 3, 4, 5]),
        (format!("filter[research_collection_id]={}", collections[0]), &[1, 5]),
        (format!("filter[user_id]={member}"), &[5]),
        (format!("filter[user_id]={owner},{member}"), &[1, 2, 3, 4, 5]),
        ("filter[confidence]=high".to_owned(), &[1]),
        ("filter[confidence]=High,low".to_owned(), &[2, 3]),
        ("filter[confidence]=hig".to_owned(), &[]),
        ("filter%5Bconfidence%5D=high".to_owned(), &[1]),
    ] {
        keeps(team.owner(), &fixture, &query, places);
    }
}

fn several_filters_narrow_together(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    let query = format!("filter[project_id]={}&filter[name]=stra", fixture.projects[1]);
    keeps(team.owner(), &fixture, &query, &[5]);
    keeps(team.owner(), &fixture, &format!("{query}&filter[confidence]=high"), &[]);
}

fn what_a_project_has_by_another_value_is_told_as_it_changes(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (fixture, owner) = (fixture(&team), team.owner());
    let [first, second] = fixture.projects;
    let by = |project: i64, confidence: &str| format!("filter[project_id]={project}&filter[confidence]={confidence}");
    keeps(owner, &fixture, &by(first, "high"), &[1]);
    keeps(owner, &fixture, &by(first, "high,low"), &[1, 2]);
    keeps(owner, &fixture, &format!("filter[confidence]=high,High&filter[project_id]={first},{second}"), &[1, 3]);
    keeps(owner, &fixture, &format!("{}&filter[user_id]={}", by(first, "high"), team.person("owner").user_id), &[1]);
    keeps(owner, &fixture, &format!("filter[project_id]=x&filter[confidence]={}", "high"), &[]);
    keeps(
        owner,
        &fixture,
        &format!("filter[project_id]={second}&filter[user_id]={}", team.person("member").user_id),
        &[5],
    );
    let path = format!("/learnings/{}", fixture.ids[1]);
    owner.patch(&path, json!({ "confidence": "high" })).status_is(200);
    keeps(owner, &fixture, &by(first, "high"), &[1, 2]);
    keeps(owner, &fixture, &by(first, "low"), &[]);
    owner.patch(&path, json!({ "project_id": second })).status_is(200);
    keeps(owner, &fixture, &by(first, "high"), &[1]);
    keeps(owner, &fixture, &by(second, "high"), &[2]);
    owner.delete(&path).status_is(204);
    keeps(owner, &fixture, &by(second, "high"), &[]);
    owner.post(&format!("{path}/restore"), json!({})).status_is(200);
    keeps(owner, &fixture, &by(second, "high"), &[2]);
}

fn words_that_look_like_values_are_only_words(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    keeps(team.owner(), &fixture, "filter[confidence]=true", &[4]);
    keeps(team.owner(), &fixture, "filter[name]=true", &[5]);
    keeps(team.owner(), &fixture, "filter[name]=false", &[]);
    keeps(team.owner(), &fixture, "filter[confidence]=null", &[]);
    keeps(team.owner(), &fixture, "filter[research_collection_id]=null", &[]);
}

fn an_empty_filter_is_no_filter(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    for name in ALLOWED.split(", ") {
        for value in ["", "%20", "%C2%A0", "+"] {
            keeps(team.owner(), &fixture, &format!("filter[{name}]={value}"), &[1, 2, 3, 4, 5]);
        }
    }
    keeps(team.owner(), &fixture, "filter[name]=,", &[1, 2, 3, 4, 5]);
    keeps(team.owner(), &fixture, "filter[name][]=", &[1, 2, 3, 4, 5]);
}

fn a_filter_that_nothing_can_meet_keeps_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    for name in ["id", "project_id", "research_collection_id", "user_id"] {
        for value in ["abc", "1abc", "1.0", "999999999", "-1", "99999999999999999999", "9223372036854775807"] {
            keeps(team.owner(), &fixture, &format!("filter[{name}]={value}"), &[]);
        }
    }
    keeps(team.owner(), &fixture, &format!("filter[id]=abc,{},99999999999999999999", fixture.ids[2]), &[3]);
}

fn a_filter_may_come_as_an_array(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    let ids = &fixture.ids;
    keeps(team.owner(), &fixture, &format!("filter[id][]={}&filter[id][]={}", ids[0], ids[2]), &[1, 3]);
    keeps(team.owner(), &fixture, &format!("filter[id][a]={}&filter[id][b]={}", ids[0], ids[2]), &[1, 3]);
    keeps(team.owner(), &fixture, "filter[name][]=off&filter[name][]=again", &[2, 3]);
}

fn the_last_of_two_equal_filters_counts(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    keeps(team.owner(), &fixture, "filter[confidence]=low&filter[confidence]=high", &[1]);
}

fn a_filter_without_a_name_is_no_filter(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    for query in ["filter=abc", "filter=", "Filter[name]=x", "filters[name]=x", "name=x", "page_size=1"] {
        keeps(team.owner(), &fixture, query, &[1, 2, 3, 4, 5]);
    }
}

fn an_unknown_filter_is_refused_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    learning(team.owner(), project(team.owner()), "One");
    for (query, names) in [
        ("filter[foo]=1", "foo"),
        ("filter[foo]=", "foo"),
        ("filter[foo]=1&filter[name]=a&filter[bar]=2", "foo, bar"),
        ("filter[Name]=a", "Name"),
        ("filter[name.x]=1", "name.x"),
        ("filter[]=x", "0"),
        ("filter[trashed]=with", "trashed"),
        ("filter[deleted_at]=1", "deleted_at"),
        ("filter[team_id]=1", "team_id"),
        ("filter[search]=a", "search"),
    ] {
        let message = format!("Requested filter(s) `{names}` are not allowed. Allowed filter(s) are `{ALLOWED}`.");
        team.owner().get(&format!("/learnings?{query}")).refused(400, &message);
    }
}

fn a_filter_that_is_no_text_is_refused_under_its_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for value in ["%00", "a%00b", "%FF", "%C3", "%ED%A0%80"] {
        team.owner().get(&format!("/learnings?filter[name]={value}")).invalid_under("filter.name");
        team.owner().get(&format!("/learnings?filter[confidence]={value}")).invalid_under("filter.confidence");
    }
}

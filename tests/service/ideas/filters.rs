//! The filters of `GET /ideas`: what they keep, and what they refuse.

use serde_json::json;

use super::{create_ideas, shows};
use crate::records::{made, project};
use crate::world::{Moment, Store, World, on_both};

on_both![
    exact_filters_take_one_value_or_a_list,
    an_identifier_is_found_whole_and_by_case,
    a_name_is_found_by_any_part_in_any_case,
    scores_are_kept_between_two_bounds,
    days_of_creation_are_kept_between_two_bounds,
    filters_narrow_together_with_exact_totals,
    an_empty_filter_is_no_filter,
    an_unknown_filter_is_refused_by_name,
];

const ALLOWED: &str = "id, project_id, identifier, name, status, priority, category, source, user_id, assignee_id, \
                       archived, priority_score_min, priority_score_max, created_from, created_to, page_id, audience_id, \
                       primary_goal_id, tag_id, search, updated_from, updated_to";

fn exact_filters_take_one_value_or_a_list(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.person("owner"), team.person("member"));
    let projects = [project(&owner.client), project(&owner.client)];
    let rows = [
        (&owner.client, 0, "backlog", json!("high"), json!("UX"), json!("data"), json!(member.user_id)),
        (&owner.client, 1, "approved", json!(null), json!(null), json!("other"), json!(null)),
        (&member.client, 1, "rejected", json!("low"), json!("ux"), json!(null), json!(owner.user_id)),
        (&member.client, 0, "backlog", json!("critical"), json!("UX"), json!("data"), json!(member.user_id)),
    ];
    let ids = rows.map(|(client, at, status, priority, category, source, assignee)| {
        let body = json!({
            "project_id": projects[at], "name": "One", "status": status, "priority": priority, "category": category,
            "source": source, "assignee_id": assignee,
        });
        made(client, "/ideas", body)
    });
    for (query, places) in [
        (format!("id={}", ids[1]), &[2][..]),
        (format!("id={},%20{}", ids[3], ids[0]), &[1, 4]),
        (format!("project_id={}", projects[1]), &[2, 3]),
        (format!("project_id={},{}", projects[0], projects[1]), &[1, 2, 3, 4]),
        (format!("user_id={}", member.user_id), &[3, 4]),
        (format!("assignee_id={}", member.user_id), &[1, 4]),
        (format!("assignee_id={},{}", member.user_id, owner.user_id), &[1, 3, 4]),
        ("status=backlog".to_owned(), &[1, 4]),
        ("status=rejected,approved".to_owned(), &[2, 3]),
        ("status=open".to_owned(), &[]),
        ("status=Backlog".to_owned(), &[]),
        ("priority=low,critical".to_owned(), &[3, 4]),
        ("priority=null".to_owned(), &[]),
        ("category=UX".to_owned(), &[1, 4]),
        ("category=ux,none".to_owned(), &[3]),
        ("source=data".to_owned(), &[1, 4]),
        ("project_id=abc".to_owned(), &[]),
        ("user_id=99999999999999999999".to_owned(), &[]),
    ] {
        let (name, value) = query.split_once('=').expect("a filter");
        shows(&owner.client, &ids, &format!("filter[{name}]={value}"), places);
    }
}

fn an_identifier_is_found_whole_and_by_case(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let scheme = json!({
        "name": "Ideas", "scope": "team", "template": "Idea {number:0}", "assignments": [{ "entity_type": "ideas" }],
    });
    made(team.owner(), "/numbering-schemes", scheme);
    let ids = create_ideas(team.owner(), &[json!({}), json!({}), json!({})]);
    shows(team.owner(), &ids, "filter[identifier]=Idea%202", &[2]);
    shows(team.owner(), &ids, "filter[identifier]=Idea%203,Idea%201", &[1, 3]);
    for nobody in ["Idea", "idea%202", "2", "Idea%204"] {
        shows(team.owner(), &ids, &format!("filter[identifier]={nobody}"), &[]);
    }
}

fn a_name_is_found_by_any_part_in_any_case(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let names = ["Straße in Köln", "50% off_season", r"back\slash", "STRASSE true"];
    let ids = create_ideas(team.owner(), &names.map(|name| json!({ "name": name })));
    for (text, places) in [
        ("k%C3%96ln", &[1][..]),
        ("stra", &[1, 4]),
        ("strasse", &[4]),
        ("%25", &[2]),
        ("_", &[2]),
        ("%5C", &[3]),
        ("off,true", &[2, 4]),
        ("f%25s", &[]),
    ] {
        shows(team.owner(), &ids, &format!("filter[name]={text}"), places);
    }
}

fn scores_are_kept_between_two_bounds(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let pie = |potential: i64| {
        let scores = json!({ "potential": potential, "importance": 7, "ease": 7 });
        json!({ "framework": "pie", "scores": scores })
    };
    // 7, no score at all, 7.33 and 8.
    let ids = create_ideas(team.owner(), &[pie(7), json!({}), pie(8), pie(10)]);
    for (query, places) in [
        ("filter[priority_score_min]=7.33", &[3, 4][..]),
        ("filter[priority_score_min]=7.34", &[4]),
        ("filter[priority_score_max]=7.33", &[1, 3]),
        ("filter[priority_score_max]=7.32", &[1]),
        ("filter[priority_score_max]=7", &[1]),
        ("filter[priority_score_min]=0", &[1, 3, 4]),
        ("filter[priority_score_min]=7.1&filter[priority_score_max]=7.9", &[3]),
        ("filter[priority_score_min]=8&filter[priority_score_max]=7", &[]),
        ("filter[priority_score_min]=-1.5", &[1, 3, 4]),
        ("filter[priority_score_min]=much", &[]),
        ("filter[priority_score_max]=NaN", &[]),
    ] {
        shows(team.owner(), &ids, query, places);
    }
}

fn days_of_creation_are_kept_between_two_bounds(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_ideas(team.owner(), &[json!({}), json!({})]);
    let second = team.owner().get(&format!("/ideas/{}", ids[1])).status_is(200).data()["created_at"].clone();
    let second = second.as_str().expect("a time");
    let (now, all) = (Moment::now(), &[1, 2][..]);
    for (query, places) in [
        (format!("filter[created_from]={}", now.plus_days(-1).date()), all),
        (format!("filter[created_to]={}", now.plus_days(1).date()), all),
        (format!("filter[created_from]={}", now.plus_days(1).date()), &[]),
        (format!("filter[created_to]={}", now.plus_days(-1).date()), &[]),
        (format!("filter[created_from]={second}"), &[2]),
        (format!("filter[created_to]={second}"), all),
        (format!("filter[created_to]={}", &second[..10]), all),
        (format!("filter[created_from]={second}&filter[created_to]={second}"), &[2]),
        ("filter[created_from]=yesterday".to_owned(), &[]),
        ("filter[created_to]=2026-02-30".to_owned(), &[]),
    ] {
        shows(team.owner(), &ids, &query, places);
    }
}

fn filters_narrow_together_with_exact_totals(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let other = project(team.owner());
    let rows = [
        json!({ "name": "Short form", "status": "approved" }),
        json!({ "name": "Short form", "status": "backlog" }),
        json!({ "name": "Long form", "status": "approved" }),
        json!({ "name": "Short form", "status": "approved", "project_id": other }),
    ];
    let ids = create_ideas(team.owner(), &rows);
    let query = "filter[name]=short&filter[status]=approved";
    shows(team.owner(), &ids, query, &[1, 4]);
    shows(team.owner(), &ids, &format!("{query}&filter[project_id]={other}"), &[4]);
    let page = team.owner().get(&format!("/ideas?{query}&page[size]=1&page[number]=2")).status_is(200);
    assert_eq!((page.ids(), page.total()), (vec![ids[3]], 2));
}

fn an_empty_filter_is_no_filter(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_ideas(team.owner(), &[json!({}), json!({ "status": "planned" })]);
    for name in ALLOWED.split(", ") {
        for value in ["", "%20", "+"] {
            shows(team.owner(), &ids, &format!("filter[{name}]={value}"), &[1, 2]);
        }
    }
}

fn an_unknown_filter_is_refused_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (query, names) in [
        ("filter[foo]=1", "foo"),
        ("filter[votes]=1&filter[name]=a&filter[Status]=x", "votes, Status"),
        ("filter[framework]=ice", "framework"),
        ("filter[form_id]=1", "form_id"),
        ("filter[deleted_at]=1", "deleted_at"),
    ] {
        let message = format!("Requested filter(s) `{names}` are not allowed. Allowed filter(s) are `{ALLOWED}`.");
        team.owner().get(&format!("/ideas?{query}")).refused(400, &message);
    }
}

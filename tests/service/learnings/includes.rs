//! The includes of learnings: insights, their count, whether there are any, and the refusal of all else.

use serde_json::{Value, json};

use super::MEMBERS;
use crate::records::{insight, learning, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    without_an_include_nothing_is_added,
    included_insights_come_whole,
    counts_and_existence_are_asked_for_by_name,
    deleted_insights_are_left_out_until_restored,
    includes_change_neither_rows_nor_order,
    a_single_learning_takes_the_same_includes,
    odd_spellings_of_an_include_are_tolerated,
    an_unknown_include_is_refused_by_name,
    filters_are_refused_before_sorts_and_sorts_before_includes,
];

/// A learning with two insights and one with none.
fn pair(client: &Client) -> ([i64; 2], [i64; 2]) {
    let project = project(client);
    let insights = [insight(client, project, "Forms scare"), insight(client, project, "Prices hide")];
    let learnings = [learning(client, project, "Short forms win"), learning(client, project, "Bare")];
    let path = format!("/learnings/{}/insights", learnings[0]);
    client.post(&path, json!({ "ids": insights })).status_is(200);
    (learnings, insights)
}

fn without_an_include_nothing_is_added(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    pair(team.owner());
    let answer = team.owner().get("/learnings").status_is(200);
    for item in answer.items() {
        assert_eq!(item.as_object().map(serde_json::Map::len), Some(MEMBERS.len()), "{item}");
    }
}

fn included_insights_come_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (_, insights) = pair(team.owner());
    let answer = team.owner().get("/learnings?include=insights").status_is(200);
    let whole: Vec<Value> =
        insights.iter().map(|id| team.owner().get(&format!("/insights/{id}")).status_is(200).data().clone()).collect();
    let here = answer.items()[0]["insights"].as_array().expect("a list of insights");
    assert_eq!(here.len(), 2);
    for insight in whole {
        assert!(here.contains(&insight), "{insight} is missing from {here:?}");
    }
    assert_eq!(answer.items()[1]["insights"], json!([]));
    assert_eq!(answer.items()[0].get("insights_count"), None);
}

fn counts_and_existence_are_asked_for_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    pair(team.owner());
    let answer = team.owner().get("/learnings?include=insightsCount").status_is(200);
    assert_eq!(answer.items()[0]["insights_count"], json!(2));
    assert_eq!(answer.items()[1]["insights_count"], json!(0));
    assert_eq!(answer.items()[0].get("insights"), None);
    let answer = team.owner().get("/learnings?include=insightsExists").status_is(200);
    assert_eq!(answer.items()[0]["insights_exists"], json!(true));
    assert_eq!(answer.items()[1]["insights_exists"], json!(false));
    assert_eq!(answer.items()[0].get("insights_count"), None);
    let answer = team.owner().get("/learnings?include=insightsExists,insights,insightsCount").status_is(200);
    let first = &answer.items()[0];
    assert_eq!(first["insights"].as_array().map(Vec::len), Some(2));
    assert_eq!((&first["insights_count"], &first["insights_exists"]), (&json!(2), &json!(true)));
}

fn deleted_insights_are_left_out_until_restored(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (_, insights) = pair(team.owner());
    let seen = || {
        let answer = team.owner().get("/learnings?include=insights,insightsCount,insightsExists").status_is(200);
        let first = &answer.items()[0];
        let mut ids: Vec<i64> =
            first["insights"].as_array().into_iter().flatten().filter_map(|item| item["id"].as_i64()).collect();
        ids.sort_unstable();
        (ids, first["insights_count"].clone(), first["insights_exists"].clone())
    };
    team.owner().delete(&format!("/insights/{}", insights[0])).status_is(204);
    assert_eq!(seen(), (vec![insights[1]], json!(1), json!(true)));
    team.owner().delete(&format!("/insights/{}", insights[1])).status_is(204);
    assert_eq!(seen(), (vec![], json!(0), json!(false)));
    team.owner().post(&format!("/insights/{}/restore", insights[0]), json!({})).status_is(200);
    assert_eq!(seen(), (vec![insights[0]], json!(1), json!(true)));
}

fn includes_change_neither_rows_nor_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (learnings, _) = pair(team.owner());
    for include in ["insights", "insightsCount", "insightsExists"] {
        let answer = team.owner().get(&format!("/learnings?include={include}&sort=-id&page[size]=1")).status_is(200);
        assert_eq!((answer.ids(), answer.total()), (vec![learnings[1]], 2), "{include}");
    }
}

fn a_single_learning_takes_the_same_includes(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (learnings, _) = pair(team.owner());
    let path = format!("/learnings/{}", learnings[0]);
    let list = team.owner().get("/learnings?include=insights,insightsCount,insightsExists").status_is(200);
    let single = team.owner().get(&format!("{path}?include=insights,insightsCount,insightsExists")).status_is(200);
    assert_eq!(single.body, json!({ "data": list.items()[0] }));
    let message = "Requested include(s) `project` are not allowed. \
                   Allowed include(s) are `insights, insightsCount, insightsExists`.";
    team.owner().get(&format!("{path}?include=project")).refused(400, message);
}

fn odd_spellings_of_an_include_are_tolerated(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    pair(team.owner());
    let whole = team.owner().get("/learnings?include=insights").status_is(200);
    for query in ["include[]=insights", "include=insights,insights", "include=,insights,", "include=%20insights"] {
        let answer = team.owner().get(&format!("/learnings?{query}")).status_is(200);
        assert_eq!(answer.data(), whole.data(), "{query}");
    }
    let bare = team.owner().get("/learnings").status_is(200);
    for query in ["include=", "include=,", "include=0", "includes=insights", "Include=insights"] {
        let answer = team.owner().get(&format!("/learnings?{query}")).status_is(200);
        assert_eq!(answer.data(), bare.data(), "{query}");
    }
}

fn an_unknown_include_is_refused_by_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for (query, names) in [
        ("include=foo", "foo"),
        ("include=foo,insights,bar", "foo, bar"),
        ("include=insights_count", "insights_count"),
        ("include=Insights", "Insights"),
        ("include=insights.ideas", "insights.ideas"),
        ("include=insights,%20insightsCount", " insightsCount"),
        ("include=project", "project"),
    ] {
        let message = format!(
            "Requested include(s) `{names}` are not allowed. \
             Allowed include(s) are `insights, insightsCount, insightsExists`."
        );
        team.owner().get(&format!("/learnings?{query}")).refused(400, &message);
    }
}

fn filters_are_refused_before_sorts_and_sorts_before_includes(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let message = |query: &str| {
        let answer = team.owner().get(&format!("/learnings?{query}")).refused_in_words(400);
        answer.body["message"].as_str().unwrap_or_default().to_owned()
    };
    assert!(message("include=a&sort=b&filter[c]=1").starts_with("Requested filter(s) `c` are"));
    assert!(message("include=a&sort=b&filter[name]=1").starts_with("Requested sort(s) `b` is"));
    assert!(message("include=a&sort=name").starts_with("Requested include(s) `a` are"));
    assert!(message("page[number]=0&include=a").starts_with("Requested include(s) `a` are"));
}

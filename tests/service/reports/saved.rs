//! Reports that are saved: who sees which, what their parameters may be, and the addresses of public ones.

use serde_json::{Value, json};

use super::report;
use crate::activities::entries;
use crate::records::{made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    what_is_private_is_its_authors,
    parameters_are_checked_where_they_stand,
    a_saved_report_is_the_report_with_its_parameters,
    whoever_has_the_address_sees_it
];

fn saved(client: &Client, more: Value) -> Value {
    let mut body = json!({ "name": "Ours", "report": "win-rate" });
    body.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
    client.post("/saved-reports", body).status_is(201).data().clone()
}

fn what_is_private_is_its_authors(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (mine, theirs) = (team.newcomer("member"), team.newcomer("member"));
    let secret = saved(&mine.client, json!({ "name": "Secret", "access": "private" }));
    let open = saved(&mine.client, json!({}));
    let path = format!("/saved-reports/{}", secret["id"]);
    assert_eq!((&secret["user_id"], &secret["public_token"]), (&json!(mine.user_id), &Value::Null));
    for client in [&mine.client, team.owner(), team.admin()] {
        client.get(&path).status_is(200);
        client.get(&format!("{path}/run")).status_is(200);
        let listed = client.get("/saved-reports");
        assert_eq!(listed.status, 200, "{}", world.log());
        assert_eq!(listed.total(), 2);
        assert_eq!(client.get("/saved-reports?filter[access]=private").status_is(200).total(), 1);
        for (query, total) in [("updated_from]=2020-01-01", 2), ("updated_to]=2020-01-01", 0)] {
            assert_eq!(client.get(&format!("/saved-reports?filter[{query}")).status_is(200).total(), total, "{query}");
        }
    }
    let log = team.owner().get("/team/activity?event=saved_report_created").status_is(200);
    assert_eq!(log.items().len(), 2);
    assert!(!log.text().contains("Secret") && log.text().contains("Ours"), "{}", log.text());
    for client in [&theirs.client, team.viewer()] {
        client.get(&path).status_is(404);
        client.get(&format!("{path}/run")).status_is(404);
        assert_eq!(client.get("/saved-reports").status_is(200).ids(), [open["id"].as_i64().expect("an id")]);
        for query in [
            "filter[access]=private",
            "filter[access]=private&filter[updated_from]=2020-01-01",
            "filter[name]=Secret",
            "filter[report]=win-rate&filter[access]=private",
        ] {
            assert_eq!(client.get(&format!("/saved-reports?{query}")).status_is(200).total(), 0, "{query}");
        }
    }
    for refused in [theirs.client.patch(&path, json!({ "name": "Mine" })), theirs.client.delete(&path)] {
        refused.status_is(404);
    }
    let open = format!("/saved-reports/{}", open["id"]);
    theirs.client.patch(&open, json!({ "name": "Theirs" })).status_is(200);
    theirs.client.delete(&open).status_is(403);
    team.viewer().post("/saved-reports", json!({ "name": "Seen", "report": "ideas" })).status_is(403);
    mine.client.patch(&open, json!({ "access": "private" })).status_is(200);
    theirs.client.get(&open).status_is(404);
    mine.client.patch(&open, json!({ "access": "members" })).status_is(200);
    theirs.client.get(&open).status_is(200);
    mine.client.delete(&path).status_is(204);
    team.owner().get(&path).status_is(404);
    let events: Vec<Value> = entries(team.owner(), "team", team.id).iter().map(|it| it["event"].clone()).collect();
    for event in ["saved_report_created", "saved_report_updated", "saved_report_deleted"] {
        assert!(events.contains(&json!(event)), "{event}: {events:?}");
    }
}

fn parameters_are_checked_where_they_stand(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let refused = |report: &str, params: Value| {
        owner.post("/saved-reports", json!({ "name": "Wrong", "report": report, "params": params }))
    };
    for (name, params, field) in [
        ("velocity", json!({ "granularity": "hour" }), "params.granularity"),
        ("velocity", json!({ "from": "2024-02-02", "to": "2024-02-01" }), "params.to"),
        ("velocity", json!({ "period": "30d", "from": "2024-02-02" }), "params.period"),
        ("velocity", json!({ "from": "2020-01-01", "to": "2025-01-01", "granularity": "day" }), "params.granularity"),
        ("learnings", json!({ "period": "36m", "granularity": "day" }), "params.granularity"),
        ("ideas", json!({ "top": 0 }), "params.top"),
        ("coverage", json!({ "by": "weekday" }), "params.by"),
    ] {
        refused(name, params).invalid_under(field);
    }
    let many = json!({ "filter": { "tag_id": vec!["1"; 1_001].join(",") } });
    refused("velocity", many).invalid_under("params.filter.tag_id");
    // Today these can be told, or there are no buckets.
    for (name, params) in [
        ("velocity", json!({ "from": "2025-06-01", "granularity": "day" })),
        ("learnings", json!({ "period": "all", "granularity": "day" })),
        ("health", json!({ "from": "2020-01-01", "to": "2025-01-01", "granularity": "day" })),
    ] {
        refused(name, params).status_is(201);
    }
    for name in ["format", "width", "height", "theme", "colour"] {
        let message = format!("The selected params.{name} is invalid.");
        refused("velocity", json!({ name: "csv" })).invalid(&[(&format!("params.{name}"), &message)]);
    }
    let message = "The selected params.filter.status is invalid.";
    refused("velocity", json!({ "filter": { "status": "won" } })).invalid(&[("params.filter.status", message)]);
    refused("velocity", json!({ "filter": { "status": "won", "tag_id": [1, 2] } })).invalid(&[
        ("params.filter.status", message),
        ("params.filter.tag_id", "The params.filter.tag_id field must be a string."),
    ]);
    refused("everything", json!({})).invalid_under("report");
}

fn a_saved_report_is_the_report_with_its_parameters(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (near, far) = (project(owner), project(owner));
    let params = json!({ "group_by": "project", "period": "all", "filter": { "project_id": format!("{near},{far}") } });
    let kept = saved(owner, json!({ "params": params, "target_win_rate": 0.3, "target_velocity": 2 }));
    let path = format!("/saved-reports/{}", kept["id"]);
    let told = team.viewer().get(&format!("{path}/run")).status_is(200).body;
    let query = format!("group_by=project&period=all&filter[project_id]={near},{far}");
    let mut plain = report(owner, "win-rate", &query);
    plain["data"]["targets"] = json!({ "win_rate": 0.3, "velocity": 2.0 });
    plain["meta"]["generated_at"] = told["meta"]["generated_at"].clone();
    super::alike(&path, &told, &plain);
    // What the one report takes as it should be may be wrong for another.
    owner.patch(&path, json!({ "params": { "top": 0 } })).status_is(200);
    owner.patch(&path, json!({ "report": "ideas" })).invalid_under("params.top");
    owner.patch(&path, json!({ "report": "ideas", "params": { "top": 5 } })).status_is(200);
    let debiased = saved(owner, json!({ "report": "impact", "debias": true }));
    let told = owner.get(&format!("/saved-reports/{}/run", debiased["id"])).status_is(200);
    assert_eq!(told.data()["warnings"], json!([{ "code": "too_few", "experiment_id": null }]));
    assert_eq!(told.data()["targets"], json!({ "win_rate": null, "velocity": null }));
    let table = |query: &str| owner.get(&format!("/saved-reports/{}/run?format=csv{query}", debiased["id"]));
    let marked = table("&bom=true").status_is(200);
    assert_eq!(marked.raw, ["\u{FEFF}".as_bytes(), &table("").status_is(200).raw].concat());
    table("&bom=zz").invalid_under("bom");
}

fn whoever_has_the_address_sees_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let member = team.newcomer("member").client;
    let nobody = world.client(None);
    let shared = saved(&member, json!({ "report": "overview", "access": "link" }));
    let path = format!("/saved-reports/{}", shared["id"]);
    let token = shared["public_token"].as_str().expect("a token").to_owned();
    let address = |token: &str| format!("/public/reports/{token}");
    let told = nobody.get(&address(&token)).status_is(200);
    assert_eq!((&told.data()["experiments"]["won"], &told.body["meta"]["report"]), (&json!(0), &json!("overview")));
    assert_eq!(told.data()["targets"], json!({ "win_rate": null, "velocity": null }));
    let table = nobody.get(&format!("{}?format=csv", address(&token))).status_is(200);
    assert!(table.text().starts_with("figure,value,previous,delta\r\n"), "{}", table.text());
    let drawn = nobody.get(&format!("{}?format=svg&theme=dark&width=400", address(&token))).status_is(200);
    assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
    nobody.get(&format!("{}?format=pdf", address(&token))).invalid_under("format");
    // Nothing else may be asked of it.
    let narrowed = nobody.get(&format!("{}?from=2020-01-01&compare=previous_year", address(&token))).status_is(200);
    assert_eq!((&narrowed.body["meta"]["compare"], &narrowed.data()["previous"]), (&json!("none"), &Value::Null));
    // The address is shown to who may change the report.
    assert_eq!(team.owner().get(&path).status_is(200).data()["public_token"], json!(token));
    assert_eq!(team.reader().get(&path).status_is(200).data()["public_token"], Value::Null, "a key that only reads");
    assert_eq!(team.viewer().get(&path).status_is(200).data()["public_token"], Value::Null);
    assert_eq!(team.viewer().get("/saved-reports").status_is(200).items()[0]["public_token"], Value::Null);
    team.viewer().post(&format!("{path}/rotate-token"), json!({})).status_is(403);
    let turned = member.post(&format!("{path}/rotate-token"), json!({})).status_is(200);
    let second = turned.data()["public_token"].as_str().expect("a token").to_owned();
    nobody.get(&address(&second)).status_is(200);
    let guessed: String = second.chars().rev().collect();
    for gone in [&token, &guessed, "null"] {
        nobody.get(&address(gone)).status_is(404);
    }
    let log = team.owner().get("/team/activity?sort=-id&per_page=100").status_is(200);
    assert!(!log.text().contains(&second) && !log.text().contains(&token), "the log tells no address");
    assert!(log.text().contains("saved_report_token_rotated"));
    for access in ["members", "private"] {
        member.patch(&path, json!({ "access": access })).status_is(200);
        nobody.get(&address(&second)).status_is(404);
        member.post(&format!("{path}/rotate-token"), json!({})).invalid_under("access");
    }
    let again = member.patch(&path, json!({ "access": "link" })).status_is(200);
    let third = again.data()["public_token"].as_str().expect("a token").to_owned();
    assert_ne!(third, second, "a new one each time");
    nobody.get(&address(&third)).status_is(200);
    member.delete(&path).status_is(204);
    nobody.get(&address(&third)).status_is(404);
    let other =
        made(team.owner(), "/saved-reports", json!({ "name": "Other", "report": "timeline", "access": "link" }));
    assert_eq!(team.owner().get("/saved-reports?filter[access]=link").status_is(200).ids(), [other]);
}

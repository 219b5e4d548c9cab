//! What is left of a response that is erased.

use serde_json::{Value, json};

use super::{answers, field, respond, survey};
use crate::activities::entries;
use crate::pace::{keeps_pace, timed};
use crate::records::{comment, pictured};
use crate::world::{Store, World, on_both};

on_both![
    nothing_that_was_answered_is_left,
    nor_is_what_was_dropped_before,
    answers_to_other_requests_are_not_looked_through,
];

fn nothing_that_was_answered_is_left(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({ "target": "observation", "mapping": { "why": "name" } }));
    let body = json!({ "form_id": form, "answers": { "why": "secret" } }).to_string();
    let headers = [("content-type", "application/json"), ("idempotency-key", "once")];
    let made = owner.send("POST", "/form-responses", &headers, body.as_bytes()).status_is(201);
    let (id, observation) = (made.id(), field(&made, "created_record_id").clone());
    let answer = answers(owner, id)["why"]["id"].as_i64().expect("an id");
    owner.patch(&format!("/form-answers/{answer}"), json!({ "value": "other" })).status_is(200);
    let said = comment(owner, "form_response", id, "secret as well");
    let project = owner.get(&format!("/forms/{form}")).data()["project_id"].as_i64().expect("a project");
    let file = pictured(owner, project, "form_response", id, 1);
    let link = json!({ "project_id": project, "attachable_type": "comment", "attachable_id": said,
        "url": "https://example.test/secret" });
    let keyed = [("content-type", "application/json"), ("idempotency-key", "link")];
    owner.send("POST", "/attachments", &keyed, link.to_string().as_bytes()).status_is(200);
    let stored = world.files().len();

    let member = team.newcomer("member");
    member.client.delete(&format!("/form-responses/{id}")).refused(403, "This action is unauthorized.");
    owner.delete(&format!("/form-responses/{id}")).status_is(204);
    for path in [
        format!("/form-responses/{id}"),
        format!("/form-answers/{answer}"),
        format!("/comments/{said}"),
        format!("/attachments/{file}"),
    ] {
        owner.get(&path).status_is(404);
    }
    assert_eq!(world.files().len(), stored - 1, "the bytes go as well");
    for (kind, of) in [("form_response", id), ("form_answer", answer), ("comment", said)] {
        let log = entries(owner, kind, of);
        assert!(!log.is_empty(), "{kind}");
        assert!(log.iter().all(|it| it["properties"] == json!({ "erased": true })), "{log:?}");
    }
    let events: Vec<Value> = entries(owner, "form_response", id).iter().map(|it| it["event"].clone()).collect();
    assert_eq!(events.last(), Some(&json!("erased")));
    let left = owner.get(&format!("/observations/{observation}")).status_is(200);
    assert_eq!(field(&left, "form_response_id"), &Value::Null);
    let again = owner.send("POST", "/form-responses", &headers, body.as_bytes()).status_is(201);
    assert_ne!(again.id(), id, "the remembered answer is forgotten");
    owner.send("POST", "/attachments", &keyed, link.to_string().as_bytes()).invalid_under("attachable_id");
}

fn nor_is_what_was_dropped_before(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let shown = json!([{
        "conditions": { "connector": "and", "rules": [{ "question": "bad", "operator": "equals", "value": "high" }] },
        "action": { "type": "show" },
    }]);
    let question = json!({ "form_id": form, "label": "What", "key": "what", "type": "short_text", "logic": shown });
    owner.post("/form-questions", question).status_is(201);
    let other = respond(owner, form, "another");
    let id = respond(owner, form, "why");
    let answer = |response: i64, said: Value| {
        owner.put(&format!("/form-responses/{response}/answers"), json!({ "answers": said })).status_is(200);
    };
    for response in [other, id] {
        answer(response, json!({ "bad": "high", "what": "secret" }));
        answer(response, json!({ "what": "secret as well" }));
    }
    let dropped = answers(owner, id)["what"]["id"].as_i64().expect("an id");
    let left = answers(owner, other)["what"]["id"].as_i64().expect("an id");
    answer(id, json!({ "bad": "low" }));
    owner.get(&format!("/form-answers/{dropped}")).status_is(404);
    let told =
        |of: i64| entries(owner, "form_answer", of).iter().map(|it| it["properties"].clone()).collect::<Vec<_>>();
    assert_eq!(told(dropped).len(), 1);
    owner.delete(&format!("/form-responses/{id}")).status_is(204);
    assert_eq!(told(dropped), [json!({ "erased": true })]);
    assert_eq!(told(left)[0]["attributes"], json!({ "value": "secret as well" }));
}

/// Where all kept answers were looked through for each comment, this took seconds.
fn answers_to_other_requests_are_not_looked_through(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let erase = || {
        let id = respond(owner, form, "secret");
        for _ in 0..60 {
            comment(owner, "form_response", id, "secret");
        }
        timed(|| _ = owner.delete(&format!("/form-responses/{id}")).status_is(204))
    };
    let few = erase();
    let tag = |number: usize| json!({ "op": "create", "body": { "name": format!("Tag {number}") } });
    let body = json!({ "operations": (0..500).map(tag).collect::<Vec<_>>() }).to_string();
    let headers = [("content-type", "application/json"), ("idempotency-key", "one")];
    owner.send("POST", "/tags/bulk", &headers, body.as_bytes()).status_is(200);
    world.execute(
        "INSERT INTO idempotent_requests (team_id, token_id, key, digest, status, answer, tag, created_at) \
         WITH RECURSIVE numbers (number) AS (VALUES (2) UNION ALL SELECT number + 1 FROM numbers WHERE number < 40) \
         SELECT team_id, token_id, 'number ' || number, digest, status, answer, tag, created_at \
         FROM idempotent_requests, numbers",
    );
    keeps_pace(few, erase());
}

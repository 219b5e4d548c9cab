//! The summary of a form: how far people came, of which responses it is, and the summaries that are kept.

mod deleted;
mod every_type;

use serde_json::{Value, json};

use super::{field, respond, survey};
use crate::activities::entries;
use crate::records::{made, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_form_is_followed_as_far_as_each_response_went,
    a_summary_is_of_the_responses_that_are_asked_for,
    kept_summaries_become_stale_and_are_generated_anew,
];

/// A form of two steps, the second of which is for those who did not say that all is well.
fn branching(owner: &Client) -> (i64, i64, i64) {
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Branching" }));
    let [one, two] = ["One", "Two"].map(|title| made(owner, "/form-steps", json!({ "form_id": form, "title": title })));
    let ends = json!([{
        "conditions": { "connector": "and", "rules": [{ "question": "well", "operator": "equals", "value": true }] },
        "action": { "type": "end" },
    }]);
    let well = json!({ "form_id": form, "form_step_id": one, "label": "Well", "type": "yes_no", "logic": ends });
    made(owner, "/form-questions", well);
    for (key, step) in [("name", one), ("why", two)] {
        let question = json!({ "form_id": form, "form_step_id": step, "label": key, "key": key, "type": "short_text" });
        made(owner, "/form-questions", question);
    }
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    (form, one, two)
}

fn a_form_is_followed_as_far_as_each_response_went(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, one, two) = branching(owner);
    let empty = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    assert_eq!(empty.data()["completion_rate"], Value::Null);
    assert_eq!(empty.data()["questions"][0]["options"][0]["percent"], Value::Null);
    let answer = |status: &str, answers: Value| {
        owner
            .post("/form-responses", json!({ "form_id": form, "status": status, "answers": answers }))
            .status_is(201)
            .id()
    };
    answer("completed", json!({ "well": true }));
    answer("completed", json!({ "well": false, "why": "slow" }));
    answer("in_progress", json!({}));
    answer("in_progress", json!({ "well": false, "name": "Ann" }));
    let not_asked = answer("in_progress", json!({ "well": false, "why": "no" }));
    owner.post(&format!("/form-responses/{not_asked}/disqualify"), json!({})).status_is(200);
    let spam = answer("completed", json!({ "well": true }));
    owner.post(&format!("/form-responses/{spam}/spam"), json!({})).status_is(200);

    for (query, answered) in [("", 2), ("?partial=true", 3)] {
        let told = owner.get(&format!("/forms/{form}/summary{query}")).status_is(200);
        let data = told.data();
        let head = ["form_id", "starts", "completed", "drop_off", "completion_rate"].map(|it| data[it].clone());
        assert_eq!(head, [json!(form), json!(5), json!(2), json!(3), json!(0.4)], "{query}");
        let steps = json!([
            { "step_id": one, "title": "One", "reached": 5, "left": 2, "left_rate": 0.4 },
            { "step_id": two, "title": "Two", "reached": 2, "left": 1, "left_rate": 0.5 },
        ]);
        assert_eq!(data["steps"], steps, "{query}");
        let question =
            |at: usize| ["key", "seen", "answered", "skipped", "drop_off"].map(|it| data["questions"][at][it].clone());
        let well = [json!("well"), json!(5), json!(answered), json!(5 - answered), json!(0)];
        assert_eq!(question(0), well, "{query}");
        assert_eq!(question(1)[3..], [json!(5 - (answered - 2)), json!(1)], "{query}");
        assert_eq!(question(2), [json!("why"), json!(2), json!(1), json!(1), json!(1)], "{query}");
        assert_eq!(data["questions"][2]["drop_off_rate"], json!(0.5));
    }
    // A question that is deleted stays where it has answers, last.
    let questions = owner.get(&format!("/form-questions?filter[form_id]={form}&filter[key]=well,name")).status_is(200);
    for question in questions.ids() {
        owner.patch(&format!("/form-questions/{question}"), json!({ "logic": [] })).status_is(200);
        owner.delete(&format!("/form-questions/{question}")).status_is(204);
    }
    let told = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    let left = told.data()["questions"].as_array().expect("questions").iter().map(|it| it["key"].clone());
    assert_eq!(left.collect::<Vec<_>>(), [json!("why"), json!("well")]);
}

fn a_summary_is_of_the_responses_that_are_asked_for(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    for (day, why, seconds) in [("01", "slow", 10), ("02", "dear", 30), ("03", "slow again", 50)] {
        owner
            .post(
                "/form-responses",
                json!({
                    "form_id": form, "source": "import", "answers": { "why": why },
                    "started_at": format!("2026-01-{day}T10:00:00Z"),
                    "completed_at": format!("2026-01-{day}T10:00:{seconds}Z"),
                }),
            )
            .status_is(201);
    }
    respond(owner, form, "today");
    let completed = |query: &str| {
        let told = owner.get(&format!("/forms/{form}/summary?{query}")).status_is(200);
        told.data()["completed"].as_i64().expect("a number")
    };
    for (query, count) in [
        ("", 4),
        ("period=all", 4),
        ("period=today", 1),
        ("period=2026-01", 3),
        ("from=2026-01-02&to=2026-01-03", 2),
        ("to=2026-01-01", 1),
        ("period=1h", 1),
        ("filter[source]=import", 3),
        ("filter[answer][why]=slow", 2),
        ("filter[answer][why]=slow&filter[completed_to]=2026-01-02", 1),
        ("filter[skipped]=score", 4),
        ("filter[answered]=score", 0),
        ("filter[source]=", 4),
    ] {
        assert_eq!(completed(query), count, "{query}");
    }
    let told =
        owner.get(&format!("/forms/{form}/summary?period=2026-01&filter[source]=import,api&samples=2")).status_is(200);
    let figures = ["avg_seconds", "median_seconds", "last_response_at", "starts"].map(|it| told.data()[it].clone());
    assert_eq!(figures, [json!(30.0), json!(30.0), json!("2026-01-03T10:00:50.000000Z"), json!(3)]);
    assert_eq!(told.data()["questions"][0]["samples"], json!(["slow again", "dear"]));
    let meta = &told.body["meta"];
    assert_eq!((&meta["timezone"], &meta["filters"]), (&json!("UTC"), &json!({ "source": ["import", "api"] })));

    let ask = |query: &str| owner.get(&format!("/forms/{form}/summary?{query}"));
    for filter in ["status", "form_id", "nothing"] {
        ask(&format!("filter[{filter}]=1")).refused_in_words(400);
    }
    ask("period=2026&from=2026-01-01").invalid(&[("period", "The period field is prohibited.")]);
    ask("from=2026-02-01&to=2026-01-01").invalid_under("to");
    ask("period=soon").invalid_under("period");
    ask("samples=101").invalid_under("samples");
    ask("partial=perhaps").invalid_under("partial");
    owner.get("/forms/999999/summary").status_is(404);

    // The same figures are drawn, texts only counted.
    let question = told.data()["questions"][0]["question_id"].clone();
    let drawn = |path: &str| {
        let answer = owner.get(&format!("/forms/{form}/{path}")).status_is(200);
        assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
        answer.text()
    };
    let svg = drawn("summary.svg?period=2026-01&filter[source]=import");
    assert!(svg.contains("3 begun, 3 completed, period: 2026-01, source: import</title>"), "{svg}");
    assert!(svg.contains("Why · Answered: 3;") && !svg.contains("slow"), "{svg}");
    assert_eq!(drawn("summary?format=svg&period=2026-01&filter[source]=import"), svg);
    let one = drawn(&format!("summary.svg?question_id={question}&width=320&theme=dark"));
    assert!(one.contains("<desc id=\"chart-desc\">Answered: 4.</desc>") && one.contains("width=\"320\""), "{one}");
    ask("format=svg&question_id=999999").invalid(&[("question_id", "The selected question id is invalid.")]);
    ask("format=pdf").invalid_under("format");
    team.viewer().get(&format!("/forms/{form}/summary")).status_is(200);
}

fn kept_summaries_become_stale_and_are_generated_anew(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let first = respond(owner, form, "first");
    let keep = |more: Value| {
        let mut body = json!({ "form_id": form });
        body.as_object_mut().expect("a body").extend(more.as_object().expect("fields").clone());
        owner.post("/form-response-summaries", body)
    };
    let kept = keep(json!({ "title": "Why", "body": "They say why." })).status_is(201);
    let path = format!("/form-response-summaries/{}", kept.id());
    let same = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    assert_eq!(field(&kept, "stats"), same.data());
    let state =
        |answer: &Answer| ["kind", "responses_count", "is_stale", "is_pinned"].map(|it| field(answer, it).clone());
    assert_eq!(state(&kept), [json!("computed"), json!(1), json!(false), json!(false)]);
    assert_eq!(field(&kept, "user_id"), &json!(team.person("owner").user_id));
    let why = same.data()["questions"][0]["question_id"].clone();
    for answer in [json!("x"), json!(["x"]), json!(3)] {
        let refused = [("filters.answer", "The filters.answer field must be an object.")];
        keep(json!({ "filters": { "answer": answer } })).invalid(&refused);
    }
    let of_one = keep(json!({ "form_question_id": why, "kind": "ai", "filters": { "answer": { "why": "none" } } }))
        .status_is(201);
    let only = field(&of_one, "stats")["questions"].as_array().expect("questions");
    assert_eq!((only.len(), &only[0]["answered"], state(&of_one)[1].clone()), (1, &json!(0), json!(0)));
    let manual = keep(json!({ "kind": "manual", "body": "By hand." })).status_is(201);
    assert_eq!(field(&manual, "stats"), &Value::Null);
    keep(json!({ "form_question_id": question_elsewhere(owner) }))
        .invalid(&[("form_question_id", "The selected form question id is invalid.")]);
    keep(json!({ "filters": { "status": "spam" } }))
        .invalid(&[("filters.status", "The selected filters.status is invalid.")]);
    keep(json!({ "from": "2026-02-01", "to": "2026-01-01" })).invalid_under("to");

    let stale = || field(&owner.get(&path).status_is(200), "is_stale") == &json!(true);
    let regenerate = || owner.post(&format!("{path}/regenerate"), json!({})).status_is(200);
    let begun = json!({ "form_id": form, "status": "in_progress", "answers": { "why": "begun" } });
    let begun = owner.post("/form-responses", begun).status_is(201).id();
    assert!(!stale(), "one that is in progress does not count");
    for what in ["completed", "created", "changed", "disqualified"] {
        match what {
            "completed" => owner.post(&format!("/form-responses/{begun}/complete"), json!({})).status_is(200),
            "created" => owner.get(&format!("/form-responses/{}", respond(owner, form, "third"))).status_is(200),
            "changed" => {
                let answers = json!({ "answers": { "why": "1st" } });
                owner.put(&format!("/form-responses/{first}/answers"), answers).status_is(200)
            }
            _ => owner.post(&format!("/form-responses/{begun}/disqualify"), json!({})).status_is(200),
        };
        assert!(stale(), "{what}");
        let again = regenerate();
        assert_eq!(field(&again, "is_stale"), &json!(false), "{what}");
        assert_eq!(
            field(&again, "stats"),
            owner.get(&format!("/forms/{form}/summary")).status_is(200).data(),
            "{what}"
        );
    }
    assert_eq!(owner.get("/form-response-summaries?filter[is_stale]=true").status_is(200).total(), 2);

    owner.delete(&format!("/form-responses/{first}")).status_is(204);
    let forgotten = owner.get(&path).status_is(200);
    assert_eq!(field(&forgotten, "stats")["questions"][0]["samples"], json!([]));
    assert_eq!(field(&forgotten, "stats")["questions"][1]["other"], json!([]));
    assert!(stale(), "erased");
    assert_eq!(field(&regenerate(), "stats")["questions"][0]["samples"], json!(["third"]));
    assert!(entries(owner, "form_response_summary", kept.id()).iter().all(|it| !it.to_string().contains("samples")));

    assert_eq!(field(&owner.post(&format!("{path}/pin"), json!({})).status_is(200), "is_pinned"), &json!(true));
    owner.post(&format!("{path}/pin"), json!({})).status_is(200);
    assert_eq!(owner.get("/form-response-summaries?filter[is_pinned]=true").status_is(200).ids(), [kept.id()]);
    owner.post(&format!("{path}/unpin"), json!({})).status_is(200);
    let insight = owner.post(&format!("{path}/promote"), json!({})).status_is(201);
    assert_eq!((field(&insight, "name"), field(&insight, "description")), (&json!("Why"), &json!("They say why.")));
    let events: Vec<Value> =
        entries(owner, "form_response_summary", kept.id()).iter().map(|it| it["event"].clone()).collect();
    let mut expected = vec!["created"];
    expected.extend(["generated"; 5]);
    expected.extend(["pinned", "unpinned", "promoted"]);
    assert_eq!(events, expected.into_iter().map(Value::from).collect::<Vec<_>>());
    let shown = owner.get(&format!("/forms/{form}?include=summaries,summariesCount")).status_is(200);
    assert_eq!(
        (shown.data()["summaries"].as_array().map(Vec::len), &shown.data()["summaries_count"]),
        (Some(3), &json!(3))
    );
    owner.delete(&path).status_is(204);
    owner.get(&path).status_is(404);
}

/// A question of another form.
fn question_elsewhere(owner: &Client) -> i64 {
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Elsewhere" }));
    made(owner, "/form-questions", json!({ "form_id": form, "label": "Else", "type": "nps" }))
}

//! Summaries that are kept: they become stale, and are generated anew.

use serde_json::{Value, json};

use crate::activities::entries;
use crate::records::{made, project};
use crate::responses::{field, respond, survey};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![kept_summaries_become_stale_and_are_generated_anew];

/// A summary of all that a form was answered.
struct KeptSummary<'a> {
    owner: &'a Client,
    form: i64,
    id: i64,
    path: String,
}

impl KeptSummary<'_> {
    fn is_stale(&self) -> bool {
        field(&self.owner.get(&self.path).status_is(200), "is_stale") == &json!(true)
    }

    fn regenerate(&self) -> Answer {
        self.owner.post(&format!("{}/regenerate", self.path), json!({})).status_is(200)
    }
}

fn keep(owner: &Client, form: i64, more: Value) -> Answer {
    let mut body = json!({ "form_id": form });
    body.as_object_mut().expect("a body").extend(more.as_object().expect("fields").clone());
    owner.post("/form-response-summaries", body)
}

fn state(answer: &Answer) -> [Value; 4] {
    ["kind", "responses_count", "is_stale", "is_pinned"].map(|it| field(answer, it).clone())
}

fn kept_summaries_become_stale_and_are_generated_anew(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let first = respond(owner, form, "first");
    let kept = keep(owner, form, json!({ "title": "Why", "body": "They say why." })).status_is(201);
    let same = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    assert_eq!(field(&kept, "stats"), same.data());
    assert_eq!(state(&kept), [json!("computed"), json!(1), json!(false), json!(false)]);
    assert_eq!(field(&kept, "user_id"), &json!(team.person("owner").user_id));
    others_are_kept_beside_it(owner, form, &same.data()["questions"][0]["question_id"]);
    what_is_asked_wrong_is_not_kept(owner, form);

    let summary = KeptSummary { owner, form, id: kept.id(), path: format!("/form-response-summaries/{}", kept.id()) };
    whatever_counts_makes_it_stale(&summary, first);
    assert_eq!(owner.get("/form-response-summaries?filter[is_stale]=true").status_is(200).total(), 2);
    what_is_erased_is_forgotten(&summary, first);
    it_is_pinned_and_promoted(&summary);
    let shown = owner.get(&format!("/forms/{form}?include=summaries,summariesCount")).status_is(200);
    assert_eq!(
        (shown.data()["summaries"].as_array().map(Vec::len), &shown.data()["summaries_count"]),
        (Some(3), &json!(3))
    );
    owner.delete(&summary.path).status_is(204);
    owner.get(&summary.path).status_is(404);
}

/// One is of a question and of no response, the other was written by hand.
fn others_are_kept_beside_it(owner: &Client, form: i64, why: &Value) {
    let of_one = json!({ "form_question_id": why, "kind": "ai", "filters": { "answer": { "why": "none" } } });
    let of_one = keep(owner, form, of_one).status_is(201);
    let only = field(&of_one, "stats")["questions"].as_array().expect("questions");
    assert_eq!((only.len(), &only[0]["answered"], state(&of_one)[1].clone()), (1, &json!(0), json!(0)));
    let manual = keep(owner, form, json!({ "kind": "manual", "body": "By hand." })).status_is(201);
    assert_eq!(field(&manual, "stats"), &Value::Null);
}

fn what_is_asked_wrong_is_not_kept(owner: &Client, form: i64) {
    for answer in [json!("x"), json!(["x"]), json!(3)] {
        let refused = [("filters.answer", "The filters.answer field must be an object.")];
        keep(owner, form, json!({ "filters": { "answer": answer } })).invalid(&refused);
    }
    keep(owner, form, json!({ "form_question_id": question_elsewhere(owner) }))
        .invalid(&[("form_question_id", "The selected form question id is invalid.")]);
    keep(owner, form, json!({ "filters": { "status": "spam" } }))
        .invalid(&[("filters.status", "The selected filters.status is invalid.")]);
    keep(owner, form, json!({ "from": "2026-02-01", "to": "2026-01-01" })).invalid_under("to");
}

fn whatever_counts_makes_it_stale(kept: &KeptSummary<'_>, first: i64) {
    let (owner, form) = (kept.owner, kept.form);
    let begun = json!({ "form_id": form, "status": "in_progress", "answers": { "why": "begun" } });
    let begun = owner.post("/form-responses", begun).status_is(201).id();
    assert!(!kept.is_stale(), "one that is in progress does not count");
    let tag = made(owner, "/tags", json!({ "name": "Told" }));
    for what in ["completed", "created", "changed", "tagged", "untagged", "disqualified"] {
        match what {
            "completed" => owner.post(&format!("/form-responses/{begun}/complete"), json!({})).status_is(200),
            "created" => owner.get(&format!("/form-responses/{}", respond(owner, form, "third"))).status_is(200),
            "changed" => {
                let answers = json!({ "answers": { "why": "1st" } });
                owner.put(&format!("/form-responses/{first}/answers"), answers).status_is(200)
            }
            "tagged" => owner.patch(&format!("/form-responses/{first}"), json!({ "tag_ids": [tag] })).status_is(200),
            "untagged" => owner.delete(&format!("/form-responses/{first}/tags/{tag}")).status_is(200),
            _ => owner.post(&format!("/form-responses/{begun}/disqualify"), json!({})).status_is(200),
        };
        assert!(kept.is_stale(), "{what}");
        let again = kept.regenerate();
        assert_eq!(field(&again, "is_stale"), &json!(false), "{what}");
        assert_eq!(
            field(&again, "stats"),
            owner.get(&format!("/forms/{form}/summary")).status_is(200).data(),
            "{what}"
        );
    }
}

fn what_is_erased_is_forgotten(kept: &KeptSummary<'_>, first: i64) {
    let owner = kept.owner;
    owner.delete(&format!("/form-responses/{first}")).status_is(204);
    let forgotten = owner.get(&kept.path).status_is(200);
    assert_eq!(field(&forgotten, "stats")["questions"][0]["samples"], json!([]));
    assert_eq!(field(&forgotten, "stats")["questions"][1]["other"], json!([]));
    assert!(kept.is_stale(), "erased");
    assert_eq!(field(&kept.regenerate(), "stats")["questions"][0]["samples"], json!(["third"]));
    assert!(entries(owner, "form_response_summary", kept.id).iter().all(|it| !it.to_string().contains("samples")));
}

fn it_is_pinned_and_promoted(kept: &KeptSummary<'_>) {
    let KeptSummary { owner, id, path, .. } = kept;
    assert_eq!(field(&owner.post(&format!("{path}/pin"), json!({})).status_is(200), "is_pinned"), &json!(true));
    owner.post(&format!("{path}/pin"), json!({})).status_is(200);
    assert_eq!(owner.get("/form-response-summaries?filter[is_pinned]=true").status_is(200).ids(), [*id]);
    owner.post(&format!("{path}/unpin"), json!({})).status_is(200);
    let insight = owner.post(&format!("{path}/promote"), json!({})).status_is(201);
    assert_eq!((field(&insight, "name"), field(&insight, "description")), (&json!("Why"), &json!("They say why.")));
    let events: Vec<Value> =
        entries(owner, "form_response_summary", *id).iter().map(|it| it["event"].clone()).collect();
    let mut expected = vec!["created"];
    expected.extend(["generated"; 7]);
    expected.extend(["pinned", "unpinned", "promoted"]);
    assert_eq!(events, expected.into_iter().map(Value::from).collect::<Vec<_>>());
}

/// A question of another form.
fn question_elsewhere(owner: &Client) -> i64 {
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Elsewhere" }));
    made(owner, "/form-questions", json!({ "form_id": form, "label": "Else", "type": "nps" }))
}

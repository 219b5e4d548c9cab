//! What belongs to a form that is deleted stays: it is read and changed as before, and nothing comes to the form anew.

use serde_json::{Value, json};

use super::in_order;
use crate::access::interface::{ANSWERED, Interface, Records, SPARE, records, send};
use crate::records::{linked, made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    what_belongs_to_a_deleted_form_is_read_and_changed_as_before,
    a_form_that_comes_back_is_as_its_parts_were_left,
    the_parts_of_a_deleted_form_are_their_authors_own,
];

/// The lists of what belongs to a form.
const BENEATH: [&str; 5] =
    ["/form-steps", "/form-questions", "/form-responses", "/form-answers", "/form-response-summaries"];

/// A published form with one of each that may belong to one, by the paths of their lists.
#[track_caller]
fn asked(owner: &Client, project: i64) -> Records {
    let form = made(owner, "/forms", json!({ "project_id": project, "name": "Survey" }));
    let ask =
        |label: &str| made(owner, "/form-questions", json!({ "form_id": form, "label": label, "type": "long_text" }));
    let [why, _] = ["Why", "Else"].map(ask);
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let response = json!({ "form_id": form, "answers": { "why": "So" } });
    let response = made(owner, "/form-responses", response);
    let list = |list: &str| owner.get(list).status_is(200).ids()[0];
    let answer = list(&format!("/form-answers?filter[form_question_id]={why}"));
    let step = list(&format!("/form-steps?filter[form_id]={form}"));
    // One without questions, which may go though the form is published.
    let bare = made(owner, "/form-steps", json!({ "form_id": form, "title": "Bare" }));
    let summary = made(owner, "/form-response-summaries", json!({ "form_id": form }));
    [
        ("/forms", form),
        (SPARE, form),
        (ANSWERED, form),
        ("/form-steps", step),
        (BARE, bare),
        ("/form-questions", why),
        ("/form-responses", response),
        ("/form-answers", answer),
        ("/form-response-summaries", summary),
    ]
    .map(|(list, id)| (list.to_owned(), id))
    .into()
}

/// The place of the step without questions.
const BARE: &str = "/form-steps/bare";

fn what_belongs_to_a_deleted_form_is_read_and_changed_as_before(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, interface, others) = (team.owner(), Interface::of(&world), records(&team));
    let project = project(owner);
    let mut operations = interface.operations();
    operations.retain(|it| BENEATH.contains(&it.list().as_str()));
    assert!(operations.len() > 35, "only {}", operations.len());
    for operation in operations {
        let mut here = others.clone();
        here.extend(asked(owner, project));
        if operation.path == "/form-steps/{form_step}" || operation.restores() && operation.list() == "/form-steps" {
            here.insert("/form-steps".to_owned(), here[BARE]);
        }
        let (form, list) = (format!("/forms/{}", here["/forms"]), operation.list());
        let questions = format!("/form-questions?filter[form_id]={}", here["/forms"]);
        let questions = owner.get(&questions).status_is(200).ids();
        let record = here[&list];
        if operation.restores() {
            owner.delete(&format!("{list}/{record}")).status_is(204);
        } else if !operation.parameters().is_empty() {
            operation.arrange(owner, record);
        }
        owner.delete(&form).status_is(204);
        let body = match operation.path.ends_with("/reorder") {
            true => json!({ "ids": questions.into_iter().rev().collect::<Vec<_>>() }),
            false => interface.body(operation, &here),
        };
        let answer = send(owner, operation, &interface.ids(operation, &here), body);
        let (method, path) = (operation.method, operation.path);
        if operation.restores() || method == "POST" && path == list {
            answer.invalid_under("form_id");
        } else {
            assert_eq!(answer.status, operation.done(), "{method} {path}: {}", answer.text());
        }
    }
}

fn a_form_that_comes_back_is_as_its_parts_were_left(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let here = asked(owner, project(owner));
    let (form, response) = (here["/forms"], here["/form-responses"]);
    let (path, questions) = (format!("/forms/{form}"), format!("/form-questions?filter[form_id]={form}"));
    owner.delete(&path).status_is(204);
    for list in BENEATH {
        let shown = owner.get(&format!("{list}?filter[form_id]={form}")).status_is(200);
        assert!(shown.total() > 0, "{list}");
    }
    let step = owner.get(&format!("/form-steps/{}?include=form", here["/form-steps"])).status_is(200);
    assert_eq!((&step.data()["form_id"], &step.data()["form"]), (&json!(form), &Value::Null));

    // What would break the form that comes back is refused, and all else is as on a form that is there.
    let [why, other] = owner.get(&questions).status_is(200).ids()[..] else { panic!("two questions") };
    let unasked = json!({ "type": "statement" });
    owner.delete(&format!("/form-questions/{why}")).status_is(204);
    owner.patch(&format!("/form-questions/{other}"), unasked).invalid_under("questions");
    let put = json!({ "answers": { "else": "This" } });
    owner.put(&format!("/form-responses/{response}/answers"), put).status_is(200);
    let kept = linked(owner, owner.get("/projects").status_is(200).ids()[0], "form_response", response);
    let said = json!({ "commentable_type": "form_response", "commentable_id": response, "body": "Seen" });
    made(owner, "/comments", said);
    let convert = format!("/form-responses/{response}/convert");
    owner.post(&convert, json!({ "target": "insight" })).status_is(201);
    let promote = format!("/form-response-summaries/{}/promote", here["/form-response-summaries"]);
    owner.post(&promote, json!({ "name": "Told" })).status_is(201);

    let back = owner.post(&format!("{path}/restore"), json!({})).status_is(200);
    assert_eq!((&back.data()["version"], &back.data()["responses_count"]), (&json!(2), &json!(1)));
    assert_eq!(in_order(owner, &questions), [other]);
    owner.post(&format!("/form-questions/{why}/restore"), json!({})).status_is(200);
    assert_eq!(in_order(owner, &questions), [other, why]);
    owner.get(&format!("/attachments/{kept}")).status_is(200);
}

fn the_parts_of_a_deleted_form_are_their_authors_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let member = team.member();
    let here = asked(member, project(team.owner()));
    member.delete(&format!("/forms/{}", here["/forms"])).status_is(204);
    let bare = format!("/form-steps/{}", here[BARE]);
    team.newcomer("member").client.delete(&bare).status_is(403);
    member.delete(&bare).status_is(204);
}

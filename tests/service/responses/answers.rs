//! What is answered by a key.

use serde_json::{Value, json};

use super::{answers, field, respond, survey};
use crate::records::{form, made, project};
use crate::world::{Store, World, on_both};

on_both![
    answers_are_checked_kept_and_told,
    answers_change_until_and_after_completion,
    answers_are_shown_with_their_questions,
    lists_find_responses_by_their_answers,
    options_are_found_as_they_are_written,
    searches_find_responses_by_who_answered_and_what,
    imports_say_when_and_are_for_owners_and_admins,
    nothing_is_kept_of_who_answers_an_anonymous_form,
];

fn answers_are_checked_kept_and_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let create = |answers: Value| owner.post("/form-responses", json!({ "form_id": form, "answers": answers }));
    create(json!({ "bad": "high" })).invalid(&[("answers.why", "The answers.why field is required.")]);
    create(json!({ "why": "a", "bad": "worse", "none": 1, "score": 11 })).invalid(&[
        ("answers.bad", "The selected answers.bad is invalid."),
        ("answers.none", "The selected answers.none is invalid."),
        ("answers.score", "The answers.score field must not be greater than 10."),
    ]);
    owner
        .post("/form-responses", json!({ "form_id": form, "answers": 1 }))
        .invalid(&[("answers", "The answers field must be an object.")]);
    for (name, word) in [("status", "spam"), ("status", "disqualified"), ("source", "public")] {
        let body = json!({ "form_id": form, "answers": { "why": "a" }, name: word });
        owner.post("/form-responses", body).invalid(&[(name, &format!("The selected {name} is invalid."))]);
    }
    let said = json!({ "form_id": form, "answers": { "why": "a" }, "metadata": { "Big": "x", "b": 1 } });
    owner.post("/form-responses", said).invalid(&[
        ("metadata.Big", "The metadata.Big field format is invalid."),
        ("metadata.b", "The metadata.b field must be a string."),
    ]);
    assert_eq!(owner.get("/form-responses").status_is(200).total(), 0, "nothing is stored of these");

    let response = create(json!({ "why": " Too slow ", "bad": "high", "score": "9" })).status_is(201);
    assert_eq!(field(&response, "status"), &json!("completed"));
    assert_eq!(field(&response, "respondent_user_id"), &json!(team.person("owner").user_id));
    assert_eq!(field(&response, "duration_seconds"), &json!(0));
    let told = answers(owner, response.id());
    let of =
        |key: &str| ["value", "text_value", "number_value", "option_ids", "skipped"].map(|it| told[key][it].clone());
    assert_eq!(of("why"), [json!("Too slow"), json!("Too slow"), Value::Null, Value::Null, json!(false)]);
    assert_eq!(of("bad"), [json!("high"), json!("High"), json!(2.0), json!(["high"]), json!(false)]);
    assert_eq!(of("score"), [json!(9), json!("9"), json!(9.0), Value::Null, json!(false)]);
    assert_eq!(of("origin")[0], json!("mail"), "a default counts as an answer");
    let second = create(json!({ "why": "b" })).status_is(201).id();
    let told = answers(owner, second);
    assert_eq!((&told["score"]["skipped"], &told["score"]["value"]), (&json!(true), &Value::Null));
}

fn answers_change_until_and_after_completion(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let begun = json!({ "form_id": form, "status": "in_progress", "answers": { "bad": "low" } });
    let id = owner.post("/form-responses", begun).status_is(201).id();
    let path = format!("/form-responses/{id}");
    let put = |answers: Value| owner.put(&format!("{path}/answers"), json!({ "answers": answers }));
    put(json!({ "bad": "worse" })).invalid(&[("answers.bad", "The selected answers.bad is invalid.")]);
    put(json!({ "bad": null, "score": 3 })).status_is(200);
    let told = answers(owner, id);
    assert_eq!((&told["bad"]["skipped"], &told["score"]["value"]), (&json!(true), &json!(3)));
    let required = [("answers.why", "The answers.why field is required.")];
    owner.post(&format!("{path}/complete"), json!({})).invalid(&required);
    let completed = owner.post(&format!("{path}/complete"), json!({ "answers": { "why": "x" } })).status_is(200);
    assert_eq!(field(&completed, "status"), &json!("completed"));

    put(json!({ "why": null })).invalid(&required);
    put(json!({ "why": "y" })).status_is(200);
    let answer = answers(owner, id)["why"]["id"].as_i64().expect("an id");
    let one = format!("/form-answers/{answer}");
    owner.patch(&one, json!({ "value": 5 })).invalid(&[("value", "The value field must be a string.")]);
    owner.patch(&one, json!({ "value": null })).invalid(&[("value", "The value field is required.")]);
    let changed = owner.patch(&one, json!({ "value": "z" })).status_is(200);
    assert_eq!(field(&changed, "text_value"), &json!("z"));
    let log = owner.get(&format!("/activities?subject_type=form_answer&subject_id={answer}")).status_is(200);
    assert_eq!(log.items()[0]["event"], json!("updated"));
    assert_eq!(log.items()[0]["properties"], json!({ "attributes": { "value": "z" }, "old": { "value": "y" } }));
    let log = owner.get(&format!("/activities?subject_type=form_response&subject_id={id}&sort=id")).status_is(200);
    let events: Vec<&Value> = log.items().iter().map(|it| &it["event"]).collect();
    assert_eq!(events, ["created", "answered", "answered", "submitted", "answered", "answered"]);
    assert_eq!(log.items()[1]["properties"]["attributes"]["keys"], json!(["bad", "score"]));
}

fn answers_are_shown_with_their_questions(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let ids = ["a", "b"].map(|why| respond(owner, form, why));
    let check = |response: &Value| {
        let answers = response["answers"].as_array().expect("answers");
        assert_eq!(answers.len(), 4, "skipped ones as well");
        for answer in answers {
            let alone = owner.get(&format!("/form-answers/{}?include=question", answer["id"])).status_is(200);
            assert_eq!(answer["question"]["id"], answer["form_question_id"]);
            assert_eq!(answer["question"], *field(&alone, "question"));
        }
        assert!(response["question"].is_null(), "they are within the answers alone");
    };
    for include in ["answers.question", "answers,answers.question", "answers.question,answersCount,form"] {
        let one = owner.get(&format!("/form-responses/{}?include={include}", ids[0])).status_is(200);
        check(one.data());
        assert_eq!(one.data()["answers_count"].is_null(), !include.contains("answersCount"));
        let list = owner.get(&format!("/form-responses?include={include}&sort=id")).status_is(200);
        assert_eq!(list.ids(), ids);
        list.items().iter().for_each(check);
    }
    let without = owner.get(&format!("/form-responses/{}?include=answers", ids[0])).status_is(200);
    assert!(without.data()["answers"][0].get("question").is_none());
    owner.get("/form-responses?include=answers.form,answersCount.question").status_is(400);
    let asked = &without.data()["answers"][0]["form_question_id"];
    owner.delete(&format!("/form-questions/{asked}")).status_is(204);
    let one = owner.get(&format!("/form-responses/{}?include=answers.question", ids[0])).status_is(200);
    assert_eq!(one.data()["answers"][0]["question"], Value::Null);
    assert!(one.data()["answers"][1]["question"].is_object());
}

fn lists_find_responses_by_their_answers(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let create = |answers: Value| {
        owner.post("/form-responses", json!({ "form_id": form, "answers": answers })).status_is(201).id()
    };
    let one = create(json!({ "why": "Straße 50%", "bad": "high", "score": 9 }));
    let two = create(json!({ "why": "slow_page", "bad": "low" }));
    let three = create(json!({ "why": "nothing", "score": 10 }));
    for (asked, found) in [
        ("filter[answer][why]=STRA", vec![one]),
        ("filter[answer][why]=50%25,slow_", vec![one, two]),
        ("filter[answer][why]=0_", vec![]),
        ("filter[answer]=slow", vec![]),
        ("filter[answer][bad]=high,low", vec![one, two]),
        ("filter[answer][bad]=hig", vec![]),
        ("filter[answer][score]=9.0", vec![one]),
        ("filter[answer][score]=9&filter[answer][bad]=low", vec![]),
        ("filter[answer][score]=9,10&filter[answer][why]=not", vec![three]),
        ("filter[answered]=score,bad", vec![one]),
        ("filter[skipped]=score", vec![two]),
        ("filter[answered]=nobody", vec![]),
        ("filter[answer]=", vec![one, two, three]),
    ] {
        assert_eq!(owner.get(&format!("/form-responses?{asked}")).status_is(200).ids(), found, "{asked}");
    }
}

fn options_are_found_as_they_are_written(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = form(owner, project(owner), "Sizes");
    let ids = ["5", "05", "1e3", "1000"];
    let options: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "label": format!("Size {id}") })).collect();
    let body = json!({ "form_id": form, "label": "Size", "key": "size", "type": "single_choice", "options": options });
    made(owner, "/form-questions", body);
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let chosen = ids.map(|id| made(owner, "/form-responses", json!({ "form_id": form, "answers": { "size": id } })));
    for (asked, found) in [("5", &chosen[..1]), ("05", &chosen[1..2]), ("5.0", &[]), ("1e3,1000", &chosen[2..])] {
        let list = format!("/form-responses?filter[form_id]={form}&filter[answer][size]={asked}&sort=id");
        assert_eq!(owner.get(&list).status_is(200).ids(), found, "{asked}");
    }
}

fn searches_find_responses_by_who_answered_and_what(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, token) = survey(&team, json!({}));
    let create = |email: &str, why: &str| {
        let body = json!({
            "form_id": form, "respondent_email": email, "status": "in_progress", "answers": { "why": why, "bad": "high" },
        });
        owner.post("/form-responses", body).status_is(201).id()
    };
    let found = |text: &str| owner.get(&format!("/form-responses?filter[search]={text}")).status_is(200).ids();
    let (one, two) = (create("lea@shop.example", "Shipping costs"), create("max@shop.example", "Lea said so"));
    assert_eq!(found("lea"), [one, two], "the address counts more than an answer");
    assert_eq!(found("ship+high"), [one], "the label of an option is what people read");
    let public =
        world.client(None).post(&format!("/public/forms/{token}/responses"), json!({ "answers": { "why": "Zoll" } }));
    assert_eq!(found("zoll"), [public.status_is(201).id()]);
    let shown = owner.put(&format!("/form-responses/{one}/answers"), json!({ "answers": { "why": "Returns" } }));
    let shown = shown.status_is(200);
    let texts: Vec<&Value> =
        shown.data()["answers"].as_array().expect("answers").iter().map(|it| &it["text_value"]).collect();
    assert!(texts.contains(&&json!("Returns")), "{texts:?}");
    assert_eq!((found("shipping"), found("return")), (vec![], vec![one]));
    owner.patch(&format!("/form-responses/{one}"), json!({ "respondent_email": "ina@shop.example" })).status_is(200);
    assert_eq!((found("lea"), found("ina+returns")), (vec![two], vec![one]));
    owner.post(&format!("/form-responses/{two}/complete"), json!({})).status_is(200);
    assert_eq!(found("said"), [two]);
    owner.delete(&format!("/form-responses/{two}")).status_is(204);
    assert!(found("said").is_empty());
}

fn imports_say_when_and_are_for_owners_and_admins(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (form, _) = survey(&team, json!({}));
    let body = |more: Value| {
        let mut body = json!({ "form_id": form, "source": "import", "answers": { "why": "a" } });
        body.as_object_mut().expect("a body").extend(more.as_object().expect("fields").clone());
        body
    };
    team.member().post("/form-responses", body(json!({}))).refused(403, "This action is unauthorized.");
    let admin = team.admin();
    let times = json!({ "started_at": "2026-01-02T09:00:00Z", "completed_at": "2026-01-02T08:00:00Z" });
    let before = "The completed at field must be a date after or equal to started at.";
    admin.post("/form-responses", body(times)).invalid(&[("completed_at", before)]);
    let later = json!({ "completed_at": "2999-01-01T00:00:00Z" });
    admin.post("/form-responses", body(later)).invalid_under("completed_at");
    let open = json!({ "status": "in_progress", "completed_at": "2026-01-02T08:00:00Z" });
    let when = [("completed_at", "The completed at field is prohibited when status is in_progress.")];
    admin.post("/form-responses", body(open)).invalid(&when);
    let prohibited = [("completed_at", "The completed at field is prohibited.")];
    let own = json!({ "form_id": form, "answers": { "why": "a" }, "completed_at": "2026-01-02T08:00:00Z" });
    admin.post("/form-responses", own).invalid(&prohibited);
    let said = json!({ "completed_at": "2026-01-02T08:00:00Z" });
    let made = admin.post("/form-responses", body(said)).status_is(201);
    assert_eq!(field(&made, "started_at"), &json!("2026-01-02T08:00:00.000000Z"));
    assert_eq!(field(&made, "respondent_user_id"), &Value::Null);
    team.owner().post(&format!("/forms/{form}/close"), json!({})).status_is(200);
    admin.post("/form-responses", body(json!({}))).status_is(201);
    let closed = json!({ "form_id": form, "answers": { "why": "a" } });
    admin.post("/form-responses", closed).invalid(&[("form", "The form is closed.")]);
}

fn nothing_is_kept_of_who_answers_an_anonymous_form(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({ "anonymous": true, "target": "idea", "mapping": { "why": "name" } }));
    let body = json!({ "form_id": form, "answers": { "why": "a" }, "metadata": { "a": "b" } });
    let mut named = body.clone();
    named["respondent_email"] = json!("a@b.example");
    let prohibited = [("respondent_email", "The respondent email field is prohibited.")];
    owner.post("/form-responses", named).invalid(&prohibited);
    let made = team.member().post("/form-responses", body).status_is(201);
    for name in ["respondent_user_id", "metadata", "respondent_email"] {
        assert_eq!(field(&made, name), &Value::Null, "{name}");
    }
    let idea = field(&made, "created_record_id");
    for (kind, id) in [("form_response", json!(made.id())), ("idea", idea.clone())] {
        let log = owner.get(&format!("/activities?subject_type={kind}&subject_id={id}")).status_is(200);
        assert!(log.total() > 0 && log.items().iter().all(|it| it["causer_id"].is_null()), "{}", log.text());
    }
    let idea = owner.get(&format!("/ideas/{idea}")).status_is(200);
    assert_eq!(field(&idea, "user_id"), &json!(team.person("owner").user_id), "the form's author has it");

    // Who answered before the form was anonymous may still say something else.
    let (form, _) = survey(&team, json!({}));
    let body = json!({ "form_id": form, "answers": { "why": "a" }, "respondent_email": "a@b.example" });
    let earlier = format!("/form-responses/{}", owner.post("/form-responses", body).status_is(201).id());
    owner.patch(&format!("/forms/{form}"), json!({ "anonymous": true })).status_is(200);
    let changed = owner.patch(&earlier, json!({ "metadata": { "a": "b" } })).status_is(200);
    assert_eq!(
        (field(&changed, "metadata"), field(&changed, "respondent_email")),
        (&Value::Null, &json!("a@b.example"))
    );
    owner.patch(&earlier, json!({ "respondent_email": "c@d.example" })).invalid(&prohibited);
}

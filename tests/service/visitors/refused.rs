//! Refusals, which are pages as well.

use serde_json::json;

use super::{FormVisitor, ask, form, has, publish, responses, step};
use crate::world::{Answer, Form, Store, World, on_both};

on_both![
    what_is_refused_is_told_on_a_page,
    what_no_text_holds_is_told_beside_its_field,
    spam_is_refused_as_what_is_honest,
    one_visitor_is_let_in_so_often,
    made_up_addresses_are_counted_together,
];

#[track_caller]
fn page(answer: Answer, status: u16, text: &str) {
    let answer = answer.status_is(status);
    assert!(answer.header("content-type").is_some_and(|it| it.starts_with("text/html")));
    assert_eq!(answer.header("cache-control"), Some("no-store, private"));
    has(&answer.text(), &[text, "<!DOCTYPE html>"]);
}

fn what_is_refused_is_told_on_a_page(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let form = form(&team, json!({}));
    let steps = [step(&team, form, json!({})), step(&team, form, json!({}))];
    for (step, key) in steps.iter().zip(["one", "two"]) {
        ask(&team, form, *step, &[json!({ "key": key, "label": key, "type": "short_text" })]);
    }
    let nobody = FormVisitor::of(&world, "nobody");
    page(nobody.get(""), 404, "No such form.");
    page(nobody.get("/done"), 404, "<h1 dir=\"auto\">Form not found</h1>");
    page(nobody.post(&[]), 404, "No such form.");
    let token = publish(&team, form);
    let visitor = FormVisitor::of(&world, &token);
    for (header, value) in [("Origin", "https://evil.example"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site")] {
        let kind = ("Content-Type", "application/x-www-form-urlencoded");
        let body = format!("step={}&a.one=1&next=1", steps[0]);
        page(visitor.send("POST", "", &[kind, (header, value)], body.as_bytes()), 403, "its own page");
    }
    assert!(responses(&team, form).is_empty());
    let kind = ("Content-Type", "application/x-www-form-urlencoded");
    let body = format!("step={}&a.one=1&next=1", steps[0]);
    let own = world.origin();
    visitor.send("POST", "", &[kind, ("Origin", &own)], body.as_bytes()).status_is(303);
    page(visitor.send("POST", "", &[("Content-Type", "application/json")], b"{}"), 415, "could not read");
    let kept = visitor.cookie.borrow().clone();
    *visitor.cookie.borrow_mut() = Some("uplift_response=1.wrong.1.1".to_owned());
    page(visitor.post(&[("step".to_owned(), steps[1].to_string())]), 403, "Invalid edit token.");
    assert_eq!(*visitor.cookie.borrow(), None);
    *visitor.cookie.borrow_mut() = kept;

    let owner = team.owner();
    owner.post(&format!("/forms/{form}/close"), json!({})).status_is(200);
    page(visitor.get(""), 200, "The form is closed.");
    page(visitor.post(&[("step".to_owned(), steps[1].to_string())]), 422, "The form is closed.");
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    owner.patch(&format!("/forms/{form}"), json!({ "opens_at": "2999-01-01T00:00:00Z" })).status_is(200);
    page(visitor.get(""), 200, "The form is not open yet.");
    owner.patch(&format!("/forms/{form}"), json!({ "opens_at": null })).status_is(200);
    team.billing("blocked", &[]);
    visitor.get("").status_is(200);
    page(visitor.post(&[("step".to_owned(), steps[1].to_string())]), 402, "cannot take answers");
    let nothing = |path: &str| world.client(None).get(&format!("{}/f/assets/{path}", world.origin()));
    nothing("nope").status_is(404);
    assert_eq!(nothing("page.css").status_is(200).header("content-type"), Some("text/css; charset=utf-8"));
}

fn what_no_text_holds_is_told_beside_its_field(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let form = form(&team, json!({}));
    let steps = [step(&team, form, json!({})), step(&team, form, json!({}))];
    ask(&team, form, steps[0], &[json!({ "key": "n", "label": "Name", "type": "short_text", "is_required": true })]);
    ask(&team, form, steps[0], &[json!({ "key": "origin", "label": "From", "type": "hidden" })]);
    ask(&team, form, steps[1], &[json!({ "key": "more", "label": "More", "type": "short_text" })]);
    let visitor = FormVisitor::of(&world, &publish(&team, form));
    let nul = "<a href=\"#q-n\">The Name field must not contain a NUL character.</a>";
    for refused in [visitor.press("next", &[("a.n", "a\0b")]), visitor.send_files(&[("a.n", "a\0b")], &[])] {
        let refused = refused.status_is(422).text();
        has(&refused, &[nul, "value=\"ab\"", "aria-describedby=\"error-n\""]);
        assert!(!refused.contains("The Name field is required."), "{refused}");
    }
    let refused = visitor.press("next", &[("a.n", "a"), ("a.origin", "a\0b")]).status_is(422).text();
    has(&refused, &["The From field must not contain a NUL character."]);
    let kind = ("Content-Type", "application/x-www-form-urlencoded");
    let body = format!("step={}&a.n=a%ffb&next=1", steps[0]);
    let refused = visitor.send("POST", "", &[kind], body.as_bytes()).status_is(422).text();
    has(&refused, &["<a href=\"#q-n\">The Name field must be valid UTF-8.</a>"]);
    let name = "Content-Disposition: form-data; name=\"a.n\"";
    let spoiled = Form::new().text("step", steps[0]).part(name, b"a\xffb").text("a.origin", "shop");
    let refused = visitor.send("POST", "", &[("Content-Type", &Form::content_type())], &spoiled.bytes());
    let told = "<a href=\"#q-n\">The Name field must be valid UTF-8.</a>";
    has(&refused.status_is(422).text(), &[told, "value=\"a\u{fffd}b\"", "<title>Error: "]);
    let cut = visitor.send("POST", "", &[("Content-Type", &Form::content_type())], b"--no boundary");
    page(cut, 422, "The form could not read this.");
    assert!(responses(&team, form).is_empty());
    for (query, told) in [
        ("?origin=a%00b", "The origin field must not contain a NUL character."),
        ("?origin=a%ffb", "The origin field must be valid UTF-8."),
        ("?x=%00", "The x field must not contain a NUL character."),
    ] {
        page(visitor.get(query), 422, told);
        assert!(visitor.get(query).text().contains("Back to the form</a>"), "{query} leads on");
    }
    // Whoever goes back loses what cannot be taken, and nothing else.
    visitor.next(&[("a.n", "a")]);
    visitor.press("back", &[("a.more", "x\0y")]).status_is(303);
    assert_eq!(responses(&team, form)[0].1, json!({ "n": "a" }));
}

fn spam_is_refused_as_what_is_honest(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, form) = (team.owner(), form(&team, json!({ "target": "idea" })));
    let only = step(&team, form, json!({}));
    ask(&team, form, only, &[json!({ "key": "q", "label": "Q", "type": "short_text" })]);
    let token = publish(&team, form);
    let project = owner.get(&format!("/forms/{form}")).status_is(200).data()["project_id"].clone();
    owner.post(&format!("/projects/{project}/archive"), json!({})).status_is(200);
    for website in ["", "https://spam.example"] {
        let sent = FormVisitor::of(&world, &token).press("next", &[("a.q", "x"), ("website", website)]);
        page(sent, 422, "The form cannot take responses at the moment.");
    }
    assert!(responses(&team, form).is_empty());
}

fn one_visitor_is_let_in_so_often(store: Store) {
    let world = World::builder(store)
        .env("UPLIFT_PUBLIC_RESPONSES_PER_MINUTE", "1")
        .env("UPLIFT_PUBLIC_REQUESTS_PER_MINUTE", "6")
        .start();
    let team = world.team();
    let form = form(&team, json!({}));
    let only = step(&team, form, json!({}));
    ask(&team, form, only, &[json!({ "key": "q", "label": "Q", "type": "short_text" })]);
    let token = publish(&team, form);
    let visitor = FormVisitor::of(&world, &token);
    visitor.press("next", &[("a.q", "x")]).status_is(303);
    let refused = visitor.press("next", &[("a.q", "x")]);
    assert!(refused.header("retry-after").is_some());
    page(refused, 429, "too fast");
    visitor.get("").status_is(200);
    visitor.get("").status_is(200);
    page(visitor.get(""), 429, "too fast");
}

/// Who guesses is let in no more often than who knocks at one address, and costs nobody else their form.
fn made_up_addresses_are_counted_together(store: Store) {
    let world = World::builder(store).env("UPLIFT_PUBLIC_REQUESTS_PER_MINUTE", "4").start();
    let team = world.team();
    let form = form(&team, json!({}));
    let only = step(&team, form, json!({}));
    ask(&team, form, only, &[json!({ "key": "q", "label": "Q", "type": "short_text" })]);
    let token = publish(&team, form);
    let stranger = world.client(None);
    for made_up in ["a", "b"] {
        page(FormVisitor::of(&world, made_up).get(""), 404, "No such form.");
        stranger.get(&format!("/public/reports/{made_up}")).status_is(404);
    }
    for made_up in ["c", "d", "a"] {
        let refused = FormVisitor::of(&world, made_up).get("");
        assert!(refused.header("retry-after").is_some());
        page(refused, 429, "too fast");
        stranger.get(&format!("/public/forms/{made_up}")).refused(429, "Too Many Attempts.");
    }
    FormVisitor::of(&world, &token).get("").status_is(200);
}

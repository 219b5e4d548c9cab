//! Ways through a form on its page: on, back, and elsewhere.

use serde_json::json;

use super::{FormVisitor, ask, form, has, hidden, publish, responses, step};
use crate::activities::entries;
use crate::world::{Store, World, on_both};

on_both![
    a_change_leads_another_way,
    what_an_answer_shows_is_shown_before_going_on,
    a_response_is_begun_once_and_gone_on_with_by_its_cookie,
    the_end_leads_where_the_form_says,
];

fn a_change_leads_another_way(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let form = form(&team, json!({}));
    let ids = ["Start", "Shop", "Empty", "End"].map(|title| step(&team, form, json!({ "title": title })));
    let jump = json!([{ "conditions": { "connector": "and", "rules": [{ "question": "shops", "operator": "equals", "value": false }] }, "action": { "type": "jump_to_step", "to": ids[3] } }]);
    let shops =
        json!({ "key": "shops", "label": "Do you shop?", "type": "yes_no", "is_required": true, "logic": jump });
    ask(&team, form, ids[0], &[shops]);
    ask(&team, form, ids[1], &[json!({ "key": "wher", "label": "Where?", "type": "short_text", "is_required": true })]);
    ask(&team, form, ids[2], &[json!({ "key": "src", "label": "Source", "type": "hidden" })]);
    ask(&team, form, ids[3], &[json!({ "key": "more", "label": "More?", "type": "long_text" })]);
    let token = publish(&team, form);
    let visitor = FormVisitor::of(&world, &token);
    has(&visitor.next(&[("a.shops", "true")]), &["<h2 class=\"step-title\" dir=\"auto\">Shop</h2>", "Step 2 of 3"]);
    has(
        &visitor.next(&[("a.wher", "Here")]),
        &["<h2 class=\"step-title\" dir=\"auto\">End</h2>", "Step 3 of 3", ">Send<"],
    );
    visitor.press("back", &[("a.more", "Draft")]).status_is(303);
    has(&visitor.page(), &["Shop", "value=\"Here\""]);
    visitor.press("back", &[("a.wher", "There")]).status_is(303);
    has(&visitor.page(), &["value=\"true\" checked", "Step 1 of 3"]);
    has(
        &visitor.next(&[("a.shops", "false")]),
        &["<h2 class=\"step-title\" dir=\"auto\">End</h2>", "Step 2 of 2", ">\nDraft</textarea>"],
    );
    let stale: Vec<_> = [("step", ids[1].to_string()), ("a.wher", "X".to_owned()), ("next", "1".to_owned())]
        .map(|(name, text)| (name.to_owned(), text))
        .into();
    visitor.post(&stale).status_is(303);
    has(&visitor.page(), &["<h2 class=\"step-title\" dir=\"auto\">End</h2>"]);
    assert_eq!(responses(&team, form)[0].1, json!({ "shops": false, "wher": "There", "more": "Draft" }));
    visitor.press("next", &[("a.more", "Done")]).status_is(303);
    assert_eq!(
        responses(&team, form)[0].1,
        json!({ "shops": false, "more": "Done" }),
        "what is off the way is dropped"
    );
}

fn what_an_answer_shows_is_shown_before_going_on(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let form = form(&team, json!({}));
    let only = step(&team, form, json!({}));
    let show = json!([{ "conditions": { "connector": "and", "rules": [{ "question": "score", "operator": "lte", "value": 6 }] }, "action": { "type": "show" } }]);
    ask(
        &team,
        form,
        only,
        &[
            json!({ "key": "score", "label": "Score", "type": "nps" }),
            json!({ "key": "why", "label": "Why so low?", "type": "short_text", "is_required": true, "logic": show }),
        ],
    );
    let token = publish(&team, form);
    let visitor = FormVisitor::of(&world, &token);
    has(&visitor.page(), &["<template data-key=\"why\" data-rules=\"", "&#34;op&#34;:&#34;lte&#34;"]);
    let again = visitor.next(&[("a.score", "3")]);
    assert!(!again.contains("<template"), "{again}");
    has(&again, &["Why so low?", "value=\"3\" checked"]);
    assert_eq!(responses(&team, form)[0].0["status"], json!("in_progress"));
    let missing = visitor.press("next", &[("a.score", "3")]).status_is(422);
    has(&missing.text(), &["The Why so low? field is required."]);
    visitor.press("next", &[("a.score", "3"), ("a.why", "Slow")]).status_is(303);
    assert_eq!(responses(&team, form)[0].1, json!({ "score": 3, "why": "Slow" }));
    // Without saying what was shown, all that was visible before counts as shown.
    let blunt = FormVisitor::of(&world, &token);
    let step = hidden(&blunt.page()).into_iter().find(|(name, _)| name == "step").expect("a step");
    blunt.post(&[step, ("a.score".to_owned(), "9".to_owned())]).status_is(303);
    assert_eq!(responses(&team, form)[0].0["status"], json!("completed"));
}

fn a_response_is_begun_once_and_gone_on_with_by_its_cookie(store: Store) {
    let world = World::builder(store).env("UPLIFT_BASE_URL", "https://lab.example/uplift/api").start();
    let team = world.team();
    let form = form(&team, json!({ "one_response_per_respondent": true }));
    let steps = [step(&team, form, json!({})), step(&team, form, json!({}))];
    let question = |key: &str| json!({ "key": key, "label": key, "type": "short_text" });
    ask(&team, form, steps[0], &[question("one")]);
    ask(&team, form, steps[1], &[question("two")]);
    let token = publish(&team, form);
    let visitor = FormVisitor::of(&world, &token);
    has(
        &visitor.page(),
        &[&format!("action=\"/uplift/f/{token}\""), "href=\"/uplift/f/assets/page.css?", "name=\"email\""],
    );
    has(&visitor.press("next", &[]).status_is(422).text(), &["The email field is required.", "href=\"#email\""]);
    let begun = visitor.press("next", &[("email", "a@b.example"), ("a.one", "1")]).status_is(303);
    let location = begun.header("location").expect("an address").to_owned();
    assert_eq!(location, format!("/uplift/f/{token}"));
    let cookie = begun.header("set-cookie").expect("a cookie").to_owned();
    has(&cookie, &[&format!("; Path=/uplift/f/{token};"), "Max-Age=604800", "HttpOnly", "SameSite=Lax", "Secure"]);
    assert!(!visitor.page().contains("name=\"email\""));
    visitor.press("back", &[("a.two", "2")]).status_is(303);
    has(&visitor.page(), &["value=\"a@b.example\"", "value=\"1\""]);
    visitor.press("next", &[("email", "b@b.example"), ("a.one", "1")]).status_is(303);
    let begun = responses(&team, form)[0].0["id"].as_i64().expect("an id");
    let log = entries(team.owner(), "form_response", begun);
    let updated = json!({
        "attributes": { "respondent_email": "b@b.example" }, "old": { "respondent_email": "a@b.example" },
    });
    let last = log.last().expect("an entry");
    assert_eq!((&last["event"], &last["properties"]), (&json!("updated"), &updated));
    assert_eq!(last["causer_id"], json!(null));
    visitor.press("back", &[("a.two", "2")]).status_is(303);
    visitor.press("next", &[("email", "A@b.example"), ("a.one", "1")]).status_is(303);
    let kept = visitor.cookie.borrow().clone();
    let last = hidden(&visitor.page());
    visitor.press("next", &[("a.two", "2")]).status_is(303);
    // Whoever presses twice is led to the same end.
    *visitor.cookie.borrow_mut() = kept.clone();
    let twice = visitor.post(&last).status_is(303);
    assert!(twice.header("location").is_some_and(|it| it.ends_with("/done")));
    assert_eq!(responses(&team, form).len(), 1);
    *visitor.cookie.borrow_mut() = kept;
    has(&visitor.page(), &["Step 1 of 2"]);
    let taken = visitor.press("next", &[("email", "a@B.example")]).status_is(422);
    has(&taken.text(), &["The email has already been taken."]);

    let trapped = FormVisitor::of(&world, &token);
    trapped.next_anywhere(&[("email", "spam@b.example"), ("website", "https://spam.example")]);
    trapped.next_anywhere(&[]);
    let told = responses(&team, form);
    assert_eq!((told.len(), &told[0].0["status"]), (2, &json!("spam")));
}

impl FormVisitor {
    #[track_caller]
    fn next_anywhere(&self, fields: &[(&str, &str)]) {
        self.press("next", fields).status_is(303);
    }
}

fn the_end_leads_where_the_form_says(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let end = |more: serde_json::Value| {
        let form = form(&team, more);
        let only = step(&team, form, json!({}));
        ask(&team, form, only, &[json!({ "key": "q", "label": "Q", "type": "short_text" })]);
        let visitor = FormVisitor::of(&world, &publish(&team, form));
        let policy = visitor.get("").header("content-security-policy").expect("a policy").to_owned();
        let done = visitor.press("next", &[("a.q", "x")]).status_is(303);
        let location = done.header("location").expect("an address").to_owned();
        (location, visitor.get("/done").status_is(200).text(), policy)
    };
    let (location, page, policy) = end(json!({}));
    assert!(location.ends_with("/done") && page.contains("Thank you") && policy.contains("form-action 'self';"));
    let (location, _, policy) = end(json!({ "redirect_url": "https://shop.example/thanks?a=1" }));
    assert_eq!(location, "https://shop.example/thanks?a=1");
    assert!(policy.contains("form-action 'self' https://shop.example;"), "{policy}");
    let both = json!({ "redirect_url": "https://shop.example/", "thank_you_text": "Ta" });
    let (location, page, policy) = end(both);
    assert!(location.ends_with("/done") && policy.contains("form-action 'self';"));
    has(&page, &["Ta", "content=\"5;url=https://shop.example/\"", "href=\"https://shop.example/\""]);
}

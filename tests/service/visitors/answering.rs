//! Every type of question, answered on the page.

use serde_json::{Value, json};

use super::{FormVisitor, ask, form, has, publish, responses, step};
use crate::records::picture;
use crate::world::{Store, Team, World, on_both};

on_both![
    every_type_is_answered_without_a_script,
    hostile_texts_are_shown_as_texts,
    texts_that_turn_a_line_end_with_themselves,
];

fn options() -> Value {
    json!([{ "id": "a", "label": "Alpha" }, { "id": "b", "label": "Beta" }, { "id": "c", "label": "Gamma" }])
}

/// A form that asks in every way, in three steps.
pub(crate) fn of_all_types(team: &Team) -> (i64, String) {
    let form = form(team, json!({ "welcome_text": "Hello\nthere", "thank_you_text": "Thanks a lot" }));
    let texts = step(team, form, json!({ "title": "Texts" }));
    ask(
        team,
        form,
        texts,
        &[
            json!({ "key": "short", "label": "In short", "type": "short_text", "is_required": true, "help_text": "One line" }),
            json!({ "key": "long", "label": "At length", "type": "long_text" }),
            json!({ "key": "mail", "label": "Mail", "type": "email" }),
            json!({ "key": "web", "label": "Web", "type": "url" }),
            json!({ "key": "tel", "label": "Phone", "type": "phone" }),
            json!({ "key": "n", "label": "Number", "type": "number", "settings": { "min": 1, "max": 9, "unit": "km" } }),
            json!({ "key": "day", "label": "Day", "type": "date", "settings": { "max": "today" } }),
            json!({ "key": "origin", "label": "From", "type": "hidden", "settings": { "param": "utm" } }),
        ],
    );
    let choices = step(team, form, json!({ "title": "Choices" }));
    ask(
        team,
        form,
        choices,
        &[
            json!({ "key": "one", "label": "One", "type": "single_choice", "options": options(), "allow_other": true, "is_required": true }),
            json!({ "key": "drop", "label": "Drop", "type": "dropdown", "options": options() }),
            json!({ "key": "many", "label": "Many", "type": "multiple_choice", "options": options(), "allow_other": true, "randomize": true }),
            json!({ "key": "yes", "label": "Yes?", "type": "yes_no" }),
            json!({ "key": "stars", "label": "Stars", "type": "rating" }),
            json!({ "key": "scale", "label": "Scale", "type": "scale", "settings": { "low_label": "cold" } }),
            json!({ "key": "nps", "label": "Recommend", "type": "nps" }),
        ],
    );
    let rest = step(team, form, json!({ "title": "The rest" }));
    let matrix = json!({ "rows": [{ "id": "r", "label": "Price" }, { "id": "s", "label": "Speed" }], "columns": [{ "id": "x", "label": "Good" }, { "id": "y", "label": "Bad" }] });
    let mut several = matrix.clone();
    several["multiple"] = json!(true);
    ask(
        team,
        form,
        rest,
        &[
            json!({ "key": "note", "label": "Nearly done", "type": "statement" }),
            json!({ "key": "rank", "label": "Rank", "type": "ranking", "options": options() }),
            json!({ "key": "grid", "label": "Grid", "type": "matrix", "settings": matrix, "is_required": true }),
            json!({ "key": "grids", "label": "Grids", "type": "matrix", "settings": several }),
            json!({ "key": "files", "label": "Pictures", "type": "file_upload", "settings": { "max_files": 2, "accepted_types": ["image"] } }),
            json!({ "key": "ok", "label": "I agree", "type": "consent", "is_required": true, "settings": { "text": "Terms", "url": "https://terms.example/" } }),
        ],
    );
    (form, publish(team, form))
}

/// What is filled in on the pages of that form, one after the other. On the last, one row of a matrix is missing.
const TEXTS: [(&str, &str); 8] = [
    ("a.short", " so "),
    ("a.long", "one\r\ntwo"),
    ("a.mail", "a@b.example"),
    ("a.web", "https://b.example"),
    ("a.tel", "+49 30 1234567"),
    ("a.n", "2.5"),
    ("a.day", "2020-02-29"),
    ("a.origin", "news"),
];
const CHOICES: [(&str, &str); 8] = [
    ("a.one.other", "mine"),
    ("a.drop", "b"),
    ("a.many", "c"),
    ("a.many.other", "too"),
    ("a.yes", "false"),
    ("a.stars", "4"),
    ("a.scale", "7"),
    ("a.nps", "10"),
];
const REST: [(&str, &str); 7] = [
    ("a.rank.a", "2"),
    ("a.rank.b", "3"),
    ("a.rank.c", "1"),
    ("a.grid.r", "x"),
    ("a.grids.s", "x"),
    ("a.grids.s", "y"),
    ("a.ok", "true"),
];

/// What is kept of that, but for the files.
fn answered() -> Value {
    json!({
        "short": "so", "long": "one\ntwo", "mail": "a@b.example", "web": "https://b.example", "tel": "+49 30 1234567",
        "n": 2.5, "day": "2020-02-29", "origin": "news", "one": { "other": "mine" }, "drop": "b",
        "many": ["c", { "other": "too" }], "yes": false, "stars": 4, "scale": 7, "nps": 10, "rank": ["c", "a", "b"],
        "grid": { "r": "x", "s": "y" }, "grids": { "s": ["x", "y"] }, "files": null, "ok": true,
    })
}

fn every_type_is_answered_without_a_script(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (form, token) = of_all_types(&team);
    let visitor = FormVisitor::of(&world, &token);
    a_view_begins_nothing(&visitor);
    wrong_texts_are_refused_and_kept(&visitor);
    assert!(responses(&team, form).is_empty());
    let second = visitor.next(&TEXTS);
    has(&second, &["Step 2 of 3", "name=\"back\"", " = cold</p>", "role=\"radiogroup\""]);
    has(&second, &["id=\"ends-scale\"", "aria-describedby=\"ends-scale\""]);
    let missing = visitor.press("next", &[("a.many", "a"), ("a.many", "other"), ("a.one.other", "")]).status_is(422);
    has(
        &missing.text(),
        &["The One field is required.", "The Many: Other field is required.", "href=\"#q-many-other\""],
    );
    let third = visitor.next(&CHOICES);
    has(&third, &["Nearly done", "enctype=\"multipart/form-data\"", ">Send<", "https://terms.example/"]);
    let text = [("a.files", "note.txt", &b"only text"[..])];
    let refused = visitor.send_files(&REST, &text).status_is(422);
    has(&refused.text(), &["The Grid: Speed field is required.", "href=\"#q-grid-s\"", "The Pictures field must be"]);
    assert_eq!(world.files().len(), 0, "what was refused is not kept");
    let all = [&REST[..], &[("a.grid.s", "y")]].concat();
    let (one, two) = (picture(1), picture(2));
    let pictures = [("a.files", "one.gif", &one[..]), ("a.files", "two.gif", &two[..]), ("a.files", "", &b""[..])];
    let done = visitor.send_files(&all, &pictures).status_is(303);
    assert!(done.header("location").is_some_and(|it| it.ends_with(&format!("/f/{token}/done"))));
    assert!(done.header("set-cookie").is_some_and(|it| it.contains("Max-Age=0")));
    has(&visitor.get("/done").status_is(200).text(), &["Thanks a lot"]);
    assert!(visitor.page().contains("Step 1 of 3"), "it begins anew");

    let told = responses(&team, form);
    let [(response, answers)] = &told[..] else { panic!("{told:?}") };
    assert_eq!([&response["status"], &response["source"]], [&json!("completed"), &json!("public")]);
    let mut answers = answers.clone();
    let files = answers["files"].take();
    assert_eq!(files.as_array().map(Vec::len), Some(2), "{files}");
    assert_eq!(answers, answered());
    assert_eq!(world.files().len(), 2);
}

fn a_view_begins_nothing(visitor: &FormVisitor) {
    let first = visitor.get("?utm=news&other=x").status_is(200);
    assert_eq!(first.header("set-cookie"), None, "a view begins nothing");
    has(&first.text(), &["Hello\nthere", "name=\"a.origin\" value=\"news\"", "Step 1 of 3", "km", ">Continue<"]);
    // A browser counts some characters as two.
    has(&first.text(), &["maxlength=\"80\"", "maxlength=\"510\""]);
    assert!(!first.text().contains("name=\"back\""));
    let policy = first.header("content-security-policy").expect("a policy");
    assert_eq!(
        policy,
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; \
         frame-ancestors 'none'"
    );
}

fn wrong_texts_are_refused_and_kept(visitor: &FormVisitor) {
    let wrong = [("a.short", ""), ("a.long", "Kept \"so\""), ("a.mail", "none"), ("a.n", "12")];
    let refused = visitor.press("next", &wrong).status_is(422);
    assert_eq!(refused.header("set-cookie"), None);
    has(
        &refused.text(),
        &[
            "<title>Error: ",
            "<a href=\"#q-short\">The In short field is required.</a>",
            "<a href=\"#q-mail\">The Mail field must be a valid email address.</a>",
            "The Number field must not be greater than 9.",
            "Kept &#34;so&#34;</textarea>",
            "value=\"12\"",
            "aria-describedby=\"help-short error-short\" aria-invalid=\"true\"",
        ],
    );
}

fn hostile_texts_are_shown_as_texts(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let evil = "<script>alert(\"x\")</script>'\"&";
    let form = form(&team, json!({ "title": evil, "welcome_text": evil, "thank_you_text": evil, "description": evil }));
    let only = step(&team, form, json!({ "title": evil, "description": evil }));
    let options = json!([{ "id": "a", "label": evil }]);
    ask(
        &team,
        form,
        only,
        &[
            json!({ "key": "t", "label": evil, "help_text": evil, "type": "short_text", "settings": { "placeholder": evil, "max_length": 5 } }),
            json!({ "key": "c", "label": evil, "type": "single_choice", "options": options, "allow_other": true }),
            json!({ "key": "h", "label": evil, "type": "hidden" }),
            json!({ "key": "u", "label": "Link", "type": "consent", "settings": { "text": evil } }),
        ],
    );
    let token = publish(&team, form);
    let visitor = FormVisitor::of(&world, &token);
    let query = format!("?h={}", super::coded(evil));
    let refused = visitor.press("next", &[("a.t", evil), ("a.c.other", evil)]).status_is(422);
    for page in [visitor.get(&query).status_is(200), refused, visitor.get("/done").status_is(200)] {
        let page = page.text();
        assert!(!page.contains("<script>"), "{page}");
        assert!(page.contains("&#60;script&#62;") || page.contains("&lt;script&gt;"), "{page}");
        assert!(!page.contains("alert(\""), "{page}");
    }
}

fn texts_that_turn_a_line_end_with_themselves(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let form = form(&team, json!({ "title": "Form" }));
    let only = step(&team, form, json!({ "title": "Step" }));
    let questions = [("a", "a\u{202e}b"), ("b", "\u{5d0}\u{5d1}"), ("c", "As it is")];
    ask(&team, form, only, &questions.map(|(key, label)| json!({ "key": key, "label": label, "type": "short_text" })));
    let page = FormVisitor::of(&world, &publish(&team, form)).get("").status_is(200).text();
    for label in ["\u{2068}a\u{202e}b\u{2069}", "\u{2068}\u{5d0}\u{5d1}\u{2069}", "As it is"] {
        assert!(page.contains(&format!(">{label} <span class=\"optional\">")), "{label}: {page}");
    }
}

//! What is sent again: files are kept meanwhile, and a response that is begun twice is begun once.

use serde_json::{Value, json};

use super::{FormVisitor, ask, form, has, hidden, publish, responses, step};
use crate::records::picture;
use crate::world::{Store, World, on_both};

on_both![files_are_kept_until_the_rest_is_right, a_form_that_is_sent_twice_is_begun_once];

/// The files of a page that were sent already, by their ids.
fn kept(page: &str) -> Vec<(String, String)> {
    let boxes = page.split("name=\"a.files\" value=\"").skip(1);
    boxes.filter_map(|rest| Some(("a.files".to_owned(), rest.split_once('"')?.0.to_owned()))).collect()
}

fn files_are_kept_until_the_rest_is_right(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let form = form(&team, json!({ "one_response_per_respondent": true }));
    let only = step(&team, form, json!({}));
    let files = json!({ "max_files": 2, "accepted_types": ["image"] });
    ask(
        &team,
        form,
        only,
        &[
            json!({ "key": "files", "label": "Pictures", "type": "file_upload", "settings": files, "is_required": true }),
            json!({ "key": "name", "label": "Name", "type": "short_text", "is_required": true }),
        ],
    );
    let token = publish(&team, form);
    let visitor = FormVisitor::of(&world, &token);
    let (one, two) = (picture(1), picture(2));
    // Without an address there is nobody to keep it for.
    let refused = visitor.send_files(&[], &[("a.files", "one.gif", &one)]).status_is(422).text();
    has(&refused, &["The Pictures field has to be chosen again.", "The email field is required."]);
    assert!(kept(&refused).is_empty() && world.files().is_empty() && responses(&team, form).is_empty());

    let email = [("email", "a@b.example")];
    let refused = visitor.send_files(&email, &[("a.files", "one.gif", &one)]).status_is(422);
    assert!(refused.header("set-cookie").is_some_and(|it| !it.contains("Max-Age=0")), "the response is begun");
    let refused = refused.text();
    has(&refused, &["one.gif", "The Name field is required."]);
    assert_eq!((kept(&refused).len(), world.files().len()), (1, 1));
    let told = responses(&team, form);
    assert_eq!((told.len(), &told[0].0["status"], &told[0].1), (1, &json!("in_progress"), &json!({})));

    // Another file joins it, and the kept one is still the only one of its kind.
    let first = kept(&refused).pop().expect("a file").1;
    let fields = [("email", "a@b.example"), ("a.files", first.as_str())];
    let refused = visitor.send_files(&fields, &[("a.files", "two.gif", &two)]).status_is(422).text();
    has(&refused, &["one.gif", "two.gif"]);
    assert_eq!((kept(&refused).len(), world.files().len()), (2, 2));
    // Of both only the second is wanted in the end.
    let second = kept(&refused).pop().expect("a file").1;
    let last = [("email", "a@b.example"), ("a.files", &second), ("a.name", "Ada")];
    visitor.press("next", &last).status_is(303);
    let told = responses(&team, form);
    let id: i64 = second.parse().expect("an id");
    assert_eq!((told.len(), &told[0].0["status"]), (1, &json!("completed")));
    assert_eq!(told[0].1, json!({ "files": [id], "name": "Ada" }));
    assert_eq!(world.files().len(), 1, "what no answer names is gone");
    // A file of somebody else is not theirs to name, nor to see.
    let stranger = FormVisitor::of(&world, &token);
    let asked = [("email", "c@d.example"), ("a.files", second.as_str())];
    let refused = stranger.press("next", &asked).status_is(422).text();
    assert!(!refused.contains("two.gif") && kept(&refused).is_empty(), "{refused}");
}

fn a_form_that_is_sent_twice_is_begun_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    for steps in 1..=2 {
        let form = form(&team, json!({}));
        let ids: Vec<i64> = (0..steps).map(|_| step(&team, form, json!({}))).collect();
        for (key, id) in ["one", "two"].into_iter().zip(&ids) {
            ask(&team, form, *id, &[json!({ "key": key, "label": key, "type": "short_text" })]);
        }
        let token = publish(&team, form);
        let visitor = FormVisitor::of(&world, &token);
        let mut fields = hidden(&visitor.page());
        fields.push(("a.one".to_owned(), "1".to_owned()));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| FormVisitor::of(&world, &token).post(&fields).status_is(303));
            }
        });
        // Whose answer got lost on its way goes on all the same.
        visitor.post(&fields).status_is(303);
        let told = responses(&team, form);
        let status = if steps == 1 { "completed" } else { "in_progress" };
        assert_eq!((told.len(), &told[0].0["status"], &told[0].1), (1, &json!(status), &json!({ "one": "1" })));
        if steps == 2 {
            has(&visitor.page(), &["Step 2 of 2"]);
            visitor.press("next", &[("a.two", "2")]).status_is(303);
        }
        let counted: &Value = &team.owner().get(&format!("/forms/{form}")).status_is(200).body["data"];
        assert_eq!(counted["responses_count"], json!(1), "{counted}");
        // A page that is opened anew begins another.
        FormVisitor::of(&world, &token).press("next", &[]).status_is(303);
        assert_eq!(responses(&team, form).len(), 2);
    }
}

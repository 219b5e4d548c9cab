//! The page in a real browser, with its script.

use serde_json::json;

use super::{ask, form, publish, responses, step};
use crate::world::{Browser, Store, World};

#[test]
fn questions_come_and_go_and_the_form_is_sent() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let form = form(&team, json!({ "thank_you_text": "Thanks!" }));
    let only = step(&team, form, json!({}));
    let show = json!([{ "conditions": { "connector": "and", "rules": [{ "question": "score", "operator": "lte", "value": 6 }] }, "action": { "type": "show" } }]);
    let options = json!([{ "id": "a", "label": "Alpha" }, { "id": "b", "label": "Beta" }]);
    ask(
        &team,
        form,
        only,
        &[
            json!({ "key": "score", "label": "Score", "type": "nps" }),
            json!({ "key": "why", "label": "Why so low?", "type": "short_text", "is_required": true, "logic": show }),
            json!({ "key": "rank", "label": "Rank", "type": "ranking", "options": options }),
        ],
    );
    let token = publish(&team, form);
    let browser = Browser::start();
    let page = browser.open(&format!("{}/f/{token}", world.origin()));
    page.waits_for("h1", "Survey");
    page.waits_for(".grip", "⠿");
    let shown = || page.evaluate("document.querySelector('div[data-key=why]') !== null");
    assert_eq!(shown(), json!(false));
    page.evaluate("document.querySelector('[name=\"a.score\"][value=\"3\"]').click()");
    assert_eq!(shown(), json!(true));
    let required = "document.querySelector('[name=\"a.why\"]').required";
    assert_eq!(page.evaluate(required), json!(true));
    assert_eq!(page.evaluate("document.querySelector('div[data-key=why] .optional') === null"), json!(true));
    page.evaluate("document.querySelector('[name=\"a.score\"][value=\"9\"]').click()");
    assert_eq!(shown(), json!(false));
    page.evaluate("document.querySelector('[name=\"a.score\"][value=\"2\"]').click()");
    page.evaluate("document.querySelector('[name=\"a.why\"]').value = 'Slow'");
    page.evaluate("document.querySelector('[name=next]').click()");
    page.waits_for(".said", "Thanks!");
    assert_eq!(page.console(), Vec::<String>::new());
    assert_eq!(responses(&team, form)[0].1, json!({ "score": 2, "why": "Slow" }));
}

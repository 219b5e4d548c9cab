//! The reference at /docs, at a desk and on a phone: how it begins, an operation with much to say, and a try of one.

use serde_json::json;

use super::looks::Looks;
use crate::world::{Browser, Store, World};

const WIDTHS: [i64; 2] = [1280, 360];

/// What the library that draws it does with landmarks, which keeps nobody from anything.
const BUT: [&str; 2] = ["landmark-no-duplicate-main", "landmark-unique"];

/// What the reference would send as the list of ideas is first tried, and what it loaded that is not from here.
const SNIPPET: &str = "document.querySelector('[id=\"api/tag/ideas/GET/ideas\"] .scalar-code-block').textContent";
const ELSEWHERE: &str = "performance.getEntriesByType('resource').map(it => it.name)
    .filter(it => new URL(it).origin !== location.origin && !it.startsWith('data:'))";

#[test]
fn anybody_can_use_the_reference() {
    let world = World::start(Store::Sqlite);
    let browser = Browser::start();
    let page = browser.open(&format!("{}/docs", world.origin()));
    let mut looks = Looks::new(&page);
    page.waits_for("main", "Download OpenAPI Document");
    looks.once_drawn("the introduction", &WIDTHS, &BUT);
    for (hash, shown) in [("reports/GET/reports/{report}", "filter[owner_id]"), ("ideas/GET/ideas", "filter[name]")] {
        // One that only has another anchor is not opened anew.
        page.goes_to("about:blank");
        page.goes_to(&format!("{}/docs#api/tag/{hash}", world.origin()));
        page.waits_for(&format!("[id=\"api/tag/{hash}\"]"), shown);
        looks.once_drawn(hash, &WIDTHS, &BUT);
    }
    let snippet = page.evaluate(SNIPPET);
    let snippet = snippet.as_str().expect("a text");
    assert!(snippet.contains("/api/ideas") && !snippet.contains("filter"), "{snippet}");
    page.evaluate("document.querySelector('[id=\"api/tag/ideas/GET/ideas\"] .show-api-client-button').click()");
    page.waits_for("[role=dialog]", "filter[name]");
    looks.once_drawn("a try", &WIDTHS, &BUT);
    assert_eq!(page.evaluate(ELSEWHERE), json!([]));
    let faults: Vec<_> = looks.faults().into_iter().filter(|it| !it.contains("@scalar/")).collect();
    assert_eq!(faults, Vec::<String>::new());
}

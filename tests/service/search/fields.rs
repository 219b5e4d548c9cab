//! In which fields of each kind searches look, and how much each counts.

use serde_json::{Value, json};

use super::found;
use crate::records::{experiment, form, idea, made, project, theme, unique_name};
use crate::world::{Store, World, on_both};

on_both![every_kind_is_found_by_its_texts, lists_that_have_no_search_refuse_it, a_question_has_bounds];

type Names = &'static [&'static str];

/// The fields of each kind by their weights: the heaviest first.
const FIELDS: [(&str, Names, Names, Names); 15] = [
    ("/projects", &[], &["name"], &["description", "url"]),
    ("/ideas", &[], &["name"], &["description", "problem", "solution", "hypothesis", "category"]),
    ("/insights", &[], &["name"], &["description"]),
    ("/experiments", &[], &["name"], &["description", "hypothesis", "external_id"]),
    ("/observations", &[], &["name"], &["description", "url"]),
    ("/research-collections", &[], &["name"], &["description"]),
    ("/audiences", &[], &["name"], &["description"]),
    ("/forms", &[], &["name", "title"], &["description"]),
    ("/form-questions", &["key"], &["label"], &["help_text"]),
    ("/project-lookups", &["key"], &["label"], &["description"]),
    ("/goals", &["key"], &["name"], &["description"]),
    ("/variations", &["key"], &["name"], &["description", "changes"]),
    ("/pages", &[], &["name"], &["url"]),
    ("/tags", &[], &["name"], &["description"]),
    ("/comments", &[], &[], &["body"]),
];

fn every_kind_is_found_by_its_texts(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let (idea, experiment) = (idea(owner, home, "Talked about"), experiment(owner, home, "With variations"));
    let asked = form(owner, home, "Asked");
    let asked_key = || unique_name("key").replace(' ', "_");
    let key = || unique_name("key").replace(' ', "-");
    let body = |list: &str| match list {
        "/projects" => json!({ "name": "Other" }),
        "/experiments" => json!({ "project_id": home, "name": "Other", "type": "ab" }),
        "/observations" => json!({ "project_id": home, "name": "Other", "source": "survey" }),
        "/research-collections" => json!({ "project_id": home, "name": "Other", "status": "active" }),
        // A key that is left out is made of the name.
        "/goals" => json!({ "project_id": home, "name": "Other", "key": key() }),
        "/variations" => json!({ "experiment_id": experiment, "name": "Other", "key": key() }),
        "/tags" => json!({ "name": unique_name("Other") }),
        "/form-questions" => json!({ "form_id": asked, "label": "Other", "type": "short_text", "key": asked_key() }),
        "/project-lookups" => theme("Other"),
        "/comments" => json!({ "commentable_type": "idea", "commentable_id": idea, "body": "Other" }),
        _ => json!({ "project_id": home, "name": unique_name("Other") }),
    };
    for (list, heavy, middle, light) in FIELDS {
        let told = |field: &str, word: &str| -> Value {
            json!(if field == "url" { format!("https://shop.example/{word}") } else { word.to_owned() })
        };
        let with = |field: &str, word: &str| {
            let mut body = body(list);
            body[field] = told(field, word);
            made(owner, list, body)
        };
        let mut expected = Vec::new();
        // Of equal rank the first made is the first found; what is only begun counts half.
        for fields in [light, middle, heavy] {
            let these: Vec<i64> = fields.iter().map(|field| with(field, "quokka")).collect();
            expected.splice(0..0, these);
        }
        assert_eq!(found(owner, list, "Quokka"), expected, "{list}");
        assert_eq!(found(owner, list, "quo"), expected, "{list}");
        assert!(found(owner, list, "uokka").is_empty() && found(owner, list, "quokkas").is_empty(), "{list}");
    }
    for list in ["/users", "/numbering-schemes"] {
        assert!(found(owner, list, "quokka").is_empty());
    }
    let person = owner.get("/users").status_is(200).items()[0].clone();
    for field in ["name", "email"] {
        let text = person[field].as_str().expect("a text");
        assert!(found(owner, "/users", text).contains(&person["id"].as_i64().expect("an id")), "{text}");
    }
    let scheme = json!({ "name": "Counted", "scope": "team", "template": "QUOLL-{number:0}", "assignments": [{ "entity_type": "ideas" }] });
    let scheme = made(owner, "/numbering-schemes", scheme);
    assert_eq!(
        [found(owner, "/numbering-schemes", "quoll"), found(owner, "/numbering-schemes", "count")],
        [[scheme]; 2]
    );
    let numbered = owner.post("/ideas", json!({ "project_id": home, "name": "Numbered" })).status_is(201);
    let named = made(owner, "/ideas", json!({ "project_id": home, "name": "A quoll" }));
    assert_eq!(found(owner, "/ideas", "quoll"), [numbered.id(), named]);
}

fn lists_that_have_no_search_refuse_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for list in ["/learnings", "/attachments", "/keys", "/invitations"] {
        team.owner().get(&format!("{list}?filter[search]=x")).status_is(400);
    }
}

fn a_question_has_bounds(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let long = "x".repeat(100);
    let one = made(owner, "/ideas", json!({ "project_id": home, "name": format!("{long} a b c d e f g h") }));
    // Only the first characters of a word count, and the first words of a question.
    assert_eq!(found(owner, "/ideas", &format!("{}yyy", &long[..64])), [one]);
    assert_eq!(found(owner, "/ideas", "a b c d e f g h nothing at all"), [one]);
    assert!(found(owner, "/ideas", "a b c d e f g nothing").is_empty());
    let many = vec!["a"; 1_500].join(",");
    assert_eq!(found(owner, "/ideas", &many), [one]);
    assert!(found(owner, "/ideas", "!!! ,,, …").is_empty());
    assert_eq!(owner.get("/ideas?filter[search]=").status_is(200).ids(), [one]);
    // As long as texts may be, of as many words as there may be.
    let words: Vec<String> = (0..9_000).map(|it| format!("{it:x}")).collect();
    let texts = words.join(" ");
    let body = json!({ "project_id": home, "name": "Long", "description": texts, "problem": texts, "solution": texts });
    let two = made(owner, "/ideas", body);
    assert_eq!(found(owner, "/ideas", "1fff long"), [two]);
}

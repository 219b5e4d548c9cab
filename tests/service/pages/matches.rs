//! How the addresses of pages are compared, and looked for.

use serde_json::json;

use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![a_regular_expression_has_to_compile, addresses_are_found_by_their_parts];

const WRONG: (&str, &str) = ("url", "The url field format is invalid.");

fn a_regular_expression_has_to_compile(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let page = |url: &str, how: &str| {
        team.member().post("/pages", json!({ "project_id": project, "name": "Cart", "url": url, "url_match": how }))
    };
    for pattern in ["(", "(?=ahead)", "((a{100}){100}){100}"] {
        page(pattern, "regex").invalid(&[WRONG]);
        page(pattern, "contains").status_is(201);
    }
    let cart = page("^/cart(/|$)", "regex").status_is(201);
    assert_eq!((&cart.data()["url"], &cart.data()["url_match"]), (&json!("^/cart(/|$)"), &json!("regex")));
    let path = format!("/pages/{}", page("(", "prefix").status_is(201).id());
    team.owner().patch(&path, json!({ "url_match": "regex" })).invalid(&[WRONG]);
    team.owner().patch(&path, json!({ "url_match": "regex", "url": "[(]" })).status_is(200);
    team.owner().patch(&path, json!({ "url": null })).status_is(200);
    page(&"x".repeat(2_049), "exact").invalid(&[("url", "The url field must not be greater than 2048 characters.")]);
    let numbers =
        json!({ "project_id": project, "name": "Cart", "exit_rate": 1.5, "importance": 6, "bounce_rate": -0.1 });
    team.owner().post("/pages", numbers).invalid(&[
        ("bounce_rate", "The bounce rate field must be at least 0."),
        ("exit_rate", "The exit rate field must not be greater than 1."),
        ("importance", "The importance field must not be greater than 5."),
    ]);
}

fn addresses_are_found_by_their_parts(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let page = |url: serde_json::Value| {
        made(team.owner(), "/pages", json!({ "project_id": project, "name": "Page", "url": url }))
    };
    let (cart, percent, none) = (page(json!("https://shop.example/CART")), page(json!("/50%_off")), page(json!(null)));
    let found = |part: &str| team.owner().get(&format!("/pages?filter[url]={part}&sort=id")).status_is(200).ids();
    assert_eq!(found("cart"), [cart]);
    assert_eq!(found("50%25_"), [percent]);
    assert_eq!(found("shop,off"), [cart, percent]);
    let sorted = |sort: &str| team.owner().get(&format!("/pages?sort={sort}")).status_is(200).ids();
    assert_eq!(sorted("url"), [none, percent, cart]);
    assert_eq!(sorted("-url"), [cart, percent, none]);
    // As long as an address may be, in letters of four bytes that nothing makes shorter, and alike but for the last.
    let letter = |at: u32| char::from_u32(0x20000 + at.wrapping_mul(2_654_435_761) % 0xA000).expect("a letter");
    let front: String = "https://x.example/".chars().chain((0..2_029).map(letter)).collect();
    let [last, first] = ["b", "a"].map(|end| page(json!(format!("{front}{end}"))));
    assert_eq!(sorted("url"), [none, percent, cart, first, last]);
    assert_eq!(sorted("-url"), [last, first, cart, percent, none]);
}

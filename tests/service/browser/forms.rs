//! The pages of a form: each of its steps, as it is shown first and as it is shown again, and the end.

use serde_json::{Value, json};

use super::HOSTILE;
use super::looks::Looks;
use crate::visitors::of_all_types;
use crate::world::{Team, World};

/// Gives every text of a form a hard name after what it says.
fn rename(team: &Team, form: i64) {
    let owner = team.owner();
    let texts = ["title", "description", "welcome_text", "thank_you_text"];
    let texts: Value = texts.into_iter().map(|field| (field.to_owned(), json!(HOSTILE))).collect();
    owner.patch(&format!("/forms/{form}"), texts).status_is(200);
    for step in owner.get(&format!("/form-steps?filter[form_id]={form}")).status_is(200).items() {
        let texts = json!({ "title": HOSTILE, "description": HOSTILE });
        owner.patch(&format!("/form-steps/{}", step["id"]), texts).status_is(200);
    }
    for question in owner.get(&format!("/form-questions?filter[form_id]={form}&page[size]=100")).status_is(200).items()
    {
        let label = format!("{} {HOSTILE}", question["label"].as_str().expect("a label"));
        let mut changed = json!({ "label": label, "help_text": HOSTILE });
        for (field, lists) in [("options", &[""][..]), ("settings", &["/rows", "/columns"])] {
            let mut held = question[field].clone();
            for list in lists {
                for one in held.pointer_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
                    one["label"] = json!(format!("{} {HOSTILE}", one["label"].as_str().expect("a label")));
                    changed[field] = Value::Null;
                }
            }
            if changed.get(field).is_some() {
                changed[field] = held;
            }
        }
        owner.patch(&format!("/form-questions/{}", question["id"]), changed).status_is(200);
    }
}

/// Walks through a form with scripts, and then to its end without.
pub(super) fn walk(world: &World, looks: &mut Looks<'_>) {
    let team = world.team();
    let (form, token) = of_all_types(&team);
    rename(&team, form);
    let (page, address) = (looks.page, format!("{}/f/{token}", world.origin()));
    let sends = |fields: &[&str]| {
        for field in fields {
            page.evaluate(&format!(
                "document.querySelector('{field}').type === 'text' ? document.querySelector('{field}').value = 'x' \
                 : document.querySelector('{field}').click()"
            ));
        }
        page.evaluate(
            "document.querySelector('form').noValidate = true; document.querySelector('[name=next]').click()",
        );
    };
    let first = ["[name=\"a.short\"]"];
    let second = ["[name=\"a.one\"]"];
    let third = ["[name=\"a.grid.r\"]", "[name=\"a.grid.s\"]", "[name=\"a.ok\"]"];
    page.goes_to(&address);
    page.waits_for(".progress", "1 of 3");
    looks.on_screens("the first step");
    sends(&[]);
    page.waits_for("[role=alert]", "required");
    looks.on_screens("the first step again");
    sends(&first);
    page.waits_for(".progress", "2 of 3");
    looks.on_screens("the second step");
    sends(&second);
    page.waits_for(".progress", "3 of 3");
    looks.on_screens("the last step");
    page.runs_scripts(false);
    page.goes_to(&address);
    assert_eq!(page.evaluate("document.querySelectorAll('.grip').length"), json!(0), "scripts are off");
    looks.at_widths("the last step without scripts");
    sends(&[]);
    page.waits_for("[role=alert]", "required");
    looks.at_widths("the last step again");
    sends(&third);
    page.waits_for(".said", "Donau");
    page.runs_scripts(true);
    page.goes_to(&format!("{address}/done"));
    looks.on_screens("the end");
    let completed = format!("/form-responses?filter[form_id]={form}&filter[status]=completed");
    assert_eq!(team.owner().get(&completed).status_is(200).total(), 1);
    team.owner().post(&format!("/forms/{form}/close"), json!({})).status_is(200);
    for (name, address) in [("a closed form", address), ("no form", format!("{}/f/nothing", world.origin()))] {
        page.goes_to(&address);
        looks.on_screens(name);
    }
}

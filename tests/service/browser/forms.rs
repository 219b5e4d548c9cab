//! The pages of a form: every type of question is answered, each step is gone back to, refused and sent again.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::HOSTILE;
use super::looks::Looks;
use crate::records::picture;
use crate::visitors::{ask, of_all_types, responses, step};
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

/// Asks those who said yes more, in a step before the last, of which the others see nothing.
fn branch(team: &Team, form: i64) {
    let owner = team.owner();
    let asked = owner.get(&format!("/form-questions?filter[form_id]={form}&page[size]=100")).status_is(200);
    let of = |key: &str| asked.items().iter().find(|it| it["key"] == json!(key)).expect("a question").clone();
    let more = step(team, form, json!({ "position": 3 }));
    ask(team, form, more, &[json!({ "key": "more", "label": "More", "type": "short_text", "is_required": true })]);
    let rule = json!({ "question": "yes", "operator": "equals", "value": false });
    let jump = json!([{
        "conditions": { "connector": "and", "rules": [rule] },
        "action": { "type": "jump_to_step", "to": of("rank")["form_step_id"] },
    }]);
    owner.patch(&format!("/form-questions/{}", of("yes")["id"]), json!({ "logic": jump })).status_is(200);
}

/// What somebody says in the end.
fn said() -> Value {
    json!({
        "short": "so", "long": "one\ntwo", "mail": "a@b.example", "web": "https://b.example", "tel": "+49 30 1234567",
        "n": 2.5, "day": "2020-02-29", "origin": "news", "one": { "other": "mine" }, "drop": "b",
        "many": ["c", { "other": "too" }], "yes": false, "stars": 4, "scale": 7, "nps": 10, "rank": ["c", "a", "b"],
        "grid": { "r": "x", "s": "y" }, "grids": { "s": ["x", "y"] }, "files": null, "ok": true,
    })
}

/// Somebody who fills a form.
struct Filling<'l, 'p> {
    looks: &'l mut Looks<'p>,
    has_scripts: bool,
}

impl Filling<'_, '_> {
    /// Writes into fields and chooses, by their names.
    fn fill(&self, fields: &Value) {
        self.looks.page.evaluate(&format!(
            "for (const [name, wanted] of Object.entries({fields})) for (const value of [wanted].flat()) {{
                const all = [...document.getElementsByName(name)];
                const choice = all.find(it => ['radio', 'checkbox'].includes(it.type) && it.value === value);
                if (choice) {{ if (!choice.checked) choice.click(); continue; }}
                all[0].value = value;
                all[0].dispatchEvent(new Event('input', {{ bubbles: true }}));
            }}"
        ));
    }

    /// Presses a button, and waits for what comes of it.
    fn press(&self, button: &str, (selector, text): (&str, &str)) {
        self.looks.page.evaluate(&format!("document.querySelector('[name={button}]').click()"));
        self.looks.page.waits_for(selector, text);
    }

    fn look(&mut self, name: &str) {
        if self.has_scripts {
            self.looks.on_screens(name);
        } else {
            self.looks.at_widths(&format!("{name} without scripts"));
        }
    }

    /// The first two steps, and a third that another answer does without.
    fn begins(&mut self) {
        self.look("the first step");
        self.fill(&json!({ "a.mail": "none", "a.n": "12" }));
        self.press("next", ("[role=alert]", "required"));
        self.look("the first step again");
        self.fill(&json!({
            "a.short": "so", "a.long": "one\ntwo", "a.mail": "a@b.example", "a.web": "https://b.example",
            "a.tel": "+49 30 1234567", "a.n": "2.5", "a.day": "2020-02-29",
        }));
        self.press("next", (".progress", "2 of 4"));
        self.look("the second step");
        self.fill(&json!({
            "a.one": "other", "a.one.other": "mine", "a.drop": "b", "a.many": ["c", "other"], "a.many.other": "too",
            "a.yes": "true", "a.stars": "4", "a.scale": "7", "a.nps": "10",
        }));
        self.press("next", (".progress", "3 of 4"));
        self.fill(&json!({ "a.more": "A draft" }));
        self.press("back", (".progress", "2 of 4"));
        self.press("back", (".progress", "1 of 4"));
        self.press("next", (".progress", "2 of 4"));
        self.fill(&json!({ "a.yes": "false" }));
        self.press("next", (".progress", "3 of 3"));
    }

    /// The last step, and the end.
    fn ends(&mut self, folder: &Path) {
        let page = self.looks.page;
        self.look("the last step");
        if self.has_scripts {
            page.drags(".ranks li:nth-child(3) .grip", ".ranks li:nth-child(1)");
        } else {
            self.fill(&json!({ "a.rank.a": "2", "a.rank.b": "3", "a.rank.c": "1" }));
        }
        self.fill(&json!({ "a.grid.r": "x", "a.grids.s": ["x", "y"] }));
        let field = "[name=\"a.files\"][type=file]";
        let [text, image] = [("note.txt", b"only text".to_vec()), ("dot.gif", picture(1))].map(|(name, bytes)| {
            std::fs::write(folder.join(name), bytes).expect("a file");
            folder.join(name)
        });
        page.chooses(field, &text);
        self.press("next", ("[role=alert]", "required"));
        page.waits_for("[role=alert]", "must be a file of type");
        self.look("the last step again");
        self.fill(&json!({ "a.grid.s": "y" }));
        page.chooses(field, &image);
        self.press("next", ("[role=alert]", "accepted"));
        page.waits_for(".files .option", "dot.gif");
        self.look("the last step with a file");
        self.fill(&json!({ "a.ok": "true" }));
        self.press("next", (".said", "Donau"));
        self.look("the end");
    }
}

/// Fills a form that asks in every way: with scripts, and without.
pub(super) fn walk(world: &World, looks: &mut Looks<'_>) {
    let team = world.team();
    let (form, token) = of_all_types(&team);
    rename(&team, form);
    branch(&team, form);
    let (page, address) = (looks.page, format!("{}/f/{token}", world.origin()));
    let folder = TempDir::with_prefix("uplift-chosen-").expect("a temporary folder");
    for has_scripts in [true, false] {
        page.runs_scripts(has_scripts);
        page.goes_to(&format!("{address}?utm=news"));
        page.waits_for(".progress", "1 of 4");
        let mut filling = Filling { looks, has_scripts };
        filling.begins();
        let grips = page.evaluate("document.querySelectorAll('.grip').length");
        assert_eq!(grips, json!(if has_scripts { 3 } else { 0 }), "scripts run or not");
        filling.ends(folder.path());
        let (response, mut answers) = responses(&team, form).swap_remove(0);
        let files = answers["files"].take();
        assert_eq!((&response["status"], files.as_array().map(Vec::len)), (&json!("completed"), Some(1)));
        assert_eq!(answers, said(), "with scripts: {has_scripts}");
    }
    page.runs_scripts(true);
    team.owner().post(&format!("/forms/{form}/close"), json!({})).status_is(200);
    for (name, address) in [("a closed form", address), ("no form", format!("{}/f/nothing", world.origin()))] {
        page.goes_to(&address);
        looks.on_screens(name);
    }
}

//! Which operations a limit of the plan may refuse, and which it never does. A `POST` that these tables do not name
//! fails the tests.

use std::collections::BTreeMap;

use serde_json::json;

use super::interface::{ANSWERED, Interface, Records, records, send};
use crate::people::invitations::age;
use crate::records::{experiment, form, guest, made, picture, project, response};
use crate::world::{Answer, Form, Store, Team, World, on_both};

on_both![a_limit_refuses_what_adds_to_it_alone];

const SEATS: &str = "2 seats";
const PROJECTS: &str = "1 projects";
const ACTIVE: &str = "3 active experiments";
const FORMS: &str = "1 forms";
const RESPONSES: &str = "50 form responses this month";

/// What adds to what the plan counts, with what the free plan allows of it.
#[rustfmt::skip]
const LIMITED: &[(&str, &str, &str)] = &[
    ("POST", "/projects", PROJECTS),
    ("POST", "/projects/{project}/restore", PROJECTS),
    ("POST", "/projects/{project}/duplicate", PROJECTS),
    ("POST", "/forms", FORMS),
    ("POST", "/forms/import", FORMS),
    ("POST", "/forms/{form}/restore", FORMS),
    ("POST", "/forms/{form}/duplicate", FORMS),
    ("POST", "/form-responses", RESPONSES),
    ("POST", "/form-responses/{form_response}/reopen", RESPONSES),
    ("POST", "/experiments/{experiment}/start", ACTIVE),
    ("POST", "/experiments/bulk", ACTIVE),
    ("PATCH", "/experiments/{experiment}", ACTIVE),
    ("PUT", "/experiments/{experiment}", ACTIVE),
    ("POST", "/attachments", "500000000 bytes of file storage"),
    ("POST", "/numbering-schemes", "0 numbering schemes"),
    ("POST", "/project-lookups", "0 types of project lookups"),
    ("POST", "/saved-reports", "0 saved reports"),
    ("POST", "/invitations", SEATS),
    ("POST", "/invitations/{invitation}/resend", SEATS),
    ("POST", "/team/transfer-ownership", SEATS),
    ("PATCH", "/users/{user}", SEATS),
    ("PUT", "/users/{user}", SEATS),
];

fn is_limited(method: &str, path: &str) -> bool {
    LIMITED.iter().any(|it| it.0 == method && it.1 == path)
}

/// A team that has all that the free plan allows, and more, with what would add to it.
struct Full<'w> {
    team: &'w Team<'w>,
    here: Records,
    /// For these paths, what is there to be restored, started, raised, ….
    targets: BTreeMap<&'static str, i64>,
    viewer: i64,
}

impl<'w> Full<'w> {
    fn set(world: &World, store: Store, team: &'w Team<'w>) -> Full<'w> {
        let owner = team.owner();
        let here = records(team);
        let home = here["/projects"];
        team.person("admin");
        let viewer = team.user("viewer");
        for at in 0..3 {
            let running = experiment(owner, home, &format!("Running {at}"));
            owner.post(&format!("/experiments/{running}/start"), json!({})).status_is(200);
        }
        let deleted = |list: &str, id: i64| {
            owner.delete(&format!("{list}/{id}")).status_is(204);
            id
        };
        let spam = response(owner, home, "Spam");
        owner.post(&format!("/form-responses/{spam}/spam"), json!({})).status_is(200);
        let expired = owner.post("/invitations", guest("member")).status_is(201).id();
        age(world, store, expired, 8);
        let idle = experiment(owner, home, "Idle");
        let targets = [
            ("/projects/{project}/restore", deleted("/projects", project(owner))),
            ("/projects/{project}/duplicate", home),
            ("/forms/{form}/restore", deleted("/forms", form(owner, home, "Gone"))),
            ("/forms/{form}/duplicate", here["/forms"]),
            ("/form-responses/{form_response}/reopen", spam),
            ("/experiments/{experiment}/start", idle),
            ("/experiments/{experiment}", idle),
            ("/invitations/{invitation}/resend", expired),
            ("/users/{user}", viewer),
        ];
        // To store so much, and to answer so often, would take too long.
        world.execute(
            "UPDATE counters SET n = 500000000 WHERE kind = 'file'; \
             UPDATE counters SET n = 50 WHERE kind = 'form_response' AND filter = 'month'",
        );
        team.plan("free");
        Full { team, here, targets: targets.into(), viewer }
    }

    fn ask(&self, method: &str, path: &'static str) -> Answer {
        let (owner, home) = (self.team.owner(), self.here["/projects"]);
        let answered = json!({ "form_id": self.here[ANSWERED], "answers": { "why": "So" } });
        let id = self.targets.get(path).copied();
        let body = match path {
            "/attachments" => {
                let form = Form::new().text("project_id", home).text("attachable_type", "project");
                return owner.submit(path, &form.text("attachable_id", home).file("dot.gif", &picture(7)));
            }
            "/projects" => json!({ "name": "One more" }),
            "/forms" => json!({ "project_id": home, "name": "One more" }),
            "/forms/import" => json!({
                "project_id": home,
                "definition": { "format": "uplift-form", "format_version": 1, "form": { "name": "Another" }, "steps": [] },
            }),
            "/form-responses" => answered,
            "/experiments/bulk" => {
                json!({ "operations": [{ "op": "start", "id": self.targets["/experiments/{experiment}"] }] })
            }
            "/experiments/{experiment}" => json!({ "status": "running" }),
            "/numbering-schemes" => json!({ "name": "Numbers", "scope": "team", "template": "N-{number:0}" }),
            "/project-lookups" => json!({ "type": "page_type", "key": "home", "label": "Home" }),
            "/saved-reports" => json!({ "name": "One more", "report": "velocity", "access": "link" }),
            "/invitations" => guest("member"),
            "/team/transfer-ownership" => json!({ "user_id": self.viewer }),
            "/users/{user}" => json!({ "role": "member" }),
            _ => json!({}),
        };
        let path = match (path.split_once('{'), id) {
            (Some((before, rest)), Some(id)) => {
                format!("{before}{id}{}", &rest[rest.find('}').expect("its end") + 1..])
            }
            _ => path.to_owned(),
        };
        match method {
            "PATCH" => owner.patch(&path, body),
            "PUT" => owner.put(&path, body),
            _ => owner.post(&path, body),
        }
    }
}

fn a_limit_refuses_what_adds_to_it_alone(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let interface = Interface::of(&world);
    for (method, path, _) in LIMITED {
        assert!(interface.document["paths"][*path][method.to_lowercase()].is_object(), "{method} {path} is not served");
    }
    let full = Full::set(&world, store, &team);
    let owner = team.owner();
    let used = || owner.get("/team/usage").status_is(200).data().clone();
    let before = used();
    for (method, path, what) in LIMITED {
        let operation = if path.ends_with("/bulk") { "Operation 0: " } else { "" };
        let message = format!("{operation}The free plan allows {what}; the limit is reached.");
        let answer = full.ask(method, path);
        assert_eq!((answer.status, &answer.body), (403, &json!({ "message": message })), "{method} {path}");
    }
    assert_eq!(used(), before);
    // What the state of a record does not allow is 422, and never for the plan to refuse.
    let mut last = before;
    let posts = interface.operations().into_iter().filter(|it| it.method == "POST" && !is_limited("POST", it.path));
    for operation in posts {
        let ids = interface.ids(operation, &full.here);
        let answer = send(owner, operation, &ids, interface.body(operation, &full.here));
        let (path, said) = (operation.path, answer.text());
        assert!([200, 201, 422].contains(&answer.status), "POST {path} was answered {}: {said}", answer.status);
        assert!(!said.contains("the limit is reached"), "POST {path}: {said}");
        let now = used();
        let grew = |what: &&String| now[*what]["used"].as_i64() > last[*what]["used"].as_i64();
        let grown: Vec<&String> = now.as_object().expect("figures").keys().filter(grew).collect();
        assert!(grown.is_empty(), "POST {path} added to {grown:?}");
        last = now;
    }
    made(owner, "/keys", json!({ "name": "Script", "abilities": ["read"] }));
}

//! Steps: the life of one learning or idea, of which every state follows from the number of its steps.

use serde_json::{Value, json};

use super::line::Line;
use super::log;
use crate::records::sorted;
use crate::world::Client;

/// More would fill a second page of its log.
const LONGEST: usize = 90;

/// A record after a number of acknowledged steps, and whether one more was asked for.
pub(super) struct Lived {
    kind: &'static str,
    id: i64,
    projects: [i64; 2],
    insight: i64,
    steps: usize,
    asked: bool,
}

/// Lives one record of this kind after another until the line breaks.
pub(super) fn live(
    client: &Client,
    kind: &'static str,
    projects: [i64; 2],
    insight: i64,
    acknowledged: impl Fn(),
) -> Vec<Lived> {
    let mut all = Vec::new();
    let mut line = Line::open(client).expect("the server listens");
    loop {
        let body = json!({ "project_id": projects[0], "name": "Step 0" });
        let Some((201, body)) = line.ask("POST", &format!("/{kind}s"), &body) else { return all };
        acknowledged();
        let id = body["data"]["id"].as_i64().expect("an id");
        let mut lived = Lived { kind, id, projects, insight, steps: 0, asked: false };
        while lived.steps < LONGEST {
            let (method, path, body) = lived.next();
            lived.asked = true;
            match line.ask(method, &path, &body) {
                Some((200 | 204, _)) => acknowledged(),
                Some(other) => panic!("{method} {path} was answered {other:?}"),
                None => {
                    all.push(lived);
                    return all;
                }
            }
            lived.asked = false;
            lived.steps += 1;
        }
        all.push(lived);
    }
}

impl Lived {
    fn path(&self) -> String {
        format!("/{}s/{}", self.kind, self.id)
    }

    /// The request of the next step.
    fn next(&self) -> (&'static str, String, Value) {
        let path = self.path();
        let step = self.steps + 1;
        match step % 6 {
            1 => ("PATCH", path, json!({ "name": format!("Step {step}") })),
            2 => ("POST", format!("{path}/insights"), json!({ "ids": [self.insight] })),
            3 => ("PATCH", path, json!({ "project_id": self.projects[(step / 6 % 2) ^ 1] })),
            4 => ("PUT", format!("{path}/insights"), json!({ "ids": [] })),
            5 => ("DELETE", path, Value::Null),
            _ => ("POST", format!("{path}/restore"), Value::Null),
        }
    }

    /// The record stands as after the last acknowledged step, or as after the one that was asked for; and its log
    /// tells each step once.
    #[track_caller]
    pub(super) fn is_whole(&self, client: &Client) {
        let events = log::events(client, self.kind, self.id);
        let steps = events.len().checked_sub(1).expect("an entry about the creation");
        assert!(
            steps == self.steps || (self.asked && steps == self.steps + 1),
            "{} took {} steps, and its log has {events:?}",
            self.id,
            self.steps
        );
        let event = |step: usize| ["restored", "updated", "attached", "updated", "detached", "deleted"][step % 6];
        let expected: Vec<&str> = std::iter::once("created").chain((1..=steps).map(event)).collect();
        assert_eq!(events, expected, "the log of {}", self.id);

        let path = format!("{}?include=insights", self.path());
        let last = |of: usize| (1..=steps).rev().find(|step| step % 6 == of);
        if steps % 6 == 5 {
            client.get(&path).status_is(404);
            return;
        }
        let answer = client.get(&path).status_is(200);
        assert_eq!(answer.data()["name"], json!(format!("Step {}", last(1).unwrap_or_default())));
        let project = last(3).map_or(self.projects[0], |step| self.projects[(step / 6 % 2) ^ 1]);
        assert_eq!(answer.data()["project_id"], json!(project), "{} after {steps} steps", self.id);
        let linked = answer.data()["insights"].as_array().expect("the insights");
        let linked = sorted(linked.iter().filter_map(|it| it["id"].as_i64()).collect());
        let expected = if matches!(steps % 6, 2 | 3) { vec![self.insight] } else { Vec::new() };
        assert_eq!(linked, expected, "the insights of {} after {steps} steps", self.id);
    }
}

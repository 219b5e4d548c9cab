//! A recount along the chain of evidence: whatever is done to an observation, its insight, its idea, its experiment and
//! its learning, their states, links and counters are as the document says, and the doctor counts the same.

use serde_json::{Value, json};

use crate::records::{comment, goal, made, observation, project, tag};
use crate::world::{Client, Store, World, on_both};

on_both![every_step_along_the_chain_is_counted];

/// What is seen of each record: its path, its fields and its counts.
const SEEN: [(&str, &[&str], &[&str]); 7] = [
    ("observations", &["status"], &["insights", "ideas"]),
    ("insights", &["status"], &["observations", "ideas", "experiments", "learnings", "comments"]),
    ("ideas", &["status"], &["insights", "observations", "experiments", "comments"]),
    ("experiments", &["status"], &["insights", "learnings"]),
    ("learnings", &[], &["insights"]),
    ("tags", &["usage_count"], &[]),
    ("tags", &["usage_count"], &[]),
];
const OBSERVATION: usize = 0;
const INSIGHT: usize = 1;
const IDEA: usize = 2;
const EXPERIMENT: usize = 3;
const LEARNING: usize = 4;
const TAG: usize = 5;
const OTHER: usize = 6;

/// The records of a chain, as far as they are made, and what is expected of each: null where it is not there.
struct Chain<'w> {
    world: &'w World,
    client: &'w Client,
    ids: [i64; 7],
    expected: [Value; 7],
}

impl Chain<'_> {
    fn path(&self, of: usize) -> String {
        format!("/{}/{}", SEEN[of].0, self.ids[of])
    }

    #[track_caller]
    fn act(&self, of: usize, action: &str, body: Value) -> Value {
        let answer = self.client.post(&format!("{}/{action}", self.path(of)), body);
        assert!(matches!(answer.status, 200 | 201), "{action}: {}", answer.text());
        answer.data().clone()
    }

    #[track_caller]
    fn delete(&self, of: usize) {
        self.client.delete(&self.path(of)).status_is(204);
    }

    fn seen(&self, of: usize) -> Value {
        let (_, fields, counts) = SEEN[of];
        if self.ids[of] == 0 {
            return Value::Null;
        }
        let include: Vec<String> = counts.iter().map(|it| format!("{it}Count")).collect();
        let answer = self.client.get(&format!("{}?include={}", self.path(of), include.join(",")));
        if answer.status == 404 {
            return Value::Null;
        }
        let shown = answer.status_is(200).data().clone();
        let mut seen = json!({});
        for field in fields {
            seen[field] = shown[field].clone();
        }
        for count in counts {
            seen[count] = shown[format!("{count}_count")].clone();
        }
        if of == LEARNING {
            let sides = self.client.get(&format!("{}/experiments", self.path(of))).status_is(200).data().clone();
            for side in ["supporting", "contradicting"] {
                seen[side] = json!(sides[side].as_array().map_or(0, Vec::len));
            }
        }
        seen
    }

    /// What was done changed this of these records, and nothing else of any.
    #[track_caller]
    fn led_to(&mut self, done: &str, changes: &[(usize, Value)]) {
        for (of, change) in changes {
            match change.as_object() {
                Some(fields) if self.expected[*of].is_object() => {
                    for (field, value) in fields {
                        self.expected[*of][field] = value.clone();
                    }
                }
                _ => self.expected[*of] = change.clone(),
            }
        }
        for (of, expected) in self.expected.iter().enumerate() {
            assert_eq!(self.seen(of), *expected, "{} after {done}", SEEN[of].0);
        }
        self.world.is_sound();
    }

    /// A record goes and comes back, and what is seen of the others meanwhile.
    #[track_caller]
    fn goes_and_comes(&mut self, of: usize, meanwhile: &[(usize, Value)]) {
        let before = self.expected.clone();
        self.delete(of);
        let gone = [&[(of, Value::Null)], meanwhile].concat();
        self.led_to(&format!("a delete of {}", SEEN[of].0), &gone);
        self.act(of, "restore", json!({}));
        self.expected = before;
        self.led_to(&format!("a restore of {}", SEEN[of].0), &[]);
    }
}

fn every_step_along_the_chain_is_counted(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let client = team.owner();
    let (home, away) = (project(client), project(client));
    let mut chain = Chain { world: &world, client, ids: [0; 7], expected: [(); 7].map(|()| Value::Null) };
    it_is_made(&mut chain, home);
    it_is_tested(&mut chain);
    copies_are_counted_and_merged(&mut chain);
    for of in [OBSERVATION, INSIGHT, IDEA, EXPERIMENT, LEARNING] {
        client.patch(&chain.path(of), json!({ "project_id": away })).status_is(200);
        chain.led_to("a move", &[]);
    }
    records_go_and_come(&mut chain);
    it_is_taken_apart(&mut chain);
}

fn it_is_made(chain: &mut Chain<'_>, home: i64) {
    let client = chain.client;
    chain.ids[TAG] = tag(client, "Cart");
    chain.ids[OTHER] = tag(client, "Basket");
    chain.ids[OBSERVATION] = observation(client, home, "They scroll");
    chain.act(OBSERVATION, "tags", json!({ "ids": [chain.ids[TAG]] }));
    let observed = json!({ "status": "open", "insights": 0, "ideas": 0 });
    let unused = json!({ "usage_count": 0 });
    chain.led_to("an observation", &[(OBSERVATION, observed), (TAG, json!({ "usage_count": 1 })), (OTHER, unused)]);

    chain.ids[INSIGHT] = chain.act(OBSERVATION, "convert", json!({}))["id"].as_i64().expect("an id");
    let found = json!({
        "status": "active", "observations": 1, "ideas": 0, "experiments": 0, "learnings": 0, "comments": 0,
    });
    let linked = json!({ "status": "linked", "insights": 1 });
    chain.led_to("convert", &[(OBSERVATION, linked), (INSIGHT, found), (TAG, json!({ "usage_count": 2 }))]);

    chain.ids[IDEA] =
        chain.act(INSIGHT, "promote", json!({ "tag_ids": [chain.ids[TAG]] }))["id"].as_i64().expect("an id");
    let tried = json!({ "status": "backlog", "insights": 1, "observations": 0, "experiments": 0, "comments": 0 });
    chain.led_to("promote", &[(INSIGHT, json!({ "ideas": 1 })), (IDEA, tried), (TAG, json!({ "usage_count": 3 }))]);

    chain.act(IDEA, "observations", json!({ "ids": [chain.ids[OBSERVATION]] }));
    chain.led_to("a link", &[(OBSERVATION, json!({ "ideas": 1 })), (IDEA, json!({ "observations": 1 }))]);

    let body = json!({ "hypothesis": "More buy.", "primary_goal_id": goal(client, home, "Buy") });
    chain.ids[EXPERIMENT] = chain.act(IDEA, "promote", body)["id"].as_i64().expect("an id");
    chain.led_to(
        "promote",
        &[
            (INSIGHT, json!({ "experiments": 1 })),
            (IDEA, json!({ "status": "planned", "experiments": 1 })),
            (EXPERIMENT, json!({ "status": "draft", "insights": 1, "learnings": 0 })),
            (TAG, json!({ "usage_count": 4 })),
        ],
    );

    let body = json!({ "name": "It helps", "tag_ids": [chain.ids[TAG]] });
    chain.ids[LEARNING] = chain.act(EXPERIMENT, "create-learning", body)["id"].as_i64().expect("an id");
    chain.led_to(
        "create-learning",
        &[
            (INSIGHT, json!({ "learnings": 1 })),
            (EXPERIMENT, json!({ "learnings": 1 })),
            (LEARNING, json!({ "insights": 1, "supporting": 1, "contradicting": 0 })),
            (TAG, json!({ "usage_count": 5 })),
        ],
    );

    for (of, kind) in [(INSIGHT, "insight"), (IDEA, "idea")] {
        comment(client, kind, chain.ids[of], "Is it so?");
        chain.led_to("a comment", &[(of, json!({ "comments": 1 }))]);
    }
}

/// The experiment goes its way, and the idea with it.
fn it_is_tested(chain: &mut Chain<'_>) {
    for (action, status, of_idea) in [
        ("start", "running", "in_experiment"),
        ("pause", "paused", "in_experiment"),
        ("stop", "analyzing", "in_experiment"),
        ("complete", "completed", "done"),
        ("archive", "completed", "done"),
        ("unarchive", "completed", "done"),
        ("reopen", "analyzing", "in_experiment"),
        ("reset", "draft", "planned"),
        ("cancel", "cancelled", "planned"),
        ("reset", "draft", "planned"),
        ("start", "running", "in_experiment"),
    ] {
        let body = if action == "complete" { json!({ "result": "neutral" }) } else { json!({}) };
        chain.act(EXPERIMENT, action, body);
        chain.led_to(action, &[(EXPERIMENT, json!({ "status": status })), (IDEA, json!({ "status": of_idea }))]);
    }
}

fn copies_are_counted_and_merged(chain: &mut Chain<'_>) {
    let client = chain.client;
    let both = |field: &str, number: i64| json!({ field: number });
    for (of, list, counted) in [
        (INSIGHT, "insights", &[OBSERVATION, IDEA, EXPERIMENT, LEARNING][..]),
        (LEARNING, "learnings", &[INSIGHT, EXPERIMENT]),
    ] {
        let before = chain.expected.clone();
        let copy = chain.act(of, "duplicate", json!({}))["id"].clone();
        let mut more: Vec<_> = counted.iter().map(|of| (*of, both(list, 2))).collect();
        more.push((TAG, both("usage_count", 6)));
        chain.led_to("a copy", &more);
        let body = json!({ "source_ids": [copy], "target_id": chain.ids[of] });
        client.post(&format!("/{list}/merge"), body).status_is(200);
        chain.expected = before;
        chain.led_to("a merge", &[]);
    }

    let copy = chain.act(EXPERIMENT, "duplicate", json!({}))["id"].clone();
    let more = [(INSIGHT, both("experiments", 2)), (IDEA, both("experiments", 2)), (TAG, both("usage_count", 6))];
    chain.led_to("a copy", &more);
    client.delete(&format!("/experiments/{copy}")).status_is(204);
    let fewer = [(INSIGHT, both("experiments", 1)), (IDEA, both("experiments", 1)), (TAG, both("usage_count", 5))];
    chain.led_to("a delete of the copy", &fewer);

    let copy = chain.act(IDEA, "duplicate", json!({}))["id"].clone();
    let more = [(INSIGHT, both("ideas", 2)), (OBSERVATION, both("ideas", 2)), (TAG, both("usage_count", 6))];
    chain.led_to("a copy", &more);
    client.delete(&format!("/ideas/{copy}")).status_is(204);
    let fewer = [(INSIGHT, both("ideas", 1)), (OBSERVATION, both("ideas", 1)), (TAG, both("usage_count", 5))];
    chain.led_to("a delete of the copy", &fewer);

    for of in [OBSERVATION, IDEA] {
        chain.act(of, "tags", json!({ "ids": [chain.ids[OTHER]] }));
    }
    let page = made(
        client,
        "/pages",
        json!({
            "project_id": client.get(&chain.path(IDEA)).status_is(200).data()["project_id"], "name": "Cart",
            "tag_ids": [chain.ids[OTHER]],
        }),
    );
    chain.led_to("tags", &[(OTHER, both("usage_count", 3))]);
    let body = json!({ "source_ids": [chain.ids[OTHER]], "target_id": chain.ids[TAG] });
    client.post("/tags/merge", body).status_is(200);
    chain.led_to("a merge of tags", &[(TAG, both("usage_count", 6)), (OTHER, Value::Null)]);
    client.delete(&format!("/pages/{page}")).status_is(204);
    chain.led_to("a delete of a page", &[(TAG, both("usage_count", 5))]);
}

fn records_go_and_come(chain: &mut Chain<'_>) {
    let none = |field: &str| json!({ field: 0 });
    let tagged = || (TAG, json!({ "usage_count": 4 }));
    chain.goes_and_comes(OBSERVATION, &[(INSIGHT, none("observations")), (IDEA, none("observations")), tagged()]);
    // Links to a deleted insight count for the status.
    let unlinked = [OBSERVATION, IDEA, EXPERIMENT, LEARNING].map(|of| (of, none("insights")));
    chain.goes_and_comes(INSIGHT, &[&unlinked[..], &[tagged()]].concat());
    chain.goes_and_comes(LEARNING, &[(INSIGHT, none("learnings")), (EXPERIMENT, none("learnings")), tagged()]);
    chain.goes_and_comes(IDEA, &[(INSIGHT, none("ideas")), (OBSERVATION, none("ideas")), tagged()]);

    // An idea is looked at when it is restored.
    chain.delete(IDEA);
    chain.act(EXPERIMENT, "stop", json!({}));
    let unlinked = [(INSIGHT, none("ideas")), (OBSERVATION, none("ideas")), tagged(), (IDEA, Value::Null)];
    chain.led_to("a stop", &[&unlinked[..], &[(EXPERIMENT, json!({ "status": "analyzing" }))]].concat());
    chain.act(EXPERIMENT, "complete", json!({ "result": "lost" }));
    chain.led_to("complete", &[(EXPERIMENT, json!({ "status": "completed" }))]);
    chain.act(IDEA, "restore", json!({}));
    let back = json!({ "status": "done", "insights": 1, "observations": 1, "experiments": 1, "comments": 1 });
    let linked = [(INSIGHT, json!({ "ideas": 1 })), (OBSERVATION, json!({ "ideas": 1 })), (IDEA, back)];
    chain.led_to("a restore", &[&linked[..], &[(TAG, json!({ "usage_count": 5 }))]].concat());

    // Without its experiment the idea is planned, and with it done again.
    let alone = json!({ "status": "planned", "experiments": 0 });
    let untested = [(IDEA, alone), (INSIGHT, none("experiments")), (LEARNING, none("supporting")), tagged()];
    chain.goes_and_comes(EXPERIMENT, &untested);
}

fn it_is_taken_apart(chain: &mut Chain<'_>) {
    let client = chain.client;
    client.delete(&format!("{}/insights/{}", chain.path(OBSERVATION), chain.ids[INSIGHT])).status_is(200);
    let reviewed = json!({ "status": "reviewed", "insights": 0 });
    chain.led_to("detach", &[(OBSERVATION, reviewed), (INSIGHT, json!({ "observations": 0 }))]);
    for (action, status) in [("dismiss", "dismissed"), ("reopen", "open"), ("archive", "open"), ("unarchive", "open")] {
        chain.act(OBSERVATION, action, json!({}));
        chain.led_to(action, &[(OBSERVATION, json!({ "status": status }))]);
    }
    chain.act(INSIGHT, "archive", json!({}));
    chain.led_to("archive", &[(INSIGHT, json!({ "status": "archived" }))]);
    chain.act(IDEA, "archive", json!({}));
    chain.led_to("archive", &[]);
    let learning = json!({ "ids": [chain.ids[EXPERIMENT]] });
    client.put(&format!("{}/supporting-experiments", chain.path(LEARNING)), json!({ "ids": [] })).status_is(200);
    chain.act(LEARNING, "contradicting-experiments", learning);
    chain.led_to("the other side", &[(LEARNING, json!({ "supporting": 0, "contradicting": 1 }))]);
    chain.delete(TAG);
    chain.led_to("a delete of a tag", &[(TAG, Value::Null)]);
    for of in [LEARNING, EXPERIMENT, IDEA, INSIGHT, OBSERVATION] {
        chain.delete(of);
        assert_eq!(chain.seen(of), Value::Null);
        chain.world.is_sound();
    }
}

//! Commands that contradict each other, sent at one moment to two servers: one of them is carried out, and the other is
//! refused by the state that it finds.

use serde_json::{Value, json};

use super::race::{Ask, at_once, rounds};
use crate::records::{
    collection, comment, experiment, idea, insight, made, observation, project, published, response, scheme,
    unique_name,
};
use crate::world::{Client, Server, Store, Team, World, on_both};

on_both![
    one_of_two_contradictory_commands_succeeds,
    what_both_ask_for_is_done_once,
    opposite_commands_come_one_after_the_other,
];

const ROUNDS: usize = 4;

/// Two commands on a record of this kind, of which either is refused after the other.
struct Contest {
    kind: &'static str,
    /// What is done to a new record, so that it comes to where both are allowed.
    before: &'static [&'static str],
    /// Each command, with the field under which it is refused.
    commands: [(&'static str, &'static str); 2],
}

/// Two commands that are refused under the status.
const fn of_status(
    kind: &'static str,
    before: &'static [&'static str],
    one: &'static str,
    other: &'static str,
) -> Contest {
    Contest { kind, before, commands: [(one, "status"), (other, "status")] }
}

const fn of_fields(
    kind: &'static str,
    one: (&'static str, &'static str),
    other: (&'static str, &'static str),
) -> Contest {
    Contest { kind, before: &[], commands: [one, other] }
}

#[rustfmt::skip]
const CONTESTS: &[Contest] = &[
    of_status("/observations", &[], "review", "review"),
    of_status("/observations", &[], "review", "bulk review"),
    of_status("/observations", &[], "dismiss", "convert"),
    of_status("/observations", &["review"], "dismiss", "convert"),
    of_status("/observations", &["dismiss"], "reopen", "reopen"),
    of_status("/forms", &["close"], "publish", "publish"),
    of_status("/forms", &[], "close", "close"),
    of_status("/forms", &["archive"], "unarchive", "unarchive"),
    of_status("/form-responses", &["reopen"], "complete", "complete"),
    of_status("/form-responses", &[], "disqualify", "disqualify"),
    of_status("/form-responses", &[], "spam", "spam"),
    of_fields("/form-responses", ("convert", "created_record_id"), ("convert", "created_record_id")),
    of_status("/research-collections", &[], "close", "close"),
    of_status("/ideas", &["review"], "approve", "approve"),
    of_status("/ideas", &["reject"], "reopen", "reopen"),
    of_status("/insights", &[], "supersede", "supersede"),
    of_status("/insights", &["supersede"], "reactivate", "reactivate"),
    of_status("/experiments", &[], "start", "cancel"),
    of_status("/experiments", &["start", "pause"], "resume", "cancel"),
    of_status("/experiments", &["start", "stop"], "complete", "complete"),
    of_fields("/invitations", ("accept", "token"), ("revoke", "state")),
    of_fields("/invitations", ("accept", "token"), ("resend", "state")),
    of_fields("/invitations", ("accept", "token"), ("accept", "token")),
    of_fields("/numbering-schemes", ("activate", "assignments.0.entity_type"), ("activate other", "assignments.0.entity_type")),
];

/// Commands that find their effect there already where they come second.
const REPEATED: [(&str, &str); 7] = [
    ("/keys", "revoke"),
    ("/invitations", "revoke"),
    ("/observations", "archive"),
    ("/insights", "archive"),
    ("/forms", "archive"),
    ("/experiments", "archive"),
    ("/numbering-schemes", "activate"),
];

/// Commands of which each may come after the other. What is there in the end is what one of them answered.
const OPPOSITE: [(&str, [&str; 2]); 5] = [
    ("/keys", ["rotate", "revoke"]),
    ("/invitations", ["resend", "revoke"]),
    ("/projects", ["archive", "unarchive"]),
    ("/numbering-schemes", ["activate", "deactivate"]),
    ("/comments", ["resolve", "unresolve"]),
];

/// A team in front of two servers, with a project.
struct ContestFixture {
    clients: [Client; 2],
    nobody: [Client; 2],
    project: i64,
}

/// A record, with another of its kind and its token where it has one.
struct ContestedRecord {
    id: i64,
    other: i64,
    token: Value,
}

impl ContestFixture {
    fn new(world: &World, team: &Team, neighbour: &Server) -> ContestFixture {
        let pair = |client: &Client| [client.clone(), client.at(neighbour)];
        let project = project(team.owner());
        ContestFixture { clients: pair(team.owner()), nobody: pair(&world.client(None)), project }
    }

    #[track_caller]
    fn make(&self, kind: &str) -> ContestedRecord {
        let (client, project) = (&self.clients[0], self.project);
        let name = &unique_name("One");
        let plain = |id: i64| ContestedRecord { id, other: 0, token: Value::Null };
        match kind {
            "/observations" => plain(observation(client, project, name)),
            "/forms" => plain(published(client, project, name)),
            "/form-responses" => plain(response(client, project, name)),
            "/research-collections" => plain(collection(client, project, name)),
            "/ideas" => plain(idea(client, project, name)),
            "/insights" => {
                ContestedRecord { other: insight(client, project, "Newer"), ..plain(insight(client, project, name)) }
            }
            "/experiments" => plain(experiment(client, project, name)),
            "/projects" => plain(made(client, kind, json!({ "name": name }))),
            "/comments" => plain(comment(client, "insight", insight(client, project, "Discussed"), name)),
            "/keys" => plain(made(client, kind, json!({ "name": name, "abilities": ["read"] }))),
            "/invitations" => {
                let email = format!("{}@example.test", name.replace(' ', "-"));
                let made = client.post(kind, json!({ "email": email, "role": "member" })).status_is(201);
                ContestedRecord { token: made.body["token"].clone(), ..plain(made.id()) }
            }
            "/numbering-schemes" => {
                for active in client.get("/numbering-schemes?filter[is_active]=true").status_is(200).ids() {
                    client.post(&format!("{kind}/{active}/deactivate"), json!({})).status_is(200);
                }
                let idle = |name: &str| {
                    let id = scheme(client, name, json!([{ "entity_type": "ideas", "project_id": null }]));
                    client.post(&format!("{kind}/{id}/deactivate"), json!({})).status_is(200);
                    id
                };
                ContestedRecord { other: idle("Other"), ..plain(idle("One")) }
            }
            _ => panic!("{kind} is in no contest"),
        }
    }

    /// A command on what is here, in front of one of the servers.
    fn ask(&self, (kind, command): (&str, &str), here: &ContestedRecord, at: usize) -> Ask {
        let (client, path) = (&self.clients[at], format!("{kind}/{}", here.id));
        if let Some(command) = command.strip_prefix("bulk ") {
            let operations = json!({ "operations": [{ "op": command, "id": here.id }] });
            return Ask::new(client, "POST", format!("{kind}/bulk"), operations);
        }
        let body = match (kind, command) {
            ("/ideas", "review") => {
                return Ask::new(client, "PATCH", path, json!({ "status": "under_review" }));
            }
            ("/invitations", "accept") => {
                let body = json!({ "token": here.token, "name": "Ida" });
                return Ask::new(&self.nobody[at], "POST", format!("{kind}/accept"), body);
            }
            ("/numbering-schemes", "activate other") => {
                return Ask::new(client, "POST", format!("{kind}/{}/activate", here.other), json!({}));
            }
            (_, "dismiss" | "reject") => json!({ "reason": format!("Said by {at}") }),
            (_, "supersede") => json!({ "superseded_by_id": here.other }),
            ("/experiments", "complete") => json!({ "result": (["neutral", "inconclusive"][at]) }),
            ("/form-responses", "convert") => json!({ "target": (["idea", "insight"][at]) }),
            _ => json!({}),
        };
        Ask::new(client, "POST", format!("{path}/{command}"), body)
    }

    #[track_caller]
    fn do_before(&self, contest: &Contest, here: &ContestedRecord) {
        for command in contest.before {
            let answers = at_once(vec![self.ask((contest.kind, command), here, 0)]);
            assert_eq!(answers[0].0, 200, "{command} of {}: {answers:?}", contest.kind);
        }
    }

    fn last_entry(&self) -> i64 {
        self.clients[0].get("/team/activity?per_page=1").status_is(200).ids()[0]
    }

    /// The log tells of one change since this entry, made of one entry or of several at once.
    #[track_caller]
    fn one_change_since(&self, last: i64, of: &str) {
        let log = self.clients[0].get(&format!("/team/activity?after_id={last}&sort=id")).status_is(200);
        let entries = log.items();
        let batch = entries.first().map(|it| &it["batch_uuid"]);
        let alone = entries.len() == 1 || batch.is_some_and(|it| it.is_string());
        assert!(alone && entries.iter().all(|it| Some(&it["batch_uuid"]) == batch), "{of}: {entries:#?}");
    }
}

fn one_of_two_contradictory_commands_succeeds(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let fixture = ContestFixture::new(&world, &team, &neighbour);
    for contest in CONTESTS {
        let kind = contest.kind;
        for round in 0..rounds(ROUNDS) {
            let here = fixture.make(kind);
            fixture.do_before(contest, &here);
            let last = fixture.last_entry();
            let servers = if round.is_multiple_of(2) { [0, 1] } else { [1, 0] };
            let ask = |(at, (command, _)): (usize, &(&str, &str))| fixture.ask((kind, command), &here, servers[at]);
            let answers = at_once(contest.commands.iter().enumerate().map(ask).collect());
            let done = answers.iter().position(|(status, _)| [200, 201].contains(status));
            let done = done.unwrap_or_else(|| panic!("nobody succeeded with {kind}: {answers:?}"));
            let (command, field) = contest.commands[1 - done];
            let (status, refusal) = &answers[1 - done];
            assert_eq!(*status, 422, "{command} of {kind} came second: {answers:?}");
            let (command, field) = match command.strip_prefix("bulk ") {
                Some(command) => (command, format!("operations.0.{field}")),
                None => (command, field.to_owned()),
            };
            let errors = refusal["errors"].as_object().expect("errors");
            assert_eq!(errors.keys().collect::<Vec<_>>(), [&field], "{command} of {kind}");
            if field.ends_with("status") || field == "state" {
                let field = field.trim_start_matches("operations.0.");
                let shown = team.owner().get(&format!("{kind}/{}", here.id)).status_is(200).data()[field].clone();
                let found = shown.as_str().expect("a word");
                let message = format!("The {field} field does not allow {command} while it is {found}.");
                assert_eq!(errors.values().next(), Some(&json!([message])), "{command} of {kind}");
            }
            fixture.one_change_since(last, kind);
        }
    }
    world.is_sound();
}

fn what_both_ask_for_is_done_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let fixture = ContestFixture::new(&world, &team, &neighbour);
    for (kind, command) in REPEATED {
        for _ in 0..rounds(ROUNDS) {
            let here = fixture.make(kind);
            let last = fixture.last_entry();
            let answers = at_once([0, 1].map(|at| fixture.ask((kind, command), &here, at)).into());
            assert!(answers.iter().all(|it| it.0 == 200), "{command} of {kind}: {answers:?}");
            assert_eq!(answers[0].1["data"], answers[1].1["data"], "{command} of {kind}");
            fixture.one_change_since(last, kind);
        }
    }
    world.is_sound();
}

fn opposite_commands_come_one_after_the_other(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let fixture = ContestFixture::new(&world, &team, &neighbour);
    for (kind, commands) in OPPOSITE {
        for _ in 0..rounds(ROUNDS) {
            let here = fixture.make(kind);
            let answers = at_once([0, 1].map(|at| fixture.ask((kind, commands[at]), &here, at)).into());
            assert!(answers.iter().all(|it| [200, 422].contains(&it.0)), "{commands:?} of {kind}: {answers:?}");
            let shown = team.owner().get(&format!("{kind}/{}", here.id)).status_is(200);
            let last = answers.iter().any(|it| it.1["data"] == *shown.data());
            assert!(last, "{commands:?} of {kind} left {}: {answers:?}", shown.data());
        }
    }
    world.is_sound();
}

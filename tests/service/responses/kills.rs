//! Kills: the process ends as in a power cut while people answer a form with files, of which records are made.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use crate::activities::events;
use crate::attachments::{bytes, files_are};
use crate::durability::walk;
use crate::records::{made, picture, project};
use crate::world::{Client, Form, Store, World, on_both, whole_answer, within};

on_both![what_is_acknowledged_of_a_form_survives_a_kill_whole_and_once];

const THREADS: usize = 10;

/// When the process is killed: after so many completions were acknowledged, and so many milliseconds later.
const MOMENTS: [(usize, u64); 4] = [(0, 60), (12, 0), (30, 7), (50, 2)];

/// What each acknowledged response said, by its id.
type Said = BTreeMap<i64, String>;

fn what_is_acknowledged_of_a_form_survives_a_kill_whole_and_once(store: Store) {
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "500").start();
    let team = world.team();
    let owner = team.owner();
    let path = asking(owner);
    let nobody = world.client(None);
    let mut known = Said::new();
    for (round, (acknowledged, later)) in MOMENTS.into_iter().enumerate() {
        let said = Mutex::new(Said::new());
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (said, client, path) = (&said, nobody.clone(), path.as_str());
                scope.spawn(move || answer_until_it_breaks(&client, path, [round, thread], said));
            }
            within(Duration::from_secs(60), "completions are acknowledged", || {
                said.lock().expect("a lock").len() >= acknowledged
            });
            std::thread::sleep(Duration::from_millis(later));
            world.kill();
        });
        world.restart();
        let said = said.into_inner().expect("a lock");
        let here = everything_is_whole(&world, owner);
        for (id, word) in known.iter().chain(&said) {
            assert_eq!(here.get(id), Some(word), "{id} was acknowledged in round {round}");
        }
        known = here;
    }
    assert!(!known.is_empty());
    world.is_sound();
}

/// The path of the public responses to a form that asks for a text and a file and makes an observation of them.
fn asking(owner: &Client) -> String {
    let form = made(
        owner,
        "/forms",
        json!({
            "project_id": project(owner), "name": "Files", "visibility": "public", "target": "observation",
            "mapping": { "why": "name" },
        }),
    );
    for (key, kind) in [("why", "short_text"), ("files", "file_upload"), ("more", "long_text")] {
        let question = json!({ "form_id": form, "key": key, "label": key, "type": kind, "is_required": key != "more" });
        made(owner, "/form-questions", question);
    }
    let published = owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let token = published.data()["public_token"].as_str().expect("a token");
    format!("/public/forms/{token}/responses")
}

/// Begins responses, sends a file to each and completes them, until the server is gone.
fn answer_until_it_breaks(client: &Client, path: &str, [round, thread]: [usize; 2], said: &Mutex<Said>) {
    for number in 0.. {
        let seed = (round * THREADS + thread) * 10_000 + number;
        let word = seed.to_string();
        let Some(begun) = ask(client, "POST", path, "", &json!({ "answers": { "why": word } })) else { return };
        let (id, edit) = (begun["id"].as_i64().expect("an id"), begun["edit_token"].as_str().expect("a token"));
        let one = format!("{path}/{id}");
        let form = Form::new().text("question", "files").file("dot.gif", &picture(seed));
        let Some(file) = send(client, "POST", &format!("{one}/files"), edit, &Form::content_type(), &form.bytes())
        else {
            return;
        };
        let answers = json!({ "answers": { "files": [file["id"]] } });
        // Every second one says so before, so that a kill finds answers with files that are not complete.
        if number % 2 == 1 && ask(client, "PATCH", &one, edit, &answers).is_none() {
            return;
        }
        if ask(client, "POST", &format!("{one}/complete"), edit, &answers).is_none() {
            return;
        }
        said.lock().expect("a lock").insert(id, word);
    }
}

fn ask(client: &Client, method: &str, path: &str, edit: &str, body: &Value) -> Option<Value> {
    send(client, method, path, edit, "application/json", body.to_string().as_bytes())
}

/// Sends a request on a connection of its own, and tells what it made; `None` where the answer did not come whole.
fn send(client: &Client, method: &str, path: &str, edit: &str, kind: &str, body: &[u8]) -> Option<Value> {
    let mut connection = client.connect()?;
    let head = format!(
        "{method} /api{path} HTTP/1.1\r\nHost: uplift\r\nX-Edit-Token: {edit}\r\nContent-Type: {kind}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    connection.write_all(head.as_bytes()).ok()?;
    connection.write_all(body).ok()?;
    let (status, mut answer) = whole_answer(connection)?;
    assert!(matches!(status, 200 | 201), "{method} {path} was answered {status}: {answer}");
    Some(answer["data"].take())
}

/// Each response that is complete has its answers, its file with its bytes, its entries and one observation; the others
/// have no observation. Tells what those that are complete said.
fn everything_is_whole(world: &World, owner: &Client) -> Said {
    let keys: BTreeMap<i64, String> =
        walk(owner, "/form-questions").iter().map(|it| (id(it), text(it, "key"))).collect();
    let mut observations: BTreeMap<i64, Value> = BTreeMap::new();
    for observation in walk(owner, "/observations") {
        let of = observation["form_response_id"].as_i64().expect("a response");
        assert!(observations.insert(of, observation).is_none(), "two were made of {of}");
    }
    let (mut whole, mut files) = (Said::new(), 0);
    for response in walk(owner, "/form-responses?include=answers,attachments") {
        let of = id(&response);
        let answers = response["answers"].as_array().expect("answers").iter();
        let said: BTreeMap<&str, &Value> =
            answers.map(|it| (keys[&it["form_question_id"].as_i64().expect("an id")].as_str(), &it["value"])).collect();
        let attached: Vec<i64> = response["attachments"].as_array().expect("files").iter().map(id).collect();
        files += attached.len();
        let word = said["why"].as_str().expect("a text").to_owned();
        for file in &attached {
            assert!(bytes(owner, *file) == picture(word.parse().expect("a seed")), "the file of {of}");
        }
        if response["status"] != json!("completed") {
            assert_eq!(response["status"], json!("in_progress"));
            assert_eq!((&response["created_record_id"], said.get("more")), (&Value::Null, None), "{of} is half done");
            assert!(!events(owner, "form_response", of).contains(&"submitted".to_owned()));
            continue;
        }
        assert_eq!((said["files"], said["more"]), (&json!(attached), &Value::Null), "the answers of {of}");
        assert_eq!(attached.len(), 1, "the files of {of}");
        let observation = observations.remove(&of).unwrap_or_else(|| panic!("nothing was made of {of}"));
        assert_eq!(
            (&observation["id"], &observation["name"]),
            (&response["created_record_id"], &json!(word)),
            "what was made of {of}"
        );
        assert_eq!(events(owner, "observation", id(&observation)), ["created"]);
        let submitted = events(owner, "form_response", of).iter().filter(|it| *it == "submitted").count();
        assert_eq!(submitted, 1, "the log of {of}");
        whole.insert(of, word);
    }
    assert!(observations.is_empty(), "made of what is not complete: {observations:?}");
    files_are(world, files);
    whole
}

fn id(record: &Value) -> i64 {
    record["id"].as_i64().expect("an id")
}

fn text(record: &Value, field: &str) -> String {
    record[field].as_str().expect("a text").to_owned()
}

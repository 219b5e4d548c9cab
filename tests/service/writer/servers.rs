//! Two servers on one PostgreSQL database: they wait for each other, and where they cannot, one of them tries again.

use std::sync::{Arc, Barrier};

use serde_json::json;
use uplift_domain::access::Right;
use uplift_domain::ports::{Database, WriteTx};
use uplift_domain::record::Id;
use uplift_domain::{Learning, Refusal, commands};

use super::fixture::{WriterFixture, names};
use super::jobs::{Gate, PendingResult, READ_TIMEOUT, queue, write};
use crate::world::Store;

fn second(fixture: &WriterFixture) -> Arc<dyn Database> {
    fixture.place.source().open(Some(1), READ_TIMEOUT).expect("a second server")
}

type Change = Box<dyn FnMut(&mut dyn WriteTx) -> Result<i64, Refusal> + Send>;

/// Carries out the first change, waits once for the other server to have carried out its own, and then the second.
fn change_both(meet: &Arc<Barrier>, mut first: Change, mut second: Change) -> [Change; 2] {
    let mut meet = Some(Arc::clone(meet));
    let first = move |tx: &mut dyn WriteTx| {
        let id = first(tx)?;
        if let Some(meet) = meet.take() {
            meet.wait();
        }
        Ok(id)
    };
    [Box::new(first), Box::new(move |tx| second(tx))]
}

/// Two servers change two records in opposite order, each after the other has its first one.
fn cross(queue_both: impl Fn(&dyn Database, [Change; 2]) -> Vec<PendingResult<i64>>) {
    let fixture = WriterFixture::new(Store::Postgres);
    let other = second(&fixture);
    let [one, two] = ["One", "Two"].map(|name| write(&*fixture.database, fixture.create(name)).expect("a learning"));
    let meet = Arc::new(Barrier::new(2));
    let change = |id, by: &str| -> Change { Box::new(fixture.update(id, json!({ "name": by, "confidence": by }))) };
    let here = change_both(&meet, change(one, "Here 1"), change(two, "Here 2"));
    let there = change_both(&meet, change(two, "There 1"), change(one, "There 2"));
    let here = queue_both(&*fixture.database, here);
    for told in here.into_iter().chain(queue_both(&*other, there)) {
        told.outcome().expect("a change");
    }
    for id in [one, two] {
        assert_eq!(fixture.entries(id).len(), 3, "one create and two changes of {id}");
        the_chain_is_whole(&fixture, id);
    }
}

#[test]
fn two_batches_that_wait_for_each_other_are_both_carried_out() {
    cross(|database, changes| {
        let gate = Gate::shut(database);
        let told = changes.into_iter().map(|change| queue(database, change)).collect();
        gate.open();
        told
    });
}

#[test]
fn two_lone_writes_that_wait_for_each_other_are_both_carried_out() {
    cross(|database, [mut first, mut second]| {
        vec![queue(database, move |tx| {
            first(tx)?;
            second(tx)
        })]
    });
}

#[test]
fn counters_that_move_in_opposite_directions_at_once_stay_exact() {
    const ROUNDS: usize = 20;
    let fixture = WriterFixture::new(Store::Postgres);
    let other = second(&fixture);
    let caller = fixture.caller.clone();
    let body = super::fixture::body(json!({ "name": "Second shop" }));
    let elsewhere = write(&*fixture.database, move |tx| {
        commands::create::<uplift_domain::Project>(tx, &caller, &body).map(|kept| kept.id.get())
    });
    let projects = [fixture.project, elsewhere.expect("a project")];
    let ids: Vec<i64> = names("Shared", 4)
        .iter()
        .map(|name| write(&*fixture.database, fixture.create(name)).expect("a learning"))
        .collect();
    std::thread::scope(|scope| {
        for (side, database) in [&fixture.database, &other].into_iter().enumerate() {
            let (fixture, ids, projects) = (&fixture, &ids, &projects);
            scope.spawn(move || {
                for round in 0..ROUNDS {
                    // The servers take the records and the projects in opposite order.
                    let order = |at: usize| if side == 0 { at } else { 3 - at };
                    let mut told: Vec<_> = (0..4)
                        .map(|at| {
                            let to = projects[(at + round + side) % 2];
                            let name = format!("Shared {side} {round} {at}");
                            queue(
                                &**database,
                                fixture.update(ids[order(at)], json!({ "project_id": to, "name": name })),
                            )
                        })
                        .collect();
                    let doomed = format!("Doomed {side} {round}");
                    told.push(queue(&**database, fixture.create(&doomed)));
                    let last = told.pop().map(PendingResult::outcome).expect("a create").expect("a learning");
                    for told in told {
                        told.outcome().expect("a move");
                    }
                    let caller = fixture.caller.clone();
                    let gone = queue(&**database, move |tx| {
                        commands::find::<Learning>(tx, &caller, Id::new(last), Right::Delete)
                            .and_then(|stored| commands::delete(tx, &caller, stored))
                            .map(|_| last)
                    });
                    gone.outcome().expect("a deletion");
                }
            });
        }
    });
    assert_eq!(fixture.database.recount(), Ok(Vec::new()));
    assert_eq!(fixture.learnings().len(), ids.len());
    for id in ids {
        assert_eq!(fixture.entries(id).len(), 1 + 2 * ROUNDS, "one entry for each change of {id}");
        the_chain_is_whole(&fixture, id);
    }
}

/// Each entry's old values are those that the entries before it left, and the record is what the last one made it.
fn the_chain_is_whole(fixture: &WriterFixture, id: i64) {
    let mut state = json!({});
    for entry in fixture.entries(id) {
        let properties: serde_json::Value = serde_json::from_str(&entry.properties.expect("properties")).expect("JSON");
        if let Some(old) = properties["old"].as_object() {
            for (field, value) in old {
                assert_eq!(&state[field], value, "the old {field} of entry {}", entry.id);
            }
        }
        for (field, value) in properties["attributes"].as_object().expect("attributes") {
            state[field] = value.clone();
        }
    }
    let learnings = fixture.learnings();
    let kept = learnings.iter().find(|kept| kept.id.get() == id).expect("the learning");
    assert_eq!(state["name"], json!(kept.record.name.as_str()));
    assert_eq!(state["project_id"], json!(kept.record.project_id.get()));
}

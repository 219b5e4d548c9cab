//! Constraints: what the database refuses that no look beforehand found, told alike by both.

use std::time::{Duration, Instant};

use serde_json::json;
use uplift_domain::commands::Dispatched as _;
use uplift_domain::ports::{WriteTx, Writes};
use uplift_domain::record::{FieldError, Id, Invalid};
use uplift_domain::{Learning, Project, Refusal, commands};

use super::fixture::{WriterFixture, body};
use super::jobs::{Gate, queue, write};
use crate::world::{Store, on_both};

/// How many writes wait for one lock: as many as would take half a minute if each waited for a tenth of a second.
const WAITING: usize = 250;

on_both![a_unique_index_is_the_last_word, what_others_name_is_not_removed];

fn a_unique_index_is_the_last_word(store: Store) {
    let fixture = WriterFixture::new(store);
    let (caller, body) = (fixture.caller.clone(), body(json!({ "name": "Shop", "code": "TAKEN" })));
    let outcome = write(&*fixture.database, move |tx| {
        let kept = commands::create::<Project>(tx, &caller, &body)?;
        let tx: &mut dyn WriteTx = tx;
        Writes::<Project>::insert(tx, caller.team, &kept.record).map(|_| ())
    });
    assert_eq!(outcome, Err(Refusal::field("code", &FieldError::Taken)));
    fixture.holds_exactly(Vec::new());
}

fn what_others_name_is_not_removed(store: Store) {
    let fixture = WriterFixture::new(store);
    write(&*fixture.database, fixture.create("It names its project")).expect("a learning");
    let (team, project) = (fixture.caller.team, Id::<Project>::new(fixture.project));
    let outcome = write(&*fixture.database, move |tx| Writes::<Project>::remove(tx, team, project));
    let mut used = Invalid::default();
    used.tell("project", "The project is used by other records.".to_owned());
    assert_eq!(outcome, Err(Refusal::Invalid(used)));
    fixture.holds_exactly(vec!["It names its project".to_owned()]);
}

/// However many wait for it, a lock that is held costs the others a few seconds once.
#[test]
fn a_write_that_waits_too_long_for_a_lock_is_refused_alone() {
    let fixture = WriterFixture::new(Store::Postgres);
    let held = write(&*fixture.database, fixture.create("Held")).expect("a learning");
    let mut elsewhere = fixture.place.postgres();
    elsewhere.execute("BEGIN", &[]).expect("a transaction");
    elsewhere.execute("SELECT 1 FROM learnings WHERE id = $1 FOR UPDATE", &[&held]).expect("a lock");
    let change = || queue(&*fixture.database, fixture.update(held, json!({ "name": "Changed" })));
    // The next batch knows of the lock.
    for most in [Duration::from_secs(12), Duration::from_secs(8)] {
        let gate = Gate::shut(&*fixture.database);
        let waits: Vec<_> = (0..WAITING).map(|_| change()).collect();
        let other = queue(&*fixture.database, fixture.create("Beside"));
        let begun = Instant::now();
        gate.open();
        other.outcome().expect("a learning");
        for waits in waits {
            assert_eq!(waits.outcome(), Err(Refusal::Busy));
        }
        assert!(begun.elapsed() < most, "they waited {:?}", begun.elapsed());
    }
    elsewhere.execute("ROLLBACK", &[]).expect("the lock is given back");
    let caller = fixture.caller.clone();
    let read = super::jobs::read(&*fixture.database, move |tx| {
        (Learning::dispatch().view)(tx, &caller, Id::new(held)).map(|kept| kept.record.name.to_string())
    });
    assert_eq!(read.as_deref(), Ok("Held"));
}

//! Closing: what waits is carried out, what comes later is refused.

use std::sync::Arc;
use std::time::Duration;

use uplift_domain::Refusal;

use super::fixture::{WriterFixture, names};
use super::jobs::{Gate, READ_TIMEOUT, SOMEBODY, queue, read, write};
use crate::world::{Store, on_both, within};

on_both![what_waits_is_carried_out_before_it_closes, what_comes_later_is_refused];

fn what_waits_is_carried_out_before_it_closes(store: Store) {
    let fixture = WriterFixture::new(store);
    let gate = Gate::shut(&*fixture.database);
    let names = names("Learning", 300);
    let told: Vec<_> = names.iter().map(|name| queue(&*fixture.database, fixture.create(name))).collect();
    let database = Arc::clone(&fixture.database);
    let closing = std::thread::spawn(move || database.close());
    within(Duration::from_secs(5), "new writes are refused", || write_is_refused(&fixture));
    assert!(!closing.is_finished(), "it closed while jobs waited");
    gate.open();
    for told in told {
        told.outcome().expect("a learning");
    }
    closing.join().expect("it closes");
    let again = fixture.place.source().open(Some(1), READ_TIMEOUT).expect("the database opens again");
    WriterFixture { database: again, ..fixture }.holds_exactly(names);
}

fn what_comes_later_is_refused(store: Store) {
    let fixture = WriterFixture::new(store);
    write(&*fixture.database, fixture.create("Before")).expect("a learning");
    fixture.database.close();
    fixture.database.close();
    for _ in 0..3 {
        assert!(write_is_refused(&fixture));
        assert!(matches!(read(&*fixture.database, |_| Ok(())), Err(Refusal::Unavailable(_))));
    }
    let again = fixture.place.source().open(Some(1), READ_TIMEOUT).expect("the database opens again");
    WriterFixture { database: again, ..fixture }.holds_exactly(vec!["Before".to_owned()]);
}

/// Tries with a job that changes nothing. While the gate is shut a job that is taken is not settled.
fn write_is_refused(fixture: &WriterFixture) -> bool {
    let (tell, told) = std::sync::mpsc::channel();
    let answer = move |outcome: Result<(), Refusal>| drop(tell.send(outcome));
    fixture.database.write(SOMEBODY, uplift_domain::ports::writing(|_| Ok(()), answer));
    matches!(told.try_recv(), Ok(Err(Refusal::Unavailable(_))))
}

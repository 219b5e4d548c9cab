//! Batches: many writes in one transaction, of which each keeps its own outcome.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use uplift_domain::ports::writing;
use uplift_domain::record::FieldError;
use uplift_domain::{Learning, Refusal, commands};

use super::fixture::{WriterFixture, body, names};
use super::jobs::{Gate, SOMEBODY, queue, write};
use crate::world::{Store, on_both};

on_both![
    what_waits_shares_a_transaction,
    a_refusal_before_any_write_leaves_the_batch_together,
    a_refusal_after_a_write_leaves_no_trace,
    a_taken_value_is_found_before_anything_is_written,
    a_panic_costs_nobody_else_their_write,
    a_panic_at_the_news_does_not_end_the_writer,
    a_unique_value_is_taken_once_within_a_batch,
];

fn what_waits_shares_a_transaction(store: Store) {
    let fixture = WriterFixture::new(store);
    let gate = Gate::shut(&*fixture.database);
    let before = fixture.database.load().batches;
    let names = names("Learning", 300);
    let told: Vec<_> = names.iter().map(|name| queue(&*fixture.database, fixture.create(name))).collect();
    assert_eq!(fixture.database.load().queued, 300);
    gate.open();
    for told in told {
        told.outcome().expect("a learning");
    }
    let load = fixture.database.load();
    // The gate's own transaction, one that is full, and one for the rest.
    assert_eq!((load.batches - before, load.queued), (3, 0));
    fixture.holds_exactly(names);
}

fn a_refusal_before_any_write_leaves_the_batch_together(store: Store) {
    let fixture = WriterFixture::new(store);
    let runs = Arc::new(AtomicUsize::new(0));
    let gate = Gate::shut(&*fixture.database);
    let before = fixture.database.load().batches;
    let names = names("Learning", 20);
    let told: Vec<_> = names
        .iter()
        .map(|name| {
            let (caller, empty) = (fixture.caller.clone(), body(json!({})));
            let refused = queue(&*fixture.database, move |tx| commands::create::<Learning>(tx, &caller, &empty));
            let (runs, mut create) = (Arc::clone(&runs), fixture.create(name));
            let kept = queue(&*fixture.database, move |tx| {
                runs.fetch_add(1, Ordering::Relaxed);
                create(tx)
            });
            (refused, kept)
        })
        .collect();
    gate.open();
    for (refused, kept) in told {
        assert!(matches!(refused.outcome(), Err(Refusal::Invalid(_))));
        kept.outcome().expect("a learning");
    }
    assert_eq!(fixture.database.load().batches - before, 2);
    assert_eq!(runs.load(Ordering::Relaxed), 20, "nothing had to run again");
    fixture.holds_exactly(names);
}

fn a_refusal_after_a_write_leaves_no_trace(store: Store) {
    let fixture = WriterFixture::new(store);
    let gate = Gate::shut(&*fixture.database);
    let before = fixture.database.load().batches;
    let names = names("Learning", 20);
    let told: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let kept = queue(&*fixture.database, fixture.create(name));
            let refused = (at % 5 == 2).then(|| {
                let mut create = fixture.create("A trace");
                queue(&*fixture.database, move |tx| {
                    create(tx)?;
                    Err::<(), _>(Refusal::field("name", &FieldError::Format))
                })
            });
            (kept, refused)
        })
        .collect();
    gate.open();
    for (kept, refused) in told {
        kept.outcome().expect("a learning");
        if let Some(refused) = refused {
            assert_eq!(refused.outcome(), Err(Refusal::field("name", &FieldError::Format)));
        }
    }
    assert_eq!(fixture.database.load().batches - before, 2, "the gate's own transaction, and one for all others");
    fixture.holds_exactly(names);
}

fn a_taken_value_is_found_before_anything_is_written(store: Store) {
    let fixture = WriterFixture::new(store);
    let create = |code: &str| {
        let (caller, body) = (fixture.caller.clone(), body(json!({ "name": "Shop", "code": code })));
        queue(&*fixture.database, move |tx| {
            commands::create::<uplift_domain::Project>(tx, &caller, &body).map(|kept| kept.id.get())
        })
    };
    create("TAKEN").outcome().expect("a project");
    let runs = Arc::new(AtomicUsize::new(0));
    let gate = Gate::shut(&*fixture.database);
    let before = fixture.database.load().batches;
    let names = names("Learning", 20);
    let told: Vec<_> = names
        .iter()
        .map(|name| {
            let (runs, mut learning) = (Arc::clone(&runs), fixture.create(name));
            let kept = queue(&*fixture.database, move |tx| {
                runs.fetch_add(1, Ordering::Relaxed);
                learning(tx)
            });
            (kept, create("TAKEN"))
        })
        .collect();
    gate.open();
    for (kept, taken) in told {
        kept.outcome().expect("a learning");
        assert_eq!(taken.outcome(), Err(Refusal::field("code", &FieldError::Taken)));
    }
    assert_eq!(fixture.database.load().batches - before, 2);
    assert_eq!(runs.load(Ordering::Relaxed), 20, "nothing had to run again");
    fixture.holds_exactly(names);
}

fn a_panic_costs_nobody_else_their_write(store: Store) {
    let fixture = WriterFixture::new(store);
    let gate = Gate::shut(&*fixture.database);
    let before = queue(&*fixture.database, fixture.create("Before"));
    let mut create = fixture.create("A trace");
    let culprit = queue(&*fixture.database, move |tx| {
        create(tx)?;
        panic!("this job panics on purpose");
        #[expect(unreachable_code, reason = "it says what the job would have made")]
        Ok(())
    });
    let after = queue(&*fixture.database, fixture.create("After"));
    gate.open();
    before.outcome().expect("a learning");
    after.outcome().expect("a learning");
    assert!(matches!(culprit.outcome(), Err(Refusal::Fault(_))));
    write(&*fixture.database, fixture.create("Later")).expect("the writer lives");
    fixture.holds_exactly(["Before", "After", "Later"].map(str::to_owned).into());
}

fn a_panic_at_the_news_does_not_end_the_writer(store: Store) {
    let fixture = WriterFixture::new(store);
    let gate = Gate::shut(&*fixture.database);
    let news = |_| panic!("whoever waited panics on purpose");
    fixture.database.write(SOMEBODY, writing(fixture.create("Told in vain"), news));
    let next = queue(&*fixture.database, fixture.create("Next"));
    gate.open();
    next.outcome().expect("the writer lives");
    fixture.holds_exactly(["Told in vain", "Next"].map(str::to_owned).into());
}

fn a_unique_value_is_taken_once_within_a_batch(store: Store) {
    let fixture = WriterFixture::new(store);
    let gate = Gate::shut(&*fixture.database);
    let told: Vec<_> = (0..8)
        .map(|_| {
            let (caller, body) = (fixture.caller.clone(), body(json!({ "name": "Twin", "code": "TWIN" })));
            queue(&*fixture.database, move |tx| {
                commands::create::<uplift_domain::Project>(tx, &caller, &body).map(|kept| kept.id.get())
            })
        })
        .collect();
    let other = queue(&*fixture.database, fixture.create("Unharmed"));
    gate.open();
    let outcomes: Vec<_> = told.into_iter().map(super::jobs::PendingResult::outcome).collect();
    let taken = Refusal::field("code", &FieldError::Taken);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.as_ref() == Err(&taken)).count(), 7);
    other.outcome().expect("a learning");
    fixture.holds_exactly(vec!["Unharmed".to_owned()]);
}

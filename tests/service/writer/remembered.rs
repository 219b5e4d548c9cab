//! What a batch remembers of what its jobs looked up, and what it forgets when one of them changes that.

use serde_json::{Value, json};
use uplift_domain::access::Right;
use uplift_domain::ports::{ReadPort, Unmetered, WriteTx};
use uplift_domain::record::Id;
use uplift_domain::{Idea, Insight, Learning, NumberingScheme, Project, Refusal, commands};

use super::fixture::{WriterFixture, body};
use super::jobs::{Gate, PendingResult, queue};
use crate::world::{Store, on_both};

on_both![
    a_project_that_goes_and_comes_back_within_a_batch_takes_records_only_while_it_is_there,
    a_scheme_numbers_what_comes_after_it_within_a_batch,
    identifiers_follow_the_code_of_the_project_within_a_batch,
    two_schemes_that_write_alike_give_no_identifier_twice_within_a_batch,
    records_and_entries_of_a_batch_have_ids_in_the_order_of_its_jobs,
    a_job_sees_what_the_jobs_before_it_wrote,
];

fn job<T: Send + 'static>(
    fixture: &WriterFixture,
    mut work: impl FnMut(&mut dyn WriteTx, &uplift_domain::access::Caller) -> Result<T, Refusal> + Send + 'static,
) -> PendingResult<T> {
    let caller = fixture.caller.clone();
    queue(&*fixture.database, move |tx| work(tx, &caller))
}

fn create<R: commands::Dispatched>(fixture: &WriterFixture, fields: Value) -> PendingResult<(i64, Option<String>)> {
    let body = body(fields);
    job(fixture, move |tx, caller| {
        let kept = (R::dispatch().create_by_command)(tx, caller, &body)?;
        Ok((kept.id.get(), kept.record.identifier().map(ToString::to_string)))
    })
}

fn idea(fixture: &WriterFixture, project: i64) -> PendingResult<(i64, Option<String>)> {
    create::<Idea>(fixture, json!({ "project_id": project, "name": "Numbered" }))
}

fn scheme(
    fixture: &WriterFixture,
    scope: &str,
    template: &str,
    project: Option<i64>,
) -> PendingResult<(i64, Option<String>)> {
    let assignments = json!([{ "entity_type": "ideas", "project_id": project }]);
    let name = format!("{template} of {project:?}");
    let scheme = json!({ "name": name, "scope": scope, "template": template, "assignments": assignments });
    create::<NumberingScheme>(fixture, scheme)
}

/// Runs what is queued in one batch.
fn at_once<T>(fixture: &WriterFixture, queue: impl FnOnce() -> T) -> T {
    let gate = Gate::shut(&*fixture.database);
    let told = queue();
    gate.open();
    told
}

fn identifier(told: PendingResult<(i64, Option<String>)>) -> Option<String> {
    told.outcome().expect("a record").1
}

fn a_project_that_goes_and_comes_back_within_a_batch_takes_records_only_while_it_is_there(store: Store) {
    let fixture = WriterFixture::new(store);
    let project = Id::<Project>::new(fixture.project);
    let before = fixture.database.load().batches;
    let (kept, gone, refused, back, later) = at_once(&fixture, || {
        (
            queue(&*fixture.database, fixture.create("While it is there")),
            job(&fixture, move |tx, caller| {
                commands::find::<Project>(tx, caller, project, Right::Delete)
                    .and_then(|stored| commands::delete(tx, caller, stored))
                    .map(drop)
            }),
            queue(&*fixture.database, fixture.create("While it is gone")),
            job(&fixture, move |tx, caller| {
                commands::find_deleted_or_live::<Project>(tx, caller, project, Right::Delete)
                    .and_then(|stored| commands::restore(tx, caller, stored, &body(json!({}))))
                    .map(drop)
            }),
            queue(&*fixture.database, fixture.create("When it is back")),
        )
    });
    kept.outcome().expect("a learning");
    gone.outcome().expect("the project is deleted");
    assert!(matches!(refused.outcome(), Err(Refusal::Invalid(_))));
    back.outcome().expect("the project is restored");
    later.outcome().expect("a learning");
    assert_eq!(fixture.database.load().batches - before, 2, "the gate and one batch");
    fixture.holds_exactly(["While it is there", "When it is back"].map(str::to_owned).into());
}

fn a_scheme_numbers_what_comes_after_it_within_a_batch(store: Store) {
    let fixture = WriterFixture::new(store);
    let (plain, made, numbered) = at_once(&fixture, || {
        let numbered = || (0..100).map(|_| idea(&fixture, fixture.project)).collect::<Vec<_>>();
        (idea(&fixture, fixture.project), scheme(&fixture, "team", "I-{number:000}", None), numbered())
    });
    assert_eq!(identifier(plain), None);
    made.outcome().expect("a scheme");
    let identifiers: Vec<_> = numbered.into_iter().filter_map(identifier).collect();
    assert_eq!(identifiers, (1..=100).map(|number| format!("I-{number:03}")).collect::<Vec<_>>());
    // The sequence goes on where the batch left it.
    assert_eq!(identifier(idea(&fixture, fixture.project)).as_deref(), Some("I-101"));
    assert_eq!(fixture.database.recount(), Ok(Vec::new()));
}

fn identifiers_follow_the_code_of_the_project_within_a_batch(store: Store) {
    let fixture = WriterFixture::new(store);
    let project = fixture.project;
    let recode = |to: &'static str| {
        job(&fixture, move |tx, caller| {
            commands::find::<Project>(tx, caller, Id::new(project), Right::Update)
                .and_then(|stored| commands::update(tx, caller, stored, &body(json!({ "code": to }))))
                .map(drop)
        })
    };
    recode("OLD").outcome().expect("a code");
    scheme(&fixture, "project", "{project_code}-{number:0}", Some(project)).outcome().expect("a scheme");
    let told = at_once(&fixture, || {
        let (first, second) = (idea(&fixture, project), idea(&fixture, project));
        recode("NEW");
        [first, second, idea(&fixture, project), idea(&fixture, project)]
    });
    let identifiers: Vec<_> = told.into_iter().filter_map(identifier).collect();
    assert_eq!(identifiers, ["OLD-1", "OLD-2", "NEW-3", "NEW-4"]);
}

fn two_schemes_that_write_alike_give_no_identifier_twice_within_a_batch(store: Store) {
    let fixture = WriterFixture::new(store);
    let other = create::<Project>(&fixture, json!({ "name": "Other" })).outcome().expect("a project").0;
    scheme(&fixture, "team", "I-{number:0}", Some(fixture.project)).outcome().expect("a scheme");
    scheme(&fixture, "team", "I-{number:0}", Some(other)).outcome().expect("a scheme");
    let told: Vec<_> = at_once(&fixture, || {
        (0..90).map(|at| idea(&fixture, if at % 3 == 0 { other } else { fixture.project })).collect()
    });
    let mut identifiers: Vec<_> = told.into_iter().filter_map(identifier).collect();
    identifiers.sort_unstable();
    identifiers.dedup();
    assert_eq!(identifiers.len(), 90);
}

fn records_and_entries_of_a_batch_have_ids_in_the_order_of_its_jobs(store: Store) {
    let fixture = WriterFixture::new(store);
    let told: Vec<_> = at_once(&fixture, || {
        (0..40)
            .map(|at| {
                let fields = json!({ "project_id": fixture.project, "name": format!("No. {at}") });
                if at % 4 == 3 { create::<Insight>(&fixture, fields) } else { create::<Learning>(&fixture, fields) }
            })
            .collect()
    });
    let ids: Vec<i64> = told.into_iter().map(|told| told.outcome().expect("a record").0).collect();
    let learnings: Vec<i64> = (0..).zip(&ids).filter(|(at, _)| at % 4 != 3).map(|(_, id)| *id).collect();
    assert!(learnings.is_sorted_by(|a, b| a < b), "{learnings:?}");
    let entries: Vec<i64> = learnings.iter().map(|id| fixture.entries(*id)[0].id).collect();
    assert!(entries.is_sorted_by(|a, b| a < b), "{entries:?}");
    let names: Vec<String> = fixture.learnings().iter().map(|kept| kept.record.name.to_string()).collect();
    let expected: Vec<String> = (0..40).filter(|at| at % 4 != 3).map(|at| format!("No. {at}")).collect();
    assert_eq!(names, expected, "each record has the id that its job was told");
    assert_eq!(fixture.database.recount(), Ok(Vec::new()));
}

fn a_job_sees_what_the_jobs_before_it_wrote(store: Store) {
    let fixture = WriterFixture::new(store);
    let (made, seen, more) = at_once(&fixture, || {
        let made = queue(&*fixture.database, fixture.create("Seen"));
        let seen = job(&fixture, |tx, caller| {
            let listing = uplift_domain::listing::ListParameters::default().listing(10)?;
            let page = Learning::reads(tx).list(caller.team, &listing, &mut Unmetered)?;
            let first = page.records.first().map(|kept| kept.id.get());
            Ok((page.total, first))
        });
        (made, seen, queue(&*fixture.database, fixture.create("Later")))
    });
    let id = made.outcome().expect("a learning");
    assert_eq!(seen.outcome(), Ok((1, Some(id))));
    more.outcome().expect("a learning");
    fixture.holds_exactly(["Seen", "Later"].map(str::to_owned).into());
}

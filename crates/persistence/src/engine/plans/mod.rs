//! How the databases carry out lists: each kind's list by each single sort, by each single exact filter in the default
//! order, and whatever else is bounded, comes from an index that begins with the team, reads no more of the team
//! than it lists, and is not sorted. The statements are those that Diesel sent; each database says itself how it would
//! carry them out.

mod exempt;
mod faults;
mod lists;

pub(crate) use exempt::Exemption;
pub(crate) use faults::{Fault, Step};

use std::sync::{Arc, Mutex, PoisonError};

use diesel::connection::{Connection, Instrumentation, InstrumentationEvent};
use uplift_domain::access::{Abilities, Actor, Caller, TeamId};
use uplift_domain::listing::{Ask, Relations as _};
use uplift_domain::ports::{Allowance, ReadPort, Unmetered};
use uplift_domain::record::{Id, Value as _, Zone};
use uplift_domain::workspace::Framework;
use uplift_domain::{FormResponse, Kind, Refusal, WeekStart, record_kinds};

use super::super::plans::{self, Fresh, explain};
use super::records::relations::related_to_ids;
use super::session::session::Session;
use crate::clock;
use exempt::EXEMPT;
use faults::{Demand, faults};
use lists::BY_TWO;

const TEAM: TeamId = TeamId::new(1);

macro_rules! every_kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        fn look_at_every_kind(plans: &mut Plans) {
            $(plans.look_at_kind::<uplift_domain::$Kind>();)*
            plans.look_at_activities();
            plans.look_at_answers();
        }
    };
}

record_kinds!(every_kind);

#[test]
fn every_list_by_one_sort_or_filter_comes_from_an_index_of_the_team() {
    let mut shown = Plans::new();
    look_at_every_kind(&mut shown);
    let Plans { looked_at, mut found, .. } = shown;
    assert!(looked_at > 200, "only {looked_at} statements were looked at");
    let mut stale = Vec::new();
    for (kind, list, fault, _) in EXEMPT.iter().chain(plans::EXEMPT) {
        let all = found.len();
        // What is exempt of one value is so of two.
        let is_meant = |it: &str| it == *list || it.strip_suffix(BY_TWO) == Some(*list);
        found.retain(|it| (it.kind, it.fault) != (*kind, *fault) || !is_meant(&it.list));
        if found.len() == all {
            stale.push(format!("{kind:?} by {list}: {fault:?}"));
        }
    }
    let found: Vec<String> = found.into_iter().map(|it| it.told).collect();
    assert!(found.is_empty(), "an index is missing:\n{}", found.join("\n"));
    assert!(stale.is_empty(), "these exemptions are not needed any more:\n{}", stale.join("\n"));
}

/// A migrated database, and what its plans have shown.
struct Plans {
    database: Fresh,
    sent: Arc<Mutex<Vec<String>>>,
    looked_at: usize,
    found: Vec<Found>,
}

/// What is wrong with a list.
struct Found {
    kind: Kind,
    list: String,
    fault: Fault,
    told: String,
}

impl Plans {
    fn new() -> Self {
        let mut database = Fresh::new();
        super::migrate(&mut database.conn, || Ok(None)).expect("every migration");
        database.fill();
        let sent = Arc::default();
        database.conn.set_instrumentation(Keeping(Arc::clone(&sent)));
        Self { database, sent, looked_at: 0, found: Vec::new() }
    }

    fn look_at_kind<R: ReadPort>(&mut self) {
        for (list, listing, demand) in lists::of_kind::<R>() {
            self.look_at(R::KIND, &list, demand, |session| {
                R::reads(session).list(TEAM, &listing, &mut Unmetered).map(|page| assert!(page.records.is_empty()))
            });
            // As an export finds what it reads.
            if demand == Demand::Few {
                self.look_at(R::KIND, &list, demand, |session| R::reads(session).ids(TEAM, &listing, 1).map(drop));
            }
        }
        // A team leads to all that it has.
        if plans::NEED_NO_STATISTICS && R::KIND != Kind::Team {
            R::Relation::ALL.iter().for_each(|relation| self.look_at_related::<R>(*relation));
        }
    }

    /// What a relation leads to from some records is found by these, and not among all that the team has.
    fn look_at_related<R: ReadPort>(&mut self, relation: R::Relation) {
        for ask in Ask::ALL {
            let sent = self.sent_by(|session| {
                let mut allowance = Allowance { records: 100, meter: &mut Unmetered };
                related_to_ids::<R>(session, &caller(), &[1, 2], (relation, *ask), &mut allowance).map(drop)
            });
            self.look_at_plans(R::KIND, &format!("{}, {ask:?}", relation.key()), Demand::Related, &sent);
        }
    }

    fn look_at_activities(&mut self) {
        use uplift_domain::ports::CrossKindReads;
        for (list, listing) in lists::of_activities() {
            self.look_at(Kind::Activity, &list, Demand::Narrowed, |session| {
                session.activities(TEAM, &listing, &mut Unmetered).map(|(page, _)| assert!(page.is_empty()))
            });
        }
    }

    /// Responses by an answer, as a list and as a summary, which reads on after the last.
    fn look_at_answers(&mut self) {
        use uplift_domain::ports::{After, SummaryReads};
        let listing = lists::of_answer();
        self.look_at(Kind::FormResponse, "filter[answer]", Demand::Few, |session| {
            FormResponse::reads(session).list(TEAM, &listing, &mut Unmetered).map(drop)
        });
        let answer = listing.filters.get(1..).unwrap_or_default();
        self.look_at(Kind::FormResponse, "summary by filter[answer]", Demand::Narrowed, |session| {
            session.responses_matching(TEAM, Id::new(1), answer, After { id: 0, most: 1 }).map(drop)
        });
        self.look_at(Kind::FormAnswer, "of some responses", Demand::Narrowed, |session| {
            session.answer_ids_of(TEAM, &[1, 2], 1).map(drop)
        });
    }

    /// Looks at the plan of every statement that a list sends.
    fn look_at(
        &mut self,
        kind: Kind,
        list: &str,
        demand: Demand,
        read: impl FnOnce(&mut Session<'_>) -> Result<(), Refusal>,
    ) {
        let sent = self.sent_by(read);
        assert!(sent.iter().any(|it| it.contains(" LIMIT ")), "no page of {kind:?} by {list} was read: {sent:?}");
        self.look_at_plans(kind, list, demand, &sent);
    }

    fn sent_by(&mut self, read: impl FnOnce(&mut Session<'_>) -> Result<(), Refusal>) -> Vec<String> {
        self.take_sent();
        // Whether a page before the first can be read at all is for the database to say, after it has the statement.
        let _ = read(&mut Session::new(&mut self.database.conn, clock()));
        self.take_sent()
    }

    fn look_at_plans(&mut self, kind: Kind, list: &str, demand: Demand, sent: &[String]) {
        for statement in sent {
            self.looked_at += 1;
            let steps = explain(&mut self.database.conn, statement);
            assert!(!steps.is_empty(), "the plan of {statement} was not understood");
            for fault in faults(statement, &steps, demand) {
                let told = format!("{kind:?} by {list}: {fault:?}\n    {statement}\n    {steps:?}");
                self.found.push(Found { kind, list: list.to_owned(), fault, told });
            }
        }
    }

    fn take_sent(&self) -> Vec<String> {
        std::mem::take(&mut *self.sent.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn caller() -> Caller {
    Caller {
        team: TEAM,
        actor: Actor::Operator,
        abilities: Abilities::all(),
        timezone: Zone::from_raw("UTC".to_owned()).expect("a time zone"),
        weeks: WeekStart::Monday,
        framework: Framework::Ice,
        custom: None,
        viewers_comment: false,
        viewers_export: false,
    }
}

/// Keeps the text of every statement.
struct Keeping(Arc<Mutex<Vec<String>>>);

impl Instrumentation for Keeping {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let shown = query.to_string();
            let text = shown.split(" -- binds: ").next().unwrap_or_default().to_owned();
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        }
    }
}

//! Facts: what a kind's declarations say of it, for the routes and the document.

use actix_web::http::StatusCode;
use uplift_domain::Kind;
use uplift_domain::access::{Right, Rights};
use uplift_domain::commands::lifecycle::StatusFields;
use uplift_domain::commands::{Answers, Command, Input, LinkChange, Method, Run};
use uplift_domain::listing::{Ask, Filters, LeadsTo, Matching, Relations};
use uplift_domain::record::Field;
use uplift_domain::resource::{Area, Resource};

/// A relation as the interface names it.
pub(crate) struct RelationFacts {
    /// In `include`.
    pub name: &'static str,
    /// In paths.
    pub path: &'static str,
    /// In an answer.
    pub key: &'static str,
    /// In a body that names by id what it leads to.
    pub ids_key: String,
    pub leads_to: LeadsTo,
    /// Whether `include` takes it.
    pub is_included: bool,
}

/// What a kind's declarations say of it.
pub(crate) struct Facts {
    pub kind: Kind,
    /// What a record of it is.
    pub about: &'static str,
    /// The area of the navigation that lists its records.
    pub area: Area,
    /// The fields that a table of its records shows.
    pub columns: &'static [&'static str],
    pub rights: Rights,
    /// On what its changes are logged, where that is not the record itself.
    pub logged_on: Option<&'static str>,
    /// The first segment of its paths.
    pub path: String,
    /// Whether a team has exactly one, which has no id in its path.
    pub single: bool,
    /// The kind from whose records' paths its own go on, and the field that names the record.
    pub within: Option<(Kind, &'static str)>,
    pub soft_deletes: bool,
    pub fields: &'static [Field],
    /// What the body of a create, or else of a change, says beside the fields and what is attached.
    pub extra_fields: fn(bool) -> &'static [Field],
    /// What is read of such a body where it gives another status.
    pub status_fields: fn(bool) -> Vec<StatusFields>,
    /// Which words a create takes in fields that may come to have others.
    pub initial_words: Vec<(&'static str, Vec<&'static str>)>,
    pub filters: Vec<FilterFacts>,
    pub sorts: Vec<&'static str>,
    pub relations: Vec<RelationFacts>,
}

/// What a filter's declaration says of it.
pub(crate) struct FilterFacts {
    pub name: &'static str,
    pub matching: Matching,
    /// What it asks; empty where the field of its name says so.
    pub about: &'static str,
    /// What it is where a request does not name it, if not whatever there is.
    pub otherwise: Option<&'static str>,
}

impl FilterFacts {
    pub(crate) fn of<F: Filters>(filter: F) -> Self {
        let (name, matching, about) = (filter.name(), filter.matching(), filter.about());
        Self { name, matching, about, otherwise: F::DEFAULT.filter(|(it, _)| *it == filter).map(|(_, value)| value) }
    }
}

impl Facts {
    /// Every name that `include` takes.
    pub(crate) fn includes(&self) -> impl Iterator<Item = String> {
        self.relations.iter().filter(|relation| relation.is_included).flat_map(|relation| {
            Ask::of(relation.leads_to).iter().map(|ask| format!("{}{}", relation.name, ask.suffix()))
        })
    }

    /// The relations that answers show: those that are asked for, and those that commands change.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &RelationFacts> {
        self.relations.iter().filter(|relation| relation.is_included || relation.leads_to.changed().is_some())
    }

    /// The relations that clients may change.
    pub(crate) fn links(&self) -> impl Iterator<Item = &RelationFacts> {
        self.relations.iter().filter(|relation| relation.leads_to.changed().is_some())
    }
}

/// What stands for the records of a kind in paths.
pub(crate) fn segment(kind: Kind) -> String {
    kind.path().unwrap_or_default()
}

/// What a command's declaration says of it.
pub(crate) struct CommandFacts {
    pub name: &'static str,
    pub methods: &'static [Method],
    pub right: Right,
    pub input: Input,
    pub answers: Answers,
    pub summary: &'static str,
    /// What else clients have to know of it.
    pub notes: &'static str,
    /// What the log calls it; empty where that depends on what it does, or where nothing is logged.
    pub event: &'static str,
    /// Whether several operations in one request may name it.
    pub is_operation: bool,
    pub on: On,
    /// Whether it changes nothing.
    pub reads: bool,
    /// Whether it sets what a relation leads to, which is answered with the record.
    pub sets_relation: bool,
}

/// What a command is carried out on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    /// The kind as a whole.
    Kind,
    Record,
    /// The links of a record to records of a kind.
    Links(LinkChange, Kind),
}

impl CommandFacts {
    pub(crate) fn of<R: Resource>(command: &Command<R>) -> Self {
        let Command { name, methods, right, input, answers, extent: _, summary, notes, event, run } = *command;
        let (on, reads) = match run {
            Run::OnKind(_) => (On::Kind, false),
            Run::OnRecord(_) | Run::OnFields(_) | Run::OnDeleted(_) => (On::Record, false),
            Run::OnLinks(change, relation) => match relation.linked() {
                Some((kind, _)) => (On::Links(change, kind), false),
                None => (On::Record, false),
            },
            Run::ReadKind(_) => (On::Kind, true),
            Run::ReadRecord(_) => (On::Record, true),
        };
        let is_operation = command.is_operation();
        let names_relation = R::Relation::ALL.iter().any(|relation| relation.path() == name);
        let sets_relation = matches!(on, On::Links(..)) || methods == [Method::Put] && names_relation;
        Self { name, methods, right, input, answers, summary, notes, event, is_operation, on, reads, sets_relation }
    }

    /// Its path, given those of all records and of one.
    pub(crate) fn path(&self, all: &str, one: &str) -> String {
        let start = match self.on {
            On::Kind => all,
            On::Record | On::Links(..) => one,
        };
        match (self.name, self.on) {
            ("", _) => start.to_owned(),
            (name, On::Links(LinkChange::Detach, kind)) => format!("{start}/{name}/{{{}}}", kind.singular()),
            (name, On::Kind | On::Record | On::Links(..)) => format!("{start}/{name}"),
        }
    }

    /// Whether files may be left that no record has: those that it brings, or those that go with what it deletes.
    pub(crate) fn moves_files(&self) -> bool {
        matches!((self.input, self.answers), (Input::Upload, _) | (_, Answers::Nothing | Answers::Each))
    }

    /// The status of its answer.
    pub(crate) fn status(&self) -> StatusCode {
        match self.answers {
            Answers::Record
            | Answers::Each
            | Answers::Document(_)
            | Answers::Json(_)
            | Answers::Secret { created: false } => StatusCode::OK,
            Answers::Created | Answers::Made(_) | Answers::MadeOneOf(_) | Answers::Secret { created: true } => {
                StatusCode::CREATED
            }
            Answers::Nothing => StatusCode::NO_CONTENT,
        }
    }

    /// Whether a request for it may be repeated under an idempotency key: done twice it would make another record. An
    /// answer with a secret in it is not kept.
    pub(crate) fn is_repeatable(&self) -> bool {
        let makes_another =
            matches!(self.answers, Answers::Created | Answers::Made(_) | Answers::MadeOneOf(_) | Answers::Each)
                || matches!(self.input, Input::Upload);
        self.methods == [Method::Post] && makes_another
    }

    /// The fields that it reads of the query, where it reads that instead of a body.
    pub(crate) fn query_fields(&self) -> Option<&'static [Field]> {
        let Input::Fields(fields) = self.input else { return None };
        matches!(self.methods, [Method::Get | Method::Delete]).then_some(fields)
    }

    /// Whether it reads a body.
    pub(crate) fn reads_body(&self) -> bool {
        match self.input {
            Input::Nothing => false,
            Input::Fields(_) => self.query_fields().is_none(),
            Input::Create
            | Input::Update
            | Input::Upload
            | Input::Ids { .. }
            | Input::OneOf(_)
            | Input::FieldsOf(..)
            | Input::Operations => true,
        }
    }
}

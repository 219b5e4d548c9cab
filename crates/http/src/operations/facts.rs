//! Facts: what a kind's declarations say of it, for the routes and the document.

use uplift_domain::Kind;
use uplift_domain::access::Right;
use uplift_domain::commands::{Answers, Command, Input, LinkChange, Method, Run};
use uplift_domain::listing::{Ask, LeadsTo, Matching, Relations};
use uplift_domain::record::Field;
use uplift_domain::resource::Resource;

/// A relation as the interface names it.
pub(crate) struct RelationFacts {
    /// In `include` and in paths.
    pub name: &'static str,
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
    /// The first segment of its paths.
    pub path: String,
    pub soft_deletes: bool,
    pub fields: &'static [Field],
    pub filters: Vec<(&'static str, Matching)>,
    pub sorts: Vec<&'static str>,
    pub relations: Vec<RelationFacts>,
}

impl Facts {
    /// Every name that `include` takes.
    pub(crate) fn includes(&self) -> impl Iterator<Item = String> {
        self.relations.iter().filter(|relation| relation.is_included).flat_map(|relation| {
            Ask::of(relation.leads_to).iter().map(|ask| format!("{}{}", relation.name, ask.suffix()))
        })
    }

    /// The relations that clients may change.
    pub(crate) fn links(&self) -> impl Iterator<Item = &RelationFacts> {
        self.relations.iter().filter(|relation| relation.leads_to.changed().is_some())
    }
}

/// What a command's declaration says of it.
pub(crate) struct CommandFacts {
    pub name: &'static str,
    pub methods: &'static [Method],
    pub right: Right,
    pub input: Input,
    pub answers: Answers,
    pub summary: &'static str,
    pub on: On,
    /// Whether it changes nothing.
    pub reads: bool,
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
        let Command { name, methods, right, input, answers, summary, event: _, run } = *command;
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
        Self { name, methods, right, input, answers, summary, on, reads }
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
        matches!((self.input, self.answers), (Input::Upload, _) | (_, Answers::Nothing))
    }

    /// Whether it reads a body.
    pub(crate) fn reads_body(&self) -> bool {
        match self.input {
            Input::Nothing => false,
            Input::Fields(_) => self.methods != [Method::Get],
            Input::Create | Input::Update | Input::Upload | Input::Ids { .. } | Input::FieldsOf(_) => true,
        }
    }
}

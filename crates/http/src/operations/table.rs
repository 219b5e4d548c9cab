//! The operations of the interface: every route with its method, in one table.

use std::sync::LazyLock;

use actix_web::http::Method;
use uplift_domain::access::Ability;
use uplift_domain::commands;
use uplift_domain::statistics::calculators::{CALCULATORS, Calculator};
use uplift_domain::{Kind, Refusal};

use crate::answer::addresses::OPEN;
use crate::answer::svg::chart_of;
use crate::exports::{EXPORTS, Exporting};
use crate::operations::command::NamedCommand;
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::kinds::{ENDPOINTS, read_endpoint};
use crate::operations::public_forms::PublicAct;
use crate::operations::reports::ReportAct;

/// One operation.
pub struct Operation {
    pub method: Method,
    /// The path below the base address; a parameter stands in braces.
    pub path: String,
    pub(crate) act: Act,
}

/// What an operation does.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    CurrentUser,
    Activities,
    /// The log of the whole team.
    TeamActivities,
    /// Everything that the team has, as an archive.
    TeamExport,
    /// What whoever has the address of a form may do.
    Public(PublicAct),
    /// An invitation accepted, by whoever has its token.
    AcceptInvitation,
    /// All records of a list in one answer.
    Export(&'static dyn Exporting),
    List(&'static (dyn ReadEndpoint + Send)),
    View(&'static (dyn ReadEndpoint + Send)),
    Command(NamedCommand),
    /// What a command tells, as a drawing.
    Drawn(NamedCommand),
    /// A report.
    Report(ReportAct),
    /// Statistics of what the request brings along.
    Calculate(&'static Calculator),
    /// The file of an attachment, for the holder of a key.
    File,
    /// The file of an attachment, for whoever has its signed address.
    SignedFile,
}

impl Act {
    /// The ability that a key needs for it.
    pub(crate) fn ability(self) -> Ability {
        match self {
            Self::CurrentUser
            | Self::Activities
            | Self::TeamActivities
            | Self::TeamExport
            | Self::Export(_)
            | Self::List(_)
            | Self::View(_)
            | Self::Calculate(_)
            | Self::Report(_)
            | Self::File
            | Self::SignedFile => Ability::Read,
            Self::AcceptInvitation => Ability::Write,
            Self::Public(act) if act.writes() => Ability::Write,
            Self::Public(_) => Ability::Read,
            Self::Command(command) | Self::Drawn(command) => command.facts.right.ability(),
        }
    }

    /// Whether it is for the holder of a key alone.
    pub(crate) fn needs_key(self) -> bool {
        !matches!(self, Self::SignedFile | Self::AcceptInvitation | Self::Public(_) | Self::Report(ReportAct::Public))
    }
}

impl Operation {
    /// The first segment of the path, and what follows it.
    pub(crate) fn scope(&self) -> (&str, &str) {
        let end = self.path.match_indices('/').nth(1).map_or(self.path.len(), |(at, _)| at);
        self.path.split_at(end)
    }
}

/// Every operation, in the order in which the documentation lists them.
pub fn operations() -> &'static [Operation] {
    static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(table);
    &OPERATIONS
}

fn table() -> Vec<Operation> {
    let mut table = Vec::new();
    let mut add = |method: Method, path: String, act: Act| table.push(Operation { method, path, act });
    add(Method::GET, "/user".to_owned(), Act::CurrentUser);
    add(Method::GET, "/activities".to_owned(), Act::Activities);
    for endpoint in ENDPOINTS.iter().copied() {
        let (all, one) = paths(endpoint.reads());
        let facts = endpoint.reads().facts();
        if !facts.single {
            add(Method::GET, all.clone(), Act::List(endpoint.reads()));
        }
        if facts.within.is_none() {
            add(Method::GET, one.clone(), Act::View(endpoint.reads()));
        }
        for (at, facts) in endpoint.commands().iter().enumerate() {
            for method in facts.methods {
                let answered = facts.answers.record_of(endpoint.reads().kind()).and_then(read_endpoint);
                let command = NamedCommand { endpoint, facts, at, answered };
                let path = facts.path(&all, &one);
                add(method_of(*method), path.clone(), Act::Command(command));
                if chart_of(endpoint.reads().kind(), facts).is_some() {
                    add(method_of(*method), format!("{path}.svg"), Act::Drawn(command));
                }
            }
        }
        if endpoint.reads().kind() == Kind::Team {
            add(Method::GET, format!("{one}/activity"), Act::TeamActivities);
            add(Method::GET, format!("{one}/export"), Act::TeamExport);
        }
        if endpoint.reads().kind() == Kind::Invitation {
            add(Method::POST, format!("{all}/accept"), Act::AcceptInvitation);
        }
        if endpoint.reads().kind() == Kind::Attachment {
            add(Method::GET, format!("{one}/file"), Act::File);
            add(Method::GET, OPEN.to_owned(), Act::SignedFile);
        }
    }
    for exporting in EXPORTS.iter().copied() {
        add(Method::GET, exporting.path().to_owned(), Act::Export(exporting));
    }
    for act in PublicAct::ALL {
        add(act.method(), act.path().to_owned(), Act::Public(*act));
    }
    for act in ReportAct::ALL {
        add(Method::GET, act.path().to_owned(), Act::Report(*act));
    }
    for calculator in CALCULATORS {
        add(Method::POST, format!("/statistics/{}", calculator.name), Act::Calculate(calculator));
    }
    table
}

fn method_of(method: commands::Method) -> Method {
    match method {
        commands::Method::Get => Method::GET,
        commands::Method::Post => Method::POST,
        commands::Method::Put => Method::PUT,
        commands::Method::Patch => Method::PATCH,
        commands::Method::Delete => Method::DELETE,
    }
}

/// The path of all records of a kind, and that of one.
fn paths(endpoint: &dyn ReadEndpoint) -> (String, String) {
    let facts = endpoint.facts();
    let all = match facts.within {
        None => format!("/{}", facts.path),
        Some((whole, _)) => {
            let all = whole.plural().unwrap_or_default().replace('_', "-");
            format!("/{all}/{{{}}}/{}", whole.singular(), facts.path)
        }
    };
    let one = if facts.single { all.clone() } else { format!("{all}/{{{}}}", facts.kind.singular()) };
    (all, one)
}

/// Reads the id of a record out of a path.
pub(crate) fn path_id(kind: Kind, text: &str) -> Result<i64, Refusal> {
    let whole = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0');
    if !whole {
        let not_one = uplift_domain::record::FieldError::Otherwise("must be a whole number from 1 up.".to_owned());
        return Err(Refusal::field(kind.singular(), &not_one));
    }
    // What no id can be is the id of no record.
    text.parse().map_err(|_overflow| Refusal::Missing { kind: kind.singular(), id: text.to_owned() })
}

//! The operations of the interface: every route with its method, in one table.

use std::sync::LazyLock;

use actix_web::http::Method;
use uplift_domain::statistics::calculators::CALCULATORS;
use uplift_domain::{Kind, commands};

use crate::answer::addresses::OPEN;
use crate::answer::svg::chart_of;
use crate::exports::EXPORTS;
use crate::operations::command::NamedCommand;
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::endpoints::ENDPOINTS;
use crate::operations::facts::segment;
use crate::operations::kinds::read_endpoint;
use crate::operations::operation::{Act, AuthedAct, Operation, PublicAct, PublicFormAct, ReportAct};

/// Every operation, in the order in which the documentation lists them.
pub fn operations() -> &'static [Operation] {
    static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(table);
    &OPERATIONS
}

fn table() -> Vec<Operation> {
    let mut table = Vec::new();
    let mut add = |method: Method, path: String, act: Act| table.push(Operation { method, path, act });
    add(Method::GET, "/user".to_owned(), Act::Authed(AuthedAct::CurrentUser));
    add(Method::GET, "/activities".to_owned(), Act::Authed(AuthedAct::Activities));
    for endpoint in ENDPOINTS.iter().copied() {
        let (all, one) = paths(endpoint.reads());
        let facts = endpoint.reads().facts();
        if !facts.single {
            add(Method::GET, all.clone(), Act::Authed(AuthedAct::List(endpoint.reads())));
        }
        if facts.within.is_none() {
            add(Method::GET, one.clone(), Act::Authed(AuthedAct::View(endpoint.reads())));
        }
        for (at, facts) in endpoint.commands().iter().enumerate() {
            for method in facts.methods {
                let answered = facts.answers.record_of(endpoint.reads().kind()).and_then(read_endpoint);
                let command = NamedCommand { endpoint, facts, at, answered };
                let path = facts.path(&all, &one);
                add(method_of(*method), path.clone(), Act::Authed(AuthedAct::Command(command)));
                if chart_of(endpoint.reads().kind(), facts.name).is_some() {
                    add(method_of(*method), format!("{path}.svg"), Act::Authed(AuthedAct::Drawn(command)));
                }
            }
        }
        if endpoint.reads().kind() == Kind::Team {
            add(Method::GET, format!("{one}/activity"), Act::Authed(AuthedAct::TeamActivities));
            add(Method::GET, format!("{one}/export"), Act::Authed(AuthedAct::TeamExport));
        }
        if endpoint.reads().kind() == Kind::Invitation {
            add(Method::POST, format!("{all}/accept"), Act::Public(PublicAct::AcceptInvitation));
        }
        if endpoint.reads().kind() == Kind::Attachment {
            add(Method::GET, format!("{one}/file"), Act::Authed(AuthedAct::File));
            add(Method::GET, OPEN.to_owned(), Act::Public(PublicAct::File));
        }
    }
    for endpoint in EXPORTS.iter().copied() {
        add(Method::GET, endpoint.path(), Act::Authed(AuthedAct::Export(endpoint)));
    }
    for act in PublicFormAct::ALL {
        add(act.method(), act.path().to_owned(), Act::Public(PublicAct::Form(*act)));
    }
    for act in ReportAct::ALL {
        add(Method::GET, act.path().to_owned(), Act::Authed(AuthedAct::Report(*act)));
    }
    add(Method::GET, "/public/reports/{token}".to_owned(), Act::Public(PublicAct::Report));
    for calculator in CALCULATORS {
        add(Method::POST, format!("/statistics/{}", calculator.name), Act::Authed(AuthedAct::Calculate(calculator)));
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
        Some((whole, _)) => format!("/{}/{{{}}}/{}", segment(whole), whole.singular(), facts.path),
    };
    let one = if facts.single { all.clone() } else { format!("{all}/{{{}}}", facts.kind.singular()) };
    (all, one)
}

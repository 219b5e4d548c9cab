//! What an operation asks of its caller and leaves behind, in sentences of the document.

use uplift_domain::access::{Ability, Right, Rights, Role};
use uplift_domain::commands::Input;
use uplift_domain::record::Choices;

use super::parameters::too_large;
use crate::operations::command::NamedCommand;
use crate::operations::facts::{Facts, On};
use crate::operations::operation::{Act, AuthedAct};

/// What is said of an operation beneath its summary.
pub(super) fn of(act: Act) -> String {
    let Act::Authed(act) = act else {
        return "It takes no key: whoever has the address or the token may.".to_owned();
    };
    let mut said = vec![who_may(act)];
    match act {
        AuthedAct::Command(command) => {
            said.extend(Some(command.facts.notes.to_owned()).filter(|notes| !notes.is_empty()));
            said.extend(logged(command));
        }
        AuthedAct::List(endpoint) => said.push(list(&endpoint.facts())),
        AuthedAct::CurrentUser
        | AuthedAct::Activities
        | AuthedAct::TeamActivities
        | AuthedAct::TeamExport
        | AuthedAct::Export(_)
        | AuthedAct::View(_)
        | AuthedAct::Drawn(_)
        | AuthedAct::Report(_)
        | AuthedAct::Calculate(_)
        | AuthedAct::File => {}
    }
    said.join("\n\n")
}

/// Which keys and which roles it is open to.
fn who_may(act: AuthedAct) -> String {
    let (rights, right) = match act {
        AuthedAct::Command(command) | AuthedAct::Drawn(command) => {
            (command.endpoint.reads().facts().rights, command.facts.right)
        }
        AuthedAct::List(endpoint) | AuthedAct::View(endpoint) => (endpoint.facts().rights, Right::Read),
        AuthedAct::TeamExport => (Rights::Settings, Right::Steward),
        AuthedAct::Export(_) => {
            return "It takes a key with the ability `read`. Every role may; viewers unless the settings of the team \
                    forbid it."
                .to_owned();
        }
        AuthedAct::CurrentUser
        | AuthedAct::Activities
        | AuthedAct::TeamActivities
        | AuthedAct::Report(_)
        | AuthedAct::Calculate(_)
        | AuthedAct::File => (Rights::Content, Right::Read),
    };
    format!("It takes a key with the ability `{}`. {}", act.ability().name(), roles(rights, right))
}

/// Which roles have a right to records of a family.
fn roles(rights: Rights, right: Right) -> String {
    let names = |may: &dyn Fn(Role) -> bool| -> Vec<&str> {
        Role::ALL.iter().filter(|role| may(**role)).map(|role| role.name()).collect()
    };
    let any = names(&|role| rights.allow(role, right, false));
    let own = names(&|role| rights.allow(role, right, true) && !rights.allow(role, right, false));
    if any.len() == Role::ALL.len() {
        return "Every role may.".to_owned();
    }
    let whose = match (rights, right) {
        (Rights::Project, _) => "of projects that they lead",
        (_, Right::Lifecycle) => "of records of their own, or in projects that they lead",
        _ => "of records of their own",
    };
    match (any.as_slice(), own.as_slice()) {
        ([], own) => format!("It is for the role {} {whose}.", one_of(own)),
        (any, []) => format!("It is for the role {}.", one_of(any)),
        (any, own) => format!("It is for the role {}, and {} {whose}.", one_of(any), one_of(own)),
    }
}

/// Words as they stand in a sentence.
fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// What it leaves in the activity log.
fn logged(command: NamedCommand) -> Option<String> {
    let facts = command.facts;
    if facts.reads || facts.right.ability() == Ability::Read {
        return None;
    }
    match (facts.event, facts.on) {
        ("", On::Links(..)) => Some("Logged as `attached` or `detached`, where it changes anything.".to_owned()),
        ("", On::Kind | On::Record) => None,
        (event, _) => Some(format!("Logged as `{event}`{}.", otherwise(command))),
    }
}

/// What a change of the status is logged as, where that is not what others are.
fn otherwise(NamedCommand { endpoint, facts, .. }: NamedCommand) -> String {
    let Input::Update = facts.input else { return String::new() };
    let status = (endpoint.reads().facts().status_fields)(false);
    let events: Vec<String> =
        status.iter().map(|it| it.event).filter(|it| *it != facts.event).map(|it| format!("`{it}`")).collect();
    let events: Vec<&str> = events.iter().map(String::as_str).collect();
    match events.as_slice() {
        [] => String::new(),
        events => format!("; where `status` changes, as the action that leads there: {}", one_of(events)),
    }
}

/// How a list is asked for.
fn list(facts: &Facts) -> String {
    let archived = if facts.filters.iter().any(|(name, _)| *name == "archived") {
        " Archived records are left out unless `filter[archived]` asks for them."
    } else {
        ""
    };
    format!(
        "Records meet every filter that is named, and one of its values where it has several.{archived} They come by `id` \
         unless `sort` says otherwise, and what is alike by `id`. {}",
        too_large()
    )
}

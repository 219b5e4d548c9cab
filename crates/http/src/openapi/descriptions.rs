//! What an operation asks of its caller and leaves behind, in sentences of the document.

use uplift_domain::Kind;
use uplift_domain::access::{Ability, Right, Rights, Role};
use uplift_domain::commands::{Input, LinkChange, event_of};
use uplift_domain::record::Choices;

use super::parameters::too_large;
use crate::operations::command::NamedCommand;
use crate::operations::facts::{Facts, On};
use crate::operations::operation::{Act, AuthedAct, PublicAct};

/// What is said of an operation beneath its summary.
pub(super) fn of(act: Act) -> String {
    let act = match act {
        Act::Authed(act) => act,
        Act::Public(act) => return of_public(act),
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

/// What is said of an operation that takes no key.
fn of_public(act: PublicAct) -> String {
    let open = "It takes no key: whoever has the address or the token may.";
    match act {
        PublicAct::AcceptInvitation => {
            format!("{open}\n\nLogged on the team as `invitation_accepted`, `membership_created` and `key_created`.")
        }
        PublicAct::File | PublicAct::Form(_) | PublicAct::Report => open.to_owned(),
    }
}

/// Which keys and which roles it is open to.
fn who_may(act: AuthedAct) -> String {
    let (rights, right) = match act {
        AuthedAct::Command(command) if command.endpoint.reads().kind() == Kind::User => {
            let who = if matches!(command.facts.input, Input::Update) {
                "The profile is changed by its own user alone, whatever their role; a role by owners, and by admins of \
                 users who are not owners, up to admin."
            } else {
                "Every role may where it is their own user; owners and admins may with others, and with an owner owners \
                 alone."
            };
            return format!("It takes a key with the ability `write`. {who}");
        }
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
    let asked = if rights == Rights::Comments && right != Right::Read {
        " Where `viewers_may_comment` in the settings of the team is true, a viewer may what a member may."
    } else {
        ""
    };
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
        (_, Right::Author) => "of what they wrote themselves",
        (_, Right::Lifecycle) => "of records of their own, or in projects that they lead",
        _ => "of records of their own",
    };
    let said = match (any.as_slice(), own.as_slice()) {
        ([], own) => format!("It is for the role {}, {whose} alone.", one_of(own)),
        (any, []) => format!("It is for the role {}.", one_of(any)),
        (any, own) => format!("It is for the role {}, and {} {whose}.", one_of(any), one_of(own)),
    };
    said + asked
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
    if facts.right.ability() == Ability::Read {
        return None;
    }
    let of = command.endpoint.reads().facts();
    match (facts.event, facts.on) {
        ("", On::Links(change, _)) => {
            let events = match change {
                LinkChange::Attach => "`attached`",
                LinkChange::Set => "`attached` or `detached`",
                LinkChange::Detach => "`detached`",
            };
            Some(format!("Logged as {events}, where it changes anything."))
        }
        ("", On::Kind | On::Record) => None,
        (event, _) => {
            let on = of.logged_on.map(|on| format!(" on {on}")).unwrap_or_default();
            Some(format!("Logged{on} as `{}`{}.", event_of(of.kind, event), otherwise(command)))
        }
    }
}

/// What a change of the status is logged as, where that is not what others are.
fn otherwise(NamedCommand { endpoint, facts, .. }: NamedCommand) -> String {
    let Input::Update = facts.input else { return String::new() };
    let of = endpoint.reads().facts();
    let status = (of.status_fields)(false);
    let events = status.iter().map(|it| it.event).filter(|it| *it != facts.event);
    let events: Vec<String> = events.map(|it| format!("`{}`", event_of(of.kind, it))).collect();
    let events: Vec<&str> = events.iter().map(String::as_str).collect();
    match events.as_slice() {
        [] => String::new(),
        events => format!("; where `status` changes, as the action that leads there: {}", one_of(events)),
    }
}

/// How a list is asked for.
fn list(facts: &Facts) -> String {
    let archived = if facts.filters.iter().any(|it| it.name == "archived") {
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

//! The names of the schemas and operations of the document.

use uplift_domain::Kind;
use uplift_domain::commands::{Answers, Input};

use crate::operations::facts::CommandFacts;

/// A name in snake case as a type's name.
pub(super) fn title(name: &str) -> String {
    name.split('_')
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
        })
        .collect()
}

/// A path in kebab case as a name in snake case.
pub(super) fn snake(path: &str) -> String {
    path.replace(['-', '/'], "_")
}

/// A path in kebab case as a function's name.
pub(super) fn camel(name: &str) -> String {
    let title = title(&snake(name));
    let mut letters = title.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// The name of a kind's schema.
pub(super) fn of(kind: Kind) -> String {
    match kind {
        // What is answered of a form is called as its own name would say.
        Kind::FormAnswer => "GivenAnswer".to_owned(),
        _ => title(kind.singular()),
    }
}

/// The name of the schema of what a command reads from a body, where it is one of its own.
pub(super) fn input_of(kind: Kind, command: &CommandFacts) -> Option<String> {
    let name = || format!("{}{}", of(kind), title(&snake(command.name)));
    match command.input {
        Input::Nothing | Input::Fields([]) => None,
        Input::Fields(_) if command.query_fields().is_some() => None,
        Input::Create | Input::Upload => Some(format!("{}Create", of(kind))),
        Input::Fields(_) if command.name.is_empty() => Some(format!("{}Create", of(kind))),
        Input::Update => Some(format!("{}Update", of(kind))),
        Input::Ids { least: 0, roles: None } => Some("Ids".to_owned()),
        Input::Ids { roles: None, .. } => Some("SomeIds".to_owned()),
        Input::Ids { least: 0, roles: Some(_) } => Some(name()),
        Input::Ids { roles: Some(roles), .. } => Some(format!("{}Some{}", of(kind), title(roles.key))),
        Input::Fields(_) | Input::OneOf(_) | Input::FieldsOf(..) => Some(name()),
        Input::Operations => Some(format!("{}Operations", of(kind))),
    }
}

/// The name of the schema of what a command answers, where it answers anything.
pub(super) fn answer_of(kind: Kind, command: &CommandFacts) -> Option<String> {
    match command.answers {
        Answers::Record | Answers::Created => Some(format!("{}Answer", of(kind))),
        Answers::Secret { .. } => Some(format!("{}SecretAnswer", of(kind))),
        Answers::Made(made) => Some(format!("{}Answer", of(made))),
        Answers::MadeOneOf(_) => Some(format!("{}{}Answer", of(kind), title(&snake(command.name)))),
        Answers::Each => Some(format!("{}OperationsAnswer", of(kind))),
        Answers::Document(_) | Answers::Json(_) => Some(format!("{}{}Answer", of(kind), title(&snake(command.name)))),
        Answers::Nothing => None,
    }
}

/// The tag of the operations beneath a path, in words.
pub(super) fn tag(path: &str) -> String {
    let words = path.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

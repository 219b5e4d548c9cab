//! What operations answer where all goes well, in sentences of the document.

use uplift_domain::Kind;
use uplift_domain::commands::Answers;

use super::operation_text::OperationText;
use crate::operations::command::NamedCommand;
use crate::operations::facts::On;
use crate::operations::operation::{Act, PublicAct};

/// What an operation answers that says this of itself.
pub(super) fn said(act: Act, text: &OperationText) -> String {
    match act {
        Act::Command(command) => of_command(command, text),
        Act::View(endpoint) => format!("The {}, with what `include` names.", words(endpoint.facts().kind)),
        Act::AcceptInvitation => "The new member, with a first key and its token.".to_owned(),
        Act::Public(act) => of_public(act).to_owned(),
        Act::File | Act::SignedFile => "The bytes of the file; a part of them where a `Range` asks for one.".to_owned(),
        Act::Drawn(_) => "An SVG document.".to_owned(),
        Act::Export(_) => "The file. Where it ends without its end, the connection is cut.".to_owned(),
        Act::TeamExport => "The archive. Where it ends without its end, the connection is cut.".to_owned(),
        Act::Report(_) => "The figures, and in `meta` of what they are.".to_owned(),
        Act::Calculate(_) => "What is calculated of these figures.".to_owned(),
        // Their summaries name what they answer.
        Act::CurrentUser | Act::Activities | Act::TeamActivities | Act::List(_) => text.summary.clone(),
    }
}

fn of_command(NamedCommand { endpoint, facts, .. }: NamedCommand, text: &OperationText) -> String {
    let kind = words(endpoint.reads().facts().kind);
    match (facts.answers, facts.on) {
        (Answers::Record, On::Links(_, linked)) => {
            format!("The {kind} as it is now; where its links to a {} have changed, with these.", words(linked))
        }
        (Answers::Record, On::Kind | On::Record) => format!("The {kind} as it is now."),
        (Answers::Created, _) => format!("The {kind} that was made."),
        (Answers::Secret { created }, _) => {
            let what = if created { " that was made" } else { "" };
            format!("The {kind}{what}, with its token, which is answered this once.")
        }
        (Answers::Made(made), _) => format!("The {} that was made.", words(made)),
        (Answers::MadeOneOf(made), _) => {
            let made: Vec<String> = made.iter().map(|kind| format!("the {}", words(*kind))).collect();
            format!("What was made: {}.", made.join(" or "))
        }
        (Answers::Each, _) => {
            format!("What each operation made of its {kind}, in their order; null where it is gone.")
        }
        (Answers::Document(_) | Answers::Json(_), _) if facts.reads => text.summary.clone(),
        (Answers::Document(_) | Answers::Json(_), _) => "What came of it.".to_owned(),
        (Answers::Nothing, _) => format!("The {kind} is gone; there is no body."),
    }
}

const fn of_public(act: PublicAct) -> &'static str {
    match act {
        PublicAct::Form => "The form as it is asked now.",
        PublicAct::Create => "The response as it stands, with the token that opens it again.",
        PublicAct::View | PublicAct::Change => "The response as it stands.",
        PublicAct::Complete => "The completed response, with what the form says at its end.",
        PublicAct::Upload => "The file, by the id that an answer names.",
    }
}

/// A kind as sentences name it.
fn words(kind: Kind) -> String {
    kind.singular().replace('_', " ")
}

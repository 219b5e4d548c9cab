//! What operations answer where all goes well, in sentences of the document.

use uplift_domain::commands::{Answers, Input};

use super::operation_text::{OperationText, with_articles};
use crate::operations::command::NamedCommand;
use crate::operations::facts::On;
use crate::operations::operation::{Act, AuthedAct, PublicAct, PublicFormAct};

const FILE: &str = "The bytes of the file; a part of them where a `Range` asks for one.";

const REPORT: &str = "The figures, and in `meta` of what they are.";

/// What an operation answers that says this of itself.
pub(super) fn said(act: Act, text: &OperationText) -> String {
    match act {
        Act::Authed(act) => of_authed(act, text),
        Act::Public(act) => of_public(act).to_owned(),
    }
}

fn of_authed(act: AuthedAct, text: &OperationText) -> String {
    let said = match act {
        AuthedAct::Command(command) => return of_command(command, text),
        AuthedAct::View(endpoint) => {
            return format!("The {}, with what `include` names.", endpoint.facts().kind.words());
        }
        AuthedAct::File => FILE,
        AuthedAct::Drawn(_) => "An SVG document.",
        AuthedAct::Export(_) => "The file. Where it ends without its end, the connection is cut.",
        AuthedAct::TeamExport => "The archive. Where it ends without its end, the connection is cut.",
        AuthedAct::Report(_) => REPORT,
        AuthedAct::Calculate(_) => "What is calculated of these figures.",
        // Their summaries name what they answer.
        AuthedAct::CurrentUser | AuthedAct::Activities | AuthedAct::TeamActivities | AuthedAct::List(_) => {
            &text.summary
        }
    };
    said.to_owned()
}

fn of_command(NamedCommand { endpoint, facts, .. }: NamedCommand, text: &OperationText) -> String {
    let kind = endpoint.reads().facts().kind.words();
    match (facts.answers, facts.on) {
        (Answers::Record, On::Links(_, linked)) => with_articles(format!(
            "The {kind} as it is now; where its links to a {} have changed, with these.",
            linked.words()
        )),
        // What was sent is answered as a record is that was there before.
        (Answers::Record, _) if matches!(facts.input, Input::Upload) => format!("The {kind} that was made."),
        (Answers::Record, On::Kind | On::Record) => format!("The {kind} as it is now."),
        (Answers::Created, _) => format!("The {kind} that was made."),
        (Answers::Secret { created }, _) => {
            let what = if created { " that was made" } else { "" };
            format!("The {kind}{what}, with its token, which is answered this once.")
        }
        (Answers::Made(made), _) => format!("The {} that was made.", made.words()),
        (Answers::MadeOneOf(made), _) => {
            let made: Vec<String> = made.iter().map(|kind| format!("the {}", kind.words())).collect();
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
        PublicAct::AcceptInvitation => "The new member, with a first key and its token.",
        PublicAct::File => FILE,
        PublicAct::Report => REPORT,
        PublicAct::Form(PublicFormAct::Form) => "The form as it is asked now.",
        PublicAct::Form(PublicFormAct::Create) => "The response as it stands, with the token that opens it again.",
        PublicAct::Form(PublicFormAct::View | PublicFormAct::Change) => "The response as it stands.",
        PublicAct::Form(PublicFormAct::Complete) => "The completed response, with what the form says at its end.",
        PublicAct::Form(PublicFormAct::Upload) => "The file, by the id that an answer names.",
    }
}

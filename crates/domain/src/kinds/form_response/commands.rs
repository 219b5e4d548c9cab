//! What may be done to responses.

use crate::access::Right;
use crate::commands::{Answers, Command, Commanded, Extent, Input, Method, Run};
use crate::record::Record as _;
use crate::responses::{AnswersGiven, AnswersSet, Conversion, Disqualification};
use crate::{FormResponse, Kind};

impl Commanded for FormResponse {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            summary: "Creates a {} with its answers, complete unless its status says otherwise.",
            run: Run::OnKind(FormResponse::create),
            ..Command::CREATE
        },
        Command { run: Run::OnRecord(FormResponse::update), ..Command::UPDATE },
        Command {
            right: Right::Steward,
            extent: Extent::Many,
            event: FormResponse::ERASED,
            summary: "Erases a {} with all that is known of it; nothing brings it back.",
            run: Run::OnRecord(FormResponse::erase),
            ..Command::DELETE
        },
        Command {
            methods: &[Method::Put],
            input: Input::Fields(AnswersSet::FIELDS),
            ..Command::action(
                "answers",
                "answered",
                "Sets the answers of a {} that the body names; null takes one back.",
                Run::OnRecord(FormResponse::put_answers),
            )
        },
        Command {
            input: Input::Fields(AnswersGiven::FIELDS),
            ..Command::action(
                "complete",
                "submitted",
                "Completes a {}, unless an answer is missing.",
                Run::OnRecord(FormResponse::complete),
            )
        },
        Command {
            input: Input::Fields(Disqualification::FIELDS),
            ..Command::action(
                "disqualify",
                "disqualified",
                "Says that a {} is of somebody who was not asked.",
                Run::OnRecord(FormResponse::disqualify),
            )
        },
        Command::action(
            "spam",
            "marked_spam",
            "Says that a {} is none: it counts nowhere.",
            Run::OnRecord(FormResponse::mark_spam),
        ),
        Command::action(
            "reopen",
            "reopened",
            "Lets a {} be answered again; what was taken for spam counts again.",
            Run::OnRecord(FormResponse::reopen),
        ),
        Command {
            input: Input::Fields(Conversion::FIELDS),
            answers: Answers::MadeOneOf(&[Kind::Idea, Kind::Observation, Kind::Insight]),
            ..Command::action(
                "convert",
                "converted",
                "Makes an idea, an observation or an insight of a {}, once.",
                Run::OnRecord(FormResponse::convert),
            )
        },
    ];
}

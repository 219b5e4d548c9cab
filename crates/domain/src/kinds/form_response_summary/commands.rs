//! What may be done to summaries that are kept.

use super::FormResponseSummary;
use super::actions::Promotion;
use crate::Kind;
use crate::commands::{Answers, Command, Commanded, Input, Run};
use crate::record::Record as _;

impl Commanded for FormResponseSummary {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            summary: "Keeps a {}: its figures are those of this moment, unless somebody wrote it.",
            run: Run::OnKind(FormResponseSummary::create),
            ..Command::CREATE
        },
        Command { run: Run::OnRecord(FormResponseSummary::update), ..Command::UPDATE },
        Command::DELETE,
        Command::action(
            "regenerate",
            "generated",
            "Counts the figures of a {} anew.",
            Run::ReadRecord(FormResponseSummary::regenerate),
        ),
        Command::action("pin", "pinned", "Pins a {}.", Run::OnFields(FormResponseSummary::pin)),
        Command::action("unpin", "unpinned", "Pins a {} no more.", Run::OnFields(FormResponseSummary::unpin)),
        Command {
            input: Input::Fields(Promotion::FIELDS),
            answers: Answers::Made(Kind::Insight),
            ..Command::action(
                "promote",
                "promoted",
                "Makes an insight of a {}, with its title and its body.",
                Run::OnRecord(FormResponseSummary::promote),
            )
        },
    ];
}

//! What may be done to an idea.

use super::{Idea, Rejection, rank, vote};
use crate::Kind;
use crate::access::Right;
use crate::commands::lifecycle::advance;
use crate::commands::{Answers, Command, Commanded, Input, NAMED_ANEW, Run};
use crate::record::Record as _;

impl Commanded for Idea {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Idea::create), ..Command::CREATE },
        Command { run: Run::OnRecord(Idea::update), ..Command::UPDATE },
        Command::DELETE,
        Command { run: Run::OnDeleted(Idea::restore), ..Command::RESTORE },
        Command { summary: "Archives an {}: lists leave it out.", ..Command::ARCHIVE },
        Command { summary: "Brings an archived {} back into lists.", ..Command::UNARCHIVE },
        Command::action(
            "approve",
            "approved",
            "Approves an idea that is under review.",
            Run::OnFields(|idea, call, _| advance(idea, call.name)),
        ),
        Command {
            input: Input::Fields(Rejection::FIELDS),
            ..Command::action("reject", "rejected", "Rejects an idea, with a reason.", Run::OnFields(Idea::reject))
        },
        Command::action(
            "reopen",
            "reopened",
            "Takes a rejected idea back into the backlog.",
            Run::OnFields(Idea::reopen),
        ),
        Command {
            input: Input::FieldsOf(Kind::Experiment, &[]),
            answers: Answers::Made(Kind::Experiment),
            notes: NAMED_ANEW,
            ..Command::action(
                "promote",
                "promoted",
                "Makes an experiment of an idea, which takes over what the body does not say.",
                Run::OnRecord(Idea::promote),
            )
        },
        Command {
            input: Input::Fields(vote::Scoring::FIELDS),
            ..Command::action(
                "score",
                "scored",
                "Scores an idea for oneself. What it is worth is the mean of what members give it, as soon as one has given all that its framework asks for.",
                Run::OnRecord(Idea::score),
            )
        },
        Command::json("scores", "What each member gives an {}.", vote::SCORES, Idea::scores),
        Command {
            right: Right::Participate,
            input: Input::Fields(vote::Vote::FIELDS),
            ..Command::action("vote", "voted", "Votes for an idea, or against it.", Run::OnRecord(Idea::vote))
        },
        Command {
            right: Right::Participate,
            ..Command::action("unvote", "unvoted", "Takes one's vote on an idea back.", Run::OnRecord(Idea::unvote))
        },
        Command {
            input: Input::OneOf(rank::Ranking::FIELDS),
            notes: "The body says one of `before_id`, `after_id` and `to`, and no two of them.",
            ..Command::action(
                "rank",
                "ranked",
                "Puts an idea in another place among those of its project.",
                Run::OnRecord(Idea::rank),
            )
        },
        Command::HISTORY,
        Command::DUPLICATE,
        Command::BULK,
    ];
}

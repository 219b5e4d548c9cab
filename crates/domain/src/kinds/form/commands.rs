//! What may be done to forms, their steps and their questions.

use super::definition::{DEFINITION, Import, Version};
use super::preview::{FormPreviewParameters, PREVIEWED};
use super::steps::{Leaving, Order};
use super::{Form, actions};
use crate::access::Right;
use crate::commands::{Answers, Command, Commanded, Extent, Input, Run};
use crate::record::Record as _;
use crate::{FormQuestion, FormStep, responses};

use super::copies::NameAndProject;

/// What is said of the deletion of a form.
const STAYS: &str = "Its steps, questions, responses, answers and summaries stay: they are listed, read and changed as \
    before. Nothing new may name the form, and no step or question is restored into it, before it is restored: 422 \
    under `form_id`. Whoever has its address finds no form there.";

impl Commanded for Form {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(Form::create), ..Command::CREATE },
        Command { extent: Extent::ManyWith(&["project_id"]), run: Run::OnRecord(Form::update), ..Command::UPDATE },
        Command { notes: STAYS, ..Command::DELETE },
        Command { run: Run::OnDeleted(Form::restore), ..Command::RESTORE },
        Command {
            right: Right::Lifecycle,
            ..Command::action(
                "publish",
                "published",
                "Lets a {} be answered, unless something in it could not be.",
                Run::OnRecord(Form::publish),
            )
        },
        Command {
            right: Right::Lifecycle,
            ..Command::action("close", "closed", "Lets nobody answer a {} any more.", Run::OnFields(Form::close))
        },
        Command {
            right: Right::Lifecycle,
            ..Command::action("archive", "archived", "Archives a {}.", Run::OnFields(Form::archive))
        },
        Command {
            right: Right::Lifecycle,
            ..Command::action(
                "unarchive",
                "unarchived",
                "Takes an archived {} back: it is closed, or a draft if it was never published.",
                Run::OnFields(Form::unarchive),
            )
        },
        Command {
            right: Right::Lifecycle,
            ..Command::action(
                "rotate-token",
                "token_rotated",
                "Gives a {} another address; the old one is good for nothing at once.",
                Run::OnRecord(Form::rotate_token),
            )
        },
        Command::json(
            "validate",
            "Tells whether a {} could be published, and all that keeps it from being.",
            actions::VALIDITY,
            Form::validate,
        ),
        Command {
            input: Input::Fields(Order::FIELDS),
            ..Command::action(
                "steps/reorder",
                "reordered",
                "Puts the steps of a {} in another order.",
                Run::OnRecord(Form::reorder_steps),
            )
        },
        Command {
            right: Right::Create,
            input: Input::Fields(NameAndProject::FIELDS),
            answers: Answers::Created,
            ..Command::action(
                "duplicate",
                "duplicated",
                "Copies a {} with its steps and questions, as a draft with an address of its own.",
                Run::OnRecord(Form::duplicate),
            )
        },
        Command {
            right: Right::Read,
            input: Input::Fields(FormPreviewParameters::FIELDS),
            answers: Answers::Json(PREVIEWED),
            ..Command::action(
                "preview",
                "",
                "Tells which way answers lead through a {}; nothing is stored.",
                Run::ReadRecord(Form::preview),
            )
        },
        Command {
            input: Input::Fields(Version::FIELDS),
            ..Command::json(
                "definition",
                "A {} as a document from which it may be made again, anywhere.",
                DEFINITION,
                Form::tell_definition,
            )
        },
        Command {
            input: Input::Fields(responses::SummaryParameters::FIELDS),
            notes: "`other` tells the 1,000 answers of their own that were given most.",
            ..Command::json(
                "summary",
                "How far people came through a {}, and what they answered to each question.",
                responses::SUMMARY_TOLD,
                responses::summary,
            )
        },
        Command {
            right: Right::Create,
            input: Input::Fields(Import::FIELDS),
            answers: Answers::Created,
            ..Command::action(
                "import",
                "created",
                "Makes a form of a document that tells its definition.",
                Run::OnKind(Form::import),
            )
        },
    ];
}

pub(crate) const STEP_COMMANDS: &[Command<FormStep>] = &[
    Command { run: Run::OnKind(FormStep::create), ..Command::CREATE },
    Command { run: Run::OnRecord(FormStep::update), ..Command::UPDATE },
    Command {
        input: Input::Fields(Leaving::FIELDS),
        summary: "Deletes a {} with its questions, unless these move to another; it may be restored.",
        run: Run::OnRecord(FormStep::delete),
        ..Command::DELETE
    },
    Command {
        summary: "Brings a deleted {} back, with the questions that were deleted with it.",
        run: Run::OnDeleted(FormStep::restore),
        ..Command::RESTORE
    },
    Command {
        input: Input::Fields(Order::FIELDS),
        ..Command::action(
            "questions/reorder",
            "reordered",
            "Puts the questions of a {} in another order.",
            Run::OnRecord(FormStep::reorder_questions),
        )
    },
];

pub(crate) const QUESTION_COMMANDS: &[Command<FormQuestion>] = &[
    Command { run: Run::OnKind(FormQuestion::create), ..Command::CREATE },
    Command { run: Run::OnRecord(FormQuestion::update), ..Command::UPDATE },
    Command { run: Run::OnRecord(FormQuestion::delete), ..Command::DELETE },
    Command { run: Run::OnDeleted(FormQuestion::restore), ..Command::RESTORE },
    Command::BULK,
];

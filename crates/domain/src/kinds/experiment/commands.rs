//! What may be done to an experiment.

use crate::commands::{Answers, Command, Commanded, Extent, Input, Run};
use crate::record::Record as _;
use crate::{Experiment, Kind, experiments};

const ACT: Run<Experiment> = Run::OnRecord(experiments::act);

impl Commanded for Experiment {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(experiments::create), ..Command::CREATE },
        Command {
            extent: Extent::ManyWith(&["project_id"]),
            run: Run::OnRecord(experiments::update),
            ..Command::UPDATE
        },
        Command { run: Run::OnRecord(experiments::delete), ..Command::DELETE },
        Command { run: Run::OnDeleted(experiments::restore), ..Command::RESTORE },
        Command::of(&experiments::PREPARE, ACT),
        Command::of(&experiments::READY, ACT),
        Command::of(&experiments::START, ACT),
        Command::of(&experiments::PAUSE, ACT),
        Command::of(&experiments::RESUME, ACT),
        Command::of(&experiments::STOP, ACT),
        Command::of(&experiments::COMPLETE, ACT),
        Command::of(&experiments::REOPEN, ACT),
        Command::of(&experiments::CANCEL, ACT),
        Command::of(&experiments::RESET, ACT),
        Command::of(&experiments::IMPLEMENT, ACT),
        Command::of(&experiments::ARCHIVE, ACT),
        Command::of(&experiments::UNARCHIVE, ACT),
        Command {
            input: Input::Fields(experiments::Order::FIELDS),
            ..Command::action(
                "variations/reorder",
                "reordered",
                "Puts the variations of an experiment in another order.",
                Run::OnRecord(experiments::reorder),
            )
        },
        Command {
            input: Input::Fields(experiments::ForceParameter::FIELDS),
            ..Command::action(
                "variations/rebalance",
                "rebalanced",
                "Gives all variations of an experiment the same weight, and the control what is left.",
                Run::OnRecord(experiments::rebalance),
            )
        },
        Command {
            input: Input::FieldsOf(Kind::Learning, experiments::Lesson::FIELDS),
            answers: Answers::Made(Kind::Learning),
            ..Command::action(
                "create-learning",
                "attached",
                "Makes a learning of what an experiment showed, with its insights.",
                Run::OnRecord(experiments::create_learning),
            )
        },
        Command {
            input: Input::Fields(experiments::results::Rows::FIELDS),
            answers: Answers::Json(experiments::results::RECORDED),
            notes: "An experiment has at most 100,000 rows; a request that leads to more is refused under `rows`.",
            ..Command::action(
                "results",
                "results_recorded",
                "Records results of an experiment: a row replaces the one of the same variation, goal, segment and day.",
                Run::OnRecord(experiments::results::record),
            )
        },
        Command {
            input: Input::Fields(experiments::ScorecardParameters::FIELDS),
            notes: "An experiment has 1,000 goals at most.",
            ..Command::json(
                "summary",
                "The scorecard of an {}: how each variation does toward each goal, and what follows.",
                experiments::SCORECARD,
                experiments::summary,
            )
        },
        Command::json(
            "checklist",
            "What is done of the checklist of an {}.",
            experiments::CHECKLIST,
            experiments::checklist,
        ),
        Command {
            input: Input::Fields(experiments::Tick::FIELDS),
            answers: Answers::Json(experiments::CHECKLIST),
            notes: "An item that the team no longer has stays ticked off, in case it comes back. Of more than \
                    300 those are kept that the team has.",
            ..Command::action(
                "checklist",
                "checklist_changed",
                "Ticks an item of the team's checklist off, or not any more.",
                Run::OnRecord(experiments::tick),
            )
        },
        Command {
            notes: "An experiment has at most 1,000 since its start; a change that would open one more is refused under \
                    `force`.",
            ..Command::json(
                "phases",
                "The phases of an {}, oldest first: in each the same is compared in the same way.",
                experiments::PHASES,
                experiments::phases,
            )
        },
        Command::HISTORY,
        Command {
            summary: "Copies an {} with its variations, as a draft that nothing has come of.",
            extent: Extent::Many,
            run: Run::OnRecord(experiments::duplicate),
            ..Command::DUPLICATE
        },
        Command::BULK,
    ];
}

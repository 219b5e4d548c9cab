//! The life of an experiment: its states, and the actions that lead from one to another.

use super::guards;
use super::words::ExperimentStatus as Status;
use super::{actions, verdict};
use crate::Experiment;
use crate::access::{Limit, Right};
use crate::commands::action::{Action, HasActions};
use crate::commands::lifecycle::{Lifecycle, Transition};
use crate::record::Record as _;

use Status::{Analyzing, Cancelled, Completed, Draft, InPreparation, Paused, Ready, Running};

const fn way(command: &'static str, from: &'static [Status], to: Status) -> Transition<Status> {
    Transition { command: Some(command), from, to }
}

impl Lifecycle for Experiment {
    type Status = Status;

    const TRANSITIONS: &'static [Transition<Status>] = &[
        way("prepare", &[Draft, Ready], InPreparation),
        way("ready", &[Draft, InPreparation], Status::Ready),
        way("start", &[Draft, InPreparation, Ready], Running),
        way("pause", &[Running], Paused),
        way("resume", &[Paused], Running),
        way("stop", &[Running, Paused], Analyzing),
        way("complete", &[Analyzing], Completed),
        way("reopen", &[Completed], Analyzing),
        way("cancel", &[Draft, InPreparation, Ready, Paused], Cancelled),
        way("reset", &[InPreparation, Ready, Running, Paused, Analyzing, Completed, Cancelled], Draft),
    ];
    const DECIDED: (&'static [Status], &'static str) = (&[], "");

    fn begins_in(status: Status) -> bool {
        matches!(status, Draft | InPreparation | Status::Ready)
    }

    fn status(&self) -> Status {
        self.status
    }

    fn set_status(&mut self, status: Status) {
        self.status = status;
    }
}

impl HasActions for Experiment {
    const ACTIONS: &'static [&'static Action<Self>] = &[
        &PREPARE, &READY, &START, &PAUSE, &RESUME, &STOP, &COMPLETE, &REOPEN, &CANCEL, &RESET, &IMPLEMENT, &ARCHIVE,
        &UNARCHIVE,
    ];
}

/// What the actions have in common.
const COMMON: Action<Experiment> = Action {
    command: "",
    event: "",
    summary: "",
    notes: "",
    right: Right::Lifecycle,
    stays: &[],
    fields: &[],
    admits: None,
    apply: |_, _, _, _| Ok(()),
    guards: &[],
};

pub(crate) const PREPARE: Action<Experiment> = Action {
    command: "prepare",
    event: "prepared",
    summary: "Begins the preparation of an experiment.",
    right: Right::Update,
    ..COMMON
};

pub(crate) const READY: Action<Experiment> = Action {
    command: "ready",
    event: "readied",
    summary: "Says that an experiment is ready to start.",
    right: Right::Update,
    ..COMMON
};

pub(crate) const START: Action<Experiment> = Action {
    command: "start",
    event: "started",
    summary: "Starts an experiment that has all it needs.",
    fields: actions::Started::FIELDS,
    admits: Some((Limit::ActiveExperiments, 1)),
    apply: actions::start,
    guards: &[guards::variations, guards::primary_goal, guards::hypothesis, guards::not_archived, guards::project],
    ..COMMON
};

pub(crate) const PAUSE: Action<Experiment> = Action {
    command: "pause",
    event: "paused",
    summary: "Pauses an experiment that is running.",
    fields: actions::Paused::FIELDS,
    apply: actions::pause,
    ..COMMON
};

/// A paused experiment is one of those that the plan limits: there may only not be more of them than it allows.
pub(crate) const RESUME: Action<Experiment> = Action {
    command: "resume",
    event: "resumed",
    summary: "Resumes an experiment that is paused.",
    fields: actions::Resumed::FIELDS,
    admits: Some((Limit::ActiveExperiments, 0)),
    apply: actions::resume,
    ..COMMON
};

pub(crate) const STOP: Action<Experiment> = Action {
    command: "stop",
    event: "stopped",
    summary: "Stops an experiment, whose results are analyzed now.",
    fields: actions::Stopped::FIELDS,
    apply: actions::stop,
    ..COMMON
};

pub(crate) const COMPLETE: Action<Experiment> = Action {
    command: "complete",
    event: "completed",
    summary: "Completes an experiment with its verdict.",
    fields: verdict::Verdict::FIELDS,
    apply: verdict::complete,
    ..COMMON
};

pub(crate) const REOPEN: Action<Experiment> = Action {
    command: "reopen",
    event: "reopened",
    summary: "Takes the verdict on an experiment back.",
    apply: verdict::reopen,
    ..COMMON
};

pub(crate) const CANCEL: Action<Experiment> = Action {
    command: "cancel",
    event: "cancelled",
    summary: "Cancels an experiment, with a reason.",
    fields: actions::Cancellation::FIELDS,
    apply: actions::cancel,
    ..COMMON
};

pub(crate) const RESET: Action<Experiment> = Action {
    command: "reset",
    event: "reset",
    summary: "Makes an experiment without results a draft again.",
    notes: "Of the stretches in which it ran or was paused before, reports tell the latest 2,000.",
    apply: actions::reset,
    guards: &[guards::no_results],
    ..COMMON
};

pub(crate) const IMPLEMENT: Action<Experiment> = Action {
    command: "implement",
    event: "implemented",
    summary: "Says when what came of an experiment was implemented.",
    stays: &[Completed],
    fields: verdict::Implemented::FIELDS,
    apply: verdict::implement,
    ..COMMON
};

pub(crate) const ARCHIVE: Action<Experiment> = Action {
    command: "archive",
    event: "archived",
    summary: "Archives an experiment: lists leave it out.",
    stays: &[Draft, InPreparation, Ready, Analyzing, Completed, Cancelled],
    apply: actions::archive,
    ..COMMON
};

pub(crate) const UNARCHIVE: Action<Experiment> = Action {
    command: "unarchive",
    event: "unarchived",
    summary: "Brings an archived experiment back into lists.",
    stays: &[Draft, InPreparation, Ready, Running, Paused, Analyzing, Completed, Cancelled],
    apply: actions::unarchive,
    ..COMMON
};

//! An operation of the interface, and what it does.

use actix_web::http::{Method, StatusCode};
use uplift_domain::access::Ability;
use uplift_domain::statistics::calculators::Calculator;

use crate::exports::ExportEndpoint;
use crate::operations::command::NamedCommand;
use crate::operations::endpoint::ReadEndpoint;

/// One operation.
pub struct Operation {
    pub method: Method,
    /// The path below the base address; a parameter stands in braces.
    pub path: String,
    pub(crate) act: Act,
}

/// What an operation does.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    Authed(AuthedAct),
    Public(PublicAct),
}

impl Act {
    /// The ability that a key needs for it, or would need where it takes none.
    pub(crate) fn ability(self) -> Ability {
        match self {
            Self::Authed(act) => act.ability(),
            Self::Public(act) => act.ability(),
        }
    }

    /// Whether it is for the holder of a key alone.
    pub(crate) const fn needs_key(self) -> bool {
        matches!(self, Self::Authed(_))
    }
}

/// What the holder of a key may do.
#[derive(Clone, Copy)]
pub(crate) enum AuthedAct {
    CurrentUser,
    Activities,
    /// The log of the whole team.
    TeamActivities,
    /// Everything that the team has, as an archive.
    TeamExport,
    /// All records of a list in one answer.
    Export(&'static dyn ExportEndpoint),
    List(&'static dyn ReadEndpoint),
    View(&'static dyn ReadEndpoint),
    Command(NamedCommand),
    /// What a command tells, as a drawing.
    Drawn(NamedCommand),
    /// A report.
    Report(ReportAct),
    /// Statistics of what the request brings along.
    Calculate(&'static Calculator),
    /// The file of an attachment.
    File,
}

impl AuthedAct {
    /// The ability that a key needs for it.
    pub(crate) fn ability(self) -> Ability {
        match self {
            Self::CurrentUser
            | Self::Activities
            | Self::TeamActivities
            | Self::TeamExport
            | Self::Export(_)
            | Self::List(_)
            | Self::View(_)
            | Self::Calculate(_)
            | Self::Report(_)
            | Self::File => Ability::Read,
            Self::Command(command) | Self::Drawn(command) => command.facts.right.ability(),
        }
    }
}

/// What may be done without a key, by whoever has an address or a token.
#[derive(Clone, Copy)]
pub(crate) enum PublicAct {
    /// The file of an attachment, at its signed address.
    File,
    /// An invitation accepted, by its token.
    AcceptInvitation,
    Form(PublicFormAct),
    /// A report that was saved.
    Report,
}

impl PublicAct {
    fn ability(self) -> Ability {
        match self {
            Self::File | Self::Report => Ability::Read,
            Self::AcceptInvitation => Ability::Write,
            Self::Form(act) if act.writes() => Ability::Write,
            Self::Form(_) => Ability::Read,
        }
    }
}

impl Operation {
    /// The first segment of the path, and what follows it.
    pub(crate) fn scope(&self) -> (&str, &str) {
        let end = self.path.match_indices('/').nth(1).map_or(self.path.len(), |(at, _)| at);
        self.path.split_at(end)
    }
}

/// What may be done with a public form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublicFormAct {
    Form,
    Create,
    View,
    Change,
    Complete,
    Upload,
}

impl PublicFormAct {
    pub(crate) const ALL: &'static [Self] =
        &[Self::Form, Self::Create, Self::View, Self::Change, Self::Complete, Self::Upload];

    pub(crate) const fn method(self) -> Method {
        match self {
            Self::Form | Self::View => Method::GET,
            Self::Create | Self::Complete | Self::Upload => Method::POST,
            Self::Change => Method::PATCH,
        }
    }

    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Form => "/public/forms/{token}",
            Self::Create => "/public/forms/{token}/responses",
            Self::View | Self::Change => "/public/forms/{token}/responses/{form_response}",
            Self::Complete => "/public/forms/{token}/responses/{form_response}/complete",
            Self::Upload => "/public/forms/{token}/responses/{form_response}/files",
        }
    }

    /// The status of its answer.
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Self::Form | Self::View | Self::Change | Self::Complete => StatusCode::OK,
            Self::Create | Self::Upload => StatusCode::CREATED,
        }
    }

    /// Whether its path names a response, which a token opens.
    pub(crate) const fn opens(self) -> bool {
        !matches!(self, Self::Form | Self::Create)
    }

    /// Whether it writes anything.
    pub(crate) fn writes(self) -> bool {
        self.method() != Method::GET
    }
}

/// Which report the holder of a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportAct {
    /// As a drawing.
    Drawn,
    Named,
    /// One that the team saved.
    Saved,
}

impl ReportAct {
    /// Routes are tried in this order: `{report}` by itself takes in the `.svg` as well.
    pub(crate) const ALL: &'static [Self] = &[Self::Drawn, Self::Named, Self::Saved];

    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Drawn => "/reports/{report}.svg",
            Self::Named => "/reports/{report}",
            Self::Saved => "/saved-reports/{saved_report}/run",
        }
    }
}

//! A refusal: every way in which the service says no.

use crate::listing::Unsupported;
use crate::record::{FieldError, Invalid, Time, Unreadable};

/// Why a request was not carried out. The HTTP side turns each into a status and a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// No key, or one that is unknown, expired or revoked.
    Unauthenticated,
    /// Too many requests: how long to wait, in whole seconds.
    RateLimited {
        retry_after: u64,
    },
    Forbidden(Denial),
    /// The team's billing mode is `blocked`, and this is a write.
    SubscriptionRequired {
        grace_period_ends_at: Option<Time>,
    },
    /// The record is not as the request says that it is to be.
    PreconditionFailed,
    /// There is no such record in the team.
    Missing {
        kind: &'static str,
        id: String,
    },
    /// There is no form with this address that whoever has it may see.
    FormNotFound,
    /// A filter, sort or include that the list does not have.
    Unsupported(Unsupported),
    /// A query of more than so many bytes.
    QueryTooLong(usize),
    /// A body that is larger than is accepted.
    BodyTooLarge,
    /// A body in a content type that the operation does not take.
    UnsupportedMediaType(String),
    Invalid(Invalid),
    /// More than one answer may hold, or than may be read for it. Whoever asks for less may be answered.
    AnswerTooLarge(Invalid),
    /// More work is waiting than the service takes on.
    Busy,
    /// A job that was ended because it was not done in time, or a read for which nobody waits any more.
    TimedOut,
    /// The database cannot be reached, or was lost before it was known whether a write took effect.
    Unavailable(String),
    /// The store of files cannot be reached.
    StoreUnavailable(String),
    /// The disk takes nothing more, be it of the database or of files: it is full, or it fails. Reading goes on.
    Unwritable(String),
    /// A fault of the service; the text is for the log, never for the client.
    Fault(String),
}

/// What it is that does not allow an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The key's user is no longer a member of its team.
    Membership,
    /// The key lacks the ability.
    Ability,
    /// The user's role does not allow it.
    Role,
    /// The signature of an address is not good, or is so no longer.
    Signature,
    /// The token does not open the response, or does so no longer.
    EditToken,
    /// The team's plan does not allow it; the text names the limit.
    Plan(String),
    /// One of several operations is not allowed, counted from 0.
    Operation { at: usize, denial: Box<Denial> },
}

impl Refusal {
    /// Why the database or the store of files failed, for whoever runs them; nothing where it is the request that is
    /// refused.
    pub fn failure(&self) -> Option<&str> {
        match self {
            Self::Unavailable(why) | Self::StoreUnavailable(why) | Self::Unwritable(why) | Self::Fault(why) => {
                Some(why)
            }
            Self::Unauthenticated
            | Self::RateLimited { .. }
            | Self::Forbidden(_)
            | Self::SubscriptionRequired { .. }
            | Self::PreconditionFailed
            | Self::Missing { .. }
            | Self::FormNotFound
            | Self::Unsupported(_)
            | Self::QueryTooLong(_)
            | Self::BodyTooLarge
            | Self::UnsupportedMediaType(_)
            | Self::Invalid(_)
            | Self::AnswerTooLarge(_)
            | Self::Busy
            | Self::TimedOut => None,
        }
    }

    /// Whether the database or the store of files failed, rather than the request.
    pub fn is_failure(&self) -> bool {
        self.failure().is_some()
    }

    /// A refusal of one field.
    pub fn field(field: &str, error: &FieldError) -> Self {
        let mut invalid = Invalid::default();
        invalid.add(field, error);
        Self::Invalid(invalid)
    }
}

impl From<Invalid> for Refusal {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

impl From<Unreadable> for Refusal {
    fn from(Unreadable(what): Unreadable) -> Self {
        Self::Fault(format!("the database holds a value that cannot be read: {what}"))
    }
}

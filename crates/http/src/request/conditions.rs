//! The conditions of a request: the states of a record, by their ETags, that it is made for or knows already. The tag
//! of a compressed answer stands for the state that it shows.

use actix_web::HttpRequest;
use actix_web::http::header::{EntityTag, HeaderName};

use super::coding::Coding;

/// The tags that a header names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tags {
    /// `*`: any record that exists.
    Any,
    /// These. What is no tag is none of them.
    These(Vec<EntityTag>),
}

impl Tags {
    /// Reads a header; an empty one is as good as absent.
    pub(crate) fn of(request: &HttpRequest, header: HeaderName) -> Option<Self> {
        let lines = request.headers().get_all(header).map(|line| line.to_str().unwrap_or("?"));
        let said = lines.collect::<Vec<_>>().join(",");
        match said.trim() {
            "" => None,
            "*" => Some(Self::Any),
            some => Some(Self::These(some.split(',').filter_map(|tag| tag.trim().parse().ok()).collect())),
        }
    }

    /// Whether a state with this tag is among those that a change is made for.
    pub(crate) fn demand(&self, tag: &EntityTag) -> bool {
        match self {
            Self::Any => true,
            Self::These(tags) => tags.iter().any(|it| !it.weak && !tag.weak && plain_tag(it.tag()) == tag.tag()),
        }
    }

    /// Whether a state with this tag is among those that a client knows.
    pub(crate) fn know(&self, tag: &EntityTag) -> bool {
        match self {
            Self::Any => true,
            Self::These(tags) => tags.iter().any(|it| plain_tag(it.tag()) == tag.tag()),
        }
    }

    /// The tag of a compressed answer by which a client knows the state with this tag.
    pub(crate) fn compressed(&self, tag: &EntityTag) -> Option<&EntityTag> {
        match self {
            Self::Any => None,
            Self::These(tags) => {
                tags.iter().find(|it| !it.weak && it.tag() != tag.tag() && plain_tag(it.tag()) == tag.tag())
            }
        }
    }
}

/// The tag of a plain answer, of whatever tag a request names.
fn plain_tag(tag: &str) -> &str {
    Coding::ALL.iter().find_map(|it| tag.strip_suffix(it.name())?.strip_suffix('-')).unwrap_or(tag)
}

#[cfg(test)]
mod tests;

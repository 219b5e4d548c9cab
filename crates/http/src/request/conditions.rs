//! The conditions of a request: the states of a record, by their ETags, that it is made for or knows already. The tag
//! of a compressed answer stands for the state that it shows.

use actix_web::HttpRequest;
use actix_web::http::header::{EntityTag, HeaderName};

use crate::server::coding::plain_tag;

/// The tags that a header names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tags {
    /// Those of whatever there is.
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
            some => Some(Self::These(some.split(',').filter_map(tag).collect())),
        }
    }

    /// Whether a state with this tag is among those that a change is made for.
    pub(crate) fn demand(&self, tag: &EntityTag) -> bool {
        match self {
            Self::Any => true,
            Self::These(tags) => tags.iter().any(|it| it.strong_eq(tag)),
        }
    }

    /// Whether a state with this tag is among those that a client knows.
    pub(crate) fn know(&self, tag: &EntityTag) -> bool {
        match self {
            Self::Any => true,
            Self::These(tags) => tags.iter().any(|it| it.weak_eq(tag)),
        }
    }
}

/// Reads a tag, as that of a plain answer.
fn tag(text: &str) -> Option<EntityTag> {
    let tag: EntityTag = text.trim().parse().ok()?;
    Some(EntityTag::new(tag.weak, plain_tag(tag.tag()).to_owned()))
}

#[cfg(test)]
mod tests;

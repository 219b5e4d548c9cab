//! The operations of the interface: every route with its method, in one table.

use std::sync::LazyLock;

use actix_web::http::Method;
use uplift_domain::access::{Ability, Verb};
use uplift_domain::listing::ManyToMany;
use uplift_domain::{Kind, Refusal};

use crate::answer::addresses::OPEN;
use crate::operations::endpoint::{Endpoint, ReadEndpoint};
use crate::operations::kinds::{ENDPOINTS, READ_ENDPOINTS};

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
    CurrentUser,
    Activities,
    List(&'static (dyn ReadEndpoint + Send)),
    View(&'static (dyn ReadEndpoint + Send)),
    Create(&'static (dyn Endpoint + Send)),
    Update(&'static (dyn Endpoint + Send)),
    Delete(&'static (dyn Endpoint + Send)),
    Restore(&'static (dyn Endpoint + Send)),
    /// The action of this name.
    Action(&'static (dyn Endpoint + Send), &'static str),
    /// Creates an attachment, with its file.
    Upload,
    /// Deletes an attachment, and its file with the last that has it.
    Discard,
    /// The file of an attachment, for the holder of a key.
    File,
    /// The file of an attachment, for whoever has its signed address.
    Open,
    Attach(&'static (dyn Endpoint + Send), Kind, ManyToMany),
    SetLinks(&'static (dyn Endpoint + Send), Kind, ManyToMany),
    Detach(&'static (dyn Endpoint + Send), Kind, ManyToMany),
}

impl Act {
    /// The ability that a key needs for it.
    pub(crate) const fn ability(self) -> Ability {
        match self {
            Self::CurrentUser | Self::Activities | Self::List(_) | Self::View(_) | Self::File | Self::Open => {
                Ability::Read
            }
            Self::Create(_)
            | Self::Update(_)
            | Self::Delete(_)
            | Self::Restore(_)
            | Self::Action(..)
            | Self::Upload
            | Self::Discard
            | Self::Attach(..)
            | Self::SetLinks(..)
            | Self::Detach(..) => Ability::Write,
        }
    }

    /// Whether it reads a JSON body.
    pub(crate) const fn reads_body(self) -> bool {
        match self {
            Self::Create(_) | Self::Update(_) | Self::Action(..) | Self::Attach(..) | Self::SetLinks(..) => true,
            Self::CurrentUser
            | Self::Activities
            | Self::List(_)
            | Self::View(_)
            | Self::Delete(_)
            | Self::Restore(_)
            | Self::Upload
            | Self::Discard
            | Self::File
            | Self::Open
            | Self::Detach(..) => false,
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

/// Every operation, in the order in which the documentation lists them.
pub fn operations() -> &'static [Operation] {
    static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(table);
    &OPERATIONS
}

fn table() -> Vec<Operation> {
    let mut table = Vec::new();
    let mut add = |method: Method, path: String, act: Act| table.push(Operation { method, path, act });
    add(Method::GET, "/user".to_owned(), Act::CurrentUser);
    add(Method::GET, "/activities".to_owned(), Act::Activities);
    for endpoint in READ_ENDPOINTS {
        let (all, one) = paths(endpoint);
        add(Method::GET, all, Act::List(endpoint));
        add(Method::GET, one, Act::View(endpoint));
    }
    for endpoint in ENDPOINTS {
        let (all, one) = paths(endpoint);
        add(Method::GET, all.clone(), Act::List(endpoint));
        add(Method::GET, one.clone(), Act::View(endpoint));
        for verb in endpoint.verbs() {
            match verb {
                Verb::Create => add(Method::POST, all.clone(), Act::Create(endpoint)),
                Verb::Update => {
                    add(Method::PATCH, one.clone(), Act::Update(endpoint));
                    add(Method::PUT, one.clone(), Act::Update(endpoint));
                }
                Verb::Delete => add(Method::DELETE, one.clone(), Act::Delete(endpoint)),
                Verb::Restore => add(Method::POST, format!("{one}/restore"), Act::Restore(endpoint)),
            }
        }
        for action in endpoint.actions() {
            add(Method::POST, format!("{one}/{action}"), Act::Action(endpoint, action));
        }
        if endpoint.kind() == Kind::Attachment {
            add(Method::POST, all, Act::Upload);
            add(Method::DELETE, one.clone(), Act::Discard);
            add(Method::GET, format!("{one}/file"), Act::File);
            add(Method::GET, OPEN.to_owned(), Act::Open);
        }
        for (relation, kind, link) in endpoint.facts().links() {
            let related = format!("{one}/{relation}");
            add(Method::POST, related.clone(), Act::Attach(endpoint, kind, link));
            add(Method::PUT, related.clone(), Act::SetLinks(endpoint, kind, link));
            add(Method::DELETE, format!("{related}/{{{}}}", kind.singular()), Act::Detach(endpoint, kind, link));
        }
    }
    table
}

/// The path of all records of a kind, and that of one.
fn paths(endpoint: &dyn ReadEndpoint) -> (String, String) {
    let facts = endpoint.facts();
    (format!("/{}", facts.path), format!("/{}/{{{}}}", facts.path, facts.kind.singular()))
}

/// Reads the id of a record out of a path.
pub(crate) fn path_id(kind: Kind, text: &str) -> Result<i64, Refusal> {
    let whole = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0');
    if !whole {
        let not_one = uplift_domain::record::FieldError::Otherwise("must be a whole number from 1 up.".to_owned());
        return Err(Refusal::field(kind.singular(), &not_one));
    }
    // What no id can be is the id of no record.
    text.parse().map_err(|_overflow| Refusal::Missing { kind: kind.singular(), id: text.to_owned() })
}

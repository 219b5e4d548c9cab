//! The operations of the interface: every route with its method, in one table.

use std::sync::LazyLock;

use actix_web::http::Method;
use uplift_domain::access::{Ability, Deed};
use uplift_domain::listing::Link;
use uplift_domain::{Kind, Refusal};

use crate::addresses::OPEN;
use crate::desk::{Desk, Shelf};
use crate::kinds::{DESKS, SHELVES};

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
    List(&'static (dyn Shelf + Send)),
    View(&'static (dyn Shelf + Send)),
    Create(&'static (dyn Desk + Send)),
    Update(&'static (dyn Desk + Send)),
    Delete(&'static (dyn Desk + Send)),
    Restore(&'static (dyn Desk + Send)),
    /// The action of this name.
    Action(&'static (dyn Desk + Send), &'static str),
    /// Creates an attachment, with its file.
    Upload,
    /// Deletes an attachment, and its file with the last that has it.
    Discard,
    /// The file of an attachment, for the holder of a key.
    File,
    /// The file of an attachment, for whoever has its signed address.
    Open,
    Attach(&'static (dyn Desk + Send), Kind, Link),
    SetLinks(&'static (dyn Desk + Send), Kind, Link),
    Detach(&'static (dyn Desk + Send), Kind, Link),
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
    for shelf in SHELVES {
        let (all, one) = paths(shelf);
        add(Method::GET, all, Act::List(shelf));
        add(Method::GET, one, Act::View(shelf));
    }
    for desk in DESKS {
        let (all, one) = paths(desk);
        add(Method::GET, all.clone(), Act::List(desk));
        add(Method::GET, one.clone(), Act::View(desk));
        for deed in desk.deeds() {
            match deed {
                Deed::Create => add(Method::POST, all.clone(), Act::Create(desk)),
                Deed::Update => {
                    add(Method::PATCH, one.clone(), Act::Update(desk));
                    add(Method::PUT, one.clone(), Act::Update(desk));
                }
                Deed::Delete => add(Method::DELETE, one.clone(), Act::Delete(desk)),
                Deed::Restore => add(Method::POST, format!("{one}/restore"), Act::Restore(desk)),
            }
        }
        for action in desk.actions() {
            add(Method::POST, format!("{one}/{action}"), Act::Action(desk, action));
        }
        if desk.kind() == Kind::Attachment {
            add(Method::POST, all, Act::Upload);
            add(Method::DELETE, one.clone(), Act::Discard);
            add(Method::GET, format!("{one}/file"), Act::File);
            add(Method::GET, OPEN.to_owned(), Act::Open);
        }
        for (relation, kind, link) in desk.facts().links() {
            let related = format!("{one}/{relation}");
            add(Method::POST, related.clone(), Act::Attach(desk, kind, link));
            add(Method::PUT, related.clone(), Act::SetLinks(desk, kind, link));
            add(Method::DELETE, format!("{related}/{{{}}}", kind.singular()), Act::Detach(desk, kind, link));
        }
    }
    table
}

/// The path of all records of a kind, and that of one.
fn paths(shelf: &dyn Shelf) -> (String, String) {
    let facts = shelf.facts();
    (format!("/{}", facts.path), format!("/{}/{{{}}}", facts.path, facts.kind.singular()))
}

/// Reads the id of a record out of a path.
pub(crate) fn path_id(kind: Kind, text: &str) -> Result<i64, Refusal> {
    let whole = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() && !text.starts_with('0');
    if !whole {
        let not_one = uplift_domain::record::Complaint::Otherwise("must be a whole number from 1 up.".to_owned());
        return Err(Refusal::field(kind.singular(), &not_one));
    }
    // What no id can be is the id of no record.
    text.parse().map_err(|_overflow| Refusal::Missing { kind: kind.singular(), id: text.to_owned() })
}

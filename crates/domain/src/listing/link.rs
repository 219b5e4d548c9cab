//! A link: a many-to-many relation as it is seen from one of its sides.

use crate::Kind;

/// Rows of a table, each of which names a record on either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    pub table: &'static str,
    near: Named,
    far: Named,
    /// Whether clients change it from this side.
    pub is_changed: bool,
    /// The field in which a record of the other side counts the live records of this that are attached to it.
    pub counted_in: Option<&'static str>,
    /// What the rows say beside whom they name.
    pub role: Option<LinkRole>,
}

/// A word in a column of a link's rows: in which role the records of the other side are attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkRole {
    pub column: &'static str,
    /// Every word that may stand there.
    pub words: &'static [&'static str],
    /// The word of rows that are made without one being said.
    pub word: &'static str,
    /// The word that one record at most is attached with.
    pub sole: Option<&'static str>,
    pub reach: RoleReach,
}

/// Which rows of a link with roles a relation reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoleReach {
    /// All; clients say the role where they attach records, and are shown it with them.
    Said,
    /// All, whatever the role.
    Any,
    /// Only those with the relation's own word. A record is attached in one role at a time.
    Own,
}

/// How the rows of a link name the records of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Named {
    /// In the column that is named after their kind.
    AfterKind,
    /// In this column.
    In(&'static str),
    /// In two columns that begin with this, one for the kind and one for the id.
    Morph(&'static str),
}

/// Where the rows of a link name the records of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkEnd {
    /// The column of their ids.
    pub id: String,
    /// The column of their kind and the kind's name, where the rows name records of several kinds.
    pub kind: Option<(String, &'static str)>,
}

impl Link {
    pub const fn through(table: &'static str) -> Self {
        Self { table, near: Named::AfterKind, far: Named::AfterKind, is_changed: true, counted_in: None, role: None }
    }

    /// Names this side and the other in these columns.
    pub const fn by(self, near: &'static str, far: &'static str) -> Self {
        Self { near: Named::In(near), far: Named::In(far), ..self }
    }

    /// Lets the rows name records of several kinds on this side.
    pub const fn morph_near(self, name: &'static str) -> Self {
        Self { near: Named::Morph(name), ..self }
    }

    /// Lets the rows name records of several kinds on the other side.
    pub const fn morph_far(self, name: &'static str) -> Self {
        Self { far: Named::Morph(name), ..self }
    }

    /// Lets the records of the other side count those of this in a field.
    pub const fn counted_in(self, field: &'static str) -> Self {
        Self { counted_in: Some(field), ..self }
    }

    /// Lets clients change the link from the other side alone.
    pub const fn read_only(self) -> Self {
        Self { is_changed: false, ..self }
    }

    /// Lets the rows say in which role records are attached.
    pub const fn in_role(self, role: LinkRole) -> Self {
        Self { role: Some(role), ..self }
    }

    /// The role that clients say where they attach records, and that they are shown.
    pub const fn said_role(self) -> Option<LinkRole> {
        match self.role {
            Some(role @ LinkRole { reach: RoleReach::Said, .. }) => Some(role),
            Some(LinkRole { reach: RoleReach::Any | RoleReach::Own, .. }) | None => None,
        }
    }

    /// The role that rows have to have to belong to the relation.
    pub const fn own_role(self) -> Option<LinkRole> {
        match self.role {
            Some(role @ LinkRole { reach: RoleReach::Own, .. }) => Some(role),
            Some(LinkRole { reach: RoleReach::Said | RoleReach::Any, .. }) | None => None,
        }
    }

    /// The words that the rows of the relation have in columns of theirs, between records of these kinds.
    pub fn words(self, from: Kind, to: Kind) -> Vec<(String, &'static str)> {
        let kinds = [self.near(from), self.far(to)].into_iter().filter_map(|end| end.kind);
        kinds.chain(self.own_role().map(|role| (role.column.to_owned(), role.word))).collect()
    }

    /// Where the rows name the records of this side, which are of this kind.
    pub fn near(self, from: Kind) -> LinkEnd {
        self.near.end(from)
    }

    /// Where the rows name the records of the other side, which are of this kind.
    pub fn far(self, to: Kind) -> LinkEnd {
        self.far.end(to)
    }
}

impl Named {
    fn end(self, kind: Kind) -> LinkEnd {
        match self {
            Self::AfterKind => LinkEnd { id: format!("{}_id", kind.singular()), kind: None },
            Self::In(column) => LinkEnd { id: column.to_owned(), kind: None },
            Self::Morph(name) => {
                LinkEnd { id: format!("{name}_id"), kind: Some((format!("{name}_type"), kind.singular())) }
            }
        }
    }
}

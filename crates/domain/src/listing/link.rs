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
        Self { table, near: Named::AfterKind, far: Named::AfterKind, is_changed: true, counted_in: None }
    }

    /// The same with these columns for this side and the other.
    pub const fn by(self, near: &'static str, far: &'static str) -> Self {
        Self { near: Named::In(near), far: Named::In(far), ..self }
    }

    /// The same where the rows name records of several kinds on this side.
    pub const fn morph_near(self, name: &'static str) -> Self {
        Self { near: Named::Morph(name), ..self }
    }

    /// The same where the rows name records of several kinds on the other side.
    pub const fn morph_far(self, name: &'static str) -> Self {
        Self { far: Named::Morph(name), ..self }
    }

    /// The same, whose records of the other side count those of this in a field.
    pub const fn counted_in(self, field: &'static str) -> Self {
        Self { counted_in: Some(field), ..self }
    }

    /// The same, which clients change from the other side alone.
    pub const fn read_only(self) -> Self {
        Self { is_changed: false, ..self }
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

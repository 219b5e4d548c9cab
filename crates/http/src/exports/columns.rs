//! What the table of a kind tells of each record, column by column.

use std::collections::HashMap;

use uplift_domain::Kind;
use uplift_domain::access::Caller;
use uplift_domain::listing::{LeadsTo, Relations as _};
use uplift_domain::ports::ReadPort;
use uplift_domain::record::{Field, FieldValue, Shows as _, Stored, Time};

use super::naming::Names;
use crate::answer::cell::Cell;

/// A column.
pub(super) enum Column<R: ReadPort> {
    /// A field under this name. Where it names a record, that record.
    Field(&'static str, &'static str),
    /// The records that a relation leads to.
    Linked(&'static str, R::Relation),
    /// What stands in a field of the records that a relation leads to, in the order of their positions.
    Keys(&'static str, R::Relation, &'static str),
    /// What follows from the record at a moment, as its team does things.
    Computed(&'static str, fn(&Stored<R>, &Caller, Time) -> Cell),
}

impl<R: ReadPort> Clone for Column<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: ReadPort> Copy for Column<R> {}

impl<R: ReadPort> Column<R> {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Field(name, _) | Self::Linked(name, _) | Self::Keys(name, ..) | Self::Computed(name, _) => name,
        }
    }
}

/// The columns of a kind: those of all its fields, with these after them, or these alone.
pub(super) enum Columns<R: ReadPort + 'static> {
    Fields(&'static [Column<R>]),
    These(&'static [Column<R>]),
}

impl<R: ReadPort + 'static> Columns<R> {
    /// All of them, in their order.
    pub(super) fn all(&self) -> Vec<Column<R>> {
        match self {
            Self::These(columns) => columns.to_vec(),
            Self::Fields(others) => {
                let own = R::FIELDS.iter().map(|field| Column::Field(heading::<R>(field), field.name));
                let start = std::iter::once(Column::Field("id", "id")).chain(own);
                let dates = ["created_at", "updated_at"].map(|name| Column::Field(name, name));
                start.chain(dates).chain(others.iter().copied()).collect()
            }
        }
    }
}

/// What the two fields begin with in which the records of a kind name one record of several kinds, and its kind.
fn one_of<R: ReadPort>() -> Option<&'static str> {
    R::Relation::ALL.iter().find(|it| matches!(it.leads_to(), LeadsTo::OneOf(_))).map(|it| it.key())
}

/// What the column of a field is called: what it names, where it names a record.
fn heading<R: ReadPort>(field: &Field) -> &'static str {
    match field.name.strip_suffix("_id") {
        Some(named) if field.refers.is_some() || one_of::<R>() == Some(named) => named,
        Some(_) | None => field.name,
    }
}

/// The values of a record, by its fields, and what is named by them.
pub(super) struct Values(HashMap<&'static str, Value>);

enum Value {
    Own(Cell),
    Named(Kind, i64),
}

impl Values {
    /// The values of a record. What it names is noted, to be looked up.
    pub(super) fn of<R: ReadPort>(stored: &Stored<R>, names: &mut Names) -> Self {
        let mut values = HashMap::new();
        let one_of = one_of::<R>();
        let mut kind = None;
        stored.show(&mut |name, shown| {
            if let FieldValue::Text(word) = shown
                && one_of.is_some_and(|key| name.strip_suffix("_type") == Some(key))
            {
                kind = Kind::named(word);
            }
            let refers = match name.strip_suffix("_id") {
                Some(named) if one_of == Some(named) => kind,
                Some(_) => R::FIELDS.iter().find(|field| field.name == name).and_then(|field| field.refers),
                None => None,
            };
            let value = match (refers, shown) {
                (Some(kind), FieldValue::Integer(id)) => {
                    names.note(kind, id);
                    Value::Named(kind, id)
                }
                (_, shown) => Value::Own(shown.into()),
            };
            values.insert(name, value);
        });
        Self(values)
    }

    /// The cell of a field, once the names are looked up.
    pub(super) fn cell(&self, field: &str, names: &Names) -> Cell {
        match self.0.get(field) {
            Some(Value::Own(cell)) => cell.clone(),
            Some(Value::Named(kind, id)) => names.cell(*kind, *id),
            None => Cell::Empty,
        }
    }
}

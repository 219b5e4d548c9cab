//! Lists in SQL: filters, orders and totals, as they are declared.

pub(crate) mod compare;
pub(crate) mod filters;
pub(crate) mod id_set;
pub(crate) mod number_query;
pub(crate) mod order;
pub(crate) mod ranked;
pub(crate) mod search;
pub(crate) mod statement;
pub(crate) mod total;

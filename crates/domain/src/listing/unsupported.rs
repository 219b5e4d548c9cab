//! Names that a list does not have.

/// Names that a list does not have, with those it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    pub(super) what: &'static str,
    pub(super) verb: &'static str,
    pub(super) unknown: Vec<String>,
    pub(super) allowed: Vec<String>,
}

pub(super) const FIELD: &str = "field";

/// What the stack says of fields after their names.
pub(super) const NO_FIELDS: &str = "are not allowed (yet). If you want to allow these fields, please make sure to call the \
    QueryBuilder's `allowedFields` method before the `allowedIncludes` method.";

impl Unsupported {
    /// Filters that are not among these.
    pub fn filters(unknown: Vec<String>, allowed: &[&str]) -> Self {
        let allowed = allowed.iter().map(|name| (*name).to_owned()).collect();
        Self { what: "filter", verb: "are", unknown, allowed }
    }

    /// What the names are of, and those that the list does not have.
    pub fn unknown(&self) -> (&'static str, &[String]) {
        (self.what, &self.unknown)
    }

    /// The refusal in the stack's wording.
    pub fn message(&self) -> String {
        let Self { what, verb, unknown, allowed } = self;
        let unknown = unknown.join(", ");
        if *what == FIELD {
            return format!("Requested {what}(s) `{unknown}` {verb}");
        }
        let allowed = match allowed.as_slice() {
            [] => format!("There are no allowed {what}s."),
            allowed => format!("Allowed {what}(s) are `{}`.", allowed.join(", ")),
        };
        format!("Requested {what}(s) `{unknown}` {verb} not allowed. {allowed}")
    }
}

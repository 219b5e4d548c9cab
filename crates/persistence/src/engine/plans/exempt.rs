//! The lists whose plans may be worse than those of the others, each with the reason. One that needs no exemption any
//! more must go.

use uplift_domain::Kind;

use super::faults::Fault;

/// A kind, its list, what is wrong with the plan, and why that may be.
pub(crate) type Exemption = (Kind, &'static str, Fault, &'static str);

/// On both databases; each adds its own.
pub(super) const EXEMPT: &[Exemption] = &[
    (Kind::User, "sort=name", Fault::Sorts, PEOPLE),
    (Kind::User, "sort=created_at", Fault::Sorts, PEOPLE),
    (Kind::User, "sort=updated_at", Fault::Sorts, PEOPLE),
    (Kind::User, "sort=email", Fault::Sorts, PEOPLE),
    (Kind::User, "sort=last_active_at", Fault::Sorts, PEOPLE),
    (Kind::Insight, "filter[identifier]=1", Fault::WalksDeleted, IDENTIFIED),
    (Kind::Idea, "filter[identifier]=1", Fault::WalksDeleted, IDENTIFIED),
    (Kind::Idea, "filter[archived]=all", Fault::WalksDeleted, ALL_IDEAS),
];

const PEOPLE: &str = "a person is one record in all teams, so no index of it begins with the team; the members of a \
    team, who are added by the operator one by one, are few enough to be sorted";
const IDENTIFIED: &str = "they are counted in the index that tells whether an identifier is taken; a number is given \
    once, so hardly a deleted record has it too";
const ALL_IDEAS: &str = "the index of all ideas serves, deleted ones included; an index of what is archived or not, for a \
    list that is seldom asked for, would cost every write of an idea";

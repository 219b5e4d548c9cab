//! The lists whose plans may be worse than those of the others, each with the reason. One that needs no exemption any
//! more must go.

use uplift_domain::Kind;

use super::faults::Fault;

/// A kind, its list, what is wrong with the plan, and why that may be.
pub(crate) type Exemption = (Kind, &'static str, Fault, &'static str);

/// On both databases; each adds its own.
pub(super) const EXEMPT: &[Exemption] = &[
    (Kind::Invitation, "filter[state]=1", Fault::WalksTeam, FEW),
    (Kind::Key, "filter[revoked]=true", Fault::WalksTeam, FEW),
    (Kind::Key, "filter[revoked]=false", Fault::WalksTeam, FEW),
    (Kind::Insight, "filter[identifier]=1", Fault::WalksDeleted, IDENTIFIED),
    (Kind::Idea, "filter[identifier]=1", Fault::WalksDeleted, IDENTIFIED),
    (Kind::Idea, "filter[page_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::Idea, "filter[page_id]=1&sort=id", Fault::WalksDeleted, CHECKED),
    (Kind::Idea, "filter[audience_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::Idea, "filter[audience_id]=1&sort=id", Fault::WalksDeleted, CHECKED),
    (Kind::Idea, "filter[primary_goal_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::Idea, "filter[primary_goal_id]=1&sort=id", Fault::WalksDeleted, CHECKED),
    (Kind::Page, "filter[parent_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::Page, "filter[parent_id]=1&sort=id", Fault::WalksDeleted, CHECKED),
    (Kind::Comment, "filter[commentable_id]=1", Fault::WalksDeleted, FOLLOWED),
    (Kind::Comment, "filter[parent_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::FormResponse, "filter[form_id]=1,2", Fault::WalksDeleted, OF_VERSION),
    (Kind::FormAnswer, "filter[form_response_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::FormAnswer, "of some responses", Fault::WalksDeleted, CHECKED),
    (Kind::Idea, "filter[archived]=all", Fault::WalksDeleted, ALL),
    (Kind::Observation, "filter[page_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::Observation, "filter[page_id]=1&sort=id", Fault::WalksDeleted, CHECKED),
    (Kind::Observation, "filter[audience_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::Observation, "filter[audience_id]=1&sort=id", Fault::WalksDeleted, CHECKED),
    (Kind::Observation, "filter[form_response_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::Observation, "filter[archived]=all", Fault::WalksDeleted, ALL),
    (Kind::Experiment, "filter[identifier]=1", Fault::WalksDeleted, IDENTIFIED),
    (Kind::Experiment, "filter[primary_goal_id]=1", Fault::WalksDeleted, CHECKED),
    (Kind::Experiment, "filter[primary_goal_id]=1&sort=id", Fault::WalksDeleted, CHECKED),
    (Kind::Experiment, "filter[archived]=all", Fault::WalksDeleted, ALL),
];

const FEW: &str =
    "the keys of a team and its invitations are made one by one, by people, and are few enough to be read";
const IDENTIFIED: &str = "they are counted in the index that tells whether an identifier is taken; a number is given \
    once, so hardly a deleted record has it too";
const CHECKED: &str = "the database looks through the index when it removes what is named, for which it has to have \
    deleted records too; a second one without them would cost every write";
const OF_VERSION: &str = "for several forms the index serves that tells whether a version was answered; responses are seldom \
    deleted but for good";
const FOLLOWED: &str = "deleted comments go with their record too, and are found through the same index";
const ALL: &str = "the index of all records serves, deleted ones included; an index of what is archived or not, for a list \
    that is seldom asked for, would cost every write of one";

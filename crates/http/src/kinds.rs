//! The record kinds that are served, each with the path it is served under.

use uplift_domain::{Insight, Learning, Project, ResearchCollection, User};

use crate::desk::{Desk, Of, Shelf, desk};

static PROJECTS: Of<Project> = desk("projects");
static RESEARCH_COLLECTIONS: Of<ResearchCollection> = desk("research-collections");
static INSIGHTS: Of<Insight> = desk("insights");
static LEARNINGS: Of<Learning> = desk("learnings");
static USERS: Of<User> = desk("users");

/// The kinds that clients read and write.
pub(crate) static DESKS: [&(dyn Desk + Send); 4] = [&PROJECTS, &RESEARCH_COLLECTIONS, &INSIGHTS, &LEARNINGS];

/// The kinds that clients only read.
pub(crate) static SHELVES: [&(dyn Shelf + Send); 1] = [&USERS];

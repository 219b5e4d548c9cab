//! The record kinds that are served, each with the path it is served under.

use uplift_domain::{Attachment, Idea, Insight, Learning, NumberingScheme, Project, ResearchCollection, User};

use crate::desk::{Desk, Of, Shelf, desk};

static PROJECTS: Of<Project> = desk("projects");
static RESEARCH_COLLECTIONS: Of<ResearchCollection> = desk("research-collections");
/// Creating an attachment and deleting one moves bytes, so those have handlers of their own.
pub(crate) static ATTACHMENTS: Of<Attachment> = desk("attachments");
static INSIGHTS: Of<Insight> = desk("insights");
static LEARNINGS: Of<Learning> = desk("learnings");
static IDEAS: Of<Idea> = desk("ideas");
static NUMBERING_SCHEMES: Of<NumberingScheme> = desk("numbering-schemes");
static USERS: Of<User> = desk("users");

/// The kinds that clients read and write, each as far as its deeds say.
pub(crate) static DESKS: [&(dyn Desk + Send); 7] =
    [&PROJECTS, &RESEARCH_COLLECTIONS, &IDEAS, &INSIGHTS, &LEARNINGS, &ATTACHMENTS, &NUMBERING_SCHEMES];

/// The kinds that clients only read.
pub(crate) static SHELVES: [&(dyn Shelf + Send); 1] = [&USERS];

//! The record kinds that are served, each with the path it is served under.

use uplift_domain::{Attachment, Idea, Insight, Learning, NumberingScheme, Project, ResearchCollection, User};

use crate::operations::endpoint::{Endpoint, KindEndpoint, ReadEndpoint, endpoint};

static PROJECTS: KindEndpoint<Project> = endpoint("projects");
static RESEARCH_COLLECTIONS: KindEndpoint<ResearchCollection> = endpoint("research-collections");
/// Creating an attachment and deleting one moves bytes, so those have handlers of their own.
pub(crate) static ATTACHMENTS: KindEndpoint<Attachment> = endpoint("attachments");
static INSIGHTS: KindEndpoint<Insight> = endpoint("insights");
static LEARNINGS: KindEndpoint<Learning> = endpoint("learnings");
static IDEAS: KindEndpoint<Idea> = endpoint("ideas");
static NUMBERING_SCHEMES: KindEndpoint<NumberingScheme> = endpoint("numbering-schemes");
static USERS: KindEndpoint<User> = endpoint("users");

/// The kinds that clients read and write, each as far as its verbs say.
pub(crate) static ENDPOINTS: [&(dyn Endpoint + Send); 7] =
    [&PROJECTS, &RESEARCH_COLLECTIONS, &IDEAS, &INSIGHTS, &LEARNINGS, &ATTACHMENTS, &NUMBERING_SCHEMES];

/// The kinds that clients only read.
pub(crate) static READ_ENDPOINTS: [&(dyn ReadEndpoint + Send); 1] = [&USERS];

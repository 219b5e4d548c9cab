//! The record kinds that are served, each with the path it is served under.

use uplift_domain::{Attachment, Idea, Insight, Learning, NumberingScheme, Project, ResearchCollection, User};

use crate::operations::command::{CommandEndpoint, KindCommands};
use crate::operations::endpoint::{KindEndpoint, ReadEndpoint};

static PROJECTS: KindCommands<Project> = KindCommands::new("projects");
static RESEARCH_COLLECTIONS: KindCommands<ResearchCollection> = KindCommands::new("research-collections");
static ATTACHMENTS: KindCommands<Attachment> = KindCommands::new("attachments");
static INSIGHTS: KindCommands<Insight> = KindCommands::new("insights");
static LEARNINGS: KindCommands<Learning> = KindCommands::new("learnings");
static IDEAS: KindCommands<Idea> = KindCommands::new("ideas");
static NUMBERING_SCHEMES: KindCommands<NumberingScheme> = KindCommands::new("numbering-schemes");
static USERS: KindEndpoint<User> = KindEndpoint::new("users");

/// The kinds that clients read and write, each as far as its commands say.
pub(crate) static ENDPOINTS: [&(dyn CommandEndpoint + Send); 7] =
    [&PROJECTS, &RESEARCH_COLLECTIONS, &IDEAS, &INSIGHTS, &LEARNINGS, &ATTACHMENTS, &NUMBERING_SCHEMES];

/// The kinds that clients only read.
pub(crate) static READ_ENDPOINTS: [&(dyn ReadEndpoint + Send); 1] = [&USERS];

/// Where each kind is read, in the order in which the document tells of them.
pub(crate) fn all() -> impl Iterator<Item = &'static (dyn ReadEndpoint + Send)> {
    READ_ENDPOINTS.iter().copied().chain(ENDPOINTS.iter().map(|it| it.reads()))
}

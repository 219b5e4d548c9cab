//! A comment: what somebody says about a record, or answers to what another said.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Right, Rights};
use crate::commands::{Command, Commanded, Run};
use crate::listing::Listed;
use crate::record::{AnyId, Choices as _, CommentText, Id, List, Time};
use crate::resource::{Area, Resource};
use crate::{Kind, User, comments};

/// How many members a comment may mention: more than its text has room for.
const MOST_MENTIONS: usize = 2_500;

/// What somebody says of a record, or answers to another comment.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Comment {
    /// The kind of the record that is commented on.
    #[record(fixed)]
    pub commentable_type: Commentable,
    /// The record that is commented on.
    #[record(fixed)]
    pub commentable_id: AnyId,
    /// The comment that this one answers: one on the same record that is no answer itself.
    #[record(fixed)]
    pub parent_id: Option<Id<Comment>>,
    /// What it says. `@[12]` mentions the member with the id 12.
    #[record(searched = One)]
    pub body: CommentText,
    /// Who wrote it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// The members that the text mentions, each once, in the order in which it does.
    #[record(server)]
    pub mentions: List<Id<User>, MOST_MENTIONS>,
    /// When its text was changed last.
    #[record(server)]
    pub edited_at: Option<Time>,
    /// When what it asks was settled; null while it is open.
    #[record(server)]
    pub resolved_at: Option<Time>,
    /// Who settled it.
    #[record(server)]
    pub resolved_by_id: Option<Id<User>>,
}

/// What may be commented on. The words are those of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Commentable {
    Idea,
    Experiment,
    Insight,
    Learning,
    Observation,
    FormResponse,
    Page,
}

impl Commentable {
    /// The kind of this name.
    pub fn kind(self) -> Option<Kind> {
        Kind::named(self.name())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum CommentFilter {
    #[selective]
    Id,
    #[counted]
    CommentableType,
    #[selective]
    CommentableId,
    #[counted]
    UserId,
    #[selective]
    ParentId,
    /// Whether it is settled.
    #[flag(resolved_at)]
    #[counted]
    Resolved,
    #[through(comment_mentions, comment_id)]
    #[named(user_id)]
    Mentions,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum CommentSort {
    Id,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum CommentRelation {
    #[one(User)]
    User,
    #[one(Comment)]
    Parent,
    #[many(Comment, parent_id)]
    Replies,
    #[one_of(Commentable)]
    Commentable,
    #[morphs(Attachment, attachable)]
    Attachments,
    #[linked_from(User, comment_mentions)]
    #[not_included]
    Mentions,
}

impl Listed for Comment {
    type Filter = CommentFilter;
    type Sort = CommentSort;
    type Relation = CommentRelation;
}

impl Resource for Comment {
    const RIGHTS: Rights = Rights::Comments;
    const AREA: Area = Area::Parts;
    const COLUMNS: &'static [&'static str] = &["body", "commentable_type", "user_id", "created_at", "resolved_at"];
    const NAME_FIELD: &'static str = "body";
}

impl Commanded for Comment {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            summary: "Comments on a record, or answers a comment.",
            run: Run::OnKind(comments::create),
            ..Command::CREATE
        },
        Command {
            right: Right::Author,
            summary: "Changes the text of a {}, which is up to whom it is by.",
            run: Run::OnRecord(comments::update),
            ..Command::UPDATE
        },
        Command { summary: "Deletes a {}; it may be restored. Its answers stay.", ..Command::DELETE },
        Command::RESTORE,
        Command::action("resolve", "resolved", "Marks a {} as resolved.", Run::OnFields(Comment::resolve)),
        Command::action("unresolve", "unresolved", "Opens a resolved {} again.", Run::OnFields(Comment::unresolve)),
    ];
}

//! The record kinds, one file each.

mod attachment;
mod goal;
mod idea;
mod insight;
mod learning;
mod numbering_scheme;
mod project;
mod research_collection;
mod tag;
mod user;

pub use attachment::{
    Attachable, Attachment, AttachmentFilter, AttachmentRelation, AttachmentSort, Location, Type as AttachmentType,
};
pub use goal::{Goal, GoalFilter, GoalRelation, GoalSort};
pub use idea::{Idea, IdeaFilter, IdeaRelation, IdeaSort, Priority, Status as IdeaStatus};
pub use insight::{Evidence, Insight, InsightFilter, InsightRelation, InsightSort};
pub use learning::{Learning, LearningFilter, LearningRelation, LearningSort};
pub use numbering_scheme::{
    NumberingScheme, NumberingSchemeFilter, NumberingSchemeRelation, NumberingSchemeSort, Scope,
};
pub use project::{Project, ProjectFilter, ProjectRelation, ProjectSort};
pub use research_collection::{
    ResearchCollection, ResearchCollectionFilter, ResearchCollectionRelation, ResearchCollectionSort,
};
pub use tag::{Tag, TagFilter, TagMerge, TagRelation, TagSort};
pub use user::{User, UserFilter, UserRelation, UserSort};

use crate::listing::{Filters, Listed};
use crate::ports::{ReadPort, ReadTx, Reads, WritePort, WriteTx, Writes};
use crate::record::{Field, Kinded, Record};

/// Every kind of record that has lists, once: its type, the name of one, that of several, and its table. What is said of
/// each kind elsewhere is made from this list, which hands itself to the macro that it is given.
#[macro_export]
macro_rules! record_kinds {
    ($made_of:ident) => {
        $made_of! {
            read {
                User "user" "users" team_users;
            }
            write {
                Project "project" "projects" projects;
                ResearchCollection "research_collection" "research_collections" research_collections;
                Idea "idea" "ideas" ideas;
                Insight "insight" "insights" insights;
                Learning "learning" "learnings" learnings;
                Attachment "attachment" "attachments" attachments;
                Goal "goal" "goals" goals;
                Tag "tag" "tags" tags;
                NumberingScheme "numbering_scheme" "numbering_schemes" numbering_schemes;
            }
        }
    };
}

macro_rules! kind {
    (
        read { $($Read:ident $read:literal $reads:literal $read_table:ident;)* }
        write { $($Write:ident $one:literal $many:literal $table:ident;)* }
    ) => {
        /// Every record kind that the service keeps.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Kind {
            Team,
            $($Read,)*
            $($Write,)*
            /// The bytes of attachments; its counter counts them.
            File,
            Activity,
            Key,
            Membership,
        }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[
                Self::Team, $(Self::$Read,)* $(Self::$Write,)* Self::File, Self::Activity, Self::Key, Self::Membership,
            ];

            /// The name of one, in snake case: what error fields and the activity log say.
            pub const fn singular(self) -> &'static str {
                match self {
                    Self::Team => "team",
                    $(Self::$Read => $read,)*
                    $(Self::$Write => $one,)*
                    Self::File => "file",
                    Self::Activity => "activity",
                    Self::Key => "key",
                    Self::Membership => "membership",
                }
            }

            /// The name of several, in snake case, where the kind has lists: in kebab case their paths.
            pub const fn plural(self) -> Option<&'static str> {
                match self {
                    $(Self::$Read => Some($reads),)*
                    $(Self::$Write => Some($many),)*
                    Self::Team | Self::File | Self::Activity | Self::Key | Self::Membership => None,
                }
            }

            /// Whether lists find its records by parts of their names.
            pub fn found_by_name(self) -> bool {
                match self {
                    $(Self::$Read => <$Read as Listed>::Filter::ALL.iter().any(|it| it.is_of_names()),)*
                    $(Self::$Write => <$Write as Listed>::Filter::ALL.iter().any(|it| it.is_of_names()),)*
                    Self::Team | Self::File | Self::Activity | Self::Key | Self::Membership => false,
                }
            }

            /// The fields of its records, where the kind has lists.
            pub const fn fields(self) -> &'static [Field] {
                match self {
                    $(Self::$Read => <$Read as Record>::FIELDS,)*
                    $(Self::$Write => <$Write as Record>::FIELDS,)*
                    Self::Team | Self::File | Self::Activity | Self::Key | Self::Membership => &[],
                }
            }
        }

        $(impl Kinded for $Read {
            const KIND: Kind = Kind::$Read;
        })*

        $(impl Kinded for $Write {
            const KIND: Kind = Kind::$Write;
        })*

        $(impl ReadPort for $Read {
            fn reads(tx: &mut dyn ReadTx) -> &mut dyn Reads<Self> {
                tx
            }
        })*

        $(impl ReadPort for $Write {
            fn reads(tx: &mut dyn ReadTx) -> &mut dyn Reads<Self> {
                tx
            }
        })*

        $(impl WritePort for $Write {
            fn writes(tx: &mut dyn WriteTx) -> &mut dyn Writes<Self> {
                tx
            }
        })*
    };
}

record_kinds!(kind);

impl Kind {
    /// The kind whose records are called so.
    pub fn named(singular: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.singular() == singular)
    }

    /// Whether its records have this field.
    pub fn has_field(self, name: &str) -> bool {
        self.fields().iter().any(|field| field.name == name)
    }
}

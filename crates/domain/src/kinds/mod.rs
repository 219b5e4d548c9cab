//! The record kinds, one file each.

mod attachment;
mod audience;
mod comment;
mod device;
mod experiment;
mod form;
mod form_answer;
mod form_question;
mod form_response;
mod form_response_summary;
mod form_step;
mod goal;
mod idea;
mod insight;
mod invitation;
mod key;
mod learning;
mod numbering_scheme;
mod observation;
mod page;
mod project;
mod project_lookup;
mod research_collection;
mod research_source;
mod result_row;
mod saved_report;
mod tag;
mod team;
mod user;
mod variation;

pub use attachment::{
    Attachable, Attachment, AttachmentFilter, AttachmentRelation, AttachmentSort, Location, Type as AttachmentType,
};
pub use audience::{Audience, AudienceFilter, AudienceRelation, AudienceSort};
pub use comment::{Comment, CommentFilter, CommentRelation, CommentSort, Commentable};
pub use device::Device;
pub use experiment::{Experiment, ExperimentFilter, ExperimentRelation, ExperimentSort};
pub use form::{Form, FormFilter, FormRelation, FormSort, FormTarget, Status as FormStatus, Visibility};
pub(crate) use form::{Structure, asked, hold_named, mapped, unsaved};
pub use form_answer::{FormAnswer, FormAnswerFilter, FormAnswerRelation, FormAnswerSort};
pub use form_question::{FormQuestion, FormQuestionFilter, FormQuestionRelation, FormQuestionSort};
pub use form_response::{
    FormResponse, FormResponseFilter, FormResponseRelation, FormResponseSort, MadeOf, ResponseSource, ResponseStatus,
};
pub use form_response_summary::{
    FormResponseSummary, FormResponseSummaryFilter, FormResponseSummaryRelation, FormResponseSummarySort, SummaryKind,
};
pub use form_step::{FormStep, FormStepFilter, FormStepRelation, FormStepSort};
pub use goal::{Goal, GoalDirection, GoalFilter, GoalRelation, GoalSort, MetricType};
pub use idea::{Idea, IdeaFilter, IdeaRelation, IdeaSort, Priority, Source as IdeaSource, Status as IdeaStatus};
pub use insight::{Evidence, Insight, InsightFilter, InsightRelation, InsightSort};
pub use invitation::{Invitation, InvitationFilter, InvitationRelation, InvitationSort, State as InvitationState};
pub use key::{Key, KeyFilter, KeyRelation, KeySort, RateLimit};
pub use learning::{Learning, LearningFilter, LearningRelation, LearningSort};
pub use numbering_scheme::{
    NumberingScheme, NumberingSchemeFilter, NumberingSchemeRelation, NumberingSchemeSort, Scope,
};
pub use observation::{
    Observation, ObservationFilter, ObservationRelation, ObservationSort, Status as ObservationStatus,
};
pub use page::{Page, PageFilter, PageRelation, PageSort};
pub use project::{Project, ProjectFilter, ProjectRelation, ProjectSort, Status as ProjectStatus};
pub use project_lookup::{ProjectLookup, ProjectLookupFilter, ProjectLookupRelation, ProjectLookupSort};
pub use research_collection::{
    ResearchCollection, ResearchCollectionFilter, ResearchCollectionRelation, ResearchCollectionSort,
};
pub use result_row::{ResultRow, ResultRowFilter, ResultRowRelation, ResultRowSort};
pub use saved_report::{Access, SavedReport, SavedReportFilter, SavedReportRelation, SavedReportSort};
pub use tag::{Tag, TagFilter, TagMerge, TagRelation, TagSort};
pub use team::{Team, TeamFilter, TeamRelation, TeamSort, WeekStart};
pub use user::{User, UserFilter, UserRelation, UserSort};
pub use variation::{Variation, VariationFilter, VariationRelation, VariationSort};

use crate::commands::{Dispatch, Dispatched};
use crate::listing::{Filters, LeadsTo, Listed, Relations};
use crate::ports::{ReadPort, ReadTx, Reads, WritePort, WriteTx, Writes};
use crate::record::{Field, Kinded, Record};
use crate::resource::Resource;

/// Every kind of record that has lists, once: its type, the name of one, that of several, and its table. What is said
/// of each kind elsewhere is made from this list, which hands itself to the macro that it is given.
#[macro_export]
macro_rules! record_kinds {
    ($made_of:ident) => {
        $made_of! {
            Team "team" "teams" teams;
            User "user" "users" team_users;
            Project "project" "projects" projects;
            ResearchCollection "research_collection" "research_collections" research_collections;
            Idea "idea" "ideas" ideas;
            Insight "insight" "insights" insights;
            Learning "learning" "learnings" learnings;
            Attachment "attachment" "attachments" attachments;
            Goal "goal" "goals" goals;
            Tag "tag" "tags" tags;
            Page "page" "pages" pages;
            Audience "audience" "audiences" audiences;
            Experiment "experiment" "experiments" experiments;
            Variation "variation" "variations" variations;
            ResultRow "result" "results" experiment_results;
            Observation "observation" "observations" observations;
            Comment "comment" "comments" comments;
            Form "form" "forms" forms;
            FormStep "form_step" "form_steps" form_steps;
            FormQuestion "form_question" "form_questions" form_questions;
            FormResponse "form_response" "form_responses" form_responses;
            FormAnswer "form_answer" "form_answers" form_answers;
            FormResponseSummary "form_response_summary" "form_response_summaries" form_response_summaries;
            ProjectLookup "project_lookup" "project_lookups" project_lookups;
            SavedReport "saved_report" "saved_reports" saved_reports;
            NumberingScheme "numbering_scheme" "numbering_schemes" numbering_schemes;
            Invitation "invitation" "invitations" invitations;
            Key "key" "keys" api_keys;
        }
    };
}

macro_rules! kind {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// Every record kind that the service keeps.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Kind {
            $($Kind,)*
            /// The bytes of attachments; its counter counts them.
            File,
            Activity,
        }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$Kind,)* Self::File, Self::Activity];

            /// The name of one, in snake case: what error fields and the activity log say.
            pub const fn singular(self) -> &'static str {
                match self {
                    $(Self::$Kind => $singular,)*
                    Self::File => "file",
                    Self::Activity => "activity",
                }
            }

            /// The name of several, in snake case, where the kind has lists: in kebab case their paths.
            pub const fn plural(self) -> Option<&'static str> {
                match self {
                    $(Self::$Kind => Some($plural),)*
                    Self::File | Self::Activity => None,
                }
            }

            /// The table that its records stand in.
            pub const fn table(self) -> &'static str {
                match self {
                    $(Self::$Kind => stringify!($table),)*
                    Self::File => "files",
                    Self::Activity => "activities",
                }
            }

            /// Whether lists find its records by parts of their names.
            pub fn found_by_name(self) -> bool {
                match self {
                    $(Self::$Kind => <$Kind as Listed>::Filter::ALL.iter().any(|it| it.is_of_names()),)*
                    Self::File | Self::Activity => false,
                }
            }

            /// What the relations of its records lead to, where the kind has lists.
            pub fn relations(self) -> Vec<LeadsTo> {
                match self {
                    $(Self::$Kind => <$Kind as Listed>::Relation::ALL.iter().map(|it| it.leads_to()).collect(),)*
                    Self::File | Self::Activity => Vec::new(),
                }
            }

            /// Whether a deleted record of it stays where it is and may be restored.
            pub const fn soft_deletes(self) -> bool {
                match self {
                    $(Self::$Kind => <$Kind as Record>::SOFT_DELETES,)*
                    Self::File | Self::Activity => false,
                }
            }

            /// The status of those of its records that no new references may name, where there are such.
            pub const fn closed_status(self) -> Option<&'static str> {
                match self {
                    $(Self::$Kind => <$Kind as Resource>::CLOSED_STATUS,)*
                    Self::File | Self::Activity => None,
                }
            }

            /// Whether its records have logs of their own.
            pub const fn is_subject(self) -> bool {
                match self {
                    $(Self::$Kind => <$Kind as Resource>::LOGGED.is_none(),)*
                    Self::File => false,
                    Self::Activity => true,
                }
            }

            /// The fields of its records, where the kind has lists.
            pub const fn fields(self) -> &'static [Field] {
                match self {
                    $(Self::$Kind => <$Kind as Record>::FIELDS,)*
                    Self::File | Self::Activity => &[],
                }
            }
        }

        $(impl Kinded for $Kind {
            const KIND: Kind = Kind::$Kind;
        })*

        $(impl ReadPort for $Kind {
            fn reads(tx: &mut dyn ReadTx) -> &mut dyn Reads<Self> {
                tx
            }
        })*

        $(impl WritePort for $Kind {
            fn writes(tx: &mut dyn WriteTx) -> &mut dyn Writes<Self> {
                tx
            }
        })*

        $(impl Dispatched for $Kind {
            fn dispatch() -> &'static Dispatch<Self> {
                static DISPATCH: Dispatch<$Kind> = Dispatch::new();
                &DISPATCH
            }
        })*
    };
}

record_kinds!(kind);

impl Kind {
    /// The name of one in words, as sentences have it.
    pub fn words(self) -> String {
        self.singular().replace('_', " ")
    }

    /// The segment of paths that stands for its lists, where it has any.
    pub fn path(self) -> Option<String> {
        self.plural().map(|plural| plural.replace('_', "-"))
    }

    /// The kind whose records are called so.
    pub fn named(singular: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.singular() == singular)
    }

    /// The kind whose records are called so, where they have logs of their own.
    pub fn subject(singular: &str) -> Option<Self> {
        Self::named(singular).filter(|kind| kind.is_subject())
    }

    /// Whether such records of it may not be attached anew to records of this kind. An idea may rest on an observation
    /// that was dismissed.
    pub fn closes_to(self, from: Self) -> bool {
        self.closed_status().is_some() && (from, self) != (Self::Idea, Self::Observation)
    }

    /// The kind of the record that one of its records is a part of, and the field that names it.
    pub fn parent(self) -> Option<(Self, &'static str)> {
        self.fields().iter().find(|field| field.parent).and_then(|field| Some((field.refers?, field.name)))
    }

    /// The kinds whose records are parts of its records, each with the field that names the whole.
    pub fn parts(self) -> Vec<(Self, &'static str)> {
        let part = |kind: &Self| kind.parent().filter(|(whole, _)| *whole == self).map(|(_, field)| (*kind, field));
        Self::ALL.iter().filter_map(part).collect()
    }

    /// Whether its records have this field.
    pub fn has_field(self, name: &str) -> bool {
        self.fields().iter().any(|field| field.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Choices as _;

    /// Whether a kind has a relation to what names it and the kind of it.
    fn carries(kind: Kind, named: Kind) -> bool {
        kind.relations().iter().any(|it| matches!(it, LeadsTo::Morphs(to, _) if *to == named))
    }

    /// Kinds whose includes the interface names, without attachments or comments.
    const SHOWS_NONE: [Kind; 2] = [Kind::Learning, Kind::Project];

    #[test]
    fn what_may_be_attached_to_or_commented_on_shows_it() {
        for kind in Kind::ALL.iter().filter(|it| !SHOWS_NONE.contains(it)) {
            let attachable = Attachable::ALL.iter().any(|it| it.kind() == Some(*kind));
            assert_eq!(carries(*kind, Kind::Attachment), attachable, "attachments of {kind:?}");
            let commentable = Commentable::ALL.iter().any(|it| it.kind() == Some(*kind));
            assert_eq!(carries(*kind, Kind::Comment), commentable, "comments of {kind:?}");
        }
    }

    #[test]
    fn each_kind_says_where_it_is_logged() {
        let subjects: Vec<&str> = Kind::ALL.iter().filter(|it| it.is_subject()).map(|it| it.singular()).collect();
        let expected = "team user project idea insight learning goal tag page audience experiment variation observation \
            comment form form_step form_question form_response form_answer form_response_summary project_lookup activity";
        assert_eq!(
            subjects.join(" "),
            expected,
            "has what is new a log of its own, or does it say where it is LOGGED?"
        );
    }
}

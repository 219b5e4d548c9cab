//! The catalog: which kinds have pages, how they are called there, and what their lists show.

use std::sync::LazyLock;

use uplift_domain::Kind;
use uplift_domain::listing::LeadsTo;
use uplift_domain::record::Field;

use super::visit::reading;
use crate::operations::facts::{Facts, RelationFacts};
use crate::operations::kinds::READ_ENDPOINTS;

/// What stands together in the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Experiments,
    Research,
    Site,
    Team,
    /// Parts of other records, which are reached from those.
    Parts,
}

impl Group {
    pub(super) const SHOWN: [Self; 4] = [Self::Experiments, Self::Research, Self::Site, Self::Team];

    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Experiments => "Experimentation",
            Self::Research => "Research",
            Self::Site => "Site and structure",
            Self::Team => "Team",
            Self::Parts => "Parts",
        }
    }

    const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Idea | Kind::Experiment | Kind::Learning | Kind::Goal | Kind::SavedReport => Self::Experiments,
            Kind::ResearchCollection
            | Kind::Insight
            | Kind::Observation
            | Kind::Form
            | Kind::FormResponse
            | Kind::FormResponseSummary => Self::Research,
            Kind::Project | Kind::Page | Kind::Audience | Kind::Tag => Self::Site,
            Kind::Team | Kind::User | Kind::Invitation | Kind::Key | Kind::NumberingScheme | Kind::ProjectLookup => {
                Self::Team
            }
            Kind::Attachment
            | Kind::Variation
            | Kind::ResultRow
            | Kind::Comment
            | Kind::FormStep
            | Kind::FormQuestion
            | Kind::FormAnswer
            | Kind::File
            | Kind::Activity => Self::Parts,
        }
    }
}

/// A kind that has pages.
pub(super) struct Shown {
    pub(super) facts: Facts,
    pub(super) group: Group,
    /// What several are called.
    pub(super) title: String,
}

/// Every kind whose records stand at a path of their own, in the order of the documentation.
pub(super) static SHOWN: LazyLock<Vec<Shown>> = LazyLock::new(|| {
    let facts = READ_ENDPOINTS.iter().map(|endpoint| endpoint.facts()).filter(|facts| facts.within.is_none());
    let shown = |facts: Facts| {
        let title = if facts.single { facts.kind.singular() } else { facts.kind.plural().unwrap_or_default() };
        Shown { group: Group::of(facts.kind), title: words(title), facts }
    };
    facts.map(shown).collect()
});

impl Shown {
    /// The kind at this path.
    pub(super) fn at(path: &str) -> Option<&'static Self> {
        SHOWN.iter().find(|shown| shown.facts.path == path)
    }

    pub(super) fn of(kind: Kind) -> Option<&'static Self> {
        SHOWN.iter().find(|shown| shown.facts.kind == kind)
    }

    /// The path of the operation that reads one.
    pub(super) fn one(&self) -> String {
        format!("/{}/{{{}}}", self.facts.path, self.facts.kind.singular())
    }

    /// The path of the operation that exports them, where there is one.
    pub(super) fn export(&self) -> Option<String> {
        let path = format!("/{}/export", self.facts.path);
        reading(&path).map(|_| path)
    }

    pub(super) fn field(&self, name: &str) -> Option<&'static Field> {
        self.facts.fields.iter().find(|field| field.name == name)
    }

    /// The address of the page of a record.
    pub(super) fn address(&self, root: &str, id: i64) -> String {
        if self.facts.single {
            return format!("{root}/app/{}", self.facts.path);
        }
        format!("{root}/app/{}/{id}", self.facts.path)
    }
}

/// A name of the interface in the words of a page: `research_collection_id` is "Research collection".
pub(super) fn words(name: &str) -> String {
    let several = name.strip_suffix("_ids").map(|one| format!("{one}s"));
    let name = several.as_deref().or(name.strip_suffix("_id")).filter(|it| !it.is_empty()).unwrap_or(name);
    let name = name.replace("srm_p_value", "SRM p-value").replace('_', " ");
    let known = |word| match word {
        "srm" => "SRM",
        "url" => "URL",
        "mde" => "MDE",
        "csat" => "CSAT",
        "aa" => "A/A",
        "ci" => "interval",
        "avg" => "average",
        "wip" => "work in progress",
        word => word,
    };
    let name = name.split(' ').map(known).collect::<Vec<_>>().join(" ");
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// The fields that the list of a kind shows, those of them that its records have.
pub(super) const fn columns(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Team | Kind::ResultRow | Kind::File | Kind::Activity => &[],
        Kind::FormResponseSummary => {
            &["title", "form_id", "kind", "responses_count", "is_stale", "is_pinned", "generated_at"]
        }
        Kind::SavedReport => &["name", "report", "access", "user_id", "updated_at"],
        Kind::User => &["name", "email", "role", "title", "joined_at", "last_active_at"],
        Kind::Project => &["name", "code", "status", "owner_id", "monthly_visitors", "starts_at", "ends_at"],
        Kind::ResearchCollection => &["name", "project_id", "method", "status", "started_at", "ended_at"],
        Kind::Idea => {
            &["identifier", "name", "project_id", "status", "priority", "priority_score", "assignee_id", "updated_at"]
        }
        Kind::Insight => &["identifier", "name", "project_id", "type", "status", "evidence_strength", "discovered_at"],
        Kind::Learning => &["name", "project_id", "confidence", "user_id", "learned_at"],
        Kind::Attachment => &["name", "type", "file_type", "file_size", "attachable_type", "created_at"],
        Kind::Goal => &["name", "project_id", "kind", "metric_type", "direction", "is_primary", "status"],
        Kind::Tag => &["name", "project_id", "slug", "color", "usage_count"],
        Kind::Page => &["name", "url", "project_id", "type", "device", "monthly_visitors", "status"],
        Kind::Audience => &["name", "project_id", "device", "traffic_share", "monthly_visitors", "status"],
        Kind::Experiment => &[
            "identifier",
            "name",
            "project_id",
            "status",
            "result",
            "decision",
            "owner_id",
            "started_at",
            "ended_at",
            "uplift",
        ],
        Kind::Variation => &["name", "key", "experiment_id", "is_control", "weight", "position"],
        Kind::Observation => &["name", "project_id", "source", "severity", "sentiment", "status", "observed_at"],
        Kind::Comment => &["body", "commentable_type", "user_id", "created_at", "resolved_at"],
        Kind::Form => &["name", "project_id", "status", "visibility", "target", "responses_count", "version"],
        Kind::FormStep => &["title", "form_id", "position"],
        Kind::FormQuestion => &["label", "key", "form_id", "type", "is_required", "position"],
        Kind::FormResponse => &["form_id", "status", "source", "started_at", "completed_at", "duration_seconds"],
        Kind::FormAnswer => &["form_id", "form_response_id", "form_question_id", "value", "skipped"],
        Kind::ProjectLookup => &["label", "key", "type", "project_id", "position", "is_active"],
        Kind::NumberingScheme => &["name", "scope", "template", "is_active", "claims_count"],
        Kind::Invitation => &["email", "role", "state", "user_id", "expires_at"],
        Kind::Key => &["name", "user_id", "abilities", "last_used_at", "expires_at", "revoked_at"],
    }
}

/// The field that a relation to one record goes by.
pub(super) fn leads_by(relation: &RelationFacts) -> Option<String> {
    match relation.leads_to {
        LeadsTo::One(_, field) => Some(field.map_or_else(|| format!("{}_id", relation.key), str::to_owned)),
        LeadsTo::OneOf(_)
        | LeadsTo::Many(..)
        | LeadsTo::Morphs(..)
        | LeadsTo::Linked(..)
        | LeadsTo::Within { .. }
        | LeadsTo::Parts(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        assert_eq!(words("research_collection_id"), "Research collection");
        assert_eq!((words("page_ids"), words("external_url")), ("Pages".to_owned(), "External URL".to_owned()));
        assert_eq!((words("srm_p_value"), words("id")), ("SRM p-value".to_owned(), "Id".to_owned()));
    }

    #[test]
    fn every_list_shows_something() {
        for shown in SHOWN.iter().filter(|shown| !shown.facts.single) {
            let known = |name: &&&str| shown.field(name).is_some() || name.ends_with("ed_at");
            assert!(columns(shown.facts.kind).iter().filter(known).count() > 1, "{:?}", shown.facts.kind);
        }
    }
}

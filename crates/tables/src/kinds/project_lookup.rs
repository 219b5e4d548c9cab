//! Where project lookups live.

use crate::declare::{table_for, view_for};
use crate::types::Doc;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};

/// How many records use a lookup, by the counters of its key: in its project, or in the whole team without the
/// projects that have a lookup of their own with this key.
const USES: &str = "coalesce((SELECT c.n FROM counters AS c \
    WHERE c.team_id = project_lookups.team_id AND c.kind = 'project_lookup' AND c.filter = project_lookups.type \
        AND c.value = coalesce(CAST(project_lookups.project_id AS text) || ':', '') || project_lookups.key), 0) \
    - CASE WHEN project_lookups.project_id IS NOT NULL THEN 0 ELSE coalesce((SELECT CAST(sum(c.n) AS bigint) \
        FROM project_lookups AS own INNER JOIN counters AS c ON c.team_id = own.team_id AND c.kind = 'project_lookup' \
            AND c.filter = own.type AND c.value = CAST(own.project_id AS text) || ':' || own.key \
        WHERE own.team_id = project_lookups.team_id AND own.key = project_lookups.key \
            AND own.type = project_lookups.type AND own.project_id IS NOT NULL AND own.deleted_at IS NULL), 0) END";

table_for! { ProjectLookup in project_lookups as ProjectLookupRow, NewProjectLookup {
    project_id -> Nullable<BigInt>,
    r#type -> Text,
    key -> Text,
    label -> Text,
    description -> Nullable<Text>,
    color -> Nullable<Text>,
    is_default -> Bool,
    is_active -> Bool,
    meta -> Nullable<Doc>,
    position -> BigInt,
} folds { label => label_folded } computes { uses_count -> BigInt = USES } }

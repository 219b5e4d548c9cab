//! How often the keys of lookups are used, by the records that have them.

use uplift_domain::Kind;
use uplift_domain::lookups::LookupType;
use uplift_domain::record::{Choices, FieldType};

use super::super::super::dialect::IS_KEY;

/// For each type of lookups that fills a field, the rows for team, value and n that its counters are to have.
pub(crate) fn lookup_uses() -> Vec<(&'static str, String)> {
    let of_type = |lookup: &LookupType| {
        let fields = fields(*lookup);
        let used = fields.iter().flat_map(|(table, field, is_free)| {
            let (start, end) = IS_KEY;
            let key =
                if *is_free { format!(" AND length({field}) <= 64 AND {start}{field}{end}") } else { String::new() };
            let of = format!("FROM {table} WHERE deleted_at IS NULL AND {field} IS NOT NULL{key}");
            [
                format!("SELECT team_id, {field} AS value {of}"),
                format!("SELECT team_id, CAST(project_id AS text) || ':' || {field} AS value {of}"),
            ]
        });
        let used: Vec<String> = used.collect();
        let counted = || {
            format!(
                "SELECT team_id AS team, value, count(*) AS n FROM ({}) AS used GROUP BY 1, 2",
                used.join(" UNION ALL ")
            )
        };
        (!used.is_empty()).then(|| (lookup.name(), counted()))
    };
    LookupType::ALL.iter().filter_map(of_type).collect()
}

/// The tables with a field that lookups of a type fill, and whether it takes any text.
fn fields(lookup: LookupType) -> Vec<(&'static str, &'static str, bool)> {
    let filled = |kind: &Kind| {
        let (table, fields) = (kind.table(), kind.fields().iter().filter(move |it| it.lookup == Some(lookup)));
        fields.map(move |field| (table, field.name, matches!(field.field_type, FieldType::Text { .. })))
    };
    Kind::ALL.iter().flat_map(filled).collect()
}

//! Attachments, as they are asked for.

use uplift_domain::{Attachable, AttachmentFilter as Filter, AttachmentRelation as Relation, AttachmentSort as Sort};
use uplift_tables::attachments;
use uplift_tables::{AttachmentRow, NewAttachment};

use super::prelude::*;

store!(Attachment in attachments as AttachmentRow, NewAttachment);

fn apply_filter<'q>(query: Query<'q>, filter: Filter, values: &FilterValues) -> Query<'q> {
    match filter {
        Filter::Id => number!(query, attachments::id, values),
        Filter::ProjectId => number!(query, attachments::project_id, values),
        Filter::AttachableType => word!(query, attachments::attachable_type, values),
        Filter::AttachableId => number!(query, attachments::attachable_id, values),
    }
}

fn apply_sort(query: Query<'_>, sort: Sort, direction: Direction) -> Query<'_> {
    match sort {
        Sort::Id => by!(query, direction, attachments::id),
        Sort::Name => by!(query, direction, attachments::name),
        Sort::CreatedAt => by!(query, direction, attachments::created_at),
        Sort::UpdatedAt => by!(query, direction, attachments::updated_at),
    }
}

/// The id of the record that an attachment is attached to, where that is of this kind.
macro_rules! attachable {
    ($kind:ident) => {
        |it: &Attachment| (it.attachable_type == Attachable::$kind).then_some(it.attachable_id.get())
    };
}

fn related(
    session: &mut Session<'_>,
    of: related::Of<'_, Attachment>,
    relation: Relation,
    _ask: Ask,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    match relation {
        Relation::Attachable => related::either([
            related::one::<Idea, _>(session, of, allowance, attachable!(Idea)),
            related::one::<Insight, _>(session, of, allowance, attachable!(Insight)),
            related::one::<Learning, _>(session, of, allowance, attachable!(Learning)),
            related::one::<Project, _>(session, of, allowance, attachable!(Project)),
        ]),
    }
}

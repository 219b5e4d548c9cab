//! What records are called.

use uplift_domain::record::{FieldValue, Shows};

/// What a record is called: by its identifier, else its name, else its number.
pub(crate) fn called(shows: &dyn Shows) -> String {
    let (mut id, mut identifier, mut named) = (0, None, None);
    shows.show(&mut |field, value| match (field, value) {
        ("id", FieldValue::Integer(it)) => id = it,
        ("identifier", FieldValue::Text(text)) => identifier = Some(text.to_owned()),
        ("name", FieldValue::Text(text)) => named = Some(text.to_owned()),
        _ => {}
    });
    identifier.or(named).unwrap_or_else(|| format!("#{id}"))
}

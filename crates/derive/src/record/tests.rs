//! What contradicts itself is no record.

use super::{FILLED_TWICE, expand};

fn refused(record: &str) -> Option<String> {
    expand(&syn::parse_str(record).unwrap()).err().map(|error| error.to_string())
}

#[test]
fn a_field_is_filled_in_one_way() {
    for ways in [
        "server, default = 1",
        "default = 1, server",
        "computed, default = 1",
        "author, default = 1",
        "identifier, server",
        "server, author",
        "server, server",
    ] {
        let record = format!("struct Thing {{ /** Its size. */ #[record({ways})] size: Size }}");
        assert_eq!(refused(&record).as_deref(), Some(FILLED_TWICE), "{ways}");
        let apart = ways.replace(", ", ")] #[record(");
        let record = format!("struct Thing {{ /** Its size. */ #[record({apart})] size: Size }}");
        assert_eq!(refused(&record).as_deref(), Some(FILLED_TWICE), "{apart}");
    }
    for way in [
        "server",
        "computed",
        "author",
        "identifier",
        "default = 1",
        "default = 1, replaced",
        "fixed, default = 1",
        "server, hidden",
    ] {
        let record = format!("struct Thing {{ /** Its size. */ #[record({way})] size: Size }}");
        assert_eq!(refused(&record), None, "{way}");
    }
}

#[test]
fn what_the_service_keeps_has_no_field_that_anything_else_fills() {
    for (way, expected) in [("default = 1", Some(FILLED_TWICE)), ("author", Some(FILLED_TWICE)), ("personal", None)] {
        let record = format!("#[record(server)] struct Thing {{ /** Its size. */ #[record({way})] size: Size }}");
        assert_eq!(refused(&record).as_deref(), expected, "{way}");
    }
}

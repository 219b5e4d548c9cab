use super::*;
use crate::listing::Relations as _;
use crate::{Kind, record_kinds};

macro_rules! tagged {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// The kinds whose records have tags, as they declare it.
        fn tagged() -> Vec<Kind> {
            let mut kinds = Vec::new();
            $(if <crate::$Kind as Listed>::Relation::ALL.iter().any(|it| it.name() == "tags" && it.linked().is_some()) {
                kinds.push(Kind::$Kind);
            })*
            kinds
        }
    };
}

record_kinds!(tagged);

#[test]
fn a_tag_leads_to_every_kind_that_has_tags() {
    let mut led: Vec<Kind> =
        TagRelation::ALL.iter().filter_map(|relation| relation.leads_to().link()).map(|(kind, _)| kind).collect();
    led.sort_unstable();
    let mut tagged = tagged();
    tagged.sort_unstable();
    assert_eq!(led, tagged);
}

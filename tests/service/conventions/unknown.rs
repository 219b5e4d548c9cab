//! Names that a list does not have: refused in the stack's words, built from the names it has.

use super::declared::Kind;
use super::walk::Walk;

pub(super) fn walk(walk: &mut Walk<'_>) {
    for kind in walk.kinds() {
        let (filters, sorts, includes) = messages(&kind);
        let refused = |parameters: &[(&str, &str)], message: String| {
            walk.get(&kind.path, parameters).refused(400, &message);
        };
        refused(&[("filter[zz]", "1")], filters("zz"));
        refused(&[("filter[zz]", "")], filters("zz"));
        refused(&[("filter[zz]", "1"), ("filter[id]", "1"), ("filter[ID]", "2")], filters("zz, ID"));
        refused(&[("filter[team_id]", "1")], filters("team_id"));
        refused(&[("filter[deleted_at]", "1")], filters("deleted_at"));
        refused(&[("sort", "zz")], sorts("zz"));
        refused(&[("sort", "-zz,id,ID")], sorts("zz, ID"));
        refused(&[("sort", "id, id")], sorts(" id"));
        refused(&[("sort", "team_id")], sorts("team_id"));
        refused(&[("include", "zz")], includes("zz"));
        refused(&[("include", "zz,team,yy")], includes("zz, team, yy"));
        refused(&[("include", "zz"), ("sort", "zz"), ("filter[zz]", "1")], filters("zz"));
        refused(&[("include", "zz"), ("sort", "zz")], sorts("zz"));
        refused(&[("include", "zz"), ("page[number]", "0")], includes("zz"));
        for relation in &kind.relations {
            let counted = format!("{}_count", relation.key);
            refused(&[("include", &counted)], includes(&counted));
            let nested = format!("{}.zz", relation.name);
            refused(&[("include", &nested)], includes(&nested));
            // One record is not counted.
            let asked = ["Count", "Exists"].map(|ask| format!("{}{ask}", relation.name));
            for ask in asked.iter().filter(|_| relation.is_one()) {
                refused(&[("include", ask)], includes(ask));
            }
        }
        // What is part of a record is there anyway.
        for (part, _) in kind.parts() {
            refused(&[("include", part)], includes(part));
            assert!(walk.data.live(&kind.path).iter().all(|it| it.shown[part].is_array()), "{part} of {}", kind.path);
        }
        let one = format!("{}/{}", kind.path, walk.data.live(&kind.path)[0].id);
        walk.get(&one, &[("include", "zz")]).refused(400, &includes("zz"));
    }
}

type Message = Box<dyn Fn(&str) -> String>;

/// What is said of unknown filters, sorts and includes.
fn messages(kind: &Kind) -> (Message, Message, Message) {
    let filters: Vec<&str> = kind.filter_names.iter().map(String::as_str).collect();
    let says = |what: &'static str, verb: &'static str, allowed: String| -> Message {
        Box::new(move |names| format!("Requested {what}(s) `{names}` {verb} not allowed. {allowed}"))
    };
    let includes = match kind.includes.as_slice() {
        [] => "There are no allowed includes.".to_owned(),
        names => format!("Allowed include(s) are `{}`.", names.join(", ")),
    };
    (
        says("filter", "are", format!("Allowed filter(s) are `{}`.", filters.join(", "))),
        says("sort", "is", format!("Allowed sort(s) are `{}`.", kind.sorts.join(", "))),
        says("include", "are", includes),
    )
}

//! JSON taken apart without reading what need not be read: numbers and texts stay as they were written.

/// What stands between the brackets of a list or an object, piece by piece.
fn pieces(raw: &str, open: char, close: char) -> Option<Vec<&str>> {
    let within = raw.trim().strip_prefix(open)?.strip_suffix(close)?;
    let (mut pieces, mut depth, mut from, mut in_text, mut escaped) = (Vec::new(), 0_usize, 0, false, false);
    for (at, byte) in within.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                pieces.push(within.get(from..at)?.trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    let last = within.get(from..)?.trim();
    if !(last.is_empty() && pieces.is_empty()) {
        pieces.push(last);
    }
    Some(pieces)
}

/// The items of a list; `None` where it is none.
pub(super) fn items(raw: &str) -> Option<Vec<&str>> {
    pieces(raw, '[', ']')
}

/// The members of an object by their names; `None` where it is none.
pub(super) fn members(raw: &str) -> Option<Vec<(String, &str)>> {
    pieces(raw, '{', '}')?.into_iter().map(member).collect()
}

fn member(piece: &str) -> Option<(String, &str)> {
    let mut names = serde_json::Deserializer::from_str(piece).into_iter::<String>();
    let name = names.next()?.ok()?;
    let value = piece.get(names.byte_offset()..)?.trim_start().strip_prefix(':')?;
    Some((name, value.trim()))
}

/// The list of these items.
pub(super) fn list(items: &[String]) -> String {
    format!("[{}]", items.join(","))
}

/// The object of these members.
pub(super) fn object(members: &[(String, String)]) -> String {
    let member = |(name, value): &(String, String)| format!("{}:{value}", text(name));
    format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
}

/// A text as JSON writes it.
pub(super) fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_apart_is_put_together_again() {
        let raw = r#"{"a":[1,{"b":"x,]\"}"},[]],"c":0.10000000000000001,"d":{},"e":"\\"}"#;
        let all: Vec<(String, String)> =
            members(raw).unwrap().into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        assert_eq!(object(&all), raw);
        let a: Vec<String> = items(&all[0].1).unwrap().into_iter().map(str::to_owned).collect();
        assert_eq!(a, ["1", r#"{"b":"x,]\"}"}"#, "[]"]);
        assert_eq!(list(&a), all[0].1);
        assert_eq!((items("[]").unwrap().len(), members(" { } ").unwrap().len()), (0, 0));
        for other in ["1", "", "[1", "\"[]\""] {
            assert!(items(other).is_none() && members(other).is_none(), "{other}");
        }
    }
}

//! Tests of the query: reading, encoding it again, errors and limits.

use super::{Filter, PageParameter, Query, Scalar};

/// Every filter of a query as `name=[items]`, or `name` if it is skipped.
fn filters(raw: &str) -> Vec<String> {
    let shown = |filter: Filter<'_>| match filter.values {
        Some(values) => format!("{}={values:?}", filter.name),
        None => filter.name.to_owned(),
    };
    Query::parse(raw).filters().into_iter().map(shown).collect()
}

fn carried(raw: &str) -> String {
    Query::parse(raw).carried(PageParameter::Number)
}

#[test]
fn filters_keep_their_order_and_split_on_commas() {
    for (raw, expected) in [
        ("", &[][..]),
        ("filter=abc", &[]),
        ("filter=", &[]),
        ("filter", &[]),
        ("filters[name]=x&Filter[name]=x", &[]),
        ("filter[b]=1&filter[a]=2", &[r#"b=["1"]"#, r#"a=["2"]"#]),
        ("filter[a]=1&filter[b]=2&filter[a]=3", &[r#"a=["3"]"#, r#"b=["2"]"#]),
        ("filter%5Bname%5D=x", &[r#"name=["x"]"#]),
        ("filter[project_id]=1,%203", &[r#"project_id=["1", " 3"]"#]),
        ("filter[id]=1%2C2", &[r#"id=["1", "2"]"#]),
        ("filter[c]=high,", &[r#"c=["high", ""]"#]),
        ("filter[c]=,", &[r#"c=["", ""]"#]),
        ("filter[name]=%20alpha%20", &[r#"name=["alpha"]"#]),
        ("filter[name]=+alpha+beta+", &[r#"name=["alpha beta"]"#]),
        ("filter[name]=%25&filter[x]=%zz%4", &[r#"name=["%"]"#, r#"x=["%zz%4"]"#]),
        ("filter[name]=back%5Cslash", &[r#"name=["back\\slash"]"#]),
        ("filter[name]=a=b", &[r#"name=["a=b"]"#]),
        ("filter[name]=0", &[r#"name=["0"]"#]),
        ("filter[name]=", &["name"]),
        ("filter[name]", &["name"]),
        ("filter[name]=%C2%A0%E2%80%8B%EF%BB%BF%E3%80%80%09", &["name"]),
        ("filter[name]=x&filter[name]=", &["name"]),
        ("filter[name][]=", &["name"]),
        ("filter[name][]=&filter[name][]=b", &[r#"name=["b"]"#]),
        ("filter[id][a]=1&filter[id][b]=3", &[r#"id=["1", "3"]"#]),
        ("filter[id][]=1&filter[id][]=2,3", &[r#"id=["1", "2", "3"]"#]),
        ("filter[id][a][b]=1&filter[id][a][c]=2", &[r#"id=["1", "2"]"#]),
        ("filter[]=x", &[r#"0=["x"]"#]),
        ("filter[]=x&filter[7]=y&filter[]=z", &[r#"0=["x"]"#, r#"7=["y"]"#, r#"8=["z"]"#]),
        ("filter[name.x]=1", &[r#"name.x=["1"]"#]),
        ("filter[na me]=1", &[r#"na me=["1"]"#]),
        ("filter=abc&filter[a]=1", &[r#"a=["1"]"#]),
        ("filter[a]=1&filter=abc", &[]),
        ("filter[a]=1&filter[a][]=2", &[r#"a=["2"]"#]),
        ("filter[a]x=1&filter[b", &[r#"a=["1"]"#]),
        ("filter[a[b]]=1", &[r#"a[b=["1"]"#]),
        ("filter[a][b=1", &[r#"a=["1"]"#]),
        ("+filter[a]=1", &[r#"a=["1"]"#]),
        ("&&filter[a]=1&", &[r#"a=["1"]"#]),
    ] {
        assert_eq!(filters(raw), expected, "{raw}");
    }
}

#[test]
fn sorts_and_includes_drop_empty_items() {
    for (items, expected) in [
        ("", &[][..]),
        ("=", &[]),
        ("=,", &[]),
        ("=0", &[]),
        ("=-id", &["-id"]),
        ("=project_id,-id", &["project_id", "-id"]),
        ("=id,+name", &["id", " name"]),
        ("=,id,,0,", &["id"]),
        ("=-", &["-"]),
        ("=+id", &["id"]),
        ("=%2Bid", &["+id"]),
        ("=-id&sort=name", &["-id", "name"]),
        ("=&sort=name&sort=&sort=id,a", &["name", "id", "a"]),
        ("[]=-id&sort=name", &["name"]),
        ("=-id&sort[]=name", &["name"]),
        ("[]=-id&sort[]=name", &["-id", "name"]),
        ("[]=id,name", &["id,name"]),
        ("[]=0&sort[]=&sort[a][b]=x", &["x"]),
    ] {
        let raw = format!("sort{items}");
        assert_eq!(Query::parse(&raw).sorts(), expected, "{raw}");
        let raw = raw.replace("sort", "include");
        assert_eq!(Query::parse(&raw).includes(), expected, "{raw}");
    }
}

#[test]
fn fields_are_those_of_any_kind() {
    for (raw, expected) in [
        ("", &[][..]),
        ("fields=id", &[]),
        ("fields[learnings]=", &[]),
        ("fields[learnings]=id,name&fields[insights]=id", &["id", "name", "id"]),
        ("fields[a][b]=x,", &["x"]),
    ] {
        assert_eq!(Query::parse(raw).fields(), expected, "{raw}");
    }
}

#[test]
fn scalars_tell_absent_from_array() {
    use Scalar::{Absent, Array, Text};
    for (raw, number, size, page, plain) in [
        ("", Absent, Absent, Absent, Absent),
        ("page[number]=+2+", Text("2"), Absent, Text("2"), Array),
        ("page[number]=%2B2", Text("+2"), Absent, Text("+2"), Array),
        ("page[number]=0", Text("0"), Absent, Text("0"), Array),
        ("page[number]=&page[size]=", Absent, Absent, Absent, Array),
        ("page[size]=7", Absent, Text("7"), Absent, Array),
        ("page[number][]=2", Array, Absent, Array, Array),
        ("page[size][]=2", Absent, Array, Absent, Array),
        ("page=2", Absent, Absent, Text("2"), Text("2")),
        ("page=", Absent, Absent, Absent, Absent),
        ("page[]=2", Absent, Absent, Array, Array),
        ("page[number]=3&page=2", Absent, Absent, Text("2"), Text("2")),
        ("page=2&page[number]=3", Text("3"), Absent, Text("3"), Array),
    ] {
        let query = Query::parse(raw);
        let found = (query.page_number(), query.page_size(), query.page());
        assert_eq!(found, (number, size, page), "{raw}");
        assert_eq!(query.plain("page"), plain, "{raw}");
    }
    let query = Query::parse("subject_type=idea&subject.id=7&per_page[]=1");
    assert_eq!(query.plain("subject_type"), Text("idea"));
    assert_eq!(query.plain("subject_id"), Text("7"));
    assert_eq!(query.plain("per_page"), Array);
}

#[test]
fn carried_encodes_what_was_sent() {
    for (raw, expected) in [
        ("", ""),
        ("page[number]=3", ""),
        ("filter[confidence]=&sort=", ""),
        ("page[number]=3&page[size]=100&sort=id", "page%5Bsize%5D=100&sort=id"),
        ("page[size]=abc&sort=id&page[number]=1", "page%5Bsize%5D=abc&sort=id"),
        ("page[number]=1&sort=id&page[size]=7", "page%5Bsize%5D=7&sort=id"),
        ("sort=id&page=2", "sort=id&page=2"),
        ("filter[a]=1&sort=id&filter[b]=2", "filter%5Ba%5D=1&filter%5Bb%5D=2&sort=id"),
        ("sort=a&x=1&sort=b", "sort=a%2Cb&x=1"),
        ("include=a&include=&include=b,c&include", "include=a%2Cb%2Cc"),
        ("fields[a]=1&fields[a]=2", "fields%5Ba%5D=2"),
        ("filter[name]=+a+b,c+", "filter%5Bname%5D=a%20b%2Cc"),
        ("x=~-_.!*'()", "x=~-_.%21%2A%27%28%29"),
        ("x=%C3%89&%C3%A9=1", "x=%C3%89&%C3%A9=1"),
        ("sort[]=a&sort[]=&sort[]=b", "sort%5B0%5D=a&sort%5B2%5D=b"),
        ("a[b][c][]=1", "a%5Bb%5D%5Bc%5D%5B0%5D=1"),
        ("a.b=1&c d=2&e+f=3", "a_b=1&c_d=2&e_f=3"),
        ("a[x=1&b.c[d=2", "a_x=1&b_c_d=2"),
        ("[a]=1&=2&[=3", ""),
        ("team_id=7&team_id=8", "team_id=8"),
        ("a=1&a[b]=2", "a%5Bb%5D=2"),
        ("x=%00&y=1", "y=1"),
    ] {
        assert_eq!(carried(raw), expected, "{raw}");
    }
    for (raw, expected) in [
        ("page=2&per_page=5", "per_page=5"),
        ("page[number]=2&per_page=5", "per_page=5"),
        ("page[size]=2&per_page=5", "page%5Bsize%5D=2&per_page=5"),
    ] {
        let query = Query::parse(raw);
        assert_eq!(query.carried(PageParameter::Plain), expected, "{raw}");
    }
}

#[test]
fn carried_is_stable() {
    let raw = "filter[name]=a b&sort[]=x&sort[]=y&page[size]=3&x[5]=1&x[]=2&u=%F0%9F%A6%80";
    let once = carried(raw);
    assert_eq!(carried(&once), once);
}

#[test]
fn nul_and_invalid_utf8_are_rejected() {
    for (raw, expected) in [
        ("filter[name]=caf%C3%A9", &[][..]),
        ("filter[name]=a%00b", &["filter.name"]),
        ("filter[name]=%FF", &["filter.name"]),
        ("filter%5Bname%5D[]=%FF&filter[name][]=%FE", &["filter.name"]),
        ("filter[id][a]=%00", &["filter.id.a"]),
        ("page[number]=1%00", &["page.number"]),
        ("sort=%C3&x=%ED%A0%80", &["sort", "x"]),
        ("sort=%C3&sort=id", &["sort"]),
        ("filter[%FF]=1", &["filter.\u{FFFD}"]),
        ("a%00[b]=1", &["a\u{FFFD}.b"]),
    ] {
        assert_eq!(Query::parse(raw).unreadable(), expected, "{raw}");
    }
}

#[test]
fn a_malformed_value_counts_as_empty() {
    let query = Query::parse("filter[name]=%FF&sort=%00&page[number]=%FF&filter[%FF]=1");
    let skipped = Filter { name: "name", values: None, members: Vec::new() };
    assert_eq!(query.filters(), [skipped]);
    assert!(query.sorts().is_empty());
    assert_eq!(query.page_number(), Scalar::Absent);
}

#[test]
fn limits_are_rejected() {
    let many = |count: usize| {
        let pairs: Vec<_> = (1..=count).map(|n| format!("filter[id][]={n}")).collect();
        pairs.join("&")
    };
    let raw = many(1000);
    let query = Query::parse(&raw);
    assert!(query.unreadable().is_empty());
    let values = query.filters().remove(0).values.unwrap();
    assert_eq!((values.len(), values[999]), (1000, "1000"));
    let raw = many(1001);
    assert_eq!(Query::parse(&raw).unreadable(), ["filter.id"]);

    let raw = format!("a{}=1", "[b]".repeat(64));
    let query = Query::parse(&raw);
    assert!(query.unreadable().is_empty());
    let deep = format!("a{}=1", "%5Bb%5D".repeat(64));
    assert_eq!(query.carried(PageParameter::Number), deep);
    let raw = format!("a{}=1", "[b]".repeat(65));
    assert_eq!(Query::parse(&raw).unreadable().len(), 1);
}

#[test]
fn abuse_neither_panics_nor_lasts() {
    for raw in [
        "a[]=1&".repeat(100_000),
        format!("a{}=1", "[".repeat(1_000_000)),
        format!("a{}=1", "[]".repeat(1_000_000)),
        format!("{}=%FF", "[a]".repeat(1_000_000)),
        "%".repeat(1_000_000),
        "&=".repeat(1_000_000),
        (0..100_000).fold(String::new(), |raw, n| raw + &format!("f[{n}]=%FF&")),
        format!("x[{0}]=1&x[]=2&x[{0}0]=3&x[]=4", i64::MAX),
    ] {
        let query = Query::parse(&raw);
        assert!(query.unreadable().len() <= 20);
        let _ = (query.filters(), query.sorts(), query.page());
        let _ = query.carried(PageParameter::Plain);
    }
}

use super::*;

/// What is written every day.
const ORDINARY: [&str; 27] = [
    "",
    "^/cart(/|$)",
    r"\d{1,8}",
    "(?i)checkout",
    "日本+",
    r"^\d{5}$",
    r"^\d{5}(-\d{4})?$",
    "(?i)^[a-z0-9_-]+$",
    r"^\p{L}[\p{L} '-]*$",
    r"(?i)^\p{L}[\p{L} '-]*$",
    r"(?i)^[\p{L}\p{M}' -]{2,6}$",
    r"^\w{3,16}$",
    r"(?i)^[\w.+-]+@[\w-]+\.[\w.-]+$",
    r"^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.\w{2,3})+$",
    r"^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255}\.[A-Za-z]{2,63}$",
    r"(?i)^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$",
    r"^(GIR ?0AA|[A-PR-UWYZ]([0-9]{1,2}|([A-HK-Y][0-9]([0-9ABEHMNPRV-Y])?)|[0-9][A-HJKPS-UW]) ?[0-9][ABD-HJLNP-UW-Z]{2})$",
    r"(?i)^https?://(www\.)?[-\w@:%.+~#=]{1,2}\.[a-z]{2,6}\b([-a-z0-9()@:%_+.~#?&/=]*)$",
    r"^https://[^/]+/products/[^/?]+(\?.*)?$",
    r"(?i)^[^\s@]+@[^\s@]+\.[^\s@]+$",
    r"^\+?[0-9 ()-]{7,20}$",
    r"^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$",
    r"^[\s\S]{0,200}$",
    "^.{1,500}$",
    r"(?i)\bfree\b.*\btrial\b",
    r"^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$",
    r"^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}",
];

/// The work is all in the classes, or the memory all in what is repeated, of what is hardly accepted.
const WORST: [(&str, &str, &str, usize); 11] = [
    ("[", r"\pC\pL", "]", 38),
    (r"\d", r"|\w|\pC", "", 38),
    ("(?i)", r"\p{age=16.0}", "", 4),
    ("(?i)", r"[^a\p{age=16.0}]", "", 4),
    ("(?i)[[", r"\p{age=16.0}", "]a]", 2),
    ("(?i)", r"[\x01-\x{22000}&&a]", "", 1),
    ("(?i)", "[\u{1}-\u{800}--a]", "", 36),
    ("", r"[\w~~\pL]", "", 25),
    ("", r"\w", "", 25),
    ("", r"[^a]{1300}", "", 1),
    ("", "a{20000}", "", 1),
];

#[test]
fn what_is_no_expression_or_too_large_a_one_is_refused() {
    for pattern in ["(", "a{2,1}", "*", r"(?=ahead)", r"(a)\1", r"\p{none}", r"(?-u)\xFF"] {
        assert_eq!(check_pattern(pattern), Err(FieldError::Format), "{pattern}");
    }
    for pattern in [r"(\w{100}){100}", "((a{100}){100}){100}", "(((((a{999}){999}){999}){999}){999}){999}"] {
        assert_eq!(check_pattern(pattern), Err(FieldError::Format), "{pattern}");
    }
}

#[test]
fn ordinary_expressions_are_accepted_five_hundred_in_one_job() {
    for pattern in ORDINARY {
        assert_eq!(check_pattern(pattern), Ok(()), "{pattern}");
        assert!(compile_pattern(pattern).is_ok(), "{pattern}");
    }
    with_pattern_allowance(|| {
        for pattern in ORDINARY.iter().filter(|it| !it.contains(r"(?i)^\p{L}")).cycle().take(500) {
            assert_eq!(check_pattern(pattern), Ok(()), "{pattern}");
        }
    });
}

#[test]
fn what_is_long_to_find_out_is_refused_before() {
    let classes = [
        "[\u{1}-\u{10FFFF}&&a]",
        r"[\x01-\u{10FFFF}&&a]",
        r"[\s\S]",
        r"\p{Any}",
        r"\p{gc=is_Any}",
        r"[[^a]b]",
        r"[\P{Greek}a]",
    ];
    for class in classes {
        assert_eq!(check_pattern(class), Ok(()), "{class}");
        for pattern in [format!("(?i){class}"), format!("(?x-u:(?ui:{class}))"), format!("(?i){}", class.repeat(20))] {
            assert_eq!(check_pattern(&pattern), Err(FieldError::Format), "{pattern}");
        }
    }
    for pattern in [format!("[{}]", r"\pC\pL".repeat(300)), r"\w|\pC|".repeat(200), "a".repeat(7_000)] {
        assert_eq!(check_pattern(&pattern), Err(FieldError::Format), "{pattern}");
    }
}

#[test]
fn the_worst_that_is_accepted_takes_no_more_than_is_told() {
    for (before, class, after, times) in WORST {
        let pattern = |times: usize| format!("{before}{}{after}", class.repeat(times));
        assert!(check_pattern(&pattern(times * 2)).is_err(), "{}", pattern(times * 2));
        let (_, size) = parse(&pattern(times)).unwrap_or_else(|_| panic!("{}", pattern(times)));
        let compiled = compile_pattern(&pattern(times)).expect("compiles").0.memory_usage();
        let told = usize::try_from(size).expect("a size");
        assert!(
            compiled <= told + told / 2 + 1_024,
            "{pattern} takes {compiled} and not {told}",
            pattern = pattern(times)
        );
    }
}

#[test]
fn a_job_ends_its_work_where_its_allowance_does() {
    let other = |at: usize| format!("{at}[{}]", r"\pC\pL".repeat(35));
    with_pattern_allowance(|| {
        let accepted = (0..500).take_while(|at| check_pattern(&other(*at)).is_ok()).count();
        assert!((50..100).contains(&accepted), "{accepted}");
        assert_eq!(check_pattern("a"), Err(too_much()));
    });
    with_pattern_allowance(|| {
        let many = "a{9999}b";
        let pattern = compile_pattern(many).expect("compiles");
        assert_eq!(pattern.is_found(&"a".repeat(60_000)), Err(too_much()));
    });
    assert_eq!(check_pattern("a"), Ok(()));
}

#[test]
fn an_expression_is_found_where_it_is() {
    let found = [
        ("", "", true),
        ("", "é", true),
        ("^a", "ba", false),
        ("a$", "ba", true),
        ("b+a", "cbba", true),
        (r"^\d{5}$", "12345", true),
        (r"^\d{5}$", "123456", false),
        ("(?i)CHECKOUT", "the checkout", true),
        (r"\bé\b", "un é là", true),
        (r"\bé\b", "unélà", false),
        (r"^[^é]$", "ê", true),
        (r"^.$", "日", true),
        (r"^.$", "日本", false),
        ("(?m)^b$", "a\nb\nc", true),
        (r"^\P{L}+$", "12 日", false),
        ("^(?:(?:a|b)*c)+$", "abcac", true),
        (r"\B", "a", false),
        ("(a*)*b", "aaaa", false),
    ];
    for (pattern, text, is_found) in found {
        let compiled = compile_pattern(pattern).expect(pattern);
        assert_eq!(compiled.is_found(text), Ok(is_found), "{pattern} in {text}");
    }
}

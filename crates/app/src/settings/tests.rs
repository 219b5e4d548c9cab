use clap::Args as _;

use super::*;

fn read(variables: &[(&str, &str)], flags: &Flags, file: &[(&str, &str)]) -> Result<Settings> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let variables: HashMap<String, String> = variables.iter().map(owned).collect();
    let file = DotEnv(file.iter().map(owned).collect());
    Settings::from(flags, &file, |name| Ok(variables.get(name).cloned()))
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let name = "UPLIFT_MAX_PAGE_SIZE";
    let flags = Flags { max_page_size: Some("10".to_owned()), ..Flags::default() };
    let size =
        |variables: &[_], flags: &_, file: &[_]| read(variables, flags, file).map(|it| it.max_page_size).unwrap();
    assert_eq!(size(&[(name, "20")], &flags, &[(name, "25")]), 10);
    assert_eq!(size(&[(name, "20")], &Flags::default(), &[(name, "25")]), 20);
    assert_eq!(size(&[(name, "")], &Flags::default(), &[(name, "25")]), 25);
    assert_eq!(size(&[], &Flags::default(), &[]), 30);
}

#[test]
fn a_bad_value_is_named_with_what_is_accepted() {
    for (name, value, accepted) in [
        ("UPLIFT_BIND", "8080", "ADDRESS:PORT"),
        ("UPLIFT_BASE_URL", "https://uplift.test", "/api"),
        ("UPLIFT_AUTO_MIGRATE", "yes", "true or false"),
        ("UPLIFT_BACKUP_BEFORE_MIGRATE", "no", "true or false"),
        ("UPLIFT_RATE_LIMIT_PER_MINUTE", "-1", "from 0 to 4294967295"),
        ("UPLIFT_AUTH_FAILURES_PER_MINUTE", "99999999999", "from 0 to 4294967295"),
        ("UPLIFT_MAX_PAGE_SIZE", "0", "from 1"),
        ("UPLIFT_MAX_INCLUDED", "0", "from 1 to 1000000"),
        ("UPLIFT_WORKERS", "many", "from 1"),
        ("UPLIFT_MAX_CONNECTIONS", "0", "from 1"),
        ("UPLIFT_READ_TIMEOUT_SECONDS", "3601", "from 1 to 3600"),
        ("UPLIFT_TRUSTED_PROXIES", "10.0.0.0/8,here", "networks"),
        ("UPLIFT_CORS_ORIGINS", "app.example.com", "origins"),
        ("UPLIFT_LOG_FORMAT", "xml", "text or json"),
        ("RUST_LOG", "uplift=loud", "levels"),
        ("UPLIFT_RATE_LIMIT_STORE", "file", "memory"),
        ("UPLIFT_ATTACHMENTS", "data", "file://PATH"),
        ("UPLIFT_ATTACHMENTS", "s3:///prefix", "s3://BUCKET/PREFIX"),
    ] {
        let error = read(&[(name, value)], &Flags::default(), &[]).err().unwrap().to_string();
        assert!(error.contains(name) && error.contains(value) && error.contains(accepted), "{error}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn the_help_tells_the_defaults_that_hold() {
    let settings = read(&[], &Flags::default(), &[]).unwrap();
    let hold = [
        ("bind", settings.bind.to_string()),
        ("backup_before_migrate", settings.backup_before_migrate.to_string()),
        ("rate_limit_per_minute", settings.rate_limit_per_minute.to_string()),
        ("auth_failures_per_minute", settings.auth_failures_per_minute.to_string()),
        ("public_requests_per_minute", settings.public_requests_per_minute.to_string()),
        ("public_responses_per_minute", settings.public_responses_per_minute.to_string()),
        ("max_page_size", settings.max_page_size.to_string()),
        ("max_included", settings.max_included.to_string()),
        ("read_timeout_seconds", settings.read_timeout.as_secs().to_string()),
    ];
    for flag in Flags::augment_args(clap::Command::new("flags")).get_arguments() {
        let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
        let Some((_, told)) = help.rsplit_once("[default: ") else { continue };
        match hold.iter().find(|(id, _)| flag.get_id() == *id) {
            Some((id, holds)) => assert_eq!(told.trim_end_matches(']'), holds, "{id}"),
            None => assert!(!told.starts_with(|it: char| it.is_ascii_digit()), "{help}"),
        }
    }
}

#[test]
fn no_password_is_repeated() {
    let error = |name, value| read(&[(name, value)], &Flags::default(), &[]).err().unwrap().to_string();
    assert!(!error("UPLIFT_RATE_LIMIT_STORE", "valkey://:secret@host").contains("secret"));
    assert!(!error("UPLIFT_RATE_LIMIT_STORE", "redis://:secret@host:port").contains("secret"));
    assert!(!error("UPLIFT_RATE_LIMIT_STORE", "redis:/:secret@host").contains("secret"));
    assert!(!error("UPLIFT_ATTACHMENTS", "s3:/key:secret@bucket").contains("secret"));
    assert!(!error("DATABASE_URL", "mysql://user:secret@host/db").contains("secret"));
}

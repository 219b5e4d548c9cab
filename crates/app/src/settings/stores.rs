//! Where files are kept and limits are counted: with this process alone, or where others find them too.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use uplift_budgets::RedisAddress;
use uplift_persistence::Source;
use uplift_storage::BucketSettings;

use super::given::{Given, masked};

/// Where the attachment files are.
#[derive(Clone)]
pub(crate) enum Attachments {
    Folder(PathBuf),
    Bucket(BucketSettings),
}

/// Where the windows of limits are counted.
#[derive(Clone)]
pub(crate) enum RateLimitStore {
    Memory,
    Redis(RedisAddress),
}

impl Attachments {
    /// The folder, where the files are in one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Bucket(_) => None,
        }
    }

    /// The folder, where the files are in one that is not there.
    pub(crate) fn missing_folder(&self) -> Option<&Path> {
        self.folder().filter(|folder| !folder.exists())
    }
}

impl Display for Attachments {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Bucket(BucketSettings { bucket, prefix, .. }) => write!(f, "s3://{bucket}/{prefix}"),
        }
    }
}

/// What a database is called where no password may stand.
pub(super) fn database_name(source: &Source, url: Option<&str>) -> String {
    match source.file() {
        Some(file) => std::path::absolute(file).unwrap_or_else(|_| file.to_owned()).display().to_string(),
        None => {
            let url = masked(url.unwrap_or_default());
            let Some((place, options)) = url.split_once('?') else { return url };
            let told: Vec<_> = options.split('&').filter(|option| !option.starts_with("password")).collect();
            format!("{place}?{}", told.join("&"))
        }
    }
}

impl Given {
    pub(super) fn attachments(&self) -> Result<Attachments> {
        let value = self.value.as_deref().unwrap_or("file://data/attachments");
        let (folder, bucket) = (value.strip_prefix("file://"), value.strip_prefix("s3://"));
        match (folder.filter(|path| !path.is_empty()), bucket.and_then(in_bucket)) {
            (Some(path), _) => Ok(Attachments::Folder(PathBuf::from(path))),
            (None, Some(settings)) => Ok(Attachments::Bucket(settings)),
            (None, None) => self.refuse("file://PATH or s3://BUCKET/PREFIX"),
        }
    }

    pub(super) fn rate_limit_store(&self) -> Result<RateLimitStore> {
        let accepted = "memory, redis://HOST:PORT/NUMBER or rediss://… (with TLS)";
        match self.value.as_deref() {
            None | Some("memory") => Ok(RateLimitStore::Memory),
            // The address may hold a password.
            Some(value) if value.starts_with("redis://") || value.starts_with("rediss://") => {
                let scheme = value.split(':').next().unwrap_or_default();
                let wrong =
                    |why| anyhow!("{}: \"{scheme}://…\" is no address ({why}); it is {accepted}", self.variable);
                RedisAddress::parse(value).map(RateLimitStore::Redis).map_err(wrong)
            }
            // So may any other.
            Some(value) if value.contains("://") => {
                let scheme = value.split(':').next().unwrap_or_default();
                bail!("{}: \"{scheme}://…\" is not {accepted}", self.variable)
            }
            Some(_) => self.refuse(accepted),
        }
    }
}

/// What follows `s3://`: a bucket, and maybe a prefix.
fn in_bucket(text: &str) -> Option<BucketSettings> {
    let (bucket, prefix) = text.split_once('/').unwrap_or((text, ""));
    let named = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'.' | b'-' | b'_');
    let prefix = prefix.trim_end_matches('/');
    let plain =
        prefix.split('/').all(|part| !part.is_empty() && part.bytes().all(named) && part != "." && part != "..");
    let good = !bucket.is_empty() && bucket.bytes().all(named) && (prefix.is_empty() || plain);
    good.then(|| BucketSettings { bucket: bucket.to_owned(), prefix: prefix.to_owned(), variables: Vec::new() })
}

/// The `AWS_…` variables; the environment wins over `.env`.
pub(super) fn aws_variables(file: &HashMap<String, String>) -> Vec<(String, String)> {
    let environment =
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let said = |(name, value): &(String, String)| name.starts_with("AWS_") && !value.trim().is_empty();
    let file = file.iter().map(|(name, value)| (name.clone(), value.clone()));
    file.chain(environment).filter(said).collect::<BTreeMap<_, _>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_may_have_a_prefix() {
        for (text, bucket, prefix) in
            [("b", "b", ""), ("b/", "b", ""), ("b/p", "b", "p"), ("b-1.x/p/q/", "b-1.x", "p/q")]
        {
            let found = in_bucket(text).unwrap();
            assert_eq!((found.bucket.as_str(), found.prefix.as_str()), (bucket, prefix));
        }
        for text in ["", "/p", "b ucket", "user:secret@b", "b//p", "b/../p", "b/p q"] {
            assert!(in_bucket(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_database_is_called_without_a_password() {
        let name = |url: &str| database_name(&Source::parse(url).unwrap(), Some(url));
        assert_eq!(
            name("postgres://ada:let%20me@db.example:5432/uplift?password=open&sslmode=require"),
            "postgres://…@db.example:5432/uplift?sslmode=require"
        );
        assert_eq!(name("sqlite:///srv/uplift.db"), "/srv/uplift.db");
        assert!(name("sqlite://data/uplift.db").starts_with('/'));
    }
}

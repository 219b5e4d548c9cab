//! The data, made by the verbs that clients use.

mod cached;
mod large;
pub(crate) mod long;
mod make;
pub(crate) mod mixed;
mod multiplied;
mod records;
mod texts;
mod words;

use std::path::Path;
use std::time::Duration;

use uplift_domain::access::{TeamId, secret, token};
use uplift_domain::record::Id;
use uplift_persistence::Source;

pub(crate) use cached::{copy, file};
pub(crate) use large::{COLLECTIONS, INSIGHTS, LARGE_PROJECT, PROJECTS, USERS, pages, with_insights};
pub(crate) use multiplied::{Copied, adopt, multiply};
pub(crate) use words::{mix, parts_of_names, words_of_names};

/// To be raised when the data change, so that databases which are kept are made anew.
const VERSION: u32 = 2;

/// How long a read of the data may take.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

const SECRET: [u8; 40] = [11; 40];

/// Which data a database has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Data {
    /// One team has so many learnings, and nineteen have a hundred.
    Large(i64),
    /// Sixty-four teams have so many learnings together, and all their records interleave.
    Mixed(i64),
    /// One team has long texts.
    LongTexts,
}

impl Data {
    /// The name of the file that such a database is kept in.
    fn name(self) -> String {
        match self {
            Self::Large(learnings) => learnings.to_string(),
            Self::Mixed(learnings) => format!("mixed-{learnings}"),
            Self::LongTexts => "long".to_owned(),
        }
    }

    /// Makes such a database.
    fn seed(self, path: &Path) -> Result<(), String> {
        let opened = Source::parse(&format!("sqlite://{}", path.display())).and_then(|source| {
            source.migrate()?;
            source.open(None, READ_TIMEOUT)
        });
        let database = opened.map_err(|error| format!("{error:#}"))?;
        let filled = match self {
            Self::Large(learnings) => large::fill(database.as_ref(), learnings),
            Self::Mixed(learnings) => mixed::fill(database.as_ref(), learnings),
            Self::LongTexts => long::fill(database.as_ref()),
        };
        database.close();
        filled
    }
}

/// The key of the owner of a team, counted from 1: the large team is the first.
pub(crate) fn key(team: i64) -> String {
    token(TeamId::new(team), Id::new(team), &secret(&SECRET))
}

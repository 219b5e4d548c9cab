//! Open files: how many the system lets this process have, of which each connection takes one or two, and each upload
//! one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// How many open files are left to the database and its pools.
const KEPT_BACK: u64 = 256;

/// How many connections there are at most, unless the operator says otherwise.
const MOST: usize = 20_000;

/// How many files may be on their way in at once: together they lie on the disk with 2.5 GiB at most, and half a
/// mebibyte of each waits in memory.
const MOST_UPLOADS: u64 = 256;

/// Raises the soft limit of open files to the hard one, and tells what it is then; `None` where there is none.
pub(crate) fn raise() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    if limit.current == limit.maximum {
        return limit.current;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }) {
        Ok(()) => {
            log::info!(
                "the limit of open files is raised from {} to {}",
                limit_text(limit.current),
                limit_text(limit.maximum)
            );
            limit.maximum
        }
        Err(error) => {
            log::warn!("the limit of open files stays {}: {error}", limit_text(limit.current));
            limit.current
        }
    }
}

fn limit_text(limit: Option<u64>) -> String {
    limit.map_or_else(|| "none".to_owned(), |limit| limit.to_string())
}

/// How many connections so many open files allow.
pub(crate) fn affordable(files: Option<u64>) -> usize {
    let Some(files) = files else { return MOST };
    // A connection over which a file is sent takes another one. Where there are hardly any, half of them.
    let left = (files.saturating_sub(KEPT_BACK + uploads(files)) / 2).max(files / 4);
    usize::try_from(left).unwrap_or(MOST).clamp(1, MOST)
}

/// How many uploads in the making so many open files allow.
pub(crate) fn affordable_uploads(files: Option<u64>) -> usize {
    usize::try_from(files.map_or(MOST_UPLOADS, uploads)).unwrap_or_default()
}

fn uploads(files: u64) -> u64 {
    (files / 8).min(MOST_UPLOADS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_to_others() {
        assert_eq!([1024, 20_000, 1_048_576, 64, 0].map(|files| affordable(Some(files))), [320, 9_744, 20_000, 16, 1]);
        assert_eq!(affordable(None), 20_000);
        assert_eq!([1024, 20_000, 64].map(|files| affordable_uploads(Some(files))), [128, 256, 8]);
        assert_eq!(affordable_uploads(None), 256);
    }

    #[test]
    fn the_limit_is_raised_as_far_as_it_goes() {
        let raised = raise();
        assert_eq!(getrlimit(Resource::Nofile).current, raised);
        assert_eq!(getrlimit(Resource::Nofile).maximum, raised);
    }
}

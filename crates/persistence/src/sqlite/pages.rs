//! Pages that are kept: answers that asking again would give, because nothing was written since.

use std::collections::{HashMap, HashSet};

use uplift_domain::ports::{PageName, Recalled, Rendered, Version};

/// How many bytes of pages are kept at most, and how many a page may have.
const ROOM: usize = 4 << 20;
const LARGEST: usize = 256 << 10;

/// How many names are remembered of pages that were asked for once.
const NAMES: usize = 1024;

/// The pages of one connection, all of one version of the database.
///
/// `PRAGMA data_version` gives another number once any other connection, of this process or another, has committed
/// anything at all. A page is kept under the number that was read before the page was, so it can only be newer than
/// that; and it is given out only while the number still is what it was, so it is what reading it now would give.
#[derive(Default)]
pub(super) struct Pages {
    data: i64,
    kept: HashMap<PageName, Rendered>,
    bytes: usize,
    /// What was asked for once: a page that is read in no time is kept when it is asked for again.
    asked: HashSet<PageName>,
}

impl Pages {
    /// Finds a page, in the version that the database has now.
    pub(super) fn recall(&mut self, name: &PageName, now: Version) -> Recalled {
        if self.data != now.data {
            *self = Self { data: now.data, ..Self::default() };
        }
        if let Some(page) = self.kept.get(name) {
            return Recalled::Page(page.clone());
        }
        let again = self.asked.remove(name);
        if !again {
            if self.asked.len() >= NAMES {
                self.asked.clear();
            }
            self.asked.insert(name.clone());
        }
        Recalled::Nothing { version: Some(now), again }
    }

    /// Keeps a page that was read since the database was found in this version. Where there is no room for it, the
    /// others go.
    pub(super) fn keep(&mut self, name: PageName, data: i64, page: Rendered) {
        let bytes = page.as_ref().len();
        if self.data != data || bytes > LARGEST {
            return;
        }
        if self.bytes + bytes > ROOM {
            self.kept.clear();
            self.bytes = 0;
        }
        if self.kept.insert(name, page).is_none() {
            self.bytes += bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use uplift_domain::access::TeamId;

    use super::*;

    fn name(team: i64, query: &str) -> PageName {
        PageName { team: TeamId::new(team), path: "/api/learnings".to_owned(), query: query.to_owned() }
    }

    fn version(data: i64) -> Version {
        Version { connection: 1, data }
    }

    fn found(pages: &mut Pages, name: &PageName, data: i64) -> Option<Vec<u8>> {
        match pages.recall(name, version(data)) {
            Recalled::Page(page) => Some(page.as_ref().to_vec()),
            Recalled::Nothing { .. } => None,
        }
    }

    fn keep(pages: &mut Pages, name: &PageName, data: i64, bytes: &[u8]) {
        pages.keep(name.clone(), data, Rendered::from(bytes.to_vec()));
    }

    #[test]
    fn it_is_known_what_is_asked_for_again() {
        let (mut pages, name) = (Pages::default(), name(1, "sort=id"));
        assert!(matches!(pages.recall(&name, version(1)), Recalled::Nothing { version: Some(_), again: false }));
        assert!(matches!(pages.recall(&name, version(1)), Recalled::Nothing { version: Some(_), again: true }));
        keep(&mut pages, &name, 1, b"page");
        assert_eq!(found(&mut pages, &name, 1).as_deref(), Some(b"page".as_slice()));
    }

    #[test]
    fn a_page_is_gone_once_anything_was_written() {
        let (mut pages, name) = (Pages::default(), name(1, ""));
        found(&mut pages, &name, 1);
        keep(&mut pages, &name, 1, b"old");
        assert_eq!(found(&mut pages, &name, 2), None);
        assert_eq!(found(&mut pages, &name, 1), None, "a number that comes again is another state");
    }

    #[test]
    fn a_page_that_was_read_before_a_write_is_not_kept_after_it() {
        let (mut pages, name) = (Pages::default(), name(1, ""));
        found(&mut pages, &name, 1);
        found(&mut pages, &name, 2);
        keep(&mut pages, &name, 1, b"old");
        assert_eq!(found(&mut pages, &name, 2), None);
    }

    #[test]
    fn a_page_is_its_teams_and_its_addresses_own() {
        let mut pages = Pages::default();
        found(&mut pages, &name(1, "sort=id"), 1);
        keep(&mut pages, &name(1, "sort=id"), 1, b"page");
        assert_eq!(found(&mut pages, &name(2, "sort=id"), 1), None);
        assert_eq!(found(&mut pages, &name(1, "sort=-id"), 1), None);
        let elsewhere = PageName { path: "/api/insights".to_owned(), ..name(1, "sort=id") };
        assert_eq!(found(&mut pages, &elsewhere, 1), None);
    }

    #[test]
    fn pages_take_only_so_much_room() {
        let mut pages = Pages::default();
        found(&mut pages, &name(1, ""), 1);
        keep(&mut pages, &name(1, "large"), 1, &vec![0; LARGEST + 1]);
        assert_eq!(found(&mut pages, &name(1, "large"), 1), None);
        for at in 0..100 {
            keep(&mut pages, &name(1, &at.to_string()), 1, &vec![0; LARGEST]);
            assert!(
                pages.bytes <= ROOM && pages.kept.values().map(|it| it.as_ref().len()).sum::<usize>() == pages.bytes
            );
        }
        assert!(found(&mut pages, &name(1, "99"), 1).is_some());
    }
}

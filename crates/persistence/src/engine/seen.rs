//! What was seen: records that were included before, because nothing whatever was written since.

use std::collections::HashMap;
use std::rc::Rc;

use uplift_domain::access::TeamId;
use uplift_domain::ports::Beside;
use uplift_domain::{Kind, Refusal};

use super::super::backend;
use super::lookup::ByIds;
use super::session::{Session, refuse};

/// How many records a connection remembers at most.
const MOST: usize = 4096;

/// The records that a connection has read, all of one version of the database.
#[derive(Default)]
pub(crate) struct Seen {
    version: i64,
    records: HashMap<(TeamId, Kind, i64), Rc<Beside>>,
}

impl Seen {
    /// What was seen in this version.
    fn at(&mut self, version: i64) -> &mut Self {
        if self.version != version {
            *self = Self { version, ..Self::default() };
        }
        self
    }

    fn note(&mut self, name: (TeamId, Kind, i64), record: &Rc<Beside>) {
        if self.records.len() >= MOST {
            self.records.clear();
        }
        self.records.insert(name, Rc::clone(record));
    }
}

/// The live records among these of a team, by id: those that were seen before, and the others as they are read.
///
/// The version is asked for within the transaction of the read, so that what was seen is of the same state of the
/// database as all that the transaction reads.
pub(super) fn beside<R: ByIds>(
    session: &mut Session<'_>,
    team: TeamId,
    mut ids: Vec<i64>,
) -> Result<HashMap<i64, Rc<Beside>>, Refusal> {
    ids.sort_unstable();
    ids.dedup();
    let mut found = HashMap::with_capacity(ids.len());
    if ids.is_empty() {
        return Ok(found);
    }
    let seen = session.seen.take();
    let mut known = match seen {
        Some(seen) => backend::version(session.conn()?).map_err(refuse)?.map(|version| seen.at(version)),
        None => None,
    };
    if let Some(known) = &known {
        let there = |id: &i64| Some((*id, Rc::clone(known.records.get(&(team, R::KIND, *id))?)));
        found.extend(ids.iter().filter_map(there));
        ids.retain(|id| !found.contains_key(id));
    }
    let others = if ids.is_empty() { Vec::new() } else { R::by_ids(session.conn()?, team, &ids)? };
    for kept in others {
        let (id, record) = (kept.id.get(), Beside::new(kept));
        if let Some(known) = &mut known {
            known.note((team, R::KIND, id), &record);
        }
        found.insert(id, record);
    }
    session.seen = known;
    Ok(found)
}

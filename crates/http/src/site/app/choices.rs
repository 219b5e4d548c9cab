//! Records to choose from: what a filter that takes ids offers by their names.

use std::collections::HashMap;

use uplift_domain::{Kind, Refusal};

use super::catalog::Shown;
use super::cell::title;
use super::controls::Input;
use super::visit::Visit;

/// Of how many records one is chosen at most; where there are more, its number is written.
const MOST: i64 = 200;

/// What records of some kinds are called, of those kinds that have few.
pub(super) struct Choices(HashMap<Kind, Vec<(String, String)>>);

impl Choices {
    /// Reads the names of all records of these kinds, as far as the key may see them and they are few.
    pub(super) async fn read(visit: &Visit<'_>, kinds: impl Iterator<Item = Kind>) -> Result<Self, Refusal> {
        let mut all = HashMap::new();
        for kind in kinds {
            let named = |shown: &&Shown| ["name", "label"].iter().any(|name| shown.field(name).is_some());
            let Some(shown) = Shown::of(kind).filter(named).filter(|_| !all.contains_key(&kind)) else { continue };
            if let Some(mut known) = named_records(visit, shown).await? {
                known.sort_by_cached_key(|(_, name)| name.to_lowercase());
                all.insert(kind, known);
            }
        }
        Ok(Self(all))
    }

    /// How a record of this kind is put in.
    pub(super) fn input(&self, kind: Kind) -> Input {
        match self.0.get(&kind) {
            Some(known) => {
                let any = (String::new(), "any".to_owned());
                Input::Words(std::iter::once(any).chain(known.iter().cloned()).collect())
            }
            None => Input::Number,
        }
    }
}

/// The ids and the names of all records of a kind, where they are few.
async fn named_records(visit: &Visit<'_>, shown: &Shown) -> Result<Option<Vec<(String, String)>>, Refusal> {
    let (path, size) = (format!("/{}", shown.facts.path), MOST.min(visit.state.max_page_size));
    let (mut known, mut page) = (Vec::new(), 1);
    loop {
        let query = format!("page[size]={size}&page[number]={page}");
        let Some(found) = visit.part(&path, &[], &query).await? else { return Ok(None) };
        if found.at("meta").at("total").whole().is_none_or(|total| total > MOST) {
            return Ok(None);
        }
        let records = found.at("data").items().iter();
        known.extend(records.filter_map(|it| Some((it.at("id").whole()?.to_string(), title(it)))));
        if found.at("meta").at("last_page").whole().is_none_or(|last| page >= last) {
            return Ok(Some(known));
        }
        page += 1;
    }
}

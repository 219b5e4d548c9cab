//! Records to choose from: what a filter that takes ids offers by their names.

use std::collections::HashMap;

use uplift_domain::{Kind, Refusal};

use super::catalog::Shown;
use super::cell::title;
use super::document::Document;
use super::input::Input;
use super::visit::PageVisit;

/// From how many records one is chosen at most; where there are more, its number is typed.
const MOST: i64 = 200;

/// What records of some kinds are called, of those kinds that have few.
pub(super) struct Choices(HashMap<Kind, Vec<(String, String)>>);

impl Choices {
    /// Reads the names of all records of these kinds, as far as the key may see them and they are few.
    pub(super) async fn read(visit: &PageVisit<'_>, kinds: impl Iterator<Item = Kind>) -> Result<Self, Refusal> {
        let mut all = HashMap::new();
        for kind in kinds {
            let named = |shown: &&Shown| ["name", "label"].iter().any(|name| shown.field(name).is_some());
            let Some(shown) = Shown::of(kind).filter(named).filter(|_| !all.contains_key(&kind)) else { continue };
            let said = |it: &Document| Some((it.at("id").whole()?.to_string(), title(it)));
            if let Some(mut known) = visit.few(&format!("/{}", shown.facts.path), MOST, said).await? {
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

//! An ability: what a key may be used for.

use uplift_derive::Choices;

use crate::Json;
use crate::record::{AtLeastOne, Choices as _, FieldError, FieldType, FieldValue, Unreadable, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Ability {
    Read,
    Write,
}

/// How many a body may name, be it the same again.
const MOST: usize = 10;

/// The abilities of a key, without repetitions and one at least.
#[derive(Clone, Debug, PartialEq)]
pub struct Abilities {
    list: Vec<Ability>,
    shown: Json,
}

impl Abilities {
    /// Every ability there is.
    pub fn all() -> Self {
        Self::of(Ability::ALL.iter().copied())
    }

    fn of(abilities: impl Iterator<Item = Ability>) -> Self {
        let mut list = Vec::new();
        for ability in abilities {
            if !list.contains(&ability) {
                list.push(ability);
            }
        }
        Self { shown: list.iter().map(|ability| ability.name()).collect(), list }
    }

    /// Reads a comma-separated list such as `read,write`.
    ///
    /// # Errors
    /// One line that names what is not an ability and what is accepted.
    pub fn parse(text: &str) -> Result<Self, String> {
        let named = |name: &str| {
            let unknown = || format!("\"{name}\" is not one of {}", Ability::NAMES.join(", "));
            Ability::from_name(name).ok_or_else(unknown)
        };
        let abilities: Vec<Ability> = text.split(',').map(str::trim).map(named).collect::<Result<_, _>>()?;
        Ok(Self::of(abilities.into_iter()))
    }

    pub fn allow(&self, ability: Ability) -> bool {
        self.list.contains(&ability)
    }

    /// Whether they allow all that others do.
    pub fn cover(&self, others: &Self) -> bool {
        others.list.iter().all(|ability| self.allow(*ability))
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.list.iter().map(|ability| ability.name()).collect()
    }
}

impl Value for Abilities {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::List { of: &Ability::FIELD_TYPE, most: MOST };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.shown)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let named = AtLeastOne::<Ability, MOST>::read(raw)?;
        Ok(Self::of(named.items().iter().copied()))
    }

    fn into_raw(self) -> String {
        self.names().join(",")
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        Self::parse(&raw).map_err(Unreadable)
    }
}

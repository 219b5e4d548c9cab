//! An ability: what a key may be used for.

use uplift_derive::Choices;

use crate::record::Choices as _;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Ability {
    Read,
    Write,
}

/// The abilities of a key, without repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abilities(Vec<Ability>);

impl Abilities {
    /// Reads a comma-separated list such as `read,write`.
    ///
    /// # Errors
    /// One line that names what is not an ability and what is accepted.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut abilities = Vec::new();
        for name in text.split(',').map(str::trim) {
            let ability = Ability::from_name(name)
                .ok_or_else(|| format!("\"{name}\" is not one of {}", Ability::NAMES.join(", ")))?;
            if !abilities.contains(&ability) {
                abilities.push(ability);
            }
        }
        Ok(Self(abilities))
    }

    pub fn allow(&self, ability: Ability) -> bool {
        self.0.contains(&ability)
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|ability| ability.name()).collect()
    }
}

//! Scoring: what an idea is worth by one of the frameworks that teams prioritise with.

mod custom;

pub use custom::{CustomFramework, custom_framework_is_used, no_custom_framework};

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::Json;
use crate::record::{BodyReader, FieldError, FieldType, FieldValue, Score, Unreadable, Value, half_up};
use crate::workspace::Framework;

/// The scores of an idea by component, as a JSON object.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores(Json);

impl Value for Scores {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Object;

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.0)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        if raw.is_object() { Ok(Self(raw.clone())) } else { Err(FieldError::NotObject) }
    }

    fn into_raw(self) -> String {
        self.0.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        serde_json::from_str(&raw).map(Self).map_err(|error| Unreadable(format!("scores are no JSON: {error}")))
    }
}

/// What an idea is worth; nothing until every component is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PriorityScore {
    /// With two decimals.
    pub score: Option<Score>,
    /// From 0, the least that the framework gives, to 100, the most, with two decimals. A framework without a most
    /// has none.
    pub normalized: Option<Score>,
}

/// What may be given for a component.
#[derive(Clone, Copy, Debug)]
pub enum Scale {
    /// A number within these bounds, both included.
    Between(i64, i64),
    /// A number within bounds that a team set, both included.
    Within(Decimal, Decimal),
    /// A whole number within these bounds, both included.
    Whole(i64, i64),
    /// One of these numbers of hundredths.
    OneOf(&'static [i64]),
    /// A number above zero, up to this.
    Above0(i64),
    /// Yes or no; yes counts so many points.
    Points(i64),
}

/// A component of a framework: its name, and what may be given for it.
pub type Component<'a> = (&'a str, Scale);

/// How many decimals a score has at most: more than anyone scores with, and every score stays exact.
const PLACES: u32 = 8;

const ONE_TO_TEN: Scale = Scale::Between(1, 10);

const ICE: &[Component<'static>] = &[("impact", ONE_TO_TEN), ("confidence", ONE_TO_TEN), ("ease", ONE_TO_TEN)];

const PIE: &[Component<'static>] = &[("potential", ONE_TO_TEN), ("importance", ONE_TO_TEN), ("ease", ONE_TO_TEN)];

const RICE: &[Component<'static>] = &[
    ("reach", Scale::Between(0, 1_000_000)),
    ("impact", Scale::OneOf(&[25, 50, 100, 200, 300])),
    ("confidence", Scale::OneOf(&[50, 80, 100])),
    ("effort", Scale::Above0(1_000_000)),
];

const PXL: &[Component<'static>] = &[
    ("above_the_fold", Scale::Points(1)),
    ("noticeable", Scale::Points(2)),
    ("adds_or_removes", Scale::Points(2)),
    ("motivation", Scale::Points(1)),
    ("high_traffic", Scale::Points(1)),
    ("user_testing", Scale::Points(1)),
    ("qualitative_feedback", Scale::Points(1)),
    ("analytics", Scale::Points(1)),
    ("mouse_tracking", Scale::Points(1)),
    ("ease", Scale::Whole(0, 3)),
];

/// The components of a framework; none of a team's own, whose components the team says.
pub const fn components_of(framework: Framework) -> &'static [Component<'static>] {
    match framework {
        Framework::Ice => ICE,
        Framework::Pie => PIE,
        Framework::Rice => RICE,
        Framework::Pxl => PXL,
        Framework::Custom => &[],
    }
}

/// A framework, with that of the team where it is its own.
#[derive(Clone, Copy, Debug)]
pub struct Weights<'a> {
    framework: Framework,
    custom: Option<&'a CustomFramework>,
}

impl<'a> Weights<'a> {
    pub const fn new(framework: Framework, custom: Option<&'a CustomFramework>) -> Self {
        Self { framework, custom }
    }

    fn components(self) -> Vec<Component<'a>> {
        match self.framework {
            Framework::Ice | Framework::Pie | Framework::Rice | Framework::Pxl => {
                components_of(self.framework).to_vec()
            }
            Framework::Custom => {
                let own = self.custom.map(CustomFramework::components).unwrap_or_default();
                own.iter().map(|it| (it.key.as_str(), Scale::Within(it.least, it.most))).collect()
            }
        }
    }

    /// The score of an idea whose components have these values, in their order: ICE multiplies them, PIE takes their
    /// mean, RICE divides reach × impact × confidence by effort, PXL adds up points, and that of a team takes the mean
    /// by its weights. `None` where it is out of reach.
    fn score(self, values: &[Decimal]) -> Option<Decimal> {
        match (self.framework, values) {
            (Framework::Ice, values) => Some(values.iter().product()),
            (Framework::Pie, values) => values.iter().sum::<Decimal>().checked_div(Decimal::from(values.len())),
            (Framework::Rice, [reach, impact, confidence, effort]) => {
                (reach * impact * confidence).checked_div(*effort)
            }
            (Framework::Rice, _) => None,
            (Framework::Pxl, values) => Some(values.iter().sum()),
            (Framework::Custom, values) => self.custom?.mean(values.iter().copied()),
        }
    }

    /// The least and the most that a score can be, where there is a most.
    fn bounds(self) -> Option<(Decimal, Decimal)> {
        let (least, most) = match self.framework {
            Framework::Ice => (1, 1000),
            Framework::Pie => (1, 10),
            Framework::Rice => return None,
            Framework::Pxl => (0, 14),
            Framework::Custom => return self.custom?.bounds(),
        };
        Some((Decimal::from(least), Decimal::from(most)))
    }

    /// What an idea is worth that is worth this to each of some people: the mean; nothing where there is nobody.
    pub fn mean_worth(self, worths: &[Score]) -> Option<PriorityScore> {
        let each = worths.iter().map(|worth| Decimal::try_from(worth.get()).ok()).collect::<Option<Vec<_>>>()?;
        let mean = each.iter().sum::<Decimal>().checked_div(Decimal::from(each.len()))?;
        Some(self.shown(half_up(mean)))
    }

    /// What an idea is worth whose components have these values, in their order; nothing until each has one.
    fn worth(self, values: &[Decimal]) -> PriorityScore {
        self.score(values).map_or_else(PriorityScore::default, |raw| self.shown(raw))
    }

    /// A score as it is shown, with where it stands between the least and the most.
    fn shown(self, raw: Decimal) -> PriorityScore {
        let normalized = self.bounds().map(|(least, most)| Decimal::ONE_HUNDRED * (raw - least) / (most - least));
        let shown = |number: Decimal| half_up(number).to_f64().and_then(Score::new);
        PriorityScore { score: shown(raw), normalized: normalized.and_then(shown) }
    }
}

impl Scores {
    /// What is given, each by its component, in the order in which the framework has them.
    pub fn in_order(&self, weights: Weights<'_>) -> Vec<(&str, &Json)> {
        let components = weights.components();
        let place = |name: &str| components.iter().position(|(known, _)| *known == name);
        let given = self.0.as_object().into_iter().flatten();
        let mut given: Vec<_> = given.map(|(name, value)| (name.as_str(), value)).collect();
        given.sort_by_key(|(name, _)| place(name).unwrap_or(components.len()));
        given
    }

    /// Rejects each component that the framework does not take as it is, forgets those that are null, and
    /// computes what the scores are worth.
    pub fn weigh(&mut self, weights: Weights<'_>, reader: &mut BodyReader<'_>) -> PriorityScore {
        let Json::Object(given) = &mut self.0 else { return PriorityScore::default() };
        given.retain(|_, value| !value.is_null());
        let components = weights.components();
        // A framework of the team's own that is not there is refused by itself.
        if components.is_empty() {
            return PriorityScore::default();
        }
        for name in given.keys() {
            if !components.iter().any(|(known, _)| known == name) {
                let names: Vec<_> = components.iter().map(|(name, _)| *name).collect();
                let known = format!("field is not a component of this framework: {}.", names.join(", "));
                reader.reject(&format!("scores.{name}"), FieldError::Otherwise(known));
            }
        }
        let mut values = Vec::with_capacity(components.len());
        for (name, scale) in &components {
            let Some(raw) = given.get_mut(*name) else { continue };
            match scale.read(raw) {
                Ok((value, tidy)) => {
                    *raw = tidy;
                    values.push(value);
                }
                Err(error) => reader.reject(&format!("scores.{name}"), error),
            }
        }
        if values.len() < components.len() {
            return PriorityScore::default();
        }
        weights.worth(&values)
    }

    /// What the scores are worth by a framework of the team that has changed meanwhile: components that are gone are
    /// dropped, and what lies outside its bounds now counts as the nearer bound.
    pub fn weigh_again(&mut self, custom: &CustomFramework) -> PriorityScore {
        let Json::Object(given) = &mut self.0 else { return PriorityScore::default() };
        given.retain(|name, _| custom.components().iter().any(|it| it.key.as_str() == name));
        let values = custom.components().iter().map(|it| {
            let kept = given.get(it.key.as_str()).and_then(|raw| crate::record::decimal(raw).ok());
            kept.and_then(|number| Decimal::try_from(number).ok()).map(|value| value.clamp(it.least, it.most))
        });
        match values.collect::<Option<Vec<Decimal>>>() {
            Some(values) => Weights::new(Framework::Custom, Some(custom)).worth(&values),
            None => PriorityScore::default(),
        }
    }
}

impl Scale {
    /// Reads a component: the number it counts as, and how it is kept.
    fn read(self, raw: &Json) -> Result<(Decimal, Json), FieldError> {
        if let Self::Points(points) = self {
            let yes = <bool as Value>::read(raw)?;
            return Ok((if yes { Decimal::from(points) } else { Decimal::ZERO }, yes.into()));
        }
        if let Self::Whole(..) = self {
            crate::record::integer(raw)?;
        }
        let number = crate::record::decimal(raw)?;
        let value = Decimal::try_from(number).map_err(|_too_large| FieldError::NotNumber)?.round_dp(PLACES).normalize();
        self.admit(value)?;
        let whole = value.is_integer().then(|| value.to_i64()).flatten();
        Ok((value, whole.map_or_else(|| number.into(), Json::from)))
    }

    fn admit(self, value: Decimal) -> Result<(), FieldError> {
        match self {
            Self::Between(least, most) | Self::Whole(least, most) => {
                Self::Within(Decimal::from(least), Decimal::from(most)).admit(value)
            }
            Self::Within(least, _) if value < least => Err(FieldError::Below(least.to_string())),
            Self::Within(_, most) if value > most => Err(FieldError::Above(most.to_string())),
            Self::Within(..) => Ok(()),
            Self::OneOf(hundredths) => {
                let allowed: Vec<_> = hundredths.iter().map(|it| Decimal::new(*it, 2).normalize()).collect();
                let names = || allowed.iter().map(Decimal::to_string).collect::<Vec<_>>().join(", ");
                let told = || FieldError::Otherwise(format!("field must be one of {}.", names()));
                if allowed.contains(&value) { Ok(()) } else { Err(told()) }
            }
            Self::Above0(_) if value <= Decimal::ZERO => {
                Err(FieldError::Otherwise("field must be greater than 0.".to_owned()))
            }
            Self::Above0(most) if value > Decimal::from(most) => Err(FieldError::Above(most.to_string())),
            Self::Above0(_) | Self::Points(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;

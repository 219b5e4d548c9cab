//! The phases of an experiment, as they are told.

use serde_json::{Value, json};

use super::timeline::Phase;
use crate::commands::{Call, Done, Outcome};
use crate::ports::ReadTx;
use crate::record::{Id, Stored, Time};
use crate::shape::Shape;
use crate::{Experiment, Refusal};

pub(crate) const PHASES: Shape = Shape::Object(&[(
    "data",
    Shape::List(&Shape::Object(&[
        ("number", Shape::Integer),
        ("started_at", Shape::Time),
        ("ended_at", Shape::TIME_OR_NULL),
        ("primary_goal_id", Shape::INTEGER_OR_NULL),
        (
            "variations",
            Shape::List(&Shape::Object(&[
                ("variation_id", Shape::Integer),
                ("key", Shape::Text),
                ("weight", Shape::Number),
                ("is_control", Shape::Flag),
            ])),
        ),
    ])),
)]);

/// Tells the phases of an experiment, oldest first.
///
/// # Errors
/// Never.
pub(crate) fn phases(
    _tx: &mut dyn ReadTx,
    _call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let phases: Vec<_> = (1_u32..).zip(stored.record.course.phases()).map(shown).collect();
    Ok(Outcome::Json(json!({ "data": phases })).into())
}

fn shown((number, phase): (u32, &Phase)) -> Value {
    let part = |part: &super::timeline::PhaseVariation| {
        json!({
            "variation_id": part.variation_id.get(),
            "key": part.key,
            "weight": part.weight,
            "is_control": part.is_control,
        })
    };
    json!({
        "number": number,
        "started_at": phase.time.from.to_string(),
        "ended_at": phase.time.to.map(|time: Time| time.to_string()),
        "primary_goal_id": phase.primary_goal_id.map(Id::get),
        "variations": phase.variations.iter().map(part).collect::<Vec<_>>(),
    })
}

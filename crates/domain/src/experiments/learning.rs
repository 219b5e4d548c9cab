//! What was learned by an experiment, as a learning of its own.

use uplift_derive::Record;

use super::words::EvidenceRole;
use crate::commands::{Call, Done, MOST_LINKS, Outcome, attach_made, create_by_command, enough_links, fields};
use crate::kinds::{ExperimentRelation as Relation, LearningRelation};
use crate::listing::Relations as _;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Choices as _, FieldError, Fields, Id, Invalid, Name, Stored};
use crate::{Experiment, Kind, Learning, Refusal};

/// What is said of a learning from an experiment beside what is said of any.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct Lesson {
    /// What was learned, in one sentence.
    name: Name,
    /// Whether the experiment supports it or speaks against it.
    #[record(default = EvidenceRole::Supporting)]
    stance: EvidenceRole,
}

/// Creates a learning from an experiment, in its project and with its insights where the body does not say others.
///
/// # Errors
/// With every error about the body.
pub(crate) fn create_learning(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    mut experiment: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let caller = call.caller;
    let mut learning = fields(call.body)?.clone();
    let mut reader = BodyReader::new(&learning);
    let stance = reader.read_or("stance", EvidenceRole::Supporting).unwrap_or(EvidenceRole::Supporting);
    let said = reader.finish(&[]);
    let one_sided = check_one_sided(&learning, experiment.id, stance);
    learning.remove("stance");
    learning.entry("project_id").or_insert_with(|| experiment.record.project_id.get().into());
    if let (Some((kind, link)), false) = (Relation::Insights.leads_to().link(), learning.contains_key("insight_ids")) {
        let insights = tx.attached(caller.team, link, (Kind::Experiment, experiment.id.get(), kind), enough_links())?;
        learning.insert("insight_ids".to_owned(), insights.into());
    }
    tx.share_batch();
    let made: Result<Stored<Learning>, Refusal> = create_by_command(tx, caller, &Ok(learning));
    let learning = match (made, said) {
        (Err(Refusal::Invalid(mut body)), Err(said)) => {
            body.extend(said);
            return Err(body.into());
        }
        (Ok(_), Err(said)) => return Err(said.into()),
        (made, _) => made?,
    };
    // What is wrong with the rest of the body is told first.
    one_sided?;
    attach_made(tx, caller, &mut experiment, Relation::Learnings, (learning.id.get(), stance.name()))?;
    Ok(Outcome::Made(learning.id.get()).into())
}

/// Refuses the experiment among those that the body puts on the other side of its learning.
fn check_one_sided(learning: &Fields, experiment: Id<Experiment>, stance: EvidenceRole) -> Result<(), Invalid> {
    let mut reader = BodyReader::new(learning);
    let other = match stance {
        EvidenceRole::Supporting => LearningRelation::ContradictingExperiments,
        EvidenceRole::Contradicting => LearningRelation::SupportingExperiments,
    };
    let key = other.ids_key();
    for (at, id) in reader.ids(&key, MOST_LINKS).unwrap_or_default() {
        if id == experiment.get() {
            let attached = format!("is attached as {} already.", stance.name());
            reader.reject(&format!("{key}.{at}"), FieldError::Otherwise(attached));
        }
    }
    reader.finish(&[])
}

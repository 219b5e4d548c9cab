//! A variation: one of what an experiment compares. One of them is the control, which stays as it is.

use uplift_derive::{Filters, Record, Relations, Sorts};

use crate::access::{Rights, TeamId};
use crate::commands::{Answers, Command, Commanded, Extent, Input, NameOfCopy, Run, owners_of};
use crate::experiments::{ForceParameter, variations};
use crate::listing::Listed;
use crate::ports::{ReadPort, ReadTx, WritePort, WriteTx};
use crate::record::{Field, HttpUrl, Id, Name, Ordinal, Percent, Record as _, Slug, Text};
use crate::resource::{Area, Owners, Resource};
use crate::{Experiment, Refusal};

/// One of what an experiment compares: the control, or a change of it.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Variation {
    /// The experiment that it is a variation of.
    #[record(fixed, parent)]
    pub experiment_id: Id<Experiment>,
    /// What it is called, such as “Control” or “Short form”.
    #[record(searched = Four)]
    pub name: Name,
    /// How programs call it; made of the name where a create leaves it out.
    #[record(unique(experiment_id), default = Slug::default(), searched = Eight)]
    pub key: Slug,
    /// What is different in it.
    #[record(searched = One)]
    pub description: Option<Text>,
    /// Whether it is what the others are compared with. The first variation is, until another is made it.
    #[record(default = false, replaced)]
    pub is_control: bool,
    /// Which share of those who take part see it, in percent with two decimals at most.
    #[record(default = Percent::NOTHING)]
    pub weight: Percent,
    /// Its place among the variations of its experiment, from 1.
    #[record(server)]
    pub position: Ordinal,
    /// Where it is found, in an experiment that splits by address.
    pub url: Option<HttpUrl>,
    /// What is different in it, in words.
    #[record(searched = One)]
    pub changes: Option<Text>,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum VariationFilter {
    #[selective]
    Id,
    #[selective]
    ExperimentId,
    #[partial]
    Name,
    Key,
    #[flag]
    #[counted]
    IsControl,
    #[search]
    Search,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum VariationSort {
    Id,
    Name,
    Position,
    Weight,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum VariationRelation {
    #[one(Experiment)]
    Experiment,
    #[morphs(Attachment, attachable)]
    Attachments,
    #[many(ResultRow)]
    Results,
    #[morph_to_many(Tag, taggings, taggable, usage_count)]
    Tags,
}

impl Listed for Variation {
    type Filter = VariationFilter;
    type Sort = VariationSort;
    type Relation = VariationRelation;
}

impl Resource for Variation {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Parts;
    const COLUMNS: &'static [&'static str] = &["name", "key", "experiment_id", "is_control", "weight", "position"];

    /// The experiment, under which all its variations are changed one after the other.
    fn hold(tx: &mut dyn WriteTx, team: TeamId, id: Id<Self>) -> Result<(), Refusal> {
        if let Some(variation) = Self::reads(tx).find(team, id)? {
            Experiment::writes(tx).find_to_change(team, variation.record.experiment_id)?;
        }
        Ok(())
    }

    fn owners(&self, tx: &mut dyn ReadTx, team: TeamId) -> Result<Owners, Refusal> {
        owners_of(tx, team, self.experiment_id)
    }

    fn extra_fields(_create: bool) -> &'static [Field] {
        ForceParameter::FIELDS
    }
}

/// What is said of commands that make one.
const TWENTY: &str = "An experiment has at most 20 variations; one more is refused under `experiment_id`.";

impl Commanded for Variation {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { notes: TWENTY, run: Run::OnKind(variations::create), ..Command::CREATE },
        Command { run: Run::OnRecord(variations::update), ..Command::UPDATE },
        Command {
            input: Input::Fields(ForceParameter::FIELDS),
            extent: Extent::Many,
            run: Run::OnRecord(variations::delete),
            ..Command::DELETE
        },
        Command {
            input: Input::Fields(ForceParameter::FIELDS),
            ..Command::action(
                "set-control",
                "control_set",
                "Makes a variation the control of its experiment, which another was until now.",
                Run::OnRecord(variations::set_control),
            )
        },
        Command {
            input: Input::Fields(NameOfCopy::FIELDS),
            answers: Answers::Created,
            notes: TWENTY,
            ..Command::action(
                "duplicate",
                "duplicated",
                "Copies a variation with its tags and attachments, and a weight of 0.",
                Run::OnRecord(variations::duplicate),
            )
        },
    ];
}

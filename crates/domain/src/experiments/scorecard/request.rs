//! The request for a scorecard.

use uplift_derive::Record;

use super::{Facts, Scorecard, Terms, shown};
use crate::access::Statistics;
use crate::commands::{Call, Done, Outcome};
use crate::drawing::{DrawnHeight, DrawnTheme, DrawnWidth, OutputFormat, usual_height, usual_width};
use crate::experiments::{links, results};
use crate::kinds::ResultRowFilter as Filter;
use crate::ports::{ReadPort as _, ReadTx, Unmetered};
use crate::record::{Date, FieldError, Segment, Stored, Sum, Variance};
use crate::statistics::Correction;
use crate::workspace::Corrected;
use crate::{Experiment, Refusal, ResultRow};

/// What a scorecard is asked for.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct ScorecardParameters {
    /// The part of the users that it is about; everyone where it is left out.
    segment: Option<Segment>,
    /// Results that count further than this day are left out.
    as_of: Option<Date>,
    /// By which statistics it is computed; that of the experiment, where it is left out.
    method: Option<Statistics>,
    /// How several comparisons are corrected for; as the team does, where it is left out.
    correction: Option<Corrected>,
    /// Whether what users did before is taken away.
    #[record(default = false)]
    cuped: bool,
    /// The mean of what was known of relative effects, for `bayesian`.
    prior_mean: Option<Sum>,
    /// The variance of what was known of relative effects, for `bayesian`.
    prior_variance: Option<Variance>,
    /// What is answered: the figures, or a drawing of them.
    #[record(default = OutputFormat::Json)]
    format: OutputFormat,
    /// How wide the chart is, in pixels.
    #[record(default = usual_width())]
    width: DrawnWidth,
    /// How high the chart is, in pixels.
    #[record(default = usual_height())]
    height: DrawnHeight,
    /// For which background it is drawn.
    #[record(default = DrawnTheme::Light)]
    theme: DrawnTheme,
}

/// Tells the scorecard of an experiment.
///
/// # Errors
/// With every error about the query.
pub(crate) fn summary(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let asked: ScorecardParameters = call.read_in(tx, |_, asked: &ScorecardParameters, reader| {
        match (asked.prior_mean, asked.prior_variance) {
            (Some(_), None) => reader.reject("prior_variance", FieldError::Required),
            (None, Some(_)) => reader.reject("prior_mean", FieldError::Required),
            (Some(_), Some(_)) | (None, None) => {}
        }
        Ok(())
    })?;
    let rows = rows(tx, call, &stored, &asked)?;
    let goals = links::goals_of(tx, call.caller.team, stored.id, None)?;
    let facts = Facts::read(tx, call.caller, stored, goals, rows)?;
    let terms = Terms {
        method: asked.method.unwrap_or(facts.experiment.record.stats_method),
        correction: asked.correction.unwrap_or(facts.settings.correction).correction(),
        cuped: asked.cuped,
        prior: asked.prior_mean.zip(asked.prior_variance).map(|(mean, variance)| (mean.get(), variance.get())),
    };
    let scorecard = Scorecard::of(&facts, &terms);
    Ok(Outcome::Json(shown::shown(&facts, &scorecard)).into())
}

impl Corrected {
    /// How p-values are corrected, where they are.
    pub(in crate::experiments) const fn correction(self) -> Option<Correction> {
        match self {
            Self::None => None,
            Self::Holm => Some(Correction::Holm),
            Self::Bh => Some(Correction::Bh),
            Self::Bonferroni => Some(Correction::Bonferroni),
        }
    }
}

/// The rows that a scorecard rests on: of each variation and goal the one that counts furthest.
fn rows(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    stored: &Stored<Experiment>,
    asked: &ScorecardParameters,
) -> Result<Vec<ResultRow>, Refusal> {
    let team = call.caller.team;
    let rows = match asked.as_of {
        Some(day) => {
            let segment = asked.segment.clone().unwrap_or_default();
            let ids = tx.results_as_of(team, stored.id, &segment, day)?;
            ResultRow::reads(tx).find_many(team, &ids, &mut Unmetered)?
        }
        None => {
            let segment = match &asked.segment {
                None => (Filter::Everyone, "true".to_owned()),
                Some(segment) => (Filter::Segment, segment.as_str().to_owned()),
            };
            results::of(tx, team, &[stored.id], [segment, (Filter::Latest, "true".to_owned())])?
        }
    };
    Ok(rows.into_iter().map(|row| row.record).collect())
}

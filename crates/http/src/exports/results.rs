//! The export of the results of experiments: the latest rows of each, with the comparisons that they make.

use std::collections::HashMap;
use std::ops::Range;

use uplift_domain::access::Caller;
use uplift_domain::experiments::{ResultLine, result_lines};
use uplift_domain::listing::{FilterValues, Listing};
use uplift_domain::ports::{ReadPort as _, ReadTx};
use uplift_domain::record::{Choices as _, Id, Stored, Value as _};
use uplift_domain::{Experiment, Kind, Refusal, ResultRow, ResultRowFilter};

use super::export::{Export, ExportEndpoint, ExportRequest, ListOf, Weight, and_one};
use super::kind::{List, objects};
use super::naming::Names;
use crate::answer::cell::Cell;
use crate::answer::json_writer::AnswerContext;

const COLUMNS: [&str; 18] = [
    "experiment_id",
    "identifier",
    "experiment",
    "goal",
    "role",
    "variation",
    "is_control",
    "segment",
    "as_of",
    "users",
    "conversions",
    "sum",
    "rate",
    "mean",
    "uplift",
    "ci_low",
    "ci_high",
    "p_value",
];

/// Where the goal stands, whose name is looked up.
const GOAL: usize = 3;

/// For how many experiments rows are read at once.
const TOGETHER: usize = 500;

pub(super) struct ResultsExport;

impl ExportEndpoint for ResultsExport {
    fn name(&self) -> String {
        "experiments-results".to_owned()
    }

    fn path(&self) -> String {
        "/experiments/results/export".to_owned()
    }

    fn list(&self) -> ListOf {
        ListOf::Kind(Kind::Experiment)
    }

    fn ask(&self, request: &ExportRequest<'_>) -> Result<Box<dyn Export>, Refusal> {
        Ok(Box::new(Results { list: List::ask(request)?, rows: Vec::new(), first: HashMap::new(), open: None }))
    }
}

/// An experiment and the lines of its latest rows.
type Lines = (Stored<Experiment>, Vec<ResultLine>);

struct Results {
    list: List<Experiment>,
    /// The experiment of each row, and the ids of the rows, in the order of the experiments.
    rows: Vec<(i64, i64)>,
    /// Where the rows of each experiment begin.
    first: HashMap<i64, usize>,
    /// The lines of the experiment that was read last.
    open: Option<Lines>,
}

impl Results {
    /// Sees the lines at these places, one after the other.
    fn each(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        places: Range<usize>,
        mut see: impl FnMut(&Stored<Experiment>, &ResultLine),
    ) -> Result<(), Refusal> {
        for place in places {
            let Some((experiment, _)) = self.rows.get(place).copied() else { continue };
            if self.open.as_ref().is_none_or(|(open, _)| open.id.get() != experiment) {
                self.open = self.read(tx, caller, experiment, place)?;
            }
            let at = place - self.first.get(&experiment).copied().unwrap_or(place);
            if let Some((experiment, lines)) = &self.open
                && let Some(line) = lines.get(at)
            {
                see(experiment, line);
            }
        }
        Ok(())
    }

    /// Reads the lines of an experiment, one of whose rows stands at a place.
    fn read(&self, tx: &mut dyn ReadTx, caller: &Caller, id: i64, place: usize) -> Result<Option<Lines>, Refusal> {
        let Some(experiment) = Experiment::reads(tx).find(caller.team, Id::new(id))? else { return Ok(None) };
        let first = self.first.get(&id).copied().unwrap_or(place);
        let own = self.rows.iter().skip(first).take_while(|(experiment, _)| *experiment == id);
        let ids: Vec<i64> = own.map(|(_, row)| *row).collect();
        let mut rows = Vec::with_capacity(ids.len());
        for ids in ids.chunks(TOGETHER) {
            rows.extend(ResultRow::reads(tx).find_many(caller.team, ids, &mut Weight::default())?);
        }
        let lines = result_lines(tx, caller, &experiment, rows)?;
        Ok(Some((experiment, lines)))
    }
}

/// The latest rows of some experiments.
fn latest(experiments: &[i64]) -> Listing<ResultRow> {
    let ids = experiments.iter().map(ToString::to_string).collect();
    Listing::of(vec![
        (ResultRowFilter::ExperimentId, FilterValues(ids)),
        (ResultRowFilter::Latest, FilterValues(vec!["true".to_owned()])),
    ])
}

impl Export for Results {
    fn begin(&mut self, tx: &mut dyn ReadTx, caller: &Caller, most: usize) -> Result<usize, Refusal> {
        self.list.begin(tx, caller.team, most)?;
        self.rows.clear();
        self.first.clear();
        for experiments in self.list.ids.chunks(TOGETHER) {
            tx.begin_part()?;
            let ids = ResultRow::reads(tx).ids(caller.team, &latest(experiments), and_one(most))?;
            let mut of: HashMap<i64, Vec<i64>> = HashMap::new();
            for ids in ids.chunks(TOGETHER) {
                let rows = ResultRow::reads(tx).find_many(caller.team, ids, &mut Weight::default())?;
                rows.iter().for_each(|row| of.entry(row.record.experiment_id.get()).or_default().push(row.id.get()));
            }
            for experiment in experiments {
                let own = of.remove(experiment).unwrap_or_default();
                self.first.insert(*experiment, self.rows.len());
                self.rows.extend(own.into_iter().map(|row| (*experiment, row)));
            }
            if self.rows.len() > most {
                break;
            }
        }
        Ok(self.rows.len())
    }

    fn columns(&self) -> Vec<String> {
        COLUMNS.map(str::to_owned).into()
    }

    fn rows(&mut self, tx: &mut dyn ReadTx, caller: &Caller, places: Range<usize>) -> Result<Vec<Vec<Cell>>, Refusal> {
        let mut names = Names::default();
        let mut told = Vec::with_capacity(places.len());
        self.each(tx, caller, places, |experiment, line| {
            let goal = line.row.record.goal_id.get();
            names.note(Kind::Goal, goal);
            told.push((goal, row(experiment, line)));
        })?;
        names.look_up(tx, caller)?;
        let named = |(goal, mut row): (i64, Vec<Cell>)| {
            if let Some(cell) = row.get_mut(GOAL) {
                *cell = names.cell(Kind::Goal, goal);
            }
            row
        };
        Ok(told.into_iter().map(named).collect())
    }

    fn objects(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        context: &AnswerContext,
        places: Range<usize>,
    ) -> Result<Vec<Vec<u8>>, Refusal> {
        let mut rows = Vec::with_capacity(places.len());
        self.each(tx, caller, places, |_, line| rows.push(line.row.clone()))?;
        objects(tx, caller, context, &rows)
    }
}

/// The cells of a line, without the name of its goal.
fn row(experiment: &Stored<Experiment>, line: &ResultLine) -> Vec<Cell> {
    let text = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) };
    let result = &line.row.record;
    let variation = line.variation.as_ref().map(|it| &it.record);
    vec![
        Cell::Integer(experiment.id.get()),
        experiment.record.identifier.as_ref().map_or(Cell::Empty, |it| text(it.as_str())),
        text(experiment.record.name.as_str()),
        Cell::Empty,
        line.role.map_or(Cell::Empty, |role| text(role.name())),
        variation.map_or(Cell::Empty, |it| text(it.name.as_str())),
        variation.map_or(Cell::Empty, |it| Cell::Boolean(it.is_control)),
        text(result.segment.as_str()),
        Cell::Date(result.as_of),
        result.users.show().into(),
        result.conversions.show().into(),
        result.sum.show().into(),
        Cell::decimal(line.rate),
        Cell::decimal(line.mean),
        Cell::decimal(line.uplift),
        Cell::decimal(line.interval.0),
        Cell::decimal(line.interval.1),
        Cell::decimal(line.p_value),
    ]
}

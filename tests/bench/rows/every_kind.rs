//! Row 30: what page 1 of any kind costs more among a million than among a thousand.

use std::path::{Path, PathBuf};

use serde_json::Value;
use uplift_domain::listing::{Filters, Listed, Matching, Sorts, Total};
use uplift_domain::{Kind, record_kinds};

use super::Stage;
use crate::figures::median;
use crate::plan::SMALL;
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::seed::{self, Copied, multiply};

/// How many pages a list is asked for in a measurement, how often it is measured, and how often where that tells more
/// than it must: of hundreds of lists, some are measured while the machine does something else.
const PAGES: u32 = 100;
const ROUNDS: usize = 5;
const MORE: usize = 25;
const MUST: f64 = 1.3;

/// A kind, and what its lists are asked for.
struct KindQueries {
    kind: Kind,
    plural: &'static str,
    table: &'static str,
    sorts: Vec<&'static str>,
    filters: Vec<&'static str>,
    /// Those of the filters that few records meet.
    selective: Vec<&'static str>,
}

macro_rules! kinds {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// Every kind that has a list of its own.
        fn kinds() -> Vec<KindQueries> {
            let all = [$(asked::<uplift_domain::$Kind>($plural, stringify!($table)),)*];
            all.into_iter().flatten().collect()
        }
    };
}

record_kinds!(kinds);

fn asked<R: Listed>(plural: &'static str, table: &'static str) -> Option<KindQueries> {
    // A team reads itself alone, and who is in it is a matter of seats.
    if R::NESTED || matches!(R::KIND, Kind::Team | Kind::User | Kind::Key) {
        return None;
    }
    let filters = R::Filter::ALL.iter().filter(|it| it.is_offered() && it.matching() == Matching::Exact);
    let selective = filters.clone().filter(|it| it.total() == Total::Selective).map(|it| it.name()).collect();
    let (sorts, filters) = (R::Sort::ALL.iter().map(|it| it.name()).collect(), filters.map(|it| it.name()).collect());
    Some(KindQueries { kind: R::KIND, plural, table, sorts, filters, selective })
}

/// Row 30: page 1 of each kind, by each sort in both directions and each exact filter.
pub(super) fn rows(stage: &Stage<'_>, report: &mut Report) -> Result<(), String> {
    let demo = stage.folder.join("demo");
    std::fs::create_dir_all(&demo).map_err(|error| error.to_string())?;
    Process::run(&demo, &["demo", "--json"])?;
    let demo = demo.join("uplift.db");
    seed::adopt(&demo)?;
    for asked in kinds() {
        report.try_add(30, asked.plural, || row(stage, &demo, &asked).map(|row| [row]));
    }
    Ok(())
}

fn row(stage: &Stage<'_>, demo: &Path, asked: &KindQueries) -> Result<Row, String> {
    let [small, large] = [("few", SMALL), ("many", stage.plan.learnings())].map(|(name, most)| {
        let home: PathBuf = stage.folder.join(name);
        // What the kind before had is of no use any more.
        let _ = std::fs::remove_dir_all(&home);
        seed::copy(demo, &home)?;
        let copied = Copied { table: asked.table, kind: asked.kind.singular(), selective: &asked.selective };
        multiply(&home.join("uplift.db"), &copied, most)?;
        Process::service(&home)
    });
    let (small, large) = (small?, large?);
    let lists = lists(asked, &small, &large)?;
    let mut worst = (0.0, String::new());
    for list in &lists {
        // What comes first finds nothing in memory.
        cost(&small, list, MORE)?;
        cost(&large, list, MORE)?;
        let ratio = |round| Ok::<f64, String>(cost(&large, list, round)? / cost(&small, list, round)?);
        let mut ratios: Vec<f64> = (0..ROUNDS).map(ratio).collect::<Result<_, _>>()?;
        if median(ratios.clone()) > MUST {
            let more: Vec<f64> = (ROUNDS..MORE).map(ratio).collect::<Result<_, _>>()?;
            ratios.extend(more);
        }
        let ratio = median(ratios);
        if ratio > worst.0 {
            worst = (ratio, list.clone());
        }
    }
    small.stop()?;
    large.stop()?;
    Ok(Row {
        number: 30,
        name: format!("page 1 of {}, the worst of {} lists ({})", asked.plural, lists.len(), worst.1),
        value: worst.0,
        unit: "× small",
        bound: Bound::AtMost { must: MUST, aim: 1.1 },
        measured: Vec::new(),
    })
}

/// The lists of a kind, by what is asked for: filters by what most of the first records have. One that a thousand
/// records do not fill is left out where a million do: it is another page.
fn lists(asked: &KindQueries, small: &Process, large: &Process) -> Result<Vec<String>, String> {
    let path = format!("/api/{}", asked.plural.replace('_', "-"));
    let records = |service: &Process, path: &str| -> Result<Vec<Value>, String> {
        let page: Value = serde_json::from_slice(&service.get(path)?).map_err(|error| error.to_string())?;
        Ok(page.get("data").and_then(Value::as_array).cloned().unwrap_or_default())
    };
    let first = records(small, &path)?;
    let sorts = asked.sorts.iter().flat_map(|sort| [format!("sort={sort}"), format!("sort=-{sort}")]);
    let filters = asked.filters.iter().filter_map(|filter| {
        let values: Vec<String> = first.iter().filter_map(|record| shown(record.get(filter)?)).collect();
        let most = values.iter().max_by_key(|value| values.iter().filter(|other| other == value).count())?;
        Some(format!("filter%5B{filter}%5D={most}"))
    });
    let mut lists = Vec::new();
    for list in sorts.chain(filters).map(|query| format!("{path}?{query}")) {
        if records(small, &list)?.len() == records(large, &list)?.len() {
            lists.push(list);
        }
    }
    Ok(lists)
}

/// A value as a filter takes it.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.replace(' ', "%20")),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The CPU time of some pages of a list, in seconds. Each is asked for at an address of its own.
fn cost(service: &Process, list: &str, round: usize) -> Result<f64, String> {
    let (agent, before) = (ureq::agent(), service.exact_cpu()?);
    for page in 0..PAGES {
        service.get_over(&agent, &format!("{list}&ask={round}-{page}"))?;
    }
    Ok(service.exact_cpu()? - before)
}

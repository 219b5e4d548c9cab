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

/// How many pages a list is asked for in a measurement, and how often it is measured.
const PAGES: u32 = 100;
const ROUNDS: usize = 5;

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
    let lists = lists(asked, &small)?;
    let mut worst = (0.0, String::new());
    for list in &lists {
        let mut ratios = Vec::new();
        for round in 0..=ROUNDS {
            let [of_small, of_large] = [cost(&small, list, round)?, cost(&large, list, round)?];
            // What comes first finds nothing in memory.
            if round > 0 {
                ratios.push(of_large / of_small);
            }
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
        bound: Bound::AtMost { must: 1.3, aim: 1.1 },
        measured: Vec::new(),
    })
}

/// The lists of a kind, by what is asked for: filters by what the first record has.
fn lists(asked: &KindQueries, service: &Process) -> Result<Vec<String>, String> {
    let path = format!("/api/{}", asked.plural.replace('_', "-"));
    let page: Value = serde_json::from_slice(&service.get(&path)?).map_err(|error| error.to_string())?;
    let first = page.pointer("/data/0").cloned().unwrap_or_default();
    let sorts = asked.sorts.iter().flat_map(|sort| [format!("sort={sort}"), format!("sort=-{sort}")]);
    let value = |filter: &&str| match first.get(filter)? {
        Value::String(text) => Some(format!("filter%5B{filter}%5D={}", text.replace(' ', "%20"))),
        Value::Number(number) => Some(format!("filter%5B{filter}%5D={number}")),
        Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    let filters = asked.filters.iter().filter_map(value);
    Ok(sorts.chain(filters).map(|query| format!("{path}?{query}")).collect())
}

/// The CPU time of some pages of a list, in seconds. Each is asked for at an address of its own.
fn cost(service: &Process, list: &str, round: usize) -> Result<f64, String> {
    let (agent, before) = (ureq::agent(), service.exact_cpu()?);
    for page in 0..PAGES {
        service.get_over(&agent, &format!("{list}&ask={round}-{page}"))?;
    }
    Ok(service.exact_cpu()? - before)
}

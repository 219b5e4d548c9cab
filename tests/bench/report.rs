//! The report: one table for people and one JSON file for programs.

use std::path::Path;

use serde_json::{Value, json};

use crate::figures::Figures;

/// What a value must keep to, and what it aims at.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    AtMost {
        must: f64,
        aim: f64,
    },
    AtLeast {
        must: f64,
        aim: f64,
    },
    /// The value is told only.
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Missed,
    Kept,
    Aim,
    None,
}

/// A row: a value, what it has to keep to, and the measurements that it was made of, the first of them its own.
pub(crate) struct Row {
    pub number: u32,
    pub name: String,
    pub value: f64,
    pub unit: &'static str,
    pub bound: Bound,
    pub measured: Vec<(&'static str, Figures)>,
}

impl IntoIterator for Row {
    type Item = Self;
    type IntoIter = std::iter::Once<Self>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self)
    }
}

/// The rows so far.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    pub(crate) fn add(&mut self, row: Row) {
        eprintln!("row {}: {}: {:.2} {}", row.number, row.name, row.value, row.unit);
        self.rows.push(row);
    }

    /// Adds what was measured; where that failed, a row that missed what it must.
    pub(crate) fn try_add<R: IntoIterator<Item = Row>>(
        &mut self,
        number: u32,
        name: &str,
        measure: impl FnOnce() -> Result<R, String>,
    ) {
        match measure() {
            Ok(rows) => rows.into_iter().for_each(|row| self.add(row)),
            Err(error) => self.fail(number, name, &error),
        }
    }

    /// Adds a row that could not be measured.
    pub(crate) fn fail(&mut self, number: u32, name: &str, error: &str) {
        eprintln!("row {number}: {error}");
        let bound = Bound::AtMost { must: 0.0, aim: 0.0 };
        let (name, value) = (format!("{name}: not measured"), f64::NAN);
        self.add(Row { number, name, value, unit: "", bound, measured: Vec::new() });
    }

    /// Prints the table, writes the file, and tells whether every row kept what it must.
    pub(crate) fn finish(mut self, file: &Path, facts: &Value) -> Result<bool, String> {
        self.rows.sort_by_key(|row| row.number);
        self.print();
        let rows: Vec<Value> = self.rows.iter().map(Row::to_json).collect();
        let kept = self.rows.iter().all(|row| row.verdict() != Verdict::Missed);
        let document = json!({"kept": kept, "facts": facts, "rows": rows});
        std::fs::write(file, format!("{document:#}\n")).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("\nwritten to {}", file.display());
        Ok(kept)
    }

    fn print(&self) {
        println!(
            "{:<54}{:>9}{:>9}{:>9}{:>9}{:>8}{:>6}  {:<17}{:>7}{:>7}  verdict",
            "row", "req/s", "p50 ms", "p99 ms", "CPU us", "DB us", "MB", "value", "must", "aim"
        );
        for row in &self.rows {
            let mut measured = row.measured.iter();
            let own = measured.next().map_or(Figures::UNKNOWN, |(_, figures)| *figures);
            println!("{:<54}{}  {}", format!("{:>2} {}", row.number, row.name), cells(&own), row.judged());
            for (name, figures) in measured {
                println!("{:<54}{}", format!("     {name}"), cells(figures));
            }
        }
    }
}

impl Row {
    fn verdict(&self) -> Verdict {
        let (kept, reached, bound) = match self.bound {
            Bound::AtMost { must, aim } => (self.value <= must, self.value <= aim, must),
            Bound::AtLeast { must, aim } => (self.value >= must, self.value >= aim, must),
            Bound::None => return Verdict::None,
        };
        match (kept, reached) {
            (_, true) => Verdict::Aim,
            (true, false) if bound.is_finite() => Verdict::Kept,
            (true, false) => Verdict::None,
            (false, false) => Verdict::Missed,
        }
    }

    /// The value and what becomes of it.
    fn judged(&self) -> String {
        let value = format!("{} {}", number(self.value), self.unit);
        let (must, aim) = match self.bound {
            Bound::AtMost { must, aim } => (limit("≤", must), limit("≤", aim)),
            Bound::AtLeast { must, aim } => (limit("≥", must), limit("≥", aim)),
            Bound::None => Default::default(),
        };
        let verdict = match self.verdict() {
            Verdict::Missed => "MISSED",
            Verdict::Kept => "kept",
            Verdict::Aim => "aim reached",
            Verdict::None => "",
        };
        format!("{value:<17}{must:>7}{aim:>7}  {verdict}")
    }

    fn to_json(&self) -> Value {
        let (better, must, aim) = match self.bound {
            Bound::AtMost { must, aim } => (json!("lower"), json!(must), json!(aim)),
            Bound::AtLeast { must, aim } => (json!("higher"), json!(must), json!(aim)),
            Bound::None => Default::default(),
        };
        let verdict = match self.verdict() {
            Verdict::Missed => json!("missed"),
            Verdict::Kept => json!("kept"),
            Verdict::Aim => json!("aim"),
            Verdict::None => Value::Null,
        };
        let measured: Vec<Value> = self
            .measured
            .iter()
            .map(|(name, figures)| {
                let mut shown = figures.to_json();
                if let Some(members) = shown.as_object_mut() {
                    members.insert("name".to_owned(), json!(name));
                }
                shown
            })
            .collect();
        json!({
            "row": self.number, "name": self.name, "value": self.value, "unit": self.unit, "better": better,
            "must": must, "aim": aim, "verdict": verdict, "measured": measured,
        })
    }
}

fn cells(figures: &Figures) -> String {
    let Figures { requests_per_second, p50, p99, cpu, database_cpu, memory } = *figures;
    let widths = [(requests_per_second, 9), (p50, 9), (p99, 9), (cpu, 9), (database_cpu, 8), (memory, 6)];
    widths.map(|(figure, width)| format!("{:>width$}", number(figure))).concat()
}

/// A number with about three digits; nothing where there is none.
fn number(figure: f64) -> String {
    match figure {
        it if !it.is_finite() => String::new(),
        it if it >= 100.0 => format!("{it:.0}"),
        it if it >= 10.0 => format!("{it:.1}"),
        it => format!("{it:.2}"),
    }
}

/// A limit with its sign; nothing where there is none.
fn limit(sign: &str, figure: f64) -> String {
    if figure.is_finite() { format!("{sign}{figure}") } else { String::new() }
}

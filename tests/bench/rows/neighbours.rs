//! Rows 11 and 12: how long readers wait while others work.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};

use super::writes::learnings;
use crate::figures::{Figures, in_turn};
use crate::paths;
use crate::plan::Plan;
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::seed;
use crate::wrk::{CONNECTIONS, Requests};

/// How much of what the server can answer at most is asked of it, so that a wait is not of the readers' own making.
const SHARE: f64 = 0.3;

const WRITERS: u32 = 8;

/// How large an upload is.
const UPLOAD: usize = 10 * 1024 * 1024;

const BOUNDARY: &str = "part-of-the-bench";

/// Row 11: records by id while others ask for slow lists and upload files.
pub(super) fn slow_and_uploads(plan: &Plan, service: &Process, report: &mut Report) -> Result<(), String> {
    let records = Requests::get(paths::records(plan.learnings()))?;
    let [partial, of_project, pairs, middle, last] = paths::slow_beside(plan.learnings());
    let filtered: Vec<_> = partial.iter().zip(&of_project).zip(pairs.iter().cycle()).collect();
    let filtered = || filtered.iter().flat_map(|((part, of_project), pair)| [*part, *of_project, *pair]);
    let beside = |seconds, rate| {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let filters = scope.spawn(|| ask_until(&stop, service, filtered()));
            let pages = scope.spawn(|| ask_until(&stop, service, middle.iter().chain(&last)));
            let uploads = scope.spawn(|| upload_until(&stop, service));
            let figures = records.send_over(service, seconds, CONNECTIONS, Some(rate));
            stop.store(true, Ordering::Relaxed);
            for other in [filters, pages, uploads] {
                joined(other)?;
            }
            figures
        })
    };
    let name = "record by id beside slow lists and uploads";
    let waits =
        Waits { number: 11, name, readers: &records, share: SHARE, bound: Bound::AtMost { must: 4.0, aim: 1.5 } };
    report.add(waits.row(plan, service, &beside)?);
    Ok(())
}

/// Row 12: lists and records while others write.
pub(super) fn writers(plan: &Plan, service: &Process, report: &mut Report) -> Result<(), String> {
    let (lists, records) = (paths::lists(plan.learnings()), paths::records(plan.learnings()));
    let mixed = lists.into_iter().zip(records).flat_map(|(list, record)| [list, record]);
    let (readers, writers) = (Requests::get(mixed)?, learnings()?);
    let beside = |seconds, rate| {
        thread::scope(|scope| {
            let writing = scope.spawn(|| writers.send_over(service, seconds, WRITERS, None));
            let figures = readers.send_over(service, seconds, CONNECTIONS, Some(rate));
            joined(writing)?;
            figures
        })
    };
    let name = format!("lists and records beside {WRITERS} durable writers");
    let bound = Bound::AtMost { must: 3.0, aim: 1.5 };
    let waits = Waits { number: 12, name: &name, readers: &readers, share: SHARE, bound };
    report.add(waits.row(plan, service, &beside)?);
    Ok(())
}

/// How long some readers wait.
pub(super) struct Waits<'a> {
    pub number: u32,
    pub name: &'a str,
    pub readers: &'a Requests,
    /// How much of their peak they ask for.
    pub share: f64,
    pub bound: Bound,
}

impl Waits<'_> {
    /// The 99th percentile at a share of the peak rate, beside others and alone. `beside` sends at a rate while others
    /// do what they do.
    pub(super) fn row(
        &self,
        plan: &Plan,
        service: &Process,
        beside: &dyn Fn(u32, f64) -> Result<Figures, String>,
    ) -> Result<Row, String> {
        let [peak] = in_turn(plan, [&|seconds| self.readers.send(service, seconds)])?;
        let rate = peak.requests_per_second * self.share;
        let alone = |seconds| self.readers.send_over(service, seconds, CONNECTIONS, Some(rate));
        let [alone, beside] = in_turn(plan, [&alone, &|seconds| beside(seconds, rate)])?;
        Ok(Row {
            number: self.number,
            name: self.name.to_owned(),
            value: beside.p99 / alone.p99,
            unit: "× p99 alone",
            bound: self.bound,
            measured: vec![("beside", beside), ("alone, at the same rate", alone), ("alone, at the peak", peak)],
        })
    }
}

pub(super) fn joined<T>(client: ScopedJoinHandle<'_, Result<T, String>>) -> Result<T, String> {
    client.join().unwrap_or_else(|_| Err("a client panicked".to_owned()))
}

fn ask_until<'a>(
    stop: &AtomicBool,
    service: &Process,
    paths: impl Iterator<Item = &'a String> + Clone,
) -> Result<(), String> {
    let agent = ureq::agent();
    for (number, path) in paths.cycle().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        service.get_over(&agent, &path.replace('#', &number.to_string()))?;
    }
    Ok(())
}

/// Uploads pictures of ten megabytes, each another one, and deletes each before the next.
fn upload_until(stop: &AtomicBool, service: &Process) -> Result<(), String> {
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/files/picture.png");
    let picture = std::fs::read(&picture).map_err(|error| format!("{}: {error}", picture.display()))?;
    let agent = ureq::agent();
    let key = format!("Bearer {}", seed::key(1));
    let mut number = 0_u64;
    while !stop.load(Ordering::Relaxed) {
        number += 1;
        let form = form(&picture, number);
        let sent = agent
            .post(service.url("/api/attachments"))
            .header("Authorization", &key)
            .header("Content-Type", format!("multipart/form-data; boundary={BOUNDARY}"))
            .send(&form);
        let answer = sent.and_then(|answer| answer.into_body().read_to_string()).map_err(|error| error.to_string())?;
        let answer: serde_json::Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
        let id = answer.pointer("/data/id").ok_or_else(|| format!("an upload was answered {answer}"))?;
        let deleted = agent.delete(service.url(&format!("/api/attachments/{id}"))).header("Authorization", &key).call();
        deleted.map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A picture beside the first insight, which is in the second project.
fn form(picture: &[u8], number: u64) -> Vec<u8> {
    let mut form = Vec::with_capacity(UPLOAD + 1024);
    for (name, value) in [("project_id", "2"), ("attachable_type", "insight"), ("attachable_id", "1")] {
        let part = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        form.extend_from_slice(part.as_bytes());
    }
    let head = "Content-Disposition: form-data; name=\"file\"; filename=\"picture.png\"\r\nContent-Type: image/png";
    form.extend_from_slice(format!("--{BOUNDARY}\r\n{head}\r\n\r\n").as_bytes());
    form.extend_from_slice(picture);
    form.extend_from_slice(&number.to_be_bytes());
    form.resize(form.len() + UPLOAD - picture.len() - 8, 7);
    form.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    form
}

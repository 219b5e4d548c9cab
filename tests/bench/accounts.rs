//! The accounts that the operating system keeps of processes.

use std::fs;

/// Clock ticks a second, in which Linux tells CPU time.
const TICKS: f64 = 100.0;

/// Where the fields of `/proc/PID/stat` stand, counted from the one after the name.
const PARENT: usize = 1;
const OWN: [usize; 2] = [11, 12];
const ENDED_CHILDREN: [usize; 2] = [13, 14];

/// The CPU time that a process used so far, in seconds.
pub(crate) fn cpu(process: u32) -> Result<f64, String> {
    let stat = stat(process).ok_or_else(|| format!("the process {process} is gone"))?;
    Ok(seconds(&stat, OWN))
}

/// The same to the nanosecond, of the threads that run.
pub(crate) fn exact_cpu(process: u32) -> Result<f64, String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).map_err(|error| error.to_string())?;
    let of_thread = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("schedstat")).ok();
    let nanoseconds = threads.filter_map(|it| of_thread(it.ok()?)?.split(' ').next()?.parse::<f64>().ok());
    Ok(nanoseconds.sum::<f64>() / 1e9)
}

/// The CPU time that a process and its children used so far, in seconds: those that run, and those that ended.
pub(crate) fn family_cpu(parent: u32) -> Result<f64, String> {
    let of_parent = stat(parent).ok_or_else(|| format!("the process {parent} is gone"))?;
    let processes = fs::read_dir("/proc").map_err(|error| error.to_string())?;
    let numbers = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let children = numbers.filter_map(stat).filter(|it| field(it, PARENT) == Some(f64::from(parent)));
    let of_children: f64 = children.map(|it| seconds(&it, OWN)).sum();
    Ok(seconds(&of_parent, OWN) + seconds(&of_parent, ENDED_CHILDREN) + of_children)
}

/// The process that started this one.
pub(crate) fn parent(process: u32) -> Result<u32, String> {
    let stat = stat(process).unwrap_or_default();
    let parent = stat.get(PARENT).and_then(|it| it.parse().ok());
    parent.ok_or_else(|| format!("the parent of {process} is not known"))
}

/// The memory of a process that is no file's, in megabytes.
pub(crate) fn anonymous_memory(process: u32) -> Result<f64, String> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = line.and_then(|it| it.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.map(|it| it / 1024.0).ok_or_else(|| "the memory cannot be read".to_owned())
}

/// The fields after the name, which may itself hold blanks and brackets.
fn stat(process: u32) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    Some(stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect())
}

fn field(stat: &[String], at: usize) -> Option<f64> {
    stat.get(at)?.parse().ok()
}

fn seconds(stat: &[String], fields: [usize; 2]) -> f64 {
    fields.into_iter().filter_map(|at| field(stat, at)).sum::<f64>() / TICKS
}

//! The benchmark: what a request costs the server, as a multiple of what a bare answer of the same bytes costs the same
//! HTTP stack in the same run.
//!
//! CPU time per request is what the operating system says the server's process used, divided by the requests that
//! `wrk` completed over 32 connections. Floor and service are measured in turn, so that a machine that slows down slows
//! down both; the median of the rounds is compared.

mod floor;
mod load;
mod seed;

use std::process::ExitCode;

use load::{Process, cpu_per_request};
use seed::Seeded;

/// How many records the team has.
const LEARNINGS: usize = 100_000;

/// How often floor and service are measured in turn.
const ROUNDS: usize = 3;

/// A request to measure, and how many times the floor it may cost.
struct Goal {
    name: &'static str,
    path: String,
    most: f64,
}

fn main() -> ExitCode {
    // The floor is this very program in a process of its own, so that its CPU time can be told apart.
    if let Some(body) = std::env::args().skip_while(|it| it != "--floor").nth(1) {
        return floor::serve(&body);
    }
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    load::need_wrk()?;
    println!("seeding {LEARNINGS} learnings …");
    let Seeded { token, project, learning } = seed::seed(folder.path(), LEARNINGS)?;
    let service = Process::service(folder.path())?;
    let goals = [
        Goal {
            name: "list of a project, newest first",
            path: format!("/api/learnings?filter%5Bproject_id%5D={project}&sort=-created_at"),
            most: 15.0,
        },
        Goal { name: "one record", path: format!("/api/learnings/{learning}"), most: 5.0 },
    ];
    println!("{:<34} {:>9} {:>12} {:>12} {:>8} {:>6}", "", "bytes", "floor us", "service us", "times", "goal");
    let mut kept = true;
    for goal in goals {
        let answer = service.get(&goal.path, &token)?;
        let body = folder.path().join("body.json");
        std::fs::write(&body, &answer).map_err(|error| error.to_string())?;
        let floor = Process::floor(&body)?;
        let (mut floors, mut services) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            floors.push(cpu_per_request(&floor, &goal.path, &token)?);
            services.push(cpu_per_request(&service, &goal.path, &token)?);
        }
        let (floor, service) = (median(floors), median(services));
        let times = service / floor;
        kept &= times <= goal.most;
        println!("{:<34} {:>9} {floor:>12.1} {service:>12.1} {times:>8.1} {:>6.0}", goal.name, answer.len(), goal.most);
    }
    println!("memory after the load: {} MB", service.memory_megabytes()?);
    Ok(kept)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

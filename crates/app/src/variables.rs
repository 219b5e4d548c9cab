//! The variables that the settings are read from: each flag of theirs has one, and there are no others.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};

use clap::{ArgMatches, Args, Command};

use crate::arguments::Flags;

/// How every variable begins but that of the database, which other programs know as well.
const PREFIX: &str = "UPLIFT_";
const DATABASE: &str = "DATABASE_URL";

/// How many letters a name may differ in from the one that was meant.
const TYPOS: usize = 4;

/// The names of all variables.
pub(crate) fn known() -> Vec<String> {
    flags().iter().map(|(_, variable)| variable.clone()).collect()
}

/// What the flags say, by their variables.
pub(crate) fn said(matches: &ArgMatches) -> HashMap<String, String> {
    let said = |(id, variable): (String, String)| Some((variable, matches.get_one::<String>(&id)?.clone()));
    flags().into_iter().filter_map(said).collect()
}

/// Each flag by its id, with its variable.
pub(crate) fn flags() -> Vec<(String, String)> {
    let command = Flags::augment_args(Command::new("flags"));
    let flags = command.get_arguments().filter_map(|flag| Some((flag.get_id().to_string(), flag.get_long()?)));
    let variable = |flag: &str| match flag.to_uppercase().replace('-', "_") {
        name if name == DATABASE => name,
        name => format!("{PREFIX}{name}"),
    };
    flags.map(|(id, flag)| (id, variable(flag))).collect()
}

/// What is to be said of each variable that begins as ours do and is none, in the order of their names.
pub(crate) fn unknown(set: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let known = known();
    let is_unknown = |(name, value): &(String, String)| {
        name.starts_with(PREFIX) && !known.contains(name) && !is_of_a_cluster(name, value)
    };
    let mut unknown: Vec<_> = set.filter(is_unknown).collect();
    unknown.sort_unstable();
    unknown.dedup_by(|one, other| one.0 == other.0);
    unknown.iter().map(|(name, value)| warning(name, value, &known)).collect()
}

/// Kubernetes tells each container where services are, such as `uplift` and `uplift-redis`, by variables that end so.
fn is_of_a_cluster(name: &str, value: &str) -> bool {
    let words: Vec<_> = name.trim_start_matches(PREFIX).split('_').collect();
    match words.as_slice() {
        [.., "SERVICE", "HOST" | "PORT"] => true,
        [.., "PORT", port, "TCP" | "UDP" | "SCTP"]
        | [.., "PORT", port, "TCP" | "UDP" | "SCTP", "PROTO" | "PORT" | "ADDR"] => port.parse::<u16>().is_ok(),
        [.., "PORT"] => ["tcp://", "udp://", "sctp://"].iter().any(|scheme| value.starts_with(scheme)),
        // What follows is what the service calls the port.
        words => words.windows(2).any(|pair| pair == ["SERVICE", "PORT"]),
    }
}

fn warning(name: &str, value: &str, known: &[String]) -> String {
    let distance =
        |it: &String| strsim::damerau_levenshtein(it.trim_start_matches(PREFIX), name.trim_start_matches(PREFIX));
    let closest = known.iter().min_by_key(|it| distance(it)).filter(|it| distance(it) <= TYPOS.min(it.len() / 3));
    let accepted = match closest {
        Some(closest) => format!("did you mean {closest}?"),
        None => format!("accepted are {}", known.join(", ")),
    };
    format!("{name}: \"{}\" is the value of no setting; {accepted}", shown(value))
}

/// A value that cannot be a secret. What else a name that nobody knows was given may be one.
fn shown(value: &str) -> &str {
    let is_plain = value.parse::<u16>().is_ok()
        || value.parse::<bool>().is_ok()
        || value.parse::<IpAddr>().is_ok()
        || value.parse::<SocketAddr>().is_ok();
    if is_plain { value } else { "…" }
}

#[cfg(test)]
mod tests;

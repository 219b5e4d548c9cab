//! Metrics: what the server of a world tells of its work.

use std::str::FromStr;

use super::World;

impl World {
    /// All of them, as text.
    #[track_caller]
    pub(crate) fn metrics(&self) -> String {
        self.client(None).get(&format!("{}/metrics", self.origin())).status_is(200).text()
    }

    /// The value of one series.
    #[track_caller]
    pub(crate) fn metric<T: FromStr>(&self, series: &str) -> T {
        let metrics = self.metrics();
        let value = metrics.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok());
        value.unwrap_or_else(|| panic!("no value of {series} in {metrics}"))
    }
}

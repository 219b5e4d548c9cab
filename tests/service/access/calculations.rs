//! What the calculators are asked to compute.

use serde_json::{Value, json};

/// What a calculator can compute.
pub(super) fn calculation(path: &str) -> Value {
    match path {
        "/statistics/sample-size" => json!({ "baseline": 0.2, "mde": 0.25 }),
        "/statistics/compare" => {
            json!({ "test": "z", "control": { "n": 99, "x": 12 }, "treatment": { "n": 83, "x": 5 } })
        }
        "/statistics/srm" => json!({ "counts": [500, 550] }),
        "/statistics/adjust" => json!({ "p_values": [0.01, 0.02], "method": "holm" }),
        "/statistics/proportion" => json!({ "x": 7, "n": 20 }),
        _ => panic!("say in access/calculations.rs what {path} computes"),
    }
}

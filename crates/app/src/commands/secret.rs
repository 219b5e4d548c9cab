//! `uplift secret`.

use anyhow::Result;
use serde_json::json;
use uplift_domain::workspace::address_secret_rotate;

use crate::arguments::SecretAct;
use crate::output::Output;
use crate::settings::Settings;
use crate::workspace::{Use, Workspace};

pub(crate) fn run(act: SecretAct, settings: &Settings, output: Output) -> Result<()> {
    let workspace = Workspace::open(settings, Use::Change)?;
    match act {
        SecretAct::Rotate => {
            let rotated_at = workspace.write(|tx| address_secret_rotate(tx))?.to_string();
            let document = json!({"rotated_at": rotated_at});
            output.print(&document, || "no address of a file that was signed before opens anything".to_owned())
        }
    }
}

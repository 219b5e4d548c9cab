//! The files that a question asks for.

use uplift_domain::file::FileType;
use uplift_domain::forms::{FileUploadSettings, Question, Written};
use uplift_domain::record::Choices as _;
use uplift_domain::responses::Visit;

use super::choice::{Choice, element};

pub(super) struct Uploads {
    /// The files that are there already.
    pub(super) kept: Vec<Choice>,
    pub(super) accept: String,
    pub(super) many: bool,
    pub(super) hint: String,
}

/// The files of a question, with those that are there already.
pub(super) fn uploads(visit: &Visit, question: &Question, settings: &FileUploadSettings, written: &Written) -> Uploads {
    let there = written.values.iter().filter_map(|id| Some((id, visit.files.get(&id.parse().ok()?)?)));
    let kept = there.enumerate().map(|(at, (id, name))| Choice {
        element: element(question, at + 1),
        id: id.clone(),
        label: name.clone(),
        is_chosen: true,
    });
    let types: Vec<&str> = FileType::ALL.iter().filter(|it| settings.accept(**it)).map(|it| it.name()).collect();
    let (size, names) = (settings.max_size_mb, settings.accepted_types.iter().map(|it| it.name()));
    let hint = match settings.max_files {
        1 => format!("One {}, up to {size} MB.", names.collect::<Vec<_>>().join(" or ")),
        several => {
            let names: Vec<String> = names.map(|name| format!("{name}s")).collect();
            format!("Up to {several} {}, each up to {size} MB.", names.join(" or "))
        }
    };
    Uploads { kept: kept.collect(), accept: types.join(","), many: settings.max_files > 1, hint }
}

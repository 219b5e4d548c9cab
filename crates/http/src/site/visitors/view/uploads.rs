//! The files that a question asks for.

use uplift_domain::file::FileType;
use uplift_domain::forms::{AcceptedFiles, FileUploadSettings, Question, Written};
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
    Uploads { kept: kept.collect(), accept: types.join(","), many: settings.max_files > 1, hint: hint(settings) }
}

/// Which files may be sent, and how many.
fn hint(settings: &FileUploadSettings) -> String {
    let (size, most) = (settings.max_size_mb, settings.max_files);
    let mut names: Vec<String> = Vec::new();
    for name in settings.accepted_types.iter().map(|accepted| called(*accepted)) {
        let name = if most == 1 { name.to_owned() } else { format!("{name}s") };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let names = names.join(" or ");
    match most {
        1 => format!("One {names}, up to {size} MB."),
        several => format!("Up to {several} {names}, each up to {size} MB."),
    }
}

/// What people call one of such files.
const fn called(accepted: AcceptedFiles) -> &'static str {
    match accepted {
        AcceptedFiles::Images => "image",
        AcceptedFiles::Documents => "document",
        AcceptedFiles::Of(FileType::Jpeg) => "JPEG image",
        AcceptedFiles::Of(FileType::Png) => "PNG image",
        AcceptedFiles::Of(FileType::Gif) => "GIF image",
        AcceptedFiles::Of(FileType::Pdf) => "PDF document",
        AcceptedFiles::Of(FileType::Doc | FileType::Docx) => "Word document",
        AcceptedFiles::Of(FileType::Xls | FileType::Xlsx) => "Excel workbook",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_which_files_and_how_many() {
        let told = |accepted_types: &[AcceptedFiles], max_files| {
            hint(&FileUploadSettings { accepted_types: accepted_types.to_vec(), max_size_mb: 5, max_files })
        };
        assert_eq!(told(&[AcceptedFiles::Of(FileType::Png)], 3), "Up to 3 PNG images, each up to 5 MB.");
        let word = [AcceptedFiles::Of(FileType::Doc), AcceptedFiles::Of(FileType::Docx)];
        assert_eq!(told(&word, 1), "One Word document, up to 5 MB.");
        let both = [AcceptedFiles::Images, AcceptedFiles::Documents];
        assert_eq!(told(&both, 2), "Up to 2 images or documents, each up to 5 MB.");
    }
}

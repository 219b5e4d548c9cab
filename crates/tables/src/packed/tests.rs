use super::*;

#[test]
fn a_document_is_unpacked_as_it_was() {
    let long = format!("{{\"text\":\"{}\"}}", "Käse und \\\"Brot\\\" 日本語 ".repeat(4000));
    let noise: String = (0..400_u32).map(|it| format!("{:08x}", it.wrapping_mul(0x9E37_79B9))).collect();
    for document in ["{}", "null", long.as_str(), noise.as_str()] {
        let stored = pack(document).unwrap().into_owned();
        assert!(stored.len() <= document.len());
        assert_eq!(unpack(stored).unwrap(), document);
    }
    assert!(pack(&long).unwrap().len() * 4 < long.len());
}

/// The declarations are read as text: no type tells of itself by which table it is named.
#[test]
fn every_column_of_documents_is_known() {
    let sources = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let kinds = std::fs::read_dir(sources.join("kinds")).unwrap().map(|entry| entry.unwrap().path());
    let mut declared = Vec::new();
    for source in kinds.chain([sources.join("workspace.rs"), sources.join("side_tables.rs")]) {
        let mut table = String::new();
        for line in std::fs::read_to_string(source).unwrap().lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [_, "{", _, "in", name, "as", ..] => table = (*name).to_owned(),
                [name, "(id)", "{"] => table = (*name).to_owned(),
                [column, "->", "Doc," | "Nullable<Doc>,"] => declared.push((table.clone(), (*column).to_owned())),
                _ => {}
            }
        }
    }
    declared.sort();
    assert_eq!(declared, DOCUMENTS.map(|(table, column)| (table.to_owned(), column.to_owned())));
}

#[test]
fn what_is_short_is_kept_as_it_is() {
    let short = format!("{{\"text\":\"{}\"}}", "a".repeat(900));
    assert_eq!(pack(&short).unwrap(), short);
}

#[test]
fn what_only_looks_packed_is_an_error() {
    for damaged in ["~", "~%%%", "~AAAA"] {
        assert!(unpack(damaged.to_owned()).is_err(), "{damaged}");
    }
}

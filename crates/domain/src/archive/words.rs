//! The words that columns hold where the rows are no records: what is none of them would be found only by whoever reads
//! the rows.

use super::table::ArchiveTable;
use crate::Kind;
use crate::file::FileType;
use crate::listing::LinkRole;
use crate::numbering::Entity;
use crate::record::Choices as _;

/// The words of every column of a table that takes no others.
pub(super) fn words_of(table: &ArchiveTable) -> Vec<Option<&'static [&'static str]>> {
    let role = role_of(table.name);
    let words = |column| match (table.name, column) {
        ("files", "content") => Some(FileType::NAMES),
        ("numbering_assignments", "entity_type") => Some(Entity::NAMES),
        _ => role.filter(|role| role.column == column).map(|role| role.words),
    };
    table.columns.iter().map(|(column, _)| words(column.name)).collect()
}

/// What the rows of a link say beside whom they name.
fn role_of(table: &str) -> Option<LinkRole> {
    let links = Kind::ALL.iter().flat_map(|kind| kind.relations()).filter_map(|it| it.link());
    links.filter(|(_, link)| link.table == table).find_map(|(_, link)| link.role)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{Column, Content};

    fn words(table: &'static str, column: &'static str) -> Vec<&'static str> {
        let columns = vec![Column { name: column, content: Content::Text, nullable: true }];
        words_of(&ArchiveTable::new(table, None, Vec::new(), columns)).remove(0).unwrap_or_default().to_vec()
    }

    #[test]
    fn columns_take_the_words_of_their_types() {
        assert!(words("files", "content").contains(&"image/png"));
        assert_eq!(words("experiment_goal", "role"), ["primary", "secondary", "guardrail"]);
        assert_eq!(words("experiment_learning", "stance"), ["supporting", "contradicting"]);
        assert_eq!(words("numbering_assignments", "entity_type"), ["experiments", "ideas", "insights"]);
        assert!(words("files", "hash").is_empty() && words("idea_insight", "role").is_empty());
    }
}

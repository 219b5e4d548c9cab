//! An archive, looked through before anything is written: every line is a row, and all that rows name is there.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::export::{MOST_GONE, MOST_RECORDS, kind_of};
use super::line::row;
use super::naming::{Names, rewritten};
use super::table::{ArchiveTable, Cell};
use super::words::words_of;
use super::{FILES, MANIFEST};
use crate::listing::casefold;
use crate::record::{Email, FieldError, Fields};
use crate::{Json, Kind, Refusal};

/// What gives the lines of an archive.
pub trait Source {
    /// Does something with every line of a file.
    ///
    /// # Errors
    /// When a line cannot be read, and with what was wrong with one.
    fn lines(&mut self, file: &str, act: &mut dyn FnMut(&str) -> Result<(), Refusal>) -> Result<(), Refusal>;
}

/// The refusal of an archive that is not what an export writes.
pub fn damaged(what: &str) -> Refusal {
    Refusal::field("archive", &FieldError::Otherwise(format!("{}.", what.trim_end_matches('.'))))
}

/// An archive that can be brought in.
#[derive(Debug, Default)]
pub struct Checked {
    pub(super) team: Fields,
    /// How many records of each kind it has.
    pub(super) there: BTreeMap<Kind, i64>,
    /// The highest ordinal of each kind that is named: what follows those that are there is gone.
    pub(super) named: BTreeMap<Kind, i64>,
    /// How many lines each file has.
    pub(super) counts: BTreeMap<String, i64>,
    /// The addresses of everybody, in order.
    pub(super) people: Vec<String>,
    /// The hash and the length of each file of attachments.
    pub files: Vec<(String, u64)>,
}

impl Checked {
    /// Looks an archive through.
    ///
    /// # Errors
    /// With what is wrong with it, and where.
    pub fn of(tables: &[ArchiveTable], manifest: &Json, source: &mut dyn Source) -> Result<Self, Refusal> {
        let said = |name: &str| manifest.get(name).and_then(Json::as_object).cloned();
        let team = said("team").ok_or_else(|| damaged(&format!("has a {MANIFEST} that tells of no team")))?;
        let mut checked = Self { team, ..Self::default() };
        for table in tables {
            checked.table(table, source)?;
        }
        let counts: Fields = checked.counts.iter().map(|(called, count)| (called.clone(), (*count).into())).collect();
        if said("counts").as_ref() != Some(&counts) {
            return Err(damaged(&format!("has other counts of records than its {MANIFEST} says")));
        }
        checked.named_are_known()?;
        checked.files_are_those_of(said("files").unwrap_or_default())?;
        Ok(checked)
    }

    /// How many records it has.
    pub fn records(&self) -> i64 {
        self.counts.values().sum()
    }

    fn table(&mut self, table: &ArchiveTable, source: &mut dyn Source) -> Result<(), Refusal> {
        let (file, words) = (table.file(), words_of(table));
        let (mut at, before, mut addresses) = (0, self.records(), HashSet::new());
        source.lines(&file, &mut |line| {
            at += 1;
            if usize::try_from(before.saturating_add(at)).is_ok_and(|all| all > MOST_RECORDS) {
                return Err(damaged(&format!("has more than {MOST_RECORDS} records")));
            }
            let spelt = row(table, line).and_then(|row| spelt(table, &words, &row).map(|()| row));
            let checked = spelt.and_then(|row| self.row(table, &row, at, &mut addresses));
            checked.map_err(|wrong| damaged(&format!("has as line {at} of {file} what {wrong}")))
        })?;
        self.counts.insert(table.called.clone(), at);
        if let Some(kind) = table.kind {
            self.there.insert(kind, at);
        }
        Ok(())
    }

    fn row(
        &mut self,
        table: &ArchiveTable,
        row: &[Cell],
        at: i64,
        addresses: &mut HashSet<String>,
    ) -> Result<(), String> {
        for (cell, (column, names)) in row.iter().zip(&table.columns) {
            match (cell, names) {
                (Cell::Integer(id), Names::Own(_) | Names::Place) if *id != at => {
                    return Err(format!("has the {} {id}; ids are the places of lines", column.name));
                }
                (Cell::Integer(id), Names::One(_) | Names::Typed(_)) => {
                    let kind = kind_of(table, row, *names);
                    self.name(kind.ok_or_else(|| format!("names in {} no kind that there is", column.name))?, *id)?;
                }
                // What clients may write as they like names nobody who is not known otherwise.
                (_, Names::Filters(..)) => {}
                (Cell::Text(text) | Cell::Document(text), _) => {
                    let mut wrong = None;
                    drop(rewritten(*names, text, table.beside(row, *names), &mut |kind, id| {
                        wrong = wrong.take().or(self.name(kind, id).err());
                        id
                    }));
                    if let Some(wrong) = wrong {
                        return Err(wrong);
                    }
                }
                (_, _) => {}
            }
        }
        let value = |name: &str| table.place(name).and_then(|at| row.get(at));
        match (table.kind, value("email"), value("hash"), value("size")) {
            (Some(Kind::User), Some(Cell::Text(email)), ..) => {
                Email::parse(email).map_err(|error| error.about("email"))?;
                if !addresses.insert(casefold(email)) {
                    return Err(format!("has the address {email}, which is that of another line"));
                }
                self.people.push(email.clone());
            }
            (Some(Kind::File), _, Some(Cell::Text(hash)), Some(Cell::Integer(size))) => {
                self.files.push((hash.clone(), size.unsigned_abs()));
            }
            _ => {}
        }
        Ok(())
    }

    fn name(&mut self, kind: Kind, id: i64) -> Result<(), String> {
        if id < 0 {
            return Err(format!("names {} {id}", kind.singular()));
        }
        let highest = self.named.entry(kind).or_default();
        *highest = id.max(*highest);
        Ok(())
    }

    /// Checks that ids are those of records in the archive, or of records that are gone.
    fn named_are_known(&self) -> Result<(), Refusal> {
        let mut all_gone = 0;
        for (kind, highest) in &self.named {
            let there = if *kind == Kind::Team { 1 } else { self.there.get(kind).copied().unwrap_or_default() };
            let gone = usize::try_from(highest.saturating_sub(there)).unwrap_or_default();
            all_gone += gone;
            let always_there = matches!(kind, Kind::Team | Kind::User | Kind::File);
            if gone > 0 && always_there || all_gone > MOST_GONE {
                return Err(damaged(&format!("names {} {highest}, and has {there} of them", kind.singular())));
            }
        }
        Ok(())
    }

    fn files_are_those_of(&self, manifest: Fields) -> Result<(), Refusal> {
        let said = manifest.iter().filter_map(|(path, said)| {
            Some((path.strip_prefix(FILES)?.to_owned(), said.get("bytes").and_then(Json::as_u64)?))
        });
        let (said, there): (BTreeSet<_>, BTreeSet<_>) = (said.collect(), self.files.iter().cloned().collect());
        match said.symmetric_difference(&there).next() {
            Some((hash, _)) => {
                Err(damaged(&format!("tells of {FILES}{hash} otherwise in its {MANIFEST} than in files.ndjson")))
            }
            None if there.len() < self.files.len() => Err(damaged("has a file twice in files.ndjson")),
            None => Ok(()),
        }
    }
}

/// Checks that columns which take certain words hold one of them.
fn spelt(table: &ArchiveTable, words: &[Option<&[&str]>], row: &[Cell]) -> Result<(), String> {
    for ((cell, words), (column, _)) in row.iter().zip(words).zip(&table.columns) {
        if let (Cell::Text(text), Some(words)) = (cell, words)
            && !words.contains(&text.as_str())
        {
            return Err(format!("has in {} {text:?}, which is none of {}", column.name, words.join(", ")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::archive::{Column, Content};

    struct Lines(&'static str);

    impl Source for Lines {
        fn lines(&mut self, _file: &str, act: &mut dyn FnMut(&str) -> Result<(), Refusal>) -> Result<(), Refusal> {
            self.0.lines().try_for_each(act)
        }
    }

    fn checked(table: &ArchiveTable, line: &'static str) -> Result<Checked, Refusal> {
        let manifest = json!({ "team": {}, "counts": { (table.called.as_str()): 1 }, "files": {} });
        Checked::of(std::slice::from_ref(table), &manifest, &mut Lines(line))
    }

    fn column(name: &'static str, content: Content) -> Column {
        Column { name, content, nullable: false }
    }

    #[test]
    fn what_clients_may_write_as_they_like_names_nobody() {
        let filters = vec![column("id", Content::Integer), column("filters", Content::Document)];
        let summaries =
            ArchiveTable::new("form_response_summaries", Some(Kind::FormResponseSummary), vec!["id"], filters);
        let line = r#"{"id":1,"filters":{"id":[9000000],"respondent_user_id":"7"}}"#;
        assert_eq!(checked(&summaries, line).unwrap().named, BTreeMap::new());
        let texts = ["body", "mentions"].map(|name| column(name, Content::Text));
        let columns = [column("id", Content::Integer)].into_iter().chain(texts).collect();
        let comments = ArchiveTable::new("comments", Some(Kind::Comment), vec!["id"], columns);
        let line = r#"{"id":1,"body":"@[7]","mentions":"[]"}"#;
        assert_eq!(checked(&comments, line).unwrap().named, BTreeMap::new());
        assert!(checked(&comments, r#"{"id":1,"body":"@[7]","mentions":"[7]"}"#).is_err());
    }
}

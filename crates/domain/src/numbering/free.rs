//! The numbers of sequences that are free, and what records get of them.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::claim::{MOST_SKIPPED, none_free};
use super::{LookAhead, Template};
use crate::access::TeamId;
use crate::ports::ReadTx;
use crate::record::{Code, Id, Name, Stored};
use crate::{Kind, NumberingScheme, Project, Refusal};

/// The numbers of a sequence from its next one on, without those whose identifiers are taken.
pub(super) struct FreeNumbers<'s> {
    team: TeamId,
    template: &'s Template,
    code: Option<Code>,
    /// The project that the sequence counts in, if it is one of a project.
    sequence: Option<Id<Project>>,
    pub(super) next: i64,
    /// What was looked up of each kind.
    looked: HashMap<Kind, Looked>,
    /// How many are looked up of each.
    ahead: LookAhead,
}

/// Which identifiers a kind has, up to a number.
struct Looked {
    until: i64,
    taken: HashSet<Name>,
    ahead: LookAhead,
}

impl<'s> FreeNumbers<'s> {
    /// The numbers from `next` on, of which about so many are asked for.
    pub(super) fn new(
        team: TeamId,
        (template, code): (&'s Template, Option<Code>),
        sequence: Option<Id<Project>>,
        next: i64,
        ahead: usize,
    ) -> Self {
        Self { team, template, code, sequence, next, looked: HashMap::new(), ahead: LookAhead::new(ahead) }
    }

    /// The next identifier that no record of these kinds has.
    ///
    /// # Errors
    /// When the database fails, or very many in a row are taken.
    pub(super) fn take(&mut self, tx: &mut dyn ReadTx, kinds: &[Kind]) -> Result<Name, Refusal> {
        let last = self.next.saturating_add(MOST_SKIPPED);
        while self.next < last {
            let number = self.next;
            self.next += 1;
            let identifier = self.written(number)?;
            let mut free = true;
            for kind in kinds {
                free = free && !self.is_taken(tx, *kind, number, &identifier)?;
            }
            if free {
                return Ok(identifier);
            }
        }
        Err(none_free())
    }

    fn written(&self, number: i64) -> Result<Name, Refusal> {
        let without = || Refusal::Fault("a template was written out for a project without a code".to_owned());
        self.template.write(number, self.code.as_ref()).ok_or_else(without)
    }

    fn is_taken(&mut self, tx: &mut dyn ReadTx, kind: Kind, number: i64, identifier: &Name) -> Result<bool, Refusal> {
        let nothing = Looked { until: 0, taken: HashSet::new(), ahead: self.ahead };
        let mut looked = self.looked.remove(&kind).unwrap_or(nothing);
        if number >= looked.until {
            looked.until = number.saturating_add(i64::try_from(looked.ahead.widen()).unwrap_or(i64::MAX));
            let identifiers = (number..looked.until).map(|it| self.written(it)).collect::<Result<Vec<_>, _>>()?;
            looked.taken = tx.taken_identifiers(self.team, kind, self.sequence, &identifiers)?.into_iter().collect();
        }
        let taken = looked.taken.contains(identifier);
        self.looked.insert(kind, looked);
        Ok(taken)
    }
}

/// A record that is to get an identifier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) kind: Kind,
    pub(super) id: i64,
    pub(super) project: Id<Project>,
}

/// What some records get, and how far that takes each sequence.
#[derive(Default)]
pub(super) struct Numbered {
    /// In the order of the records.
    pub(super) identifiers: Vec<(Row, Name)>,
    /// The next number by the project of the sequence, if it is one of a project.
    pub(super) next: BTreeMap<Option<i64>, i64>,
}

/// What these records get of a scheme, one after the other, unless the template names a code that their project lacks.
/// Nothing is written.
///
/// # Errors
/// When the database fails, or a sequence has no free number.
pub(super) fn number(
    tx: &mut dyn ReadTx,
    team: TeamId,
    scheme: &Stored<NumberingScheme>,
    rows: &[Row],
) -> Result<Numbered, Refusal> {
    let NumberingScheme { scope, template, initial_number, .. } = &scheme.record;
    let mut projects: Vec<i64> = rows.iter().map(|row| row.project.get()).collect();
    projects.sort_unstable();
    projects.dedup();
    let projects: Vec<Id<Project>> = projects.into_iter().map(Id::new).collect();
    let codes = if template.names_project() { tx.codes(team, &projects)? } else { HashMap::new() };

    let sequence_of = |row: &Row| scope.sequence(Some(row.project));
    let rows = rows.iter().filter(|row| !template.names_project() || codes.contains_key(&row.project));
    let mut ahead: HashMap<Option<i64>, usize> = HashMap::new();
    rows.clone().for_each(|row| *ahead.entry(sequence_of(row).map(Id::get)).or_default() += 1);

    let mut sequences: BTreeMap<Option<i64>, FreeNumbers<'_>> = BTreeMap::new();
    for (key, ahead) in ahead {
        let sequence = key.map(Id::new);
        let next = tx.next_of(team, scheme.id, sequence)?.unwrap_or(initial_number.get());
        let code = sequence.and_then(|project| codes.get(&project).cloned());
        sequences.insert(key, FreeNumbers::new(team, (template, code), sequence, next, ahead));
    }
    let mut identifiers = Vec::new();
    for row in rows {
        if let Some(numbers) = sequences.get_mut(&sequence_of(row).map(Id::get)) {
            identifiers.push((*row, numbers.take(tx, &[row.kind])?));
        }
    }
    let next = sequences.into_iter().map(|(key, numbers)| (key, numbers.next)).collect();
    Ok(Numbered { identifiers, next })
}

//! The order of the ideas of a project, as people put them in it.

use uplift_derive::{Choices, Record};

use super::Idea;
use crate::access::Caller;
use crate::commands::{Call, Done, both_sides, entry};
use crate::listing::Direction;
use crate::ports::{ReadPort as _, Spread, WritePort as _, WriteTx};
use crate::record::{FieldError, Id, Stored, Whole};
use crate::{Kind, Project, Refusal};

/// Where an idea stands among those of its project. Only the order means something.
pub(crate) type Position = Whole<0, 9_000_000_000_000_000>;

/// How far ideas are apart that were put in their order anew: far enough for many to come between them.
const STEP: i64 = 100_000_000;

/// How many may come before all that were put in their order anew. Of these, twelve million still come before what is
/// new, which stands at its moment in microseconds.
const ROOM: i64 = 5_000_000;

/// How many ideas are put apart first where there is no place between two, and how far apart that has to bring them: twice
/// as many, until it does.
const FEW: i64 = 512;
const APART: i64 = 64;

/// All of them.
const ALL: Spread = Spread { behind: (i64::MIN, 0), before: i64::MAX, apart: STEP, from: ROOM * STEP };

/// The field by which ideas are in order, and the one within which.
const POSITION: &str = "position";
const PROJECT: &str = "project_id";

/// Where an idea is to stand: one of these is said.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Ranking {
    /// Before this idea of the same project.
    before_id: Option<Id<Idea>>,
    /// After this idea of the same project.
    after_id: Option<Id<Idea>>,
    /// The end of the project's list that the idea goes to.
    to: Option<End>,
}

/// An end of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum End {
    Top,
    Bottom,
}

/// Where an idea is to stand.
#[derive(Clone, Copy)]
enum Place {
    /// Before another, which stands there.
    Before(Id<Idea>, i64),
    /// After it.
    After(Id<Idea>, i64),
    At(End),
}

impl Idea {
    /// The last place, for what is new in a project at this moment, and after whatever came before in the transaction.
    pub(super) fn last_place(tx: &mut dyn WriteTx) -> Position {
        Position::new(tx.next_moment().micros()).unwrap_or_default()
    }

    pub(super) fn rank(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let (id, project) = (stored.id, stored.record.project_id);
        let asked: Ranking = call.read_in(tx, |tx, asked: &Ranking, reader| {
            let said = [
                ("before_id", asked.before_id.is_some()),
                ("after_id", asked.after_id.is_some()),
                ("to", asked.to.is_some()),
            ];
            let said = said.into_iter().filter(|(field, is_said)| *is_said || reader.is_made_up(field));
            let mut said = said.collect::<Vec<_>>().into_iter();
            if said.next().is_none() {
                reader.reject("before_id", FieldError::Required);
            }
            for (later, _) in said {
                reader.reject(later, FieldError::Prohibited);
            }
            for (field, other) in [("before_id", asked.before_id), ("after_id", asked.after_id)] {
                let Some(other) = other.filter(|_| !reader.has_errors_about(field)) else { continue };
                let found = Self::reads(tx).find(call.caller.team, other)?;
                if other == id || found.is_none_or(|found| found.record.project_id != project) {
                    reader.reject(field, FieldError::NotAllowed);
                }
            }
            Ok(())
        })?;
        // Ideas of a project are put in order one after the other.
        Project::writes(tx).find_to_change(call.caller.team, project)?;
        let stored = Self::writes(tx).find_to_change(call.caller.team, id)?.unwrap_or(stored);
        let place = asked.place(tx, call.caller)?;
        if stands(tx, call.caller, &stored, place)? {
            return Ok(stored.into());
        }
        let (mut after, position) = match find_place(tx, call.caller, &stored, place)? {
            Some(position) => (stored, position),
            None => {
                let position = asked.make_place(tx, call.caller, &stored, place)?;
                (Self::writes(tx).find_to_change(call.caller.team, id)?.unwrap_or(stored), position)
            }
        };
        let before = std::mem::replace(&mut after.record.position, position);
        Self::writes(tx).save(call.caller.team, &after)?;
        let side = |position: Position| [(POSITION.to_owned(), position.get().into())].into_iter().collect();
        let sides = both_sides(side(position), side(before));
        tx.log(call.caller.team, &entry(&after, call.caller, call.event, sides))?;
        Ok(after.into())
    }
}

impl Ranking {
    /// The place that is said, with where the other idea stands now.
    fn place(&self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<Place, Refusal> {
        let mut stands = |other: Id<Idea>| {
            let found = Idea::reads(tx).find(caller.team, other)?;
            let missing = || Refusal::Fault("an idea that another is ranked beside is gone".to_owned());
            found.map(|found| found.record.position.get()).ok_or_else(missing)
        };
        Ok(match (self.before_id, self.after_id, self.to) {
            (Some(other), ..) => Place::Before(other, stands(other)?),
            (None, Some(other), _) => Place::After(other, stands(other)?),
            (None, None, end) => Place::At(end.unwrap_or(End::Bottom)),
        })
    }
}

impl Ranking {
    /// Puts ideas of the project apart, so that there is a position in the place that is said.
    fn make_place(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        stored: &Stored<Idea>,
        place: Place,
    ) -> Result<Position, Refusal> {
        let project = stored.record.project_id;
        let spread = few_apart(tx, caller, stored, place)?.unwrap_or(ALL);
        tx.spread(caller.team, (Kind::Idea, PROJECT, project.get()), spread)?;
        let place = self.place(tx, caller)?;
        let found = find_place(tx, caller, stored, place)?;
        found.ok_or_else(|| Refusal::Fault("ideas in order leave no place".to_owned()))
    }
}

/// As few of the ideas behind a place as can be put apart between what stands before and what stands after them.
fn few_apart(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Idea>,
    place: Place,
) -> Result<Option<Spread>, Refusal> {
    let project = (PROJECT, stored.record.project_id.get());
    let (behind, from) = match place {
        Place::At(_) => return Ok(None),
        Place::After(other, at) => {
            // One that shares the position of the other is not behind it.
            let shares = Idea::writes(tx).nearest(caller.team, POSITION, project, (at, other), Direction::Ascending)?;
            ((at, other.get()), Some(at).filter(|at| shares != Some(*at)))
        }
        Place::Before(other, at) => {
            let way = Direction::Descending;
            ((at, other.get() - 1), Idea::writes(tx).nearest(caller.team, POSITION, project, (at, other), way)?)
        }
    };
    let Some(from) = from else { return Ok(None) };
    let mut many = FEW;
    loop {
        let next = tx.position_behind(caller.team, (Kind::Idea, PROJECT, project.1), behind, many)?;
        let before = next.unwrap_or_else(|| tx.now().micros());
        let apart = (before - from) / (many + 1);
        if apart >= APART {
            return Ok(Some(Spread { behind, before, apart, from }));
        }
        if next.is_none() {
            return Ok(None);
        }
        many *= 2;
    }
}

/// Whether an idea stands in a place already: nothing is on its other side, or between it and the other idea.
fn stands(tx: &mut dyn WriteTx, caller: &Caller, stored: &Stored<Idea>, place: Place) -> Result<bool, Refusal> {
    let (project, own) = (stored.record.project_id.get(), (stored.record.position.get(), stored.id));
    let mut nearest = |from, way| Idea::writes(tx).nearest(caller.team, POSITION, (PROJECT, project), from, way);
    let (other, there, back) = match place {
        Place::At(End::Top) => return Ok(nearest(own, Direction::Descending)?.is_none()),
        Place::At(End::Bottom) => return Ok(nearest(own, Direction::Ascending)?.is_none()),
        Place::Before(other, at) => ((at, other), Direction::Ascending, Direction::Descending),
        Place::After(other, at) => ((at, other), Direction::Descending, Direction::Ascending),
    };
    let apart = own.0 != other.0;
    Ok(apart && nearest(own, there)? == Some(other.0) && nearest(other, back)? == Some(own.0))
}

/// The position that puts an idea in a place; nothing where there is none between its neighbours.
fn find_place(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Idea>,
    place: Place,
) -> Result<Option<Position>, Refusal> {
    let project = (PROJECT, stored.record.project_id.get());
    let mut nearest = |from: (i64, Id<Idea>), way| Idea::writes(tx).nearest(caller.team, POSITION, project, from, way);
    let found = match place {
        Place::At(End::Top) => {
            let first = nearest((0, stored.id), Direction::Ascending)?;
            Some(first.map_or(stored.record.position.get(), |first| first - STEP))
        }
        Place::At(End::Bottom) => {
            let last = nearest((i64::MAX, stored.id), Direction::Descending)?;
            Some(last.map_or(0, |last| last + 1).max(tx.next_moment().micros()))
        }
        Place::Before(other, end) => {
            let start = nearest((end, other), Direction::Descending)?;
            between(start.unwrap_or(end - 2 * STEP), end)
        }
        Place::After(other, start) => match nearest((start, other), Direction::Ascending)? {
            Some(end) => between(start, end),
            None => Some(start + 1),
        },
    };
    Ok(found.and_then(Position::new))
}

/// A number between two others.
fn between(start: i64, end: i64) -> Option<i64> {
    (end - start >= 2).then(|| start + (end - start) / 2)
}

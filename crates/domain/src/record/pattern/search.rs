//! Looking for a regular expression in a text: all that it may be in is gone through at once, letter by letter, so that
//! what it takes is bounded by the states times the letters, and counted.

use regex_automata::nfa::thompson::{NFA, State};
use regex_automata::util::primitives::StateID;

use super::allowance::spend;

/// How many units of work are done before the allowance is asked for them.
const STRIDE: u64 = 4_096;

/// What it is to look at a state.
const STEP: u64 = 2;

/// How many ways to go on from a state are looked at for a unit.
const WAYS: usize = 8;

/// Whether an expression is found anywhere in a text; nothing where the allowance does not last to find out.
pub(super) fn is_found(nfa: &NFA, text: &str) -> Option<bool> {
    let mut search =
        Search { nfa, text, seen: vec![0; nfa.states().len()], waiting: Vec::new(), reached: Vec::new(), work: 0 };
    let found = search.run();
    spend(search.work).then_some(found?)
}

struct Search<'a> {
    nfa: &'a NFA,
    text: &'a str,
    /// For each state before how many letters, plus one, it was reached last.
    seen: Vec<usize>,
    /// The states that are reached and not looked at yet.
    waiting: Vec<StateID>,
    /// The states that go on at the next byte.
    reached: Vec<StateID>,
    /// The units of work that were done and not asked for yet.
    work: u64,
}

impl Search<'_> {
    fn run(&mut self) -> Option<bool> {
        for (at, byte) in self.text.bytes().map(Some).chain([None]).enumerate() {
            if at == 0 || !self.nfa.is_always_start_anchored() {
                self.waiting.push(self.nfa.start_anchored());
            }
            if self.follow(at) {
                return Some(true);
            }
            if self.work >= STRIDE && !spend(std::mem::take(&mut self.work)) {
                return None;
            }
            let reached = std::mem::take(&mut self.reached);
            if let Some(byte) = byte {
                self.work = self.work.saturating_add(1);
                self.waiting.extend(reached.iter().filter_map(|id| next(self.nfa, *id, byte)));
            }
            self.reached = reached;
            self.reached.clear();
        }
        Some(false)
    }

    /// Looks at all that is reached before a byte; whether an expression ends there.
    fn follow(&mut self, at: usize) -> bool {
        while let Some(id) = self.waiting.pop() {
            self.work = self.work.saturating_add(STEP);
            match self.seen.get_mut(id.as_usize()) {
                Some(seen) if *seen <= at => *seen = at.saturating_add(1),
                Some(_) | None => continue,
            }
            match self.nfa.state(id) {
                State::ByteRange { .. } | State::Dense(_) => self.reached.push(id),
                State::Sparse(ways) => {
                    let looked_at = u64::try_from(ways.transitions.len() / WAYS).unwrap_or(u64::MAX);
                    self.work = self.work.saturating_add(looked_at);
                    self.reached.push(id);
                }
                State::Look { look, next } => {
                    if self.nfa.look_matcher().matches(*look, self.text.as_bytes(), at) {
                        self.waiting.push(*next);
                    }
                }
                State::Union { alternates } => self.waiting.extend(alternates.iter()),
                State::BinaryUnion { alt1, alt2 } => self.waiting.extend([*alt1, *alt2]),
                State::Capture { next, .. } => self.waiting.push(*next),
                State::Fail => {}
                // Between the bytes of a letter no expression ends.
                State::Match { .. } => {
                    if self.text.is_char_boundary(at) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Where a state goes on at a byte.
fn next(nfa: &NFA, id: StateID, byte: u8) -> Option<StateID> {
    match nfa.state(id) {
        State::ByteRange { trans } => trans.matches_byte(byte).then_some(trans.next),
        State::Sparse(ways) => ways.matches_byte(byte),
        State::Dense(ways) => ways.matches_byte(byte),
        State::Look { .. }
        | State::Union { .. }
        | State::BinaryUnion { .. }
        | State::Capture { .. }
        | State::Fail
        | State::Match { .. } => None,
    }
}

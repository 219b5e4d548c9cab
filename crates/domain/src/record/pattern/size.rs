//! How many bytes of memory a regular expression takes once it is compiled, told without compiling it.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

/// What a state takes that goes on at one byte.
const STATE: u64 = 24;

/// What it takes to go on in one of two ways.
const FORK: u64 = 32;

/// What a class takes whose letters are of several bytes, beside its ranges.
const WIDE: u64 = 320;

/// About how many bytes it takes: rather more than less.
pub(super) fn of(hir: &Hir) -> u64 {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => STATE,
        HirKind::Literal(literal) => STATE.saturating_mul(count(literal.0.len())),
        HirKind::Class(class) => of_class(class),
        HirKind::Repetition(repetition) => of_repetition(repetition),
        HirKind::Capture(capture) => of(&capture.sub),
        HirKind::Concat(parts) => sum(parts),
        HirKind::Alternation(ways) => sum(ways).saturating_add(FORK.saturating_mul(count(ways.len()))),
    }
}

fn of_class(class: &Class) -> u64 {
    match class {
        Class::Unicode(class) if class.ranges().last().is_some_and(|last| !last.end().is_ascii()) => {
            WIDE.saturating_add(STATE.saturating_mul(count(class.ranges().len())))
        }
        Class::Unicode(class) => STATE.saturating_add(8 * count(class.ranges().len())),
        Class::Bytes(class) => STATE.saturating_add(8 * count(class.ranges().len())),
    }
}

/// Each time it is repeated it is there once more, with a fork before it where it need not be.
fn of_repetition(Repetition { min, max, sub, .. }: &Repetition) -> u64 {
    let (one, least) = (of(sub), u64::from(*min));
    match max {
        Some(most) => {
            let more = u64::from(*most).saturating_sub(least).saturating_mul(one.saturating_add(FORK));
            one.saturating_mul(least).saturating_add(more).saturating_add(STATE)
        }
        None => one.saturating_mul(least.max(1)).saturating_add(2 * FORK),
    }
}

fn sum(parts: &[Hir]) -> u64 {
    parts.iter().map(of).fold(0, u64::saturating_add)
}

fn count(of: usize) -> u64 {
    u64::try_from(of).unwrap_or(u64::MAX)
}

//! A regular expression that somebody wrote.
//!
//! What it costs is bounded before it is paid: what it means is only found out where [`work`] tells that this is soon
//! done, it is only compiled where [`size`] tells that this does not take much, and what a job asks for in all has to
//! lie within its [`allowance`].

mod allowance;
mod search;
mod size;
mod work;

use std::sync::{Arc, LazyLock};

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_syntax::ast::parse::Parser;
use regex_syntax::hir::Hir;
use regex_syntax::hir::translate::Translator;

pub(crate) use allowance::with_pattern_allowance;

use super::FieldError;

/// How many units of work it is at most to find out what an expression means: about 3 ms.
const MOST_WORK: u64 = 160_000;

/// How many bytes of memory a compiled expression takes at most. What searches from the end, as others compile it,
/// takes as much again: 1 MiB in all.
const LARGEST: u64 = 512 * 1024;

/// How many bytes the expressions take together that are kept compiled, and about how many they are.
const KEPT: u64 = 16 * 1024 * 1024;
const USUALLY_KEPT: usize = 256;

/// What searches texts for an expression.
pub(crate) struct Pattern(NFA);

#[derive(Clone)]
struct Size;

impl Weighter<String, Arc<Pattern>> for Size {
    fn weight(&self, text: &String, pattern: &Arc<Pattern>) -> u64 {
        u64::try_from(text.len().saturating_add(pattern.0.memory_usage())).unwrap_or(u64::MAX)
    }
}

/// The expressions that were looked for last: those of one form are the same for all who answer it.
static COMPILED: LazyLock<Cache<String, Arc<Pattern>, Size>> =
    LazyLock::new(|| Cache::with_weighter(USUALLY_KEPT, KEPT, Size));

/// Checks that a text is a regular expression, without compiling it.
///
/// # Errors
/// When it is not, when it is one that takes too much work or memory, or when the job has asked for too much in all.
pub(crate) fn check_pattern(text: &str) -> Result<(), FieldError> {
    parse(text).map(drop)
}

/// Makes what finds a regular expression in texts.
///
/// # Errors
/// As for [`check_pattern`].
pub(crate) fn compile_pattern(text: &str) -> Result<Arc<Pattern>, FieldError> {
    if let Some(known) = COMPILED.get(text) {
        return Ok(known);
    }
    let (expression, size) = parse(text)?;
    spend(size)?;
    let largest = usize::try_from(LARGEST.saturating_mul(2)).ok();
    let config = thompson::Config::new().which_captures(WhichCaptures::None).nfa_size_limit(largest);
    let compiled = thompson::Compiler::new().configure(config).build_from_hir(&expression);
    let pattern = Arc::new(Pattern(compiled.map_err(|_too_large| FieldError::Format)?));
    COMPILED.insert(text.to_owned(), Arc::clone(&pattern));
    Ok(pattern)
}

impl Pattern {
    /// Whether it is found anywhere in a text.
    ///
    /// # Errors
    /// When the job has asked for too much in all.
    pub(crate) fn is_found(&self, text: &str) -> Result<bool, FieldError> {
        search::is_found(&self.0, text).ok_or_else(too_much)
    }
}

/// What an expression means, and about how many bytes it takes once it is compiled.
fn parse(text: &str) -> Result<(Hir, u64), FieldError> {
    let written = Parser::new().parse(text).map_err(|_not_one| FieldError::Format)?;
    let work = work::of(&written);
    if work > MOST_WORK {
        return Err(FieldError::Format);
    }
    spend(work)?;
    let expression = Translator::new().translate(text, &written).map_err(|_not_one| FieldError::Format)?;
    let size = size::of(&expression);
    if size > LARGEST { Err(FieldError::Format) } else { Ok((expression, size)) }
}

fn spend(units: u64) -> Result<(), FieldError> {
    if allowance::spend(units) { Ok(()) } else { Err(too_much()) }
}

fn too_much() -> FieldError {
    FieldError::Otherwise(
        "field asks, with the others, for more work on regular expressions than is done at once.".to_owned(),
    )
}

#[cfg(test)]
mod tests;

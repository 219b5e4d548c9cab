//! A regular expression that somebody wrote.

use regex::{Regex, RegexBuilder};

use super::FieldError;

/// How many bytes of memory a compiled expression takes at most.
const LARGEST: usize = 1024 * 1024;

/// Checks that a text is a regular expression.
///
/// # Errors
/// When it is not, or is one that takes too much memory.
pub(crate) fn check_pattern(text: &str) -> Result<(), FieldError> {
    compile_pattern(text).map(drop)
}

/// Makes what finds a regular expression in texts.
///
/// # Errors
/// As for [`check_pattern`].
pub(crate) fn compile_pattern(text: &str) -> Result<Regex, FieldError> {
    RegexBuilder::new(text).size_limit(LARGEST).build().map_err(|_not_one| FieldError::Format)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_compile_or_compiles_to_too_much_is_no_expression() {
        for pattern in ["^/cart(/|$)", r"\d{1,8}", "(?i)checkout", "日本+"] {
            assert_eq!(check_pattern(pattern), Ok(()), "{pattern}");
        }
        for pattern in ["(", "a{2,1}", "*", r"(?=ahead)", r"(a)\1", r"(\w{100}){100}", "((a{100}){100}){100}"] {
            assert_eq!(check_pattern(pattern), Err(FieldError::Format), "{pattern}");
        }
    }
}

//! How much work it is to find out what a regular expression means, told by what is written.
//!
//! Two things take long. Each class of letters that Unicode knows is a list of hundreds of ranges, which are merged
//! with others. And where an expression does not tell upper from lower case, the letters of a class are gone through
//! one by one, which may be a million for four characters of an expression.

use std::convert::Infallible;

use regex_syntax::ast::{
    self, Ast, ClassPerlKind, ClassSetItem, ClassUnicode, ClassUnicodeKind, Flag, FlagsItemKind, Visitor,
};

/// What anything takes that is written.
const PLAIN: u64 = 30;

/// What a class takes that Unicode knows.
const KNOWN: u64 = 2_000;

/// What it takes to fold the letters of such a class, and of the classes of words and of all but digits.
const FOLDED: u64 = 30_000;
const FOLDED_WORD: u64 = 15_000;
const FOLDED_NO_DIGIT: u64 = 200_000;

/// What it takes to fold all that there are.
const FOLDED_ALL: u64 = 1_114_112;

/// The units of work that an expression is.
pub(super) fn of(ast: &Ast) -> u64 {
    let Ok(work) = ast::visit(ast, Work::default());
    work
}

#[derive(Default)]
struct Work {
    plain: u64,
    /// What comes beside where case is folded.
    folding: u64,
    /// Whether case is folded anywhere: it counts as if it were everywhere.
    folds: bool,
    /// In how many classes that stand in each other something stands: the letters of a class are folded in each anew.
    depth: u64,
}

impl Work {
    fn add(&mut self, plain: u64, folding: u64) {
        self.plain = self.plain.saturating_add(plain);
        self.folding = self.folding.saturating_add(folding.saturating_mul(self.depth.saturating_add(1)));
    }

    fn flags(&mut self, flags: &ast::Flags) {
        let folds = |kind: &FlagsItemKind| matches!(kind, FlagsItemKind::Flag(Flag::CaseInsensitive));
        self.folds |= flags.items.iter().any(|item| folds(&item.kind));
    }
}

impl Visitor for Work {
    type Output = u64;
    type Err = Infallible;

    fn finish(self) -> Result<u64, Infallible> {
        Ok(self.plain.saturating_add(if self.folds { self.folding } else { 0 }))
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Infallible> {
        match ast {
            Ast::Flags(set) => self.flags(&set.flags),
            Ast::Group(group) => {
                if let Some(flags) = group.flags() {
                    self.flags(flags);
                }
            }
            Ast::ClassUnicode(class) => self.add(KNOWN, if is_any(class) { FOLDED_ALL } else { FOLDED }),
            // What stands alone of these is folded as it is.
            Ast::ClassPerl(_) => self.add(KNOWN, 0),
            Ast::Empty(_)
            | Ast::Literal(_)
            | Ast::Dot(_)
            | Ast::Assertion(_)
            | Ast::ClassBracketed(_)
            | Ast::Repetition(_)
            | Ast::Alternation(_)
            | Ast::Concat(_) => {}
        }
        self.add(PLAIN, 0);
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Infallible> {
        let (plain, folding) = match item {
            ClassSetItem::Empty(_) | ClassSetItem::Union(_) | ClassSetItem::Literal(_) => (0, 1),
            ClassSetItem::Range(range) => {
                let (first, last) = (u64::from(u32::from(range.start.c)), u64::from(u32::from(range.end.c)));
                (0, last.saturating_sub(first))
            }
            ClassSetItem::Ascii(class) => (0, if class.negated { FOLDED_ALL } else { 128 }),
            ClassSetItem::Unicode(class) if class.is_negated() || is_any(class) => (KNOWN, FOLDED_ALL),
            ClassSetItem::Unicode(_) => (KNOWN, FOLDED),
            ClassSetItem::Perl(class) => {
                let folding = match (&class.kind, class.negated) {
                    (ClassPerlKind::Word, _) => FOLDED_WORD,
                    (ClassPerlKind::Digit, true) => FOLDED_NO_DIGIT,
                    (ClassPerlKind::Space, true) => FOLDED_ALL,
                    (ClassPerlKind::Digit | ClassPerlKind::Space, false) => PLAIN,
                };
                (KNOWN, folding)
            }
            // What all but a few letters are is folded in the class around it.
            ClassSetItem::Bracketed(class) => (0, if class.negated { FOLDED_ALL } else { 0 }),
        };
        self.add(PLAIN.saturating_add(plain), folding);
        if matches!(item, ClassSetItem::Bracketed(_)) {
            self.depth = self.depth.saturating_add(1);
        }
        Ok(())
    }

    fn visit_class_set_item_post(&mut self, item: &ClassSetItem) -> Result<(), Infallible> {
        if matches!(item, ClassSetItem::Bracketed(_)) {
            self.depth = self.depth.saturating_sub(1);
        }
        Ok(())
    }

    /// What is left of two sets is merged from the ranges of both.
    fn visit_class_set_binary_op_pre(&mut self, _op: &ast::ClassSetBinaryOp) -> Result<(), Infallible> {
        self.add(KNOWN, 0);
        Ok(())
    }
}

/// Whether a class that Unicode knows is of all letters.
fn is_any(class: &ClassUnicode) -> bool {
    let (ClassUnicodeKind::Named(name) | ClassUnicodeKind::NamedValue { value: name, .. }) = &class.kind else {
        return false;
    };
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).map(|it| it.to_ascii_lowercase()).collect();
    letters.strip_prefix("is").unwrap_or(&letters) == "any"
}

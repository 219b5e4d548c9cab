//! Logic: what is seen of a form, what is required, and which way leads through it, by what was answered so far.

mod definition;
mod faults;
mod form_path;
mod matching;
mod operand;
mod operator;
mod reading;
mod rule;
mod rules;
#[cfg(test)]
mod tests;

pub use definition::{Definition, Step};
pub use faults::{Fault, FaultPlace};
pub use form_path::{Ended, FormPath};
pub use matching::{AnsweredQuestion, condition_holds};
pub use operator::Operator;
pub use rule::{Action, ActionType, Condition, Connector, RULE, Rule, RuleHost};
pub use rules::Rules;

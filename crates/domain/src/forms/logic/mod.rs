//! Logic: what is seen of a form, what is required, and which way leads through it, by what was answered so far.

mod course;
mod definition;
mod faults;
mod matching;
mod operand;
mod operator;
mod reading;
mod rule;
mod rules;
#[cfg(test)]
mod tests;

pub use course::{Course, Ended};
pub use definition::{Definition, Step};
pub use faults::{Fault, FaultPlace};
pub use matching::condition_holds;
pub use operator::Operator;
pub use rule::{Action, ActionType, Condition, Connector, Rule, RuleHost};
pub use rules::Rules;

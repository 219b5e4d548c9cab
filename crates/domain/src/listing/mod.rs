//! A listing: which records of a kind are asked for, in which order, with what included.

mod enums;
mod link;
mod listed;
#[expect(clippy::module_inception, reason = "a listing is what the module is about")]
mod listing;
mod parameters;
mod reach;
pub mod search;
mod unsupported;
mod values;
mod window;

pub use enums::{AnswerTest, Ask, Compared, Filters, LeadsTo, Matching, NAME, NamedBy, Relations, Sorts, Total};
pub use link::{Link, LinkEnd, LinkRole, RoleReach};
pub use listed::Listed;
pub use listing::{Counters, Includes, ListPage, Listing, Sorting};
pub use parameters::{LAST_PAGE, ListParameters, MOST_VALUES, most_values, parts, whole, whole_page};
pub use reach::reach_of_record;
pub use unsupported::Unsupported;
pub use values::{FilterValues, casefold, casefolded};
pub use window::{Direction, PageRequest, Window};

//! A record: what one kind of thing says about itself, what its fields may hold, and how a body is read into them.

mod body_reader;
mod choices;
mod computed;
mod decimal;
mod declared;
mod field;
mod field_error;
mod finite;
mod id;
mod invalid;
mod number;
mod object;
mod pattern;
mod percent;
mod several;
mod size;
mod slug;
mod stand_in;
mod stored;
mod text;
mod time;
mod told;
mod unaccented;
mod value;
mod weight;

pub use body_reader::{BodyReader, Fields};
pub(crate) use body_reader::{read_field, says_nothing};
pub use choices::{Choices, read_word, stored_word};
pub use computed::double;
pub(crate) use computed::{half_up, two_decimals};
pub use decimal::{
    Amount, AnyNumber, Chance, Days, Decimal, Effect, Measure, Power, Score, Share, Significance, SomeShare,
    StandardDeviation, Sum, SumOfSquares, Uplift, Variance,
};
pub use declared::Record;
pub(crate) use declared::bytes_of;
pub use field::{Field, Filled, Unique, as_said};
pub use field_error::{FieldError, MemberErrors};
pub(crate) use finite::decimal;
pub use id::{Id, Kinded};
pub use invalid::Invalid;
pub(crate) use number::integer;
pub use number::{AnyId, Count, Importance, Ordinal, Whole};
pub use object::{AnyJson, Object};
pub(crate) use pattern::{check_pattern, compile_pattern, with_pattern_allowance};
pub use percent::Percent;
pub use several::{AtLeastOne, ByName, Document, List};
pub(crate) use size::check_text;
pub use slug::Slug;
pub(crate) use stand_in::{StandIns, read_by_rule};
pub use stored::{EmbeddedRow, Shows, Stored, length_of_contents};
pub use text::{
    Code, Color, CommentText, Currency, Email, HttpUrl, Label, Name, QuestionKey, QuestionLabel, Segment, Text,
    UrlText, Zone,
};
pub use time::{Date, Time};
pub use told::{Members, Told};
pub use unaccented::unaccented;
pub use value::{FieldType, FieldValue, TextFormat, Unreadable, Value};
pub use weight::Weight;

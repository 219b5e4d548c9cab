//! How a condition compares an answer.

use uplift_derive::Choices;

use crate::forms::QuestionType;

/// How a condition compares the answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Operator {
    /// Something is answered.
    IsAnswered,
    /// Nothing is answered, be it that the question was not asked.
    IsSkipped,
    /// The answer is the value; of texts whatever the case.
    Equals,
    /// The answer is another than the value.
    NotEquals,
    /// The text has the value in it.
    Contains,
    /// The text does not have the value in it.
    NotContains,
    /// The text begins with the value.
    StartsWith,
    /// The text ends with the value.
    EndsWith,
    /// The answer is one of the values.
    In,
    /// The answer is none of the values.
    NotIn,
    /// The answer is greater than the value, or later.
    Gt,
    /// The answer is the value, or greater, or later.
    Gte,
    /// The answer is less than the value, or earlier.
    Lt,
    /// The answer is the value, or less, or earlier.
    Lte,
    /// The answer lies between the two values, or is one of them.
    Between,
    /// At least one of the options was chosen.
    IncludesAny,
    /// All of the options were chosen.
    IncludesAll,
    /// None of the options was chosen.
    IncludesNone,
    /// The option was ranked first.
    FirstIs,
    /// The column was answered in the row.
    CellEquals,
}

impl Operator {
    /// Whether it asks only whether there is an answer, so that it compares with nothing.
    pub const fn stands_alone(self) -> bool {
        matches!(self, Self::IsAnswered | Self::IsSkipped)
    }

    /// Whether it compares answers to questions of this type.
    pub const fn is_for(self, question_type: QuestionType) -> bool {
        use QuestionType as Type;
        match self {
            Self::IsAnswered | Self::IsSkipped => question_type.takes_answer(),
            Self::Equals | Self::NotEquals => !matches!(
                question_type,
                Type::MultipleChoice | Type::Ranking | Type::Matrix | Type::FileUpload | Type::Statement
            ),
            Self::Contains | Self::NotContains | Self::StartsWith | Self::EndsWith => {
                question_type.is_text() || matches!(question_type, Type::Hidden)
            }
            Self::In | Self::NotIn => {
                question_type.is_one_of_options() || question_type.is_number() || matches!(question_type, Type::Hidden)
            }
            Self::Gt | Self::Gte | Self::Lt | Self::Lte | Self::Between => {
                question_type.is_number() || matches!(question_type, Type::Date)
            }
            Self::IncludesAny | Self::IncludesAll | Self::IncludesNone => {
                matches!(question_type, Type::MultipleChoice)
            }
            Self::FirstIs => matches!(question_type, Type::Ranking),
            Self::CellEquals => matches!(question_type, Type::Matrix),
        }
    }
}

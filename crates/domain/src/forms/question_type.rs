//! The type of a question: what is asked in it, and how.

use uplift_derive::Choices;

/// How a question is asked and what its answers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum QuestionType {
    /// A text of one line.
    ShortText,
    /// A text of several lines.
    LongText,
    /// An electronic mail address.
    Email,
    /// A web address.
    Url,
    /// A telephone number, as people write it.
    Phone,
    /// A number.
    Number,
    /// A calendar date.
    Date,
    /// One of the options, all of which are seen.
    SingleChoice,
    /// One of the options, in a list that opens.
    Dropdown,
    /// Any of the options.
    MultipleChoice,
    /// Yes or no.
    YesNo,
    /// A number of stars or hearts.
    Rating,
    /// A point on a scale.
    Scale,
    /// How likely somebody is to recommend something, from 0 to 10: the net promoter score.
    Nps,
    /// All options, the best first.
    Ranking,
    /// One column, or several, for each row.
    Matrix,
    /// Files.
    FileUpload,
    /// Consent to something.
    Consent,
    /// A text that asks nothing.
    Statement,
    /// What the address of the page says, and nobody sees.
    Hidden,
}

impl QuestionType {
    /// Whether there are answers to it. There are to all but statements.
    pub const fn takes_answer(self) -> bool {
        !matches!(self, Self::Statement)
    }

    /// Whether people are asked it, so that it may be required of them.
    pub const fn is_asked(self) -> bool {
        !matches!(self, Self::Statement | Self::Hidden)
    }

    /// Whether people see it where it is on their way.
    pub const fn is_shown(self) -> bool {
        !matches!(self, Self::Hidden)
    }

    /// Whether its answers are options, so that it needs some.
    pub const fn has_options(self) -> bool {
        matches!(self, Self::SingleChoice | Self::Dropdown | Self::MultipleChoice | Self::Ranking)
    }

    /// Whether its answers may be something other than the options, where the question allows that.
    pub const fn may_allow_other(self) -> bool {
        matches!(self, Self::SingleChoice | Self::Dropdown | Self::MultipleChoice)
    }

    /// Whether one option is chosen.
    pub const fn is_one_of_options(self) -> bool {
        matches!(self, Self::SingleChoice | Self::Dropdown)
    }

    /// Whether its answers are texts that people write, so that it may have a validation.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::ShortText | Self::LongText | Self::Email | Self::Url | Self::Phone)
    }

    /// Whether its answers are numbers.
    pub const fn is_number(self) -> bool {
        self.is_whole_number() || matches!(self, Self::Number)
    }

    /// Whether its answers are whole numbers, whatever its settings say.
    pub const fn is_whole_number(self) -> bool {
        matches!(self, Self::Rating | Self::Scale | Self::Nps)
    }
}

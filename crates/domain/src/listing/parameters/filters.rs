//! The filters of a list, by their names.

use super::{ListParameters, Unsupported, bounds};
use crate::Refusal;
use crate::listing::{AnswerTest, FilterValues, Filters as _, Listed, Matching};
use crate::record::Invalid;

impl ListParameters {
    /// Reads the filters of the kind `R` without some, of which whoever asks knows more.
    ///
    /// # Errors
    /// Names that the kind does not have, or these, and filters with too many values.
    pub fn filters_but<R: Listed>(&self, without: &[&str]) -> Result<Vec<(R::Filter, FilterValues)>, Refusal> {
        let filters = self.filters_among::<R>(|filter| filter.is_offered() && !without.contains(&filter.name()))?;
        let mut invalid = Invalid::default();
        bounds::check_values(&filters, &mut invalid);
        if invalid.is_empty() { Ok(filters) } else { Err(invalid.into()) }
    }

    pub(super) fn filters<R: Listed>(&self) -> Result<Vec<(R::Filter, FilterValues)>, Refusal> {
        self.filters_among::<R>(|filter| filter.is_offered())
    }

    fn filters_among<R: Listed>(
        &self,
        offered: impl Fn(&R::Filter) -> bool,
    ) -> Result<Vec<(R::Filter, FilterValues)>, Refusal> {
        let known = |name: &str| R::Filter::ALL.iter().copied().find(|it| it.name() == name && offered(it));
        let unknown: Vec<_> = self.filters.iter().filter(|(name, _)| known(name).is_none()).collect();
        if !unknown.is_empty() {
            let unknown = unknown.into_iter().map(|(name, _)| name.clone()).collect();
            let allowed: Vec<_> = R::Filter::ALL.iter().filter(|it| offered(it)).map(|it| it.name()).collect();
            return Err(Refusal::Unsupported(Unsupported::filters(unknown, &allowed)));
        }
        let members = |name: &str| {
            let (_, members) = self.members.iter().find(|(it, _)| it == name)?;
            Some(members.clone()).filter(|members| !members.is_empty())
        };
        let wanted = |(name, values): &(String, Option<Vec<String>>)| {
            let filter = known(name)?;
            let by_name = filter.matching() == Matching::Answers(AnswerTest::Given);
            let named = if by_name { members(name) } else { None };
            let values = named.or_else(|| values.clone());
            Some((filter, FilterValues(values?)))
        };
        let mut filters: Vec<_> = self.filters.iter().filter_map(wanted).collect();
        if let Some((filter, value)) = R::Filter::DEFAULT
            && !self.filters.iter().any(|(name, _)| name == filter.name())
        {
            filters.push((filter, FilterValues(vec![value.to_owned()])));
        }
        Ok(filters)
    }
}

//! The derives with which a record kind is declared: `Record` on its struct, `Choices` on its vocabularies, and
//! `Filters`, `Sorts` and `Relations` on the closed enums of what a list of it may be asked.
//!
//! They make no types. Each implements the trait of the same name in `uplift_domain`, and the doc comment of that
//! trait says what it means.

mod enums;
mod record;
mod relations;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `uplift_domain::record::Record` for a struct with named fields. `#[record(deleted_for_good)]` on the
/// struct says that nothing is left of a record that is deleted.
///
/// A field's type says whether it is required, how long it may be and what it refers to. Its attribute says only
/// the exceptions:
/// - `#[record(server)]`: only the service sets it; it starts as its default.
/// - `#[record(author)]`: the user who recorded it, set by the service from the key.
/// - `#[record(identifier)]`: the identifier of the record, claimed from the numbering scheme of its kind.
/// - `#[record(hidden)]`, beside one of these: kept, and never shown.
/// - `#[record(fixed)]`, beside none or a default: said by a create; a body that changes it is refused.
/// - `#[record(only_created)]`: the same, where later bodies are not heard.
/// - `#[record(parent)]`: names the record that this one is a part of; in place of a project of its own it has that
///   one's.
/// - `#[record(named)]`: a body has to name it, though it may be null.
/// - `#[record(default = VALUE)]`: what it is when the body leaves it out.
/// - `#[record(replaced)]`, beside a default: that is not what it is in the end, but what the service finds then.
/// - `#[record(searched = Weight)]`: searches find the record by the tokens of its text, with this weight.
/// - `#[record(unique)]`: no two live records of a team have the same in it; with `unique(field)`, no two that have the
///   same in that field.
#[proc_macro_derive(Record, attributes(record))]
pub fn record(input: TokenStream) -> TokenStream {
    expand(parse_macro_input!(input as DeriveInput), record::expand)
}

/// Implements `Choices` and `Value` for an enum without payloads: a closed vocabulary, named in snake case or as
/// `#[choice("…")]` says.
#[proc_macro_derive(Choices, attributes(choice))]
pub fn choices(input: TokenStream) -> TokenStream {
    expand(parse_macro_input!(input as DeriveInput), enums::choices)
}

/// Implements `Filters` for an enum without payloads.
///
/// A variant is matched exactly unless it carries `#[partial]`, `#[from]`, `#[until]`, `#[min]`, `#[max]` or
/// `#[flag]`, or is `#[search]`: the search in the texts of its kind. `#[default("…")]` marks the one that has this value where a request leaves it out.
///
/// It compares the field of its name: without `_min` or `_max`, with `_at` for `_from` and `_to`, and of a partial one
/// as it is folded. `#[flag(field)]` asks whether that field is filled, `#[flag(not, field)]` whether it is not, and
/// `#[through(table, field)]` compares what stands in the rows of another table that name the record by that field;
/// where they name records of several kinds, the field that says the kind is said as well. `#[named(field)]` says which
/// of their fields that is, where it is not the one named as the filter.
///
/// `#[answers(answered)]`, `#[answers(skipped)]` and `#[answers(given)]` ask the answers of a response, by the keys of
/// the questions.
///
/// How many records have a value is counted when it is asked for, unless the variant carries `#[selective]`, where they
/// are so few that they are counted as they are found, or `#[counted]`, where a counter for each value keeps it: for
/// the exact filters of vocabularies and references, by the field of their name, whose first page must not grow with
/// the team. `#[counted("…", …)]` keeps counters of these words alone, where others may stand in the field as well.
/// `#[lapses(at_field, from, to)]` compares a word that becomes another at the moment that a field tells.
#[proc_macro_derive(
    Filters,
    attributes(
        search, partial, from, until, min, max, flag, selective, counted, default, through, named, lapses, answers,
        internal
    )
)]
pub fn filters(input: TokenStream) -> TokenStream {
    expand(parse_macro_input!(input as DeriveInput), enums::filters)
}

/// Implements `Sorts` for an enum without payloads. `#[rank]` sorts the words of a field by their meaning, which the
/// database keeps as a rank.
#[proc_macro_derive(Sorts, attributes(rank))]
pub fn sorts(input: TokenStream) -> TokenStream {
    expand(parse_macro_input!(input as DeriveInput), enums::sorts)
}

/// Implements `Relations` for an enum without payloads.
///
/// Each variant says what it leads to:
/// - `#[one(Kind)]`: the record that the field of its name and `_id` names.
/// - `#[one_of(Words)]`: the same where a field of its name and `_type` says, in one of these words, of which kind.
/// - `#[many(Kind)]`: the records that name this one by its kind and `_id`, or by the field said after the kind.
/// - `#[morphs(Kind, name)]`: the records that name this one by `name_type` and `name_id`.
/// - `#[linked(Kind, table)]`: the records attached through the rows of a table, which clients may change. Its columns
///   are called as the kinds and `_id`; where both sides are of one kind they are said after the table, near and far.
/// - `#[linked_from(Kind, table)]`: the same, which clients change from the other side alone.
/// - `#[morph_to_many(Kind, table, name, field)]`: the same where the rows name records of several kinds on this side,
///   by `name_type` and `name_id`; those of the other side count in a field of theirs how many of this they have.
/// - `#[morphed_by_many(Kind, table, name)]`: the same rows seen from the other side.
/// - `#[within(Relation, Kind, field)]`: the records that name this one by its kind and `_id`, each shown within the
///   record of another relation that its field names; the variant is called as that relation and the key there.
/// - `#[one_within(Relation, Kind, field)]`: the records that those of another relation name in a field of theirs, each
///   shown within those that name it.
/// - `#[parts(Record)]`: what is part of the record and always shown with it.
///
/// Where the rows of a link say a role in a column of theirs, `#[role(column, Words, Word)]` beside it lets clients say
/// it and shows it, the word being the one where none is said, and another after it one that a single record may have;
/// `#[any_role(…)]` reaches all rows without showing it, and `#[own_role(…)]` those with this word.
///
/// `#[not_included]` keeps it out of `include`: the commands on it alone show it.
#[proc_macro_derive(
    Relations,
    attributes(
        one,
        one_of,
        many,
        morphs,
        linked,
        linked_from,
        morph_to_many,
        morphed_by_many,
        within,
        one_within,
        parts,
        role,
        any_role,
        own_role,
        not_included
    )
)]
pub fn relations(input: TokenStream) -> TokenStream {
    expand(parse_macro_input!(input as DeriveInput), relations::relations)
}

fn expand(input: DeriveInput, with: fn(&DeriveInput) -> syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    with(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

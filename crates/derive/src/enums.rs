//! The derives on enums without payloads: vocabularies, and what a list may be filtered and sorted by.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr, Meta, Result, Token, Variant};

use super::record::comment;

/// The variants of an enum none of which carries anything.
pub(super) fn variants(input: &DeriveInput) -> Result<Vec<&Variant>> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "expected an enum"));
    };
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "expected a variant without fields"));
        }
    }
    Ok(data.variants.iter().collect())
}

pub(super) fn snake(ident: &Ident) -> String {
    let mut name = String::new();
    for (at, letter) in ident.to_string().chars().enumerate() {
        if letter.is_uppercase() && at > 0 {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

pub(super) fn attribute<'a>(variant: &'a Variant, name: &str) -> Option<&'a Attribute> {
    variant.attrs.iter().find(|it| it.path().is_ident(name))
}

pub(super) fn has(variant: &Variant, name: &str) -> bool {
    attribute(variant, name).is_some()
}

pub(crate) fn choices(input: &DeriveInput) -> Result<TokenStream> {
    let vocabulary = &input.ident;
    let declared = variants(input)?;
    let names = declared.iter().map(|variant| word(variant)).collect::<Result<Vec<_>>>()?;
    let variants: Vec<_> = declared.into_iter().map(|variant| &variant.ident).collect();
    Ok(quote! {
        impl ::uplift_domain::record::Choices for #vocabulary {
            const ALL: &'static [Self] = &[#(Self::#variants),*];
            const NAMES: &'static [&'static str] = &[#(#names),*];

            fn name(self) -> &'static str {
                match self { #(Self::#variants => #names),* }
            }
        }

        impl ::uplift_domain::record::Value for #vocabulary {
            type Raw = ::std::string::String;
            const FIELD_TYPE: ::uplift_domain::record::FieldType =
                ::uplift_domain::record::FieldType::Choices(<Self as ::uplift_domain::record::Choices>::NAMES);

            fn show(&self) -> ::uplift_domain::record::FieldValue<'_> {
                ::uplift_domain::record::FieldValue::Text(::uplift_domain::record::Choices::name(*self))
            }

            fn read(raw: &::uplift_domain::Json) -> ::core::result::Result<Self, ::uplift_domain::record::FieldError> {
                ::uplift_domain::record::read_word(raw)
            }

            fn into_raw(self) -> Self::Raw {
                ::uplift_domain::record::Choices::name(self).to_owned()
            }

            fn from_raw(raw: Self::Raw) -> ::core::result::Result<Self, ::uplift_domain::record::Unreadable> {
                ::uplift_domain::record::stored_word(&raw)
            }
        }
    })
}

/// The word of a variant: its own name, unless `#[choice("…")]` gives another.
fn word(variant: &Variant) -> Result<String> {
    match attribute(variant, "choice") {
        Some(attribute) => attribute.parse_args::<LitStr>().map(|word| word.value()),
        None => Ok(snake(&variant.ident)),
    }
}

pub(crate) fn filters(input: &DeriveInput) -> Result<TokenStream> {
    let filters = &input.ident;
    let variants = variants(input)?;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names = idents.iter().map(|variant| snake(variant));
    let matching = variants.iter().map(|variant| matching(variant)).collect::<Result<Vec<_>>>()?;
    let otherwise = variants.iter().find_map(|it| Some((&it.ident, attribute(it, "default")?)));
    let otherwise = match otherwise {
        Some((ident, attribute)) => {
            let value: LitStr = attribute.parse_args()?;
            quote!(::core::option::Option::Some((Self::#ident, #value)))
        }
        None => quote!(::core::option::Option::None),
    };
    let total = variants.iter().map(|variant| total(variant)).collect::<Result<Vec<_>>>()?;
    let compared = variants.iter().map(|variant| compares(variant)).collect::<Result<Vec<_>>>()?;
    let offered = variants.iter().map(|variant| !has(variant, "internal"));
    let abouts = variants.iter().map(|variant| comment(&variant.attrs));
    Ok(quote! {
        impl ::uplift_domain::listing::Filters for #filters {
            const ALL: &'static [Self] = &[#(Self::#idents),*];
            const DEFAULT: ::core::option::Option<(Self, &'static str)> = #otherwise;

            fn name(self) -> &'static str {
                match self { #(Self::#idents => #names),* }
            }

            fn matching(self) -> ::uplift_domain::listing::Matching {
                match self { #(Self::#idents => ::uplift_domain::listing::Matching::#matching),* }
            }

            fn compares(self) -> ::uplift_domain::listing::Compared {
                match self { #(Self::#idents => #compared),* }
            }

            fn total(self) -> ::uplift_domain::listing::Total {
                match self { #(Self::#idents => ::uplift_domain::listing::Total::#total),* }
            }

            fn is_offered(self) -> bool {
                match self { #(Self::#idents => #offered),* }
            }

            fn about(self) -> &'static str {
                match self { #(Self::#idents => #abouts),* }
            }
        }
    })
}

/// How a filter matches: exactly, unless it says otherwise.
fn matching(variant: &Variant) -> Result<TokenStream> {
    let named = [
        ("partial", quote!(Partial)),
        ("from", quote!(From)),
        ("until", quote!(Until)),
        ("search", quote!(Search)),
        ("min", quote!(Min)),
        ("max", quote!(Max)),
        ("flag", quote!(Flag)),
    ];
    match attribute(variant, "answers") {
        Some(attribute) => answer_test(attribute).map(|test| quote!(Answers(#test))),
        None => {
            let named = named.into_iter().find(|(name, _)| has(variant, name));
            Ok(named.map_or_else(|| quote!(Exact), |(_, matching)| matching))
        }
    }
}

/// What `#[answers(…)]` asks.
fn answer_test(attribute: &Attribute) -> Result<TokenStream> {
    let asked = attribute.parse_args::<Ident>()?;
    let test = match asked.to_string().as_str() {
        "answered" => quote!(Answered),
        "skipped" => quote!(Skipped),
        "given" => quote!(Given),
        _ => return Err(Error::new_spanned(asked, "expected `answered`, `skipped` or `given`")),
    };
    Ok(quote!(::uplift_domain::listing::AnswerTest::#test))
}

/// How it is known how many records have a value of a filter: `#[counted]` by a counter for each value, with words in
/// parentheses for each of these alone, `#[selective]` because they are few, and otherwise by counting.
fn total(variant: &Variant) -> Result<TokenStream> {
    let Some(counted) = attribute(variant, "counted") else {
        return Ok(if has(variant, "selective") { quote!(Selective) } else { quote!(Unknown) });
    };
    if matches!(counted.meta, Meta::Path(_)) {
        return Ok(quote!(Counter(::core::option::Option::None)));
    }
    let words = counted.parse_args_with(Punctuated::<LitStr, Token![,]>::parse_terminated)?.into_iter();
    Ok(quote!(Counter(::core::option::Option::Some(&[#(#words),*]))))
}

pub(crate) fn sorts(input: &DeriveInput) -> Result<TokenStream> {
    let sorts = &input.ident;
    let variants = variants(input)?;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names = idents.iter().map(|variant| snake(variant));
    let ranked = variants.iter().map(|variant| has(variant, "rank"));
    Ok(quote! {
        impl ::uplift_domain::listing::Sorts for #sorts {
            const ALL: &'static [Self] = &[#(Self::#idents),*];

            fn name(self) -> &'static str {
                match self { #(Self::#idents => #names),* }
            }

            fn is_ranked(self) -> bool {
                match self { #(Self::#idents => #ranked),* }
            }
        }
    })
}

/// What `#[through(…)]` compares: a field of the rows of another table.
fn through(attribute: &Attribute, field: &str) -> Result<TokenStream> {
    let words = attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
    let (table, by, kind) = match words.iter().map(ToString::to_string).collect::<Vec<_>>().as_slice() {
        [table, by] => (table.clone(), by.clone(), quote!(::core::option::Option::None)),
        [table, by, kind] => (table.clone(), by.clone(), quote!(::core::option::Option::Some(#kind))),
        _ => {
            let expected = "expected `#[through(table, field)]` or `#[through(table, field, kind_field)]`";
            return Err(Error::new_spanned(attribute, expected));
        }
    };
    Ok(quote!(::uplift_domain::listing::Compared::Through { table: #table, by: #by, kind: #kind, field: #field }))
}

/// What a filter compares: a field of its name unless an attribute says otherwise.
fn compares(variant: &Variant) -> Result<TokenStream> {
    let name = snake(&variant.ident);
    let compared = quote!(::uplift_domain::listing::Compared);
    let named = attribute(variant, "named").map(Attribute::parse_args::<Ident>).transpose()?;
    if let Some(attribute) = attribute(variant, "through") {
        return through(attribute, &named.map_or(name, |field| field.to_string()));
    }
    if let Some(flag) = attribute(variant, "flag")
        && let Meta::List(_) = flag.meta
    {
        let words = flag.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
        return match words.iter().map(ToString::to_string).collect::<Vec<_>>().as_slice() {
            [field] => Ok(quote!(#compared::Filled(#field))),
            [not, field] if not == "not" => Ok(quote!(#compared::Empty(#field))),
            _ => Err(Error::new_spanned(flag, "expected `#[flag(field)]` or `#[flag(not, field)]`")),
        };
    }
    if let Some(attribute) = attribute(variant, "lapses") {
        let words = attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let [at, from, to] = words.as_slice() else {
            return Err(Error::new_spanned(attribute, "expected `#[lapses(at_field, from, to)]`"));
        };
        return Ok(quote!(#compared::Lapsing { field: #name, at: #at, from: #from, to: #to }));
    }
    if has(variant, "answers") {
        return Ok(quote!(#compared::Answers));
    }
    if has(variant, "search") {
        return Ok(quote!(#compared::Tokens));
    }
    let stem = |end: &str| name.strip_suffix(end).map(str::to_owned);
    let field = if has(variant, "partial") {
        Some(format!("{name}_folded"))
    } else if has(variant, "min") {
        stem("_min")
    } else if has(variant, "max") {
        stem("_max")
    } else if has(variant, "from") {
        stem("_from").map(|stem| format!("{stem}_at"))
    } else if has(variant, "until") {
        stem("_to").map(|stem| format!("{stem}_at"))
    } else {
        Some(name.clone())
    };
    let field = field.ok_or_else(|| Error::new_spanned(variant, "its name does not end as such a filter's does"))?;
    Ok(quote!(#compared::Field(#field)))
}

//! The derives on enums without payloads: vocabularies and what a list may be asked.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr, Meta, Result, Token, Variant};

/// The variants of an enum none of which carries anything.
fn variants(input: &DeriveInput) -> Result<Vec<&Variant>> {
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

fn snake(ident: &Ident) -> String {
    let mut name = String::new();
    for (at, letter) in ident.to_string().chars().enumerate() {
        if letter.is_uppercase() && at > 0 {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

fn camel(ident: &Ident) -> String {
    let name = ident.to_string();
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

fn attribute<'a>(variant: &'a Variant, name: &str) -> Option<&'a Attribute> {
    variant.attrs.iter().find(|it| it.path().is_ident(name))
}

fn has(variant: &Variant, name: &str) -> bool {
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
    let matching = variants.iter().map(|variant| {
        let other = [("partial", quote!(Partial)), ("from", quote!(From)), ("until", quote!(Until))];
        let numbers = [("min", quote!(Min)), ("max", quote!(Max)), ("flag", quote!(Flag))];
        let named = other.into_iter().chain(numbers).find(|(name, _)| has(variant, name));
        named.map_or_else(|| quote!(Exact), |(_, matching)| matching)
    });
    let otherwise = variants.iter().find_map(|it| Some((&it.ident, attribute(it, "default")?)));
    let otherwise = match otherwise {
        Some((ident, attribute)) => {
            let value: LitStr = attribute.parse_args()?;
            quote!(::core::option::Option::Some((Self::#ident, #value)))
        }
        None => quote!(::core::option::Option::None),
    };
    let total = variants.iter().map(|variant| total(variant)).collect::<Result<Vec<_>>>()?;
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

            fn total(self) -> ::uplift_domain::listing::Total {
                match self { #(Self::#idents => ::uplift_domain::listing::Total::#total),* }
            }
        }
    })
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
    let idents: Vec<_> = variants(input)?.into_iter().map(|variant| &variant.ident).collect();
    let names = idents.iter().map(|variant| snake(variant));
    Ok(quote! {
        impl ::uplift_domain::listing::Sorts for #sorts {
            const ALL: &'static [Self] = &[#(Self::#idents),*];

            fn name(self) -> &'static str {
                match self { #(Self::#idents => #names),* }
            }
        }
    })
}

pub(crate) fn relations(input: &DeriveInput) -> Result<TokenStream> {
    let relations = &input.ident;
    let variants = variants(input)?;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names = idents.iter().map(|variant| camel(variant));
    let keys = idents.iter().map(|variant| snake(variant));
    let leads = variants.iter().map(|variant| leads_to(variant)).collect::<Result<Vec<_>>>()?;
    Ok(quote! {
        impl ::uplift_domain::listing::Relations for #relations {
            const ALL: &'static [Self] = &[#(Self::#idents),*];

            fn name(self) -> &'static str {
                match self { #(Self::#idents => #names),* }
            }

            fn key(self) -> &'static str {
                match self { #(Self::#idents => #keys),* }
            }

            fn leads_to(self) -> ::uplift_domain::listing::LeadsTo {
                match self { #(Self::#idents => ::uplift_domain::listing::LeadsTo::#leads),* }
            }
        }
    })
}

fn leads_to(variant: &Variant) -> Result<TokenStream> {
    let targets = |attribute: &Attribute| {
        attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated).map(Vec::from_iter)
    };
    for attribute in &variant.attrs {
        let path = attribute.path();
        if path.is_ident("one") {
            let kinds = targets(attribute)?;
            return Ok(quote!(One(&[#(::uplift_domain::Kind::#kinds),*])));
        }
        if path.is_ident("many")
            && let [kind] = targets(attribute)?.as_slice()
        {
            return Ok(quote!(Many(::uplift_domain::Kind::#kind)));
        }
        if path.is_ident("parts")
            && let [part] = targets(attribute)?.as_slice()
        {
            return Ok(quote!(Parts(<#part as ::uplift_domain::record::Record>::FIELDS)));
        }
        if path.is_ident("linked")
            && let [kind, link] = targets(attribute)?.as_slice()
        {
            return Ok(quote!(Linked(::uplift_domain::Kind::#kind, ::uplift_domain::listing::ManyToMany::#link)));
        }
    }
    Err(Error::new_spanned(
        variant,
        "expected `#[one(Kind, …)]`, `#[many(Kind)]`, `#[linked(Kind, Link)]` or `#[parts(Record)]`",
    ))
}

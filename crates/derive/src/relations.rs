//! The derive on relations: what each leads to.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{DeriveInput, Error, Ident, Result, Token, Variant};

use super::enums::{attribute, has, snake, variants};

pub(crate) fn relations(input: &DeriveInput) -> Result<TokenStream> {
    let relations = &input.ident;
    let variants = variants(input)?;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let named = variants.iter().map(|variant| named(variant)).collect::<Result<Vec<_>>>()?;
    let names = named.iter().map(|(name, _)| name);
    let keys = named.iter().map(|(_, key)| key);
    let paths = named.iter().map(|(_, key)| key.replace('_', "-"));
    let leads = variants.iter().map(|variant| leads_to(variant)).collect::<Result<Vec<_>>>()?;
    let included = variants.iter().map(|variant| !has(variant, "not_included"));
    Ok(quote! {
        impl ::uplift_domain::listing::Relations for #relations {
            const ALL: &'static [Self] = &[#(Self::#idents),*];

            fn name(self) -> &'static str {
                match self { #(Self::#idents => #names),* }
            }

            fn key(self) -> &'static str {
                match self { #(Self::#idents => #keys),* }
            }

            fn path(self) -> &'static str {
                match self { #(Self::#idents => #paths),* }
            }

            fn leads_to(self) -> ::uplift_domain::listing::LeadsTo {
                match self { #(Self::#idents => ::uplift_domain::listing::LeadsTo::#leads),* }
            }

            fn is_included(self) -> bool {
                match self { #(Self::#idents => #included),* }
            }
        }
    })
}

/// The attributes that say what a variant leads to.
const LEADS: [&str; 11] = [
    "one",
    "one_of",
    "many",
    "morphs",
    "linked",
    "linked_from",
    "morph_to_many",
    "morphed_by_many",
    "within",
    "one_within",
    "parts",
];

/// The name in `include` and the key in answers. A variant that is shown within another begins with its name.
fn named(variant: &Variant) -> Result<(String, String)> {
    let Some(attribute) = attribute(variant, "within").or_else(|| attribute(variant, "one_within")) else {
        return Ok((camel(&variant.ident), snake(&variant.ident)));
    };
    let words = attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
    let whole = variant.ident.to_string();
    let inner = words.first().and_then(|outer| Some((outer, whole.strip_prefix(&outer.to_string())?)));
    match inner {
        Some((outer, inner)) if !inner.is_empty() => {
            let inner = Ident::new(inner, variant.ident.span());
            Ok((format!("{}.{}", camel(outer), camel(&inner)), snake(&inner)))
        }
        _ => Err(Error::new_spanned(variant, "expected a name that begins with that of the relation around it")),
    }
}

/// What a variant leads to: the words in its attribute are a kind, and the names that tell how it is found.
fn leads_to(variant: &Variant) -> Result<TokenStream> {
    for attribute in &variant.attrs {
        let Some(leads) = attribute.path().get_ident() else { continue };
        if !LEADS.iter().any(|it| leads == it) {
            continue;
        }
        let words = attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
        let words: Vec<Ident> = words.into_iter().collect();
        match leads_by(&leads.to_string(), &words, &in_role(variant)?) {
            Some(leads) => return Ok(leads),
            None => break,
        }
    }
    Err(Error::new_spanned(
        variant,
        "expected `#[one(Kind)]`, `#[one(Kind, field)]`, `#[one_of(Words)]`, `#[many(Kind)]`, `#[many(Kind, field)]`, `#[morphs(Kind, name)]`, \
         `#[linked(Kind, table)]`, `#[linked(Kind, table, near, far)]`, `#[linked_from(Kind, table)]`, \
         `#[morph_to_many(Kind, table, name, count_field)]`, `#[morphed_by_many(Kind, table, name)]`, `#[within(Relation, Kind, field)]`, `#[one_within(Relation, Kind, field)]` or `#[parts(Record)]`",
    ))
}

/// What an attribute of this name with these words says; `None` where it takes others.
fn leads_by(leads: &str, words: &[Ident], role: &TokenStream) -> Option<TokenStream> {
    let kind = quote!(::uplift_domain::Kind);
    let link = quote!(::uplift_domain::listing::Link);
    Some(match (leads, words) {
        ("one", [to]) => quote!(One(#kind::#to, ::core::option::Option::None)),
        ("one", [to, field]) => {
            let field = field.to_string();
            quote!(One(#kind::#to, ::core::option::Option::Some(#field)))
        }
        ("one_of", [words]) => quote!(OneOf(<#words as ::uplift_domain::record::Choices>::NAMES)),
        ("many", [to]) => quote!(Many(#kind::#to, ::core::option::Option::None)),
        ("many", [to, by]) => {
            let by = by.to_string();
            quote!(Many(#kind::#to, ::core::option::Option::Some(#by)))
        }
        ("morphs", [to, named]) => {
            let named = named.to_string();
            quote!(Morphs(#kind::#to, #named))
        }
        ("linked", [to, table]) => {
            let table = table.to_string();
            quote!(Linked(#kind::#to, #link::through(#table) #role))
        }
        ("linked", [to, table, near, far]) => {
            let (table, near, far) = (table.to_string(), near.to_string(), far.to_string());
            quote!(Linked(#kind::#to, #link::through(#table).by(#near, #far)))
        }
        ("linked_from", [to, table]) => {
            let table = table.to_string();
            quote!(Linked(#kind::#to, #link::through(#table).read_only() #role))
        }
        ("morph_to_many", [to, table, name, counted]) => {
            let (table, name, counted) = (table.to_string(), name.to_string(), counted.to_string());
            quote!(Linked(#kind::#to, #link::through(#table).morph_near(#name).counted_in(#counted)))
        }
        ("morphed_by_many", [to, table, name]) => {
            let (table, name) = (table.to_string(), name.to_string());
            quote!(Linked(#kind::#to, #link::through(#table).morph_far(#name).read_only()))
        }
        ("within", [outer, to, by]) => {
            let (outer, by) = (snake(outer), by.to_string());
            let named = quote!(::uplift_domain::listing::NamedBy::Inner(#by));
            quote!(Within { outer: #outer, kind: #kind::#to, by: #named })
        }
        ("one_within", [outer, to, by]) => {
            let (outer, by) = (snake(outer), by.to_string());
            let named = quote!(::uplift_domain::listing::NamedBy::Outer(#by));
            quote!(Within { outer: #outer, kind: #kind::#to, by: #named })
        }
        ("parts", [part]) => quote!(Parts(<#part as ::uplift_domain::record::Record>::FIELDS)),
        _ => return None,
    })
}

/// What the rows of a link say beside whom they name: `#[role(column, Words, Word)]` where clients say it,
/// `#[any_role(…)]` where the relation reaches rows whatever they say, and `#[own_role(…)]` where it reaches those with
/// this word.
fn in_role(variant: &Variant) -> Result<TokenStream> {
    let reaches = [("role", quote!(Said)), ("any_role", quote!(Any)), ("own_role", quote!(Own))];
    let declared = reaches.into_iter().find_map(|(name, reach)| Some((attribute(variant, name)?, reach)));
    let Some((attribute, reach)) = declared else { return Ok(TokenStream::new()) };
    let names = attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
    let (column, words, word, sole) = match names.iter().collect::<Vec<_>>()[..] {
        [column, words, word] => (column.to_string(), words, word, None),
        [column, words, word, sole] => (column.to_string(), words, word, Some(sole)),
        _ => {
            let expected =
                "expected a column, the words that stand there, one of them, and one that only one record has";
            return Err(Error::new_spanned(attribute, expected));
        }
    };
    let name = |word: &Ident| quote!(::uplift_domain::record::Choices::name(#words::#word));
    let word = name(word);
    let sole = match sole.map(name) {
        Some(sole) => quote!(::core::option::Option::Some(#sole)),
        None => quote!(::core::option::Option::None),
    };
    Ok(quote! {
        .in_role(::uplift_domain::listing::LinkRole {
            column: #column,
            words: <#words as ::uplift_domain::record::Choices>::NAMES,
            word: #word,
            sole: #sole,
            reach: ::uplift_domain::listing::RoleReach::#reach,
        })
    })
}

fn camel(ident: &Ident) -> String {
    let name = ident.to_string();
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

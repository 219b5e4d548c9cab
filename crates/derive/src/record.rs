//! The `Record` derive: a struct's fields, read from a body, changed by one and shown to whoever asks.

mod searched;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Field, Fields, Ident, Lit, Meta, MetaNameValue, Result, Type};

/// Who fills a field, as its attribute says.
enum Filled {
    Body,
    BodyOr(Box<Expr>),
    Server,
    Author,
    Identifier,
}

struct Declared<'a> {
    ident: &'a Ident,
    name: String,
    /// Its comment.
    about: String,
    ty: &'a Type,
    filled: Filled,
    hidden: bool,
    fixed: Option<Fixed>,
    parent: bool,
    personal: bool,
    computed: bool,
    searched: Option<Ident>,
    lookup: Option<Ident>,
    unique: Option<Unique>,
}

/// What becomes of a body that changes what a create said.
#[derive(Clone, Copy)]
enum Fixed {
    Refused,
    Ignored,
}

/// Among which records a field is unique.
enum Unique {
    All,
    Casefold,
    With(String),
}

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a record is a struct"));
    };
    let Fields::Named(named) = &data.fields else {
        return Err(Error::new_spanned(&input.ident, "a record has named fields"));
    };
    let mut fields = named.named.iter().map(declared).collect::<Result<Vec<_>>>()?;
    let (record, about) = (&input.ident, comment(&input.attrs));
    let Kept { for_good, by_service } = kept(input)?;
    if by_service {
        fields.iter_mut().try_for_each(filled_by_service)?;
    }
    let soft_deletes = !for_good;

    if let Some(field) = fields.iter().find(|it| it.hidden && matches!(it.filled, Filled::Body | Filled::BodyOr(_))) {
        return Err(Error::new_spanned(field.ident, "a hidden field is filled by the service"));
    }

    let idents: Vec<_> = fields.iter().map(|field| field.ident).collect();
    let shown = || fields.iter().filter(|field| !field.hidden);
    let facts = shown().map(fact);
    let shows = shown().map(show);
    let shows_searched = searched::shows(&fields);
    let reads = fields.iter().map(read);
    let read = match by_service {
        true => quote! {
            let _ = reader;
            ::core::option::Option::None
        },
        false => quote! {
            #(let #idents = #reads;)*
            ::core::option::Option::Some(Self { #(#idents: #idents?),* })
        },
    };
    let changes: Vec<_> = fields.iter().filter_map(change).collect();
    let unread = changes.is_empty().then(|| quote!(let _ = reader;));
    let signature = fields.iter().find(|field| matches!(field.filled, Filled::Author)).map(sign);
    let identity = fields.iter().find(|field| matches!(field.filled, Filled::Identifier)).map(identify);
    let project = fields.iter().find(|field| field.name == "project_id").map(|_| {
        quote! {
            fn project(&self) -> ::core::option::Option<::uplift_domain::record::Id<::uplift_domain::Project>> {
                ::core::convert::Into::into(self.project_id)
            }
        }
    });

    Ok(quote! {
        impl ::uplift_domain::record::Record for #record {
            const ABOUT: &'static str = #about;
            const FIELDS: &'static [::uplift_domain::record::Field] = &[#(#facts),*];
            const SOFT_DELETES: bool = #soft_deletes;

            fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, ::uplift_domain::record::FieldValue<'a>)) {
                #(#shows)*
            }

            #shows_searched

            fn read(reader: &mut ::uplift_domain::record::BodyReader<'_>) -> ::core::option::Option<Self> {
                #read
            }

            fn change(&mut self, reader: &mut ::uplift_domain::record::BodyReader<'_>) {
                #unread
                #(#changes)*
            }

            #signature
            #identity
            #project
        }
    })
}

/// How records are kept, as the attributes of their struct say.
#[derive(Default)]
struct Kept {
    /// Whether they are deleted for good.
    for_good: bool,
    /// Whether the service fills every field of theirs.
    by_service: bool,
}

fn kept(input: &DeriveInput) -> Result<Kept> {
    let mut kept = Kept::default();
    for attribute in input.attrs.iter().filter(|it| it.path().is_ident("record")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("deleted_for_good") {
                kept.for_good = true;
            } else if meta.path.is_ident("server") {
                kept.by_service = true;
            } else {
                return Err(meta.error("expected `deleted_for_good` or `server`"));
            }
            Ok(())
        })?;
    }
    Ok(kept)
}

/// The service fills every field of a record that it keeps; a field that says another way contradicts that.
fn filled_by_service(field: &mut Declared<'_>) -> Result<()> {
    match std::mem::replace(&mut field.filled, Filled::Server) {
        Filled::Body | Filled::Server => Ok(()),
        Filled::BodyOr(_) | Filled::Author | Filled::Identifier => Err(Error::new_spanned(field.ident, FILLED_TWICE)),
    }
}

/// What is wrong with a field that is said to be filled in two ways.
const FILLED_TWICE: &str = "a field is filled in one way: by the service (`server`, `computed`, `author`, `identifier`) or by a body (`default = …`)";

fn declared(field: &Field) -> Result<Declared<'_>> {
    let Some(ident) = &field.ident else {
        return Err(Error::new_spanned(field, "a record's field has a name"));
    };
    let (mut filled, mut hidden, mut fixed, mut unique) = (None, false, None, None);
    let (mut parent, mut personal, mut computed, mut searched, mut lookup) = (false, false, false, None, None);
    for attribute in field.attrs.iter().filter(|it| it.path().is_ident("record")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("hidden") {
                hidden = true;
                return Ok(());
            }
            if meta.path.is_ident("fixed") {
                fixed = Some(Fixed::Refused);
                return Ok(());
            }
            if meta.path.is_ident("only_created") {
                fixed = Some(Fixed::Ignored);
                return Ok(());
            }
            if meta.path.is_ident("parent") {
                parent = true;
                return Ok(());
            }
            if meta.path.is_ident("personal") {
                personal = true;
                return Ok(());
            }
            if meta.path.is_ident("searched") {
                searched = Some(meta.value()?.parse()?);
                return Ok(());
            }
            if meta.path.is_ident("lookup") {
                lookup = Some(meta.value()?.parse()?);
                return Ok(());
            }
            if meta.path.is_ident("unique") {
                let mut among = Unique::All;
                if meta.input.peek(syn::token::Paren) {
                    meta.parse_nested_meta(|with| {
                        among = match with.path.require_ident()?.to_string() {
                            casefold if casefold == "casefold" => Unique::Casefold,
                            field => Unique::With(field),
                        };
                        Ok(())
                    })?;
                }
                unique = Some(among);
                return Ok(());
            }
            let fills = if meta.path.is_ident("server") {
                Filled::Server
            } else if meta.path.is_ident("computed") {
                computed = true;
                Filled::Server
            } else if meta.path.is_ident("author") {
                Filled::Author
            } else if meta.path.is_ident("identifier") {
                Filled::Identifier
            } else if meta.path.is_ident("default") {
                Filled::BodyOr(Box::new(meta.value()?.parse()?))
            } else {
                return Err(meta.error(
                    "expected `server`, `author`, `identifier`, `hidden`, `fixed`, `only_created`, `parent`, `personal`, \
                     `computed`, `searched = …`, `lookup = …`, `unique` or `default = …`",
                ));
            };
            match filled.replace(fills) {
                None => Ok(()),
                Some(_) => Err(meta.error(FILLED_TWICE)),
            }
        })?;
    }
    let name = ident.to_string().trim_start_matches("r#").to_owned();
    let about = comment(&field.attrs);
    if about.is_empty() && !hidden {
        return Err(Error::new_spanned(field, "a field's comment says what it is: clients read it"));
    }
    Ok(Declared {
        ident,
        name,
        about,
        ty: &field.ty,
        filled: filled.unwrap_or(Filled::Body),
        hidden,
        fixed,
        parent,
        personal,
        computed,
        searched,
        lookup,
        unique,
    })
}

/// A comment, in one line.
fn comment(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|it| it.path().is_ident("doc")).filter_map(|attribute| {
        let Meta::NameValue(MetaNameValue { value: Expr::Lit(literal), .. }) = &attribute.meta else { return None };
        let Lit::Str(text) = &literal.lit else { return None };
        Some(text.value().trim().to_owned())
    });
    lines.collect::<Vec<_>>().join(" ")
}

fn fact(field: &Declared<'_>) -> TokenStream {
    let Declared { name, about, ty, fixed, parent, personal, computed, lookup, unique, .. } = field;
    let fixed = fixed.is_some();
    let parent = parent.then(|| quote!(.parent()));
    let personal = personal.then(|| quote!(.personal()));
    let computed = computed.then(|| quote!(.computed()));
    let lookup = lookup.as_ref().map(|of| quote!(.lookup(::uplift_domain::lookups::LookupType::#of)));
    let unique = unique.as_ref().map(|unique| match unique {
        Unique::All => quote!(.unique(::uplift_domain::record::Unique::All)),
        Unique::Casefold => quote!(.unique(::uplift_domain::record::Unique::Casefold)),
        Unique::With(field) => quote!(.unique(::uplift_domain::record::Unique::With(#field))),
    });
    let filled = match field.filled {
        Filled::Body => quote!(Body),
        Filled::BodyOr(_) => quote!(BodyOrDefault),
        Filled::Server | Filled::Author | Filled::Identifier => quote!(Server),
    };
    quote!(::uplift_domain::record::Field::of::<#ty>(#name, #about, ::uplift_domain::record::Filled::#filled, #fixed)#parent #personal #computed #lookup #unique)
}

fn show(field: &Declared<'_>) -> TokenStream {
    let Declared { ident, name, .. } = field;
    quote!(see(#name, ::uplift_domain::record::Value::show(&self.#ident));)
}

fn read(field: &Declared<'_>) -> TokenStream {
    let Declared { name, ty, .. } = field;
    match &field.filled {
        Filled::Body => quote!(reader.read::<#ty>(#name)),
        Filled::BodyOr(default) => quote!(reader.read_or::<#ty>(#name, #default)),
        Filled::Server | Filled::Author | Filled::Identifier => {
            quote!(::core::option::Option::Some(<#ty as ::core::default::Default>::default()))
        }
    }
}

fn change(field: &Declared<'_>) -> Option<TokenStream> {
    let Declared { ident, name, .. } = field;
    match (&field.filled, &field.fixed) {
        (Filled::Body, None) => Some(quote!(reader.change(#name, &mut self.#ident);)),
        (Filled::BodyOr(_), None) => Some(quote!(reader.change_or(#name, &mut self.#ident);)),
        (Filled::Body | Filled::BodyOr(_), Some(Fixed::Refused)) => {
            Some(quote!(reader.keep_fixed(#name, &self.#ident);))
        }
        (Filled::Body | Filled::BodyOr(_), Some(Fixed::Ignored)) => None,
        (Filled::Server | Filled::Author | Filled::Identifier, _) => None,
    }
}

fn sign(field: &Declared<'_>) -> TokenStream {
    let ident = field.ident;
    quote! {
        fn author(&self) -> ::core::option::Option<::uplift_domain::record::Id<::uplift_domain::User>> {
            self.#ident
        }

        fn sign(&mut self, author: ::uplift_domain::record::Id<::uplift_domain::User>) {
            self.#ident = ::core::option::Option::Some(author);
        }
    }
}

fn identify(field: &Declared<'_>) -> TokenStream {
    let ident = field.ident;
    quote! {
        fn identifier(&self) -> ::core::option::Option<&::uplift_domain::record::Name> {
            self.#ident.as_ref()
        }

        fn identify(&mut self, identifier: ::uplift_domain::record::Name) {
            self.#ident = ::core::option::Option::Some(identifier);
        }
    }
}

//! The `Record` derive: a struct's fields, read from a body, changed by one and shown to whoever asks.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Expr, Field, Fields, Ident, Result, Type};

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
    ty: &'a Type,
    filled: Filled,
    hidden: bool,
    fixed: bool,
    unique: Option<Unique>,
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
    let fields = named.named.iter().map(declared).collect::<Result<Vec<_>>>()?;
    let record = &input.ident;
    let soft_deletes = !deleted_for_good(input)?;

    let idents: Vec<_> = fields.iter().map(|field| field.ident).collect();
    let shown = || fields.iter().filter(|field| !field.hidden);
    let facts = shown().map(fact);
    let shows = shown().map(show);
    let reads = fields.iter().map(read);
    let changes = fields.iter().filter_map(change);
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
            const FIELDS: &'static [::uplift_domain::record::Field] = &[#(#facts),*];
            const SOFT_DELETES: bool = #soft_deletes;

            fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, ::uplift_domain::record::FieldValue<'a>)) {
                #(#shows)*
            }

            fn read(reader: &mut ::uplift_domain::record::BodyReader<'_>) -> ::core::option::Option<Self> {
                #(let #idents = #reads;)*
                ::core::option::Option::Some(Self { #(#idents: #idents?),* })
            }

            fn change(&mut self, reader: &mut ::uplift_domain::record::BodyReader<'_>) {
                #(#changes)*
            }

            #signature
            #identity
            #project
        }
    })
}

/// Whether the struct says that its records are deleted for good.
fn deleted_for_good(input: &DeriveInput) -> Result<bool> {
    let mut for_good = false;
    for attribute in input.attrs.iter().filter(|it| it.path().is_ident("record")) {
        attribute.parse_nested_meta(|meta| {
            for_good = meta.path.is_ident("deleted_for_good");
            if for_good { Ok(()) } else { Err(meta.error("expected `deleted_for_good`")) }
        })?;
    }
    Ok(for_good)
}

fn declared(field: &Field) -> Result<Declared<'_>> {
    let Some(ident) = &field.ident else {
        return Err(Error::new_spanned(field, "a record's field has a name"));
    };
    let (mut filled, mut hidden, mut fixed, mut unique) = (Filled::Body, false, false, None);
    for attribute in field.attrs.iter().filter(|it| it.path().is_ident("record")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("hidden") {
                hidden = true;
                return Ok(());
            }
            if meta.path.is_ident("fixed") {
                fixed = true;
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
            filled = if meta.path.is_ident("server") {
                Filled::Server
            } else if meta.path.is_ident("author") {
                Filled::Author
            } else if meta.path.is_ident("identifier") {
                Filled::Identifier
            } else if meta.path.is_ident("default") {
                Filled::BodyOr(Box::new(meta.value()?.parse()?))
            } else {
                return Err(meta
                    .error("expected `server`, `author`, `identifier`, `hidden`, `fixed`, `unique` or `default = …`"));
            };
            Ok(())
        })?;
    }
    if hidden && matches!(filled, Filled::Body | Filled::BodyOr(_)) {
        return Err(Error::new_spanned(field, "a hidden field is filled by the service"));
    }
    let name = ident.to_string().trim_start_matches("r#").to_owned();
    Ok(Declared { ident, name, ty: &field.ty, filled, hidden, fixed, unique })
}

fn fact(field: &Declared<'_>) -> TokenStream {
    let Declared { name, ty, fixed, unique, .. } = field;
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
    quote!(::uplift_domain::record::Field::of::<#ty>(#name, ::uplift_domain::record::Filled::#filled, #fixed)#unique)
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
    match &field.filled {
        Filled::Body | Filled::BodyOr(_) if field.fixed => None,
        Filled::Body | Filled::BodyOr(_) => Some(quote!(reader.change(#name, &mut self.#ident);)),
        Filled::Server | Filled::Author | Filled::Identifier => None,
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

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
}

struct Declared<'a> {
    ident: &'a Ident,
    name: String,
    ty: &'a Type,
    filled: Filled,
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

    let idents: Vec<_> = fields.iter().map(|field| field.ident).collect();
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    let facts = fields.iter().map(fact);
    let reads = fields.iter().map(read);
    let changes = fields.iter().filter_map(change);
    let signature = fields.iter().find(|field| matches!(field.filled, Filled::Author)).map(sign);
    let project = fields.iter().find(|field| field.name == "project_id").map(|_| {
        quote! {
            fn project(&self) -> ::core::option::Option<::uplift_domain::record::Id<::uplift_domain::Project>> {
                ::core::option::Option::Some(self.project_id)
            }
        }
    });

    Ok(quote! {
        impl ::uplift_domain::record::Record for #record {
            const FIELDS: &'static [::uplift_domain::record::Field] = &[#(#facts),*];

            fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, ::uplift_domain::record::Shown<'a>)) {
                #(see(#names, ::uplift_domain::record::Value::show(&self.#idents));)*
            }

            fn read(form: &mut ::uplift_domain::record::Form<'_>) -> ::core::option::Option<Self> {
                #(let #idents = #reads;)*
                ::core::option::Option::Some(Self { #(#idents: #idents?),* })
            }

            fn change(&mut self, form: &mut ::uplift_domain::record::Form<'_>) {
                #(#changes)*
            }

            #signature
            #project
        }
    })
}

fn declared(field: &Field) -> Result<Declared<'_>> {
    let Some(ident) = &field.ident else {
        return Err(Error::new_spanned(field, "a record's field has a name"));
    };
    let mut filled = Filled::Body;
    for attribute in field.attrs.iter().filter(|it| it.path().is_ident("record")) {
        attribute.parse_nested_meta(|meta| {
            filled = if meta.path.is_ident("server") {
                Filled::Server
            } else if meta.path.is_ident("author") {
                Filled::Author
            } else if meta.path.is_ident("default") {
                Filled::BodyOr(Box::new(meta.value()?.parse()?))
            } else {
                return Err(meta.error("expected `server`, `author` or `default = …`"));
            };
            Ok(())
        })?;
    }
    let name = ident.to_string().trim_start_matches("r#").to_owned();
    Ok(Declared { ident, name, ty: &field.ty, filled })
}

fn fact(field: &Declared<'_>) -> TokenStream {
    let Declared { name, ty, .. } = field;
    let filled = match field.filled {
        Filled::Body => quote!(Body),
        Filled::BodyOr(_) => quote!(BodyOrDefault),
        Filled::Server | Filled::Author => quote!(Server),
    };
    quote!(::uplift_domain::record::Field::of::<#ty>(#name, ::uplift_domain::record::Filled::#filled))
}

fn read(field: &Declared<'_>) -> TokenStream {
    let Declared { name, ty, .. } = field;
    match &field.filled {
        Filled::Body => quote!(form.read::<#ty>(#name)),
        Filled::BodyOr(default) => quote!(form.read_or::<#ty>(#name, #default)),
        Filled::Server | Filled::Author => {
            quote!(::core::option::Option::Some(<#ty as ::core::default::Default>::default()))
        }
    }
}

fn change(field: &Declared<'_>) -> Option<TokenStream> {
    let Declared { ident, name, .. } = field;
    match &field.filled {
        Filled::Body | Filled::BodyOr(_) => Some(quote!(form.change(#name, &mut self.#ident);)),
        Filled::Server | Filled::Author => None,
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

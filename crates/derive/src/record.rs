//! The `Record` derive: a struct's fields, read from a body, changed by one and shown to whoever asks.

mod declared;
mod searched;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Result};

pub(crate) use declared::comment;
use declared::{Declared, FILLED_TWICE, Filled, Fixed, Unique};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let mut fields = fields(input)?;
    let (record, about) = (&input.ident, comment(&input.attrs));
    let RecordAttributes { for_good, by_service } = record_attributes(input)?;
    if by_service {
        fields.iter_mut().try_for_each(filled_by_service)?;
    }
    let soft_deletes = !for_good;

    if let Some(field) = fields.iter().find(|it| it.hidden && matches!(it.filled, Filled::Body | Filled::BodyOr(_))) {
        return Err(Error::new_spanned(field.ident, "a hidden field is filled by the service"));
    }

    let shown = || fields.iter().filter(|field| !field.hidden);
    let facts = shown().map(fact);
    let shows = shown().map(show);
    let shows_searched = searched::shows(&fields);
    let read = read_all(&fields, by_service);
    let change = change_all(&fields);
    let singled_out = singled_out(&fields);

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
                #change
            }

            #singled_out
        }
    })
}

/// The fields of a record.
fn fields(input: &DeriveInput) -> Result<Vec<Declared<'_>>> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a record is a struct"));
    };
    let Fields::Named(named) = &data.fields else {
        return Err(Error::new_spanned(&input.ident, "a record has named fields"));
    };
    named.named.iter().map(Declared::of).collect()
}

/// How a new record is read from a body.
fn read_all(fields: &[Declared<'_>], by_service: bool) -> TokenStream {
    if by_service {
        return quote! {
            let _ = reader;
            ::core::option::Option::None
        };
    }
    let idents: Vec<_> = fields.iter().map(|field| field.ident).collect();
    let reads = fields.iter().map(read);
    quote! {
        #(let #idents = #reads;)*
        ::core::option::Option::Some(Self { #(#idents: #idents?),* })
    }
}

/// How a record is changed by a body.
fn change_all(fields: &[Declared<'_>]) -> TokenStream {
    let changes: Vec<_> = fields.iter().filter_map(change).collect();
    let unread = changes.is_empty().then(|| quote!(let _ = reader;));
    quote!(#unread #(#changes)*)
}

/// The methods of the fields that mean more than others: the author, the identifier and the project.
fn singled_out(fields: &[Declared<'_>]) -> TokenStream {
    let signature = fields.iter().find(|field| matches!(field.filled, Filled::Author)).map(sign);
    let identity = fields.iter().find(|field| matches!(field.filled, Filled::Identifier)).map(identify);
    let project = fields.iter().find(|field| field.name == "project_id").map(|_| {
        quote! {
            fn project(&self) -> ::core::option::Option<::uplift_domain::record::Id<::uplift_domain::Project>> {
                ::core::convert::Into::into(self.project_id)
            }
        }
    });
    quote!(#signature #identity #project)
}

/// How records are kept, as the attributes of their struct say.
#[derive(Default)]
struct RecordAttributes {
    /// Whether they are deleted for good.
    for_good: bool,
    /// Whether the service fills every field of theirs.
    by_service: bool,
}

fn record_attributes(input: &DeriveInput) -> Result<RecordAttributes> {
    let mut kept = RecordAttributes::default();
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

fn fact(field: &Declared<'_>) -> TokenStream {
    let Declared { name, about, ty, fixed, parent, personal, named, computed, lookup, unique, replaced, .. } = field;
    let fixed = fixed.is_some();
    let parent = parent.then(|| quote!(.parent()));
    let personal = personal.then(|| quote!(.personal()));
    let named = named.then(|| quote!(.named()));
    let computed = computed.then(|| quote!(.computed()));
    let lookup = lookup.as_ref().map(|of| quote!(.lookup(::uplift_domain::lookups::LookupType::#of)));
    let unique = unique.as_ref().map(|unique| match unique {
        Unique::All => quote!(.unique(::uplift_domain::record::Unique::All)),
        Unique::Casefold => quote!(.unique(::uplift_domain::record::Unique::Casefold)),
        Unique::With(field) => quote!(.unique(::uplift_domain::record::Unique::With(#field))),
    });
    // Lookups may keep a body from saying what stands there where it says nothing.
    let default = match &field.filled {
        Filled::BodyOr(default) => Some(default).filter(|_| !replaced && lookup.is_none()),
        Filled::Body | Filled::Server | Filled::Author | Filled::Identifier => None,
    };
    let usual = default.map(|default| {
        quote! {
            .usual(|| {
                let usual: #ty = #default;
                ::uplift_domain::record::as_said(&usual)
            })
        }
    });
    let filled = match field.filled {
        Filled::Body => quote!(Body),
        Filled::BodyOr(_) => quote!(BodyOrDefault),
        Filled::Server | Filled::Author | Filled::Identifier => quote!(Server),
    };
    quote!(::uplift_domain::record::Field::of::<#ty>(#name, #about, ::uplift_domain::record::Filled::#filled, #fixed)#parent #personal #named #computed #lookup #unique #usual)
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

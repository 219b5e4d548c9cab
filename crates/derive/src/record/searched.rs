//! The fields in which searches look, of which some may be hidden.

use proc_macro2::TokenStream;
use quote::quote;

use super::declared::Declared;

/// The methods that show them.
pub(super) fn shows(fields: &[Declared<'_>]) -> TokenStream {
    let searched: Vec<_> = fields.iter().filter_map(|field| Some((field, field.searched.as_ref()?))).collect();
    let shown = searched.iter().map(|(Declared { ident, .. }, weight)| {
        quote! {
            see(::uplift_domain::record::Weight::#weight, ::uplift_domain::record::Value::show(&self.#ident));
        }
    });
    let show_searched = (!searched.is_empty()).then(|| {
        quote! {
            fn show_searched<'a>(
                &'a self,
                see: &mut dyn FnMut(::uplift_domain::record::Weight, ::uplift_domain::record::FieldValue<'a>),
            ) {
                #(#shown)*
            }
        }
    });
    let hidden: Vec<_> = searched.iter().filter(|(field, _)| field.hidden).map(|(field, _)| field.ident).collect();
    let show_hidden = (!hidden.is_empty()).then(|| {
        quote! {
            fn show_hidden<'a>(&'a self, see: &mut dyn FnMut(::uplift_domain::record::FieldValue<'a>)) {
                #(see(::uplift_domain::record::Value::show(&self.#hidden));)*
            }
        }
    });
    quote!(#show_searched #show_hidden)
}

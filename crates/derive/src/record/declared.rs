//! The fields of a record as they are declared, by their types, comments and attributes.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Error, Expr, Field, Ident, Lit, Meta, MetaNameValue, Result, Type};

/// Who fills a field, as its attribute says.
pub(super) enum Filled {
    Body,
    BodyOr(Box<Expr>),
    Server,
    Author,
    Identifier,
}

/// A field, as it is declared.
pub(super) struct Declared<'a> {
    pub(super) ident: &'a Ident,
    pub(super) name: String,
    /// Its comment.
    pub(super) about: String,
    pub(super) ty: &'a Type,
    pub(super) filled: Filled,
    pub(super) hidden: bool,
    pub(super) fixed: Option<Fixed>,
    pub(super) parent: bool,
    pub(super) personal: bool,
    pub(super) named: bool,
    pub(super) computed: bool,
    /// Whether its default stands there only until the service finds what it is.
    pub(super) replaced: bool,
    pub(super) searched: Option<Ident>,
    pub(super) lookup: Option<Ident>,
    pub(super) unique: Option<Unique>,
}

/// What becomes of a body that changes what a create said.
#[derive(Clone, Copy)]
pub(super) enum Fixed {
    Refused,
    Ignored,
}

/// Among which records a field is unique.
pub(super) enum Unique {
    All,
    Casefold,
    With(String),
}

impl<'a> Declared<'a> {
    /// Reads what a field says of itself.
    pub(super) fn of(field: &'a Field) -> Result<Self> {
        let Some(ident) = &field.ident else {
            return Err(Error::new_spanned(field, "a record's field has a name"));
        };
        let mut declared = Self {
            ident,
            name: ident.to_string().trim_start_matches("r#").to_owned(),
            about: comment(&field.attrs),
            ty: &field.ty,
            filled: Filled::Body,
            hidden: false,
            fixed: None,
            parent: false,
            personal: false,
            named: false,
            computed: false,
            replaced: false,
            searched: None,
            lookup: None,
            unique: None,
        };
        for attribute in field.attrs.iter().filter(|it| it.path().is_ident("record")) {
            attribute.parse_nested_meta(|meta| declared.take(&meta))?;
        }
        if declared.about.is_empty() && !declared.hidden {
            return Err(Error::new_spanned(field, "a field's comment says what it is: clients read it"));
        }
        Ok(declared)
    }

    /// Takes what a word of its attributes says.
    fn take(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        match meta.path.get_ident().map(Ident::to_string).unwrap_or_default().as_str() {
            "server" => self.fill(meta, Filled::Server)?,
            "author" => self.fill(meta, Filled::Author)?,
            "identifier" => self.fill(meta, Filled::Identifier)?,
            "default" => self.fill(meta, Filled::BodyOr(Box::new(meta.value()?.parse()?)))?,
            "computed" => {
                self.fill(meta, Filled::Server)?;
                self.computed = true;
            }
            "hidden" => self.hidden = true,
            "fixed" => self.fixed = Some(Fixed::Refused),
            "only_created" => self.fixed = Some(Fixed::Ignored),
            "parent" => self.parent = true,
            "personal" => self.personal = true,
            "named" => self.named = true,
            "replaced" => self.replaced = true,
            "searched" => self.searched = Some(meta.value()?.parse()?),
            "lookup" => self.lookup = Some(meta.value()?.parse()?),
            "unique" => self.unique = Some(Unique::of(meta)?),
            _ => {
                return Err(meta.error(
                    "expected `server`, `author`, `identifier`, `hidden`, `fixed`, `only_created`, `parent`, `personal`, \
                     `named`, `computed`, `replaced`, `searched = …`, `lookup = …`, `unique` or `default = …`",
                ));
            }
        }
        Ok(())
    }

    fn fill(&mut self, meta: &ParseNestedMeta<'_>, filled: Filled) -> Result<()> {
        match std::mem::replace(&mut self.filled, filled) {
            Filled::Body => Ok(()),
            Filled::BodyOr(_) | Filled::Server | Filled::Author | Filled::Identifier => Err(meta.error(FILLED_TWICE)),
        }
    }
}

/// What is wrong with a field that is said to be filled in two ways.
pub(super) const FILLED_TWICE: &str = "a field is filled in one way: by the service (`server`, `computed`, `author`, `identifier`) or by a body (`default = …`)";

impl Unique {
    fn of(meta: &ParseNestedMeta<'_>) -> Result<Self> {
        let mut among = Self::All;
        if meta.input.peek(syn::token::Paren) {
            meta.parse_nested_meta(|with| {
                among = match with.path.require_ident()?.to_string() {
                    casefold if casefold == "casefold" => Self::Casefold,
                    field => Self::With(field),
                };
                Ok(())
            })?;
        }
        Ok(among)
    }
}

/// A comment, in one line.
pub(crate) fn comment(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|it| it.path().is_ident("doc")).filter_map(|attribute| {
        let Meta::NameValue(MetaNameValue { value: Expr::Lit(literal), .. }) = &attribute.meta else { return None };
        let Lit::Str(text) = &literal.lit else { return None };
        Some(text.value().trim().to_owned())
    });
    lines.collect::<Vec<_>>().join(" ")
}

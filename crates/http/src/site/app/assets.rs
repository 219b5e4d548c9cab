//! What the pages load: a style sheet and an icon.

use crate::site::assets::{Asset, Assets};

pub(super) static ASSETS: Assets = Assets::new(&[
    Asset {
        name: "app.css",
        content_type: "text/css; charset=utf-8",
        gzipped: false,
        content: include_bytes!("../../../assets/app/app.css"),
    },
    Asset {
        name: "icon.svg",
        content_type: "image/svg+xml",
        gzipped: false,
        content: include_bytes!("../../../assets/app/icon.svg"),
    },
]);

//! What the page of a form loads: its style, its script and an icon.

use crate::site::assets::{Asset, Assets};

pub(super) static ASSETS: Assets = Assets::new(&[
    Asset {
        name: "page.css",
        content_type: "text/css; charset=utf-8",
        gzipped: false,
        content: include_bytes!("../../../assets/visitors/page.css"),
    },
    Asset {
        name: "page.js",
        content_type: "text/javascript; charset=utf-8",
        gzipped: false,
        content: include_bytes!("../../../assets/visitors/page.js"),
    },
    Asset {
        name: "icon.svg",
        content_type: "image/svg+xml",
        gzipped: false,
        content: include_bytes!("../../../assets/visitors/icon.svg"),
    },
]);

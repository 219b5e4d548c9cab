//! Makes a client of the document in version 3.0, without what Progenitor cannot read: operations that take files,
//! parameters that are objects, and errors of more than one type.

use std::path::Path;

use progenitor_impl::{GenerationSettings, Generator, InterfaceStyle, TagStyle};
use serde_json::{Value, json};

fn main() {
    let file = "../generated/openapi-3.0.json";
    println!("cargo:rerun-if-changed={file}");
    let text = std::fs::read_to_string(file).expect("the document");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let error = json!({"$ref": "#/components/schemas/Error"});
    let error = json!({"description": "Why not.", "content": {"application/json": {"schema": error}}});
    for operations in document["paths"].as_object_mut().expect("paths").values_mut() {
        let operations = operations.as_object_mut().expect("operations");
        operations.retain(|_, operation| operation["requestBody"]["content"]["multipart/form-data"].is_null());
        for operation in operations.values_mut() {
            if let Some(parameters) = operation["parameters"].as_array_mut() {
                parameters.retain(|parameter| parameter["style"] != "deepObject");
            }
            let responses = operation["responses"].as_object_mut().expect("responses");
            responses.retain(|status, _| status.starts_with('2'));
            responses.extend(["4XX", "5XX"].map(|status| (status.to_owned(), error.clone())));
        }
    }
    let document = serde_json::from_value(document).expect("a document in version 3.0");
    let mut settings = GenerationSettings::default();
    settings.with_interface(InterfaceStyle::Builder).with_tag(TagStyle::Merged);
    let client = Generator::new(&settings).generate_tokens(&document).expect("a client");
    let folder = std::env::var("OUT_DIR").expect("a folder");
    std::fs::write(Path::new(&folder).join("client.rs"), client.to_string()).expect("a file");
}

//! The floor: the bytes of an answer, served by the same HTTP stack without anything behind it.

use std::process::ExitCode;

use actix_web::http::header::ContentType;
use actix_web::{App, HttpResponse, HttpServer, web};

/// Serves the bytes of a file at every path until the process is ended, and prints its address.
pub(crate) fn serve(file: &str) -> ExitCode {
    let Ok(body) = std::fs::read(file).map(web::Bytes::from) else { return ExitCode::FAILURE };
    let served = actix_web::rt::System::new().block_on(async move {
        let answer = move || {
            let body = body.clone();
            async move { HttpResponse::Ok().insert_header(ContentType::json()).body(body) }
        };
        let server = HttpServer::new(move || App::new().default_service(web::to(answer.clone())))
            .workers(std::thread::available_parallelism().map_or(1, usize::from))
            .bind("127.0.0.1:0")?;
        if let Some(address) = server.addrs().first() {
            println!("{address}");
        }
        server.run().await
    });
    if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

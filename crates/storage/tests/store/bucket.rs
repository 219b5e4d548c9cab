//! A bucket that is not there: a file of it may well be, once the bucket is.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use tokio::runtime::Builder;
use uplift_domain::file::FileKey;
use uplift_domain::ports::{Files, StoreError};
use uplift_storage::{Bucket, BucketSettings};

/// Answers every request as S3 does where there is no such bucket, or no such file in it.
fn says(code: &'static str) -> Bucket {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut head = BufReader::new(connection.try_clone().unwrap()).lines();
            while head.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let body = format!("<Error><Code>{code}</Code></Error>");
            let head = format!("HTTP/1.1 404 Not Found\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            connection.write_all((head + &body).as_bytes()).unwrap();
        }
    });
    let variables = [
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "geheim"),
        ("AWS_ENDPOINT", &endpoint),
        ("AWS_ALLOW_HTTP", "true"),
    ];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    Bucket::open(&BucketSettings { bucket: "uplift".to_owned(), prefix: String::new(), variables }, 0).unwrap()
}

#[test]
fn a_file_is_gone_only_where_its_bucket_is_there() {
    let key = FileKey("up-0000000000000001/0000000000000001".to_owned());
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let gone = says("NoSuchKey");
        assert_eq!(gone.hash(&key).await, Ok(None));
        assert!(matches!(gone.read(&key, 0..5).await.err(), Some(StoreError::Failed(_))));
        let away = says("NoSuchBucket");
        assert!(matches!(away.hash(&key).await, Err(StoreError::Unavailable(_))));
        assert!(matches!(away.read(&key, 0..5).await.err(), Some(StoreError::Unavailable(_))));
    });
}

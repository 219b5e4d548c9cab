//! A bucket that is not there, or that does not know what is asked of it: a file of it may well be there.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use tokio::runtime::Builder;
use uplift_domain::file::FileKey;
use uplift_domain::ports::{Files, StoreError};
use uplift_storage::{Bucket, BucketSettings};

/// Answers every request as S3 does where there is no such bucket, or no such file in it, or as others do.
fn says(code: &'static str) -> Bucket {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            read(BufReader::new(connection.try_clone().unwrap()));
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

/// Reads a request to its end.
fn read(mut request: impl BufRead) {
    let mut length = 0;
    let head = request.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty());
    for line in head {
        let line = line.to_ascii_lowercase();
        length = line.strip_prefix("content-length:").map_or(length, |it| it.trim().parse().unwrap());
    }
    request.read_exact(&mut vec![0; length]).unwrap();
}

#[test]
fn a_file_is_gone_only_where_the_bucket_says_so() {
    let key = FileKey("up-0000000000000001/0000000000000001".to_owned());
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let gone = says("NoSuchKey");
        assert_eq!(gone.hash(&key).await, Ok(None));
        assert!(matches!(gone.read(&key, 0..5).await.err(), Some(StoreError::Failed(_))));
        assert!(matches!(gone.read(&key, 0..0).await.err(), Some(StoreError::Failed(_))));
        assert_eq!(gone.remove(&key).await, Ok(true));
        for away in ["NoSuchBucket", "NoSuchRoute"].map(says) {
            assert!(matches!(away.hash(&key).await, Err(StoreError::Unavailable(_))));
            assert!(matches!(away.read(&key, 0..5).await.err(), Some(StoreError::Unavailable(_))));
            assert!(matches!(away.remove(&key).await, Err(StoreError::Unavailable(_))));
        }
    });
}

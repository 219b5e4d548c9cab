use super::*;

async fn all(taking: &mut SpoolReader) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    while let Some(bytes) = taking.next().await? {
        all.extend_from_slice(&bytes);
    }
    Ok(all)
}

#[actix_web::test]
async fn what_is_pushed_is_taken_in_order_from_memory_and_file() {
    let (mut filling, mut taking) = spool();
    let mut pushed = Vec::new();
    for part in 0..40_u8 {
        let bytes = vec![part; 100_000];
        pushed.extend_from_slice(&bytes);
        filling.push(bytes).unwrap();
        if part % 3 == 0 {
            let bytes = taking.next().await.unwrap().unwrap();
            assert!(pushed.starts_with(&bytes));
            pushed.drain(..bytes.len());
        }
    }
    assert!(taking.0.state().file.is_some() && taking.0.state().in_memory <= IN_MEMORY);
    filling.finish();
    assert_eq!(all(&mut taking).await.unwrap(), pushed);
}

#[actix_web::test]
async fn once_all_is_taken_memory_does_again() {
    let (mut filling, mut taking) = spool();
    filling.push(vec![1; IN_MEMORY + 1]).unwrap();
    let mut taken = 0;
    while taken <= IN_MEMORY {
        taken += taking.next().await.unwrap().unwrap().len();
    }
    filling.push(vec![2; 10]).unwrap();
    assert!(taking.0.state().file.is_none());
    filling.finish();
    assert_eq!(all(&mut taking).await.unwrap(), vec![2; 10]);
}

#[actix_web::test]
async fn what_was_taken_takes_no_room() {
    let (mut filling, mut taking) = spool();
    for _ in 0..3 {
        filling.push(vec![1; usize::try_from(FREED).unwrap()]).unwrap();
    }
    assert_eq!(taking.0.state().held.bytes(), 3 * FREED);
    let mut taken = 0;
    while taken <= 2 * FREED {
        taken += length(&taking.next().await.unwrap().unwrap());
    }
    assert!((FREED..=2 * FREED).contains(&taking.0.state().held.bytes()));
    filling.finish();
    assert_eq!(all(&mut taking).await.unwrap(), vec![1; usize::try_from(3 * FREED - taken).unwrap()]);
}

#[actix_web::test]
async fn what_is_dropped_before_its_end_is_no_end() {
    let (mut filling, mut taking) = spool();
    filling.push(vec![1; 10]).unwrap();
    drop(filling);
    assert_eq!(taking.next().await.unwrap().unwrap().len(), 10);
    assert!(taking.next().await.is_err());
}

#[actix_web::test]
async fn nothing_is_taken_for_nothing() {
    let (mut filling, mut taking) = spool();
    filling.push(Vec::new()).unwrap();
    filling.push(vec![1; 10]).unwrap();
    assert_eq!(taking.next().await.unwrap().unwrap().len(), 10);
}

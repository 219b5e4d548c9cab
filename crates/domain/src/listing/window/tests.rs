use super::*;

#[test]
fn a_page_is_the_same_from_either_end() {
    for total in 0..25 {
        let list: Vec<i64> = (0..total).collect();
        for size in 1..9 {
            for number in 1..30 {
                let page = PageRequest { number, size };
                let window = page.window(total);
                let read: Vec<i64> = if window.backwards { list.iter().rev().copied().collect() } else { list.clone() };
                let [skip, take] = [window.offset, window.size].map(|it| usize::try_from(it).unwrap());
                let here = window.turned(read.into_iter().skip(skip).take(take).collect());
                let asked = list.iter().copied().skip(usize::try_from(page.offset()).unwrap());
                let asked: Vec<i64> = asked.take(usize::try_from(size).unwrap()).collect();
                assert_eq!(here, asked, "page {number} of {size} in {total}");
                assert!(here.is_empty() || window.offset <= total / 2, "page {number} of {size} in {total}");
            }
        }
    }
}

#[test]
fn a_page_far_beyond_any_list_is_empty_without_a_sum_too_large() {
    let page = PageRequest { number: i64::MAX, size: 500 };
    assert_eq!(page.window(7), Window { backwards: false, offset: i64::MAX, size: 500 });
}

#[test]
fn a_list_that_is_read_backwards_is_sorted_the_other_way() {
    let front = PageRequest { number: 1, size: 3 }.window(10);
    let back = PageRequest { number: 4, size: 3 }.window(10);
    assert_eq!(front.direction(Direction::Ascending), Direction::Ascending);
    assert_eq!(back, Window { backwards: true, offset: 0, size: 1 });
    assert_eq!(
        (back.direction(Direction::Ascending), back.direction(Direction::Descending)),
        (Direction::Descending, Direction::Ascending)
    );
}

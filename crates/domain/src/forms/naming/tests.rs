use super::*;

#[test]
fn a_key_is_made_of_a_label() {
    for (label, key) in [
        ("Your name?", "your_name"),
        ("  Größe & Farbe!  ", "gro_e_farbe"),
        ("Crème brûlée", "creme_brulee"),
        ("2nd choice", "q_2nd_choice"),
        ("２０２６", "q_2026"),
        ("日本", "question"),
        ("—", "question"),
        ("a_-_b", "a_b"),
    ] {
        assert_eq!(key_from_label(label, |_| false), key, "{label}");
        assert!(is_key(key));
    }
    assert_eq!(key_from_label(&"a".repeat(80), |_| false), "a".repeat(60));
    assert_eq!(key_from_label(&"1".repeat(80), |_| false), format!("q_{}", "1".repeat(58)));
}

#[test]
fn what_is_taken_is_numbered() {
    let taken = ["name", "name_2", "name_3"];
    assert_eq!(key_from_label("Name", |it| taken.contains(&it)), "name_4");
    assert_eq!(id_from_label("Other", "option", |it| it == "other"), "other-2");
    assert_eq!(id_from_label("!", "row", |_| false), "row");
    assert_eq!(id_from_label("2 B", "row", |_| false), "2-b");
    let long = "a".repeat(60);
    let many = key_from_label(&long, |it| it.len() < 64 || it.ends_with(|last: char| last != '0'));
    assert_eq!(many, format!("{long}_100"));
    let most = key_from_label(&long, |it| !it.ends_with("_1000"));
    assert!(is_key(&most) && most.ends_with("_1000"), "{most}");
}

#[test]
fn keys_and_ids_have_letters_of_their_own() {
    for key in ["a", "a1_", &"a".repeat(64)] {
        assert!(is_key(key), "{key}");
    }
    for key in ["", "1a", "_a", "A", "a-b", "é", &"a".repeat(65)] {
        assert!(!is_key(key), "{key}");
    }
    for id in ["A", "1", "-_", &"Z".repeat(64)] {
        assert!(is_id(id), "{id}");
    }
    for id in ["", "a b", "a.b", "é", &"a".repeat(65)] {
        assert!(!is_id(id), "{id}");
    }
}

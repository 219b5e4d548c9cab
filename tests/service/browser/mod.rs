//! Every page for people in a real browser, full of names that are hard to show: whether anybody can use it, in both
//! themes, on screens of any width, on paper, and without scripts.

mod dashboard;
mod forms;
mod looks;
mod reference;

use crate::world::{Browser, Store, World};

use self::looks::Looks;

/// A name that would be more than text if it were not written as text, with a word that is longer than a line, two
/// scripts that are written from the right, and signs that are made of several.
const HOSTILE: &str = "<b onload=x>\"'&amp;</b> \
                       Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft \
                       שלום עולם مرحبا بالعالم 👩🏽🇪🇺 e\u{301}";

/// The same in the fifty letters that the shortest names have.
const SHORT: &str = "<b>\"&amp;</b>Donaudampfschifffahrtskapitän שלום 👩🏽";

/// Has a browser walk through pages, and tells of what is wrong with them.
fn walked(walk: fn(&World, &mut Looks<'_>)) {
    let world = World::start(Store::Sqlite);
    let browser = Browser::start();
    let page = browser.open(&format!("{}/app/login", world.origin()));
    let mut looks = Looks::new(&page);
    walk(&world, &mut looks);
    assert_eq!(looks.faults(), Vec::<String>::new());
}

#[test]
fn anybody_can_read_the_dashboard() {
    walked(dashboard::walk);
}

#[test]
fn anybody_can_answer_a_form() {
    walked(forms::walk);
}

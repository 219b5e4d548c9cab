//! A race: requests that are sent at the same moment, and what comes of two that contradict each other.

use std::sync::Barrier;

use serde_json::{Value, json};

use super::line::Line;
use crate::world::{Client, Store, World};

/// How many rounds a contest has: so many, or as many times that as `UPLIFT_TEST_ROUNDS` says.
pub(crate) fn rounds(usual: usize) -> usize {
    let times = std::env::var("UPLIFT_TEST_ROUNDS").map(|times| times.parse::<usize>());
    usual * times.map_or(1, |times| times.expect("UPLIFT_TEST_ROUNDS is a number"))
}

/// A method, a path and a body.
pub(crate) type Request = (&'static str, String, Value);

/// A line for each of these clients, on which the server has answered already where they have a key.
pub(crate) fn opened<'c>(clients: impl IntoIterator<Item = &'c Client>) -> Vec<Line> {
    let open = |client: &Client| {
        let mut line = Line::open(client).expect("the server listens");
        if !client.token().is_empty() {
            line.ask("GET", "/user", &Value::Null).expect("an answer");
        }
        line
    };
    clients.into_iter().map(open).collect()
}

/// Sends each of these requests on a line of its own, all at the same moment.
pub(crate) fn together(lines: &mut [Line], requests: &[Request]) -> Vec<(u16, Value)> {
    assert!(lines.len() >= requests.len(), "a line for each request");
    let start = Barrier::new(requests.len());
    let send = |(line, (method, path, body)): (&mut Line, &Request)| {
        start.wait();
        line.ask(method, path, body).expect("an answer")
    };
    let send = &send;
    std::thread::scope(|scope| {
        let threads: Vec<_> = lines.iter_mut().zip(requests).map(|pair| scope.spawn(move || send(pair))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread")).collect()
    })
}

/// A request of somebody's, in front of the server that it is for.
pub(crate) struct Ask {
    client: Client,
    method: &'static str,
    path: String,
    body: Value,
}

impl Ask {
    pub(crate) fn new(client: &Client, method: &'static str, path: impl Into<String>, body: Value) -> Ask {
        Ask { client: client.clone(), method, path: path.into(), body }
    }
}

/// As [`together`], each on a line that is opened for it.
pub(crate) fn at_once(asks: Vec<Ask>) -> Vec<(u16, Value)> {
    let mut lines = opened(asks.iter().map(|ask| &ask.client));
    let requests: Vec<_> = asks.into_iter().map(|ask| (ask.method, ask.path, ask.body)).collect();
    together(&mut lines, &requests)
}

/// How many of the answers have this status.
pub(crate) fn number(answers: &[(u16, Value)], status: u16) -> usize {
    answers.iter().filter(|(it, _)| *it == status).count()
}

/// Runs the test on one server and, in a world of its own, on two.
pub(crate) fn on_one_and_two_servers(store: Store, test: impl Fn(&World, &dyn Fn(&Client) -> Client)) {
    let world = super::world(store);
    test(&world, &Client::clone);
    let world = super::world(store);
    let neighbour = world.neighbour();
    test(&world, &|client| client.at(&neighbour));
}

/// An action, and what it leads to from each status of a lifecycle.
pub(crate) type Leads<'t, const N: usize> = (&'t str, [Option<&'t str>; N]);

/// What an action leads to from a status, by the table of a lifecycle with these statuses.
pub(crate) fn led_by<const N: usize>(
    actions: &[Leads<'_, N>],
    statuses: [&str; N],
    (action, from): (&str, &str),
) -> Option<String> {
    let (_, to) = actions.iter().find(|(name, _)| *name == action).expect("an action");
    let at = statuses.iter().position(|status| *status == from).expect("a status");
    to[at].map(str::to_owned)
}

/// Two actions that were sent at once to a record that stood so were answered as one after the other would be, and left
/// it so. Tells which of them succeeded.
#[track_caller]
pub(crate) fn settled(
    from: &str,
    actions: [&str; 2],
    leads: impl Fn(&str, &str) -> Option<String>,
    answers: &[(u16, Value)],
    left: &str,
) -> [bool; 2] {
    // Of each order: what each of them finds that is refused, and what both leave.
    let in_order = |first: usize| {
        let (mut finds, mut stands) = ([None, None], from.to_owned());
        for at in [first, 1 - first] {
            match leads(actions[at], &stands) {
                Some(to) => stands = to,
                None => finds[at] = Some(stands.clone()),
            }
        }
        (finds, stands)
    };
    let answered = |finds: &Option<String>, action: &str, answer: &(u16, Value)| match finds {
        None => matches!(answer.0, 200 | 201),
        Some(found) => {
            let refused = format!("The status field does not allow {action} while it is {found}.");
            *answer == (422, json!({ "message": refused, "errors": { "status": [refused] } }))
        }
    };
    let came = [0, 1]
        .map(in_order)
        .into_iter()
        .find(|(finds, stands)| stands == left && (0..2).all(|at| answered(&finds[at], actions[at], &answers[at])));
    let (finds, _) = came.unwrap_or_else(|| panic!("{actions:?} from {from} left it {left}: {answers:?}"));
    finds.map(|found| found.is_none())
}

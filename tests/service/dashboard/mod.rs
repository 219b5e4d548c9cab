//! The dashboard: pages to read, for whoever signs in with a key.

mod browsed;
mod charts;
mod overview;
mod pages;
mod records;
mod reports;
mod said;
mod sessions;

pub(crate) use self::pages::populated;
use crate::world::{Answer, Client, World};

/// What a browser that is signed in, or is not, asks of the dashboard.
struct DashboardVisitor {
    client: Client,
    origin: String,
    cookie: Option<String>,
}

impl DashboardVisitor {
    /// One without a session.
    fn new(world: &World) -> Self {
        Self { client: world.client(None), origin: world.origin(), cookie: None }
    }

    /// One who signed in with the key of this client.
    #[track_caller]
    fn of(world: &World, client: &Client) -> Self {
        let visitor = Self::new(world);
        let answer = visitor.signs_in(client.token()).status_is(303);
        Self { cookie: Some(cookie(&answer)), ..visitor }
    }

    /// The same with this cookie.
    fn with(&self, cookie: &str) -> Self {
        Self { client: self.client.clone(), origin: self.origin.clone(), cookie: Some(cookie.to_owned()) }
    }

    fn signs_in(&self, key: &str) -> Answer {
        self.posts("/app/login", &[], &format!("key={key}"))
    }

    fn asks(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut headers = headers.to_vec();
        if let Some(cookie) = &self.cookie {
            headers.push(("Cookie", cookie));
        }
        self.client.send(method, &format!("{}{path}", self.origin), &headers, body.as_bytes())
    }

    fn gets(&self, path: &str) -> Answer {
        self.asks("GET", path, &[], "")
    }

    fn posts(&self, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let form = ("Content-Type", "application/x-www-form-urlencoded");
        self.asks("POST", path, &[&[form], headers].concat(), body)
    }
}

/// The cookie that an answer sets, as a browser sends it back.
#[track_caller]
fn cookie(answer: &Answer) -> String {
    let set = answer.header("set-cookie").expect("a cookie");
    set.split(';').next().expect("its value").to_owned()
}

/// Where an answer leads.
#[track_caller]
fn leads_to(answer: &Answer) -> &str {
    assert_eq!(answer.status, 303, "{}", answer.text());
    answer.header("location").expect("an address")
}

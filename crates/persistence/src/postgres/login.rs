//! How other programs reach the database.

/// How a program reaches the database: by its URL without the password, which is nobody's to see in a list of
/// processes.
#[derive(Clone)]
pub(crate) struct Login {
    pub(super) url: String,
    pub(super) password: Option<String>,
}

impl Login {
    /// Takes the password out of a URL.
    pub(crate) fn of(url: &str) -> Self {
        let (scheme, place) = url.split_once("://").unwrap_or(("postgres", url));
        let (login, place) = place.rsplit_once('@').map_or((None, place), |(login, place)| (Some(login), place));
        let (user, mut password) = match login.map(|login| login.split_once(':').ok_or(login)) {
            None => (None, None),
            Some(Ok((user, password))) => (Some(user), Some(password)),
            Some(Err(user)) => (Some(user), None),
        };
        let (place, query) = place.split_once('?').unwrap_or((place, ""));
        let mut parameters = Vec::new();
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("password", value)) => password = Some(value),
                _ => parameters.push(parameter),
            }
        }
        let user = user.map(|user| format!("{user}@")).unwrap_or_default();
        let query = if parameters.is_empty() { String::new() } else { format!("?{}", parameters.join("&")) };
        let decoded = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
        Self { url: format!("{scheme}://{user}{place}{query}"), password: password.map(decoded) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_and_all_else_stays() {
        for (url, without, password) in [
            ("postgres://u:p%40ss@h:5433/d?sslmode=require", "postgres://u@h:5433/d?sslmode=require", Some("p@ss")),
            ("postgresql:///d?host=/run/pg&password=x%20y&user=u", "postgresql:///d?host=/run/pg&user=u", Some("x y")),
            ("postgres://h/d?sslrootcert=/ca.pem&sslmode=verify-full", "", None),
            ("postgres://u@h/d", "", None),
        ] {
            let login = Login::of(url);
            assert_eq!(login.url, if without.is_empty() { url } else { without });
            assert_eq!(login.password.as_deref(), password, "{url}");
        }
    }
}

//! Another way to find where answers lead: every step and every question is asked by itself whether it is seen, looking
//! back from there, and answers are compared as sets of words.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use super::*;

/// Finds by itself for each step and question whether it is seen.
struct LookingBack<'a> {
    form: &'a Definition,
    answers: &'a Answers,
    steps: RefCell<HashMap<usize, bool>>,
    questions: RefCell<HashMap<(usize, usize), bool>>,
}

/// The place of a question: that of its step among all, and its own in the step.
fn place_of(form: &Definition, key: &str) -> (usize, usize) {
    let steps = form.steps.iter().enumerate();
    let mut places = steps.flat_map(|(at, step)| (0..step.questions.len()).map(move |within| (at, within)));
    places.find(|(at, within)| form.steps[*at].questions[*within].key == key).unwrap()
}

/// The rules of one of these kinds, as answers show them.
fn of_kinds(rules: &Rules, kinds: &[&str]) -> Vec<Json> {
    let shown = Json::from(rules.show());
    let all = shown.as_array().unwrap().iter();
    all.filter(|rule| kinds.contains(&rule["action"]["type"].as_str().unwrap())).cloned().collect()
}

impl LookingBack<'_> {
    fn is_seen(&self, rules: &Rules, is_hidden: bool) -> bool {
        let (shows, hides) = (of_kinds(rules, &["show"]), of_kinds(rules, &["hide"]));
        if hides.iter().any(|rule| self.holds(rule)) {
            return false;
        }
        if shows.is_empty() { !is_hidden } else { shows.iter().any(|rule| self.holds(rule)) }
    }

    fn step_is_seen(&self, at: usize) -> bool {
        if let Some(known) = self.steps.borrow().get(&at) {
            return *known;
        }
        let step = &self.form.steps[at];
        let seen = self.is_reached(at) && self.is_seen(&step.logic, step.is_hidden);
        self.steps.borrow_mut().insert(at, seen);
        seen
    }

    fn question_is_seen(&self, at: usize, within: usize) -> bool {
        if let Some(known) = self.questions.borrow().get(&(at, within)) {
            return *known;
        }
        let seen = self.step_is_seen(at) && self.is_seen(&self.form.steps[at].questions[within].logic, false);
        self.questions.borrow_mut().insert((at, within), seen);
        seen
    }

    /// Whether some step before leads to this one.
    fn is_reached(&self, at: usize) -> bool {
        at == 0 || (0..at).any(|before| self.is_reached(before) && self.leads_to(before) == Some(at))
    }

    fn leads_to(&self, at: usize) -> Option<usize> {
        match self.decision(at) {
            None => Some(at + 1),
            Some((_, rule)) => {
                let to = rule["action"]["to"].as_i64()?;
                self.form.steps.iter().position(|step| step.id == to)
            }
        }
    }

    /// The first rule that decides after a step, and what has it.
    fn decision(&self, at: usize) -> Option<(Json, Json)> {
        if !self.step_is_seen(at) {
            return None;
        }
        let step = &self.form.steps[at];
        let seen = (0..step.questions.len()).filter(|within| self.question_is_seen(at, *within));
        let questions = seen.map(|within| &step.questions[within]).map(|it| (json!(it.key), &it.logic));
        let hosts: Vec<_> = questions.chain([(json!(step.id), &step.logic)]).collect();
        let rules = hosts.into_iter().flat_map(|(host, logic)| {
            of_kinds(logic, &["jump_to_step", "end"]).into_iter().map(move |rule| (host.clone(), rule))
        });
        rules.into_iter().find(|(_, rule)| self.holds(rule))
    }

    fn holds(&self, rule: &Json) -> bool {
        let conditions = rule["conditions"]["rules"].as_array().unwrap();
        let true_ones = conditions.iter().filter(|condition| self.is_true(condition)).count();
        if rule["conditions"]["connector"] == "and" { true_ones == conditions.len() } else { true_ones > 0 }
    }

    fn is_true(&self, condition: &Json) -> bool {
        let key = condition["question"].as_str().unwrap();
        let (at, within) = place_of(self.form, key);
        let answer = self.answers.get(key).filter(|_| self.question_is_seen(at, within));
        let operator = condition["operator"].as_str().unwrap();
        answer.map_or(operator == "is_skipped", |answer| compare(operator, answer.value(), &condition["value"]))
    }
}

/// The words that something is made of, each written in one way.
fn words(value: &Json) -> BTreeSet<String> {
    match value {
        Json::Array(items) => items.iter().flat_map(words).collect(),
        Json::Object(members) => members.keys().cloned().collect(),
        Json::Number(number) => [format!("{:.3}", number.as_f64().unwrap())].into(),
        Json::String(text) => [text.chars().flat_map(char::to_lowercase).collect()].into(),
        other => [other.to_string()].into(),
    }
}

/// What is more or less: numbers by themselves, dates by their digits.
fn order(value: &Json) -> f64 {
    let digits = || value.as_str().unwrap().replace('-', "").parse().unwrap();
    value.as_f64().unwrap_or_else(digits)
}

fn compare(operator: &str, answer: &Json, value: &Json) -> bool {
    let (have, wanted) = (words(answer), words(value));
    let (text, part) = (have.first().unwrap(), wanted.first().unwrap());
    let (any, all) = (!have.is_disjoint(&wanted), wanted.is_subset(&have));
    match operator {
        "is_answered" => true,
        "is_skipped" => false,
        "equals" => have == wanted,
        "not_equals" => have != wanted,
        "contains" => text.split(part.as_str()).count() > 1,
        "not_contains" => text.split(part.as_str()).count() == 1,
        "starts_with" => text.split(part.as_str()).next() == Some(""),
        "ends_with" => text.rsplit(part.as_str()).next() == Some(""),
        "in" | "includes_any" => any,
        "not_in" | "includes_none" => !any,
        "includes_all" => all,
        "gt" => order(answer) > order(value),
        "gte" => order(answer) >= order(value),
        "lt" => order(answer) < order(value),
        "lte" => order(answer) <= order(value),
        "between" => (order(&value[0])..=order(&value[1])).contains(&order(answer)),
        "first_is" => answer[0] == *value,
        "cell_equals" => answer[value["row"].as_str().unwrap()] == value["column"],
        other => panic!("{other}"),
    }
}

/// The way that answers lead, found by looking back.
pub(super) fn looking_back(form: &Definition, answers: &Answers) -> FormPath {
    let back = LookingBack { form, answers, steps: RefCell::default(), questions: RefCell::default() };
    let mut form_path = FormPath::default();
    for (at, step) in form.steps.iter().enumerate().filter(|(at, _)| back.step_is_seen(*at)) {
        form_path.path.push(step.id);
        for (within, question) in step.questions.iter().enumerate() {
            if !back.question_is_seen(at, within) {
                continue;
            }
            let (key, answer) = (question.key.clone(), answers.get(&question.key));
            let demanded = of_kinds(&question.logic, &["require"]).iter().any(|rule| back.holds(rule));
            let asked = !["statement", "hidden"].contains(&question.question_type.name());
            let rows = answer.and_then(|it| it.value().as_object()).map_or(0, serde_json::Map::len);
            let in_full = answer.is_some() && (question.question_type != QuestionType::Matrix || rows == 3);
            form_path.visible.push(key.clone());
            form_path.questions.extend((question.question_type.name() != "hidden").then(|| key.clone()));
            form_path.required.extend((asked && (question.is_required || demanded)).then(|| key.clone()));
            form_path.missing.extend((asked && (question.is_required || demanded) && !in_full).then_some(key));
        }
        if let Some((host, rule)) = back.decision(at).filter(|(_, rule)| rule["action"]["type"] == "end") {
            let by_question = host.as_str().map(|key| Ended::ByQuestion(key.to_owned()));
            form_path.ended_by = by_question.or_else(|| host.as_i64().map(Ended::ByStep));
            assert_eq!(rule["action"].get("to"), None);
        }
    }
    form_path
}

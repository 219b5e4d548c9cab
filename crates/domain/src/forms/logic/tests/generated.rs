//! Forms and answers that are made up, and what has to hold of any.

use super::looking_back::looking_back;
use super::*;

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn of<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }
}

const WORDS: [&str; 5] = ["Alpha", "alphabet", "BETA", "Ä", "a b"];
const DATES: [&str; 3] = ["2026-01-31", "2026-02-01", "2027-01-01"];
const IDS: [&str; 3] = ["a", "b", "c"];

/// What may be compared with one answer to a question of this type.
fn value(numbers: &mut Numbers, question_type: QuestionType) -> Json {
    match question_type {
        QuestionType::Number => json!(*numbers.of(&[-1.5, 0.0, 1.0, 2.0, 2.5])),
        QuestionType::Rating | QuestionType::Scale | QuestionType::Nps => json!(1 + numbers.below(5)),
        QuestionType::Date => json!(numbers.of(&DATES)),
        QuestionType::YesNo | QuestionType::Consent => json!(numbers.one_in(2)),
        question_type if question_type.has_options() => json!(numbers.of(&["a", "b", "c", "other"])),
        _ => json!(numbers.of(&WORDS)),
    }
}

fn answer(numbers: &mut Numbers, question_type: QuestionType) -> Json {
    let shuffled = |numbers: &mut Numbers| {
        let mut ids = IDS.map(Json::from).to_vec();
        ids.swap(0, numbers.below(3));
        ids
    };
    match question_type {
        QuestionType::Consent => json!(true),
        QuestionType::FileUpload => json!([7]),
        QuestionType::Ranking => json!(shuffled(numbers)),
        QuestionType::Matrix => json!({ *numbers.of(&IDS): numbers.of(&IDS) }),
        QuestionType::MultipleChoice => {
            let mut ids = shuffled(numbers);
            ids.truncate(1 + numbers.below(3));
            if numbers.one_in(3) {
                ids.push(json!({ "other": "something" }));
            }
            json!(ids)
        }
        _ => match value(numbers, question_type) {
            other if other == "other" => json!({ "other": "a" }),
            value => value,
        },
    }
}

/// What an operator compares answers to a question of this type with.
fn operand(numbers: &mut Numbers, operator: Operator, question_type: QuestionType) -> Json {
    match operator.name() {
        "is_answered" | "is_skipped" => Json::Null,
        "between" => {
            let mut ends = [value(numbers, question_type), value(numbers, question_type)];
            ends.sort_by(|one, other| {
                let number = one.as_f64().partial_cmp(&other.as_f64()).unwrap();
                number.then_with(|| one.as_str().cmp(&other.as_str()))
            });
            json!(ends)
        }
        "in" | "not_in" | "includes_any" | "includes_all" | "includes_none" => {
            (0..1 + numbers.below(2)).map(|_| value(numbers, question_type)).collect()
        }
        "first_is" => json!(numbers.of(&IDS)),
        "cell_equals" => json!({ "row": numbers.of(&IDS), "column": numbers.of(&IDS) }),
        _ => value(numbers, question_type),
    }
}

/// Rules that look only at those of the questions that they may look at: `earlier`, and besides, where they are about
/// what comes after the step, `own`.
fn made_up_rules(
    numbers: &mut Numbers,
    host: RuleHost,
    earlier: &[(String, QuestionType)],
    own: &[(String, QuestionType)],
    later: &[i64],
) -> Rules {
    let mut rules = Vec::new();
    for _ in 0..numbers.below(4).saturating_sub(1) {
        let action = match numbers.below(5) {
            0 => Action::Show,
            1 => Action::Hide,
            2 if host == RuleHost::Question => Action::Require,
            3 if !later.is_empty() => Action::JumpToStep(*numbers.of(later)),
            _ if numbers.one_in(3) => Action::End,
            _ => Action::Hide,
        };
        let mut may: Vec<_> = earlier.to_vec();
        may.extend(own.iter().filter(|_| action.leads_on()).cloned());
        may.retain(|(_, question_type)| question_type.takes_answer());
        if may.is_empty() {
            continue;
        }
        let conditions = (0..1 + numbers.below(3)).map(|_| {
            let (question, question_type) = numbers.of(&may).clone();
            let all: Vec<Operator> = Operator::ALL.iter().copied().filter(|it| it.is_for(question_type)).collect();
            let operator = *numbers.of(&all);
            Condition { question, operator, value: operand(numbers, operator, question_type) }
        });
        let conditions = conditions.collect();
        rules.push(Rule { connector: *numbers.of(Connector::ALL), conditions, action });
    }
    Rules::new(rules)
}

fn made_up(numbers: &mut Numbers) -> Definition {
    let mut form = Definition::default();
    let (mut earlier, count) = (Vec::new(), 1 + numbers.below(5));
    for at in 0..count {
        let later: Vec<i64> = (at + 1..count).map(|it| i64::try_from(it).unwrap() * 10).collect();
        let keyed = |number| format!("q{at}_{number}");
        let own: Vec<(String, QuestionType)> =
            (0..numbers.below(5)).map(|number| (keyed(number), *numbers.of(QuestionType::ALL))).collect();
        let logic = made_up_rules(numbers, RuleHost::Step, &earlier, &own, &later);
        let mut questions = Vec::new();
        for (key, question_type) in &own {
            questions.push(Question {
                is_required: numbers.one_in(3),
                allow_other: true,
                logic: made_up_rules(numbers, RuleHost::Question, &earlier, &own, &later),
                ..question(key, *question_type)
            });
            earlier.push((key.clone(), *question_type));
        }
        let at = i64::try_from(at).unwrap();
        form.steps.push(Step { id: at * 10, position: at + 1, is_hidden: numbers.one_in(6), logic, questions });
    }
    form
}

fn made_up_answers(numbers: &mut Numbers, form: &Definition) -> Answers {
    let mut answers = Answers::new();
    for question in form.questions().filter(|it| it.question_type.takes_answer()) {
        if !numbers.one_in(3) {
            let answer = answer(numbers, question.question_type);
            answers.insert(question.key.clone(), Answer::stored(answer));
        }
    }
    answers
}

#[test]
fn two_ways_of_finding_the_way_agree() {
    let mut numbers = Numbers(3);
    let (mut jumped, mut ended, mut hidden, mut demanded) = (0, 0, 0, 0);
    for number in 0..10_000 {
        let form = made_up(&mut numbers);
        let answers = made_up_answers(&mut numbers, &form);
        let form_path = form.form_path(&answers);
        assert_eq!(form_path, looking_back(&form, &answers), "{number}: {form:#?} {answers:#?}");
        let stored = form.questions().all(|it| Rules::from_raw(it.logic.clone().into_raw()).as_ref() == Ok(&it.logic));
        assert!(stored, "{number}");
        let whole = form_path.path.len() == form.steps.len();
        ended += usize::from(form_path.ended_by.is_some());
        jumped += usize::from(!whole && form_path.ended_by.is_none());
        hidden += usize::from(whole && form_path.visible.len() < form.questions().count());
        demanded +=
            usize::from(form_path.required.iter().any(|key| form.question(key).is_some_and(|it| !it.is_required)));
    }
    for (what, often) in [("jumped", jumped), ("ended", ended), ("hidden", hidden), ("demanded", demanded)] {
        assert!(often > 500, "{what}: {often}");
    }
}

#[test]
fn what_holds_of_any_way() {
    let mut numbers = Numbers(11);
    for number in 0..3_000 {
        let form = made_up(&mut numbers);
        let faults: Vec<String> = form.faults().into_iter().map(|it| it.path).collect();
        // Some are made up of statements alone.
        let odd = |path: &String| path != "questions";
        assert!(!faults.iter().any(odd), "{number}: {faults:?} {form:#?}");
        let mut answers = made_up_answers(&mut numbers, &form);
        let form_path = form.form_path(&answers);
        assert!(form_path.path.is_sorted_by(|one, next| one < next), "{form_path:?}");
        assert!(form_path.questions.iter().all(|key| form_path.keeps(key)));
        assert!(form_path.required.iter().all(|key| form_path.questions.contains(key)));
        assert!(form_path.missing.iter().all(|key| form_path.required.contains(key)));
        // What is dropped changed nothing, so that it may be dropped.
        answers.retain(|key, _| form_path.keeps(key));
        assert_eq!(form.form_path(&answers), form_path, "{number}");
        let known = form.faults_brought_since(&form);
        assert!(known.is_empty(), "{known:?}");
    }
}

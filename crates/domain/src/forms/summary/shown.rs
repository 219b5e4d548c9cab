//! The figures of a summary, as they are told.

use serde_json::{Map, json};

use super::figures::{
    Figures, FormFigures, HistogramBin, MatrixRow, MonthCount, NumberFigures, OptionCount, OtherCount, PointCount,
    QuestionFigures, RankedOption, StepFigures,
};
use crate::Json;
use crate::forms::QuestionType;
use crate::record::Choices as _;
use crate::shape::Shape;

/// What is told of a form.
pub const SUMMARY: Shape = Shape::Object(&[
    ("form_id", Shape::Integer),
    ("version", Shape::Integer),
    ("starts", Shape::Integer),
    ("completed", Shape::Integer),
    ("completion_rate", Shape::NUMBER_OR_NULL),
    ("drop_off", Shape::Integer),
    ("avg_seconds", Shape::NUMBER_OR_NULL),
    ("median_seconds", Shape::NUMBER_OR_NULL),
    ("last_response_at", Shape::TIME_OR_NULL),
    (
        "steps",
        Shape::List(&Shape::Object(&[
            ("step_id", Shape::Integer),
            ("title", Shape::TEXT_OR_NULL),
            ("reached", Shape::Integer),
            ("left", Shape::Integer),
            ("left_rate", Shape::NUMBER_OR_NULL),
        ])),
    ),
    ("questions", Shape::Said("The questions, each with its figures.", &Shape::List(&QUESTION))),
]);

/// What is told of a question, and which of its figures there are by its type.
pub const QUESTION: Shape = Shape::Varied {
    always: &[
        ("question_id", Shape::Integer),
        ("key", Shape::Text),
        ("label", Shape::Text),
        ("type", Shape::Word(QuestionType::NAMES)),
        ("seen", Shape::Integer),
        ("answered", Shape::Integer),
        ("skipped", Shape::Integer),
        ("drop_off", Shape::Integer),
        ("drop_off_rate", Shape::NUMBER_OR_NULL),
    ],
    sometimes: &[
        ("samples", Shape::List(&Shape::Text)),
        ("length_avg", Shape::NUMBER_OR_NULL),
        ("n", Shape::Integer),
        ("min", Shape::Any),
        ("max", Shape::Any),
        ("mean", Shape::NUMBER_OR_NULL),
        ("median", Shape::NUMBER_OR_NULL),
        ("sd", Shape::NUMBER_OR_NULL),
        (
            "histogram",
            Shape::List(&Shape::Object(&[("from", Shape::Number), ("to", Shape::Number), ("count", Shape::Integer)])),
        ),
        ("by_month", Shape::List(&Shape::Object(&[("month", Shape::Text), ("count", Shape::Integer)]))),
        ("options", Shape::List(&OPTION)),
        ("other", Shape::List(&Shape::Object(&[("value", Shape::Text), ("count", Shape::Integer)]))),
        ("selections", Shape::Integer),
        (
            "distribution",
            Shape::List(&Shape::Object(&[
                ("point", Shape::Integer),
                ("count", Shape::Integer),
                ("percent", Shape::NUMBER_OR_NULL),
            ])),
        ),
        ("top2_box", Shape::Integer),
        ("csat", Shape::NUMBER_OR_NULL),
        ("promoters", Shape::Integer),
        ("passives", Shape::Integer),
        ("detractors", Shape::Integer),
        (
            "score",
            Shape::Said(
                "The net promoter score: the share of promoters less that of detractors, in per cent.",
                &Shape::INTEGER_OR_NULL,
            ),
        ),
        ("rows", Shape::List(&ROW)),
        ("files", Shape::Integer),
        ("total_bytes", Shape::Integer),
    ],
};

const OPTION: Shape = Shape::Varied {
    always: &[("id", Shape::Text), ("label", Shape::Text)],
    sometimes: &[
        ("count", Shape::Integer),
        ("percent", Shape::NUMBER_OR_NULL),
        ("avg_rank", Shape::NUMBER_OR_NULL),
        ("first_count", Shape::Integer),
        ("borda", Shape::Integer),
    ],
};

const ROW: Shape = Shape::Object(&[
    ("row", Shape::Text),
    ("label", Shape::Text),
    ("n", Shape::Integer),
    (
        "columns",
        Shape::List(&Shape::Object(&[
            ("col", Shape::Text),
            ("label", Shape::Text),
            ("count", Shape::Integer),
            ("percent", Shape::NUMBER_OR_NULL),
        ])),
    ),
]);

/// The figures of a form as they are told.
pub fn shown(form: &FormFigures) -> Json {
    let step = |step: &StepFigures| {
        let StepFigures { step_id, title, reached, left, left_rate } = step;
        json!({
            "step_id": step_id, "title": title, "reached": reached, "left": left, "left_rate": left_rate,
        })
    };
    json!({
        "form_id": form.form_id,
        "version": form.version,
        "starts": form.starts,
        "completed": form.completed,
        "completion_rate": form.completion_rate,
        "drop_off": form.drop_off,
        "avg_seconds": form.avg_seconds,
        "median_seconds": form.median_seconds,
        "last_response_at": form.last_response_at.map(|it| it.to_string()),
        "steps": form.steps.iter().map(step).collect::<Vec<_>>(),
        "questions": form.questions.iter().map(question).collect::<Vec<_>>(),
    })
}

fn question(told: &QuestionFigures) -> Json {
    let of_all = json!({
        "question_id": told.question_id,
        "key": told.key,
        "label": told.label,
        "type": told.question_type.name(),
        "seen": told.seen,
        "answered": told.answered,
        "skipped": told.skipped,
        "drop_off": told.drop_off,
        "drop_off_rate": told.drop_off_rate,
    });
    let members = |json: Json| match json {
        Json::Object(members) => members,
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => Map::new(),
    };
    let mut all = members(of_all);
    all.extend(members(figures(&told.figures)));
    all.into()
}

/// The figures of a question that it has by its type.
pub(super) fn figures(told: &Figures) -> Json {
    match told {
        Figures::Texts { samples, length_avg } => json!({ "samples": samples, "length_avg": length_avg }),
        Figures::Number(told) => numbers(told),
        Figures::Dates { min, max, by_month } => {
            let month = |MonthCount { month, count }: &MonthCount| json!({ "month": month, "count": count });
            json!({ "min": min, "max": max, "by_month": each(by_month, month) })
        }
        Figures::Choice { options, other } => {
            json!({ "options": each(options, |it| option("id", it)), "other": each(other, said_else) })
        }
        Figures::Choices { options, other, selections } => json!({
            "options": each(options, |it| option("id", it)),
            "other": each(other, said_else),
            "selections": selections,
        }),
        Figures::Points { mean, median, distribution, top2_box, csat } => json!({
            "mean": mean,
            "median": median,
            "distribution": each(distribution, point),
            "top2_box": top2_box,
            "csat": csat,
        }),
        Figures::Nps { promoters, passives, detractors, distribution, score } => json!({
            "promoters": promoters,
            "passives": passives,
            "detractors": detractors,
            "distribution": each(distribution, point),
            "score": score,
        }),
        Figures::Ranking { options } => json!({ "options": each(options, ranked) }),
        Figures::Matrix { rows } => json!({ "rows": each(rows, row) }),
        Figures::Files { files, total_bytes } => json!({ "files": files, "total_bytes": total_bytes }),
    }
}

fn each<T>(items: &[T], told: impl Fn(&T) -> Json) -> Json {
    items.iter().map(told).collect()
}

fn numbers(told: &NumberFigures) -> Json {
    let part = |HistogramBin { from, to, count }: &HistogramBin| json!({ "from": from, "to": to, "count": count });
    json!({
        "n": told.n,
        "min": told.min,
        "max": told.max,
        "mean": told.mean,
        "median": told.median,
        "sd": told.sd,
        "histogram": each(&told.histogram, part),
    })
}

fn option(name: &str, told: &OptionCount) -> Json {
    let OptionCount { id, label, count, percent } = told;
    json!({ name: id, "label": label, "count": count, "percent": percent })
}

fn said_else(OtherCount { value, count }: &OtherCount) -> Json {
    json!({ "value": value, "count": count })
}

fn point(PointCount { point, count, percent }: &PointCount) -> Json {
    json!({ "point": point, "count": count, "percent": percent })
}

fn ranked(told: &RankedOption) -> Json {
    let RankedOption { id, label, avg_rank, first_count, borda } = told;
    json!({ "id": id, "label": label, "avg_rank": avg_rank, "first_count": first_count, "borda": borda })
}

fn row(told: &MatrixRow) -> Json {
    let MatrixRow { row, label, n, columns } = told;
    json!({ "row": row, "label": label, "n": n, "columns": each(columns, |it| option("col", it)) })
}

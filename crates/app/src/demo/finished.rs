//! What the team tested and decided earlier: a line of the story for each, told in full as an idea, the experiment that
//! it became and what was learned.

use serde_json::{Value as Json, json};

use super::entry::text;

/// The section whose lines are told in full.
const FINISHED: &str = "finished";

/// The goal of each project that has tests.
const GOALS: [(&str, &str); 2] = [("shop", "phone-purchase"), ("app", "three-expenses")];

/// Adds the records of each line to the sections that they belong to; `None` where a line does not say what it should.
pub(super) fn told_in_full(story: &mut Json) -> Option<()> {
    let lines = story.get(FINISHED)?.as_array()?.clone();
    for (number, line) in lines.iter().enumerate() {
        let test = Test::read(number, line)?;
        let learned = text(line, "learned").map(|learned| test.learning(learned));
        for (section, record) in
            [("ideas", Some(test.idea())), ("experiments", Some(test.experiment())), ("learnings", learned)]
        {
            story.get_mut(section)?.as_array_mut()?.extend(record);
        }
    }
    Some(())
}

/// A line, read.
struct Test<'a> {
    number: usize,
    line: &'a Json,
    by: &'a str,
    project: &'a str,
    goal: &'static str,
    /// How many days ago it began and ended.
    days: (i64, i64),
}

impl<'a> Test<'a> {
    fn read(number: usize, line: &'a Json) -> Option<Self> {
        let project = text(line, "project")?;
        let (_, goal) = GOALS.iter().find(|(of, _)| *of == project)?;
        let [began, ended] = line.get("days")?.as_array()?.as_slice() else { return None };
        let days = (began.as_i64()?, ended.as_i64()?);
        Some(Self { number, line, by: text(line, "by")?, project, goal, days })
    }

    fn handle(&self, what: &str) -> String {
        format!("finished-{what}-{}", self.number)
    }

    /// A working hour so many days ago, another for each test.
    fn at(&self, days: i64) -> String {
        format!("@day-{days} {:02}:{:02}", 8 + self.number * 5 % 9, self.number * 17 % 60)
    }

    /// The page that the test is on, by its handle.
    fn page(&self) -> Option<String> {
        text(self.line, "page").map(|page| format!("@{page}"))
    }

    fn idea(&self) -> Json {
        let (field, began) = (|name: &str| self.line.get(name), self.days.0);
        let confidence = 4 + self.number * 3 % 5;
        let step =
            |days: i64, status: &str| json!({"by": "admin", "at": self.at(began + days), "fields": {"status": status}});
        json!({
            "handle": self.handle("idea"), "by": self.by, "at": self.at(began + 21),
            "fields": {
                "project_id": format!("@{}", self.project), "assignee_id": format!("@{}", self.by), "name": field("name"),
                "page_id": self.page(), "primary_goal_id": format!("@{}", self.goal), "solution": field("change"),
                "hypothesis": field("because"), "category": field("category"), "source": "research", "priority": "high",
                "scores": {"impact": 4 + self.number % 5, "confidence": confidence, "ease": 3 + self.number * 7 % 6},
                "effort_days": 1 + self.number % 6
            },
            "then": [step(17, "under_review"), step(11, "approved"), step(5, "planned")]
        })
    }

    fn experiment(&self) -> Json {
        let (field, (began, ended)) = (|name: &str| self.line.get(name), self.days);
        let (handle, time) = (self.handle("experiment"), |days: i64| format!("@time-{days}"));
        let counted = |variation: &str| {
            let count = |place: usize| field(variation).and_then(|counts| counts.get(place));
            json!({
                "variation_id": format!("@{handle}/{variation}"), "goal_id": format!("@{}", self.goal),
                "as_of": format!("@date-{ended}"), "users": count(0), "conversions": count(1)
            })
        };
        let step = |at: String, fields: Json| json!({"by": "admin", "at": at, "fields": fields});
        let winner = (text(self.line, "result") == Some("won")).then(|| format!("@{handle}/treatment"));
        let mut then = vec![
            step(time(began), json!({"status": "running", "started_at": time(began)})),
            step(time(ended), json!({"status": "analyzing", "ended_at": time(ended)})),
            json!({"by": self.by, "at": self.at(ended - 1), "act": "results",
                "fields": {"rows": [counted("control"), counted("treatment")]}}),
            step(
                time(ended - 3),
                json!({
                    "status": "completed", "result": field("result"), "winner_variation_id": winner,
                    "decision": field("decision"), "decided_at": time(ended - 3), "conclusion": field("learned")
                }),
            ),
        ];
        if text(self.line, "decision") == Some("ship") {
            let days = ended - 6 - i64::try_from(self.number % 5).unwrap_or_default() * 3;
            then.push(
                json!({"by": self.by, "at": time(days), "act": "implement", "fields": {"implemented_at": time(days)}}),
            );
        }
        json!({
            "handle": handle, "by": self.by, "at": self.at(began + 4),
            "fields": {
                "project_id": format!("@{}", self.project), "idea_id": format!("@{}", self.handle("idea")),
                "owner_id": format!("@{}", self.by), "name": field("name"), "type": "ab", "hypothesis": field("because"),
                "primary_goal_id": format!("@{}", self.goal), "page_ids": self.page().as_slice(), "mde": 0.12,
                "annual_impact": field("worth"), "planned_start_at": format!("@date-{began}"),
                "planned_end_at": format!("@date-{ended}"),
                "learning_ids": field("learned").map(|_| format!("@{}", self.handle("learning"))).as_slice(),
                "variations": [
                    {"name": "As it is", "key": "control"}, {"name": field("change"), "key": "treatment"}
                ]
            },
            "then": then
        })
    }

    fn learning(&self, learned: &str) -> Json {
        let at = self.days.1 - 4;
        json!({
            "handle": self.handle("learning"), "by": self.by, "at": self.at(at),
            "fields": {
                "project_id": format!("@{}", self.project), "name": learned,
                "confidence": "medium", "learned_at": format!("@time-{at}")
            }
        })
    }
}

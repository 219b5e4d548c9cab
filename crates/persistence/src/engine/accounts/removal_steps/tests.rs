use super::*;

fn table(name: &str) -> TeamTable {
    TeamTable { name: name.to_owned(), key: "id".to_owned(), is_index: false }
}

fn reference(source: &str, column: &str, target: &str, nullable: bool) -> Reference {
    let [source, column, target] = [source, column, target].map(str::to_owned);
    Reference { source, column, target, nullable }
}

#[test]
fn what_others_name_goes_after_them() {
    let tables = ["attachments", "files", "links", "projects", MEMBERS, TEAMS].map(table);
    let references = [
        reference("attachments", "project_id", "projects", false),
        reference("attachments", "file_id", "files", true),
        reference("links", "attachment_id", "attachments", false),
        reference("links", "user_id", MEMBERS, false),
        reference("projects", "owner_id", PEOPLE, true),
    ];
    let rows = |name| Step::Rows(table(name));
    let expected = [rows("links"), rows("attachments"), Step::Files, rows("projects"), Step::Members];
    assert_eq!(steps(tables.into(), &references), expected);
}

#[test]
fn rows_that_name_each_other_stop_first() {
    let tables = ["experiments", "pages", "variations"].map(table);
    let references = [
        reference("experiments", "winner_id", "variations", true),
        reference("pages", "parent_id", "pages", true),
        reference("variations", "experiment_id", "experiments", false),
    ];
    let expected = [
        Step::Clear(table("experiments"), "winner_id".to_owned()),
        Step::Rows(table("variations")),
        Step::Rows(table("experiments")),
        Step::Clear(table("pages"), "parent_id".to_owned()),
        Step::Rows(table("pages")),
        Step::Members,
    ];
    let steps = steps(tables.into(), &references);
    assert_eq!(steps.len(), expected.len());
    assert!(expected.iter().all(|step| steps.contains(step)), "{steps:?}");
}

//! A table and a question about one of its cells say the same: the value or
//! outcome, and how sure it is.

use std::time::Duration;

use grundy::answer::Status;
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::outcome::Convention;
use grundy::table::Cell;

#[test]
fn tables_are_as_sure_as_answers() {
    let mut compared = 0;
    for entry in catalogue::ALL {
        let id = entry.about.id;
        let found = catalogue::find(id).unwrap();
        let Ok(game) = found.build(&[]) else {
            continue;
        };
        let convention = found.convention();
        let dimension = game.dimension();
        if dimension == 0 || dimension > 3 {
            continue;
        }
        let size = vec![[6, 4, 3][dimension - 1]; dimension];
        let budget = Budget::default().with_time(Duration::from_secs(5));
        let Ok(table) = game.table(&size, convention, &budget) else {
            continue;
        };
        let question = Question {
            convention,
            budget,
            ..Question::default()
        };
        let (mut all_proven, mut cells) = (true, 0);
        for (cell, at) in table.cells.iter().zip(0..) {
            let point = grundy::solve::dense::point(at, &size);
            let text: Vec<String> = point.iter().map(u64::to_string).collect();
            let Ok(solved) = game.solve(&text.join(","), &question) else {
                continue;
            };
            // What is written so may be a sum, or another position.
            match cell {
                Cell::Nothing => continue,
                Cell::Value(value) if solved.answer.value.as_ref() != Some(value) => continue,
                Cell::Outcome(outcome) if solved.answer.outcome != *outcome => continue,
                _ => {}
            }
            all_proven &= solved.answer.status == Status::Proven;
            cells += 1;
        }
        if cells == 0 || (cells as usize) < table.cells.len() / 2 {
            continue;
        }
        compared += 1;
        if table.status == Status::Proven {
            assert!(all_proven, "{id}: the table is proven, an answer is not");
        }
    }
    assert!(compared > 30, "only {compared} games were compared");
}

/// Where values were computed, no theorem is told that was not used.
#[test]
fn computed_tables_tell_no_theorem() {
    for (name, convention) in [
        ("grundy", Convention::Normal),
        ("officers", Convention::Normal),
        ("take-and-break:0.007", Convention::Normal),
    ] {
        let game = catalogue::find(name).unwrap().build(&[]).unwrap();
        let table = game.table(&[6], convention, &Budget::default()).unwrap();
        assert_eq!(table.status, Status::Computed, "{name}");
        assert!(
            table.reason.to_string().contains("from the rules"),
            "{name}: {}",
            table.reason
        );
        let question = Question {
            convention,
            ..Question::default()
        };
        let solved = game.solve("5", &question).unwrap();
        assert_eq!(solved.answer.status, table.status, "{name}");
    }
    // A code of which a period is proven keeps its theorem.
    let kayles = catalogue::find("kayles").unwrap().build(&[]).unwrap();
    let table = kayles
        .table(&[6], Convention::Normal, &Budget::default())
        .unwrap();
    assert_eq!(table.status, Status::Proven);
}

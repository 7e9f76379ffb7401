//! A table and a question about one of its cells say the same: the value or
//! outcome, and how sure it is.

use grundy::answer::Status;
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::outcome::Convention;
use grundy::solve::dense::{self, Lattice};
use grundy::table::Cell;
use grundy::theorem;
use grundy::workbench::{self, AnyGame};

#[test]
fn tables_are_as_sure_as_answers() {
    let mut compared = 0;
    for entry in catalogue::ALL {
        let id = entry.about.id;
        let workbench = entry.workbench(&[]).unwrap();
        let game = workbench.game();
        let convention = catalogue::find(id).unwrap().convention();
        let dimension = workbench.dimension();
        if dimension == 0 {
            continue;
        }
        let side = match dimension {
            1 => 6,
            2 => 4,
            _ => 3,
        };
        let size = vec![side; dimension];
        let budget = Budget::default();
        let table = workbench.table(&size, convention, &budget).unwrap();
        let question = Question {
            convention,
            budget,
            ..Question::default()
        };
        let mut all_proven = true;
        for (cell, at) in table.cells.iter().zip(0..) {
            let point = dense::point(at, &size);
            let Some(position) = game.at(&point) else {
                assert_eq!(*cell, Cell::Nothing, "{id} {point:?}");
                continue;
            };
            let sum = [position];
            let answer = workbench::solve(game, &sum, &question).unwrap();
            match cell {
                Cell::Nothing => panic!("{id} {point:?}: no such position"),
                Cell::Value(value) => {
                    assert_eq!(answer.value.as_ref(), Some(value), "{id} {point:?}");
                    // An answer is about who wins; its value may be a courtesy of the search.
                    all_proven &= theorem::sum_value(game, &sum).is_some();
                }
                Cell::Outcome(outcome) => assert_eq!(answer.outcome, *outcome, "{id} {point:?}"),
            }
            all_proven &= answer.status == Status::Proven;
        }
        compared += 1;
        assert_eq!(
            table.status == Status::Proven,
            all_proven,
            "{id}: the table is {:?} by {}",
            table.status,
            table.reason
        );
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

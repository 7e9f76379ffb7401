//! Coins whose rules are those of a product of rows that the library knows:
//! so many coins anywhere, runs of neighbours, near pairs.
//!
//! The moves say, coordinate by coordinate, how many places a set has and
//! whether they are chosen or lie side by side. That names one candidate; its
//! own text in the rule language, checked, must then have exactly the moves of
//! the game, so nothing is recognised that merely looks similar.

use std::collections::BTreeSet;

use grundy::games::coins::product::Product;
use grundy::natural::Natural;
use grundy::solve::coins::Family;

use crate::ir::{Binary, Compare, Cond, Expr, Game, Move, Program, Slot, Step};

/// A recognised game of coins.
pub struct Rows {
    product: Product,
    /// The names of the rows, joined by `*`.
    pub name: String,
    /// How far the library's places lie behind those of the game.
    shift: Vec<i64>,
    /// Whether the values are theorems, and not computed from the definition.
    pub proven: bool,
}

impl Rows {
    /// The value of a single head.
    pub fn value(&self, at: &[i64]) -> Option<Natural> {
        let place: Option<Vec<Natural>> = at
            .iter()
            .zip(&self.shift)
            .map(|(at, shift)| u64::try_from(at.checked_add(*shift)?).ok())
            .map(|at| at.map(Natural::from))
            .collect();
        self.product.value(&(), &place?)
    }
}

/// The product of rows that the game is, if it is one.
pub fn recognise(program: &Program) -> Option<Rows> {
    let game = program.game();
    let rows: Option<Vec<Row>> = (0..game.width)
        .map(|axis| row(game, axis as Slot))
        .collect();
    let rows = rows?;
    let names: Vec<String> = rows.iter().map(Row::name).collect();
    let product = Product::of(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
    let least: Option<Vec<u64>> = game
        .domain
        .iter()
        .map(|d| u64::try_from(d.0).ok())
        .collect();
    let least = least?;
    let text = product.rule_text_from(&least).ok()?;
    let file = crate::parse(&text).ok()?;
    let known = crate::check(&file, &[]).ok()?;
    let same = known.game().domain == game.domain && moves(known.game()) == moves(game);
    same.then(|| Rows {
        shift: (0..game.width)
            .zip(&least)
            .map(|(axis, least)| product.first(axis) as i64 - *least as i64)
            .collect(),
        proven: rows.iter().all(Row::is_proven),
        name: names.join("*"),
        product,
    })
}

/// A row of coins that one coordinate may be.
enum Row {
    Few(usize),
    Exactly(usize),
    Runs(usize),
    Run(usize),
    Near(i64),
}

impl Row {
    fn name(&self) -> String {
        match self {
            Row::Few(1) | Row::Runs(1) | Row::Exactly(1) | Row::Run(1) => "single".to_string(),
            Row::Few(most) => format!("few:{most}"),
            Row::Exactly(count) => format!("exactly:{count}"),
            Row::Runs(most) => format!("runs:{most}"),
            Row::Run(length) => format!("run:{length}"),
            Row::Near(distance) => format!("near:{distance}"),
        }
    }

    fn is_proven(&self) -> bool {
        !matches!(self, Row::Few(4..) | Row::Exactly(4..))
    }
}

/// What the moves say about one coordinate.
fn row(game: &Game, axis: Slot) -> Option<Row> {
    let guard = |step: &Step| match step {
        Step::If(Cond::Compare(Compare::AtMost, Expr::Slot(slot), Expr::Const(last)))
            if *slot == axis =>
        {
            Some(*last)
        }
        _ => None,
    };
    let mut steps = game.moves.iter().flat_map(|mv| &mv.steps);
    if let Some(last) = steps.find_map(guard) {
        let least = game.domain.get(usize::from(axis))?.0;
        return Some(Row::Near(last.checked_sub(least)?.checked_add(1)?));
    }
    let mut sizes = BTreeSet::new();
    let mut side_by_side = true;
    for mv in &game.moves {
        let mut places: Vec<&Expr> = Vec::new();
        for expr in mv
            .parts
            .iter()
            .filter_map(|part| part.at.get(usize::from(axis)))
        {
            if *expr != Expr::Slot(axis) && !places.contains(&expr) {
                places.push(expr);
            }
        }
        let back = |expr: &&Expr| {
            matches!(expr, Expr::Binary(Binary::Subtract, a, b)
                if **a == Expr::Slot(axis) && matches!(**b, Expr::Const(_)))
        };
        side_by_side &= places.iter().all(back);
        sizes.insert(places.len() + 1);
    }
    let most = *sizes.last()?;
    match (sizes.len() == most, sizes.len() == 1, side_by_side) {
        (true, _, true) => Some(Row::Runs(most)),
        (true, _, false) => Some(Row::Few(most)),
        (false, true, true) => Some(Row::Run(most)),
        (false, true, false) => Some(Row::Exactly(most)),
        _ => None,
    }
}

/// The moves without their names, in one order.
fn moves(game: &Game) -> BTreeSet<String> {
    let written = |mv: &Move| {
        let mut parts: Vec<String> = mv
            .parts
            .iter()
            .map(|part| format!("{:?}", part.at))
            .collect();
        parts.sort();
        format!("{:?} {parts:?}", mv.steps)
    };
    game.moves.iter().map(written).collect()
}

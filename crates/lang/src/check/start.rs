//! `start n -> [n, n-1]`: what fewer numbers than the state has mean.
//!
//! A name that the state gives to an array stands for all of its numbers.

use grundy::text::Text;

use super::expression::{Meaning, Scope};
use super::{Checker, Layout};
use crate::ast::{Name, Part};
use crate::diagnostic::{Diagnostic, Span};
use crate::explain as code;
use crate::ir::{self, Slot};

impl Checker<'_> {
    pub(super) fn start_of(
        &mut self,
        at: usize,
        game: &mut ir::Game,
        span: Span,
        names: &[Name],
        parts: &[Part],
    ) -> Result<ir::Start, Diagnostic> {
        let own: Layout = game
            .coordinates
            .iter()
            .map(|c| (c.first, c.length))
            .collect();
        let mut scope = Scope::of_constants(&game.parameters);
        let mut count = 0;
        for name in names {
            let slot = count as Slot;
            let same = game.coordinates.iter().find(|c| c.name == name.text);
            match same.and_then(|c| c.length) {
                Some(length) => {
                    scope.add(name, Meaning::Array(slot, length))?;
                    count += usize::from(length);
                }
                None => {
                    scope.add(name, Meaning::Number(slot))?;
                    count += 1;
                }
            }
            if count >= game.width || game.coins {
                let width = game.width;
                return Err(Diagnostic::new(
                    code::BAD_START,
                    span,
                    Text::new(
                        format!("a start of {count} numbers where a position has {width}"),
                        format!("start 有 {count} 个数，而局面有 {width} 个"),
                    ),
                ));
            }
        }
        let parts = self.parts(at, &own, &mut scope, parts)?;
        game.slots = game.slots.max(scope.most);
        Ok(ir::Start {
            names: count,
            parts,
        })
    }
}

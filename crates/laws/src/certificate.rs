//! The certificate of a proven law.
//!
//! The text of certificates has its home in [`grundy_verify::law::certificate`], which reads
//! and writes it; here a claim with its proof becomes one.

use grundy_verify::law::{certificate as text, numeration};

use crate::automata::dfa::Dfa;
use crate::automata::numeration::Numeration;
use crate::prove::{Claim, Coding, Order, Proof};
use crate::rules::Rules;

/// What a certificate claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The automaton accepts the P-positions.
    Lost,
    /// The automaton accepts positions with their values.
    Values(Coding),
    /// Schwenk's theorem tells the P-positions; the automaton plays no part.
    Takeaway,
}

/// A claim about the rules in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub rules: Rules,
    /// What is claimed.
    pub kind: Kind,
    /// The order along which the induction runs.
    pub order: Order,
    /// How numbers are written.
    pub numeration: Numeration,
    /// The law.
    pub automaton: Dfa,
}

impl Certificate {
    /// The certificate of a proven claim.
    pub fn of(rules: &Rules, claim: &Claim, proof: &Proof) -> Certificate {
        Certificate {
            rules: rules.clone(),
            kind: match claim {
                Claim::Lost(_) => Kind::Lost,
                Claim::Values(_, coding) => Kind::Values(*coding),
            },
            order: proof.order.clone(),
            numeration: proof.numeration,
            automaton: claim.relation().dfa().clone(),
        }
    }

    /// The certificate of a take-away game ([`crate::find::schwenk`]).
    pub fn of_takeaway(rules: &Rules) -> Certificate {
        Certificate {
            rules: rules.clone(),
            kind: Kind::Takeaway,
            order: Order::Sum,
            numeration: Numeration::BINARY,
            automaton: Dfa::new(1 << rules.dimension(), false),
        }
    }

    /// How many numbers the automaton reads at once.
    pub fn tracks(&self) -> usize {
        self.rules.dimension() + usize::from(matches!(self.kind, Kind::Values(_)))
    }

    /// The text of the certificate.
    pub fn write(&self) -> String {
        let source = &self.rules.source;
        let dfa = &self.automaton;
        let mut automaton = text::Automaton::new(dfa.letters());
        for state in 0..dfa.states() as u32 {
            automaton.add(dfa.accepting(state), dfa.row(state));
        }
        // Every numeration of the prover is one of the format; were it not, the checker
        // would refuse the claim.
        let numeration = numeration::Numeration::from_code(&self.numeration.code());
        let numeration = numeration.unwrap_or(numeration::Numeration::BINARY);
        let certificate = text::Certificate {
            source: text::Source {
                name: source.name.clone(),
                text: source.text.clone(),
                game: source.game.clone(),
                parameters: source.parameters.clone(),
                misere: source.misere,
                facts: source.facts.clone(),
            },
            claim: match self.kind {
                Kind::Lost => text::Claim::Lost,
                Kind::Values(Coding::Plain) => text::Claim::Values,
                Kind::Values(Coding::Power) => text::Claim::Powers,
                Kind::Takeaway => text::Claim::Takeaway,
            },
            order: match &self.order {
                Order::Sum => text::Order::Sum,
                Order::Lexicographic(by) => text::Order::Lexicographic(by.clone()),
                Order::Rising(most) => text::Order::Rising(*most),
            },
            numeration,
            tracks: self.tracks(),
            automaton,
        };
        certificate.to_string()
    }
}

//! Who answers questions: the desk, or in tests somebody slow.

use grundy_desk::{Desk, Reply, Watch};

/// Somebody who answers questions, several at a time.
pub trait Answers: Send + Sync + 'static {
    /// The answer to a question; both are the text of a JSON object.
    fn reply(&self, question: &[u8], watch: &Watch) -> Reply;
}

impl Answers for Desk {
    fn reply(&self, question: &[u8], watch: &Watch) -> Reply {
        Desk::reply(self, question, watch)
    }
}

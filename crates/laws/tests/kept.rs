//! Laws that were kept: the same answers with them and without; what is damaged, forged or about
//! other rules is not believed, is told of, and is replaced.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use grundy::budget::Budget;
use grundy::notation::sealed::{open, seal};
use grundy::outcome::Convention;
use grundy::text::Text;
use grundy_lang::knowledge::{Keeper, Kept, Knowledge, Teacher};
use grundy_laws::known::Student;
use grundy_laws::rules::Source;

#[derive(Debug, Default)]
struct Memory {
    kept: Mutex<BTreeMap<String, Kept>>,
    refused: Mutex<Vec<String>>,
    written: Mutex<usize>,
}

impl Keeper for Memory {
    fn kept(&self, key: &str) -> Option<Kept> {
        self.kept.lock().unwrap().get(key).cloned()
    }
    fn keep(&self, key: &str, law: &Kept) {
        *self.written.lock().unwrap() += 1;
        self.kept.lock().unwrap().insert(key.into(), law.clone());
    }
    fn refused(&self, _: &str, because: &Text) {
        self.refused.lock().unwrap().push(because.to_string());
    }
}

impl Memory {
    /// The only law, changed.
    fn change(&self, change: impl FnOnce(&mut Kept)) {
        let mut kept = self.kept.lock().unwrap();
        assert_eq!(kept.len(), 1);
        change(kept.values_mut().next().unwrap());
    }

    fn written(&self) -> usize {
        *self.written.lock().unwrap()
    }

    fn refused(&self) -> Vec<String> {
        std::mem::take(&mut *self.refused.lock().unwrap())
    }
}

const LASKER: &str =
    "game lasker\nstate n\nmove take(k in 1..n) -> [n-k]\nmove split(k in 1..n-1) -> [k] + [n-k]";

fn learn(text: &str, memory: &Arc<Memory>) -> Arc<dyn Knowledge> {
    let student = Student::of(Source::new(text)).keeping(Some(memory.clone()));
    let law = student.learn(Convention::Normal, &Budget::default());
    law.unwrap().unwrap()
}

fn values(law: &Arc<dyn Knowledge>) -> Vec<String> {
    let places = (0..64).chain([10i64.pow(18), 10i64.pow(18) + 3]);
    places
        .map(|n| law.value(&[n]).unwrap().to_string())
        .collect()
}

#[test]
fn what_was_kept_says_the_same() {
    let memory = Arc::new(Memory::default());
    let cold = learn(LASKER, &memory);
    assert_eq!(memory.written(), 1);
    // Other words, the same rules.
    let same = "game l(m = 1)  # Lasker's Nim\n state n; move a(x in m..n) -> [n - x]; \
                move b(k in 1..n-1) -> [k] + [n-k]; expect g(3) = 4";
    for text in [LASKER, same] {
        let warm = learn(text, &memory);
        assert_eq!(memory.written(), 1, "{text}");
        assert_eq!(warm.text(), cold.text());
        assert_eq!(values(&warm), values(&cold));
    }
    // Other rules.
    learn("state n; move take(k in 1..3) -> [n-k]", &memory);
    assert_eq!(memory.written(), 2);
    assert!(memory.refused().is_empty());
}

#[test]
fn what_does_not_hold_is_replaced() {
    let memory = Arc::new(Memory::default());
    let cold = learn(LASKER, &memory);
    let good = memory.kept.lock().unwrap().values().next().unwrap().clone();
    let other = Arc::new(Memory::default());
    learn("state n; move take(k in 1..3) -> [n-k]", &other);
    let bachet = other.kept.lock().unwrap().values().next().unwrap().clone();
    // A digit of the automaton, with a new seal.
    let forged = {
        let body = open(&good.certificate).unwrap();
        let at = body.find("accepting").unwrap();
        let (head, tail) = body.split_at(at);
        seal(&format!("{head}{}", tail.replacen("0:", "0: 1 1 1 1 #", 1)))
    };
    let accepted = {
        let body = open(&good.certificate).unwrap();
        let (head, tail) = body.split_once("\naccepting ").unwrap();
        let (_, rest) = tail.split_once('\n').unwrap();
        seal(&format!("{head}\naccepting 0\n{rest}"))
    };
    let changes: [&dyn Fn(&mut Kept); 5] = [
        &|kept| kept.certificate.truncate(kept.certificate.len() / 2),
        &|kept| kept.certificate.clear(),
        &|kept| kept.certificate = forged.clone(),
        &|kept| kept.certificate = accepted.clone(),
        // A true certificate of other rules.
        &|kept| *kept = bachet.clone(),
    ];
    for (at, change) in changes.iter().enumerate() {
        memory.change(change);
        let before = memory.written();
        let law = learn(LASKER, &memory);
        assert_eq!(memory.written(), before + 1, "{at}");
        assert_eq!(memory.refused().len(), 1, "{at}");
        assert_eq!(law.text(), cold.text(), "{at}");
        assert_eq!(values(&law), values(&cold), "{at}");
        memory.change(|kept| assert_eq!(*kept, good, "{at}"));
    }
}

/// The words are no part of what is verified: false ones are not repeated.
#[test]
fn false_words_are_not_believed() {
    let memory = Arc::new(Memory::default());
    let cold = learn(LASKER, &memory);
    assert!(cold.text().to_string().starts_with("g(n) = 0 if n = 0"));
    for words in ["g(n) = n", "g(n) =", "", "no position is P"] {
        memory.change(|kept| kept.law = words.into());
        let law = learn(LASKER, &memory);
        let text = law.text().to_string();
        assert!(
            !text.starts_with("g(n) = n:") && !text.contains("no position"),
            "{text}"
        );
        assert!(text.contains("checked independently"), "{text}");
        assert_eq!(values(&law), values(&cold), "{words}");
    }
}

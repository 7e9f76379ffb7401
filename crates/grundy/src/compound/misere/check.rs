//! An independent checker of certificates of misère quotients.
//!
//! It shares no code with what finds quotients: it reads the text, lists the
//! moves from the digits of the code itself, and runs the check in its plain
//! form, over pairs (class of a sum, set of its options' classes) closed under
//! adding any heap. What it accepts is true of every sum of heaps up to the
//! stated bound, and of all heaps if a period is stated; and the order is that
//! of the quotient, because every class is a product of heaps and no two
//! classes behave alike.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::compound::misere::{check::check, heaps::HeapQuotient};
//! let found = HeapQuotient::compute(&"0.75".parse().unwrap(), 20, &Budget::default()).unwrap();
//! let checked = check(&found.certificate(), &Budget::default()).unwrap();
//! assert_eq!((checked.order, checked.heaps), (8, 20));
//! let forged = found.certificate().replacen("lost", "lost 0", 1);
//! assert!(check(&forged, &Budget::default()).is_err());
//! ```

use rustc_hash::FxHashSet;

use crate::budget::Budget;
use crate::error::Error;
use crate::text::Text;

/// What a certificate was found to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The code of the game.
    pub code: String,
    /// The largest heap that was looked at.
    pub heaps: usize,
    /// The order of the quotient.
    pub order: usize,
    /// The period, if one was stated: then all heaps are covered.
    pub period: Option<(usize, usize)>,
    /// How many pairs were looked at.
    pub pairs: usize,
}

fn refuse<T>(en: String, zh: &str) -> Result<T, Error> {
    Err(Error::Unsupported {
        because: Text::new(
            format!("the certificate is not valid: {en}"),
            format!("证书无效：{zh}（{en}）"),
        ),
    })
}

/// The fields of a certificate as they stand there.
#[derive(Default)]
struct Fields {
    code: String,
    heaps: usize,
    order: usize,
    times: Vec<(usize, Vec<usize>)>,
    lost: Vec<usize>,
    pretend: Vec<usize>,
    period: Option<(usize, usize)>,
    ended: bool,
}

fn read(text: &str) -> Result<Fields, Error> {
    let mut fields = Fields::default();
    for (line, content) in (1..).zip(text.lines()) {
        let (name, rest) = content.split_once(' ').unwrap_or((content, ""));
        let numbers: Option<Vec<usize>> = rest.split_whitespace().map(|w| w.parse().ok()).collect();
        match (name, numbers.as_deref()) {
            ("grundy", _) if line == 1 && rest == "misère quotient 1" => {}
            ("code", _) => fields.code = rest.to_string(),
            ("heaps", Some(&[n])) => fields.heaps = n,
            ("order", Some(&[n])) => fields.order = n,
            ("times", Some([heap, row @ ..])) => fields.times.push((*heap, row.to_vec())),
            ("lost", Some(list)) => fields.lost = list.to_vec(),
            ("pretend", Some(list)) => fields.pretend = list.to_vec(),
            ("period", Some(&[from, period])) => fields.period = Some((from, period)),
            ("end", _) => fields.ended = true,
            _ => return refuse(format!("line {line} cannot be read"), "无法读取某行"),
        }
    }
    Ok(fields)
}

/// The moves of an octal code: for each heap, what each move leaves.
fn moves(code: &str, heaps: usize) -> Option<(Vec<Vec<Vec<usize>>>, usize)> {
    let (before, after) = code.split_once('.').unwrap_or((code, ""));
    let digits: Option<Vec<u32>> = before
        .chars()
        .chain(after.chars())
        .map(|c| c.to_digit(8))
        .collect();
    let digits = digits.filter(|d| before.len() == 1 && d.first().is_some_and(|d| d & 3 == 0))?;
    let of = |heap: usize| {
        let mut all = Vec::new();
        for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            if digit & 1 == 1 && left == 0 {
                all.push(vec![]);
            }
            if digit & 2 == 2 && left > 0 {
                all.push(vec![left]);
            }
            if digit & 4 == 4 {
                all.extend((1..=left / 2).map(|part| vec![part, left - part]));
            }
        }
        all
    };
    Some(((0..=heaps).map(of).collect(), digits.len() - 1))
}

/// Larger tables are refused: their moves alone would fill the memory.
const MOST_HEAPS: usize = 10_000;

/// Verifies a certificate from its text alone.
pub fn check(text: &str, budget: &Budget) -> Result<Checked, Error> {
    let fields = read(text)?;
    let (order, heaps) = (fields.order, fields.heaps);
    let fits = |list: &[usize]| list.iter().all(|&x| x < order);
    if !fields.ended
        || order == 0
        || (fields.times.is_empty() && order > 1)
        || heaps > MOST_HEAPS
        || fields
            .times
            .iter()
            .any(|(_, row)| row.len() != order || !fits(row))
        || !fits(&fields.lost)
        || !fits(&fields.pretend)
        || fields.pretend.len() != heaps.saturating_add(1)
        || fields.pretend.first() != Some(&0)
    {
        return refuse("its tables do not fit".to_string(), "表不吻合");
    }
    let Some((moves, most_taken)) = moves(&fields.code, heaps) else {
        return refuse(
            format!("{} is no octal code", fields.code),
            "编码不是八进制",
        );
    };
    // A commutative monoid is its own action: products through words.
    for (_, one) in &fields.times {
        for (_, other) in &fields.times {
            if (0..order).any(|x| one[other[x]] != other[one[x]]) {
                return refuse("generators do not commute".to_string(), "生成元不可交换");
            }
        }
    }
    let mut words: Vec<Option<Vec<usize>>> = vec![None; order];
    words[0] = Some(Vec::new());
    let mut reached = vec![0];
    let mut next = 0;
    while let Some(&x) = reached.get(next) {
        next += 1;
        for (g, (_, row)) in fields.times.iter().enumerate() {
            if words[row[x]].is_none() {
                let mut word = words[x].clone().unwrap_or_default();
                word.push(g);
                words[row[x]] = Some(word);
                reached.push(row[x]);
            }
        }
    }
    let Some(words) = words.into_iter().collect::<Option<Vec<Vec<usize>>>>() else {
        return refuse(
            "an element is not a product of generators".to_string(),
            "有元素不可生成",
        );
    };
    let product = |x: usize, y: usize| words[y].iter().fold(x, |x, &g| fields.times[g].1[x]);
    let class = |parts: &[usize]| parts.iter().fold(0, |x, &h| product(x, fields.pretend[h]));
    let mut lost = vec![false; order];
    fields.lost.iter().for_each(|&x| lost[x] = true);
    // The order is right if every element is a product of heaps and no two behave alike.
    let is_heap = |(heap, row): &(usize, Vec<usize>)| fields.pretend.get(*heap) == Some(&row[0]);
    if !fields.times.iter().all(is_heap) {
        return refuse(
            "a generator is not the class of its heap".to_string(),
            "生成元与其堆不符",
        );
    }
    let mut meter = budget.meter("certificate");
    let mut behaviours: FxHashSet<Vec<bool>> = FxHashSet::default();
    for x in 0..order {
        meter.options(order as u64)?;
        if !behaviours.insert((0..order).map(|y| lost[product(x, y)]).collect()) {
            return refuse(
                format!("class {x} behaves like another"),
                "有两个类无法区分",
            );
        }
    }
    let mut kinds: Vec<(usize, Vec<usize>)> = (1..=heaps)
        .map(|h| {
            let mut after: Vec<usize> = moves[h].iter().map(|parts| class(parts)).collect();
            after.sort_unstable();
            after.dedup();
            (fields.pretend[h], after)
        })
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut seen: FxHashSet<(usize, Vec<usize>)> = FxHashSet::default();
    let mut open = vec![(0usize, Vec::<usize>::new())];
    while let Some((x, after)) = open.pop() {
        if !seen.insert((x, after.clone())) {
            continue;
        }
        meter.state()?;
        // A sum without moves is won by the player to move.
        let is_lost = !after.is_empty() && !after.iter().any(|&e| lost[e]);
        if is_lost != lost[x] {
            return refuse(format!("class {x} has the wrong outcome"), "某类的结果有误");
        }
        for (h, options) in &kinds {
            meter.options(1)?;
            let mut next: Vec<usize> = after.iter().map(|&e| product(e, *h)).collect();
            next.extend(options.iter().map(|&e| product(x, e)));
            next.sort_unstable();
            next.dedup();
            open.push((product(x, *h), next));
        }
    }
    if let Some((from, period)) = fields.period {
        let repeats = |n: usize| fields.pretend[n] == fields.pretend[n + period];
        let needed = from.saturating_add(period).saturating_mul(2);
        let enough = from >= 1 && period >= 1 && heaps + 1 >= needed.saturating_add(most_taken);
        if !enough || !(from..=heaps - period).all(repeats) {
            return refuse("its period is not proven".to_string(), "周期未得证明");
        }
    }
    Ok(Checked {
        code: fields.code,
        heaps,
        order,
        period: fields.period,
        pairs: seen.len(),
    })
}

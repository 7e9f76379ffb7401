//! What a checker has verified, told in words.
//!
//! The lines name the rules as they stand in the certificate, the claim, and the theorem
//! whose premises were checked.

use grundy::text::Lang;
use grundy_laws::automata::numeration::Numeration;
use grundy_verify::law::certificate::{Certificate as Law, Claim, Source};
use grundy_verify::{Checked, heap, law, misere};

/// What is told of a verified claim: names and contents.
pub type Lines = Vec<(String, String)>;

/// The lines about a verified certificate.
pub fn lines(checked: &Checked, lang: Lang) -> Lines {
    match checked {
        Checked::Heap(checked) => of_heaps(checked, lang),
        Checked::Law(theorem) => of_law(theorem, lang),
        Checked::Family(theorem) => of_family(theorem, lang),
        Checked::Heaps(theorem) => of_rows(theorem, lang),
        Checked::Sentence(sentence) => of_sentence(sentence, lang),
        Checked::Moore(theorem) => of_moore(theorem, lang),
        Checked::Misere(checked) => of_quotient(checked, lang),
    }
}

fn say(lang: Lang, en: &'static str, zh: &'static str) -> &'static str {
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

fn line(lang: Lang, en: &'static str, zh: &'static str, content: String) -> (String, String) {
    (say(lang, en, zh).to_string(), content)
}

fn of_heaps(checked: &heap::Checked, lang: Lang) -> Lines {
    let claim = &checked.certificate;
    let (start, period, saltus) = (claim.start, claim.period, claim.saltus);
    let grows = match saltus {
        0 => String::new(),
        saltus => format!(" + {saltus}"),
    };
    let status = match (checked.proven, lang) {
        (true, Lang::En) => format!("proven; {} values computed again", checked.values),
        (true, Lang::Zh) => format!("已证明；重新计算了 {} 个值", checked.values),
        (false, Lang::En) => format!("observed to {}, not proven", checked.values),
        (false, Lang::Zh) => format!("观察至 {}，未证明", checked.values),
    };
    let claim_text = match lang {
        Lang::En => format!(
            "G(n + {period}) = G(n){grows} for all n ≥ {start}: period {period}, saltus {saltus}, both least"
        ),
        Lang::Zh => format!(
            "对所有 n ≥ {start}，G(n + {period}) = G(n){grows}：周期 {period}，跃度 {saltus}，均为最小"
        ),
    };
    vec![
        line(lang, "rules", "规则", claim.rules.to_string()),
        line(lang, "claim", "论断", claim_text),
        line(
            lang,
            "theorem",
            "定理",
            checked.theorem().get(lang).to_string(),
        ),
        line(lang, "status", "状态", status),
    ]
}

fn of_law(theorem: &law::Theorem, lang: Lang) -> Lines {
    let certificate = theorem.certificate();
    let facts = !certificate.source.facts.is_empty();
    let (states, code) = (
        certificate.automaton.states(),
        certificate.numeration.code(),
    );
    // The checker knows a numeration by its code, people by its name.
    let numeration = match Numeration::from_code(&code) {
        Some(numeration) => numeration.text().get(lang).to_string(),
        None => code,
    };
    let what = match certificate.claim {
        Claim::Lost => say(
            lang,
            "a position is lost exactly if the automaton accepts it",
            "局面必败，当且仅当自动机接受它",
        ),
        Claim::Values | Claim::Powers => say(
            lang,
            "every position has the value with which the automaton accepts it",
            "每个局面的 SG 值即自动机与之一同接受的值",
        ),
        Claim::Takeaway => say(
            lang,
            "(n, q) is lost exactly if n = 0 or q is less than the least part of n",
            "(n, q) 必败，当且仅当 n = 0 或 q 小于 n 的最小部分",
        ),
    };
    let first = first(certificate);
    let claim = match (certificate.claim, lang) {
        (Claim::Takeaway, Lang::En) => format!("{what}: {first}"),
        (Claim::Takeaway, Lang::Zh) => format!("{what}：{first}"),
        (_, Lang::En) => format!("{what} ({states} states, {numeration}): {first}"),
        (_, Lang::Zh) => format!("{what}（{states} 个状态，{numeration}）：{first}"),
    };
    let reason = match certificate.claim {
        Claim::Takeaway => say(
            lang,
            "Schwenk 1970: the limit does not fall and is at least what was taken; legality decided digit by digit",
            "Schwenk 1970：上限不降且不小于所取之数；着法的合法性逐位判定",
        ),
        _ if !facts => say(
            lang,
            "Sprague–Grundy, by induction along a well-founded order; each premise decided digit by digit",
            "Sprague–Grundy 定理，沿良基序归纳；各前提逐位判定",
        ),
        _ => say(
            lang,
            "Sprague–Grundy, by induction along a well-founded order; each premise decided digit by digit, of all rules between two that the facts give",
            "Sprague–Grundy 定理，沿良基序归纳；各前提对事实所给的两组规则之间的一切规则逐位判定",
        ),
    };
    of_rules(&certificate.source, claim, reason, theorem.nodes(), lang)
}

/// The rules as they stand in a certificate, with what was chosen beside them.
fn rules(source: &Source, lang: Lang) -> String {
    let mut rules = source.text.trim_end().to_string();
    if let Some(game) = &source.game {
        rules += &format!(
            "\n({}: {game})",
            say(lang, "of these the game", "其中的游戏")
        );
    }
    for (name, value) in &source.parameters {
        rules += &format!("\n({name} = {value})");
    }
    if source.misere {
        rules += say(lang, "\n(misère play)", "\n（反常规则）");
    }
    if !source.facts.is_empty() {
        let facts = source.facts.join(", ");
        rules += &format!("\n({}: {facts})", say(lang, "facts", "事实"));
    }
    rules
}

/// That something is proven, and what it cost.
fn proven(cost: u64, lang: Lang, en: &str, zh: (&str, &str)) -> (String, String) {
    let (before, after) = zh;
    let status = match lang {
        Lang::En => format!("proven; {cost} {en}"),
        Lang::Zh => format!("已证明；{before} {cost} {after}"),
    };
    line(lang, "status", "状态", status)
}

fn searched(nodes: u64, lang: Lang) -> (String, String) {
    proven(nodes, lang, "nodes searched", ("搜索了", "个节点"))
}

/// The lines about a claim about rules.
fn of_rules(source: &Source, claim: String, theorem: &str, nodes: u64, lang: Lang) -> Lines {
    vec![
        line(lang, "game", "游戏", source.name.clone()),
        line(lang, "rules", "规则", rules(source, lang)),
        line(lang, "claim", "论断", claim),
        line(lang, "theorem", "定理", theorem.to_string()),
        searched(nodes, lang),
    ]
}

/// A sentence: the law that it follows from, and the numbers for which it would fail.
fn of_sentence(sentence: &law::sentence::Sentence, lang: Lang) -> Lines {
    let certificate = sentence.certificate();
    let mut lines = of_law(sentence.law(), lang);
    // The theorem and the status are of the whole.
    lines.truncate(3);
    let terms = certificate.terms.iter().map(|term| {
        let (name, at) = (&term.name, term.at.join(", "));
        match (term.said, lang) {
            (law::sentence::Said::Value, _) => format!("{name} = g({at})"),
            (law::sentence::Said::Outcome, Lang::En) => {
                format!("{name} = 0 if ({at}) is P, else 1")
            }
            (law::sentence::Said::Outcome, Lang::Zh) => {
                format!("{name} = 0，若 ({at}) 为 P 态，否则为 1")
            }
        }
    });
    let terms: Vec<String> = terms.collect();
    let fails = format!("{}\n{}", certificate.fails.trim_end(), terms.join("\n"));
    let nodes = sentence.nodes();
    lines.extend([
        // The words are the certificate's own: what was checked is when the sentence would fail.
        line(
            lang,
            "said",
            "断言",
            format!(
                "{} ({})",
                certificate.said,
                say(lang, "not checked; what was is below", "未复核；所复核者见下")
            ),
        ),
        line(lang, "fails", "反例", fails),
        line(
            lang,
            "theorem",
            "定理",
            say(
                lang,
                "no numbers are such that the sentence fails and the law holds; decided digit by digit",
                "不存在使断言不成立而规律成立的数；逐位判定",
            )
            .to_string(),
        ),
        searched(nodes, lang),
    ]);
    lines
}

/// What the automaton says of the first positions.
fn first(certificate: &Law) -> String {
    const SHOWN: usize = 12;
    /// No first position is looked for further out.
    const SIDE: u64 = 64;
    let (d, numeration) = (certificate.dimension(), certificate.numeration);
    let limit = match certificate.claim {
        Claim::Takeaway => law::takeaway::Limit::of(certificate),
        _ => None,
    };
    let accepts = |at: &[u64]| match (limit, at) {
        (Some(limit), &[heap, most]) => limit.is_lost(heap, most),
        _ => certificate.automaton.accepts(numeration, at),
    };
    let value = |at: &[u64]| {
        let code = |v: u64| match certificate.claim {
            Claim::Powers => 1u64.checked_shl(v as u32).unwrap_or(u64::MAX),
            _ => v,
        };
        (0..SIDE).find(|&v| accepts(&[at, &[code(v)]].concat()))
    };
    let mut shown = Vec::new();
    // Along the first axis for values; by their sum for lost positions.
    if matches!(certificate.claim, Claim::Values | Claim::Powers) {
        for n in 0..SHOWN as u64 {
            let mut at = vec![0; d];
            at[0] = n;
            shown.push(value(&at).map_or("–".to_string(), |v| v.to_string()));
        }
        let rest = ", 0".repeat(d - 1);
        return format!("g(0{rest}), g(1{rest}), … = {} …", shown.join(" "));
    }
    let mut open = vec![vec![0u64; d]];
    let mut next = 0;
    while let Some(at) = open.get(next).cloned() {
        next += 1;
        if accepts(&at) {
            let numbers: Vec<String> = at.iter().map(u64::to_string).collect();
            shown.push(format!("({})", numbers.join(", ")));
        }
        if shown.len() == SHOWN || next > 4096 {
            break;
        }
        // Each tuple once: only coordinates from the last that is not 0 on grow.
        let last = at.iter().rposition(|x| *x > 0).unwrap_or(0);
        for place in last..d {
            let mut more = at.clone();
            more[place] += 1;
            open.push(more);
        }
    }
    format!("{} …", shown.join(" "))
}

fn of_family(theorem: &law::family::Theorem, lang: Lang) -> Lines {
    let certificate = theorem.certificate();
    let (k, least) = (&certificate.parameter, certificate.least);
    let claim = match lang {
        Lang::En => format!(
            "for all {k} ≥ {least} and all n: {}",
            certificate.law().get(lang)
        ),
        Lang::Zh => format!(
            "对所有 {k} ≥ {least} 与所有 n：{}",
            certificate.law().get(lang)
        ),
    };
    of_rules(
        &certificate.source,
        claim,
        say(
            lang,
            "induction over heaps of all games at once, with the parameter as a number; each premise decided digit by digit",
            "以参数为变数，对所有游戏同时归纳；各前提逐位判定",
        ),
        theorem.nodes(),
        lang,
    )
}

fn of_rows(theorem: &law::heaps::Theorem, lang: Lang) -> Lines {
    let certificate = theorem.certificate();
    let (d, least) = (&certificate.parameter, certificate.least);
    let claim = match lang {
        Lang::En => format!("for all {d} ≥ {least}: {}", certificate.law().get(lang)),
        Lang::Zh => format!("对所有 {d} ≥ {least}：{}", certificate.law().get(lang)),
    };
    of_rules(
        &certificate.source,
        claim,
        match certificate.greatest {
            true => say(
                lang,
                "greedy Nim, of any number of heaps; each premise decided digit by digit",
                "任意多堆的贪心尼姆；各前提逐位判定",
            ),
            false => say(
                lang,
                "the xor of what heaps count (after Bouton), of any number of heaps; each premise decided digit by digit",
                "任意多堆的计数之异或（仿 Bouton）；各前提逐位判定",
            ),
        },
        theorem.nodes(),
        lang,
    )
}

fn of_moore(theorem: &law::moore::Theorem, lang: Lang) -> Lines {
    let certificate = theorem.certificate();
    let k = &certificate.most;
    let law = certificate.law();
    let claim = match (k.parse::<u64>().is_ok(), lang) {
        (true, _) => law.get(lang).to_string(),
        (false, Lang::En) => format!("for all {k} ≥ 1: {}", law.get(lang)),
        (false, Lang::Zh) => format!("对所有 {k} ≥ 1：{}", law.get(lang)),
    };
    of_rules(
        &certificate.source,
        claim,
        say(
            lang,
            "Moore 1910; its premise, that a heap may become any smaller one and nothing else, decided digit by digit",
            "Moore 1910；其前提（一堆可变为任何更小的堆，别无其他）逐位判定",
        ),
        theorem.nodes(),
        lang,
    )
}

fn of_quotient(checked: &misere::Checked, lang: Lang) -> Lines {
    let claim = &checked.certificate;
    let (order, heaps, lost) = (claim.order, claim.heaps, claim.lost.len());
    let reach = match (claim.period, lang) {
        (Some((from, period)), Lang::En) => {
            format!("all heaps (classes have period {period} from {from} on)")
        }
        (Some((from, period)), Lang::Zh) => format!("所有堆（类自 {from} 起周期 {period}）"),
        (None, Lang::En) => format!("heaps up to {heaps}"),
        (None, Lang::Zh) => format!("不超过 {heaps} 的堆"),
    };
    let text = match lang {
        Lang::En => {
            format!("misère quotient of order {order}, {lost} classes lost, of all sums of {reach}")
        }
        Lang::Zh => format!("由{reach}构成的所有和的反常商，阶 {order}，其中 {lost} 类必败"),
    };
    vec![
        line(lang, "rules", "规则", claim.code.clone()),
        line(lang, "claim", "论断", text),
        line(
            lang,
            "theorem",
            "定理",
            say(
                lang,
                "closure of pairs (class, options' classes) under every heap (Plambeck and Siegel 2008)",
                "对（类，选项之类）在每个堆下的封闭性（Plambeck 与 Siegel 2008）",
            )
            .to_string(),
        ),
        proven(checked.pairs as u64, lang, "pairs checked", ("检验了", "个对")),
    ]
}

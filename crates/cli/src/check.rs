//! `grundy check FILE`: verify a certificate from the rules alone.

use clap::{Arg, ArgMatches, Command};
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::solve::heap::check::check;
use grundy::text::Lang;

use crate::misere;
use crate::options;
use crate::output::{Failed, say};

pub fn command(lang: Lang) -> Command {
    Command::new("check")
        .about(say(
            lang,
            "Verify a certificate from the rules alone; exit code 1 if its claim is not true",
            "仅凭规则复核证书；若其论断不成立则退出码为 1",
        ))
        .arg(Arg::new("file").required(true).value_name("FILE").help(say(
            lang,
            "A certificate, as `grundy period`, `grundy misere` and `grundy study` write it with --certificate",
            "证书文件，由 `grundy period`、`grundy misere` 或 `grundy study` 的 --certificate 写出",
        )))
        .args(options::limits_with(lang, options::SEQUENCE))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    /// Certificates are small; anything larger is something else.
    const LARGEST: u64 = 64 << 20;
    let path = matches.get_one::<String>("file").map_or("", String::as_str);
    let text = options::read_text(path, LARGEST, ("certificate", "证书"), lang)?;
    let budget = options::budget(matches);
    if text.starts_with("grundy law") {
        return report_law(&text, &budget, lang);
    }
    if text.starts_with("grundy misère quotient") {
        return misere::report_check(&text, &budget, lang);
    }
    let checked = check(&text, &budget).map_err(|error| refuted(error, lang))?;
    let claim = &checked.certificate;
    let word = match (checked.proven, lang) {
        (true, Lang::En) => "proven",
        (true, Lang::Zh) => "已证明",
        (false, Lang::En) => "observed",
        (false, Lang::Zh) => "已观察",
    };
    let sentence = match lang {
        Lang::En => format!(
            "{}: period {}, saltus {}, from {} on: {word}; {} values computed again\n",
            claim.rules, claim.period, claim.saltus, claim.start, checked.values
        ),
        Lang::Zh => format!(
            "{}：自 {} 起周期 {}、跃度 {}：{word}；重新计算了 {} 个值\n",
            claim.rules, claim.start, claim.period, claim.saltus, checked.values
        ),
    };
    options::write_stdout(sentence.as_bytes())
}

/// Verifies the certificate of a law that was decided by automata.
fn report_law(text: &str, budget: &Budget, lang: Lang) -> Result<(), Failed> {
    let theorem = grundy_laws::check::check(text, budget).map_err(|error| refuted(error, lang))?;
    let certificate = theorem.certificate();
    let (name, states) = (&certificate.rules.name, certificate.automaton.states());
    let numeration = certificate.numeration.text();
    let (numeration, nodes) = (numeration.get(lang), theorem.nodes());
    let sentence = match lang {
        Lang::En => {
            format!(
                "{name}: law of {states} states, {numeration}: proven; {nodes} nodes searched\n"
            )
        }
        Lang::Zh => {
            format!("{name}：{states} 个状态的规律，{numeration}：已证明；搜索了 {nodes} 个节点\n")
        }
    };
    options::write_stdout(sentence.as_bytes())
}

/// What is wrong with a certificate is a check that failed; a budget that ran
/// out is not.
pub fn refuted(error: Error, lang: Lang) -> Failed {
    if error.is_budget() {
        return error.into();
    }
    Failed::Refuted(error.message(lang))
}

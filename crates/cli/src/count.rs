//! `grundy count`: how many positions are lost.

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use grundy::budget::Budget;
use grundy::count::{
    Form, InAnyRing, Question, Ring, Sums, Wanted, in_ring, lost_with_forced_heap,
};
use grundy::error::Error;
use grundy::games::heaps::bachet::{Limits, largest_limit};
use grundy::natural::{self, Natural};
use grundy::notation::read_heaps;
use grundy::outcome::Convention;
use grundy::solve::dynamic::{Linear, Sequence};
use grundy::text::Lang;

use crate::options::{self, Asked};
use crate::output::{Failed, say};

/// A word, the form it stands for, and what it means in both languages.
type Named = (&'static str, fn(u64) -> Form, &'static str, &'static str);

/// The forms that choose so many of the components of a position.
const FORMS: [Named; 4] = [
    (
        "subsets",
        Form::Subsets,
        "Subsets of the components of a position",
        "局面各分量的子集",
    ),
    (
        "tuples",
        Form::Tuples,
        "Lists of --size components, each as often as you like",
        "长为 --size 的分量序列，可重复",
    ),
    (
        "arrangements",
        Form::Arrangements,
        "Lists of --size different components",
        "长为 --size 的分量排列，不重复",
    ),
    (
        "multisets",
        Form::Multisets,
        "--size components in no order, each as often as you like",
        "--size 个分量的多重集",
    ),
];

pub fn command(lang: Lang) -> Command {
    let number = |name: &'static str, value: &'static str, en, zh| {
        let option = Arg::new(name).long(name).value_name(value);
        option
            .value_parser(value_parser!(u64))
            .help(say(lang, en, zh))
    };
    let modulo = || {
        Arg::new("modulo")
            .long("modulo")
            .value_name("M")
            .value_parser(natural_number)
            .help(say(
                lang,
                "Give the count modulo M: a prime, 2^64, any number (default: exactly)",
                "输出对 M 取模的结果：质数、2^64 或任意数（默认精确）",
            ))
    };
    let won = || {
        let flag = Arg::new("won").long("won").action(ArgAction::SetTrue);
        flag.help(say(
            lang,
            "Count won positions instead of lost ones",
            "统计必胜而非必败的局面",
        ))
    };
    let heaps = || {
        let heaps = Arg::new("heaps").value_name("HEAPS").required(true);
        heaps.help(say(lang, "Heaps: 2,4,5", "各堆：2,4,5"))
    };
    let mut command = Command::new("count")
        .about(say(lang, "Count lost positions", "统计必败局面"))
        .subcommand_required(true)
        .arg_required_else_help(true);
    for (name, _, en, zh) in FORMS {
        let size = number(
            "size",
            "K",
            "How many components are chosen",
            "选取的分量个数",
        );
        let mut form = Command::new(name)
            .about(say(lang, en, zh))
            .arg(options::game(lang))
            .arg(options::position(lang))
            .arg(options::parameters(lang))
            .arg(options::misere(lang).hide(true))
            .arg(size.required(name != "subsets"))
            .arg(Arg::new("xor").long("xor").value_name("V,…").help(say(
                lang,
                "Count these nim sums instead of 0 (with --won: all others)",
                "统计异或和为这些值者而非 0（与 --won 合用时统计其余）",
            )))
            .arg(number(
                "at-least",
                "V",
                "Count nim sums of at least V",
                "统计异或和不小于 V 者",
            ))
            .arg(won())
            .arg(modulo())
            .args(options::limits(lang));
        if name == "subsets" {
            form = form.arg(
                number(
                    "multiple",
                    "D",
                    "Only sizes that are multiples of D",
                    "仅个数为 D 的倍数者",
                )
                .conflicts_with("size"),
            );
        }
        command = command.subcommand(form);
    }
    command
        .subcommand(
            Command::new("forced")
                .about(say(
                    lang,
                    "Nim: subsets of heaps with one heap in which the first player must begin, and loses",
                    "尼姆：选出若干堆并指定先手首步所取的一堆，使先手必败",
                ))
                .args([heaps(), modulo()]),
        )
        .subcommand(
            Command::new("gaps")
                .about(say(
                    lang,
                    "Lists of heaps with a fixed total, some of which decide (Nim or Moore's Nim)",
                    "总和固定的若干堆，其中一部分决定胜负（尼姆或 Nim-K）",
                ))
                .arg(number("total", "N", "Stones in all heaps together", "石子总数").required(true))
                .arg(number("deciding", "H", "Heaps that decide", "决定胜负的堆数").required(true))
                .arg(number("free", "F", "Heaps that do not (default 0)", "不起作用的堆数（默认 0）"))
                .arg(number("moore", "K", "A move takes from up to K heaps (default 1)", "每次至多从 K 堆中取（默认 1）"))
                .args([won(), modulo()])
                .args(options::limits(lang)),
        )
        .subcommand(
            Command::new("takes")
                .about(say(
                    lang,
                    "Dynamic subtraction: heaps from 1 to N that are won when the first take is at most K",
                    "动态取石子：首次至多取 K 枚时，1 至 N 中先手必胜的堆数",
                ))
                .arg(Arg::new("to").long("to").value_name("N").required(true).value_parser(natural_number).help(
                    say(lang, "The largest heap", "最大的堆"),
                ))
                .arg(Arg::new("limit").long("limit").value_name("K").required(true).value_parser(natural_number).help(
                    say(lang, "The most that the first take may be", "首次最多取的枚数"),
                ))
                .arg(number("factor", "A", "Later takes are at most A times the one before (default 2)", "此后至多取上次的 A 倍（默认 2）"))
                .arg(options::misere(lang)),
        )
        .subcommand(
            Command::new("limit")
                .about(say(
                    lang,
                    "Bachet's game: the largest K such that taking 1 to K from these heaps is won",
                    "巴什博弈：使先手必胜的最大取子上限 K",
                ))
                .arg(heaps()),
        )
}

fn natural_number(text: &str) -> Result<Natural, String> {
    natural::read(text).ok_or_else(|| "a number such as 1000000007 or 2^64".to_string())
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let large = |name: &str| {
        matches
            .get_one::<Natural>(name)
            .cloned()
            .unwrap_or_default()
    };
    let heaps = || {
        read_heaps(
            matches
                .get_one::<String>("heaps")
                .map_or("", String::as_str),
        )
    };
    let answer = match name {
        "forced" => {
            let heaps: Vec<u64> = heaps()?.iter().map(word).collect::<Result<_, _>>()?;
            in_ring(&large("modulo"), Forced(&heaps))?.to_string()
        }
        "gaps" => {
            let gaps = Gaps {
                total: number("total").unwrap_or(0),
                deciding: number("deciding").unwrap_or(0),
                free: number("free").unwrap_or(0),
                moore: number("moore").unwrap_or(1),
                won: matches.get_flag("won"),
                budget: options::budget(matches),
            };
            in_ring(&large("modulo"), gaps)?.to_string()
        }
        "takes" => {
            let mut sequence = Sequence::new(Linear::times(number("factor").unwrap_or(2), 1u8));
            // In misère play the last stone is the one that nobody wants.
            let stones = match (matches.get_flag("misere"), large("to")) {
                (true, to) if !to.is_zero() => to - 1u8,
                (_, to) => to,
            };
            let won = sequence.wins_up_to(&stones, &large("limit"));
            let won = won.ok_or_else(|| {
                Failed::Usage("this factor has too many terms up to N".to_string())
            })?;
            won.to_string()
        }
        "limit" => match largest_limit(&heaps()?) {
            Limits::None => "none".to_string(),
            Limits::UpTo(limit) => limit.to_string(),
            Limits::Unbounded => "unbounded".to_string(),
        },
        form => {
            let form = FORMS
                .iter()
                .find(|(name, ..)| *name == form)
                .map(|(_, form, ..)| *form);
            let multiple = form
                .filter(|_| name == "subsets")
                .and_then(|_| number("multiple"));
            let form = match (number("size"), form, multiple) {
                (Some(size), Some(form), _) => form(size),
                (_, _, Some(divisor)) => Form::MultiplesOf(divisor),
                _ => Form::AnySubset,
            };
            let sums = matches.get_one::<String>("xor");
            let sums = read_heaps(sums.map_or("0", String::as_str))?;
            let sums = sums.iter().map(word).collect::<Result<_, _>>()?;
            let wanted = match (number("at-least"), matches.get_flag("won")) {
                (Some(bound), _) => Wanted::AtLeast(bound),
                (_, true) => Wanted::NotIn(sums),
                _ => Wanted::In(sums),
            };
            let question = Question {
                form,
                wanted,
                modulus: large("modulo"),
            };
            let budget = options::budget(matches);
            question
                .count(&values(matches, &budget, lang)?, &budget)?
                .to_string()
        }
    };
    options::write_stdout(format!("{answer}\n").as_bytes())
}

/// The Grundy values of the components of the position.
fn values(matches: &ArgMatches, budget: &Budget, lang: Lang) -> Result<Vec<u64>, Failed> {
    let asked = Asked::from(matches)?;
    if asked.convention == Convention::Misere {
        let message = "counting is by nim sums, which decide normal play only";
        return Err(Failed::Usage(message.to_string()));
    }
    let mut parts = asked
        .game
        .parts(&options::given_position(matches, &asked, lang)?)?;
    let mut meter = budget.meter("values");
    let mut values = Vec::with_capacity(parts.len());
    for component in 0..parts.len() {
        values.push(word(&parts.value(component, &mut meter)?)?);
    }
    Ok(values)
}

fn word(value: &Natural) -> Result<u64, Failed> {
    let small = natural::small(value);
    small.ok_or_else(|| Failed::Usage(format!("the value {value} exceeds 2^64")))
}

struct Forced<'h>(&'h [u64]);

impl InAnyRing for Forced<'_> {
    fn run<R: Ring>(self, ring: &R) -> Result<Natural, Error> {
        Ok(ring.natural(&lost_with_forced_heap(ring, self.0)))
    }
}

struct Gaps {
    total: u64,
    deciding: u64,
    free: u64,
    moore: u64,
    won: bool,
    budget: Budget,
}

impl InAnyRing for Gaps {
    fn run<R: Ring>(self, ring: &R) -> Result<Natural, Error> {
        let Gaps {
            total,
            deciding,
            free,
            moore,
            ..
        } = self;
        let sums = Sums::moore(ring, deciding, total, moore, &self.budget)?;
        let sums = sums.with_free(free, &self.budget)?;
        let count = match self.won {
            true => sums.others(deciding.saturating_add(free), total, &self.budget)?,
            false => sums.counts()[total as usize].clone(),
        };
        Ok(ring.natural(&count))
    }
}

//! What `solve`, `play` and `batch` share about compounds: the options that
//! say how several games are played at once.

use clap::{Arg, ArgAction, ArgMatches};
use grundy::catalogue;
use grundy::compound::expression::Expression;
use grundy::compound::{End, Kind, Rules};
use grundy::outcome::Convention;
use grundy::text::Lang;

use crate::options::{self, Asked, given_position};
use crate::output::{Failed, say};
use crate::written;

/// What names a position of a game or of a compound, and how it is played: `GAME`,
/// `POSITION`, more of it, `--compound` and its kin, `--misere`, `--param`.
pub fn question(lang: Lang) -> Vec<Arg> {
    let mut all = vec![
        options::game(lang),
        options::position(lang).required(false),
        options::more(lang),
    ];
    all.extend(arguments(lang));
    all.extend([options::misere(lang), options::parameters(lang)]);
    all
}

/// `--compound`, `--long`, `--short`, `--over-when-zero`
fn arguments(lang: Lang) -> [Arg; 4] {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .action(ArgAction::SetTrue)
            .help(help)
    };
    [
        Arg::new("compound")
            .long("compound")
            .value_name("KIND")
            .help(say(
                lang,
                "Where a player moves: disjunctive (in one component), conjunctive or every-sg (in all), selective (in any), upto:K",
                "每次在哪些分量中走：disjunctive（一个）、conjunctive 或 every-sg（全部）、selective（任意个）、upto:K（至多 K 个）",
            )),
        flag(
            "long",
            say(lang, "Play is over when no component has a move (default)", "所有分量都不可走时终局（默认）"),
        )
        .conflicts_with_all(["short", "over-when-zero"]),
        flag(
            "short",
            say(lang, "Play is over when some component has no move", "有一个分量不可走即终局"),
        )
        .conflicts_with("over-when-zero"),
        flag(
            "over-when-zero",
            say(
                lang,
                "Play is over when every component has Grundy value 0 (the premise of the SJ theorem)",
                "各分量的 SG 值皆为 0 即终局（SJ 定理的前提）",
            ),
        ),
    ]
}

/// The compound that was asked for, if it was one: no POSITION was given, or
/// one of the options above, or rules that declare one.
pub fn asked(matches: &ArgMatches, lang: Lang) -> Result<Option<(Expression, Rules)>, Failed> {
    let given_kind = matches.get_one::<String>("compound");
    let given_end = match (
        matches.get_flag("short"),
        matches.get_flag("over-when-zero"),
        matches.get_flag("long"),
    ) {
        (true, ..) => Some(End::Short),
        (_, true, _) => Some(End::AllZero),
        (.., true) => Some(End::Long),
        _ => None,
    };
    let (expression, declared) = if matches.get_one::<String>("position").is_some() {
        let asked = Asked::from(matches)?;
        let declared = Rules {
            convention: asked.convention,
            ..asked.game.rules()
        };
        if given_kind.is_none() && given_end.is_none() && is_plain(&declared) {
            return Ok(None);
        }
        let name = matches.get_one::<String>("game").map_or("", String::as_str);
        let position = given_position(matches, &asked, lang)?;
        let expression = Expression::of(name, asked.game, &position);
        (expression, declared)
    } else {
        if matches.get_many::<String>("param").is_some() {
            let message =
                "--param needs one GAME and POSITION; in an expression write game:value:position";
            return Err(Failed::Usage(message.to_string()));
        }
        let text = matches.get_one::<String>("game").map_or("", String::as_str);
        if let Ok(asked) = Asked::from(matches)
            && !text.contains('+')
        {
            return Err(needs_position(&asked, text, lang));
        }
        let expression = Expression::read_with(text, &written::find)?;
        let declared = expression.rules()?;
        (expression, declared)
    };
    let rules = Rules {
        kind: given_kind.map_or(Ok(declared.kind), |text| Kind::named(text))?,
        end: given_end.unwrap_or(declared.end),
        convention: match matches.get_flag("misere") {
            true => Convention::Misere,
            false => declared.convention,
        },
    };
    Ok(Some((expression, rules)))
}

/// A game was named, but no position.
fn needs_position(asked: &Asked, name: &str, lang: Lang) -> Failed {
    let notation = catalogue::words(asked.game.about().position, lang);
    let example = asked.game.about().examples.first();
    let example = example.map_or(String::new(), |example| match lang {
        Lang::En => format!("; for example: {name} {}", options::quote(example)),
        Lang::Zh => format!("；例如：{name} {}", options::quote(example)),
    });
    Failed::Usage(match lang {
        Lang::En => format!("POSITION is missing: {notation}{example}"),
        Lang::Zh => format!("缺少局面：{notation}{example}"),
    })
}

/// Whether components are played as games are unless something else is said.
pub fn is_plain(rules: &Rules) -> bool {
    rules.kind == Kind::Disjunctive && rules.end == End::Long
}

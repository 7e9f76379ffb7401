//! `games`: the catalogue. `game`: the page about one game. `look`: the colours.

use grundy::catalogue::{self, Entry, Family, words};
use grundy::compound::Rules;
use grundy::compound::expression::Expression;
use grundy::picture::look::Ink;
use grundy::picture::scene::draw;
use grundy::text::Text;
use serde::{Deserialize, Serialize};

use super::{Both, Ending, Params, Question, first_position, of_game};
use crate::Refused;
use crate::sitting::{Asked, OneOrSeveral, Sitting};

/// The catalogue.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Only games that have this word in one of their names.
    pub search: Option<String>,
    /// With a picture of the first example.
    #[serde(default)]
    pub pictures: bool,
}

/// The games that were asked for, by families.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The families in their order.
    pub families: Vec<FamilyName>,
    /// The games.
    pub games: Vec<Card>,
}

/// A family of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FamilyName {
    /// Its name in questions.
    pub id: String,
    /// Its name for people.
    pub name: Both,
}

/// What a list tells of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Card {
    /// Its name in questions.
    pub id: String,
    /// Its family.
    pub family: String,
    /// Its name for people.
    pub name: Both,
    /// In a few words.
    pub summary: Both,
    /// Every other name, in both languages.
    pub names: Vec<String>,
    /// Games that are this one under other parameters or conventions.
    pub variants: Vec<VariantCard>,
    /// Its parameters.
    pub parameters: Vec<ParameterCard>,
    /// Positions; play begins at the first.
    pub examples: Vec<String>,
    /// How many coordinates its table has; 0 if it has none.
    pub dimension: usize,
    /// The first example as a picture, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// A variant of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantCard {
    /// Its name in questions.
    pub id: String,
    /// Its name for people.
    pub name: Both,
    /// Who wins at the end.
    pub convention: Ending,
    /// The parameters it sets.
    pub params: Params,
}

/// A parameter of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ParameterCard {
    /// Its name.
    pub name: String,
    /// Its value unless it is set.
    pub default: String,
    /// What it means.
    pub meaning: Both,
}

/// The name of a family in questions.
pub(crate) fn family(family: Family) -> String {
    format!("{family:?}").to_lowercase()
}

impl Card {
    fn of(entry: &Entry) -> Card {
        let about = entry.about;
        let aliases = about.aliases.iter().flat_map(|(_, names)| names.iter());
        let variants = about
            .variants
            .iter()
            .flat_map(|v| [v.id, v.name.0, v.name.1]);
        Card {
            id: about.id.to_string(),
            family: family(entry.family),
            name: about.name.into(),
            summary: about.summary.into(),
            names: aliases
                .copied()
                .chain(variants)
                .map(str::to_string)
                .collect(),
            variants: about
                .variants
                .iter()
                .map(|v| VariantCard {
                    id: v.id.to_string(),
                    name: v.name.into(),
                    convention: v.convention.into(),
                    params: v
                        .parameters
                        .iter()
                        .map(|(name, value)| (name.to_string(), value.to_string()))
                        .collect(),
                })
                .collect(),
            parameters: about
                .parameters
                .iter()
                .map(|p| ParameterCard {
                    name: p.name.to_string(),
                    default: p.default.to_string(),
                    meaning: p.meaning.into(),
                })
                .collect(),
            examples: about.examples.iter().map(ToString::to_string).collect(),
            dimension: about.dimension,
            svg: None,
        }
    }
}

impl Question for Games {
    const ASK: &'static str = "games";
    type Answer = Catalogue;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Catalogue, Refused> {
        let entries: Vec<&Entry> = match &self.search {
            Some(word) => catalogue::search(word).collect(),
            None => catalogue::ALL.iter().collect(),
        };
        let mut games = Vec::with_capacity(entries.len());
        for entry in entries {
            let mut card = Card::of(entry);
            if self.pictures {
                let asked = sitting.game(&super::named(entry.about.id))?;
                card.svg = some_picture(&asked, sitting);
            }
            games.push(card);
        }
        let families = Family::ALL.iter().map(|one| FamilyName {
            id: family(*one),
            name: one.name().into(),
        });
        Ok(Catalogue {
            families: families.collect(),
            games,
        })
    }
}

/// The position where play begins, as a picture.
fn some_picture(asked: &Asked, sitting: &Sitting<'_>) -> Option<String> {
    let position = first_position(asked, sitting.lang).ok()?;
    let seen = asked.game.seen(&position, asked.rules.convention, 0).ok()?;
    let title = format!("{} {position}", asked.name(sitting.lang));
    Some(sitting.picture(&draw::scene(&seen.scene, &title, &[])))
}

of_game! {
    /// The page about a game.
    Game {}
}

/// The page about a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Page {
    /// Its name in questions.
    pub game: String,
    /// Its name for people.
    pub name: String,
    /// Who wins at the end.
    pub convention: Ending,
    /// How components are played, if not one at a time to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compound: Option<String>,
    /// Whether it is of the catalogue.
    pub listed: bool,
    /// The rules; empty for a rule text.
    pub rules: String,
    /// The theorem that decides it; empty if none is known.
    pub theorem: String,
    /// Where it is from.
    pub source: String,
    /// How positions are written.
    pub position: String,
    /// How moves are written.
    pub moves: String,
    /// Its parameters.
    pub parameters: Vec<ParameterValue>,
    /// Positions; play begins at the first.
    pub examples: Vec<String>,
    /// How many coordinates its table has; 0 if it has none.
    pub dimension: usize,
    /// The game in the rule language, if it can be written in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_text: Option<String>,
    /// Of a rule text: whether play ends, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination: Option<String>,
    /// Of a rule text: how it is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// A position as a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Of several games at once, such as `nim:3,5 + kayles:7`: each of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<Vec<ComponentPage>>,
}

/// One of several games that are played at once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComponentPage {
    /// Its name in questions.
    pub game: String,
    /// Its name for people.
    pub name: String,
    /// Where it begins.
    pub position: String,
    /// Its rules; empty for a rule text.
    pub rules: String,
    /// How its moves are written, behind the number of the component.
    pub moves: String,
}

/// A parameter and its value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ParameterValue {
    /// Its name.
    pub name: String,
    /// Its value unless it is set.
    pub default: String,
    /// Its value here.
    pub value: String,
    /// What it means.
    pub meaning: String,
}

/// How a rule text is solved, in words.
pub(crate) fn engine_of(compiled: &grundy_lang::rules::Compiled) -> Text {
    match compiled.shape() {
        Some(shape) => shape.text(),
        None => Text::fixed("searched from the rules", "由规则搜索"),
    }
}

impl Question for Game {
    const ASK: &'static str = "game";
    type Answer = Page;

    fn answer(self, sitting: &Sitting<'_>) -> Result<Page, Refused> {
        let of = self.of();
        let asked = match sitting.one_or_several(&of)? {
            OneOrSeveral::One(asked) => asked,
            OneOrSeveral::Several(expression, rules) => {
                return several(of.game, &expression, rules, sitting);
            }
        };
        let (about, lang) = (asked.game.about(), sitting.lang);
        let set = |name: &str| {
            let set = asked.set.iter().rev();
            set.clone()
                .find(|(known, _)| known == name)
                .map(|(_, value)| value.clone())
        };
        let mut page = Page {
            game: asked.id.clone(),
            name: asked.name(lang),
            convention: asked.rules.convention.into(),
            compound: (asked.rules.kind != Rules::default().kind
                || asked.rules.end != Rules::default().end)
                .then(|| asked.rules.text().get(lang).to_string()),
            listed: asked.found.is_some(),
            rules: words(about.rules, lang).to_string(),
            theorem: words(about.theorem, lang).to_string(),
            source: about.source.to_string(),
            position: words(about.position, lang).to_string(),
            moves: words(about.moves, lang).to_string(),
            parameters: about
                .parameters
                .iter()
                .map(|p| ParameterValue {
                    name: p.name.to_string(),
                    default: p.default.to_string(),
                    value: set(p.name).unwrap_or_else(|| p.default.to_string()),
                    meaning: words(p.meaning, lang).to_string(),
                })
                .collect(),
            examples: about.examples.iter().map(ToString::to_string).collect(),
            dimension: asked.game.dimension(),
            rule_text: asked.game.rule_text().ok().map(|text| formatted(&text)),
            termination: None,
            engine: None,
            svg: some_picture(&asked, sitting),
            components: None,
        };
        if let (Some(source), Some(compiled)) = (sitting.source(of.game)?, &asked.compiled) {
            let program = compiled.program().game();
            page.parameters = program
                .parameters
                .iter()
                .map(|(name, value)| ParameterValue {
                    name: name.clone(),
                    default: value.to_string(),
                    value: set(name).unwrap_or_else(|| value.to_string()),
                    meaning: String::new(),
                })
                .collect();
            page.rule_text = Some(formatted(&source.text));
            page.termination = Some(compiled.termination().text().get(lang).to_string());
            page.engine = Some(engine_of(compiled).get(lang).to_string());
            page.examples = super::small_position(&asked).into_iter().collect();
        }
        Ok(page)
    }
}

/// The page of several games at once: how they are played together, and each of them.
fn several(
    name: &str,
    expression: &Expression,
    rules: Rules,
    sitting: &Sitting<'_>,
) -> Result<Page, Refused> {
    let lang = sitting.lang;
    // Here the positions are read for the first time.
    let seen = expression.seen(rules, &sitting.budget);
    let seen = seen.map_err(|error| sitting.refused(error))?;
    let components = expression.terms().map(|(id, game, position)| {
        let (about, found) = (game.about(), catalogue::find(id).ok());
        let name = match found {
            Some(found) => found.name(lang).to_string(),
            None => game.name(lang).to_string(),
        };
        ComponentPage {
            game: id.to_string(),
            name,
            position: position.to_string(),
            rules: words(about.rules, lang).to_string(),
            moves: words(about.moves, lang).to_string(),
        }
    });
    Ok(Page {
        game: name.to_string(),
        name: name.to_string(),
        convention: rules.convention.into(),
        compound: Some(rules.text().get(lang).to_string()),
        listed: false,
        rules: rules.explained().get(lang).to_string(),
        theorem: String::new(),
        source: String::new(),
        position: sitting.say(
            "`game:position`, joined by `+`; each heap is a component of its own",
            "“游戏:局面”，以 `+` 连接；每一堆自成一个分量",
        ),
        moves: sitting.say(
            "`COMPONENT: MOVE`, the components numbered from 1; several are joined by `&`",
            "“分量: 着法”，分量自 1 起编号；同时走几个分量时以 `&` 连接",
        ),
        parameters: Vec::new(),
        examples: Vec::new(),
        dimension: 0,
        rule_text: None,
        termination: None,
        engine: None,
        svg: Some(sitting.picture(&draw::scene(&seen.scene, name, &[]))),
        components: Some(components.collect()),
    })
}

/// A rule text as it is usually written.
fn formatted(text: &str) -> String {
    grundy_lang::format::format(text).unwrap_or_else(|_| text.to_string())
}

/// The colours of pictures.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Look {}

/// The colours of pictures.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Palette {
    /// By their roles.
    pub inks: Vec<InkColours>,
    /// The scale of heat maps, from 0 to the largest value.
    pub heat: Vec<String>,
}

/// A role and its colours.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InkColours {
    /// The role.
    pub name: String,
    /// On light paper.
    pub light: String,
    /// On dark paper.
    pub dark: String,
}

impl Question for Look {
    const ASK: &'static str = "look";
    type Answer = Palette;

    fn answer(self, _: &Sitting<'_>) -> Result<Palette, Refused> {
        let hex = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
        let inks = Ink::PLAIN.iter().map(|ink| InkColours {
            name: ink.name(),
            light: hex(ink.colour(false)),
            dark: hex(ink.colour(true)),
        });
        Ok(Palette {
            inks: inks.collect(),
            heat: (0..=255)
                .map(|at| hex(Ink::Heat(at).colour(false)))
                .collect(),
        })
    }
}

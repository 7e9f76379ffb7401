//! One question at the desk: its language, its budget, and the game that it is about.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use grundy::budget::{Budget, Scope};
use grundy::catalogue;
use grundy::compound::expression::Expression;
use grundy::compound::{End, Kind, Rules};
use grundy::error::Error;
use grundy::outcome::Convention;
use grundy::picture::drawing::Drawing;
use grundy::picture::svg;
use grundy::text::{Lang, Text};
use grundy::workbench::AnyGame;
use grundy_lang::rules::Compiled;

use crate::source::{Source, named};
use crate::{Desk, Refused, Written};

/// Which game a question is about, and how it is played.
#[derive(Clone, Debug, Default)]
pub struct OfGame<'q> {
    /// A name, a rule text, or an expression of components.
    pub game: &'q str,
    /// Values of its parameters.
    pub params: Option<&'q BTreeMap<String, Written>>,
    /// The convention, if not the game's own.
    pub convention: Option<Convention>,
    /// How components are played, if not as the game says.
    pub compound: Option<&'q str>,
}

/// A game that was asked for: one that was built, and how it is played.
#[derive(Clone)]
pub struct Asked {
    built: Arc<Built>,
    /// How it is played.
    pub rules: Rules,
}

/// A game that was built, for all questions that ask for it.
pub struct Built {
    pub game: Box<dyn AnyGame>,
    /// Its name in commands.
    pub id: String,
    /// Its rules, if it is given as text.
    pub compiled: Option<Arc<Compiled>>,
    /// Whether it is of the catalogue, and by what name it was found there.
    pub found: Option<catalogue::Found>,
    /// How it is played unless something else is said.
    rules: Rules,
    /// The values of parameters, from its name and from the question.
    pub set: Vec<(String, String)>,
}

impl Deref for Asked {
    type Target = Built;

    fn deref(&self) -> &Built {
        &self.built
    }
}

impl Asked {
    /// What people call it.
    pub fn name(&self, lang: Lang) -> String {
        match &self.found {
            Some(found) => found.name(lang).to_string(),
            None => self.game.name(lang).to_string(),
        }
    }

    /// Whether components are played as games are unless something else is said.
    pub fn is_plain(&self) -> bool {
        is_plain(&self.rules)
    }
}

fn is_plain(rules: &Rules) -> bool {
    rules.kind == Kind::Disjunctive && rules.end == End::Long
}

/// What is played: one game from a position, or several at once.
pub enum Board {
    One(Asked, String),
    Several(Expression, Rules),
}

/// What a name alone names: a game, or several with their positions.
pub enum OneOrSeveral {
    One(Box<Asked>),
    Several(Expression, Rules),
}

/// Games that were built before; the oldest is forgotten first.
#[derive(Default)]
pub struct Games {
    kept: Vec<Kept>,
}

/// A game that was built, and what it was asked for by.
struct Kept {
    name: String,
    set: Vec<(String, String)>,
    built: Arc<Built>,
}

impl Kept {
    fn is(&self, of: &OfGame<'_>) -> bool {
        self.name == of.game
            && match of.params {
                None => self.set.is_empty(),
                Some(params) => {
                    let set = self.set.iter().map(|(name, value)| (name, value));
                    set.eq(params.iter().map(|(name, value)| (name, &value.0)))
                }
            }
    }
}

impl Games {
    /// More games are not kept: a game may hold tables.
    const MOST: usize = 32;

    fn get(&mut self, of: &OfGame<'_>) -> Option<Arc<Built>> {
        // The last is the one that was asked for last.
        let at = self.kept.iter().rposition(|kept| kept.is(of))?;
        self.kept[at..].rotate_left(1);
        self.kept.last().map(|kept| kept.built.clone())
    }

    /// Keeps a game, unless another thread did in the meantime.
    fn keep(&mut self, of: &OfGame<'_>, kept: Kept) -> Arc<Built> {
        if let Some(known) = self.get(of) {
            return known;
        }
        let built = kept.built.clone();
        if self.kept.len() == Games::MOST {
            self.kept.remove(0);
        }
        self.kept.push(kept);
        built
    }
}

/// One question at the desk.
pub struct Sitting<'d> {
    pub(crate) desk: &'d Desk,
    /// The language of the answer.
    pub lang: Lang,
    /// What the answer may cost.
    pub budget: Budget,
    /// While it lives, that is the current budget of the thread.
    pub(crate) _scope: Scope,
}

impl Sitting<'_> {
    /// An error as an answer.
    pub fn refused(&self, error: Error) -> Refused {
        Refused::of(&error, self.lang)
    }

    /// Chooses a sentence.
    pub fn say(&self, en: &str, zh: &str) -> String {
        match self.lang {
            Lang::En => en.to_string(),
            Lang::Zh => zh.to_string(),
        }
    }

    /// A drawing as the window wants it.
    pub fn picture(&self, drawing: &Drawing) -> String {
        svg::write(drawing, self.desk.theme)
    }

    /// The rules that a name is or names, if it is not of the catalogue.
    pub fn source(&self, name: &str) -> Result<Option<Source>, Refused> {
        Source::find(name, self.desk.files).map_err(|error| self.refused(error))
    }

    /// The one game that is asked for.
    pub fn game(&self, of: &OfGame<'_>) -> Result<Asked, Refused> {
        // Built outside the lock: a game may take its time.
        let known = self.desk.games().get(of);
        let built = match known {
            Some(known) => known,
            None => {
                let set = set_by(of);
                let kept = Kept {
                    name: of.game.to_string(),
                    set: set.clone(),
                    built: Arc::new(self.build(of.game, set)?),
                };
                self.desk.games().keep(of, kept)
            }
        };
        let mut asked = Asked {
            rules: built.rules,
            built,
        };
        let implied = asked.rules.convention;
        if implied == Convention::Misere && of.convention == Some(Convention::Normal) {
            let name = of.game;
            return Err(Refused::bad(match self.lang {
                Lang::En => format!("`{name}` is played misère: it has no convention \"normal\""),
                Lang::Zh => format!("`{name}` 按反常规则进行，不能指定 convention \"normal\""),
            }));
        }
        asked.rules.convention = of.convention.unwrap_or(implied);
        if let Some(compound) = of.compound {
            asked.rules = self.rules(compound, asked.rules)?;
        }
        Ok(asked)
    }

    /// The one game that is asked for, where `what` is told of play as the game itself has
    /// it: components that are played together in another way are refused, not passed over.
    pub fn own_game(&self, of: &OfGame<'_>, what: &str) -> Result<Asked, Refused> {
        let asked = self.game(of)?;
        let own = asked.game.rules();
        if (asked.rules.kind, asked.rules.end) == (own.kind, own.end) {
            return Ok(asked);
        }
        let compound = of.compound.unwrap_or_default();
        Err(self.refused(Error::Unsupported {
            because: Text::new(
                format!("`{what}` tells of the game as it is played by itself, not with `compound` \"{compound}\"; `solve` and `play` know both"),
                format!("`{what}` 只针对游戏本身的玩法，不支持 `compound` \"{compound}\"；`solve` 与 `play` 两者皆可"),
            ),
        }))
    }

    fn build(&self, name: &str, set: Vec<(String, String)>) -> Result<Built, Refused> {
        let refused = |error| self.refused(error);
        if let Some(source) = self.source(name)? {
            let compiled = Arc::new(source.compile(&set).map_err(refused)?);
            let game = source
                .taught(compiled.clone(), &set, &self.desk.keeper)
                .map_err(refused)?;
            return Ok(Built {
                compiled: Some(compiled),
                id: game.id().to_string(),
                rules: game.rules(),
                found: None,
                game,
                set,
            });
        }
        let found = catalogue::find(name).map_err(refused)?;
        let game = named(&found, &set, &self.desk.keeper).map_err(refused)?;
        Ok(Built {
            id: found.id().to_string(),
            rules: Rules {
                convention: found.convention(),
                ..game.rules()
            },
            set: found.parameters.iter().cloned().chain(set).collect(),
            found: Some(found),
            compiled: None,
            game,
        })
    }

    /// What is played: `position` of a game, or an expression that names its positions
    /// itself. Without a position, a game begins where its page does if `first`.
    pub fn board(
        &self,
        of: &OfGame<'_>,
        position: Option<&str>,
        first: bool,
    ) -> Result<Board, Refused> {
        let (asked, position) = match position {
            Some(position) => (self.game(of)?, position.to_string()),
            None if first => match self.one_or_several(of)? {
                OneOrSeveral::One(asked) => {
                    let position = crate::verbs::first_position(&asked, self.lang)?;
                    (*asked, position)
                }
                OneOrSeveral::Several(expression, rules) => {
                    return Ok(Board::Several(expression, rules));
                }
            },
            None if self.may_be_expression(of)? => {
                let (expression, rules) = self.expression(of)?;
                return Ok(Board::Several(expression, rules));
            }
            // Behind the name of a file may stand a game, a parameter, or a position.
            None => match of.game.contains(':').then(|| self.expression(of)) {
                Some(Ok((expression, rules))) => return Ok(Board::Several(expression, rules)),
                _ => return Err(Refused::bad("`position` is missing")),
            },
        };
        if asked.is_plain() {
            return Ok(Board::One(asked, position));
        }
        let rules = asked.rules;
        // A compound takes its game along.
        let game = match &asked.found {
            Some(found) => named(found, &set_by(of), &self.desk.keeper),
            None => match self.source(of.game)? {
                Some(source) => source.game(&asked.set, &self.desk.keeper),
                None => unreachable!("what is not of the catalogue has a text"),
            },
        };
        let game = game.map_err(|error| self.refused(error))?;
        Ok(Board::Several(
            Expression::of(of.game, game, &position),
            rules,
        ))
    }

    /// Whether what is asked for may name its positions itself.
    fn may_be_expression(&self, of: &OfGame<'_>) -> Result<bool, Refused> {
        Ok(of.game.contains(':') && self.source(of.game)?.is_none())
    }

    /// A game by its name alone, or an expression. `bachet:4` is a game where no position is
    /// wanted, and one heap where one is.
    pub fn one_or_several(&self, of: &OfGame<'_>) -> Result<OneOrSeveral, Refused> {
        let asked = self.game(of);
        match asked {
            Err(_) if self.may_be_expression(of)? => {
                let (expression, rules) = self.expression(of)?;
                Ok(OneOrSeveral::Several(expression, rules))
            }
            asked => Ok(OneOrSeveral::One(Box::new(asked?))),
        }
    }

    fn expression(&self, of: &OfGame<'_>) -> Result<(Expression, Rules), Refused> {
        let refused = |error| self.refused(error);
        if of.params.is_some_and(|params| !params.is_empty()) {
            return Err(Refused::bad(self.say(
                "an expression takes no `params`: write game:value:position",
                "表达式没有 `params`：请写作 游戏:值:局面",
            )));
        }
        let files = self.desk.files;
        let find = |name: &str| -> Result<(Box<dyn AnyGame>, Convention), Error> {
            if let Some(source) = Source::find(name, files)? {
                let game = source.game(&[], &self.desk.keeper)?;
                let convention = game.rules().convention;
                return Ok((game, convention));
            }
            let found = catalogue::find(name)?;
            Ok((named(&found, &[], &self.desk.keeper)?, found.convention()))
        };
        let expression = Expression::read_with(of.game, &find).map_err(refused)?;
        let declared = expression.rules().map_err(refused)?;
        let declared = Rules {
            convention: of.convention.unwrap_or(declared.convention),
            ..declared
        };
        let rules = self.rules(of.compound.unwrap_or_default(), declared)?;
        Ok((expression, rules))
    }

    fn rules(&self, text: &str, declared: Rules) -> Result<Rules, Refused> {
        read_rules(text, declared).map_err(|error| self.refused(error))
    }
}

/// The values of parameters that a question sets.
fn set_by(of: &OfGame<'_>) -> Vec<(String, String)> {
    let params = of.params.into_iter().flatten();
    params
        .map(|(name, value)| (name.clone(), value.0.clone()))
        .collect()
}

/// Reads the field `compound`: a kind, an end, or both, as in `conjunctive short`.
pub fn read_rules(text: &str, declared: Rules) -> Result<Rules, Error> {
    let mut rules = declared;
    for word in text.split_whitespace() {
        match word {
            "long" => rules.end = End::Long,
            "short" => rules.end = End::Short,
            "over-when-zero" => rules.end = End::AllZero,
            kind => rules.kind = Kind::named(kind)?,
        }
    }
    Ok(rules)
}

//! The index of the cookbook, grouped by technique.

use std::fmt::Write;

use grundy::catalogue::{self, words};
use grundy::text::Lang;

use crate::{ALL, Technique};

/// The document `docs/cookbook.md` (or `docs/cookbook.zh.md`).
pub fn markdown(lang: Lang) -> String {
    let say = |en, zh| words((en, zh), lang);
    let mut text = String::from(say(
        "# The contest cookbook\n\nWritten by `grundy judge --list --format markdown`. Every problem is solved with the \
         library in one short file of [`crates/cookbook/src/problems`](../crates/cookbook/src/problems); \
         `grundy judge ID < input.txt` reads the judge's input and prints the judge's answer. \
         Problems marked ⇄ are also played against a peer with `--interactive`; for those marked ✓ several answers are right and \
         `grundy judge ID --check answer.txt < input.txt` decides.\n",
        "# 竞赛题集\n\n由 `grundy judge --list --format markdown --lang zh` 生成。每道题都用本库在一个短文件中解出，\
         见 [`crates/cookbook/src/problems`](../crates/cookbook/src/problems)；`grundy judge 题号 < input.txt` 读入评测输入并输出答案。\
         标 ⇄ 的题可用 `--interactive` 与对方程序对弈；标 ✓ 的题有多种正确答案，用 `grundy judge 题号 --check answer.txt < input.txt` 判定。\n",
    ));
    for technique in Technique::ALL {
        let (name, hint) = (words(technique.name(), lang), words(technique.hint(), lang));
        let _ = write!(text, "\n## {name}\n\n{hint}\n\n");
        let heads = say(
            "| problem | idea | theorem | games |\n|---|---|---|---|\n",
            "| 题目 | 思路 | 定理 | 游戏 |\n|---|---|---|---|\n",
        );
        text.push_str(heads);
        for problem in ALL.iter().filter(|problem| problem.technique == technique) {
            let file = problem.id.to_lowercase();
            let marks = match (problem.play.is_some(), problem.check.is_some()) {
                (true, _) => " ⇄",
                (_, true) => " ✓",
                _ => "",
            };
            let book = say("games.md", "games.zh.md");
            let games: Vec<String> = problem
                .games
                .iter()
                .map(|id| {
                    // A variant is described where its game is.
                    let found = catalogue::find(id).ok();
                    let place = found.map_or(*id, |found| found.entry.about.id);
                    format!("[{id}]({book}#{place})")
                })
                .collect();
            // A bar in a sentence would end the cell.
            let cell = |text| words(text, lang).replace('|', "\\|");
            let _ = writeln!(
                text,
                "| [{}](../crates/cookbook/src/problems/{file}.rs){marks} {}: {} | {} | {} | {} |",
                problem.id,
                problem.judge,
                cell(problem.title),
                cell(problem.idea),
                cell(problem.theorem),
                games.join(", ")
            );
        }
    }
    text
}
